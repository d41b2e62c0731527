"""env.py - steps a second of the games for programs that learn, beside an environment in plain Python: ratios of one run.

    make libarena.so && python3 bench/env.py [SECONDS]

liars-dice for two, random legal plays, one core. Needs numpy.
"""

import random
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "sdk" / "python")]
import arena  # noqa: E402
from env_plain import PlainEnv  # noqa: E402

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def per_second(step, n):
    """Steps a second of CPU time: step() makes n of them."""
    step()
    total, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        step()
        total += n
    return total / spent


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
    """arena_games_sample and arena_games_step on 16384 games, in which a call takes long beside its way through Python."""
    games = arena.Games(slots=16384, seed=1, restarts=True)
    return per_second(lambda: games.step(games.sample()), 16384)


base = plain()
print(f"{'plain Python':34} {base:12,.0f} steps/s")
for name, measure in (("one game, AEC form", one_game), ("1024 games, vector form", vector), ("C interface", c_interface)):
    steps = measure()
    print(f"{name:34} {steps:12,.0f} steps/s  {steps / base:8.1f} times plain Python")
