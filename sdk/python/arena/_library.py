"""_library.py - libarena.so by ctypes: its structs, its functions, its errors. arena.h describes them."""

import ctypes
import os
import threading
from _thread import start_new_thread
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from operator import index
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Callable, List


class ArenaError(Exception):
    """A call of the library failed. `code` is the exit code of the commands: 2 wrong request, 4 robot, 5 system."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code

    def __reduce__(self):
        return type(self), (self.code, str(self))     # so that it reaches the caller of a pool of processes


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
    _fields_ = [("size", c_uint32), ("progress", PROGRESS), ("message", MESSAGE), ("context", c_void_p), ("stop", c_void_p)]


class GamesRequest(Structure):
    _fields_ = [
        ("size", c_uint32), ("variant", c_char_p), ("rules", POINTER(c_char_p)), ("seed", c_char_p), ("deals", c_char_p),
        ("seats", c_int32), ("slots", c_int32), ("restarts", c_int32), ("robots", POINTER(c_char_p)),
    ]


class GamesArrays(Structure):
    _fields_ = [
        ("size", c_uint32), ("player", c_void_p), ("mask", c_void_p), ("observation", c_void_p), ("reward", c_void_p), ("over", c_void_p),
    ]


POLICY = ctypes.CFUNCTYPE(c_int, POINTER(c_uint8), POINTER(c_uint8), POINTER(c_double), c_void_p)
STRATEGY = ctypes.CFUNCTYPE(None, POINTER(c_uint8), POINTER(c_double), c_void_p)


class ExploitRequest(Structure):
    _fields_ = [
        ("size", c_uint32), ("variant", c_char_p), ("rules", POINTER(c_char_p)), ("dice", c_int32), ("opponent_dice", c_int32),
        ("policy", POLICY), ("context", c_void_p), ("stop", c_void_p),
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
locked = ctypes.PyDLL(lib._name)     # its functions keep the interpreter's lock, which is faster for short calls

_functions: List[Any] = [
    ("arena_version", c_char_p),
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
    ("arena_games_step_one", c_int32, c_void_p, c_int32, c_void_p, c_void_p, c_void_p),
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
    ("arena_exploit_robot", c_void_p, POINTER(ExploitRequest), c_char_p, c_int32, POINTER(Error)),
    ("arena_solve", c_void_p, c_char_p, POINTER(c_char_p), c_int32, c_int32, c_double, STRATEGY, c_void_p, c_void_p, POINTER(Error)),
]
for _name, _result, *_arguments in _functions:
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments


def encoded(text, name="a text"):
    """The bytes of a str, or of a path, for C; None stays None. `name` says in errors what the text is."""
    try:
        found = None if text is None else os.fsencode(text)
    except TypeError:
        raise TypeError(f"{name} must be a str or a path, not {text!r}") from None
    if found and b"\0" in found:
        raise ValueError(f"{name} must not contain a NUL, like {text!r}")
    return found


def seed_text(seed):
    """A seed, which is a str or a whole number, for C."""
    if isinstance(seed, str) or seed is None:
        return encoded(seed, "seed")
    try:
        return b"%d" % index(seed)
    except TypeError:
        raise TypeError(f"seed must be a whole number or a str, not {seed!r}") from None


def whole(value, name, low, high):
    """A whole number in these bounds, as int."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be from {low} to {high}, not {number}")
    return number


def listed(words, name):
    """A list of the elements; a str is not one."""
    if isinstance(words, (str, bytes, os.PathLike)) or not hasattr(words, "__iter__"):
        raise TypeError(f"{name} must be a list, not {words!r}")
    return list(words)


def c_list(words, name, n=None):
    """An array of C strings: those of `words`, ended by NULL; with n, exactly n of them, in which None is NULL."""
    if words is None:
        return None
    words = listed(words, name)
    if n is None and None in words:
        raise TypeError(f"{name} must not contain None")
    return (c_char_p * (n or len(words) + 1))(*[encoded(word, f"an element of {name}") for word in words])


def rule_list(rules):
    """["dice=3", ...] from such a list, or from {"dice": 3}; True is "true"."""
    if not rules:
        return None
    return [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in rules.items()] if hasattr(rules, "items") else listed(rules, "rules")


def check(failed, error):
    if failed:
        raise ArenaError(error.code, error.text.decode("utf-8", "replace"))


running = threading.RLock()     # functions that start processes are called by one thread at a time
if hasattr(running, "_at_fork_reinit"):     # from Python 3.9: in a fork, no other thread holds it
    os.register_at_fork(after_in_child=running._at_fork_reinit)


def _next(questions):
    """The next question. It waits in parts, because a signal that comes just before a wait is seen only after it."""
    while True:
        try:
            return questions.get(timeout=0.5)
        except Empty:
            pass


def run(slow: Callable[..., Any]) -> Any:
    """Returns slow(stop, ask), which calls a function of the library that may take long.

    stop is the address of an int for this function, which ends soon once it is not 0. Callbacks of C call ask(function, *arguments), which
    calls a function in the thread of the caller. If it raises, ask returns None, the library is stopped, and run raises the exception.

    Python handles signals only between instructions of the main thread. So another thread waits for C, and Ctrl-C stops the library
    and raises KeyboardInterrupt when all its processes have ended. A second Ctrl-C does not wait for this.
    """
    stop, asked, answers, finished = c_int(0), SimpleQueue(), SimpleQueue(), threading.Event()     # type: ignore[var-annotated]
    results: List[Any] = []
    errors: List[BaseException] = []

    def ask(function, *arguments):
        if stop.value:
            return None
        asked.put((function, arguments))
        return answers.get()

    def work():
        try:
            results.append(slow(ctypes.addressof(stop), ask))
        except BaseException as error:
            errors.append(error)
        finally:
            finished.set()
            asked.put(None)

    with running:
        start_new_thread(work, ())
        try:
            while (question := _next(asked)) is not None:
                function, arguments = question
                answers.put(function(*arguments))
        except BaseException:
            stop.value = 1
            answers.put(None)
            finished.wait()
            raise
    if errors:
        raise errors[0]
    return results[0]


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
