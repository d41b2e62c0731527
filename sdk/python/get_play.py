#!/usr/bin/env python3
"""get_play.py - runs any Python file with a class Robot, or a function get_play(me, hands, history), as a robot.

    class Robot:                                        one object for each match: what it remembers is in self
        def game_start(self, rules):                    optional; a new game begins: {"variant": "wild", "dice": "5", "faces": "6", ...}
        def play(self, me, hands, history):             an ask; returns the play

The strings are those of C: me "B", hands "A:xxxxx,B:66531", history "A:23" ("" at the first turn). The play is an int. One process
plays many matches at once, so globals are for what never changes. get_play may keep state in globals: the file is executed again for
each match, if nothing else outlives the match (arena_fresh.py). Otherwise each match has a process of its own, which takes longer: a
fork of one that has loaded the file, if that is possible (arena_forks.py). Three ways to use this file:

    ./arena tournament 100 'cmd:python3 sdk/python/get_play.py mybot.py' computer
    from get_play import run; run(globals())            as its last line, with this file and arena_forks.py beside it: mybot.py is
                                                        a program
    #!/usr/bin/env -S python3 /usr/local/share/arena/python/get_play.py
                                                        as its first line, if the arena is installed: likewise

(A confined program sees only the system and its own folder, so this file must be in one of them. Files
named in a command may be anywhere.)

What else the file may define:

    STATELESS = True               get_play remembers nothing from ask to ask, so one process may play many games at once
    robot_game_start(rules)        for get_play what game_start is for a Robot
    robot_option(key, value)       an option of mybot.py:key=value; returns True for an unknown option
    NAME                           its name, if that is not the name of the file
    VARIANTS = ["liars-dice"]      the variants it plays, or the rules it needs, as in the manifest (docs/programs.md)
    __version__, __author__        shown by the arena

What is returned becomes an int by int(), as in the original arena: 23, 23.0 and "23" are the same play. There, players that
are out stay in `hands` with no dice, "D:". The option mybot.py:players_out=empty does the same here. Robots in Python 2.7 have
an adapter of their own, get_play2.py.

The arena seeds the random numbers of `random` and numpy, so that games can be replayed: for a Robot before each ask, else before each
game. Output goes to stderr, which the arena keeps. An exception ends the process, with the traceback there. A file that reads the
arena's lines itself is run as a program.
"""
import gc
import io
import os
import sys

try:
    import arena_forks
except ImportError:  # this file was copied alone
    arena_forks = None
try:
    import arena_fresh
except ImportError:
    arena_fresh = None

if sys.version_info < (3, 7):
    sys.exit("get_play.py needs Python 3.7 or later, not %d.%d; for Python 2.7 there is get_play2.py" % sys.version_info[:2])
LANES = 64  # games that one process plays at once
AGAIN = []  # the code of a file that may be executed again for each match (arena_fresh.py)
OUTPUT = sys.stdout
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


class Luck:
    """Seeds the modules with random numbers that the robot uses. Seeding takes as long as an ask of a quick robot."""

    LIMITS = {"random": 2**64, "numpy.random": 2**32}

    def __init__(self):
        self.number, self.modules = 0, []

    def begin(self):
        """Before the robot is loaded: other programs of this Python may import them, too."""
        sys.meta_path.insert(0, self)
        self.modules = [(sys.modules[name], limit) for name, limit in self.LIMITS.items() if name in sys.modules]
        self.seed(0)

    def seed(self, number):
        """Seeds those that are imported; the others when they are."""
        self.number = number
        for module, limit in self.modules:
            module.seed(number % limit)

    def find_spec(self, name, path=None, _=None):
        """As one of sys.meta_path: a module that the robot imports at some ask begins with the seed of this ask."""
        spec = find_module(name, path) if name in self.LIMITS else None
        if spec:
            execute = spec.loader.exec_module

            def execute_and_seed(module):
                execute(module)
                self.modules.append((module, self.LIMITS[name]))
                module.seed(self.number % self.LIMITS[name])
            spec.loader.exec_module = execute_and_seed
        return spec


LUCK = Luck()


def find_module(name, path=None):
    """Where the module `name` is, without the module importlib, which takes long to import; None: nowhere."""
    return next(filter(None, (finder.find_spec(name, path) for finder in sys.meta_path if finder is not LUCK)), None)


class Functions:
    """A robot that is functions."""

    about = ""

    def __init__(self, robot):
        self.robot = robot
        if robot.get("STATELESS"):
            self.about = f" lanes={LANES}" + (" tables=yes" if TABLES.is_wanted else "")
        elif arena_forks:
            self.about = arena_forks.word()

    @property
    def play(self):
        """Called for an ask: the function that has this name now."""
        return self.robot["get_play"]

    def game(self, rules):
        """A game begins, or all games."""
        if "robot_game_start" in self.robot:
            self.robot["robot_game_start"](rules)

    def match(self, table):
        """Nothing: a match with state has a process of its own."""

    def seed(self, number):
        """The random numbers of the asks that follow."""
        LUCK.seed(number)

    def table(self, table, is_new):
        """Nothing: one process plays one game, or remembers nothing."""


