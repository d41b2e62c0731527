"""get_play2.py - get_play.py for robots in Python 2.7: lets a file play that has a function get_play(me, hands, history).

    ./arena tournament 100 'cmd:python2.7 sdk/python/get_play2.py mybot.py' computer
    ./arena tournament 100 'cmd:python2.7 sdk/python/get_play2.py mybot.py players_out=empty' computer

The arena does so itself if the file's first line names the interpreter, as in #!/usr/bin/env python2.7.

It calls the robot as get_play.py does, one match in each process: globals may remember what they like. The processes are forks of one
that has loaded the file, if that is possible (arena_forks.py). Random numbers are seeded by the arena. VARIANTS = ["liars-dice"] names
the variants that the robot plays. What it prints goes to stderr. Python 3 runs this file too.
"""
import os
import random
import sys

try:
    from importlib.util import find_spec as find_module
except ImportError:  # Python 2.7
    from pkgutil import find_loader as find_module

try:
    import arena_forks
except ImportError:  # this file was copied alone
    arena_forks = None
CANNOT_LOAD = 125  # as in get_play.py
OUTPUT = sys.stdout


def take_streams():
    """The asks and the answers, for this file alone: the robot's own input is empty, its output stderr."""
    if arena_forks:
        arena_forks.begin()
    asks, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if arena_forks:
        arena_forks.FILES[:] = arena_forks.open_files()
    return asks, answers


def module_name(path):
    """As in get_play.py: the name of the file, unless that is the name of a library."""
    name = os.path.splitext(os.path.basename(path))[0]
    is_free = "." not in name and name not in sys.modules and find_module(name) is None
    return name if is_free else "robot " + name


def load(path):
    """Loads the robot's file, once. Its folder comes last in sys.path. Returns its globals."""
    robot = type(sys)(module_name(path))
    robot.__file__ = path
    sys.modules[robot.__name__] = robot
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    try:
        with open(path, "rb") as source:
            exec(compile(source.read(), path, "exec"), robot.__dict__)
    except Exception:
        kind, error, trace = sys.exc_info()
        sys.excepthook(kind, error, trace.tb_next)
        sys.exit(CANNOT_LOAD)
    return robot.__dict__


def with_empty(hands, letters):
    """Adds the players that are out; letters: who sat down to the game, found at its first ask."""
    entries = dict((entry[0], entry) for entry in hands.split(","))
    if not letters:
        letters.extend(entry[0] for entry in hands.split(","))
    return ",".join(entries.get(letter, letter + ":") for letter in letters)


def answer(answers, text):
    """Sends a line to the arena, after what the robot has printed."""
    if not OUTPUT.closed:
        OUTPUT.flush()
    answers.write("%s\n" % text)
    answers.flush()


def serve(robot, asks, answers, has_empty):
    """Answers the arena's lines until the input ends. has_empty: players that are out stay in `hands`."""
    letters = []
    for line in iter(asks.readline, ""):
        words = line.split()
        if not words:
            continue
        if words[0] == "game":
            letters = []
            if "robot_game_start" in robot:
                rules = dict(word.split("=", 1) for word in words[2:])
                rules["variant"] = words[1]
                robot["robot_game_start"](rules)
        elif words[0] == "seed":
            random.seed(int(words[1]))
        elif len(words[0]) == 1:
            me, hands, history = words
            if has_empty:
                hands = with_empty(hands, letters)
            answer(answers, int(robot["get_play"](me, hands, "" if history == "-" else history)))


def main():
    """get_play2.py ROBOT.py [players_out=empty] [KEY=VALUE...]"""
    if len(sys.argv) < 2:
        sys.exit("usage: get_play2.py ROBOT.py [players_out=empty] [KEY=VALUE...]")
    asks, answers = take_streams()
    path, options = sys.argv[1], sys.argv[2:]
    del sys.argv[0], sys.path[0]
    random.seed(0)
    robot = load(path)
    if not callable(robot.get("get_play")):
        sys.stderr.write("%s has no function get_play(me, hands, history)%s\n" %
                         (path, "; a class Robot needs Python 3" if "Robot" in robot else ""))
        sys.exit(CANNOT_LOAD)
    has_empty = "players_out=empty" in options
    for option in options:
        key, _, value = option.partition("=")
        if key != "players_out" and ("robot_option" not in robot or robot["robot_option"](key, value)):
            sys.exit("the robot does not know the option '%s'" % option)
    about = "_".join(os.path.splitext(os.path.basename(path))[0].split()) or "robot"
    variants = robot.get("VARIANTS", [])
    if variants:
        about += " variants=" + ",".join(variants.replace(",", " ").split() if hasattr(variants, "split") else variants)
    about += arena_forks.word() if arena_forks else ""
    answer(answers, "robot name=" + about)
    if arena_forks and arena_forks.DOOR and about.endswith(" forks=yes"):
        arena_forks.serve(lambda: serve(robot, asks, answers, has_empty), asks.fileno(), answers.fileno())
    else:
        serve(robot, asks, answers, has_empty)


if __name__ == "__main__":
    main()
