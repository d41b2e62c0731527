/* coach.js - the costs of the robots' mistakes: a table of all robots, and the kinds of mistakes and the most costly
 * positions of one robot. For each robot, data.coach.robots has the output of `arena coach --output json`
 * (docs/coach.md), and "tables" of texts (output/coach_forms.c). */
(function () {
	"use strict";
	var coach = report.data.coach, list = coach && coach.robots || [];

	function addTable(place, name, table) {
		report.addTable(report.addScroll(place, name), name, report.textColumns(table), table.rows).attr("class", "wide lines labelled");
	}

	function addPositions(place, robot) {
		var table = robot.tables.positions, columns = report.textColumns(table);
		columns.push({title: "where", style: "name", draw: function (cell, row) {
			var costly = robot.costliest[table.rows.indexOf(row)];
			report.addMove(cell, report.ofName(robot.robot), costly, costly.play);
		}});
		report.addTable(report.addScroll(place, "The costliest positions"), "The costliest positions", columns, table.rows)
			.attr("class", "wide lines labelled");
	}

	function drawRobot(robot) {
		var place = report.byId("coach-body");
		place.selectAll("*").remove();
		if (robot.tables.kinds.rows.length > 1)
			addTable(place, "Mistakes by kind", robot.tables.kinds);
		if (!robot.costliest.length)
			return;
		place.append("h3").text("The costliest positions");
		addPositions(place, robot);
		place.append("p").attr("class", "note").text("Positions are sorted by their total loss in all games. \u201cWins\u201d is the chance to " +
			"win the game if both continue like strong players.");
	}

	function drawAll() {
		var summaries = list.map(function (r) { return r.tables.summary; });
		addTable(report.byId("coach-table"), "What the mistakes of each robot cost", {titles: summaries[0].titles,
			rows: summaries.map(function (t) { return t.rows[0]; })});
		report.byId("coach-picker").attr("hidden", null);
		report.byId("coached").on("change", function () { drawRobot(list[+this.value]); }).selectAll("option").data(list).enter()
			.append("option").attr("value", function (r, i) { return i; }).text(function (r) { return r.robot; });
		drawRobot(list[0]);
	}

	function lead() {
		if (coach.why)
			return "Mistakes are not rated here: " + coach.why + ".";
		if (report.data.remark)
			return "Mistakes are not rated here, since the games cannot be replayed.";
		if (!coach.robots)
			return "To add what each robot loses by its mistakes, run: arena report " + report.data.run + " --coach 200";
		return !list.length ? "No game could be rated." : "How much each robot reduced its chance to win by plays worse than those of a strong player, in a " +
			"sample of its games. The opponent is assumed to play well. \u201cBy all decisions\u201d is 0 for a player near equilibrium.";
	}

	if (coach) {
		report.byId("coach").attr("hidden", null);
		report.byId("coach-lead").text(lead());
		if (list.length)
			drawAll();
	}
})();
