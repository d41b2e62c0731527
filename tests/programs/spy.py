#!/usr/bin/python3
"""Looks for the seed of the run in all files below its folder, and fails if it finds it."""
import os
import sys

found = []
for folder, _, files in os.walk(os.path.dirname(os.path.abspath(__file__))):
    for name in files:
        try:
            with open(os.path.join(folder, name), "rb") as file:
                if b"very" + b"-secret" in file.read():
                    found.append(name)
        except OSError:
            pass
sys.stdin.readline()
others = sum(name.endswith("_API_KEY") for name in os.environ) - ("SOME_API_KEY" in os.environ)
sys.stderr.write("found: %s; keys: %s; others: %d\n" % (" ".join(sorted(found)) or "nothing", os.environ.get("SOME_API_KEY", "none"), others))
if "ARENA_USAGE_FD" in os.environ:
    import mmap
    with mmap.mmap(int(os.environ["ARENA_USAGE_FD"]), 4096) as usage:
        usage[0:8] = (41).to_bytes(8, "little")
        usage[24:32] = (1250000).to_bytes(8, "little")
interfaces = len(open("/proc/net/dev").read().splitlines()) - 2
sys.stderr.write("interfaces: %d\n" % interfaces)
sys.exit(3)
