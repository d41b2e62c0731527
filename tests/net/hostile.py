"""hostile.py PORT LOGS_PORT N SECONDS - runs N clients that misbehave at a tourney server for SECONDS.

Each is of one of the kinds below. They learn from the spectators' socket who else is there. At the end one line of
JSON: how often each kind misbehaved.
"""
import json
import random
import socket
import sys
import time
import uuid

import zmq

port, logs_port, n_clients, seconds = (int(word) for word in sys.argv[1:5])
chance = random.Random(11)
context = zmq.Context()
context.max_sockets = 4000
watcher = context.socket(zmq.SUB)
watcher.connect("tcp://127.0.0.1:%d" % logs_port)
watcher.subscribe(b"RegisterBot")
poller = zmq.Poller()
poller.register(watcher, zmq.POLLIN)
names, games, acted = [], [], {}
NASTY = "\x1b[2J\x1b]0;owned\x07\u202e\r\n'; DROP TABLE bots; --"
BAD_METAS = [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"{}", b'{"player":1,"name":[],"version":{},"session_uuid":null}',
             b'{"player":"' + b"x" * 5000 + b'"}', b"[" * 3000, b'{"a":' * 2000]
BAD_RESPONSES = [b"", b"{", b"null", b"[]", b'{"response_type":"fold"}', b'{"response_type":["bid"],"bid":[1,2]}', b'{"response_type":"bid"}',
                 b'{"response_type":"bid","bid":"[1,2]"}', b'{"response_type":"bid","bid":[1e308,2]}', b'{"response_type":"bid","bid":[-1,2]}',
                 b'{"response_type":"bid","bid":[999999999999999999999999,2]}', b'{"response_type":"bid","bid":[2,3,4,5],"x":' + b"[" * 1000 + b"]" * 1000 + b"}",
                 b'{"response_type":"bid","bid":[1,1]}', b'{"response_type":"call"}', b"\x00" * 100, b"[" * 5000]


class Client:
    """A client that registers correctly and answers pings; the base of the others."""

    def __init__(self, number):
        self.number, self.late = number, []
        self.connect(str(uuid.uuid4()))

    def connect(self, name):
        self.name = name
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger, self.socket.sndhwm, self.socket.identity = 0, 50, name.encode()
        self.socket.connect("tcp://127.0.0.1:%d" % port)
        poller.register(self.socket, zmq.POLLIN)
        sockets[self.socket] = self
        self.register()

    def leave(self):
        poller.unregister(self.socket)
        del sockets[self.socket]
        self.socket.close()

    def count_act(self):
        """Counts an act of its kind; registering and answering pings do not count."""
        acted[type(self).__name__] = acted.get(type(self).__name__, 0) + 1

    def send(self, *frames):
        try:
            self.socket.send_multipart([b""] + list(frames), zmq.NOBLOCK)
        except zmq.Again:
            pass

    def meta(self):
        return {"player": "hostile %d" % self.number, "name": type(self).__name__, "version": "1", "stateless": True,
                "session_uuid": self.name}

    def register(self):
        self.send(b"RegisterBot", json.dumps(self.meta()).encode())

    def take(self, frames):
        if frames[1] == b"Ping":
            self.send(b"Ping")
        elif frames[1] == b"GameState":
            games.append(frames[2])
            del games[:-200]
            self.answer(frames[2], frames[3])

    def answer(self, game, state):
        pass

    def act(self):
        pass


class Silent(Client):
    """Answers no ask."""

    def answer(self, game, state):
        self.count_act()


class Babbler(Client):
    """Sends answers that are not valid."""

    def answer(self, game, state):
        self.count_act()
        self.send(b"Move", game, chance.choice(BAD_RESPONSES))


class Late(Client):
    """Answers too late."""

    def answer(self, game, state):
        self.late.append((time.monotonic() + 1.5, game))

    def act(self):
        while self.late and self.late[0][0] < time.monotonic():
            self.count_act()
            self.send(b"Move", self.late.pop(0)[1], b'{"response_type":"call"}')


