#!/usr/bin/env python3
"""Annotates a game with the exact score of each move and what it gave away.

    scripts/sessions/annotate.py 44535 [--json] [--engine ENGINE]

Every position of the game is analysed by one engine through its daemon. A
move's score is set beside the best score of the position, both for the player
who moves: where they differ, the move gave something away. `??` turns a win
into a loss, `?` a win into a draw or a draw into a loss, `?!` keeps the outcome
but wins later or loses sooner.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict, dataclass

from session import TARGET, Engine, Refused, run

COLUMNS, ROWS = 7, 6
STONES = "XO"
NAMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Move:
    """One move of the game; scores are those of the player who made it."""

    ply: int
    side: str
    column: int
    before: int
    after: int
    best: list[int]
    outcome_before: str
    outcome_after: str
    mark: str


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def mark_of(before: int, after: int) -> str:
    """Returns the mark of a move that turns one score into another."""
    lost_classes = sign(before) - sign(after)
    return ("" if before == after else "?!", "?", "??")[lost_classes]


def annotate_move(engine: Engine, moves: str, ply: int) -> Move:
    """Annotates the move after the first `ply` moves."""
    engine.set_position(moves[:ply])
    values = engine.analyze()
    playable = {column: value for column, value in enumerate(values, start=1) if value is not None}
    column = int(moves[ply])
    before, after = max(playable.values()), playable[column]
    return Move(
        ply=ply + 1,
        side=("first", "second")[ply % 2],
        column=column,
        before=before,
        after=after,
        best=[column for column, value in playable.items() if value == before],
        outcome_before=NAMES[sign(before)],
        outcome_after=NAMES[sign(after)],
        mark=mark_of(before, after),
    )


def annotate(engine: Engine, moves: str) -> list[Move]:
    """Annotates every move of a game. Fails if the game cannot be played."""
    engine.set_position(moves)
    # From the end backwards: what is proven of late positions is in the table
    # when the early ones, which cost most, are analysed.
    return [annotate_move(engine, moves, ply) for ply in reversed(range(len(moves)))][::-1]


def board(moves: str) -> str:
    """Returns a drawing of the position, with the last stone in brackets."""
    cells = [[" . "] * COLUMNS for _ in range(ROWS)]
    heights = [0] * COLUMNS
    for ply, move in enumerate(moves, start=1):
        column, stone = int(move) - 1, STONES[(ply - 1) % 2]
        cells[heights[column]][column] = f"[{stone}]" if ply == len(moves) else f" {stone} "
        heights[column] += 1
    header = " ".join(f" {column} " for column in range(1, COLUMNS + 1))
    return "\n".join(line.rstrip() for line in [header, *map(" ".join, reversed(cells))])


def describe(move: Move) -> str:
    stone = STONES[(move.ply - 1) % 2]
    text = f"{move.ply:3}. {stone} {move.column}{move.mark:<2} {move.before:4} -> {move.after}"
    if move.mark in ("?", "??"):
        text += f"  {move.outcome_before} to {move.outcome_after}"
    if move.mark:
        text += f"  best {' '.join(map(str, move.best))}"
    return text


def blunders(annotated: list[Move]) -> list[Move]:
    return [move for move in annotated if move.mark in ("?", "??")]


def show(moves: str, annotated: list[Move]) -> None:
    print("ply move  best -> played")
    for move in annotated:
        print(describe(move))
    print(f"\n{board(moves)}\n")
    found = blunders(annotated)
    print(f"blunders: {len(found)} of {len(annotated)} moves")


def columns(text: str) -> str:
    """Reads a game from an argument. The engine decides whether it can be played."""
    if not re.fullmatch("[1-7]*", text):
        raise argparse.ArgumentTypeError(f"expected columns (1-7), such as 44535; found {text!r}")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description="Tell what each move of a game gave away.")
    parser.add_argument("moves", type=columns, help="the columns played, such as 44535")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--engine", default=str(TARGET), help="the engine's program")
    arguments = parser.parse_args()
    with Engine(arguments.engine, Hash=64) as engine:
        try:
            annotated = annotate(engine, arguments.moves)
        except Refused as error:
            sys.exit(f"moves {arguments.moves}: {error}")
    if arguments.json:
        game = {"moves": arguments.moves, "blunders": len(blunders(annotated))}
        print(json.dumps(game | {"annotations": [asdict(move) for move in annotated]}))
    else:
        show(arguments.moves, annotated)


if __name__ == "__main__":
    run(main)
