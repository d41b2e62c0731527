"""llm_test.py LLM - tests the robot that asks a language model, with a service that misbehaves (stand_in.py).

Prints "ok NAME" or "FAIL NAME: why" for each case."""
import ctypes
import os
import subprocess
import sys
import tempfile

import stand_in

LLM = os.path.abspath(sys.argv[1])
KEY = "sk-secret-0123456789abcdef"
RULES = {
    "dice": "liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call limit=start rounds=0 "
            "target=0 exact=off ones_rule=plain palifico=off fault=game",
    "round": "round-table dice=4 faces=6 wild=none caller=anyone loss=point starter=loser illegal=die limit=start "
             "rounds=10 target=0 exact=off ones_rule=plain palifico=off fault=game",
    "perudo": "perudo dice=5 faces=6 wild=ones caller=next loss=die starter=loser illegal=die limit=table rounds=0 "
              "target=0 exact=gain ones_rule=perudo palifico=on fault=game",
    "maexchen": "maexchen maexchen=21 hamburger=42 order_digits=true",
}
OPENING, TURN = "A A:53321,B:xx -", "A A:53321,B:xx B:13"
service = stand_in.StandIn()
everything = []  # everything that the robot has ever written
n_failed = 0


def check(name, is_good, why=""):
    global n_failed
    n_failed += not is_good
    print(f"ok {name}" if is_good else f"FAIL {name}: {why}", flush=True)


def run(asks, behaviour="good", rules="dice", options=(), env=None, usage=None, has_model=True):
    """Returns (plays, stderr, exit code). asks: lines, each with its own seed."""
    lines = [f"game {RULES[rules]}"]
    for i, ask in enumerate(asks):
        lines += [f"seed {1000 + i}", ask]
    environment = {"PATH": os.environ["PATH"], "ARENA_LLM_KEY": KEY, "ARENA_LLM_URL": service.url(behaviour),
                   "ASAN_OPTIONS": "detect_leaks=1"}
    environment.update(env or {})
    if usage is not None:
        environment["ARENA_USAGE_FD"] = str(usage)
    command = [LLM, *(["model=test"] if has_model else []), "backoff=0.01", *options]
    done = subprocess.run(command, input="\n".join(lines) + "\n", env={k: v for k, v in environment.items() if v is not None},
                          capture_output=True, text=True, timeout=900, pass_fds=[usage] if usage is not None else [])
    everything.append(done.stdout + done.stderr)
    return [int(play) for play in done.stdout.split("\n")[1:-1]], done.stderr, done.returncode


def radical(asks, rules="dice"):
    """Returns the plays without a request: the budget is used up before the first one."""
    return run(asks, rules=rules, options=["max_tokens=1"])[0]


class Usage(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in (
        "requests", "tokens_in", "tokens_out", "micro_dollars", "unserved", "is_given_up", "learned", "served", "decided_model",
        "decided_fallback", "won_model", "won_fallback")]


def new_usage():
    fd = os.memfd_create("usage")
    os.ftruncate(fd, 4096)
    return fd


def read_usage(fd, n=6):
    usage = Usage.from_buffer_copy(os.pread(fd, ctypes.sizeof(Usage), 0))
    return [getattr(usage, name) for name, _ in Usage._fields_][:n]


# ---- what works

plays, said, code = run([OPENING, TURN, "B A:31,B:xx A:13,B:23,A:0"], options=["lanes=1"])
check("a service that works is asked, and not for showdowns", (plays, said, code) == ([13, 23, 0], "", 0), (plays, said))
requests = service.of("good")
check("one request for each ask", len(requests) == 2, len(requests))
check("at its address", requests[0]["path"] == "chat/completions", requests[0]["path"])
check("with the key in the header", requests[0]["key"] == "Bearer " + KEY, requests[0]["key"])
body = requests[0]["body"]
check("for the model", (body["model"], body["max_tokens"], body["stream"]) == ("test", 400, False), body)
check("the rules are told", "faces 1 to 6" in body["messages"][0]["content"], body)
check("its dice are told", "A: 5 dice (you), showing 5 3 3 2 1" in body["messages"][1]["content"], body)
check("the plays are told in words", "B: 13, one three" in requests[1]["body"]["messages"][1]["content"], requests[1])
check("nobody else's dice", "xx" not in str(body), body)

