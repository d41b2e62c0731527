"""runs.py - tournaments, tests, ratings and replays."""

import ctypes
import json
import os
from ctypes import byref, c_void_p
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from . import _library as c
from .games import Rules

PathLike = Union[str, "os.PathLike[str]"]
Progress = Callable[[int, int], Optional[bool]]


class Run(dict):
    """The outcome of a run: the object of table.json (docs/results.md), or of `arena regress --output json`.

    seed: with it the same call plays the same games. folder: where the run is stored, or "". complete: all games were played, or the test
    is decided.
    """

    seed: str
    folder: str
    complete: bool

    @property
    def rows(self) -> List[Dict[str, Any]]:
        """The rows of the table, best first."""
        return self["robots"]

    def to_pandas(self):
        """The rows as a pandas.DataFrame."""
        return _frame(self.rows)


def _frame(rows):
    import pandas
    return pandas.json_normalize(rows)


def _request(robots: Sequence[PathLike], variant: str, rules: Rules, options: Dict[str, Any]) -> c.Request:
    request = c.Request(size=ctypes.sizeof(c.Request))
    request.variant = c.encoded(variant, "variant")
    request.rules, request.robots = c.c_list(c.rule_list(rules), "rules"), c.c_list(c.listed(robots, "robots"), "robots")
    kinds: Dict[str, Any] = {name: kind for name, kind in c.Request._fields_ if name not in ("size", "robots", "variant", "rules")}
    for name, value in options.items():
        kind = kinds.get(name)
        if not kind:
            raise TypeError(f"there is no option '{name}'; options are {', '.join(sorted(kinds))}")
        if value is None:
            continue
        if name == "seed":
            value = c.seed_text(value)
        elif kind is ctypes.c_char_p:
            value = c.encoded(value, name)
        elif kind is not ctypes.c_double:
            value = c.whole(value, name, 0, (1 << 8 * ctypes.sizeof(kind) - (kind(-1).value < 0)) - 1)
        setattr(request, name, value)
    return request


def _play(request: c.Request, progress: Optional[Progress], message: Optional[Callable[[str], None]]) -> Run:
    for name, function in (("progress", progress), ("message", message)):
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function, not {function!r}")

    def play(stop, ask):
        events = c.Events(
            ctypes.sizeof(c.Events),
            c.PROGRESS(lambda games, total, _: 1 if ask(progress, games, total) else 0) if progress else c.PROGRESS(0),
            c.MESSAGE(lambda lines, _: ask(message, lines.decode("utf-8", "replace"))) if message else c.MESSAGE(0), None, stop)
        handle, error = c_void_p(), c.Error()
        c.check(c.lib.arena_play(byref(request), byref(events), byref(handle), byref(error)), error)
        try:
            run = Run(json.loads(c.lib.arena_json(handle)))
            run.seed, run.folder = c.lib.arena_seed(handle).decode(), c.lib.arena_folder(handle).decode("utf-8", "surrogateescape")
            run.complete = bool(c.lib.arena_is_complete(handle))
            return run
        finally:
            c.lib.arena_free(handle)
    return c.run(play)


def tournament(robots: Sequence[PathLike], games: int = 1000, variant: str = "liars-dice", *, rules: Rules = None,
               progress: Optional[Progress] = None, message: Optional[Callable[[str], None]] = None, **options: Any) -> Run:
    """Plays a tournament, as `arena tournament` does, and returns its table.

    options are the members of struct arena_request: format, seats, match_length, deals, seed, move_time_ns, start_time_ns, memory, jobs,
    lanes, results (a folder; without it nothing is stored), log, resume. progress(games, total) is called a few times a second, and stops
    the run if it returns a true value. Ctrl-C stops the run too: KeyboardInterrupt is raised when its processes have ended. A stored run that
    was stopped can be continued: resume is then the name of its folder in results.
    """
    return _play(_request(robots, variant, rules, {"games": games, **options}), progress, message)


def regress(robot: PathLike, against: PathLike, games: int = 100000, variant: str = "liars-dice", *, elo0: float = 0, elo1: float = 10,
            rules: Rules = None, progress: Optional[Progress] = None, message: Optional[Callable[[str], None]] = None, **options: Any) -> Run:
    """Tests whether `robot` is better than `against`, as `arena regress` does; at most `games` games. The verdict is in run["verdict"]."""
    if not elo0 < elo1:
        raise ValueError(f"elo0 must be below elo1, not {elo0} and {elo1}")
    options = {"games": games, "elo0": elo0, "elo1": elo1, **options}
    return _play(_request([robot, against], variant, rules, options), progress, message)


class Results:
    """The stored runs of a folder."""

    def __init__(self, folder: PathLike = "results"):
        self.folder = folder

    def standings(self, run: Optional[str] = None) -> List[Dict[str, Any]]:
        """The ratings over all runs with the rules of the latest one, or over one run: a dict for each robot, best first."""
        return self.ratings(run)["robots"]

    def ratings(self, run: Optional[str] = None) -> Dict[str, Any]:
        """The whole object of `arena standings --output json`."""
        error = c.Error()
        with c.running:
            text = c.taken(c.lib.arena_standings(c.encoded(self.folder, "folder"), c.encoded(run, "run"), byref(error)))
        c.check(text is None, error)
        return json.loads(text)

    def replay(self, game: int, run: Optional[str] = None) -> List[Dict[str, Any]]:
        """A game of a stored run, counted from 1: the events that `arena replay --output json` prints."""
        return replay(self.folder, run, game)

    def to_pandas(self, run: Optional[str] = None):
        """The ratings as a pandas.DataFrame."""
        return _frame(self.standings(run))


def open(folder: PathLike = "results") -> Results:  # as a module's function: arena.open
    """The runs that are stored in a folder."""
    return Results(folder)


def replay(folder: PathLike, run: Optional[str], game: int) -> List[Dict[str, Any]]:
    """Replays a game of a stored run, counted from 1; run None: the latest one. The events that `arena replay --output json` prints."""
    error = c.Error()
    number = c.whole(game, "game", 1, (1 << 64) - 1)
    with c.running:
        text = c.taken(c.lib.arena_replay(c.encoded(folder, "folder"), c.encoded(run, "run"), number, byref(error)))
    c.check(text is None, error)
    return [json.loads(line) for line in text.splitlines()]


def robots() -> List[Dict[str, Any]]:
    """The robots that can be found, as `arena list robots --output json` lists them."""
    error = c.Error()
    with c.running:
        found = c.taken(c.lib.arena_robots(byref(error)))
    c.check(found is None, error)
    listed = json.loads(found or "")
    return listed["robots"] if isinstance(listed, dict) else listed
