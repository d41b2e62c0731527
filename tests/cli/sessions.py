# sessions.py - the processes of a session, for scripts that kill an arena.
import os

def members(session):
	found = []
	for pid in filter(str.isdigit, os.listdir("/proc")):
		try:
			fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
		except OSError:
			continue
		if int(fields[3]) == session and fields[0] != "Z":
			found.append(pid)
	return found

def wait_until_empty(session):
	for _ in range(1000000):
		left = members(session)
		if not left:
			return
	assert not left, f"processes {left} are left behind"
