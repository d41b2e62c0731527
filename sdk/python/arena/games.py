"""games.py - many games at once, step by step, in arrays that C fills. numpy is used if it is installed."""

import ctypes
from ctypes import byref, c_float, c_int32, c_uint8, c_void_p
from typing import Dict, Iterable, Optional, Sequence, Tuple, Union

from ._library import Error, GamesArrays, GamesRequest, c_list, check, encoded, lib, rule_list, taken

try:
    import numpy
except ImportError:
    numpy = None

Rules = Union[None, Dict[str, object], Iterable[str]]


class Table:
    """An array of C with rows, for programs without numpy: table[row] is a list, and table[row, column] a number."""

    def __init__(self, memory, n_columns):
        self.memory, self.n_columns = memory, n_columns
        self.shape = (len(memory) // n_columns, n_columns)

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, at):
        if isinstance(at, tuple):
            row, column = at
            if not (0 <= row < self.shape[0] and 0 <= column < self.n_columns):
                raise IndexError(at)
            return self.memory[row * self.n_columns + column]
        if not 0 <= at < self.shape[0]:
            raise IndexError(at)
        return self.memory[at * self.n_columns:(at + 1) * self.n_columns]


def _array(kind, *shape):
    """Zeroed memory for C, and the same as an array of numpy, or as a Table."""
    size = 1
    for n in shape:
        size *= n
    memory = (kind * size)()
    if numpy is not None:
        return memory, numpy.ctypeslib.as_array(memory).reshape(shape)
    return memory, memory if len(shape) == 1 else Table(memory, shape[1])


