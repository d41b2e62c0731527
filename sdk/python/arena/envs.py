"""envs.py - the games as environments with the interfaces of PettingZoo (AEC) and Gymnasium.

If the package is installed, each class is a subclass of its class; otherwise it only has the same methods.
"""

import os
import sys
from ctypes import c_int8
from itertools import repeat
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._library import listed
from .games import Games, Rules, _array, copied, numpy

try:
    from pettingzoo import AECEnv as _AECBase
except ImportError:
    _AECBase = object
try:
    import gymnasium
    from gymnasium import Env as _EnvBase
    from gymnasium.vector import VectorEnv as _VectorBase
except ImportError:
    gymnasium, _EnvBase, _VectorBase = None, object, object


class _Space:
    """Numbers 0 .. n - 1 (shape ()), or n bits (shape (n,)), where Gymnasium is not installed."""

    def __init__(self, n: int, shape: Tuple[int, ...] = ()):
        self.n, self.shape = n, shape
        self._seed(None)

    def _seed(self, seed):
        import random
        self._random = random.Random(seed)

    seed = _seed

    def sample(self, mask: Optional[Sequence[int]] = None):
        if self.shape:
            return [self._random.randrange(2) for _ in range(self.n)]
        allowed = [i for i in range(self.n) if mask is None or mask[i]]
        return self._random.choice(allowed) if allowed else 0

    def contains(self, x) -> bool:
        if self.shape:
            return len(x) == self.n and all(int(bit) in (0, 1) for bit in x)
        return 0 <= int(x) < self.n

    __contains__ = contains


def _discrete(n: int):
    return gymnasium.spaces.Discrete(n) if gymnasium else _Space(n)


def _bits(n: int):
    return gymnasium.spaces.MultiBinary(n) if gymnasium else _Space(n, (n,))


def _text():
    return gymnasium.spaces.Text(100000, charset=[chr(i) for i in range(32, 0x250)] + ["\n"]) if gymnasium else str


def _text_seed(seed, default):
    return default if seed is None else str(seed)


def _robots(seats: int, opponent) -> Optional[List[Optional[str]]]:
    """The robots of players 1, 2, ...: one for all, or one for each."""
    if opponent is None:
        return None
    others = [opponent] * (seats - 1) if isinstance(opponent, (str, os.PathLike)) else listed(opponent, "opponent, if it is not a robot,")
    if len(others) != seats - 1:
        raise ValueError(f"opponent names {len(others)} robots; {seats} seats need {seats - 1}")
    return [None] + others


