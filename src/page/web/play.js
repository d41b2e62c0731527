/* play.js - a person's page of `arena play --browser`: asks the arena a few times a second what there is to see, draws it at the table
 * (table.js), and sends what the person chooses (controls.js). The token in the address says who it is. */
(function () {
	"use strict";
	var element = report.element, make = report.make, show = report.show, isValues = !!report.data.ladder;
	var POLL_MS = 250, HIDDEN_MS = 1500, token = location.hash.slice(1).replace(/[^0-9a-f]/g, "");
	var view = null, isClosed = false, isSent = 0, isLeaving = false;
	var controls = report.controls(play);

	/* ---- what there is to tell -------------------------------------------------------------- */

	function named(i) {
		return i === view.you ? "you" : view.seats[i].name;
	}

	function list(names) {
		return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
	}

	function missing(isMissing) {
		return view.seats.filter(function (seat, i) { return seat.person && i !== view.you && isMissing(seat); }).map(function (seat) { return seat.name; });
	}

	function tellTurn() {
		if (!view.ask)
			return view.turn < 0 ? "" : view.turn === view.you ? "" : named(view.turn) + (view.seats[view.turn].person ? " is to play." : " is thinking.");
		if (view.ask.aside)
			return "Do you call, or does the bid stand?";
		if (view.ask.plays.indexOf(1) >= 0)
			return "Do you believe it?";
		return !bid() ? "Your turn: you open." : view.ask.plays.some(function (play) { return play >= 10; }) ? isValues ? "Your turn: claim more." :
			"Your turn: raise or call." : "Your turn: no higher bid is possible.";
	}

	function tellWinners() {
		var first = view.seats.map(function (seat, i) { return i; }).filter(function (i) { return view.seats[i].place === 1; });
		return first.length === 1 && first[0] === view.you ? "You win!" : list(first.map(named)).replace(/^y/, "Y") +
			(first.length > 1 ? " share the win." : " wins.");
	}

	function tell() {
		var names;
		switch (view.stage) {
		case "gathering":
			names = missing(function (seat) { return !seat.here; });
			return names.length ? "Waiting for " + list(names) + "." : "The game begins.";
		case "showdown": return view.end.words;
		case "over": return tellWinners() + " " + view.end.words;
		default: return tellTurn();
		}
	}

	/* ---- what is to be seen ------------------------------------------------------------------ */

	function readHands() {
		var of = {};
		(view.hands || "").split(",").forEach(function (entry) {
			var parts = /^([A-Z]):([0-9x]*)/.exec(entry);
			if (parts)
				of[parts[1]] = parts[2];
		});
		return of;
	}

	function bid() {
		var bids = (view.plays || []).filter(function (play) { return play.play >= 10; });
		return bids[bids.length - 1];
	}

	function bidScene() {
		var last = bid(), scene;
		if (!last)
			return null;
		scene = {words: last.words, by: named(last.seat), notes: []};
		if (isValues)
			scene.value = last.play;
		else
			scene.quantity = Math.floor(last.play / 10);
		scene.face = last.play % 10;
		if (view.end && view.end.count >= 0)
			scene.notes.push(view.end.count === 1 ? "there is one" : "there are " + view.end.count);
		return scene;
	}

	function status(seat, i) {
		var change = view.end ? view.end.delta[i] : 0, text;
		if (view.stage === "over")
			return (seat.tied > 1 ? "shared place " : "place ") + seat.place + (view.games > 1 ? ", " + report.plural(seat.wins, "win", "wins") : "");
		text = !seat["in"] && !change ? "out" : view.points ? report.plural(seat.points, "point", "points") : report.plural(seat.left, "die", "dice");
		return text + (change ? " (" + report.signed(change) + ")" : "") + (seat.person && !seat.here ? ", away" : "");
	}

	function says(i) {
		var own = (view.plays || []).filter(function (play) { return play.seat === i; });
		return own.length ? own[own.length - 1].words : "";
	}

	function scene() {
		var hands = readHands();
		return {
			seats: view.seats.map(function (seat, i) {
				return {
					letter: seat.me, name: seat.name + (i === view.you ? " (you)" : ""), status: status(seat, i), says: says(i),
					dice: hands[seat.me] || "", isTurn: view.stage === "over" ? seat.place === 1 : view.turn === i, isYou: i === view.you,
					isOut: !seat["in"] && view.stage !== "over" && !(view.end && view.end.delta[i]),
					isLoser: !!view.end && view.stage === "showdown" && view.end.delta[i] < 0
				};
			}),
			first: view.you, counts: view.end && view.end.face ? [view.end.face, view.end.wild] : null, bid: bidScene(), ladder: report.data.ladder,
			calm: view.stage === "gathering" ? "The players take their seats." : undefined
		};
	}

	function setText(id, text) {
		if (element(id).textContent !== text)
			element(id).textContent = text;
	}

	function drawHistory() {
		var plays = element("plays"), past = element("past");
		show("history", element("show-history").checked);
		plays.textContent = past.textContent = "";
		(view.plays || []).forEach(function (play) {
			var line = make(plays, "li");
			report.putName(line, view.seats[play.seat].name);
			line.appendChild(document.createTextNode(": " + play.words));
		});
		if (!plays.childNodes.length)
			make(plays, "li", {"class": "none"}, "Nothing yet.");
		(view.past || []).forEach(function (line) { make(past, "li", {}, line.replace(/^Hand \d+: /, "")); });
	}

	function drawReady() {
		var you = view.seats[view.you], isLast = view.game === view.games, isWanted = view.stage === "showdown" || view.stage === "over" && !isLast;
		show("ready", isWanted && !you.ready);
		element("ready").textContent = view.stage === "over" ? "Next game" : "Go on";
		if (isWanted && you.ready)
			setText("why", "Waiting for " + (list(missing(function (seat) { return seat.here && !seat.ready; })) || "the others") + ".");
		else if (view.stage !== "playing")
			setText("why", "");
	}

	function draw(old) {
		var isNewAsk = view.ask && (!old || !old.ask || old.ask.number !== view.ask.number);
		setText("summary", view.games > 1 ? "Game " + view.game + " of " + view.games + (view.hand ? ", hand " + view.hand : "") : view.hand ? "Hand " + view.hand : "");
		setText("told", tell());
		setText("told-truth", bid() && view.claim || "");
		report.drawTable(scene());
		drawHistory();
		if (isNewAsk || !view.ask) {
			controls.offer(view.ask ? view.ask.plays : null, view.ask && view.ask.aside);
			setText("hint-text", "");
			setText("why", "");
		}
		drawReady();
		element("hint").disabled = !view.ask;
		if (document.activeElement !== element("pause"))
			element("pause").value = String([0, 400, 1200, 3000].reduce(function (a, b) { return Math.abs(b - view.pause) < Math.abs(a - view.pause) ? b : a; }));
		document.title = (view.ask ? "Your turn \u2013 " : "") + "Arena";
	}

	/* ---- the arena ---------------------------------------------------------------------------- */

	function ask(path, method, use) {
		return fetch("/api/" + token + "/" + path, {method: method, cache: "no-store"}).then(function (response) {
			if (!response.ok)
				throw new Error(response.status);
			return response.json();
		}).then(use);
	}

	function act(path, use) {
		ask(path, "POST", use || function () {}).catch(function () {});
	}

	function play(number) {
		if (!view || !view.ask || isSent === view.ask.number)
			return;
		isSent = view.ask.number;
		controls.offer(null);
		act("play/" + isSent + "/" + number, function (said) {
			if (!said.done) {
				isSent = 0;
				setText("why", said.why);
				controls.offer(view.ask ? view.ask.plays : null, view.ask && view.ask.aside);
			}
			look();
		});
	}

	function close(text) {
		isClosed = true;
		controls.offer(null);
		show("ready", false);
		show("away", true);
		element("away").textContent = text;
		element("hint").disabled = element("leave").disabled = true;
	}

	function take(news) {
		var old = view;
		show("away", false);
		if (news.stage === "closed") {
			close(view && view.stage === "over" ? "The game is over, and the arena has ended." : "A player left the game, and the arena has ended.");
		} else if (news.stage) {
			view = news;
			draw(old);
		}
	}

	var timer = 0;
	function look() {
		clearTimeout(timer);
		ask(view ? String(view.version) : "0", "GET", take).catch(function (error) {
			show("away", true);
			element("away").textContent = error.message === "404" ? "The arena does not know this address. Open the one that it printed." :
				view && view.stage === "over" ? "The game is over, and the arena has ended." :
				"The arena does not answer. This page continues as soon as it does.";
		}).then(function () {
			clearTimeout(timer);
			if (!isClosed)
				timer = setTimeout(look, document.hidden ? HIDDEN_MS : POLL_MS);
		});
	}

	/* ---- the person ---------------------------------------------------------------------------- */

	function hint() {
		ask("hint", "GET", function (said) { setText("hint-text", said.hint.join("\n")); }).catch(function () {});
	}

	function leave() {
		if (isLeaving)
			act("leave/1", look);
		isLeaving = !isLeaving;
		setText("leave", isLeaving ? "Really leave?" : "Leave");
	}

	function onKey(event) {
		var target = event.target, tag = target.tagName, key = event.key.length === 1 ? event.key.toLowerCase() : event.key, isMine;
		if (event.altKey || event.ctrlKey || event.metaKey || tag === "SELECT" || !view || isClosed ||
		    (key === "Enter" || key === " ") && (tag === "BUTTON" || tag === "SUMMARY" || tag === "A" || tag === "INPUT"))
			return;
		if (key === "h" && view.ask)
			isMine = hint() || true;
		else if ((key === "Enter" || key === " ") && !element("ready").hidden)
			isMine = element("ready").click() || true;
		else
			isMine = !!view.ask && controls.press(key);
		if (isMine)
			event.preventDefault();
	}

	element("title").textContent = report.data.variant;
	element("reminder").textContent = report.data.reminder.join(" ");
	element("eyebrow").textContent = "Arena " + report.data.arena;
	element("hint").addEventListener("click", hint);
	element("leave").addEventListener("click", leave);
	element("ready").addEventListener("click", function () { show("ready", false); act("ready/1", look); });
	element("show-history").addEventListener("change", function () { if (view) drawHistory(); });
	element("pause").addEventListener("change", function () { act("pause/" + this.value); });
	document.addEventListener("keydown", onKey);
	document.addEventListener("visibilitychange", function () { if (!document.hidden && !isClosed) look(); });
	look();
})();
