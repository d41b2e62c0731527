/* live_robot.js - the part of the live page about one robot: "#robot-TITLE". */
(function () {
	"use strict";
	var WORDS = {
		good_call: "calls that were right", bad_call: "calls that were wrong", error_bid: "bids that were not higher",
		error_overflow: "bids of more dice than on the table", error_bad_message: "invalid answers", error_timeout: "answers too late"
	};

	function asGame(g) {
		return {game_uuid: g.game_uuid, tourney_index: g.tourney_index, match_index: g.match_index, bot_titles: g.bot_titles, bot_rankings: g.bot_rankings};
	}

	function addOpen(cell, g, games) {
		var whole = games.filter(function (other) { return other.game_uuid === g.game_uuid; })[0];
		cell.append("button").attr("type", "button").attr("class", "link").text(g.tourney_index + "/" + g.match_index)
			.on("click", function () { report.openGame(asGame(whole)); });
	}

	function drawHands(data) {
		var results = Object.keys(WORDS).filter(function (result) { return data.hands[result]; });
		report.replaceTable("robot-hands", "How it ended hands in these games", [
			{title: "hands it ended by", name: true, value: function (result) { return WORDS[result]; }},
			{title: "number", value: function (result) { return report.count(data.hands[result]); }}
		], results, "");
	}

	function drawFaults(data) {
		report.show("robot-faults", data.faults.length > 0);
		report.replaceTable("robot-faults", "Its latest faults", [
			{title: "fault", name: true, value: function (f) { return f.result; }},
			{title: "game", draw: function (cell, f) { addOpen(cell, f, data.games); }},
			{title: "hand", value: function (f) { return f.hand; }}
		], data.faults, "");
	}

	function drawTourneys(data) {
		report.replaceTable("robot-tourneys", "Its tourneys, the latest first", [
			{title: "tourney", value: function (t) { return report.count(t.tourney_index); }},
			{title: "points", value: function (t) { return report.score(t.score); }},
			{title: "best points", value: function (t) { return report.score(t.best); }},
			{title: "won", value: function (t) { return t.games ? report.percent(t.wins / t.games, 1) : "\u2013"; }},
			{title: "games", value: function (t) { return report.count(t.games); }},
			{title: "robots", value: function (t) { return report.count(t.robots); }},
			{title: "ended", value: function (t) { return t.end_time || "\u2013"; }}
		], data.tourneys, "wide");
	}

	function drawGames(data) {
		report.replaceTable("robot-games", "Its latest games", [
			{title: "game", draw: function (cell, g) { addOpen(cell, g, data.games); }},
			{title: "place", value: function (g) { return g.place + " of " + g.bot_titles.length; }},
			{title: "against", style: "name", draw: function (cell, g) {
				report.addRobots(cell, g.bot_titles.filter(function (title) { return title !== data.title; }));
			}},
			{title: "ended", value: function (g) { return g.end_time; }}
		], data.games, "wide");
	}

	function draw(data) {
		var lead = report.byId("robot-lead"), rating = report.ratingOf(data.title), won = data.games.filter(function (g) { return g.place === 1; }).length;
		var title = report.byId("robot-title");
		title.text("");
		report.meetPlayers(data.games);
		report.addRobot(title, data.title);
		lead.text("Won " + won + " of its latest " + report.plural(data.games.length, "game", "games") + ". " + (rating ? "Rating " + report.signed(rating.elo) +
			", with 95\u202f% between " + report.signed(rating.low) + " and " + report.signed(rating.high) + ". " : ""));
		lead.append("a").attr("href", "/api/robots/" + encodeURIComponent(data.title) + ".json").attr("download", data.title + ".json")
			.text("Download the GameLogs of these games");
		drawHands(data);
		drawFaults(data);
		drawTourneys(data);
		drawGames(data);
		report.byId("robot-note").text("At most fifty of its latest games, those with kept logs.");
		report.show("robot", true);
		report.markRating(data.title);
	}

	function fail(title) {
		report.byId("robot-title").text("").call(report.addName, title);
		["hands", "faults", "tourneys", "games"].forEach(function (part) { report.byId("robot-" + part).selectAll("table").remove(); });
		report.byId("robot-lead").text("No game of this robot is stored.");
		report.byId("robot-note").text("");
		report.show("robot", true);
	}

	/* Opens the robot in the address, if there is one. */
	report.openRobot = function () {
		var link = /^#robot-(.+)$/.exec(location.hash), title;
		if (!link)
			return;
		try {
			title = decodeURIComponent(link[1]);
		} catch (malformed) {
			return;
		}
		report.chosenRobot = title;
		report.fetchJson("/api/records/" + encodeURIComponent(title) + ".json").then(draw).catch(function () { fail(title); }).then(function () {
			report.element("robot").scrollIntoView();
			report.element("robot-title").focus({preventScroll: true});
		});
	};

	window.addEventListener("hashchange", report.openRobot);
})();
