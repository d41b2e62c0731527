"""games.py - many games at once, step by step, in arrays that C fills. numpy is used if it is installed."""

import ctypes
import os
import threading
from itertools import cycle
from operator import index
from sys import getrefcount
from ctypes import byref, c_char, c_float, c_int8, c_int32, c_uint8, c_void_p
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from ._library import ArenaError, Error, GamesArrays, GamesRequest, c_list, check, encoded, lib, listed, locked, rule_list, running, seed_text, taken, whole

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

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


_DTYPES = {} if numpy is None else {kind: numpy.dtype(kind) for kind in (c_int8, c_uint8, c_int32, c_float)}


def _array(kind, *shape):
    """The address of zeroed memory for C, and this memory as an array of numpy, or without numpy as an array of ctypes or a Table."""
    if numpy is not None:
        array = numpy.zeros(shape, _DTYPES[kind])
        return ctypes.addressof(c_char.from_buffer(array)), array     # a third of the time of array.ctypes.data
    size = 1
    for n in shape:
        size *= n
    memory = (kind * size)()
    return ctypes.addressof(memory), memory if len(shape) == 1 else Table(memory, shape[1])


def _place(n):
    """A row of n bits, and its address for C."""
    address, row = _array(c_int8, n)
    return row, byref(c_char.from_address(address))


def copied(row):
    """A copy of a row; without numpy a list."""
    return row[:] if numpy is None else row.copy()


def _references():
    """What getrefcount returns for an object to which a container and a name refer, in this version of Python."""
    things = [object()]
    thing = things[0]
    return getrefcount(thing)


