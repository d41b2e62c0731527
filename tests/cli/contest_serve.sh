#!/bin/sh
# contest_serve.sh - `arena contest serve`: teams that sign in, upload and challenge, the organiser, and hostile clients
# (tests/net/contest_serve.py); the commands that the server starts.
. "$(dirname "$0")/lib.sh"

refused() { # refused NAME CODE TEXT ARGUMENTS...
	name=$1 expected=$2 text=$3
	shift 3
	run contest "$@"
	says "$name" "$expected" "$text"
}
run contest init c --set seed=7:0 --set games_per_round=40 --set games_per_table=10 --set doctor_games=1 --set check_seconds=600 --set build_seconds=20 \
	--set final_blocks=5 --set rules=dice=1 --set submission_mb=1 --set challenges_per_hour=2 --set versions_per_day=3 -q
expect 'a contest' 0

refused 'no team to invite' 2 'needs a team' invite c
refused 'a team and the organiser' 2 'needs a team' invite c ann --organiser
refused 'a name that no team can have' 2 'not a valid name' invite c a/b
refused 'nothing to revoke' 2 "'ann' has no token" invite c ann --revoke
refused 'no port' 2 '--listen' serve c --listen x
refused 'no contest' 2 "'d'" serve d
refused 'the contest as its site' 2 'is a folder of the contest itself' serve c --listen 0 --to c
refused 'a folder with the contest' 2 'is a folder of the contest itself' serve c --listen 0 --to .
refused 'one team' 2 'two teams' challenge c ann
refused 'nothing to challenge' 2 'no robot takes part' challenge c ann bob

run contest invite c ann
check 'a token' grep -Eqx '[0-9a-f]{32}' "$out"
check 'only its hash is stored' sh -c '! grep -rqF "$(cat "$1")" c' - "$out"
check 'for the owner alone' test "$(stat -c %a%a c/tokens c/tokens/ann | tr -d '\n')" = 700700600600
: >c/tokens/gus
refused 'an empty file is not a token' 2 "'gus' has no token" invite c gus --revoke
rm c/tokens/gus
sed 's|"seed"|"site": "https://arena.example.org", "seed"|' c/contest >settings && cat settings >c/contest
run contest invite c --organiser
check 'a link' grep -Eqx 'https://arena.example.org/sign-in#[0-9a-f]{32}' "$out"
rm c/tokens/.organiser

PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$root/tests/net/contest_serve.py" "$arena" c >clients.out 2>clients.err
code=$?
cat clients.out
n_failed=$((n_failed + $(grep -c '^FAIL' clients.out)))
cp clients.err "$err"
expect 'the clients have done everything' 0

refused 'a season that has ended' 2 'accepts no more versions' build c
run contest challenge c ann bob
expect 'a challenge by the command' 0
check 'its result' grep -Eq '^ann/bot-1 won [0-9.]+ of 100 games against bob/other-1$' "$out"

finish
