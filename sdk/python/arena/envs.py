"""envs.py - the games as environments with the interfaces of PettingZoo (AEC) and Gymnasium.

If the package is installed, each class is a subclass of its class; otherwise it only has the same methods.
"""

from typing import Any, Dict, List, Optional, Sequence, Tuple

from .games import Games, Rules, numpy

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


def _copy(row):
    return row.copy() if numpy is not None else list(row)


def _text_seed(seed, default):
    return default if seed is None else str(seed)


def _robots(seats: int, opponent) -> Optional[List[Optional[str]]]:
    """The robots of players 1, 2, ...: one for all, or one for each."""
    if opponent is None:
        return None
    others = [opponent] * (seats - 1) if isinstance(opponent, str) else list(opponent)
    if len(others) != seats - 1:
        raise ValueError(f"opponent names {len(others)} robots; {seats} seats need {seats - 1}")
    return [None] + others


class AECGame(_AECBase):
    """One game with PettingZoo's AEC interface, in which you play all players, or all those without a robot.

    Agents are "player_0", "player_1", .... An observation is {"observation": uint8 [bits], "action_mask": uint8 [actions]}; all agents
    end together when the game is over. reset(seed=...) begins game 1 of that seed, and reset() the next game.

    text=True: "observation" is the position in words (env.rules has the rules), and step also reads an answer in words; if it has no legal
    play, step raises ArenaError with the reason in words, and the game waits for another answer.
    """

    metadata = {"name": "arena_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, variant: str = "liars-dice", *, seats: int = 2, rules: Rules = None, seed=None, robots=None,
                 text: bool = False, render_mode: Optional[str] = None):
        self.render_mode, self.text = render_mode, text
        self._options = {"seats": seats, "rules": rules, "robots": robots}
        self._variant, self._games = variant, Games(variant, seed=seed, **self._options)
        self._is_fresh = True
        self._no_actions = [0] * self._games.n_actions if numpy is None else numpy.zeros(self._games.n_actions, numpy.uint8)
        played = [player for player in range(seats) if not robots or robots[player] is None]
        self.possible_agents = [f"player_{player}" for player in played]
        self.agents: List[str] = []
        self._player_of = {agent: player for agent, player in zip(self.possible_agents, played)}
        self._name_of = {player: agent for agent, player in self._player_of.items()}
        bits, actions = _bits(self._games.n_bits) if not text else _text(), _discrete(self._games.n_actions)
        mask = _bits(self._games.n_actions)
        both = gymnasium.spaces.Dict({"observation": bits, "action_mask": mask}) if gymnasium else {"observation": bits, "action_mask": mask}
        self.observation_spaces = {agent: both for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
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

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is not None:
            self._games.close()
            self._games = Games(self._variant, seed=seed, **self._options)
        elif not self._is_fresh:
            self._games.restart()
        self._is_fresh = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, dict] = {agent: {} for agent in self.agents}
        self._advance(int(self._games.player[0]))

    def _advance(self, player: int) -> None:
        """The next agent to act; at the end of the game its rewards, and all agents in turn."""
        if player >= 0:
            self.agent_selection = self._name_of[player]
            return
        for agent in self.agents:
            self.rewards[agent] = self._cumulative_rewards[agent] = float(self._games.reward[0, self._player_of[agent]])
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Dict[str, Any]:
        if agent == self.agent_selection and not self.terminations[agent]:
            seen = self._games.words() if self.text else _copy(self._games.observation[0])
            return {"observation": seen, "action_mask": _copy(self._games.mask[0])}
        if self.text:
            return {"observation": "", "action_mask": _copy(self._no_actions)}
        return {"observation": self._games.observe(0, self._player_of[agent]), "action_mask": _copy(self._no_actions)}

    def last(self, observe: bool = True):
        """(observation, reward since its last action, terminated, truncated, info) of the agent to act."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    @property
    def rules(self) -> str:
        """The rules in words, and the form of an answer, for a model."""
        return self._games.words(rules=True)

    def step(self, action: Any) -> None:
        """Plays an action, or with text=True an answer in words; None for an agent whose game is over."""
        if not self.agents:
            raise ValueError("the game is over; call reset() first")
        if not self.terminations[self.agent_selection]:
            if action is None:
                raise ValueError("an agent whose game is not over needs an action")
            self._advance(self._games.step_one(self._games.read(action) if isinstance(action, str) else action))
            return
        if action is not None:
            raise ValueError("the game is over; the action of each agent must be None until there are no agents")
        agent = self.agents.pop(0)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 1 << 63):
        """Yields the agent to act, until there is none."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def strings(self, agent: str) -> Tuple[str, str]:
        """The strings hands and history that a robot would see in this agent's place; it is A, the next player B."""
        return self._games.strings(self._games.observe(0, self._player_of[agent]))

    def render(self) -> Optional[str]:
        if self.render_mode is None or self._games.player[0] < 0:
            return None
        return "{}  hands {}  history {}".format(self.agent_selection, *self.strings(self.agent_selection))

    def state(self):
        raise NotImplementedError("no agent may see the state")

    def close(self) -> None:
        self._games.close()

    def __str__(self) -> str:
        return f"arena_v1 ({self._variant})"


