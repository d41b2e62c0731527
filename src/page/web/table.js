/* table.js - draws the game as a table: players around it, their dice or cups, and the bid in the middle. The input is
 * a scene:
 *
 *   seats    in turn order: letter, name, status, says, dice (digits; "x" for each that is hidden), isTurn, isOut, isYou, isLoser
 *   first    the seat to be drawn at the bottom; in #own (of the prefix), if the page has it
 *   counts   faces that count for the bid
 *   motion   null, or how the dice move: name ("lift": from under cups, "roll") and since (ms)
 *   bid      null, or: words, by (a name), notes (sentences), and quantity and face, or value (two dice)
 *   calm     what the middle says when there is no bid
 *   chance   that the bid is true, for who looks; or null
 *   ladder   all claims from the lowest to the highest, where claims are values of two dice */
(function () {
	"use strict";
	var PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679", 7: "1345679", 8: "12346789", 9: "123456789"};
	var ROUND_MOST = 8, HALF_MOST = 5, ROUND_DICE = 6; /* how many players (around the table, or around half of it)
	                                                    * and dice per player fit */
	var make = report.make;

	function drawDie(parent, face, style) {
		var svg = make(parent, "svg", {viewBox: "0 0 30 30", "aria-hidden": "true", "class": "die" + (style ? " " + style : "")});
		make(svg, "rect", {x: 1.5, y: 1.5, width: 27, height: 27, rx: 6});
		(PIPS[face] || "").split("").forEach(function (cell) {
			var k = +cell - 1;
			make(svg, "circle", {cx: 8.2 + 6.8 * (k % 3), cy: 8.2 + 6.8 * Math.floor(k / 3), r: 2.8});
		});
	}

	/* Draws a cup that is turned over, with the number of dice below it. */
	function drawCup(parent, n) {
		var svg = make(parent, "svg", {viewBox: "0 0 46 40", "aria-hidden": "true", "class": "cup masked"});
		make(svg, "path", {d: "M12 4 h22 l7 30 h-36 z"});
		make(svg, "path", {"class": "rim", d: "M3 36 h40"});
		make(parent, "span", {"aria-hidden": "true"}, "\u00d7\u202f" + n);
	}

	function drawDice(seat, line, counts) {
		var dice = seat.dice, isHidden = dice.indexOf("x") >= 0;
		if (!dice)
			return;
		var words = isHidden ? report.plural(dice.length, "hidden die", "hidden dice") : dice.split("").join(" ");
		var cell = make(line, "span", {"class": "dice" + (dice.length > ROUND_DICE ? " many" : ""), role: "img", "aria-label": words});
		if (isHidden)
			drawCup(cell, dice.length);
		else
			dice.split("").forEach(function (face) { drawDie(cell, face, counts && counts.indexOf(+face) >= 0 ? "hit" : ""); });
	}

	/* Sets the position of a seat on the ellipse: seat 0 at the bottom, the others clockwise. Two players face each
	 * other. An odd number of players also uses the whole height. */
	function setPlace(line, i, n) {
		var angle = Math.PI * (n === 2 ? 1 : 0.5) + 2 * Math.PI * i / n, top = n % 2 ? -Math.cos(Math.PI / n) : -1;
		line.style.setProperty("--x", Math.cos(angle).toFixed(3));
		line.style.setProperty("--y", (2 * (Math.sin(angle) - top) / (1 - top) - 1).toFixed(3));
	}

	/* Sets the position of another player if the person's own seat is drawn apart (#own). The others share the
	 * upper half, from left to right. */
	function setPlaceOfOther(line, i, n) {
		function sine(k) { return Math.sin(Math.PI * (k + 0.5) / n); }
		var widest = n > 1 ? Math.cos(Math.PI / 2 / n) : 1, top = sine(Math.floor((n - 1) / 2)), low = sine(0);
		line.style.setProperty("--x", (-Math.cos(Math.PI * (i + 0.5) / n) / widest).toFixed(3));
		line.style.setProperty("--y", (n < 3 ? -1 : 1 - 2 * (sine(i) - low) / (top - low)).toFixed(3));
	}

	function drawSeat(list, seat, i, scene) {
		var style = "seat" + (seat.isTurn ? " turn" : "") + (seat.isOut ? " out" : "") + (seat.isYou ? " you" : "") + (seat.isLoser ? " loser" : "");
		var line = make(list, "li", {"class": style}), n = scene.seats.length;
		i = (i - (scene.first || 0) + n) % n;
		if (!scene.own)
			setPlace(line, i, n);
		else if (!seat.isYou)
			setPlaceOfOther(line, i - 1, n - 1);
		make(line, "span", {"class": "letter"}, seat.letter);
		var who = make(line, "span", {"class": "who"});
		report.putRobot(who, seat.name);
		if (seat.isTurn)
			make(who, "span", {"class": "unseen"}, ", at the turn");
		make(who, "small", {}, seat.status);
		if (seat.says)
			make(line, "span", {"class": "says"}, seat.says);
		drawDice(seat, line, scene.counts);
	}

	function drawLadder(place, scene) {
		var list = make(place, "p", {"class": "ladder", "aria-hidden": "true"}), now = scene.bid ? scene.bid.value : 0;
		scene.ladder.forEach(function (value) {
			var isBelow = now && scene.ladder.indexOf(value) < scene.ladder.indexOf(now);
			make(list, "span", {"class": value === now ? "now" : isBelow ? "below" : null}, String(value));
		});
	}

	function drawBid(place, scene) {
		var bid = scene.bid, words;
		place.textContent = "";
		if (!bid) {
			make(place, "p", {"class": "calm"}, scene.calm || "Nothing has been bid yet.");
		} else {
			var big = make(place, "p", {"class": "big", "aria-hidden": "true"});
			if (bid.value) {
				String(bid.value).split("").forEach(function (face) { drawDie(big, face, "huge"); });
			} else {
				make(big, "span", {}, bid.quantity + "\u202f\u00d7");
				drawDie(big, bid.face, "huge");
			}
			words = make(place, "p", {"class": "by"}, bid.words + ", by ");
			report.putName(words, bid.by);
			(bid.notes || []).forEach(function (note) { make(place, "p", {"class": "by"}, note); });
		}
		if (scene.ladder)
			drawLadder(place, scene);
	}

	report.drawDie = drawDie;

	/* Draws the scene. `prefix` is that of the table's ids, if the page has several tables. */
	report.drawTable = function (scene, prefix) {
		var list = report.element((prefix || "") + "seats"), most = Math.max.apply(null, scene.seats.map(function (seat) { return seat.dice.length; }));
		var place = report.element((prefix || "") + "own"), n = scene.seats.length;
		var own = scene.own = scene.seats.some(function (seat) { return seat.isYou; }) ? place : null, isRound = n <= (own ? HALF_MOST + 1 : ROUND_MOST) && most <= ROUND_DICE;
		var table = report.element((prefix || "") + "table");
		table.className = !isRound ? "felt" : own ? "felt half others-" + (n - 1) : "felt round seats-" + n;
		[table, place].forEach(function (e) {
			if (!e)
				return;
			["lift", "roll"].forEach(function (name) { e.classList.toggle(name, !!scene.motion && scene.motion.name === name); });
			e.style.setProperty("--since", scene.motion ? -scene.motion.since + "ms" : "0ms");
		});
		list.textContent = "";
		if (place)
			place.textContent = "";
		drawBid(report.element((prefix || "") + "bid"), scene);
		scene.seats.forEach(function (seat, i) { drawSeat(own && seat.isYou ? own : list, seat, i, scene); });
	};
})();
