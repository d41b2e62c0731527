#!/usr/bin/python3
"""Looks for ways to talk to other processes, or to more of the system, then plays as conservative.py does.
If it finds any, it ends with status 9 and their names."""
import ctypes
import fcntl
import glob
import os
import resource
import socket
import stat
import sys

libc = ctypes.CDLL(None, use_errno=True)
found = []


def refused(name, *arguments, by=(1, 38)):
    """Makes a system call that must fail with EPERM or ENOSYS, or with the given errors."""
    ctypes.set_errno(0)
    result = libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result >= 0 or ctypes.get_errno() not in by:
        found.append("%s (%d, errno %d)" % (name, result, ctypes.get_errno()))


def must_fail(name, action):
    try:
        action()
        found.append(name)
    except OSError:
        pass


word = ctypes.cast(libc.strtol, ctypes.c_void_p).value & ~4095
soon = (ctypes.c_long * 2)(0, 1000)
text = ctypes.create_string_buffer(256)
WAITS, WAKES = (0, 9, 9 | 256), (1, 10)
for operation in WAITS:
    refused("futex %d" % operation, 202, word, operation, ctypes.c_uint(1), soon, 0, -1, by=(11,))
    refused("futex %d, high bits" % operation, 202, word, operation | 1 << 40, ctypes.c_uint(1), soon, 0, -1, by=(11,))
for operation in (3, 4, 5, 6, 7, 8, 11, 12, 13):
    refused("futex %d" % operation, 202, word, operation, 1, 0, word, 0)
refused("futex_waitv", 449, 0, 0, 0, 0, 0)
refused("futex_wake", 454, word, ctypes.c_long(-1), 1, 2)
refused("futex_wait", 455, word, 1, ctypes.c_long(-1), 2, soon, 1)
refused("futex_requeue", 456, text, 0, 1, 1)
for number in range(451, 600):
    refused("a newer call, %d" % number, number, 0, 0, 0, 0, 0, 0, by=(38,))
refused("a newer call, of x32", 0x40000000 | 455, 0, 0, 0, 0, 0, 0)
refused("unshare", 272, 0x10000000)
refused("unshare mounts", 272, 0x00020000)
refused("clone", 56, 0x10000000 | 17, 0, 0, 0, 0)
refused("clone3", 435, text, 88)
refused("keyctl", 250, 0, -3, 0)
refused("add_key", 248, b"user", b"x", b"y", 1, -3)
refused("request_key", 249, b"user", b"x", 0, 0)
refused("inotify", 294, 0)
refused("fanotify", 300, 0, 0)
refused("shmget", 29, 0, 4096, 0o1600)
refused("mq_open", 240, b"x", 0o102, 0o600, 0)
refused("perf", 298, text, 0, -1, -1, 0)
refused("bpf", 321, 0, text, 64)
refused("userfaultfd", 323, 1)
refused("io_uring", 425, 1, text)
refused("process_vm_readv", 310, 1, text, 0, text, 0, 0)
refused("pidfd_open", 434, 1, 0)
refused("ptrace", 101, 16, 1, 0, 0)
refused("kcmp", 312, 1, 1, 0, 0, 0)
refused("mincore", 27, word, 4096, text)
refused("openat2", 437, -100, b"/usr", bytes(24), 24)
refused("mount", 165, b"none", b"/tmp", b"tmpfs", 0, 0)
refused("chroot", 161, b"/tmp")
refused("merging", 28, word, 4096, 12, by=(22,))
refused("a larger page", 28, word, 4096, 25, by=(22,))
refused("moving", 237, word, 4096, 0, 0, 0, 2)
refused("pages of huge size", 9, 0, 1 << 21, 3, 0x40022, -1, 0, by=(12,))
refused("what the kernel keeps with a file", 16, os.open("/usr/bin/env", os.O_RDONLY), 0xC020662A, text, by=(25,))
refused("a pidfd", 56, 0x1000 | 17, 0, text, 0, 0, by=(1,))
refused("a number of mounts", 332, -100, b"/usr", 0, 0x4000, text, by=(22,))
cookie = socket.socketpair()[0]
refused("a number of sockets", 55, cookie.fileno(), 1, 57, text, ctypes.byref(ctypes.c_int(8)), by=(92,))
refused("a number of networks", 55, cookie.fileno(), 1, 71, text, ctypes.byref(ctypes.c_int(8)), by=(92,))
refused("free space", 137, b"/usr", text)
refused("free space of a file", 138, 0, text)
refused("memory and load", 99, text)
child = os.fork()
if child == 0:
    os._exit(libc.setsid() != -1)
