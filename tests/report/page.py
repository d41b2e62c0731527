"""page.py ARENA RUN_FOLDER ONE_GAME LARGE UPSETS REPORT... - checks the page of `arena report` in a headless Chromium.

The first report is gone through step by step; LARGE has 26 robots at tables of three, UPSETS
robots that beat others with higher ratings; all other reports are looked at in light, dark and on a phone. Prints
"ok NAME" or "FAIL NAME: why". Saves the first page, as the browser draws it, as REPORT.drawn.html."""
import base64
import csv
import functools
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
from urllib.request import pathname2url

import checks
from browser import Browser
from checks import CONTRAST, LABELS, OVERLAPS, STRUCTURE, TYPOGRAPHY, axe, check, clean, step_through, text

(ARENA, FOLDER, ONE_GAME, LARGE, UPSETS), REPORTS = sys.argv[1:6], sys.argv[6:]


def check_numbers(page):
    """Compares the table of the page with the run's table.csv."""
    with open(os.path.join(FOLDER, "table.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    with open(os.path.join(FOLDER, "clock.json")) as file:
        clock = {robot["label"]: robot["cpu_us_per_ask"] for robot in json.load(file)["robots"]}
    heads = page.evaluate("Array.from(document.querySelectorAll('.standings thead th'), e => e.textContent)")
    cells = page.evaluate("Array.from(document.querySelectorAll('.standings tbody tr'), r => Array.from(r.children, e => e.textContent))")
    wrong = [] if len(rows) == len(cells) else ["%d rows, not %d" % (len(cells), len(rows))]
    for row, cell in zip(rows, cells):
        seen = {clean(head): clean(value) for head, value in zip(heads, cell)}
        wanted = {
            "rank": row["rank_best"] + ("\u2013" + row["rank_worst"] if row["rank_best"] != row["rank_worst"] else ""), "robot": row["robot"], "win rate": "%.2f%% (%.2f to %.2f)" % tuple(100 * float(row[key]) for key in ("win_rate", "low", "high")),
            "games": row["games"],
        }
        if clock[row["robot"]] is not None and clock[row["robot"]] < 10:
            wanted["CPU per ask"] = "%.2f\u00b5s" % clock[row["robot"]]
        if "faults" in seen:
            wanted["faults"] = ", ".join(row[key] + " " + key for key in ("illegal", "timeouts", "crashes") if row[key] != "0") or "\u2013"
        wrong += ["%s is %r, not %r" % (key, seen.get(key), value) for key, value in wanted.items() if seen.get(key) != value]
    check("numbers are those of table.csv", "; ".join(wrong[:4]))


@functools.lru_cache
def analysed(robot):
    """Runs `arena analyse` for a robot, with as many games as a report uses."""
    said = subprocess.run([ARENA, "analyse", robot, os.path.basename(FOLDER), "--results", os.path.dirname(FOLDER), "--games", "1000", "--worst", "5",
                           "--output", "json"], check=True, capture_output=True).stdout
    return json.loads(said)


def check_texts(a, tables):
    """Compares the tables of losses with `arena analyse`."""
    losses = [[l["because"], str(l["hands"]), str(l["games"])] for l in a["losses"] if l["hands"] or l["games"]]
    worst = [[("called " if w["is_call"] else "bid ") + w["words"], "%.1f%%" % (100 * w["chance"]),
              "\u2013" if w["right"] is None else "%.1f%%" % (100 * w["right"])] for w in a["worst"]]
    shown = [[[clean(cell) for cell in row] for row in tables[name]["rows"]] for name in ("losses", "worst")]
    check("losses of %s" % a["robot"], None if shown == [losses, worst] else (shown, [losses, worst]))


def check_analysis(page):
    """Compares the table of how the robots played, and the charts of one robot, with `arena analyse`."""
    def share(of):
        return "%.1f%% (%.1f to %.1f)" % tuple(100 * of[key] for key in ("value", "low", "high")) if of["trials"] else "\u2013"

    robots = page.evaluate("report.data.robots.map(r => r.robot)")
    wanted = []
    for robot in robots:
        a = analysed(robot)
        ahead = a["baseline"]["ahead"]
        wanted.append([robot, str(a["games"]), share(a["bids"]["false"]), share(a["bids"]["caught"]), share(a["calls"]["precision"]),
                       share(a["calls"]["recall"]), "%s%.1f%% (%.1f to %.1f)" % (("-" if ahead["mean"] < 0 else "+", 100 * abs(ahead["mean"])) +
                                                                               (100 * ahead["low"], 100 * ahead["high"]))])
        there = page.evaluate("report.data.analysis")[len(wanted) - 1]
        tables = there.pop("tables")
        check_texts(a, tables)
        if there != a:
            check("the analysis of %s is that of arena analyse" % robot, "it is not")
    cells = page.evaluate("Array.from(document.querySelectorAll('#analysis-table tbody tr'), r => Array.from(r.children, e => e.textContent))")
    cells = [[clean(cell) for cell in row] for row in cells]
    check("the analysis of all is that of arena analyse", [pair for pair in zip(cells, wanted) if pair[0] != pair[1]] or len(cells) != len(wanted))
    wrong = []
    for i, robot in enumerate(robots):
        page.evaluate("(function (s) { s.value = %d; s.dispatchEvent(new Event('change')); })(document.getElementById('analysed'))" % i)
        seats = page.evaluate("Array.from(document.querySelectorAll('#analysis-body tbody tr'), r => Array.from(r.children, e => e.textContent))")
        for seat in analysed(robot)["by_seat"]:
            row = ["seat %d" % (seat["seat"] + 1), str(seat["games"]), "%.1f%% (%.1f to %.1f)" % tuple(100 * seat["wins"][key] for key in ("mean", "low", "high"))]
            wrong += [] if row in [[clean(cell) for cell in cells] for cells in seats] else [row]
    check("wins by seat of each robot that is chosen", wrong)


def replayed(game):
    lines = subprocess.run([ARENA, "replay", os.path.basename(FOLDER), str(game), "--results", os.path.dirname(FOLDER),
                            "--output", "json"], check=True, capture_output=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def compare(told, moments):
    plays = ["%s (%s): %s" % (m["robot"], m["me"], m["words"]) for m in moments if m["event"] == "play" and m["verdict"] == "ok"]
    ends = [m["words"] for m in moments if m["event"] == "showdown"]
    winner = [p["robot"] for m in moments if m["event"] == "over" for p in m["places"] if p["place"] == 1][0]
    mine = [line for line in told if line in set(plays)]
    if mine != plays:
        return "%d plays told, not %d" % (len(mine), len(plays))
    if [line for line in told if line in set(ends)] != ends:
        return "the ends of hands are not the same"
    return None if told[-1].startswith(winner) and " wins game " in told[-1] else "not the winner: " + told[-1]


def check_replay(page):
    games = page.evaluate("Array.from(document.getElementById('game').options, o => +o.value)")
    check("several sample games", None if len(games) > 2 else games)
    wrong = [] if page.evaluate("document.querySelector('#bid .big').getBoundingClientRect().bottom + scrollY") < 900 else ["it is not on the first screen"]
    wrong += [] if re.search(r"game %d: .*(bluff|looked likely|lie|True)" % page.evaluate("+document.getElementById('game').value"), text(page, "#boldest")) else [
        text(page, "#boldest")]
    check("the boldest bid comes first", wrong)
    page.click("#step-first")
    check("a replay clicked through to its end", compare(step_through(page, lambda: page.click("#step-next")),
                                                       replayed(page.evaluate("+document.getElementById('game').value"))))
    page.evaluate("location.hash = '#game-%d'" % games[-1])
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    page.press("Home")
    check("another one by keyboard", compare(step_through(page, lambda: page.press("ArrowRight")), replayed(games[-1])))


def check_seats(page, name):
    """Steps through the first game, if there are games, within the page: a call for each step takes far longer."""
    if not page.evaluate("!!document.getElementById('event-words')"):
        return
    for width in (1100, 780) if "maexchen" in name else (1100,):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        check_seats_at(page, "%s, %d pixels wide" % (name, width))


def check_seats_at(page, name):
    """The same in a window of the size that it has now."""
    page.evaluate("document.getElementById('step-first').click()")
    n_steps, covered = page.evaluate("""(function () {
        var next = document.getElementById('step-next'), n = 0, bad = [];
        for (; !next.getAttribute('aria-disabled'); n++) {
            bad = bad.concat(%s, %s);
            next.click();
        }
        return [n, bad];
    })()""" % (OVERLAPS, TYPOGRAPHY))
    check("nothing covers a seat or breaks a name in " + name, covered[:3] or (None if n_steps > 5 else "%d steps" % n_steps))


def check_keyboard(page):
    def at():
        return page.evaluate("+document.getElementById('step').value")

    wrong, last = [], page.evaluate("+document.getElementById('step').max")
    for key, wanted in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.press(key)
        if at() != wanted:
            wrong.append("%s goes to %d" % (key, at()))
    seen, n_hands = [], page.evaluate("document.querySelectorAll('#hands button').length")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("document.getElementById('game').focus()")
    for _ in range(n_hands + 10):
        page.press("Tab")
        seen.append(page.evaluate("document.activeElement.id"))
        if seen[-1] == "step-first":
            page.press("Enter")
            wrong += [] if at() == 0 else ["Enter on Start"]
        if seen[-1] == "step-next":
            page.press(" ")
            wrong += [] if at() == 1 else ["blank on Next goes to %d" % at()]
        if not page.evaluate("document.activeElement.matches(':focus-visible') && getComputedStyle(document.activeElement).outlineStyle !== 'none'"):
            wrong.append("no focus to be seen on " + seen[-1])
    for wanted in ("step-back", "step-run", "step-last", "step", "show-history", "show-dice"):
        if wanted not in seen:
            wrong.append("Tab does not reach " + wanted)
    check("keyboard alone", "; ".join(wrong))


def check_switches(page):
    page.evaluate("document.getElementById('step-first').click()")
    for _ in range(3):
        page.click("#step-next")
    masks = "document.querySelectorAll('#seats .masked').length"
    before = page.evaluate(masks), page.evaluate("document.getElementById('history').offsetHeight")
    page.click("#show-dice")
    page.click("#show-history")
    after = page.evaluate(masks), page.evaluate("document.getElementById('history').offsetHeight")
    check("dice and history can be hidden", None if before[0] == 0 and before[1] > 0 and after[0] > 0 and after[1] == 0 else (before, after))
    page.click("#show-dice")
    page.click("#show-history")
    page.evaluate("document.getElementById('step-last').click()")
    page.evaluate("document.getElementById('step-back').click()")
    labels = page.evaluate("Array.from(document.querySelectorAll('#seats .dice[role=img]'), e => e.ariaLabel)")
    check("dice have words", None if labels and all(label.strip() for label in labels) else labels)


def check_truth(page):
    """Compares the sentence about each bid with the dice of the hand; the rules have no wild dice."""
    wrong, n_seen, n_false = [], 0, 0
    page.evaluate("location.hash = '#game-' + report.data.games.reduce((a, b) => b.plays > a.plays ? b : a).number")
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    game = page.evaluate("(n => report.data.games.filter(g => g.number === n)[0])(+document.getElementById('game').value)")
    page.press("Home")
    for told, where in page.evaluate("""(function () {
        var next = document.getElementById('step-next'), all = [];
        while (!next.getAttribute('aria-disabled')) {
            next.click();
            all.push(['#event-truth', '#event .where'].map(s => document.querySelector(s).textContent));
        }
        return all;
    })()"""):
        hand, play = [int(word) for word in re.findall(r"\d+", where)][::2] if ", play " in where else (0, 0)
        step = game["hands"][hand - 1]["steps"][play - 1] if play else {}
        if step.get("play", 0) < 10 or step["verdict"] != "ok":
            wrong += ["%s: %s" % (where, told)] if told else []
            continue
        there = "".join(game["hands"][hand - 1]["dice"]).count(str(step["play"] % 10))
        is_true = there >= step["play"] // 10
        words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        starts = ("True: ",) if is_true else ("A bluff: ", "False, but it looked likely: ")
        n_seen, n_false = n_seen + 1, n_false + (not is_true)
        if not told.startswith(starts) or " %s. " % words[there] not in told:
            wrong.append("%s: %s" % (where, told))
    check("the truth of each bid", wrong[:3] or (None if n_seen > 5 and n_false else "%d bids, %d false" % (n_seen, n_false)))


def check_strip(page):
    """Uses the keys with the focus at any place, the chips, the address and the strip."""
    def state():
        return page.evaluate("[+document.getElementById('step').value, location.hash.split('/')[1], document.querySelector('#event .where').textContent]")

    wrong, last = [], page.evaluate("+document.getElementById('step').max")
    page.evaluate("document.activeElement.blur()")
    page.press("Home")
    for key, where in (("]", "Hand 1 of"), ("]", "Hand 2 of"), ("[", "Hand 1 of"), ("[", "Game")):
        page.press(key)
        at, address, told = state()
        wrong += [] if told.startswith(where) and address == str(at) else ["%s: %s" % (key, (at, address, told))]
    page.evaluate("document.querySelectorAll('#hands button')[1].click()")
    wrong += [] if state()[2].startswith("Hand 2 of") else ["the chip: %s" % state()]
    marks = page.evaluate("[document.querySelectorAll('#strip i').length, document.querySelectorAll('#strip .now').length]")
    wrong += [] if marks == [last + 1, 1] else ["%s marks for %d steps" % (marks, last)]
    page.evaluate("document.activeElement.blur(); document.getElementById('speed').value = '4'")
    page.press(" ")
    running = text(page, "#step-run")
    page.evaluate("new Promise(done => setTimeout(done, 700))")
    page.press(" ")
    wrong += [] if (running, text(page, "#step-run")) == ("Pause", "Run") and state()[0] > 1 else ["space: %s" % state()]
    page.evaluate("location.hash = '#game-%d/3'" % page.evaluate("+document.getElementById('game').options[0].value"))
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    wrong += [] if state()[0] == 3 else ["a link to step 3: %s" % state()]
    page.evaluate("location.hash = '#game-99999'")
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    wrong += [] if "does not have game 99999" in text(page, "#games-none") else ["an unknown game: " + text(page, "#games-none")]
    page.click("#copy-link")
    page.evaluate("new Promise(done => setTimeout(done, 50))")
    wrong += [] if text(page, "#copied") else ["nothing is said of a copied link"]
    check("strip, chips, keys and address", "; ".join(wrong))


def linked(page, link):
    """Returns the game, the hand and the index of the step that #game-N/hHpP shows."""
    number, hand, play = map(int, re.fullmatch(r"#game-(\d+)/h(\d+)p(\d+)", link).groups())
    game = page.evaluate("report.data.games.filter(g => g.number === %d)[0]" % number)
    return game, game["hands"][hand - 1], play - 1


def wrong_moves(page, links, robot, moves):
    """Follows links to moves, {game, hand, play}, of a robot; returns those after which another play is shown or marked in the history."""
    wrong = [] if 0 < len(links) == len(moves) else [(links, moves)]
    for link, move in zip(links, moves):
        game, hand, s = linked(page, link)
        page.evaluate("location.hash = '%s'; new Promise(done => setTimeout(done, 30))" % link)
        step, where, chosen = hand["steps"][s], text(page, "#event .where"), page.evaluate("(document.querySelector('#plays [aria-current=step]') || {}).textContent")
        seats = page.evaluate("report.data.games.filter(g => g.number === %d)[0].seats.map(s => report.robot(s.robot).robot)" % move["game"])
        is_it = (game["number"], seats[step["seat"]], step["play"]) == (move["game"], robot, move["play"]) and hand == game["hands"][move["hand"] - 1]
        is_shown = where.startswith("Hand %d of" % move["hand"]) and where.endswith("play %d" % (s + 1)) and chosen == text(page, "#event-words")
        wrong += [] if is_it and is_shown else [(link, move, where, chosen)]
    return wrong


def shown_position(page):
    return page.evaluate("""(function () {
        var text = id => document.getElementById('quiz-' + id).textContent, link = document.querySelector('#quiz-truth a');
        return {dice: Array.from(document.querySelectorAll('#quiz :is(#quiz-own, #quiz-seats) .dice'), e => e.ariaLabel).sort(), where: text('where'), words: text('words'), truth: text('truth'),
            drawn: document.querySelectorAll('#quiz .seat .die').length, buttons: Array.from(document.querySelectorAll('#quiz button:not([hidden])'), e => e.textContent),
            link: link && link.getAttribute('href'), focus: document.activeElement.id};
    })()""")


def check_position(page, before, after, is_call):
    """Compares a position, before and after the choice, with the recorded game; returns what is wrong, whether the bid is true, and whether
    the robot called."""
    game, hand, s = linked(page, after["link"])
    truth, answer, ladder = hand["steps"][s - 1]["truth"], hand["steps"][s], page.evaluate("report.data.ladder || 0")
    if ladder:
        dice, is_true = [str(truth["count"])], ladder.index(truth["count"]) >= ladder.index(truth["bid"])
        hidden, answers = ["2\u00a0hidden dice"], ["Doubt", "Believe"]
    else:
        dice, is_true = [d for d in hand["dice"] if d], "".join(hand["dice"]).count(str(truth["bid"] % 10)) >= truth["bid"] // 10
        answers = ["Call", "Raise"]
        hidden = [" ".join(d) if i == answer["seat"] else "%d\u00a0hidden di%s" % (len(d), "ce" if len(d) > 1 else "e") for i, d in enumerate(hand["dice"]) if d]
    wrong = [] if before["dice"] == sorted(hidden) and before["drawn"] == (0 if ladder else len(hand["dice"][answer["seat"]])) else ["dice: %s, not %s" % (before, hidden)]
    wrong += [] if hand["steps"][s - 1]["words"] in before["words"] and before["buttons"] == answers and not before["link"] else [before]
    wrong += [] if after["dice"] == sorted(" ".join(d) for d in dice) else ["all dice: %s, not %s" % (after, dice)]
    said = ("Wrong. " if is_call == is_true else "Right. ") + ("True: " if is_true else "A lie: " if ladder else "(A bluff|False, but it looked likely): ")
    chance = "%s gives it %.0f%%." % (page.evaluate("report.story(%s).named(%d)" % (json.dumps(game), answer["seat"])), 100 * truth["next"] + 1e-9)
    wrong += [] if re.match(said, after["words"]) and clean(after["words"]).endswith(chance) and 0.15 <= truth["next"] <= 0.85 else [(after, said, chance)]
    did = ("doubted" if ladder else "called") if answer["play"] == 0 else "believed" if ladder else "raised to " + answer["words"]
    wrong += [] if did in after["truth"] and after["focus"] == "quiz-next" else [(after, did)]
    champion = page.evaluate("(report.data.puzzles.filter(p => p.game === %d && p.hand === %d)[0] || {}).champion || 0" % (game["number"], game["hands"].index(hand)))
    would = "" if not champion else "champion would %s. " % ("raise" + (" to " + champion["words"] if champion["words"] else "") if champion["calls"] == 0 else
                                                            "call" if champion["calls"] == champion["of"] else "call in %d of %d cases" % (champion["calls"], champion["of"]))
    wrong += [] if bool(champion) != bool(ladder) and after["truth"].endswith(would + "See it in game %d" % game["number"]) else [(after, would)]
    return wrong, is_true, answer["play"] == 0


# At whatever height the page stands: the whole own seat beside the buttons, and no seat across another.
QUIZ_HIDDEN = """(function () {
    var hidden = [], table = document.getElementById('quiz-table'), bottom = table.getBoundingClientRect().bottom + scrollY;
    var seats = Array.from(table.querySelectorAll('#quiz-seats .seat, #quiz-bid'), e => e.getBoundingClientRect());
    [0, 0.25, 0.5, 0.75, 1].forEach(function (part) {
        scrollTo({top: bottom - innerHeight - part * Math.max(0, table.offsetHeight - innerHeight), behavior: 'instant'});
        document.querySelectorAll('#quiz-own .die, #quiz-own .cup, #quiz .hold button:not([hidden])').forEach(function (e) {
            var b = e.getBoundingClientRect(), at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
            if (b.top < 0 || b.bottom > innerHeight || b.right > innerWidth || !at || !at.closest('#quiz .hold') || b.bottom > document.getElementById('quiz-buttons').getBoundingClientRect().top && !e.id)
                hidden.push((e.id || e.getAttribute('class')) + ' at ' + Math.round(b.top));
        });
    });
    seats.forEach(function (a, i) {
        seats.slice(i + 1).forEach(function (b) {
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) hidden.push('seats cover each other');
        });
    });
    return hidden.map(function (what) { return innerWidth + 'x' + innerHeight + ': ' + what; });
})()"""


# Five players of long names, of whom the last one has bid; drawn as a position of the quiz.
QUIZ_FIVE = """report.drawTable({seats: [0, 1, 2, 3, 4].map(i => ({
    letter: 'ABCDE'[i], name: 'a_conservative_and_long-winded_robot_' + i, status: '5 dice', says: 'thirteen threes', dice: i ? 'xxxxx' : '65321', isTurn: !i, isYou: !i
})), counts: null, bid: {quantity: 13, face: 3, words: 'thirteen threes', by: 'a_conservative_and_long-winded_robot_4', notes: []}}, 'quiz-')"""


def check_quiz_windows(page):
    """Own dice and buttons are in the window, with five players of long names."""
    wrong = []
    page.evaluate(QUIZ_FIVE)
    for width, height in ((390, 664), (360, 640), (844, 390), (1366, 657)):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        wrong += page.evaluate(QUIZ_HIDDEN)
    check("would you call, in four windows", wrong[:4])


def n_champion(page):
    return page.evaluate("""report.data.puzzles.filter(p => p.champion && (2 * p.champion.calls > p.champion.of) !==
        report.data.games.filter(g => g.number === p.game)[0].hands[p.hand].steps[p.step].truth['true']).length""")


def check_puzzles(browser, address):
    """Checks a page with only positions: the game is shown when its link is followed, and when the page is loaded at it."""
    page = browser.open(address, width=390, height=664)
    wrong = page.problems + [r for r in page.requests if r.split("#")[0] != address] + axe(page) + page.evaluate(CONTRAST)
    wrong += page.evaluate(STRUCTURE.replace("all('nav').length !== 1", "false")) + page.evaluate(TYPOGRAPHY) + page.evaluate(LABELS)
    wrong += [] if page.evaluate("document.title") == "Would you call? Run 0002: Liar's Dice" else [page.evaluate("document.title")]
    wrong += [] if page.evaluate("document.getElementById('games').hidden && document.documentElement.scrollWidth <= 390") else ["too wide, or a game is shown"]
    page.click("#quiz-call")
    page.evaluate("document.querySelector('#quiz-truth a').click()")
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    wrong += [] if page.evaluate("!document.getElementById('games').hidden && location.hash.split('/')[1] === document.getElementById('step').value") else ["no game"]
    check("a page of puzzles", wrong)
    link = page.evaluate("location.hash")
    page.close()
    page = browser.open(address + link, width=1366, height=657)
    check("a page of puzzles at a game", None if page.evaluate("!document.getElementById('games').hidden") else "no game")
    check_quiz(page, "puzzles.html")


def check_quiz(page, name):
    """Answers all positions of "Would you call?" by keyboard."""
    wrong, n_right, n_robots, links, truths = [], 0, 0, [], []
    n = int(re.search("of (.*)", text(page, "#quiz-where")).group(1))
    for i in range(n):
        before, is_call = shown_position(page), i % 3 > 0
        page.evaluate("document.getElementById('quiz-%s').focus()" % ("call" if is_call else "raise"))
        page.press("Enter")
        after = shown_position(page)
        faults, is_true, has_called = check_position(page, before, after, is_call)
        n_right, n_robots = n_right + (is_call != is_true), n_robots + (has_called != is_true)
        wrong += faults + ([] if after["where"] == "Position %d of %d, %d right so far" % (i + 1, n, n_right) else [after])
        links.append(after["link"].split("/")[0])
        truths.append(is_true)
        page.press("Enter")
    end = shown_position(page)
    wrong += [] if re.fullmatch("You were right in %d of %d; .* (was|were) right in %d(, champion would be right in %d)?." % (n_right, n, n_robots, n_champion(page)), end["words"]) else [end, n_right, n_robots]
    wrong += [] if 3 <= n <= 10 and max(map(links.count, links)) <= 2 and len(set(truths)) == 2 and end["buttons"] == ["Copy the result"] else [links, truths, end["buttons"]]
    page.press("Enter")
    page.evaluate("new Promise(done => setTimeout(done, 50))")
    wrong += [] if text(page, "#quiz-copied") else ["nothing is said of a copied result"]
    check("would you call, in " + name, wrong[:3])


def check_one_game(browser, address):
    page = browser.open(address, width=390, height=800)
    wrong = page.problems + [r for r in page.requests if r.split("#")[0] != address] + page.evaluate(CONTRAST)
    wrong += page.evaluate(STRUCTURE.replace("all('nav').length !== 1", "false")) + axe(page) + printed(page)
    page.press("End")
    wrong += [] if " wins game 7 " in text(page, "#event-words") else [text(page, "#event-words")]
    wrong += [] if page.evaluate("document.documentElement.scrollWidth") <= 390 else ["too wide for a phone"]
    check("a page with one game", wrong)
    page = browser.open(address.split("#")[0] + "#game-1/0", width=390, height=664)
    tops = set()
    for _ in range(30):
        tops.add(round(page.evaluate("document.getElementById('step-next').getBoundingClientRect().top")))
        page.evaluate("document.getElementById('step-next').click()")
    check("on a phone, the buttons for steps stay at one place in the window", None if len(tops) == 1 and 500 < min(tops) < 620 else tops)
    page.close()


# Is a button for steps not in the window, or below something else, or the bid below them?
CONTROLS = """(function () {
    var buttons = Array.from(document.querySelectorAll('#replay .buttons button')), bid = document.getElementById('bid').getBoundingClientRect();
    return buttons.filter(function (e) {
        var b = e.getBoundingClientRect(), at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
        return b.top < 0 || b.bottom > innerHeight || b.left < 0 || b.right > innerWidth || !at || !e.contains(at);
    }).map(e => e.id).concat(bid.bottom > buttons[0].getBoundingClientRect().top || bid.top < 0 ? ['bid'] : []).map(what => innerWidth + 'x' + innerHeight + ': ' + what);
})()"""


def check_controls(browser, addresses):
    """Opens each page by the link to a game in each window."""
    wrong = []
    for address in addresses:
        page = browser.open(address)
        number = page.evaluate("report.data.games[0].number")
        page.close()
        for width, height in ((1366, 657), (1280, 720), (768, 1024), (390, 664), (360, 640), (844, 390)):
            page = browser.open("%s#game-%d" % (address, number), width=width, height=height)
            page.evaluate("new Promise(done => setTimeout(done, 50))")
            wrong += page.evaluate(CONTROLS)
            page.close()
    check("a game opened by its link has its buttons in the window", wrong)


def check_long_names(page):
    """Names that differ only at their end differ in every chart, and the numbers of illegal plays lead to one."""
    wrong = []
    for chart in ("#ranking .name", "#analysis-body svg text"):
        names = page.evaluate("Array.from(document.querySelectorAll('%s'), e => e.textContent).filter(name => /v[12]$/.test(name))" % chart)
        wrong += [] if len(set(names)) == 2 and all("\u2026" in name for name in names) else [[chart, names]]
    cut = page.evaluate("['aaaaaaaaaaXbbbbbbbbbb', 'aaaaaaaaaaYbbbbbbbbbb', 'aaaaaaaaaa'].map((name, i, all) => report.clip(name, 9, all))")
    wrong += [] if cut == ["aa\u2026Xbbbb\u2026", "aa\u2026Ybbbb\u2026", "aaaa\u2026aaaa"] else [cut]
    links = page.evaluate("Array.from(document.querySelectorAll('#standings-table a'), e => [e.textContent, e.hash])")
    wrong += [] if len(links) == 2 and all("illegal" in words for words, _ in links) else [links]
    for words, link in links:
        page.evaluate("location.hash = ''; location.hash = '%s'" % link)
        page.evaluate("new Promise(done => setTimeout(done, 50))")
        told = step_through(page, lambda: page.press("ArrowRight"))
        wrong += [] if any("an illegal play" in line for line in told) else [[words, link]]
    check("long names, and links to illegal plays", wrong)


def check_site(browser):
    """Checks the pages of a contest's site in tests/golden, with their style in the page, as files may not load it."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, "src/page/web/style.css"), encoding="utf-8") as one, open(os.path.join(root, "src/page/web/site.css"), encoding="utf-8") as other:
        style = "<style>" + one.read() + other.read() + "</style>"
    for name in ("ended", "evening", "take-part", "team-1", "team-1-own", "versus"):
        with open(os.path.join(root, "tests/golden/contest", name + ".html"), encoding="utf-8") as file:
            html = re.sub("<link [^>]*>", lambda _: style, re.sub("<meta http-equiv=[^>]*>", "", file.read()))
        with open(REPORTS[0] + ".site.html", "w", encoding="utf-8") as file:
            file.write(html)
        page = browser.open(address_of(REPORTS[0] + ".site.html"), width=390, height=664)
        wrong = page.problems + ([] if page.evaluate("document.documentElement.scrollWidth") <= 390 else ["too wide for a phone"])
        for dark in (False, True):
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
            wrong += page.evaluate(CONTRAST) + (axe(page) if dark else [])
            wrong += page.evaluate(STRUCTURE.replace("all('[aria-live]').length !== 1", "false")) + page.evaluate(TYPOGRAPHY) + page.evaluate(LABELS)
        check("the page %s of a contest's site" % name, wrong)
        page.close()


def check_figure(page):
    """Checks the figure of the leaderboard: rows in the order of the table; rings at the means, between the ends of their lines."""
    rows = page.evaluate("""Array.from(document.querySelectorAll('#ranking .row:not(.head)'), function (row) {
        var track = row.querySelector('.track').getBoundingClientRect(), at = e => { var b = row.querySelector(e).getBoundingClientRect(); return b; };
        return [row.querySelector('.name').title, (at('.ring').left + at('.ring').right) / 2 - track.left, at('.interval').left - track.left,
            at('.interval').right - track.left, track.width];
    })""")
    robots = page.evaluate("report.data.robots")
    wrong = [] if [row[0] for row in rows] == [robot["robot"] for robot in robots] else [[row[0] for row in rows]]
    for row, robot in zip(rows, robots):
        wrong += [] if row[2] <= row[1] <= row[3] and -1 <= row[2] and row[3] <= row[4] + 1 and row[3] - row[2] > 4 else [row]
        scale = (row[3] - row[2]) / (robot["high"] - robot["low"])
        wrong += [] if abs(row[2] + (robot["win_rate"] - robot["low"]) * scale - row[1]) < 2 else ["the mean of %s" % row[0]]
    page.evaluate("document.getElementById('ranking').style.width = '270px'")
    sizes = page.evaluate("Array.from(document.querySelectorAll('#ranking .ring'), e => [e.offsetWidth, e.previousElementSibling.offsetWidth])")
    page.evaluate("document.getElementById('ranking').style.width = ''")
    wrong += [] if min(line for _, line in sizes) < 18 and all(ring <= max(4, line - 7) for ring, line in sizes) else [sizes]
    check("the leaderboard as a figure", wrong[:3] or len(rows) != 3)
    before = page.evaluate("Array.from(document.querySelectorAll('.standings tbody th'), e => e.textContent)")
    wrong = []
    for click, wanted in ("", ["rank", "ascending", before]), (1, ["robot", "ascending", sorted(before)]), (1, ["robot", "descending", sorted(before)[::-1]]), (
            2, ["win rate", "descending", before]), (2, ["win rate", "ascending", before[::-1]]), (0, ["rank", "ascending", before]):
        seen = page.evaluate("""(function (at) {
            var table = document.querySelector('.standings'), head;
            if (at !== '')
                table.querySelectorAll('thead button')[at].click();
            head = table.querySelectorAll('[aria-sort]');
            return [head[0].textContent, head[head.length - 1].ariaSort, Array.from(table.querySelectorAll('tbody th'), e => e.textContent),
                Array.from(table.querySelectorAll('thead button'), b => getComputedStyle(b, '::after').content.replace(/"/g, '')).join('')];
        })(%s)""" % json.dumps(click))
        arrows = ["\u2195"] * len(seen[3])
        arrows[click or 0] = "\u25b2" if wanted[1] == "ascending" else "\u25bc"
        wrong += [] if seen == wanted + ["".join(arrows)] else [seen]
    check("heads sort, and say so", wrong)
    page.evaluate("document.querySelector('#versus-table td[tabindex=\"0\"]').focus()")
    page.press("ArrowRight")
    said = text(page, "#versus-cell")
    check("a cell in words, by keyboard", None if said == cell_in_words(page, 0, 1) and said.startswith(before[0] + " against " + before[1]) else said)
    page.evaluate("document.querySelector('#versus-table td[data-row=\"2\"][data-column=\"0\"]').dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))")
    check("a cell in words, by mouse", None if text(page, "#versus-cell") == cell_in_words(page, 2, 0) else text(page, "#versus-cell"))
    page.evaluate("report.data.versus.misfit = 'Not explained.'; document.querySelector('input[name=versus]').dispatchEvent(new Event('change'))")
    page.evaluate("document.querySelector('input[name=versus][value=better]').click()")
    said = text(page, "#versus-note")
    check("the chance in a cell is of the ratings", None if "count the games against all robots, not only those of the pair" in said else said)
    check("results that ratings do not explain", None if text(page, "#versus-note").endswith(" Not explained.") else text(page, "#versus-note"))


def check_picture(page):
    """Compares the picture of the game beside its page with what the page shows first: words, dice and marks."""
    name = "{http://www.w3.org/2000/svg}"
    root = tree.parse(ONE_GAME.replace(".html", ".svg")).getroot()
    seats = {seat.find(name + "text").text: seat for seat in root.findall(name + "svg")}
    shown = page.evaluate("""Array.from(document.querySelectorAll('.seat'), e => [e.querySelector('bdi').textContent, e.querySelector('.face').dataset.face,
        e.querySelector('.face path').getAttribute('d'), e.querySelectorAll('.die circle').length])""")
    drawn = [[robot, seat.find(name + "g").get("data-face"), seat.find("%sg/%spath" % (name, name)).get("d"), len(list(seat.iter(name + "circle")))]
             for robot, seat in seats.items()]
    wrong = [] if sorted(drawn) == sorted(shown) else [drawn, shown]
    wrong += [] if root.find(name + "title").text == without_letters(text(page, "#event-words")) else [root.find(name + "title").text]
    wrong += [] if root.find(name + "desc").text.endswith(". " + text(page, "#event-truth")) else [root.find(name + "desc").text]
    check("the picture of a game is that of its page", wrong)


def without_letters(words):
    return re.sub(r" \([^)]*\)", "", words)


def check_preview(page, name):
    """The description is about the bid that the page shows first."""
    shown = without_letters(text(page, "#boldest")).replace(" of the sample games", "")
    said = page.evaluate("(function (e) { return e && e.content; })(document.querySelector('meta[property=\"og:description\"]'))")
    check("the preview of " + name, None if said and said.endswith(shown) else (said, shown))


def check_marks(browser, page):
    """Checks the marks of the robots: on the page, in the dark, on the page of one game, and of 26 robots."""
    names = page.evaluate("report.data.robots.map(r => r.robot)")
    places = ["ranking", "standings-table", "versus-table", "versus-table head", "seats"]
    faces = checks.check_faces(page, "a report", names, places)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    check("the marks are the same in the dark", None if checks.check_faces(page, "in the dark", names, places) == faces else faces)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    game = browser.open(address_of(ONE_GAME), width=390, height=800)
    players = game.evaluate("report.data.games[0].seats.map(s => report.robot(s.robot).robot)")
    seen = checks.check_faces(game, "a game", players, ["seats"])
    check("the marks are the same on the page of a game", None if seen == {name: faces[name] for name in players} else (seen, faces))
    check_picture(game)
    game.close()
    colours = page.evaluate("""(function () {
        var svg = report.make(document.body, 'svg', {'class': 'face'});
        var all = [0, 1, 2, 3, 4, 5].map(i => getComputedStyle(report.make(svg, 'path', {'class': 'colour-' + i})).fill.match(/\\d+/g).map(Number));
        svg.remove();
        return all;
    })()""")
    distance = checks.closest_colours(colours)
    check("the colour-blind can tell the colours of marks apart", None if distance > 18 else distance)
    n = page.evaluate("""(function () {
        var names = Array.from(Array(200), (_, i) => 'robot ' + i), place = document.createElement('p');
        report.meet(names.map(name => ({robot: name})));
        return new Set(names.map(name => report.face(place, name).innerHTML)).size;
    })()""")
    check("two hundred robots have two hundred marks", None if n == 200 else n)
    own = page.evaluate(checks.CHART_FACES % "#versions-charts")
    check("the mark of a version in the chart", None if len(own) == 1 and "wrong" not in own else own)
    large = browser.open(address_of(LARGE), width=390, height=664)
    checks.check_faces(large, "26 robots", large.evaluate("report.data.robots.map(r => r.robot)"), ["ranking", "standings-table", "versus-table", "neighbours-table", "neighbours-table head"])
    large.close()


def check_arrows(page):
    """A rating of which only one bound is known is an arrow from there to the edge."""
    wrong, n_arrows, sides = [], 0, {"most": "left", "least": "right"}
    rows = page.evaluate("""Array.from(document.querySelectorAll('#ranking .row:not(.head)'), function (row) {
        var track = row.querySelectorAll('.track')[1], line = track.querySelector('.interval'), box = track.getBoundingClientRect(), at = line.getBoundingClientRect();
        return {style: line.className, left: at.left - box.left, right: box.right - at.right, ring: !!track.querySelector('.ring')};
    })""")
    for row, robot in zip(rows, page.evaluate("report.data.robots")):
        kind = robot["rating"]["kind"]
        wrong += [] if (kind in sides) == (not row["ring"]) and row["style"].split()[1:] == [kind] * (kind in sides) else [(kind, row)]
        if kind in sides:
            n_arrows += 1
            wrong += [] if abs(row[sides[kind]]) < 1 and row["left"] + row["right"] > 20 else [row]
    wrong += [] if page.evaluate("document.getElementById('highlights').hidden") else ["sentences on pairs that have played too little"]
    check("one-sided ratings are arrows", wrong or (None if n_arrows and "An arrow begins at" in text(page, "#ranking-note") else "there are none"))


def check_highlights(page):
    """Checks the sentences on the closest pair, the biggest upset and the result that the ratings explain least, and their links."""
    versus = page.evaluate("report.data.versus")
    rating = [page.evaluate("report.robot(%d).rating.elo" % i) for i in versus["robots"]]
    names = [page.evaluate("report.robot(%d).robot" % i) for i in versus["robots"]]
    pairs = [(i, j) for i in range(len(rating)) for j in range(len(rating)) if i != j]
    gap, of = (lambda p: rating[p[1]] - rating[p[0]]), (lambda key, p: versus[key][p[0]][p[1]])
    close = min((p for p in pairs if of("low", p) <= 0.5 <= of("high", p) and of("high", p) - of("low", p) <= 0.2), key=lambda p: abs(of("share", p) - 0.5))
    close = close if of("share", close) >= 0.5 else close[::-1]
    upset = max((p for p in pairs if of("low", p) > 0.5 and gap(p) > 0), key=gap)
    odd, predicted = tuple(versus["exploit"]), (lambda p: "; the ratings predict %.1f%%" % (100 / (1 + 10 ** (gap(p) / 400))))
    wanted = ["%s: %s won %.1f%% (%.1f to %.1f) of the games that it or %s%s won%s." % ((title, names[p[0]]) + tuple(100 * of(key, p) for key in ("share", "low", "high")) +
              (rank, names[p[1]], after)) for title, p, rank, after in (("Closest pair", close, "", ""), ("Biggest upset", upset, "the higher-rated ", predicted(upset)),
                                                                        ("Who exploits whom", odd, "", predicted(odd)))]
    seen = [clean(line) for line in page.evaluate("Array.from(document.querySelectorAll('#highlights li'), e => e.textContent)")]
    wrong = [] if seen == wanted else [seen, wanted]
    wrong += [] if names[odd[0]] + " beat " + names[odd[1]] + " in " in versus["misfit"] else [versus["misfit"]]
    page.call("Page.bringToFront")
    page.evaluate("document.documentElement.style.scrollBehavior = 'auto'; 0")  # a click may miss what still moves
    page.click("#highlights li:first-child a")
    cell = page.evaluate("[document.activeElement.dataset.row, document.activeElement.dataset.column].map(Number)")
    wrong += [] if cell == list(close) and text(page, "#versus-cell") == cell_in_words(page, *close) else [cell]
    page.evaluate("document.querySelector('#highlights').scrollIntoView(); new Promise(done => setTimeout(done, 300))")
    page.click("#highlights li:nth-child(2) a")
    page.evaluate("""new Promise(function (done) {
        var end = Date.now() + 10000;
        (function look() { if (location.hash.split('/')[0] === '#game-' + document.getElementById('game').value || Date.now() > end) done(); else setTimeout(look, 20); })();
    })""")
    game = page.evaluate("report.data.games.filter(g => location.hash.split('/')[0] === '#game-' + g.number)[0]") or {"places": [], "seats": [], "number": 0}
    order = [versus["robots"].index(seat["robot"]) for _, seat in sorted(zip(game["places"], game["seats"]), key=lambda of: of[0])]
    wrong += [] if order == list(upset) and page.evaluate("+document.getElementById('game').value") == game["number"] else [
        order, page.evaluate("document.querySelector('#highlights li:nth-child(2) a').href"), page.evaluate("location.href")]
    check("sentences on pairs of robots", wrong)


def cell_in_words(page, row, column):
    """Returns the expected text of a head-to-head cell, from the data."""
    versus = page.evaluate("report.data.versus")
    names = [page.evaluate("report.robot(%d).robot" % versus["robots"][at]) for at in (row, column)]
    of = {key: versus[key][row][column] for key in ("share", "low", "high", "games", "better")}
    better = of["better"]
    certainty = "below 0.1" if better < 0.0005 else "above 99.9" if better >= 0.9995 else "%.1f" % (100 * better)
    return "%s against %s: won %.2f\u202f%% (%.1f to %.1f) of the games that one of them won, %s\u00a0games in all. By the ratings, which count the games against all robots, it is the stronger one with a chance of %s\u202f%%." % (
        names[0], names[1], 100 * of["share"], 100 * of["low"], 100 * of["high"], format(of["games"], ",").replace(",", "\u202f"), certainty)


def check_outcomes(page):
    """Checks the counts and bars of the chosen robot."""
    wrong, versus = [], page.evaluate("report.data.versus")
    for i in range(len(versus["robots"])):
        page.evaluate("(e => { e.value = '%d'; e.dispatchEvent(new Event('change')); })(document.getElementById('outcomes-of'))" % i)
        rows = page.evaluate("Array.from(document.querySelectorAll('#outcomes-table tbody tr'), r => Array.from(r.children, e => e.textContent))")
        bars = page.evaluate("Array.from(document.querySelectorAll('#outcomes-table .outcomes'), b => Array.from(b.children, e => e.offsetWidth))")
        others = [j for j in range(len(versus["robots"])) if j != i]
        for j, row, bar in zip(others, rows, bars):
            lost, even, won = versus["outcomes"][i][j][::2]
            share = "%.1f%% (%.1f to %.1f)" % tuple(100 * versus[key][i][j] for key in ("share", "low", "high"))
            wrong += [] if [clean(cell) for cell in row[2:]] == [str(won), str(even), str(lost), share] else [row]
            wrong += [] if abs(bar[0] * (won + even + lost) - won * sum(bar)) < 4 * (won + even + lost) else [bar]
        wrong += [] if len(rows) == len(others) else ["%d rows" % len(rows)]
    check("matches by outcome", wrong)


def check_large(browser, address):
    """With 26 robots: the tables fit 1024 pixels, their headings stay visible, and a touch shows a cell."""
    page = browser.open(address, width=1024, height=600)
    wrong = []
    for name in ("versus", "neighbours"):
        cell = "#%s-table td[data-row='20'][data-column='7']" % name
        wide = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.getElementById('%s-table'))" % name)
        wrong += ["%s is %d pixels too wide" % (name, wide)] if wide > 0 else []
        for what, where in ("#%s-table" % name, "start"), (cell, "nearest"):
            page.evaluate("document.querySelector(\"%s\").scrollIntoView({block: '%s', behavior: 'instant'})" % (what, where))
        head, table = page.evaluate("['#%s-table thead th:nth-child(9)', '#%s-table'].map(s => document.querySelector(s).getBoundingClientRect().top)" % (name, name))
        wrong += [] if -1 <= head - table <= 1 and head >= -1 else ["the head of %s is at %d, the table at %d" % (name, head, table)]
        page.touch(cell)
        said, marked = text(page, "#%s-cell" % name), page.evaluate("document.querySelectorAll('#%s-table .marked').length" % name)
        wrong += [] if (" against " if name == "versus" else " after ") in said and marked == 53 else ["%s: %r, %d marked" % (name, said, marked)]
        text_at = page.evaluate("(b => [b.top, b.bottom])(document.getElementById('%s-cell').getBoundingClientRect())" % name)
        wrong += [] if 0 <= text_at[0] and text_at[1] <= 600 else ["what is said of %s is at %s" % (name, text_at)]
    wrong += [cell for cell in page.evaluate("Array.from(document.querySelectorAll('#versus-table td'), e => e.textContent)") if "." in cell]
    phone = browser.open(address, width=390, height=800)
    phone.evaluate("(e => { e.scrollIntoView({behavior: 'instant'}); e.scrollLeft = 400; })(document.getElementById('versus-table'))")
    left, top = phone.evaluate("""(function (table) {
        var heads = ['thead th', 'tbody th'].map(s => table.querySelector(s).getBoundingClientRect()), b = heads[0];
        return [heads.map(h => h.left - table.getBoundingClientRect().left),
            document.elementFromPoint(b.right - 4, b.top + b.height / 2).closest('th').cellIndex];
    })(document.getElementById('versus-table'))""")
    wrong += [] if max(map(abs, left)) <= 1 and top == 0 else ["the names are at %s, over them head %s" % (left, top)]
    for width in (390, 360):
        phone.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=True)
        wrong += [] if phone.evaluate("document.documentElement.scrollWidth") <= width else ["too wide for a phone of %d pixels" % width]
    check("26 robots", wrong)
    page.call("Emulation.setDeviceMetricsOverride", width=1032, height=700, deviceScaleFactor=1, mobile=False)  # A4 without its margins
    page.call("Emulation.setEmulatedMedia", media="print")
    wrong = page.evaluate("Array.from(document.querySelectorAll('.scroll')).filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.id)")
    pages = base64.b64decode(page.call("Page.printToPDF", preferCSSPageSize=True)["data"])
    n = len(re.findall(rb"/Type\s*/Page\b", pages))
    wrong += [] if 2 <= n <= 8 else ["%d pages" % n]
    wrong += page.evaluate("Array.from(document.querySelectorAll('details')).filter(e => !e.open && e.getClientRects().length).map(e => 'folded: ' + e.textContent.slice(0, 20))")
    check("26 robots on paper", wrong)


def check_names(page):
    """Each control has a name for screen readers."""
    nameless = []
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        focusable = any(p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", []))
        role = node.get("role", {}).get("value")
        if focusable and role not in ("RootWebArea", "main") and not node.get("name", {}).get("value"):
            nameless.append(role)
    check("everything operable has a name", nameless)


def check_versions(page):
    """A robot with a hostile name played in two versions."""
    names = page.evaluate("Array.from(document.querySelectorAll('#versions h3'), e => e.textContent)")
    rows = page.evaluate("Array.from(document.querySelectorAll('#versions tbody th'), e => e.textContent)")
    dots = page.evaluate("document.querySelectorAll('#versions circle').length")
    wanted = ["</script><script>window.hacked=1</script>"], ["1<!--<script>", "2<!--<script>"], 2
    check("versions of a robot", None if (names, rows, dots) == wanted else (names, rows, dots))


def check_coach(page):
    """The section of the coach: a line for each robot, and links to games that are there."""
    rows = page.evaluate("Array.from(document.querySelectorAll('#coach-table tbody th'), e => e.textContent)")
    names = page.evaluate("report.data.coach.robots.map(r => r.robot)")
    wrong = [] if rows == names else [rows]
    for i, name in enumerate(names):
        page.evaluate("(function (s) { s.value = %d; s.dispatchEvent(new Event('change')); })(document.getElementById('coached'))" % i)
        links = page.evaluate("Array.from(document.querySelectorAll('#coach-body a'), a => a.getAttribute('href'))")
        wrong += wrong_moves(page, links, name, page.evaluate("report.data.coach.robots[%d].costliest" % i))
    check("what mistakes cost, with links to the games", wrong)


def check_about(page, name):
    """Checks the part of the page about one robot: sentences, table and facts against the data, and that links open games of the robot."""
    data = page.evaluate("({about: report.data.about, own: report.robot(report.data.about.robot), games: report.data.games.map(g => g.number)})")
    about, own, wrong = data["about"], data["own"], []
    groups = [(verb, about[key]["list"] if about[key] else []) for verb, key in (("Beats", "beats"), ("Loses to", "loses_to"), ("Undecided against", "undecided"))]
    seen = [clean(line) for line in page.evaluate("Array.from(document.querySelectorAll('#highlights li'), e => e.textContent)")]
    wanted = ["%s: %s." % (verb, ", ".join(o["name"] for o in all)) for verb, all in groups if all]
    wrong += [] if seen == wanted else [seen, wanted]
    wrong += [] if clean(text(page, "#summary")).startswith("%s won %.1f%% of its %d games" % (own["robot"], 100 * own["win_rate"], own["games"])) else [text(page, "#summary")]
    cells = page.evaluate("Array.from(document.querySelectorAll('#about-table tbody tr'), r => Array.from(r.children, e => e.textContent).slice(0, 5))")
    lines = [[o["name"], verb.lower(), o["share"] + "%", o["low"] + " \u2013 " + o["high"], o["games"]] for verb, all in groups for o in all]
    wrong += [] if [[clean(cell) for cell in row] for row in cells] == lines else [cells, lines]
    facts = page.evaluate("Object.fromEntries(Array.from(document.querySelectorAll('#about-facts dt'), e => [e.textContent, e.nextSibling.textContent]))")
    n_faults = sum(own[kind] > 0 for kind in ("illegal", "timeouts", "crashes"))
    links = page.evaluate("Array.from(document.querySelectorAll('#about a'), a => a.getAttribute('href'))")
    wrong += [] if n_faults == len(about["faults"]["list"] if about["faults"] else []) and (n_faults or facts["Faults"] == "none") else [facts["Faults"]]
    wrong += [] if all(int(re.search(r"\d+", link).group()) in data["games"] for link in links if link.startswith("#game-")) else [links]
    page.evaluate("Array.from(document.querySelectorAll('#about a')).find(a => /^#game-/.test(a.getAttribute('href'))).click()")
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    players = page.evaluate("report.data.games.find(g => g.number === +document.getElementById('game').value).seats.map(s => s.robot)")
    wrong += [] if about["robot"] in players else [players]
    wrong += [] if page.evaluate("document.getElementById('title').textContent") == own["robot"] or not about["alone"] else ["the title"]
    wrong += [] if page.evaluate("document.getElementById('quiz').hidden") or not about["alone"] else ["a quiz"]
    check("one robot, in " + name, wrong[:3])
    return facts


def check_robots(browser):
    """Checks the page of a robot, and the report of a gauntlet, whose robots have faults and hostile names."""
    page = browser.open(address_of(next(r for r in REPORTS if r.endswith("own.html"))))
    facts = check_about(page, "own.html")
    check("what its mistakes cost", None if re.match(r"cost 0\.\d+ \u00b1 0\.\d+ wins a game, most of it by: \w+", facts["Mistakes"]) else facts)
    losses = page.evaluate("(w => w.map(l => ({game: l.game, hand: l.hand, play: l.is_call ? 0 : l.bid})))(report.data.analysis.find(a => a.robot === report.robot(report.data.about.robot).robot).worst)")
    for place in ("#about-facts ul", "#analysis-body table.labelled"):
        links = page.evaluate("Array.from(document.querySelectorAll('%s a'), a => a.getAttribute('href')).filter(h => h.indexOf('#game-') === 0)" % place)
        check("the losses worth looking at open at the costly moves: " + place, wrong_moves(page, links, text(page, "#title"), losses))
    page = browser.open(address_of(next(r for r in REPORTS if r.endswith("gauntlet.html"))))
    facts = check_about(page, "gauntlet.html")
    check("mistakes that were not rated say how", None if "arena report 0001 --coach 200" in facts["Mistakes"] else facts)
    check_inert(page)
    check_faults(browser)


def check_faults(browser):
    """The table of faults links to games on the page, also for a fault without a step, as a robot has at a showdown: the first one here."""
    report = next(r for r in REPORTS if r.endswith("gauntlet.html"))
    changed = report.replace("gauntlet", "unshown")
    with open(report, encoding="utf-8") as file, open(changed, "w", encoding="utf-8") as out:
        out.write(re.sub(r'("faults":\[\{[^]]*?"verdict":")\w+', r"\1load", file.read(), count=1))
    page = browser.open(address_of(changed))
    links = page.evaluate("Array.from(document.querySelectorAll('#faults-table tbody tr'), r => (r.querySelector('a') || {hash: ''}).hash)")
    games = page.evaluate("report.data.faults.map(f => report.data.games.some(g => g.number === f.game) ? '#game-' + f.game : '')")
    is_it = games[0] == links[0] != "" and [link.split("/")[0] for link in links] == games
    check("faults link to their games", None if is_it and page.evaluate("report.data.faults[0].verdict") == "load" else (games, links))


def check_inert(page):
    check("what robots write is text", None if page.evaluate(
        "window.hacked === undefined && document.images.length === 0 && document.scripts.length === 2") else "it is not")
    label = page.evaluate("report.data.robots.map(r => r.robot).filter(n => n.indexOf('<img') === 0)[0]")
    shown = label and page.evaluate("Array.from(document.querySelectorAll('bdi')).some(e => e.textContent === %s)" % json.dumps(label))
    check("a hostile name is shown as it is", None if shown else repr(label))


def check_looks(browser, address):
    """Loads the page once: on a phone and in dark. To load is what takes the time; the pages above are loaded in a window and in light."""
    name = os.path.basename(address)
    page = browser.open(address, width=360, height=740, dark=True)
    page.evaluate("document.getElementById('step-last').click(); document.getElementById('step-back').click()")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    width = page.evaluate("document.documentElement.scrollWidth")
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=664, deviceScaleFactor=1, mobile=True)
    cut = page.evaluate("(e => [e.querySelectorAll('thead th').length, e.scrollWidth - e.clientWidth])(document.getElementById('versus-table'))")
    boldest = page.evaluate("(e => e.hidden ? 0 : e.getBoundingClientRect().bottom + scrollY)(document.getElementById('boldest'))")
    names = page.evaluate("Array.from(document.querySelectorAll('#versus-table tbody th')).filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)")
    check("%s: on a phone the boldest bid comes soon, and up to six robots fit" % name, names + (["%d pixels are cut" % cut[1]] if cut[0] < 8 and cut[1] > 0 else []) +
          (["it ends at %d" % boldest] if boldest > 900 else []))
    page.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    check("%s: a quiz if there are games" % name, page.evaluate("document.getElementById('quiz').hidden === (report.data.games.length > 0 && !(report.data.about || {}).alone)"))
    check("%s: fits a phone" % name, None if width <= 360 else "%d pixels wide" % width)
    check("%s: structure on a phone, and printed" % name, page.evaluate(STRUCTURE) + page.evaluate(TYPOGRAPHY) + page.evaluate(LABELS) + axe(page) + printed(page))
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = false; })")
    page.call("Emulation.setDeviceMetricsOverride", width=1100, height=900, deviceScaleFactor=1, mobile=False)
    check_seats(page, name)
    for dark in (True, False):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.evaluate("document.getElementById('step-last').click(); document.getElementById('step-back').click()")
        look = "dark" if dark else "light"
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        is_dark = sum(int(v) for v in ground[4:-1].split(",")) < 384
        check("%s: %s" % (name, look), page.evaluate(CONTRAST) or (None if is_dark == dark else ground))
        check("%s: %s: nothing but the file" % (name, look), page.problems or [r for r in page.requests if r.split("#")[0] != address])
        check("%s: %s: structure" % (name, look), page.evaluate(STRUCTURE) + page.evaluate(TYPOGRAPHY) + (axe(page) if not dark and address == address_of(REPORTS[0]) else []))
    check_preview(page, name)
    wrong = []
    for width in (1000, 768):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        wide = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.getElementById('standings-table'))")
        wrong += page.evaluate(TYPOGRAPHY) + (["%d pixels too wide for %d" % (wide, width)] if wide > 0 else [])
    check("%s: the table fits small windows, with its intervals on a line" % name, wrong)
    page.close()


def printed(page):
    """Returns the faults of the page on A4, and shows it in its window again."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    page.call("Emulation.setDeviceMetricsOverride", width=1032, height=700, deviceScaleFactor=1, mobile=False)
    page.call("Emulation.setEmulatedMedia", media="print")
    wrong = page.evaluate(CONTRAST)
    wrong += ["a quiz on paper"] if page.evaluate("!!document.querySelector('#quiz') && document.querySelector('#quiz').getClientRects().length") else []
    wrong += [] if page.evaluate("document.documentElement.scrollWidth") <= 1032 else ["too wide"]
    wrong += page.evaluate("Array.from(document.querySelectorAll('#highlights li')).filter(e => e.getClientRects().length > 1).map(e => 'in two columns: ' + e.textContent)")
    page.call("Emulation.setEmulatedMedia", media="")
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
    return wrong


def address_of(path):
    return "file://" + pathname2url(path)


with Browser() as the_browser:
    first = address_of(REPORTS[0])
    the_page = the_browser.open(first)
    check_numbers(the_page)
    check_figure(the_page)
    check_marks(the_browser, the_page)
    check_arrows(the_page)
    check_outcomes(the_page)
    check_analysis(the_page)
    check_replay(the_page)
    check_keyboard(the_page)
    check_truth(the_page)
    check_strip(the_page)
    check_switches(the_page)
    check_quiz(the_page, "again.html")
    check_names(the_page)
    check_versions(the_page)
    check_inert(the_page)
    check("no errors and no requests", the_page.problems or [r for r in the_page.requests if r.split("#")[0] != first])
    with open(REPORTS[0] + ".drawn.html", "w", encoding="utf-8") as drawn:
        drawn.write("<!DOCTYPE html>\n" + the_page.evaluate("document.documentElement.outerHTML"))
    check_one_game(the_browser, address_of(ONE_GAME))
    check_controls(the_browser, [address_of(ONE_GAME), first, address_of(next(r for r in REPORTS if r.endswith("maexchen.html"))),
                                 address_of(next(r for r in REPORTS if r.endswith("anyone.html")))])
    check_long_names(the_browser.open(address_of(next(r for r in REPORTS if r.endswith("names.html")))))
    check_site(the_browser)
    check_puzzles(the_browser, address_of(os.path.join(FOLDER, "puzzles.html")))
    check_large(the_browser, address_of(LARGE))
    check_highlights(the_browser.open(address_of(UPSETS)))
    coached = the_browser.open(address_of(next(r for r in REPORTS if r.endswith("coached.html"))))
    check_coach(coached)
    check_quiz_windows(coached)
    check_robots(the_browser)
    maexchen = the_browser.open(address_of(next(r for r in REPORTS if r.endswith("maexchen.html"))))
    check_quiz(maexchen, "maexchen.html")
    before = maexchen.evaluate(checks.CHART_FACES % "#analysis-body")
    check("the marks of the robots that sat before one, in the chart", None if before and "wrong" not in before else before)
    for report in (r for r in REPORTS if not r.endswith(("own.html", "names.html"))):  # its parts are in others
        check_looks(the_browser, address_of(report))
sys.exit(1 if checks.n_failed else 0)
