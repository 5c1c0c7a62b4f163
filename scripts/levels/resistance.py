#!/usr/bin/env python3
"""Compares the two ways of the option `Resistance` in lost and drawn positions.

    scripts/levels/resistance.py --results results.jsonl

From each opening, which the side to move loses or draws, the engine plays this side twice against
the same opponent: once with `practical` and once with `longest`. A sequential test of the pairs,
all opponents taken together, decides between "no better" and "better by 7 Elo", which is a share of
1 % of the points. The engine's moves that give an outcome away are counted. Results are appended to
the file, and a later run plays only the pairs that it lacks. `--all` goes on after the decision.

Opponents: levels; MCTS of OpenSpiel (`players.py`); and horizon-N, which sees every end of the game
within N plies and otherwise plays nearest to the centre.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import statistics
import sys

from client import Engine
from rules import CELLS, COLUMNS, Board

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "cluster"))
import sprt  # noqa: E402

OPENINGS = 400
# The stones of an opening. An opening is not lost before the opponent's last stones.
STONES, LEAST = (8, 9, 10, 11), -4
LEVELS = (6, 10, 13, 16, 19)
OPPONENTS = [
    *(f"horizon-{plies}" for plies in (8, 12, 16)),
    *(f"mcts-{rollouts}" for rollouts in (100, 1000)),
    *(f"level-{level}" for level in LEVELS),
]
TEST = sprt.Test(0, 7)
CENTRE = sorted(range(1, COLUMNS + 1), key=lambda column: abs(column - 4))
REPORT_EVERY = 50


class Truth:
    """The exact scores of positions."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def scores(self, board: Board) -> dict[int, int]:
        """Returns the score of each column that can be played, for the side to move."""
        self.engine.position(moves=board.words.split())
        scores = enumerate(self.engine.analyze(), start=1)
        return {column: score for column, score in scores if isinstance(score, int)}


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def plies_to_end(score: int, stones: int) -> int:
    """Returns the number of plies to the end of the game; see "Scores" in protocol.md."""
    if score == 0:
        return CELLS - stones
    return 2 * ((43 - stones) // 2 + 1 - score) - 1 if score > 0 else 2 * ((42 - stones) // 2 + 1 + score)


class Horizon:
    """A player that sees every end of the game within some plies."""

    def __init__(self, plies: int, truth: Truth) -> None:
        self.plies, self.truth = plies, truth

    def new_game(self, seed: int) -> None:
        """It has no luck."""

    def move(self, board: Board) -> int:
        scores = self.truth.scores(board)

        def worth(column: int) -> int:
            plies = plies_to_end(scores[column], board.stones)
            return sign(scores[column]) * (CELLS + 1 - plies) if plies <= self.plies else 0

        return max((column for column in CENTRE if column in scores), key=worth)


def openings(truth: Truth) -> list[str]:
    """Returns openings, of which one half is lost and the other half drawn."""
    luck, found = random.Random(1), {-1: [], 0: []}
    while min(map(len, found.values())) < OPENINGS // 2:
        board = Board()
        for _ in range(luck.choice(STONES)):
            board.play(luck.choice(board.legal()))
            if board.over:
                break
        else:
            best = max(truth.scores(board).values())
            kind = found.get(sign(best), [])
            if best >= LEAST and len(kind) < OPENINGS // 2 and board.moves not in kind:
                kind.append(board.moves)
    return found[-1] + found[0]


def play(
    engine: Engine, go: str, opponent: Engine | Horizon, opening: str, truth: Truth
) -> tuple[float, int, str]:
    """Returns the engine's points, how many of its moves gave an outcome away, and the moves."""
    board, given = Board(opening), 0
    seed = 1 + sum(map(int, opening))
    engine.new_game()
    opponent.new_game(seed)
    while not board.over:
        if (board.stones - len(opening)) % 2:
            board.play(opponent.move(board))
        else:
            column, scores = engine.move(board, go), truth.scores(board)
            given += sign(scores[column]) < sign(max(scores.values()))
            board.play(column)
    # The player of the last stone has won, or nobody.
    is_own = (board.stones - len(opening)) % 2 == 1
    return (float(is_own) if board.won else 0.5), given, board.moves


def start(name: str, engine: str, truth: Truth) -> Engine | Horizon:
    kind, number = name.split("-")
    if kind == "horizon":
        return Horizon(int(number), truth)
    if kind == "level":
        return Engine(engine, {"Skill Level": number})
    return Engine(f"{HERE}/players.py:mcts_{number}")


def report(pairs: list[dict]) -> None:
    """Prints the points with both options by opponent, and the test of all pairs."""
    by_opponent = collections.defaultdict(list)
    for pair in pairs:
        by_opponent[pair["opponent"]].append(pair)
    for name, some in [*((name, by_opponent[name]) for name in OPPONENTS), ("all", pairs)]:
        if len(some) > 1:
            points = [[pair[option]["points"] for pair in some] for option in ("practical", "longest")]
            gains = [one - other for one, other in zip(*points, strict=True)]
            error = sprt.QUANTILE_95 * statistics.stdev(gains) / math.sqrt(len(some))
            means = "  ".join(f"{statistics.mean(values):.3f}" for values in points)
            print(f"{name:11} {len(some):5}  {means}  {statistics.mean(gains):+.3f} +/- {error:.3f}")
    given = {option: sum(pair[option]["given"] for pair in pairs) for option in ("practical", "longest")}
    print(f"given away: {given['practical']} with practical, {given['longest']} with longest")


def decide(pairs: list[dict]) -> tuple[float, sprt.Verdict]:
    gains = [pair["practical"]["points"] - pair["longest"]["points"] for pair in pairs]
    counts = [sum((1 + gain) / 2 == share for gain in gains) for share in sprt.SHARES]
    return TEST.llr(counts), TEST.verdict(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", required=True, help="append the pairs of games to this file")
    parser.add_argument("--engine", default="target/release/claimeven")
    parser.add_argument("--go", default="", help="the limits of the engine, such as 'movetime 100'")
    parser.add_argument("--all", action="store_true", help="play all pairs")
    arguments = parser.parse_args()
    results = pathlib.Path(arguments.results)
    pairs = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    done = {(pair["opponent"], pair["opening"]) for pair in pairs}
    with Engine(arguments.engine) as exact:
        truth = Truth(exact)
        plan = [(name, opening) for opening in openings(truth) for name in OPPONENTS]
        random.Random(2).shuffle(plan)
        opponents = {name: start(name, arguments.engine, truth) for name in OPPONENTS}
        engines = {
            option: Engine(arguments.engine, {"Resistance": option}) for option in ("practical", "longest")
        }
        with results.open("a") as file:
            for name, opening in plan:
                llr, verdict = decide(pairs)
                if verdict is not sprt.Verdict.OPEN and not arguments.all:
                    break
                if (name, opening) in done:
                    continue
                pair = {"opponent": name, "opening": opening}
                for option, engine in engines.items():
                    points, given, moves = play(engine, arguments.go, opponents[name], opening, truth)
                    pair[option] = {"points": points, "given": given, "moves": moves}
                pairs.append(pair)
                file.write(json.dumps(pair) + "\n")
                file.flush()
                if len(pairs) % REPORT_EVERY == 0:
                    print(f"{len(pairs)} pairs, LLR {llr:+.2f} ({TEST.lower:.2f}, {TEST.upper:.2f})", flush=True)
    report(pairs)
    print("LLR {:+.2f}: {}".format(llr, verdict.value))


if __name__ == "__main__":
    main()
