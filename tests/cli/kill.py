# kill.py MATCHES BEGIN RESUME: starts the arena (the command BEGIN, then RESUME, with results in `runs`) 20 times.
# Kills it each time when a random number of matches, less than MATCHES, is stored. Every second time only the arena
# itself is killed: its workers and robots must die with it.
import os, random, shlex, shutil, signal, sqlite3, subprocess, sys, time

sys.dont_write_bytecode = True
import sessions

def stored():
	try:
		with sqlite3.connect("file:runs/arena.db?mode=ro", uri=True, timeout=60) as db:
			return db.execute("SELECT (SELECT count(*) FROM runs), ifnull(sum(n_matches), 0) FROM chunks").fetchone()
	except sqlite3.OperationalError:
		return 0, 0  # not created yet

chance = random.Random(4)
moments = sorted(chance.randrange(int(sys.argv[1])) for _ in range(20))
begin, resume, last, n_tries = shlex.split(sys.argv[2]), shlex.split(sys.argv[3]), 0, 0
while moments:
	n_tries += 1
	arena = subprocess.Popen(resume if os.path.exists("runs/arena.db") and stored()[0] else begin, start_new_session=True,
		stdout=subprocess.DEVNULL)
	while arena.poll() is None and stored() < (1, moments[0]):
		time.sleep(0.001)  # leaves the core to the arena
	for _ in range(chance.randrange(20000)):  # and at a random point of its next work
		pass
	if arena.poll() is None:
		(os.killpg if n_tries % 2 else os.kill)(arena.pid, signal.SIGKILL)
	code = arena.wait()
	sessions.wait_until_empty(arena.pid)
	count = stored()[1]
	assert count >= max(last, moments[0]), f"{count} matches after {last}, at moment {moments[0]}, exit code {code}"
	last = count
	if code == -signal.SIGKILL:
		moments.pop(0)
	else:  # the run had already finished, on a busy machine: start again, and kill earlier
		assert code in (0, 1, 3), f"exit code {code}"
		assert moments[0] or n_tries < 1000, "it always comes to its end before it can be killed"
		moments[0] //= 2
		shutil.rmtree("runs")
		last = 0
