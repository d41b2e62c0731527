"""package_test.py - the Python package on libarena.so: environments beside the strings of real games and the rules of the SDK.

    package_test.py SDK RESULTS    SDK: sdk/python; RESULTS: the folder with a run of `computer prober`, 40 games, seed 5:0, and its log
"""

import copy
import gc
import os
import pickle
import random
import signal
import sys
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import arena  # noqa: E402
import arena_dice  # noqa: E402
from arena import envs  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

RESULTS = sys.argv.pop()
sys.argv.pop()
ALL = [
    ("liars-dice", {}), ("wild", {}), ("tourney", {}), ("perudo", {}), ("one-hand", {}), ("maexchen", {}), ("round-table", {}),
    ("perudo", {"dice": 2, "exact": "others"}), ("liars-dice", {"wild": "joker", "dice": 3}), ("wild", {"dice": 9, "faces": 9}),
]


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def pick(games, slot, number):
    legal = [action for action in range(games.n_actions) if games.mask[slot, action]]
    return legal[number * 7919 % len(legal)]


class Rules(unittest.TestCase):
    """The masks are those of arena_dice.py, which reads the strings alone."""

    def legal_plays(self, games, text, n_players):
        bits = games.observation[0]
        hands, history = games.strings(bits)
        rules = dict(text)
        is_palifico = bits[games.n_bits - 2 - (16 * n_players if rules.get("loss") == "point" else 0)]
        is_aside = bits[games.n_bits - 1 - (16 * n_players if rules.get("loss") == "point" else 0)]
        rules["palifico"] = "off"
        if is_palifico:
            rules.update(ones_rule="plain", wild="none")
        view = arena_dice.Game(rules, n_players).read("A", hands, history)
        if is_aside:
            return {0, 1}
        legal = {bid for bid in view.bids() if not is_palifico or not view.last or bid % 10 == view.last % 10}
        return legal | ({0} if view.last else set()) | ({2} if view.may_exact else set())

    def test_the_mask_has_the_legal_plays(self):
        defaults = {
            "wild": {"wild": "ones", "limit": "table"}, "tourney": {"wild": "drop", "limit": "table"},
            "perudo": {"wild": "ones", "ones_rule": "perudo", "exact": "gain", "limit": "table"}, "liars-dice": {},
            "one-hand": {"dice": 1, "wild": "high", "loss": "game"}, "round-table": {"dice": 4, "loss": "point"},
        }
        for variant, changes in ALL:
            if variant == "maexchen":
                continue
            for seats in (2, 3, 5):
                with arena.Games(variant, seats=seats, rules=changes, seed=seats) as games:
                    for step in range(25):
                        if games.player[0] < 0:
                            games.restart()
                        text = {**defaults[variant], **changes}
                        wanted = self.legal_plays(games, text, seats)
                        mask = {games.play(action) for action in range(games.n_actions) if games.mask[0, action]}
                        self.assertEqual(mask, wanted, (variant, changes, games.strings(games.observation[0])))
                        games.step([pick(games, 0, step)])

    def test_actions_are_plays(self):
        for variant, changes in ALL:
            with arena.Games(variant, rules=changes) as games:
                for action in range(games.n_actions):
                    self.assertEqual(games.action(games.play(action)), action)
                for wrong in (-1, 3, 10, 7, 100000):
                    self.assertRaises(ValueError, games.action, wrong)

    def test_rewards_sum_to_zero(self):
        for variant, changes in ALL:
            with arena.Games(variant, seats=4, rules=changes, slots=3, seed=1) as games:
                for step in range(4000):
                    if all(player < 0 for player in games.player):
                        break
                    games.step(games.sample())
                    for slot in range(3):
                        rewards = [games.reward[slot, player] for player in range(4)]
                        self.assertAlmostEqual(sum(rewards), 0, places=5)
                        self.assertEqual(games.over[slot], any(rewards))
                self.assertEqual(list(games.player), [-1] * 3)


