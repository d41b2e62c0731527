/* analysis.js - how the robots played: bids and calls of all robots in a table, and details of one at a time. For each
 * robot, data.analysis has the output of `arena analyse --output json` (docs/analysis.md), and "tables" of texts
 * (output/analysis_json.c). */
(function () {
	"use strict";
	var list = report.data.analysis || [], WIDTH = 340, LEFT = 92, ROW = 26;

	function drawSummary() {
		var tables = list.map(function (a) { return a.tables.summary; });
		var columns = report.textColumns(tables[0]);
		columns.slice(1).forEach(function (c) { c.draw = function (cell, row) { report.addSpread(cell, c.value(row)); }; });
		report.addTable(report.byId("analysis-table"), "Bids and calls", columns, tables.map(function (t) { return t.rows[0]; }))
			.attr("class", "wide lines labelled");
	}

	function addWorst(place, a) {
		var panel;
		if (!a.worst || !a.worst.length)
			return;
		panel = place.append("div").attr("class", "panel whole");
		panel.append("h3").text("Losses worth looking at");
		var columns = report.textColumns(a.tables.worst);
		columns.push({title: "where", style: "name", draw: function (cell, row) {
			var loss = a.worst[a.tables.worst.rows.indexOf(row)];
			report.addMove(cell, report.ofName(a.robot), loss, loss.is_call ? 0 : loss.bid);
		}});
		report.addTable(report.addScroll(panel, "Losses worth looking at"), "Losses worth looking at", columns, a.tables.worst.rows)
			.attr("class", "lines labelled");
		panel.append("p").attr("class", "note").text("Lost hands with the costliest decisions, given the robot's dice.");
	}

	/* ---- one robot -------------------------------------------------------------------- */

	/* Adds a panel with a heading, a chart, and the same data as a table. Returns the chart. */
	function addPanel(place, title, note, columns, rows) {
		var panel = place.append("div").attr("class", "panel");
		panel.append("h3").text(title);
		var svg = panel.append("svg").attr("role", "img").attr("aria-label", title + "; the numbers are in the table below");
		panel.append("p").attr("class", "note").text(note);
		var details = panel.append("details");
		details.append("summary").text("The same data as a table");
		report.addTable(report.addScroll(details, title), title, columns, rows);
		return svg;
	}

	function addTicks(svg, x, height) {
		x.ticks(4).forEach(function (tick) {
			svg.append("line").attr("class", "rule").attr("x1", x(tick)).attr("x2", x(tick)).attr("y2", height);
			svg.append("text").attr("x", x(tick)).attr("y", height + 14).attr("text-anchor", "middle").text(Math.round(1000 * tick) / 10 + "%");
		});
	}

	/* Returns the rows of a chart of wins (by seat, by neighbour, ...): {label, robot (its mark is shown at the
	 * label; may be missing), n, value, low, high}. */
	function winRows(list, label) {
		return list.map(function (entry) {
			return {label: label(entry), robot: entry.robot, n: entry.games, value: entry.wins.mean, low: entry.wins.low, high: entry.wins.high};
		});
	}

	/* Returns the columns of such rows. `what` has the titles for label and n. */
	function shareColumns(what) {
		return [
			{title: what[0], name: true, value: function (r) { return r.label; }},
			{title: what[1], value: function (r) { return report.count(r.n); }},
			{title: "share (95\u202f% interval)", value: function (r) { return report.spread(r.value, r.low, r.high, 1); }}
		];
	}

	/* Draws such rows as a chart. `fair` is the value that is expected without an effect. */
	function drawShares(place, title, note, what, rows, fair) {
		var height = ROW * rows.length, svg = addPanel(place, title, note, shareColumns(what), rows);
		var x = d3.scaleLinear().domain([Math.min(fair, d3.min(rows, function (r) { return r.low; })),
			Math.max(fair, d3.max(rows, function (r) { return r.high; }))]).range([LEFT, WIDTH - 22]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + (height + 20));
		addTicks(svg, x, height);
		svg.append("line").attr("class", "fair").attr("x1", x(fair)).attr("x2", x(fair)).attr("y2", height);
		var labels = rows.map(function (r) { return r.label; });
		rows.forEach(function (r, i) {
			var y = ROW * (i + 0.5);
			var hasFace = r.robot && report.face(svg.node(), r.robot, {x: LEFT - 25, y: y - 6.5});
			svg.append("text").attr("x", LEFT - (hasFace ? 29 : 12)).attr("y", y + 4).attr("text-anchor", "end").text(report.clip(r.label, hasFace ? 9 : 12, labels));
			svg.append("path").attr("class", "whisker").attr("d", "M" + x(r.low) + "," + (y - 5) + "v10m0,-5H" + x(r.high) + "m0,-5v10");
			svg.append("circle").attr("class", "ringed").attr("cx", x(r.value)).attr("cy", y).attr("r", 5);
		});
	}

	/* Draws such rows in order of time, from left to right. */
	function drawCourse(place, title, note, what, rows, robot) {
		var HEIGHT = 200, LOW = 46, svg = addPanel(place, title, note, shareColumns(what), rows);
		var x = d3.scaleLinear().domain([-0.5, rows.length - 0.5]).range([LOW, WIDTH - 8]);
		var y = d3.scaleLinear().domain([Math.min(robot.fair, d3.min(rows, function (r) { return r.low; })),
			Math.max(robot.fair, d3.max(rows, function (r) { return r.high; }))]).nice(5).range([HEIGHT, 8]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + (HEIGHT + 40));
		y.ticks(5).forEach(function (tick) {
			svg.append("line").attr("class", "rule").attr("x1", LOW).attr("x2", WIDTH - 8).attr("y1", y(tick)).attr("y2", y(tick));
			svg.append("text").attr("x", LOW - 8).attr("y", y(tick) + 4).attr("text-anchor", "end").text(Math.round(1000 * tick) / 10 + "%");
		});
		svg.append("line").attr("class", "fair").attr("x1", LOW).attr("x2", WIDTH - 8).attr("y1", y(robot.fair)).attr("y2", y(robot.fair));
		svg.append("line").attr("class", "mean").attr("x1", LOW).attr("x2", WIDTH - 8).attr("y1", y(robot.wins.mean)).attr("y2", y(robot.wins.mean));
		rows.forEach(function (r, i) {
			svg.append("path").attr("class", "whisker").attr("d", "M" + (x(i) - 4) + "," + y(r.low) + "h8m-4,0V" + y(r.high) + "m-4,0h8");
			svg.append("circle").attr("class", "ringed").attr("cx", x(i)).attr("cy", y(r.value)).attr("r", 4);
			svg.append("text").attr("x", x(i)).attr("y", HEIGHT + 16).attr("text-anchor", "middle").text(r.mark);
		});
		svg.append("text").attr("x", x((rows.length - 1) / 2)).attr("y", HEIGHT + 34).attr("text-anchor", "middle").text(what[0]);
	}

	function drawCourses(place, robot) {
		var seats = "The dashed line is the fair share, the full line the mean of all these games.";
		function range(from, to) {
			return from === to ? String(from) : from + "\u2013" + to;
		}
		if (robot.by_game.length > 1)
			drawCourse(place, "Wins by game of a match", "A robot keeps its memory within a match; this shows whether it learns. " + seats, ["game of the match", "games"],
				winRows(robot.by_game, function (g) { return range(g.first, g.last); }).map(function (r) { r.mark = r.label; return r; }), robot);
		if (robot.by_time.length > 1)
			drawCourse(place, "Wins in the course of the run", (report.data.format === "table" || report.data.format === "pool" ? "" : "At each table, in the order " +
				"of its matches. ") + "A robot has fresh memory in each match, so its wins can change only if its plays depend on more than the seed. " + seats, ["part of the run, %", "games"],
				winRows(robot.by_time, function (t) { return Math.round(100 * t.from) + "\u2013" + report.percent(t.to, 0); }).map(function (r, i) {
					r.mark = Math.round(100 * robot.by_time[i].to);
					return r;
				}), robot);
	}

	/* Returns the tenths that contain bids, of both calibrations: of bids that the robot called, and of bids that
	 * it let stand. */
	function bins(calibration) {
		return ["called", "passed"].reduce(function (rows, kind) {
			return rows.concat(calibration[kind].bins.filter(function (bin) { return bin["true"].trials; }).map(function (bin) {
				return {kind: kind, from: bin.from, to: bin.to, predicted: bin.predicted, is: bin["true"]};
			}));
		}, []);
	}

	function drawGrid(svg, x, y, size) {
		[0, 0.25, 0.5, 0.75, 1].forEach(function (tick) {
			svg.append("line").attr("class", "rule").attr("x1", x(tick)).attr("x2", x(tick)).attr("y1", y(0)).attr("y2", y(1));
			svg.append("line").attr("class", "rule").attr("x1", x(0)).attr("x2", x(1)).attr("y1", y(tick)).attr("y2", y(tick));
			svg.append("text").attr("x", x(tick)).attr("y", size + 24).attr("text-anchor", "middle").text(100 * tick + "%");
			svg.append("text").attr("x", x(0) - 11).attr("y", y(tick) + 4).attr("text-anchor", "end").text(100 * tick + "%");
		});
		svg.append("text").attr("x", x(0.5)).attr("y", size + 42).attr("text-anchor", "middle").text("chance by its own dice");
		svg.append("text").attr("transform", "translate(12," + y(0.5) + ") rotate(-90)").attr("text-anchor", "middle").text("share that was true");
		svg.append("line").attr("class", "fair").attr("x1", x(0)).attr("y1", y(0)).attr("x2", x(1)).attr("y2", y(1));
	}

	function drawCalibration(place, robot) {
		var rows = bins(robot.calibration), size = 250;
		var svg = addPanel(place, "How likely bids were when it answered", "Squares are bids that it called, rings are bids that it let pass, by tenths of the chance, with 95\u202f% " +
			"intervals. On the dashed line the bids of others carry no information; above it they are true more often than its own dice suggest. Squares should be low, rings high.", [
			{title: "chance", name: true, value: function (r) { return Math.round(100 * r.from) + "\u2013" + report.percent(r.to, 0); }},
			{title: "answer", style: "name", value: function (r) { return r.kind; }},
			{title: "bids", value: function (r) { return report.count(r.is.trials); }},
			{title: "mean chance", value: function (r) { return report.percent(r.predicted, 1); }},
			{title: "true", value: function (r) { return report.spread(r.is.value, r.is.low, r.is.high, 1); }}
		], rows);
		var x = d3.scaleLinear().range([62, 62 + size]), y = d3.scaleLinear().range([size + 8, 8]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + (size + 48));
		drawGrid(svg, x, y, size);
		rows.forEach(function (r) {
			var at = x(r.predicted) + (r.kind === "called" ? -2 : 2), middle = y(r.is.value);
			svg.append("path").attr("class", "whisker thin " + r.kind).attr("d", "M" + at + "," + y(r.is.low) + "V" + y(r.is.high));
			if (r.kind === "called")
				svg.append("rect").attr("class", "square").attr("x", at - 4.5).attr("y", middle - 4.5).attr("width", 9).attr("height", 9);
			else
				svg.append("circle").attr("class", "ringed").attr("cx", at).attr("cy", middle).attr("r", 5);
		});
	}

	function drawLosses(place, robot) {
		var rows = robot.losses.filter(function (l) { return l.hands > 0; });
		var total = d3.sum(rows, function (l) { return l.hands; });
		if (!total)
			return;
		var svg = addPanel(place, "How it lost hands", "Shares of the " + report.plural(total, "hand", "hands") + " that it lost.",
			report.textColumns(robot.tables.losses), robot.tables.losses.rows);
		var x = d3.scaleLinear().domain([0, d3.max(rows, function (l) { return l.hands; })]).range([0, WIDTH - 60]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + 44 * rows.length);
		rows.forEach(function (l, i) {
			svg.append("text").attr("y", 44 * i + 14).text(l.because);
			svg.append("rect").attr("class", "bar").attr("y", 44 * i + 20).attr("width", Math.max(1, x(l.hands))).attr("height", 12).attr("rx", 2);
			svg.append("text").attr("x", x(l.hands) + 7).attr("y", 44 * i + 30).text(report.percent(l.hands / total, 1));
		});
	}

	function drawRobot(robot) {
		var body = report.byId("analysis-body"), left, place;
		body.selectAll("*").remove();
		left = body.append("div").attr("class", "column");
		place = body.append("div").attr("class", "column");
		drawCalibration(left, robot);
		drawCourses(left, robot);
		drawLosses(place, robot);
		drawShares(place, "Wins by seat", "The first seat opens the first hand; the dashed line is the fair share.", ["seat", "games"],
			winRows(robot.by_seat, function (s) { return "seat " + (s.seat + 1); }), robot.fair);
		if (robot.by_neighbour.length > 1)
			drawShares(place, "Wins by neighbour", "By the robot that sat before it and whose bids it answered; the dashed line is the fair share.",
				["neighbour", "games"], winRows(robot.by_neighbour, function (b) { return b.robot; }), robot.fair);
		if (robot.by_dice.length > 1)
			drawShares(place, "Hands lost by its number of dice", "The dashed line is the fair share.", ["dice", "hands"], robot.by_dice.map(function (d) {
				return {label: report.plural(d.dice, "die", "dice"), n: d.lost.trials, value: d.lost.value, low: d.lost.low, high: d.lost.high};
			}), robot.fair);
		addWorst(body, robot);
	}

	function baselineWords() {
		return list[0].baseline ? " The baseline is " + list[0].baseline.robot + ": it plays the same dice as each robot, in its seats and against the same others." : "";
	}

	/* Names the robots whose games were left out because a timeout takes as long as thousands of plays. */
	function slowWords() {
		var names = report.data.slow.map(function (index) { return report.robot(index).robot; });
		return !names.length ? "" : " Often too slow: " + names.join(", ") + ". Matches with " + (names.length > 1 ? "these robots" : "it") +
			" are left out if there are others. For a slow robot, the number of analysed games is limited so that about three timeouts are expected.";
	}

	if (list.length) {
		report.byId("analysis").attr("hidden", null);
		report.byId("analysis-lead").text("A sample of each robot\u2019s games, analysed with arena analyse: how often its bids were false, and how " +
			"good its calls were." + baselineWords() + slowWords());
		drawSummary();
		report.byId("analysed").on("change", function () { drawRobot(list[+this.value]); }).selectAll("option").data(list).enter()
			.append("option").attr("value", function (a, i) { return i; }).text(function (a) { return a.robot; });
		drawRobot(list[0]);
	}
})();
