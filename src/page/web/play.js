/* play.js - the page on which a person plays: draws the state that the arena sends (connect.js) at the table (table.js),
 * and sends the person's choices (controls.js). */
(function () {
	"use strict";
	var element = report.element, make = report.make, show = report.show, isValues = !!report.data.ladder;
	var view = null, isClosed = false, isSent = 0, isLeaving = false;
	var controls = report.controls(play), arena = report.connect(take, lose), helper = report.helper(arena, function (why) { setText("why", why); });

	/* ---- texts ------------------------------------------------------------------------------ */

	function named(i) {
		return i === view.you ? "you" : view.seats[i].name;
	}

	function list(names) {
		return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
	}

	function missing(isMissing) {
		return view.seats.filter(function (seat, i) { return seat.person && i !== view.you && isMissing(seat); }).map(function (seat) { return seat.name; });
	}

	function describeTurn() {
		if (!view.ask)
			return view.turn < 0 ? "" : view.turn === view.you ? "" : named(view.turn) + (view.seats[view.turn].person ? " is to play." : " is thinking.");
		if (view.ask.aside)
			return "Do you call, or does the bid stand?";
		if (view.ask.plays.indexOf(1) >= 0)
			return "Do you believe it?";
		return !bid() ? "Your turn: you open." : view.ask.plays.some(function (play) { return play >= 10; }) ? isValues ? "Your turn: claim more." :
			"Your turn: raise or call." : "Your turn: no higher bid is possible.";
	}

	function describeWinners() {
		var first = view.seats.map(function (seat, i) { return i; }).filter(function (i) { return view.seats[i].place === 1; });
		return first.length === 1 && first[0] === view.you ? "You win!" : list(first.map(named)).replace(/^y/, "Y") +
			(first.length > 1 ? " share the win." : " wins.");
	}

	function describe() {
		var names;
		switch (view.stage) {
		case "gathering":
			names = missing(function (seat) { return !seat.here; });
			return names.length ? "Waiting for " + list(names) + ". The terminal shows the address of each." : "The game begins.";
		case "showdown": return view.end.words;
		case "over": return describeWinners() + " " + view.end.words;
		default: return describeTurn();
		}
	}

	/* ---- drawing ----------------------------------------------------------------------------- */

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
		if (view.end && view.end.illegal && view.plays[view.plays.length - 1] === last)
			scene.notes.push("an illegal bid");
		return scene;
	}

	function status(seat, i) {
		var change = view.end ? view.end.delta[i] : 0, text;
		if (view.stage === "over")
			return (seat.tied > 1 ? "shared place " : "place ") + seat.place + (view.games > 1 ? ", " + report.plural(seat.wins, "win", "wins") : "");
		text = !seat["in"] && !change ? "out" : view.points ? report.plural(seat.points, "point", "points") : report.plural(seat.left, "die", "dice");
		return text + (change ? " (" + report.signed(change) + ")" : "") + (seat.person && !seat.here ? view.absent.some(function (other) { return other.seat === i; }) ? ", away" : ", a robot plays" : "");
	}

	function says(i) {
		var own = (view.plays || []).filter(function (play) { return play.seat === i; });
		return own.length ? own[own.length - 1].words : "";
	}

	/* Returns the motion of the dice: cups are lifted when a hand has ended, and new dice roll. Each motion is
	 * shown once, even if the table is drawn again meanwhile. */
	var MOTION_MS = 1200, moving = {name: "", key: null, at: 0};
	function motion() {
		var isOpen = view.stage === "showdown" || view.stage === "over", own = view.you >= 0 && !isOpen ? readHands()[view.seats[view.you].me] || "" : "";
		var key = [view.game, view.hand, isOpen, own].join();
		if (key !== moving.key)
			moving = {name: isOpen ? "lift" : "roll", key: key, at: moving.key === null ? 0 : Date.now()};
		var since = Date.now() - moving.at;
		return since < MOTION_MS ? {name: moving.name, since: since} : null;
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
			first: Math.max(view.you, 0), counts: view.end ? view.end.face ? [view.end.face, view.end.wild] : null : view.counts, motion: motion(), bid: bidScene(), ladder: report.data.ladder,
			calm: view.stage === "gathering" ? "The players take their seats." : isValues ? "Nothing has been claimed yet." : undefined
		};
	}

	function setText(id, text) {
		if (element(id).textContent !== text)
			element(id).textContent = text;
	}

	/* Draws the bid again beside the person's own dice, so that it is always visible. */
	function drawStanding() {
		var place = element("standing"), last = bidScene();
		place.textContent = "";
		if (view.stage !== "playing" || !last)
			return;
		if (last.value)
			String(last.value).split("").forEach(function (face) { report.drawDie(place, face, ""); });
		else
			make(place, "b", {}, last.quantity + "\u202f\u00d7");
		if (!last.value)
			report.drawDie(place, last.face, "");
		var by = make(place, "span", {}, "by ");
		report.putName(by, last.by);
		if (typeof view.chance === "number")
			make(place, "span", {"class": "chance"}, "chance " + report.chance(view.chance)).style.setProperty("--chance", 100 * view.chance + "%");
	}

	/* Returns the value of the person's own dice in Mäxchen, 0 in other games. */
	function rolled() {
		var own = view.you < 0 ? "" : readHands()[view.seats[view.you].me] || "";
		return isValues && /^[1-9]{2}$/.test(own) ? +own.split("").sort().reverse().join("") : 0;
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

	/* Announces each play to screen readers, once. A page that is loaded in the middle of a hand begins with the
	 * next play. */
	var HEARD_MOST = 50, heard = null, heardNews = "";
	function announce() {
		var plays = view.plays || [], log = element("heard"), hand = view.game + "/" + view.hand;
		if (!heard)
			heard = {hand: hand, n: plays.length};
		else if (heard.hand !== hand)
			heard = {hand: hand, n: 0};
		plays.slice(heard.n).forEach(function (play) {
			make(log, "p", {}, (play.seat === view.you ? "You" : view.seats[play.seat].name) + ": " + play.words + (/[.!?]$/.test(play.words) ? "" : "."));
		});
		heard.n = Math.max(heard.n, plays.length);
		if (view.news && view.news !== heardNews)
			make(log, "p", {}, view.news);
		heardNews = view.news;
		while (log.childNodes.length > HEARD_MOST)
			log.removeChild(log.firstChild);
	}

	/* Gives the focus to the next control if the focused one is removed, so that keys and screen readers stay at
	 * the controls. */
	var isAtControls = false;
	function keepFocus() {
		var offered = Array.from(element("yours").querySelectorAll("button:not(:disabled):not(#auto-stop):not(#absent button)")).filter(function (button) {
			return button.getClientRects().length > 0;
		});
		var next = offered.filter(function (button) { return button.className === "primary"; })[0] || offered[0];
		if (isAtControls && document.activeElement === document.body && next)
			next.focus({preventScroll: true});
	}

	/* Draws the choice of what follows the last game, which the person with the menu makes. */
	function drawChoice(isLast) {
		var isOver = view.stage === "over" && isLast;
		show("again", isOver && view.chooses);
		show("to-menu", isOver && view.chooses);
		if (isOver && view.chooser && !view.chooses)
			setText("why", view.chooser + " chooses the next game. This page then continues.");
	}

	/* Draws the people who have left, for whom the others may let a robot play. */
	function drawAbsent() {
		var list = element("absent");
		list.textContent = "";
		view.absent.forEach(function (other) {
			var name = view.seats[other.seat].name, button = make(list, "button", {type: "button"}, "Let a robot play for " + name +
				" (" + other.votes + " of " + other.voters + " agree)");
			button.disabled = other.voted;
			button.addEventListener("click", function () {
				arena.act("vote/" + (view.seats[other.seat].me.charCodeAt(0) - 65), function (said) {
					setText("why", said.why || "");
					arena.look();
				});
			});
		});
	}

	/* Draws the guide until the person has seen a whole hand. */
	var isGuided = false;
	function drawGuide() {
		var isWanted = !isGuided && view.you >= 0 && !!view.seats && view.game === 1 && view.hand <= 1 && view.stage !== "over" && view.stage !== "showdown";
		if (isWanted && element("guide").hidden)
			report.guide(view);
		show("guide", isWanted);
	}

	/* Offers the game that has ended as a page of its own, which stays available when the arena has ended. */
	var looked = "";
	function drawLook() {
		var page = view.stage === "over" ? view.look : "";
		show("look", page);
		show("look-save", page);
		if (!page || page === looked)
			return;
		looked = page;
		element("look").href = element("look-save").href = URL.createObjectURL(new Blob([page], {type: "text/html"}));
	}

	function drawReady() {
		var you = view.seats[view.you] || {ready: true}, isLast = view.game === view.games, isWanted = view.stage === "showdown" || view.stage === "over" && !(isLast && view.chooser);
		show("ready", isWanted && !you.ready);
		element("ready").textContent = view.stage !== "over" ? "Go on" : isLast ? "Play again" : "Next game";
		if (isWanted && you.ready)
			setText("why", "Waiting for " + (list(missing(function (seat) { return seat.here && !seat.ready; })) || "the others") + ".");
		else if (view.stage !== "playing")
			setText("why", "");
		drawChoice(isLast);
	}

	/* Shows the number of spectators, and hides the controls from a spectator. */
	function drawSpectators(n) {
		var isWatching = !!view && view.you < 0, others = n - 1;
		element("play").classList.toggle("watching", isWatching);
		setText("spectators", !isWatching ? n ? report.plural(n, "spectator", "spectators") : "" : others > 0 ? "You and " + report.plural(others, "other", "others") + " watch." : "You watch.");
	}

	function offer() {
		controls.offer(view.ask ? view.ask.plays : null, rolled());
	}

	function draw(old) {
		report.meet(view.seats.filter(function (seat) { return seat.sha256; }).map(function (seat) { return {robot: seat.name, sha256: seat.sha256}; }));
		var isNewAsk = view.ask && (!old || !old.ask || old.ask.number !== view.ask.number);
		setText("summary", view.games > 1 ? "Game " + view.game + " of " + view.games + (view.hand ? ", hand " + view.hand : "") : view.hand ? "Hand " + view.hand : "");
		setText("event", describe());
		setText("event-truth", [view.news, bid() && view.claim].filter(Boolean).join(" "));
		report.drawTable(scene());
		drawStanding();
		drawHistory();
		announce();
		if (isNewAsk || !view.ask) {
			offer();
			setText("hint-text", "");
			setText("why", "");
		}
		if (view.ask && view.ask.notice)
			setText("why", view.ask.notice);
		drawReady();
		drawGuide();
		drawAbsent();
		drawLook();
		show("yours", view.you >= 0 || view.look);
		helper.draw(view);
		keepFocus();
		element("hint").disabled = !view.ask;
		if (document.activeElement !== element("pause"))
			element("pause").value = String([0, 400, 1200, 3000].reduce(function (a, b) { return Math.abs(b - view.pause) < Math.abs(a - view.pause) ? b : a; }));
		document.title = (view.ask ? "Your turn \u2013 " : "") + "Arena";
	}

	/* ---- the clock of a tourney server --------------------------------------------------------- */

	var startedAt = 0;

	function tick() {
		var passed = Date.now() - startedAt, clock = view && view.clock, left = clock ? Math.max(0, Math.ceil((clock.limit - passed) / 1000)) : 0;
		setText("clock", !clock || isClosed ? "" : clock.limit ? "Time left: " + left + "\u202fs" :
			"Your turn for " + Math.floor(passed / 1000) + "\u202fs. The server does not state the time limit.");
		element("clock").classList.toggle("bad", !!clock && clock.limit > 0 && left <= 5);
	}

	function startClock() {
		startedAt = Date.now() - (view.clock ? view.clock.passed : 0);
		tick();
	}

	/* ---- the arena ---------------------------------------------------------------------------- */

	function play(number) {
		if (!view || !view.ask || isSent === view.ask.number)
			return;
		isSent = view.ask.number;
		controls.offer(null);
		arena.act("play/" + isSent + "/" + number, function (said) {
			if (!said.done) {
				isSent = 0;
				setText("why", said.why);
				offer();
			}
			arena.look();
		});
	}

	function close(text) {
		isClosed = true;
		arena.close();
		controls.offer(null);
		show("ready", false);
		away(text);
		element("hint").disabled = element("leave").disabled = true;
	}

	function away(text) {
		show("away", !!text);
		element("away").textContent = text;
	}

	function take(news) {
		var old = view;
		if (news.stage === "closed") {
			close(view && view.stage === "over" ? "The game is over, and the arena has ended." : "A player left the game, and the arena has ended.");
		} else if (news.stage === "apart") {
			show("play", false);
			away(news.why || "You do not play in this game. This page continues when you do.");
		} else if (news.stage) {
			view = news;
			startClock();
			show("play", true);
			away("");
			draw(old);
		} else {
			away("");
		}
		drawSpectators(news.spectators);
	}

	function lose(words) {
		away(view && view.stage === "over" ? "The game is over, and the arena has ended." : words);
	}

	/* ---- the person ---------------------------------------------------------------------------- */

	function hint() {
		arena.ask("hint", function (said) { setText("hint-text", said.hint.join("\n")); });
	}

	function leave() {
		if (isLeaving)
			arena.act("leave/1", function (said) {
				if (said.goes_on)
					close("You have left the table. The others continue. To come back, load this page again.");
				else
					arena.look();
			});
		isLeaving = !isLeaving;
		setText("leave", isLeaving ? "Really leave?" : "Leave");
	}

	function onKey(event) {
		var target = event.target, tag = target.tagName, key = event.key.length === 1 ? event.key.toLowerCase() : event.key, isMine;
		if (event.altKey || event.ctrlKey || event.metaKey || tag === "SELECT" || target.type === "number" || !view || view.you < 0 || isClosed ||
		    (key === "Enter" || key === " ") && (tag === "BUTTON" || tag === "SUMMARY" || tag === "A" || tag === "INPUT"))
			return;
		if (key === "h" && view.ask)
			isMine = hint() || true;
		else if ((key === "Enter" || key === " ") && !element("ready").hidden)
			isMine = element("ready").click() || true;
		else
			isMine = helper.press(key) || !!view.ask && controls.press(key);
		if (isMine)
			event.preventDefault();
	}

	document.addEventListener("focusin", function (event) { isAtControls = element("yours").contains(event.target); });
	element("title").textContent = report.data.title;
	if (report.data.isSeat) /* at a tourney server, which limits the time for a move */
		element("pause").parentElement.hidden = true;
	show("seat-note", !!report.data.isSeat);
	if (report.data.isSeat)
		setInterval(tick, 250);
	element("reminder").textContent = element("guide-rules").textContent = report.rulesInForce(report.data.reminder);
	element("guide-done").addEventListener("click", function () { isGuided = true; show("guide", false); });
	element("eyebrow").textContent = "Arena " + report.data.arena;
	element("hint").addEventListener("click", hint);
	element("leave").addEventListener("click", leave);
	element("ready").addEventListener("click", function () {
		show("ready", false);
		arena.act(view.stage === "over" && view.game === view.games ? "again/1" : "ready/1", arena.look);
	});
	element("again").addEventListener("click", function () { arena.act("again/1", arena.look); });
	element("to-menu").addEventListener("click", function () { arena.act("menu/1", arena.look); });
	element("show-history").addEventListener("change", function () { if (view) drawHistory(); });
	element("pause").addEventListener("change", function () { arena.act("pause/" + this.value); });
	document.addEventListener("keydown", onKey);
	arena.look();
})();