asks = [f"A A:53321,B:xxxxx B:{bid}" for bid in (12, 13, 14, 15, 16, 22, 23, 24)]
expected = [22, 23, 24, 25, 26, 32, 33, 34]
plays, said, code = run(asks, "together", options=["lanes=8"])
check("eight asks are eight requests at once, answered in order", plays == expected, (plays, said))
plays, _, _ = run(asks[:2], "backwards", options=["lanes=2"])
check("answers come in order whichever reply came first", plays == expected[:2], plays)
plays, _, _ = run(asks, "good", options=["lanes=1"])
check("one lane: one after the other", plays == expected, plays)
plays, _, _ = run(asks * 8, "good", options=["lanes=3"])
check("more asks than lanes wait", plays == expected * 8, plays)
check("the last line that is a play counts", run([OPENING, TURN], "two_lines")[0] == [13, 23])
check("the type of the content does not matter", run([TURN], "other_kind")[0] == [23])

# ---- every kind of ask

plays, said, _ = run(["B A:xx@10,B:53@9 A:31,B:1", "B A:xx@10,B:xx@9 A:55", "A A:53@3,B:xx@9 -"], rules="maexchen")
check("Mäxchen: claims, beliefs, openings", plays == [53, 0, 53] and not said, (plays, said))
plays, said, _ = run(["C A:xxxx@0,B:xxxx@0,C:6431@0 A:13", "B A:xxxx@0,B:6431@0,C:xxxx@0 A:13"], rules="round")
asides = [request["body"]["messages"] for request in service.of("good")][-3:]
check("who is asked out of turn is told so", any("out of turn" in str(messages) for messages in asides), asides)
plays, _, _ = run(["B A:x,B:33,C:xxx C:12,A:22", "B A:x,B:33,C:xxx C:12"], rules="perudo")
check("a hand that may be palifico: more of the same face", plays == [32, 22], plays)
check("points are told", any("9 points" in str(request["body"]) for request in service.of("good")))

# ---- models that do not know how

plays, said, _ = run([TURN], "corrected")
check("an illegal answer is asked again, with the reason", plays == [23] and not said, (plays, said))
last = service.of("corrected")[-1]["body"]["messages"]
check("the conversation goes on", [m["role"] for m in last] == ["system", "user"] + ["assistant", "user"] * 2, last)
check("the reason says what is legal", "997 is not legal" in last[3]["content"] and "lowest legal bid is 14" in last[3]["content"],
      last[3])
DOUBTFUL = "A A:53321,B:xx B:33"
fallback = radical([OPENING, DOUBTFUL] * 4)
check("radical's plays differ with the seed or the ask", len(set(fallback)) > 1, fallback)
for name in "illegal", "garbage", "number_and_more", "negative", "long_answer":
    plays, said, code = run([OPENING, DOUBTFUL] * 4, name)
    check(f"{name}: radical plays, and that is said once", plays == fallback and said.count("\n") == 1 and code == 0, (plays, said))
    check(f"{name}: after three reminders", len(service.of(name)) == 8 * 4, len(service.of(name)))
check("a long answer is not sent back", max(request["size"] for request in service.of("long_answer")) < 10000)
perudo = ["B A:x,B:2,C:x A:12,C:22", "B A:x,B:1,C:xxx C:33", "B A:xx,B:6,C:x A:12,C:25,A:26"]
plays, _, _ = run(perudo * 20, "illegal", rules="perudo", options=["max_requests=1"])
check("radical's plays are legal in a hand that may be palifico",
      all(play == 0 or (play % 10 == int(ask[-1]) and play > int(ask[-2:])) for play, ask in zip(plays, perudo * 20)), plays)
claims = ["B A:xx@10,B:53@9 A:31,B:1", "B A:xx@10,B:xx@9 A:55"]
plays, _, _ = run(claims * 10, "illegal", rules="maexchen")
check("Mäxchen falls back to maexchen", all(play != 997 for play in plays) and set(plays[1::2]) <= {0, 1}
      and all(play in (32, 41, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21, 42) for play in plays[::2]), plays)