class AECGame(_AECBase):
    """One game with PettingZoo's AEC interface, in which you play all players, or all those without a robot.

    Agents are "player_0", "player_1", .... An observation is {"observation": int8 [bits], "action_mask": int8 [actions]}, which you
    may keep and change. All agents end together when the game is over. reset(seed=...) begins game 1 of that seed, and reset() the next
    game.

    text=True: "observation" is the position in words (env.rules has the rules), and step also reads an answer in words; if it has no legal
    play, step raises ArenaError with the reason in words, and the game waits for another answer.
    """

    metadata = {"name": "arena_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, variant: str = "liars-dice", *, seats: int = 2, rules: Rules = None, seed=None, robots=None,
                 text: bool = False, render_mode: Optional[str] = None):
        self.render_mode, self.text = render_mode, text
        self._options: Dict[str, Any] = {"seats": seats, "rules": rules, "robots": robots}
        self._variant = variant
        self._open(seed)
        played = [player for player in range(seats) if not robots or robots[player] is None]
        self.possible_agents = [f"player_{player}" for player in played]
        self.agents: List[str] = []
        self.agent_selection: Any = None
        self._player_of = {agent: player for agent, player in zip(self.possible_agents, played)}
        self._names = [f"player_{player}" for player in range(seats)]
        self._is_over = True
        bits, actions = _bits(self._games.n_bits) if not text else _text(), _discrete(self._games.n_actions)
        mask = _bits(self._games.n_actions)
        both: Any = gymnasium.spaces.Dict({"observation": bits, "action_mask": mask}) if gymnasium else {"observation": bits, "action_mask": mask}
        self.observation_spaces = {agent: both for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}

    def _player(self, agent: str) -> int:
        """The player of an agent."""
        player = self._player_of.get(agent)
        if player is None:
            raise ValueError(f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}")
        return player

    def observation_space(self, agent: str):
        self._player(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        self._player(agent)
        return self.action_spaces[agent]

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def _open(self, seed) -> None:
        self._games = Games(self._variant, seed=seed, **self._options)
        self._play: Callable[..., Tuple[int, Any, Any]] = self._games._turns()
        self._is_fresh = True

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is not None:
            self._games.close()
            self._open(seed)
        elif not self._is_fresh:
            self._games.restart()
        self._is_fresh = self._is_over = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, dict] = {agent: {} for agent in self.agents}
        self._take_turn(int(self._games.player[0]), copied(self._games.observation[0]), copied(self._games.mask[0]))

    def _take_turn(self, player: int, observation: Any, mask: Any) -> None:
        """It is the turn of a player, who sees this; -1: the game is over."""
        if self.text:
            self._words = observation = self._games.words() if player >= 0 else ""
        self._seen: Optional[Dict[str, Any]] = {"observation": observation, "action_mask": mask}
        if player < 0:
            self._end()
        else:
            self.agent_selection = self._names[player]

    def _end(self) -> None:
        """The game is over: its rewards; now all agents act in turn, with None."""
        self._is_over = True
        for agent in self.agents:
            self.rewards[agent] = self._cumulative_rewards[agent] = float(self._games.reward[0, self._player_of[agent]])
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent knows; the mask is all 0 unless it is the agent to act. All is 0, or "", when the game is over."""
        player = self._player(agent)
        self._check_agents()
        if self._is_over or agent == self.agent_selection:
            return self._look()
        seen = "" if self.text else self._games.observe(0, player)
        return {"observation": seen, "action_mask": _array(c_int8, self._games.n_actions)[1]}

    def _look(self) -> Dict[str, Any]:
        """What the agent to act sees: first the arrays of the step, then copies."""
        seen, self._seen = self._seen, None
        return seen or {"observation": self._words if self.text else copied(self._games.observation[0]), "action_mask": copied(self._games.mask[0])}

    def last(self, observe: bool = True):
        """(observation, reward since its last action, terminated, truncated, info) of the agent to act."""
        agent = self.agent_selection
        if self._is_over:
            self._check_agents()
            return self.observe(agent) if observe else None, self._cumulative_rewards[agent], True, False, self.infos[agent]
        return self._look() if observe else None, 0.0, False, False, self.infos[agent]

    def _check_agents(self) -> None:
        """Raises if the games are closed or there is no agent."""
        self._games._handle()
        if not self.agents:
            raise ValueError("the game is over; call reset() first")

    @property
    def rules(self) -> str:
        """The rules in words, and the form of an answer, for a model."""
        return self._games.words(rules=True)

    def step(self, action: Any) -> None:
        """Plays an action, or with text=True an answer in words; None for an agent whose game is over."""
        if self._is_over:
            self._leave(action)
            return
        try:
            player, observation, mask = self._play(action)
        except TypeError:
            if not isinstance(action, str):
                raise ValueError(f"an agent whose game is not over needs an action, which is a whole number, not {action!r}") from None
            player, observation, mask = self._play(self._games.read(action))
        self._take_turn(player, observation, mask)

    def _leave(self, action: Any) -> None:
        """Removes the agent whose turn it is after the end of the game."""
        self._check_agents()
        if action is not None:
            raise ValueError("the game is over; the action of each agent must be None until there are no agents")
        agent = self.agents.pop(0)
        tables: List[Dict[str, Any]] = [self._cumulative_rewards, self.terminations, self.truncations, self.infos]
        for table in tables:
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 1 << 63):
        """Yields the agent to act, until there is none."""
        for _ in repeat(None, min(max_iter, sys.maxsize)):
            if not self.agents:
                return
            yield self.agent_selection

    def strings(self, agent: str) -> Tuple[str, str]:
        """The strings hands and history that a robot would see in this agent's place; it is A, the next player B."""
        return self._games.strings(self._games.observe(0, self._player(agent)))

    def render(self) -> Optional[str]:
        if self.render_mode is None or self._games.player[0] < 0:
            return None
        return "{}  hands {}  history {}".format(self.agent_selection, *self.strings(self.agent_selection))

    def state(self):
        raise NotImplementedError("no agent may see the state")

    def close(self) -> None:
        self._games.close()
        self._is_over = True     # so that each method asks for the games, which raises

    def __str__(self) -> str:
        return f"arena_v1 ({self._variant})"


