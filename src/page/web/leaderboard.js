/* leaderboard.js - the standings as a chart: one row per robot over the whole width, with the interval of its win rate
 * as a line with end marks, the mean as a ring, and its rating beside them. A rating with only one known bound is an
 * arrow. Brackets join robots whose order is not significant. The table below has the same numbers. */
(function () {
	"use strict";
	var robots = report.data.robots, fair = 1 / report.data.seats, make = report.make;
	var NAME = 30; /* maximum characters of a name, which fit in two lines even on a phone */
	var LETTER = 7, SPACE = 10; /* in pixels: width of a letter of a tick's label, and space between two labels */

	/* Returns a column, with its scale. of(robot) returns low, mean and high, if they are known. */
	function column(title, of, format, extra) {
		var all = robots.map(of), known = d3.merge(all.map(function (is) { return [is.low, is.high, extra]; }));
		var low = d3.min(known), high = d3.max(known), arrow = (high - low || 100) / 8;
		low -= all.some(function (is) { return is.low === undefined && is.high !== undefined; }) ? arrow : 0;
		high += all.some(function (is) { return is.high === undefined && is.low !== undefined; }) ? arrow : 0;
		return {title: title, x: d3.scaleLinear().domain([low, high]).nice(5).range([0, 100]), of: of, format: format, extra: extra};
	}

	function wins(r) {
		return {low: r.low, mean: r.win_rate, high: r.high};
	}

	function ratings(r) {
		var is = r.rating;
		return is.kind === "between" ? {low: is.low, mean: is.elo, high: is.high} : is.kind === "single" ? {low: is.elo, mean: is.elo, high: is.elo} :
			is.kind === "least" ? {low: is.low} : is.kind === "most" ? {high: is.high} : {};
	}

	function place(element, from, to) {
		element.style.setProperty("--from", from.toFixed(2) + "%");
		if (to !== undefined)
			element.style.setProperty("--to", to.toFixed(2) + "%");
		return element;
	}

	function addAxis(row, c) {
		make(make(row, "span", {"class": "track axis"}), "span", {"class": "axis-title"}, c.title);
	}

	function addTrack(row, c, robot) {
		var track = make(row, "span", {"class": "track"}), is = c.of(robot), isMost = is.low === undefined, isLeast = is.high === undefined;
		place(make(track, "i", {"class": "fair-share"}), c.x(c.extra));
		if (!isMost || !isLeast)
			place(make(track, "i", {"class": "interval" + (isMost ? " most" : isLeast ? " least" : "")}), isMost ? 0 : c.x(is.low), isLeast ? 100 : c.x(is.high));
		if (!isMost && !isLeast)
			place(make(track, "i", {"class": "ring"}), c.x(is.mean)).style.setProperty("--room", (c.x(is.high) - c.x(is.low)).toFixed(2) + "%");
	}

	/* Returns as many ticks as there is room for labels. */
	function ticksOf(c, width) {
		var n = 5, ticks = c.x.ticks(n);
		function isTight() {
			var letters = d3.max(ticks, function (tick) { return c.format(tick).length; });
			return ticks.length > 1 && (c.x(ticks[1]) - c.x(ticks[0])) * width / 100 < letters * LETTER + SPACE;
		}
		while (n > 1 && isTight())
			ticks = c.x.ticks(--n);
		return ticks;
	}

	function drawTicks(figure, columns) {
		figure.querySelectorAll(".tick, .grid").forEach(function (old) { old.remove(); });
		var ticks = columns.map(function (c, i) { return ticksOf(c, figure.querySelectorAll(".axis")[i].clientWidth); });
		figure.querySelectorAll(".row").forEach(function (row) {
			row.querySelectorAll(".track").forEach(function (track, i) {
				var isAxis = track.classList.contains("axis"), c = columns[i];
				ticks[i].forEach(function (tick) {
					track.prepend(place(isAxis ? make(track, "span", {"class": "tick"}, c.format(tick)) : make(track, "i", {"class": "grid"}), c.x(tick)));
				});
			});
		});
	}

	/* Returns true if the order of these two robots, of which i is first, is not significant. */
	function isTied(i, j) {
		return robots[i].rank_worst > j && robots[j].rank_best <= i + 1;
	}

	/* Returns the longest runs of rows whose order is not significant: first and last row, and the column in which
	 * the bracket is drawn. */
	function brackets() {
		var list = [], last = -1;
		robots.forEach(function (robot, i) {
			var j = i;
			while (j + 1 < robots.length && isTied(i, j + 1))
				j++;
			if (j > i && j > last)
				list.push({from: i, to: last = j});
		});
		list.forEach(function (bracket, n) {
			var taken = list.slice(0, n).filter(function (other) { return other.to >= bracket.from; }).map(function (other) { return other.column; });
			bracket.column = 0;
			while (taken.indexOf(bracket.column) >= 0)
				bracket.column++;
		});
		return list;
	}

	function addBrackets(row, i, list, n) {
		var cell = make(row, "span", {"class": "brackets"});
		list.forEach(function (bracket) {
			if (i < bracket.from || i > bracket.to)
				return;
			var part = make(cell, "i", {"class": i === bracket.from ? "begins" : i === bracket.to ? "ends" : null});
			part.style.setProperty("--column", bracket.column);
		});
		cell.style.setProperty("--columns", n);
	}

	function draw() {
		var figure = report.element("ranking"), columns = [column("share of games won, %", wins, function (v) {
			return String(Math.round(1000 * v) / 10);
		}, fair)], list = brackets(), n = list.length ? 1 + d3.max(list, function (b) { return b.column; }) : 0;
		if (robots.some(function (r) { return r.rating.kind !== "none"; }))
			columns.push(column("rating, Elo", ratings, report.signed, 0));
		figure.classList.toggle("rated", columns.length > 1);
		var head = make(figure, "div", {"class": "row head"});
		make(head, "span", {"class": "rank"}, "");
		make(head, "span", {"class": "brackets"}).style.setProperty("--columns", n);
		make(head, "span", {"class": "name"}, "");
		columns.forEach(addAxis.bind(null, head));
		make(head, "span", {"class": "value"}, "");
		robots.forEach(function (robot, i) {
			var row = make(figure, "div", {"class": "row"});
			make(row, "span", {"class": "rank"}, String(i + 1));
			addBrackets(row, i, list, n);
			report.putRobot(make(row, "span", {"class": "name", title: robot.robot}),
				report.clip(robot.robot, NAME, robots.map(function (r) { return r.robot; })), robot.robot);
			columns.forEach(function (c) { addTrack(row, c, robot); });
			make(row, "span", {"class": "value"}, report.percent(robot.win_rate, 1));
		});
		drawTicks(figure, columns);
		window.addEventListener("resize", drawTicks.bind(null, figure, columns));
		report.element("ranking-note").textContent = "By share of games won. Rings are means, lines their 95\u202f% intervals over " + (report.data.deal_sets ? "sets of matches with the same dice" : "matches") +
			"; dashed: the fair share of " +
			report.percent(fair, 1) + (columns.length > 1 ? ", and the mean rating" : "") + "." +
			(figure.querySelector(".most, .least") ? " An arrow begins at the limit of a rating that these games limit on one side only." : "") +
			(list.length ? " A bracket joins robots that these games cannot distinguish." : "");
	}

	if (report.data.games_played && robots.length > 1) {
		report.show("ranking-figure", true);
		draw();
	}
})();
