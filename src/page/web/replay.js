/* replay.js - steps through a recorded game (story.js) at the table (table.js). Used by reports, pages with a single
 * game, and the live page. If the data has no games, the page passes them to report.showGame(game) one at a time. */
(function () {
	"use strict";
	var data = report.data, element = report.element, make = report.make;
	var story = null, frames = [], at = 0, timer = null, isMoved = false;
	var RUN_MS = 1100;

	/* ---- parts ---------------------------------------------------------------------------- */

	function view() {
		return {history: element("show-history").checked, dice: element("show-dice").checked, asks: element("show-asks").checked};
	}

	function drawHistory(frame) {
		var hand = story.game.hands[frame.hand], last = story.lastStep(frame), list = element("plays");
		element("history").hidden = !view().history;
		list.textContent = "";
		frames.forEach(function (other, i) {
			if (other.hand !== frame.hand || other.kind !== "step" || other.step > last)
				return;
			var line = make(list, "li", {"aria-current": other === frame ? "step" : null});
			make(line, "button", {type: "button", "class": "link"}, story.describe(other, view().asks)).addEventListener("click", function () { go(i); });
		});
		if (!list.childNodes.length)
			make(list, "li", {"class": "none"}, hand.steps.length && last >= 0 ? "\u2026" : "Nothing yet.");
	}

	function drawAsk(frame) {
		var hand = story.game.hands[frame.hand], step = frame.kind === "step" ? hand.steps[frame.step] : null;
		report.show("ask", step && step.hands !== undefined);
		if (!step || step.hands === undefined)
			return;
		element("ask-text").textContent = "me      " + story.game.seats[step.seat].me + "\nhands   " + step.hands + "\nhistory " +
			(view().history ? hand.history.slice(0, step.at) : "\u2026") + (step.play === undefined ? "" : "\nplay    " + step.play);
		report.show("output", step.output);
		element("output-text").textContent = step.output || "";
	}

	/* ---- the strip: an overview of the game, with a mark for each frame ---------------------- */

	function markOf(frame) {
		var hand = story.game.hands[frame.hand], step = frame.kind === "step" ? hand.steps[frame.step] : null;
		if (frame.kind === "end")
			return {style: "loss", height: 1};
		if (!step)
			return {style: "pause", height: 0.12};
		if (step.verdict !== "ok")
			return {style: "loss", height: 1};
		if (!step.truth || step.truth.own === undefined)
			return {style: "call", height: 0.5};
		return {style: "c" + Math.min(4, Math.floor(5 * step.truth.own)) + (step.truth["true"] ? "" : " false") +
			(report.isBluff && report.isBluff(story.game, step) ? " own" : ""), height: 0.2 + 0.8 * step.truth.own};
	}

	function drawStrip() {
		var strip = element("strip"), group = null, hand = -1;
		strip.textContent = "";
		frames.forEach(function (frame) {
			if (frame.hand !== hand) {
				hand = frame.hand;
				group = make(strip, "span", {"class": "hand"});
				group.style.flexGrow = frames.filter(function (other) { return other.hand === hand; }).length;
			}
			var mark = markOf(frame);
			make(group, "i", {"class": mark.style}).style.height = Math.round(100 * mark.height) + "%";
		});
		element("step").style.setProperty("--thumb", 100 / frames.length + "%");
	}

	function drawChips() {
		var list = element("hands");
		list.textContent = "";
		story.game.hands.forEach(function (hand, h) {
			var loser = hand.end && hand.end.loser >= 0 ? story.game.seats[hand.end.loser].me : "";
			var chip = make(make(list, "li"), "button", {type: "button"});
			make(chip, "span", {"class": "unseen"}, "Hand ");
			make(chip, "span", {}, String(h + 1));
			if (loser) {
				make(chip, "small", {"aria-hidden": "true"}, loser);
				make(chip, "span", {"class": "unseen"}, ", lost by " + story.named(hand.end.loser));
			}
			chip.addEventListener("click", function () { goToHand(h); });
		});
	}

	function markNow(frame) {
		var marks = element("strip").querySelectorAll("i"), chips = element("hands").querySelectorAll("button"), chip = chips[frame.hand];
		marks.forEach(function (mark, i) { mark.classList.toggle("now", i === at); });
		chips.forEach(function (other, h) { other.setAttribute("aria-current", h === frame.hand && frame.kind !== "game" ? "true" : "false"); });
		if (chip)
			chip.parentNode.parentNode.scrollLeft = chip.offsetLeft - chip.parentNode.parentNode.offsetWidth / 2;
	}

	/* ---- playback ------------------------------------------------------------------------- */

	function address() {
		return "#game-" + (story.game.id || story.game.number) + "/" + at;
	}

	function setEnabled(id, isEnabled) {
		if (isEnabled)
			element(id).removeAttribute("aria-disabled");
		else
			element(id).setAttribute("aria-disabled", "true");
	}

	function draw() {
		var frame = frames[at], event = element("event"), last = frames.length - 1;
		event.textContent = "";
		make(event, "span", {"class": "where"}, story.where(frame));
		make(event, "span", {id: "event-words"}, story.describe(frame, view().asks));
		element("event-truth").textContent = view().dice ? story.describeTruth(frame) : "";
		report.drawTable(story.scene(frame, view()));
		element("replay").classList.toggle("hides-dice", !view().dice);
		drawHistory(frame);
		drawAsk(frame);
		markNow(frame);
		element("step").max = last;
		element("step").value = at;
		element("step").setAttribute("aria-valuetext", story.where(frame));
		element("step-number").textContent = at + " of " + last;
		setEnabled("step-first", at > 0);
		setEnabled("step-back", at > 0);
		setEnabled("step-next", at < last);
		setEnabled("step-run", at < last);
		setEnabled("step-last", at < last);
		if (isMoved)
			history.replaceState(null, "", address());
	}

	function pause() {
		clearInterval(timer);
		timer = null;
		element("step-run").textContent = "Run";
	}

	function go(to) {
		pause();
		isMoved = true;
		at = Math.max(0, Math.min(frames.length - 1, to));
		draw();
	}

	function goToHand(h) {
		var to = frames.map(function (frame) { return frame.kind === "deal" ? frame.hand : -1; }).indexOf(h);
		go(to >= 0 ? to : h < 0 ? 0 : frames.length - 1);
	}

	/* Goes to a step of a hand, or to the step into which it is folded. */
	function goToStep(h, s) {
		go(frames.map(function (frame) { return frame.kind === "step" && frame.hand === h && frame.step >= s; }).indexOf(true));
	}

	function runOn() {
		clearInterval(timer);
		timer = setInterval(function () {
			isMoved = true;
			at++;
			draw();
			if (at === frames.length - 1)
				pause();
		}, RUN_MS / element("speed").value);
		element("step-run").textContent = "Pause";
	}

	function run() {
		if (timer || at === frames.length - 1)
			pause();
		else
			runOn();
	}

	/* ---- keys ----------------------------------------------------------------------------- */

	function isSeen() {
		var box = element("replay").getBoundingClientRect();
		return box.height > 0 && box.top < window.innerHeight && box.bottom > 0;
	}

	/* Returns true if another element uses the key: an input field, or the focused element. The viewer handles
	 * other keys while it is visible. */
	function isTaken(event) {
		var target = event.target, tag = target.tagName, isSpace = event.key === " ";
		return event.altKey || event.ctrlKey || event.metaKey || tag === "SELECT" || tag === "TEXTAREA" ||
			tag === "INPUT" && (isSpace || target.type !== "checkbox") || isSpace && (tag === "BUTTON" || tag === "SUMMARY" || tag === "A") ||
			target.classList && target.classList.contains("scroll");
	}

	function onKey(event) {
		var hand = story ? frames[at].hand : 0, actions = {
			ArrowRight: function () { go(at + 1); }, ArrowLeft: function () { go(at - 1); }, Home: function () { go(0); },
			End: function () { go(frames.length - 1); }, " ": run, "]": function () { goToHand(frames[at].kind === "game" ? 0 : hand + 1); },
			"[": function () { goToHand(frames[at].kind === "deal" ? hand - 1 : hand); }
		};
		if (!story || !actions[event.key] || isTaken(event) || !isSeen())
			return;
		event.preventDefault();
		actions[event.key]();
	}

	/* ---- games ---------------------------------------------------------------------------- */

	function title(g) {
		return g.number + ": " + g.seats.map(function (seat) { return report.robot(seat.robot).robot; }).join(", ") + " \u2013 " + g.why.join(", ");
	}

	function show(g, step) {
		pause();
		story = report.story(g);
		frames = story.frames(view().asks);
		element("game-facts").textContent = report.plural(g.plays, "play", "plays") + " in " + report.plural(g.hands.length, "hand", "hands") +
			(data.run ? " \u00b7 arena replay " + data.run + " " + g.number : "");
		report.show("show-asks-label", story.hasFolded);
		drawStrip();
		drawChips();
		at = Math.max(0, Math.min(frames.length - 1, step === undefined ? story.mostDramatic(frames) : step));
		draw();
	}

	/* Changes whether asks are folded. This changes the frames, but the current play stays the same. */
	function onAsks() {
		var frame = frames[at];
		frames = story.frames(view().asks);
		at = Math.max(0, frames.map(function (other) {
			return other.kind === frame.kind && other.hand === frame.hand && (frame.kind !== "step" || other.step >= frame.step);
		}).indexOf(true));
		drawStrip();
		draw();
	}

	function describeUnknown(number) {
		report.show("games-none", true);
		element("games-none").textContent = "This page does not have game " + number + "." +
			(data.run ? " `arena report " + data.run + " --game " + number + "` makes one that has it." : "");
	}

	function open(number, step) {
		var found = data.games.filter(function (g) { return g.number === number; })[0];
		if (!found) {
			describeUnknown(number);
			return;
		}
		report.show("games-none", false);
		element("game").value = String(number);
		show(found, step);
	}

	/* Opens the game with the most dramatic play, at that play. */
	function openBoldest() {
		var games = data.games.map(function (g) {
			var told = report.story(g), frame = told.frames(false)[told.mostDramatic(told.frames(false))];
			return {number: g.number, story: told, frame: frame, drama: told.dramaOf(frame)};
		}), best = games.reduce(function (a, b) { return b.drama > a.drama ? b : a; });
		open(best.number);
		if (!element("boldest") || !best.drama)
			return;
		report.show("boldest", true);
		element("boldest").textContent = "The boldest bid of the sample games, in hand " + (best.frame.hand + 1) + " of game " + best.number + ": " +
			best.story.describe(best.frame, false).replace(/[^.!?]$/, "$&.") + " " + best.story.describeTruth(best.frame);
	}

	/* Opens the address "#game-250", "#game-250/17" (a frame) or "#game-250/h3p2" (hand 3, play 2). */
	function openLinked() {
		var link = /^#game-(\d+)(?:\/(\d+)|\/h(\d+)p(\d+))?$/.exec(location.hash);
		if (!link)
			return;
		open(+link[1], link[2] && +link[2]);
		if (link[3] && story && story.game.number === +link[1])
			goToStep(link[3] - 1, link[4] - 1);
		element("hands").parentNode.scrollIntoView({behavior: "instant"}); /* so that the table and the buttons
		                                                                    * fit into the window */
	}

	/* Copies a text, and says in the element `id` whether this succeeded. */
	report.copy = function (text, id) {
		function said(what) {
			element(id).textContent = what;
			setTimeout(function () { element(id).textContent = ""; }, 4000);
		}
		function byHand() {
			var field = make(document.body, "textarea", {"class": "unseen"});
			field.value = text;
			field.select();
			said(document.execCommand("copy") ? "Copied." : text);
			document.body.removeChild(field);
		}
		if (navigator.clipboard)
			navigator.clipboard.writeText(text).then(function () { said("Copied."); }, byHand);
		else
			byHand();
	};

	function on(id, what, act) {
		element(id).addEventListener(what, act);
	}

	function prepare() {
		report.show("replay", true);
		element("event").removeAttribute("aria-live"); /* screen readers announce a step together with its
		                                                * truth */
		element("event-box").setAttribute("aria-live", "polite");
		document.addEventListener("keydown", onKey);
		on("step-first", "click", function () { go(0); });
		on("step-back", "click", function () { go(at - 1); });
		on("step-next", "click", function () { go(at + 1); });
		on("step-run", "click", run);
		on("step-last", "click", function () { go(frames.length - 1); });
		on("step", "input", function () { go(+this.value); });
		on("speed", "change", function () { if (timer) runOn(); });
		on("show-history", "change", draw);
		on("show-dice", "change", draw);
		on("show-asks", "change", onAsks);
		on("copy-link", "click", function () { report.copy(location.href.split("#")[0] + address(), "copied"); });
	}

	function start() {
		if (!data.games.length) {
			report.show("games-none", true);
			element("games-none").textContent = data.remark ? "There are no games to replay: " + data.remark : "No games were recorded for this report.";
			return;
		}
		prepare();
		data.games.forEach(function (g) { make(element("game"), "option", {value: g.number}, title(g)); });
		on("game", "change", function () { open(+this.value); });
		window.addEventListener("hashchange", openLinked);
		openBoldest();
		openLinked();
	}

	report.showGame = function (g, step) {
		if (!story)
			prepare();
		show(g, step);
	};

	/* Shows the same game with the plays made since. A reader who was at its end stays at the end. */
	report.followGame = function (g) {
		var isLast = at === frames.length - 1;
		if (timer || g.plays === story.game.plays && g.hands.length === story.game.hands.length && !g.places === !story.game.places)
			return;
		show(g, isLast ? Infinity : at);
	};

	start();
})();
