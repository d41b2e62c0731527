"""table.py PORT ROBOTS GAMES AT_ONCE [--hostile] [--key SECRET_FILE] [--logs PORT [--spectators N]] - the tables of a tourney server (docs/rules.md section 5) for tests of clients.

Waits for ROBOTS registrations on 127.0.0.1:PORT (0: any; the port is printed), plays GAMES games with all of them at one
table, up to AT_ONCE at a time, and prints a JSON object: moves, results by full title, who won, what was registered.
--logs: tells spectators, too; it begins when N have subscribed, so that they miss nothing. --hostile: between the asks it sends what no server should. A client that is silent for five minutes ends it with an error.
"""
import argparse
import json
import random
import sys
import uuid

import zmq

options = argparse.ArgumentParser()
for name in ("port", "robots", "games", "at_once"):
    options.add_argument(name, type=int)
options.add_argument("--hostile", action="store_true")
options.add_argument("--key")
options.add_argument("--logs", type=int)
options.add_argument("--spectators", type=int, default=0)
options = options.parse_args()
SECONDS = 300
dice = random.Random(7)
bots, results, wins, moves = {}, {}, {}, 0
context = zmq.Context()


def bind(kind, port, linger):
    socket = context.socket(kind)
    socket.linger = linger
    if kind == zmq.XPUB:
        socket.xpub_verbose = True  # each subscription can be received
    if options.key:
        with open(options.key) as file:
            socket.curve_secretkey = file.read().split()[1].encode()
        socket.curve_server = True
    socket.bind("tcp://127.0.0.1:%d" % port if port else "tcp://127.0.0.1:*")
    return socket, socket.last_endpoint.decode().rsplit(":", 1)[1]


router, own_port = bind(zmq.ROUTER, options.port, 0)
logs, logs_port = bind(zmq.XPUB, options.logs, 30000) if options.logs is not None else (None, "")
print(own_port, logs_port, flush=True)


def publish(kind, log):
    if not logs:
        return
    if options.hostile:
        for frames in ([b""], [b"x"] * 50, [kind, b"[" * 9999], [kind, b"[]"], [kind, b"{}"], [b"Frobnicate", b"{}"], [kind, b"\xff", b"\xff"],
                       [kind, json.dumps(dict(log, bot_uuids=[0] * 40, bot_titles="\x1b[2J", bot_scores=[None] * 3)).encode()],
                       [kind, json.dumps(dict(log, bot_scores=[1e308] * 3)).encode()],
                       [kind, json.dumps(dict(log, game_history=[{"result": "\x1b]0;title\x07"}] * 3, bot_rankings=[-1, 99, "x"])).encode()]):
            logs.send_multipart(frames)
    logs.send_multipart([kind, json.dumps(log).encode()])


def receive():
    if not router.poll(SECONDS * 1000):
        sys.exit("table: no client says anything")
    return router.recv_multipart()