class Twice(Client):
    """Answers twice, in games of other clients, and in games that do not exist."""

    def answer(self, game, state):
        self.count_act()
        for name in (game, game, chance.choice(games), str(uuid.uuid4()).encode(), b"", b"x" * 10000):
            self.send(b"Move", name, b'{"response_type":"bid","bid":[30,6]}')


class Flood(Client):
    def act(self):
        self.count_act()
        for _ in range(100):
            self.send(*chance.choice([(b"Ping",), (b"Move", b"x", b"y"), (b"RegisterBot", b"{}"), (b"Nonsense",), (), (b"Move",)]))


class Staller(Client):
    """Uses all of its time, and makes the lowest possible bids."""

    def answer(self, game, state):
        count, face = json.loads(state)["bid"]
        bid = [count, face + 1] if count and face < 6 else [count + 1, 1]
        self.late.append((time.monotonic() + 0.9, game, json.dumps({"response_type": "bid", "bid": bid}).encode()))

    def act(self):
        while self.late and self.late[0][0] < time.monotonic():
            self.count_act()
            self.send(b"Move", *self.late.pop(0)[1:])


class Nasty(Client):
    def meta(self):
        return dict(super().meta(), player=NASTY, name=NASTY, full_title=NASTY + NASTY)

    def answer(self, game, state):
        self.count_act()
        self.send(b"Move", game, json.dumps({"response_type": "call", "game_uuid": NASTY}).encode())


class Malformed(Client):
    def register(self):
        self.send(b"RegisterBot", chance.choice(BAD_METAS))

    def act(self):
        self.count_act()
        self.register()


class Endless(Client):
    """Registers with a new name each time."""

    def act(self):
        if chance.random() < 0.3:
            self.count_act()
            self.leave()
            self.connect(str(uuid.uuid4()))


class Huge(Client):
    def act(self):
        if chance.random() < 0.1:
            self.count_act()
            self.send(b"RegisterBot", b"x" * 1000000)
            self.send(*[b"y"] * 300)


class Thief(Client):
    """Connects with the name of a connected client."""

    def act(self):
        if names and chance.random() < 0.2:
            self.count_act()
            self.leave()
            self.connect(chance.choice(names))
            for game in games[-5:]:
                self.send(b"Move", game, b'{"response_type":"bid","bid":[50,6]}')


class Raw:
    """Does not speak ZeroMQ: sends nothing, half a greeting, or random bytes."""

    def __init__(self, number):
        self.plug = None

    def act(self):
        acted["Raw"] = acted.get("Raw", 0) + 1
        if self.plug and chance.random() < 0.1:
            self.plug.close()
            self.plug = None
        elif not self.plug:
            self.plug = socket.create_connection(("127.0.0.1", port if chance.random() < 0.7 else logs_port))
            self.plug.setblocking(False)
        else:
            try:
                self.plug.send(chance.choice([b"", b"\xff\0\0\0\0\0\0\0\1\x7f", b"\xff\0\0\0\0\0\0\0\1\x7f\3\0NULL" + b"\0" * 48, b"GET / HTTP/1.1\r\n\r\n",
                                              chance.randbytes(200)]))
            except OSError:
                self.plug.close()
                self.plug = None


sockets = {}
kinds = [Silent, Babbler, Late, Twice, Flood, Staller, Nasty, Malformed, Endless, Huge, Thief, Raw]
clients = [kinds[number % len(kinds)](number) for number in range(n_clients)]
end = time.monotonic() + seconds
while time.monotonic() < end:
    for ready, _ in poller.poll(20):
        if ready is watcher:
            names.append(json.loads(ready.recv_multipart()[1])["session_uuid"])
            del names[:-50]
        elif ready in sockets:
            sockets[ready].take(ready.recv_multipart())
    for client in chance.sample(clients, 20):
        client.act()
print(json.dumps(acted))
context.destroy(linger=0)
