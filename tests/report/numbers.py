"""numbers.py REPORT GAMES - compares the numbers in the data of a report with the run's games. GAMES is what
`arena export --format jsonl` writes of the whole run, of which the report must have analysed all games. All is worked out
again here: shares, outcomes of matches, and the intervals, from the formulas of docs/statistics.md. Needs no browser.

Prints what is wrong. For variants without shared first places, and robots that take part once."""
import json
import math
import re
import sys


# ---- intervals ----------------------------------------------------------------------------------

def student_cdf(t, freedom):
    """Student's distribution for whole degrees of freedom: the series 26.7.3 and 26.7.4 of Abramowitz & Stegun."""
    angle = math.atan2(abs(t), math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    term, total = (cosine, cosine) if freedom % 2 else (1.0, 1.0)
    for k in range(2 + freedom % 2, freedom - 1, 2):
        term *= (k - 1) / k * cosine * cosine
        total += term
    if freedom % 2:
        within = 2 / math.pi * (angle + (sine * total if freedom > 1 else 0))
    else:
        within = sine * total
    return 0.5 + math.copysign(within / 2, t)


def student_quantile(p, freedom):
    low, high = 0.0, 1.0
    while student_cdf(high, freedom) < p:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, freedom) < p else (low, middle)
    return (low + high) / 2


def shares_interval(shares):
    """Returns the mean and profile likelihood interval of the shares of matches."""
    n = len(shares)
    mean = sum(shares) / n if n else 0
    if n < 2:
        return mean, 0, 1
    counts = {0.0: 0.25, 1.0: 0.25}
    for share in shares:
        counts[share] = counts.get(share, 0) + 1
    total = sum(counts.values())
    limit = student_quantile(0.975, n - 1) ** 2
    free = sum(c * math.log(c / total) for c in counts.values())

    def is_inside(mu):
        lowest, highest = -1 / (1 - mu), 1 / mu  # of the multiplier; p_k = c_k / (total (1 + lambda (x_k - mu)))
        for _ in range(200):
            multiplier = (lowest + highest) / 2
            if sum(c * (x - mu) / (1 + multiplier * (x - mu)) for x, c in counts.items()) > 0:
                lowest = multiplier
            else:
                highest = multiplier
        held = sum(c * math.log(c / total / (1 + multiplier * (x - mu))) for x, c in counts.items())
        return 2 * (free - held) <= limit

    middle, ends = sum(x * c for x, c in counts.items()) / total, []
    for end in (0.0, 1.0):
        inside, outside = middle, end
        for _ in range(60):
            mu = (inside + outside) / 2
            inside, outside = (mu, outside) if 0 < mu < 1 and is_inside(mu) else (inside, mu)
        ends.append(inside)
    return mean, min(ends[0], mean), max(ends[1], mean)


def tables_interval(groups):
    """Returns the same where each table played a fixed number of matches: groups of shares, one for each table."""
    shares = [share for group in groups for share in group]
    mean, low, high = shares_interval(shares)
    if len(groups) < 2 or min(map(len, groups)) < 2:
        return mean, low, high

    def spread(group):
        middle = sum(group) / len(group)
        return sum((x - middle) ** 2 for x in group) + 0.25 * (middle ** 2 + (1 - middle) ** 2)

    n = len(shares)
    within = sum(len(group) / (len(group) - 1) * spread(group) for group in groups) / n ** 2
    scale = math.sqrt(within / (spread(shares) / n / (n - 1)))
    scale = min(1, scale * student_quantile(0.975, n - len(groups)) / student_quantile(0.975, n - 1))
    return mean, mean - scale * (mean - low), mean + scale * (high - mean)


def ratio_interval(parts):
    """Returns Wilson's interval for the effective number of trials; pairs: (hits, trials) of each match."""
    parts = [part for part in parts if part[1]]
    m, trials, hits = len(parts), sum(t for _, t in parts), sum(h for h, _ in parts)
    if m < 2:
        return hits / trials if trials else 0, 0, 1
    value, rarer = hits / trials, min(hits, trials - hits)
    seen = m / (m - 1) * sum((h - value * t) ** 2 for h, t in parts) / (trials * value * (1 - value)) if rarer else 0
    effect = (rarer * seen + trials / m) / (rarer + 1)
    square = student_quantile(0.975, m - 1) ** 2 / (trials / effect)
    middle = (value + square / 2) / (1 + square)
    half = math.sqrt(square * (value * (1 - value) + square / 4)) / (1 + square)
    return value, middle - half if hits else 0, middle + half if hits < trials else 1


# ---- the run ------------------------------------------------------------------------------------

class Run:
    """matches: lists of games, which are (robots in the order of their seats, the winner)."""

    def __init__(self, data, path):
        with open(path, encoding="utf-8") as file:
            games = [json.loads(line) for line in file]
        games = [(game["bot_titles"], game["bot_titles"][game["bot_rankings"][0]]) for game in games]
        size = data["seats"] * data["match_length"]
        self.seats, self.length = data["seats"], data["match_length"]
        self.matches = [games[at:at + size] for at in range(0, len(games), size)]
        tables = [frozenset(match[0][0]) for match in self.matches]
        is_by_table = data["format"] != "pool"
        self.at_table = [tables[:i].count(table) if is_by_table else i for i, table in enumerate(tables)]
        self.of_table = [tables.count(table) if is_by_table else len(tables) for table in tables]

    def of(self, robot):
        """Returns its matches with their numbers."""
        return [(i, match) for i, match in enumerate(self.matches) if robot in match[0][0]]