class Objects:
    """A robot that is a class: an object for each match, made at its first ask, when the random numbers are those of this ask."""

    about = f" lanes={LANES} matches=yes"

    def __init__(self, make):
        self.make, self.rules, self.robots, self.play = make, {}, {}, None

    def game(self, rules):
        """All games have these rules."""
        self.rules = rules

    def match(self, table):
        """A match begins at this table."""
        self.robots.pop(table, None)

    def seed(self, number):
        """The random numbers of the next ask."""
        LUCK.seed(number)

    def table(self, table, is_new):
        """The next ask is of this table."""
        robot = self.robots.get(table)
        if not robot:
            robot = self.robots[table] = self.make()
        if is_new and hasattr(robot, "game_start"):
            robot.game_start(dict(self.rules))
        self.play = robot.play


def fix_hashes():
    """The order of sets of strings differs between processes, unless this is set before the start."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        with open("/proc/self/cmdline", "rb") as words:  # sys.orig_argv is newer than Python 3.9
            os.execv(sys.executable, [sys.executable.encode()] + words.read().split(b"\0")[1:-1])


def take_streams():
    """The asks and the answers, for this file alone: the robot's own input is empty, its output stderr."""
    if arena_forks:
        arena_forks.begin()
    asks, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)
    if arena_forks:
        arena_forks.FILES[:] = arena_forks.open_files()
    return asks, answers


def introduction(robot, name, player):
    """The first line to the arena: the robot's name, version, author, and how many games it plays at once."""
    variants = robot.get("VARIANTS", ())
    said = {"name": robot.get("NAME", name), "version": robot.get("__version__"), "author": robot.get("__author__"),
            "variants": ",".join(variants.replace(",", " ").split() if isinstance(variants, str) else variants)}
    return "robot" + "".join(f" {key}={'_'.join(str(value).split())}" for key, value in said.items() if value) + player.about + "\n"


class Program(io.TextIOBase):
    """The input of a file while it is loaded: a file that reads it has a loop of its own, and is run as the program that it is."""

    def __init__(self, words, asks, answers):
        super().__init__()
        self.words, self.asks, self.answers = words, asks, answers

    def run(self, *_):
        """Becomes the program: its own first line names the interpreter, or it is this one. Does not return."""
        os.dup2(self.asks, 0)
        os.dup2(self.answers, 1)
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
    is_free = "." not in name and name not in sys.modules and find_module(name) is None
    return name if is_free else "robot " + name


def remedy(error):
    """What the author can do about an exception that has to do with the arena; "": it has not. Does not say "error": the arena looks for
    that word in the last lines."""
    if isinstance(error, ModuleNotFoundError):
        venv = os.path.splitext(os.path.abspath(sys.argv[0]))[0] + ".venv"
        make = f"{sys.executable} -m venv {venv} && " if sys.prefix == sys.base_prefix else ""
        package = str(error.name).split(".", maxsplit=1)[0]
        return (f"{sys.executable} runs this robot. To install the package {package} for it:\n"
                f"  {make}{venv if make else sys.prefix}/bin/pip install {package}\n"
                f"If it is a folder FOLDER/{package}: sys.path.append(\"FOLDER\") in the robot, and the arena's option --readable FOLDER")
    if isinstance(error, SystemExit):
        return "exit() ends the process of the robot, which counts as a crash. Return a play instead, such as 0 for a call."
    if isinstance(error, EOFError):
        return "A robot has no input. What it may know are the arguments of its function; print() is kept for `arena replay`."
    return ""


def show(error):
    """Prints an exception, with the part of its traceback that is in the robot, and the remedy."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        error.msg = str(error)  # with the file and the line: of what a robot printed, the arena often shows the last line alone
    sys.excepthook(type(error), error.with_traceback(trace), trace)
    if remedy(error):
        print(remedy(error), file=sys.stderr)


def load(path, program):
    """Loads the robot's file, once. Its folder comes last in sys.path: a robot called random.py is not Python's. Returns its globals.
    A file that is no robot may be a program, as far as its text says: then that is run."""
    robot = type(sys)(module_name(path))
    robot.__file__ = path
    sys.modules[robot.__name__] = robot
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    sys.stdin = program
    try:
        with open(path, "rb") as file:
            source = file.read()
        code = compile(source, path, "exec", 0, True)
        again = arena_fresh and arena_fresh.examine(source, path, code)
        if again:
            AGAIN.append(again)
            again.execute(robot.__dict__)
        else:
            exec(code, robot.__dict__)
    except (Exception, SystemExit) as error:
        show(error)
        sys.exit(CANNOT_LOAD)
    sys.stdin = sys.__stdin__
    if not find_player(robot.__dict__) and b"__main__" in source:
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


def find_player(robot):
    """What plays: the functions of a file or its class; None: it has neither."""
    if callable(robot.get("get_play")):
        if not AGAIN:
            return Functions(robot)
        spaces = arena_fresh.Spaces(robot, AGAIN[0], lambda space: give_options(space, sys.argv[1:]))
        if arena_forks and (AGAIN[0].is_slow or arena_forks.DOOR):
            spaces.about = arena_forks.word()
        return spaces
    return Objects(robot["Robot"]) if hasattr(robot.get("Robot"), "play") else None


def complaint(robot, name):
    """Why a file is no robot, with the name that was meant, if there is one."""
    def meant(names, *words):
        return next((f": rename {one} to {words[0]}" for one in names if one.lower().replace("_", "") in words[1:]), "")
    if isinstance(robot.get("Robot"), type):
        return f"the class Robot of {name} has no method play(self, me, hands, history)" + meant(dir(robot["Robot"]), "play", "getplay", "play")
    for key, thing in robot.items():
        if isinstance(thing, type) and hasattr(thing, "get_play"):
            return f"{name} has no function get_play(me, hands, history), but a class with this method: add the line get_play = {key}().get_play"
        if isinstance(thing, type) and hasattr(thing, "play"):
            return f"{name} has no class Robot, but a class with a method play: rename {key} to Robot"
    return f"{name} has no function get_play(me, hands, history) and no class Robot" + meant(robot, "get_play", "getplay", "play")


def batches(asks):
    """The arena's lines, as many at a time as have come."""
    rest = ""
    while True:
        text = os.read(asks, 1 << 16).decode()
        if not text:
            return
        *lines, rest = (rest + text).split("\n")
        yield lines


