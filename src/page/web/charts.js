/* charts.js - the rating of a robot by version, and the change by each version. */
(function () {
	"use strict";
	var data = report.data, WIDTH = 640, HEIGHT = 260, EDGE = {top: 22, right: 20, bottom: 44, left: 52};

	function bounds(version) {
		return version.kind === "none" ? [0, 0] : [version.low, version.high];
	}

	function drawAxes(svg, x, y, versions, title) {
		svg.append("text").attr("x", 4).attr("y", 12).text(title);
		y.ticks(5).forEach(function (tick) {
			svg.append("line").attr("class", tick ? "rule" : "fair").attr("x1", EDGE.left).attr("x2", WIDTH - EDGE.right).attr("y1", y(tick)).attr("y2", y(tick));
			svg.append("text").attr("x", EDGE.left - 8).attr("y", y(tick) + 4).attr("text-anchor", "end").text(report.signed(tick));
		});
		var every = Math.ceil(versions.length / 8);
		versions.forEach(function (v, i) {
			if (i % every)
				return;
			svg.append("text").attr("x", x(i)).attr("y", HEIGHT - 24).attr("text-anchor", "middle").text(v.label.slice(0, 12));
			svg.append("text").attr("x", x(i)).attr("y", HEIGHT - 9).attr("text-anchor", "middle").text("run " + v.run);
		});
	}

	function addSvg(place, label) {
		return place.append("svg").attr("viewBox", "0 0 " + WIDTH + " " + HEIGHT).attr("role", "img")
			.attr("aria-label", label + " by version; the same numbers are in the table below");
	}

	function scaleOf(low, high) {
		return d3.scaleLinear().domain([Math.min(low, -10), Math.max(high, 10)]).nice().range([HEIGHT - EDGE.bottom, EDGE.top]);
	}

	/* The line connects versions that can be compared: those that played the same opponents. */
	function drawLine(svg, x, y, versions) {
		var line = d3.line().x(function (p) { return x(p.i); }).y(function (p) { return y(p.v.elo); });
		var points = versions.map(function (v, i) { return {v: v, i: i}; }).filter(function (p) { return p.v.kind !== "none"; });
		var islands = d3.nest().key(function (p) { return p.v.island; }).entries(points);
		islands.forEach(function (island) {
			svg.append("path").attr("class", "line").attr("d", line(island.values));
		});
		points.forEach(function (p) {
			svg.append("line").attr("class", "range").attr("x1", x(p.i)).attr("x2", x(p.i)).attr("y1", y(bounds(p.v)[0])).attr("y2", y(bounds(p.v)[1]));
			svg.append("circle").attr("class", "dot").attr("cx", x(p.i)).attr("cy", y(p.v.elo)).attr("r", 4.5);
		});
		return islands.length;
	}

	/* Above zero the version is better than the previous one. */
	function drawChanges(place, x, versions) {
		var changed = versions.filter(function (v) { return v.change; });
		if (!changed.length)
			return;
		var svg = addSvg(place, "Change from the version before"), y = scaleOf(d3.min(changed, function (v) { return v.change.low; }),
			d3.max(changed, function (v) { return v.change.high; }));
		drawAxes(svg, x, y, versions, "change from the version before, Elo");
		versions.forEach(function (v, i) {
			if (!v.change)
				return;
			svg.append("path").attr("class", "whisker").attr("d", "M" + (x(i) - 5) + "," + y(v.change.low) + "h10m-5,0V" + y(v.change.high) + "m-5,0h10");
			svg.append("circle").attr("class", "ringed").attr("cx", x(i)).attr("cy", y(v.change.elo)).attr("r", 5);
		});
	}

	function changeText(change) {
		return change ? report.signed(change.elo) + " (" + report.signed(change.low) + "\u00a0to\u00a0" + report.signed(change.high) + ")" : "\u2013";
	}

	function drawSeries(series) {
		var versions = series.versions, place = report.byId("versions-charts").append("figure").style("margin", "0 0 1.5rem");
		report.addName(place.append("h3"), series.name);
		var low = d3.min(versions, function (v) { return bounds(v)[0]; }), high = d3.max(versions, function (v) { return bounds(v)[1]; });
		var x = d3.scaleLinear().domain([-0.5, versions.length - 0.5]).range([EDGE.left, WIDTH - EDGE.right]);
		var y = scaleOf(low, high), svg = addSvg(place, "Rating");
		drawAxes(svg, x, y, versions, "rating, Elo");
		if (drawLine(svg, x, y, versions) > 1)
			place.append("p").attr("class", "note").text("Versions that are not joined by a line never met the same robots and cannot be compared.");
		drawChanges(place, x, versions);
		var details = place.append("details");
		details.append("summary").text("The same as a table");
		report.addTable(report.addScroll(details, "Versions of " + series.name), "Versions", [
			{title: "version", name: true, value: function (v) { return v.label; }},
			{title: "first run", value: function (v) { return v.run; }},
			{title: "games", value: function (v) { return report.count(v.games); }},
			{title: "rating (Elo)", value: function (v) { return report.rating(v); }},
			{title: "change", value: function (v) { return changeText(v.change); }},
			{title: "SHA-256", style: "name", value: function (v) { return v.sha256.slice(0, 16); }}
		], versions);
	}

	if (data.versions.length) {
		report.byId("versions").attr("hidden", null);
		report.byId("versions-lead").text("Ratings over all runs of these rules in the database, oldest version first, with 95\u202f% intervals, and the " +
			"difference to the version before: it is certain where its interval does not contain 0. " +
			"The label of a version is its own version text, or the beginning of its file's hash.");
		data.versions.forEach(drawSeries);
	}
})();
