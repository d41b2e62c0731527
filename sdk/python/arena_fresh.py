"""arena_fresh.py - finds out whether the file of a robot may be executed again for each match in the same process, and does so.
For get_play.py.

A file that is executed again has new globals. It plays as in a process of its own if nothing else that it changes outlives the match:
modules, and the classes and functions in them. So a file is accepted only if these never become the value of a variable. It imports
only from MODULES; what it imports there and could change it only calls, inherits from, or writes in annotations; and it does without
what reaches objects by other ways (REFUSED, names such as __class__, __dict__). Whatever is not certain is refused, which is always
right: get_play.py then forks a process for each match. This is no wall: a robot that evades it can know as much as a class Robot,
which shares its globals with other matches of its rotation, whose dice are others.

A file that takes long to execute, or sleeps, is not executed again either: that would use up the time of the first ask in a match. Its
matches are forks of the process that has executed it once.

Each execution has a module `random` of its own, in the state that the module has in a new process."""
import builtins
import sys
import time

MODULES = {name: frozenset(members.split()) for name, members in {
    "__future__": "annotations",
    "abc": "ABC ABCMeta abstractmethod",
    "bisect": "bisect bisect_left bisect_right insort insort_left insort_right",
    "collections": "ChainMap Counter OrderedDict defaultdict deque namedtuple",
    "collections.abc": "Callable Collection Hashable Iterable Iterator Mapping MutableMapping MutableSequence Sequence Set",
    "copy": "copy deepcopy",
    "dataclasses": "asdict astuple dataclass field replace",
    "enum": "Enum Flag IntEnum IntFlag auto unique",
    "fractions": "Fraction",
    "functools": "cache cached_property cmp_to_key lru_cache partial reduce total_ordering",
    "heapq": "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest",
    "itertools": "accumulate chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse groupby islice"
                 " pairwise permutations product repeat starmap takewhile tee zip_longest",
    "math": "acos asin atan atan2 ceil comb cos cosh dist e erf erfc exp expm1 fabs factorial floor fmod fsum gamma gcd hypot inf"
            " isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan perm pi pow prod sin sinh sqrt tan"
            " tanh tau trunc",
    "numpy": "abs add all allclose any arange argmax argmin argsort array array_equal asarray bincount bool_ ceil clip column_stack"
             " concatenate copy cos cumprod cumsum diff divide dot dtype e empty equal exp eye flip float32 float64 floor full greater"
             " hstack identity inf int16 int32 int64 int8 isfinite isnan less linspace log log2 log10 matmul max maximum min minimum mod"
             " multiply nan ndarray nonzero ones ones_like outer pi power prod repeat reshape round searchsorted sign sin sort sqrt stack"
             " subtract sum tanh tile transpose uint8 unique vstack where zeros zeros_like",
    "operator": "add and_ contains countOf eq floordiv ge getitem gt index itemgetter le lt mod mul ne neg not_ or_ pow sub"
                " truediv truth xor",
    "random": "Random betavariate choice choices expovariate gauss getrandbits getstate lognormvariate normalvariate paretovariate randint"
              " random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate",
    "re": "compile escape findall finditer fullmatch match search split sub subn",
    "statistics": "fmean mean median median_high median_low mode pstdev pvariance stdev variance",
    "string": "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits punctuation",
    "sys": "maxsize stderr",
    "time": "monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns time time_ns",
    "typing": "Any Callable ClassVar Counter DefaultDict Deque Dict Final FrozenSet Generic Iterable Iterator List Literal Mapping"
              " NamedTuple NewType Optional Sequence Set Tuple TypeVar Union",
}.items()}
ALIASES = frozenset("Dict FrozenSet List Optional Set Tuple Union".split())  # of typing: what they make with [...] has no state
STATEMENTS = frozenset(
    "Module FunctionDef ClassDef Return Delete Assign AugAssign AnnAssign For While If Raise Try Assert Import ImportFrom Global Nonlocal"
    " Expr Pass Break Continue BoolOp NamedExpr BinOp UnaryOp Lambda IfExp Dict Set ListComp SetComp DictComp GeneratorExp Yield"
    " YieldFrom Compare Call FormattedValue JoinedStr Constant Attribute Subscript Starred Name List Tuple Slice comprehension"
    " ExceptHandler arguments arg keyword alias".split())
