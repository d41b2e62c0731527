"""mutants.py - see mutants.sh."""
import argparse
import fnmatch
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SANITIZE = os.environ.get("SANITIZE", "")
BUILD = "build/sanitize-" + SANITIZE.replace(",", "-") if SANITIZE else "build/release"
MAKE = ["make", "-s", "-j2", "SANITIZE=" + SANITIZE]

# The tests of each folder or file of src/, beside the suites in its folder of tests/unit/ and the script of its name: suites and
# scripts, with * as a wildcard.
TESTS = {
    "base": ["test_rules_options", "test_store", "usage", "tournament"],
    "game": ["test_rules*"],
    "stats": [],
    "robot": ["programs"],
    "match": ["test_game_record", "test_replays", "test_analysis", "test_transports", "usage"],
    "store": ["shards", "tourneys"],
    "net": ["serve", "join", "watch", "keygen"],
    "net/logs": ["tourneys", "analyse"],
    "record": ["analyse", "export", "tourneys"],
    "standings": ["standings", "regress"],
    "exploit": ["solve"],
    "solve": ["solve"],
    "coach": ["coach"],
    "output": ["test_standings", "test_net_page", "tourneys", "golden_results", "export", "analyse", "standings", "regress", "list",
               "plot"],
    "run": ["tournament", "resume", "results", "replay", "random", "export", "shards", "standings", "coach", "log"],
    "page": ["report", "tourneys"],
    "doctor": ["doctor"],
    "terminal": ["play", "play_terminal", "terminal"],
    "terminal/browser": ["browser"],
    "contest": ["contest"],
    "contest/serve": ["contest_serve"],
    "library": ["library", "python_package"],
    "cli": ["test_opts", "usage", "help", "list", "manual", "shards", "tournament"],
    "cli/families": ["solve"],
    "cli/commands/cmd_admin": ["serve"],
    "cli/commands/cmd_menu": ["play_terminal", "browser"],
    "terminal/series": ["browser", "cheats"],
    "cli/tourneys": ["tourneys", "serve"],
}

