"""Boards as HTML with an inline drawing, for notebooks. Knows neither files nor positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

CELL, RADIUS = 40, 16
WIDTH, HEIGHT, FOOT = 7 * CELL, 6 * CELL, 26
COLORS = {".": "#eef3f8", "P": "#d9402f", "p": "#f2c230"}


def board(fen: str, scores: Sequence[Optional[int]], best: int, title: str) -> str:
    """Return a board with the score of each column below it, the best in bold."""
    holes = "".join(
        f'<circle cx="{CELL * column + CELL // 2}" cy="{CELL * row + CELL // 2}" r="{RADIUS}" '
        f'fill="{COLORS[cell]}"/>'
        for row, cells in enumerate(_rows(fen))
        for column, cell in enumerate(cells)
    )
    numbers = "".join(
        f'<text x="{CELL * column - CELL // 2}" y="{HEIGHT + 19}" '
        f'font-weight="{700 if score == best else 400}">{signed(score)}</text>'
        for column, score in enumerate(scores, 1)
        if score is not None
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" '
        f'height="{HEIGHT + FOOT}" viewBox="0 0 {WIDTH} {HEIGHT + FOOT}">'
        f"<title>{title}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#2a62a8"/>{holes}'
        f'<g fill="currentColor" font-family="sans-serif" font-size="14" '
        f'text-anchor="middle">{numbers}</g></svg>'
        f"<div>{title}</div>"
    )


def _rows(fen: str) -> list[str]:
    """Returns the rows of a FEN from the top, one character per cell."""
    ranks = fen.partition("[")[0].split("/")
    return ["".join("." * int(c) if c.isdigit() else c for c in rank) for rank in ranks]


def signed(score: int) -> str:
    """Return a number with a minus sign, not a hyphen."""
    return str(score).replace("-", "\N{MINUS SIGN}")
