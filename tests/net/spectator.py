"""spectator.py PORT LOGS_PORT PAGE - checks that spectators do not learn the dice of a hand in play.

Three robots play a tourney of one game and know all of its dice. Before each of their answers everything that a spectator can
ask for is fetched, and what was published is read. Prints "ok NAME" or "FAIL NAME: why"."""
import json
import re
import sys
import time
import urllib.error
import urllib.request
import uuid

import zmq

PORT, LOGS_PORT, PAGE = sys.argv[1:4]
SECONDS = 300
FINISHED = {"hands": 0}
n_failed, hidden = 0, {}     # hidden: dice of this hand, by seat
context, poller, metas = zmq.Context(), zmq.Poller(), {}


def check(name, wrong):
    global n_failed
    print("FAIL %s: %s" % (name, str(wrong)[:500]) if wrong else "ok " + name, flush=True)
    n_failed += bool(wrong)


def fetch(path):
    try:
        with urllib.request.urlopen(PAGE + path, timeout=SECONDS) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


published = context.socket(zmq.SUB)
published.subscribe(b"")
published.connect("tcp://127.0.0.1:" + LOGS_PORT)
for number in range(3):
    identity = str(uuid.uuid4())
    socket = context.socket(zmq.DEALER)
    socket.identity = identity.encode()
    socket.connect("tcp://127.0.0.1:" + PORT)
    metas[socket] = {"player": "p%d" % number, "name": "bot", "version": "1", "stateless": False, "session_uuid": identity,
                     "full_title": "bot%d" % number}
    poller.register(socket, zmq.POLLIN)


def register():
    for socket, meta in metas.items():
        socket.send_multipart([b"", b"RegisterBot", json.dumps(meta).encode()])


def written(counts):
    """All forms in which dice may be written: as counts, and as digits."""
    digits = "".join(str(face + 1) * n for face, n in enumerate(counts))
    return [json.dumps(counts, separators=(",", ":")), json.dumps(counts), digits, digits[::-1]]


def spectate(game):
    """Fetches every page and file; random parts are removed."""
    paths = ["", "api/standings.json", "api/games.json", "api/tables.json", "api/ratings.json", "api/tables/%s.json" % game,
             "api/games/%s.json" % game] + ["api/%s/bot%d.json" % (kind, i) for kind in ("robots", "records") for i in range(3)]
    time.sleep(1.1)  # answers are kept for a second
    texts = [fetch(path) for path in paths]
    while published.poll(0):
        texts += [frame.decode() for frame in published.recv_multipart()]
    page = re.sub(r"sha256-[^']*", "", texts[0])
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "", "\n".join(texts[1:])), page, texts


def answer(state):
    count, face = state["bid"]
    if count >= 3 or state["round_count"]:
        return {"response_type": "call"} if count else {"response_type": "bid", "bid": [99, 6]}
    return {"response_type": "bid", "bid": [count + 1, 3]}


def look(game, state):
    """During the first hand its dice must not be found; during the second hand those of the first must be."""
    text, _, texts = spectate(game)
    if state["round_count"] == 0:
        hidden[state["bot_index"]] = state["dice"]
        found = [form for counts in hidden.values() for form in written(counts) if form in text]
        seen = json.loads(texts[5])["replay"]
        dice = {d for hand in seen["hands"] for d in hand["dice"]}
        return found or (dice - {"xxxxx"}) or "hands" in json.dumps(seen["hands"][0]["steps"]) or seen["turn"] != state["bot_index"]
    seen = json.loads(texts[5])["replay"]
    for seat, counts in hidden.items():
        if sorted(seen["hands"][0]["dice"][seat]) != sorted("".join(str(face + 1) * n for face, n in enumerate(counts))):
            return "not the dice of the first hand: " + json.dumps(seen["hands"][0]["dice"])
    FINISHED["hands"] += 1
    return "the dice of the next hand: %s" % seen["hands"][-1]["dice"] if re.search("[1-9]", "".join(seen["hands"][-1]["dice"])) else None


register()
end, begun, n_looks, wrong, is_over = time.monotonic() + SECONDS, time.monotonic(), 0, None, False
while not is_over and time.monotonic() < end:
    ready = poller.poll(1000)
    if not ready and not n_looks:
        register()
    for socket, _ in ready:
        frames = socket.recv_multipart()
        if frames[1] == b"Ping":
            socket.send_multipart([b"", b"Ping"])
        elif frames[1] == b"Print":
            is_over |= frames[2].startswith(b"tourney ")
        elif frames[1] == b"GameState":
            state = json.loads(frames[3])
            if state["round_count"] < 2:
                wrong = wrong or look(frames[2].decode(), state)
                n_looks += 1
            socket.send_multipart([b"", b"Move", frames[2], json.dumps(answer(state)).encode()])
check("no spectator sees the dice of a hand that is played", wrong)
check("it was looked at", None if len(hidden) == 3 and n_looks >= 4 else (hidden, n_looks))
check("after the hand its dice are shown", None if FINISHED["hands"] else "it was not looked at")
check("the game ends", None if is_over else "not within %d seconds" % SECONDS)
sys.exit(1 if n_failed else 0)
