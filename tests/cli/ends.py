# ends.py SEED N COMMAND...: starts the command (an arena with its results in `runs`) N times for each signal. Sends the
# signal to the process or to its whole group at one of many moments of the run. Checks exit code, that there is one
# table, the command that resumes, that no process is left, and that the resumed run gives the bytes of `whole`.
import os, random, re, shutil, signal, subprocess, sys, time

sys.dont_write_bytecode = True
import sessions

chance = random.Random(int(sys.argv[1]))
n_tries, command = int(sys.argv[2]), sys.argv[3:]

def files(folder):
	found = {}
	for base, _, names in os.walk(folder):
		for name in names:
			if name != "clock.json":
				path = os.path.join(base, name)
				found[os.path.relpath(path, folder)] = open(path, "rb").read()
	return found

def play(arguments, signals=(), delay=0, to_group=False):
	with open("out", "wb") as out, open("err", "wb") as err:
		arena = subprocess.Popen(arguments, start_new_session=True, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
		for number in signals:
			time.sleep(delay)
			if arena.poll() is None:
				(os.killpg if to_group else os.kill)(arena.pid, number)
			delay = 0.001
		code = arena.wait(timeout=900)
	sessions.wait_until_empty(arena.pid)
	return code, open("out").read(), open("err").read()

def check_end(code, out, err, number):
	"""Checks the result of one signal."""
	if code == -number:  # the arena had not installed its handlers: nothing may have begun
		assert not os.path.exists("runs/0001/run.json"), "killed in the middle"
		return "early"
	assert code in (usual, 130), f"exit code {code}"
	table = r"^[A-Z ]+: .*\n.* games of " if "regress" in command else r"^rank "
	assert len(re.findall(table, out, re.M)) == 1, "not one table"
	if code == usual:
		assert not err, "it has something to say"
		return "late"
	resume = re.search(r"[Tt]o continue: (arena .*--resume 0001.*)", out + err)
	assert resume, "no command to continue"
	if "regress" not in command:
		assert re.search(r"^Stopped after [0-9,]+ of [0-9,]+ games\.$", out, re.M) and not err, "it does not say how far it came"
	code, out, err = play([command[0]] + resume.group(1).split()[1:] + ["-q"])
	assert code == usual and not err, f"continued: exit code {code}, not {usual}"
	return "stopped"

shutil.rmtree("runs", ignore_errors=True)
began = time.monotonic()
usual, out, err = play(command)
lasts = time.monotonic() - began
assert usual in (0, 1, 3) and not err, f"without a signal: exit code {usual}"
whole = files("runs/0001")
ends = {"early": 0, "late": 0, "stopped": 0}

def interrupt(number, part, to_group):
	"""Sends a signal after about this share of the run."""
	global lasts
	shutil.rmtree("runs", ignore_errors=True)
	delay = lasts * part
	said = f"{number.name} after {delay:.3f} s of {lasts:.3f}, to the {'group' if to_group else 'process'}"
	try:
		end = check_end(*play(command, [number], delay, to_group), number)
		ends[end] += 1
		if end != "early":
			there = files("runs/0001")
			assert there == whole, f"other bytes: {sorted(k for k in whole.keys() | there.keys() if whole.get(k) != there.get(k))}"
	except AssertionError as wrong:
		print(f"{said}: {wrong}")
		print(open("out").read(), open("err").read())
		sys.exit(1)
	if end == "late":  # the run is shorter than it was on a machine that was busier
		lasts *= 0.8
	elif end == "early":
		lasts *= 1.2

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
	for i in range(n_tries):
		interrupt(number, (i + chance.random()) / n_tries, i % 2 == number % 2)
while ends["stopped"] < n_tries:  # however much longer or shorter the run now takes
	interrupt(signal.SIGTERM, chance.random(), chance.random() < 0.5)
# Two at once, as timeout(1) and closing terminals send them, are one.
for number in (signal.SIGINT, signal.SIGTERM):
	shutil.rmtree("runs", ignore_errors=True)
	check_end(*play(command, [number, number], lasts / 2, True), number)
print(f"ended {ends}")
