"""template - what this robot does, in a line or two.

It expects its own matching dice and an average share of the other dice. It makes the bid that is
exceeded most by this expectation, or calls when that is more promising. It ignores the bids of others:
improve that first. The templates for other languages make the same plays.
"""


def play_dice(rules, mine, n_dice, bids):
    """One ask of Liar's Dice. mine: own dice, "66531". n_dice: of each player still in the hand.
    bids: the bids of this hand, 10 * quantity + face. Returns a bid, or 0 to call the last one a lie."""
    faces, wild_rule = int(rules.get("faces", 6)), rules.get("wild", "none")
    last = bids[-1] if bids else 0
    last_quantity, last_face = divmod(last, 10)
    wild = {"none": 0, "high": faces}.get(wild_rule, 1)
    if wild_rule == "drop" and 1 in [bid % 10 for bid in bids[:len(n_dice)]]:
        wild = 0
    lowest = 2 if wild_rule == "joker" else 1
    is_perudo = rules.get("ones_rule") == "perudo"
    # In a palifico hand only the quantity may be raised. The strings do not say whether this is one. It
    # may be if a player has a single die; then more dice of the same face are always legal.
    may_be_palifico = rules.get("palifico") == "on" and 1 in n_dice

    def margin(bid):
        """The expected number of matching dice minus what the bid needs, in halves of a die times
        faces, so that all numbers are whole. Negative: likelier false."""
        quantity, face = divmod(bid, 10)
        helps = wild and wild != face
        own = mine.count(str(face)) + (mine.count(str(wild)) if helps else 0)
        expected = faces * own + (sum(n_dice) - len(mine)) * (2 if helps else 1)
        return 2 * expected - (2 * quantity - 1) * faces

    def is_legal(bid):
        """May this bid follow the last one?"""
        quantity, face = divmod(bid, 10)
        if may_be_palifico and last and face != last_face:
            return False
        if not is_perudo or (face != 1 and last_face != 1):
            return bid > last
        if not last:
            return False
        if last_face != 1:
            return 2 * quantity >= last_quantity
        return quantity > last_quantity if face == 1 else quantity > 2 * last_quantity

    # A call wins if the last bid is false. At the opening there is nothing to call.
    best, play = (-margin(last), 0) if last else (None, 0)
    for quantity in range(1, sum(n_dice) + 1):
        for face in range(lowest, faces + 1):
            bid = 10 * quantity + face
            if is_legal(bid) and (best is None or margin(bid) > best):
                best, play = margin(bid), bid
    return play


def play_maexchen(rules, mine, claims):
    """One ask of Mäxchen. mine: its own roll, "53", or "xx" when asked to believe the last claim (1)
    or to doubt it (0). It doubts claims that fewer than a third of all rolls reach. It claims its roll
    or, if that is too low, the lowest higher value."""
    def rank(value):
        """Orders the values of a roll: the higher value has the higher rank."""
        return (value == int(rules.get("hamburger", 42)), value == int(rules.get("maexchen", 21)),
                value % 11 == 0, value)

    rolls = [10 * a + b for a in range(1, 7) for b in range(1, 7)]
    if rules.get("order_digits", "true") == "true":
        rolls = [max(roll, roll % 10 * 10 + roll // 10) for roll in rolls]
    if "x" in mine:
        return int(3 * sum(rank(roll) >= rank(claims[-1]) for roll in rolls) >= len(rolls))
    higher = [roll for roll in rolls if not claims or rank(roll) > rank(claims[-1])]
    return int(mine) if int(mine) in higher else min(higher, key=rank, default=0)


class Robot:
    """Plays one match of one or more games. Nothing is kept in globals: one process plays many matches at once."""

    def game_start(self, rules):
        """A new game. rules: "variant" -> "wild", "faces" -> "6", "wild" -> "ones", ..."""
        self.rules = rules

    def play(self, me, hands, history):
        """One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play."""
        dice = {}
        for entry in hands.split(","):
            letter, shown = entry.split(":")
            dice[letter] = shown.split("@")[0]  # in games for points, the points follow
        plays = [int(entry.split(":")[1]) for entry in history.split(",")] if history else []
        # At the end of a hand every robot gets all dice, even a robot that is out. The answer is ignored.
        # This robot learns nothing; a better one would compare the dice with the bids, and keep what it learns in self.
        if me not in dice or plays and plays[-1] in (0, 2):
            return 0
        bids = [play for play in plays if play > 10]
        if "hamburger" in self.rules:
            return play_maexchen(self.rules, dice[me], bids)
        return play_dice(self.rules, dice[me], [len(shown) for shown in dice.values()], bids)