# ---- services that take only some forms of a request

plays, said, _ = run([TURN] * len(stand_in.WAYS), "ways", options=["lanes=1"])
check(f"{len(stand_in.WAYS)} ways to write a play", plays == [23] * len(stand_in.WAYS) and not said,
      [way for way, play in zip(stand_in.WAYS, plays) if play != 23])
check("each at the first request", len(service.of("ways")) == len(stand_in.WAYS), len(service.of("ways")))
for name, rest, texts in (("old_limit_refused", 2, ["'max_completion_tokens'", "'temperature'"]), ("schema", 0, []),
                          ("tools", 1, ["offered a tool"]), ("plain", 1, ["plain text"]), ("thinks", 1, ["eight times"]), ("tool_object", 0, [])):
    plays, said, _ = run([TURN] * 4, name, options=["lanes=1"])
    check(f"{name}: the model plays", plays == [23] * 4, (plays, said))
    check(f"{name}: learned once", len(service.of(name)) == 4 + rest, len(service.of(name)))
    check(f"{name}: and said once", said.count("\n") == len(texts) and all(text in said for text in texts), said)
learned = service.of("old_limit_refused")[-1]["body"]
check("another name of the limit, and no temperature", learned.get("max_completion_tokens") == 400
      and not {"max_tokens", "temperature"} & set(learned), learned)
plays, said, _ = run([TURN] * 8, "old_limit_refused", options=["lanes=8"])
check("learned once by eight asks at once", plays == [23] * 8 and said.count("\n") == 2, (plays, said))
plays, said, _ = run([OPENING, DOUBTFUL], "thinks_for_ever", options=["lanes=1"])
check("thinking without end: radical plays, and the option is named", plays == fallback[:2] and "raise reply_tokens=" in said
      and len(service.of("thinks_for_ever")) == 3, (plays, said))
for form, key in (("schema", "response_format"), ("tool", "tools"), ("text", None)):
    run([TURN], options=["answer=" + form])
    body = service.of("good")[-1]["body"]
    check(f"answer={form}", {"response_format", "tools"} & set(body) == ({key} if key else set()), body)

# ---- the prompt, and what the robot remembers of a game


def question(of="good"):
    return service.of(of)[-1]["body"]["messages"][1]["content"]


run([TURN])
check("the odds of the last bid", "last bid, 13, is true with a probability of 100 %" in question(), question())
check("legal bids with their odds", "dice alone: 14 31 %, 15 100 %, 16 31 %, " in question() and "highest legal bid is 76" in question(),
      question())
check("nothing is wild", "No face is wild" in question(), question())
run(["B A:xx,B:31 A:13"], rules="perudo")
check("ones are wild", "1s are wild now" in question() and "palifico" not in question(), question())
run(["B A:xx@10,B:xx@9 A:64"], rules="maexchen")
check("Mäxchen: two dice, and the odds", "two dice, under one cup" in question() and "claim, 64, with a probability of 39 %" in question()
      and "xx" not in question() and "dice in all" not in question(), question())
run(["B A:xx@10,B:53@9 A:64,B:1"], rules="maexchen")
check("Mäxchen: claims with their odds", "at least as high: 65 33 %, 11 28 %" in question(), question())

usage = new_usage()
FIRST = ["table 7 0", "A A:53321,B:xx B:33", "table 7 1", "A A:53321,B:66 B:33,A:0"]
plays, said, _ = run([*FIRST, "table 7 2", "A A:53321,B:x B:13"], usage=usage, options=["lanes=1"])
check("table lines take no answer", len(plays) == 3, (plays, said))
check("an earlier hand is told", "Hand 1: A had 53321, B had 66. Plays B:33,A:0. 2 dice counted, so the 33 of B was a lie: B lost." in
      question(), question())
check("and what each was caught at", "B was caught at 1 of 1 bids that were called. " in question()
      and "A called 1 times and was wrong in 0." in question(), question())
