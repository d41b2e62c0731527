"""pty_play.py ARENA - plays at pseudo-terminals as a person does, and checks the screen.

Prints "ok NAME" or "FAIL NAME: why" for each case. Waits for what must appear, with a deadline,
and never for time to pass.
"""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

import qr

ARENA = os.path.abspath(sys.argv[1])
DEADLINE = 300
failures = 0


class Screen:
    """As much of a terminal as the arena uses; an unknown sequence is an error."""

    SEQUENCE = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.is_alternate = False
        self.is_cursor_shown = True
        self.overflowed = []  # lines that were too long
        self.n_drawn = 0      # drawings that are complete
        self.is_drawing = False
        self.pending = ""
        self.clear()

    def clear(self):
        self.lines = [""]
        self.row = self.column = 0

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows

    def feed(self, text):
        text = self.pending + text
        self.pending = ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = self.SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at < 24:
                        self.pending = text[at:]
                        return
                    raise AssertionError("unknown sequence %r" % text[at : at + 12])
                self.control(*found.groups())
                at = found.end()
            else:
                self.put(text[at])
                at += 1

    def control(self, mark, number, letter):
        if letter == "m":
            return
        if mark and number == "1049":
            if (letter == "h") != self.is_alternate:
                self.is_alternate = letter == "h"
                if self.is_alternate:
                    self.saved = self.lines, self.row, self.column
                    self.clear()
                else:
                    self.lines, self.row, self.column = self.saved
        elif mark and number == "25":
            self.is_cursor_shown = letter == "h"
        elif letter == "H" and not number:
            self.row = self.column = 0
            self.is_drawing = True
        elif letter == "K":
            self.lines[self.row] = self.lines[self.row][: self.column]
        elif letter == "J" and number == "2":
            self.clear()
            self.is_drawing = False
            self.n_drawn += 1
        elif letter == "J":
            self.lines[self.row] = self.lines[self.row][: self.column]
            del self.lines[self.row + 1 :]
            self.is_drawing = False
            self.n_drawn += 1
        else:
            raise AssertionError("unknown sequence %s%s%s" % (mark, number, letter))

    def put(self, character):
        if character == "\n":
            self.row += 1
            self.column = 0
            if self.row == len(self.lines):
                self.lines.append("")
        elif character == "\r":
            self.column = 0
        else:
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + character + line[self.column + 1 :]
            self.column += 1
            if self.column > self.columns and self.is_alternate:
                self.overflowed.append(self.lines[self.row])

    def text(self):
        return "\n".join(self.lines)

    def is_asking(self):
        """Is a whole drawing with a prompt to be seen, or the screen given back?"""
        return not self.is_alternate or (not self.is_drawing and self.is_cursor_shown)


