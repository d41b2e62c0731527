"""contest_serve.py ARENA FOLDER - clients of `arena contest serve FOLDER`: teams, the organiser, and hostile ones.

Starts the server itself, since it is killed in an upload. Prints "ok NAME" or "FAIL NAME: why"."""
import atexit
import fcntl
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import traceback
import urllib.parse
import zipfile

ARENA, FOLDER = sys.argv[1:3]
PATIENCE = 300
n_failed = 0

ROBOT_C = b"""int get_play(const char *me, const char *hands, const char *history)
{
	(void)me;
	(void)hands;
	return *history ? 0 : 11;
}
"""
ROBOT_PY = b"def get_play(me, hands, history):\n    return 0 if history else 12\n"


def check(name, why):
    global n_failed
    n_failed += bool(why)
    print("FAIL %s: %s" % (name, str(why)[:600]) if why else "ok " + name, flush=True)


def same(seen, wanted):
    return None if seen == wanted else "%r, not %r" % (seen, wanted)


def arena(*arguments):
    return subprocess.run([ARENA, "contest", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Server:
    def __init__(self, *options, says=r"http://127.0.0.1:(\d+)/\n"):
        self.output = open(FOLDER + ".out", "w+")
        self.process = subprocess.Popen([ARENA, "contest", "serve", FOLDER, "--listen", "127.0.0.1:0", *options], stdout=self.output, stderr=self.output)
        atexit.register(self.process.kill)  # nothing, if it has ended
        end = time.monotonic() + PATIENCE
        while True:
            self.output.seek(0)
            self.said = self.output.read()
            found = re.search(says, self.said)
            if found or time.monotonic() > end or self.process.poll() is not None:
                break
            time.sleep(0.02)
        if not found:
            sys.exit("the server did not start: " + self.said)
        self.port = int(found.group(1))

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


def form_of(fields, file=None):
    """A multipart form. file: (name, bytes)."""
    boundary = "a-boundary"
    out = b""
    for name, value in fields.items():
        out += ("--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n" % (boundary, name, value)).encode()
    if file:
        out += ("--%s\r\nContent-Disposition: form-data; name=\"robot\"; filename=\"%s\"\r\nContent-Type: application/octet-stream\r\n\r\n"
                % (boundary, file[0])).encode() + file[1] + b"\r\n"
    return out + ("--%s--\r\n" % boundary).encode(), {"Content-Type": "multipart/form-data; boundary=" + boundary}


class Client:
    def __init__(self, port, address="127.0.0.1"):
        self.port, self.cookie, self.headers, self.address = port, None, {}, (address, 0)

    def ask(self, method, path, body=None, headers=None):
        """Returns status, headers, text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=self.address)
        headers = dict(self.headers, **(headers or {}))
        if self.cookie:
            headers["Cookie"] = "other=1; " + self.cookie
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, answer.headers, text

    def status(self, *arguments, **more):
        return self.ask(*arguments, **more)[0]

    def post(self, path, fields, headers=None):
        return self.ask("POST", path, urllib.parse.urlencode(fields), dict({"Content-Type": "application/x-www-form-urlencoded"}, **(headers or {})))

    def sign_in(self, token, headers=None):
        status, answer, text = self.post("/sign-in", {"token": token}, headers)
        if answer["Set-Cookie"]:
            self.cookie = answer["Set-Cookie"].split(";")[0]
        return status, answer, text

    def form(self, path="/team"):
        found = re.search(r'name="form" value="([0-9a-f]+)"', self.ask("GET", path)[2])
        return found.group(1) if found else ""

    def upload(self, name, content):
        return self.ask("POST", "/team/upload", *form_of({"form": self.form()}, (name, content)))

    def state(self):
        return json.loads(self.ask("GET", "/team/state")[2])

    def settle(self):
        """Waits until all robots play or are refused. Returns the states seen on the way, and the last answer."""
        seen, end = [], time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.state()
            for robot in state["robots"]:
                if robot["state"] not in seen:
                    seen.append(robot["state"])
            if not state["works"]:
                return seen, state
            time.sleep(0.05)
        return seen, "nothing was settled"


def until(what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.1)
    return None


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr("bot/" + name.replace("_", "."), content)
    return out.getvalue()


def token_of(*arguments):
    answer = arena("invite", FOLDER, *arguments)
    if answer.returncode:
        sys.exit("no token: " + answer.stdout)
    return answer.stdout.strip()[-32:]


def listing(team):
    return sorted(os.listdir(os.path.join(FOLDER, "submissions", team)))


def check_sign_in(server, tokens):
    ann = Client(server.port)
    check("nothing is published yet, and the page says so", same(ann.status("GET", "/"), 200))
    status, headers, _ = ann.ask("GET", "/team")
    check("a team must sign in", same((status, headers["Location"]), (303, "/sign-in")))
    check("also for the state of its robots", same(ann.status("GET", "/team/state"), 303))
    check("an upload without it", same(ann.ask("POST", "/team/upload", *form_of({"form": ""}, ("bot.c", ROBOT_C)))[0], 403))
    check("a wrong token", same(ann.sign_in("0" * 32)[0], 403))
    check("a form that another site sends", same([ann.sign_in(tokens["ann"], {name: value})[0] for name, value in
                                                  (("Sec-Fetch-Site", "cross-site"), ("Origin", "http://example.org"))], [403, 403]))
    status, headers, _ = ann.sign_in(tokens["ann"])
    check("signed in", same((status, headers["Location"]), (303, "/team")))
    check("the cookie", None if all(word in headers["Set-Cookie"] for word in ("HttpOnly", "SameSite=Strict", "Max-Age=43200"))
          and "Secure" not in headers["Set-Cookie"] else headers["Set-Cookie"])
    status, headers, page = ann.ask("GET", "/team")
    check("the page of the team", None if status == 200 and "<bdi>ann</bdi>" in page and headers["Cache-Control"] == "no-store" else page)
    good = ann.cookie
    wrong = {}
    for cookie in (good[:-1] + ("0" if good[-1] != "0" else "1"), good.replace("616e6e", "626f62"), "arena=616e6e", "arena=", "arena=..", "arena=zz.1.2",
                   re.sub(r"\.\d+\.", ".99999999999.", good)):
        ann.cookie = cookie
        wrong[cookie] = ann.status("GET", "/team")
    check("cookies that were made up", None if set(wrong.values()) == {303} else wrong)
    ann.cookie = good
    check("a form without its secret", same(ann.post("/team/withdraw", {"file": "bot.c", "sure": "1", "form": "0" * 32})[0], 403))
    check("the page of the organiser is not for a team", same(ann.status("GET", "/organiser"), 403))
    new = token_of("ann")
    check("a new token ends what the old one signed in", same(ann.status("GET", "/team"), 303))
    check("and the old one", same(ann.sign_in(tokens["ann"])[0], 403))
    tokens["ann"] = new
    check("the new one works", same(ann.sign_in(new)[0], 303))
    return ann


def check_uploads(server, ann, bob, tokens):
    check("a C file", same(ann.upload("bot.c", ROBOT_C)[0], 303))
    seen, state = ann.settle()
    check("is built, checked, and plays", None if seen[-1] == "plays" and set(seen) <= {"waiting", "building", "checking", "plays"} and len(seen) > 1 else (seen, state))
    check("the page names the version", None if "plays as bot-1" in ann.ask("GET", "/team")[2] else state)
    check("a Python file", same(bob.upload("bot.py", ROBOT_PY)[0], 303))
    check("plays, too", same(bob.settle()[0][-1], "plays"))

    check("a zip archive in place of it", same(bob.upload("other.zip", zipped(main_py=ROBOT_PY + b"# 2\n", helper_py=b"x = 1\n"))[0], 303))
    check("the earlier file is gone", same(listing("bob"), ["other.zip"]))
    seen, state = bob.settle()
    check("and plays", same((seen[-1], state["robots"][0]["text"]), ("plays", "plays as other-1")))
    check("the same file again is no new version", same(bob.upload("other.zip", zipped(main_py=ROBOT_PY + b"# 2\n", helper_py=b"x = 1\n"))[0], 303))
    check("and plays as before", same(bob.settle()[1]["robots"][0]["text"], "plays as other-1"))

    check("a source with an error", same(ann.upload("bot.c", b"int get_play(void) { return secret_of_ann; }\n")[0], 303))
    seen, state = ann.settle()
    text = state["robots"][0]["text"]
    check("does not play, and the reason is there", None if seen[-1] == "refused" and "the build failed" in text and "until then bot-1 plays" in text else text)
    check("the team sees its build log", None if "secret_of_ann" in ann.ask("GET", "/team")[2] else "no log")
    page = until(lambda: re.search(r'href="(/teams/[0-9a-f]{32}\.html)"', ann.ask("GET", "/team")[2])).group(1)
    private = until(lambda: (lambda answer: answer[2] if answer[0] == 200 and "secret_of_ann" in answer[2] else None)(ann.ask("GET", page)))
    check("and its own page of the site", None if private else "none")
    stranger = Client(server.port)
    check("which others do not", same([bob.status("GET", page), stranger.status("GET", page)], [404, 404]))
    everything = "".join(stranger.ask("GET", path)[2] for path in ("/", "/take-part.html", "/teams/1.html", "/teams/2.html", "/feed.xml", "/archive/standings.json"))
    check("the public pages are there, without the log", None if "bot-1" in everything and "secret_of_ann" not in everything and bob.ask("GET", "/team")[2].count("secret") == 0
          else everything[:300])
    check("and link to the page of a team", None if 'href="team"' in stranger.ask("GET", "/")[2] else "no link")


def check_other_ways(server, tokens):
    """Teams whose folders were filled in another way."""
    client = Client(server.port)
    client.sign_in(tokens["cid"])
    folder, outside = FOLDER + "/submissions/cid", FOLDER + ".outside"
    os.mkdir(outside)
    os.symlink(os.path.abspath(outside), folder)
    check("a folder that is a link is not followed", same((client.upload("bot.c", ROBOT_C)[0], os.listdir(outside)), (500, [])))
    os.unlink(folder)
    os.makedirs(folder + "/robot")
    check("a robot in a folder is not touched", same((client.upload("bot.c", ROBOT_C)[0], client.post("/team/withdraw", {
        "form": client.form(), "sure": "1", "file": "robot"})[0], listing("cid")), (409, 404, ["robot"])))
    os.rename(folder + "/robot", folder + "/.git")
    check("nor a repository", same((client.upload("bot.c", ROBOT_C)[0], listing("cid")), (409, [".git"])))
    os.rmdir(folder + "/.git")
    os.mkfifo(folder + "/.upload")  # would block a server that opens it
    check("a robot to withdraw", same((client.upload("bot.c", ROBOT_C)[0], listing("cid")), (303, ["bot.c"])))
    client.settle()
    check("is withdrawn", same((client.post("/team/withdraw", {"form": client.form(), "sure": "1", "file": "bot.c"})[0], listing("cid")), (303, [])))
    check("and the page says so", None if "has submitted no robot" in client.ask("GET", "/team")[2] else "it does not")
    check("then it plays no more", None if until(lambda: "cid" not in arena("status", FOLDER).stdout) else arena("status", FOLDER).stdout)


def check_refused(server, ann, bob):
    big = b"x" * ((1 << 20) + 100)
    before = listing("ann")
    wrong = [(name, ann.upload(name, content)[0], status) for name, content, status in (
        ("../../evil.c", ROBOT_C, 400), ("..\\evil.c", ROBOT_C, 400), ("/etc/evil.c", ROBOT_C, 400), (".hidden.c", ROBOT_C, 400), ("-x.c", ROBOT_C, 400),
        ("x" * 80 + ".c", ROBOT_C, 400), ("a\x01b.c", ROBOT_C, 400), ("Makefile", b"all:\n", 415), ("bot", b"#!/bin/sh\n", 415), ("bot.tar.gz", b"x", 415),
        ("bot.c.data", b"x", 415), ("bot.zip", b"no zip", 415), ("bot.so", ROBOT_C, 415), ("bot.py", b"a\0b", 415), ("bot.c", b"", 400), ("", ROBOT_C, 400),
        ("bot.c", big, 413))]
    check("names and kinds of files that are refused", [one for one in wrong if one[1] != one[2]])
    check("nothing was written", same((listing("ann"), os.path.exists(FOLDER + "/evil.c"), os.path.exists("evil.c")), (before, False, False)))
    form, headers = form_of({"form": ann.form()}, ("bot.c", ROBOT_C))
    text = {"Content-Type": "text/plain"}
    check("damaged forms", same([ann.status("POST", "/team/upload", body, more) for body, more in (
        (form[:-30], headers), (b"--a-boundary", headers), (b"junk", headers), (form, text), (form, {}), (form, {"Content-Type": "multipart/form-data"}))], [400, 400, 403, 415, 415, 415]))
    check("a body that is much too large is refused before it comes", same(raw(server, b"POST /team/upload HTTP/1.1\r\nHost: x\r\nCookie: " + ann.cookie.encode() +
                                                                               b"\r\nContent-Length: 99999999999\r\n\r\n"), "413"))
    check("one of unknown length", same(raw(server, b"POST /team/upload HTTP/1.1\r\nHost: x\r\nCookie: " + ann.cookie.encode() + b"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "411"))
    check("a large form", same(ann.post("/team/withdraw", {"file": "x" * 10000})[0], 413))
    check("methods", same([ann.status(method, "/team") for method in ("PUT", "DELETE", "OPTIONS")], [405] * 3))
    check("paths out of the site", same([ann.status("GET", path) for path in ("/../contest", "/%2e%2e/contest", "/teams/..%2f..%2fcontest", "/.ssh", "//etc/passwd",
                                                                              "/team/challenges/../../contest", "/team/challenges/x")], [404] * 7))
    headers = raw(server, b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 100000 + b"\r\n\r\n")
    check("huge headers", None if headers in ("413", "431", "400", "") else headers)
    check("withdrawing what is not there, or elsewhere", same([ann.post("/team/withdraw", {"form": ann.form(), "sure": "1", "file": name})[0] for name in
                                                                ("no.c", "../bob/other.zip", ".", "..", "")], [404] * 5))
    check("withdrawing without the tick", same(ann.post("/team/withdraw", {"form": ann.form(), "file": "bot.c"})[0], 400))
    check("bob's file is still there", same(listing("bob"), ["other.zip"]))


def raw(server, request):
    """Sends bytes. Returns the status."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(request)
            answer = connection.recv(100)
        except ConnectionError:
            return ""
    return answer[9:12].decode()


def check_limit(server, tokens):
    """Three versions a day, however fast they come: versions count that are being built, or that the team no longer wants."""
    dee = Client(server.port)
    dee.sign_in(tokens["dee"])

    def send(number):
        return dee.upload("bot.zip", zipped(Makefile=b"bot.so:\n\tsleep 8; exit %d\n" % number))[0]

    def used():
        return re.search(r"3 versions a day, of which (\d) (?:is|are) used", dee.ask("GET", "/team")[2]).group(1)

    def is_building(n):
        return until(lambda: dee.state()["robots"][0]["state"] == "building" and len(os.listdir(FOLDER + "/teams/dee")) >= n)
    check("a slow build counts", same((send(1), is_building(1), used()), (303, True, "1")))
    withdrawn = dee.post("/team/withdraw", {"form": dee.form(), "sure": "1", "file": "bot.zip"})[0]
    check("also when it is withdrawn", same((withdrawn, bool(until(lambda: "it was withdrawn" in arena("status", FOLDER).stdout)), used()), (303, True, "1")))
    check("and one that is replaced", same((send(2), is_building(2), send(3), bool(until(lambda: used() == "3"))), (303, True, 303, True)))
    check("then the day is used up", same([send(4), send(5)], [429, 429]))
    check("and so is the time of its builds", None if until(lambda: os.path.exists(FOLDER + "/teams/dee/.time")) else "no time")
    dee.post("/team/withdraw", {"form": dee.form(), "sure": "1", "file": "bot.zip"})
    check("there are three", same((until(lambda: not dee.state()["works"]), sorted(os.listdir(FOLDER + "/teams/dee"))), (True, [".time", "bot-1", "bot-2", "bot-3"])))


def check_challenge(server, ann, bob):
    form = ann.form()
    check("rivals that are none", same([ann.post("/team/challenge", {"form": form, "rival": rival})[0] for rival in ("ann", "nobody", "")], [404] * 3))
    check("a challenge", same(ann.post("/team/challenge", {"form": form, "rival": "bob"})[0], 303))
    link = until(lambda: re.search(r'ann/bot-1 won [\d.]+ of 100 games against bob/other-1\. <a href="(/team/challenges/[0-9a-f-]+)">', ann.ask("GET", "/team")[2]))
    check("has a result", None if link else ann.ask("GET", "/team")[2][-800:])
    if link:
        watch = [client.ask("GET", link.group(1)) for client in (ann, bob, Client(server.port))]
        check("its games are for both teams", same([answer[0] for answer in watch], [200, 200, 404]))
        check("in the viewer", None if '"games"' in watch[0][2] else "no games")
    check("it is not a run of the contest", same(os.listdir(FOLDER + "/challenges")[0].startswith("."), False))
    check("a second one", same(ann.post("/team/challenge", {"form": form, "rival": "bob"})[0], 303))
    check("at most two an hour", same(ann.post("/team/challenge", {"form": form, "rival": "bob"})[0], 429))


def check_crowd(server, ann):
    """Slow and idle connections must not keep others out."""
    crowd = []
    for i in range(900):  # there are fewer places
        try:
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=("127.0.0.%d" % (2 + i % 40), 0))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" if i % 2 else b"POST /team/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n--a")
            crowd.append(connection)
        except OSError:
            pass

    def is_served():
        try:
            return ann.status("GET", "/team") == 200
        except (OSError, http.client.HTTPException):
            return False # the server is closing others
    check("hundreds of slow connections", None if until(is_served) else "others are kept out")
    for connection in crowd:
        connection.close()


def check_rates(server, tokens):
    anybody = Client(server.port, "127.0.0.99")  # which has sent no forms
    wrong = [anybody.sign_in("no")[0] for _ in range(8)]
    check("wrong tokens keep no team of the same address from signing in", same((wrong, anybody.sign_in(tokens["bob"])[0]), ([403] * 8, 303)))
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        # At once: a client that waits for each answer may be slower than the limit on a busy machine.
        connection.sendall(b"HEAD /serve.js HTTP/1.1\r\nHost: x\r\n\r\n" * 5000)
        said, refused = b"", None
        while not refused and (part := connection.recv(65536)):
            said += part
            refused = re.search(rb"HTTP/1.1 429 .*?\r\n\r\n", said, re.S)
    check("an address has a limit of requests", None if refused and said.startswith(b"HTTP/1.1 200 ") else said[-300:])
    check("and it is told when to try again", None if refused and b"Retry-After: 2\r\n" in refused.group() else refused)
    check("a team that has signed in there has limits of its own", same([anybody.status("GET", "/team/state") for _ in range(3)], [200] * 3))


def check_killed(tokens):
    """kill -9 in the middle of an upload and of a build."""
    server = Server()
    cid = Client(server.port)
    check("a token that was revoked", same((arena("invite", FOLDER, "cid", "--revoke").returncode, cid.sign_in(tokens["cid"])[0]), (0, 403)))
    tokens["cid"] = token_of("cid")
    cid.sign_in(tokens["cid"])
    check("a first robot", same(cid.upload("bot.c", ROBOT_C + b"/* cid */\n")[0], 303))
    body, headers = form_of({"form": cid.form()}, ("bot.c", ROBOT_C * 500))
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest("POST", "/team/upload")
    for name, value in dict(headers, Cookie=cid.cookie, **{"Content-Length": str(len(body))}).items():
        connection.putheader(name, value)
    connection.endheaders()
    connection.send(body[:len(body) // 2])
    server.end(signal.SIGKILL)
    connection.close()
    with open(FOLDER + "/submissions/cid/bot.c", "rb") as file:
        check("what was there is whole", same(file.read(), ROBOT_C + b"/* cid */\n"))
    left, old = FOLDER + "/challenges/.killed", FOLDER + "/submissions/cid/old.py"
    os.makedirs(left + "/run")
    os.makedirs(FOLDER + "/teams/cid/old-1/source")  # of a build that was killed
    os.mkdir(FOLDER + "/challenges/.played")
    played = os.open(FOLDER + "/challenges/.played", os.O_RDONLY)
    fcntl.flock(played, fcntl.LOCK_EX)
    for name in FOLDER + "/challenges/1-a.json.new", left + "/run/arena.db", FOLDER + "/submissions/cid/.put-bot.c", FOLDER + "/submissions/cid/.put-no.c":
        open(name, "w").close()
    with open(old, "wb") as file:
        file.write(ROBOT_PY)
    server = Server("--every", "1")
    # The challenge of the server that was killed removes its folder itself, if it still can.
    check("what a killed challenge has left is gone, and not what one that is played uses", None if until(
        lambda: [name for name in os.listdir(FOLDER + "/challenges") if name[0] == "." or name.endswith(".new")] == [".played"]) else os.listdir(FOLDER + "/challenges"))
    os.rmdir(FOLDER + "/challenges/.played")
    os.close(played)
    check("an upload whose server was killed is finished", same(sorted(os.listdir(FOLDER + "/submissions/cid")), ["bot.c"]))
    again = Client(server.port)
    again.cookie = cid.cookie
    check("who was signed in still is", same(again.status("GET", "/team"), 200))
    check("and the robot plays in the end", same(again.settle()[0][-1], "plays"))
    check("what a killed build has left does not count", None if not os.path.exists(FOLDER + "/teams/cid/old-1") and
          re.search("2 are used", again.ask("GET", "/team")[2]) else again.ask("GET", "/team")[2][:1500])
    return server, again


def check_organiser(server, cid, tokens):
    organiser = Client(server.port)
    check("the organiser signs in", same(organiser.sign_in(tokens["organiser"])[1]["Location"], "/organiser"))
    page = organiser.ask("GET", "/organiser")[2]
    check("and sees submissions and failures", None if "other-<wbr>1" in page and "the build failed" in page else page[-1500:])
    until(lambda: "after round" in cid.ask("GET", "/team")[2])
    check("rounds are played, and a team sees its place", None if re.search(r"Ranked .* of 3 after round", cid.ask("GET", "/team")[2]) else cid.ask("GET", "/team")[2][:1500])
    form = organiser.form("/organiser")
    cpu = until(lambda: re.search(r'CPU time of each team.*?<th scope="row" class="name"><bdi>ann</bdi></th><td data-title="CPU s">(\d+\.\d\d)</td>',
                                  organiser.ask("GET", "/organiser")[2], re.S))
    check("the organiser sees the CPU time of each team", None if cpu else organiser.ask("GET", "/organiser")[2][-2500:])
    check("teams cannot have the versions compared", same(cid.post("/organiser", {"form": cid.form(), "action": "similar"})[0], 403))
    check("the organiser can", same(organiser.post("/organiser", {"form": form, "action": "similar"})[0], 303))

    def compared():
        return re.search(r'<bdi>(\w+)/[\w-]+</bdi></th><td class="text"><bdi>(\w+)/.*?data-title="alike">([\d.]+ %)?<',
                         organiser.ask("GET", "/organiser")[2].replace("<wbr>", ""))
    check("meanwhile pages are answered", None if "are being compared" in organiser.ask("GET", "/organiser")[2] or compared() else organiser.ask("GET", "/organiser")[2][-2500:])
    pairs = until(compared)
    check("the page shows the pairs", None if pairs and pairs.group(1) != pairs.group(2) else organiser.ask("GET", "/organiser")[2][-2500:])
    check("an action needs its tick, and must exist", same([organiser.post("/organiser", dict(fields, form=form))[0] for fields in
                                                             ({"action": "freeze"}, {"action": "rum", "sure": "1"})], [400, 400]))
    check("what is for teams is not for the organiser", same((organiser.status("GET", "/team"), organiser.status("GET", "/team/state")), (303, 403)))
    check("retry", same(organiser.post("/organiser", {"form": form, "action": "retry", "team": "ann", "sure": "1"})[0], 303))
    check("builds again what was refused", None if until(lambda: os.path.exists(FOLDER + "/teams/ann/bot-3/build.log")) else "it does not")
    check("freeze", same(organiser.post("/organiser", {"form": form, "action": "freeze", "sure": "1"})[0], 303))
    until(lambda: "Play the final" in organiser.ask("GET", "/organiser")[2])
    check("teams cannot submit then", same((cid.upload("bot.c", ROBOT_C)[0], cid.post("/team/withdraw", {"form": cid.form(), "file": "bot.c", "sure": "1"})[0]), (409, 409)))
    check("final", same(organiser.post("/organiser", {"form": form, "action": "final", "sure": "1"})[0], 303))
    check("ends the season", None if until(lambda: "The season has ended" in organiser.ask("GET", "/organiser")[2]) else "it does not")
    check("and is on the site", None if until(lambda: "Seed" in organiser.ask("GET", "/")[2] or "won the final" in organiser.ask("GET", "/")[2]
                                               or 'id="final"' in organiser.ask("GET", "/")[2]) else "it is not")
    codes = [organiser.post("/organiser", {"form": form, "action": "final", "sure": "1"})[0] for _ in range(30)]
    check("a limited number of actions can wait", None if codes[0] == 303 and 503 in codes else codes)


def check_proxy(tokens):
    server = Server("--proxy")
    client = Client(server.port)
    client.headers = {"X-Forwarded-For": "1.2.3.4, ::ffff:192.0.2.7", "X-Forwarded-Proto": "https"}
    check("behind a proxy the cookie is secure", None if "; Secure" in client.sign_in(tokens["ann"])[1]["Set-Cookie"] else "it is not")
    # All at once: a pause would give the first address more requests.
    request = "HEAD /serve.js HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nConnection: %s\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall((request % ("192.0.2.9", "keep-alive") * 5000 + request % ("::ffff:192.0.2.8", "close")).encode())
        statuses = re.findall(rb"HTTP/1.1 (\d+)", b"".join(iter(lambda: connection.recv(65536), b"")))
    check("and requests count for the client's own address", same((b"429" in statuses, statuses[-1], len(statuses)), (True, b"200", 5001)))
    check("it ends when it is asked to", same(server.end(), 0))


def main():
    tokens = {team: token_of(team) for team in ("ann", "bob", "cid", "dee")}
    server = Server(says=r"http://127.0.0.1:(\d+)/sign-in#[0-9a-f]{32}\n")
    tokens["organiser"] = re.search("sign-in#([0-9a-f]{32})", server.said).group(1)
    ann = check_sign_in(server, tokens)
    bob = Client(server.port)
    bob.sign_in(tokens["bob"])
    check_uploads(server, ann, bob, tokens)
    check_refused(server, ann, bob)
    check_limit(server, tokens)
    check_other_ways(server, tokens)
    check_challenge(server, ann, bob)
    check_crowd(server, ann)
    check_rates(server, tokens)
    check("the server ends when it is asked to", same(server.end(), 0))
    server, cid = check_killed(tokens)
    check_organiser(server, cid, tokens)
    server.end()
    check_proxy(tokens)
    return n_failed > 0


try:
    sys.exit(main())
except Exception:  # a request without an answer
    check("every request has an answer", traceback.format_exc()[-500:].replace("\n", "; "))
    sys.exit(1)
