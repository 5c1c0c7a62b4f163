"""Boards as HTML with an inline drawing, for notebooks. Knows no files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .analysis import Analysis, analyze

if TYPE_CHECKING:
    from ._native import Position

CELL, RADIUS = 40, 16
WIDTH, HEIGHT, FOOT = 7 * CELL, 6 * CELL, 26
COLOURS = {".": "#eef3f8", "P": "#d9402f", "p": "#f2c230"}


def of_position(position: Position) -> str:
    """Return a board with the score of each column below it."""
    return of_analysis(analyze(position))


def of_analysis(analysis: Analysis) -> str:
    """Return the board of an analysis with the score of each column below it, the best in bold."""
    holes = "".join(
        f'<circle cx="{CELL * column + CELL // 2}" cy="{CELL * row + CELL // 2}" r="{RADIUS}" '
        f'fill="{COLOURS[cell]}"/>'
        for row, cells in enumerate(_rows(analysis.position.fen))
        for column, cell in enumerate(cells)
    )
    scores = "".join(
        f'<text x="{CELL * column - CELL // 2}" y="{HEIGHT + 19}" '
        f'font-weight="{700 if score == analysis.score else 400}">{_signed(score)}</text>'
        for column, score in enumerate(analysis.scores, 1)
        if score is not None
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" '
        f'height="{HEIGHT + FOOT}" viewBox="0 0 {WIDTH} {HEIGHT + FOOT}">'
        f"<title>{_title(analysis)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#2a62a8"/>{holes}'
        f'<g fill="currentColor" font-family="sans-serif" font-size="14" '
        f'text-anchor="middle">{scores}</g></svg>'
        f"<div>{_title(analysis)}</div>"
    )


def _rows(fen: str) -> list[str]:
    """Returns the rows of a FEN from the top, one character per cell."""
    ranks = fen.partition("[")[0].split("/")
    return ["".join("." * int(c) if c.isdigit() else c for c in rank) for rank in ranks]


def _signed(score: int) -> str:
    # A minus sign, not a hyphen.
    return str(score).replace("-", "\N{MINUS SIGN}")


def _title(analysis: Analysis) -> str:
    position = analysis.position
    name = {"first": "Red", "second": "Yellow"}
    if position.winner:
        return f"{name[position.winner]} has won"
    if position.is_over:
        return "Draw"
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[analysis.outcome]
    plies = "" if analysis.plies is None else f" in {analysis.plies} plies"
    return f"{name[position.side]} to move {verb}{plies}, score {_signed(analysis.score)}"
