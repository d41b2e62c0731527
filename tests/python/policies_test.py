"""policies_test.py - policies become robots with the same numbers, and exploit agrees with the command. Needs numpy.

    policies_test.py SDK PROBE ARENA    PROBE: network.c as a shared library
"""

import ctypes
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, sys.argv[1])
import arena  # noqa: E402
import numpy as np  # noqa: E402

ARENA = sys.argv.pop()
PROBE = ctypes.CDLL(sys.argv.pop())
sys.argv.pop()

BOT = '''STATELESS = True
def get_play(me, hands, history):
    own = next(entry for entry in hands.split(",") if entry[0] == me)[2:]
    last = int(history.rsplit(":", 1)[1]) if history else 0
    if last and last // 10 > 1 + own.count(str(last % 10)):
        return 0
    for bid in (11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26, 31, 33, 36):
        if bid > last and bid // 10 <= 1 + own.count(str(bid % 10)):
            return bid
    return 0
'''


def random_network(games, activation, seed):
    luck = np.random.default_rng(seed)
    return arena.Network([(luck.normal(size=(games.n_bits, 24)) / 4, luck.normal(size=24)),
                          (luck.normal(size=(24, games.n_actions)), luck.normal(size=games.n_actions))], activation)


class Policies(unittest.TestCase):
    def test_the_robot_computes_what_numpy_does(self):
        for variant, seats, changes in (("liars-dice", 2, {}), ("perudo", 3, {"dice": 3}), ("round-table", 4, {}), ("maexchen", 3, {}),
                                        ("tourney", 2, {}), ("wild", 6, {"wild": "joker", "dice": 2})):
            path = "policy"
            games = arena.Games(variant, seats=seats, rules=changes, seed=seats)
            network = random_network(games, "tanh" if seats % 2 else "relu", seats)
            arena.export_policy(network, path, variant, seats=seats, rules=changes)
            with open(path + "/policy.bin", "rb") as file:
                data = file.read()
            arena.tournament(["maexchen" if variant == "maexchen" else "cpu"] * seats, games=2, variant=variant, rules=changes, seed="1:0",
                             results="rules")
            rules = arena.replay("rules", None, 1)[0]["rules"]
            letters = "ABCDEFGHIJ"[:seats]
            bits, mask = (ctypes.c_uint8 * games.n_bits)(), (ctypes.c_uint8 * games.n_actions)()
            logits = (ctypes.c_float * games.n_actions)()
            n_seen = 0
            PROBE.probe_start(data, b"A", letters.encode(), rules.encode())
            while games.player[0] >= 0 and n_seen < 60:
                if games.player[0] == 0:
                    hands, history = games.strings(games.observation[0])
                    self.assertEqual(PROBE.probe(b"A", hands.encode(), history.encode(), bits, mask, logits), 1)
                    seen, wanted = np.array(bits[:]), games.observation[0].copy()
                    if variant == "maexchen":  # the robot learns the direction from showdowns, which are not shown here
                        seen[2 * (games.n_actions - 2) + 2 * seats + 1] = wanted[2 * (games.n_actions - 2) + 2 * seats + 1] = 0
                    self.assertEqual(seen.tolist(), wanted.tolist(), (variant, hands, history))
                    self.assertEqual(mask[:], games.mask[0].tolist(), (variant, hands, history))
                    np.testing.assert_allclose(logits[:], network.logits(np.array(bits[:])), rtol=1e-5, atol=1e-5)
                    n_seen += 1
                games.step(games.sample())
            self.assertGreater(n_seen, 3)
            games.close()
        subprocess.run(["make", "-s", "-C", path], check=True)
        run = arena.tournament(["./" + path] + ["cpu"] * (seats - 1), games=seats, variant=variant, rules=changes, seed="1:0")
        self.assertIn(path, [row["robot"] for row in run.rows])

    def test_exported_robots_make_no_illegal_play(self):
        for variant, seats in (("perudo", 3), ("maexchen", 2)):
            with arena.Games(variant, seats=seats) as games:
                arena.export_policy(random_network(games, "relu", 3), "net.so", variant, seats=seats)
            base = "maexchen" if variant == "maexchen" else "cpu"
            for robots in (["./net.so"] + [base] * (seats - 1), ["./net.so"] + [base] * seats):  # the second table is not that of the policy
                run = arena.tournament(robots, games=30, variant=variant, seed="1:0")
                row = next(row for row in run.rows if row["robot"] == "net")
                self.assertEqual((row["illegal"], row["crashes"]), (0, 0), robots)

    def test_a_table_plays_its_probabilities(self):
        """The command measures the exported robot; the library the function."""
        def policy(observation, mask):
            weights = mask * np.arange(1, len(mask) + 1)
            return weights / weights.sum()
        arena.export_policy(policy, "table.so", "one-hand", rules={"faces": 2})
        out = subprocess.run([ARENA, "exploit", "./table.so", "-v", "one-hand", "-r", "faces=2", "--output", "json", "-q"], capture_output=True,
                             text=True, check=True)
        measured = json.loads(out.stdout)["seats"]
        found = arena.exploit(policy, rules={"faces": 2})
        self.assertAlmostEqual(measured[0]["value"], found.first, places=4)
        self.assertAlmostEqual(measured[1]["value"], found.second, places=4)

    def test_a_robot_and_its_function_are_equally_exploitable(self):
        with open("bot.py", "w") as file:
            file.write(BOT)
        scope = {}
        exec(BOT, scope)
        games = arena.Games(rules={"dice": 2})

        def policy(bits, mask):
            chances = [0] * games.n_actions
            chances[games.action(scope["get_play"]("A", *games.strings(bits)))] = 1
            return chances
        found = arena.exploit(policy, "liars-dice", rules={"dice": 2}, dice=1, opponent_dice=1)
        out = subprocess.run([ARENA, "exploit", "bot.py", "-r", "dice=2", "--dice", "1v1", "--output", "json", "-q"], capture_output=True, text=True,
                             check=True)
        for seat, value in zip(json.loads(out.stdout)["seats"], found):
            self.assertAlmostEqual(seat["value"], value, places=6)

    def test_solved_hands(self):
        solved = arena.solve("one-hand", accuracy=1e-3)
        self.assertLessEqual(solved["exploitability"], 1e-3)
        self.assertAlmostEqual(solved["value"], -0.02713, places=2)
        for options in ({"variant": "maexchen"}, {"first": 2}, {"accuracy": 0}, {"variant": "nothing"}):
            self.assertRaises(arena.ArenaError, arena.solve, **options)

    def test_the_strategies_of_a_solved_hand(self):
        """They are as exploitable as the solver says, each is a distribution over legal plays, and they make a robot."""
        for variant, dice, rules in (("one-hand", (1, 1), {"faces": 3}), ("liars-dice", (2, 1), {"dice": 2, "faces": 2}),
                                     ("tourney", (1, 2), {"dice": 2, "faces": 2})):
            solved = arena.solve(variant, *dice, rules=rules, accuracy=1e-2)
            table = solved["strategies"]
            games = arena.Games(variant, rules=rules)
            self.assertEqual({len(key) for key in table}, {games.n_bits})
            for chances in table.values():
                self.assertEqual((chances.shape, chances.dtype), ((games.n_actions,), np.float64))
                self.assertAlmostEqual(chances.sum(), 1)
            first = arena.exploit(table, variant, rules=rules, dice=dice[0], opponent_dice=dice[1]).first
            second = arena.exploit(table, variant, rules=rules, dice=dice[1], opponent_dice=dice[0]).second
            self.assertAlmostEqual((first + second) / 2, solved["exploitability"], places=3)
            self.assertAlmostEqual((second - first) / 2, solved["value"], places=3)
        arena.export_policy(table, "solved.so", "tourney", rules=rules)
        row = arena.tournament(["./solved.so", "cpu"], games=20, variant="tourney", rules=rules, seed="1:0").rows[0]
        self.assertEqual(row["illegal"], 0)

    def test_robots_by_name(self):
        """The numbers are those of the command."""
        out = subprocess.run([ARENA, "exploit", "prober", "-v", "one-hand", "--output", "json", "-q"], capture_output=True, text=True, check=True)
        for seat, value in zip(json.loads(out.stdout)["seats"], arena.exploit("prober", "one-hand")):
            self.assertAlmostEqual(seat["value"], value)
        for options, words in (({"policy": "nobody"}, "nobody"), ({"policy": "human"}, "people"), ({"policy": "prober", "samples": 1}, "from 4"),
                               ({"policy": "mia", "variant": "maexchen"}, "Liar's Dice"), ({"policy": "prober", "dice": 2}, "1 to 1 dice")):
            with self.assertRaisesRegex(arena.ArenaError, words):
                arena.exploit(**options)

    def test_misuse(self):
        for wrong, words in ((lambda o, m: m * 0.5, "sum to"), (lambda o, m: 1 - m, "probability"), (lambda o, m: m[:3], "12|15")):
            with self.assertRaisesRegex((arena.ArenaError, ValueError), words):
                arena.exploit(wrong)
        self.assertRaises(ZeroDivisionError, arena.exploit, lambda o, m: 1 / 0)
        self.assertRaises(arena.ArenaError, arena.exploit, lambda o, m: m, "maexchen")
        self.assertRaises(ValueError, arena.Network, [([[1.0]], [1.0, 2.0])])
        self.assertRaises(ValueError, arena.export_policy, arena.Network([([[1.0]], [1.0])]), "x.so")
        self.assertRaises(ValueError, arena.export_policy, {}, "a b.so")
        self.assertFalse(os.path.exists("x.so"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
