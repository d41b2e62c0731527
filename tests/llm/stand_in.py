"""stand_in.py - a stand-in for a service with language models, which also misbehaves.

The address says how: http://127.0.0.1:PORT/BEHAVIOUR as the base URL. Each BEHAVIOUR is a method of that name
below; it gets the request and sends any reply. As a program it prints its port and serves."""
import http.server
import json
import re
import socket
import threading
import time


def content_reply(text, **usage):
    """Returns the reply of a working service; usage replaces the reported usage."""
    usage = usage or {"prompt_tokens": 500, "completion_tokens": 20}
    return {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}


def good_play(messages):
    """Returns a legal play of common-hand Liar's Dice, which is often legal in Mäxchen: one more die of the same face."""
    question = messages[1]["content"]
    n_dice = re.search(r"That is (\d+) dice", question)
    plays = [int(play) for play in re.findall(r"^[A-Z]: (\d+), ", question, re.M)]
    rolled = re.search(r"You have rolled (\d+)", question)
    if rolled:
        return int(rolled[1]) if len(messages) == 2 else 42
    if not plays:
        return 13
    return plays[-1] + 10 if n_dice and plays[-1] // 10 < int(n_dice[1]) and "believe" not in question else 0


# The play 23 in the forms that models have written; {} is the play.
WAYS = ("PLAY: {}", "play: {}", "Play: {}", "**PLAY: {}**", "**PLAY:** {}", "*Play:* {}", "PLAY: **{}**", "__PLAY: {}__", "`PLAY: {}`",
        "PLAY: `{}`", "PLAY: {}.", "PLAY: {}!", "  PLAY: {}", "\tPLAY: {}  ", "- PLAY: {}", "> PLAY: {}", "# PLAY: {}", "PLAY {}",
        "PLAY = {}", "PLAY - {}", "PLAY: [{}]", "PLAY: <{}>", "PLAY: ({})", "So I play it safe. PLAY: {}", "My play is {}.",
        "I will play {}", "The answer is **{}**.", "Final answer: {}", "$\\boxed{{{}}}$", "{}", "**{}**", "I think.\n\n{}.",
        '{{"play": {}}}', '```json\n{{"thoughts": "hm", "play": {}}}\n```', '{{"play": "{}"}}', '{{"play": {}.0}}', '{{"quantity": 2, "face": 3}}', "<think>PLAY: 99</think>PLAY: {} (two threes)",
        "PLAY: two threes ({})", "PLAY: {} (2x3)", "PLAY: \u201c{}\u201d", "PLAY\uff1a{}", "My move: {}", "Two threes ({}).", "PLAY: 2 dice showing 3", "My play is two dice showing threes.", '{{"play": "2 dice of face 3"}}', '{{"thoughts": "\u201clow\u201d", "play": {}}}')


