/* highlights.js - the closest pair, the biggest upset, and the result that the ratings explain least: a sentence for
 * each of them, if the games are enough for it, with a link to a game or to the head-to-head table. */
(function () {
	"use strict";
	/* CLOSE: maximum width of the interval of a close pair; SURE: minimum chance that one rating is higher. */
	var versus = report.data.versus, CLOSE = 0.2, SURE = 0.85;

	function robot(i) {
		return report.robot(versus.robots[i]);
	}

	/* Returns "54.6 % (51.5 to 57.7)", the share of the robot in row i, as in the table. */
	function share(i, j) {
		return report.percent(versus.share[i][j], 1) + " (" + (100 * versus.low[i][j]).toFixed(1) + " to " + (100 * versus.high[i][j]).toFixed(1) + ")";
	}

	function isRated(i) {
		return robot(i).rating.kind === "between";
	}

	function predicted(i, j) {
		return isRated(i) && isRated(j) ? "; the ratings predict " +
			report.percent(1 / (1 + Math.pow(10, (robot(j).rating.elo - robot(i).rating.elo) / 400)), 1) : "";
	}

	/* Returns the pair [i, j] with the highest value(i, j), or undefined. The value is null for pairs that do not
	 * count. */
	function best(value) {
		var found, most = -Infinity;
		versus.share.forEach(function (row, i) {
			row.forEach(function (played, j) {
				var is = played === null ? null : value(i, j);
				if (is !== null && is > most) {
					most = is;
					found = [i, j];
				}
			});
		});
		return found;
	}

	function closest(i, j) {
		var low = versus.low[i][j], high = versus.high[i][j];
		return versus.share[i][j] >= 0.5 && low <= 0.5 && high >= 0.5 && high - low <= CLOSE ? -Math.abs(versus.share[i][j] - 0.5) : null;
	}

	/* Returns how much lower the rating of row i is than that of j, if i won most games although its rating is
	 * surely lower, else null. */
	function upset(i, j) {
		var gap = robot(j).rating.elo - robot(i).rating.elo;
		return versus.low[i][j] > 0.5 && gap > 0 && isRated(i) && isRated(j) && versus.better[j][i] >= SURE ? gap : null;
	}

	/* Returns the number of a game on the page that row i won against j, or undefined. */
	function gameOf(i, j) {
		return report.data.games.filter(function (g) {
			var of = g.seats.map(function (seat) { return seat.robot; }), at = of.indexOf(versus.robots[i]);
			return at >= 0 && of.indexOf(versus.robots[j]) >= 0 && g.places && g.places[at][0] === 1;
		}).map(function (g) { return g.number; })[0];
	}

	function showCell(pair) {
		var cell = report.element("versus-table").querySelector("td[data-row='" + pair[0] + "'][data-column='" + pair[1] + "']");
		report.element("versus").scrollIntoView();
		cell.focus({preventScroll: true});
	}

	/* Adds "TITLE: ann won 54.6 % (51.5 to 57.7) of the games that it or bob won". `rank` is a word about bob, and
	 * `after` is the end of the sentence. */
	function add(title, pair, game, rank, after) {
		var line = report.byId("highlights").attr("hidden", null).append("li");
		var link = line.append("a").attr("href", game === undefined ? "#versus" : "#game-" + game).text(title);
		if (game === undefined)
			link.on("click", function () {
				d3.event.preventDefault();
				showCell(pair);
			});
		report.addText(line, ": ");
		report.addName(line, robot(pair[0]).robot);
		report.addText(line, " won " + share(pair[0], pair[1]) + " of the games that it or " + rank);
		report.addName(line, robot(pair[1]).robot);
		report.addText(line, " won" + after + ".");
	}

	function addAll() {
		var close = best(closest), won = best(upset), exploit = versus.exploit;
		if (close)
			add("Closest pair", close, undefined, "", "");
		if (won)
			add("Biggest upset", won, gameOf(won[0], won[1]), "the higher-rated ", predicted(won[0], won[1]));
		if (exploit && String(exploit) !== String(won))
			add("Who exploits whom", exploit, undefined, "", predicted(exploit[0], exploit[1]));
	}

	if (versus && versus.robots.length > 2 && !report.data.about)
		addAll();
})();
