//! The ladder's table: three lines per step, one column per set. Pure.

use std::iter;
use std::time::Duration;

use crate::cli::print::numbers::{duration, grouped};
use crate::game::Mode;
use crate::measure::ladder::Step;
use crate::measure::ladder::measure::Measurement;
use crate::measure::ladder::published::{self, Figures};
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

/// The means of a program on a set, one for each of [`LINES`].
type Means = [Option<String>; 3];

/// The names of the lines of a program.
const LINES: [&str; 3] = ["mean time", "positions", "K pos/s"];

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
        let mut lines = lines(&measurements.iter().map(measured).collect::<Vec<_>>());
        let wrong = measurements.iter().map(|measured| measured.row.wrong.len());
        if wrong.clone().any(|wrong| wrong > 0) {
            let counts = wrong.map(|wrong| Some(wrong.to_string()));
            lines.push(("wrong", counts.collect()));
        }
        let figures = |kind: &PositionKind| published::of_step(step, self.mode, kind);
        let published = self.published(&format!("{:>4} published", step.name()), figures);
        self.block(&format!("{:>4} {}", step.name(), step.title()), lines) + &published
    }

    /// Formats the end of the table: the published figures of Fhourstones and their source.
    pub(super) fn end(&self) -> String {
        let figures = |kind: &PositionKind| published::of_fhourstones(self.mode, kind);
        let published = self.published("     Fhourstones", figures);
        let shows_published = self.kinds.iter().any(Option::is_some);
        published + if shows_published { NOTE } else { "" }
    }

    /// Formats the published figures of a program. Leaves out empty lines.
    fn published(&self, title: &str, figures: impl Fn(&PositionKind) -> Option<Figures>) -> String {
        let means = |kind: &Option<PositionKind>| {
            let figures = kind.as_ref().and_then(&figures);
            figures.map_or_else(Means::default, published)
        };
        let mut lines = lines(&self.kinds.iter().map(means).collect::<Vec<_>>());
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

/// Returns the lines of a program from its means on each set.
fn lines(means: &[Means]) -> Vec<NamedLine> {
    let texts = |line: usize| means.iter().map(|means| means[line].clone()).collect();
    let named = |(line, name)| (name, texts(line));
    LINES.into_iter().enumerate().map(named).collect()
}

/// Formats the means of a measurement. There are none if the budget ended it.
fn measured(measured: &Measurement) -> Means {
    let row = &measured.row;
    let texts = [
        time(row.mean_time_us()),
        rounded(row.mean_nodes()),
        rounded(row.knps()),
    ];
    texts.map(|text| measured.finished.then_some(text))
}

fn published(figures: Figures) -> Means {
    [
        Some(time(figures.mean_time_us)),
        figures.mean_nodes.map(rounded),
        figures.knps().map(rounded),
    ]
}

fn time(micros: f64) -> String {
    duration(Duration::from_secs_f64(micros / 1e6))
}

/// Formats a value, rounded to a whole number, with commas between thousands.
fn rounded(value: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "means of counts"
    )]
    let whole = value.round() as u64;
    grouped(whole)
}