class Player:
    """A process at a terminal of its own."""

    def __init__(self, *command, columns=80, rows=24, environment=(), through_shell=False):
        self.screen = Screen(columns, rows)
        self.raw = ""
        self.screens = []  # all that were to be seen when something was waited for
        self.master, self.slave = pty.openpty()
        self.set_size(columns, rows)
        self.attributes = termios.tcgetattr(self.slave)
        env = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8")
        env.pop("NO_COLOR", None)
        env.update(environment)
        words = ["/bin/sh", "-mc", command[0]] if through_shell else [ARENA, *command]
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.master)
                os.setsid()
                fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
                for fd in range(3):
                    os.dup2(self.slave, fd)
                os.close(self.slave)
                os.execve(words[0], words, env)
            finally:
                os._exit(127)  # never on into the tests of the parent
        self.code = self.status = None
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        Player.playing.append(self)

    playing = []  # those that have not ended

    def give_up(self):
        try:
            if not self.has_ended():
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
        finally:
            self.close()

    def close(self):
        Player.playing.remove(self)
        os.close(self.master)
        os.close(self.slave)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(columns, rows)

    def has_ended(self):
        if self.status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if done else None
        return self.status is not None

    def read(self, until):
        """Takes what comes next; false when the process has ended and nothing is left."""
        while not select.select([self.master], [], [], 0.02)[0]:
            if self.has_ended() and not select.select([self.master], [], [], 0)[0]:
                return False
            if time.monotonic() > until:
                raise AssertionError("nothing came for %d s; on the screen:\n%s" % (DEADLINE, self.screen.text()))
        # A few bytes at a time, so that every case sees drawings that are not complete yet, as on a busy machine.
        text = self.decoder.decode(os.read(self.master, 61))
        self.raw += text
        self.screen.feed(text)
        return True

    def sees(self, wanted):
        return re.search(wanted, self.screen.text()) is not None

    def wait(self, wanted):
        """Until the screen shows a match of `wanted`, in a drawing that is complete: what is typed into half of one comes too early."""
        until = time.monotonic() + DEADLINE
        while not self.sees(wanted) or self.screen.pending or (self.screen.is_alternate and self.screen.is_drawing):
            if not self.read(until):
                raise AssertionError("ended without %r; on the screen:\n%s" % (wanted, self.screen.text()))
        self.screens.append(self.screen.text())

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_drawn(self, n_drawn, wanted):
        """Until more than n_drawn drawings are complete, or the screen given back, and a prompt with `wanted` is there."""
        until = time.monotonic() + DEADLINE
        while not ((self.screen.n_drawn > n_drawn or not self.screen.is_alternate) and self.screen.is_asking() and self.sees(wanted)):
            if not self.read(until):
                raise AssertionError("ended without %r; on the screen:\n%s" % (wanted, self.screen.text()))
        self.screens.append(self.screen.text())

    def enter(self, text, wanted):
        """Types a line at the prompt there is, and waits for what comes of it."""
        n_drawn = self.screen.n_drawn
        self.raw = ""
        self.type(text + "\n")
        self.wait_drawn(n_drawn, wanted)

    def set_size_and_wait(self, columns, rows):
        n_drawn = self.screen.n_drawn
        self.set_size(columns, rows)
        self.wait_drawn(n_drawn, ">")

    def end(self):
        """Reads to the end and returns the exit code; the terminal has to be as it was."""
        until = time.monotonic() + DEADLINE
        if self.code is None:
            while self.read(until):
                pass
            self.code = os.waitstatus_to_exitcode(self.status)
            expect(self.code != 127, "cannot run " + ARENA)
            expect(termios.tcgetattr(self.slave) == self.attributes, "the terminal's settings have changed")
            expect(not self.screen.is_alternate, "the screen was not given back")
            expect(self.screen.is_cursor_shown, "the cursor is hidden")
            expect(not self.screen.overflowed, "a line is too long: %r" % self.screen.overflowed[:1])
            self.close()
        return self.code


def expect(condition, why):
    if not condition:
        raise AssertionError(why)


def begin(*arguments, until=None, **options):
    """Starts a game, with the seats as given, and waits for it; with `until`, begins the first hand and waits for that text."""
    player = Player("play", "--as-given", *arguments, **options)
    player.wait("Enter: begin")
    if until:
        player.enter("", until)
    return player


def expect_code(player, code):
    expect(player.end() == code, "exit code %d" % player.code)


def leave(player):
    player.enter("q", "You leave")
    expect_code(player, 0)


CASES = []


def case(function):
    CASES.append(function)
    return function


def open_dice(*arguments):
    """Everybody's dice in the first hand, by letter, as the open game tells them."""
    with os.popen("'%s' play --as-given --open --plain %s </dev/null" % (ARENA, " ".join(arguments))) as told:
        text = told.read()
    return {letter: dice.replace(" ", "") for letter, dice in re.findall(r"^  ([A-Z]) .*:((?: [1-9])+)$", text, re.M)}


def dice_seen(screen):
    """The rows of small dice on a screen, as digits."""
    return ["".join(re.findall(r"[│║] (\d) [│║]", line)) for line in screen.split("\n") if re.search(r"[│║] \d [│║]", line)]


# ---- one person -----------------------------------------------------------------------------


