"""env.py - steps a second of the games for programs that learn, beside an environment in plain Python: ratios of one run.

    make && make libarena.so build/release/bench/paced_0.so && python3 bench/env.py [SECONDS]

liars-dice for two, random legal plays, one core. Then hands a second in C beside those of `arena tournament --trust` with robots of 27 ns an
ask, and the memory of a million games. Needs numpy.
"""

import ctypes
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "sdk" / "python")]
import arena  # noqa: E402
import numpy  # noqa: E402
from arena._library import Error, GamesArrays, GamesRequest, check, lib  # noqa: E402
from env_plain import PlainEnv  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
ROBOT = ROOT / "build" / "release" / "bench" / "paced_0.so"
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def per_second(step, n):
    """Steps a second of CPU time, the best of five parts, because other work on the machine only adds time: step() makes n of them."""
    step()
    best = 0.0
    for _ in range(5):
        total, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < SECONDS / 5:
            step()
            total += n
        best = max(best, total / spent)
    return best


def plain():
    env, luck = PlainEnv(1), random.Random(2)
    state = {"info": env.reset()[1], "over": False}

    def step():
        for _ in range(100):
            if state["over"]:
                state["info"] = env.reset()[1]
            mask = state["info"]["action_mask"]
            action = luck.choice([i for i, is_legal in enumerate(mask) if is_legal])
            _, _, state["over"], _, state["info"] = env.step(action)
    return per_second(step, 100)


def one_game():
    """The AEC form, used as its documentation shows."""
    env = arena.env(seed=1)
    luck = random.Random(2)
    env.reset()

    def step():
        n = 0
        while n < 100:
            for _ in env.agent_iter():
                observation, _, terminated, _, _ = env.last()
                if terminated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[luck.randrange(len(legal))])
                n += 1
                if n == 100:
                    return
            env.reset()
    return per_second(step, 100)


def vector():
    envs = arena.vector_env(n_envs=1024, seed=1)
    envs.reset()
    return per_second(lambda: envs.step(envs.sample()), 1024)


def c_interface():
    """arena_games_sample and arena_games_step on 1024 games, in which a call takes long beside its way through Python."""
    games = arena.Games(slots=1024, seed=1, restarts=True)
    return per_second(lambda: games.step(games.sample()), 1024)


def bare_games(slots, *arrays):
    """The handle of games with these arrays alone."""
    request = GamesRequest(ctypes.sizeof(GamesRequest), b"liars-dice", None, b"1", None, 2, slots, 1, None)
    games, error = ctypes.c_void_p(), Error()
    given = GamesArrays(ctypes.sizeof(GamesArrays), *(array.ctypes.data for array in arrays))
    check(lib.arena_games_new(ctypes.byref(request), ctypes.byref(given), ctypes.byref(games), ctypes.byref(error)), error)
    return games


def hands_in_c(slots=1024):
    """Hands a second with players and masks but without observations."""
    player, mask, actions = numpy.zeros(slots, "i4"), numpy.zeros((slots, 63), "i1"), numpy.zeros(slots, "i4")
    games = bare_games(slots, player, mask)

    def step():
        lib.arena_games_sample(games, actions.ctypes.data)
        lib.arena_games_step(games, actions.ctypes.data, None)
    hands = 0
    for _ in range(1000):
        step()
        hands += slots - int(numpy.count_nonzero(actions))      # action 0, a call, ends a hand
    rate = per_second(step, hands / 1000)
    lib.arena_games_free(games)
    return rate


def hands_of_the_arena(n_games=200000):
    """Hands a second of a tournament in the process of the arena."""
    command = ROOT / "arena"
    with tempfile.TemporaryDirectory() as folder:
        def play(n, *options):
            subprocess.run([command, "tournament", str(n), ROBOT, ROBOT, "-j1", "--trust", "--seed", "1", "-q", "--no-luck-correction", *options],
                           check=True, stdout=subprocess.DEVNULL)
        play(200, "--results", folder)
        exported = subprocess.run([command, "export", "--results", folder, "--format", "jsonl"], check=True, capture_output=True).stdout
        times = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            play(n_games, "--no-results")
            times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        return n_games * exported.count(b'"losing_player"') / 200 / min(times)


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


base = plain()
print(f"{'plain Python':34} {base:12,.0f} steps/s")
for name, measure in (("one game, AEC form", one_game), ("1024 games, vector form", vector), ("C interface", c_interface)):
    steps = measure()
    print(f"{name:34} {steps:12,.0f} steps/s  {steps / base:8.1f} times plain Python")
in_c = hands_in_c()
print(f"{'C interface, no observations':34} {in_c:12,.0f} hands/s")
if ROBOT.exists():
    in_arena = hands_of_the_arena()
    print(f"{'arena tournament --trust':34} {in_arena:12,.0f} hands/s; the C interface has {in_c / in_arena:.2f} times as many")
before = resident()
million = bare_games(1000000)
print(f"{'1 000 000 games':34} {(resident() - before) / 1e6:12.0f} bytes each")
