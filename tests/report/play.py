"""play.py ARENA - people at the pages of `arena play --browser` and `arena menu --browser`: whole games in a headless Chromium, by clicks and by keys.

Starts the arena itself, once for each game. Prints "ok NAME" or "FAIL NAME: why"."""
import json
import os
import re
import subprocess
import sys
import time

import checks
from browser import Browser, Page
from checks import CONTRAST, OVERLAPS, accessibility, axe, check, text

ARENA = sys.argv[1]
SECONDS = 600

# What a person may do now: "" nothing, "ready" to go on, "over" to leave or play again, "closed", else the buttons that are offered.
NOW = """(function () {
    function seen(id) { var e = document.getElementById(id); return e && !e.hidden && !e.disabled && e.getClientRects().length > 0; }
    if (document.getElementById('leave').disabled || /arena has ended/.test(document.getElementById('away').textContent)) return 'closed';
    if (seen('ready')) return document.getElementById('ready').textContent === 'Play again' ? 'over' : 'ready';
    return ['call', 'believe', 'exact', 'bids', 'claims'].filter(seen).join(' ');
})()"""


# All that a screen reader is told: the texts of live regions as they change, and the plays of each hand as the history has them.
LISTEN = """(function () {
    var regions = '[aria-live], [role=status], [role=log], [role=alert]';
    function texts(selector) { return Array.from(document.querySelectorAll(selector)).map(function (e) { return e.textContent; }); }
    window.told = texts('[role=log] p').map(function (words) { return ['log', words]; });
    window.hands = {};
    new MutationObserver(function (changes) {
        changes.forEach(function (change) {
            var node = change.target.nodeType === 1 ? change.target : change.target.parentElement, region = node && node.closest(regions);
            if (region && region.getAttribute('role') === 'log')
                change.addedNodes.forEach(function (added) { told.push(['log', added.textContent]); });
            else if (region && region.textContent)
                told.push([region.id, region.textContent, !!document.querySelector('.seat:not(.you) .die')]);
        });
        hands[document.getElementById('summary').textContent] = texts('#plays li:not(.none)');
    }).observe(document.body, {childList: true, characterData: true, subtree: true});
})()"""


def check_heard(page, name):
    """Each play is told once and in words; numbers only in a claim of two dice, and once all dice are shown."""
    told, hands = page.evaluate("[told, hands]")
    logged = [words for region, words, *_ in told if region == "log"]
    ordered = sorted(hands, key=lambda hand: int(re.sub(r"\D", "", hand) or 0))
    expected = [re.sub("^Ann:", "You:", play) + ("" if play.endswith("!") else ".") for hand in ordered for play in hands[hand]]
    wrong = [] if logged == expected and len(logged) > 3 else ["heard %s, played %s" % (logged, expected)]
    wrong += [words for region, words, *shown in told if re.search(r"\d", words) and not any(shown) and not re.fullmatch(r"[^:]+: \d\d\.", words)]
    check(name + ": each play is told once, in words", wrong[:3])