@case
def a_person_plays_and_leaves():
    player = begin("human:name=Ann", "caller", "computer", "--seed", "3", "--pause", "0ms")
    expect(player.screen.is_alternate, "the game has no screen of its own")
    expect("In turn: A Ann, B caller, C computer." in player.screen.text(), "who plays is not told")
    for entry in "rules", " Help ":
        player.enter(entry, "The rules are shown above")
        expect(player.screen.text().count("No die is wild.") == 1, "the rules are told twice")
    player.enter("", r"You open .*>")
    expect("▸ A Ann" in player.screen.text(), "whose turn it is is not shown")
    expect("15 dice on the table" in player.screen.text(), "what is on the table is not shown")
    expect("●" in player.screen.text(), "no dice are drawn")
    player.enter("nonsense", "'nonsense' is not a valid play")
    player.enter("0", "Nothing has been bid yet")
    player.enter("69", "69 ends in 9")
    player.enter("", "Type a play")
    player.enter("?", "The lowest bid for each face now")
    player.enter("hint", "more likely true than not")
    player.enter("rules", "No die is wild")
    player.enter("two threes", "Enter: next hand")
    expect("A two threes · B liar!" in player.screen.text(), "the history is not shown")
    expect("caller called two threes" in player.screen.text(), "the hand is not told")
    player.enter("h", r"all dice\s*\n")
    expect("B liar!" not in player.screen.text(), "the history is not hidden")
    player.enter("h", "A two threes · B liar!")
    player.enter("q", "You leave the table")
    expect_code(player, 0)


@case
def the_dice_that_count_are_marked():
    player = begin("human", "caller", "--seed", "3", "-v", "wild", until="You open")
    player.enter("11", "Enter: next hand")
    shown = player.screen.text()
    n_marked = len(re.findall(r"║ 1 ║", shown))
    told = re.search(r"called one one: there (?:was|were) (\w+)", shown).group(1)
    expect(["none", "one", "two", "three", "four", "five"].index(told) == n_marked, "%d marked, %s told" % (n_marked, told))
    expect("║ 2 ║" not in shown and "│ 1 │" not in shown, "the wrong dice are marked")
    leave(player)


@case
def the_end_of_input_leaves_politely():
    for entries in [], [""], ["", "11"]:
        player = begin("human", "caller", "--seed", "3")
        for entry in entries:
            player.enter(entry, "You open|next hand")
        player.type("\x04")
        player.wait("The input has ended: you leave the table.")
        expect_code(player, 0)


@case
def control_c_ends_with_130():
    for entries in [], [""], ["", "11"]:
        player = begin("human", "caller", "--seed", "3")
        for entry in entries:
            player.enter(entry, "You open|next hand")
        player.type("\x03")
        player.wait("Interrupted")
        expect_code(player, 130)


@case
def control_c_ends_a_pause():
    player = begin("human", *["prober"] * 2, "--seed", "3", "--pause", "60s", until="You open")
    player.enter("11", r"B prober\s.*one|B prober\s.*two")
    player.type("\x03")
    expect_code(player, 130)


@case
def killed_it_gives_the_screen_back():
    player = begin("human", "caller", "--seed", "3")
    os.kill(player.pid, signal.SIGTERM)
    expect_code(player, 130)
    for number in signal.SIGQUIT, signal.SIGSEGV:
        player = begin("human", "caller", "--seed", "3")
        os.kill(player.pid, number)
        expect(player.end() != 0, "exit code %d" % player.code)


@case
def a_new_size_is_drawn_at_once():
    player = begin("human:name=Ann", "computer", "computer", "--seed", "3", "--pause", "0ms", until=r"You open .*>")
    for columns, rows in (40, 24), (120, 40), (20, 10), (80, 24):
        player.set_size_and_wait(columns, rows)
        widest = max(len(line) for line in player.screen.lines)
        expect(widest <= columns, "%d columns on a screen of %d" % (widest, columns))
        if rows >= 24:
            expect(len(player.screen.lines) <= rows, "%d lines on a screen of %d" % (len(player.screen.lines), rows))
    player.enter("23", r"Raise or call|next hand")
    player.type("\x04")
    expect_code(player, 0)


@case
def half_an_entry_goes_with_the_old_screen():
    player = begin("human", "caller", "--seed", "3", until="You open")
    player.type("9")
    player.wait("> 9")
    player.set_size_and_wait(70, 24)
    player.enter("11", "A one one")
    player.type("\x04")
    expect_code(player, 0)


