"""policies.py - policies: how much a perfect opponent wins from one, solved hands, and robots made from policies."""

import ctypes
import json
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path
from ctypes import byref, c_double
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _library as c
from ._library import ArenaError
from .games import Games, Rules, numpy

Policy = Callable[[Any, Any], Sequence[float]]


class Exploitability(NamedTuple):
    """What a perfect opponent wins from a policy in one hand, from -1 to 1: if the policy opens, and if it is second."""

    first: float
    second: float

    @property
    def mean(self) -> float:
        return (self.first + self.second) / 2


def _row(pointer, n):
    if numpy is not None:
        return numpy.ctypeslib.as_array(pointer, (n,)).copy()
    return pointer[:n]


def exploit(policy: Policy, variant: str = "one-hand", *, rules: Rules = None, dice: Optional[int] = None,
            opponent_dice: Optional[int] = None) -> Exploitability:
    """How much a perfect opponent, who knows the policy, wins from it in one hand of Liar's Dice between two players. Exact.

    policy(observation, mask) returns the probability of each action; those of actions that are not legal (mask 0) are 0. It is asked once for
    each own dice in each state that can be reached. dice, opponent_dice: fewer than at the start of a game.
    """
    with Games(variant, rules=rules) as games:
        n_bits, n_actions = games.n_bits, games.n_actions
    raised: List[BaseException] = []

    def ask(bits, mask, chances, _):
        try:
            given = policy(_row(bits, n_bits), _row(mask, n_actions))
            if len(given) != n_actions:
                raise ValueError(f"the policy returned {len(given)} probabilities; there are {n_actions} actions")
            for action in range(n_actions):
                chances[action] = given[action]
            return 0
        except BaseException as error:  # an exception cannot pass through C: stop, and raise it behind
            raised.append(error)
            return 1

    request = c.ExploitRequest(ctypes.sizeof(c.ExploitRequest), c.encoded(variant), c.c_list(c.rule_list(rules)), dice or 0,
                               opponent_dice or 0, c.POLICY(ask), None)
    values, error = (c_double * 2)(), c.Error()
    failed = c.lib.arena_exploit(byref(request), values, byref(error))
    if raised:
        raise raised[0]
    c.check(failed, error)
    return Exploitability(*values)


def solve(variant: str = "one-hand", first: int = 1, second: int = 1, *, accuracy: float = 1e-3, rules: Rules = None) -> Dict[str, Any]:
    """Solves the hand in which the opener has `first` dice and the other player `second`: its value to the opener, and the exploitability of
    the solution, which is at most `accuracy`."""
    error = c.Error()
    text = c.taken(c.lib.arena_solve(c.encoded(variant), c.c_list(c.rule_list(rules)), first, second, accuracy, byref(error)))
    c.check(text is None, error)
    return json.loads(text)["hands"][0]


class Network:
    """A small network: dense layers of float32. Its input is an observation, its outputs are a logit for each action.

    layers: (weights [inputs, outputs], biases [outputs]) of each layer, arrays or nested lists, at most 8. activation: "relu" or "tanh",
    after each layer but the last.
    """

    def __init__(self, layers: Sequence[Tuple[Any, Any]], activation: str = "relu"):
        if numpy is None:
            raise ImportError("Network needs numpy")
        if activation not in ("relu", "tanh"):
            raise ValueError(f"the activation must be relu or tanh, not {activation!r}")
        self.activation = activation
        self.layers = [(numpy.ascontiguousarray(w, numpy.float32), numpy.ascontiguousarray(b, numpy.float32)) for w, b in layers]
        for i, (weights, biases) in enumerate(self.layers):
            if weights.ndim != 2 or biases.shape != weights.shape[1:] or (i and weights.shape[0] != self.layers[i - 1][0].shape[1]):
                raise ValueError(f"layer {i} has weights of shape {weights.shape} and biases of shape {biases.shape}")
        self.width = [self.layers[0][0].shape[0]] + [weights.shape[1] for weights, _ in self.layers]
        if not 1 <= len(self.layers) <= 8 or max(self.width) > 6144:
            raise ValueError("a network has 1 to 8 layers of at most 6144 outputs")

    def logits(self, observations):
        """The outputs for one observation, or for rows of observations."""
        x = numpy.asarray(observations, numpy.float32)
        for weights, biases in self.layers[:-1]:
            x = x @ weights + biases
            x = numpy.tanh(x) if self.activation == "tanh" else numpy.maximum(x, 0)
        return x @ self.layers[-1][0] + self.layers[-1][1]

    def __call__(self, observation, mask):
        """The probabilities of the actions: the softmax of the logits of legal actions."""
        logits = numpy.where(numpy.asarray(mask, bool), self.logits(observation).astype(float), -numpy.inf)
        chances = numpy.exp(logits - logits.max(axis=-1, keepdims=True))
        return chances / chances.sum(axis=-1, keepdims=True)


_MAGIC = 0x31766E61

_ROBOT = """/* {name} - plays from a policy that arena.export_policy wrote; policy.bin has it. */
#include "arena_network.h"

__asm__(".pushsection .rodata\\n.balign 8\\nnetwork_policy: .incbin \\"policy.bin\\"\\n.popsection");
extern const unsigned char network_policy[] __attribute__((visibility("hidden")));
static struct network net;

static const struct arena_robot_info info = {{sizeof info, ARENA_ABI, "{name}", "1", NULL, "{summary}", {variants}, 0, 0, NULL}};

const struct arena_robot_info *robot_info(void)
{{
	return &info;
}}

void robot_game_start(const struct arena_game_start *start)
{{
	network_start(&net, network_policy, start);
}}

int get_play(const char *me, const char *hands, const char *history)
{{
	return network_play(&net, me, hands, history);
}}
"""

