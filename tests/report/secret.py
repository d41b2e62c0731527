"""secret.py ARENA - does a page of `arena play --browser` or `arena menu --browser` get anything of another seat's dice? Reads every byte that
the server sends to two people and to spectators through whole games, without a browser; also while a robot moves for one of them. Prints
"ok NAME" or "FAIL NAME: why"."""
import json
import os
import re
import signal
import socket
import sys
import time
from urllib.parse import quote

import checks
from checks import check
from secret_lib import SECONDS, Person, hands_of, line_of, run_arena


def address_of(process, what):
    """The person whose address is printed next."""
    return Person(line_of(process, what))


def has_network():
    """An interface other than the loopback, with an address of IPv4."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return True


def start(*arguments):
    """`arena play --browser` of these players: the process, and a Person for each human."""
    process = run_arena("play", "--browser", "--pause", "0ms", *arguments)
    people = [address_of(process, " plays at ") for word in arguments if word.startswith("human")]
    process.spectator = address_of(process, "Spectators watch at ")
    return process, people


def check_hand(people, wrong):
    """A hand has ended: everything that was sent before must be without the dice of others."""
    shown = hands_of(people[0].view["hands"])
    n_seen = 0
    for person in people:
        own = person.view["seats"][person.view["you"]]["me"] if person.view["you"] >= 0 else "a spectator"
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
            rest = re.sub(rb'Content-Length: \d+|"(version|number|poll)":\d+', b"", said)
            wrong += ["%s gets the bytes %s of %s" % (own, dice, me) for me, dice in shown.items()
                      if me != own and len(dice) > 3 and dice != shown.get(own) and re.search(rb"(?<!\d)%s(?!\d)" % dice.encode(), rest)]
        person.bytes = []
    return n_seen


def play(people, spectators=(), is_helped=False):
    """A whole game; a list of what was wrong. is_helped: a robot moves for the first person."""
    wrong, n_hands, n_seen, n_plays, end = [], 0, 0, 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        if not all([person.look_last() for person in [*people, *spectators]]) or people[0].view["stage"] in ("over", "closed"):
            break
        for person in people:
            view = person.view
            if is_helped and view["stage"] == "playing" and not view["robot"] and person is people[0]:
                helpers = json.loads(person.send("GET", "/api/%s/robots" % person.token)[1])["robots"]
                prober = [robot["index"] for robot in helpers if robot["name"] == "prober"][0]
                wrong += [] if person.send("POST", "/api/%s/on/9999" % person.token)[0] == 404 else ["a robot that is not there moves"]
                wrong += [] if person.act("on/%d" % prober)["done"] else ["no robot moves"]
            elif "ask" in view:
                plays, n_plays = view["ask"]["plays"], n_plays + 1
                person.send("GET", "/api/%s/hint" % person.token)
                wrong += [] if not person.act("play/%d/1" % (view["ask"]["number"] - 1))["done"] else ["an ask that is over is answered"]
                wrong += [] if not person.act("play/%d/99999" % view["ask"]["number"])["done"] else ["an illegal play is taken"]
                wrong += [] if person.act("play/%d/%d" % (view["ask"]["number"], plays[0]))["done"] else ["a legal play is refused"]
        if all(person.view["stage"] == "showdown" for person in people):
            n_hands, n_seen = n_hands + 1, n_seen + check_hand([*people, *spectators], wrong)
            for person in people:
                person.act("ready/1")
    return wrong + ([] if n_hands > 3 and n_seen >= n_hands and n_plays > 3 else ["%d hands, %d own dice seen, %d plays" % (n_hands, n_seen, n_plays)])


for name, arguments in {
        "liars-dice": ["--seed", "11", "human:name=Ann", "prober", "human:name=Bob"],
        "round-table": ["-v", "round-table", "--seed", "11", "human:name=Ann", "prober", "human:name=Bob"],
        "maexchen": ["-v", "maexchen", "-r", "points_to_start=3", "--seed", "11", "human:name=Ann", "mia", "human:name=Bob"]}.items():
    arena, two = start(*arguments)
    check("%s: nothing of other seats' dice is sent" % name, play(two, watching := [arena.spectator, Person(arena.spectator.address)])[:3])
    while arena.spectator.view["stage"] != "over" and arena.spectator.look_last():
        pass
    view = arena.spectator.view
    check("%s: the spectator sees the end" % name, None if view["you"] == -1 and view["hands"] == two[0].view["hands"] and view["look"] == two[0].view["look"] and
          not re.search(r"\byou\b", json.dumps([view["past"], view["end"]]), re.I) and arena.spectator.n_spectators == 2 and two[0].n_spectators in (1, 2) else view)
    late = []
    for one in two:
        one.act("leave/1")
    while not late or late[-1][1].get("done"):  # who has not looked again acts until the arena closes
        late.append(two[0].answer("POST", "ready/1"))
    late.append(two[0].answer("GET", "hint"))
    check("%s: who acts after the end is told that it is over" % name, None if late[-2:] == [(200, {"done": False, "why": "The game is over."})] * 2
          else late[-2:])
    for one in [*two, *watching]:
        one.look_last()
    said, _ = arena.communicate(timeout=SECONDS)
    check("%s: it ends" % name, None if arena.returncode == 0 and " wins after " in said or "share the first" in said else said[-300:])

arena, two = start("--seed", "11", "human:name=Ann", "prober", "human:name=Bob")
check("a robot moves for a person: nothing of other seats' dice is sent", play(two, [arena.spectator], is_helped=True)[:3])
two[0].act("ready/1")  # of the last hand, too late
two[0].act("again/1")
view = two[0].look()
wrong = [] if view["stage"] == "over" and (view["game"], view["games"]) == (1, 1) else [view]
two[1].act("again/1")
while two[0].look()["stage"] == "over":
    pass
view = two[0].view
wrong += [] if (view["game"], view["games"], view["hand"], view["robot"]) == (2, 2, 1, "prober") else [view]
check("all want to play again", wrong)
two[1].act("gone/1")
two[0].act("leave/1")
said, _ = arena.communicate(timeout=SECONDS)
check("the second game has other dice", None if said.count(" wins after ") == 1 and "Game 2 of 2" in said else said[-300:])

# The menu: two games at the same addresses, one after the other.
os.remove("results/played/last.json")
arena = run_arena("menu", "--browser")
ann = address_of(arena, " chooses the game at ")
ann.look()
refused = [ann.act(path)["why"] for path in ("variant/poker", "rule/dice=99", "robots/nobody", "robots/-", "people/" + quote("#" * 40))]
check("wrong answers are refused with the reason", None if all(refused) else refused)
taken = [ann.act("people/" + quote(names)) for names in ("0",)] + [ann.act("start/1")]
check("somebody has to play", None if not taken[1]["done"] and "At least one person" in taken[1]["why"] else taken)
taken = [ann.act(path)["done"] for path in ("variant/maexchen", "people/MegaMaxAnn%2C%20Bob%2C%20Oli%231")]
view = ann.look()
check("people, cheats and robots with names are shown as they are typed", None if all(taken) and view["people"] == "MegaMaxAnn, Bob, Oli#1" and
      view["opponents"] == [] and {"name": "maexchen", "value": 21}.items() <= view["rules"][0].items() else view)
limits = [ann.act("robots/" + "prober%20" * n) for n in (24, 25)] if ann.act("variant/wild")["done"] and ann.act("people/Ann%2C%20Bob")["done"] else []
view = ann.look()
check("robots are chosen up to the last seat", None if [one["done"] for one in limits] == [True, False] and len(view["opponents"]) == 24 and
      view["message"] == limits[1]["why"] and "2 to 26 players" in view["message"] and "26 players with" in view["reminder"][0] else [limits, view])
taken = [ann.act(path)["done"] for path in ("robots/-", "robots/nobody", "robots/prober", "rule/dice=7", "rule/dice=5")]
view = ann.look()
rules = {rule["name"]: rule for rule in view["rules"]}
check("the menu takes answers", None if taken == [True, False, True, True, True] and (view["variant"], view["people"], view["opponents"]) == (
    "wild", "Ann, Bob", ["prober"]) and (view["chooser"], view["chooses"], view["message"]) == ("Player", True, "") and [
        rules["dice"][key] for key in ("min", "max", "value")] == [1, 20, 5] and rules["wild"]["words"] == [
            "none", "ones", "joker", "drop", "high"] and rules["wild"]["value"] == "ones" else [taken, view])
names = [robot["name"] for robot in view["robots"]]
check("only robots that play the variant are offered", None if "prober" in names and "maexchen" not in names else names)
ann.act("start/1")
late = [ann.answer("POST", "variant/wild"), ann.answer("GET", "anything")]
check("the menu's page is told that it is no longer current", None if all(status == 200 and "no longer the current" in said["why"]
                                                                         for status, said in late) else late)
two = [ann, address_of(arena, "Bob plays at ")]
check("a game of the menu: nothing of other seats' dice is sent", play(two)[:3])
bob = two[1]
view = bob.look()
check("who has the menu can choose what follows", None if (view["chooser"], view["chooses"]) == ("Ann", False) and ann.look()["chooses"] and
      not bob.act("again/1")["done"] else view)
ann.act("again/1")
check("the same game once more, at the same addresses", play(two)[:3])
left = ann.act("leave/1")
view = bob.look()
wrong = [] if left == {"done": True, "goes_on": True} and (view["chooser"], view["chooses"]) == ("Bob", True) else [left, view]
bob.act("menu/1")
while (view := bob.look())["stage"] != "menu":
    pass
wrong += [] if view["chooses"] and view["people"] == "Ann, Bob" and bob.act("start/1")["done"] else [view]
while (view := bob.look())["stage"] == "menu":
    pass
wrong += [] if view["seats"][view["you"]]["name"] == "Bob" and [view["seats"][one["seat"]]["name"] for one in view["absent"]] == ["Ann"] else [view]
bob.act("leave/1")
while (view := bob.look())["stage"] != "menu":
    pass
wrong += [] if view["chooses"] and ann.look()["chooses"] and not bob.look()["chooses"] else [view]
check("if the person who chooses leaves, the next one chooses", wrong[:2])
while (view := bob.look())["stage"] != "menu":
    pass
check("others wait for the menu", None if view.keys() == {"stage", "chooser", "chooses", "version", "page", "spectators"} and not view["chooses"] and
      not bob.act("start/1")["done"] else view)
ann.look()
ann.act("people/Ann")
ann.act("start/1")
while (view := bob.look())["stage"] == "menu":
    pass
check("who is not in the game gets nothing of it", None if view.keys() == {"stage", "version", "page", "spectators"} and view["stage"] == "apart" and
      [bob.send(method, "/api/%s/%s" % (bob.token, path))[0] for method, path in (("GET", "hint"), ("POST", "leave/1"))] == [404, 404] else view)
ann.look()
ann.act("leave/1")
while ann.look()["stage"] != "menu":
    pass
check("who is named first has the menu", None if ann.view["chooser"] == "Ann" and ann.act("people/Oli%231%2C%20Bob")["done"] else ann.view)
ann.act("start/1")
while (view := ann.look())["stage"] == "menu":
    pass
own = view["seats"][view["you"]]["name"]
check("and keeps its address", None if (view["chooser"], view["chooses"], own) == ("Bob", True, "Bob") and bob.look()["stage"] == "apart" else view)
ann.act("leave/1")
while ann.look()["stage"] != "menu":
    pass
ann.act("leave/1")
said, _ = arena.communicate(timeout=SECONDS)
check("the menu ends", None if arena.returncode == 0 and "Goodbye" in said and "play --browser -v wild" in said else said[-300:])

arena, (ann,) = start("--listen", "0.0.0.0:0", "human:name=Ann", "computer")
check("an address of all interfaces is printed as one that can be opened", None if ann.host != "0.0.0.0" or not has_network() else ann.host)
arena.terminate()
arena.communicate(timeout=SECONDS)

# Three people, two games. Who is out of a game does not hold up the others; between two games everybody is waited for.
arena, three = start("--games", "2", "-r", "dice=1", "--seed", "4", "human:name=Ann", "human:name=Bob", "human:name=Cem")
wrong, end = [], time.monotonic() + SECONDS


def until(stage, number):
    """Plays until all pages show this stage, in this hand."""
    while time.monotonic() < end and not all([person.look()["stage"] == stage and person.view["hand"] == number for person in three]):
        for person in three:
            if "ask" in person.view:
                person.act("play/%d/%d" % (person.view["ask"]["number"], person.view["ask"]["plays"][0]))


def go_on(persons):
    """They are ready, one after the other; only the last one changes the page."""
    for number, person in enumerate(persons):
        before = [one.look()["stage"] for one in three][0]
        person.act("ready/1")
        is_last = number == len(persons) - 1
        wrong.extend([] if is_last or before == three[0].look()["stage"] else ["%d of %d: %s" % (number + 1, len(persons), three[0].view)])


until("showdown", 1)
seats = three[0].view["seats"]
wrong += [] if sorted((seat["in"], seat["place"]) for seat in seats) == [(False, 3), (True, 0), (True, 0)] else [seats]
go_on([person for person in three if seats[person.view["you"]]["in"]])
until("showdown", 2)
wrong += [] if len(three[0].view["past"]) == 2 and three[0].view["past"][1].startswith("Hand 2: ") else [three[0].view]
go_on([person for person in three if three[0].view["seats"][person.view["you"]]["in"]])
until("over", 2)
wrong += [] if (three[0].view["game"], three[0].view["games"]) == (1, 2) and not three[0].view["chooses"] else [three[0].view]
go_on(three)
until("showdown", 1)
seats = three[0].view["seats"]
wrong += [] if three[0].view["game"] == 2 and sorted(seat["wins"] for seat in seats) == [0, 0, 1] else [three[0].view]
check("three people play two games", wrong[:3])


def leave_all(persons):
    """They leave, one after the other; returns the answers, {} from an arena that has ended."""
    answers = []
    for person in persons:
        try:
            answers.append(person.act("leave/1"))
        except ConnectionError:
            answers.append({})
    return answers


three[0].look(), three[1].look()
wrong, gone, three = [], three[2], three[:2]
left, seat = gone.act("leave/1"), gone.view["you"]
absent = [one["seat"] for one in three[0].look()["absent"]]
wrong += [] if left == {"done": True, "goes_on": True} and absent == [seat] else [left, absent]
wrong += [person.view for person in three if not person.act("vote/%d" % "ABC".index(gone.view["seats"][seat]["me"]))["done"]]
go_on([person for person in three if seats[person.view["you"]]["in"]])
until("showdown", 2)
check("who leaves is replaced by vote, and the others continue", wrong[:3])
answers = leave_all(three)
said = arena.communicate(timeout=SECONDS)[0]
check("the game ends when the last one leaves", None if arena.returncode == 0 and "Game 2 of 2" in said and "You leave the table." in said and
      answers[-1] in ({}, {"done": True}) else [answers, said[-300:]])

# Who has left is replaced by a robot, once more than half of the others want it.
arena, three = start("-r", "dice=1", "--seed", "4", "human:name=Ann", "human:name=Bob", "human:name=Cem", "prober")
for one in three:
    one.look()
ann, bob, cem = three
until("playing", 1)
player = {one: "ABCD".index(one.view["seats"][one.view["you"]]["me"]) for one in three}
wrong = [] if ann.view["absent"] == [] and not ann.act("vote/%d" % player[cem])["done"] else ["a present person is voted out"]
cem.act("gone/1")
told = ann.look()["absent"]
wrong += [] if [(one["votes"], one["voters"], one["voted"]) for one in told] == [(0, 2, False)] else [told]
answers = [ann.act("vote/%d" % player[cem])["done"], ann.act("vote/%d" % player[cem])["done"], ann.act("vote/3")["done"], ann.act("vote/25")["done"]]
wrong += [] if answers == [True, False, False, False] else [answers]
votes = [ann.send("POST", "/api/%s/vote/%d" % (token, player[cem]))[0] for token in ("0" * 32, arena.spectator.token)]
wrong += [] if votes == [404, 404] else ["who has no seat votes: %s" % votes]
told = bob.look()["absent"]
wrong += [] if [(one["votes"], one["voters"], one["voted"]) for one in told] == [(1, 2, False)] else [told]
wrong += [] if bob.act("vote/%d" % player[cem])["done"] else ["Bob's vote is refused"]
wrong += [] if all(one.look()["absent"] == [] and "prober plays for Cem" in one.view["news"].replace("computer", "prober") and
                   "Cem has left" in one.view["past"][-1] for one in (ann, bob)) else [ann.view]
three = [ann, bob]
until("showdown", 1)
check("who has left is replaced by vote", wrong[:3])
wrong = [] if cem.look()["robot"] and cem.act("auto/0/0")["done"] and cem.look()["robot"] == "" else [cem.view]
check("who comes back can move again", wrong)
leave_all([ann, bob, cem])
said = arena.communicate(timeout=SECONDS)[0]
check("the terminal tells who is replaced", None if "Cem has left. By the vote of the others" in said else said[-300:])

# A showdown that all dismiss at once is not over for spectators before they have seen it.
arena, (ann,) = start("--seed", "11", "human:name=Ann", "prober")
watching = arena.spectator
watching.look()
wrong = ["no hand was quick enough"]
for _ in range(6):
    while ann.look()["stage"] != "showdown":
        if "ask" in ann.view:
            began = time.monotonic()
            ann.act("play/%d/%d" % (ann.view["ask"]["number"], ann.view["ask"]["plays"][0]))
    shown = ann.view["hands"]
    ann.act("ready/1")
    while ann.look()["stage"] == "showdown":
        pass
    missed = watching.look()
    if time.monotonic() - began < 2.5:  # else it was over on this machine
        wrong = [] if (missed["stage"], missed["hands"]) == ("showdown", shown) else [missed]
        break
while watching.look()["stage"] == "showdown":
    time.sleep(0.05)
wrong += [] if (watching.view["hand"], watching.view["stage"]) == (ann.view["hand"], "playing") else [watching.view]
check("a spectator sees a showdown that is dismissed at once", wrong)
arena.kill()
arena.communicate(timeout=SECONDS)


def soon(ask):
    """Repeats this until all of it happens while a page that has asked counts as open."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        began = time.monotonic()
        answers = ask()
        if time.monotonic() - began < 15:
            return answers
    raise RuntimeError("it never took less than 15 s")


