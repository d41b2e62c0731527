/* helper.js - the part of a person's page that lets a robot move for them.
 *
 * report.helper(arena, refuse): refuse(why) is called when the arena does not take it. draw(view): after each change. */
report.helper = function (arena, refuse) {
	"use strict";
	var element = report.element, make = report.make, list = element("auto-robot"), robots = null;

	function describe() {
		var found = robots && robots.filter(function (robot) { return String(robot.index) === list.value; })[0];
		element("auto-note").textContent = found ? found.summary : "No robot can play this.";
	}

	/* The arena loads each robot to find out what it plays, so this waits until somebody wants to know. */
	function load() {
		if (robots || !element("auto").open)
			return;
		arena.ask("robots", function (said) {
			robots = said.robots;
			robots.forEach(function (robot) { make(list, "option", {value: robot.index}, robot.name); });
			if (said.usual >= 0)
				list.value = String(said.usual);
			describe();
		});
	}

	function send(moves) {
		arena.act("auto/" + moves + "/" + (list.value || "0"), function (said) {
			if (!said.done)
				refuse(said.why);
			else if (moves !== 1)
				element("auto").open = false;
			arena.look();
		});
	}

	element("auto").addEventListener("toggle", load);
	list.addEventListener("change", describe);
	element("auto-once").addEventListener("click", send.bind(null, 1));
	element("auto-on").addEventListener("click", send.bind(null, 2));
	element("auto-stop").addEventListener("click", send.bind(null, 0));
	return {
		draw: function (view) {
			report.show("auto-stop", !!view.robot && view.stage !== "over");
			report.show("auto", !report.data.isSeat && !view.robot && view.stage !== "over");
			element("auto-once").disabled = !view.ask;
		}
	};
};