def share(games, robot):
    return sum(winner == robot for _, winner in games) / len(games)


# ---- what the report says -----------------------------------------------------------------------

wrong = []


def compare(what, is_, wanted):
    if len(is_) != len(wanted) or any(abs(a - b) > 1e-6 for a, b in zip(is_, wanted)):
        wrong.append("%s: %s, not %s" % (what, is_, wanted))


def interval(of):
    return of["mean"], of["low"], of["high"]


def check_pair(run, versus, i, j, names):
    a, b = names[i], names[j]
    matches = [match for _, match in run.of(a) if b in match[0][0]]
    if run.seats == 2:
        shares = [share(match, a) for match in matches]
        wanted = shares_interval(shares)
        classes = [sum(s == 0 for s in shares), sum(0 < s < .5 for s in shares), sum(s == .5 for s in shares),
                   sum(.5 < s < 1 for s in shares), sum(s == 1 for s in shares)]
        compare("outcomes of %s against %s" % (a, b), versus["outcomes"][i][j], classes)
    else:
        wanted = ratio_interval([(sum(w == a for _, w in match), sum(w in (a, b) for _, w in match)) for match in matches])
    if matches:
        compare("%s against %s" % (a, b), [versus[key][i][j] for key in ("share", "low", "high")], wanted)


def check_list(what, entries, key, groups):
    """groups: the games of each match, by the key of an entry."""
    compare(what + ": the rows", [len(entries)], [len(groups)])
    for entry in entries:
        matches, robot = groups.get(key(entry), ([], None))
        compare("%s, %s: games" % (what, key(entry)), [entry["games"]], [sum(map(len, matches))])
        if matches:
            compare("%s, %s" % (what, key(entry)), interval(entry["wins"]), shares_interval([share(m, robot) for m in matches]))


def check_robot(run, analysis):
    robot, own = analysis["robot"], run.of(analysis["robot"])
    by_neighbour, by_game, by_time = {}, {}, {}
    n_times, spans = min(10, len(own) // 10), min(10, run.length)
    for i, match in own:
        seats = match[0][0]
        before = seats[seats.index(robot) - 1]
        by_neighbour.setdefault(before, ([], robot))[0].append(match)
        if n_times > 1:
            by_time.setdefault(run.at_table[i] * n_times // run.of_table[i], ([], robot))[0].append(match)
        parts = {}
        for k, game in enumerate(match):  # the games of a block follow each other
            parts.setdefault(k // run.seats * spans // run.length, []).append(game)
        for span, games in parts.items():
            by_game.setdefault(span, ([], robot))[0].append(games)
    first = [-(-span * run.length // spans) + 1 for span in range(spans)]
    check_list("%s by neighbour" % robot, analysis["by_neighbour"], lambda e: e["robot"], by_neighbour if run.seats > 2 else {})
    check_list("%s by game" % robot, analysis["by_game"], lambda e: first.index(e["first"]), by_game if spans > 1 else {})
    check_list("%s by time" % robot, analysis["by_time"], lambda e: round(e["from"] * n_times), by_time)
    for seat in analysis["by_seat"]:
        games = [[g for g in match if g[0].index(robot) == seat["seat"]] for _, match in own]
        compare("%s in seat %d" % (robot, seat["seat"]), interval(seat["wins"]), shares_interval([share(g, robot) for g in games]))


def main(report, games):
    with open(report, encoding="utf-8") as file:
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', file.read(), re.DOTALL).group(1))
    run = Run(data, games)
    by_index = {robot["index"]: robot["robot"] for robot in data["robots"]}
    names = [by_index[index] for index in data["versus"]["robots"]]
    for i in range(len(names)):
        for j in range(len(names)):
            if i != j:
                check_pair(run, data["versus"], i, j, names)
    for analysis in data["analysis"]:
        check_robot(run, analysis)
    for robot in data["robots"]:
        groups = {}
        for _, match in run.of(robot["robot"]):
            table = frozenset(match[0][0]) if data["format"] != "pool" else None
            groups.setdefault(table, []).append(share(match, robot["robot"]))
        wanted = tables_interval(list(groups.values()))
        compare("wins of " + robot["robot"], [robot[key] for key in ("win_rate", "low", "high")], wanted)
    check_change(run, data)


def check_change(run, data):
    """Two versions that played only against each other: the change is their win share on the Elo scale."""
    for series in data["versions"] if len(data["robots"]) == 2 else []:
        first, second = series["versions"]
        _, low, high = shares_interval([share(match, data["robots"][0]["robot"]) for match in run.matches])
        ends = [-400 * math.log10(1 / s - 1) for s in (low, high)]
        if data["robots"][0]["sha256"] != second["sha256"]:
            ends = [-ends[1], -ends[0]]
        compare("change of version", [second["change"][key] for key in ("low", "high")], ends)
        compare("change before the first version", [first["change"] is None], [True])


if __name__ == "__main__":
    main(*sys.argv[1:])
    print("\n".join(wrong[:10]))
    sys.exit(1 if wrong else 0)
