/* quiz.js - "Would you call?": the positions of data.puzzles, from the seat that had to answer. The dice of others are
 * shown after the choice. */
(function () {
	"use strict";
	var data = report.data, element = report.element, ladder = data.ladder, LEAST = 3; /* minimum number of positions */
	var at = 0, isChosen = false, nRight = 0, nRobots = 0, nChampion = 0;
	var positions = (data.puzzles || []).map(function (p) {
		var game = data.games.filter(function (g) { return g.number === p.game; })[0], steps = game.hands[p.hand].steps;
		return {game: game, hand: p.hand, step: p.step, truth: steps[p.step].truth, answer: steps[p.step + 1], champion: p.champion};
	});
	var hasChampion = positions.every(function (p) { return p.champion; });

	/* ---- a position ----------------------------------------------------------------------- */

	function frame(p, s) {
		return {kind: "step", hand: p.hand, step: s};
	}

	/* Returns the dice of a seat. In Mäxchen only the claimer has dice, those of the last roll. */
	function diceOf(p, i, dice) {
		return !ladder ? dice : i !== p.truth.seat ? "" : isChosen ? String(p.truth.count) : "xx";
	}

	/* Returns the table as the robot saw it, with the robot as the first seat; after the choice, with its answer
	 * and all dice. Leaves out players who are out. */
	function scene(p, story) {
		var before = story.scene(frame(p, p.step), {history: true}), after = story.scene(frame(p, p.step + 1), {history: true, dice: isChosen});
		after.seats.forEach(function (seat, i) {
			seat.says = isChosen ? seat.says : before.seats[i].says;
			seat.dice = diceOf(p, i, seat.dice);
			seat.isTurn = seat.isYou = i === p.answer.seat;
		});
		after.seats = after.seats.slice(p.answer.seat).concat(after.seats.slice(0, p.answer.seat)).filter(function (seat) { return !seat.isOut; });
		after.bid = before.bid;
		after.counts = isChosen && !ladder ? [p.truth.bid % 10, p.truth.wild] : null;
		return after;
	}

	function bids(p, story) {
		return p.game.hands[p.hand].steps.slice(0, p.step + 1).map(function (step, s) {
			return step.truth ? p.game.seats[step.truth.seat].me + ": " + story.scene(frame(p, s), {}).bid.words : "";
		}).filter(Boolean).join(", ");
	}

	function isRight(p, isCall) {
		return isCall !== p.truth["true"];
	}

	function didWords(p) {
		if (p.answer.play === 0)
			return ladder ? " doubted it." : " called.";
		return ladder ? " believed it." : data.asks_everyone ? " did not call." : " raised to " + p.answer.words + ".";
	}

	/* Returns words about the answers of champion, the robot that plays best, which was asked several times. */
	function championWords(champion) {
		var raise = data.asks_everyone ? "let it stand" : "raise" + (champion.words ? " to " + champion.words : "");
		return "champion would " + (champion.calls === 0 ? raise : "call" + (champion.calls < champion.of ? " in " + champion.calls + " of " +
			champion.of + " cases" : "")) + ". ";
	}

	function tell(where, words) {
		element("quiz-where").textContent = where;
		element("quiz-words").textContent = words;
	}

	function draw() {
		var p = positions[at], story = report.story(p.game), seen = scene(p, story);
		tell("Position " + (at + 1) + " of " + positions.length + (at ? ", " + nRight + " right so far" : ""), seen.bid.by + (ladder ? " claims " : " bids ") +
			seen.bid.words + ". You have the seat of " + story.named(p.answer.seat) + ": " + element("quiz-call").textContent.toLowerCase() + " or " +
			element("quiz-raise").textContent.toLowerCase() + "?");
		element("quiz-truth").textContent = "In this hand: " + bids(p, story) + ".";
		report.drawTable(seen, "quiz-");
		showButtons(["quiz-call", "quiz-raise"]);
	}

	/* Shows these buttons. If a button had the focus, the first one shown gets it. */
	function showButtons(shown) {
		var hadFocus = element("quiz-buttons").contains(document.activeElement);
		["quiz-call", "quiz-raise", "quiz-next", "quiz-copy"].forEach(function (id) { report.show(id, shown.indexOf(id) >= 0); });
		if (hadFocus)
			element(shown[0]).focus({preventScroll: true});
	}

	function choose(isCall) {
		var p = positions[at], story = report.story(p.game), isHit = isRight(p, isCall);
		isChosen = true;
		nRight += isHit;
		nRobots += isRight(p, p.answer.play === 0);
		tell("Position " + (at + 1) + " of " + positions.length + ", " + nRight + " right so far", (isHit ? "Right. " : "Wrong. ") +
			story.describeTruth(frame(p, p.step)));
		nChampion += hasChampion && isRight(p, 2 * p.champion.calls > p.champion.of);
		element("quiz-truth").textContent = story.named(p.answer.seat) + didWords(p) + " " + (p.champion ? championWords(p.champion) : "");
		report.make(element("quiz-truth"), "a", {href: report.addressOf({game: p.game.number, hand: p.hand + 1, play: p.step + 2})}, "See it in game " + p.game.number).addEventListener("click", function () {
			report.show("games", true);
		});
		report.drawTable(scene(p, story), "quiz-");
		element("quiz-next").textContent = at + 1 < positions.length ? "Next" : "Result";
		showButtons(["quiz-next"]);
	}

	/* ---- the score ------------------------------------------------------------------------- */

	function score(who) {
		var names = positions.map(function (p) { return report.robot(p.game.seats[p.answer.seat].robot).robot; });
		var isOne = names.every(function (name) { return name === names[0]; });
		return who + " right in " + nRight + " of " + positions.length + "; " + (isOne ? names[0] + " was" : "the robots were") + " right in " + nRobots +
			(hasChampion ? ", champion would be right in " + nChampion : "") + ".";
	}

	function next() {
		isChosen = false;
		at++;
		if (at < positions.length) {
			draw();
			return;
		}
		["quiz-bid", "quiz-seats", "quiz-own"].forEach(function (id) { report.show(id, false); });
		element("quiz-table").className = "felt";
		tell("Result", score("You were"));
		element("quiz-truth").textContent = "";
		showButtons(["quiz-copy"]);
	}

	function start() {
		var call = ladder ? "Doubt" : "Call", raise = ladder ? "Believe" : data.asks_everyone ? "Let it stand" : "Raise";
		report.show("quiz", true);
		element("quiz-call").textContent = call;
		element("quiz-raise").textContent = raise;
		element("quiz-lead").textContent = (ladder ? "In each of these positions a robot had to answer a claim. " : "In each of these positions a robot " +
			"had to answer a bid, seeing only its own dice. A bid counts the dice of all players. ") + "\u201c" + call + "\u201d is right if the " +
			(ladder ? "claim" : "bid") + " is false, \u201c" + raise + "\u201d if it is true.";
		element("quiz-call").addEventListener("click", function () { choose(true); });
		element("quiz-raise").addEventListener("click", function () { choose(false); });
		element("quiz-next").addEventListener("click", next);
		element("quiz-copy").addEventListener("click", function () {
			var link = /^http/.test(location.protocol) ? " " + location.href.split("#")[0] + "#quiz" : "";
			report.copy("Would you call? I was " + score("").trim() + link, "quiz-copied");
		});
		draw();
		if (element("games").hidden && /^#game-/.test(location.hash)) {
			report.show("games", true);
			element("games").scrollIntoView();
		}
	}

	if (positions.length >= LEAST && !(data.about && data.about.alone))
		start();
})();