REFUSED = frozenset(
    "__build_class__ __builtins__ __del__ __import__ __loader__ __spec__ breakpoint compile delattr dir eval exec exit globals help input"
    " locals open quit setattr type vars".split())
PATHS = frozenset("ag_frame cr_frame ctypes dump gi_frame mro tb_frame tofile".split())  # attributes that lead to everything, or to files
FIXED = frozenset("getattr hasattr isinstance print super".split())  # builtins that must be those
KNOWN = frozenset("__init__ __name__ __new__".split())  # attributes that may be read
NAMED = {"FunctionDef": "name", "ClassDef": "name", "arg": "arg", "ExceptHandler": "name"}
SLOW = 0.02  # seconds of CPU time of an execution; a fork takes less, and an ask may take 0.1
VALUE, CALLED, NOTE, FILE = range(4)  # what becomes of an expression: a value; called or inherited from; an annotation; printed to


class Refused(Exception):
    """The file may do what outlives its globals."""


def is_inert(thing):
    """Has it no attributes that could be set?"""
    if isinstance(thing, type):
        return not thing.__flags__ >> 9 & 1 or bool(thing.__flags__ >> 8 & 1)  # made by C, or immutable
    return type(thing) in (int, float, str, type(len))


class Reader:
    """Reads a file's tree, node after node, and raises Refused."""

    def __init__(self, tree):
        self.imported = {}  # name -> (module, member or None)
        self.bound = set()
        self.has = set()  # kinds of nodes
        self.todo = [(tree, VALUE)]
        self.find_imports(tree)
        while self.todo:
            self.read(*self.todo.pop())
        if self.bound & (REFUSED | FIXED | self.imported.keys()) or {"finally", "Yield"} <= self.has:
            raise Refused

    def find_imports(self, tree):
        """First, because functions use names that are imported below them."""
        nodes = [tree]
        for node in nodes:
            kind = type(node).__name__
            if kind == "Import":
                for alias in node.names:
                    if "." in alias.name and not alias.asname:
                        raise Refused
                    self.add_import(alias.asname or alias.name, alias.name, None)
            elif kind == "ImportFrom":
                for alias in node.names:
                    self.add_import(alias.asname or alias.name, "" if node.level else node.module, alias.name)
            nodes += self.below(node)

    def add_import(self, name, module, member):
        """The file gives this name to a module, or to a member of it."""
        if module not in MODULES or (member and member not in MODULES[module]):
            raise Refused
        if self.imported.setdefault(name, (module, member)) != (module, member) or name in REFUSED | FIXED:
            raise Refused

    @staticmethod
    def below(node):
        """The nodes in a node."""
        for field in node._fields:
            value = getattr(node, field, None)
            for item in value if isinstance(value, list) else (value,):
                if hasattr(item, "_fields"):
                    yield item

    def add(self, nodes, use=VALUE):
        """These nodes are still to be read."""
        self.todo += [(node, use) for node in (nodes if isinstance(nodes, list) else [nodes]) if node is not None]

    def read(self, node, use):
        """Reads a node; those below it are added."""
        kind = type(node).__name__
        self.has.add("Yield" if kind == "YieldFrom" else "finally" if getattr(node, "finalbody", None) else kind)
        if getattr(node, "type_params", None):
            raise Refused
        if kind in NAMED and getattr(node, NAMED[kind]):
            self.bound.add(getattr(node, NAMED[kind]))
        method = getattr(self, "read_" + kind, None)
        if method:
            method(node, use)
        elif kind in STATEMENTS:
            is_note = use == NOTE and kind in ("Subscript", "Tuple", "List", "BinOp")
            self.add(list(self.below(node)), NOTE if is_note else VALUE)
        elif node._fields:
            raise Refused

    def read_Import(self, *_):
        """find_imports has."""

    read_ImportFrom = read_Import

    def read_Global(self, node, _):
        """These names are assigned to elsewhere."""

    read_Nonlocal = read_Global

    def read_FunctionDef(self, node, _):
        """Decorators are called."""
        self.add(node.decorator_list, CALLED)
        self.add([node.args] + node.body)
        self.add(node.returns, NOTE)

    def read_ClassDef(self, node, _):
        """Bases, and a metaclass, are called."""
        for base in node.bases:
            self.add(base, NOTE if type(base).__name__ == "Subscript" else CALLED)
        self.add([keyword.value for keyword in node.keywords], CALLED)
        self.add(node.decorator_list, CALLED)
        self.add(node.body)

    def read_arg(self, node, _):
        """A parameter."""
        self.add(node.annotation, NOTE)

    def read_AnnAssign(self, node, _):
        """`name: annotation = value`."""
        self.add([node.target, node.value])
        self.add(node.annotation, NOTE)

    def read_Call(self, node, _):
        """What is called, and its arguments."""
        name = getattr(node.func, "id", "")
        if name in ("getattr", "hasattr"):
            text = getattr(node.args[1], "value", None) if len(node.args) > 1 else None
            if not isinstance(text, str) or text.startswith("__") or text in PATHS:
                raise Refused
        self.add(node.func, CALLED)
        for i, item in enumerate(node.args):
            self.add(item, CALLED if name == "isinstance" and i == 1 else VALUE)
        for keyword in node.keywords:
            self.add(keyword.value, FILE if name == "print" and keyword.arg == "file" else VALUE)

    def read_Compare(self, node, _):
        """`type(x) is int` says no more than isinstance does."""
        for side in [node.left] + node.comparators:
            is_type = getattr(getattr(side, "func", None), "id", "") == "type" and len(side.args) == 1 and not side.keywords
            self.add(side.args if is_type else side)

    def read_Subscript(self, node, use):
        """`x[i]`."""
        origin = self.member(node.value)
        if use == NOTE or (origin and origin[0] == "typing" and origin[1] in ALIASES):
            self.add([node.value, node.slice], NOTE)
        else:
            self.add([node.value, node.slice])

    def member(self, node):
        """The (module, member) that an expression names; None: something else."""
        if hasattr(node, "attr"):
            origin = self.imported.get(getattr(node.value, "id", None))
            return (origin[0], node.attr) if origin and not origin[1] else None
        return self.imported.get(getattr(node, "id", None))

    def check(self, origin, use):
        """May this member be used so?"""
        module, member = origin
        if member not in MODULES[module]:
            raise Refused
        if use in (CALLED, NOTE) or (use == FILE and origin == ("sys", "stderr")):
            return
        __import__(module)
        thing = getattr(sys.modules[module], member, None)
        if not is_inert(thing) and not (module == "random" and member[0].islower()):
            raise Refused

    def read_Attribute(self, node, use):
        """`x.name`."""
        is_dunder = node.attr.startswith("__") and node.attr.endswith("__")
        is_read = type(node.ctx).__name__ == "Load"
        if node.attr in PATHS or (is_dunder and (node.attr not in KNOWN or not is_read)):
            raise Refused
        origin = self.member(node)
        if not origin:
            self.add(node.value, FILE if use == CALLED and node.attr in ("write", "flush") else VALUE)
        elif is_read:
            self.check(origin, use)
        else:
            raise Refused

    def read_Name(self, node, use):
        """A variable."""
        if type(node.ctx).__name__ != "Load":
            self.bound.add(node.id)
        elif node.id in REFUSED or (node.id in ("getattr", "hasattr") and use != CALLED):
            raise Refused
        elif node.id in self.imported:
            if not self.imported[node.id][1]:
                raise Refused
            self.check(self.imported[node.id], use)


