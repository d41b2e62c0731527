# plot.sh - plots of intervals and bars: --plot of tournament, standings and analyse.
. "$(dirname "$0")/lib.sh"

run tournament 400 prober computer caller conservative --seed 1 -q --plot on
expect 'a tournament with pictures' 0
cp "$out" drawn
run tournament 400 prober computer caller conservative --seed 1 -q --no-results
check 'without a terminal there are none' sh -c '! grep -q "├" "$1"' - "$out"
check 'the tables are the same' test "$(sed -n '/^rank/,/^$/p' drawn | cut -c1-50 | sed '/^$/d')" = "$(cut -c1-50 "$out")"
# The plot agrees with the table: columns of ├, ● and ┤ on the axis from 0 % to 100 %.
check 'intervals stand where the numbers say' python3 - drawn <<'PY'
import re, sys
text = open(sys.argv[1]).read()
numbers = dict((name, [float(n) for n in (low, mean, high)]) for name, mean, low, high in
               re.findall(r"^ +\d(?:-\d)? +(\w+) .*? ([\d.]+)% +([\d.]+) - +([\d.]+) ", text, re.M))
assert len(numbers) == 4, numbers
picture = text[text.index("dotted"):].split("\n")
axis = next(line for line in picture if line.strip() and not line.strip("┴─ "))
first, last = axis.index("┴"), axis.rindex("┴")
scale = [int(n) for n in re.findall(r"(\d+)%", picture[picture.index(axis) + 1])]
at = lambda value: first + (value - scale[0]) / (scale[-1] - scale[0]) * (last - first)
for line in picture[1:5]:
    name = line.split()[0]
    for mark, value in zip("├●┤", numbers[name]):
        if mark in line:
            assert abs(line.index(mark) - at(value)) <= 1, (line, mark, value)
        else:  # the mean covers an end
            assert abs(line.index("●") - at(value)) <= 1, (line, mark, value)
    if "┊" in line:
        assert abs(line.index("┊") - at(25)) <= 1, line
assert any("┊" in line for line in picture[1:5])
assert max(map(len, picture)) <= 80
PY
run standings --plot on
expect 'standings with pictures' 0
check 'a robot that lost all its games has an arrow' grep -qE '^  caller +◀─+┤' "$out"
check 'the mean is marked' grep -q '^  computer .*┊' "$out"
run analyse prober --plot on --baseline none
expect 'an analysis with pictures' 0
check 'a line for each seat' test "$(grep -c '^  seat [1-4] .*├─*●─*┤' "$out")" = 4
check 'and bars' grep -qE '^  calls that were right █+[▏▎▍▌▋▊▉]? [0-9.]+%$' "$out"
run analyse prober --plot on --baseline none --output json
check 'data has no pictures' sh -c '! grep -q "├" "$1"' - "$out"
run tournament 400 prober computer --no-results --plot maybe
says 'another word' 2 '--plot' 'auto'
finish
