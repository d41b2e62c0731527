#!/bin/sh
# cheats.sh - the cheats of Mäxchen: for people at the terminal, at most one in a game, never in a tournament.
. "$(dirname "$0")/lib.sh"

# opening SEED PLAYER: the first roll of the human player.
opening() {
	printf 'q\n' | "$arena" play --as-given -v maexchen --seed "$1" --plain "$2" maexchen |
		sed -n '/.*Your dice: *\([0-9]\) *\([0-9]\).*/{s//\1\2/p;q}'
}
count() { # count VALUE PLAYER: in how many of 24 games this is the first roll
	n=0
	for seed in $(seq 24); do
		[ "$(opening "$seed" "$2")" = "$1" ] && n=$((n + 1))
	done
	echo $n
}
# With the cheat the chance is at least 1/2, without it 1/18: 5 or fewer of 24 would occur once in 300 times, and 6 or more without it once in 600 times.
check 'MegaMax: a Mäxchen every other time' test "$(count 21 MegaMax:human)" -gt 5
check 'HamToTheBurger: a Hamburger every other time' test "$(count 42 HamToTheBurger:human)" -gt 5
check 'without: seldom' test "$(count 21 human)" -lt 6

# A player who always doubts and never loses points wins in the end.
yes 0 | head -n 4000 | sed 'n;s/.*/66/' >entries
"$arena" play --as-given -v maexchen --seed 1:0 --plain GodKing:human maexchen <entries >"$out" 2>"$err"
code=$?
expect 'GodKing plays' 0
check 'GodKing never loses points' sh -c 'grep -q "You lose nothing" "$1" && ! grep -qE "You lose (a|two|three) " "$1"' - "$out"

run play -v maexchen GodKing:maexchen human
says 'a robot with a cheat' 2 'only people'
run play -v maexchen GodKing:human MegaMax:human
says 'two cheats' 2 'one cheat'
run play GodKing:human computer
says 'a cheat in another game' 2 'maexchen'
run tournament 10 -v maexchen GodKing:maexchen maexchen
says 'a cheat in a tournament' 2 'the cheat GodKing'
finish
