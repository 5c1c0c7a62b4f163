//! The ladder's table: three lines per step, one column per set. Pure.

use std::iter;
use std::time::Duration;

use crate::cli::print::numbers::{duration, rounded};
use crate::game::Mode;
use crate::measure::bench::Row;
use crate::measure::ladder::Step;
use crate::measure::ladder::measure::Measurement;
use crate::measure::ladder::published::{FHOURSTONES, Figures, figures};
use crate::measure::testset::{PositionKind, TestSet};

/// The columns of the table, and what is known before a measurement.
pub(super) struct Table<'a> {
    pub(super) mode: Mode,
    pub(super) sets: &'a [TestSet],
    /// For each set, the kind whose published figures are shown, if any.
    pub(super) kinds: Vec<Option<PositionKind>>,
}

/// A line of the table: its name and one text per set.
type NamedLine = (&'static str, Vec<Option<String>>);

/// Minimum width of a column: room for ten million positions.
const COLUMN_WIDTH: usize = 10;

/// The note below a table with published figures.
const NOTE: &str = "
Figures of published lines and of Fhourstones are from Pascal Pons, \"Solving Connect 4\",
blog.gamesolver.org: his machine, his sets of 1,000 positions of each kind. The other lines were
measured here on the given positions. - means not published, or not finished within --budget.
";

impl Table<'_> {
    /// Formats the heading of the table.
    pub(super) fn heading(&self) -> String {
        let names = self.across(self.sets.iter().map(|set| Some(set.name.clone())));
        format!("{:28}{names}\n", self.mode)
    }

    /// Formats the measurements of a step, and its published figures.
    pub(super) fn step(&self, step: Step, measurements: &[Measurement]) -> String {
        // The budget may have ended a measurement: then it has no means.
        let means = |mean: fn(&Row) -> String| {
            let mean = |done: &Measurement| done.finished.then(|| mean(&done.row));
            measurements.iter().map(mean).collect()
        };
        let mut lines = lines(
            means(|row| time(row.mean_time_us())),
            means(|row| rounded(row.mean_nodes())),
            means(|row| rounded(row.knps())),
        );
        let wrong = measurements.iter().map(|measured| measured.row.wrong.len());
        if wrong.clone().any(|wrong| wrong > 0) {
            let counts = wrong.map(|wrong| Some(wrong.to_string()));
            lines.push(("wrong", counts.collect()));
        }
        let name = step.name();
        self.block(&format!("{name:>4} {}", step.title()), lines)
            + &self.published(&format!("{name:>4} published"), name)
    }

    /// Formats the end of the table: the published figures of Fhourstones and their source.
    pub(super) fn end(&self) -> String {
        let shows_published = self.kinds.iter().any(Option::is_some);
        let note = if shows_published { NOTE } else { "" };
        self.published("     Fhourstones", FHOURSTONES) + note
    }

    /// Formats the published figures of a program. Leaves out empty lines.
    fn published(&self, title: &str, program: &str) -> String {
        let texts = |text: fn(Figures) -> Option<String>| {
            let figures = |kind: &PositionKind| figures(program, self.mode, kind);
            let text = |kind: &Option<_>| kind.as_ref().and_then(figures).and_then(text);
            self.kinds.iter().map(text).collect()
        };
        let mut lines = lines(
            texts(|figures| Some(time(figures.mean_time_us))),
            texts(|figures| figures.mean_nodes.map(rounded)),
            texts(|figures| figures.knps().map(rounded)),
        );
        lines.retain(|(_, texts)| texts.iter().any(Option::is_some));
        self.block(title, lines)
    }

    /// Formats the lines of a program, with its title before the first line.
    fn block(&self, title: &str, lines: Vec<NamedLine>) -> String {
        let titles = iter::once(title).chain(iter::repeat(""));
        let lines = titles
            .zip(lines)
            .map(|(title, (name, texts))| format!("{title:17}  {name:9}{}\n", self.across(texts)));
        lines.collect()
    }

    /// Formats the columns of a line, one text per set. `None` and missing texts become `-`: the
    /// budget ended that measurement, or nothing was published.
    fn across(&self, texts: impl IntoIterator<Item = Option<String>>) -> String {
        let texts = texts.into_iter().chain(iter::repeat(None));
        let columns = self.sets.iter().zip(texts).map(|(set, text)| {
            let text = text.as_deref().unwrap_or("-");
            let width = set.name.chars().count().max(COLUMN_WIDTH);
            format!("  {text:>width$}")
        });
        columns.collect()
    }
}

/// Returns the lines of a program: for each set the mean time and positions, and their ratio.
fn lines(
    times: Vec<Option<String>>,
    positions: Vec<Option<String>>,
    speeds: Vec<Option<String>>,
) -> Vec<NamedLine> {
    let names = ["mean time", "positions", "K pos/s"];
    names.into_iter().zip([times, positions, speeds]).collect()
}

fn time(micros: f64) -> String {
    duration(Duration::from_secs_f64(micros / 1e6))
}
