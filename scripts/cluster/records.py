"""The engine's records, a JSON object a line, as a run on many workers needs them.

The fields are those of protocol.md. Knows neither engines nor files.
"""

from __future__ import annotations

import csv
import json
import re

from parts import Contradiction

# What the way to an answer decides, and not the position.
OF_THE_RUN = ("nodes", "time_us", "line")
# Quotes within texts are escaped: this is found in records of lines without an answer only.
ERROR = b'"error":'
LINE = re.compile(rb'"line":\d+,"char":')
COLUMNS = [f"score{number}" for number in range(1, 8)]
HEADER = ["input", "label", "side", "stones", "score", "outcome", "plies", *COLUMNS]
HEADER += ["best", "pv", "nodes", "time_us", "line", "char", "error"]


def numbered(row: bytes, number: int) -> bytes:
    """A record with the line of the file where an engine told that of its own input."""
    return LINE.sub(b'"line":%d,"char":' % number, row, count=1) if ERROR in row else row


def unanswered(line: bytes, number: int, error: Exception) -> bytes:
    """The record of a line at which engines failed."""
    text, tab, label = line.decode(errors="replace").rstrip("\r").partition("\t")
    record: dict[str, object] = {"input": text, "label": label if tab else None}
    record |= {"line": number, "char": None, "error": str(error)}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def has_no_answer(row: bytes) -> bool:
    """Whether engines failed at it; a bad line has the place of its fault."""
    return ERROR in row and json.loads(row)["char"] is None


def check_same(first: bytes, second: bytes, number: int) -> None:
    """Raises if two records of one line differ in what the position decides."""
    one, two = json.loads(first), json.loads(second)
    for key in ["error", *sorted((one.keys() | two.keys()) - set(OF_THE_RUN))]:
        if one.get(key) != two.get(key):
            found = f"{key} {one.get(key)} and {two.get(key)}"
            raise Contradiction(f"line {number} ({one['input']}) has two answers: {found}")


class Echo:
    """A file for `csv` that gives back what is written."""

    @staticmethod
    def write(text: str) -> str:
        return text


CSV = csv.writer(Echo())


def csv_row(row: bytes) -> bytes:
    """A record as comma-separated values."""
    record = json.loads(row)
    record |= zip(COLUMNS, record.get("scores") or [], strict=False)
    return CSV.writerow([record.get(name) for name in HEADER]).removesuffix("\r\n").encode()
