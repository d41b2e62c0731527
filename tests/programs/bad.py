#!/usr/bin/python3 -SE
"""A program that misbehaves in the way named by mode=NAME, from its second ask on or, with start=1, before the first. Or plays
on, and sleeps ms=N before each answer. It is started hundreds of times, so slow modules are imported where they are used."""
import os
import sys
import time

SIGKILL, SIGSEGV, SIGTERM = 9, 11, 15


def sleep_for_ever():
    while True:
        time.sleep(1000)


def loop_for_ever():
    import signal
    signal.signal(SIGTERM, signal.SIG_IGN)
    while True:
        pass


def let_children_loop():
    """So many that they get their share of a busy machine."""
    for _ in range(12):
        if os.fork() == 0:
            loop_for_ever()
    sleep_for_ever()


def let_children_spin():
    """Starts several busy children, which get their share of a busy machine, and continues to play."""
    for _ in range(12 if n == 2 else 0):
        if os.fork() == 0:
            loop_for_ever()


def let_brood_spin():
    """Keeps several busy children, each of which ends soon, and continues to play. Their CPU time is not added to their parent's."""
    if n == 2 and os.fork() == 0:
        import signal
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(8):
            if os.fork() == 0:
                while True:
                    if os.fork() == 0:
                        end = time.process_time() + 0.03
                        while time.process_time() < end:
                            pass
                        os._exit(0)
                    try:
                        os.wait()
                    except ChildProcessError:
                        pass
        sleep_for_ever()


def let_orphans_end():
    """Starts children one after the other; each uses little CPU time."""
    while True:
        if os.fork() == 0:
            if os.fork() == 0:
                end = time.process_time() + 0.03
                while time.process_time() < end:
                    pass
            os._exit(0)
        os.wait()
        time.sleep(0.04)


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def write_for_ever(text):
    while True:
        say(text)


def make_large_file():
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with open("/tmp/file", "w") as file:
        file.truncate(1 << 30)


def close_stdout():
    os.close(1)
    sleep_for_ever()


def close_stdin():
    os.close(0)
    sys.exit(7)


def become_daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sleep_for_ever()
        os._exit(0)
    os.wait()


def hold_shared_memory():
    """Uses pages that no limit of a single process counts, and continues to play."""
    if n == 2:
        import mmap
        shared = mmap.mmap(-1, 300 << 20)
        for at in range(0, len(shared), 4096):
            shared[at] = 1
        kept.append(shared)


def let_children_hold_memory():
    """Starts children that each use less memory than the limit, and continues to play."""
    if n == 2:
        held, says_so = os.pipe()
        for _ in range(4):
            if os.fork() == 0:
                kept.append(bytearray(os.urandom(1)) * (80 << 20))
                os.write(says_so, b"x")
                sleep_for_ever()
        for _ in range(4):
            os.read(held, 1)


def share_memory():
    """Starts children that share their pages, and continues to play."""
    if n == 2:
        kept.append(bytearray(os.urandom(1)) * (60 << 20))
        for _ in range(9):
            if os.fork() == 0:
                sleep_for_ever()


def wait_for_vfork():
    """Waits for a child that waits before it runs a program: until then the kernel calls that a wait for a disk, not sleep."""
    path = "/tmp/arena-held-%d" % os.getpid()
    os.mkfifo(path)
    held = os.open(path, os.O_PATH)
    os.unlink(path)  # it may be killed at any time
    path = "/proc/self/fd/%d" % held
    if os.fork() == 0:
        time.sleep(0.3)
        os.close(os.open(path, os.O_WRONLY))
        os._exit(0)
    os.posix_spawn("/bin/true", ["true"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, path, os.O_RDONLY, 0)])
    os.wait()
    os.wait()


def fork_bomb():
    n = 0
    try:
        while n < 500:
            if os.fork() == 0:
                sleep_for_ever()
            n += 1
    except OSError:
        pass
    if n == 500:
        sys.exit(9)  # nobody held it back


def is_refused(what, *arguments):
    try:
        what(*arguments)
    except OSError:
        return True
    return False


