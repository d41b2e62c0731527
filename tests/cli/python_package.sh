# python_package.sh - the Python package: with numpy and without, from the sources and from a wheel.
. "$(dirname "$0")/lib.sh"
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH PYTHONDONTWRITEBYTECODE=1
case ${arena#"$root"/build/} in plain/* | sanitize*) skip 'the package' 'this build is not position independent'; finish ;; esac
run tournament 40 computer prober --seed 5:0 -q
expect 'a run to read' 0
echo 'int get_play(const char *me, const char *hands, const char *history) { return *(volatile int *)8; }' >crash.c
${CC:-cc} -w -shared -fPIC -O1 -o crash.so crash.c
for python in /usr/bin/python3 'python3 -S'; do # Debian's has numpy; without site-packages there is none
	# shellcheck disable=SC2086 # words
	patiently $python "$root/tests/python/package_test.py" "$root/sdk/python" results >"$out" 2>"$err"
	code=$?
	expect "the package under $python" 0
done

${CC:-cc} -std=gnu11 -O1 -shared -fPIC -I"$root/sdk" -o probe.so "$root/tests/python/network.c" -lm
patiently /usr/bin/python3 "$root/tests/python/policies_test.py" "$root/sdk/python" "$folder/probe.so" "$arena" >"$out" 2>"$err"
code=$?
expect 'policies become robots' 0
check 'not where their numbers would be read in the wrong order' sh -c "! ${CC:-cc} -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ -w -I'$root/sdk' \
	-fsyntax-only '$root/tests/python/network.c' 2>byte_order && grep -q 'error: .*little-endian' byte_order"

# The code of the page, as one program; without numpy, without the block that needs it.
code_of() { # code_of WITH_NUMPY
	awk -v with="$1" '/^<!-- numpy -->$/ {skip = !with; next} /^```python$/ {inside = 1; next} /^```$/ {inside = skip = 0; next}
		inside && !skip' "$root/docs/research.md"
}
code_of 1 >page.py
code_of 0 >page_plain.py
check 'research.md has code' test "$(wc -l <page.py)" -gt 30 -a "$(wc -l <page_plain.py)" -lt "$(wc -l <page.py)"
PYTHONPATH=$root/sdk/python patiently /usr/bin/python3 page.py >"$out" 2>"$err"
code=$?
expect 'the code of research.md runs' 0
PYTHONPATH=$root/sdk/python patiently python3 -S page_plain.py >"$out" 2>"$err"
code=$?
expect 'and without numpy' 0

PYTHONPATH=$root/sdk/python patiently /usr/bin/python3 "$root/sdk/python/examples/policy_gradient.py" 0.2 learner.so >"$out" 2>"$err"
code=$?
expect 'the policy gradient learns, and becomes a robot' 0
check 'which plays' grep -q '^learner wins .* of 10000 games against computer' "$out"

# A wheel needs nothing beside it; robots that are Python files play too.
mkdir wheels elsewhere
check 'a wheel is made' sh -c "python3 '$root/sdk/python/wheel.py' 1.2.3 '${ARENA_ROBOTS:-$root/build/release/robots}/..' wheels >made"
check 'it can be installed' python3 -m zipfile -e "$(cat made)" elsewhere
printf 'def get_play(me, hands, history):\n    return 0 if history else 16\n' >bot.py
check 'and plays' env -u ARENA_PATH -u ARENA_LIBRARY PYTHONPATH="$folder/elsewhere" python3 -S -c '
import arena, sys
assert "/elsewhere/" in arena.__file__ and "arena " + arena.__version__ == sys.argv[1]
print(arena.tournament(["bot.py", "prober", "nash"], games=6, rules={"dice": 1}, seed="1:0").rows[0])' "$("$arena" --version)"
check 'its list of files is right' python3 -c '
import base64, hashlib, sys, zipfile
wheel = zipfile.ZipFile(open("made").read().strip())
listed = dict(line.rsplit(",", 2)[:2] for line in wheel.read("arena_dice-1.2.3.dist-info/RECORD").decode().split())
assert set(listed) == set(wheel.namelist()) and len(listed) > 30
for name, digest in listed.items():
    assert not digest or digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).decode().rstrip("=")'
check 'the comparison is of the same rules' env PYTHONPATH="$root/bench:$root/sdk/python" /usr/bin/python3 "$root/tests/python/plain_test.py"
check 'the ratios are printed' sh -c "/usr/bin/python3 '$root/bench/env.py' 0.01 | grep -q 'C interface .* times plain Python'"
finish
