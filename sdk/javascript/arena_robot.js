/* arena_robot.js - runs a JavaScript file with a class Robot, or a function get_play(me, hands, history), as a robot.
 *
 *     class Robot {                          one object for each match: what it remembers is in `this`
 *         game_start(rules) {}               optional; a new game begins: {variant: "wild", dice: "5", faces: "6", ...}
 *         play(me, hands, history) {}        an ask; returns the play, or a promise of it
 *     }
 *
 * The strings are those of C: me "B", hands "A:xxxxx,B:66531", history "A:23" ("" at the first turn). One process plays many matches
 * at once, so the file's own variables are for what never changes. get_play may keep state in them: each match has variables and
 * globals of its own, and modules of its own if they are files. Node's modules, such as fs, are shared.
 *
 *     ./arena tournament 100 mybot.js computer
 *
 * The file needs no first line #!, and need not export anything. `require`, and `import` and `export` at the beginning of lines, work.
 * What else it may define: robot_game_start(rules), robot_option(key, value) for mybot.js:key=value (true: the option is unknown), and
 * the texts NAME, VERSION, AUTHOR and VARIANTS (an array) for the arena.
 *
 * Math.random is seeded by the arena before each ask, so that games can be replayed. What is printed goes to stderr, which the arena
 * keeps. An exception ends the process, with the stack there. */
"use strict";
const fs = require("node:fs");
const { createRequire, isBuiltin } = require("node:module");
const path = require("node:path");
const vm = require("node:vm");

const LANES = 64; // matches that one process plays at once
const CANNOT_LOAD = 125; // exit status: the file is not a robot
const NAMES = ["Robot", "get_play", "robot_game_start", "robot_option", "NAME", "VERSION", "AUTHOR", "VARIANTS"];

/* The seeded Math.random: sfc32. Most robots never call it, so seeding waits until they do. */
const luck = { seed: 0, a: 0, b: 0, c: 0, d: 1 };
function seed(number) {
	luck.seed = number;
}
function random() {
	if (luck.seed >= 0) {
		Object.assign(luck, { seed: -1, a: luck.seed >>> 0, b: Math.floor(luck.seed / 2 ** 32), c: 0, d: 1 });
		for (let i = 0; i < 8; i++)
			random();
	}
	const sum = (luck.a + luck.b + luck.d++) | 0;
	luck.a = luck.b ^ (luck.b >>> 9);
	luck.b = (luck.c + (luck.c << 3)) | 0;
	luck.c = (((luck.c << 21) | (luck.c >>> 11)) + sum) | 0;
	return (sum >>> 0) / 2 ** 32;
}

