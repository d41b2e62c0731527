#!/usr/bin/env node
/* loop.js ROBOT.js GAMES - a bare loop: two instances of a JavaScript robot play games of liars-dice against each other, in this
 * process, without log, sandbox or checks. For bench/program.sh. Prints the CPU seconds of the games, and how many asks they had.
 *
 * ROBOT.js exports a class Robot, made anew for each game. */
"use strict";
const { Robot } = require(require("node:path").resolve(process.argv[2]));
const RULES = { variant: "liars-dice", dice: "5", faces: "6", wild: "none" };

/* Plays one game; returns the number of asks. */
function playGame(players, first) {
	const dice = [5, 5];
	let turn = first, nAsks = 0;
	while (dice[0] && dice[1]) {
		const hands = dice.map((n) => Array.from({ length: n }, () => 1 + Math.floor(6 * Math.random())).sort().reverse().join(""));
		const seen = [`A:${hands[0]},B:${"x".repeat(dice[1])}`, `A:${"x".repeat(dice[0])},B:${hands[1]}`];
		let history = "", last = 0, play;
		for (;;) {
			play = Math.trunc(Number(players[turn].play("AB"[turn], seen[turn], history)));
			nAsks++;
			history += `${history ? "," : ""}${"AB"[turn]}:${play}`;
			if (play <= last || Math.floor(play / 10) > dice[0] + dice[1])
				break;
			last = play;
			turn = 1 - turn;
		}
		const count = hands.join("").split(String(last % 10)).length - 1;
		const isTrue = last && count >= Math.floor(last / 10);
		const loser = play || isTrue || !last ? turn : 1 - turn;
		for (const i of [0, 1]) { // the showdown
			players[i].play("AB"[i], `A:${hands[0]},B:${hands[1]}`, history);
			nAsks++;
		}
		dice[loser]--;
		turn = dice[loser] ? loser : 1 - loser;
	}
	return nAsks;
}

let nAsks = 0;
const begin = process.cpuUsage();
for (let game = 0; game < Number(process.argv[3]); game++) {
	const players = [new Robot(), new Robot()];
	for (const player of players)
		player.game_start?.(RULES);
	nAsks += playGame(players, game % 2);
}
const used = process.cpuUsage(begin);
console.log((used.user + used.system) / 1e6, nAsks);