def import_module(name, *rest):
    """Replaces __import__ for the file."""
    return rest[0]["__random__"] if name == "random" and rest else __import__(name, *rest)


BUILTINS = {**builtins.__dict__, "__import__": import_module}


def is_get_play(statement):
    """Does this statement define get_play? A method of that name in a class Robot does not."""
    targets = [item for target in getattr(statement, "targets", []) for item in getattr(target, "elts", [target])]
    return getattr(statement, "name", "") == "get_play" or any(getattr(item, "id", "") == "get_play" for item in targets)


class Code:
    """The code of a file that may be executed again."""

    def __init__(self, tree, code):
        self.code = code
        self.names = []  # functions of the module `random` that are methods of its hidden instance
        self.random = None
        self.is_slow = False  # its first execution took long
        reader = Reader(tree)
        if "STATELESS" in reader.bound or not any(is_get_play(statement) for statement in tree.body):
            raise Refused
        for module, _ in reader.imported.values():
            try:
                __import__(module)  # before the execution is timed, because it takes long only once
            except ImportError:
                pass  # the file may do without it
        if any(module == "random" for module, _ in reader.imported.values()):
            self.random = sys.modules["random"]
            hidden = self.random.seed.__self__
            self.names = [name for name, thing in self.random.__dict__.items() if getattr(thing, "__self__", None) is hidden]

    def new_random(self):
        """A module `random`, seeded with 0 as a new process does."""
        hidden = self.random.Random(0)
        module = type(sys)("random")
        module.__dict__.update(self.random.__dict__)
        module.__dict__.update((name, getattr(hidden, name)) for name in self.names)
        return module

    def execute(self, space):
        """Executes the code with these globals, which have only the names that a module begins with."""
        space["__builtins__"] = BUILTINS
        space["__random__"] = self.random and self.new_random()
        began = time.process_time()
        exec(self.code, space)
        self.is_slow = self.is_slow or time.process_time() - began > SLOW


