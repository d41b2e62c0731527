/* analysis.js - how the robots played: bids and calls of all in a table, and more of one at a time.
 * data.analysis has what `arena analyse --output json` says of each (docs/analysis.md). */
(function () {
	"use strict";
	var list = report.data.analysis || [], WIDTH = 340, LEFT = 92, ROW = 26;
	var CAUSES = {
		own_bid_called: "its bid was called", own_call_wrong: "its call was wrong", own_exact_wrong: "its \u201cexact\u201d was wrong",
		others_exact_right: "another\u2019s \u201cexact\u201d", illegal: "an illegal play", fault: "a crash or timeout"
	};

	function share(s) {
		return s.trials ? spread(s, 1) : "\u2013";
	}

	function spread(s, digits) {
		return report.percent(s.value, digits) + " (" + (100 * s.low).toFixed(digits) + "\u00a0to\u00a0" + (100 * s.high).toFixed(digits) + ")";
	}

	/* The robot that played the same dice in the others' places. */
	function baseline() {
		return list.filter(function (a) { return a.baseline; })[0].baseline.robot;
	}

	function drawSummary() {
		var columns = [
			{title: "robot", name: true, value: function (a) { return a.robot; }},
			{title: "games", value: function (a) { return report.count(a.games); }},
			{title: "bids false", value: function (a) { return share(a.bids["false"]); }},
			{title: "of these caught", value: function (a) { return share(a.bids.caught); }},
			{title: "calls right", value: function (a) { return share(a.calls.precision); }},
			{title: "false bids called", value: function (a) { return share(a.calls.recall); }}
		];
		if (list.some(function (a) { return a.baseline; }))
			columns.push({title: "ahead of " + baseline() + " in its place", value: function (a) {
				return a.baseline ? (a.baseline.ahead.mean < 0 ? "\u2212" : "+") + report.percent(Math.abs(a.baseline.ahead.mean), 1) : "\u2013";
			}});
		report.addTable(report.byId("analysis-table"), "Bids and calls", columns, list).attr("class", "wide lines labelled");
	}

	/* A link to the hand where the page has the game, else the command that replays it. */
	function addPlace(cell, loss) {
		if (report.data.games.some(function (g) { return g.number === loss.game; }))
			cell.append("a").attr("href", "#game-" + loss.game + "/h" + loss.hand).text("game " + loss.game + ", hand " + loss.hand);
		else
			cell.append("code").text("arena replay " + report.data.run + " " + loss.game + " # hand " + loss.hand);
	}

	function addWorst(place, a) {
		var panel;
		if (!a.worst || !a.worst.length)
			return;
		panel = place.append("div").attr("class", "panel whole");
		panel.append("h3").text("Losses worth looking at");
		report.addTable(panel.append("div").attr("class", "scroll"), "Losses worth looking at", [
			{title: "what", name: true, value: function (loss) { return (loss.is_call ? "called " : "bid ") + loss.words; }},
			{title: "true with", value: function (loss) { return report.percent(loss.chance, 1); }},
			{title: "a call was right with", value: function (loss) { return loss.right === null ? "\u2013" : report.percent(loss.right, 1); }},
			{title: "where", style: "name", draw: addPlace}
		], a.worst);
		panel.append("p").attr("class", "note").text("Lost hands in which another choice promised most, given the robot's dice.");
	}

	/* ---- one robot -------------------------------------------------------------------- */

	/* A panel with a heading, a drawing, and the same as a table. */
	function addPanel(place, title, note, columns, rows) {
		var panel = place.append("div").attr("class", "panel");
		panel.append("h3").text(title);
		var svg = panel.append("svg").attr("role", "img").attr("aria-label", title + "; the numbers are in the table below");
		panel.append("p").attr("class", "note").text(note);
		var details = panel.append("details");
		details.append("summary").text("The same as a table");
		report.addTable(details.append("div").attr("class", "scroll"), title, columns, rows);
		return svg;
	}

	function addTicks(svg, x, height) {
		x.ticks(4).forEach(function (tick) {
			svg.append("line").attr("class", "rule").attr("x1", x(tick)).attr("x2", x(tick)).attr("y2", height);
			svg.append("text").attr("x", x(tick)).attr("y", height + 14).attr("text-anchor", "middle").text(Math.round(1000 * tick) / 10 + "%");
		});
	}

	/* Rows of {label, value, low, high}, and the value that would be nothing special. */
	function drawShares(place, title, note, what, rows, fair) {
		var height = ROW * rows.length, svg = addPanel(place, title, note, [
			{title: what, name: true, value: function (r) { return r.label; }},
			{title: "share (95\u202f% interval)", value: function (r) { return spread(r, 1); }}
		], rows);
		var x = d3.scaleLinear().domain([Math.min(fair, d3.min(rows, function (r) { return r.low; })),
			Math.max(fair, d3.max(rows, function (r) { return r.high; }))]).range([LEFT, WIDTH - 22]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + (height + 20));
		addTicks(svg, x, height);
		svg.append("line").attr("class", "fair").attr("x1", x(fair)).attr("x2", x(fair)).attr("y2", height);
		rows.forEach(function (r, i) {
			var y = ROW * (i + 0.5);
			svg.append("text").attr("x", LEFT - 12).attr("y", y + 4).attr("text-anchor", "end").text(r.label);
			svg.append("path").attr("class", "whisker").attr("d", "M" + x(r.low) + "," + (y - 5) + "v10m0,-5H" + x(r.high) + "m0,-5v10");
			svg.append("circle").attr("class", "ringed").attr("cx", x(r.value)).attr("cy", y).attr("r", 5);
		});
	}

	/* The tenths of both calibrations that have bids: those it called, those it let pass. */
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
			svg.append("text").attr("x", x(0) - 8).attr("y", y(tick) + 4).attr("text-anchor", "end").text(100 * tick + "%");
		});
		svg.append("text").attr("x", x(0.5)).attr("y", size + 42).attr("text-anchor", "middle").text("chance by its own dice");
		svg.append("text").attr("transform", "translate(12," + y(0.5) + ") rotate(-90)").attr("text-anchor", "middle").text("share that was true");
		svg.append("line").attr("class", "fair").attr("x1", x(0)).attr("y1", y(0)).attr("x2", x(1)).attr("y2", y(1));
	}

	function drawCalibration(place, robot) {
		var rows = bins(robot.calibration), size = 250;
		var svg = addPanel(place, "How likely bids were when it answered", "Squares: bids it called; rings: bids it let pass, by tenths, with 95\u202f% " +
			"intervals. On the dashed line the bids of others carry no information; above it they are true more often than the dice alone suggest. Calls should be low, passed bids high.", [
			{title: "chance", name: true, value: function (r) { return Math.round(100 * r.from) + "\u2013" + report.percent(r.to, 0); }},
			{title: "answer", style: "name", value: function (r) { return r.kind; }},
			{title: "bids", value: function (r) { return report.count(r.is.trials); }},
			{title: "mean chance", value: function (r) { return report.percent(r.predicted, 1); }},
			{title: "true", value: function (r) { return spread(r.is, 1); }}
		], rows);
		var x = d3.scaleLinear().range([62, 62 + size]), y = d3.scaleLinear().range([size + 8, 8]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + (size + 48));
		drawGrid(svg, x, y, size);
		rows.forEach(function (r) {
			var at = x(r.predicted) + (r.kind === "called" ? -2 : 2), middle = y(r.is.value);
			svg.append("path").attr("class", "whisker thin").attr("d", "M" + at + "," + y(r.is.low) + "V" + y(r.is.high));
			if (r.kind === "called")
				svg.append("rect").attr("class", "square").attr("x", at - 4.5).attr("y", middle - 4.5).attr("width", 9).attr("height", 9);
			else
				svg.append("circle").attr("class", "ringed").attr("cx", at).attr("cy", middle).attr("r", 5);
		});
	}

	function drawLosses(place, robot) {
		var rows = robot.losses.filter(function (l) { return l.hands > 0 && CAUSES[l.cause]; });
		var total = d3.sum(rows, function (l) { return l.hands; });
		if (!total)
			return;
		var svg = addPanel(place, "How it lost hands", "Shares of the " + report.plural(total, "hand", "hands") + " that it lost.", [
			{title: "because", name: true, value: function (l) { return CAUSES[l.cause]; }},
			{title: "hands", value: function (l) { return report.count(l.hands); }}
		], rows);
		var x = d3.scaleLinear().domain([0, d3.max(rows, function (l) { return l.hands; })]).range([0, WIDTH - 60]);
		svg.attr("viewBox", "0 0 " + WIDTH + " " + 44 * rows.length);
		rows.forEach(function (l, i) {
			svg.append("text").attr("y", 44 * i + 14).text(CAUSES[l.cause]);
			svg.append("rect").attr("class", "bar").attr("y", 44 * i + 20).attr("width", Math.max(1, x(l.hands))).attr("height", 12).attr("rx", 2);
			svg.append("text").attr("x", x(l.hands) + 7).attr("y", 44 * i + 30).text(report.percent(l.hands / total, 1));
		});
	}

	function drawRobot(robot) {
		var place = report.byId("analysis-body");
		place.selectAll("*").remove();
		drawCalibration(place, robot);
		drawLosses(place, robot);
		drawShares(place, "Wins by seat", "The first seat opens the first hand; the dashed line is the fair share.", "seat",
			robot.by_seat.map(function (s) {
				return {label: "seat " + (s.seat + 1), value: s.wins.mean, low: s.wins.low, high: s.wins.high};
			}), robot.fair);
		if (robot.by_dice.length > 1)
			drawShares(place, "Hands lost by its number of dice", "The dashed line is the fair share.", "dice", robot.by_dice.map(function (d) {
				return {label: report.plural(d.dice, "die", "dice"), value: d.lost.value, low: d.lost.low, high: d.lost.high};
			}), robot.fair);
		addWorst(place, robot);
	}

	if (list.length) {
		report.byId("analysis").attr("hidden", null);
		report.byId("analysis-lead").text("A sample of each robot\u2019s games, analysed as by arena analyse: how often its bids were false, and how " +
			"good its calls were.");
		drawSummary();
		report.byId("analysed").on("change", function () { drawRobot(list[+this.value]); }).selectAll("option").data(list).enter()
			.append("option").attr("value", function (a, i) { return i; }).text(function (a) { return a.robot; });
		drawRobot(list[0]);
	}
})();