check("whose the play was that decided it is on the usage", read_usage(usage, 12)[7:] == [2, 1, 0, 1, 0], read_usage(usage, 12))
run([*FIRST, "table 8 0", TURN, "table 7 0", TURN])
check("nothing of another table, or of a game before", all("Earlier" not in request["body"]["messages"][1]["content"]
                                                            for request in service.of("good")[-2:]), question())
run([*FIRST, "table 7 2", TURN], usage=usage, options=["max_requests=1", "lanes=1"])
check("a hand that the fallback lost or won is its own", sum(read_usage(usage, 12)[8:10]) == 2, read_usage(usage, 12))

# ---- services that do not work

plays, said, _ = run([TURN], "busy")
times = [request["at"] for request in service.of("busy")]
check("429 is tried again", plays == [23] and not said and len(times) == 2, (plays, said, times))
check("not before the time it says", all(b - a >= 1 for a, b in zip(times, times[1:])), times)
plays, said, _ = run([TURN], "busy_for_long")
check("who wants to wait for too long is not waited for", len(service.of("busy_for_long")) == 1 and "429" in said, said)
plays, said, _ = run([TURN], "broken_twice")
check("500 is tried again", plays == [23] and not said, (plays, said))
for name, options in [("broken", []), ("slow", ["timeout=0.2"]), ("truncated", []), ("cut", []), ("closes", []), ("huge", []),
                      ("endless", []), ("nested", []), ("not_utf8", []), ("with_nul", []), ("html", []), ("empty", []), ("no_choices", []),
                      ("other_types", []), ("silent", [])]:
    plays, said, code = run([OPENING, DOUBTFUL], name, options=["retries=2", *options])
    check(f"{name}: radical plays, and that is said once", plays == fallback[:2] and said.count("\n") == 1 and code == 0, (plays, said))
    n = len(service.of(name))  # a request of 0.2 seconds may never arrive
    check(f"{name}: after two retries of each", n == 6 or (name == "slow" and n < 6), n)
plays, said, _ = run([TURN], "slow", options=["patience=0.3"])
check("patience ends before the retries do", len(plays) == 1 and "llm: no answer" in said, (plays, said))
asks = [TURN] * 60
plays, said, _ = run(asks, "broken", options=["retries=0", "lanes=1"])
check("a service that fails for ever is given up", len(service.of("broken")) == 6 + 20 and len(plays) == 60, len(service.of("broken")))
check("which is said", "no more requests because it has failed too often" in said, said)
for name, why in [("locked", "401"), ("poor", "402")]:
    plays, said, _ = run([OPENING, DOUBTFUL] * 4, name, options=["lanes=1"])
    check(f"{name}: one request, then no more", plays == fallback and len(service.of(name)) == 1 and why in said, (plays, said))
for name, why in (("refuses", ": no: radical plays"), ("knows_no_model", "model: The model 'test' does not exist.?[2J \u00e9"),
                  ("knows_no_key", "the name of the model: radical plays")):
    usage = new_usage()
    plays, said, _ = run([OPENING, DOUBTFUL] * 4, name, options=["lanes=1"], usage=usage)
    check(f"{name}: tried once more, as plain text, and then not again", plays == fallback and said.count("\n") == 2
          and len(service.of(name)) == 2 and why in said, (plays, said, len(service.of(name))))
    stored = os.pread(usage, 2048, ctypes.sizeof(Usage) + 8).rstrip(b"\0").decode()
    check(f"{name}: and what was said is on the usage", stored == "".join(line.split("llm: ")[1].replace("about the service: ", "")
          for line in said.splitlines(True)), stored)
plays, said, _ = run([OPENING, DOUBTFUL] * 4, "refuses_later", options=["lanes=1", "answer=text"])
check("a service that has answered before is asked again", len(service.of("refuses_later")) == 8, len(service.of("refuses_later")))
n_good = len(service.of("good"))
plays, said, _ = run([OPENING], "elsewhere")
check("a redirection is not followed", plays == fallback[:1] and len(service.of("good")) == n_good, said)
plays, said, _ = run([OPENING, DOUBTFUL], options=["retries=1"], env={"ARENA_LLM_URL": "http://127.0.0.1:1"})
check("nobody there: radical plays", plays == fallback[:2] and said.count("\n") == 1, (plays, said))