class Games:
    """`slots` games at once.

    robots: for each player the robot, as on a command line, or None where you play; None: you play all.
    deals: "independent", or "mirrored": a game for each rotation of the seats has the same dice.
    restarts: when a game is over, the next one begins in its slot in the same step.

    Several threads may use an object; its calls take turns. Robots that are not bundled end with the thread that made the object.

    After each step these arrays describe the games (of numpy if it is installed):

    player       int32 [slots]           the player to act; -1: the game is over
    mask         int8 [slots, actions]   1 where the action is legal
    observation  int8 [slots, bits]      what the player to act knows (docs/research.md)
    reward       float32 [slots, seats]  of the games that ended in the step: 1 for the first place to -1 for the last
    over         uint8 [slots]           how many games ended in the step
    """

    def __init__(self, variant: str = "liars-dice", *, seats: int = 2, slots: int = 1, rules: Rules = None,
                 seed: Union[None, int, str] = None, robots: Optional[Sequence[Union[None, str, "os.PathLike[str]"]]] = None,
                 deals: str = "independent", restarts: bool = False):
        self._games: Optional[int] = None
        self._closed: Optional[int] = None
        self._has_turns = False
        self._process = os.getpid() if robots is not None else None
        self._lock = threading.RLock()
        seats, slots = whole(seats, "seats", 2, 26), whole(slots, "slots", 1, 1 << 24)
        robots = None if robots is None else listed(robots, "robots")
        if robots is not None and len(robots) != seats:
            raise ValueError(f"robots has {len(robots)} elements; it needs one for each of the {seats} seats, None where you play")
        request = GamesRequest(ctypes.sizeof(GamesRequest), encoded(variant, "variant"), c_list(rule_list(rules), "rules"), seed_text(seed),
                               encoded(deals, "deals"), seats, slots, bool(restarts), c_list(robots, "robots", seats))
        self.variant, self.seats, self.slots = variant, seats, slots
        self.n_actions, self.n_bits = self._sizes(request)
        player, self.player = _array(c_int32, slots)
        mask, self.mask = _array(c_int8, slots, self.n_actions)
        observation, self.observation = _array(c_int8, slots, self.n_bits)
        reward, self.reward = _array(c_float, slots, seats)
        over, self.over = _array(c_uint8, slots)
        self._error = Error()
        self._error_at = ctypes.addressof(self._error)
        handle = c_void_p()
        with running:
            check(lib.arena_games_new(byref(request), byref(GamesArrays(ctypes.sizeof(GamesArrays), player, mask, observation, reward, over)),
                                      byref(handle), byref(self._error)), self._error)
        self._games, self._player_at = handle.value, player

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
            if array.dtype != _DTYPES[kind] or array.shape != (self.slots,) or not array.flags.c_contiguous:
                array = self._converted(array, _DTYPES[kind], name)
            return array, array.ctypes.data
        if len(values) != self.slots:
            raise ValueError(f"{name} has {len(values)} elements; it needs one for each of the {self.slots} slots")
        array = (kind * self.slots)(*values)
        if any(given != taken_over for given, taken_over in zip(values, array)):
            raise ValueError(f"{name} has numbers that are too large")
        return array, ctypes.addressof(array)

    def _converted(self, given, kind, name):
        """An array of numpy as one of this kind for C; ValueError if it is not one number for each slot."""
        if given.dtype.kind not in "iub":
            raise ValueError(f"{name} must be integers, not {given.dtype}")
        array = numpy.ascontiguousarray(given, kind)
        if array.shape != (self.slots,):
            raise ValueError(f"{name} has the shape {array.shape}; it needs one element for each of the {self.slots} slots")
        if given.dtype != kind and (given != array).any():
            raise ValueError(f"{name} has numbers that are too large for {array.dtype}")
        return array

    def step(self, actions: Sequence[int]) -> None:
        """Plays an action in each slot; -1 leaves the game as it is. ArenaError if one is not legal; then no game has changed."""
        array, address = self._slots(actions, c_int32, "actions")
        with self._lock:
            if lib.arena_games_step(self._handle(), address, self._error_at):
                check(True, self._error)

    def _turns(self) -> Callable[[int], Tuple[int, Any, Any]]:
        """A function that plays an action in the only slot, and returns the player to act, -1 if the game is over, and the rows of this
        player's observation and mask. It is faster than step. Rows that the caller keeps do not change: the function fills rows that
        it returned before only if no one refers to them.

        Without robots it takes no lock, which would be 8 % of its time: the interpreter's lock is held during the call, and the memory of
        closed games is kept as long as this function, which refers to self."""
        n_actions, error = self.n_actions, byref(self._error)
        spare, *others = (_place(self.n_bits) + _place(n_actions) for _ in range(4))
        places, unused = cycle(others), 0 if numpy is None else _references()
        function: Any
        self._has_turns = True

        def in_turn(_, *arguments):
            with self._lock:
                return lib.arena_games_step_one(self._handle(), *arguments)
        if self._process:
            function, games = in_turn, None
        else:
            function, games = locked["arena_games_step_one"], byref(c_char.from_address(self._handle()))

        def play(action: int) -> Tuple[int, Any, Any]:
            action = index(action)
            if not 0 <= action < n_actions:
                raise ArenaError(2, f"there is no action {action}; actions are 0 to {n_actions - 1}")
            observation, observation_at, mask, mask_at = next(places)
            is_kept = getrefcount(observation) > unused or getrefcount(mask) > unused
            if is_kept:
                observation, observation_at, mask, mask_at = spare
            player = function(games, action, observation_at, mask_at, error)
            if player < -1:
                check(True, self._error)
            return (player, copied(observation), copied(mask)) if is_kept else (player, observation, mask)
        return play

    def restart(self, which: Optional[Sequence[int]] = None) -> None:
        """Begins the next game in each slot with which[slot] != 0, or in all."""
        array, address = (None, None) if which is None else self._slots(which, c_uint8, "which")
        with self._lock:
            check(lib.arena_games_restart(self._handle(), address, self._error_at), self._error)

    def sample(self):
        """A legal action for each slot, drawn at random; -1 where there is none. int32 [slots]."""
        address, actions = _array(c_int32, self.slots)
        with self._lock:
            lib.arena_games_sample(self._handle(), address)
        return actions

    def play(self, action: int) -> int:
        """The play of an action, such as 23 for two threes (docs/rules.md)."""
        return lib.arena_games_play(self._handle(), whole(action, "action", 0, self.n_actions - 1))

    def action(self, play: int) -> int:
        """The action of a play; ValueError if there is none."""
        action = lib.arena_games_action(self._handle(), whole(play, "play", -1 << 31, (1 << 31) - 1))
        if action < 0:
            raise ValueError(f"there is no action for the play {play}")
        return action

    def observe(self, slot: int, player: int):
        """What a player knows: int8 [bits], all 0 when the game is over."""
        slot, player = self._slot(slot), whole(player, "player", 0, self.seats - 1)
        address, bits = _array(c_int8, self.n_bits)
        with self._lock:
            lib.arena_games_observe(self._handle(), slot, player, address)
        return bits

    def strings(self, bits) -> Tuple[str, str]:
        """The strings of the ask with this observation: hands and history; the observer is A, the next player B, and so on."""
        if len(bits) != self.n_bits:
            raise ValueError(f"an observation has {self.n_bits} bits, not {len(bits)}")
        array = (c_uint8 * self.n_bits)(*[int(bit) for bit in bits])
        with self._lock:
            text = taken(lib.arena_games_strings(self._handle(), array))
        if text is None:
            raise ValueError("the bits are not an observation")
        hands, _, history = text.partition("\n")
        return hands, history

    def words(self, slot: int = 0, rules: bool = False) -> str:
        """The position of the player to act as a question in words, as the robot llm asks a model; or the rules and the form of an answer."""
        with self._lock:
            text = taken(lib.arena_games_words(self._handle(), self._slot(slot), bool(rules)))
        if text is None:
            raise ValueError(f"slot {slot} has no game in play")
        return text

    def read(self, answer: str, slot: int = 0) -> int:
        """The action in an answer such as "[Bid] 3 4" or "liar!". ArenaError, with the reason in words, if there is no legal one."""
        action = c_int32()
        if not isinstance(answer, str):
            raise TypeError(f"an answer must be a str, not {answer!r}")
        text = answer.encode("utf-8", "replace").replace(b"\0", b" ")
        with self._lock:
            check(lib.arena_games_answer(self._handle(), self._slot(slot), text, byref(action), byref(self._error)), self._error)
        return action.value

    def _slot(self, slot: int) -> int:
        return whole(slot, "slot", 0, self.slots - 1)

    def _handle(self):
        if not self._games:
            raise ValueError("the games are closed")
        if self._process and self._process != os.getpid():
            raise ValueError("a process that was forked cannot use the robots of these games; make new games there")
        return self._games

    def close(self) -> None:
        """Ends the robots and frees the games."""
        with self._lock:
            if self._has_turns and not self._process:
                self._closed = self._games or self._closed
            elif self._games and self._process in (None, os.getpid()):
                lib.arena_games_free(self._games)
            self._games = None

    def __reduce__(self):
        raise TypeError("games cannot be copied or pickled; make new ones with the same seed")

    def __enter__(self) -> "Games":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self):
        if getattr(self, "_games", None):
            self.close()
        if getattr(self, "_closed", None):
            lib.arena_games_free(self._closed)
