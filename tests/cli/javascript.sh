# javascript.sh - the adapter for robots in JavaScript.
. "$(dirname "$0")/lib.sh"
adapter=$root/sdk/javascript/arena_robot.js
if ! command -v node >/dev/null; then
	skip 'robots in JavaScript' 'no node'
	finish
fi
play() { # play ROBOT [OPTION...]: its answers to the lines of the file asks
	patiently node "$adapter" "$@" <asks >"$out" 2>"$err"
	code=$?
}
answers() { # answers NAME TEXT: the lines after the introduction
	if [ "$code" = 0 ] && [ "$(sed 1d "$out" | tr '\n' ' ')" = "$2 " ]; then pass "$1"; else fail "$1" "exit code $code"; fi
}
# Two matches at once, the second one of two games, and then another one at the first table.
cat >asks <<'END_OF_FILE'
game wild dice=5 wild=ones
match 0
seed 1
table 0 0
A A:53321,B:xx -
match 1
seed 2
table 1 0
B A:xx,B:53321 A:13
seed 3
table 0 1
A A:53321,B:xx A:13,B:23
seed 4
table 1 0
B A:xx,B:53321 -
match 0
seed 1
table 0 0
A A:5,B:xx -
END_OF_FILE

cat >object.js <<'END_OF_FILE'
const NAME = "Object One", VERSION = "1.2", AUTHOR = "Some Body", VARIANTS = ["wild", "dice=1"];
class Robot {
	n = 0;
	games = 0;
	game_start(rules) {
		this.games++;
		this.wild = `${rules.variant} ${rules.wild}`;
	}
	async play(me, hands, history) {
		console.log("I am", me, this.wild);
		await null;
		return 100 * ++this.n + 10 * this.games + history.length;
	}
}
END_OF_FILE
play object.js
answers 'an object for each match' '110 114 219 220 110'
check 'it introduces itself' test "$(head -n 1 "$out")" = 'robot name=Object_One version=1.2 author=Some_Body variants=wild,dice=1 lanes=64 matches=yes'
check 'what it prints is no answer' grep -qx 'I am B wild ones' "$err"

# Every kind of state that a file can have by itself: each match has its own.
echo 'let n = 0; exports.count = () => ++n;' >helper.js
cat >globals.js <<'END_OF_FILE'
import { count } from "./helper.js";
import * as fs from "node:fs";
let n = 0;
export function get_play(me, hands, history) {
	globalThis.seen = (globalThis.seen ?? 0) + 1;
	implicit = typeof implicit === "undefined" ? 1 : implicit + 1;
	Array.prototype.mine = (Array.prototype.mine ?? 0) + 1;
	process.env.MINE = Number(process.env.MINE ?? 0) + 1;
	n += 1;
	return Number([n, count(), seen, implicit, [].mine, process.env.MINE].join("")) + (fs.existsSync("/") ? 0 : 1);
}
END_OF_FILE
play globals.js
answers 'globals, variables and modules of a match are its own' '111111 111111 222222 222222 111111'
check 'its name is that of the file' test "$(head -n 1 "$out")" = 'robot name=globals lanes=64 matches=yes'

for way in 'module.exports = { get_play: () => 11 }' 'module.exports = () => 11' 'exports.get_play = () => 11' 'function get_play() { return "11" }' \
	'export default function (me, hands, history) { return 11.9 }' 'const f = () => 11;
export { f as get_play };' 'export const get_play = () => 11;' \
	'#!/usr/bin/env node
module.exports = class { play() { return 11 } }'; do
	echo "$way" >way.js
	play way.js
	answers "a file with: $way" '11 11 11 11 11'
done

echo 'function get_play() { return 1 + Math.floor(1e6 * Math.random()); }' >luck.js
play luck.js
first=$(sed -n 2p "$out")
check 'random numbers follow the seed' test "$first" = "$(sed -n 6p "$out")"
check 'another seed gives others' test "$first" != "$(sed -n 3p "$out")"

cat >options.js <<'END_OF_FILE'
let depth = 0;
function robot_option(key, value) {
	if (key !== "depth")
		return true;
	depth = Number(value);
}
function get_play() { return depth; }
END_OF_FILE
play options.js depth=7
answers 'options arrive in every match' '7 7 7 7 7'
for option in width=7 depth; do
	play options.js $option
	check "the option '$option' is not known" sh -c '[ "$1" = 1 ] && grep -q "option .$2." "$3"' - "$code" "$option" "$err"
done

fails() { # fails NAME CODE TEXT SOURCE
	echo "$4" >fails.js
	play fails.js
	if [ "$code" = "$2" ] && has "$err" "$3"; then pass "$1"; else fail "$1" "exit code $code"; fi
}
fails 'an exception ends it' 1 'fails.js:1:23' 'function get_play() { return missing; }'
fails 'no answer ends it' 1 'get_play returned undefined' 'function get_play() { }'
fails 'a text is no answer' 1 'get_play returned x' 'function get_play() { return "x" }'
fails 'a rejected promise ends it' 1 'Error: no' 'async function get_play() { throw new Error("no"); }'
fails 'a file without a robot' 125 'fails has no function get_play(me, hands, history) and no class Robot' 'const get_plya = 1'
fails 'a file with an error' 125 "SyntaxError: Unexpected token ';' (fails.js, line 1)" 'function get_play() { return ; } let a = ;'
fails 'another name' 125 'and no class Robot: rename getPlay to get_play' 'exports.getPlay = () => 11'
fails 'a class with the wrong method' 125 'the class Robot of fails has no method play(me, hands, history): rename get_play to play' 'class Robot { get_play() {} }'
fails 'process.exit' 1 'process.exit() ends the process of the robot' 'function get_play() { process.exit(); }'
echo 'const VARIANTS = "wild, dice=1"; function get_play() {}' >texts.js
play texts.js
check 'variants as one text' has "$out" 'variants=wild,dice=1 '