# ---- the usage

usage = new_usage()
run([OPENING, TURN], usage=usage, options=["price_in=0.5", "price_out=2"])
check("requests, tokens and cost are on the usage", read_usage(usage) == [2, 1000, 40, 580, 0, 0], read_usage(usage))
run([OPENING], "refuses", usage=usage, options=["answer=text"])
check("a refused request costs no tokens, and its play is not the service's", read_usage(usage) == [3, 1000, 40, 580, 1, 0],
      read_usage(usage))
run([OPENING], "locked", usage=usage)
n_before = len(service.of("good"))
plays, said, _ = run([OPENING] * 2, usage=usage)
check("what one process has given up no other asks again", len(service.of("good")) == n_before and len(plays) == 2
      and read_usage(usage)[4:] == [4, 1] and "no more requests" in said, (read_usage(usage), said))
usage = new_usage()
run([OPENING], "no_usage", usage=usage)
size = service.of("no_usage")[0]["size"]
check("without a word about its cost, the most is counted", read_usage(usage)[:3] == [1, size + 16, 400], (read_usage(usage), size))
usage = new_usage()
plays, _, _ = run([OPENING], "false_usage", usage=usage)
check("also when what it says makes no sense", plays == [13] and read_usage(usage)[2] == 400, read_usage(usage))

n_before, usage = len(service.of("good")), new_usage()
plays, said, _ = run([TURN] * 20, usage=usage, options=["max_requests=7"])
check("max_requests holds", len(service.of("good")) - n_before == 7 == read_usage(usage)[0] and len(plays) == 20, read_usage(usage))
check("and that is said once", said.count("\n") == 1 and "used up: radical plays" in said, said)
usage = new_usage()
plays, said, _ = run([TURN] * 40, usage=usage, options=["max_tokens=12000", "lanes=2"])
sums = read_usage(usage)
check("max_tokens holds, and is nearly used up", 8000 < sums[1] + sums[2] <= 12000 and sums[0] < 40, sums)


def run_several(n, options):
    """Runs n processes of the robot that share one usage; returns the usage."""
    usage = new_usage()
    environment = {"PATH": os.environ["PATH"], "ARENA_LLM_KEY": KEY, "ARENA_LLM_URL": service.url("good"), "ARENA_USAGE_FD": str(usage)}
    lines = f"game {RULES['dice']}\n" + f"{TURN}\n" * 20
    several = [subprocess.Popen([LLM, "model=test", *options], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True, pass_fds=[usage]) for _ in range(n)]
    answers = []
    for process in several:
        process.stdin.write(lines)
        process.stdin.close()
    for process in several:
        answers.append(len(process.stdout.read().split("\n")) - 2)
        process.wait(60)
    return answers, read_usage(usage)


n_before = len(service.of("good"))
answers, sums = run_several(4, ["max_requests=33"])
check("of several processes together", len(service.of("good")) - n_before == 33 == sums[0] and answers == [20] * 4, (answers, sums))
answers, sums = run_several(4, ["max_tokens=15000"])
check("and max_tokens too", 0 < sums[1] + sums[2] <= 15000 and answers == [20] * 4, (answers, sums))
_, said, code = run([OPENING], env={"ARENA_USAGE_FD": "77"})
check("a usage that is not there ends it: no budget would hold", code == 5 and "descriptor 77" in said, (code, said))
_, said, code = run([OPENING], env={"ARENA_USAGE_FD": "x"})
check("so does one that is not a number", code == 5 and "ARENA_USAGE_FD" in said, (code, said))

# ---- options, and sources of the key

def refused(name, text, options=(), env=None, has_model=True):
    n_requests = len(service.requests)
    plays, said, code = run([OPENING], options=options, env=env, has_model=has_model)
    check(name, code == 2 and text in said and not plays and len(service.requests) == n_requests, (code, said))