class Robots(unittest.TestCase):
    def test_the_games_are_those_of_the_tournament(self):
        """Where prober opens, its first bid is that of the same game of the stored run; where the caller does, its dice are."""
        results = arena.open(RESULTS)
        n_opened = 0
        with arena.Games(slots=40, seed="5:0", robots=[None, "prober"], deals="mirrored") as games:
            for slot in range(40):
                hands, history = games.strings(games.observation[slot])
                first, second = results.replay(slot + 1)[1:3]
                asked = second if history else first
                letters = asked["hands"].split(",")
                own = next(entry for entry in letters if entry.startswith(asked["me"]))
                self.assertEqual(hands.split(",")[0], "A:" + own.split(":")[1])
                if history:
                    n_opened += 1
                    self.assertEqual(history, "B:%d" % first["play"])
        self.assertEqual(n_opened, 20)

    def test_any_slots_and_a_second_time(self):
        def games_of(slots):
            """The rewards of games 0 to 23, by number."""
            found = {}
            with arena.Games("wild", slots=slots, seed=3, robots=["computer", None], restarts=True) as games:
                number, steps = list(range(slots)), [0] * slots
                while any(n < 24 for n in number):
                    games.step([pick(games, slot, steps[slot]) for slot in range(slots)])
                    for slot in range(slots):
                        steps[slot] += 1
                        if games.over[slot]:
                            found[number[slot]] = games.reward[slot, 1], steps[slot]
                            number[slot] += slots
                            steps[slot] = 0
            return {number: found[number] for number in range(24)}
        once = games_of(8)
        self.assertEqual(once, games_of(8))
        self.assertEqual(once, games_of(3))

    def test_a_robot_that_is_not_bundled_may_crash(self):
        with arena.Games("one-hand", slots=4, seed=1, rules={"loss": "die"}, robots=[None, "./crash.so"]) as games:
            total = [games.reward[slot, 0] for slot in range(4)]  # it crashes at once where it opens
            while any(player >= 0 for player in games.player):
                games.step(games.sample())
                total = [total[slot] + games.reward[slot, 0] for slot in range(4)]
            self.assertEqual(total, [1] * 4)

    def test_wrong_robots(self):
        for robots, words in [(["prober", "prober"], "all players"), ([None, "nobody"], "nobody"), ([None, "human"], "person")]:
            with self.assertRaisesRegex(arena.ArenaError, words):
                arena.Games(robots=robots)
        with self.assertRaisesRegex(arena.ArenaError, "1024"):
            arena.Games(robots=[None, "prober"], slots=1025)
        with self.assertRaisesRegex(arena.ArenaError, "'crash' is not bundled.* at most 64 slots, not 65"):
            arena.Games(robots=[None, "./crash.so"], slots=65)
        with self.assertRaisesRegex(ValueError, "2 seats"):
            arena.Games(robots=[None])


