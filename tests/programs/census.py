#!/usr/bin/python3
"""Prints all that a program can read about the machine, a line `NAME HASH` for each thing, and ends with status 9. Two boxes that are
started one after the other print the same lines, except those that tests/cli/boxes.sh knows. Options: part=files, processes, places,
descriptors or calls, since a crash report has 8 KB; show=NAME prints the values of the things whose names begin so; raise=yes: it raises every
counter that it can, and plays like conservative.py."""
import ctypes
import hashlib
import os
import resource
import socket
import stat
import sys
import threading
import time

options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
libc = ctypes.CDLL(None, use_errno=True)
lines = []


def note(name, value):
    show = options.get("show")
    if show and name.startswith(show):
        lines.append("%s %r" % (name, value))
    if not show:
        lines.append("%s %s" % (name, hashlib.sha256(repr(value).encode()).hexdigest()[:6]))


def note_call(name, action):
    try:
        note(name, action())
    except Exception as error:  # an errno is an answer, too
        note(name, (type(error).__name__, getattr(error, "errno", None)))


def call(*arguments):
    ctypes.set_errno(0)
    result = libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return (result, ctypes.get_errno())


def call_into(size, *arguments):
    """The result and what the kernel writes into a buffer, whose place is None."""
    buffer = ctypes.create_string_buffer(size)
    result = call(*[buffer if a is None else a for a in arguments])
    return result, buffer.raw


def read(path):
    with open(path, "rb") as file:
        return file.read(1 << 20)


def census_of_files(folders=("/proc", "/proc/self/net", "/proc/self/net/stat", "/proc/self/attr")):
    for folder in folders:
        note_call("names:" + folder, lambda: sorted(n for n in os.listdir(folder) if not n.isdigit()))
        for name in sorted(os.listdir(folder) if os.access(folder, os.R_OK | os.X_OK) else []):
            path = folder + "/" + name
            if name in ("mem", "pagemap", "kcore", "kmsg", "clear_refs") or os.path.isdir(path):
                continue
            if name == "status":
                for line in read(path).decode().splitlines():
                    note(path + ":" + line.split(":")[0], line)
            else:
                note_call(path, lambda: read(path))


def census_of_processes():
    census_of_files(("/proc/self", "/proc/1"))
    for folder in ("/", "/tmp", "/dev", "/dev/shm", "/etc", "/usr", "/sys", "/run", "/proc/sys", "/dev/pts"):
        note_call("names:" + folder, lambda: sorted(os.listdir(folder)))
    for name in os.listdir("/proc/self/ns"):
        note_call("ns:" + name, lambda: os.readlink("/proc/self/ns/" + name))


def stat_of(path):
    found = os.stat(path)
    return found.st_mode, found.st_nlink, found.st_size, found.st_uid, found.st_gid


def census_of_places():
    places = [line.split()[4] for line in read("/proc/self/mountinfo").decode().splitlines()]
    places = [place for place in places if not os.path.exists(place) or not stat.S_ISCHR(os.stat(place).st_mode)] # covered ones are one
    for place in sorted(set(places + ["/tmp", "/usr/bin", "/usr/bin/python3", "/dev/null", "/dev/zero", "/dev/random", "/dev/full"])):
        note_call("stat:" + place, lambda: stat_of(place))
        note_call("number:" + place, lambda: os.stat(place).st_ino)
        note_call("device:" + place, lambda: os.stat(place).st_dev)
        note_call("times:" + place, lambda: (os.stat(place).st_mtime_ns, os.stat(place).st_ctime_ns, os.stat(place).st_atime_ns))
        note_call("space:" + place, lambda: call_into(120, 137, place.encode(), None))
        note_call("mount:" + place, lambda: call_into(256, 332, -100, place.encode(), 0, 0x1000, None)[1][144:152])
        note_call("unique:" + place, lambda: call_into(256, 332, -100, place.encode(), 0, 0x4000, None)[1][144:152])


