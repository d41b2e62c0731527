/* live.js - the page of `arena serve --http`. It queries the server every few seconds and redraws only what has
 * changed, so that nothing flickers and reading, selecting and screen readers are not disturbed. Nothing moves while
 * the page is read: the page appears when the first answers have arrived, and no part becomes lower.
 *
 * In all parts a robot has its name in the logs (name_version_player), because robots of two players may have the same
 * name and version. */
(function () {
	"use strict";
	var PAUSE_MS = 3000, FOLLOW_MS = 1000, GAMES_MOST = 50, TOURNEYS_MOST = 10;
	var last = {}, opened = null, show = report.show;

	/* Calls draw(data) if the answer differs from the last one. Always calls done(isThere), true if the server can
	 * be reached. */
	function ask(path, draw, done) {
		report.fetchText(path).then(function (text) {
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

	/* The parts that change. They never become lower, and the list of tourneys has room for those to come. */
	var KEPT = ["summary", "standings-table", "ratings-table", "tourneys-table"];

	function keepHeights() {
		KEPT.forEach(function (id) {
			var place = report.element(id), rows = Array.from(place.querySelectorAll("tbody tr"), function (row) { return row.offsetHeight; });
			var toCome = id === "tourneys-table" && rows.length ? (TOURNEYS_MOST - rows.length) * Math.max.apply(null, rows) : 0;
			place.style.minHeight = Math.max(parseFloat(place.style.minHeight) || 0, (place.querySelector("table") || place).offsetHeight + toCome) + "px";
		});
	}

	/* Before the first results the page has only the games in progress. They stay at the top, so that all other
	 * parts can appear together below them. Ratings may arrive a little later than points. */
	var hasPoints = false, nEmpty = 0, nLooks = 0;
	function showParts() {
		var main = report.element("main"), hasRatings = !!main.querySelector("#ratings-table tr");
		nLooks++;
		nEmpty += !hasPoints;
		main.classList.toggle("early", nEmpty > 0);
		main.classList.toggle("empty", nEmpty === nLooks || nEmpty > 0 && !hasRatings && nLooks < nEmpty + 3);
	}

	window.addEventListener("resize", function () {
		KEPT.forEach(function (id) { report.element(id).style.minHeight = ""; });
		keepHeights();
	});

	/* Gives the robots of these titles their marks. */
	function meet(titles) {
		report.meet(titles.map(function (title) { return {robot: title}; }));
	}

	function meetPlayers(games) {
		meet([].concat.apply([], games.map(function (g) { return g.bot_titles; })));
	}

	function score(n) {
		var parts = n.toFixed(2).split(".");
		return report.count(parts[0]) + "." + parts[1];
	}

	function drawStandings(data) {
		var robots = data.standings, lead = report.byId("summary"), running = data.tourneys.filter(function (t) { return !t.end_time; })[0];
		lead.text("");
		meet(robots.map(function (r) { return r.title; }));
		hasPoints = robots.some(function (r) { return r.games > 0; });
		if (!hasPoints) {
			lead.text(running ? "The first tourney is being played." : "No tourney is over yet." +
				(data.tourneys.length ? "" : " The server waits for more robots, or for the start time."));
		} else {
			report.addRobot(lead, robots[0].title);
			report.addText(lead, " leads with " + score(robots[0].score) + " points from " +
				report.plural(robots[0].games, "game", "games") + ".");
		}
		replaceTable("standings-table", "Robots by points", [
			{title: "rank", value: function (r) { return robots.indexOf(r) + 1; }},
			{title: "robot", name: true, draw: function (cell, r) {
				report.addRobot(r.games ? cell.append("a").attr("href", "#robot-" + encodeURIComponent(r.title)) : cell, r.title);
			}},
			{title: "points", value: function (r) { return score(r.score); }},
			{title: "a game", value: function (r) { return r.games ? (r.score / r.games).toFixed(3) : "\u2013"; }},
			{title: "won", value: function (r) { return r.games ? report.percent(r.wins / r.games, 1) : "\u2013"; }},
			{title: "95% interval", value: function (r) {
				return r.games ? report.interval((100 * r.win_low).toFixed(1), (100 * r.win_high).toFixed(1)) : "\u2013";
			}},
			{title: "games", value: function (r) { return report.count(r.games); }},
			{title: "tourneys", value: function (r) { return report.count(r.tourneys); }},
			{title: "logs", style: "name", draw: function (cell, r) {
				if (r.games)
					cell.append("a").attr("href", "/api/robots/" + encodeURIComponent(r.title) + ".json")
						.attr("download", r.title + ".json").text("latest");
			}}
		], robots, "wide standings lines titles");
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
					report.addRobot(cell, [best(t).name, best(t).version, best(t).player].join("_"));
				else
					cell.text("\u2013");
			}},
			{title: "points", value: function (t) { return best(t) ? score(best(t).score) : "\u2013"; }},
			{title: "robots", value: function (t) { return t.end_time ? report.count(t.entries.length) : "\u2013"; }},
			{title: "games", value: function (t) { return report.count(t.tourney_games); }},
			{title: "began", value: function (t) { return t.start_time; }},
			{title: "ended", value: function (t) { return t.end_time || "\u2013"; }}
		], tourneys, "wide");
		report.byId("tourneys-note").text(tourneys.length ? "Times are UTC" + zone + "." : "No tourney has begun yet.");
	}

	/* ---- games ------------------------------------------------------------------------ */

	function optionText(g) {
		if (!g.bot_rankings)
			return "Tourney " + g.tourney_index + ", game " + g.match_index + ", in progress: " + g.bot_titles.join(", ");
		var order = g.bot_rankings.map(function (i) { return g.bot_titles[i]; });
		return "Tourney " + g.tourney_index + ", game " + g.match_index + ": " + order[0] + " won against " + order.slice(1).join(", ");
	}

	/* Updates the list of games, but not while it has the focus, because the reader may be using it. */
	function drawGames(data) {
		var select = document.getElementById("game"), games = data.games.slice(0, GAMES_MOST);
		meetPlayers(games);
		show("games-none", !games.length && !opened);
		report.byId("games-none").text("No game is over yet.");
		if (document.activeElement === select) {
			delete last["/api/games.json"]; /* so that the next answer is drawn */
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

	/* Opens the game in the address "#game-UUID/17" or, without one, the latest game. */
	function openLinked(games) {
		var link = /^#game-([0-9a-f-]+)(?:\/(\d+))?$/.exec(location.hash);
		var linked = link && games.filter(function (g) { return g.game_uuid === link[1]; })[0];
		openGame(linked || games[0], linked && link[2] !== undefined ? +link[2] : undefined);
	}

	/* Opens a game at this step or, without one, at the step that the viewer chooses. */
	function openGame(g, step) {
		opened = g;
		document.getElementById("game").value = g.game_uuid;
		if (!g.bot_rankings) {
			follow(g, true);
			return;
		}
		report.fetchJson("/api/games/" + g.game_uuid + ".json").then(function (found) {
			if (opened === g) {
				show("games-none", false);
				found.replay.id = g.game_uuid; /* used in the address of a step */
				report.showGame(found.replay, step);
			}
		}).catch(function () {
			if (opened !== g)
				return;
			show("games-none", true);
			report.byId("games-none").text("This game is no longer available; choose another one.");
		});
	}

	/* ---- games in progress -------------------------------------------------------------- */

	/* Fetches the game that is watched again and again, until it is over. */
	function follow(g, isNew) {
		if (opened !== g)
			return;
		report.fetchJson("/api/tables/" + g.game_uuid + ".json").then(function (found) {
			if (opened !== g)
				return;
			if (!found.replay) {
				endFollowing(g, isNew);
				return;
			}
			show("games-none", false);
			found.replay.id = g.game_uuid;
			if (isNew)
				report.showGame(found.replay, Infinity);
			else
				report.followGame(found.replay);
			setTimeout(function () { follow(g, false); }, FOLLOW_MS);
		}).catch(function () { setTimeout(function () { follow(g, isNew); }, PAUSE_MS); });
	}

	/* Shows the game that was watched as a finished one. */
	function endFollowing(g, isNew) {
		report.fetchJson("/api/games/" + g.game_uuid + ".json").then(function (found) {
			if (opened !== g)
				return;
			opened = {game_uuid: g.game_uuid, tourney_index: g.tourney_index, match_index: g.match_index, bot_titles: found.log.bot_titles,
				bot_rankings: found.log.bot_rankings};
			report.byId("game").selectAll("option").filter(function (other) { return other.game_uuid === g.game_uuid; })
				.datum(opened).text(optionText(opened));
			found.replay.id = g.game_uuid;
			if (isNew)
				report.showGame(found.replay);
			else
				report.followGame(found.replay);
		}).catch(function () { setTimeout(function () { follow(g, isNew); }, PAUSE_MS); });
	}

	function addOption(g) {
		var options = report.byId("game");
		if (options.selectAll("option").filter(function (other) { return other.game_uuid === g.game_uuid; }).empty())
			options.insert("option", "option").attr("value", g.game_uuid).datum(g).text(optionText(g));
	}

	/* Opens a game that was chosen in another part of the page. */
	report.openGame = function (g) {
		addOption(g);
		openGame(g);
		document.getElementById("games").scrollIntoView();
	};

	function drawTables(data) {
		var tables = data.tables;
		meetPlayers(tables);
		show("tables-none", !tables.length);
		show("tables-table", tables.length);
		replaceTable("tables-table", "Games in progress", [
			{title: "game", name: true, value: function (t) { return t.tourney_index + "/" + t.match_index; }},
			{title: "robots and their dice", style: "name", draw: function (cell, t) {
				report.addRobots(cell, t.bot_titles.map(function (title, i) { return title + " " + t.dice_counts[i]; }), t.bot_titles);
			}},
			{title: "hand", value: function (t) { return t.hand; }},
			{title: "began", value: function (t) { return t.start_time.slice(11); }},
			{title: "viewer", draw: function (cell, t) {
				cell.append("button").attr("type", "button").attr("aria-label", "Watch game " + t.match_index).text("Watch")
					.on("click", function () { report.openGame(t); });
			}}
		], tables, "wide lines labelled");
	}

	report.byId("game").on("change", function () {
		openGame(d3.select(this.options[this.selectedIndex]).datum());
	});

	/* ---- the clock -------------------------------------------------------------------- */

	function look() {
		var n = 4, isThere = true;
		function done(is) {
			isThere = isThere && is;
			if (--n)
				return;
			show("away", !isThere);
			document.querySelectorAll(".waiting").forEach(function (part) { part.classList.remove("waiting"); });
			showParts();
			keepHeights();
			setTimeout(lookIfSeen, PAUSE_MS);
		}
		ask("/api/standings.json", drawStandings, done);
		ask("/api/games.json", drawGames, done);
		ask("/api/tables.json", drawTables, done);
		ask("/api/ratings.json", report.drawRatings, done);
	}

	/* Updates the page, but one in the background only when it becomes visible. */
	function lookIfSeen() {
		if (document.hidden)
			document.addEventListener("visibilitychange", lookIfSeen, {once: true});
		else
			look();
	}

	report.meetTitles = meet;
	report.meetPlayers = meetPlayers;
	report.replaceTable = replaceTable;
	report.score = score;
	report.byId("games-none").text("No game is over yet.");
	report.byId("eyebrow").text("Arena " + report.data.arena + " \u00b7 live");
	report.openRobot();
	look();
})();