@case
def stopped_it_leaves_the_screen_to_the_shell():
    command = "'%s' play --as-given human caller --seed 3; echo stopped here; fg; echo code $?" % ARENA
    player = Player(command, through_shell=True)
    player.wait("Enter: begin")
    n_drawn = player.screen.n_drawn
    player.type("\x1a")
    player.wait_drawn(n_drawn + 1, "Enter: begin")  # cleared, then drawn
    left, stopped = player.raw.find("\x1b[?1049l"), player.raw.find("stopped here")
    expect(0 < left < stopped, "the screen was not given back to the shell")
    expect(player.screen.is_alternate, "the screen was not taken again")
    player.enter("", "You open")
    player.type("\x04")
    player.wait("code 0")
    expect_code(player, 0)


@case
def lines_typed_ahead_are_not_lost():
    player = Player("play", "--as-given", "human", "caller", "--seed", "3")
    player.type("\n11\nq\n")
    player.wait("You leave the table")
    expect("one one" in player.raw, "the bid was lost")
    expect_code(player, 0)


@case
def who_is_out_may_watch_or_not():
    for key, wanted in ("", "next hand|the result"), ("r", "wins after"):
        player = begin("human:name=Ann", "computer", "prober", "-r", "dice=1", "--seed", "x", "--pause", "0ms", until="You open")
        player.enter("36", "The others continue")
        player.enter(key, wanted)
        while player.sees("next hand|the result"):
            player.enter("", "next hand|the result|wins after")
        player.wait("wins after")
        player.type("\n")
        expect_code(player, 0)


@case
def the_result_stays_on_the_screen():
    player = begin("human:name=Ann", "caller", "-r", "dice=1", "--seed", "x", until="You open")
    player.enter("11", "the result")
    player.enter("", "wins after 1 hand")
    player.type("n\n\n")
    expect_code(player, 0)
    expect("Dice after each hand" in player.screen.text(), "no table of the dice")
    expect(re.search(r"★ (You win|caller wins)! ★", player.screen.text()), "the winner is not celebrated")
    expect("called one one" in player.screen.text(), "the last hand is not told")


@case
def a_key_plays_again():
    player = begin("human:name=Ann", "caller", "-r", "dice=1", "--seed", "x", until="You open")
    player.enter("11", "the result")
    player.enter("", "r: play again, Enter: leave")
    player.enter("r", "Enter: begin")
    player.type("\x04")
    expect_code(player, 0)
    expect("Game 2 of 2" in player.raw and re.search("Games won: (Ann|caller) ", player.raw), "the games are not counted")


@case
def the_game_is_kept_as_a_page():
    for options, wanted in (
            ((), r"To look at the game: (results/played/[-0-9]+\.html)"), (("--results", "elsewhere"), r"game: (elsewhere/played/[-0-9]+\.html)"),
            (("--no-results",), None), (("--results", ARENA), "The page of the game was not written: '.*' is not a folder; name another one"),
    ):
        player = begin("human:name=Ann", "caller", "-r", "dice=1", "--seed", "x", *options, until="You open")
        player.enter("26", "the result")
        player.enter("", "wins after 1 hand")
        player.type("q\n")
        expect_code(player, 0)
        found = re.search(wanted or "was not written|look at the game", player.raw)
        expect(bool(found) == bool(wanted), "%s: %r" % (options, player.raw[-200:]))
        if found and found.groups():
            with open(found.group(1), encoding="utf-8") as page:
                text = page.read()
                expect("Ann, caller: Liar&#39;s Dice" in text, "another page")
                expect('"moves":[{"game":1,"hand":0,"step":0,"kind":"bluffing too much"' in text, "the bluff has no value")


# ---- terminals ------------------------------------------------------------------------------


@case
def colours_only_where_they_are_wanted():
    style = re.compile(r"\x1b\[[0-9;]+m")
    for environment, is_coloured in ({}, True), ({"NO_COLOR": "1"}, False):
        player = begin("human", "caller", environment=environment)
        expect(bool(style.search(player.raw)) == is_coloured, "colours with %r: %r" % (environment, not is_coloured))
        player.type("\x04")
        expect_code(player, 0)