def sees_only_the_way_to(here):
    """Checks that home folders are empty, except for the path to its own folder."""
    way = here.strip("/").split("/")
    for folder in ("root", "home"):
        if os.path.exists("/" + folder) and way[0] != folder:
            return False
    if way[0] == "usr":
        return True  # the system's, all of which is shown
    return all(os.listdir("/" + "/".join(way[:i])) == [way[i]] for i in range(1, len(way)))


def try_to_break_out():
    """Exits if something works that must not work."""
    import socket
    here = os.path.dirname(os.path.abspath(__file__))
    for status, is_kept in (
        (11, is_refused(open, here + "/written", "w")),
        (12, is_refused(open, "/written", "w")),
        (13, is_refused(open, "/dev/written", "w")),
        (14, is_refused(socket.socket) and is_refused(socket.socket, socket.AF_UNIX)),
        (15, len(os.listdir("/proc/self/fd")) <= 4 + 1),
        (16, set(os.environ) <= {"PATH", "LANG", "HOME", "PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS",
            "ARENA_MACHINE_MEMORY", "LC_CTYPE", "LD_PRELOAD"}),
        (17, is_refused(os.kill, os.getppid() if os.getppid() else 1, SIGKILL) or True),
        (18, sees_only_the_way_to(here)),
        (19, os.getuid() != 0),
        (20, is_refused(os.setuid, 0)),
        (21, sorted(int(p) for p in os.listdir("/proc") if p.isdigit())[-1] < 100),
        (22, len(os.listdir("/tmp")) <= 1),
    ):
        if not is_kept:
            sys.stderr.write("not held back: %d\n" % status)
            os._exit(status)


kept = []
WAYS = {
    "ok": lambda: None,
    "word": lambda: say("hello\n"),
    "nothing": lambda: say("\n"),
    "fraction": lambda: say("2.5\n"),
    "bytes": lambda: os.write(1, b"\xff\x1b[2J\0\n"),
    "nul": lambda: say("23\0junk\n"),
    "huge": lambda: say("99999999999999999999999\n"),
    "minus": lambda: say("-7\n"),
    "part": lambda: (say("2"), sleep_for_ever()),
    "endless": lambda: write_for_ever("1" * 65536),
    "flood": lambda: write_for_ever("0\n" * 1000),
    "twice": lambda: (say("0\n0\n"), time.sleep(0.05)),
    "exit": lambda: sys.exit(3),
    "loud_exit": lambda: (sys.stderr.write("first\nan \x1b[1m Error\xff\n    at a line\n\n"), sys.exit(3)),
    "end": lambda: os._exit(0),
    "segv": lambda: os.kill(os.getpid(), SIGSEGV),
    "file": make_large_file,
    "raise": lambda: {}["key"],
    "sleep": sleep_for_ever,
    "loop": loop_for_ever,
    "children": let_children_loop,
    "orphans": let_orphans_end,
    "spin": let_children_spin,
    "brood": let_brood_spin,
    "vfork": wait_for_vfork,
    "close_stdout": close_stdout,
    "close_stdin": close_stdin,
    "daemon": become_daemon,
    "bomb": fork_bomb,
    "memory": lambda: print(len(bytearray(1 << 30))),
    "share": share_memory,
    "shm": hold_shared_memory,
    "hold": let_children_hold_memory,
    "loud": lambda: sys.stderr.write("x" * 1000000 + "\n"),
    "breakout": try_to_break_out,
}

options = dict(argument.split("=") for argument in sys.argv[1:])
way = WAYS[options.get("mode", "ok")]
if "manifest" in options:
    os.write(1, b"robot name=\xff\xfe\x1b[1m" + b"n" * 300 + b" lanes=9999999999999 version=\xc3\xa9 author=A_B what=ever =\n")
elif "lanes" in options:
    say("robot lanes=%s\n" % options["lanes"])
if "start" in options:
    way()
n = 0
for line in sys.stdin:
    words = line.split()
    if words[0] in ("game", "seed"):
        continue
    n += 1
    time.sleep(int(options.get("ms", 0)) / 1000)
    if n >= 2:
        way()
        if options["mode"] in ("word", "nothing", "fraction", "bytes", "nul", "huge", "minus", "twice", "memory"):
            continue
    last = words[2].split(":")[-1] if words[2] != "-" else ""
    say("0\n" if last else "13\n")
