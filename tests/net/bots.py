"""bots.py PORT N [options] - N robots of the tourney protocol (docs/rules.md section 5) for tests of a server.

They register at 127.0.0.1:PORT, answer every question from what the STATE says (checking it), and end when each was told
the result of --tourneys tourneys, or at SIGTERM. Then one line of JSON: questions, tourneys, what was printed to them, what was wrong.
Without a word from the server for --patience seconds they end with an error.
"""
import argparse
import json
import signal
import sys
import time
import uuid

import zmq

options = argparse.ArgumentParser()
options.add_argument("port", type=int)
options.add_argument("n", type=int)
options.add_argument("--tourneys", type=int, default=1)
options.add_argument("--player", help="all of one player; without it each has its own")
options.add_argument("--stateful", action="store_true", help="say so: then it is asked in one game at a time")
options.add_argument("--patience", type=int, default=600)
options.add_argument("--key", help="a client's secret key file; with --server-key")
options.add_argument("--server-key")
options.add_argument("--sources", default="127.0.0.1", help="addresses, with commas: the robots come from them in turn")
options.add_argument("--until", help="a named pipe: the first answer waits until it is opened for writing")
options.add_argument("--limit", type=int, default=0, help="give up quietly after so many seconds")
options = options.parse_args()

KEYS = {"bid", "dice", "player_count", "dice_counts", "bot_index", "wild_ones", "first_round", "bid_history", "round_count",
        "round_history", "game_uuid"}
context = zmq.Context()
poller = zmq.Poller()
bots = {}
wrong = []


def read_key(path):
    with open(path) as file:
        return file.read().split()[1].encode()


class Bot:
    def __init__(self, number):
        self.uuid = str(uuid.uuid4())
        self.meta = {"player": options.player or "player %d" % number, "name": "bot%d" % number, "version": "1.0",
                     "stateless": not options.stateful, "session_uuid": self.uuid, "full_title": "bot%d" % number}
        self.bold = number % 4
        self.questions, self.most_games, self.prints, self.games = 0, 0, [], {}
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger = 200
        self.socket.identity = self.uuid.encode()
        if options.key:
            secret = read_key(options.key)
            self.socket.curve_secretkey, self.socket.curve_publickey = secret, zmq.curve_public(secret)
            self.socket.curve_serverkey = read_key(options.server_key)
        sources = options.sources.split(",")
        self.socket.connect("tcp://%s:0;127.0.0.1:%d" % (sources[number % len(sources)], options.port))
        poller.register(self.socket, zmq.POLLIN)
        bots[self.socket] = self
        self.register()

    def register(self):
        try:
            self.socket.send_multipart([b"", b"RegisterBot", json.dumps(self.meta).encode()], zmq.NOBLOCK)
        except zmq.Again:
            pass  # there is no connection: the server refuses the client

    def check(self, state):
        me = state["bot_index"]
        if set(state) != KEYS:
            wrong.append("keys: %s" % sorted(state))
        if sum(state["dice"]) != state["dice_counts"][me] or len(state["dice_counts"]) != state["player_count"]:
            wrong.append("dice: %s" % state)
        if state["round_count"] != len(state["round_history"]) or (state["bid_history"] or [state["bid"]])[-1][:2] != state["bid"]:
            wrong.append("history: %s" % state)
        # The same game continues: hands are only ever added.
        if state["round_count"] < self.games.get(state["game_uuid"], 0):
            wrong.append("an older hand: %s" % state)
        self.games[state["game_uuid"]] = state["round_count"]

    def answer(self, state):
        count, face = state["bid"]
        total = sum(state["dice_counts"])
        if count and count > total // 3 + self.bold:
            return {"response_type": "call"}
        return {"response_type": "bid", "bid": [count + 1, face] if count else [1, 2]}

    def take(self, frames):
        kind, rest = frames[1], frames[2:]
        if kind == b"GameState":
            state = json.loads(rest[1])
            self.questions += 1
            self.check(state)
            if options.until:
                open(options.until).close()
                options.until = None
            self.socket.send_multipart([b"", b"Move", rest[0], json.dumps(self.answer(state)).encode()])
        elif kind == b"Ping":
            self.socket.send_multipart([b"", b"Ping"])
        elif kind == b"Print":
            self.prints.append(rest[0].decode())
        else:
            wrong.append("message: %r" % kind)

    def tourneys(self):
        return sum(text.startswith("tourney ") for text in self.prints)


for number in range(options.n):
    Bot(number)
is_ended = []
if not options.until:  # which waits through signals
    signal.signal(signal.SIGTERM, lambda *_: is_ended.append(True))
print("ready", flush=True)
began = heard = time.monotonic()
while any(bot.tourneys() < options.tourneys for bot in bots.values()):
    ready = poller.poll(1000)
    now = time.monotonic()
    if is_ended or (options.limit and now - began > options.limit):
        break
    if not ready:
        if now - heard > options.patience:
            sys.exit("bots: the server says nothing more")
        for bot in bots.values():
            bot.register()
        continue
    heard = now
    for socket, _ in ready:
        bots[socket].take(socket.recv_multipart())
print(json.dumps({"questions": sum(bot.questions for bot in bots.values()), "games": len({g for bot in bots.values() for g in bot.games}),
                  "tourneys": min(bot.tourneys() for bot in bots.values()), "wrong": wrong[:5],
                  "prints": sorted({text for bot in bots.values() for text in bot.prints})}))
sys.exit(1 if wrong else 0)
