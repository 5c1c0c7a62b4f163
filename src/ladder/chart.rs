//! The ladder as a drawing: positions and time by step and set, log axes. Pure.
//!
//! The SVG has no background of its own, a grey that reads on light and on dark
//! pages, and turns to a lighter one where the reader's preference is known.

use std::fmt::Write;

use super::Step;
use super::measure::Cell;
use crate::bench::Row;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 780.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 770.0;
/// Top edges of the two panels, and how high they are.
const TOPS: [f64; 2] = [60.0, 390.0];
const PANEL: f64 = 290.0;
/// Between two names at the right edge, so that they can be read.
const LINE_HEIGHT: f64 = 15.0;

/// One a set, told apart also without colours by the name at the line's end.
const COLOURS: [&str; 6] = [
    "#2f8f5b", "#3a86c8", "#8a6fd1", "#c98a1b", "#d1602e", "#c44d8a",
];

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#6e7781}\
.title{font-size:16px;font-weight:600}\
.grid{stroke:#8c959f;stroke-opacity:.35}\
.line{fill:none;stroke-width:2}\
@media(prefers-color-scheme:dark){text{fill:#adbac7}}";

/// A quantity that is drawn.
struct Quantity {
    title: &'static str,
    value: fn(&Row) -> f64,
    tick: fn(i32) -> String,
}

const QUANTITIES: [Quantity; 2] = [
    Quantity {
        title: "positions explored",
        value: Row::mean_nodes,
        tick: count_tick,
    },
    Quantity {
        title: "CPU time",
        value: Row::mean_time_us,
        tick: time_tick,
    },
];

/// Draws finished cells; those that the budget ended are left out.
#[must_use]
pub fn draw(title: &str, cells: &[Cell]) -> String {
    let cells: Vec<&Cell> = cells.iter().filter(|cell| cell.finished).collect();
    let mut svg = String::new();
    let out = &mut svg;
    line(
        out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\">\n<title>{0}</title>\n<style>{STYLE}</style>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"28\">{0}</text>",
            escaped(title)
        ),
    );
    for (quantity, top) in QUANTITIES.iter().zip(TOPS) {
        Panel::new(quantity, top, &cells).draw(out, &cells);
    }
    let bottom = TOPS[1] + PANEL;
    for (step, x) in places(&cells) {
        line(
            out,
            format_args!(
                "<text text-anchor=\"end\" transform=\"translate({x:.1} {:.1}) rotate(-35)\">\
                 {step}</text>",
                bottom + 20.0
            ),
        );
    }
    line(out, format_args!("</svg>"));
    svg
}

/// One of the two diagrams.
struct Panel<'a> {
    quantity: &'a Quantity,
    top: f64,
    /// Powers of ten at the lower and the upper edge.
    lowest: i32,
    highest: i32,
}

impl Panel<'_> {
    fn new<'a>(quantity: &'a Quantity, top: f64, cells: &[&Cell]) -> Panel<'a> {
        let powers = || cells.iter().map(|cell| power(quantity, &cell.row));
        #[expect(clippy::cast_possible_truncation, reason = "powers of ten are small")]
        let edge = |power: f64| power as i32;
        let lowest = edge(powers().fold(f64::INFINITY, f64::min).min(9.0).floor());
        let highest = edge(powers().fold(0.0, f64::max).ceil());
        Panel {
            quantity,
            top,
            lowest,
            highest: highest.max(lowest + 1),
        }
    }

    fn y(&self, power: f64) -> f64 {
        let range = f64::from(self.highest - self.lowest);
        self.top + PANEL * (f64::from(self.highest) - power) / range
    }

    fn draw(&self, out: &mut String, cells: &[&Cell]) {
        let title = self.quantity.title;
        line(
            out,
            format_args!(
                "<text x=\"{LEFT}\" y=\"{:.1}\">{title}</text>",
                self.top - 8.0
            ),
        );
        for power in self.lowest..=self.highest {
            let (y, tick) = (self.y(power.into()), (self.quantity.tick)(power));
            line(
                out,
                format_args!(
                    "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\
                     <text text-anchor=\"end\" x=\"{:.1}\" y=\"{:.1}\">{tick}</text>",
                    LEFT - 8.0,
                    y + 4.0
                ),
            );
        }
        let mut ends = Vec::new();
        for (set, colour) in sets(cells).into_iter().zip(COLOURS.iter().cycle()) {
            let points = self.points(cells, set);
            draw_line(out, &points, colour);
            if let Some(&(_, y)) = points.last() {
                ends.push((y, set, colour));
            }
        }
        draw_names(out, ends);
    }

    fn points(&self, cells: &[&Cell], set: &str) -> Vec<(f64, f64)> {
        places(cells)
            .into_iter()
            .filter_map(|(step, x)| {
                let mut cells = cells.iter();
                let cell = cells.find(|cell| cell.step == step && cell.row.set == set)?;
                Some((x, self.y(power(self.quantity, &cell.row))))
            })
            .collect()
    }
}

fn draw_line(out: &mut String, points: &[(f64, f64)], colour: &str) {
    let path: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    line(
        out,
        format_args!(
            "<polyline class=\"line\" stroke=\"{colour}\" points=\"{}\"/>",
            path.join(" ")
        ),
    );
    for (x, y) in points {
        line(
            out,
            format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>"),
        );
    }
}

