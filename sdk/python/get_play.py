#!/usr/bin/env python3
"""get_play.py - runs any Python file with a function get_play(me, hands, history) as a robot.

The function is called as in C: me "B", hands "A:xxxxx,B:66531", history "A:23" ("" at the first turn);
it returns the play as an int. Three ways to use it:

    ./arena tournament 100 'cmd:python3 sdk/python/get_play.py mybot.py' computer
    from get_play import run; run(globals())            as its last line, with this file beside it: mybot.py is a program
    #!/usr/bin/env -S python3 /usr/local/share/arena/python/get_play.py
                                                        as its first line, if the arena is installed: likewise

(A confined program sees only the system and its own folder, so this file must be in one of them. Files
named in a command may be anywhere.)

What else the file may define:

    STATELESS = True               it remembers nothing from ask to ask, so one process may play many games at
                                   once, which is much faster. Without it globals may remember what they like
    robot_game_start(rules)        a new game begins: {"variant": "wild", "dice": "5", "faces": "6", ...}
    robot_option(key, value)       an option of mybot.py:key=value; returns True for an unknown option
    VARIANTS = ["liars-dice"]      the variants it plays, or the rules it needs, as in the manifest (docs/programs.md)
    __version__, __author__        shown by the arena

What get_play returns becomes an int by int(), as in the original arena: 23, 23.0 and "23" are the same play. There, players that
are out stay in `hands` with no dice, "D:". The option mybot.py:players_out=empty does the same here. Robots in Python 2.7 have
an adapter of their own, get_play2.py.

The arena seeds its random numbers, so that games can be replayed. Its output goes to stderr, which the
arena keeps. An exception ends it, with the traceback there. A file that reads the arena's lines itself is run as a program.
"""
import io
import os
import random
import sys
from importlib.util import find_spec

LANES = 64  # games that a stateless robot plays at once
CANNOT_LOAD = 125  # the exit status by which the arena learns that the robot's file is no robot


class Tables:
    """Who sat down to each game, so that those who are out can be added to `hands`. Knows the games apart by the lines `game`, or
    `table` when one process plays several."""

    def __init__(self):
        self.is_wanted, self.now, self.letters = False, "", {}

    def begin(self, table, is_new=True):
        """The asks that follow are of this table; is_new: of a new game at it."""
        self.now = table
        if is_new:
            self.letters.pop(table, None)

    def with_empty(self, hands):
        """`hands` with the players that are out, as "D:", when they are wanted."""
        if not self.is_wanted:
            return hands
        entries = {entry[0]: entry for entry in hands.split(",")}
        letters = self.letters.setdefault(self.now, list(entries))
        return ",".join(entries.get(letter, letter + ":") for letter in letters)


TABLES = Tables()


def fix_hashes():
    """The order of sets of strings differs between processes, unless this is set before the start."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable] + sys.orig_argv[1:])


def take_streams():
    """The asks and the answers, for this file alone: the robot's own input is empty, its output stderr."""
    asks, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)
    return asks, answers


def introduction(robot, name):
    """The first line to the arena: the robot's name, version, author, and how many games it plays at once."""
    words = ["robot", "name=" + name]
    for key in "version", "author":
        if robot.get(f"__{key}__"):
            words.append(key + "=" + "_".join(str(robot[f"__{key}__"]).split()))
    if robot.get("VARIANTS"):
        words.append("variants=" + ",".join(robot["VARIANTS"]))
    if robot.get("STATELESS"):
        words.append(f"lanes={LANES}")
        if TABLES.is_wanted:
            words.append("tables=yes")
    return " ".join(words)


class Program(io.TextIOBase):
    """The input of a file while it is loaded: a file that reads it has a loop of its own, and is run as the program that it is."""

    def __init__(self, words, asks, answers):
        super().__init__()
        self.words, self.asks, self.answers = words, asks, answers

    def run(self, *_):
        """Becomes the program: its own first line names the interpreter, or it is this one. Does not return."""
        os.dup2(self.asks.fileno(), 0)
        os.dup2(self.answers.fileno(), 1)
        try:
            os.execv(os.path.abspath(self.words[0]), self.words)
        except OSError:
            os.execv(sys.executable, [sys.executable] + self.words)

    read = readline = readlines = __iter__ = fileno = run
    buffer = property(run)