def census_of_descriptors():
    own = os.open("/tmp/own", os.O_RDWR | os.O_CREAT)
    shared = os.open("/dev/shm/own", os.O_RDWR | os.O_CREAT)
    pair = socket.socketpair()
    made = {"stdin": 0, "stdout": 1, "stderr": 2, "file": own, "shm": shared, "memfd": call(319, b"x", 0)[0], "pipe": os.pipe()[0],
            "socket": pair[0].fileno(), "eventfd": call(290, 0, 0)[0], "epoll": call(291, 0)[0], "timerfd": call(283, 1, 0)[0],
            "signalfd": call(289, -1, ctypes.create_string_buffer(8), 8, 0)[0], "pidfd": call(434, os.getpid(), 0)[0],
            "inotify": call(294, 0)[0]}
    for name, fd in made.items():
        note_call("fd:%s:number" % name, lambda: os.fstat(fd).st_ino)
        note_call("fd:%s:device" % name, lambda: os.fstat(fd).st_dev)
        note_call("fd:%s:kind" % name, lambda: (fd if fd < 0 else stat.S_IFMT(os.fstat(fd).st_mode)))
        note_call("fd:%s:info" % name, lambda: read("/proc/self/fdinfo/%d" % fd))
        note_call("fd:%s:pipe" % name, lambda: call(72, fd, 1032))
    for option in range(90):
        note("socket:%d" % option, call_into(64, 55, pair[0].fileno(), 1, option, None, ctypes.byref(ctypes.c_int(64))))


def census_of_calls():
    for clock in range(12):
        note("clock:%d" % clock, call_into(16, 228, clock, None))
        note("resolution:%d" % clock, call_into(16, 229, clock, None))
    for name, number in (("pid", 39), ("ppid", 110), ("tid", 186), ("pgrp", 111), ("uid", 102), ("euid", 107), ("gid", 104), ("egid", 108)):
        note(name, call(number))
    note("sid", call(124, 0))
    thread = []
    starter = threading.Thread(target=lambda: thread.append(call(186)))
    starter.start()
    starter.join()
    note("tid of a thread", thread)
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    note("pid of a child", child)
    note("sysinfo", call_into(128, 99, None))
    note("uname", os.uname())
    note("usage", resource.getrusage(resource.RUSAGE_SELF))
    note("times", call_into(32, 100, None))
    note("affinity", os.sched_getaffinity(0))
    note("cpu", call_into(8, 309, None, 0, 0))
    note("policy", (call(145, 0), call_into(64, 143, 0, None), call(140, 0, 0), call(252, 1, 0)))
    note("mempolicy", call_into(8, 239, None, 0, 0, 0, 0))
    note("timer", call_into(8, 222, 1, 0, None))
    note("membarrier", call(324, 0, 0))
    note("personality", call(135, 0xFFFFFFFF))
    note("groups", os.getgroups())
    note("environment", sorted(os.environ.items()))
    for limit in range(16):
        note_call("limit:%d" % limit, lambda: resource.getrlimit(limit))
    for option in list(range(80)):
        if option not in (1, 4, 6, 8, 10, 12, 13, 14, 15, 20, 22, 24, 26, 28, 29, 31, 33, 35, 36, 38, 41, 43, 45, 47, 50, 53, 54, 55, 59, 62):
            note("prctl:%d" % option, call_into(64, 157, option, None, 0, 0, 0))
    auxiliary = read("/proc/self/auxv")
    for i in range(0, len(auxiliary), 16):
        kind = int.from_bytes(auxiliary[i : i + 8], "little")
        note("aux:%d" % kind, auxiliary[i + 8 : i + 16])
    for number in (30, 31, 64, 66, 68, 71, 240, 248, 249, 250, 253, 298, 303, 312, 321, 323, 425, 435, 448, 454, 457, 458):
        note("call:%d" % number, call(number, 0, 0, 0, 0, 0, 0))


def raise_counters():
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        made = [os.pipe() for _ in range(20)] + [socket.socketpair() for _ in range(20)]
        made += [(os.memfd_create("x"),), (call(290, 0, 0)[0],), (call(291, 0)[0],), (call(283, 1, 0)[0],)]
        with open("/tmp/many", "wb") as file:
            file.write(bytes(1 << 20))
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        starter = threading.Thread(target=lambda: sum(range(10000)))
        starter.start()
        starter.join()
        for group in made:
            for one in group:
                if isinstance(one, int):
                    os.close(one)
                else:
                    one.close()


if "raise" in options:
    raise_counters()
    os.execv(sys.executable, [sys.executable, os.path.dirname(os.path.abspath(__file__)) + "/conservative.py"])
sys.stdin.readline()
{"files": census_of_files, "processes": census_of_processes, "places": census_of_places, "descriptors": census_of_descriptors, "calls": census_of_calls}[options["part"]]()
lines.append("whole")
sys.stderr.write("\n".join(lines) + "\n")
sys.stderr.flush()
sys.exit(9)
