#!/usr/bin/env python3
"""Draws the output of a command on a dark terminal, as SVG.

    CLICOLOR_FORCE=1 claimeven analyze 445332 |
        scripts/picture.py 'claimeven analyze 445332' > docs/pictures/analyze.svg

Reads the output, with its colors, on stdin. The argument is the command, which is drawn above the
output. Every word has its own coordinate, so columns are aligned in any monospaced font. Colors
are attributes, which every viewer supports.
"""

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

# Sizes in pixels. Monospaced letters are about 0.6 of their height wide.
FONT_SIZE, LETTER, LINE = 16, 9.6, 22
MARGIN = 20
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
BACKGROUND = "#0d1117"
PLAIN = 'fill="#e6edf3"'
PROMPT = 'fill="#7d8590"'
# The codes of a terminal ("select graphic rendition") that the program prints.
STYLES = {
    "1": 'font-weight="bold"',
    "2": 'fill="#6e7681"',
    "31": 'fill="#ff7b72"',
    "32": 'fill="#7ee787"',
    "33": 'fill="#f2cc60"',
}
CODE = re.compile(r"\x1b\[(\d*)m")


class Word(NamedTuple):
    """Letters of one style without a space, and the number of letters to their left."""

    column: int
    text: str
    style: str


def words(line: str) -> Iterator[Word]:
    """Yields the words of a line that contains codes."""
    column, styles = 0, []
    # Text and codes alternate.
    for index, part in enumerate(CODE.split(line)):
        if index % 2:
            styles = [] if part in ("", "0") else [*styles, STYLES[part]]
            continue
        for word in re.finditer(r"\S+", part):
            yield Word(column + word.start(), word.group(), " ".join(styles) or PLAIN)
        column += len(part)


def draw(command: str, output: str) -> str:
    """Returns the picture of a command and its output."""
    prompt = [Word(0, "$", PROMPT), Word(2, command, PLAIN)]
    lines = [prompt, *(list(words(line)) for line in output.splitlines())]
    letters = max(word.column + len(word.text) for line in lines for word in line)
    width = round(2 * MARGIN + letters * LETTER)
    height = 2 * MARGIN + len(lines) * LINE
    title = escape(f"What {command} prints")
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
        f'<g font-family="{FONTS}" font-size="{FONT_SIZE}">',
        *(draw_line(line, number) for number, line in enumerate(lines, start=1) if line),
        "</g>",
        "</svg>",
    ]
    return "\n".join(drawn) + "\n"


def draw_line(line: list[Word], number: int) -> str:
    """Returns a line of the picture. The first line is number 1."""
    spans = (
        f'<tspan x="{MARGIN + word.column * LETTER:.1f}" {word.style}>{escape(word.text)}</tspan>'
        for word in line
    )
    return f'<text y="{MARGIN + number * LINE - 6}">{"".join(spans)}</text>'


if __name__ == "__main__":
    sys.stdout.write(draw(sys.argv[1], sys.stdin.read()))
