/* tables.js - the summary, the standings, head to head, faults, and the configuration of the run. */
(function () {
	"use strict";
	var data = report.data, robots = data.robots, fair = 1 / data.seats;

	/* ---- the summary -------------------------------------------------------------- */

	function certainty(chance) {
		if (chance >= 0.975)
			return " and is almost certainly stronger than ";
		return chance >= 0.85 ? " and is probably stronger than " : ", but may not be stronger than the next one: ";
	}

	function writeSummary() {
		var lead = report.byId("summary"), first = robots[0];
		report.byId("eyebrow").text("Arena " + data.arena + " \u00b7 run " + data.run);
		document.getElementById("title").textContent = data.robots.length + " robots at " + data.title;
		if (!data.games_played) {
			lead.text("No game of this run is finished.");
			return;
		}
		report.addName(lead, first.robot);
		report.addText(lead, " won " + report.percent(first.win_rate, 1) + " of its " + report.plural(first.games, "game", "games") +
			" (95\u202f% interval " + (100 * first.low).toFixed(1) + " to " + report.percent(first.high, 1) +
			"; a fair share is " + report.percent(fair, 1) + ")");
		var versus = data.versus, next = versus ? versus.robots[1] : undefined, chance = next !== undefined && versus.better[0][1];
		/* versus.robots[1] is the next different robot, which robots[1] need not be, because a robot may take
		 * part several times. */
		if (typeof chance === "number" && versus.robots[0] === first.index) {
			report.addText(lead, certainty(chance));
			report.addName(lead, report.robot(next).robot);
			report.addText(lead, " (chance " + report.chance(chance) + ")");
		}
		report.addText(lead, ".");
		if (!data.complete)
			report.addText(lead, " The run is not complete: " + report.count(data.games_played) + " of " +
				report.count(data.games_asked) + " games.");
	}

	/* ---- the standings ------------------------------------------------------------ */

	var FAULTS = {illegal: ["illegal"], timeouts: ["timeout"], crashes: ["crash", "load"]};

	function faults(r) {
		return Object.keys(FAULTS).filter(function (key) { return r[key] > 0; });
	}

	/* Adds the numbers of faults, each with a link to a game that has such a fault. */
	function addFaults(cell, r) {
		cell.text(faults(r).length ? "" : "\u2013");
		faults(r).forEach(function (key, i) {
			var words = report.count(r[key]) + " " + key, place = FAULTS[key].map(function (kind) { return report.placeOfFault(r, kind); }).filter(Boolean)[0];
			report.addText(cell, i ? ", " : "");
			if (place)
				cell.append("a").attr("href", report.addressOf(place)).text(words);
			else
				report.addText(cell, words);
		});
	}

	/* The columns of output/standings_forms.c that drawStandings omits or shows in a special way. All others are
	 * shown as numbers. */
	var own = ["rank", "robot", "games", "wins", "win_rate", "low", "corrected", "corrected_low", "as_games", "place", "asks", "illegal", "timeouts", "crashes"];

	function columnOf(listed) {
		return {title: listed.title, isDown: true, sort: function (r) { return r[listed.key]; }, value: function (r) {
			var value = r[listed.key];
			return Number.isInteger(value) ? report.count(value) : value.toFixed(2);
		}};
	}

	var isCorrected = robots.some(function (r) { return r.corrected !== null; });

	function drawStandings() {
		var columns = [
			{title: "rank", order: "ascending", sort: function (r) { return robots.indexOf(r); }, value: function (r) {
				return r.rank_best < r.rank_worst ? r.rank_best + "\u2013\u2060" + r.rank_worst : r.rank_best;
			}},
			{title: "robot", name: true, sort: function (r) { return r.robot; }, value: function (r) { return r.robot; }},
			{title: "win rate", isDown: true, sort: function (r) { return r.win_rate; }, draw: function (cell, r) {
				report.addSpread(cell, report.spread(r.win_rate, r.low, r.high, 2));
			}},
			{title: "without luck", isDown: true, sort: function (r) { return r.corrected; }, draw: function (cell, r) {
				report.addSpread(cell, r.corrected === null ? "\u2013" : report.spread(r.corrected, r.corrected_low, r.corrected_high, 2));
			}},
			{title: "as games", isDown: true, sort: function (r) { return r.as_games; }, value: function (r) {
				return r.as_games === null ? "\u2013" : report.count(Math.round(r.as_games));
			}},
			{title: "rating (Elo)", isDown: true, sort: function (r) {
				return {between: r.rating.elo, single: r.rating.elo, least: r.rating.low, most: r.rating.high, none: -Infinity}[r.rating.kind];
			}, draw: function (cell, r) { report.addSpread(cell, report.rating(r.rating)); }}
		];
		if (!isCorrected)
			columns.splice(3, 2);
		if (data.seats > 2)
			columns.push({title: "mean place", sort: function (r) { return r.place; }, value: function (r) { return r.place.toFixed(2); }});
		columns.push({title: "games", isDown: true, sort: function (r) { return r.games; }, value: function (r) { return report.count(r.games); }});
		data.columns.filter(function (listed) { return own.indexOf(listed.key) < 0; }).forEach(function (listed) {
			columns.push(columnOf(listed));
		});
		if (robots.some(function (r) { return r.cpu_us !== null; }))
			columns.push({title: "CPU per ask", sort: function (r) { return r.cpu_us; }, value: function (r) { return report.micros(r.cpu_us); }});
		if (robots.some(function (r) { return faults(r).length; }))
			columns.push({title: "faults", isDown: true, sort: function (r) { return r.illegal + r.timeouts + r.crashes; }, draw: addFaults});
		report.addTable(report.byId("standings-table"), "Robots by win rate", columns, robots).attr("class", "wide standings lines");
		if (data.islands > 1)
			report.addText(report.byId("standings-note"), "Some of these robots never met, not even through others: their ratings cannot be compared.");
	}

	/* ---- head to head ------------------------------------------------------------- */

	var MANY = 12; /* with more robots than this, numbers have no decimals */

	function heatScale(cells) {
		var reach = Math.max(0.1, d3.max(cells, function (v) { return v === null ? 0 : Math.abs(v - 0.5); }) || 0);
		return d3.scaleLinear().domain([0.5 - reach, 0.5, 0.5 + reach]).interpolate(d3.interpolateLab)
			.range([report.colour("lose"), report.colour("even"), report.colour("win")]);
	}

	/* Returns black or white, whichever has the higher contrast to the colour (relative luminance as in WCAG 2). */
	function inkOn(colour) {
		var c = d3.rgb(colour), parts = [c.r, c.g, c.b].map(function (v) {
			v /= 255;
			return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
		});
		var light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
		return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
	}

	/* Draws the legend of the colours. */
	function drawKey(scale) {
		var key = report.byId("versus-key"), ends = scale.domain();
		key.text("").append("span").text("Colours, in percent: ");
		d3.range(7).forEach(function (k) {
			var value = ends[0] + (ends[2] - ends[0]) * k / 6;
			key.append("span").attr("class", "swatch").style("background-color", scale(value)).style("color", inkOn(scale(value)))
				.text(Math.round(100 * value));
		});
	}

	function cellInWords(i, j) {
		var versus = data.versus, share = versus.share[i][j];
		var row = report.robot(versus.robots[i]).robot, column = report.robot(versus.robots[j]).robot;
		return share === null ? row + " and " + column + (i === j ? "" : " never met.") : row + " against " + column + ": won " +
			report.percent(share) + " (" + (100 * versus.low[i][j]).toFixed(1) + " to " + (100 * versus.high[i][j]).toFixed(1) +
			") of the games that one of them won, " + report.plural(versus.games[i][j], "game", "games") + " in all" +
			(typeof versus.better[i][j] === "number" ? ". By the ratings, which count the games against all robots, it is the stronger one with a " +
			"chance of " + report.chance(versus.better[i][j]) : "") + ".";
	}

	/* Returns the columns of a table of robots by robots, in the page's order of robots. `before` is the word
	 * before the name of the column's robot. draw(cell, value, i) fills a cell of row i. A value of null means that
	 * the cell has none. */
	function gridColumns(indices, before, values, draw) {
		return [{title: "robot", name: true, draw: function (cell, i) {
			cell.append("span").attr("class", "rank").text(i + 1);
			report.addRobot(cell, report.robot(indices[i]).robot);
		}}].concat(indices.map(function (index, j) {
			return {head: function (cell) {
				cell.attr("title", report.robot(index).robot).append("span").attr("aria-hidden", "true").text(j + 1);
				report.face(cell.node(), report.robot(index).robot);
				report.addName(cell.append("span").attr("class", "unseen").text(before), report.robot(index).robot);
			}, draw: function (cell, i) {
				report.addCell(cell, i, j);
				if (values[i][j] === null)
					cell.attr("class", "none").text(i === j ? "\u00b7" : "\u2013");
				else
					draw(cell, values[i][j], i);
			}};
		}));
	}

	function drawVersus() {
		var versus = data.versus, place = report.byId("versus-table");
		var what = d3.select("input[name=versus]:checked").property("value"), matrix = versus[what];
		var scale = heatScale(d3.merge(matrix)), isLarge = versus.robots.length > MANY;
		var columns = gridColumns(versus.robots, "against ", matrix, function (cell, value) {
			cell.text((100 * value).toFixed(isLarge ? 0 : 1)).style("background-color", scale(value)).style("color", inkOn(scale(value)));
		});
		place.selectAll("table").remove();
		report.addTable(place, what === "share" ? "Of the games that one of the two robots won, the percentage that the row's robot won"
			: "Chance in percent, by the ratings, that the row is stronger than the column", columns, d3.range(versus.robots.length)).attr("class", isLarge ? "heat large" : "heat");
		drawKey(scale);
		report.byId("versus-note").text((what === "share" ? "Of the games that one of the two robots won, the percentage that the robot of " +
			"the row won; a shared win is half. " : "The chance, in percent, that the robot of the row is the stronger one. The " +
			"chance comes from the ratings of resampled matches, which count the games against all robots, not only those of the pair. ") + "Columns have the numbers of the rows. Blue is good for the row, orange bad; 50 is even." +
			(versus.left_out ? " The best " + versus.robots.length + " are shown." : "") +
			(robots.length > versus.robots.length + versus.left_out ? " A robot that took part several times is listed once." : "") +
			(versus.misfit ? " " + versus.misfit : ""));
	}

	/* ---- matches by outcome -------------------------------------------------------- */

	/* As seen by the row's robot, in the order of pool.h. */
	var OUTCOMES = ["lost all", "lost more", "even", "won more", "won all"];

	/* Returns the outcomes that occurred, best first. */
	function seenOutcomes() {
		return d3.range(OUTCOMES.length).reverse().filter(function (k) {
			return data.versus.outcomes.some(function (row) { return row.some(function (counts) { return counts[k]; }); });
		});
	}

	function addOutcomes(cell, counts, kinds) {
		var bar = cell.append("span").attr("class", "outcomes").attr("aria-hidden", "true");
		kinds.forEach(function (k) {
			bar.append("i").attr("class", "outcome-" + k).style("flex-grow", counts[k]);
		});
	}

	function drawOutcomes() {
		var versus = data.versus, i = +report.byId("outcomes-of").property("value"), kinds = seenOutcomes();
		var others = d3.range(versus.robots.length).filter(function (j) { return d3.sum(versus.outcomes[i][j]); });
		var columns = [
			{title: "against", name: true, value: function (j) { return report.robot(versus.robots[j]).robot; }},
			{title: "outcomes", style: "bars", draw: function (cell, j) { addOutcomes(cell, versus.outcomes[i][j], kinds); }}
		];
		kinds.forEach(function (k) {
			columns.push({head: function (cell) {
				cell.append("i").attr("class", "outcome-key outcome-" + k).attr("aria-hidden", "true");
				report.addText(cell, OUTCOMES[k]);
			}, title: OUTCOMES[k], value: function (j) { return report.count(versus.outcomes[i][j][k]); }});
		});
		columns.push({title: "games won", value: function (j) {
			return report.percent(versus.share[i][j], 1) + " (" + (100 * versus.low[i][j]).toFixed(1) + "\u00a0to\u00a0" +
				(100 * versus.high[i][j]).toFixed(1) + ")";
		}});
		report.byId("outcomes-table").selectAll("table").remove();
		report.addTable(report.byId("outcomes-table"), "Matches by outcome", columns, others).attr("class", "wide lines labelled");
	}

	function showOutcomes() {
		var versus = data.versus;
		report.byId("outcomes").attr("hidden", null);
		report.byId("outcomes-of").on("change", drawOutcomes).selectAll("option").data(versus.robots).enter().append("option")
			.attr("value", function (index, i) { return i; }).text(function (index) { return report.robot(index).robot; });
		report.byId("outcomes-note").text("How the matches (" + report.plural(2 * data.match_length, "game", "games") + " with the same dice from both seats) " +
			"ended for the chosen robot. If many matches are even, the luck of the dice cancels out within matches, and the games carry more " +
			"information than the same number of independent games. The interval of the games won is over matches.");
		drawOutcomes();
	}

	/* ---- neighbours ----------------------------------------------------------------- */

	function neighbourInWords(i, j) {
		var neighbours = data.neighbours, value = neighbours.cells[i][j];
		var row = report.robot(neighbours.robots[i]).robot, column = report.robot(neighbours.robots[j]).robot;
		return value === null ? row + (i === j ? "" : " never sat after " + column + ".") : row + " after " + column + ": won " + report.percent(value.share) +
			" (" + (100 * value.low).toFixed(1) + " to " + (100 * value.high).toFixed(1) + ") of its games, " +
			report.plural(value.matches, "match", "matches") + "; " + report.percent(report.robot(neighbours.robots[i]).win_rate) + " in all.";
	}

	/* Draws the percentages of wins, and marks those whose interval does not contain the robot's overall win
	 * rate. */
	function drawNeighbours() {
		var neighbours = data.neighbours, isLarge = neighbours.robots.length > MANY;
		var columns = gridColumns(neighbours.robots, "after ", neighbours.cells, function (cell, value, i) {
			var own = report.robot(neighbours.robots[i]).win_rate;
			var sign = value.low > own ? "+" : value.high < own ? "\u2212" : "";
			cell.text((100 * value.share).toFixed(isLarge ? 0 : 1) + sign);
			cell.classed("above", sign === "+").classed("below", sign === "\u2212");
		});
		report.byId("neighbours").attr("hidden", null);
		report.addTable(report.byId("neighbours-table"), "Win rate in percent by the robot that sat before", columns,
			d3.range(neighbours.robots.length)).attr("class", isLarge ? "heat large" : "heat");
		report.watchGrid("neighbours", neighbourInWords);
		report.byId("neighbours-note").text("The percentage of its games that the robot of the row won when the robot of the column sat before " +
			"it, that is, when it answered that robot's bids. Blue and +, orange and \u2212 mark what is significantly above or below the " +
			"robot's win rate (95\u202f%). Columns have " +
			"the numbers of the rows.");
	}

	/* ---- faults, and the run -------------------------------------------------------- */

	function drawFaults() {
		var words = {timeout: "took too long", crash: "crashed", load: "could not be loaded"};
		report.byId("faults").attr("hidden", null);
		report.addTable(report.byId("faults-table"), "The first faults", [
			{title: "robot", name: true, value: function (f) { return report.robot(f.robot).robot; }},
			{title: "game", draw: function (cell, f) {
				var isHere = data.games.some(function (g) { return g.number === f.game; }), place = report.placeOfFault(report.robot(f.robot), f.verdict, f.game);
				(isHere ? cell.append("a").attr("href", place ? report.addressOf(place) : "#game-" + f.game) : cell).text(report.count(f.game));
			}},
			{title: "what", style: "name", value: function (f) { return words[f.verdict] || f.verdict; }},
			{title: "cause", style: "name", value: function (f) { return f.cause; }}
		], data.faults);
		report.byId("faults-note").text("The first faults of each robot." + (data.run === "tourneys" ? "" : " The folder of the run has their crash " +
			"reports, with the command that replays each."));
	}

	function addFact(name, value, isCode) {
		var list = report.byId("facts");
		list.append("dt").text(name);
		(isCode ? list.append("dd").append("code") : list.append("dd")).text(value);
	}

	function writeFacts() {
		addFact("Run", data.run);
		addFact("Played", data.heading);
		addFact("Rules", data.rules, true);
		addFact("Seed", data.seed, true);
		addFact("Again with", data.command, true);
		var list = report.byId("facts");
		list.append("dt").text("Robots");
		var files = list.append("dd").append("ul");
		robots.forEach(function (r) {
			var line = files.append("li");
			report.addRobot(line, r.robot);
			report.addText(line, " ");
			line.append("code").text(r.sha256.slice(0, 16));
		});
		[
			"Win rate: the share of games won; a shared first place counts as that share of a win. The interval in parentheses contains the true rate in 95 of 100 cases.",
			"A block is one set of dice played once from each seat, so that the luck of the dice is the same for all. A match is " +
				report.plural(data.match_length, "block", "blocks") + "; intervals count " + (data.deal_sets ? "sets of matches with the same dice, because " +
				"these share their luck." : "matches, not games, since a robot may remember the games of a match."),
			isCorrected ? "Without luck: the win rate minus the part that the dice explain. It has the same mean. \u201cAs games\u201d is the number of games that " +
				"would give the same precision without this correction." : "",
			"Ranks: a range like 1\u20132 means that it is uncertain (at 95\u202f%) which of the robots is better.",
			"Rating: strengths on the Elo scale by a model of who wins at a table, mean 0, with a 95\u202f% interval from resampled matches. A robot with 100 points more wins 64\u202f% of the games that one of the two wins.",
			"Bluffing games are not always transitive: look at the table \u201cHead to head\u201d before trusting one number."
		].filter(Boolean).forEach(function (text) { report.byId("reading").append("li").text(text); });
	}

	writeSummary();
	drawStandings();
	if (data.versus && data.robots.length > 1) {
		report.byId("versus").attr("hidden", null);
		drawVersus();
		report.watchGrid("versus", cellInWords);
		d3.selectAll("input[name=versus]").on("change", drawVersus);
		report.onSchemeChange(drawVersus);
		if (data.versus.outcomes)
			showOutcomes();
	}
	if (data.neighbours)
		drawNeighbours();
	if (data.faults.length)
		drawFaults();
	writeFacts();
})();
