"""Drawings of the ladder from a few rows."""

import unittest
from xml.etree import ElementTree

from chart import LINE_HEIGHT, draw

SVG = "{http://www.w3.org/2000/svg}"


def row(step: str, name: str, nodes: str, source: str = "measured") -> dict[str, str]:
    return {
        "step": step,
        "title": "a step",
        "mode": "strong",
        "set": name,
        "mean_time_us": nodes,
        "mean_nodes": nodes,
        "source": source,
    }


class Drawing(unittest.TestCase):
    def test_finished_cells_become_points_and_others_do_not(self) -> None:
        rows = [("3", "a < b", "1000"), ("3", "c", ""), ("4", "a < b", "10"), ("4", "c", "100")]
        svg = ElementTree.fromstring(draw(row(*cells) for cells in rows))
        self.assertEqual(len(svg.findall(f"{SVG}circle")), 2 * 3)
        self.assertEqual(len(svg.findall(f"{SVG}polyline")), 2 * 2)
        texts = [text.text for text in svg.findall(f"{SVG}text")]
        for text in ["a < b", "1 k", "1 ms", "3 a step", "strong solvers, mean of a position"]:
            self.assertIn(text, texts)

    def test_greater_values_are_higher_and_overlapping_names_are_moved_apart(self) -> None:
        svg = ElementTree.fromstring(
            draw([row("3", "one", "1000"), row("4", "one", "10"), row("4", "other", "10")])
        )
        line = svg.find(f"{SVG}polyline")
        first, second = (float(point.split(",")[1]) for point in line.get("points").split())
        self.assertLess(first, second)
        names = [text for text in svg.iter(f"{SVG}text") if text.text in ("one", "other")]
        one, other = (float(text.get("y")) for text in names[:2])
        self.assertGreaterEqual(other - one, LINE_HEIGHT)

    def test_published_figures_are_left_out(self) -> None:
        measured = [row("3", "one", "1000"), row("4", "one", "10")]
        published = [row("3", "one", "2000", "published"), row("", "one", "20", "published")]
        self.assertEqual(draw(measured + published), draw(measured))

    def test_no_rows_give_a_valid_drawing(self) -> None:
        drawing = draw([])
        ElementTree.fromstring(drawing)
        self.assertNotIn("nan", drawing)
        self.assertNotIn("inf", drawing)