@case
def plain_and_dumb_terminals_get_text():
    for arguments, environment in (["--plain"], {}), ([], {"TERM": "dumb"}):
        player = Player("play", "--as-given", "human", "caller", *arguments, environment=environment)
        player.wait(r"You open \(\? for help\) >")
        player.type("11\nq\n")
        player.wait("You leave the table")
        expect("\x1b" not in player.raw, "escapes with %r" % environment)
        expect(("┌" in player.raw) != bool(arguments), "dice drawn with %r" % arguments)
        expect_code(player, 0)


@case
def without_utf8_dice_are_ascii():
    player = begin("human", "caller", environment={"LC_ALL": "C"}, until="You open")
    expect("+-------+" in player.screen.text(), "no dice")
    player.enter("11", "next hand")
    expect(all(ord(character) < 128 for character in "".join(player.screens)), "not ASCII")
    player.type("\x04")
    expect_code(player, 0)


@case
def any_table_fits_the_screen():
    for columns, rows in (80, 24), (40, 24), (200, 60):
        for n in 2, 6, 13, 26:
            for rules in [], ["-v", "round-table"], ["-v", "maexchen"], ["-r", "dice=10"]:
                player = Player(*["play", "--as-given", "human:name=Wolfgang Amadeus"], *["caller"] * (n - 1), *rules, "--seed", "3",
                                "--pause", "0ms", columns=columns, rows=rows)
                player.wait("Enter: begin|Enter: more")
                while player.sees("Enter: more"):
                    expect(len(player.screen.lines) <= rows, "%d lines of rules" % len(player.screen.lines))
                    player.enter("", "Enter: begin|Enter: more")
                player.enter("", r"You open|Your claim")
                if n <= 13 or columns > 40:
                    expect(len(player.screen.lines) <= rows, "%d seats, %r: %d lines of %d:\n%s" %
                           (n, rules, len(player.screen.lines), rows, player.screen.text()))
                player.type("\x04")
                expect_code(player, 0)


@case
def a_robot_moves_for_a_person():
    player = begin("human", "caller", "--seed", "3", "--pause", "0ms", until="You open")
    player.enter("auto nobody", "obot 'nobody' not found")
    player.enter("auto maexchen", "does not play Liar's Dice")
    player.enter("auto human", "is a person")
    player.enter("auto caller", "caller would play liar!, but nothing has been bid yet")
    player.enter("auto prober", "prober moved for you: (.|\n)*Enter: next hand")
    expect("A you" in player.screen.text() and re.search(r"(You|caller) called", player.screen.text()), "no hand")
    leave(player)


@case
def a_robot_moves_until_it_is_told_to_stop():
    player = begin("human", "prober", "--seed", "3", "--pause", "0ms", until="You open")
    player.enter("auto on", "auto off: you move again")
    player.enter("auto", "Now only 'auto off' is possible")
    player.enter("", "Hand 2|hand 2 .*all dice")
    expect("auto off: you move again" in player.screen.text(), "the robot does not move on")
    player.enter("auto off", "No robot is moving for you")
    expect("auto off: you" not in player.screen.text(), "it is still offered")
    player.enter("", r"(open|call) .*>")
    leave(player)


@case
def the_seats_are_drawn():
    orders = set()
    for seed in "1", "2", "3", "4", "5", "6":
        player = Player("play", "human:name=Ann", "caller:name=Oli", "--seed", seed)
        player.wait("Enter: begin")
        orders.add(re.search("Order of play, drawn at random: (.*)", player.screen.text()).group(1).strip())
        player.type("\x04")
        expect_code(player, 0)
    expect(orders == {"A Ann, B Oli.", "A Oli, B Ann."}, "the order is not drawn: %r" % orders)


# ---- several people -------------------------------------------------------------------------


