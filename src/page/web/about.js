/* about.js - one robot of the run: whom it beats and to whom it loses (output/about_forms.h), its faults, the cost of
 * its mistakes, lost games that are worth a look, and what its versions changed. The sentences are at the top of the
 * page, the rest in a section. */
(function () {
	"use strict";
	var data = report.data, about = data.about, own = about && report.robot(about.robot), NAMED = 8;
	var GROUPS = [["beats", "Beats"], ["loses_to", "Loses to"], ["undecided", "Undecided against"]];
	var FAULTS = {
		illegal: ["illegal play", "illegal plays"], timeout: ["timeout", "timeouts"], crash: ["crash", "crashes"],
		load: ["failure to load", "failures to load"]
	};

	/* Returns the seat of a robot in a game of the page, or -1 if it does not play in it. */
	function seatOf(game, robot) {
		return game.seats.map(function (seat) { return seat.robot; }).indexOf(robot.index);
	}

	/* ---- the sentences at the top -------------------------------------------------- */

	function writeLead() {
		var lead = report.byId("summary").text(""), best = own.rank_best, worst = own.rank_worst;
		report.addRobot(lead, own.robot);
		report.addText(lead, " won " + report.percent(own.win_rate, 1) + " of its " + report.plural(own.games, "game", "games") + " (95\u202f% interval " +
			(100 * own.low).toFixed(1) + " to " + report.percent(own.high, 1) + "; a fair share is " + report.percent(1 / data.seats, 1) + "): rank " +
			best + (best < worst ? "\u2013\u2060" + worst : "") + " of " + data.robots.length + (own.rating.kind === "none" ? "" : ", rating " + report.rating(own.rating)) + ".");
		if (!data.complete)
			report.addText(lead, " The run is not complete: " + report.count(data.games_played) + " of " + report.count(data.games_asked) + " games.");
	}

	function addSentence(title, href) {
		var line = report.byId("highlights").attr("hidden", null).append("li");
		line.append("a").attr("href", href).text(title);
		report.addText(line, ": ");
		return line;
	}

	function writeSentences() {
		GROUPS.forEach(function (group) {
			var all = about[group[0]] ? about[group[0]].list : [];
			if (!all.length)
				return;
			var line = addSentence(group[1], "#about");
			report.addRobots(line, all.slice(0, NAMED).map(function (one) { return one.name; }));
			report.addText(line, all.length > NAMED ? " and " + report.plural(all.length - NAMED, "other", "others") + "." : ".");
		});
		about.tests.filter(function (test) { return test.run === data.run; }).forEach(function (test) {
			report.addText(addSentence("Test", "#about"), report.minus(test.words) + ".");
		});
	}

	/* ---- against each other robot --------------------------------------------------- */

	/* Returns the number of a game on the page that the robot of the page lost and the robot `name` won, or
	 * undefined. */
	function lostTo(name) {
		return data.games.filter(function (g) {
			var seat = seatOf(g, own), other = seatOf(g, report.ofName(name));
			return seat >= 0 && other >= 0 && g.places && g.places[seat][0] > 1 && g.places[other][0] === 1;
		}).map(function (g) { return g.number; })[0];
	}

	function drawTable() {
		var rows = d3.merge(GROUPS.map(function (group) {
			return (about[group[0]] ? about[group[0]].list : []).map(function (one) { return {of: one, result: group[1].toLowerCase(), lost: lostTo(one.name)}; });
		})), columns = [
			{title: "robot", name: true, value: function (r) { return r.of.name; }},
			{title: "result", style: "name", value: function (r) { return r.result; }},
			{title: "games won", value: function (r) { return r.of.share + "\u202f%"; }},
			{title: "95\u202f% interval", value: function (r) { return report.interval(r.of.low, r.of.high); }},
			{title: "games", value: function (r) { return r.of.games; }}
		];
		if (rows.some(function (r) { return r.lost !== undefined; }))
			columns.push({title: "a lost game", draw: function (cell, r) {
				if (r.lost === undefined)
					cell.text("\u2013");
				else
					cell.append("a").attr("href", "#game-" + r.lost).text("game " + r.lost);
			}});
		if (rows.length)
			report.addTable(report.byId("about-table"), "Against each other robot", columns, rows).attr("class", "wide lines labelled");
		var note = report.byId("about-note");
		if (!rows.length) {
			note.text("It met no other robot in this run.");
			return;
		}
		report.addText(note, "Of the games that one of the two won, the share that ");
		report.addName(note, own.robot);
		report.addText(note, " won, with an interval over matches. The results hold for all robots together (95\u202f%), so a robot may be undecided " +
			"although its interval does not contain 50\u202f%.");
	}

	/* ---- what else is known ---------------------------------------------------------- */

	function addFact(name) {
		var list = report.byId("about-facts");
		list.append("dt").text(name);
		return list.append("dd");
	}

	function addFaults() {
		var fact = addFact("Faults"), list;
		if (!about.faults) {
			fact.text("none");
			return;
		}
		list = fact.append("ul");
		about.faults.list.forEach(function (fault) {
			var line = list.append("li").text(fault.number + " " + FAULTS[fault.kind][fault.number === "1" ? 0 : 1]), place = report.placeOfFault(own, fault.kind);
			report.addText(line, place || fault.game ? ", as in " : "");
			if (place)
				report.addPlace(line, place);
			else if (fault.game)
				line.append("code").text("arena replay " + data.run + " " + fault.game);
			report.addText(line, fault.cause ? ": " + fault.cause : "");
		});
	}

	function addMistakes() {
		var fact = addFact("Mistakes"), coach = data.coach, mine = (coach.robots || []).filter(function (r) { return r.robot === own.robot; })[0];
		if (coach.why) {
			report.addText(fact, "not rated: " + coach.why);
		} else if (mine) {
			var row = mine.tables.summary.rows[0];
			report.addText(fact, "cost " + report.minus(row[3]) + " wins a game, most of it by: " + row[5] + " (");
			fact.append("a").attr("href", "#coach").text("Coach");
			report.addText(fact, ")");
		} else if (coach.robots || data.remark) {
			report.addText(fact, "not rated, since " + (data.remark ? "the games cannot be replayed" : "no game could be rated"));
		} else {
			report.addText(fact, "not rated; ");
			fact.append("code").text("arena report " + data.run + " --coach 200");
			report.addText(fact, " rates them");
		}
	}

	function addLosses() {
		var mine = data.analysis.filter(function (a) { return a.robot === own.robot && a.worst && a.worst.length; })[0], list;
		if (!mine)
			return;
		list = addFact("Losses worth looking at").append("ul");
		mine.worst.forEach(function (loss) {
			var line = list.append("li");
			report.addMove(line, own, loss, loss.is_call ? 0 : loss.bid);
			report.addText(line, ": " + (loss.is_call ? "it called " : "it bid ") + loss.words);
		});
	}

	function changeWords(versions, at) {
		var change = versions[at].change;
		return change ? versions[at].label + " is " + report.signed(change.elo) + " Elo (" + report.signed(change.low) + "\u00a0to\u00a0" +
			report.signed(change.high) + ") against " + versions[at - 1].label : null;
	}

	function addVersions() {
		var series = data.versions.filter(function (s) { return s.robots.indexOf(own.index) >= 0; })[0], fact, words;
		if (!series)
			return;
		fact = addFact("Versions");
		words = series.versions.map(function (v, i) { return changeWords(series.versions, i); }).filter(Boolean);
		report.addText(fact, (words.join("; ") || report.count(series.versions.length) + " versions, which cannot be compared") + " (");
		fact.append("a").attr("href", "#versions").text("Versions");
		report.addText(fact, ")");
	}

	function addTests() {
		if (!about.tests.length)
			return;
		var list = addFact("Tests").append("ul");
		about.tests.forEach(function (test) { list.append("li").text("run " + test.run + ": " + report.minus(test.words)); });
	}

	/* ---- all ------------------------------------------------------------------------- */

	function draw() {
		report.byId("about").attr("hidden", null);
		drawTable();
		addFaults();
		addMistakes();
		addLosses();
		addVersions();
		addTests();
	}

	if (about && about.alone) {
		report.byId("eyebrow").text("Arena " + data.arena + " \u00b7 run " + data.run + " \u00b7 " + data.title);
		report.addRobot(report.byId("title").text(""), own.robot);
	}
	if (about && own.games) {
		writeLead();
		writeSentences();
		draw();
	}
})();