class Games:
    """`slots` games at once.

    robots: for each player the robot, as on a command line, or None where you play; None: you play all.
    deals: "independent", or "mirrored": a game for each rotation of the seats has the same dice.
    restarts: when a game is over, the next one begins in its slot in the same step.

    After each step these arrays describe the games (of numpy if it is installed):

    player       int32 [slots]           the player to act; -1: the game is over
    mask         uint8 [slots, actions]  1 where the action is legal
    observation  uint8 [slots, bits]     what the player to act knows (docs/research.md)
    reward       float32 [slots, seats]  of the games that ended in the step: 1 for the first place to -1 for the last
    over         uint8 [slots]           how many games ended in the step
    """

    def __init__(self, variant: str = "liars-dice", *, seats: int = 2, slots: int = 1, rules: Rules = None,
                 seed: Union[None, int, str] = None, robots: Optional[Sequence[Optional[str]]] = None, deals: str = "independent",
                 restarts: bool = False):
        self._games: Optional[int] = None
        if robots is not None and len(robots) != seats:
            raise ValueError(f"robots has {len(robots)} elements; it needs one for each of the {seats} seats, None where you play")
        if not 1 <= slots <= 1 << 24:
            raise ValueError(f"slots must be from 1 to {1 << 24}, not {slots}")
        seed = None if seed is None else str(seed)
        request = GamesRequest(ctypes.sizeof(GamesRequest), encoded(variant), c_list(rule_list(rules)), encoded(seed), encoded(deals),
                               seats, slots, restarts, c_list(robots, seats) if robots is not None else None)
        self.variant, self.seats, self.slots = variant, seats, slots
        self.n_actions, self.n_bits = self._sizes(request)
        self._player, self.player = _array(c_int32, slots)
        self._mask, self.mask = _array(c_uint8, slots, self.n_actions)
        self._observation, self.observation = _array(c_uint8, slots, self.n_bits)
        self._reward, self.reward = _array(c_float, slots, seats)
        self._over, self.over = _array(c_uint8, slots)
        arrays = GamesArrays(ctypes.sizeof(GamesArrays), self._player, self._mask, self._observation, self._reward, self._over)
        self._error = Error()
        self._one = (c_int32 * 1)()
        self._error_at, self._one_at = ctypes.addressof(self._error), ctypes.addressof(self._one)
        handle = c_void_p()
        check(lib.arena_games_new(byref(request), byref(arrays), byref(handle), byref(self._error)), self._error)
        self._games = handle.value

    @staticmethod
    def _sizes(request) -> Tuple[int, int]:
        """The numbers of actions and bits, from a game without robots."""
        games, error = c_void_p(), Error()
        small = GamesRequest.from_buffer_copy(request)
        small.slots, small.robots = 1, None
        check(lib.arena_games_new(byref(small), byref(GamesArrays(ctypes.sizeof(GamesArrays))), byref(games), byref(error)), error)
        try:
            return lib.arena_games_actions(games), lib.arena_games_bits(games)
        finally:
            lib.arena_games_free(games)

    def _slots(self, values, kind, name):
        """An array of C with an element for each slot."""
        if numpy is not None:
            array = numpy.asarray(values)
            if array.dtype.kind not in "iub":
                raise ValueError(f"{name} must be integers, not {array.dtype}")
            array = numpy.ascontiguousarray(array, dtype=numpy.int32 if kind is c_int32 else numpy.uint8)
            if array.shape != (self.slots,):
                raise ValueError(f"{name} has the shape {array.shape}; it needs one element for each of the {self.slots} slots")
            return array, array.ctypes.data
        if len(values) != self.slots:
            raise ValueError(f"{name} has {len(values)} elements; it needs one for each of the {self.slots} slots")
        array = (kind * self.slots)(*values)
        return array, ctypes.addressof(array)

    def step(self, actions: Sequence[int]) -> None:
        """Plays an action in each slot; -1 leaves the game as it is. ArenaError if one is not legal; then no game has changed."""
        array, address = self._slots(actions, c_int32, "actions")
        if lib.arena_games_step(self._handle(), address, self._error_at):
            check(True, self._error)

    def step_one(self, action: int) -> int:
        """Plays an action in slot 0 of one, and returns the player to act, -1 if the game is over. Faster than step([action])."""
        if self.slots != 1:
            raise ValueError("step_one needs one slot")
        self._one[0] = action
        if lib.arena_games_step(self._games or self._handle(), self._one_at, self._error_at):
            check(True, self._error)
        return self._player[0]

    def restart(self, which: Optional[Sequence[int]] = None) -> None:
        """Begins the next game in each slot with which[slot] != 0, or in all."""
        array, address = (None, None) if which is None else self._slots(which, c_uint8, "which")
        check(lib.arena_games_restart(self._handle(), address, self._error_at), self._error)

    def sample(self):
        """A legal action for each slot, drawn at random; -1 where there is none. int32 [slots]."""
        memory, actions = _array(c_int32, self.slots)
        lib.arena_games_sample(self._handle(), memory)
        return actions

    def play(self, action: int) -> int:
        """The play of an action, such as 23 for two threes (docs/rules.md)."""
        if not 0 <= action < self.n_actions:
            raise ValueError(f"there is no action {action}; actions are 0 to {self.n_actions - 1}")
        return lib.arena_games_play(self._handle(), action)

    def action(self, play: int) -> int:
        """The action of a play; ValueError if there is none."""
        action = lib.arena_games_action(self._handle(), play)
        if action < 0:
            raise ValueError(f"no action is the play {play}")
        return action

    def observe(self, slot: int, player: int):
        """What a player knows: uint8 [bits], all 0 when the game is over."""
        if not (0 <= slot < self.slots and 0 <= player < self.seats):
            raise ValueError(f"there is no player {player} in a slot {slot}")
        memory, bits = _array(c_uint8, self.n_bits)
        lib.arena_games_observe(self._handle(), slot, player, memory)
        return bits

    def strings(self, bits) -> Tuple[str, str]:
        """The strings of the ask with this observation: hands and history; the observer is A, the next player B, and so on."""
        if len(bits) != self.n_bits:
            raise ValueError(f"an observation has {self.n_bits} bits, not {len(bits)}")
        array = (c_uint8 * self.n_bits)(*[int(bit) for bit in bits])
        text = taken(lib.arena_games_strings(self._handle(), array))
        if text is None:
            raise ValueError("the bits are not an observation")
        hands, _, history = text.partition("\n")
        return hands, history

    def words(self, slot: int = 0, rules: bool = False) -> str:
        """The position of the player to act as a question in words, as the robot llm asks a model; or the rules and the form of an answer."""
        text = taken(lib.arena_games_words(self._handle(), slot, rules))
        if text is None:
            raise ValueError(f"slot {slot} has no game in play")
        return text

    def read(self, answer: str, slot: int = 0) -> int:
        """The action in an answer such as "[Bid] 3 4" or "liar!". ArenaError, with the reason in words, if there is no legal one."""
        action = c_int32()
        text = answer.encode("utf-8", "replace").replace(b"\0", b" ")
        check(lib.arena_games_answer(self._handle(), slot, text, byref(action), byref(self._error)), self._error)
        return action.value

    def _handle(self):
        if not self._games:
            raise ValueError("the games are closed")
        return self._games

    def close(self) -> None:
        """Ends the robots and frees the games."""
        if self._games:
            lib.arena_games_free(self._games)
            self._games = None

    def __enter__(self) -> "Games":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self):
        if getattr(self, "_games", None):
            self.close()