class Game:
    def __init__(self, number):
        self.name = ("game %d" % number).encode() + b"\0\xff"
        self.seats = list(bots)
        dice.shuffle(self.seats)
        n = len(self.seats)
        self.state = {"bid": [0, 6], "player_count": n, "dice_counts": [5] * n, "bot_index": 0, "wild_ones": True,
                      "first_round": True, "bid_history": [], "round_count": 0, "round_history": [], "game_uuid": str(uuid.uuid4())}
        self.out = []
        self.deal()
        self.ask()

    def deal(self):
        self.hands = [[0] * 6 for _ in self.seats]
        for hand, n in zip(self.hands, self.state["dice_counts"]):
            for _ in range(n):
                hand[dice.randrange(6)] += 1

    def ask(self):
        me = self.state["bot_index"]
        self.state["dice"] = self.hands[me]
        text = json.dumps(self.state).encode()
        if options.hostile:
            self.nonsense(self.seats[me], text)
        router.send_multipart([self.seats[me], b"", b"GameState", self.name, text])

    def nonsense(self, bot, text):
        """Sends messages that a client must ignore."""
        def without(**changes):
            return json.dumps(dict(self.state, **changes)).encode()
        for frames in ([b"", b"GameState", self.name, text[:-9]], [b"", b"GameState", self.name, b"[" * 5000], [b"", b"GameState"],
                       [b"", b"GameState", b"", text], [b"", b"GameState", b"x" * 500, text], [b"GameState", self.name, text],
                       [b"", b"Frobnicate", b"\xff" * 99], [b"", b"Print", b"\x1b[2Jhello\x07\xff\xc2\x9b2J\xe2\x80\xae\xe2\x81\xa6"], [b"x"] * 50, [b""],
                       [b"", b"GameState", b"other", without(dice_counts=[10 ** 30] * 3)],
                       [b"", b"GameState", b"other", without(player_count=-1)], [b"", b"GameState", b"other", without(bot_index=99)],
                       [b"", b"GameState", b"other", without(bid_history=[[1, 1, 1]] * 9000)],
                       [b"", b"GameState", b"other", without(round_history=[{}] * 1000, dice=[[]])], [b"", b"Ping", b"Ping"]):
            router.send_multipart([bot] + frames)

    def end(self, result, loser, caller):
        state = self.state
        title = bots[self.seats[caller]]["full_title"]
        results.setdefault(title, {}).setdefault(result, 0)
        results[title][result] += 1
        state["round_history"].append({"losing_player": loser, "calling_player": caller, "result": result,
                                       "bid_history": state["bid_history"], "face_counts": self.hands})
        state["dice_counts"][loser] -= 1
        if not state["dice_counts"][loser]:
            self.out.append(loser)
        state.update(bid=[0, 6], bid_history=[], wild_ones=True, first_round=True, round_count=state["round_count"] + 1, bot_index=loser)
        if not state["dice_counts"][loser]:
            self.go_on()
        self.deal()

    def go_on(self):
        while True:
            self.state["bot_index"] = (self.state["bot_index"] + 1) % len(self.seats)
            if self.state["dice_counts"][self.state["bot_index"]]:
                return

    def take(self, response):
        """Returns True when the game is over."""
        state, me = self.state, self.state["bot_index"]
        bid, last = response.get("bid"), state["bid_history"][-1][2] if state["bid_history"] else me
        if response["response_type"] == "call":
            count, face = state["bid"]
            n = sum(hand[face - 1] + (hand[0] if state["wild_ones"] and face > 1 else 0) for hand in self.hands)
            is_true = n >= count
            self.end("bad_call" if is_true else "good_call", me if is_true else last, me)
        elif bid[0] < 1 or not 1 <= bid[1] <= 6:
            self.end("error_bad_message", me, me)
        else:
            state["bid_history"].append(bid + [me])
            if bid[0] > sum(state["dice_counts"]):
                self.end("error_overflow", me, me)
            elif bid <= state["bid"]:
                self.end("error_bid", me, me)
            else:
                state["wild_ones"] = state["wild_ones"] and not (bid[1] == 1 and state["first_round"])
                state["bid"] = bid
                state["first_round"] = len(state["bid_history"]) < sum(n > 0 for n in state["dice_counts"])
                self.go_on()
        return len(self.out) == len(self.seats) - 1


for _ in range(options.spectators):
    if not logs.poll(SECONDS * 1000):
        sys.exit("table: no spectator subscribes")
    logs.recv()
while len(bots) < options.robots:
    identity, _, kind, *rest = receive()
    if kind == b"RegisterBot":
        bots[identity] = json.loads(rest[0])
        assert bots[identity]["session_uuid"].encode() == identity
        publish(b"RegisterBot", bots[identity])
for bot in bots:
    router.send_multipart([bot, b"", b"Ping"])
    router.send_multipart([bot, b"", b"Print", b"the tourney begins"])
games, n_begun, n_over, pings = {}, 0, 0, set()
while n_over < options.games or len(pings) < options.robots:
    while len(games) < options.at_once and n_begun < options.games:
        n_begun += 1
        game = Game(n_begun)
        games[game.name] = game
    identity, _, kind, *rest = receive()
    if kind == b"Ping":
        pings.add(identity)
    if kind != b"Move":
        continue
    moves += 1
    game = games[rest[0]]
    response = json.loads(rest[1])
    assert identity == game.seats[game.state["bot_index"]], "an answer for somebody else"
    assert response["game_uuid"] == game.state["game_uuid"], "another game's uuid"
    if game.take(response):
        winner = [seat for seat in range(len(game.seats)) if seat not in game.out][0]
        title = bots[game.seats[winner]]["full_title"]
        wins[title] = wins.get(title, 0) + 1
        del games[rest[0]]
        n_over += 1
        publish(b"GameLog", {
            "game_history": game.state["round_history"], "bot_count": len(game.seats), "dice_count": 5, "wild_ones_drop": True,
            "bot_uuids": [bot.decode() for bot in game.seats], "bot_titles": [bots[bot]["full_title"] for bot in game.seats],
            "game_uuid": game.state["game_uuid"], "tourney_uuid": "tourney", "tourney_index": 1, "match_index": n_over,
            "bot_rankings": [winner] + game.out[::-1], "start_time": "2026-01-01 00:00:00", "end_time": "2026-01-01 00:00:01"})
    else:
        game.ask()
publish(b"TourneyLog", {"tourney_uuid": "tourney", "tourney_index": 1, "tourney_games": n_over, "end_time": "2026-01-01 00:00:02",
                        "bot_uuids": [bot.decode() for bot in bots],
                        "bot_scores": [wins.get(meta["full_title"], 0) for meta in bots.values()]})
context.destroy()
json.dump({"moves": moves, "results": results, "wins": wins, "bots": list(bots.values())}, sys.stdout, indent=1)
print()
