"""stored.py - prints what a database of results holds, for scripts: matches and their plays.

As a program: stored.py matches DB   how many matches of each run are stored
              stored.py plays DB     a hash of all plays that were kept, match by match, whatever the chunks
              stored.py sql DB SQL   the first column of the result, in one line"""
import hashlib, sqlite3, sys

ONES = (1 << 64) - 1

def number(total, word):
	total = ((total ^ word) * 0x9E3779B97F4A7C15) & ONES
	return total ^ total >> 32

def checksum(first, plays):
	"""Returns the checksum of a row of plays, as in checksum.h."""
	total = number(number(0, first), len(plays) + 1)
	whole = len(plays) // 8 * 8
	for at in range(0, whole, 8):
		total = number(total, int.from_bytes(plays[at:at + 8], "little"))
	return number(total, int.from_bytes(plays[whole:], "little"))

def signed(word):
	return word - (1 << 64) if word >> 63 else word

def varint(data, at):
	value = shift = 0
	while True:
		value |= (data[at] & 127) << shift
		at, shift = at + 1, shift + 7
		if data[at - 1] < 128:
			return value, at

def as_varint(value):
	out = bytearray()
	while value > 127:
		out.append(value & 127 | 128)
		value >>= 7
	out.append(value)
	return bytes(out)

def plays(db):
	"""Returns {(run, match): plays}."""
	found = {}
	for run, first, stride, n, data in db.execute("SELECT run, first, stride, n_matches, plays FROM chunks JOIN plays USING (run, first)"):
		at = 0
		for i in range(n):
			size, at = varint(data, at)
			found[run, first + i * stride] = bytes(data[at:at + size])
			at += size
		assert at == len(data)
	return found

def put_plays(db, run, match, new):
	"""Replaces the stored plays of a match."""
	for first, stride, n in db.execute("SELECT first, stride, n_matches FROM chunks WHERE run = ?", (run,)).fetchall():
		numbers = range(first, first + n * stride, stride)
		if match in numbers:
			old = plays(db)
			data = b"".join(as_varint(len(text)) + text for text in (new if i == match else old[run, i] for i in numbers))
			db.execute("UPDATE plays SET plays = ?, checksum = ? WHERE run = ? AND first = ?",
				(data, signed(checksum(first, data)), run, first))

if __name__ == "__main__":
	with sqlite3.connect(sys.argv[2]) as base:
		if sys.argv[1] == "matches":
			print(*(row[0] for row in base.execute("SELECT sum(n_matches) FROM chunks GROUP BY run")))
		elif sys.argv[1] == "plays":
			rows = sorted(plays(base).items())
			assert rows
			print(hashlib.sha256(repr(rows).encode()).hexdigest())
		else:
			print(*(row[0] for row in base.execute(sys.argv[3]).fetchall()))