# Spectators: late, many, too many, and with ideas of their own.
arena, (ann,) = start("--seed", "11", "human:name=Ann", "prober")
many = [Person(arena.spectator.address) for _ in range(120)]
ann.look()
wrong = [] if ann.n_spectators == 0 else [ann.n_spectators]
views = soon(lambda: [one.look() for one in [*many, many[0]]])
ann.look()
wrong += [] if ann.n_spectators == 120 else [ann.n_spectators]
wrong += [] if all(view["hands"] == "A:xxxxx,B:xxxxx" and view["chance"] is None and "ask" not in view for view in views) else [views[0]]
wrong += [] if many[0].poll >= 1000 and ann.poll is None else [many[0].poll, ann.poll]
one = many[0]
tries = [one.send(method, "/api/%s/%s" % (one.token, path))[0] for method in ("GET", "POST") for path in (
    "play/%d/0" % ann.view["ask"]["number"], "hint", "robots", "leave/1", "ready/1", "pause/1", "x/1", "-1", "1/x" * 40, "99999999999/1")]
wrong += [] if set(tries) == {404} else [tries]
wrong += [] if not {one.token[i:i + 8] for i in range(25)} & {ann.token[i:i + 8] for i in range(25)} else ["the token of a player follows from the spectator's"]
check("a hundred spectators see the table, cannot act and ask less often", wrong)
flood = soon(lambda: [json.loads(one.send("GET", "/api/%s/0/%d" % (one.token, number))[1])["spectators"] for number in range(300)])
ann.look()
check("more spectators than are counted do not stop the game", None if ann.n_spectators == 256 == flood[-1] and
      ann.act("play/%d/23" % ann.view["ask"]["number"])["done"] else (ann.n_spectators, flood[-1]))
