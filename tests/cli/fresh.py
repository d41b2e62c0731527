"""fresh.py ADAPTER - robots in Python with state in globals: those that get_play.py executes again for each match answer and print as
in a process for each match, and those whose state outlives their globals are refused. Prints a line for each fault, then the number
of robots."""
import importlib.util
import os
import subprocess
import sys

GAMES = [  # (table, game of the match, its seed); two matches at table 0, one after the other
    [(0, 0, 11), (5, 0, 12), (0, 1, 13), (5, 1, 14)],
    [(0, 0, 15), (7, 0, 11), (0, 1, 16)],
]
ASKS = ["A A:53321,B:xxxxx -", "B A:xxxxx,B:66531 A:23", "A A:53321,B:66531 A:23,B:0"]
RULES = "game wild dice=5 faces=6 wild=ones"
PLAY = "\ndef get_play(me, hands, history):\n    global n\n"

SAME = {
    "counts": "n = 0" + PLAY + "    n += 1\n    return n",
    "random": "import random\nn = random.random()\ndef robot_game_start(rules):\n    global n\n    n += random.random()" + PLAY +
              "    n += 1\n    print(random.gauss(0, 1))\n    return int(n * 1e6) + random.randrange(1000)",
    "choice": "from random import choice, Random\nn, own = 0, Random(7)" + PLAY + "    n += choice(range(50)) + own.randint(1, 9)\n    return n",
    "late": "n = 0" + PLAY + "    if history:\n        import random as r\n        n += r.randrange(1000)\n    n += 1\n    return n",
    "state_set": "import random\nn = random.getstate()" + PLAY + "    random.setstate(n)\n    m = random.randrange(10**6)\n    n = random.getstate()\n    return m",
    "default": "def get_play(me, hands, history, seen=[]):\n    seen.append(history)\n    return len(seen)",
    "attribute": "def get_play(me, hands, history):\n    get_play.n += 1\n    return get_play.n\nget_play.n = 0",
    "class_state": "class Bot:\n    n = 0\n    seen = {}\n    def play(self, me, hands, history):\n        Bot.n += 1\n        self.seen[history] = me\n"
                   "        return 10 * Bot.n + len(Bot.seen)\nget_play = Bot().play",
    "cached": "import functools\nn = 0\n@functools.lru_cache(maxsize=None)\ndef first(history):\n    global n\n    n += 1\n    return n" + PLAY +
              "    return first(history)",
    "closure": "def make():\n    n = 0\n    def play(me, hands, history):\n        nonlocal n\n        n += 1\n        return n\n    return play\nget_play = make()",
    "generator": "def numbers():\n    n = 0\n    while True:\n        n += 1\n        yield n\nn = numbers()" + PLAY + "    return next(n)",
    "library": "from collections import Counter, defaultdict, namedtuple\nfrom dataclasses import dataclass, field\nfrom enum import IntEnum\n"
               "from typing import Dict, List, Optional\nimport itertools, math, re, sys\nfrom collections.abc import Mapping\n"
               "Bids = Dict[str, List[int]]\nPair = namedtuple('Pair', 'a b')\n@dataclass\nclass State:\n    bids: Optional[Bids] = None\n"
               "    seen: List[int] = field(default_factory=list)\nclass Face(IntEnum):\n    ONE = 1\n    SIX = 6\nclass Tally(Counter):\n    pass\n"
               "state, tally, n = State(), Tally(), defaultdict(int)\nids = itertools.count()" + PLAY +
               "    tally.update(hands)\n    state.seen.append(math.comb(5, 2))\n    n[me] += next(ids)\n    print(tally['5'], file=sys.stderr)\n"
               "    sys.stderr.write(repr(Pair(1, Face.SIX)) + '\\n')\n    return sum(n.values()) + len(state.seen) + len(re.findall('x', hands))"
               " + isinstance(n, Mapping)",
    "loads": "print('loading')\nn = sorted({'a', 'b', 'c'}, key=lambda x: 0)" + PLAY + "    n.append(n.pop(0))\n    return ord(n[0])",
    "numpy_state": "import numpy as np\nn = np.zeros(7, dtype=np.int64)" + PLAY + "    n[len(history) % 7] += 1\n    n = np.maximum(n, 1)\n"
               "    return int(np.dot(n, np.arange(7)) + n.max())",
    "shadow": "def max(*x):\n    global n\n    n += 1\n    return n\nn = 0" + PLAY + "    return max(1, 2)",
}
REFUSED = {
    "numpy_random": "import numpy as np" + PLAY + "    return np.random.randint(99)",
    "numpy_file": "import numpy as np" + PLAY + "    np.zeros(3).tofile('/tmp/n')\n    return 11",
    "numpy_ufunc": "import numpy as np\nn = [np.add]" + PLAY + "    return 11",
    "module_attribute": "import random\nrandom.choice = len" + PLAY + "    return 11",
    "module_state": "import math\nmath.n = 0" + PLAY + "    math.n += 1\n    return math.n",
    "counter": "from collections import Counter\nCounter.x = 1" + PLAY + "    return 11",
    "counter_alias": "from collections import Counter\nc = Counter" + PLAY + "    c.n = 1\n    return 11",
    "counter_passed": "from collections import Counter, defaultdict\nd = defaultdict(Counter)" + PLAY + "    return 11",
    "counter_method": "from collections import Counter\nCounter.update.n = 1" + PLAY + "    return 11",
    "class_of": "from collections import Counter\nCounter().__class__.n = 1" + PLAY + "    return 11",
    "type_of": "from collections import Counter\ntype(Counter()).n = 1" + PLAY + "    return 11",
    "getattr": "import random" + PLAY + "    return getattr(me, '__class__') and 11",
    "getattr_alias": "g = getattr" + PLAY + "    return g(me, '__class__') and 11",
    "module_alias": "import random\nr = random" + PLAY + "    return 11",
    "module_passed": "import random\nn = [random]" + PLAY + "    return 11",
    "builtins": "__builtins__['n'] = 1" + PLAY + "    return 11",
    "sys_modules": "import sys\nn = sys.modules" + PLAY + "    return 11",
    "printer": "import sys\ndef print(file):\n    file.n = 1" + PLAY + "    print(file=sys.stderr)\n    return 11",
    "executes": "exec('n = 1')" + PLAY + "    return 11",
    "opens": "n = 0" + PLAY + "    open('/tmp/n', 'a').write('n')\n    return 11",
    "environment": "import os\nos.environ['n'] = '1'" + PLAY + "    return 11",
    "own_module": "import counts" + PLAY + "    return 11",
    "alias_of_typing": "from typing import Counter\nC = Counter[str]\nC.n = 1" + PLAY + "    return 11",
    "frame": "n = (i for i in [1])\nn = n.gi_frame" + PLAY + "    return 11",
    "format": "import string\nn = string.Formatter()" + PLAY + "    return 11",
    "object": "import random\nclass Robot:\n    def get_play(self):\n        pass\n    def play(self, *ask):\n        return random.randrange(99)",
    "stateless": "import random\nSTATELESS = True" + PLAY + "    return random.randrange(99)",
    "end": "class N:\n    def __del__(self):\n        print(1)\nn = N()" + PLAY + "    return 11",
}