class Misuse(unittest.TestCase):
    def test_an_illegal_action_changes_no_game(self):
        with arena.Games(slots=2, seed=1) as games:
            before = games.strings(games.observation[0])
            legal = pick(games, 0, 3)
            for actions, words in [([legal, 0], "slot 1: .*nothing has been bid"), ([legal, 63], "no action 63"), ([-2, -1], "no action -2")]:
                with self.assertRaisesRegex(arena.ArenaError, words):
                    games.step(actions)
                self.assertEqual(games.strings(games.observation[0]), before)

    def test_a_game_that_is_over(self):
        with arena.Games("one-hand", seed=1) as games:
            step = 0
            while games.player[0] >= 0:
                games.step([pick(games, 0, step)])
                step += 1
            with self.assertRaisesRegex(arena.ArenaError, "over"):
                games.step([0])
            games.step([-1])
            self.assertFalse(any(games.observe(0, 0)))
            games.restart([1])
            self.assertGreaterEqual(games.player[0], 0)

    def test_wrong_shapes(self):
        with arena.Games(slots=3) as games:
            for actions in ([], [0], [0] * 4):
                self.assertRaises(ValueError, games.step, actions)
            if numpy is not None:
                self.assertRaises(ValueError, games.step, numpy.zeros((3, 1), int))
                self.assertRaises(ValueError, games.step, numpy.zeros(3))
                games.step(numpy.full(6, -1)[::2])
                read_only = numpy.full(3, -1, ">i4")
                read_only.flags.writeable = False
                games.step(read_only)
            self.assertRaises(ValueError, games.strings, [0] * 3)
            self.assertRaises(ValueError, games.strings, [0] * games.n_bits)
            self.assertRaises(ValueError, games.observe, 3, 0)
            self.assertRaises(ValueError, games.observe, 0, 2)
            self.assertRaises(ValueError, games.play, 63)
        self.assertRaises(ValueError, games.step, [0] * 3)
        for options in ({"variant": "nothing"}, {"rules": ["dice=99"]}, {"deals": "same"}):
            self.assertRaises(arena.ArenaError, arena.Games, **options)

    def refused(self, error, words, function, *arguments, **options):
        with self.assertRaisesRegex(error, words):
            function(*arguments, **options)

    def test_wrong_types_and_ranges(self):
        for options, words in [
            ({"slots": 0}, "slots must be from 1 to"), ({"slots": 1 << 40}, "slots must be from"), ({"seats": 1}, "seats must be from 2 to 26"),
            ({"seats": (1 << 32) + 2}, "seats must be from"), ({"slots": 2.0}, "slots must be a whole number, not 2.0"),
            ({"variant": 5}, "variant must be a str or a path, not 5"), ({"variant": "wi\0ld"}, "variant must not contain a NUL"),
            ({"rules": "dice=3"}, "rules must be a list, not 'dice=3'"), ({"rules": [3]}, "an element of rules must be a str"),
            ({"seed": 1.5}, "seed must be a whole number or a str, not 1.5"), ({"robots": "ab"}, "robots must be a list"),
            ({"robots": [None, 5]}, "an element of robots must be a str or a path, not 5"),
        ]:
            self.refused((TypeError, ValueError), words, arena.Games, **options)
        arena.Games("maexchen", rules={"order_digits": False}).close()
        for seed in (-1, 1 << 200, "", "x" * 5000):
            arena.Games(seed=seed).close()
        with arena.Games() as games:
            self.refused(ValueError, "slot must be from 0 to 0", games.words, 1 << 32)
            self.refused(ValueError, "play must be from", games.action, 1 << 40)
            self.refused(TypeError, "slot must be a whole number", games.observe, 0.5, 0)
            self.refused(TypeError, "an answer must be a str", games.read, b"call")
        for options, words in [
            ({"games": -1}, "games must be from 0"), ({"games": 1 << 64}, "games must be from 0"), ({"jobs": 1 << 40}, "jobs must be from 0"),
            ({"jobs": "2"}, "jobs must be a whole number"), ({"memory": -1}, "memory must be"), ({"match_length": 1 << 32}, "match_length must be"),
            ({"results": 5}, "results must be a str or a path"), ({"progress": 5}, "progress must be a function"), ({"message": "x"}, "message must be"),
            ({"robots": "prober"}, "robots must be a list, not 'prober'"), ({"robots": ["prober", None]}, "robots must not contain None"),
        ]:
            self.refused((TypeError, ValueError), words, arena.tournament, **{"robots": ["prober", "computer"], **options})
        self.refused(ValueError, "elo0 must be below elo1", arena.regress, "prober", "computer", elo0=5, elo1=1)
        self.refused(ValueError, "game must be from 1", arena.replay, RESULTS, None, (1 << 64) + 1)
        self.refused(TypeError, "folder must be a str or a path", arena.open(5).standings)
        self.refused(TypeError, "a policy is a function", arena.exploit, 5)
        self.refused(ValueError, "returned None instead of 15 probabilities", arena.exploit, lambda observation, mask: None)
        self.refused(ValueError, "a row of the table has 1 bits", arena.exploit, {b"x": [1]})
        for chance in (-1.0, float("nan"), float("inf")):
            self.refused(ValueError, "probabilities in a table are finite", arena.export_policy, {bytes(24): [chance] * 15}, "x.so", "one-hand")
        self.refused(ValueError, "samples must be from", arena.exploit, "prober", samples=1 << 33)
        self.refused(ValueError, "dice must be from", arena.exploit, "prober", dice=-1)
        self.refused(ValueError, "two seats", arena.export_policy, lambda observation, mask: mask, "x.so", "one-hand", seats=3)
        self.refused(TypeError, "a Network, a table or a function, not 5", arena.export_policy, 5, "x.so")
        self.refused(TypeError, "path must be a str or a path, not 5", arena.export_policy, {}, 5)
        self.refused(FileNotFoundError, "there is no folder nowhere; create it first", arena.export_policy, lambda bits, mask: mask, "nowhere/x.so")
        if numpy is not None:
            self.refused(ValueError, "needs a layer", arena.Network, [])
            self.refused(ValueError, "not finite", arena.Network, [([[float("nan")]], [0])])

    def test_paths_with_spaces_and_other_letters(self):
        folder = Path("ordner ü b")
        folder.mkdir(exist_ok=True)
        (folder / "mein bot.py").write_text("def get_play(me, hands, history):\n    return 0 if history else 16\n")
        run = arena.tournament([folder / "mein bot.py", "prober"], games=4, rules={"dice": 1}, results=folder / "läufe")
        self.assertEqual({row["robot"] for row in run.rows}, {"mein bot.py", "prober"})
        self.assertTrue(run.folder.startswith("ordner ü b/läufe/000"))
        self.assertEqual(len(arena.open(folder / "läufe").standings()), 2)
        env = envs.SingleGame("liars-dice", folder / "mein bot.py", rules={"dice": 1})
        env.reset()
        env.close()

    def test_wrong_actions_of_an_environment(self):
        env = arena.env(seed=1)
        self.assertRaises(ValueError, env.step, 3)
        self.assertRaisesRegex(ValueError, "reset", env.last)
        self.assertRaisesRegex(ValueError, "reset", env.observe, "player_0")
        env.reset()
        before = env.strings(env.agent_selection)
        for action in (None, 3.0, [3], "3 4"[:0], -1, 63, 1 << 40, 0):
            self.assertRaises((ValueError, arena.ArenaError), env.step, action)
        self.assertEqual(env.strings(env.agent_selection), before)
        for use in (env.observe, env.strings, env.action_space, env.observation_space):
            self.assertRaisesRegex(ValueError, "no agent 'player_2'; the agents are player_0, player_1", use, "player_2")
        play = env._play
        for _ in range(2):
            env.close()
        self.assertGreaterEqual(play(62)[0], 0)     # as of a call in another thread: it uses no freed memory
        for use in (env.reset, env.last, lambda: env.step(3), lambda: env.observe("player_0")):
            with self.assertRaisesRegex(ValueError, "closed"):
                use()

    def test_numbers_that_are_too_large(self):
        with arena.Games(slots=2) as games:
            before = games.strings(games.observation[0])
            self.assertRaisesRegex(ValueError, "too large", games.step, [3 + (1 << 32), -1])
            self.assertEqual(games.strings(games.observation[0]), before)

    def test_copies_and_forks(self):
        for thing in (arena.Games(), arena.env()):
            self.assertRaises(TypeError, copy.deepcopy, thing)
            self.assertRaises(TypeError, pickle.dumps, thing)
        error = pickle.loads(pickle.dumps(arena.ArenaError(4, "words")))
        self.assertEqual((type(error), error.code, str(error)), (arena.ArenaError, 4, "words"))
        games = arena.Games("one-hand", robots=[None, "./crash.so"], rules={"loss": "die"}, seed=1)
        child = os.fork()
        if child == 0:
            try:
                games.step([3])
            except ValueError:
                games.close()
                os._exit(0)
            os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        games.step(games.sample())      # its robots still run

    def test_a_fork_during_a_run_of_another_thread(self):
        begun, forked = threading.Event(), threading.Event()
        thread = threading.Thread(target=arena.tournament, args=(["prober", "computer"], 10 ** 9),
                                  kwargs={"progress": lambda games, total: begun.set() or forked.is_set()})
        thread.start()
        begun.wait()
        child = os.fork()
        if child == 0:
            signal.alarm(300)
            arena.Games().close()
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        forked.set()
        thread.join()
        self.assertEqual(status, 0)


