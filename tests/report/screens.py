"""screens.py ARENA FOLDER [PART...] - writes a PNG of each kind of page in each window, light, dark and printed, into the folder, for a person to look at.

Parts: files, games, live (default: these three); images: the pictures of docs/images. A name is PAGE-WIDTHxHEIGHT-LOOK.png: what the window shows at first. PAGE-390-whole.png and PAGE-print.png show the whole page."""
import base64
import glob
import os
import re
import subprocess
import sys
import time
from urllib.request import pathname2url

from browser import Browser

ARENA, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WINDOWS = ((1366, 657), (1280, 720), (768, 1024), (390, 664), (360, 640), (844, 390))


def run(*arguments):
    """Runs a command of the arena in the folder."""
    subprocess.run([ARENA, *arguments], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def size(page, width, height, look):
    """Sets the window; look: light, dark or print."""
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
    page.call("Emulation.setEmulatedMedia", media="print" if look == "print" else "",
              features=[{"name": "prefers-color-scheme", "value": "dark" if look == "dark" else "light"}])


def take(page, name):
    """Takes all pictures of a page as it is now."""
    for width, height in WINDOWS:
        for look in ("light", "dark"):
            size(page, width, height, look)
            page.screenshot(os.path.join(FOLDER, "%s-%dx%d-%s.png" % (name, width, height, look)), whole=False)
    size(page, 390, 664, "light")
    page.screenshot(os.path.join(FOLDER, name + "-390-whole.png"))
    size(page, 1032, 700, "print")
    page.evaluate("dispatchEvent(new Event('beforeprint')); new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    page.screenshot(os.path.join(FOLDER, name + "-print.png"))
    page.evaluate("dispatchEvent(new Event('afterprint')); 0")
    size(page, 1280, 720, "light")


def wait(page, what):
    """Waits until an expression of JavaScript is true."""
    end = time.monotonic() + 120
    while not page.evaluate(what):
        if time.monotonic() > end:
            raise RuntimeError("it never came: " + what)
        time.sleep(0.05)


def seen(selector):
    return "(e => !!e && !e.hidden && e.getClientRects().length > 0)(document.querySelector('%s'))" % selector


def files(browser):
    """Reports, with a game and the quiz in view, and pages made of them."""
    robots = ("prober", "computer", "conservative", "simpleton", "radical", "calm")
    run("tournament", "200", "--format", "round-robin", "--seed", "1", *robots)
    run("report", "-o", "report.html")
    run("report", "--only-game", "7", "-o", "game.html")
    for name in ("report", "game"):
        page = browser.open("file://" + pathname2url(os.path.join(FOLDER, name + ".html")))
        take(page, name)
        if name == "report":
            for place in ("quiz", "ranking", "head-to-head", "games"):
                if page.evaluate("!!document.getElementById('%s')" % place):
                    page.evaluate("document.getElementById('%s').scrollIntoView({behavior: 'instant'})" % place)
                    for width, height in WINDOWS:
                        size(page, width, height, "light")
                        page.evaluate("document.getElementById('%s').scrollIntoView({behavior: 'instant'})" % place)
                        page.screenshot(os.path.join(FOLDER, "report-%s-%dx%d-light.png" % (place, width, height)), whole=False)
        page.close()
    for name in ("large", "fours", "gauntlet", "regress", "robot", "puzzles"):
        page = browser.open("file://" + pathname2url(make(name)))
        take(page, name)
        page.close()
    with open(os.path.join(ROOT, "src/page/web/style.css"), encoding="utf-8") as one, open(os.path.join(ROOT, "src/page/web/site.css"), encoding="utf-8") as other:
        style = "<style>" + one.read() + other.read() + "</style>"
    for name in ("index", "ended", "evening", "archive", "next", "frozen", "take-part", "team-1", "versus"):
        with open(os.path.join(ROOT, "tests/golden/contest", name + ".html"), encoding="utf-8") as file:
            html = re.sub("<link [^>]*>", lambda _: style, re.sub("<meta http-equiv=[^>]*>", "", file.read()))
        with open(os.path.join(FOLDER, "contest-%s.html" % name), "w", encoding="utf-8") as file:
            file.write(html)
        page = browser.open("file://" + pathname2url(file.name))
        take(page, "contest-" + name)
        page.close()


def make(name):
    """Plays a run and writes a page about it; returns the path of the page."""
    all_robots = [os.path.basename(path)[:-3] for path in sorted(glob.glob(os.path.join(os.path.dirname(ARENA), "build/release/robots/*.so")))]
    liars = [robot for robot in all_robots if robot not in ("maexchen", "mia", "llm")]
    many = ["%s:name=%s-%d" % (robot, robot, i) if i >= len(liars) else robot for i, robot in enumerate((liars * 3)[:26])]
    report = ["report", "-o", name + ".html"]
    if name == "large":
        run("tournament", "20000", "--format", "pool", "--seats", "2", "--seed", "1", *many)
    elif name == "fours":
        run("tournament", "3000", "--format", "pool", "--seats", "4", "--seed", "1", *many)
    elif name == "gauntlet":
        run("tournament", "200", "--format", "gauntlet", "--seed", "1", "computer", "prober", "conservative", "simpleton", "radical", "calm")
    elif name == "regress":
        run("regress", "prober", "computer", "--seed", "1")
    elif name == "robot":
        run("tournament", "200", "--format", "round-robin", "--seed", "1", "prober", "computer", "conservative", "simpleton")
        report += ["--robot", "computer"]
    else:
        report = ["puzzles", "-o", name + ".html"]
    run(*report)
    return os.path.join(FOLDER, name + ".html")


def games(browser):
    """The menu, and a person and a spectator at a table: before the first play, in a turn, at a showdown."""
    for variant, n_robots in (("liars-dice", 2), ("wild", 5), ("maexchen", 3)):
        robots = ["mia", "maexchen", "mia"] if variant == "maexchen" else ["prober", "computer", "calm", "radical", "simple"][:n_robots]
        process = subprocess.Popen([ARENA, "play", "--browser", "--pause", "0ms", "--seed", "7", "-v", variant, "human:name=Ann", *robots], cwd=FOLDER,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        addresses = [process.stdout.readline().split()[-1] for _ in range(2)]
        person = browser.open(addresses[0], offline=False)
        spectator = browser.open(addresses[1], offline=False)
        person.call("Page.bringToFront")
        wait(person, seen("#guide-done"))
        take(person, variant + "-guide")
        person.click("#guide-done")
        wait(person, "Array.from(document.querySelectorAll('#yours button')).some(e => e.getClientRects().length)")
        take(person, variant + "-turn")
        spectator.call("Page.bringToFront")
        wait(spectator, seen(".seat"))
        take(spectator, variant + "-spectator")
        person.call("Page.bringToFront")
        end = time.monotonic() + 60
        while not person.evaluate(seen("#ready")) and time.monotonic() < end:
            person.evaluate("(b => b && b.click())(Array.from(document.querySelectorAll('#call, #believe, #claims button, #bid-it')).filter(e => e.getClientRects().length && !e.disabled)[0])")
            time.sleep(0.3)
        take(person, variant + "-showdown")
        process.terminate()
        process.communicate()
        person.close()
        spectator.close()
    process = subprocess.Popen([ARENA, "menu", "--browser"], cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    page = browser.open(process.stdout.readline().split()[-1], offline=False)
    wait(page, seen("#start"))
    take(page, "menu")
    process.terminate()
    process.communicate()
    page.close()


def live(browser):
    """The page of a tourney server with some robots."""
    process = subprocess.Popen([ARENA, "serve", "-p", "0", "--http", "0", "-n", "1", "--set", "tourney_freq_S=0", "--set", "games_per_tourney_per_bot=20",
                                "--robot", "prober", "--robot", "computer", "--robot", "conservative"], cwd=FOLDER, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    address = None
    for line in iter(process.stdout.readline, ""):
        if found := re.search(r"http://\S+", line):
            address = found.group(0).rstrip(".,")
            break
    if address:
        page = browser.open(address, offline=False)
        wait(page, seen(".standings tbody tr"))
        take(page, "live")
        page.close()
    process.kill()
    process.communicate()


def images(browser):
    """The pictures of docs/images, as report.png and viewer.png; quantised, because they are committed."""
    run("tournament", "2000", "--format", "round-robin", "prober", "computer", "conservative", "simpleton", "radical", "--seed", "1")
    run("report", "-o", "images.html")
    page = browser.open("file://" + pathname2url(os.path.join(FOLDER, "images.html")), width=920, height=1180)
    page.screenshot(os.path.join(FOLDER, "report.png"), whole=False)
    page.evaluate("document.querySelector('#game').value = report.data.games[0].number; document.querySelector('#game').dispatchEvent(new Event('change'))")
    top, bottom = page.evaluate("['#table', '#strip'].map(s => document.querySelector(s).getBoundingClientRect()).map((b, i) => scrollY + (i ? b.bottom : b.top))")
    clip = {"x": 4, "y": top - 12, "width": 912, "height": bottom - top + 16, "scale": 1}
    with open(os.path.join(FOLDER, "viewer.png"), "wb") as file:
        file.write(base64.b64decode(page.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]))
    for name in ("report", "viewer"):
        path = os.path.join(FOLDER, name + ".png")
        subprocess.run(["convert", path, "+dither", "-colors", "200", "-define", "png:compression-level=9", "PNG8:" + path], check=True)
    page.close()


os.makedirs(FOLDER, exist_ok=True)
with Browser() as the_browser:
    for part in (files, games, live, images):
        if not sys.argv[3:] and part != images or part.__name__ in sys.argv[3:]:
            part(the_browser)