def run(adapter, path, lines):
    """What the robot in this file answers and prints."""
    done = subprocess.run([sys.executable, adapter, path], input="".join(line + "\n" for line in lines), capture_output=True, text=True,
                          check=False)
    first, *answers = done.stdout.splitlines() or [""]
    return first, answers, done.stderr.splitlines()


def compare(adapter, name):
    """Is a robot the same in one process and in a process for each match?"""
    lines, order, matches = [RULES], [], {}
    for part, games in enumerate(GAMES):
        for table, game, seed in games:
            matches.setdefault((part, table), []).append(seed)
        for table in sorted({game[0] for game in games}):
            lines.append(f"match {table}")
        for game in (0, 1):
            now = [(table, seed) for table, which, seed in games if which == game]
            for n, ask in enumerate(ASKS):
                for table, seed in now:
                    lines += [f"seed {seed + 100 * n}", f"table {table} {n}", ask]
                    order.append((part, table))
    first, answers, printed = run(adapter, name + ".py", lines)
    found = {key: [answer for at, answer in zip(order, answers) if at == key] for key in matches}
    wanted, wanted_printed = {}, []
    for key, seeds in matches.items():
        lines = [line for seed in seeds for line in [RULES, f"seed {seed}"] + ASKS]
        _, wanted[key], text = run(adapter, f"alone_{name}.py", lines)
        wanted_printed += text
    if not first.endswith(" lanes=64 matches=yes"):
        print(f"{name}: {first} {printed}")
    elif found != wanted or sorted(printed) != sorted(wanted_printed) or len(answers) != len(order):
        print(f"{name}: {found} {printed}, not {wanted} {wanted_printed}")


def main():
    """fresh.py ADAPTER"""
    if not importlib.util.find_spec("numpy"):
        del SAME["numpy_state"]
    for name, source in {**SAME, **REFUSED}.items():
        for file, text in (f"{name}.py", source), (f"alone_{name}.py", "import os\n" + source):
            with open(file, "w", encoding="utf-8") as out:
                out.write(text + "\n")
    for name in SAME:
        compare(sys.argv[1], name)
    for name in REFUSED:
        first = run(sys.argv[1], name + ".py", [])[0]
        if first.endswith(" lanes=64 matches=yes") != (name == "object"):
            print(f"{name}: {first}")
    print(len(SAME) + len(REFUSED), "robots")


if __name__ == "__main__":
    os.environ["PYTHONHASHSEED"] = "0"
    main()
