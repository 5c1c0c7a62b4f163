"""Chooses the puzzles of the page from the records that `claimeven puzzles` prints.

Each line is a puzzle: the moves to its position, `W` for a win or `D` for a draw, its solution, its
rating and its theme. The easiest puzzles come first. They are spread over ratings and themes: the
groups of puzzles with one theme and one hundred of ratings take turns, the shortest lines first.
"""

import itertools
import json
import sys
from collections import defaultdict

COUNT = 1000


def main():
    groups = defaultdict(list)
    for puzzle in map(json.loads, sys.stdin):
        # The address of a puzzle needs moves.
        if puzzle["moves"]:
            groups[puzzle["theme"], puzzle["rating"] // 100].append(puzzle)
    for group in groups.values():
        group.sort(key=lambda puzzle: len(puzzle["moves"] + puzzle["solution"]))
    turns = itertools.chain.from_iterable(itertools.zip_longest(*groups.values()))
    chosen = list(itertools.islice(filter(None, turns), COUNT))
    for puzzle in sorted(chosen, key=lambda puzzle: puzzle["rating"]):
        outcome = puzzle["outcome"][0].upper()
        print(puzzle["moves"], outcome, puzzle["solution"], puzzle["rating"], puzzle["theme"])


main()
