/* template - what this robot does, in a line or two.
 *
 * It expects its own matching dice and an average share of the other dice. It makes the bid that is
 * exceeded most by this expectation, or calls when that is more promising. It ignores the bids of
 * others: improve that first. The templates for other languages make the same plays. */
"use strict";

/* One ask of Liar's Dice. rules: {faces: "6", wild: "ones", ...}. mine: own dice, "66531". nDice: of each player still in the hand. bids: the
 * bids of this hand, 10 * quantity + face. Returns a bid, or 0 to call the last one a lie. */
function playDice(rules, mine, nDice, bids) {
	const faces = Number(rules.faces ?? 6);
	const all = nDice.reduce((sum, n) => sum + n, 0);
	const last = bids.at(-1) ?? 0, lastQuantity = Math.floor(last / 10), lastFace = last % 10;
	let wild = { none: 0, high: faces }[rules.wild ?? "none"] ?? 1;
	if (rules.wild === "drop" && bids.slice(0, nDice.length).some((bid) => bid % 10 === 1))
		wild = 0;
	/* In a palifico hand only the quantity may be raised. The strings do not say whether this is one.
	 * It may be if a player has a single die; then more dice of the same face are always legal. */
	const mayBePalifico = rules.palifico === "on" && nDice.includes(1);
	const count = (face) => mine.split(String(face)).length - 1;

	/* The expected number of matching dice minus what the bid needs, in halves of a die times faces, so
	 * that all numbers are whole. Negative: likelier false. */
	function margin(quantity, face) {
		const helps = wild !== 0 && wild !== face;
		const own = count(face) + (helps ? count(wild) : 0);
		return 2 * (faces * own + (all - mine.length) * (helps ? 2 : 1)) - (2 * quantity - 1) * faces;
	}

	function isLegal(quantity, face) {
		if (mayBePalifico && last && face !== lastFace)
			return false;
		if (rules.ones_rule !== "perudo" || (face !== 1 && lastFace !== 1))
			return 10 * quantity + face > last;
		if (!last)
			return false;
		if (lastFace !== 1)
			return 2 * quantity >= lastQuantity;
		return face === 1 ? quantity > lastQuantity : quantity > 2 * lastQuantity;
	}

	/* A call wins if the last bid is false. At the opening there is nothing to call. */
	let best = last ? -margin(lastQuantity, lastFace) : -Infinity, play = 0;
	for (let quantity = 1; quantity <= all; quantity++)
		for (let face = rules.wild === "joker" ? 2 : 1; face <= faces; face++)
			if (isLegal(quantity, face) && margin(quantity, face) > best) {
				best = margin(quantity, face);
				play = 10 * quantity + face;
			}
	return play;
}

/* One ask of Mäxchen. mine: its own roll, "53", or "xx" when asked to believe the last claim (1) or to
 * doubt it (0). It doubts claims that fewer than a third of all rolls reach. It claims its roll or, if
 * that is too low, the lowest higher value. */
function playMaexchen(rules, mine, claims) {
	const rank = (value) => value + (value % 11 === 0 ? 100 : 0) +
		(value === Number(rules.maexchen ?? 21) ? 1000 : 0) + (value === Number(rules.hamburger ?? 42) ? 10000 : 0);
	const toBeat = claims.length ? rank(claims.at(-1)) : 0;
	const rolls = [];
	for (let a = 1; a <= 6; a++)
		for (let b = 1; b <= 6; b++)
			rolls.push(a < b && (rules.order_digits ?? "true") === "true" ? 10 * b + a : 10 * a + b);
	if (mine.includes("x"))
		return 3 * rolls.filter((roll) => rank(roll) >= toBeat).length >= rolls.length ? 1 : 0;
	const higher = rolls.filter((roll) => rank(roll) > toBeat).sort((a, b) => rank(a) - rank(b));
	return higher.includes(Number(mine)) ? Number(mine) : higher[0] ?? 0;
}

/* Plays one match of one or more games. Nothing is kept in variables of the file: one process plays many matches at once. */
class Robot {
	/* A new game. rules: {variant: "wild", faces: "6", wild: "ones", ...} */
	game_start(rules) {
		this.rules = rules;
	}

	/* One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play. */
	play(me, hands, history) {
		const dice = new Map(hands.split(",").map((entry) => {
			const [letter, shown] = entry.split(":");
			return [letter, shown.split("@")[0]]; // in games for points, the points follow
		}));
		const plays = history ? history.split(",").map((entry) => Number(entry.split(":")[1])) : [];
		/* At the end of a hand every robot gets all dice, even a robot that is out. The answer is ignored. This robot learns
		 * nothing; a better one would compare the dice with the bids, and keep what it learns in `this`. */
		if (!dice.has(me) || [0, 2].includes(plays.at(-1)))
			return 0;
		const bids = plays.filter((play) => play > 10);
		if (this.rules.hamburger)
			return playMaexchen(this.rules, dice.get(me), bids);
		return playDice(this.rules, dice.get(me), [...dice.values()].map((shown) => shown.length), bids);
	}
}
