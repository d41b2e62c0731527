#!/usr/bin/python3
"""Uses what the runtime of Python offers inside a machine: threads, processes, pools, event loops, files, timers, and numpy where it
is installed. Then it plays as conservative.py does."""
import asyncio
import mmap
import multiprocessing
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time


def square(number):
    return number * number


async def run_loop():
    await asyncio.sleep(0.001)
    child = await asyncio.create_subprocess_exec("/bin/echo", "hello", stdout=subprocess.PIPE)
    return (await child.communicate())[0]


answers = []
threads = [threading.Thread(target=lambda: answers.append(square(3))) for _ in range(5)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert answers == [9] * 5
assert subprocess.run("echo $((6 * 7)) | cat", shell=True, capture_output=True, text=True, check=True).stdout == "42\n"
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(square, range(4)) == [0, 1, 4, 9]
assert asyncio.run(run_loop()) == b"hello\n"
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/a", "w+b") as file:
        file.write(b"x" * 4096)
        file.flush()
        assert mmap.mmap(file.fileno(), 4096)[0] == ord("x")
        os.posix_fallocate(file.fileno(), 0, 8192)
    os.rename(folder + "/a", folder + "/b")
    shutil.copyfile(folder + "/b", folder + "/c")
    os.symlink("c", folder + "/d")
    os.chmod(folder + "/c", 0o600)
    assert sorted(os.listdir(folder)) == ["b", "c", "d"]
rang = []
signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
signal.setitimer(signal.ITIMER_REAL, 0.001)
while not rang:
    time.sleep(0.001)
selectors.DefaultSelector().close()
assert os.sched_getaffinity(0) and os.sysconf("SC_PHYS_PAGES") == os.sysconf("SC_AVPHYS_PAGES") > 0
try:
    import numpy
except ImportError:
    numpy = None
if numpy:
    assert abs(numpy.linalg.det(numpy.eye(100)) - 1) < 1e-9
os.execv(sys.executable, [sys.executable, os.path.dirname(os.path.abspath(__file__)) + "/conservative.py"])
