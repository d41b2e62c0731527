#!/bin/sh
# browser.sh - `arena play --browser` and `arena menu --browser`: their options, what their server sends (tests/report/secret.py), also to a
# person at a tourney server's table (tests/report/seat.py), and people at their pages in Chromium (tests/report/play.py).
. "$(dirname "$0")/lib.sh"

run play --listen 0 human computer
says 'where, but no page' 2 "'--listen' needs '--browser'"
run menu --listen 0
says 'where, but no menu at a page' 2 "'--listen' needs '--browser'"
run play --browser computer prober
says 'a page for nobody' 2 'needs a person'
run play --browser --open human computer
says 'dice of others at a page' 2 "'--open'"
for where in x 65536 127.0.0.1:; do
	run play --browser --listen "$where" human computer
	says "no place to listen: '$where'" 2 '--listen'
done
run play --browser --listen 192.0.2.1:0 human computer
says 'an address of somebody else' 5 '192.0.2.1'

# Prints the cases of a Python script as cases of this one.
cases() { # cases SCRIPT
	PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/$1" "$arena" >"$out" 2>"$err"
	code=$?
	cat "$out"
	[ "$code" = 0 ] || cat "$err"
	if grep -q '^FAIL' "$out"; then
		n_failed=$((n_failed + 1))
	else
		expect "all of $1" 0
	fi
}
cases secret.py
cases seat.py
if ! why=$(PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/browser.py" 2>&1); then
	skip 'people at pages' "$why"
	finish
fi
cases play.py
finish