class Game:
    """An arena that plays, and the addresses of its people."""
    def __init__(self, *arguments):
        self.process = subprocess.Popen([ARENA, "play", "--browser", "--pause", "0ms", "--seed", "7", *arguments], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addresses, self.spectators = [], None
        for line in iter(self.process.stdout.readline, ""):
            self.addresses += re.findall(r" plays at (\S+)", line)
            self.spectators = re.search(r"Spectators watch at (\S+)", line)
            if self.spectators:
                break

    def end(self):
        """Waits for the arena. Returns its exit code and its output."""
        said = self.process.communicate(timeout=SECONDS)[0]
        return self.process.returncode, said


def clicks(page, offered, n):
    """A play by the mouse: calls every second time it may."""
    if "call" in offered and n % 2:
        page.click("#call")
    elif "exact" in offered and n % 6 == 4:
        page.click("#exact")
    elif "believe" in offered:
        page.click("#believe")
    elif "claims" in offered:
        page.click("#claims button")
    elif "bids" in offered:
        page.click("#faces button:not(:disabled)")
        if not page.evaluate("document.getElementById('more').disabled"):
            page.click("#more")
        page.click("#bid-it")
    else:
        page.click("#call")


def keys(page, offered, n):
    """The same by the keyboard, without looking where the focus is; in Mäxchen the lowest claim, true or not."""
    page.evaluate("document.activeElement.blur()")
    if "call" in offered and n % 2:
        page.press("l")
    elif "exact" in offered and n % 6 == 4:
        page.press("e")
    elif "believe" in offered:
        page.press("b")
    elif "claims" in offered:
        for digit in page.evaluate("(document.querySelector('#claims button:not(.primary)') || document.querySelector('#claims button')).value"):
            page.press(digit)
    elif "bids" in offered:
        page.press("ArrowUp")
        page.press("Enter")
    else:
        page.press("l")


def turn(page, play, n):
    """Does what there is to do at a page; "" when there was nothing."""
    now = page.evaluate(NOW)
    if now == "ready":
        if play is keys:
            page.press("Enter")
        else:
            page.click("#ready")
    elif now and now not in ("closed", "over"):
        page.n_settled = len(page.problems)
        play(page, now.split(), n)
    return now


def problems(page):
    """The errors and warnings of a page. After the last play the arena ends, and a request may come too late for an answer."""
    late = re.compile("ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE")
    return page.problems[:page.n_settled] + [problem for problem in page.problems[page.n_settled:] if not late.search(problem)]


def leave(page):
    """By two clicks; the second one may come too late, when the arena has ended."""
    page.n_settled = len(page.problems)
    page.click("#leave")
    page.click("#leave")


def play_through(pages, play, at_turn=None, n_rematches=0, at_over=None):
    """All pages to the end of the game, and away from the table; how many plays there were."""
    n, end, has_left = 0, time.monotonic() + SECONDS, False
    while time.monotonic() < end:
        done = [turn(page, play, n) for page in pages]
        if all(now == "closed" for now in done):
            return n
        if all(now in ("closed", "over") for now in done) and not has_left:
            if n_rematches:
                for page in pages:
                    page.click("#ready")
            else:
                if at_over:
                    at_over()
                for page in pages:
                    leave(page)
            has_left, n_rematches = not n_rematches, n_rematches - 1
        if any(now and now not in ("closed", "ready", "over") for now in done):
            n += 1
            if at_turn:
                at_turn(n)
        time.sleep(0.03)
    raise RuntimeError("the game does not end; " + "; ".join(text(page, "#event") for page in pages))


def front(page):
    """Brings the page to the front, where it gets the keys."""
    page.call("Page.bringToFront")


# The bluffs of people by the page's data, as its viewer defines them, and what the page shows of them.
OWN = """(function () {
    var data = report.data, n = 0;
    data.games.forEach(game => game.hands.forEach(hand => hand.steps.forEach(function (step) {
        var truth = step.truth;
        n += !!truth && step.seat === truth.seat && truth.bid === step.play && data.robots[game.seats[step.seat].robot].person && !truth['true'] && (!!data.ladder || truth.own < .5);
    })));
    return ({n: n, listed: document.querySelectorAll('#bluffs li').length, marked: document.querySelectorAll('#strip .own').length,
        moves: (data.moves || []).length, costly: Array.from(document.querySelectorAll('#costly li'), e => e.textContent),
        isShown: !document.getElementById('own-part').hidden, links: Array.from(document.querySelectorAll('#own-part a'), e => [e.getAttribute('href'), e.textContent])});
})()"""


def check_own(opened):
    """The bluffs of the person are listed and marked, and so are the costliest moves, if they were valued; each link opens the move."""
    own = opened.evaluate(OWN)
    wrong = [] if own["n"] == own["listed"] == own["marked"] and own["isShown"] == (own["n"] + own["moves"] > 0) else ["bluffs: %s" % own]
    wrong += [] if len(own["costly"]) == own["moves"] and all(re.search(r"A strong player plays .+, with a chance of \d+\s% to win the game. After this play it was \d+\s%: \w+", line) for line in own["costly"]) else [own]
    for address, words in own["links"]:
        opened.evaluate("""new Promise(function (done) {
            var before = location.href;
            addEventListener('hashchange', () => setTimeout(done, 30), {once: true});
            location.hash = '%s';
            if (location.href === before)
                done();
        })""" % address)
        shown = text(opened, "#event-words")
        wrong += [] if shown and words.split(": ", 1)[1].startswith("Ann") and words.endswith(shown) else ["%s opens %s" % (words, shown)]
    return wrong + opened.evaluate(CONTRAST) + axe(opened)


def look_at_game(browser, page):
    """The page of the game that has ended opens by a click, without the arena, and shows the dice of all at its boldest bid."""
    known = {target["targetId"] for target in browser.call("Target.getTargets")["targetInfos"]}
    if not page.evaluate("!!document.getElementById('look') && !!document.getElementById('look').getClientRects().length"):
        return ["nothing to look at"]
    page.click("#look")
    end, new = time.monotonic() + SECONDS, []
    while not new and time.monotonic() < end:
        new = [t["targetId"] for t in browser.call("Target.getTargets")["targetInfos"] if t["targetId"] not in known and t["type"] == "page"]
    if not new:
        return ["no page of the game opens"]
    opened = Page(browser, new[0], browser.call("Target.attachToTarget", targetId=new[0], flatten=True)["sessionId"])
    shown = "document.querySelectorAll('.seat .die').length"
    while not opened.evaluate(shown) and time.monotonic() < end:
        time.sleep(0.03)
    wrong = [] if opened.evaluate(shown) else ["no dice: " + opened.evaluate("document.body.textContent")[:200]]
    facts = text(opened, "#game-facts")
    wrong += check_own(opened)
    opened.close()
    return wrong + ([] if re.match(r"\d+\splays? in \d+\shands?$", facts) else [facts])


def check_game(browser, name, arguments, play, at_turn=None, width=1100):
    """A whole game of one person: what the page shows can be read, and its winner is that of the terminal. play(page, offered, n)
    makes the n-th play; at_turn(page) is called once; width in pixels."""
    game = Game(*arguments)
    page = browser.open(game.addresses[0], width=width, offline=False)
    wrong = []
    page.evaluate(LISTEN)

    def looks(n):
        """At the n-th play: nothing covers a seat; at the first also contrast and width."""
        wrong.extend(page.evaluate(OVERLAPS))
        if n == 1:
            wrong.extend(page.evaluate(CONTRAST))
            box = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            wrong.extend(["%d pixels wide" % box[0]] if box[0] > box[1] else [])
        if n == 2 and at_turn:
            at_turn(page)

    def valued():
        """Coach has valued the moves of a game of two in the background; then the page of the game has them."""
        end = time.monotonic() + SECONDS
        while arguments[1] == "wild" and time.monotonic() < end:
            newest = max((os.path.join("results/played", name) for name in os.listdir("results/played") if name.endswith(".html")), key=os.path.getmtime)
            with open(newest, encoding="utf-8") as file:
                if '"moves":[' in file.read():
                    break
            time.sleep(0.1)
        time.sleep(0.5 if arguments[1] == "wild" else 0)

    n_plays = play_through([page], play, looks, at_over=valued)
    told = text(page, "#event")
    code, said = game.end()
    wrong += look_at_game(browser, page)
    wrong += ["the guide stays"] if page.evaluate(seen("guide")) else []
    kept = re.search(r"^To look at the game: (results/played/\S+\.html)$", said, re.M)
    wrong += [] if kept and os.path.getsize(kept.group(1)) and os.stat("results/played").st_mode & 0o077 == 0 else ["not kept: " + said[-200:]]
    wrong += problems(page) + [r for r in page.requests if not r.startswith(game.addresses[0].split("#")[0])]
    wrong += [] if n_plays > 2 and code == 0 else ["%d plays, exit code %d: %s" % (n_plays, code, said[-300:])]
    winner = re.search(r"^(.+?) wins after", said, re.M) or re.search(r"^(.+) share the first place", said, re.M)
    shown = told.split(" win")[0].split(" share")[0].replace("You", "Ann").replace("you", "Ann")
    wrong += [] if winner and set(winner.group(1).replace(",", " and").split(" and ")) == set(shown.replace(",", " and").split(" and ")) else [
        "the page says %r, the terminal %r" % (told, winner and winner.group(0))]
    check(name, wrong[:4])
    if not at_turn:
        check_heard(page, name)


def reload(page):
    """A page that is loaded again is at its seat, with its dice and its turn."""
    state = "[document.querySelector('.you .dice').ariaLabel, document.getElementById('event').textContent, document.querySelectorAll('.seat').length]"
    end, before = time.monotonic() + SECONDS, None
    while not page.evaluate(NOW):
        time.sleep(0.03)
    before = page.evaluate(state)
    loaded = set(page.loaded)
    page.call("Page.reload")
    while page.loaded == loaded:
        page.browser.read()
    while not page.evaluate(NOW) and time.monotonic() < end:
        time.sleep(0.03)
    after = page.evaluate(state)
    check("a page that is loaded again comes back to its seat", None if before == after else (before, after))
    page.press("h")
    while not text(page, "#hint-text") and time.monotonic() < end:
        time.sleep(0.03)
    check("a hint", None if re.search(r"\d%", text(page, "#hint-text")) and "?" not in text(page, "#hint-text") else text(page, "#hint-text"))


def check_two(browser):
    """Two people at two pages: neither sees the dice of the other before the showdown."""
    game = Game("-r", "dice=2", "human:name=Ann", "human:name=Bob", "prober")
    pages = [browser.open(address, width=width, height=800, offline=False) for address, width in zip(game.addresses, (1100, 390))]
    wrong, watching = [], []

    def own_only(n):
        """No page shows the dice of another seat while nobody has called. A spectator comes late and loads the page again."""
        if n == 2:
            watching.append(browser.open(game.spectators.group(1), width=390, height=664, offline=False))
            watching[0].call("Emulation.setFocusEmulationEnabled", enabled=True)  # it asks as often as if it were in front
        elif n == 3:
            wrong.extend(check_spectator(watching[0], pages[0]))
            front(pages[1])
        for page in pages + watching:
            seats = page.evaluate("[document.querySelectorAll('.seat:not(.you) .die').length, document.getElementById('event').textContent]")
            if seats[0] and "call" not in seats[1]:
                wrong.append("%d dice of others: %s" % tuple(seats))

    n_plays = play_through(pages, clicks, own_only, n_rematches=1)
    code, said = game.end()
    wrong += [] if text(pages[1], "#summary").startswith("Game 2 of 2") and said.count(" wins after ") == 2 else [said[-300:]]
    wait(watching[0], seen("look") + " || " + seen("away"))  # the arena does not wait long for spectators
    if watching[0].evaluate(seen("look")):
        wrong += [] if re.search(r"\bwin", text(watching[0], "#event")) and "You" not in text(watching[0], "#event") else [text(watching[0], "#event")]
    wrong += [] if code == 0 and n_plays > 2 else ["%d plays, exit code %d" % (n_plays, code)]
    check("two people at two pages, and a spectator", wrong[:3] + [problem for page in pages for problem in problems(page)])


def check_spectator(page, player):
    """A spectator has the whole table in each window, and nothing to act with."""
    loaded = set(page.loaded)
    page.call("Page.reload")
    while page.loaded == loaded:
        page.browser.read()
    wait(page, "document.querySelectorAll('.seat').length === 3")
    wrong = [] if text(page, "#spectators") == "You watch." else [text(page, "#spectators")]
    wait(player, "document.getElementById('spectators').textContent === '1\u00a0spectator'")
    controls = page.evaluate("Array.from(document.querySelectorAll('button, select, input:not(#show-history)')).filter(e => e.getClientRects().length).map(e => e.id)")
    wrong += ["it has %s" % controls] if controls else []
    for key in "l", "Enter", "a", "h":
        page.press(key)
    for width, height in WINDOWS:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        box = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        wrong += page.evaluate(OVERLAPS) + (["%d pixels wide of %d" % tuple(box)] if box[0] > box[1] else [])
    looks(page, "a spectator's page")
    return wrong + (problems(page) if hasattr(page, "n_settled") else page.problems)


def check_vote(browser):
    """Who closes the page is replaced by a robot when the others want it. All are told."""
    game = Game("-r", "dice=2", "human:name=Ann", "human:name=Bob", "prober")
    ann, bob = [browser.open(address, width=390, height=664, offline=False) for address in game.addresses]
    wait(ann, "/Your turn|is to play|is thinking/.test(document.getElementById('event').textContent)")
    bob.close()
    wait(ann, "!!document.querySelector('#absent button')")
    wrong = [] if text(ann, "#absent") == "Let a robot play for Bob (0 of 1 agree)" else [text(ann, "#absent")]
    wrong += ann.evaluate(HIDDEN)
    wrong += [] if not ann.evaluate("document.activeElement.closest('#absent')") else ["the vote has the focus"]
    wrong += accessibility(ann)
    ann.click("#absent button")
    said = "Bob has left. By the vote of the others, computer plays for Bob from now on."
    wait(ann, "document.getElementById('heard').textContent.indexOf('%s') >= 0" % said)
    wrong += [] if said in text(ann, "#past") and not ann.evaluate("!!document.querySelector('#absent button')") else [text(ann, "#past")]
    wait(ann, "/a robot plays/.test(document.getElementById('table').textContent)")
    play_through([ann], clicks)
    code, output = game.end()
    check("who closes the page is replaced by vote", wrong + problems(ann) + ([] if code == 0 and said in output else [output[-300:]]))


# What a person must see to play, wherever the page is scrolled to: their dice, the last bid, what they may do.
HIDDEN = """(function () {
    var hidden = [], needed = Array.from(document.querySelectorAll('#own .die, #own .cup, #yours button'));
    if (document.querySelector('#plays li:not(.none)') && document.getElementById('ready').hidden)
        needed.push(document.querySelector('#standing .die') || document.getElementById('standing'));
    [0, 1e6].forEach(function (top) {
        scrollTo({top: top, behavior: 'instant'});
        needed.forEach(function (e) {
            var b = e.getBoundingClientRect(), at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
            if (e.getClientRects().length && (b.top < 0 || b.left < 0 || b.bottom > innerHeight || b.right > innerWidth || !at || !at.closest('#yours')))
                hidden.push((e.id || e.getAttribute('class') || e.textContent) + ' at ' + Math.round(b.left) + ',' + Math.round(b.top));
        });
    });
    document.querySelectorAll('#own .seat > *').forEach(function (e) {
        if (e.getBoundingClientRect().right > e.parentNode.getBoundingClientRect().right)
            hidden.push(e.className + ' beyond the own seat');
    });
    if (!document.querySelector('#own .dice') && document.getElementById('ready').hidden)
        hidden.push('the own dice');
    return hidden.map(function (what) { return innerWidth + 'x' + innerHeight + ': ' + what + ' is not in the window'; });
})()"""
# Of one's own dice those that show the face of the bid are marked (for games in which nothing is wild).
UNLIT = """(function () {
    var bid = document.querySelector('#standing .die'), own = (document.querySelector('#own .dice') || {ariaLabel: ''}).ariaLabel.split(' ');
    var face = bid ? document.querySelectorAll('#standing .die circle').length : 0, hits = Array.from(document.querySelectorAll('#own .die'), e => e.classList.contains('hit'));
    return document.getElementById('ready').hidden && hits.some((hit, i) => hit !== (+own[i] === face)) ? ['lit ' + hits + ' of ' + own + ' for ' + face] : [];
})()"""
# A seat in few lines: its letter beside its name, its dice in one row; claims in the middle of their buttons; one's own bar at the bottom; and
# all dice of a showdown in the window.
CROOKED = """(function () {
    var bad = [], bar = document.getElementById('yours').getBoundingClientRect();
    function box(e) { return e.getBoundingClientRect(); }
    scrollTo({top: 0, behavior: 'instant'});
    document.querySelectorAll('#seats .seat').forEach(function (seat) {
        var letter = seat.querySelector('.letter');
        if (letter.getClientRects().length && box(seat.querySelector('.who')).top >= box(letter).bottom)
            bad.push('the letter is above the name: ' + seat.textContent);
        var rows = new Set(Array.from(seat.querySelectorAll('.die'), e => Math.round(box(e).top)));
        if (rows.size > 1)
            bad.push('dice in ' + rows.size + ' rows: ' + seat.textContent);
        if (!document.getElementById('ready').hidden)
            bad = bad.concat(Array.from(seat.querySelectorAll('.die')).filter(e => box(e).bottom > bar.top).map(() => 'a die below the window: ' + seat.textContent));
    });
    document.querySelectorAll('#claims button:not(.primary)').forEach(function (button) {
        var b = box(button), die = box(button.querySelector('.die'));
        if (button.getClientRects().length && Math.abs(b.top + b.bottom - die.top - die.bottom) > 2)
            bad.push('a claim is not in the middle: ' + button.value);
    });
    if (Math.abs(bar.bottom - innerHeight) > 1)
        bad.push('the bar ends at ' + bar.bottom);
    return bad.slice(0, 3).map(what => innerWidth + 'x' + innerHeight + ': ' + what);
})()"""
WINDOWS = ((1366, 657), (1280, 720), (390, 664), (360, 640), (844, 390), (768, 1024))


def check_windows(browser, variant, robots):
    """At every turn of a game the windows take turns; in each the person sees what they need."""
    game = Game("-v", variant, "human:name=Ann", *robots)
    page = browser.open(game.addresses[0], offline=False)
    wrong, n, end = [], 0, time.monotonic() + SECONDS
    while n < 15 and time.monotonic() < end:
        now = page.evaluate(NOW)
        if now in ("closed", "over"):
            break
        if not now:
            time.sleep(0.02)
            continue
        width, height = WINDOWS[n % len(WINDOWS)]
        if now == "ready":  # few turns end a hand
            for phone in ((390, 664), (360, 640)):
                page.call("Emulation.setDeviceMetricsOverride", width=phone[0], height=phone[1], deviceScaleFactor=1, mobile=True)
                wrong += page.evaluate(CROOKED)
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        wrong += page.evaluate(HIDDEN) + page.evaluate(OVERLAPS) + page.evaluate(CROOKED) + (page.evaluate(UNLIT) if variant == "liars-dice" else [])
        marks = page.evaluate("Array.from(document.querySelectorAll('.seat:not(.you)'), e => (e.querySelector('.face') || {dataset: {}}).dataset.face)")
        wrong += [] if all(marks) and len(set(marks)) == len(robots) and not page.evaluate("!!document.querySelector('.you .face')") else ["marks of the robots: %s" % marks]
        n += 1
        turn(page, clicks, n)
    game.process.terminate()
    game.end()
    check("%s with %d robots in six windows" % (variant, len(robots)), wrong[:4] if n > 5 else "%d turns" % n)


def check_guide(browser):
    """Before the first play there are three pictures and an example, in any window, until the person has seen enough."""
    for variant, robot, wanted in (("liars-dice", "computer", "one of the 5 other dice must show a five. The chance is 60\u202f%"), ("maexchen", "mia", "after 65, 10 of 36 rolls are higher")):
        game = Game("--as-given", "-v", variant, "human:name=Ann", robot)
        page = browser.open(game.addresses[0], width=390, height=664, offline=False)
        wait(page, NOW)
        wrong = [] if page.evaluate(seen("guide")) and wanted in text(page, "#guide") else [text(page, "#guide")]
        wrong += [] if page.evaluate("document.querySelectorAll('#guide li').length") == 3 else ["not three pictures"]
        wrong += page.evaluate(HIDDEN)
        places = page.evaluate("['#guide-cards li', '#yours'].map(s => document.querySelector(s).getBoundingClientRect()).map((b, i) => i ? b.top : b.bottom)")
        wrong += [] if places[0] < places[1] / 2 else ["the first picture ends at %d, the bar begins at %d" % tuple(places)]
        looks(page, "the guide of " + variant)
        page.evaluate("document.getElementById('guide-done').click()")
        wrong += ["it stays"] if page.evaluate(seen("guide")) else []
        if variant == "liars-dice":
            page.evaluate("report.guide({you: 0, seats: [{left: 1}, {left: 1}]})")
            wrong += [] if "Then the other die must show a five. The chance is 17\u202f%" in text(page, "#guide") else [text(page, "#guide")]
        game.process.terminate()
        game.end()
        check("the guide of " + variant, wrong)


def check_strangers(browser):
    """An unknown address gets no seat; a person can leave."""
    game = Game("human:name=Ann", "computer")
    page = browser.open(game.addresses[0].split("#")[0] + "#" + "0" * 32, offline=False)
    end = time.monotonic() + SECONDS
    while "does not know" not in text(page, "#away") and time.monotonic() < end:
        time.sleep(0.05)
    check("an address that nobody was given", None if "does not know" in text(page, "#away") else text(page, "#away"))
    page = browser.open(game.addresses[0], offline=False)
    while not page.evaluate(NOW):
        time.sleep(0.03)
    page.click("#leave")
    page.click("#leave")
    while page.evaluate(NOW) != "closed" and time.monotonic() < end:
        time.sleep(0.03)
    code, said = game.end()
    check("a person leaves", None if code == 0 and "You leave the table" in said else said)
    game = Game("human:name=Ann", "computer")
    page = browser.open(game.addresses[0], offline=False)
    wait(page, NOW)
    page.evaluate("report.connect.giveUpMs = 600")
    game.process.kill()
    game.end()
    wait(page, "/continues as soon/.test(document.getElementById('away').textContent)")
    wait(page, "/probably ended/.test(document.getElementById('away').textContent)")
    n_asked = len(page.requests)
    time.sleep(1)
    page.evaluate("1")
    check("a page whose arena is gone says so and stops asking", len(page.requests) - n_asked or None)


def wait(page, what):
    """Until this expression of JavaScript is true."""
    end = time.monotonic() + SECONDS
    while not page.evaluate(what):
        if time.monotonic() > end:
            raise RuntimeError("it never came: " + what)
        time.sleep(0.03)


def looks(page, name):
    """In light and dark, on a phone."""
    wrong = []
    for scheme in ("dark", "light"):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        wrong += accessibility(page)
    wrong += axe(page, opens=False)
    box = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    check(name + ": it can be read, heard and hit", wrong[:5] + ([] if box[0] <= box[1] else ["%d pixels wide" % box[0]]))


def seen(id):
    """An expression of JavaScript: is this element visible?"""
    return "(function () { var e = document.getElementById('%s'); return !!e && !e.hidden && e.getClientRects().length > 0; })()" % id


def check_helper(browser):
    """A robot moves; the focus stays at the controls."""
    game = Game("-r", "dice=2", "human:name=Ann", "computer")
    page = browser.open(game.addresses[0], width=390, height=844, offline=False)
    wait(page, NOW)
    page.evaluate("document.getElementById('auto').addEventListener('toggle', function () { wasEmpty = !document.querySelector('#auto-robot option'); })")
    page.click("#auto summary")
    wait(page, "document.querySelectorAll('#auto-robot option').length > 3")
    check("the list of helpers is never empty", None if not page.evaluate("window.wasEmpty") and "Looking" not in text(page, "#auto-robot") else text(page, "#auto-robot"))
    looks(page, "a person's turn")
    page.evaluate("document.getElementById('auto-robot').value = Array.from(document.querySelectorAll('#auto-robot option'))"
                  ".filter(function (o) { return o.textContent === 'prober'; })[0].value")
    page.evaluate("moved = []; addEventListener('animationstart', function (event) { moved.push(event.animationName); }); 0")
    page.click("#auto-on")
    wait(page, seen("ready"))
    wait(page, "moved.indexOf('lift') >= 0 && moved.indexOf('appear') >= 0")
    moved = page.evaluate("moved.splice(0)")
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    wrong = [] if page.evaluate(seen("auto-stop")) else ["it cannot be stopped"]
    wrong += [] if text(page, "#auto-status") == "prober moves for you." else [text(page, "#auto-status")]
    page.evaluate("document.getElementById('ready').focus()")
    page.press("Enter")
    wait(page, "document.getElementById('summary').textContent === 'Hand 2' && %s" % seen("ready"))
    wrong += [] if page.evaluate("document.activeElement.id") == "ready" else ["the focus is lost"]
    moved.append(page.evaluate("moved"))
    check("cups are lifted once, unless motion is reduced", None if moved.count("lift") == 1 and moved[-1] == [] else moved)
    looks(page, "the end of a hand")
    page.press("a")
    wait(page, "document.getElementById('auto-stop').hidden")
    page.click("#ready")
    wait(page, NOW)
    own = "Array.from(document.querySelectorAll('#heard p')).filter(function (p) { return /^You/.test(p.textContent); }).length"
    n_own = page.evaluate(own)
    page.press("a")
    for key in ("Backspace", "2", "Enter"):
        page.press(key)
    while page.evaluate(own) < n_own + 2:
        page.press("Enter") if page.evaluate(NOW) == "ready" else time.sleep(0.03)
    while not page.evaluate(NOW) or page.evaluate(NOW) == "ready":
        page.press("Enter") if page.evaluate(NOW) == "ready" else time.sleep(0.03)
    wrong += [] if page.evaluate(own) == n_own + 2 and not page.evaluate(seen("auto-stop")) else ["it made %d moves" % (page.evaluate(own) - n_own)]
    wrong += [] if page.evaluate(NOW) != "ready" else ["the person is not asked"]
    page.click("#leave")
    page.click("#leave")
    code, _ = game.end()
    check("a robot moves for a person at a page", wrong + ([] if code == 0 else [code]) + problems(page))


def check_menu(browser):
    """The menu at a page: variants, robots and rules are chosen, and the game that starts is played."""
    with open("results/played/last.json", "w", encoding="utf-8") as last:
        json.dump({"variant": "wild", "rules": ["dice=3"], "players": ["human:name=Ann", "computer"]}, last)
    process = subprocess.Popen([ARENA, "menu", "--browser"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    page = browser.open(process.stdout.readline().split()[-1], width=390, height=844, offline=False)
    wait(page, seen("start"))
    last = page.evaluate("[document.querySelector('#variants :checked').value, document.getElementById('people').value, document.getElementById('opponents').textContent]")
    check("the menu begins with the last table", None if last[:2] == ["wild", "Ann"] and last[2].startswith("computer") else last)
    page.click("details summary")
    looks(page, "the menu")
    page.click("#variants input[value=maexchen]")
    wait(page, "document.getElementById('rules').textContent.indexOf('points_to_start') >= 0")
    page.click("#add")
    wait(page, "document.querySelectorAll('#opponents button').length === 2")
    page.click("#opponents button")
    wait(page, "document.querySelectorAll('#opponents button').length === 1")
    page.evaluate("(function () { var f = document.getElementById('rule-4'); f.value = 99999999; f.dispatchEvent(new Event('change')); })()")
    wait(page, "document.getElementById('why').textContent")
    wrong = [] if "points_to_start" in text(page, "#why") else [text(page, "#why")]
    page.evaluate("(function () { var f = document.getElementById('rule-4'); f.value = 1; f.dispatchEvent(new Event('change')); })()")
    wait(page, "document.getElementById('why').textContent === ''")
    page.evaluate("(function () { var f = document.getElementById('people'); f.focus(); f.value = 'Ann'; })()")
    for again in ("#again", "#to-menu"):
        if again == "#again":
            page.click("#start")
        wait(page, "!!document.getElementById('leave') && document.getElementById('title').textContent === 'M\u00e4xchen' && %s.length >= 0" % NOW)
        end, n = time.monotonic() + SECONDS, 0
        while not page.evaluate(seen("again")) and time.monotonic() < end:
            n += bool(turn(page, clicks, n))
            time.sleep(0.03)
        wrong += [] if re.search(r"\b(win|wins)\b", text(page, "#event")) else [text(page, "#event")]
        page.click(again)
        wait(page, "!%s" % seen("again"))
    wait(page, seen("start"))
    wrong += [] if page.evaluate("document.getElementById('people').value") == "Ann" else ["the answers are forgotten"]
    page.click("#leave")
    page.click("#leave")
    wait(page, "document.getElementById('away').textContent")
    said = process.communicate(timeout=SECONDS)[0]
    check("the menu, a game, the same again, the menu", wrong + problems(page) + ([] if process.returncode == 0 and said.count(" wins after ") == 2 else
                                                                          [process.returncode, said[-300:]]))


with Browser() as the_browser:
    few = ["-r", "dice=2"]
    check_game(the_browser, "liars-dice by clicks", ["-v", "liars-dice", *few, "human:name=Ann", "computer", "prober"], clicks, reload)
    check_game(the_browser, "wild by keys", ["-v", "wild", *few, "human:name=Ann", "computer"], keys)
    check_game(the_browser, "round-table by clicks, on a phone", ["-v", "round-table", "-r", "rounds=4", "computer", "human:name=Ann", "prober"], clicks,
               width=390)
    check_game(the_browser, "perudo by keys", ["-v", "perudo", *few, "human:name=Ann", "computer", "prober"], keys)
    check_game(the_browser, "maexchen by clicks", ["-v", "maexchen", "-r", "points_to_start=2", "human:name=Ann", "mia", "maexchen"],
               clicks)
    check_game(the_browser, "maexchen by keys", ["-v", "maexchen", "-r", "points_to_start=2", "human:name=Ann", "mia"], keys)
    for n in range(1, 5):
        check_windows(the_browser, "liars-dice", ["computer", "prober", "calm", "radical"][:n])
    check_windows(the_browser, "perudo", ["conservative", "computer", "calm", "radical", "prober"])
    check_windows(the_browser, "maexchen", ["mia", "maexchen", "mia"])
    check_two(the_browser)
    check_vote(the_browser)
    check_strangers(the_browser)
    check_guide(the_browser)
    check_helper(the_browser)
    check_menu(the_browser)
sys.exit(1 if checks.n_failed else 0)