@case
def nobody_sees_the_dice_of_another():
    arguments = ["human:name=Ann", "human:name=Bob", "computer", "-r", "dice=8", "--seed", "5"]
    dice = open_dice(*arguments)
    expect(len(dice) == 3 and len(set(dice.values())) == 3, "no dice to compare with: %r" % dice)
    player = begin(*arguments, "--pause", "0ms", until=r"Ann \(A\), it is your turn. Take the keyboard")
    expect(not dice_seen(player.screen.text()), "dice before Ann sits there")
    player.enter("what?", "Press only Enter")
    expect(not dice_seen(player.screen.text()), "dice before Ann sits there")
    player.enter("", r"Ann \(A\), you open")
    expect(dice_seen(player.screen.text()) == [dice["A"]], "not the dice of Ann")
    player.raw = ""
    player.enter("28", "28 ends in 8")
    player.enter("22", r"Bob \(B\), it is your turn. Take the keyboard")
    expect(not dice_seen(player.raw), "dice on the way to Bob")
    player.enter("", r"Bob \(B\), raise or call")
    expect(dice_seen(player.screen.text()) == [dice["B"]], "not the dice of Bob")
    for seen in player.screens:
        expect(dice["C"] not in dice_seen(seen), "the dice of the robot")
    player.raw = ""
    player.enter("0", "next hand")
    expect(sorted(dice_seen(player.screen.text())) == sorted(dice.values()), "not everybody's dice at the showdown")
    player.enter("", r"Take the keyboard and press Enter >|next hand")
    expect(player.sees("next hand") or not dice_seen(player.screen.text()), "dice of the new hand")
    player.type("\x04")
    expect_code(player, 0)


@case
def the_dice_of_robots_stay_hidden():
    arguments = ["human", "prober", "computer", "-r", "dice=8", "--seed", "6"]
    dice = open_dice(*arguments)
    player = begin(*arguments, "--pause", "0ms", until="You open")
    bid = 11
    while not player.sees("next hand"):
        for seen in dice_seen(player.screen.text()):
            expect(seen == dice["A"], "dice of others")
        player.enter(str(bid), "You open|Raise or call|next hand")
        bid += 10
    player.type("\x04")
    expect_code(player, 0)


@case
def an_open_game_shows_all():
    arguments = ["human", "prober", "-r", "dice=8", "--seed", "6"]
    dice = open_dice(*arguments)
    player = begin(*arguments, "--open", until="You open")
    expect(dice["B"] in player.screen.text(), "the dice of the robot are not shown")
    player.type("\x04")
    expect_code(player, 0)


@case
def people_at_a_dumb_terminal_scroll():
    player = Player("play", "--as-given", "human:name=Ann", "human:name=Bob", environment={"TERM": "dumb"})
    player.wait(r"Ann \(A\), it is your turn")
    player.type("\n")
    player.wait(r"Ann \(A\), you open")
    player.raw = ""
    player.type("11\n")
    player.wait(r"Bob \(B\), it is your turn")
    expect(player.raw.count("\n") >= 24, "what Ann saw is still to be seen")
    player.type("\x04")
    expect_code(player, 0)


# ---- robots alone ---------------------------------------------------------------------------


@case
def steps_wait_for_enter():
    player = begin("--step", "computer", "prober", "--seed", "x", "-r", "dice=2", until="next turn|next hand")
    expect(player.sees("A computer .*(one|two) "), "the first turn is not shown")
    player.enter("h", "next turn|next hand")
    player.enter("?", "shows or hides the history")
    player.enter("", "next turn|next hand")
    player.enter("r", "wins after")
    expect_code(player, 0)


@case
def a_robot_that_crashes_is_told():
    source = "int get_play(const char *a, const char *b, const char *c) { return *(volatile int *)0; }\n"
    with open("crashes.c", "w") as file:
        file.write(source)
    expect(os.system("${CC:-cc} -shared -fPIC -w -o crashes.so crashes.c") == 0, "no compiler")
    player = begin("human", "./crashes.so", "caller", "--seed", "3", "--pause", "0ms", until="You open")
    player.enter("11", r"You open|Raise or call|next hand")
    expect("crashes failed: SIGSEGV" in player.screen.text(), "the crash is not told")
    player.enter("", "You open|Raise or call")
    expect("out, place 3" in player.screen.text(), "what it cost is not shown")
    player.type("\x04")
    expect_code(player, 0)