class Spaces:
    """A robot that is functions, in globals of its own for each match: those of its file, executed again. `code` does that.
    See class Functions of get_play.py for the methods. prepare: passes the robot's options to such globals."""

    about = " lanes=64 matches=yes"

    def __init__(self, robot, code, prepare):
        self.code, self.prepare = code, prepare
        self.spare = robot  # for the first match
        self.start = {key: robot[key] for key in ("__name__", "__doc__", "__package__", "__loader__", "__spec__", "__file__")}
        self.spaces, self.space, self.rules, self.number, self.has_tables = {}, None, None, 0, False

    def game(self, rules):
        """All games have these rules; or, to a process that plays one match, a game begins."""
        self.rules = rules
        self.space = None

    def match(self, table):
        """A match begins at this table."""
        self.spaces.pop(table, None)

    def seed(self, number):
        """The random numbers of a game follow from the seed of its first ask."""
        self.number = number
        if self.space and not self.has_tables:
            self.seed_space()

    def seed_space(self):
        """Seeds the module `random` of these globals."""
        if self.space["__random__"]:
            self.space["__random__"].seed(self.number)

    def table(self, table, is_new):
        """The next ask is of this table."""
        self.has_tables = True
        self.begin(table, is_new)

    def begin(self, table, is_new):
        """The asks that follow are of this table; is_new: of a new game at it."""
        space = self.space = self.spaces.get(table) or self.make(table)
        if is_new:
            if self.rules and "robot_game_start" in space:
                space["robot_game_start"](dict(self.rules))
            self.seed_space()

    def make(self, table):
        """The globals of a new match."""
        space, self.spare = self.spare, None
        if not space:
            space = dict(self.start)
            self.code.execute(space)
            self.prepare(space)
        self.spaces[table] = space
        return space

    @property
    def play(self):
        """Called for an ask: the function that has this name now."""
        if not self.space:
            self.begin("", True)
        return self.space["get_play"]


def examine(source, path, code):
    """The Code of a file; None: each match needs a process."""
    try:
        return Code(compile(source, path, "exec", 0x400, True), code)  # a tree, without the module ast, which takes long to import
    except (Refused, ImportError):
        return None
