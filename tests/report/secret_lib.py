"""secret_lib.py - a person at a page, without a browser. It stores every byte that the server sends."""
import itertools
import json
import socket
import subprocess
import sys
from urllib.parse import urlsplit

SECONDS = 600
numbers = itertools.count(1000)


class Person:
    """A person at the page of this address. `view` is the last state, `bytes` all that was received."""
    def __init__(self, address):
        parts = urlsplit(address)
        self.address = address
        self.host, self.port, self.token, self.view, self.bytes, self.number = parts.hostname, parts.port, parts.fragment, {}, [], next(numbers)

    def send(self, method, path, host=None):
        """Returns the status and the body, and stores every byte."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as connection:
            connection.sendall(("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % (
                method, path, host or "127.0.0.1:%d" % self.port)).encode())
            said = b""
            while part := connection.recv(1 << 16):
                said += part
        if not said:
            raise ConnectionError("the server has ended")
        self.bytes.append(said)
        head, _, body = said.partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def look(self):
        """Asks for a newer state; returns the last one."""
        status, body = self.send("GET", "/api/%s/%d/%d" % (self.token, self.view.get("version", 0), self.number))
        news = json.loads(body)
        assert status == 200, status
        self.n_spectators, self.poll = news["spectators"], news.get("poll")
        if "stage" in news:
            self.view = news
        return self.view

    def look_last(self):
        """The same, but the server may have ended: it waits for nobody long. False: it has."""
        try:
            return bool(self.look())
        except ConnectionError:
            return False

    def answer(self, method, path):
        """Returns the status and the answer, which is {} unless it is JSON."""
        status, body = self.send(method, "/api/%s/%s" % (self.token, path))
        return status, json.loads(body) if body.startswith(b"{") else {}

    def act(self, path):
        """Sends an action, as "play/3/23"; returns the answer."""
        return self.answer("POST", path)[1]


def hands_of(text):
    """{letter: dice} of a `hands` string, "" or None included."""
    return dict(entry.split("@")[0].split(":") for entry in (text or "").split(",") if ":" in entry)


started = []


def run_arena(*arguments):
    """A process of the arena, with its output in a pipe."""
    started.append(subprocess.Popen([sys.argv[1], *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    return started[-1]


def explain(*failure):
    """Prints an exception that ends the script, and what the processes said that nothing has read yet."""
    sys.__excepthook__(*failure)
    for process in started:
        code = process.poll()
        process.kill()
        said = "" if process.stdout.closed else process.communicate()[0]
        print("arena %s, exit code %s: ...%s" % (process.args[1], code, said[-2000:]), file=sys.stderr)


sys.excepthook = explain


def line_of(process, what):
    """The last word of the next line with this text."""
    for line in iter(process.stdout.readline, ""):
        if what in line:
            return line.split()[-1]
    raise RuntimeError("it never says " + what)
