#!/usr/bin/python3
"""loop.py ROBOT.py GAMES - a bare loop: two instances of a Python robot play games of liars-dice against each other, in this process,
without log, sandbox or checks. For bench/program.sh. Prints the CPU seconds of the games, and how many asks they had.

ROBOT.py has a class Robot, made anew for each game, or a function get_play, whose globals stay."""
import importlib.util
import random
import sys
import time

RULES = {"variant": "liars-dice", "dice": "5", "faces": "6", "wild": "none"}


def play_game(players, first):
    """Plays one game; returns the number of asks."""
    dice, turn, n_asks = [5, 5], first, 0
    while all(dice):
        hands = ["".join(sorted((random.choice("123456") for _ in range(n)), reverse=True)) for n in dice]
        seen = [f"A:{hands[0]},B:{'x' * dice[1]}", f"A:{'x' * dice[0]},B:{hands[1]}"]
        history, last = "", 0
        while True:
            play = int(players[turn]("AB"[turn], seen[turn], history))
            n_asks += 1
            history += f"{',' if history else ''}{'AB'[turn]}:{play}"
            if play <= last or play // 10 > sum(dice):
                break
            last, turn = play, 1 - turn
        true = last and sum(hand.count(str(last % 10)) for hand in hands) >= last // 10
        loser = turn if play or true or not last else 1 - turn
        for i in 0, 1:  # the showdown
            players[i]("AB"[i], f"A:{hands[0]},B:{hands[1]}", history)
            n_asks += 1
        dice[loser] -= 1
        turn = loser if dice[loser] else 1 - loser
    return n_asks


def main():
    """loop.py ROBOT.py GAMES"""
    spec = importlib.util.spec_from_file_location("robot", sys.argv[1])
    robot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(robot)
    random.seed(1)
    begin, n_asks = time.process_time(), 0
    for game in range(int(sys.argv[2])):
        players = [robot.Robot(), robot.Robot()] if hasattr(robot, "Robot") else []
        for player in players:
            if hasattr(player, "game_start"):
                player.game_start(RULES)
        n_asks += play_game([player.play for player in players] or [robot.get_play] * 2, game % 2)
    print(time.process_time() - begin, n_asks)


if __name__ == "__main__":
    main()
