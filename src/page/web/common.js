/* common.js - the data of the page, and the ways in which it may be written.
 *
 * Whatever comes from robots is written as text: D3's text() and attr(), never html(). */
var report = (function () {
	"use strict";
	var data = JSON.parse(document.getElementById("data").textContent);
	var byIndex = {};
	data.robots.forEach(function (robot) { byIndex[robot.index] = robot; });

	function byId(id) {
		return d3.select(document.getElementById(id));
	}

	/* A robot's name keeps to itself, whatever direction its letters run in. */
	function addName(selection, name) {
		return selection.append("bdi").text(name);
	}

	function addText(selection, text) {
		selection.node().appendChild(document.createTextNode(text));
	}

	/* Appends a table: columns are {title, name (is it a column of names), value(row), draw(cell, row)}. */
	function addTable(selection, caption, columns, rows) {
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
						addName(d3.select(this), c.value(row));
					else
						d3.select(this).text(c.value(row));
				});
		});
		return table;
	}

	/* Thousands apart by a narrow no-break space. */
	function count(n) {
		return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
	}

	function percent(share, digits) {
		return (100 * share).toFixed(digits === undefined ? 2 : digits) + "\u202f%";
	}

	/* A time given in microseconds; null is not known. */
	function micros(us) {
		return us === null ? "\u2013" : us < 1000 ? us.toFixed(us < 10 ? 2 : 0) + "\u202f\u00b5s" : (us / 1000).toFixed(1) + "\u202fms";
	}

	function signed(number) {
		var rounded = Math.round(number);
		return (rounded < 0 ? "\u2212" : rounded > 0 ? "+" : "\u00b1") + Math.abs(rounded);
	}

	function plural(n, one, many) {
		return count(n) + "\u00a0" + (n === 1 ? one : many);
	}

	function rating(r) {
		switch (r.kind) {
		case "between": return signed(r.elo) + " (" + signed(r.low) + "\u00a0to\u00a0" + signed(r.high) + ")";
		case "single": return signed(r.elo);
		case "least": return "at least " + signed(r.low);
		case "most": return "at most " + signed(r.high);
		default: return "\u2013";
		}
	}

	/* A colour of the style sheet as it is now, in light or dark. */
	function colour(name) {
		return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
	}

	function onSchemeChange(draw) {
		var query = window.matchMedia("(prefers-color-scheme: dark)");
		if (query.addEventListener)
			query.addEventListener("change", draw);
	}

	return {
		data: data, byId: byId, addName: addName, addText: addText, addTable: addTable, count: count, percent: percent, micros: micros, signed: signed,
		plural: plural, rating: rating, colour: colour, onSchemeChange: onSchemeChange,
		robot: function (index) { return byIndex[index]; },
		setting: function (name) { /* of the rules: "name option=value ..." */
			var found = data.rules.split(" ").filter(function (word) { return word.indexOf(name + "=") === 0; })[0];
			return found ? found.slice(name.length + 1) : "";
		}
	};
})();
