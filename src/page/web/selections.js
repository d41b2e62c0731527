/* selections.js - names, texts and tables by D3, for the pages with charts.
 *
 * Text from robots is only inserted as text, by D3's text() and attr(), never by html(). */
(function () {
	"use strict";

	report.byId = function (id) {
		return d3.select(document.getElementById(id));
	};

	report.addName = function (selection, name) {
		report.putName(selection.node(), name);
	};

	/* With the mark of the robot (faces.js). */
	report.addRobot = function (selection, name, key) {
		report.putRobot(selection.node(), name, key);
	};

	report.addText = function (selection, text) {
		selection.node().appendChild(document.createTextNode(text));
	};

	report.addRobots = function (selection, names, keys) {
		names.forEach(function (name, i) {
			report.addText(selection, i ? ", " : "");
			report.addRobot(selection, name, keys && keys[i]);
		});
	};

	/* A link to a hand, {game, hand}, if the page has the game, else the command that replays it. */
	report.addPlace = function (cell, place) {
		if (report.data.games.some(function (g) { return g.number === place.game; }))
			cell.append("a").attr("href", "#game-" + place.game + "/h" + place.hand).text("game " + place.game + ", hand " + place.hand);
		else
			cell.append("code").text("arena replay " + report.data.run + " " + place.game + " # hand " + place.hand);
	};

	/* The hand of a game on the page in which the robot had this fault: {game, hand}; or undefined. */
	report.placeOfFault = function (robot, kind) {
		var found;
		report.data.games.forEach(function (g) {
			g.hands.forEach(function (hand, h) {
				if (!found && hand.steps.some(function (step) { return step.verdict === kind && g.seats[step.seat].robot === robot.index; }))
					found = {game: g.number, hand: h + 1};
			});
		});
		return found;
	};

	/* Appends a part that scrolls if its content is too wide; by keyboard, too. */
	report.addScroll = function (selection, name) {
		return selection.append("div").attr("class", "scroll").attr("role", "region").attr("tabindex", 0).attr("aria-label", name + ", table");
	};

	/* Sorts the rows by a column; in reverse if they are already sorted by it. */
	function sortBy(table, head, c) {
		var before = head.getAttribute("aria-sort"), order = before === "descending" || !before && !c.isDown ? "ascending" : "descending";
		table.selectAll("thead th").attr("aria-sort", function () { return this === head ? order : null; });
		table.selectAll("tbody tr").sort(function (a, b) { return (order === "ascending" ? 1 : -1) * d3.ascending(c.sort(a), c.sort(b)); });
	}

	/* "27.8 % (26.7 to 28.9)". */
	report.spread = function (share, low, high, digits) {
		return report.percent(share, digits) + " (" + (100 * low).toFixed(digits) + "\u00a0to\u00a0" + (100 * high).toFixed(digits) + ")";
	};

	/* Adds such a text, in two lines where a table has no room for one. */
	report.addSpread = function (cell, text) {
		var at = text.indexOf(" (");
		report.addText(cell, at < 0 ? text : text.slice(0, at + 1));
		if (at >= 0)
			cell.append("span").attr("class", "spread").text(text.slice(at + 1));
	};

	/* The columns of a table of texts, {titles, rows}, for addTable: rows are arrays of texts. */
	report.textColumns = function (table) {
		return table.titles.map(function (title, i) {
			return {title: title, name: i === 0, value: function (row) { return report.minus(row[i]); }};
		});
	};

	/* Appends a table. columns: {title, name (is it a column of names?), value(row), draw(cell, row), sort(row): the
	 * sort key for a click on the header, isDown: whether the highest comes first, order: in which the rows are sorted by it now}. */
	report.addTable = function (selection, caption, columns, rows) {
		var table = selection.append("table");
		table.append("caption").attr("class", "unseen").text(caption);
		var head = table.append("thead").append("tr").selectAll("th").data(columns).enter().append("th")
			.attr("scope", "col").attr("class", function (c) { return c.name ? "name" : c.style || null; })
			.attr("aria-sort", function (c) { return c.order || null; });
		head.each(function (c) {
			var head = this;
			if (c.head)
				c.head(d3.select(this));
			else if (c.sort)
				d3.select(this).append("button").attr("type", "button").attr("class", "sorts").text(c.title)
					.on("click", function () { sortBy(table, head, c); });
			else
				d3.select(this).text(c.title);
		});
		var lines = table.append("tbody").selectAll("tr").data(rows).enter().append("tr");
		columns.forEach(function (c) {
			lines.append(c.name ? "th" : "td").attr("scope", c.name ? "row" : null).attr("data-title", c.title || null)
				.attr("class", c.name ? "name" : c.style || null).each(function (row) {
					if (c.draw)
						c.draw(d3.select(this), row);
					else if (c.name)
						report.addRobot(d3.select(this), c.value(row));
					else
						d3.select(this).text(c.value(row));
				});
		});
		return table;
	};
})();