# ---- the menu -------------------------------------------------------------------------------


@case
def between_two_games_only_enter_goes_on():
    player = begin("human", "caller", "--games", "2", "-v", "one-hand", "--seed", "3", "--pause", "0ms", until="You open")
    player.enter("11", "Enter: the result")
    player.enter("", "Enter: the next game")
    player.enter("what", "(?s)Enter: the next game.*Enter: the next game")
    player.enter(" Leave ", "You leave the table")
    expect_code(player, 0)


@case
def the_menu_leads_to_a_game():
    os.makedirs("results/played", exist_ok=True)
    with open("results/played/last.json", "w", encoding="utf-8") as last:
        last.write('{"variant": "perudo", "rules": ["dice=2"], "players": ["human:name=Cem", "prober"]}')
    player = Player("menu", "--as-given")
    player.wait("Question 1: what is played(.|\n)*The suggested answers are those of your last game(.|\n)*Enter: Liar's Dice .perudo.")
    os.remove("results/played/last.json")
    player.enter("help", "Each line is a variant of the game")
    player.enter("chess", "'chess' is not in the list")
    expect("s to start, q to leave." in " ".join(player.screen.text().split()), "how to leave is not told")
    player.enter("2", "Question 2: which people play")
    player.enter("back", "Question 1.*\n(.*\n)*.*Enter: Liar's Dice .wild.")
    player.enter("", "Question 2")
    player.enter("Ann", "Question 3: how many")
    player.enter("27", "a number from 1 to 25")
    player.enter("2", "Question 4: which robots")
    player.enter("caller computer", "Question 5: are ones wild.*\n(.*\n)*.*Enter: yes")
    player.enter("", "Question 6, the last: any other rules")
    player.enter("2 5", "Set faces=5")
    player.enter("1", "dice: dice each player starts with. Now 5; it can be 1 to 20")
    expect("Enter: keep dice=5" in player.screen.text(), "what Enter does is not told")
    player.enter("77", "dice must be")
    player.enter("3", "Set dice=3")
    player.enter("faces", "Enter: keep faces=5")
    player.enter("back", "Question 6.*\n(.*\n)*.*Enter: start")
    player.enter("faces 6", "Set faces=6")
    player.enter("", "In turn: A Ann, B caller, C computer")
    player.enter("", r"You open")
    expect("9 dice on the table" in player.screen.text(), "not the rules that were chosen")
    player.enter("q", "play again")
    expect("arena play --as-given -v wild -r dice=3 human:name=Ann caller computer" in player.screen.text(), "no command")
    player.enter("", "Enter: begin")
    player.type("\x04")
    player.wait("Goodbye")
    expect_code(player, 0)


@case
def the_menu_fits_and_can_be_left():
    for columns, rows in (80, 24), (40, 24):
        player = Player("menu", columns=columns, rows=rows)
        player.wait("Question 1")
        for number in range(2, 7):
            player.enter("", "Question %d" % number)
            expect(len(player.screen.lines) <= rows, "question %d: %d lines of %d:\n%s" %
                   (number, len(player.screen.lines), rows, player.screen.text()))
        player.type("\x03")
        expect_code(player, 130)
    for key in "\x04", "q\n", "Quit\n":
        player = Player("menu")
        player.wait("Question 1")
        player.type(key)
        expect_code(player, 0)
        expect("arena play" not in player.screen.text(), "%r starts a game" % key)


