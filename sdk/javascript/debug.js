/* debug.js - asks a robot what it was asked in a game, and stops before the last ask. `arena replay RUN GAME --ask A3 --debug` starts it under
 * `node inspect`. */
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { Tables, maker, story } = require("./arena_robot.js");

/* debug.js LINES ROBOT.js [KEY=VALUE...]: LINES is a file with what the arena sent, up to this ask. */
async function main() {
	const [lines, robot, ...options] = process.argv.slice(2), asked = fs.readFileSync(lines, "utf8").trimEnd().split("\n");
	const tables = new Tables(maker(path.resolve(robot), options)[1]);
	for (const line of asked.slice(0, -1))
		await tables.take(line);
	const [me, hands, history] = asked.at(-1).split(" "), player = tables.robot;
	console.log("To enter the robot: step, twice. To print a variable there: exec(\"history\")");
	debugger;
	const play = player.play(me, hands, history === "-" ? "" : history);
	console.log("returned", await play);
}

main().catch((error) => console.log(story(error)));
