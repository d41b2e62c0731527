/* selections.js - names, texts and tables made with D3, for the pages with charts.
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

	/* Adds a name with the mark of the robot (faces.js). */
	report.addRobot = function (selection, name, key) {
		report.putRobot(selection.node(), name, key);
	};

	report.ofName = function (name) {
		return report.data.robots.filter(function (r) { return r.robot === name; })[0];
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

	/* Returns the place of the robot's last step in hand `h` for which is(step) is true: {game, hand, play}, from
	 * 1, or undefined. */
	function placeIn(game, h, robot, is) {
		var at = game.hands[h].steps.map(function (step) { return game.seats[step.seat].robot === robot.index && is(step); }).lastIndexOf(true);
		return at < 0 ? undefined : {game: game.number, hand: h + 1, play: at + 1};
	}

	/* Adds a move of the robot, given by {game, hand} and the play: a link to it if the page has the game, else the
	 * command that replays the game. */
	report.addMove = function (cell, robot, move, play) {
		var game = report.data.games.filter(function (g) { return g.number === move.game; })[0];
		var place = game && placeIn(game, move.hand - 1, robot, function (step) { return step.play === play; });
		if (place)
			report.addPlace(cell, place);
		else
			cell.append("code").text("arena replay " + report.data.run + " " + move.game + " # hand " + move.hand);
	};

	report.addPlace = function (cell, place) {
		cell.append("a").attr("href", report.addressOf(place)).text("game " + place.game + ", hand " + place.hand);
	};

	/* Returns the place, {game, hand, play}, of such a fault of the robot in game `number` or, without a number, in
	 * any game on the page; or undefined. */
	report.placeOfFault = function (robot, kind, number) {
		return d3.merge(report.data.games.filter(function (g) { return number === undefined || g.number === number; }).map(function (g) {
			return g.hands.map(function (hand, h) { return placeIn(g, h, robot, function (step) { return step.verdict === kind; }); });
		})).filter(Boolean)[0];
	};

	/* Appends a part that scrolls if its content is too wide, also by keyboard. */
	report.addScroll = function (selection, name) {
		return selection.append("div").attr("class", "scroll").attr("role", "region").attr("tabindex", 0).attr("aria-label", name + ", table");
	};

	/* Sorts the rows by a column, in reverse if they are already sorted by it. */
	function sortBy(table, head, c) {
		var before = head.getAttribute("aria-sort"), order = before === "descending" || !before && !c.isDown ? "ascending" : "descending";
		table.selectAll("thead th").attr("aria-sort", function () { return this === head ? order : null; });
		table.selectAll("tbody tr").sort(function (a, b) { return (order === "ascending" ? 1 : -1) * d3.ascending(c.sort(a), c.sort(b)); });
	}

	/* Returns "27.8 % (26.7 to 28.9)". */
	report.spread = function (share, low, high, digits) {
		return report.percent(share, digits) + " (" + (100 * low).toFixed(digits) + "\u00a0to\u00a0" + (100 * high).toFixed(digits) + ")";
	};

	/* Adds such a text, which takes two lines in a table that has no room for one. */
	report.addSpread = function (cell, text) {
		var at = text.indexOf(" (");
		report.addText(cell, at < 0 ? text : text.slice(0, at + 1));
		if (at >= 0)
			cell.append("span").attr("class", "spread").text(text.slice(at + 1));
	};

	/* Returns the columns of a table of texts, {titles, rows}, for addTable. Each row is an array of texts. */
	report.textColumns = function (table) {
		return table.titles.map(function (title, i) {
			return {title: title, name: i === 0, value: function (row) { return report.minus(row[i]); }};
		});
	};

	/* Appends a table. Each column is {title, name (true for a column of names), value(row), draw(cell, row),
	 * sort(row) (the key for sorting by a click on the header), isDown (true if the highest value comes first),
	 * order (the order in which the rows are sorted by this column now)}. */
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
