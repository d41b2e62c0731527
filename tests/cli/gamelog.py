"""gamelog.py - computes the facts of exported games again from the rules, for export.sh and
analyse.sh. Only for common-hand games in which the next player calls and a hand costs a die."""
import csv
import json
from math import comb


def tail(n, wanted, p):
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(max(wanted, 0), n + 1)) if wanted > 0 else 1.0


def games(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def is_wild(wild, bids, face, n_in):
    """Do ones count for a bid on face, after these bids? The last one may be the one judged."""
    if wild == "none" or face == 1:
        return False
    return wild == "ones" or not any(bid[1] == 1 for bid in bids[:n_in])


def count(hand, face, wild):
    return sum(faces[face - 1] + (faces[0] if wild else 0) for faces in hand["face_counts"])


def bids(game, wild):
    """Returns each legal bid: (player, is it true, chance by own dice, own dice that count)."""
    for hand in game["game_history"]:
        n_in = sum(1 for faces in hand["face_counts"] if sum(faces))
        n_dice = sum(map(sum, hand["face_counts"]))
        history = hand["bid_history"]
        if hand["result"] in ("error_bid", "error_overflow"):
            history = history[:-1]
        for i, (quantity, face, player) in enumerate(history):
            ones = is_wild(wild, history[: i + 1], face, n_in)
            faces = hand["face_counts"][player]
            own = faces[face - 1] + (faces[0] if ones else 0)
            chance = tail(n_dice - sum(faces), quantity - own, (2 if ones else 1) / 6)
            yield player, count(hand, face, ones) >= quantity, chance, own


def check_game(game, wild, faults_cost_all=False):
    """Checks that dice and places follow from the hands, and that each call is decided correctly."""
    n = game["bot_count"]
    dice = [game["dice_count"]] * n
    out = []
    for hand in game["game_history"]:
        is_looking = not any(map(sum, hand["face_counts"]))  # failed between two hands
        assert is_looking or [sum(faces) for faces in hand["face_counts"]] == dice, (dice, hand)
        history, loser, caller = hand["bid_history"], hand["losing_player"], hand["calling_player"]
        legal = history[:-1] if hand["result"] in ("error_bid", "error_overflow") else history
        for before, after in zip(legal, legal[1:]):
            assert before[:2] < after[:2], hand
        if hand["result"] in ("good_call", "bad_call") and history:
            quantity, face, bidder = history[-1]
            n_in = sum(1 for own in dice if own)
            is_true = count(hand, face, is_wild(wild, history, face, n_in)) >= quantity
            assert hand["result"] == ("bad_call" if is_true else "good_call"), hand
            assert loser == (caller if is_true else bidder), hand
        else:
            assert loser == caller, hand
        is_fault = hand["result"] in ("error_timeout", "error_bad_message")
        dice[loser] = 0 if is_fault and faults_cost_all else dice[loser] - 1
        if dice[loser] == 0:
            out.append(loser)
    out.append(next(player for player in range(n) if dice[player]))
    assert sum(1 for own in dice if own) == 1, dice
    assert game["bot_rankings"] == out[::-1], game
