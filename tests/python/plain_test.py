"""plain_test.py - bench/env_plain.py plays by the rules of the arena: the same actions in both, with the dice of the arena."""

import random

import arena
from env_plain import PlainEnv

luck = random.Random(5)
for seed in range(30):
    games, plain = arena.Games(seed=seed), PlainEnv()
    plain.reset()
    while games.player[0] >= 0:
        # The dice of the arena, as each player sees its own.
        player = int(games.player[0])
        for other in (0, 1):
            hands, _ = games.strings(games.observe(0, other))
            plain.dice[plain.turn if other == player else 1 - plain.turn] = [int(die) for die in hands.split(",")[0][2:]]
        assert list(plain.observe()) == list(games.observation[0]), seed
        assert list(plain.mask()) == list(games.mask[0]), seed
        action = luck.choice([i for i, is_legal in enumerate(plain.mask()) if is_legal])
        _, reward, is_over, _, _ = plain.step(action)
        games.step([action])
        assert is_over == bool(games.over[0])
        if is_over:
            assert reward == games.reward[0, player]
