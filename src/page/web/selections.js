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

	/* Appends a table: columns are {title, name (is it a column of names), value(row), draw(cell, row)}. */
	report.addTable = function (selection, caption, columns, rows) {
		var table = selection.append("table");
		table.append("caption").attr("class", "unseen").text(caption);
		var head = table.append("thead").append("tr").selectAll("th").data(columns).enter().append("th")
			.attr("scope", "col").attr("class", function (c) { return c.name ? "name" : c.style || null; });
		head.each(function (c) {
			if (c.head)
				c.head(d3.select(this));
			else
				d3.select(this).text(c.title);
		});
		var lines = table.append("tbody").selectAll("tr").data(rows).enter().append("tr");
		columns.forEach(function (c) {
			lines.append(c.name ? "th" : "td").attr("scope", c.name ? "row" : null)
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