@case
def choices_that_do_not_fit_are_pages():
    player = Player("menu", "--as-given", columns=60, rows=20)
    player.wait("Question 1")
    player.enter("perudo", "Question 2")
    player.enter("m", "Question 3")  # a name: there is nothing to page
    player.enter("", r"Question 4(.|\n)*m for more \(page 1 of 2\)")
    player.enter("prober", "Question 5")
    player.enter("", r"page 1 of 2(.|\n)*> *$")
    expect("...\n" not in player.screen.text(), "an explanation is cut off")
    seen = player.screen.text()
    player.enter("more", "page 2 of 2")
    seen += player.screen.text()
    expect("comes down to one die" in " ".join(seen.split()), "not all settings are shown: " + seen)
    player.enter("m", "page 1 of 2")
    player.enter("s", r"Enter: more \(page 1 of 2\)")
    expect("5 dice each" in player.screen.text(), "the rules do not begin at the top")
    expect(len(player.screen.lines) <= 20, "%d lines" % len(player.screen.lines))
    player.enter("", "Enter: begin")
    expect("An illegal play loses the hand." in player.screen.text(), "the rules do not end")
    player.enter("", r"You open \(\? for help\) >")
    player.enter("rules", r"Enter: more \(page 1 of 2\)")
    player.enter("", r"An illegal play loses the hand.(.|\n)*\(\? for help\) >")
    player.enter("", "Nothing has been bid yet")
    player.enter("rules", "page 1 of 2")
    player.enter("", r"\(\? for help\) >")
    player.enter("nonsense", "'nonsense' is not a valid play")  # an entry below the last page is an answer
    player.enter("q", "You leave the table")
    player.type("q\n")
    player.wait("Goodbye")
    expect_code(player, 0)


@case
def a_phone_can_scan_the_addresses():
    """One code for each person and one for spectators, black on white whatever the colours of the terminal."""
    people = "human:name=Ann", "human:name=Bob", "computer"
    player = Player("play", "--browser", "--listen", "0.0.0.0:0", *people, columns=80)
    player.wait(r"Spectators watch at \S+\n([ ▀▄█]+\n){21}")
    lines = player.screen.text().split("\n")
    addresses = [(i, line.split()[-1]) for i, line in enumerate(lines) if " at http://" in line]
    names = sorted(line.split()[0] for line in lines if " at http://" in line)  # people are listed in the order of their seats
    expect(names == ["Ann", "Bob", "Spectators"], "not all addresses are printed: %s" % names)
    for i, address in addresses:
        code = lines[i + 1:i + 22]
        expect(qr.read(code) == address, "the code of %s is another one" % address)
    drawn = [line for line in player.raw.split("\r\n") if re.search("[▀▄█]", line)]
    expect(all(re.fullmatch("\x1b\\[38;5;16;48;5;231m[ ▀▄█]+\x1b\\[0m", line) for line in drawn), "the colours are those of the terminal")
    player.type("\x03")
    expect_code(player, 130)
    for arguments, options in (["--listen", "0.0.0.0:0"], {"columns": 41}), (["--listen", "0.0.0.0:0", "--plain"], {}), ([], {}), (
            ["--listen", "0.0.0.0:0"], {"environment": {"NO_COLOR": "1"}}), (["--listen", "0.0.0.0:0"], {"environment": {"LC_ALL": "C"}}):
        player = Player("play", "--browser", *arguments, *people, **options)
        player.wait(r"Spectators watch at \S+\n")
        player.type("\x03")
        expect_code(player, 130)
        expect(not re.search("[▀▄█]", player.screen.text()) and "\x1b[38" not in player.raw, "%s %s: a code is drawn" % (arguments, options))


@case
def a_table_fits_the_terminal():
    for columns, n_tables in (80, 1), (60, 2), (50, 3):
        player = Player("tournament", "30", "prober", "computer", "--no-results", "-q", columns=columns)
        expect_code(player, 0)
        lines = player.screen.text().split("\n")
        expect(max(map(len, lines)) <= columns, "a line is too long:\n" + player.screen.text())
        titles = [line for line in lines if line.startswith("rank  robot")]
        expect(len(titles) == n_tables, "%d tables" % len(titles))
        expect("games" in titles[0] and "us/ask" in titles[-1], "a column is missing")


def main():
    global failures
    wanted = sys.argv[2:]
    for function in CASES:
        name = function.__name__.replace("_", " ")
        if wanted and function.__name__ not in wanted:
            continue
        try:
            function()
            print("ok", name)
        except Exception as error:
            failures += 1
            print("FAIL %s: %s" % (name, error))
            for player in list(Player.playing):
                player.give_up()
        sys.stdout.flush()
    sys.exit(1 if failures else 0)


main()
