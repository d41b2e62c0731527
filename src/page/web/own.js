/* own.js - the bluffs of people and their most costly moves, in games that are shown with all dice. Used only in pages
 * of games of people. */
(function () {
	"use strict";
	var data = report.data, make = report.make, ladder = data.ladder;

	function isPerson(game, seat) {
		return report.robot(game.seats[seat].robot).person;
	}

	/* Adds a line with a link to a move and words about it. */
	function link(list, game, hand, step, words) {
		var story = report.story(game), line = make(list, "li");
		var place = (data.games.length > 1 ? "Game " + game.number + ", hand " : "Hand ") + (hand + 1) + ": ";
		make(line, "a", {href: report.addressOf({game: game.number, hand: hand + 1, play: step + 1})}, place + story.describeStep(game.hands[hand], step));
		line.appendChild(document.createTextNode(". " + words));
	}

	/* Returns true if the step is a bluff of a person: a false claim in Mäxchen, or a false bid that was unlikely
	 * given its bidder's dice. */
	report.isBluff = function (game, step) {
		var truth = step.truth;
		return !!truth && step.seat === truth.seat && step.play === truth.bid && isPerson(game, truth.seat) && !truth["true"] && (ladder || truth.own < 0.5);
	};

	function fate(hand, s) {
		var later = hand.steps.slice(s + 1);
		return later.some(function (step) { return step.truth && step.truth.bid !== hand.steps[s].truth.bid; }) ? "No one called it." :
			later.some(function (step) { return step.play === 0; }) ? "It was called." : "";
	}

	function drawBluffs() {
		var list = report.element("bluffs"), n = 0;
		data.games.forEach(function (game) {
			game.hands.forEach(function (hand, h) {
				hand.steps.forEach(function (step, s) {
					if (report.isBluff(game, step))
						link(list, game, h, s, report.story(game).describeTruth({kind: "step", hand: h, step: s}) + " " + fate(hand, s), ++n);
				});
			});
		});
		report.show("bluffs-part", n > 0);
	}

	function drawMoves() {
		(data.moves || []).forEach(function (move) {
			var game = data.games.filter(function (other) { return other.number === move.game; })[0];
			link(report.element("costly"), game, move.hand, move.step, "A strong player plays " + move.best.replace(/!$/, "") + ", with a chance of " +
				report.percent(move.could, 0) + " to win the game. After this play it was " + report.percent(move.did, 0) + ": " + move.kind + ".");
		});
		report.show("costly-part", data.moves && data.moves.length);
	}

	if (!data.robots.some(function (robot) { return robot.person; }))
		return;
	drawBluffs();
	drawMoves();
	report.show("own-part", !report.element("bluffs-part").hidden || !report.element("costly-part").hidden);
})();
