"""seat.py ARENA - a person at a tourney server's table, at the page of `arena join --browser`: plays a tourney against the server's robots,
without a browser, and reads every byte that the page gets. Prints "ok NAME" or "FAIL NAME: why"."""
import re
import signal
import sys
import tempfile
import time

import checks
from checks import check
from secret_lib import SECONDS, Person, hands_of, line_of, run_arena


def play(person, wrong, limit):
    """Until the server has ended: calls every second time. The numbers of plays, and of games."""
    n_plays, end = 0, time.monotonic() + SECONDS
    while server.poll() is None and time.monotonic() < end:
        view = person.look()
        for me, dice in hands_of(view.get("hands")).items():
            is_own = me == view["seats"][view["you"]]["me"]
            wrong += [] if is_own or not dice.strip("x") else ["the page gets %s:%s" % (me, dice)]
            wrong += [] if not is_own or re.fullmatch("[1-6]+", dice) else ["own dice: %s" % dice]
        clock = view.get("clock")
        wrong += [] if bool(clock) == ("ask" in view) and (not clock or clock["limit"] == limit and 0 <= clock["passed"] < limit) else [clock]
        past = view.get("past", [])
        wrong += [line for number, line in enumerate(past) if not line.startswith("Hand %d: " % (number + 1)) or ". The dice: " not in line]
        if "ask" in view:
            is_first = all(play["seat"] != view["you"] for play in view["plays"])
            last = "The previous hand: " + past[-1].partition(": ")[2] if past and is_first else ""
            names = [seat["name"] for seat in view["seats"]]
            wrong += [] if view["hand"] == len(past) + 1 and view["news"] == last else [view]
            wrong += [] if names == ["Ada" if seat == view["you"] else "player " + "ABC"[seat] for seat in range(3)] else [names]
            wrong += [] if [seat["person"] for seat in view["seats"]] == [seat == view["you"] for seat in range(3)] else [view["seats"]]
            wrong += [] if not any(seat.get("sha256") for seat in view["seats"]) else ["the page gets the hash of a robot"]
            bidder = "player %s bids " % "ABC"[view["plays"][-1]["seat"]] if view["plays"] else "Nothing has been bid"
            wrong += [] if view["claim"].startswith(bidder) else [view["claim"]]
            plays, n_plays = view["ask"]["plays"], n_plays + 1
            if n_plays == 1:
                wrong += [] if not person.act("play/%d/99999" % view["ask"]["number"])["done"] else ["an illegal play is taken"]
                wrong += [] if not person.act("play/%d/%d" % (view["ask"]["number"] - 1, plays[0]))["done"] else ["an old ask is answered"]
                wrong += [] if person.send("POST", "/api/%s/play/%d" % (person.token, plays[0]))[0] == 404 else ["half a play is taken"]
                wrong += [] if person.send("GET", "/api/%s/hint" % person.token)[1].count(b"%") > 0 else ["no hint"]
            person.act("play/%d/%d" % (view["ask"]["number"], plays[0] if n_plays % 2 or plays[0] else plays[1]))
        time.sleep(0.01)
    return n_plays, person.view.get("game", 0)


with tempfile.TemporaryDirectory() as folder:
    server = run_arena("serve", "-p", "0", "-n", "1", "--results", folder, "--set", "tourney_freq_S=0", "--set", "games_per_tourney_per_bot=2", "--set",
                       "player_count=[3,3]", "--set", "move_timeout_mS=600000", "--set", "game_timeout_mS=6000000", "--robot", "prober", "--robot", "computer",
                       "--seed", "3", "--set", "tourney_min_gap_S=0")
    port = line_of(server, "robots: ").rsplit(":", 1)[1]
    client = run_arena("join", "--browser", "127.0.0.1:" + port, "human", "--player", "Ada", "--turn-time", "600s")
    ada = Person(line_of(client, "Ada plays at "))
    problems = []
    counts = play(ada, problems, 600000)
    said = server.communicate(timeout=SECONDS)[0]
    check("a person plays a tourney", problems[:3] + ([] if counts[0] > 5 and counts[1] == 2 and server.returncode == 0 else [counts, said[-300:]]))
    check("what was shown is told afterwards", None if any("The dice: A " in line for line in ada.view.get("past", [])) else ada.view.get("past"))
    body = b"".join(ada.bytes)
    check("the others have no names", None if b"player A" in body or b"player B" in body else "no player")
    ada.act("leave/1")
    said = client.communicate(timeout=SECONDS)[0]
    check("a person leaves", None if client.returncode == 0 and re.search(r"human: \d+ moves in 2 games", said) else (client.returncode, said[-300:]))
    # A server that does not wait: the turn is over before anything is chosen.
    server = run_arena("serve", "-p", "0", "-n", "1", "--results", folder, "--set", "tourney_freq_S=0", "--set", "games_per_tourney_per_bot=1", "--set",
                       "player_count=[3,3]", "--set", "move_timeout_mS=300", "--robot", "prober", "--robot", "computer", "--seed", "3")
    port = line_of(server, "robots: ").rsplit(":", 1)[1]
    client = run_arena("join", "--browser", "127.0.0.1:" + port, "human", "--player", "Ada")
    ada = Person(line_of(client, "Ada plays at "))
    clocks, is_told, end = [], False, time.monotonic() + SECONDS
    while not (clocks and is_told) and time.monotonic() < end:  # the client still has its last state when the server has ended
        view = ada.look()
        clocks += [view["clock"]["limit"]] if "clock" in view else []
        is_told = any("Your time ran out" in line for line in view.get("past", []))
        time.sleep(0.01)
    check("the time is not known unless it is given", None if clocks and not any(clocks) else clocks)
    check("a turn that is over is told", None if is_told else ada.view)
    server.communicate()
    client.send_signal(signal.SIGINT)
    ada.look_last()
    client.communicate(timeout=SECONDS)
    check("ctrl-C leaves", None if client.returncode == 0 else client.returncode)
sys.exit(1 if checks.n_failed else 0)