class Environments(unittest.TestCase):
    def test_the_aec_contract(self):
        for seats, variant in ((2, "liars-dice"), (3, "wild"), (4, "maexchen"), (5, "round-table")):
            env = arena.env(variant, seats=seats)
            self.assertEqual(env.possible_agents, ["player_%d" % i for i in range(seats)])
            for seed in (1, None, 2):
                env.reset(seed=seed)
                self.assertEqual(env.agents, env.possible_agents)
                total, luck = dict.fromkeys(env.agents, 0.0), random.Random(seed)
                for agent in env.agent_iter():
                    observation, reward, terminated, truncated, info = env.last()
                    total[agent] += reward
                    self.assertFalse(truncated)
                    if terminated:
                        self.assertRaises(ValueError, env.step, 0)
                        env.step(None)
                        continue
                    self.assertRaises(ValueError, env.step, None)
                    for other in env.agents:
                        seen = env.observe(other)
                        self.assertEqual(len(seen["observation"]), env.observation_space(other)["observation"].n)
                        self.assertEqual(any(seen["action_mask"]), other == agent)
                    legal = [a for a, is_legal in enumerate(observation["action_mask"]) if is_legal]
                    self.assertTrue(all(env.action_space(agent).contains(a) for a in legal))
                    env.step(luck.choice(legal))
                self.assertEqual(env.agents, [])
                self.assertAlmostEqual(sum(total.values()), 0, places=5)
                self.assertRaises(ValueError, env.step, 0)
            env.close()

    def test_each_position_is_in_arrays_of_its_own(self):
        """Positions that are kept are those of Games at the end, too, even if a second look at one was changed."""
        for variant, robots in (("liars-dice", None), ("maexchen", None), ("wild", [None, "computer", None])):
            env, games = arena.env(variant, seats=3, seed=5, robots=robots), arena.Games(variant, seats=3, seed=5, robots=robots)
            env.reset()
            kept, wanted = [], []
            for number in range(300):
                kept.append(env.last()[0])
                for changed in env.last()[0], env.observe(env.agent_selection):
                    changed["observation"][0] = changed["action_mask"][0] = 7
                kept.append(env.last()[0])
                wanted += [(list(games.observation[0]), list(games.mask[0]))] * 2
                if games.player[0] < 0:
                    while env.agents:
                        env.step(None)
                    env.reset()
                    games.restart()
                    continue
                action = pick(games, 0, number)
                env.step(action)
                games.step([action])
            self.assertTrue([(list(seen["observation"]), list(seen["action_mask"])) for seen in kept] == wanted, variant)

    def test_seeds_repeat(self):
        def first(seed):
            env = arena.env("wild", seats=3)
            env.reset(seed=seed)
            seen = [env.strings(env.agent_selection)]
            env.reset()
            return seen + [env.strings(env.agent_selection)]
        self.assertEqual(first(7), first(7))
        self.assertNotEqual(first(7), first(8))
        self.assertNotEqual(*first(7))

    def test_single_and_vector(self):
        env = envs.SingleGame("wild", "computer", seats=3, seed=1)
        observation, info = env.reset(seed=4)
        for action in (-1, 63000, 3.7, None):
            self.assertRaises((TypeError, ValueError, arena.ArenaError), env.step, action)
        for step in range(1000):
            legal = [a for a, is_legal in enumerate(info["action_mask"]) if is_legal]
            observation, reward, terminated, truncated, info = env.step(legal[step % len(legal)])
            if terminated:
                break
        self.assertTrue(terminated and -1 <= reward <= 1)
        self.assertRaisesRegex(ValueError, "reset", envs.SingleGame().step, 62)
        self.assertRaises(ValueError, env.step, 0)
        env.close()
        if numpy is None:
            self.assertRaises(ImportError, arena.vector_env)
            return
        vector = envs._registered_vector(num_envs=3, variant="wild", seats=3)
        self.assertEqual((vector.reset()[1]["player"].tolist(), vector.num_envs), ([0] * 3, 3))
        vector.close()
        for opponent in (None, "computer"):
            vector = arena.vector_env("wild", 16, opponent=opponent, seed=2)
            self.assertRaisesRegex(ValueError, "reset", vector.step, [-1] * 16)
            observation, info = vector.reset(seed=2)
            self.assertEqual((observation.shape, observation.dtype), ((16, vector.games.n_bits), numpy.int8))
            n_over, total = 0, 0.0
            for _ in range(200):
                observation, rewards, terminated, truncated, info = vector.step(vector.sample())
                self.assertEqual((rewards.shape, terminated.shape, truncated.any()), ((16,), (16,), False))
                self.assertFalse(rewards[~terminated].any())
                n_over += int(terminated.sum())
                total += float(rewards.sum())
            self.assertGreater(n_over, 16)
            self.assertEqual(total < 0, opponent is not None or total < 0)
            vector.close()

    def test_if_the_packages_are_installed_their_own_checks_pass(self):
        """`pip install pettingzoo gymnasium` runs them; without the packages the test above checks the same contract."""
        try:
            from pettingzoo.test import api_test, seed_test
            api_test(arena.env("wild", seats=3), num_cycles=200)
            seed_test(lambda: arena.env("wild", seats=3), num_cycles=50)
        except ImportError:
            pass
        try:
            from gymnasium.utils.env_checker import check_env
            env = envs.SingleGame("wild", "computer")
            env.action_space.sample = lambda: env._games.n_actions - 1     # the checker ignores the mask; the highest bid is legal
            check_env(env, skip_render_check=True)
            import gymnasium
            vector = gymnasium.make_vec("arena/LiarsDice-v1", num_envs=4, variant="wild")
            self.assertIsInstance(vector.unwrapped, envs.VectorGames)
            self.assertEqual(vector.reset(seed=1)[1]["player"].tolist(), [0] * 4)
        except ImportError:
            pass