class SingleGame(_EnvBase):
    """You are one player; the others are robots. The interface is that of gymnasium.Env.

    An observation is int8 [bits]; info["action_mask"] has the legal actions. The reward comes at the end of the game.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, variant: str = "liars-dice", opponent="computer", *, seats: int = 2, rules: Rules = None, seed=None,
                 render_mode: Optional[str] = None):
        self.render_mode = render_mode
        self._variant = variant
        self._options: Dict[str, Any] = {"seats": seats, "rules": rules, "robots": _robots(seats, opponent)}
        if opponent is None:
            raise ValueError("name an opponent; to play all players use arena.env")
        self._open(seed)
        self.observation_space = _bits(self._games.n_bits)
        self.action_space = _discrete(self._games.n_actions)

    def _open(self, seed) -> None:
        self._games = Games(self._variant, seed=seed, **self._options)
        self._play = self._games._turns()
        self._is_fresh = self._is_over = True

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None):
        if _EnvBase is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._games.close()
            self._open(seed)
        elif not self._is_fresh:
            self._games.restart()
        self._is_fresh = self._is_over = False
        while self._games.player[0] < 0:  # over before its first turn
            self._games.restart()
        return copied(self._games.observation[0]), {"action_mask": copied(self._games.mask[0])}

    def step(self, action: int):
        if self._is_over:
            raise ValueError("no game is in play; call reset() first")
        player, observation, mask = self._play(action)
        self._is_over = player < 0
        reward = float(self._games.reward[0, 0]) if self._is_over else 0.0
        return observation, reward, self._is_over, False, {"action_mask": mask}

    def render(self):
        return None

    def close(self) -> None:
        self._games.close()


class VectorGames(_VectorBase):
    """n_envs games at once, with the interface of gymnasium.vector.VectorEnv.

    With an opponent you are player 0, and the rewards are yours. Without one you play whoever is to act, and a reward is that of the
    player who acted. A game that ends is followed by the next one in the same step. info has "action_mask" int8 [n_envs, actions] and
    "player" int32 [n_envs]. Arrays are those of the games: the next step changes them; copy what you keep.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, variant: str = "liars-dice", n_envs: int = 1024, opponent=None, *, seats: int = 2, rules: Rules = None,
                 seed=None, deals: str = "independent"):
        if numpy is None:
            raise ImportError("vector_env needs numpy; arena.Games does not")
        if gymnasium and hasattr(gymnasium.vector, "AutoresetMode"):
            self.metadata = {**self.metadata, "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        self._variant = variant
        self._options: Dict[str, Any] = {"seats": seats, "rules": rules, "deals": deals, "robots": _robots(seats, opponent), "slots": n_envs,
                                         "restarts": True}
        self._has_opponent = opponent is not None
        self.num_envs = n_envs
        self._open(seed)
        bits, actions = self.games.n_bits, self.games.n_actions
        self.single_observation_space, self.single_action_space = _bits(bits), _discrete(actions)
        if gymnasium:
            self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, n_envs)
            self.action_space = gymnasium.spaces.MultiDiscrete(numpy.full(n_envs, actions))
        else:
            self.observation_space, self.action_space = self.single_observation_space, self.single_action_space
        self._none = numpy.zeros(n_envs, bool)

    def _open(self, seed) -> None:
        self.games = Games(self._variant, seed=seed, **self._options)
        self._rewards = self.games.reward.reshape(-1)
        self._first_rewards = numpy.arange(0, self._rewards.size, self.games.seats)     # of each game
        self._is_fresh = True

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self.games.mask, "player": self.games.player}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None):
        if seed is not None:
            self.games.close()
            self._open(seed)
        elif not self._is_fresh:
            self.games.restart()
        self._is_fresh = False
        return self.games.observation, self._info()

    def step(self, actions):
        games = self.games
        if self._is_fresh:
            raise ValueError("no games are in play; call reset() first")
        at = self._first_rewards if self._has_opponent else self._first_rewards + games.player
        games.step(actions)
        rewards = self._rewards.take(at)
        return games.observation, rewards, games.over.astype(bool), self._none, self._info()

    def sample(self):
        """A legal action for each game, at random."""
        return self.games.sample()

    def close(self, **_: Any) -> None:
        self.games.close()

    close_extras = close


def env(variant: str = "liars-dice", **options: Any) -> AECGame:
    """One game with PettingZoo's AEC interface; the options are those of AECGame."""
    return AECGame(variant, **options)


def vector_env(variant: str = "liars-dice", n_envs: int = 1024, opponent=None, **options: Any) -> VectorGames:
    """Many games with the interface of Gymnasium's VectorEnv; the options are those of VectorGames."""
    return VectorGames(variant, n_envs, opponent, **options)


def _registered_vector(num_envs: int = 1, variant: str = "liars-dice", opponent="computer", **options: Any) -> VectorGames:
    """For gymnasium.make_vec, which gives games against the opponent of gymnasium.make."""
    return VectorGames(variant, num_envs, opponent, **options)


if gymnasium:
    gymnasium.register("arena/LiarsDice-v1", entry_point="arena.envs:SingleGame", vector_entry_point="arena.envs:_registered_vector")