cat >deep.js <<'END_OF_FILE'
const below = (hands) => hands.missing.length;
class Robot { play(me, hands) { return [0].map(() => below(hands))[0]; } }
END_OF_FILE
play deep.js
check "the stack is that of the robot alone" test "$(sed -n 's/^ *at //; s/ *([^()]*deep/ (deep/; 2,$p' "$err" | tr '\n' ' ')" = \
	"below (deep.js:1:40) $PWD/deep.js:2:54 Array.map (<anonymous>) Robot.play (deep.js:2:44) "
printf 'function get_play() {\n' >open.js
play open.js
check 'a brace that is missing is at the end of the file' test "$(sed -n '/^$/d; p' "$err" | tr '\n' ' ')" = \
	"$PWD/open.js:3 (end of the file) SyntaxError: Unexpected token ')' (open.js, line 3) "

# In the arena: a copy of conservative plays exactly as it does.
cat >careful.js <<'END_OF_FILE'
let n = 0;
function get_play(me, hands, history) {
	const mine = hands.split(",").find((entry) => entry[0] === me)?.slice(2) ?? "", last = Number(history.split(":").at(-1));
	n++;
	for (let quantity = Math.max(1, Math.floor(last / 10)); quantity <= mine.length; quantity++)
		for (let face = 1; face <= 6; face++)
			if (mine.split(String(face)).length > quantity && 10 * quantity + face > last)
				return 10 * quantity + face;
	return 0;
}
END_OF_FILE
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH
numbers() { # numbers ROBOT FILE: games, wins, rate, interval, plays of both against computer
	run tournament 12 -q --no-results --seed 1:0 --output csv -j1 -L 3 "$1" computer
	expect "in the arena: $1" 0
	sed -e 1d -e 's/^[^,]*,//' "$out" >"$2"
}
numbers conservative wanted
numbers careful found
check 'it plays as conservative does' cmp wanted found
run list robots
check 'it is listed' grep -q '^careful  *all ' "$out"

# Node's threads, child processes, files and libraries in the sandbox; it plays when all have answered.
cat >runtime.js <<'END_OF_FILE'
#!/usr/bin/env node
const { Worker, isMainThread, parentPort } = require("worker_threads");
const { execFile } = require("child_process");
const { promisify } = require("util");
const fs = require("fs");
async function look() {
	const worker = new Worker(__filename);
	await new Promise((done) => worker.once("message", done));
	const said = await promisify(execFile)("/bin/echo", ["hello"]);
	const folder = await fs.promises.mkdtemp("/tmp/runtime");
	await fs.promises.writeFile(folder + "/a", said.stdout);
	await fs.promises.copyFile(folder + "/a", folder + "/b");
	await promisify(require("crypto").pbkdf2)("a", "b", 1000, 32, "sha256");
	await promisify(require("zlib").gzip)("x");
	const { totalmem, freemem, uptime } = require("os");
	return fs.readFileSync(folder + "/b", "utf8") === "hello\n" && totalmem() === freemem() && uptime() > 0;
}
async function main() {
	if (!(await look()))
		process.exit(9);
	for await (const line of require("readline").createInterface({ input: process.stdin }))
		if (!/^(game|seed) /.test(line))
			console.log(line.endsWith("-") ? 11 : 0);
}
if (isMainThread) main();
else parentPort.postMessage("ready");
END_OF_FILE
chmod +x runtime.js
run tournament 4 ./runtime.js computer --no-results -q -j1 -L1 --start-time 60s
expect 'node has threads, processes, files and libraries' 0

{ echo 'export'; cat careful.js; } | sed 'N; s/\n/ /; s/export let/let/; s/^function/export &/' >module.mjs
numbers module found
check 'and so does a file NAME.mjs' cmp wanted found
{ echo '#!/usr/bin/env node'; cat careful.js; } >plain
chmod +x plain
numbers ./plain found
check 'and a file whose first line names node' cmp wanted found
echo 'exports.getPlay = () => 11' >camel.js
run tournament 2 camel computer
says 'a robot with another name' 4 'rename getPlay to get_play'

# Its debugger. talk.py COMMAND... <LINES: gives a program each line when it prompts after new output, and prints all that it printed.
cat >talk.py <<'END_OF_FILE'
import subprocess, sys
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
for line in sys.stdin.buffer:
    said = b""
    while not (said.endswith(b"debug> ") and (b"break in" in said or b"'" in said)):
        byte = program.stdout.read(1)
        if not byte:
            sys.exit(said.decode())
        said += byte
    sys.stdout.buffer.write(said)
    program.stdin.write(line)
sys.stdout.buffer.write(program.communicate()[0])
END_OF_FILE
printf 'let n = 0;\nfunction get_play(me, hands, history) {\n\tif (++n > 1)\n\t\tthrow new Error("no answer");\n\treturn 11;\n}\n' >raises.js
run tournament 2 --seed 1:0 raises computer
debug=$(sed -n 's/^  To call it again in a debugger: arena //p' "$err")
# shellcheck disable=SC2086
printf 'step\nstep\nexec("n + history")\n.exit\n' | patiently python3 talk.py "$arena" $debug >"$out" 2>"$err"
check 'the debugger stops in the robot, with its memory' sh -c 'grep -q "break in raises.js:3" "$1" && grep -q "^debug> .1[AB]:" "$1"' - "$out"
finish