/// The sets' names beside the ends of their lines, moved apart where they meet.
fn draw_names(out: &mut String, mut ends: Vec<(f64, &str, &&str)>) {
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = f64::NEG_INFINITY;
    for (y, set, colour) in ends {
        let y = y.max(free);
        free = y + LINE_HEIGHT;
        line(
            out,
            format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" style=\"fill:{colour}\">{}</text>",
                RIGHT + 10.0,
                y + 4.0,
                escaped(set)
            ),
        );
    }
}

/// The steps that have a cell, each with its place across.
fn places(cells: &[&Cell]) -> Vec<(Step, f64)> {
    let present = |step: &Step| cells.iter().any(|cell| cell.step == *step);
    let steps: Vec<Step> = Step::ALL.into_iter().filter(present).collect();
    let count = u32::try_from(steps.len()).unwrap_or(u32::MAX);
    let gap = (RIGHT - LEFT) / f64::from(count.max(1));
    let places = (0..count).map(|index| LEFT + gap * (f64::from(index) + 0.5));
    steps.into_iter().zip(places).collect()
}

/// The sets in the order in which they were measured.
fn sets<'a>(cells: &[&'a Cell]) -> Vec<&'a str> {
    let mut sets = Vec::new();
    for cell in cells {
        if !sets.contains(&&*cell.row.set) {
            sets.push(&*cell.row.set);
        }
    }
    sets
}

/// The power of ten of a value; below one hundredth all is the same.
fn power(quantity: &Quantity, row: &Row) -> f64 {
    (quantity.value)(row).max(0.01).log10()
}

fn count_tick(power: i32) -> String {
    match power {
        ..0 => format!("{}", 10_f64.powi(power)),
        0..3 => format!("{}", 10_u64.pow(power.unsigned_abs())),
        3..6 => format!("{} k", 10_u64.pow(power.unsigned_abs() - 3)),
        _ => format!("{} M", 10_u64.pow(power.unsigned_abs() - 6)),
    }
}

/// Of microseconds.
fn time_tick(power: i32) -> String {
    match power {
        ..0 => format!("{} us", 10_f64.powi(power)),
        0..3 => format!("{} us", 10_u64.pow(power.unsigned_abs())),
        3..6 => format!("{} ms", 10_u64.pow(power.unsigned_abs() - 3)),
        _ => format!("{} s", 10_u64.pow(power.unsigned_abs() - 6)),
    }
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    writeln!(out, "{text}").expect("a string takes everything");
}

/// A text as XML has it. File names may hold characters that it has no way to write.
fn escaped(text: &str) -> String {
    let unwritable = |sign: char| sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}');
    text.replace(unwritable, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn cell(step: Step, set: &str, nodes: u64, finished: bool) -> Cell {
        let row = Row {
            set: set.to_owned(),
            positions: 1,
            correct: 1,
            time: Duration::from_micros(nodes),
            nodes,
        };
        Cell {
            step,
            row,
            finished,
        }
    }

    #[test]
    fn finished_cells_become_points_and_others_do_not() {
        let svg = draw(
            "a < b",
            &[
                cell(Step::MinMax, "easy", 1000, true),
                cell(Step::MinMax, "hard", 5, false),
                cell(Step::Full, "easy", 10, true),
                cell(Step::Full, "hard", 100, true),
            ],
        );
        assert_eq!(svg.matches("<circle").count(), 2 * 3);
        assert_eq!(svg.matches("<polyline").count(), 2 * 2);
        assert!(svg.contains("a &lt; b") && svg.contains(">1 k<") && svg.contains(">1 ms<"));
        assert_eq!(svg.matches("3 min-max").count(), 1);
    }

    #[test]
    fn more_is_higher_and_names_that_meet_are_moved_apart() {
        let svg = draw(
            "title",
            &[
                cell(Step::MinMax, "one", 1000, true),
                cell(Step::Full, "one", 10, true),
                cell(Step::Full, "other", 10, true),
            ],
        );
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let (_, points) = svg.split_once(" points=\"").expect("a line");
        let (points, _) = points.split_once('"').expect("a line");
        let heights: Vec<f64> = points
            .split([',', ' '])
            .skip(1)
            .step_by(2)
            .map(number)
            .collect();
        assert!(heights[0] < heights[1], "{points}");
        let place = |name: &str| {
            let end = format!(">{name}</text>");
            let line = svg.lines().find(|line| line.ends_with(&end));
            let (_, y) = line.and_then(|line| line.split_once(" y=\"")).expect(name);
            number(y.split('"').next().expect("a number"))
        };
        assert!(place("other") - place("one") >= LINE_HEIGHT);
    }

    #[test]
    fn names_that_no_drawing_can_hold_are_shown_as_far_as_it_can() {
        for (name, shown) in [
            ("a < b & c", "a &lt; b &amp; c"),
            ("a\u{1}b\u{1b}\n", "a\u{fffd}b\u{fffd}\u{fffd}"),
            ("a\u{ffff}é", "a\u{fffd}é"),
        ] {
            assert_eq!(escaped(name), shown, "{name:?}");
        }
    }

    #[test]
    fn nothing_measured_is_still_a_drawing() {
        let svg = draw("nothing", &[]);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
    }
}
