"""arena_dice.py - help for authors: reads the strings of an ask, finds the legal bids, and computes how
likely a bid is to be true. What arena_dice.h is for C, with the same answers.

    from arena_dice import Game

    game = Game()                              # the rules of liars-dice, until told others

    def robot_game_start(rules):               # see get_play.py
        game.start(rules)

    def get_play(me, hands, history):
        view = game.read(me, hands, history)   # at every ask, those at the end of a hand too
        if view.is_showdown:
            return 0                           # only to look
        if view.last and view.chance(view.last) < 0.5:
            return 0
        return next(view.bids(), 0)            # the lowest legal bid; a call when there is none
"""
from functools import lru_cache


def is_bid(play):
    """Is this play a bid, 10 * quantity + face, not another word?"""
    return play > 10 and play % 10 != 0


def read_hands(hands):
    """{"A": ("xxxxx", 0), ...}: dice and points of each player still in the hand, in turn order."""
    found = {}
    for entry in hands.split(","):
        letter, colon, rest = entry.partition(":")
        if colon and len(letter) == 1:
            dice, _, points = rest.partition("@")
            found[letter] = dice, int(points or 0)
    return found


def read_history(history):
    """[("A", 23), ...]: the plays of this hand, oldest first."""
    plays = []
    for entry in history.split(","):
        letter, colon, play = entry.partition(":")
        if colon:
            plays.append((letter, int(play)))
    return plays


@lru_cache(maxsize=64)
def tails(n, p):
    """[k] is the chance that at least k of n events happen, each with chance p; k from 0 to n."""
    chances, exactly = [], 1.0
    odds = p / (1 - p) if p < 1 else 0.0
    for _ in range(n):
        exactly *= 1 - p
    for k in range(n + 1):
        chances.append(exactly if p < 1 else float(k == n))
        exactly *= odds * (n - k) / (k + 1)
    for k in reversed(range(n)):  # small terms first
        chances[k] = min(1.0, chances[k] + chances[k + 1])
    chances[0] = 1.0
    return chances


class Game:
    """The rules of a game, and the state from hand to hand that legality depends on."""

    def __init__(self, rules=(), n_players=0):
        self.start(rules, n_players)

    def start(self, rules, n_players=0):
        """A new game. rules: a dict of options, or a text such as "wild dice=5 faces=6". n_players: at its
        start; when it is not known, no more may be bid than there are dice on the table."""
        if isinstance(rules, str):
            rules = dict(word.split("=", 1) for word in rules.split() if "=" in word)
        self.rules = {"wild": "none", "limit": "start", "ones_rule": "plain", "palifico": "off", "exact": "off",
                      **dict(rules)}
        self.n_players = n_players
        self.dice, self.faces = int(self.rules.get("dice", 5)), int(self.rules.get("faces", 6))
        self._before, self._at_one, self._has_ended = {}, {}, False

    def _notice_palifico(self, counts):
        """Palifico: the hand after a player comes down to one die for the first time. Detected from the
        dice alone, because every robot gets every hand."""
        if self._has_ended or any(self._before.get(who) != n for who, n in counts.items()):
            self._at_one = dict.fromkeys(self._at_one, "before")
        for who, n in counts.items():
            if n == 1 and who not in self._at_one:
                self._at_one[who] = "now" if self._before.get(who, 0) > 1 else "before"
            self._before[who] = n
        return any(self._at_one.get(who) == "now" for who in counts)

    def read(self, me, hands, history):
        """Everything in one ask, as a View."""
        return View(self, me, read_hands(hands), read_history(history))


class View:
    """One ask, with the rules applied.

    hands        {letter: (dice, points)} in turn order     mine         {face: own dice}
    n_dice       on the table                               n_unknown    of them not the robot's own
    plays        [(letter, play)]                           last, bidder the last bid, 0 and None without one
    is_showdown  the hand is over, look only                wild         the face that is wild now, 0 for none
    faces, lowest, limit   what may be bid                  may_exact    2 is a legal play now
    is_palifico  only the quantity may be raised            is_perudo    ones have an order of their own
    """

    def __init__(self, game, me, hands, plays):
        rules, own = game.rules, hands.get(me, ("", 0))[0]
        counts = {who: len(dice) for who, (dice, _) in hands.items()}
        bids = [(who, play) for who, play in plays if is_bid(play)]
        self.hands, self.plays, self.faces = hands, plays, game.faces
        self.mine = {face: own.count(str(face)) for face in range(1, 10)}
        self.n_dice = sum(counts.values())
        self.n_unknown = self.n_dice - len(own)
        self.bidder, self.last = bids[-1] if bids else (None, 0)
        # Open dice of another player also show a showdown, because an illegal play can end a hand.
        self.is_showdown = bool(plays and not is_bid(plays[-1][1])) or any(
            dice and dice[0] != "x" for who, (dice, _) in hands.items() if who != me)
        self.is_palifico = rules["palifico"] == "on" and game._notice_palifico(counts)
        game._has_ended = self.is_showdown
        self.is_perudo = rules["ones_rule"] == "perudo" and not self.is_palifico
        self.may_exact = rules["exact"] != "off" and self.last != 0
        self.lowest = 2 if rules["wild"] == "joker" and not self.is_palifico else 1
        self.limit = game.n_players * game.dice if rules["limit"] == "start" and game.n_players else self.n_dice
        is_dropped = any(is_bid(play) and play % 10 == 1 for _, play in plays[:len(hands)])
        if rules["wild"] == "none" or self.is_palifico or (rules["wild"] == "drop" and is_dropped):
            self.wild = 0
        else:
            self.wild = self.faces if rules["wild"] == "high" else 1

    def is_legal(self, bid):
        """May this bid be made now?"""
        quantity, face = divmod(bid, 10)
        last_quantity, last_face = divmod(self.last, 10)
        if not self.lowest <= face <= self.faces or not 1 <= quantity <= self.limit:
            return False
        if self.is_palifico:
            return not self.last or (face == last_face and quantity > last_quantity)
        if not self.is_perudo or (face != 1 and last_face != 1):
            return bid > self.last
        if not self.last:
            return False
        if last_face != 1:
            return 2 * quantity >= last_quantity
        return quantity > last_quantity if face == 1 else quantity > 2 * last_quantity

    def bids(self):
        """All legal bids, lowest number first."""
        first = 1 if self.is_perudo else max(1, self.last // 10)
        for quantity in range(first, self.limit + 1):
            for face in range(1, self.faces + 1):
                if self.is_legal(10 * quantity + face):
                    yield 10 * quantity + face

    def chance(self, bid):
        """The chance that a bid is true given its own dice, ignoring all bids."""
        quantity, face = divmod(bid, 10)
        helps = self.wild not in (0, face)
        needed = quantity - self.mine[face] - (self.mine[self.wild] if helps else 0)
        if needed <= 0:
            return 1.0
        return tails(self.n_unknown, (2.0 if helps else 1.0) / self.faces)[needed] if needed <= self.n_unknown else 0.0

    def chance_exact(self, bid):
        """The chance that there are exactly as many as bid: for play 2."""
        return self.chance(bid) - self.chance(bid + 10)
