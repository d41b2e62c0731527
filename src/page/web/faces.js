/* faces.js - a mark for each robot: one of eight shapes in one of six colours, chosen by the hash of its file, or by
 * its name if the page has no hash. No two robots of a page have the same mark, up to 240 robots.
 *
 * The colours (in style.css) are those of Okabe and Ito that differ most for colour-blind readers. The outline has the
 * colour of the text. */
(function () {
	"use strict";
	var SHAPES = [
		"M2 10a8 8 0 1 0 16 0a8 8 0 1 0-16 0z", "M3 3h14v14H3z", "M10 2l8.5 15.5h-17z", "M10 1l9 9-9 9-9-9z", "M7 2h6v5h5v6h-5v5H7v-5H2V7h5z",
		"M10 1l2.6 6.2 6.7.5-5.1 4.4 1.6 6.5L10 15.1l-5.8 3.5 1.6-6.5L.7 7.7l6.7-.5z", "M10 18L1.5 2.5h17z", "M3 2h14l-5 8 5 8H3l5-8z"
	], COLOURS = 6, PLAIN = SHAPES.length * COLOURS, ALL = 5 * PLAIN; /* marks from PLAIN on also have a bar, in one
	                                                                   * of four directions */
	var faces = new Map(), taken = new Set();

	/* Returns the FNV-1a hash of a text. */
	function hash(text) {
		return Array.from(text).reduce(function (h, letter) { return Math.imul(h ^ letter.codePointAt(0), 16777619) >>> 0; }, 2166136261);
	}

	/* Returns the first free mark. Tries all marks without bars, beginning with that of the hash, and then those
	 * with bars. */
	function choose(identity) {
		var first = hash(identity) % PLAIN;
		for (var n = 0; n < ALL; n++) {
			var face = (first + n) % PLAIN + Math.floor(n / PLAIN) * PLAIN;
			if (!taken.has(face))
				return face;
		}
		return first;
	}

	/* Gives each robot, {robot (its name), sha256}, a mark, if it has none. The marks do not depend on the order of
	 * the list, so pages with the same robots agree. */
	report.meet = function (robots) {
		function identity(robot) {
			return robot.sha256 || robot.robot;
		}
		robots.filter(function (robot) { return !faces.has(robot.robot); }).sort(function (a, b) {
			var one = [identity(a), a.robot], other = [identity(b), b.robot], i = one[0] === other[0] ? 1 : 0;
			return one[i] < other[i] ? -1 : one[i] > other[i] ? 1 : 0;
		}).forEach(function (robot) {
			var face = choose(identity(robot));
			taken.add(face);
			faces.set(robot.robot, face);
		});
	};

	/* Appends the mark of the robot: an element "svg" or, in a chart, a group of 13 pixels at the place `at`, {x,
	 * y}. Returns the mark, or null if no robot has this name. */
	report.face = function (parent, name, at) {
		var face = faces.get(name);
		if (face === undefined)
			return null;
		var svg = report.make(parent, at ? "g" : "svg", {viewBox: at ? null : "0 0 20 20", "aria-hidden": "true", "class": "face", "data-face": face,
			transform: at ? "translate(" + at.x + " " + at.y + ") scale(.65)" : null});
		report.make(svg, "path", {"class": "colour-" + Math.floor(face % PLAIN / SHAPES.length), d: SHAPES[face % SHAPES.length]});
		if (face >= PLAIN)
			report.make(svg, "path", {"class": "bar", d: "M0 10h20", transform: "rotate(" + 45 * (Math.floor(face / PLAIN) - 1) + " 10 10)"});
		return svg;
	};

	/* Appends a name (putName), with the robot's mark before it if it is the name of a robot. `key` is the name
	 * that report.meet got for this robot, if that is another one. */
	report.putRobot = function (parent, name, key) {
		var place = report.putName(parent, name);
		if (report.face(place, key || name))
			place.className = "faced";
		return place;
	};

	report.meet(report.data.robots);
})();
