# stress.sh - short and long tournaments of all formats with two to eight workers, while 8 busy processes compete for
# the CPU and with socket buffers as small as the kernel allows: none hangs, and all give the bytes of a run with one
# worker on a quiet machine. STRESS_RUNS (default 14) is their number, STRESS_LONG a factor for the length of the long
# ones; tests/slow/stress.sh plays 200, sixty times as long. STRESS_NICE (default 10, as other tests run at the same time) is the
# niceness of the busy processes; tests/slow uses 0.
. "$(dirname "$0")/lib.sh"
runs=${STRESS_RUNS:-14}
long=${STRESS_LONG:-1}
hogs=

# Name, then the options of the tournament; one kind per line.
kinds() {
	cat <<-END
		two $((500 * long)) computer random_raiser
		two-short 40 computer random_raiser
		two-trusted $((1500 * long)) computer random_raiser --trust
		two-logged $((100 * long)) computer prober --log hands --save-interval 10ms
		two-matches $((200 * long)) prober computer --match-length 10 --save-interval 10ms
		three $((90 * long)) computer conservative simpleton --save-interval 10ms
		three-trusted $((420 * long)) computer conservative simpleton --trust --match-length 7 --save-interval 10ms
		round-robin $((40 * long)) computer random_raiser simpleton bumper --format round-robin
		round-robin-short 6 computer random_raiser simpleton bumper --format round-robin --seats 3 --trust
		gauntlet $((24 * long)) computer random_raiser simpleton bumper --format gauntlet --seats 3 --save-interval 10ms
		pool $((72 * long)) computer random_raiser simpleton bumper caller --format pool --seats 3 --match-length 4
		pool-short 30 computer random_raiser simpleton bumper caller --format pool --log games
		paired $((54 * long)) computer random_raiser simpleton --format paired --match-length 3 --save-interval 10ms
		same-deals $((24 * long)) computer random_raiser simpleton --format round-robin --same-deals --save-interval 10ms
	END
}
n_kinds=$(kinds | wc -l)

# plays FOLDER KIND OPTIONS...: plays the run, and writes all its results except times to $FOLDER.bytes
plays() {
	folder_of=$1 options=$(kinds | sed -n "$(($2 + 1))s/^[^ ]* //p")
	shift 2
	rm -rf "$folder_of"
	# shellcheck disable=SC2086
	patiently env LD_PRELOAD="$preload" "$arena" tournament $options --seed stress:0 --results "$folder_of" -q "$@" \
		>"$out" 2>"$err" </dev/null
	code=$?
	if [ "$code" = 0 ]; then
		"$arena" standings 1 --results "$folder_of" --output csv 2>>"$err" | cat - "$folder_of"/0001/table.csv "$folder_of"/0001/run.json
	fi >"$folder_of.bytes"
}
name_of() { kinds | sed -n "$(($1 + 1))s/ .*//p"; }

preload=
for kind in $(seq 0 $((n_kinds - 1))); do
	[ "$kind" -lt "$runs" ] || break
	plays "quiet-$kind" "$kind" -j1
	[ "$code" = 0 ] || expect "$(name_of "$kind"), quiet" 0
	rm -rf "quiet-$kind"
done

export SMALL_BUFFERS="$folder/.sizes" ASAN_OPTIONS="verify_asan_link_order=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
${CC:-cc} -D_GNU_SOURCE -shared -fPIC -O1 -o "$folder/.small.so" "$root/tests/cli/small_buffers.c" -ldl || exit 1
preload=./.small.so
trap 'kill $hogs 2>/dev/null; cd /; rm -rf "$folder"' EXIT
for _ in 1 2 3 4 5 6 7 8; do
	nice -n "${STRESS_NICE:-10}" sh -c 'while kill -0 "$1"; do :; done' - $$ 2>/dev/null & # ends with this script, even if that is killed
	hogs="$hogs $!"
done

n_good=0 n_bad=0 r=0
while [ "$r" -lt "$runs" ]; do
	kind=$((r % n_kinds)) jobs=$((2 + r % 7))
	plays busy "$kind" -j"$jobs"
	if [ "$code" != 0 ]; then
		fail "$(name_of "$kind"), run $r, -j$jobs" "exit code $code"
		n_bad=$((n_bad + 1))
	elif ! cmp -s busy.bytes "quiet-$kind.bytes"; then
		diff busy.bytes "quiet-$kind.bytes" >"$err"
		fail "$(name_of "$kind"), run $r, -j$jobs" 'other bytes than on a quiet machine'
		n_bad=$((n_bad + 1))
	else
		n_good=$((n_good + 1))
	fi
	r=$((r + 1))
done
if [ "$n_bad" = 0 ]; then pass "$n_good runs under stress give the bytes of quiet ones"; fi
check 'the bytes are those of results' grep -q '^computer,' quiet-0.bytes
check 'the buffers were small' awk '$1 > 8192 {exit 1} END {exit NR < 1}' "$SMALL_BUFFERS"
finish
