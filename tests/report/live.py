"""live.py WHAT ADDRESS [PID or PIPE] - checks the page of `arena serve --http` in a headless Chromium.

empty: a server that has played nothing. full: one that has played, and plays no more. moving: one that plays. tables: one with a robot
that answers nothing before the named pipe is opened for writing. away: one that
is ended (process PID) and comes back at the same address when "gone" is printed. PID of empty: two links with which a team and the organiser sign in at a
contest's server. Prints "ok NAME" or "FAIL NAME: why"."""
import json
import os
import signal
import sys
import time
import urllib.parse
import urllib.request

import checks
from browser import Browser
from checks import CHART_FACES, CONTRAST, FACES, STRUCTURE, TYPOGRAPHY, axe, check, clean, step_through, text

WHAT, ADDRESS = sys.argv[1:3]
SECONDS = 300


def api(path):
    with urllib.request.urlopen(ADDRESS + "api/" + path, timeout=SECONDS) as answer:
        return json.load(answer)


def until(page, expression):
    """Waits until the expression is true."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if page.evaluate(expression):
            return None
        time.sleep(0.1)
    return "not " + expression


def rows(page, where):
    heads = page.evaluate("Array.from(document.querySelectorAll('%s thead th'), e => e.textContent)" % where)
    lines = page.evaluate("Array.from(document.querySelectorAll('%s tbody tr'), r => Array.from(r.children, e => e.textContent))" % where)
    return [{head: clean(cell) for head, cell in zip(heads, line)} for line in lines]


def differences(seen, wanted):
    if len(seen) != len(wanted):
        return "%d rows, not %d" % (len(seen), len(wanted))
    return "; ".join("%s is %r, not %r" % (key, row.get(key), value) for row, right in zip(seen, wanted)
                     for key, value in right.items() if row.get(key) != value)


def check_clean(name, page):
    other = [address for address in page.requests if not address.startswith(ADDRESS)]
    check(name + ": no errors, and requests to its server alone", page.problems or other)


def check_empty(browser):
    page = browser.open(ADDRESS, offline=False)
    check("an empty page says so", until(page, "document.getElementById('summary').textContent === 'No tourney is over yet. The server waits for more robots, or for the start time.'"))
    check("and that there are no games", None if text(page, "#games-none") == "No game is over yet." else text(page, "#games-none"))
    check("no replay is offered", page.evaluate("document.getElementById('replay').getClientRects().length"))
    check("empty: structure", page.evaluate(STRUCTURE))
    check_clean("empty", page)
    for width, height in ((1366, 657), (390, 664)):
        for path, link in zip(("/team", "/organiser"), sys.argv[3].split(), strict=True):
            check_contest(browser, path, link, width, height)


def check_contest(browser, path, link, width, height):
    """The pages of `arena contest serve` for a team and for the organiser."""
    def looks(name):
        name = "%s, %d pixels: %s" % (path, width, name)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        check(name, page.evaluate(TYPOGRAPHY) + page.evaluate(CONTRAST) + axe(page) + page.problems or (None if page.evaluate(
            "document.documentElement.scrollWidth") <= width else "it is too wide"))

    page = browser.open(link, width, height, dark=width > 1000, offline=False)
    until(page, "document.getElementById('token').value.length === 32 && location.hash === ''")
    looks("signing in")
    page.evaluate("document.querySelector('form').submit()")
    until(page, "location.pathname === '%s' && document.readyState === 'complete' && !!document.getElementById('state')" % path)
    looks("the page")
    check("structure of " + path, page.evaluate(STRUCTURE))
    if path == "/team" and width < 1000:
        page.evaluate("""(() => {
            const form = new FormData(document.querySelector('#upload form'));
            form.set('robot', new File(['int get_play(const char *a, const char *b, const char *c) { return *c ? 0 : 11; }'], 'bot.c'));
            return fetch('/team/upload', {method: 'POST', body: form}).then(() => { location.reload(); });
        })()""")
        check("the page follows the state by itself", until(page, "(document.getElementById('state') || {}).textContent === 'bot.c plays as bot-2'"))
    page.close()


def check_numbers(page):
    told = api("standings.json")
    check("the standings are those of the API", differences(rows(page, "#standings-table"), [
        {"rank": str(i + 1), "robot": r["title"], "games": str(r["games"]),
         "points": "%.2f" % r["score"], "a game": "%.3f" % (r["score"] / r["games"]), "won": "%.1f%%" % (100 * r["wins"] / r["games"]),
         "95% interval": "%.1f \u2013 %.1f" % (100 * r["win_low"], 100 * r["win_high"]), "logs": "latest",
         "tourneys": str(r["tourneys"])} for i, r in enumerate(told["standings"])]))
    best = told["standings"][0]
    logs = api("robots/" + urllib.parse.quote(best["title"]) + ".json")["games"]
    check("a robot's GameLogs can be downloaded", None if logs and all(best["title"] in log["bot_titles"] for log in logs) else logs)
    check("there are some", None if len(told["standings"]) == 4 else told["standings"])
    check("the tourneys are those of the API", differences(rows(page, "#tourneys-table"), [
        {"tourney": str(t["tourney_index"]), "games": str(t["tourney_games"]), "ended": t["end_time"], "robots": str(len(t["entries"])),
         "first": "_".join(t["entries"][0][key] for key in ("name", "version", "player")), "points": "%.2f" % t["entries"][0]["score"]}
        for t in told["tourneys"]]))


def check_replay(page, uuid, go, name):
    """Compares the text of each step with the log."""
    game = api("games/%s.json" % uuid)
    log, told = game["log"], step_through(page, go)
    plays = sum(len(h["bid_history"]) + h["result"].endswith("call") for h in log["game_history"])
    mine = [line for line in told[:-1] if ": " in line and line.split(" (")[0] in log["bot_titles"]]
    ends = [hand["end"]["words"] for hand in game["replay"]["hands"]]
    winner = log["bot_titles"][log["bot_rankings"][0]]
    wrong = None
    if len(mine) != plays or game["replay"]["plays"] != plays:
        wrong = "%d plays told, not %d" % (len(mine), plays)
    elif [line for line in told if line in set(ends)] != ends or len(ends) != len(log["game_history"]):
        wrong = "the ends of hands are not the same"
    elif not told[-1].startswith(winner) or " wins game " not in told[-1]:
        wrong = "not the winner: " + told[-1]
    check(name, wrong)


def check_robot(page):
    """Compares the part about one robot, and the ratings, with the API."""
    title = api("standings.json")["standings"][0]["title"]
    # The address follows the game that was opened, perhaps only now: then the robot is asked for again.
    ask = "(location.hash = '#robot-' + encodeURIComponent(%s)) && "
    check("a robot has its part of the page", until(page, ask % json.dumps(title) + "!document.getElementById('robot').hidden"))
    told = api("records/" + urllib.parse.quote(title) + ".json")
    check("named", None if text(page, "#robot-title") == title else text(page, "#robot-title"))
    check("its tourneys", differences(rows(page, "#robot-tourneys"), [
        {"tourney": str(t["tourney_index"]), "games": str(t["games"]), "points": "%.2f" % t["score"], "robots": "4"} for t in told["tourneys"]]))
    check("its games", differences(rows(page, "#robot-games"), [
        {"game": "%d/%d" % (g["tourney_index"], g["match_index"]), "place": "%d of %d" % (g["place"], len(g["bot_titles"]))} for g in told["games"]]))
    check("its GameLogs are there", page.evaluate("document.querySelector('#robot-lead a').getAttribute('href') !== '/api/robots/%s.json'" %
                                                 urllib.parse.quote(title)))
    check("ratings come", until(page, "document.querySelector('#ratings-table tbody tr') !== null"))
    ratings = api("ratings.json")
    last = {ratings["titles"][r[0]]: r for r in ratings["tourneys"][-1]["ratings"]}
    seen = rows(page, "#ratings-table")
    signed = lambda n: ("-" if round(n) < 0 else "+" if round(n) > 0 else "\u00b1") + str(abs(round(n)))
    check("ratings are those of the API", differences(seen, [
        {"robot": row["robot"], "rating (Elo)": signed(last[row["robot"]][1]), "games": str(last[row["robot"]][4])} for row in seen]))
    check("of all robots, and drawn", None if len(seen) == len(last) and
          page.evaluate("document.querySelectorAll('#ratings-figure path.line').length") == len(last) else seen)
    check("that of the robot with its interval", page.evaluate("document.querySelectorAll('#ratings-figure path.band').length !== 1"))
    page.evaluate("document.getElementById('robot-games-details').open = true; document.querySelector('#robot-games tbody button').click()")
    check("a game of it opens", until(page, "document.getElementById('game').value === %s" % json.dumps(told["games"][0]["game_uuid"])))
    check("a robot that never played is said to be none", until(
        page, ask % '"nobody"' + "/No game of this robot/.test(document.getElementById('robot-lead').textContent)"))


def check_marks(page):
    """Checks that each robot has the same mark in the standings, the ratings and at the table, and one in the chart."""
    seen = page.evaluate(FACES)
    faces = seen["ratings-table"]
    wrong = [] if len(set(faces.values())) == 4 and all(faces.values()) and seen["standings-table"] == faces else [seen]
    wrong += [] if seen["seats"] and all(faces[title] == face for title, face in seen["seats"].items()) else [seen["seats"]]
    drawn = page.evaluate(CHART_FACES % "#ratings-figure")
    check("each robot has its mark", wrong or (None if len(drawn) == 4 else "in the chart: %s" % drawn))


def check_tables(browser):
    """Uses a server with a robot that waits: until then its games stay as they are."""
    page = browser.open(ADDRESS, offline=False)
    check("a game in progress is listed", until(page, "document.querySelector('#tables-table tbody tr') !== null"))
    page.evaluate("document.querySelector('#tables-table tbody button').click()")  # the list is drawn again and again
    check("it is opened at its end", until(page, "/ is to play\\.$/.test((document.getElementById('event-words') || {}).textContent)"))
    check("without dice", until(page, "document.querySelectorAll('#seats .cup').length >= 2 && !document.querySelector('#seats .die')"))
    page.evaluate("window.plays = document.getElementById('step-number').textContent")
    early = [browser.open(ADDRESS, width=width, height=height, offline=False) for width, height in ((1280, 1600), (390, 664))]
    for one in early:
        one.call("Page.bringToFront")
        until(one, "document.querySelector('#tables-table tbody tr') !== null")
    cut = early[1].evaluate("(e => e.scrollWidth - e.clientWidth)(document.getElementById('tables-box'))")
    check("games in progress fit a phone", None if cut <= 0 else "%d pixels are cut" % cut)
    early[0].call("Page.bringToFront")
    with open(sys.argv[3], "w"):
        until(early[0], "document.querySelector('.standings tbody tr') !== null && !document.querySelector('.empty')")
        until(early[0], "document.getElementById('game-facts').textContent !== ''")
        for one in early:
            one.call("Page.bringToFront")
            until(one, "document.querySelector('.standings tbody tr') !== null && !document.querySelector('.empty')")
            shifts = one.evaluate(SHIFTS)
            check("nothing moves when the first tourney ends", None if shifts[0] < 0.001 else shifts)
        page.call("Page.bringToFront")
        check("it goes on by itself", until(page, "window.plays !== document.getElementById('step-number').textContent"))
    check("and ends", until(page, "/ wins game /.test((document.getElementById('event-words') || {}).textContent)"))
    check("with the dice", until(page, "document.querySelector('#seats .die') !== null"))
    check_clean("tables", page)


def check_full(browser):
    page = browser.open(ADDRESS, offline=False)
    check("a game is opened", until(page, "document.getElementById('game-facts').textContent !== ''"))
    until(page, "document.querySelector('#ratings-table tbody tr') !== null")  # what comes later moves what is clicked
    check_numbers(page)
    check_marks(page)
    games = [g["game_uuid"] for g in api("games.json")["games"]]
    offered = page.evaluate("Array.from(document.getElementById('game').options, o => o.value)")
    check("the games are those of the API", None if offered == games and len(games) > 3 else (offered, games))
    page.click("#step-first")
    check_replay(page, games[0], lambda: page.click("#step-next"), "a replay clicked through to its end")
    facts = text(page, "#game-facts")
    page.evaluate("(function () { var s = document.getElementById('game'); s.value = %s; s.dispatchEvent(new Event('change')); })()" % json.dumps(games[-1]))
    until(page, "document.getElementById('game-facts').textContent !== %s || +document.getElementById('step').value === 0" % json.dumps(facts))
    page.press("Home")
    check_replay(page, games[-1], lambda: page.press("ArrowRight"), "another one by keyboard")
    check_robot(page)
    page.problems[:] = [problem for problem in page.problems if "404" not in str(problem)]  # of the robot that never played
    check_clean("full", page)
    for dark in (False, True):
        page = browser.open(ADDRESS, dark=dark, offline=False)
        until(page, "document.getElementById('game-facts').textContent !== ''")
        page.evaluate("document.getElementById('step-last').click(); document.getElementById('step-back').click()")
        look = "dark" if dark else "light"
        check(look + ": contrast", page.evaluate(CONTRAST))
        check(look + ": structure", page.evaluate(STRUCTURE) + page.evaluate(TYPOGRAPHY) + (axe(page) if dark else []))
    page = browser.open(ADDRESS, width=360, height=740, offline=False)
    until(page, "document.getElementById('game-facts').textContent !== ''")
    width = page.evaluate("document.documentElement.scrollWidth")
    check("fits a phone", page.evaluate(TYPOGRAPHY) + axe(page) or (None if width <= 360 else "%d pixels wide" % width))


# How far the page has moved under its reader, since it was loaded: the sum of layout shifts (https://web.dev/articles/cls), and what moved.
SHIFTS = """new Promise(function (done) {
    var all = [0];
    new PerformanceObserver(function (list) {
        list.getEntries().forEach(function (e) {
            all[0] += e.value;
            all.push(e.sources.map(s => s.node ? s.node.id || s.node.nodeName : '').join(' '));
        });
    }).observe({type: 'layout-shift', buffered: true});
    setTimeout(function () { done(all); }, 100);
})"""


def check_moving(browser):
    while len(api("standings.json")["standings"]) < 4:  # those come with the first tourney
        time.sleep(0.1)
    page = browser.open(ADDRESS, offline=False)
    check("tables and games come by themselves", until(page, "document.querySelectorAll('.standings tbody tr').length === 4"))
    until(page, "document.getElementById('game-facts').textContent !== ''")
    check("the list of games takes the focus", until(page, "document.getElementById('game').focus(), document.activeElement.id === 'game'"))
    page.evaluate("window.mark = document.getElementById('game').value")
    tourneys = int(rows(page, "#standings-table")[0]["tourneys"])
    column = "+document.querySelector('.standings tbody tr').children[6].textContent"
    check("numbers move without loading again", until(page, "%s > %d && window.mark" % (column, tourneys)))
    check("who chooses a game is not disturbed", page.evaluate(
        "document.activeElement.id !== 'game' || document.getElementById('game').value !== window.mark"))
    page.evaluate("document.activeElement.blur()")
    check("then new games are offered", until(page, "document.getElementById('game').options[0].value !== window.mark"))
    check("the game that is open stays", page.evaluate("document.getElementById('game').value !== window.mark"))
    shifts = page.evaluate(SHIFTS)
    check("nothing moves under the reader", None if shifts[0] < 0.001 else shifts)
    check_clean("moving", page)


def check_away(browser):
    page = browser.open(ADDRESS, offline=False)
    until(page, "document.getElementById('summary').textContent !== 'Waiting for the server.'")
    check("the server is there", page.evaluate("!document.getElementById('away').hidden"))
    os.kill(int(sys.argv[3]), signal.SIGTERM)
    check("a server that goes away is noticed", until(page, "!document.getElementById('away').hidden"))
    print("gone", flush=True)
    check("one that is back too", until(page, "document.getElementById('away').hidden"))


with Browser() as the_browser:
    {"empty": check_empty, "full": check_full, "moving": check_moving, "tables": check_tables, "away": check_away}[WHAT](the_browser)
sys.exit(1 if checks.n_failed else 0)
