# llm.sh - the robot that asks a language model, alone and in the arena, against a stand-in for the service.
. "$(dirname "$0")/lib.sh"
llm=${ARENA_ROBOTS:-$root/build/release/robots}/llm
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/llm/llm_test.py" "$llm" || n_failed=$((n_failed + 1))

make -s -C "$root" B="$folder/bare" LLM_LIBS= "$folder/bare/robots/llm" >"$out" 2>&1
"$folder/bare/robots/llm" >"$out" 2>"$err"
code=$?
check 'built without libcurl it names the package' sh -c '[ "$1" = 5 ] && grep -q libcurl4-openssl-dev "$2"' - "$code" "$err"
finish
