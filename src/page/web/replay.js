/* replay.js - plays the recorded games back, step by step; report_record.c says what is in them. A page whose data
 * has no games gives it one after the other: report.showGame.
 *
 * A step is a deal, an ask with its answer, the end of a hand, or the end of the game. */
(function () {
	"use strict";
	var data = report.data, game = null, frames = [], at = 0, timer = null;
	var RUN_MS = 900;

	function named(seat) {
		return game.seats[seat].name === undefined ? report.robot(game.seats[seat].robot).robot : game.seats[seat].name;
	}

	function called(seat) {
		return named(seat) + " (" + game.seats[seat].me + ")";
	}

	/* ---- what there is to tell -------------------------------------------------------- */

	function makeFrames() {
		var list = [{kind: "game", hand: 0}];
		game.hands.forEach(function (hand, h) {
			list.push({kind: "deal", hand: h});
			hand.steps.forEach(function (step, s) { list.push({kind: "step", hand: h, step: s}); });
			if (hand.end)
				list.push({kind: "end", hand: h});
		});
		list.push({kind: "over", hand: game.hands.length - 1});
		return list;
	}

	/* What the history grew by after the step: "B:34", or nothing. */
	function added(hand, s) {
		var next = hand.steps[s + 1], until = next && next.at > hand.steps[s].at ? next.at : next ? hand.steps[s].at : hand.history.length;
		return hand.history.slice(hand.steps[s].at, until).replace(/^,/, "");
	}

	/* Where anyone may call, most answers decline; the next player's is what he bids if all do. */
	function answer(hand, s) {
		var step = hand.steps[s], grew = added(hand, s), before = hand.steps[s - 1];
		if (report.setting("caller") !== "anyone" || step.play === 0 || grew.charAt(0) === game.seats[step.seat].me)
			return step.words;
		var isNext = before && added(hand, s - 1) !== "";
		return isNext ? "would go on with " + step.words : "lets it stand";
	}

	function tellStep(hand, s) {
		var step = hand.steps[s], who = called(step.seat);
		switch (step.verdict) {
		case "ok": return who + ": " + answer(hand, s);
		case "illegal": return who + ": " + step.words + ", an illegal play (" + step.play + ")";
		case "timeout": return who + " takes too long: " + step.cause;
		case "load": return who + " could not be loaded: " + step.cause;
		case "message": return who + " sends no usable answer: " + step.cause;
		default: return who + " crashes: " + step.cause;
		}
	}

	function tellPlaces() {
		var order = d3.range(game.seats.length).sort(function (a, b) { return game.places[a][0] - game.places[b][0] || a - b; });
		var winners = order.filter(function (seat) { return game.places[seat][0] === 1; });
		return winners.map(called).join(" and ") + (winners.length > 1 ? " share the win" : " wins") + " game " + game.number + " after " +
			report.plural(game.plays, "play", "plays") + (order.length < 3 ? "." : ". Places: " + order.map(function (seat) {
				return game.places[seat][0] + " " + named(seat);
			}).join(", ") + ".");
	}

	function tellDeal(hand) {
		var n = d3.sum(hand.dice, function (dice) { return dice.length; });
		return n ? "The dice are dealt: " + report.plural(n, "die", "dice") + " on the table." : "A new hand begins.";
	}

	function tell(frame) {
		var hand = game.hands[frame.hand];
		switch (frame.kind) {
		case "game": return "In turn order: " + game.seats.map(function (seat, i) { return called(i); }).join(", ") + ".";
		case "deal": return tellDeal(hand);
		case "step": return tellStep(hand, frame.step);
		case "end": return hand.end.words;
		default: return tellPlaces();
		}
	}

	function where(frame) {
		if (frame.kind === "game" || frame.kind === "over")
			return "Game " + game.number;
		return "Hand " + (frame.hand + 1) + " of " + game.hands.length + (frame.kind === "step" ? ", play " + (frame.step + 1) : "");
	}

	/* ---- dice ------------------------------------------------------------------------- */

	var PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679", 7: "1345679", 8: "12346789", 9: "123456789"};

	function drawDie(parent, face, isHit) {
		var svg = parent.append("svg").attr("viewBox", "0 0 30 30").attr("aria-hidden", "true")
			.attr("class", "die" + (face === "x" ? " masked" : "") + (isHit ? " hit" : ""));
		svg.append("rect").attr("x", 2).attr("y", 2).attr("width", 26).attr("height", 26).attr("rx", 6);
		(PIPS[face] || "").split("").forEach(function (cell) {
			var k = +cell - 1;
			svg.append("circle").attr("cx", 8.5 + 6.5 * (k % 3)).attr("cy", 8.5 + 6.5 * Math.floor(k / 3)).attr("r", 2.6);
		});
	}

	/* "A:533,B:xx@9" as {A: "533", B: "xx"}. */
	function readHands(text) {
		var of = {};
		(text || "").split(",").forEach(function (entry) {
			var parts = /^([A-Z]):([0-9x]*)/.exec(entry);
			if (parts)
				of[parts[1]] = parts[2];
		});
		return of;
	}

	/* The dice of a seat as digits; "x" for those not to be seen. */
	function diceOf(frame, seat) {
		var hand = game.hands[frame.hand], me = game.seats[seat].me, showsAll = report.byId("show-dice").property("checked");
		if (frame.kind === "game" || frame.kind === "over")
			return "";
		if (frame.kind === "end")
			return readHands(hand.end.shown)[me] || "";
		var told = frame.kind === "step" ? readHands(hand.steps[frame.step].hands)[me] : undefined;
		var masked = (told || hand.dice[seat]).replace(/./g, "x");
		if (told && told.indexOf("x") < 0)
			return told;
		if (!showsAll)
			return masked;
		/* Where every turn has its own roll, the last one that the seat saw. */
		for (var s = frame.kind === "step" ? frame.step : -1; s >= 0 && !hand.dice[seat]; s--) {
			var own = hand.steps[s].seat === seat && readHands(hand.steps[s].hands)[me];
			if (own && own.indexOf("x") < 0)
				return own;
		}
		return hand.dice[seat] || masked;
	}

	function drawDice(line, frame, seat) {
		var dice = diceOf(frame, seat), end = frame.kind === "end" ? game.hands[frame.hand].end : null;
		var words = dice.indexOf("x") >= 0 ? report.plural(dice.length, "hidden die", "hidden dice") : dice.split("").join(" ");
		if (!dice)
			return;
		var cell = line.append("span").attr("class", "dice").attr("role", "img").attr("aria-label", words);
		dice.split("").forEach(function (face) {
			drawDie(cell, face, end && end.face && (+face === end.face || +face === end.wild));
		});
	}

	/* ---- the table -------------------------------------------------------------------- */

	var hasPoints = false;

	function usesPoints(g) {
		return g.hands.some(function (hand) { return hand.steps.some(function (step) { return /@/.test(step.hands); }); });
	}

	function status(frame, seat) {
		var hand = game.hands[frame.hand], end = frame.kind === "end" || frame.kind === "over" ? hand.end : null;
		if (frame.kind === "over")
			return game.places[seat][1] > 1 ? "shared place " + game.places[seat][0] : "place " + game.places[seat][0];
		if (!hand.in[seat])
			return "out";
		var n = hasPoints ? hand.points[seat] : hand.left[seat], change = end ? end.delta[seat] : 0;
		return (hasPoints ? report.plural(n, "point", "points") : report.plural(n, "die", "dice")) +
			(change ? ", " + report.signed(change) : "");
	}

	/* What the seat said last in this hand; with the history hidden only what is said now. */
	function says(frame, seat) {
		if (frame.kind !== "step" && frame.kind !== "end")
			return "";
		var hand = game.hands[frame.hand], last = frame.kind === "step" ? frame.step : hand.steps.length - 1;
		var first = report.byId("show-history").property("checked") ? 0 : last;
		for (var s = last; s >= first; s--) {
			if (hand.steps[s].seat === seat)
				return hand.steps[s].verdict === "ok" || hand.steps[s].verdict === "illegal" ? answer(hand, s) : hand.steps[s].verdict;
		}
		return "";
	}

	function isTurn(frame, seat) {
		if (frame.kind === "step")
			return game.hands[frame.hand].steps[frame.step].seat === seat;
		return frame.kind === "over" && game.places[seat][0] === 1;
	}

	function drawSeats(frame) {
		var list = report.byId("seats");
		list.selectAll("li").remove();
		game.seats.forEach(function (seat, i) {
			var isOut = frame.kind !== "over" && !game.hands[frame.hand].in[i];
			var line = list.append("li").attr("class", "seat" + (isTurn(frame, i) ? " turn" : "") + (isOut ? " out" : ""));
			line.append("span").attr("class", "letter").text(seat.me);
			var who = line.append("span").attr("class", "who");
			report.addName(who, named(i));
			who.append("small").text(status(frame, i));
			drawDice(line, frame, i);
			var said = says(frame, i);
			if (said)
				line.append("span").attr("class", "says").text(said);
		});
	}

	function drawHistory(frame) {
		var isShown = report.byId("show-history").property("checked"), hand = game.hands[frame.hand];
		var last = frame.kind === "step" ? frame.step : frame.kind === "end" ? hand.steps.length - 1 : -1, list = report.byId("plays");
		report.byId("history").attr("hidden", isShown ? null : "");
		list.selectAll("li").remove();
		for (var s = 0; s <= last; s++)
			list.append("li").attr("aria-current", frame.kind === "step" && s === last ? "step" : null).text(tellStep(hand, s));
		if (last < 0)
			list.append("li").attr("class", "none").text("Nothing yet.");
	}

	function drawAsk(frame) {
		var hand = game.hands[frame.hand], step = frame.kind === "step" ? hand.steps[frame.step] : null;
		var history = report.byId("show-history").property("checked") || !step ? step && hand.history.slice(0, step.at) : "\u2026";
		report.byId("ask-text").text(!step ? "Nobody is asked at this step." : step.hands === undefined
			? "At the showdown, with all dice shown." : "get_play(\"" + game.seats[step.seat].me + "\", \"" + step.hands + "\", \"" + history + "\")" +
			(step.play === undefined ? "" : " = " + step.play));
		report.byId("output").attr("hidden", step && step.output ? null : "");
		report.byId("output-text").text(step && step.output || "");
	}

	/* ---- steps ------------------------------------------------------------------------ */

	function setEnabled(id, isEnabled) {
		report.byId(id).attr("aria-disabled", isEnabled ? null : "true");
	}

	function draw() {
		var frame = frames[at], told = report.byId("told");
		told.text("");
		told.append("span").attr("class", "where").text(where(frame));
		told.append("span").attr("id", "told-words").text(tell(frame));
		drawSeats(frame);
		drawHistory(frame);
		drawAsk(frame);
		report.byId("step").property("max", frames.length - 1).property("value", at).attr("aria-valuetext", where(frame));
		report.byId("step-number").text(at + " of " + (frames.length - 1));
		setEnabled("step-first", at > 0);
		setEnabled("step-back", at > 0);
		setEnabled("step-next", at < frames.length - 1);
		setEnabled("step-run", at < frames.length - 1);
		setEnabled("step-last", at < frames.length - 1);
	}

	function pause() {
		clearInterval(timer);
		timer = null;
		report.byId("step-run").text("Run");
	}

	function go(to) {
		pause();
		at = Math.max(0, Math.min(frames.length - 1, to));
		draw();
	}

	function run() {
		if (timer || at === frames.length - 1) {
			pause();
			return;
		}
		report.byId("step-run").text("Pause");
		timer = setInterval(function () {
			at++;
			draw();
			if (at === frames.length - 1)
				pause();
		}, RUN_MS);
	}

	function onKey() {
		var key = d3.event.key, target = d3.event.target.tagName, keys = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: frames.length - 1};
		if (target === "SELECT" || d3.event.target.type === "range" || d3.event.altKey || d3.event.ctrlKey || d3.event.metaKey || !(key in keys))
			return;
		d3.event.preventDefault();
		go(keys[key]);
	}

	/* ---- games ------------------------------------------------------------------------ */

	function title(g) {
		return g.number + ": " + g.seats.map(function (seat) { return report.robot(seat.robot).robot; }).join(", ") + " \u2013 " + g.why.join(", ");
	}

	function show(g) {
		game = g;
		frames = makeFrames();
		report.byId("game-facts").text(report.plural(game.plays, "play", "plays") + " in " + report.plural(game.hands.length, "hand", "hands") +
			(data.run ? " \u00b7 arena replay " + data.run + " " + game.number : ""));
		go(0);
	}

	function open(number) {
		var found = data.games.filter(function (g) { return g.number === number; })[0];
		if (!found)
			return;
		report.byId("game").property("value", String(number));
		show(found);
	}

	function openLinked() {
		var link = /^#game-(\d+)$/.exec(location.hash);
		if (!link)
			return;
		open(+link[1]);
		document.getElementById("games").scrollIntoView();
	}

	function prepare() {
		report.byId("replay").attr("hidden", null).on("keydown", onKey);
		report.byId("step-first").on("click", function () { go(0); });
		report.byId("step-back").on("click", function () { go(at - 1); });
		report.byId("step-next").on("click", function () { go(at + 1); });
		report.byId("step-run").on("click", run);
		report.byId("step-last").on("click", function () { go(frames.length - 1); });
		report.byId("step").on("input", function () { go(+this.value); });
		report.byId("show-history").on("change", draw);
		report.byId("show-dice").on("change", draw);
	}

	function start() {
		if (!data.games.length) {
			report.byId("games-none").attr("hidden", null).text(data.remark ? "There are no games to play back: " + data.remark : "No games were recorded for this report.");
			return;
		}
		hasPoints = data.games.some(usesPoints);
		prepare();
		report.byId("game").on("change", function () { open(+this.value); }).selectAll("option").data(data.games).enter()
			.append("option").attr("value", function (g) { return g.number; }).text(title);
		window.addEventListener("hashchange", openLinked);
		open(data.games[0].number);
		openLinked();
	}

	report.showGame = function (g) {
		if (!game)
			prepare();
		hasPoints = usesPoints(g);
		show(g);
	};

	function linkSections() {
		d3.selectAll("main > section").each(function () {
			if (!this.hidden)
				report.byId("sections").append("li").append("a").attr("href", "#" + this.id).text(d3.select(this).select("h2").text());
		});
	}

	start();
	linkSections();
})();
