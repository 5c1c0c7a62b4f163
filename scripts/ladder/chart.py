#!/usr/bin/env python3
"""Draws the ladder: positions and CPU time by step and set, on log axes, as SVG.

    claimeven bench --ladder --format csv | scripts/ladder/chart.py > ladder.svg

Reads the CSV on stdin and writes the drawing to stdout. Cells that the budget ended have no numbers
and are left out, like published figures, which are of another machine. The SVG has no background:
its grey is readable on light and dark pages, and is lighter if the reader prefers dark pages.
"""

import csv
import math
import sys
from collections.abc import Iterable
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 900, 780
LEFT, RIGHT = 80, 770
# The top edges of the two panels, and their height.
TOPS = (60, 390)
PANEL = 290
# The distance between two names at the right edge.
LINE_HEIGHT = 15
# One colour per set. The names at the ends of the lines identify the sets without colours.
COLOURS = ("#2f8f5b", "#3a86c8", "#8a6fd1", "#c98a1b", "#d1602e", "#c44d8a")
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#6e7781}"
    ".title{font-size:16px;font-weight:600}"
    ".grid{stroke:#8c959f;stroke-opacity:.35}"
    ".line{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#adbac7}}"
)

Row = dict[str, str]


class Quantity(NamedTuple):
    """The quantity of a panel: a column of the CSV, and units of 1, a thousand and a million."""

    title: str
    column: str
    units: tuple[str, str, str]


QUANTITIES = (
    Quantity("positions explored", "mean_nodes", ("", " k", " M")),
    Quantity("CPU time", "mean_time_us", (" us", " ms", " s")),
)


def draw(rows: Iterable[Row]) -> str:
    """Returns the drawing of the rows that were measured and have numbers."""
    rows = [row for row in rows if row["mean_nodes"] and row["source"] == "measured"]
    mode = f"{rows[0]['mode']} " if rows else ""
    title = escape(f"{mode}solvers, mean of a position")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{LEFT}" y="28">{title}</text>',
    ]
    steps = in_order(f"{row['step']} {row['title']}" for row in rows)
    gap = (RIGHT - LEFT) / max(len(steps), 1)
    places = {step: LEFT + gap * (index + 0.5) for index, step in enumerate(steps)}
    for quantity, top in zip(QUANTITIES, TOPS):
        lines += panel(quantity, top, rows, places)
    for step, x in places.items():
        lines.append(
            f'<text text-anchor="end" transform="translate({x:.1f} {TOPS[1] + PANEL + 20:.1f})'
            f' rotate(-35)">{escape(step)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def panel(quantity: Quantity, top: int, rows: list[Row], places: dict[str, float]) -> list[str]:
    """Returns one of the two diagrams. `places` are the horizontal coordinates of the steps."""
    powers = [power(row, quantity) for row in rows]
    lowest = math.floor(min([*powers, 9]))
    highest = max(math.ceil(max([*powers, 0])), lowest + 1)

    def height(power: float) -> float:
        return top + PANEL * (highest - power) / (highest - lowest)

    lines = [f'<text x="{LEFT}" y="{top - 8:.1f}">{quantity.title}</text>']
    for edge in range(lowest, highest + 1):
        y = height(edge)
        lines.append(
            f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/><text text-anchor="end"'
            f' x="{LEFT - 8:.1f}" y="{y + 4:.1f}">{tick(edge, quantity.units)}</text>'
        )
    ends = []
    for index, name in enumerate(in_order(row["set"] for row in rows)):
        colour = COLOURS[index % len(COLOURS)]
        points = [
            (places[f"{row['step']} {row['title']}"], height(power(row, quantity)))
            for row in rows
            if row["set"] == name
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<polyline class="line" stroke="{colour}" points="{path}"/>')
        lines += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points
        ]
        ends.append((points[-1][1], name, colour))
    # The names of the sets, next to the ends of their lines and moved apart if they overlap.
    free = -math.inf
    for y, name, colour in sorted(ends, key=lambda end: end[0]):
        y = max(y, free)
        free = y + LINE_HEIGHT
        lines.append(
            f'<text x="{RIGHT + 10:.1f}" y="{y + 4:.1f}" style="fill:{colour}">'
            f"{escape(name)}</text>"
        )
    return lines


def power(row: Row, quantity: Quantity) -> float:
    """Returns the power of ten of a value, at least one hundredth."""
    return math.log10(max(float(row[quantity.column]), 0.01))


def tick(power: int, units: tuple[str, str, str]) -> str:
    """Returns a power of ten in the largest unit that does not exceed it."""
    unit = min(max(power // 3, 0), 2)
    # An integer in full, where `g` would write 1e+06.
    return f"{10 ** (power - 3 * unit)}{units[unit]}"


def in_order(names: Iterable[str]) -> list[str]:
    """Returns the different names in the order of their first appearance."""
    return list(dict.fromkeys(names))


if __name__ == "__main__":
    sys.stdout.write(draw(csv.DictReader(sys.stdin)))
