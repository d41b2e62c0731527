"""_library.py - libarena.so by ctypes: its structs, its functions, its errors. arena.h describes them."""

import ctypes
import os
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path


class ArenaError(Exception):
    """A call of the library failed. `code` is the exit code of the commands: 2 wrong request, 4 robot, 5 system."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Error(Structure):
    _fields_ = [("code", c_int32), ("text", c_char * 1024)]


class Request(Structure):
    _fields_ = [
        ("size", c_uint32), ("variant", c_char_p), ("rules", POINTER(c_char_p)), ("robots", POINTER(c_char_p)), ("games", c_uint64),
        ("format", c_char_p), ("seats", c_int32), ("match_length", c_uint32), ("deals", c_char_p), ("seed", c_char_p),
        ("move_time_ns", c_int64), ("start_time_ns", c_int64), ("memory", c_uint64), ("jobs", c_int32), ("lanes", c_int32),
        ("results", c_char_p), ("log", c_char_p), ("resume", c_char_p),
        ("elo0", c_double), ("elo1", c_double), ("alpha", c_double), ("beta", c_double),
    ]


PROGRESS = ctypes.CFUNCTYPE(c_int, c_uint64, c_uint64, c_void_p)
MESSAGE = ctypes.CFUNCTYPE(None, c_char_p, c_void_p)


class Events(Structure):
    _fields_ = [("size", c_uint32), ("progress", PROGRESS), ("message", MESSAGE), ("context", c_void_p)]


class GamesRequest(Structure):
    _fields_ = [
        ("size", c_uint32), ("variant", c_char_p), ("rules", POINTER(c_char_p)), ("seed", c_char_p), ("deals", c_char_p),
        ("seats", c_int32), ("slots", c_int32), ("restarts", c_int32), ("robots", POINTER(c_char_p)),
    ]


class GamesArrays(Structure):
    _fields_ = [
        ("size", c_uint32), ("player", POINTER(c_int32)), ("mask", POINTER(c_uint8)), ("observation", POINTER(c_uint8)),
        ("reward", POINTER(c_float)), ("over", POINTER(c_uint8)),
    ]


POLICY = ctypes.CFUNCTYPE(c_int, POINTER(c_uint8), POINTER(c_uint8), POINTER(c_double), c_void_p)


class ExploitRequest(Structure):
    _fields_ = [
        ("size", c_uint32), ("variant", c_char_p), ("rules", POINTER(c_char_p)), ("dice", c_int32), ("opponent_dice", c_int32),
        ("policy", POLICY), ("context", c_void_p),
    ]


def _candidates():
    here = Path(__file__).resolve().parent
    if os.environ.get("ARENA_LIBRARY"):
        yield os.environ["ARENA_LIBRARY"]
        return
    yield here / "libarena.so"                            # in a wheel
    yield here.parents[2] / "libarena.so"                 # in the sources
    for folder in here.parents:                           # PREFIX/lib, in PREFIX/lib/python3/dist-packages and the like
        if folder.name == "lib":
            yield folder / "libarena.so"
    yield "libarena.so.1"                                 # where the loader searches


def _load():
    tried = []
    for path in _candidates():
        try:
            return ctypes.CDLL(str(path))
        except OSError as error:
            tried.append(str(error))
    raise ImportError("libarena.so was not found; build it with `make libarena.so`, or name it in ARENA_LIBRARY (" + "; ".join(tried) + ")")


lib = _load()

for _name, _result, *_arguments in [
    ("arena_play", c_int, POINTER(Request), POINTER(Events), POINTER(c_void_p), POINTER(Error)),
    ("arena_free", None, c_void_p),
    ("arena_seed", c_char_p, c_void_p),
    ("arena_folder", c_char_p, c_void_p),
    ("arena_json", c_char_p, c_void_p),
    ("arena_is_complete", c_int, c_void_p),
    ("arena_robots", c_void_p, POINTER(Error)),
    ("arena_replay", c_void_p, c_char_p, c_char_p, c_uint64, POINTER(Error)),
    ("arena_standings", c_void_p, c_char_p, c_char_p, POINTER(Error)),
    ("arena_games_new", c_int, POINTER(GamesRequest), POINTER(GamesArrays), POINTER(c_void_p), POINTER(Error)),
    ("arena_games_free", None, c_void_p),
    ("arena_games_step", c_int, c_void_p, c_void_p, c_void_p),      # addresses as numbers, which ctypes passes fastest
    ("arena_games_restart", c_int, c_void_p, c_void_p, c_void_p),
    ("arena_games_sample", None, c_void_p, c_void_p),
    ("arena_games_actions", c_int32, c_void_p),
    ("arena_games_bits", c_int32, c_void_p),
    ("arena_games_play", c_int32, c_void_p, c_int32),
    ("arena_games_action", c_int32, c_void_p, c_int32),
    ("arena_games_observe", c_int, c_void_p, c_int32, c_int32, c_void_p),
    ("arena_games_strings", c_void_p, c_void_p, c_void_p),
    ("arena_games_words", c_void_p, c_void_p, c_int32, c_int32),
    ("arena_games_answer", c_int, c_void_p, c_int32, c_char_p, POINTER(c_int32), POINTER(Error)),
    ("arena_exploit", c_int, POINTER(ExploitRequest), POINTER(c_double), POINTER(Error)),
    ("arena_solve", c_void_p, c_char_p, POINTER(c_char_p), c_int32, c_int32, c_double, POINTER(Error)),
]:
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments


def encoded(text):
    """The bytes of a str, or of a path, for C; None stays None."""
    return None if text is None else os.fsencode(text)


def c_list(words, n=None):
    """An array of C strings: those of `words`, ended by NULL; with n, exactly n of them, in which None is NULL."""
    if words is None:
        return None
    words = [encoded(word) for word in words]
    return (c_char_p * (n or len(words) + 1))(*words)


def rule_list(rules):
    """["dice=3", ...] from such a list, or from {"dice": 3}."""
    if not rules:
        return None
    return [f"{name}={value}" for name, value in rules.items()] if hasattr(rules, "items") else list(rules)


def check(failed, error):
    if failed:
        raise ArenaError(error.code, error.text.decode("utf-8", "replace"))


_free = ctypes.CDLL(None).free
_free.restype = None
_free.argtypes = [c_void_p]


def taken(pointer):
    """The text at a pointer that C allocated, which is freed; None for NULL."""
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer).decode("utf-8", "replace")
    finally:
        _free(pointer)