class Texts(unittest.TestCase):
    def test_answers_in_words(self):
        for variant in ("liars-dice", "perudo", "maexchen", "round-table"):
            env = arena.env(variant, seats=3, text=True)
            env.reset(seed=3)
            self.assertGreater(len(env.rules), 200)
            for number in range(20):
                observation = env.last()[0]
                self.assertIsInstance(observation["observation"], str)
                if env.terminations[env.agent_selection]:
                    break
                legal = [action for action, is_legal in enumerate(observation["action_mask"]) if is_legal]
                play = env._games.play(legal[number % len(legal)])
                before = env.agent_selection
                for nonsense in ("", "no idea", "play 23 or 24", "\0\ud800"):
                    self.assertRaises(arena.ArenaError, env.step, nonsense)
                self.assertEqual(env.agent_selection, before)
                env.step("**Play: %d**" % play)
            env.close()
        env = arena.env("wild", text=True)
        env.reset(seed=1)
        env.step("[Bid] 2 4")
        self.assertTrue(env.strings(env.agent_selection)[1].endswith(":24"))
        with self.assertRaisesRegex(arena.ArenaError, "higher"):
            env.step("[Bid] 1 3")
        env.step("liar!")

    def test_no_answer_takes_long(self):
        with arena.Games(seed=1) as games:
            for part in '{"a":', "PLAY: ":
                begin = time.process_time()
                self.assertEqual(games.play(games.read(part * 60000 + "\nPLAY: 23")), 23)
                self.assertLess(time.process_time() - begin, 10, part)
            self.assertEqual(games.play(games.read(r"\frac{1}{6} " * 1000 + '{"quantity": 2, "face": 3}')), 23)