arena.kill()
arena.communicate(timeout=SECONDS)

arena, (ann,) = start("human:name=Ann", "computer")
statuses = [ann.send("GET", "/")[0], ann.send("GET", "/api/%s/0" % ("0" * 32))[0], ann.send("POST", "/api/%s/leave/1" % ("0" * 32))[0],
            ann.send("GET", "/api/standings.json")[0], ann.send("GET", "/api/%s/0" % ann.token, host="evil.example")[0],
            ann.send("PUT", "/")[0], ann.send("GET", "/api/%s/0" % ann.token)[0]]
near = ["%x" % (int(ann.token[0], 16) ^ 1) + ann.token[1:], ann.token[:-1] + "%x" % (int(ann.token[-1], 16) ^ 1), ann.token[:-1], ann.token + "0"]
near = [ann.send("GET", "/api/%s/0" % token)[0] for token in near]
check("a token is known in full", None if near == [404] * 4 else near)
check("who has no token gets nothing", None if statuses == [200, 404, 404, 404, 421, 405, 200] else statuses)
page = ann.bytes[0]
check("no token is in the page", None if ann.token.encode() not in page and b"connect-src 'self'" in page else "it is")
arena.send_signal(signal.SIGINT)
while ann.look_last() and ann.view["stage"] != "closed":
    pass
said, _ = arena.communicate(timeout=SECONDS)
check("ctrl-C ends the page and the game", None if arena.returncode == 130 and "Interrupted" in said else (arena.returncode, said))
sys.exit(1 if checks.n_failed else 0)
