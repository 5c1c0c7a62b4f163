"""The engine's records, one JSON object per line, for runs on many workers.

The package `claimeven` parses them. Knows neither engines nor files.
"""

import csv
import io
import json
import re
from dataclasses import asdict

from package import BadLine, parse
from parts import Contradiction

# Fields that depend on the search.
SEARCH_FIELDS = ("nodes", "time_us", "line")
# Quotes in texts are escaped: only records of bad lines and unanswered lines contain this.
ERROR = b'"error":'
LINE = re.compile(rb'"line":\d+,"char":')
COLUMNS = [f"score{number}" for number in range(1, 8)]
HEADER = ["input", "label", "side", "stones", "score", "outcome", "plies", *COLUMNS]
HEADER += ["best", "pv", "nodes", "time_us", "line", "char", "error"]


def numbered(row: bytes, number: int) -> bytes:
    """Returns a record with the line number in the file instead of that in the engine's input."""
    return LINE.sub(b'"line":%d,"char":' % number, row, count=1) if ERROR in row else row


def unanswered(line: bytes, number: int, error: Exception) -> bytes:
    """Returns the record of a line at which engines failed."""
    text, tab, label = line.decode(errors="replace").rstrip("\r").partition("\t")
    record = BadLine(text, label if tab else None, number, None, str(error))
    return json.dumps(asdict(record), ensure_ascii=False, separators=(",", ":")).encode()


def has_no_answer(row: bytes) -> bool:
    """Returns whether engines failed at the line. The record of a bad line has a `char`."""
    return ERROR in row and parse(row).char is None


def check_same(first: bytes, second: bytes, number: int) -> None:
    """Fails if two records of one line differ in fields that depend only on the position."""
    one, two = asdict(parse(first)), asdict(parse(second))
    for key in ["error", *sorted((one.keys() | two.keys()) - set(SEARCH_FIELDS))]:
        if one.get(key) != two.get(key):
            found = f"{key} {one.get(key)} and {two.get(key)}"
            raise Contradiction(f"line {number} ({one['input']}) has two answers: {found}")


def csv_row(row: bytes) -> bytes:
    """Returns a record as comma-separated values."""
    record = asdict(parse(row))
    record |= zip(COLUMNS, record.get("scores", ()), strict=False)
    record["pv"] = "".join(map(str, record.get("pv") or ()))
    text = io.StringIO()
    csv.writer(text).writerow([record.get(name) for name in HEADER])
    return text.getvalue().removesuffix("\r\n").encode()