class Life(unittest.TestCase):
    def test_nothing_leaks(self):
        def use():
            with arena.Games("wild", seats=3, slots=200, seed=1) as games:
                for _ in range(3):
                    games.step(games.sample())
                games.strings(games.observation[0])
                self.assertRaises(arena.ArenaError, games.step, [1] * 200)
        for _ in range(20):
            use()
        gc.collect()
        before = resident()
        for _ in range(100):
            use()
        gc.collect()
        self.assertLess(resident() - before, 2 << 20)

    def test_two_threads(self):
        def play(seed, found):
            with arena.Games("wild", slots=50, seed=seed, restarts=True) as games:
                total = []
                for _ in range(200):
                    games.step(games.sample())
                    total.append([int(player) for player in games.player])
                found[seed] = total
        alone, together = {}, {}
        for seed in (1, 2):
            play(seed, alone)
        threads = [threading.Thread(target=play, args=(seed, together)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(alone, together)


    def test_threads_share_an_object(self):
        games, errors = arena.Games("wild", slots=200, restarts=True, seed=1), []

        def play():
            try:
                while True:
                    games.step([-1] * 200)
                    games.strings(games.observe(0, 0))
            except ValueError as error:
                errors.append(str(error))
        threads = [threading.Thread(target=play) for _ in range(2)]
        for thread in threads:
            thread.start()
        time.sleep(0.05)
        games.close()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, ["the games are closed"] * 2)


class Interrupts(unittest.TestCase):
    """Ctrl-C ends a call soon, and none of its processes is left."""

    def interrupted(self, function, *arguments, begun=None, thread=threading.main_thread(), **options):
        """begun: an event before which no signal is sent. thread None: a signal that does not end a wait of the main thread."""
        began = time.monotonic()

        def interrupt():
            if begun is None or begun.wait(600):
                signal.pthread_kill(thread.ident if thread else threading.get_ident(), signal.SIGINT)
        timer = threading.Timer(0.3, interrupt)

        def call():
            timer.start()  # on a busy machine this may take until the signal comes
            function(*arguments, **options)
        try:
            self.assertRaises(KeyboardInterrupt, call)
        finally:
            timer.cancel()
            timer.join()
        self.assertLess(time.monotonic() - began, 600)
        self.assertRaises(ChildProcessError, os.waitpid, -1, os.WNOHANG)

    def test_runs(self):
        Path("slow.py").write_text("import time\ndef get_play(me, hands, history):\n    time.sleep(0.02)\n    return 0 if history else 16\n")
        begun = threading.Event()
        self.interrupted(arena.tournament, ["prober", "computer"], begun=begun, games=10 ** 9, progress=lambda games, total: begun.set(),
                         results="interrupted")
        self.interrupted(arena.tournament, ["./slow.py", "computer"], games=10 ** 9, thread=None)
        self.interrupted(arena.regress, "prober", "prober", games=10 ** 9, elo1=0.1)
        run = arena.tournament(["prober", "computer"], resume="0001", results="interrupted", progress=lambda games, total: True)
        self.assertFalse(run.complete)

    def test_hands(self):
        def slow(observation, mask):
            time.sleep(100)
        self.interrupted(arena.exploit, slow)
        self.interrupted(arena.exploit, lambda observation, mask: [bit / sum(mask) for bit in mask], "one-hand", rules={"dice": 2, "faces": 9})
        self.interrupted(arena.exploit, "prober", "liars-dice", rules={"dice": 3})
        self.interrupted(arena.solve, "liars-dice", 2, 2, rules={"dice": 2, "faces": 4}, accuracy=1e-12)

    def test_functions_are_called_in_the_thread_of_the_caller(self):
        seen = set()

        def progress(games, total):
            seen.add(threading.get_ident())
            arena.exploit("computer", rules={"faces": 2})      # a call during a call

        def play():
            seen.clear()
            arena.tournament(["prober", "computer"], games=20, rules={"dice": 1}, progress=progress, jobs=1)
            self.assertEqual(seen, {threading.get_ident()})
        play()
        thread = threading.Thread(target=play)
        thread.start()
        thread.join()


class Runs(unittest.TestCase):
    def test_a_tournament(self):
        seen = []
        run = arena.tournament(["prober", "computer"], games=40, rules={"dice": 3}, seed="1:0", jobs=1,
                               progress=lambda games, total: seen.append((games, total)))
        self.assertEqual([row["robot"] for row in run.rows], ["prober", "computer"])
        self.assertTrue(run.complete and run.seed == "1:0" and run.folder == "" and seen[-1] == (40, 40))
        with self.assertRaisesRegex(arena.ArenaError, "nobody") as raised:
            arena.tournament(["nobody", "computer"], games=2)
        self.assertEqual(raised.exception.code, 2)
        self.assertRaises(TypeError, arena.tournament, ["prober", "computer"], speed=3)
        self.assertRaises(ZeroDivisionError, arena.tournament, ["prober", "computer"], 200, progress=lambda games, total: 1 / 0)

    def test_a_test_and_stored_runs(self):
        verdict = arena.regress("prober", "computer", games=400, elo1=20, seed="2:0")
        self.assertEqual(verdict["verdict"], "pass")
        results = arena.open(RESULTS)
        self.assertEqual({row["robot"] for row in results.standings()}, {"computer", "prober"})
        self.assertRaises(arena.ArenaError, results.replay, 41)
        self.assertRaises(arena.ArenaError, arena.open("nowhere").standings)
        self.assertIn("prober", [robot["robot"] for robot in arena.robots()])


if __name__ == "__main__":
    unittest.main(verbosity=2)