class SingleGame(_EnvBase):
    """You are one player; the others are robots. The interface is that of gymnasium.Env.

    An observation is uint8 [bits]; info["action_mask"] has the legal actions. The reward comes at the end of the game.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, variant: str = "liars-dice", opponent="computer", *, seats: int = 2, rules: Rules = None, seed=None,
                 render_mode: Optional[str] = None):
        self.render_mode = render_mode
        self._variant, self._options = variant, {"seats": seats, "rules": rules, "robots": _robots(seats, opponent)}
        if opponent is None:
            raise ValueError("name an opponent; to play all players use arena.env")
        self._games = Games(variant, seed=seed, **self._options)
        self._is_fresh = True
        self.observation_space = _bits(self._games.n_bits)
        self.action_space = _discrete(self._games.n_actions)

    def _look(self):
        return _copy(self._games.observation[0]), {"action_mask": _copy(self._games.mask[0])}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None):
        if _EnvBase is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._games.close()
            self._games = Games(self._variant, seed=seed, **self._options)
        elif not self._is_fresh:
            self._games.restart()
        self._is_fresh = False
        while self._games.player[0] < 0:  # over before its first turn
            self._games.restart()
        return self._look()

    def step(self, action: int):
        if self._games.player[0] < 0:
            raise ValueError("the game is over; call reset() first")
        self._games.step([int(action)])
        observation, info = self._look()
        return observation, float(self._games.reward[0, 0]), bool(self._games.over[0]), False, info

    def render(self):
        return None

    def close(self) -> None:
        self._games.close()


class VectorGames(_VectorBase):
    """n_envs games at once, with the interface of gymnasium.vector.VectorEnv.

    With an opponent you are player 0, and the rewards are yours. Without one you play whoever is to act, and a reward is that of the
    player who acted. A game that ends is followed by the next one in the same step. info has "action_mask" uint8 [n_envs, actions] and
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
        self._options = {"seats": seats, "rules": rules, "deals": deals, "robots": _robots(seats, opponent), "slots": n_envs, "restarts": True}
        self._has_opponent = opponent is not None
        self.num_envs = n_envs
        self._open(seed)
        bits, actions = self.games.n_bits, self.games.n_actions
        self.single_observation_space, self.single_action_space = _bits(bits), _discrete(actions)
        if gymnasium:
            self.observation_space = gymnasium.spaces.Box(0, 1, (n_envs, bits), numpy.uint8)
            self.action_space = gymnasium.spaces.MultiDiscrete(numpy.full(n_envs, actions))
        else:
            self.observation_space, self.action_space = self.single_observation_space, self.single_action_space
        self._none = numpy.zeros(n_envs, bool)
        self._rows = numpy.arange(n_envs)

    def _open(self, seed) -> None:
        self.games = Games(self._variant, seed=seed, **self._options)
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
        actor = None if self._has_opponent else games.player.copy()
        games.step(actions)
        rewards = games.reward[:, 0].copy() if actor is None else games.reward[self._rows, actor]
        return games.observation, rewards, games.over > 0, self._none, self._info()

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


if gymnasium:
    gymnasium.register("arena/LiarsDice-v1", entry_point="arena.envs:SingleGame", vector_entry_point=None)
