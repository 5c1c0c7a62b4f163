"""Errors of engines that fail, and large amounts of input."""

import time
import unittest

from engine import EngineError, Pipe, error_in


class Errors(unittest.TestCase):
    def test_the_line_with_the_error_is_found(self) -> None:
        for output, error in [
            (b"", ""),
            (b"\n \n", ""),
            (b"counting\nno more\n", "no more"),
            (b"error: a\n\nFor more information, try '--help'.\n", "error: a"),
            (b"counting\n  error: a\nerror: b\n", "error: a"),
            (b"no \xff\r\n", "no \ufffd"),
        ]:
            self.assertEqual(error_in(output), error, output)

    def test_the_error_of_an_engine_that_ends_is_reported(self) -> None:
        script = "echo 'error: no room'; echo; echo 'Usage: sh'; exit 3"
        pipe = Pipe(["sh", "-c", f"({script}) >&2; exit 3"])
        self.addCleanup(pipe.close)
        with self.assertRaisesRegex(EngineError, "^sh ended with code 3: error: no room$"):
            pipe.read_bytes(time.monotonic() + 60)

    def test_an_engine_without_the_expected_line_is_reported_with_what_it_printed(self) -> None:
        for script, printed in [
            ("exec sleep 60", "it printed nothing"),
            ("echo 'hello there'; echo; exec sleep 60", "it printed 'hello there'"),
            (
                "echo ugiok; echo 'no network' >&2; exec sleep 60",
                "it printed 'ugiok', 'no network'",
            ),
        ]:
            pipe = Pipe(["sh", "-c", script])
            self.addCleanup(pipe.close)
            late = f"^sh did not print uciok within 0.5 s; {printed}$"
            with self.assertRaisesRegex(EngineError, late):
                pipe.read_to("uciok", 0.5)


class Sending(unittest.TestCase):
    def test_more_than_a_pipe_holds_is_sent_while_answers_are_read(self) -> None:
        pipe = Pipe(["cat"])
        self.addCleanup(pipe.close)
        lines = [b"%d" % number for number in range(100_000)]
        for part in (lines[:1], lines[1:90_000], lines[90_000:]):
            pipe.send_bytes(b"".join(line + b"\n" for line in part))
        deadline = time.monotonic() + 60
        self.assertEqual([pipe.read_bytes(deadline) for _ in lines], lines)
