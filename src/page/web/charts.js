/* charts.js - the rating of a robot by version, and the change by each version. */
(function () {
	"use strict";
	var data = report.data, MOST = 640, LEAST = 280, HEIGHT = 260, EDGE = {top: 34, right: 20, bottom: 44, left: 52}, LABEL = 56, LETTER = 6.6;
	var width = MOST; /* width of a chart in pixels; charts are not scaled, so that their text has the size of other
	                   * text */

	function bounds(version) {
		return version.kind === "none" ? [0, 0] : [version.low, version.high];
	}

	function shorten(version, versions) {
		return report.clip(version.label, 12, versions.map(function (v) { return v.label; }));
	}

	/* Draws the mark of a version before its label, if the version plays in this run. */
	function addFace(svg, x, y, version, label) {
		var robot = data.robots.filter(function (r) { return r.sha256 === version.sha256; })[0];
		if (robot)
			report.face(svg.node(), robot.robot, {x: x - LETTER * label.length / 2 - 16, y: y - 11});
	}

	function drawAxes(svg, x, y, versions, title) {
		svg.append("text").attr("x", 4).attr("y", 12).text(title);
		y.ticks(5).forEach(function (tick) {
			svg.append("line").attr("class", tick ? "rule" : "fair").attr("x1", EDGE.left).attr("x2", width - EDGE.right).attr("y1", y(tick)).attr("y2", y(tick));
			svg.append("text").attr("x", EDGE.left - 8).attr("y", y(tick) + 4).attr("text-anchor", "end").text(report.signed(tick));
		});
		var room = Math.max(LABEL, LETTER * d3.max(versions, function (v) { return shorten(v, versions).length; }) + 28);
		var every = Math.ceil(versions.length * room / (width - EDGE.left - EDGE.right));
		versions.forEach(function (v, i) {
			if (i % every)
				return;
			var label = shorten(v, versions);
			addFace(svg, x(i), HEIGHT - 24, v, label);
			svg.append("text").attr("x", x(i)).attr("y", HEIGHT - 24).attr("text-anchor", "middle").text(label);
			svg.append("text").attr("x", x(i)).attr("y", HEIGHT - 9).attr("text-anchor", "middle").text("run " + v.run);
		});
	}

	function addSvg(place, label) {
		return place.append("svg").attr("viewBox", "0 0 " + width + " " + HEIGHT).attr("role", "img")
			.attr("aria-label", label + " by version; the same numbers are in the table below");
	}

	function scaleOf(low, high) {
		return d3.scaleLinear().domain([Math.min(low, -10), Math.max(high, 10)]).nice().range([HEIGHT - EDGE.bottom, EDGE.top]);
	}

	function drawInterval(svg, x, y, low, mean, high, style) {
		svg.append("path").attr("class", "whisker" + style).attr("d", "M" + (x - 5) + "," + y(low) + "h10m-5,0V" + y(high) + "m-5,0h10");
		svg.append("circle").attr("class", "ringed" + style).attr("cx", x).attr("cy", y(mean)).attr("r", 5);
	}

	/* Draws the line of ratings. It connects versions that can be compared, because they played the same
	 * opponents. */
	function drawLine(svg, x, y, versions) {
		var line = d3.line().x(function (p) { return x(p.i); }).y(function (p) { return y(p.v.elo); });
		var points = versions.map(function (v, i) { return {v: v, i: i}; }).filter(function (p) { return p.v.kind !== "none"; });
		var islands = d3.nest().key(function (p) { return p.v.island; }).entries(points);
		islands.forEach(function (island) {
			svg.append("path").attr("class", "line").attr("d", line(island.values));
		});
		points.forEach(function (p) {
			drawInterval(svg, x(p.i), y, bounds(p.v)[0], p.v.elo, bounds(p.v)[1], "");
		});
		return islands.length;
	}

	/* Draws the changes. Above zero the version is better than the previous one. A change is filled if its interval
	 * does not contain 0. */
	function drawChanges(place, x, versions) {
		var changed = versions.filter(function (v) { return v.change; });
		if (!changed.length)
			return;
		var svg = addSvg(place, "Change from the version before"), y = scaleOf(d3.min(changed, function (v) { return v.change.low; }),
			d3.max(changed, function (v) { return v.change.high; })), hasRoom = x(1) - x(0) >= 34;
		drawAxes(svg, x, y, versions, "change from the version before, Elo");
		versions.forEach(function (v, i) {
			if (!v.change)
				return;
			drawInterval(svg, x(i), y, v.change.low, v.change.elo, v.change.high, v.change.low > 0 ? " better" : v.change.high < 0 ? " worse" : "");
			if (hasRoom)
				svg.append("text").attr("class", "chosen").attr("x", x(i)).attr("y", y(v.change.high) - 6).attr("text-anchor", "middle")
					.text(report.signed(v.change.elo));
		});
	}

	function changeText(change) {
		return change ? report.signed(change.elo) + " (" + report.signed(change.low) + "\u00a0to\u00a0" + report.signed(change.high) + ")" : "\u2013";
	}

	/* Draws all charts with the width that is available. */
	function fit() {
		var all = report.byId("versions-charts"), now = Math.max(LEAST, Math.min(MOST, all.node().clientWidth || MOST));
		if (now === width && !all.select("svg").empty())
			return;
		width = now;
		data.versions.forEach(function (series, i) {
			var place = d3.select("#version-charts-" + i);
			place.selectAll("*").remove();
			drawCharts(place, series.versions);
		});
	}

	function addSeries(series, i) {
		var place = report.byId("versions-charts").append("figure");
		report.addName(place.append("h3"), series.name);
		place.append("div").attr("id", "version-charts-" + i);
		addVersionTable(place, series);
	}

	function drawCharts(place, versions) {
		var low = d3.min(versions, function (v) { return bounds(v)[0]; }), high = d3.max(versions, function (v) { return bounds(v)[1]; });
		var x = d3.scaleLinear().domain([-0.5, versions.length - 0.5]).range([EDGE.left, width - EDGE.right]);
		var y = scaleOf(low, high), svg = addSvg(place, "Rating");
		drawAxes(svg, x, y, versions, "rating, Elo");
		if (drawLine(svg, x, y, versions) > 1)
			place.append("p").attr("class", "note").text("Versions that are not joined by a line never met the same robots and cannot be compared.");
		drawChanges(place, x, versions);
	}

	function addVersionTable(place, series) {
		var details = place.append("details");
		details.append("summary").text("The same data as a table");
		report.addTable(report.addScroll(details, "Versions of " + series.name), "Versions", [
			{title: "version", name: true, value: function (v) { return v.label; }},
			{title: "first run", value: function (v) { return v.run; }},
			{title: "games", value: function (v) { return report.count(v.games); }},
			{title: "rating (Elo)", value: function (v) { return report.rating(v); }},
			{title: "change", value: function (v) { return changeText(v.change); }},
			{title: "SHA-256", style: "name", value: function (v) { return v.sha256.slice(0, 16); }}
		], series.versions);
	}

	if (data.versions.length) {
		report.byId("versions").attr("hidden", null);
		report.byId("versions-lead").text("Ratings over all runs of these rules in the database, oldest version first, with 95\u202f% intervals, and the " +
			"difference from the version before. A mark is filled where this interval does not contain 0. " +
			"The label of a version is its own version text or number, with the beginning of its file's hash where that is missing or not unique.");
		data.versions.forEach(addSeries);
		fit();
		window.addEventListener("resize", fit);
	}
})();
