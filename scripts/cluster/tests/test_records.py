"""Numbers of records, comparison, and CSV."""

import csv
import io
import json
import unittest

from package import EngineError
from parts import Contradiction
from records import HEADER, check_same, csv_row, has_no_answer, numbered, unanswered

RECORD = {"input": "44", "label": 'a "b",\rc', "side": "first", "stones": 2, "score": -1}
RECORD |= {"outcome": "loss", "plies": 8, "scores": [1, None, "W", 4, 5, 6, 7], "best": 7}
RECORD |= {"pv": "4", "nodes": 0, "time_us": 6}


class Records(unittest.TestCase):
    def test_only_records_of_bad_lines_are_numbered(self) -> None:
        bad = rb'{"input":"\"line\":1,\"char\":2","label":null,"line":3,"char":1,"error":"x"}'
        self.assertEqual(json.loads(numbered(bad, 70))["line"], 70)
        self.assertEqual(json.loads(numbered(bad, 70))["input"], '"line":1,"char":2')
        good = rb'{"input":"4","label":"\"error\":, \"line\":3,\"char\":1","side":"first"}'
        self.assertEqual(numbered(good, 70), good)

    def test_only_fields_of_the_position_are_compared(self) -> None:
        first = json.dumps(RECORD).encode()
        check_same(first, json.dumps(RECORD | {"nodes": 5, "time_us": 0}).encode(), 3)
        for change, found in (
            ({"score": 2}, "score -1 and 2"),
            ({"error": "x", "char": 1, "line": 1}, "error None and x"),
        ):
            with self.assertRaises(Contradiction) as error:
                check_same(first, json.dumps(RECORD | change).encode(), 3)
            self.assertEqual(str(error.exception), f"line 3 (44) has two answers: {found}")

    def test_lines_without_an_answer_are_not_bad_lines(self) -> None:
        failed = unanswered(b"44\tmine \xff\r", 3, EngineError("did not answer in time"))
        record = {"input": "44", "label": "mine \ufffd", "line": 3, "char": None}
        self.assertEqual(json.loads(failed), record | {"error": "did not answer in time"})
        self.assertTrue(has_no_answer(failed))
        self.assertFalse(has_no_answer(json.dumps(record | {"char": 1, "error": "x"}).encode()))
        self.assertFalse(has_no_answer(b'{"input":"44","label":"\\"error\\":","score":1}'))

    def test_a_row_of_csv_contains_every_field(self) -> None:
        row = csv_row(json.dumps(RECORD).encode())
        self.assertEqual(row, b'44,"a ""b"",\rc",first,2,-1,loss,8,1,,W,4,5,6,7,7,4,0,6,,,')
        [cells] = csv.reader(io.StringIO(row.decode(), newline=""))
        self.assertEqual(len(cells), len(HEADER))
        bad = csv_row(b'{"input":"4x","label":null,"line":3,"char":2,"error":"x"}')
        self.assertEqual(bad, b"4x," + b"," * 17 + b"3,2,x")