def module_name(path):
    """The name under which a robot's file is loaded: its own, so that other files can import it and pickle finds its classes; not
    if that is the name of a library, which stays what it is."""
    name = os.path.splitext(os.path.basename(path))[0]
    is_free = "." not in name and name not in sys.modules and find_spec(name) is None
    return name if is_free else "robot " + name


def load(path, program):
    """Loads the robot's file, once. Its folder comes last in sys.path: a robot called random.py is not Python's. Returns its globals.
    A file without get_play may be a program, as far as its text says: then that is run."""
    robot = type(sys)(module_name(path))
    robot.__file__ = path
    sys.modules[robot.__name__] = robot
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    sys.stdin = program
    try:
        with open(path, "rb") as file:
            source = file.read()
        exec(compile(source, path, "exec"), robot.__dict__)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__.tb_next)
        sys.exit(CANNOT_LOAD)
    sys.stdin = sys.__stdin__
    if not hasattr(robot, "get_play") and b"__main__" in source:
        program.run()
    return robot.__dict__


def give_options(robot, options):
    """Passes the words "KEY=VALUE" on to the robot; ends with a message at the first that is unknown."""
    for option in options:
        key, equals, value = option.partition("=")
        if key == "players_out":
            if value not in ("empty", "absent"):
                sys.exit(f"players_out must be 'empty' or 'absent', not '{value}'")
            TABLES.is_wanted = value == "empty"
            continue
        if not equals or "robot_option" not in robot or robot["robot_option"](key, value):
            sys.exit(f"the robot does not know the option '{option}'")


def seed(number):
    """Seeds the random numbers of Python, and of numpy if the robot uses it."""
    random.seed(number)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(number % 2**32)


def serve(robot, asks, answers):
    """Answers the arena's lines until the input ends."""
    for line in asks:
        words = line.split()
        if not words:
            continue
        if words[0] == "game":
            TABLES.begin("")
            if "robot_game_start" in robot:
                rules = dict(word.split("=", 1) for word in words[2:])
                robot["robot_game_start"]({"variant": words[1], **rules})
        elif words[0] == "seed":
            seed(int(words[1]))
        elif words[0] == "table":
            TABLES.begin(words[1], words[2] == "0")
        else:
            me, hands, history = words
            play = robot["get_play"](me, TABLES.with_empty(hands), "" if history == "-" else history)
            print(int(play), file=answers, flush=True)


def start(robot, name, asks, answers):
    """Introduces the robot, whose globals are `robot`, and plays."""
    if not callable(robot.get("get_play")):
        print(f"{name} has no function get_play(me, hands, history)", file=sys.stderr)
        sys.exit(CANNOT_LOAD)
    give_options(robot, sys.argv[1:])
    print(introduction(robot, name), file=answers, flush=True)
    serve(robot, asks, answers)


def name_of(path):
    """The robot's name, from the path of its file."""
    return "_".join(os.path.splitext(os.path.basename(path))[0].split()) or "robot"


def run(robot):
    """Plays with the functions in `robot`, the globals of a file, until the input ends."""
    fix_hashes()
    start(robot, name_of(sys.argv[0]), *take_streams())


def main():
    """get_play.py ROBOT.py [KEY=VALUE...]"""
    if len(sys.argv) < 2:
        sys.exit("usage: get_play.py ROBOT.py [KEY=VALUE...]")
    fix_hashes()
    streams = take_streams()  # output of the file while it is loaded is not an answer either
    del sys.argv[0], sys.path[0]
    path = sys.argv[0]
    seed(0)
    robot = load(path, Program(list(sys.argv), *streams))
    start(robot, name_of(path), *streams)


if __name__ == "__main__":
    main()
