#!/usr/bin/env python3
"""Draws the ratings of the pool as SVG: levels as points, other players as lines.

    scripts/arena/chart.py ratings.json > docs/pictures/levels.svg

Reads what `pool.py --fit --json` wrote. Bars are the 95 % intervals of the distance from the
anchor. The SVG has no background: its grey is readable on light and dark pages, and is lighter if
the reader prefers dark pages.
"""

import json
import math
import pathlib
import sys
from collections.abc import Callable, Sequence
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 960, 560
LEFT, RIGHT, TOP, BOTTOM = 70, 740, 60, 510
# The distance between two names at the right edge.
LINE_HEIGHT = 15
GRID = 200
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#6e7781}"
    ".title{font-size:16px;font-weight:600}"
    ".grid{stroke:#8c959f;stroke-opacity:.35}"
    ".level{fill:none;stroke:#3a86c8;stroke-width:2}"
    ".other{stroke:#c98a1b;stroke-dasharray:4 4}"
    ".name{fill:#c98a1b}"
    "@media(prefers-color-scheme:dark){text{fill:#adbac7}}"
)

Row = dict[str, Any]


def draw(rows: Sequence[Row]) -> str:
    """Returns the drawing of ratings."""
    levels = {int(row["player"][6:]): row for row in rows if row["player"].startswith("level-")}
    others = [row for row in rows if not row["player"].startswith("level-")]
    low = GRID * math.floor(min([row["elo"] - row["error"] for row in rows], default=0) / GRID)
    high = GRID * math.ceil(max([row["elo"] + row["error"] for row in rows], default=0) / GRID)

    def height(elo: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (elo - low) / max(high - low, GRID)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Elo of the levels and of other players</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{LEFT}" y="28">Elo of the levels and of other players</text>',
    ]
    for elo in range(low, high + 1, GRID):
        lines.append(
            f'<path class="grid" d="M{LEFT} {height(elo):.1f}H{RIGHT}"/>'
            f'<text text-anchor="end" x="{LEFT - 8}" y="{height(elo) + 4:.1f}">{elo}</text>'
        )
    lines += draw_others(others, height)
    lines += draw_levels(dict(sorted(levels.items())), height)
    return "\n".join([*lines, "</svg>", ""])


def draw_levels(levels: dict[int, Row], height: Callable[[float], float]) -> list[str]:
    """Returns the line of the levels, with the number of each below the diagram."""
    gap = (RIGHT - LEFT) / max(len(levels), 1)
    lines, points = [], []
    for index, (level, row) in enumerate(levels.items()):
        x, y = LEFT + gap * (index + 0.5), height(row["elo"])
        ends = height(row["elo"] - row["error"]), height(row["elo"] + row["error"])
        points.append(f"{x:.1f},{y:.1f}")
        lines += [
            f'<path class="level" d="M{x:.1f} {ends[0]:.1f}V{ends[1]:.1f}"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#3a86c8"/>',
            f'<text text-anchor="middle" x="{x:.1f}" y="{BOTTOM + 20}">{level}</text>',
        ]
    lines.append(f'<text x="{LEFT}" y="{BOTTOM + 40}">Skill Level</text>')
    return [f'<polyline class="level" points="{" ".join(points)}"/>', *lines]


def draw_others(rows: Sequence[Row], height: Callable[[float], float]) -> list[str]:
    """Returns a line for each player. Names at its end are moved apart if they overlap."""
    lines, free = [], -math.inf
    for row in sorted(rows, key=lambda row: -row["elo"]):
        y = height(row["elo"])
        free = max(y, free)
        name = escape(f"{row['player']} {row['elo']:.0f} ± {row['error']:.0f}")
        lines += [
            f'<path class="other" d="M{LEFT} {y:.1f}H{RIGHT}"/>',
            f'<text class="name" x="{RIGHT + 8}" y="{free + 4:.1f}">{name}</text>',
        ]
        free += LINE_HEIGHT
    return lines


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    rows = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(draw(rows))


if __name__ == "__main__":
    main()
