"""env_plain.py - liars-dice for two as people write it in plain Python: the environment with which bench/env.py compares.

Five dice each, a call ends a hand and costs a die, the next player after the caller opens. Actions as in the arena: 0 calls, 3 + b is bid b.
"""

import random

DICE, FACES = 5, 6
N_BIDS = 2 * DICE * FACES


class PlainEnv:
    def __init__(self, seed=0):
        self.random = random.Random(seed)

    def reset(self):
        self.n_dice = [DICE, DICE]
        self.turn = 0
        self._deal()
        return self.observe(), {"action_mask": self.mask()}

    def _deal(self):
        self.dice = [sorted(self.random.randint(1, FACES) for _ in range(n)) for n in self.n_dice]
        self.bids, self.opener = [], self.turn

    def mask(self):
        first = self.bids[-1] + 1 if self.bids else 0
        return [int(bool(self.bids)), 0, 0] + [0] * first + [1] * (N_BIDS - first)

    def observe(self):
        me, other = self.turn, 1 - self.turn
        bits = []
        for face in range(1, FACES + 1):
            n = self.dice[me].count(face)
            bits += [1] * n + [0] * (DICE - n)
        for player in (me, other):
            bits += [1] * self.n_dice[player] + [0] * (DICE - self.n_dice[player])
        bits += [int(self.opener == me), int(self.opener == other)]
        made = [0] * N_BIDS
        for bid in self.bids:
            made[bid] = 1
        return bits + made + [0, 0]

    def step(self, action):
        reward, is_over = 0.0, False
        actor = self.turn
        if action == 0:
            quantity, face = divmod(self.bids[-1], FACES)
            count = sum(dice.count(face + 1) for dice in self.dice)
            loser = actor if count >= quantity + 1 else 1 - actor
            self.n_dice[loser] -= 1
            self.turn = 1 - actor
            if self.n_dice[loser] == 0:
                reward, is_over = (1.0 if loser != actor else -1.0), True
            else:
                self._deal()
        else:
            self.bids.append(action - 3)
            self.turn = 1 - actor
        return self.observe(), reward, is_over, False, {"action_mask": self.mask()}
