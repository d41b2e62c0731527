"""arena_dice_test.py ASKS DICE.so FOLDER - checks that arena_dice.py and arena_dice.h agree on every ask of the file.

ASKS holds lines of the line protocol; DICE.so is built from dice.c; FOLDER has arena_dice.py. Prints what was
compared; ends with 1 at the first difference."""
import ctypes
import sys

sys.path.insert(0, sys.argv[3])
import arena_dice

c = ctypes.CDLL(sys.argv[2])
c.chance.restype = c.chance_exact.restype = ctypes.c_double
numbers = (ctypes.c_int * 22)()
game = arena_dice.Game()
n_asks = n_bids = n_palifico = 0


def same(what, ours, theirs, line):
    if ours != theirs:
        sys.exit(f"{what}: {ours} in Python, {theirs} in C, at {line}")


for rules in "", "faces=9 wild=joker limit=table ones_rule=perudo palifico=on exact=gain":  # the defaults, and others
    game.start(rules, 2)
    c.start(rules.encode(), 2)
    view = game.read("A", "A:12,B:xxx", "A:23")
    c.read_ask(b"A", b"A:12,B:xxx", b"A:23", numbers)
    same("the limits", [view.limit, view.lowest, view.wild, view.may_exact, view.is_perudo],
         [numbers[9], numbers[8], numbers[7], numbers[12], numbers[11]], rules)
    same("legal bids", [bid for bid in range(1000) if view.is_legal(bid)], [bid for bid in range(1000) if c.is_legal(bid)], rules)

for line in open(sys.argv[1]):
    words = line.split()
    if words[0] == "game":
        n_players = n_asks % 3 and 4  # told, or not
        game.start(line[5:], n_players)
        c.start(line[5:].strip().encode(), n_players)
        is_dice = "maexchen" not in line
    if words[0] in ("game", "match", "seed", "table") or not is_dice:
        continue
    me, hands, history = words[0], words[1], "" if words[2] == "-" else words[2]
    v = game.read(me, hands, history)
    c.read_ask(me.encode(), hands.encode(), history.encode(), numbers)
    ours = [len(v.hands), v.n_dice, v.n_unknown, len(v.plays), v.last,
            ord(v.bidder) if v.bidder in v.hands else 0, v.is_showdown, v.wild, v.lowest, v.limit, v.is_palifico,
            v.is_perudo, v.may_exact, *v.mine.values()]
    same("the view", ours, list(numbers), line)
    n_asks += 1
    n_palifico += v.is_palifico
    if n_asks % 5:
        continue
    everything = [10 * q + f for q in range(0, v.limit + 3) for f in range(1, 10)]
    same("legal bids", list(v.bids()), [bid for bid in everything if c.is_legal(bid)], line)
    for bid in everything:
        if 1 <= bid % 10 <= v.faces:
            n_bids += 1
            same(f"the chance of {bid}", v.chance(bid), c.chance(bid), line)
            same(f"the exact chance of {bid}", v.chance_exact(bid), c.chance_exact(bid), line)
print(f"{n_asks} asks, {n_palifico} of palifico, {n_bids} bids")
sys.exit(n_asks < 5000 or n_palifico < 10 or n_bids < 10000)