class Behaviour(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a body waits 40 ms for the acknowledgement of its headers
    wbufsize = -1
    barrier = threading.Barrier(8)

    def log_message(self, *_):
        pass

    def do_GET(self):
        """Sends the number of requests for a behaviour, for scripts."""
        self.send(str(sum(request["name"] == self.path[1:] for request in self.server.requests)))

    def do_POST(self):
        name, _, rest = self.path[1:].partition("/")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.request_body = json.loads(body)
        self.messages = self.request_body["messages"]
        with self.server.lock:
            self.server.requests.append({"name": name, "path": rest, "key": self.headers["Authorization"],
                                         "at": time.monotonic(), "body": self.request_body, "size": len(body)})
            self.n = sum(request["name"] == name for request in self.server.requests)
        try:
            getattr(self, name)()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def send(self, body, status=200, kind="application/json", **headers):
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for key, value in {"Content-Type": kind, "Content-Length": len(body), **headers}.items():
            self.send_header(key.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)

    def say(self, text, **usage):
        self.send(content_reply(text, **usage))

    # ---- services that work

    def good(self):
        self.say(f"Let me think.\nPLAY: {good_play(self.messages)}\n")

    def together(self):
        """Answers only when eight requests wait at once."""
        self.barrier.wait(600)
        self.good()

    def backwards(self):
        """The later of two asks is answered first."""
        if self.n % 2:
            self.server.second.wait(600)
        self.good()
        if self.n % 2 == 0:
            self.server.second.set()

    def two_lines(self):
        self.say(f"PLAY: 0\nNo, wait.\r\nPLAY:  {good_play(self.messages)} \r\n")

    def other_kind(self):
        self.send(content_reply(f"PLAY: {good_play(self.messages)}"), kind="text/html")

    # ---- services that take only some forms of a request

    def ways(self):
        self.say(WAYS[(self.n - 1) % len(WAYS)].format(good_play(self.messages)))

    def old_limit_refused(self):
        """Sends both fields one after the other, as reasoning models do."""
        for field, why in (("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
                           ("temperature", "Unsupported value: 'temperature' does not support 0.7.")):
            if field in self.request_body:
                self.send({"error": {"message": why, "param": field}}, 400)
                return
        self.good()

    def schema(self):
        play = self.request_body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {}).get("play")
        self.say(json.dumps({"thoughts": "PLAY: 99", "play": good_play(self.messages)}) if play else "I will not say.")

    def tools(self):
        if "response_format" in self.request_body:
            self.send({"error": {"message": "This response_format type is unavailable now"}}, 400)
        elif self.request_body.get("tool_choice", {}).get("function", {}).get("name") == "play":
            call = {"type": "function", "function": {"name": "play", "arguments": json.dumps({"play": good_play(self.messages)})}}
            self.send({"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]})
        else:
            self.say("I will not say.")

    def tool_object(self):
        """Sends the arguments of the call as an object, not as a text."""
        call = {"type": "function", "function": {"name": "play", "arguments": {"play": good_play(self.messages)}}}
        self.send({"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]})

    def plain(self):
        """Refuses a request without a reason."""
        if "response_format" in self.request_body or "tools" in self.request_body:
            self.send({"detail": "Bad Request"}, 422)
        else:
            self.good()

    def thinks(self):
        """Needs 2000 tokens before it answers."""
        if self.request_body["max_tokens"] < 2000:
            self.send({"choices": [{"message": {"content": "PLAY: 1"}, "finish_reason": "length"}],
                       "usage": {"prompt_tokens": 500, "completion_tokens": self.request_body["max_tokens"]}})
        else:
            self.good()

    def thinks_for_ever(self):
        self.send({"choices": [{"message": {"content": ""}, "finish_reason": "length"}]})

    # ---- models that do not work

    def corrected(self):
        self.say("PLAY: 997" if len(self.messages) < 6 else f"PLAY: {good_play(self.messages)}")

    def illegal(self):
        self.say("PLAY: 997")

    def garbage(self):
        self.say("Two sixes, of course! I could play 26 or 33.\nPLAY: many sixes\n\x1b[31m What a play")

    def number_and_more(self):
        self.say("PLAY: 26 or 33, because I can")

    def negative(self):
        self.say("PLAY: -26")

    def long_answer(self):
        self.say("x" * 100000 + "\nPLAY: 997")

    def silent(self):
        self.send({"choices": [{"message": {"role": "assistant", "content": None}}]})

    # ---- services that do not work

    def busy(self):
        self.good() if self.n > 1 else self.send("{}", 429, Retry_After=1)

    def busy_for_long(self):
        self.send("{}", 429, Retry_After=3600)

    def broken_twice(self):
        self.good() if self.n > 2 else self.send("<html>", 500)

    def broken(self):
        self.send("<html>", 500 + self.n % 4)

    def slow(self):
        self.server.ending.wait(600)

    def truncated(self):
        self.send('{"choices": [{"message": {"con')

    def cut(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"choices"')
        self.close_connection = True

    def closes(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def huge(self):
        self.send(json.dumps(content_reply("PLAY: 13" + " " * 300000)))

    def endless(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while not self.server.ending.is_set():
            self.wfile.write(b"10000\r\n" + b" " * 0x10000 + b"\r\n")

    def nested(self):
        self.send("[" * 100000)

    def not_utf8(self):
        self.send(b'{"choices": [{"message": {"content": "PLAY: 13\xff"}}]}')

    def with_nul(self):
        self.say("PLAY: 13\x00")

    def html(self):
        self.send("<html>PLAY: 13</html>", kind="text/html")

    def empty(self):
        self.send("")

    def no_choices(self):
        self.send({"choices": []})

    def other_types(self):
        self.send({"choices": {"message": 7}, "usage": [1]})

    def no_usage(self):
        self.send({"choices": [{"message": {"content": f"PLAY: {good_play(self.messages)}"}}]})

    def false_usage(self):
        self.say(f"PLAY: {good_play(self.messages)}", prompt_tokens=-5, completion_tokens="many")

    def elsewhere(self):
        self.send("", 302, Location="/good/chat/completions")

    def locked(self):
        self.send({"error": self.headers["Authorization"]}, 401)

    def poor(self):
        self.send({"error": "Insufficient Balance"}, 402)

    def refuses(self):
        self.send({"error": "no"}, 400)

    def knows_no_model(self):
        self.send({"error": {"message": "The model 'test' does not exist.\x1b[2J " + "\u00e9" * 200}}, 400)

    def knows_no_key(self):
        self.send({"error": {"message": "Do not send " + self.headers["Authorization"][-6:] + " here"}}, 400)

    def refuses_later(self):
        self.good() if self.n == 1 else self.refuses()

    def echo(self):
        """Sends the key in every place of a reply."""
        key = self.headers["Authorization"] or ""
        secret = key.split()[-1]
        bodies = [(200, content_reply(f"{secret}\nPLAY: {secret}")), (500, {"error": {"message": key, "code": secret}}),
                  (429, secret), (200, secret), (200, content_reply("PLAY: 997 " + secret))]
        status, body = bodies[self.n % len(bodies)]
        self.send(body, status, X_Key=secret, Set_Cookie=secret, Retry_After=secret, Server=key)


class StandIn(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Behaviour)
        self.lock, self.ending, self.second, self.requests = threading.Lock(), threading.Event(), threading.Event(), []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass  # the tests include clients that disconnect

    def url(self, behaviour):
        return f"http://127.0.0.1:{self.server_port}/{behaviour}"

    def of(self, behaviour):
        with self.lock:
            return [request for request in self.requests if request["name"] == behaviour]


if __name__ == "__main__":
    stand_in = StandIn()
    print(stand_in.server_port, flush=True)
    threading.Event().wait()