def number(play):
    """The play that a robot returned, as a whole number."""
    try:
        return int(play)
    except (TypeError, ValueError):
        raise TypeError(f"the play must be a number, not {play!r}") from None


ORDERS = {
    "seed": lambda player, words: player.seed(int(words[1])),
    "table": lambda player, words: begin_table(player, words[1], words[2] == "0"),
    "match": lambda player, words: player.match(words[1]),
    "game": lambda player, words: begin_game(player, words),
}


def begin_game(player, words):
    """A game with these rules begins, or all games do."""
    TABLES.begin("")
    player.game({"variant": words[1], **dict(word.split("=", 1) for word in words[2:])})


def begin_table(player, table, is_new):
    """The asks that follow are of this table; is_new: of a new game at it."""
    TABLES.begin(table, is_new)
    player.table(table, is_new)


def answer(player, line):
    """The answer to a line of the arena, as text: "" if it wants none."""
    words = line.split(" ")
    kind = words[0]
    if len(kind) == 1:
        _, hands, history = words
        play = player.play(kind, TABLES.with_empty(hands), "" if history == "-" else history)
        return f"{play if type(play) is int else number(play)}\n"
    if kind in ORDERS:
        ORDERS[kind](player, words)
    return ""


def say(answers, text):
    """Sends text to the arena."""
    while text:
        text = text[os.write(answers, text.encode()):]


def serve(player, asks, answers):
    """Answers the arena's lines until the input ends; at once those that came at once."""
    if "lanes" in player.about:
        gc.freeze()
    for lines in batches(asks):
        said = []
        try:
            for line in lines:
                said.append(answer(player, line))
        finally:
            if not OUTPUT.closed:
                OUTPUT.flush()  # what was printed without a new line belongs to this ask
            say(answers, "".join(said))


def serve_forks(player, asks, answers):
    """Forks a process for each match, until the arena ends. Its random numbers are those of the robot as it was loaded."""
    luck = sys.modules["random"].getstate() if "random" in sys.modules else None

    def play():
        if luck and "robot_game_start" in getattr(player, "robot", ()):  # it is called before the seed comes
            sys.modules["random"].setstate(luck)
        serve(player, asks, answers)
    arena_forks.serve(play, asks, answers)


def start(robot, name, asks, answers):
    """Introduces the robot, whose globals are `robot`, and plays."""
    give_options(robot, sys.argv[1:])
    player = find_player(robot)
    if not player:
        print(complaint(robot, name), file=sys.stderr)
        sys.exit(CANNOT_LOAD)
    say(answers, introduction(robot, name, player))
    if player.about == " forks=yes" and arena_forks.DOOR:
        serve_forks(player, asks, answers)
        return
    try:
        serve(player, asks, answers)
    except (Exception, SystemExit) as error:
        show(error)
        sys.exit(1)


def name_of(path):
    """The robot's name, from the path of its file."""
    return "_".join(os.path.splitext(os.path.basename(path))[0].split()) or "robot"


def run(robot):
    """Plays with the functions in `robot`, the globals of a file, until the input ends."""
    fix_hashes()
    LUCK.begin()
    start(robot, name_of(sys.argv[0]), *take_streams())


def main():
    """get_play.py ROBOT.py [KEY=VALUE...]"""
    if len(sys.argv) < 2:
        sys.exit("usage: get_play.py ROBOT.py [KEY=VALUE...]")
    fix_hashes()
    streams = take_streams()  # output of the file while it is loaded is not an answer either
    del sys.argv[0], sys.path[0]
    for name in ("arena_forks", "arena_fresh"):
        sys.modules.pop(name, None)  # the robot may have files of these names
    path = sys.argv[0]
    LUCK.begin()
    robot = load(path, Program(list(sys.argv), *streams))
    start(robot, name_of(path), *streams)


if __name__ == "__main__":
    main()
