"""secret.py ARENA - does a page of `arena play --browser` get anything of another seat's dice? Reads every byte that the server sends to two
people through a whole game, without a browser. Prints "ok NAME" or "FAIL NAME: why"."""
import json
import re
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import checks
from checks import check

ARENA = sys.argv[1]
SECONDS = 120


class Person:
    def __init__(self, address):
        parts = urlsplit(address)
        self.port, self.token, self.view, self.bytes = parts.port, parts.fragment, {}, []

    def send(self, method, path, host=None):
        """The status, and the body; every byte is kept."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as connection:
            connection.sendall(("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % (
                method, path, host or "127.0.0.1:%d" % self.port)).encode())
            said = b""
            while part := connection.recv(1 << 16):
                said += part
        self.bytes.append(said)
        head, _, body = said.partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def look(self):
        status, body = self.send("GET", "/api/%s/%d" % (self.token, self.view.get("version", 0)))
        news = json.loads(body)
        assert status == 200, status
        if "stage" in news:
            self.view = news
        return self.view

    def act(self, path):
        return json.loads(self.send("POST", "/api/%s/%s" % (self.token, path))[1])


def start(*arguments):
    process = subprocess.Popen([ARENA, "play", "--browser", "--pause", "0ms", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    lines = iter(process.stdout.readline, "")
    n_people = sum(word.startswith("human") for word in arguments)
    people = []
    while len(people) < n_people:
        line = next(lines)
        if " plays at " in line:
            people.append(Person(line.split()[-1]))
    return process, people


def hands_of(text):
    return dict(entry.split("@")[0].split(":") for entry in (text or "").split(",") if ":" in entry)


def check_hand(people, wrong):
    """A hand has ended: everything that was sent before must be without the dice of others."""
    shown = hands_of(people[0].view["hands"])
    n_seen = 0
    for person in people:
        own = person.view["seats"][person.view["you"]]["me"]
        for said in person.bytes:
            head, _, body = said.partition(b"\r\n\r\n")
            told = json.loads(body) if body.startswith(b"{") else {}
            if told.get("stage") in ("showdown", "over", "closed"):
                continue
            for me, dice in hands_of(told.get("hands")).items():
                n_seen += me == own and dice == shown.get(own)
                if me != own and dice.strip("x"):
                    wrong.append("%s is told %s:%s" % (own, me, dice))
            # The digits of others, next to each other anywhere: four or more do not come by chance, except in what counts something.
            rest = re.sub(rb'Content-Length: \d+|"(version|number)":\d+', b"", said)
            wrong += ["%s gets the bytes %s of %s" % (own, dice, me) for me, dice in shown.items()
                      if me != own and len(dice) > 3 and dice != shown.get(own) and re.search(rb"(?<!\d)%s(?!\d)" % dice.encode(), rest)]
        person.bytes = []
    return n_seen


def play(people):
    """A whole game; a list of what was wrong."""
    wrong, n_hands, n_seen, n_plays, end = [], 0, 0, 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        views = [person.look() for person in people]
        if views[0]["stage"] in ("over", "closed"):
            break
        for person in people:
            view = person.view
            if "ask" in view:
                plays, n_plays = view["ask"]["plays"], n_plays + 1
                person.send("GET", "/api/%s/hint" % person.token)
                wrong += [] if not person.act("play/%d/1" % (view["ask"]["number"] - 1))["done"] else ["an ask that is over is answered"]
                wrong += [] if not person.act("play/%d/99999" % view["ask"]["number"])["done"] else ["an illegal play is taken"]
                wrong += [] if person.act("play/%d/%d" % (view["ask"]["number"], plays[0]))["done"] else ["a legal play is refused"]
        if all(person.view["stage"] == "showdown" for person in people):
            n_hands, n_seen = n_hands + 1, n_seen + check_hand(people, wrong)
            for person in people:
                person.act("ready/1")
    return wrong + ([] if n_hands > 3 and n_seen >= n_hands and n_plays > 3 else ["%d hands, %d own dice seen, %d plays" % (n_hands, n_seen, n_plays)])


for name, arguments in {
        "liars-dice": ["--seed", "11", "human:name=Ann", "prober", "human:name=Bob"],
        "round-table": ["-v", "round-table", "--seed", "11", "human:name=Ann", "prober", "human:name=Bob"],
        "maexchen": ["-v", "maexchen", "-r", "points_to_start=3", "--seed", "11", "human:name=Ann", "mia", "human:name=Bob"]}.items():
    arena, two = start(*arguments)
    check("%s: nothing of other seats' dice is sent" % name, play(two)[:3])
    for one in two:
        try:
            one.look()
        except ConnectionError:
            pass  # it has ended already
    said, _ = arena.communicate(timeout=SECONDS)
    check("%s: it ends" % name, None if arena.returncode == 0 and " wins after " in said or "share the first" in said else said[-300:])

arena, (ann,) = start("human:name=Ann", "computer")
statuses = [ann.send("GET", "/")[0], ann.send("GET", "/api/%s/0" % ("0" * 32))[0], ann.send("POST", "/api/%s/leave/1" % ("0" * 32))[0],
            ann.send("GET", "/api/standings.json")[0], ann.send("GET", "/api/%s/0" % ann.token, host="evil.example")[0],
            ann.send("PUT", "/")[0], ann.send("GET", "/api/%s/0" % ann.token)[0]]
check("who has no token gets nothing", None if statuses == [200, 404, 404, 404, 421, 405, 200] else statuses)
page = ann.bytes[0]
check("no token is in the page", None if ann.token.encode() not in page and b"connect-src 'self'" in page else "it is")
arena.send_signal(signal.SIGINT)
end = time.monotonic() + SECONDS
while ann.view.get("stage") != "closed" and time.monotonic() < end:
    ann.look()
said, _ = arena.communicate(timeout=SECONDS)
check("ctrl-C ends the page and the game", None if arena.returncode == 130 and "Interrupted" in said else (arena.returncode, said))
sys.exit(1 if checks.n_failed else 0)