/* Import and export as CommonJS: the lines of a module stay where they are. */
const TO_COMMONJS = [
	[/^import\s+(['"].+?['"])/gm, "require($1)"],
	[/^import\s+\*\s+as\s+(\w+)\s+from\s+(['"].+?['"])/gm, "const $1 = require($2)"],
	[/^import\s+\{([^}]*)\}\s+from\s+(['"].+?['"])/gm, (_, names, from) => `const {${names.replace(/\bas\b/g, ":")}} = require(${from})`],
	[/^import\s+(\w+)\s+from\s+(['"].+?['"])/gm, "const $1 = ((all) => all.default ?? all)(require($2))"],
	[/^export\s+default\s+/gm, "exports.default = "],
	[/^export\s+((?:async\s+)?(?:function\*?|class|const|let|var)\s+(\w+))/gm, "Object.defineProperty(exports, \"$2\", {enumerable: true, get: () => $2}); $1"],
	[/^export\s+\{([^}]*)\}/gm, (_, names) => names.split(",").filter((name) => name.trim()).map((name) => {
		const [inside, outside] = name.trim().split(/\s+as\s+/);
		return `Object.defineProperty(exports, "${outside ?? inside}", {enumerable: true, get: () => ${inside}})`;
	}).join(";")],
];

/* What follows the robot's source when it is compiled. */
const FOOT = `return {${NAMES.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ")}}; })`;

const scripts = new Map(); // by file: compiled once, run for each match
function compile(file) {
	if (!scripts.has(file)) {
		let source = fs.readFileSync(file, "utf8").replace(/^\ufeff?(#!.*)?/, "");
		for (const [from, to] of TO_COMMONJS)
			source = source.replace(from, to);
		const head = "(function (exports, require, module, __filename, __dirname) {";
		scripts.set(file, new vm.Script(`${head}${source}\n${FOOT}`, { filename: file, columnOffset: -head.length }));
	}
	return scripts.get(file);
}

/* Runs a file and the files that it requires, with modules of its own. context: its globals; null: those of this process. Returns
 * what it exports, and what it names. */
function load(file, context, modules = new Map()) {
	const native = createRequire(file), module = { exports: {}, filename: file, id: file };
	const own = (name) => {
		const found = native.resolve(name);
		if (isBuiltin(found) || !/\.c?js$|\.mjs$/.test(found))
			return native(name);
		if (!modules.has(found))
			load(found, context, modules);
		return modules.get(found).exports;
	};
	modules.set(file, module);
	const script = compile(file), run = context ? script.runInContext(context) : script.runInThisContext();
	const named = run.call(module.exports, module.exports, own, module, file, path.dirname(file));
	const exported = module.exports, main = typeof exported === "function" ? exported : exported.default;
	if (typeof main === "function")
		named[main.prototype?.play ? "Robot" : "get_play"] ??= main;
	for (const name of NAMES)
		named[name] ??= exported[name];
	return named;
}

/* Globals for one match. */
function new_context() {
	const own = { console, Buffer, process: Object.create(process, { env: { value: { ...process.env } } }), URL, TextEncoder, TextDecoder,
		setTimeout, clearTimeout, setImmediate, setInterval, clearInterval, queueMicrotask, structuredClone, performance };
	own.global = own;
	const context = vm.createContext(own);
	vm.runInContext("Math", context).random = random;
	return context;
}

function fail(text, status) {
	fs.writeSync(2, text ? `${text}\n` : "");
	process.exit(status);
}

/* The text of an exception, with the part of its stack that is in the robot. That of an error of syntax ends with its place: of what a
 * robot printed, the arena often shows the last line alone. */
function story(error) {
	if (!error?.stack)
		return error;
	const place = /^(.*):(\d+)\n/.exec(error.stack);
	if (place && error.name === "SyntaxError")
		error.stack = error.stack.replace(error.message, `${error.message} (${path.basename(place[1])}, line ${place[2]})`);
	const stack = String(error.stack).replace(FOOT, "(end of the file)"), left_out = [/^ +at .*[ (]node:/];
	if (stack !== error.stack)
		left_out.push(/^ *\^+$/);
	const is_own = (line) => /^ +at /.test(line) && line.includes(__filename);
	return stack.split("\n").filter((line) => !is_own(line) && !left_out.some((kind) => kind.test(line))).join("\n");
}

/* Gives the options to the file that was loaded. */
function with_options(named, options) {
	for (const option of options) {
		const at = option.indexOf("=");
		if (at < 0 || !named.robot_option || named.robot_option(option.slice(0, at), option.slice(at + 1)))
			fail(`the robot does not know the option '${option}'`, 1);
	}
	return named;
}

/* Why a file is no robot, with the name that was meant, if there is one. */
function complaint(named, file) {
	const name = path.basename(file).replace(/\.[cm]?js$/, "");
	const meant = (names, pattern, wanted) => names.filter((one) => pattern.test(one)).map((one) => `: rename ${one} to ${wanted}`)[0] ?? "";
	if (typeof named.Robot === "function")
		return `the class Robot of ${name} has no method play(me, hands, history)` +
			meant(Object.getOwnPropertyNames(named.Robot.prototype ?? {}), /^get_?play$/i, "play");
	const declared = [...fs.readFileSync(file, "utf8").matchAll(/\b(?:function|const|let|var)\s+(\w+)|\.(\w+)\s*=/g)].map((found) => found[1] ?? found[2]);
	return `${name} has no function get_play(me, hands, history) and no class Robot${meant(declared, /^get_?play$/i, "get_play")}`;
}

/* Returns the function that makes the object for a match. */
function maker(file, options) {
	Math.random = random;
	const first = with_options(load(file, null), options);
	if (first.Robot?.prototype?.play)
		return [first, () => new first.Robot()];
	if (typeof first.get_play !== "function")
		fail(complaint(first, file), CANNOT_LOAD);
	return [first, () => {
		const named = with_options(load(file, new_context()), options);
		return { play: named.get_play, game_start: named.robot_game_start };
	}];
}

function introduction(named, file) {
	const variants = typeof named.VARIANTS === "string" ? named.VARIANTS.split(/[\s,]+/) : named.VARIANTS;
	const name = named.NAME ?? path.basename(file).replace(/\.[cm]?js$/, "");
	const said = { name, version: named.VERSION, author: named.AUTHOR, variants: variants?.join(",") };
	const words = Object.entries(said).filter(([, value]) => value).map(([key, value]) => `${key}=${String(value).trim().replace(/\s+/g, "_")}`);
	return `robot ${words.join(" ")} lanes=${LANES} matches=yes\n`;
}

function say(text) {
	for (let bytes = Buffer.from(text); bytes.length;)
		bytes = bytes.subarray(fs.writeSync(1, bytes));
}

/* The robots at all tables. */
class Tables {
	constructor(make) {
		Object.assign(this, { make, robots: new Map(), rules: {}, robot: null });
	}
	/* Does what a line of the arena says. Returns what the robot returned, if it is an ask. */
	take(line) {
		const words = line.split(" ");
		if (words[0].length === 1)
			return this.robot.play(words[0], words[1], words[2] === "-" ? "" : words[2]);
		if (words[0] === "seed") {
			seed(Number(words[1]));
		} else if (words[0] === "match") {
			this.robots.delete(words[1]);
		} else if (words[0] === "table") {
			if (!this.robots.has(words[1]))
				this.robots.set(words[1], this.make());
			this.robot = this.robots.get(words[1]);
			if (words[2] === "0")
				this.robot.game_start?.({ ...this.rules });
		} else if (words[0] === "game") {
			this.rules = { variant: words[1], ...Object.fromEntries(words.slice(2).map((word) => word.split("="))) };
		}
	}
}

/* Answers the arena's lines until the input ends; at once those that came at once. */
async function serve(make) {
	const buffer = Buffer.alloc(1 << 16), tables = new Tables(make);
	let rest = "";
	for (let n; (n = fs.readSync(0, buffer)) > 0;) {
		const lines = (rest + buffer.latin1Slice(0, n)).split("\n");
		let said = "";
		rest = lines.pop();
		try {
			for (const line of lines) {
				let play = tables.take(line);
				if (typeof play?.then === "function")
					play = await play;
				if (line[1] !== " ")
					continue;
				if (!Number.isFinite(Number(play ?? NaN)))
					throw new TypeError(`get_play returned ${play}, not a number`);
				said += `${Math.trunc(Number(play))}\n`;
			}
		} finally {
			say(said);
		}
	}
}

const EXITED = "process.exit() ends the process of the robot, which counts as a crash. Return a play instead, such as 0 for a call.\n";

function main() {
	if (process.argv.length < 3)
		fail("usage: arena_robot.js ROBOT.js [KEY=VALUE...]", 1);
	const file = path.resolve(process.argv[2]), options = process.argv.slice(3);
	Object.defineProperty(process, "stdout", { value: process.stderr });
	globalThis.console = new console.Console(process.stderr, process.stderr);
	let named, make;
	try {
		[named, make] = maker(file, options);
	} catch (error) {
		fail(story(error), CANNOT_LOAD);
	}
	say(introduction(named, file));
	const tell = () => {
		fs.writeSync(2, EXITED);
		process.exitCode = 1;
	};
	process.on("exit", tell);
	const end = (text, status) => process.off("exit", tell) && fail(text, status);
	serve(make).then(() => end("", 0), (error) => end(story(error), 1));
}

module.exports = { Tables, maker, story };
if (require.main === module)
	main();
