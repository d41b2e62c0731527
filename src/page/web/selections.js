/* selections.js - names, texts and tables by D3, for the pages with charts.
 *
 * Whatever comes from robots is written as text: D3's text() and attr(), never html(). */
(function () {
	"use strict";

	report.byId = function (id) {
		return d3.select(document.getElementById(id));
	};

	/* A robot's name keeps to itself, whatever direction its letters run in. */
	report.addName = function (selection, name) {
		return selection.append("bdi").text(name);
	};

	report.addText = function (selection, text) {
		selection.node().appendChild(document.createTextNode(text));
	};

	/* The rows by a column, or the other way round when they are so already. */
	function sortBy(table, head, sort) {
		var isUp = head.getAttribute("aria-sort") === "ascending";
		table.selectAll("thead th").attr("aria-sort", function () { return this === head ? isUp ? "descending" : "ascending" : null; });
		table.selectAll("tbody tr").sort(function (a, b) { return (isUp ? -1 : 1) * d3.ascending(sort(a), sort(b)); });
	}

	/* Appends a table: columns are {title, name (is it a column of names), value(row), draw(cell, row), sort(row): what a click on the head
	 * sorts by, best first}. */
	report.addTable = function (selection, caption, columns, rows) {
		var table = selection.append("table");
		table.append("caption").attr("class", "unseen").text(caption);
		var head = table.append("thead").append("tr").selectAll("th").data(columns).enter().append("th")
			.attr("scope", "col").attr("class", function (c) { return c.name ? "name" : c.style || null; });
		head.each(function (c) {
			var head = this;
			if (c.head)
				c.head(d3.select(this));
			else if (c.sort)
				d3.select(this).append("button").attr("type", "button").attr("class", "sorts").text(c.title)
					.on("click", function () { sortBy(table, head, c.sort); });
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
						report.addName(d3.select(this), c.value(row));
					else
						d3.select(this).text(c.value(row));
				});
		});
		return table;
	};
})();
