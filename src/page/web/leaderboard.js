/* leaderboard.js - the standings as a chart: one row per robot over the whole width, with its interval as a line with
 * end marks, its mean as a ring, and its rating beside it. Brackets join robots whose order is not significant. The
 * table below has the same numbers. */
(function () {
	"use strict";
	var robots = report.data.robots, fair = 1 / report.data.seats, make = report.make;
	var rated = robots.filter(function (r) { return r.rating && r.rating.kind === "between"; });

	/* The contents of a column: its scale, and low, mean and high of a robot. */
	function column(title, rows, of, format, extra) {
		var low = d3.min(rows, function (r) { return of(r).low; }), high = d3.max(rows, function (r) { return of(r).high; });
		var x = d3.scaleLinear().domain([Math.min(low, extra), Math.max(high, extra)]).nice(5).range([0, 100]);
		return {title: title, x: x, of: of, format: format, extra: extra, n_ticks: of === wins ? 5 : 3};
	}

	function wins(r) {
		return {low: r.low, mean: r.win_rate, high: r.high};
	}

	function ratings(r) {
		return {low: r.rating.low, mean: r.rating.elo, high: r.rating.high};
	}

	function place(element, from, to) {
		element.style.setProperty("--from", from.toFixed(2) + "%");
		if (to !== undefined)
			element.style.setProperty("--to", to.toFixed(2) + "%");
	}

	function addAxis(row, c) {
		var track = make(row, "span", {"class": "track axis"});
		make(track, "span", {"class": "axis-title"}, c.title);
		c.x.ticks(c.n_ticks).forEach(function (tick) { place(make(track, "span", {"class": "tick"}, c.format(tick)), c.x(tick)); });
	}

	function addTrack(row, c, robot) {
		var track = make(row, "span", {"class": "track"}), is = c.of(robot);
		c.x.ticks(c.n_ticks).forEach(function (tick) { place(make(track, "i", {"class": "grid"}), c.x(tick)); });
		place(make(track, "i", {"class": "fair-share"}), c.x(c.extra));
		place(make(track, "i", {"class": "interval"}), c.x(is.low), c.x(is.high));
		place(make(track, "i", {"class": "ring"}), c.x(is.mean));
	}

	/* Is the order of these two robots not significant? i is the better one. */
	function isTied(i, j) {
		return robots[i].rank_worst > j && robots[j].rank_best <= i + 1;
	}

	/* The longest runs of rows whose order is not significant: [first, last], and the column in which the bracket is
	 * drawn. */
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
		var figure = report.element("ranking"), columns = [column("share of games won, %", robots, wins, function (v) {
			return String(Math.round(1000 * v) / 10);
		}, fair)], list = brackets(), n = list.length ? 1 + d3.max(list, function (b) { return b.column; }) : 0;
		if (rated.length === robots.length && robots.length > 1)
			columns.push(column("rating, Elo", robots, ratings, report.signed, 0));
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
			report.putName(make(row, "span", {"class": "name", title: robot.robot}), robot.robot);
			columns.forEach(function (c) { addTrack(row, c, robot); });
			make(row, "span", {"class": "value"}, report.percent(robot.win_rate, 1));
		});
		report.element("ranking-note").textContent = "By share of games won. Rings are means, lines their 95\u202f% intervals over " + (report.data.deal_sets ? "sets of matches with the same dice" : "matches") +
			"; dashed: the fair share of " +
			report.percent(fair, 1) + (columns.length > 1 ? ", and the mean rating" : "") + "." +
			(list.length ? " Brackets join robots that these games do not tell apart." : "");
	}

	if (report.data.games_played && robots.length > 1) {
		report.show("ranking-figure", true);
		draw();
	}
})();
