"""Liar's Dice in its variants, and Mäxchen: tournaments, tests, ratings, and games to learn from, at the speed of C.

    import arena

    print(arena.tournament(["prober", "computer"], games=1000).rows)

    games = arena.Games("wild", slots=1024, restarts=True)                   # many games at once
    env = arena.env("wild", seats=3)                                        # one game, with PettingZoo's interface
    envs = arena.vector_env("wild", 1024, opponent="prober")                # with Gymnasium's interface

docs/research.md explains observations, actions and rewards.
"""

from ._library import ArenaError, lib
from .envs import AECGame, SingleGame, VectorGames, env, vector_env
from .games import Games
from .policies import Exploitability, Network, export_policy, exploit, solve, tabulate
from .runs import Results, Run, open, regress, replay, robots, tournament

__version__: str = lib.arena_version().decode()

__all__ = ["AECGame", "ArenaError", "Exploitability", "Games", "Network", "Results", "Run", "SingleGame", "VectorGames", "env",
           "exploit", "export_policy", "open", "regress", "replay", "robots", "solve", "tabulate", "tournament", "vector_env"]
