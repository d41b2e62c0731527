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
    """A copy of n numbers of C; bits are int8, as in Games."""
    if numpy is None:
        return pointer[:n]
    array = numpy.ctypeslib.as_array(pointer, (n,)).copy()
    return array.view(numpy.int8) if array.dtype == numpy.uint8 else array


def exploit(policy: Union[Policy, Mapping[bytes, Sequence[float]], str, "os.PathLike[str]"], variant: str = "one-hand", *, rules: Rules = None,
            dice: Optional[int] = None, opponent_dice: Optional[int] = None, samples: int = 64) -> Exploitability:
    """How much a perfect opponent, who knows the policy, wins from it in one hand of Liar's Dice between two players.

    policy: a function, a table or the name of a robot. policy(observation, mask), int8 [bits] and int8 [actions], returns the probability of
    each action; those of actions that are not legal (mask 0) are 0. It is asked once for each own dice in each state that can be reached. In a
    state that a table {observation: probabilities} lacks, the first legal action is played. A robot is named as on a command line; one that
    mixes its plays is asked `samples` times in each state, so its numbers are estimates. All other numbers are exact.
    dice, opponent_dice: fewer than at the start of a game.
    """
    request = c.ExploitRequest(ctypes.sizeof(c.ExploitRequest), c.encoded(variant, "variant"), c.c_list(c.rule_list(rules), "rules"))
    for name, n_dice in (("dice", dice), ("opponent_dice", opponent_dice)):
        setattr(request, name, 0 if n_dice is None else c.whole(n_dice, name, 1, 99))
    if isinstance(policy, (str, os.PathLike)):
        return _exploit_robot(request, c.encoded(policy), c.whole(samples, "samples", 1, 1000000))
    if not isinstance(policy, Mapping) and not callable(policy):
        raise TypeError(f"a policy is a function, a table or the name of a robot, not {policy!r}")
    with Games(variant, rules=rules) as games:
        n_bits, n_actions = games.n_bits, games.n_actions
    function = _looked_up(policy, n_bits, n_actions) if isinstance(policy, Mapping) else policy

    def chances_of(bits, mask, chances):
        given = function(bits, mask)
        if not hasattr(given, "__len__") or len(given) != n_actions:
            found = len(given) if hasattr(given, "__len__") else repr(given)
            raise ValueError(f"the policy returned {found} instead of {n_actions} probabilities, one for each action")
        for action in range(n_actions):
            chances[action] = given[action]
        return True

    def compute(stop, ask):
        values, error = (c_double * 2)(), c.Error()
        request.stop = stop
        request.policy = c.POLICY(lambda bits, mask, chances, _: 0 if ask(chances_of, _row(bits, n_bits), _row(mask, n_actions), chances) else 1)
        c.check(c.lib.arena_exploit(byref(request), values, byref(error)), error)
        return Exploitability(*values)
    return c.run(compute)


def _exploit_robot(request, robot, samples) -> Exploitability:
    def measure(stop, _):
        error = c.Error()
        request.stop = stop
        text = c.taken(c.lib.arena_exploit_robot(byref(request), robot, samples, byref(error)))
        c.check(text is None, error)
        return Exploitability(*(seat["value"] for seat in json.loads(text or "")["seats"]))
    return c.run(measure)


def _looked_up(table: Mapping[bytes, Sequence[float]], n_bits: int, n_actions: int) -> Policy:
    """The table as a function."""
    for bits, chances in table.items():
        _check_row(bits, chances, n_bits, n_actions)

    def policy(observation, mask):
        chances = table.get(bytes(observation))
        if chances is None:
            first = list(mask).index(1)
            chances = [float(action == first) for action in range(len(mask))]
        return chances
    return policy


def _check_row(bits, chances, n_bits: int, n_actions: int) -> None:
    if len(bits) != n_bits or len(chances) != n_actions:
        raise ValueError(f"a row of the table has {len(bits)} bits and {len(chances)} probabilities; these rules have {n_bits} bits "
                         f"and {n_actions} actions")
    if not all(0 <= chance < float("inf") for chance in chances):
        raise ValueError(f"probabilities in a table are finite numbers from 0, not {list(chances)}")


