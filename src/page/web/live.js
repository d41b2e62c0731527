/* live.js - the page of `arena serve --http`: asks the server every few seconds and draws only what has changed, so
 * that nothing flickers and whoever reads, selects or listens is not disturbed. */
(function () {
	"use strict";
	var PAUSE_MS = 3000, GAMES_MOST = 50;
	var last = {}, opened = null, show = report.show;

	/* Calls draw(data) when the answer is another than last time; done(is there a server?) always. */
	function ask(path, draw, done) {
		fetch(path, {cache: "no-cache"}).then(function (response) {
			if (!response.ok)
				throw new Error(response.status);
			return response.text();
		}).then(function (text) {
			if (last[path] !== text) {
				last[path] = text;
				draw(JSON.parse(text));
			}
			done(true);
		}).catch(function () { done(false); });
	}

	/* ---- tables ----------------------------------------------------------------------- */

	function replaceTable(id, caption, columns, rows, style) {
		var place = report.byId(id), old = place.selectAll("table");
		report.addTable(place, caption, columns, rows).attr("class", style);
		old.remove();
	}

	function titleOf(robot) {
		return robot.name + " " + robot.version;
	}


	function score(n) {
		var parts = n.toFixed(2).split(".");
		return report.count(parts[0]) + "." + parts[1];
	}

	function drawStandings(data) {
		var robots = data.standings, lead = report.byId("summary"), running = data.tourneys.filter(function (t) { return !t.end_time; })[0];
		lead.text("");
		if (!robots.length) {
			lead.text(running ? "The first tourney is being played." : "No tourney is over yet.");
		} else {
			report.addName(lead, titleOf(robots[0]));
			report.addText(lead, " by ");
			report.addName(lead, robots[0].player);
			report.addText(lead, " leads with " + score(robots[0].score) + " points from " +
				report.plural(robots[0].games, "game", "games") + ".");
		}
		replaceTable("standings-table", "Robots by points", [
			{title: "rank", value: function (r) { return robots.indexOf(r) + 1; }},
			{title: "robot", name: true, value: titleOf},
			{title: "points", value: function (r) { return score(r.score); }},
			{title: "a game", value: function (r) { return r.games ? (r.score / r.games).toFixed(3) : "\u2013"; }},
			{title: "won", value: function (r) { return r.games ? report.percent(r.wins / r.games, 1) : "\u2013"; }},
			{title: "95% interval", value: function (r) {
				return r.games ? (100 * r.win_low).toFixed(1) + "\u2013" + (100 * r.win_high).toFixed(1) : "\u2013";
			}},
			{title: "games", value: function (r) { return report.count(r.games); }},
			{title: "tourneys", value: function (r) { return report.count(r.tourneys); }},
			{title: "logs", style: "name", draw: function (cell, r) {
				if (r.games)
					cell.append("a").attr("href", "/api/robots/" + encodeURIComponent(r.title) + ".json")
						.attr("download", r.title + ".json").text("latest");
			}},
			{title: "player", style: "name", draw: function (cell, r) { report.addName(cell, r.player); }}
		], robots, "wide standings lines");
		report.byId("standings-note").text(robots.length ? "Points are summed over all tourneys; they are given when a tourney is over." :
			"Robots appear with their first tourney.");
		drawTourneys(data.tourneys, data.zone || "");
	}

	function drawTourneys(tourneys, zone) {
		function best(t) {
			return t.end_time && t.entries.length ? t.entries[0] : null;
		}
		replaceTable("tourneys-table", "Tourneys, the latest first", [
			{title: "tourney", value: function (t) { return report.count(t.tourney_index); }},
			{title: "first", style: "name", draw: function (cell, t) {
				if (best(t))
					report.addName(cell, titleOf(best(t)));
				else
					cell.text("\u2013");
			}},
			{title: "points", value: function (t) { return best(t) ? score(best(t).score) : "\u2013"; }},
			{title: "robots", value: function (t) { return t.end_time ? report.count(t.entries.length) : "\u2013"; }},
			{title: "games", value: function (t) { return report.count(t.tourney_games); }},
			{title: "began", value: function (t) { return t.start_time; }},
			{title: "ended", value: function (t) { return t.end_time || "\u2013"; }}
		], tourneys, "wide");
		report.byId("tourneys-note").text(tourneys.length ? "Times are UTC" + zone + "." : "No tourney has begun yet: there are not enough robots.");
	}

	/* ---- games ------------------------------------------------------------------------ */

	function optionText(g) {
		var order = g.bot_rankings.map(function (i) { return g.bot_titles[i]; });
		return "Tourney " + g.tourney_index + ", game " + g.match_index + ": " + order[0] + " won against " + order.slice(1).join(", ");
	}

	/* The list changes under the reader's hands as little as can be: while it is in use not at all. */
	function drawGames(data) {
		var select = document.getElementById("game"), games = data.games.slice(0, GAMES_MOST);
		show("games-none", !games.length && !opened);
		report.byId("games-none").text("No game is over yet.");
		if (document.activeElement === select) {
			delete last["/api/games.json"]; /* so that it is drawn the next time */
			return;
		}
		if (opened && !games.some(function (g) { return g.game_uuid === opened.game_uuid; }))
			games.push(opened);
		var options = report.byId("game").selectAll("option").data(games, function (g) { return g.game_uuid; });
		options.exit().remove();
		options.enter().append("option").attr("value", function (g) { return g.game_uuid; }).text(optionText).merge(options).order();
		if (opened)
			select.value = opened.game_uuid;
		else if (games.length)
			openLinked(games);
	}

	/* "#game-UUID/17", else the latest. */
	function openLinked(games) {
		var link = /^#game-([0-9a-f-]+)(?:\/(\d+))?$/.exec(location.hash);
		var linked = link && games.filter(function (g) { return g.game_uuid === link[1]; })[0];
		openGame(linked || games[0], linked && link[2] !== undefined ? +link[2] : undefined);
	}

	/* At a step, or where the viewer likes. */
	function openGame(g, step) {
		opened = g;
		document.getElementById("game").value = g.game_uuid;
		fetch("/api/games/" + g.game_uuid + ".json").then(function (response) {
			if (!response.ok)
				throw new Error(response.status);
			return response.json();
		}).then(function (found) {
			if (opened === g) {
				show("games-none", false);
				found.replay.id = g.game_uuid; /* the address of a step */
				report.showGame(found.replay, step);
			}
		}).catch(function () {
			if (opened !== g)
				return;
			show("games-none", true);
			report.byId("games-none").text("This game is no longer available; choose another one.");
		});
	}

	report.byId("game").on("change", function () {
		openGame(d3.select(this.options[this.selectedIndex]).datum());
	});

	/* ---- the clock -------------------------------------------------------------------- */

	function look() {
		var n = 2, isThere = true;
		function done(is) {
			isThere = isThere && is;
			if (--n)
				return;
			show("away", !isThere);
			setTimeout(lookIfSeen, PAUSE_MS);
		}
		ask("/api/standings.json", drawStandings, done);
		ask("/api/games.json", drawGames, done);
	}

	/* Nobody looks at a page in the background. */
	function lookIfSeen() {
		if (document.hidden)
			document.addEventListener("visibilitychange", lookIfSeen, {once: true});
		else
			look();
	}

	report.byId("games-none").text("No game is over yet.");
	report.byId("eyebrow").text("Arena " + report.data.arena + " \u00b7 live");
	look();
})();
