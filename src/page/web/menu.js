/* menu.js - the page of `arena menu --browser`: a form that shows the current choices, which connect.js fetches, and
 * sends each change. */
(function () {
	"use strict";
	var element = report.element, make = report.make, show = report.show;
	var view = null, drawn = {}, isEnding = false;
	var arena = report.connect(take, away);

	function away(text) {
		show("away", !!text);
		element("away").textContent = text;
	}

	/* Sends a change. If it is refused, the next view undoes it; if it is accepted, calls `then`. */
	function change(word, text, then) {
		drawn = {};
		arena.act(word + "/" + encodeURIComponent(text), function (said) {
			element("why").textContent = said.why;
			if (then && !said.why)
				then();
			else
				arena.look();
		});
	}

	/* Draws a part of the page again only if it has changed, so that the focus stays. */
	function redraw(part, data, draw) {
		var text = JSON.stringify(data);
		if (drawn[part] !== text)
			draw(data);
		drawn[part] = text;
	}

	function drawVariants(variant) {
		var list = element("variants");
		if (!list.childNodes.length)
			report.data.variants.forEach(function (other) {
				var label = make(list, "label", {"class": "variant"});
				var radio = make(label, "input", {type: "radio", name: "variant", value: other.name});
				var words = make(label, "span");
				make(words, "b", {}, other.title);
				make(words, "small", {}, other.summary);
				radio.addEventListener("change", function () { change("variant", other.name); });
			});
		list.querySelectorAll("input").forEach(function (radio) { radio.checked = radio.value === variant; });
	}

	function sendRobots(names) {
		change("robots", names.join(" ") || "-");
	}

	function drawOpponents(names) {
		var list = element("opponents");
		list.textContent = "";
		names.forEach(function (name, i) {
			var line = make(list, "li"), button;
			report.putName(line, name);
			button = make(line, "button", {type: "button", "aria-label": "Remove " + name}, "\u00d7");
			button.addEventListener("click", function () {
				sendRobots(names.filter(function (other, k) { return k !== i; }));
				element("robot").focus();
			});
		});
		if (!names.length)
			make(list, "li", {"class": "none"}, "none");
	}

	function describeRobot() {
		var name = element("robot").value, found = view.robots.filter(function (robot) { return robot.name === name; })[0];
		element("robot-note").textContent = found ? found.summary : "Chosen at random when the game begins.";
	}

	function drawRobots(robots) {
		var list = element("robot"), before = list.value;
		list.textContent = "";
		make(list, "option", {value: "random"}, "any (random)");
		robots.forEach(function (robot) { make(list, "option", {value: robot.name}, robot.name); });
		list.value = robots.some(function (robot) { return robot.name === before; }) ? before : view.opponents[0] || "random";
		describeRobot();
	}

	function drawRule(list, rule, i) {
		var line = make(list, "div", {"class": "rule"}), id = "rule-" + i, field;
		make(line, "label", {"for": id}, rule.name);
		if (rule.words) {
			field = make(line, "select", {id: id, "aria-describedby": id + "-note"});
			rule.words.forEach(function (word) { make(field, "option", {value: word}, word); });
		} else {
			field = make(line, "input", {id: id, type: "number", inputmode: "numeric", min: rule.min, max: rule.max, "aria-describedby": id + "-note"});
		}
		make(line, "p", {"class": "note", id: id + "-note"}, rule.help + (rule.words ? "" : " (" + rule.min + " to " + rule.max + ")"));
		field.addEventListener("change", function () { change("rule", rule.name + "=" + field.value); });
	}

	function drawRules(rules) {
		var list = element("rules"), names = rules.map(function (rule) { return rule.name; }).join(" ");
		if (list.getAttribute("data-names") !== names) {
			list.textContent = "";
			rules.forEach(drawRule.bind(null, list));
			list.setAttribute("data-names", names);
		}
		rules.forEach(function (rule, i) { element("rule-" + i).value = String(rule.value); });
	}

	function draw() {
		redraw("variant", view.variant, drawVariants);
		if (document.activeElement !== element("people")) /* not while the field has the focus, because a name
		                                                   * may be half typed */
			redraw("people", view.people, function (people) { element("people").value = people; });
		redraw("opponents", view.opponents, drawOpponents);
		redraw("robots", view.robots, drawRobots);
		redraw("rules", view.rules, drawRules);
		element("reminder").textContent = view.reminder.join(" ");
		if (view.message)
			element("why").textContent = view.message;
	}

	function take(news) {
		if (news.stage === "closed") {
			arena.close();
			show("menu", false);
			away("The arena has ended.");
			return;
		}
		away("");
		if (!news.stage)
			return;
		view = news;
		show("menu", view.chooses);
		element("summary").textContent = view.chooses ? "" : view.chooser + " chooses the next game. This page then continues.";
		if (view.chooses)
			draw();
	}

	function start(event) {
		event.preventDefault();
		if (element("people").value === view.people)
			change("start", "1");
		else
			change("people", element("people").value, function () { change("start", "1"); });
	}

	function leave() {
		if (isEnding)
			change("leave", "1");
		isEnding = !isEnding;
		element("leave").textContent = isEnding ? "Really end?" : "End";
	}

	element("title").textContent = "A game";
	element("eyebrow").textContent = "Arena " + report.data.arena;
	element("people").addEventListener("change", function () { change("people", this.value); });
	element("robot").addEventListener("change", describeRobot);
	element("add").addEventListener("click", function () { sendRobots(view.opponents.concat(element("robot").value)); });
	element("menu").addEventListener("submit", start);
	element("leave").addEventListener("click", leave);
	arena.look();
})();