OPERATORS = {
    "==": ["!="], "!=": ["=="], "<=": ["<", ">"], ">=": [">", "<"], "<": ["<=", ">="], ">": [">=", "<="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "+=": ["-="], "-=": ["+="], "++": ["--"], "--": ["++"], "!": [""], "/": ["*"], "%": ["/"], "true": ["false"],
    "false": ["true"],
}
HIDDEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
TOKEN = re.compile(r"->|\+\+|--|[-+*/%&|^]=|<<=?|>>=?|==|!=|<=|>=|&&|\|\||[-+<>!/%]|\b(?:true|false)\b|(?<![\w.])\d+(?![\w.])")


def changes(path):
    """What may be changed in a file: (line, offset, old, new)."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    shown = HIDDEN.sub(lambda hidden: re.sub(r"[^\n]", " ", hidden.group()), text)
    found = []
    for token in TOKEN.finditer(shown):
        old = token.group()
        if old.isdigit():
            news = [str(int(old) + 1)] + ([str(int(old) - 1)] if int(old) > 0 else [])
        else:
            news = OPERATORS.get(old, [])
        found += [(shown.count("\n", 0, token.start()) + 1, token.start(), old, new) for new in news]
    return text, found


def memory_is_short():
    """A mutant that takes all memory has once stopped a machine."""
    with open("/proc/meminfo", encoding="ascii") as file:
        sizes = dict(re.findall(r"(\w+): +(\d+)", file.read()))
    return 8 * int(sizes["MemAvailable"]) < int(sizes["MemTotal"])


class Copy:
    """A copy of the sources, built, in which mutants live."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="arena-mutants-")
        names = subprocess.run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], cwd=ROOT, check=True,
                               stdout=subprocess.PIPE).stdout.decode().split("\0")
        for name in filter(None, names):
            if os.path.exists(os.path.join(ROOT, name)):
                os.makedirs(os.path.join(self.folder, os.path.dirname(name)), exist_ok=True)
                shutil.copy2(os.path.join(ROOT, name), os.path.join(self.folder, name))
        if os.path.isdir(os.path.join(ROOT, BUILD)): # so that only changes are compiled
            shutil.copytree(os.path.join(ROOT, BUILD), self.path(BUILD), symlinks=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def walled(self, seconds, *command):
        """Runs a command in the walls; its exit code, or None when its time was over. Nothing of it is left."""
        processes = ["--unshare-pid", "--proc", "/proc"]
        walls = ["bwrap", "--die-with-parent", "--unshare-net", "--unshare-ipc", "--ro-bind", "/", "/", "--dev", "/dev",
                 "--tmpfs", "/tmp", "--perms", "0700", "--tmpfs", os.path.expanduser("~"), "--bind", self.folder, self.folder,
                 "--chdir", self.folder]
        if os.getuid() == 0:
            # The tests of programs put walls within these, for which /proc must be whole: bubblewrap covers parts of its own.
            walls = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", *walls, "--cap-add", "ALL"]
            processes = ["--bind", "/proc", "/proc"]
        walls += processes
        environment = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "HOME", "USER")}
        environment["ARENA_MUST_SANDBOX"] = "1" # a test that is skipped finds nothing
        process = subprocess.Popen(walls + list(command), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + seconds
        try:
            while True:
                try:
                    self.said = process.communicate(timeout=min(1, max(0.01, end - time.monotonic())))[0].decode(errors="replace")
                    return process.returncode
                except subprocess.TimeoutExpired:
                    if time.monotonic() >= end:
                        return None
                if memory_is_short():
                    self.said = "\nfailed:\n  it takes all memory\n"
                    return 1
        finally: # after ctrl-C, too
            process.kill()
            process.wait()

    def build(self, tests):
        libraries = [] if SANITIZE or not {"library", "python_package"} & set(tests) else ["libarena.a", "libarena.so"]
        return self.walled(900, *MAKE, "all", "suites", *libraries, "NAMES=" + " ".join(tests)) == 0

    def compile(self, source):
        return self.walled(900, *MAKE, f"{BUILD}/{source[4:-2]}.o") == 0

    def test(self, seconds, names):
        """Several at once, since many of them wait."""
        return self.walled(seconds, "tests/run.sh", "-j", "2", BUILD, *names)

    def first_failure(self):
        """The first of the failures that tests/run.sh has listed."""
        listed = self.said.partition("\nfailed:\n")[2].splitlines()
        return " ".join(listed[0].split()) if listed else "no list of failures"

    def code(self, source):
        """The machine code of a source, to compare."""
        bare = self.path("bare.o")
        subprocess.run(["objcopy", "--strip-debug", self.path(BUILD, source[4:-2] + ".o"), bare], check=True)
        with open(bare, "rb") as file:
            return file.read()


def tests_of(source, copy):
    """The names of the tests of a source that there are: those of its folder, of the folder in it, its own, and the script of
    its name."""
    folder = source.split("/")[1]
    place = source.removeprefix("src/").removesuffix(".c")
    patterns = [os.path.basename(place).removeprefix("cmd_")]
    for at in {folder, os.path.dirname(place), place}:
        patterns += TESTS.get(at, [])
    suites = {name[:-2]: os.path.basename(at) for at, _, names in os.walk(copy.path("tests/unit")) for name in names
              if re.fullmatch(r"test_\w+\.c", name)}
    scripts = [name[:-3] for name in os.listdir(copy.path("tests/cli")) if name.endswith(".sh") and name != "lib.sh"]
    return sorted({name for name in [*suites, *scripts] if suites.get(name) == folder or
                   any(fnmatch.fnmatch(name, pattern) for pattern in patterns)})


def measure(tests, copy, seconds):
    """The seconds of each with the unchanged arena. All must pass, or no verdict has a meaning."""
    if not copy.build(tests): # the last mutant may still be linked
        sys.exit("mutants.sh: the tests do not build:\n" + copy.said)
    code = copy.test(seconds, tests)
    if code is None:
        sys.exit(f"mutants.sh: the tests take longer than {seconds:.0f} seconds without any change (-t)")
    if code:
        sys.exit(f"mutants.sh: a test fails without any change:\n{copy.said}")
    return {name: float(took) for name, took in re.findall(r"^ok +(\w+) \(\d+, ([\d.]+) s", copy.said, re.M)}


def fate(copy, source, original, tests, seconds):
    """What became of a mutant: the test that found it out, or None when it survived; or why there is none. A test that takes
    far longer than without the change has found it; the end of all time for one mutant says nothing."""
    if not copy.compile(source):
        return "unbuilt"
    if copy.code(source) == original:
        return "same"
    if not copy.build(tests):
        return "unbuilt"
    end = time.monotonic() + seconds
    quick = [name for name in tests if tests[name] < 3]
    for names in filter(None, (quick, [name for name in tests if name not in quick])):
        begin, patience = time.monotonic(), 30 + 4 * sum(tests[name] for name in names)
        code = copy.test(max(1, min(patience, end - begin)), names)
        if code is None and time.monotonic() - begin < patience:
            return "unknown"
        if code != 0:
            return copy.first_failure() if code is not None else "a test that hangs: " + " ".join(names)
    return None


def main():
    parser = argparse.ArgumentParser(prog="mutants.sh", add_help=True)
    parser.add_argument("-n", type=int, default=40, help="how many mutants (40)")
    parser.add_argument("-s", default="1", help="the seed (1)")
    parser.add_argument("-t", type=float, default=600, help="seconds for the tests of one mutant (600)")
    parser.add_argument("where", nargs="*", default=["game", "stats", "match", "store"])
    options = parser.parse_args()

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number)) # which ends the tests and removes the copy
    copy = Copy()
    try:
        sources = sorted(os.path.relpath(os.path.join(folder, name), copy.folder) for folder, _, names in os.walk(copy.path("src"))
                         for name in names if name.endswith(".c"))
        pool = []
        for source in sources:
            for change in changes(copy.path(source))[1]:
                names = (source.split("/")[1], source[4:], f"{source[4:]}:{change[0]}")
                if any(where.removeprefix("src/") in names for where in options.where):
                    pool.append((source, change))
        if not pool:
            sys.exit("mutants.sh: nothing to change in " + " ".join(options.where))
        random.Random(options.s).shuffle(pool)
        tests = {source: tests_of(source, copy) for source in {source for source, _ in pool}}
        if not all(tests.values()):
            sys.exit("mutants.sh: no tests of these: " + " ".join(source for source in tests if not tests[source]))
        if not copy.build([]):
            sys.exit("mutants.sh: the arena does not build:\n" + copy.said)
        # What this build leaves out (MPI) is tested by no test here.
        pool = [(source, change) for source, change in pool if os.path.exists(copy.path(BUILD, source[4:-2] + ".o"))]
        originals, took, n, survivors = {}, {}, 0, []
        for source, (line, offset, old, new) in pool:
            if n == options.n:
                break
            if source not in originals:
                originals[source] = copy.code(source)
            # They pass without a change, and within these walls: found out before their first verdict.
            unmeasured = [name for name in tests[source] if name not in took]
            if unmeasured:
                took.update(measure(unmeasured, copy, options.t))
            text = changes(copy.path(source))[0]
            with open(copy.path(source), "w", encoding="utf-8") as file:
                file.write(text[:offset] + new + text[offset + len(old):])
            end = fate(copy, source, originals[source], {name: took[name] for name in tests[source]}, options.t)
            with open(copy.path(source), "w", encoding="utf-8") as file:
                file.write(text)
            if end in ("unbuilt", "same"):
                continue
            if end == "unknown":
                print(f"time is over  {source}:{line}: '{old}' to '{new}'", flush=True)
                continue
            n += 1
            what = f"{source}:{line}: '{old}' to '{new}': {text.splitlines()[line - 1].strip()}"
            print(f"found by {end}\n    {what}" if end else f"SURVIVED\n    {what}", flush=True)
            if not end:
                survivors.append(what)
        print(f"{n} mutants, {n - len(survivors)} found, {len(survivors)} survived" + (":" if survivors else ""))
        for what in survivors:
            print("  " + what)
        sys.exit(1 if 10 * len(survivors) > n else 0)
    finally:
        shutil.rmtree(copy.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
