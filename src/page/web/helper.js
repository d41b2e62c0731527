/* helper.js - the part of a person's page that lets a robot move for them.
 *
 * report.helper(arena, refuse): calls refuse(why) if the arena refuses, and returns an object: call draw(view) after
 * each change; press(key) is as in controls.js. */
report.helper = function (arena, refuse) {
	"use strict";
	var element = report.element, make = report.make, list = element("auto-robot"), robots = null;

	function describe() {
		var found = robots && robots.filter(function (robot) { return String(robot.index) === list.value; })[0];
		element("auto-note").textContent = found ? found.summary : "No robot can play this.";
	}

	/* Fetches the list of robots when it is first needed, because the arena must load each robot to find out what
	 * it plays. */
	function load(use) {
		if (robots)
			return use();
		if (!list.options.length)
			make(list, "option", {}, "Looking for robots\u2026");
		arena.ask("robots", function (said) {
			if (!robots) {
				robots = said.robots;
				list.textContent = "";
				robots.forEach(function (robot) { make(list, "option", {value: robot.index}, robot.name); });
				if (said.usual >= 0)
					list.value = String(said.usual);
			}
			use();
		});
	}

	function send(path) {
		load(function () {
			arena.act(path + "/" + (list.value || "0"), function (said) {
				if (!said.done)
					refuse(said.why);
				else
					element("auto").open = false;
				arena.look();
			});
		});
	}

	function sendSome() {
		if (element("auto-moves").reportValidity())
			send("auto/" + Number(element("auto-moves").value || 1));
	}

	function drawStatus(view) {
		var isMoving = !!view.robot && view.stage !== "over";
		var text = !isMoving ? "" : view.robot + " moves for you" + (view.moves > 0 ? ": " + report.plural(view.moves, "more move", "more moves") + "." : ".");
		if (element("auto-status").textContent !== text)
			element("auto-status").textContent = text;
		report.show("auto-stop", isMoving);
		report.show("auto", !report.data.isSeat && !isMoving && view.stage !== "over");
	}

	function press(key) {
		if (key !== "a" || report.data.isSeat)
			return false;
		if (!element("auto-stop").hidden)
			send("auto/0");
		else if (!element("auto").hidden) {
			element("auto").open = true;
			element("auto-moves").focus();
			element("auto-moves").select();
		}
		return true;
	}

	element("auto").addEventListener("toggle", function () {
		if (element("auto").open)
			load(describe);
	});
	list.addEventListener("change", describe);
	element("auto-some").addEventListener("click", sendSome);
	element("auto-moves").addEventListener("keydown", function (event) {
		if (event.key === "Enter")
			sendSome();
	});
	element("auto-on").addEventListener("click", send.bind(null, "on"));
	element("auto-stop").addEventListener("click", send.bind(null, "auto/0"));
	return {draw: drawStatus, press: press};
};
