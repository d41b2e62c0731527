# mpi_signal.py RANK SIGNAL MATCHES COMMAND...: runs the command, an mpirun whose results are in `runs`, and sends the signal to
# a rank as soon as more than so many matches are stored. The last line of its standard error is mpirun's exit code.
import contextlib, os, shutil, signal, sqlite3, subprocess, sys, time

def stored():
	try:
		with sqlite3.connect("file:runs/arena.db?mode=ro", uri=True, timeout=60) as db:
			return db.execute("SELECT ifnull(sum(n_matches), 0) FROM chunks").fetchone()[0]
	except sqlite3.OperationalError:
		return 0  # not made yet

def read(pid, name):
	try:
		return open(f"/proc/{pid}/{name}", "rb").read().split(b"\0")
	except OSError:
		return []

def environment(pid):
	return read(pid, "environ")

def find(mark, rank):
	"""Returns the process of a rank, not its worker."""
	names = [f"OMPI_COMM_WORLD_RANK={rank}".encode(), f"PMI_RANK={rank}".encode()]
	return [int(pid) for pid in filter(str.isdigit, os.listdir("/proc")) for own in [environment(pid)]
		if mark in own and any(name in own for name in names) and b"__worker" not in read(pid, "cmdline")]

rank, number, n_matches = int(sys.argv[1]), getattr(signal, "SIG" + sys.argv[2]), int(sys.argv[3])
mark = f"ARENA_TEST_MARK={os.getpid()}"
for _ in range(100):  # on a busy machine the job may end before it gets the signal: then there is another one
	shutil.rmtree("runs", ignore_errors=True)
	job = subprocess.Popen(sys.argv[4:], env=dict([mark.split("=")], **os.environ))
	while job.poll() is None and stored() <= n_matches:
		time.sleep(0.001)  # leaves the core to the job
	for pid in find(mark.encode(), rank):
		with contextlib.suppress(ProcessLookupError):  # it has just ended
			os.kill(pid, number)
	code = job.wait()
	if code:
		break
for _ in range(100000):
	left = [pid for pid in filter(str.isdigit, os.listdir("/proc")) if mark.encode() in environment(pid)]
	if not left:
		break
assert not left, left
print("mpirun ended with", code, file=sys.stderr)
