/* live_ratings.js - the ratings of the tourney's robots over time: a chart of the best ones, with their names at the
 * lines, and a table. */
(function () {
	"use strict";
	var MOST = 720, LEAST = 280, HEIGHT = 300, EDGE = {top: 14, right: 190, bottom: 34, left: 52}, LINES = 8, GAP = 14, BAND = 150;
	var width = MOST, letters = 23; /* width: of the chart in pixels, which is not scaled, so that its text has the
	                                 * size of other text; letters: of a name */
	var history = {titles: [], tourneys: []};

	/* Returns a series for each robot, with its points, oldest first. */
	function seriesOf(data) {
		var series = data.titles.map(function (title) { return {title: title, points: []}; });
		data.tourneys.forEach(function (tourney) {
			tourney.ratings.forEach(function (r) {
				series[r[0]].points.push({tourney: tourney.tourney_index, elo: r[1], low: r[2], high: r[3], games: r[4]});
			});
		});
		series.forEach(function (one) { one.last = one.points[one.points.length - 1]; });
		return series.filter(function (one) { return one.last; }).sort(function (a, b) { return b.last.elo - a.last.elo; });
	}

	function drawAxes(svg, x, y, first, last) {
		y.ticks(5).forEach(function (tick) {
			svg.append("line").attr("class", "rule").attr("x1", EDGE.left).attr("x2", width - EDGE.right).attr("y1", y(tick)).attr("y2", y(tick));
			svg.append("text").attr("x", EDGE.left - 8).attr("y", y(tick) + 4).attr("text-anchor", "end").text(report.signed(tick));
		});
		x.ticks(Math.min(6, last - first + 1)).filter(function (tick) { return tick === Math.round(tick); }).forEach(function (tick) {
			svg.append("text").attr("x", x(tick)).attr("y", HEIGHT - 18).attr("text-anchor", "middle").text(tick);
		});
		svg.append("text").attr("x", (EDGE.left + width - EDGE.right) / 2).attr("y", HEIGHT - 4).attr("text-anchor", "middle").text("tourney");
	}

	/* Places the names at the ends of the lines, so that they do not overlap. */
	function placeNames(shown, y) {
		var at = EDGE.top - GAP;
		shown.forEach(function (one) { at = one.y = Math.max(at + GAP, y(one.last.elo) + 4); });
		at = HEIGHT - EDGE.bottom + GAP;
		shown.slice().reverse().forEach(function (one) { at = one.y = Math.min(at - GAP, one.y); });
	}

	function drawOne(svg, one, x, y, isChosen, titles) {
		var line = d3.line().x(function (p) { return x(p.tourney); }).y(function (p) { return y(p.elo); });
		function edge(p, value) {
			return x(p.tourney) + "," + Math.max(EDGE.top, Math.min(HEIGHT - EDGE.bottom, y(value)));
		}
		if (isChosen)
			svg.append("path").attr("class", "band").attr("d", "M" + one.points.map(function (p) { return edge(p, p.high); })
				.concat(one.points.slice().reverse().map(function (p) { return edge(p, p.low); })).join("L") + "Z");
		svg.append("path").attr("class", isChosen ? "line" : "line other").attr("d", line(one.points));
		svg.append("circle").attr("class", "dot").attr("cx", x(one.last.tourney)).attr("cy", y(one.last.elo)).attr("r", isChosen ? 4.5 : 3);
		report.face(svg.node(), one.title, {x: width - EDGE.right + 10, y: one.y - 11});
		svg.append("text").attr("class", isChosen ? "chosen" : null).attr("x", width - EDGE.right + 27).attr("y", one.y)
			.text(report.clip(one.title, letters, titles));
	}

	function fit() {
		width = Math.max(LEAST, Math.min(MOST, report.element("ratings").clientWidth));
		letters = width < 500 ? 12 : 23;
		EDGE.right = width < 500 ? 112 : 190;
	}

	/* Draws the best series and the chosen one. */
	function drawChart(series, chosen) {
		fit();
		report.byId("ratings-figure").selectAll("svg").remove();
		var shown = series.filter(function (one, i) { return i < LINES || one.title === chosen; }), figure = report.byId("ratings-figure");
		var tourneys = history.tourneys, first = tourneys[0].tourney_index, last = tourneys[tourneys.length - 1].tourney_index;
		var all = d3.merge(shown.map(function (one) { return one.points; }));
		/* How far the first intervals are shown, because they are very wide. */
		var room = shown.some(function (one) { return one.title === chosen; }) ? BAND : 10;
		var low = d3.min(all, function (p) { return p.elo; }) - room, high = d3.max(all, function (p) { return p.elo; }) + room;
		var x = d3.scaleLinear().domain([first, Math.max(last, first + 1)]).range([EDGE.left + 4, width - EDGE.right]);
		var y = d3.scaleLinear().domain([low, high]).nice().range([HEIGHT - EDGE.bottom, EDGE.top]);
		var svg = figure.append("svg").attr("viewBox", "0 0 " + width + " " + HEIGHT).attr("role", "img")
			.attr("aria-label", "Ratings by tourney; those after the last one are in the table below");
		drawAxes(svg, x, y, first, last);
		placeNames(shown, y);
		shown.forEach(function (one) { drawOne(svg, one, x, y, one.title === chosen, history.titles); });
	}

	function drawTable(series) {
		report.replaceTable("ratings-table", "Ratings after the last tourney", [
			{title: "rank", value: function (one) { return series.indexOf(one) + 1; }},
			{title: "robot", name: true, draw: function (cell, one) {
				report.addRobot(cell.append("a").attr("href", "#robot-" + encodeURIComponent(one.title)), one.title);
			}},
			{title: "rating (Elo)", value: function (one) { return report.signed(one.last.elo); }},
			{title: "95% interval", value: function (one) { return report.signed(one.last.low) + " to " + report.signed(one.last.high); }},
			{title: "games", value: function (one) { return report.count(one.last.games); }}
		], series, "wide lines");
	}

	function draw(chosen) {
		var series = seriesOf(history);
		report.show("ratings-none", !series.length);
		report.show("ratings-figure", series.length > 0);
		if (!series.length)
			return;
		drawChart(series, chosen);
		drawTable(series);
		report.byId("ratings-note").text("Ratings on the Elo scale (mean 0) after each tourney, from the winners at each table in this season's games with kept " +
			"logs. The intervals hold however often you look." + (series.length > LINES ? " The chart has the best " + LINES + "; choose a robot to add it." : ""));
	}

	report.drawRatings = function (data) {
		history = data;
		report.meetTitles(data.titles);
		draw(report.chosenRobot);
	};

	/* Returns the rating of a robot after the last tourney, or undefined if it has none. */
	report.ratingOf = function (title) {
		return seriesOf(history).filter(function (one) { return one.title === title; }).map(function (one) { return one.last; })[0];
	};

	report.markRating = draw;
	window.addEventListener("resize", function () { draw(report.chosenRobot); });
})();
