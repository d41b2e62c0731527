/* story.js - converts a recorded game (format: output/viewer.c) to a list of frames, and computes the picture and the
 * text of each.
 *
 * A frame is the table, a deal, an ask with its answer, the end of a hand, or the end of the game. A game without
 * places is in progress: its last frame says whose turn it is, and the dice of its last hand and the truth of the bids
 * are unknown. */
report.story = function (game) {
	"use strict";
	var NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
	var isAnyone = report.data.asks_everyone, ladder = report.data.ladder;
	var hasPoints = game.hands.some(function (hand) { return hand.steps.some(function (step) { return /@/.test(step.hands); }); });

	function named(seat) {
		return game.seats[seat].name === undefined ? report.robot(game.seats[seat].robot).robot : game.seats[seat].name;
	}

	function called(seat) {
		return named(seat) + " (" + game.seats[seat].me + ")";
	}

	/* ---- frames ------------------------------------------------------------------------- */

	/* Returns what a step added to the history, such as "B:34", or "". */
	function added(hand, s) {
		var next = hand.steps[s + 1], until = next && next.at > hand.steps[s].at ? next.at : next ? hand.steps[s].at : hand.history.length;
		return hand.history.slice(hand.steps[s].at, until).replace(/^,/, "");
	}

	/* Returns true if a step is folded into the next one. If any player may call, this is so for answers that only
	 * let the bid stand. */
	function isFolded(hand, s) {
		var step = hand.steps[s];
		return isAnyone && (step.verdict === "ok" || step.verdict === "illegal") && step.play !== 0 && added(hand, s) === "" && s + 1 < hand.steps.length;
	}

	function frames(showsAll) {
		var list = [{kind: "game", hand: 0}];
		game.hands.forEach(function (hand, h) {
			list.push({kind: "deal", hand: h});
			hand.steps.forEach(function (step, s) {
				if (showsAll || !isFolded(hand, s))
					list.push({kind: "step", hand: h, step: s});
			});
			if (hand.end)
				list.push({kind: "end", hand: h});
		});
		list.push({kind: game.places ? "over" : "now", hand: game.hands.length - 1});
		return list;
	}

	/* Returns the last step that a frame includes, or -1 if there is none. */
	function lastStep(frame) {
		return frame.kind === "step" ? frame.step : frame.kind === "end" || frame.kind === "over" || frame.kind === "now" ?
			game.hands[frame.hand].steps.length - 1 : -1;
	}

	/* Returns the truth of the bid on the table after a step, which is the last one that an answer made. */
	function truthAt(hand, s) {
		for (; s >= 0; s--)
			if (hand.steps[s].truth)
				return hand.steps[s].truth;
		return null;
	}

	/* Returns how dramatic a play is. An unlikely bid is dramatic, more so if it is false, and even more if it is
	 * not called. */
	function drama(hand, s) {
		var truth = hand.steps[s].truth, isBelieved = hand.steps.slice(s + 1).some(function (later) { return later.truth; });
		return truth && truth.own !== undefined ? (truth["true"] ? 0.3 : 0.6) * (1 - truth.own) + (isBelieved && !truth["true"] ? 0.3 : 0) : 0;
	}

	function dramaOf(frame) {
		return frame.kind === "step" ? drama(game.hands[frame.hand], frame.step) : 0;
	}

	/* Returns the frame with the most dramatic play. */
	function mostDramatic(list) {
		var best = 0, most = 0;
		list.forEach(function (frame, i) {
			var value = dramaOf(frame);
			if (value > most) {
				most = value;
				best = i;
			}
		});
		return best;
	}

	/* ---- words --------------------------------------------------------------------------- */

	/* Returns the words of an answer. If any player may call, the next player's answer is the bid that will be made
	 * if no one calls. */
	function answer(hand, s) {
		var step = hand.steps[s], grew = added(hand, s), before = hand.steps[s - 1];
		if (!isAnyone || step.play === 0 || grew.charAt(0) === game.seats[step.seat].me)
			return step.words;
		var isNext = before && added(hand, s - 1) !== "";
		return isNext ? "would continue with " + step.words : "lets it stand";
	}

	function describeStep(hand, s) {
		var step = hand.steps[s], who = called(step.seat);
		switch (step.verdict) {
		case "ok": return who + ": " + answer(hand, s);
		case "illegal": return who + ": " + step.words + ", an illegal play (" + step.play + ")";
		case "timeout": return who + " takes too long: " + step.cause;
		case "load": return who + " could not be loaded: " + step.cause;
		case "message": return who + " did not send a valid answer: " + step.cause;
		default: return who + " crashes: " + step.cause;
		}
	}

	/* Describes a step with the asks that were folded into it: the players who let the previous bid stand. */
	function describeFolded(hand, s, showsAll) {
		var from = s, step = hand.steps[s], truth = step.truth, actor = truth && step.play !== 0 ? truth.seat : step.seat, words = describeStep(hand, s);
		while (!showsAll && from > 0 && isFolded(hand, from - 1))
			from--;
		if (from === s)
			return words;
		var silent = hand.steps.slice(from, s + 1).map(function (other) { return other.seat; }).filter(function (seat) { return seat !== actor; });
		if (actor !== step.seat)
			words = called(actor) + ": " + wordsOf(hand, truth);
		return words + (silent.length ? " (" + silent.map(named).join(", ") + " let " + wordsOf(hand, truthAt(hand, from - 1)) + " stand)" : "");
	}

	function wordsOf(hand, truth) {
		if (!truth)
			return "it";
		var said = hand.steps.filter(function (step) { return step.seat === truth.seat && step.play === truth.bid; })[0];
		return said ? said.words : String(truth.bid);
	}

	function describePlaces() {
		var order = game.seats.map(function (seat, i) { return i; }).sort(function (a, b) { return game.places[a][0] - game.places[b][0] || a - b; });
		var winners = order.filter(function (seat) { return game.places[seat][0] === 1; });
		return winners.map(called).join(" and ") + (winners.length > 1 ? " share the win" : " wins") + " game " + game.number + " after " +
			report.plural(game.plays, "play", "plays") + (order.length < 3 ? "." : ". Places: " + order.map(function (seat) {
				return game.places[seat][0] + " " + named(seat);
			}).join(", ") + ".");
	}

	function describeDeal(hand) {
		var n = hand.dice.reduce(function (sum, dice) { return sum + dice.length; }, 0);
		return n ? "The dice are dealt: " + report.plural(n, "die", "dice") + " on the table." : "A new hand begins.";
	}

	function describe(frame, showsAll) {
		var hand = game.hands[frame.hand];
		switch (frame.kind) {
		case "game": return "In turn order: " + game.seats.map(function (seat, i) { return called(i); }).join(", ") + ".";
		case "deal": return describeDeal(hand);
		case "step": return describeFolded(hand, frame.step, showsAll);
		case "end": return report.minus(hand.end.words);
		case "now": return game.turn >= 0 ? called(game.turn) + " is to play." : "The next hand begins.";
		default: return describePlaces();
		}
	}

	function where(frame) {
		if (frame.kind === "game" || frame.kind === "over")
			return "Game " + game.number;
		return "Hand " + (frame.hand + 1) + (game.places ? " of " + game.hands.length : "") + (frame.kind === "step" ? ", play " + (frame.step + 1) : "");
	}

	function number(n) {
		return n < NUMBERS.length ? NUMBERS[n] : String(n);
	}

	function chance(p) {
		return p > 0 && p < 0.01 ? "less than 1\u202f%" : p < 1 && p > 0.99 ? "more than 99\u202f%" : report.percent(p, 0);
	}

	/* Returns the seat that is asked about the bid of a step, or -1. */
	function asked(hand, s) {
		var next = hand.steps[s + 1];
		return next && next.seat !== hand.steps[s].truth.seat ? next.seat : -1;
	}

	/* Says whether the bid that this frame makes is true, given all dice. Returns "" for other frames. */
	function describeTruth(frame) {
		var hand = game.hands[frame.hand], truth = frame.kind === "step" ? hand.steps[frame.step].truth : null;
		if (!truth || truth.own === undefined)
			return "";
		var next = asked(hand, frame.step), doubt = next < 0 ? "" : named(next) + " gives it " + chance(truth.next);
		if (ladder)
			return (truth["true"] ? "True: the dice show " : "A lie: the dice show ") + truth.count + (doubt ? "; " + doubt : "") + ".";
		var there = truth.count === 1 ? "there is one" : "there " + (truth.count ? "are " : "is ") + number(truth.count);
		return (truth["true"] ? "True: " : truth.own < 0.5 ? "A bluff: " : "False, but it looked likely: ") + there + ". " + named(truth.seat) +
			(truth["true"] || truth.own < 0.5 ? " gave it " : " held dice that gave it ") + chance(truth.own) + (doubt ? "; " + doubt : "") + ".";
	}

	/* ---- pictures -------------------------------------------------------------------------- */

	/* Parses "A:533,B:xx@9" to {A: "533", B: "xx"}. */
	function readHands(text) {
		var of = {};
		(text || "").split(",").forEach(function (entry) {
			var parts = /^([A-Z]):([0-9x]*)/.exec(entry);
			if (parts)
				of[parts[1]] = parts[2];
		});
		return of;
	}

	/* Returns the dice of a seat as digits, with "x" for hidden ones. */
	function diceOf(frame, seat, view) {
		var hand = game.hands[frame.hand], me = game.seats[seat].me;
		if (frame.kind === "game")
			return "";
		if (hand.end && frame.kind !== "step" && frame.kind !== "deal")
			return readHands(hand.end.shown)[me] || "";
		var seen = frame.kind === "step" ? readHands(hand.steps[frame.step].hands)[me] : undefined;
		var masked = (seen || hand.dice[seat]).replace(/./g, "x");
		if (seen && seen.indexOf("x") < 0)
			return seen;
		if (!view.dice)
			return masked;
		/* If the dice are rolled at each turn, these are the last ones that the seat saw. */
		for (var s = lastStep(frame); s >= 0 && !hand.dice[seat]; s--) {
			var own = hand.steps[s].seat === seat && readHands(hand.steps[s].hands)[me];
			if (own && own.indexOf("x") < 0)
				return own;
		}
		return hand.dice[seat] || masked;
	}

	function status(frame, seat) {
		var hand = game.hands[frame.hand], end = frame.kind === "end" || frame.kind === "over" ? hand.end : null, place = frame.kind === "over" && game.places[seat];
		if (frame.kind === "over")
			return (place[1] > 1 ? "shared place " : "place ") + place[0];
		if (!hand["in"][seat])
			return "out";
		var n = hasPoints ? hand.points[seat] : hand.left[seat], change = end ? end.delta[seat] : 0;
		return (hasPoints ? report.plural(n, "point", "points") : report.plural(n, "die", "dice")) + (change ? ", " + report.signed(change) : "");
	}

	/* Returns the seat's last play in this hand or, if the history is hidden, only the current play. Passes are not
	 * shown. */
	function says(frame, seat, view) {
		var hand = game.hands[frame.hand], last = lastStep(frame);
		for (var s = last; s >= (view.history ? 0 : last) && s >= 0; s--) {
			var step = hand.steps[s];
			if (step.truth && step.truth.seat === seat)
				return wordsOf(hand, step.truth);
			if (step.seat === seat && step.verdict !== "ok" && step.verdict !== "illegal")
				return step.verdict;
			if (step.seat === seat && (!isAnyone || step.play === 0 || view.asks || step.verdict === "illegal"))
				return answer(hand, s);
		}
		return "";
	}

	function bidOf(frame, view) {
		var hand = game.hands[frame.hand], truth = truthAt(hand, lastStep(frame)), isOver = frame.kind === "end" || frame.kind === "over";
		if (!truth)
			return null;
		var bid = {words: wordsOf(hand, truth), by: named(truth.seat), notes: []};
		if (ladder) {
			bid.value = truth.bid;
		} else {
			bid.quantity = Math.floor(truth.bid / 10);
			bid.face = truth.bid % 10;
			if (truth.wild)
				bid.notes.push("wild " + ["", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"][truth.wild] + " count too");
		}
		if (isOver && hand.end && view)
			bid.notes.push(ladder ? "the dice show " + truth.count : truth.count === 1 ? "there is one" : "there are " + number(truth.count));
		return bid;
	}

	function isTurn(frame, seat) {
		if (frame.kind === "step") {
			var step = game.hands[frame.hand].steps[frame.step];
			return (step.truth && step.play !== 0 ? step.truth.seat : step.seat) === seat;
		}
		return frame.kind === "now" ? game.turn === seat : frame.kind === "over" && game.places[seat][0] === 1;
	}

	/* Returns the faces that count for the bid on the table, or null. They are unknown in a game in progress. */
	function countsOf(frame) {
		var truth = truthAt(game.hands[frame.hand], lastStep(frame));
		return truth && !ladder ? [truth.bid % 10, truth.wild] : null;
	}

	/* Returns the scene of a frame for table.js. `view` says whether dice and history are shown. */
	function scene(frame, view) {
		var hand = game.hands[frame.hand], end = frame.kind === "end" || frame.kind === "over" ? hand.end : null;
		return {
			seats: game.seats.map(function (seat, i) {
				return {
					letter: seat.me, name: named(i), status: status(frame, i), says: says(frame, i, view), dice: diceOf(frame, i, view),
					isTurn: isTurn(frame, i), isOut: frame.kind !== "over" && !hand["in"][i], isLoser: frame.kind === "end" && end && end.delta[i] < 0
				};
			}),
			counts: end && end.face ? [end.face, end.wild] : countsOf(frame), bid: bidOf(frame, view), ladder: ladder,
			calm: frame.kind === "game" ? "The game begins." : undefined
		};
	}

	return {
		game: game, frames: frames, describe: describe, describeStep: describeStep, describeTruth: describeTruth, where: where, scene: scene, named: named, lastStep: lastStep,
		dramaOf: dramaOf, mostDramatic: mostDramatic, hasFolded: isAnyone, isFolded: isFolded
	};
};
