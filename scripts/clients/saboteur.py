#!/usr/bin/env python3
"""An opponent for UGI managers that misbehaves.

    scripts/clients/saboteur.py illegal|dies ENGINE

Passes all lines to ENGINE and back. In each game one `go`, chosen at random among its first moves,
gets an illegal move, or the program ends. It reports this on standard error in a line that begins
with `sabotage`.
"""

import random
import subprocess
import sys

ILLEGAL = ("0", "8", "0000", "P@d7", "a1a2", "nonsense", "(none)", "4444444")
MANNERS = ("illegal", "dies")
FIRST_MOVES = 8


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in MANNERS:
        sys.exit(f"saboteur: expected {' or '.join(MANNERS)}, then ENGINE; found {sys.argv[1:]}")
    manner, path = sys.argv[1:]
    engine = subprocess.Popen(
        [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    dice = random.Random()
    moves_left = 0
    answers = {"ugi": "ugiok", "isready": "readyok", "query": "response", "go": "bestmove"}
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "uginewgame":
            moves_left = dice.randrange(1, FIRST_MOVES)
        engine.stdin.write(line)
        answer = ""
        while word in answers and not answer.startswith(answers[word]):
            answer = engine.stdout.readline()
            if not answer:
                sys.exit("saboteur: the engine ended")
            if word != "go":
                print(answer, end="", flush=True)
        if word == "go":
            moves_left -= 1
            if moves_left == 0 and manner == "dies":
                sys.exit("sabotage: ended")
            if moves_left == 0:
                answer = f"bestmove {dice.choice(ILLEGAL)}"
                print(f"sabotage: {answer}", file=sys.stderr)
            print(answer.strip(), flush=True)
        if word == "quit":
            break


if __name__ == "__main__":
    main()
