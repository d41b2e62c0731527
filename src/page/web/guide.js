/* guide.js - the game in three pictures and an example, for a person who has never played it.
 *
 * report.guide(view) draws it into #guide; `view` is that of play.js. report.rulesInForce(lines) returns those lines of
 * a reminder (game_reminder) that say who plays and what these rules set, without those that explain how to play. */
(function () {
	"use strict";
	var make = report.make, drawDie = report.drawDie, data = report.data;

	report.rulesInForce = function (lines) {
		var who = lines[0].replace(/^[^:]*: /, "");
		return [who].concat(lines.slice(3)).join(" ").replace(/(^| )2 says/, "$1\u201cExact\u201d says");
	};

	function card(place, draw, text) {
		var item = make(place, "li");
		draw(make(item, "p", {"class": "picture", "aria-hidden": "true"}));
		make(item, "p", {}, text);
	}

	function dice(faces) {
		return function (place) { faces.forEach(function (face) { drawDie(place, face, ""); }); };
	}

	function sign(words) {
		return function (place) { words.forEach(function (word, i) { make(place, "span", {"class": i ? "sign bad" : "sign"}, word); }); };
	}

	function percent(chance) {
		return Math.round(100 * chance) + "\u202f%";
	}

	function guideLiars(list, view) {
		var own = view.seats[view.you].left, isWild = data.reminder.join(" ").indexOf("No die is wild") < 0;
		var others = view.seats.reduce(function (sum, seat, i) { return sum + (i === view.you ? 0 : seat.left); }, 0);
		var held = Math.min(2, own - 1), words = ["one five", "two fives", "three fives"][held];
		card(list, dice([5, 5, 2, 4, 3].slice(2 - held, 2 - held + Math.min(own, 5 - 2 + held))), "Your dice. Only you see them. The other players' dice are under their cups.");
		card(list, function (place) { make(place, "b", {}, held + 1 + "\u202f\u00d7"); drawDie(place, 5, ""); },
			"A bid counts the dice of all players. This one says that at least " + words + " are on the table. The next bid must be higher: more dice, or the same number of a higher face.");
		card(list, sign(["Raise", "Liar!"]), "Raise, or call a bid that you do not believe. Then all dice are shown. If there are fewer such dice than bid, the bidder loses the hand; otherwise you do.");
		return "An example: the bid is " + words + ", and you hold " + ["none", "one", "two"][held] + ". Then " + (others === 1 ? "the other die" :
			"one of the " + others + " other dice") + " must show a five" + (isWild ? " or be wild" : "") + ". The chance is " +
			percent(1 - Math.pow(1 - (isWild ? 2 : 1) / data.faces, others)) + ". \u201cHint\u201d shows such chances in the game.";
	}

	function guideMaexchen(list) {
		var above = data.ladder.slice(data.ladder.indexOf(65) + 1);
		var ways = above.reduce(function (sum, value) { return sum + (value % 11 ? 2 : 1); }, 0);
		card(list, dice([6, 5]), "Your roll, under the cup. The higher die comes first: this is 65. Only you see it.");
		card(list, function (place) { make(place, "b", {}, data.ladder[0] + " \u2026 65 < " + above[0] + " \u2026 " + above[above.length - 1]); },
			"Claim a value above the last claim, true or not. After 65 come the doubles; " + above[above.length - 1] + " is the highest.");
		card(list, sign(["Believe", "Doubt"]), "Believe a claim, roll, and claim more; or doubt it. If you doubt it, the dice are shown. If they show less than was claimed, the claimer loses; otherwise you do.");
		return "An example: after 65, " + ways + " of 36 rolls are higher, " + percent(ways / 36) + ". With any other roll the next player must lie.";
	}

	report.guide = function (view) {
		var list = report.element("guide-cards");
		list.textContent = "";
		report.element("guide-example").textContent = data.ladder ? guideMaexchen(list) : guideLiars(list, view);
	};
})();
