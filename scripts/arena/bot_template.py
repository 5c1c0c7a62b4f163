#!/usr/bin/env python3
"""A Connect Four bot for every manager of UCI engines: copy this file and change `choose`."""

import random
import re
import sys


def choose(columns, me):
    """Returns the number of a column, 0 to 6. A column is its stones from below, such as "Pp".

    "P" are the stones of the first player, "p" those of the second, and `me` is your letter.
    """
    legal = [number for number, stones in enumerate(columns) if len(stones) < 6]
    return random.choice(legal)  # Your own idea goes here.


def read(fen, moves):
    """Returns the columns of a position: ranks from the top, then moves such as P@d1."""
    ranks = re.sub(r"\d", lambda empty: "." * int(empty[0]), fen.split("[")[0]).split("/")
    columns = ["".join(cells).strip(".") for cells in zip(*reversed(ranks))]
    for move in moves:
        columns["abcdefg".index(move[2])] += "Pp"[len("".join(columns)) % 2]
    return columns


def main():
    columns = [""] * 7
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print("id name My bot\noption name UCI_Variant type combo default cfour var cfour")
                print("uciok")
            case ["isready"]:
                print("readyok")
            case ["position", "startpos", *rest]:
                columns = read("7/7/7/7/7/7", rest[1:])
            case ["position", "fen", fen, *rest]:
                columns = read(fen, rest[rest.index("moves") + 1 :] if "moves" in rest else [])
            case ["go", *_]:
                column = choose(columns, "Pp"[len("".join(columns)) % 2])
                print(f"bestmove P@{'abcdefg'[column]}{len(columns[column]) + 1}")
            case ["quit"]:
                break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