if os.waitpid(child, 0)[1]:
    found.append("a session")
refused("requests", 206, 1, ctypes.create_string_buffer(8))
system = os.open("/usr/bin/python3", os.O_RDONLY)
must_fail("flock", lambda: fcntl.flock(system, fcntl.LOCK_SH | fcntl.LOCK_NB))
must_fail("lock", lambda: fcntl.lockf(system, fcntl.LOCK_SH | fcntl.LOCK_NB))
must_fail("open file lock", lambda: fcntl.fcntl(system, 37, b"\0" * 32))
must_fail("lease", lambda: fcntl.fcntl(system, 1024, 0))
must_fail("notice", lambda: fcntl.fcntl(os.open("/usr", os.O_RDONLY), 1026, 1))
for command in range(1035, 1039):
    hint = ctypes.create_string_buffer(8)
    refused("write hint %d" % command, 72, system, command, hint, by=(22,))
    refused("write hint %d, high bits" % command, 72, system, command | 1 << 40, hint, by=(22,))
vector = (ctypes.c_void_p * 2)(ctypes.addressof(text), 1)
for number in (327, 328):
    for flags in (8, 9, 8 | 1 << 40):
        refused("call %d without waiting, flags %d" % (number, flags), number, system, vector, 1, 0, 0, flags, by=(95,))
for family in range(46):
    must_fail("socket of family %d" % family, lambda: socket.socket(family, socket.SOCK_DGRAM))
    if family != socket.AF_UNIX:
        must_fail("a pair of family %d" % family, lambda: socket.socketpair(family))
for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC):
    must_fail("a pair of kind %d" % kind, lambda: socket.socketpair(socket.AF_UNIX, kind))
end, other_end = socket.socketpair()
refused("connect", 42, end.fileno(), b"\1\0/x", 4, by=(13,))
for device in ("null", "zero", "full", "random", "urandom", "tty"):
    must_fail("times of " + device, lambda: os.utime("/dev/" + device))
for file in ("stat", "loadavg", "meminfo", "uptime", "locks", "vmstat", "keys", "sched_debug"):
    must_fail("/proc/" + file, lambda: open("/proc/" + file))
must_fail("a pseudo-terminal", os.openpty)
for limit, most in ((resource.RLIMIT_SIGPENDING, 256), (resource.RLIMIT_MEMLOCK, 64 << 10), (resource.RLIMIT_MSGQUEUE, 0)):
    if resource.getrlimit(limit)[1] > most:
        found.append("limit %d" % limit)
for file in ("kpagecount", "kpageflags", "kpagecgroup"):
    if os.path.exists("/proc/" + file) and not stat.S_ISCHR(os.stat("/proc/" + file).st_mode):
        found.append("/proc/" + file)
for folder in ("sys", "tty", "irq"):
    if os.path.exists("/proc/" + folder) and os.listdir("/proc/" + folder):
        found.append("/proc/" + folder)
own = os.path.dirname(os.path.abspath(__file__))
for path in glob.glob(own + "/*.fifo"):
    if stat.S_ISFIFO(os.stat(path).st_mode):
        must_fail("a pipe in its folder", lambda: os.open(path, os.O_RDWR | os.O_NONBLOCK))
arguments = open("/proc/1/cmdline").read()
if "--ro-bind" in arguments or own in arguments.split("__program")[0]:
    found.append("bubblewrap's words")
status = open("/proc/self/status").read()
for line in status.splitlines():
    if line.startswith("CapBnd") and int(line.split()[1], 16):
        found.append(line)
if "CapEff:\t0000000000000000" not in status and "CapEff:\t0000000000000002" not in status:
    found.append("capabilities")
if found:
    sys.stderr.write("found: %s\n" % "; ".join(found))
    sys.exit(9)
os.execv(sys.executable, [sys.executable, own + "/conservative.py"])
