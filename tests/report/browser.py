"""browser.py - a headless Chromium, driven through its debugging pipe; the standard library is enough.

    with Browser() as browser:
        page = browser.open("file:///tmp/report.html", width=360, height=740, dark=True)
        page.evaluate("document.title")
        page.press("ArrowRight")
        page.requests, page.problems     # addresses asked for; errors and warnings of the console
"""
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage",
    "--hide-scrollbars", "--remote-debugging-pipe",
    "--disable-site-isolation-trials", "--renderer-process-limit=1",  # all pages in one process: another costs more than a page
]
SECONDS = 900  # of a whole test that hangs: less than a script has (run_one.sh), which then still ends what it started

KEYS = {"ArrowUp": 38, "ArrowDown": 40, "ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Tab": 9, "Enter": 13, "Backspace": 8, " ": 32, "[": 219, "]": 221}


def is_snap(path):
    """A snap sees none of the folders that the tests make; Ubuntu's stub is a script that only starts or names it."""
    real = os.path.realpath(path)
    if real.startswith("/snap/") or os.path.basename(real) == "snap":
        return True
    with open(real, "rb") as file:
        start = file.read(8192)
    return start.startswith(b"#!") and (b"/snap/bin/" in start or b"snap install" in start)


def find():
    """The program, or None; and why there is none."""
    why = "there is no chromium"
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path and not is_snap(path):
            return path, None
        if path:
            why = path + " is a snap, which cannot see the tests' folders"
    return None, why


class Page:
    """A page of a browser, by its debugging session."""
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        self.requests, self.problems, self.loaded = [], [], set()  # loaded: the documents, by their loader
        self.n_settled = 0  # problems before the last play of a game

    def call(self, method, **parameters):
        """A call of the debugging protocol for this page; returns its result."""
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        """The value of an expression of JavaScript; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def press(self, key, modifiers=0):
        """A key, as the browser names it; modifiers: 1 Alt, 2 Ctrl, 4 Meta, 8 Shift, added up."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else None)
        common = {"key": key, "windowsVirtualKeyCode": KEYS.get(key) or ord(key.upper()), "modifiers": modifiers}
        common["code"] = "Space" if key == " " else key
        down = dict(common, type="keyDown" if text else "rawKeyDown")
        if text:
            down["text"] = text
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def close(self):
        """A page that stays open costs time as long as the browser runs."""
        self.browser.call("Target.closeTarget", targetId=self.target)

    def middle(self, selector):
        """Where the middle of an element is in the window: x and y in pixels."""
        return self.evaluate("(function () { var b = document.querySelector(%s).getBoundingClientRect();"
                             " return [b.left + b.width / 2, b.top + b.height / 2]; })()" % json.dumps(selector))

    def click(self, selector):
        """A real click in the middle of an element."""
        self.evaluate("document.querySelector(%s).scrollIntoView({block: 'center', behavior: 'instant'})" % json.dumps(selector))
        box = self.middle(selector)
        while (now := self.middle(selector)) != box:  # the layout still moves
            box = now
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def touch(self, selector):
        """A finger in the middle of an element that is in view."""
        box = self.middle(selector)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": box[0], "y": box[1]}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def screenshot(self, path, whole=True):
        """Writes a PNG of the page; whole: also what is outside the window."""
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]))

    def seen(self, method, parameters):
        """Notes an event of the debugging protocol."""
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.problems.append(parameters["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.problems.append(json.dumps(parameters["args"])[:300])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.problems.append("%s %s" % (parameters["entry"]["text"], parameters["entry"].get("url", "")))
        elif method == "Page.lifecycleEvent" and parameters["name"] == "load":
            self.loaded.add(parameters["loaderId"])


class Browser:
    """A browser that runs until the end of a `with` block, with a profile of its own."""
    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        to_it, self.out = os.pipe()
        self.inn, from_it = os.pipe()
        self.pages, self.answers, self.last, self.rest = {}, {}, 0, b""

        def descriptors():  # it reads from 3 and writes to 4
            os.dup2(to_it, 63)
            os.dup2(from_it, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)

        self.process = subprocess.Popen(
            [find()[0]] + FLAGS + ["--user-data-dir=" + self.profile, "about:blank"], preexec_fn=descriptors, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "TMPDIR": self.profile})
        os.close(to_it)
        os.close(from_it)
        signal.alarm(SECONDS)
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.out)
        os.close(self.inn)
        for _ in range(100):  # its processes may still write
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.1)

    def call(self, method, session=None, **parameters):
        """A call of the debugging protocol, waited for; returns its result. session: that of a page."""
        self.last += 1
        number = self.last
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while number not in self.answers:
            self.read()
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(method + ": " + json.dumps(answer["error"]))
        return answer["result"]

    def read(self):
        """Reads once from the browser, and notes the answers and events that are complete."""
        part = os.read(self.inn, 1 << 16)
        if not part:
            raise RuntimeError("the browser went away")
        *whole, self.rest = (self.rest + part).split(b"\0")
        for text in whole:
            message = json.loads(text)
            if "id" in message:
                self.answers[message["id"]] = message
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].seen(message["method"], message["params"])

    def open(self, address, width=1100, height=900, dark=False, offline=True):
        """A Page of this address, loaded; width and height in pixels."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, target, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(domain + ".enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.call("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.call("Page.setLifecycleEventsEnabled", enabled=True)
        loader = page.call("Page.navigate", url=address)["loaderId"]
        while loader not in page.loaded:  # about:blank is loaded too, perhaps only now
            self.read()
        return page


if __name__ == "__main__":  # can there be tests in a browser? Says why not
    if not find()[0]:
        sys.exit(find()[1])