refused("key= is refused, with the remedy", "key_file=PATH", ["key=" + KEY])
for option, text in [("depth=3", "must be one of these"), ("model", "must be one of these"), ("lanes=0", "'lanes' must be a whole number from 1 to 256"),
                     ("lanes=x", "'lanes'"), ("temperature=nan", "temperature"), ("max_tokens=-1", "max_tokens"),
                     ("url=ftp://x", "url="), ("url=http://a:b@127.0.0.1/", "url="), ("url=https://x/?key=1", "url="),
                     ("url=nothing at all", "'url'"), ("model=", "'model'"), ("model=\u00e9", "'model'"),
                     ("key_file=", "'key_file'"), ("key_file=/nonexistent/key", "key_file"), ("key_file=/dev/null", "no key")]:
    refused(f"the option {option}", text, [option])
refused("a key is not sent in the open", "https", ["url=http://example.com"])
refused("a known service without a key", "ARENA_LLM_KEY", ["url=https://api.deepseek.com"], {"ARENA_LLM_KEY": None})
refused("a service with many models", "model=NAME", env={"OPENAI_API_KEY": KEY}, has_model=False)
refused("another service's key is not sent there", "needs a key", ["url=https://api.deepseek.com"],
        {"ARENA_LLM_KEY": None, "OPENAI_API_KEY": KEY})
refused("a key with blanks", "does not contain a key", env={"ARENA_LLM_KEY": KEY + " x"})
for name in "DEEPSEEK_API_KEY", "OPENAI_API_KEY":
    run([OPENING], env={"ARENA_LLM_KEY": None, name: KEY + name})
    check(f"{name} serves other services", service.of("good")[-1]["key"] == "Bearer " + KEY + name)
run([OPENING], env={"ARENA_LLM_KEY": None})
check("a service of one's own needs no key", service.of("good")[-1]["key"] is None)
with tempfile.NamedTemporaryFile("w", prefix="a key ", encoding="utf-8") as file:
    file.write("\ufeff" + KEY + "-file\n") # as Windows editors write it
    file.flush()
    run([OPENING], options=["key_file=" + file.name])
    check("a key file comes before the environment", service.of("good")[-1]["key"] == "Bearer " + KEY + "-file")
run([OPENING], env={"ARENA_LLM_MODEL": "other"}, has_model=False)
check("the model from the environment", service.of("good")[-1]["body"]["model"] == "other")
run([OPENING], env={"ARENA_LLM_MODEL": "other"})
check("an option comes before it", service.of("good")[-1]["body"]["model"] == "test")

# ---- the line protocol

manifest = "robot name=llm version=1.1 summary=asks_a_language_model lanes=16 tables=yes move_ms=10000\n"
n_requests = len(service.requests)
for environment, code, text in (({"ARENA_LLM_URL": service.url("good")}, 0, ""), ({}, 2, "needs a key"),
                                ({"ARENA_LLM_URL": "http://127.0.0.1:1"}, 5, "cannot be reached (Couldn't connect to server)"),
                                ({"ARENA_LLM_URL": "http://nobody.invalid"}, 5, "cannot be reached")):
    done = subprocess.run([LLM, "model=test"], input=f"game {RULES['dice']}\n", env=environment, capture_output=True, text=True,
                          timeout=900)
    check(f"met, it introduces itself and says what is amiss: {text}",
          (done.stdout, done.returncode) == (manifest, code) and text in done.stderr and done.stderr.count("\n") == (code > 0), done)
check("and asks nobody", len(service.requests) == n_requests)
for line in "A A:11", "AB A:11 -", "A A:11 - -", "x" * (1 << 21):
    _, said, code = run([line])
    check(f"no ask: {line[:12]}", code == 2 and "not an ask" in said, (code, said))
plays, said, code = run(["A A:11,B:x -"], rules="dice", options=["max_tokens=1"])
check("without a game line the rules are liars-dice", run(["A A:11,B:x -"])[0] == [13])

# ---- the key

for name in "echo", "locked":
    plays, said, code = run([OPENING, TURN] * 10, name, options=["lanes=4", "retries=3"])
    check(f"{name}: a service that repeats the key", len(plays) == 20 and code == 0, (plays, said))
check("the key has been sent", any(KEY in (request["key"] or "") for request in service.of("echo")))
check("and stands in nothing that was written", not any(KEY in text or "secret" in text for text in everything))
service.ending.set()
sys.exit(n_failed > 0)
