"""debug.py - asks a robot what it was asked in a game, the last time in pdb. `arena replay RUN GAME --ask A3 --debug` starts it."""
import pdb
import sys
import traceback

import get_play


class Debugger(pdb.Pdb):
    """A debugger that knows whether its user has left it."""

    has_ended = False

    def set_quit(self):
        self.has_ended = True
        super().set_quit()


def main():
    """debug.py LINES ROBOT.py [KEY=VALUE...]: LINES is a file with what the arena sent, up to this ask."""
    get_play.fix_hashes()
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()
    del sys.argv[:2], sys.path[0]
    get_play.LUCK.begin()
    robot = get_play.load(sys.argv[0], sys.stdin)
    get_play.give_options(robot, sys.argv[1:])
    player = get_play.find_player(robot)
    for line in lines[:-1]:
        get_play.answer(player, line)
    me, hands, history = lines[-1].split(" ")
    debugger = Debugger()
    try:
        play = debugger.runcall(player.play, me, get_play.TABLES.with_empty(hands), "" if history == "-" else history)
    except Exception:
        traceback.print_exc()
        pdb.post_mortem()
    else:
        if not debugger.has_ended:
            print("returned", play)


if __name__ == "__main__":
    main()
