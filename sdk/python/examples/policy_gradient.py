"""policy_gradient.py - learns liars-dice for two against the robot computer by a policy gradient, and makes a robot of it. Needs numpy.

    policy_gradient.py [SECONDS [ROBOT.so]]    CPU time of the training, 120 by default; learner.so

The network has one hidden layer; its outputs are the logits of the actions and an estimate of the result of the hand. The result of a play is
that of its hand, 1 if the opponent loses a die and -1 if the learner does. Its advantage over the estimate weights the gradient of the
logarithm of its probability (REINFORCE with a baseline, Williams 1992), plus a little entropy. Adam changes the weights.
"""

import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")           # one core
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import arena  # noqa: E402
import numpy as np  # noqa: E402

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
ROBOT = sys.argv[2] if len(sys.argv) > 2 else "learner.so"
N_ENVS, N_STEPS, HIDDEN, RATE, ENTROPY = 256, 32, 64, 0.003, 0.01
DICE = 5
OWN, OTHER = slice(6 * DICE, 7 * DICE), slice(7 * DICE, 8 * DICE)   # bits of an observation: the dice that are left (docs/research.md)

luck = np.random.default_rng(1)
envs = arena.vector_env("liars-dice", N_ENVS, opponent="computer", seed=1)
n_bits, n_actions = envs.games.n_bits, envs.games.n_actions
weights = [luck.normal(0, 20 ** -0.5, (n_bits, HIDDEN)).astype("f4"), np.zeros(HIDDEN, "f4"),
           luck.normal(0, 0.01, (HIDDEN, n_actions + 1)).astype("f4"), np.zeros(n_actions + 1, "f4")]
means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]


def forward(observations, mask):
    """The hidden layer, the probabilities of the actions, and the estimate."""
    hidden = np.maximum(observations @ weights[0] + weights[1], 0)
    out = hidden @ weights[2] + weights[3]
    logits = np.where(mask, out[:, :-1], -1e9)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]


def collect(observations, mask):
    """N_STEPS steps of all games: observations, masks, actions, results of the hands, and which are known."""
    seen, masks = np.empty((N_STEPS, N_ENVS, n_bits), "f4"), np.empty((N_STEPS, N_ENVS, n_actions), bool)
    actions, result, is_end = np.empty((N_STEPS, N_ENVS), int), np.zeros((N_STEPS, N_ENVS)), np.zeros((N_STEPS, N_ENVS), bool)
    won = played = 0
    for step in range(N_STEPS):
        seen[step], masks[step] = observations, mask
        chances = forward(seen[step], masks[step])[1]
        actions[step] = (chances.cumsum(axis=1) > luck.random((N_ENVS, 1)) * 0.99999).argmax(axis=1)
        own, other = observations[:, OWN].sum(axis=1), observations[:, OTHER].sum(axis=1)
        observations, rewards, is_over, _, info = envs.step(actions[step])
        mask = info["action_mask"]
        lead = observations[:, OWN].sum(axis=1) - own - (observations[:, OTHER].sum(axis=1) - other)
        result[step] = np.where(is_over, rewards, lead)
        is_end[step] = is_over | (lead != 0)
        won, played = won + int((rewards[is_over] > 0).sum()), played + int(is_over.sum())
    is_known = is_end.copy()
    for step in range(N_STEPS - 2, -1, -1):              # a play has the result of the next end
        is_known[step] |= is_known[step + 1]
        result[step] = np.where(is_end[step], result[step], result[step + 1])
    return observations, mask, (seen[is_known], masks[is_known], actions[is_known], result[is_known]), won, played


def learn(seen, masks, actions, result, n_updates):
    """One step of Adam along the gradient."""
    hidden, chances, estimate = forward(seen, masks)
    rows, n = np.arange(len(actions)), len(actions)
    gain = result - estimate
    advantage = (gain - gain.mean()) / (gain.std() + 1e-6)
    logs = np.log(chances + 1e-12)
    slope = chances * (advantage[:, None] + ENTROPY * (logs - (chances * logs).sum(axis=1, keepdims=True)))
    slope[rows, actions] -= advantage
    slope = np.hstack([slope, -0.5 * gain[:, None]]).astype("f4") / n
    back = (slope @ weights[2].T) * (hidden > 0)
    for i, gradient in enumerate([seen.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]):
        means[i] += 0.1 * (gradient - means[i])
        squares[i] += 0.001 * (gradient ** 2 - squares[i])
        weights[i] -= RATE * means[i] / (1 - 0.9 ** n_updates) / (np.sqrt(squares[i] / (1 - 0.999 ** n_updates)) + 1e-8)


observations, info = envs.reset()
mask, n_updates, won, played = info["action_mask"], 0, 0, 0
begin = time.process_time()
while (spent := time.process_time() - begin) < SECONDS:
    observations, mask, batch, new_won, new_played = collect(observations, mask)
    n_updates += 1
    won, played = won + new_won, played + new_played
    learn(*batch, n_updates)
    if n_updates % 100 == 0:
        print(f"{spent:6.1f} s: {played} games, {won / played:.3f} won", flush=True)
        won = played = 0
envs.close()

network = arena.Network([(weights[0], weights[1]), (weights[2][:, :-1], weights[3][:-1])])
arena.export_policy(network, ROBOT, "liars-dice", greedy=True)
run = arena.tournament([os.path.join(".", ROBOT) if "/" not in ROBOT else ROBOT, "computer"], games=10000)
row = next(row for row in run.rows if row["robot"] != "computer")
print(f"{row['robot']} wins {100 * row['win_rate']:.1f} % of {row['games']} games against computer ({100 * row['low']:.1f} to {100 * row['high']:.1f} %)")