def solve(variant: str = "one-hand", first: int = 1, second: int = 1, *, accuracy: float = 1e-3, rules: Rules = None) -> Dict[str, Any]:
    """Solves the hand in which the opener has `first` dice and the other player `second`.

    Returns a dict: "value" to the opener, from -1 to 1; "exploitability" of the solution, at most `accuracy`; "iterations"; and "strategies",
    a table of both players: {observation: probabilities}. A key is bytes [bits], 0 or 1 each (`bytes(row)` of an observation); a value is
    float64 [actions] (without numpy a list), which sums to 1. `exploit` and `export_policy` take such a table. States that a player avoids by
    its own earlier bids are not in it.
    """
    with Games(variant, rules=rules) as games:
        n_bits, n_actions = games.n_bits, games.n_actions
    strategies: Dict[bytes, Any] = {}

    def found(bits, chances, _):
        strategies[ctypes.string_at(bits, n_bits)] = _row(chances, n_actions)

    dice = c.whole(first, "first", 1, 99), c.whole(second, "second", 1, 99)
    accuracy = float(accuracy)

    def compute(stop, _):
        error = c.Error()
        text = c.taken(c.lib.arena_solve(c.encoded(variant), c.c_list(c.rule_list(rules), "rules"), *dice, accuracy, c.STRATEGY(found), None, stop,
                                         byref(error)))
        c.check(text is None, error)
        return {**json.loads(text or "")["hands"][0], "strategies": strategies}
    return c.run(compute)


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
        if not layers:
            raise ValueError("a network needs a layer: (weights, biases)")
        self.layers = [(numpy.ascontiguousarray(w, numpy.float32), numpy.ascontiguousarray(b, numpy.float32)) for w, b in layers]
        for i, (weights, biases) in enumerate(self.layers):
            if weights.ndim != 2 or biases.shape != weights.shape[1:] or (i and weights.shape[0] != self.layers[i - 1][0].shape[1]):
                raise ValueError(f"layer {i} has weights of shape {weights.shape} and biases of shape {biases.shape}")
            if not (numpy.isfinite(weights).all() and numpy.isfinite(biases).all()):
                raise ValueError(f"layer {i} has weights or biases that are not finite numbers")
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
{name}.so: robot.c policy.bin
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
        _check_row(bits, chances, games.n_bits, games.n_actions)
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
    """Makes a robot that plays a policy: the file "mybot.so", which needs a C compiler, or the folder "mybot/" with its sources, in
    which `make` builds it.

    policy: a Network; a table {observation: probabilities of all actions} (in a state that it lacks the robot plays the first legal action);
    or a function as for `exploit`, which is tabulated (one hand of two players). greedy: the robot plays the most probable action; otherwise
    it draws one. The robot plays the policy at tables with these rules and seats; elsewhere it calls.
    """
    if not isinstance(policy, Mapping) and not callable(policy):
        raise TypeError(f"a policy to export is a Network, a table or a function, not {policy!r}")
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path must be a str or a path, not {path!r}")
    target = Path(path)
    name = target.stem
    if not name.isidentifier():
        raise ValueError(f"the name of a robot consists of letters, digits and _, not {name!r}")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"cannot write {target}: there is no folder {target.parent}; create it first")
    if not isinstance(policy, (Network, Mapping)) and seats != 2:
        raise ValueError("a function becomes a robot for two seats; for other tables give a Network or a table")
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
        (work / "Makefile").write_text(_MAKEFILE.format(name=name))
        if target.suffix != ".so":
            return
        try:
            subprocess.run(["make", "-s"], cwd=work, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise ArenaError(5, "a robot needs make and a C compiler; export it to a folder, or install gcc and make") from None
        except subprocess.CalledProcessError as error:
            raise ArenaError(5, f"the robot could not be built:\n{error.stderr}") from None
        shutil.copy(work / target.name, target)