_MAKEFILE = """# Builds the robot from robot.c, policy.bin and the headers beside them.
robot.so: robot.c policy.bin
	$(CC) -std=gnu11 -O2 -fPIC -shared -Wl,-z,defs -Wl,-Bsymbolic -I. -o $@ robot.c -lm
"""

HEADERS = ["arena_robot.h", "arena_dice.h", "arena_maexchen.h", "arena_network.h"]


def _headers() -> Path:
    """The folder of the SDK's headers: in a wheel, in the sources, or installed."""
    here = Path(__file__).resolve().parent
    above = [folder.parent / "include" for folder in here.parents if folder.name == "lib"]
    for folder in [here / "sdk", here.parents[1], *above]:
        if (folder / HEADERS[-1]).exists():
            return folder
    raise FileNotFoundError("the SDK's headers are neither in the package nor in the folder include beside it")


def _head(games: Games, seats: int, greedy: bool, *, width=(), is_tanh=0, n_rows=0) -> bytes:
    n_layers = max(len(width) - 1, 0)
    padded = list(width) + [0] * (9 - len(width))
    return struct.pack("<4i9i4i", _MAGIC, games.n_bits, games.n_actions, n_layers, *padded, is_tanh, greedy, n_rows, seats)


def _network_bytes(network: Network, games: Games, seats: int, greedy: bool) -> bytes:
    if (network.width[0], network.width[-1]) != (games.n_bits, games.n_actions):
        raise ValueError(f"the network has {network.width[0]} inputs and {network.width[-1]} outputs; these rules have {games.n_bits} bits "
                         f"and {games.n_actions} actions")
    head = _head(games, seats, greedy, width=network.width, is_tanh=network.activation == "tanh")
    return head + b"".join(part.astype("<f4").tobytes() for layer in network.layers for part in layer)


def _key(bits: Sequence[int]) -> bytes:
    packed = bytearray((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        packed[i // 8] |= (1 if bit else 0) << i % 8
    return bytes(packed)


def _table_bytes(table: Mapping[Any, Sequence[float]], games: Games, seats: int, greedy: bool) -> bytes:
    rows = {}
    for bits, chances in table.items():
        if len(bits) != games.n_bits or len(chances) != games.n_actions:
            raise ValueError(f"a row of the table has {len(bits)} bits and {len(chances)} probabilities; these rules have {games.n_bits} bits "
                             f"and {games.n_actions} actions")
        rows[_key(bits)] = [float(chance) for chance in chances]
    keys = sorted(rows)
    body = b"".join(keys)
    body += bytes(-len(body) % 4)
    return _head(games, seats, greedy, n_rows=len(keys)) + body + b"".join(struct.pack(f"<{games.n_actions}f", *rows[key]) for key in keys)


def tabulate(policy: Policy, variant: str = "one-hand", *, rules: Rules = None, dice: int = 1) -> Dict[bytes, List[float]]:
    """The policy as a table of all states of one hand between two players with `dice` dice each: {observation: probabilities}.

    It asks the policy as `exploit` does, so a state that the policy itself avoids is not in the table.
    """
    table: Dict[bytes, List[float]] = {}

    def ask(observation, mask):
        chances = policy(observation, mask)
        table[bytes(int(bit) for bit in observation)] = [float(chance) for chance in chances]
        return chances
    exploit(ask, variant, rules=rules, dice=dice, opponent_dice=dice)
    return table


def export_policy(policy: Union[Network, Mapping[Any, Sequence[float]], Policy], path: Union[str, "os.PathLike[str]"],
                  variant: str = "liars-dice", *, seats: int = 2, rules: Rules = None, greedy: bool = False) -> None:
    """Makes a robot that plays a policy: the file "mybot.so", which needs a C compiler, or the folder "mybot/" with its sources.

    policy: a Network; a table {observation: probabilities of all actions} (in a state that it lacks the robot plays the first legal action);
    or a function as for `exploit`, which is tabulated (one hand of two players). greedy: the robot plays the most probable action; otherwise
    it draws one. The robot plays the policy at tables with these rules and seats; elsewhere it calls.
    """
    target = Path(path)
    name = target.stem
    if not name.isidentifier():
        raise ValueError(f"the name of a robot consists of letters, digits and _, not {name!r}")
    with Games(variant, seats=seats, rules=rules) as games:
        if isinstance(policy, Network):
            data, summary = _network_bytes(policy, games, seats, greedy), "plays from a network"
        else:
            table = policy if isinstance(policy, Mapping) else tabulate(policy, variant, rules=rules)
            data, summary = _table_bytes(table, games, seats, greedy), "plays from a table"
    variants = f'"{variant}"' if not rules and variant.replace("-", "").isalnum() else "NULL"
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) if target.suffix == ".so" else target
        work.mkdir(exist_ok=True)
        (work / "policy.bin").write_bytes(data)
        (work / "robot.c").write_text(_ROBOT.format(name=name, summary=summary, variants=variants))
        for header in HEADERS:
            shutil.copy(_headers() / header, work / header)
        (work / "Makefile").write_text(_MAKEFILE)
        if target.suffix != ".so":
            return
        try:
            subprocess.run(["make", "-s", "robot.so"], cwd=work, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise ArenaError(5, "a robot needs make and a C compiler; export it to a folder, or install gcc and make") from None
        except subprocess.CalledProcessError as error:
            raise ArenaError(5, f"the robot could not be built:\n{error.stderr}") from None
        shutil.copy(work / "robot.so", target)
