//! Analysis: the value of a position, of every column or of the best columns, and the line.
//!
//! An analysis depends on the position alone, never on the contents of the table. The most central
//! of equally good moves is best, the line consists of such moves, and mirror images have mirrored
//! analyses. Two analyses of one position agree whatever the threads do. (Only the nodes differ,
//! and in weak mode how much the bounds prove beyond the outcome.)

use super::pv;
use super::root_moves::RootMoves;
use super::schedule::{WindowPolicy, WindowSchedule};
use super::solve::solve;
use crate::game::{Column, Columns, Mode, Position, Score};
use crate::solver::search::Search;
use crate::solver::types::{Bounds, Unfinished, Window};

/// The options of an analysis. The default is the score of every column, without a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AnalysisOptions {
    /// Whether to prove scores or only outcomes.
    pub mode: Mode,
    /// The columns to solve.
    pub scores: Scores,
    /// Whether to find best play to the end of the game.
    pub line: bool,
}

/// Options are set one by one: `AnalysisOptions::default().scores(Scores::Best)`.
impl AnalysisOptions {
    setters!(mode: Mode, scores: Scores, line: bool);
}

/// The columns that an analysis solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Scores {
    /// Every column, each with its own value.
    #[default]
    All,
    /// The best column only.
    Best,
    /// All columns that are as good as the best.
    Ties,
}

/// The result of [`Solver::analyze`](crate::solver::Solver::analyze): the values that the options
/// ask for, all of them proven.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Analysis {
    /// The value of the position: an exact score in strong mode, a single outcome in weak mode.
    pub bounds: Bounds,
    /// With [`Scores::All`], the value of each column from left to right, or `None` for a column
    /// that cannot be played. Otherwise all are `None`.
    pub columns: [Option<Bounds>; 7],
    /// The best column; `None` if the game is over.
    pub best: Option<Column>,
    /// With [`Scores::Ties`], every column that keeps the value. Otherwise there are none, and JSON
    /// has an empty list.
    pub ties: Columns,
    /// Best play to the end of the game, if asked for.
    #[cfg_attr(feature = "serde", serde(with = "crate::game::serial::packed"))]
    pub line: Vec<Column>,
    /// The nodes visited.
    pub nodes: u64,
}

/// The error of [`Solver::analyze_until`](crate::solver::Solver::analyze_until): the search ended
/// before it had proven everything.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the search ended early: the score is {}", proven.bounds)]
#[non_exhaustive]
pub struct EndedEarly {
    /// What was proven: bounds of the position and of columns, and a best column, ties and a line
    /// only if they are proven.
    pub proven: Analysis,
}

impl Analysis {
    /// Returns the score of the position, for the side to move. In strong mode it is always known.
    /// In weak mode it is always known for a draw, and for a win or a loss only if the bounds leave
    /// a single score.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.bounds.exact()
    }

    /// Returns the score of each column from left to right, for the side to move; `None` for a
    /// column that cannot be played or whose score is not known. With [`Scores::All`] in strong
    /// mode, every score is known.
    #[must_use]
    pub fn scores(&self) -> [Option<Score>; 7] {
        self.columns.map(|bounds| bounds?.exact())
    }

    /// Returns the analysis of the mirror image.
    #[must_use]
    pub fn mirror(&self) -> Analysis {
        let mut columns = self.columns;
        columns.reverse();
        Analysis {
            columns,
            best: self.best.map(Column::mirror),
            ties: self.ties.iter().map(Column::mirror).collect(),
            line: self.line.iter().map(|column| column.mirror()).collect(),
            ..*self
        }
    }
}

/// Analyzes any position. Mirror images get mirrored analyses.
///
/// # Errors
/// Fails if the search is stopped.
pub(crate) fn analyze(
    search: &mut Search,
    position: &Position,
    options: AnalysisOptions,
) -> Result<Analysis, EndedEarly> {
    let (canonical, is_mirrored) = match options.scores {
        Scores::All | Scores::Best => position.canonical(),
        // All best columns are found, so none has to be chosen.
        Scores::Ties => (*position, false),
    };
    let mut proven = Analysis {
        bounds: Bounds::of_finished(position),
        columns: [None; 7],
        best: None,
        ties: Columns::NONE,
        line: Vec::new(),
        nodes: 0,
    };
    let mut ended = Ok(());
    if !position.is_over() {
        ended = analyze_as_it_is(search, &canonical, options, &mut proven);
        proven.nodes = search.limiter.total();
    }
    if is_mirrored {
        proven = proven.mirror();
    }
    match ended {
        Ok(()) => Ok(proven),
        Err(_) => Err(EndedEarly { proven }),
    }
}

/// Analyzes an unfinished position. If the search is stopped, `analysis` has what is proven.
fn analyze_as_it_is(
    search: &mut Search,
    position: &Position,
    options: AnalysisOptions,
    analysis: &mut Analysis,
) -> Result<(), Unfinished> {
    let mode = options.mode;
    let best = match options.scores {
        Scores::Best => {
            prove(search, position, mode, WindowPolicy::Single, analysis)?;
            pv::best_root_move(search, position, pv::kept_value(analysis.bounds, mode))?
        }
        Scores::All => {
            let mut root = RootMoves::new(position, Columns::ALL, &search.book);
            let proved = prove_columns(search, &mut root, position, mode);
            for root_move in &root.moves {
                analysis.columns[root_move.column.index()] = Some(root_move.bounds);
            }
            // In weak mode, another column than the best one may win sooner.
            analysis.bounds = root.bounds().unwrap_or_default();
            proved?;
            let keep = pv::kept_value(analysis.bounds, mode);
            pv::best_of(position, root.columns_worth(keep))
        }
        Scores::Ties => {
            prove(search, position, mode, WindowPolicy::Related, analysis)?;
            let keep = pv::kept_value(analysis.bounds, mode);
            let mut root = RootMoves::new(position, Columns::ALL, &search.book);
            root.search(search, root.query_all(Window::null(keep - 1)))?;
            analysis.ties = root.columns_worth(keep);
            pv::best_of(position, analysis.ties)
        }
    };
    analysis.best = Some(best);
    if options.line {
        analysis.line = pv::proven_line(search, position, best, analysis.bounds, mode)?;
    }
    Ok(())
}

/// Proves the value of an unfinished position.
fn prove(
    search: &mut Search,
    position: &Position,
    mode: Mode,
    policy: WindowPolicy,
    analysis: &mut Analysis,
) -> Result<(), Unfinished> {
    let schedule = WindowSchedule::new(mode, policy, position);
    analysis.bounds = solve(search, position, schedule);
    let is_solved = analysis.bounds.is_solved(mode);
    is_solved.then_some(()).ok_or(Unfinished::Stopped)
}

/// Proves the value of every move of an unfinished position.
///
/// Each window is searched for all moves that need it before the next window is chosen, because
/// the proof of one move leaves entries in the table that help the others.
///
/// (On Begin-Medium this takes 3.7 times the nodes of solving the best column alone. If all values
/// were known in advance, so that each column took only the two windows next to its value, it would
/// take 3.1 to 3.4 times those nodes, depending on the order of the columns.)
fn prove_columns(
    search: &mut Search,
    root: &mut RootMoves,
    position: &Position,
    mode: Mode,
) -> Result<(), Unfinished> {
    let schedule = WindowSchedule::new(mode, WindowPolicy::Related, position);
    let next_alpha = |root: &RootMoves, nodes| {
        let mut moves = root.moves.iter();
        moves.find_map(|root_move| schedule.next(root_move.bounds, nodes))
    };
    while let Some(alpha) = next_alpha(root, search.limiter.total()) {
        let window = schedule.one_window().unwrap_or(Window::null(alpha));
        root.search(search, root.query_all(window))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;
    use crate::solver::tests::sample;
    use crate::solver::{Silent, Solver, StopFlag, Task, Until};

    const ALL: AnalysisOptions = AnalysisOptions {
        mode: Mode::Strong,
        scores: Scores::All,
        line: true,
    };

    /// Returns positions that are quickly solved, some of them finished.
    fn positions(count: usize) -> impl Iterator<Item = Position> {
        let late = sample::positions().filter(|position| position.stones() > 18);
        let with_ends = late.flat_map(|position| {
            let end = position.legal_columns().iter().last();
            [Some(position), end.map(|column| position.play(column))]
        });
        with_ends.flatten().take(count)
    }

    #[test]
    fn an_analysis_agrees_with_a_search() {
        let mut solver = Solver::without_book(4).expect("4 MiB can be had");
        for position in positions(600) {
            let task = Task::all_columns(position, Mode::Strong);
            let report = solver.search(&task, &StopFlag::default(), &mut Silent);
            let answer = solver.analyze(&position, ALL);
            let mut columns = [None; 7];
            for (column, bounds) in report.columns {
                columns[column.index()] = Some(bounds);
            }
            assert_eq!(answer.columns, columns, "{position:?}");
            let best = report.lines.first().map(|line| line.bounds);
            assert_eq!(answer.bounds, best.unwrap_or(answer.bounds));
        }
    }

    /// Returns the values of the columns and of the position, as far as the mode proves them.
    fn values(answer: &Analysis, mode: Mode) -> Vec<Option<i8>> {
        let value = |bounds: Bounds| match mode {
            Mode::Strong => bounds.exact().map(Score::get),
            Mode::Weak => bounds.outcome().map(|outcome| outcome as i8),
        };
        let columns = answer.columns.iter().copied().flatten();
        let values: Vec<_> = columns.chain([answer.bounds]).map(value).collect();
        assert!(values.iter().all(Option::is_some), "{answer:?}");
        values
    }

    #[test]
    fn the_contents_of_the_table_do_not_change_an_analysis() {
        let mut warm = Solver::without_book(4).expect("4 MiB can be had");
        let mut lines = 0;
        for mode in [Mode::Strong, Mode::Weak] {
            for position in positions(300) {
                let query = AnalysisOptions { mode, ..ALL };
                let known = warm.analyze(&position, query);
                let mut fresh = Solver::without_book(1).expect("a megabyte");
                let found = fresh.analyze(&position, query);
                assert_eq!(known.best, found.best, "{position:?}");
                assert_eq!(known.line, found.line, "{position:?}");
                assert_eq!(known.line.first().copied(), known.best);
                assert_eq!(values(&known, mode), values(&found, mode), "{position:?}");
                let best = AnalysisOptions {
                    scores: Scores::Best,
                    ..query
                };
                let best = fresh.analyze(&position, best);
                assert_eq!(
                    (best.best, best.line, best.columns),
                    (found.best, found.line, [None; 7]),
                    "{position:?}"
                );
                assert_eq!(best.bounds.outcome(), found.bounds.outcome());
                lines += known.line.len();
            }
        }
        assert!(lines > 1000, "only {lines} moves");
    }

    #[test]
    fn weak_bounds_include_the_exact_score() {
        let mut solver = Solver::without_book(4).expect("4 MiB can be had");
        let weak = AnalysisOptions {
            mode: Mode::Weak,
            ..ALL
        };
        let mut sooner = 0;
        for position in positions(2_000) {
            let score = solver.analyze(&position, ALL).bounds.exact();
            let score = score.expect("strong");
            let answer = solver.analyze(&position, weak);
            let within = |bounds: Bounds| bounds.lower <= score && score <= bounds.upper;
            assert!(within(answer.bounds), "{position:?} {answer:?} {score:?}");
            let best = answer.best.and_then(|best| answer.columns[best.index()]);
            sooner += usize::from(best.is_some_and(|bounds| !within(bounds)));
        }
        assert!(sooner > 0, "the best column was always among the quickest");
    }

    #[test]
    fn mirror_images_have_mirrored_analyses() {
        let mut solver = Solver::without_book(4).expect("4 MiB can be had");
        for position in positions(200) {
            let answer = solver.analyze(&position, ALL);
            let mirrored = solver.analyze(&position.mirror(), ALL).mirror();
            assert_eq!(answer.columns, mirrored.columns, "{position:?}");
            if position != position.mirror() {
                assert_eq!(answer.best, mirrored.best, "{position:?}");
                assert_eq!(answer.line, mirrored.line, "{position:?}");
            }
        }
    }

    #[test]
    fn a_lost_side_still_stops_a_win_if_it_can() {
        // The first player threatens columns 3 and 7.
        let position = replay("44556").expect("a game");
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let answer = solver.analyze(&position, ALL);
        assert_eq!(answer.best.map(Column::number), Some(3));
        let loss = Score::loss_in(1, position.stones());
        assert_eq!(answer.columns, [Some(Bounds::exactly(loss)); 7]);
    }

    #[test]
    fn a_stopped_analysis_has_what_was_proven() {
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let stop = StopFlag::default();
        let (mut ended, mut some, mut columns) = (0, 0, 0);
        for (position, nodes) in positions(300).zip([0, 10, 100].into_iter().cycle()) {
            solver.clear();
            let until = Until::from(&stop).nodes(nodes);
            for scores in [Scores::All, Scores::Best, Scores::Ties] {
                let options = AnalysisOptions { scores, ..ALL };
                let Err(EndedEarly { proven }) = solver.analyze_until(&position, options, until)
                else {
                    continue;
                };
                let full = solver.analyze(&position, ALL);
                let holds = |bounds: Bounds, score| bounds.lower <= score && score <= bounds.upper;
                assert!(
                    holds(proven.bounds, full.score().expect("strong")),
                    "{proven:?}"
                );
                for (bounds, score) in proven.columns.iter().zip(full.scores()) {
                    assert!(bounds.is_none_or(|bounds| holds(bounds, score.expect("legal"))));
                    columns += usize::from(bounds.is_some_and(|found| found != Bounds::UNKNOWN));
                }
                assert!(proven.best.is_none_or(|best| Some(best) == full.best));
                ended += 1;
                some += usize::from(proven.bounds != Bounds::UNKNOWN);
            }
        }
        assert!(
            ended > 100 && some > 20 && columns > 100,
            "{ended} {some} {columns}"
        );
    }

    #[test]
    fn ties_are_the_columns_of_the_best_value() {
        let mut solver = Solver::without_book(4).expect("4 MiB can be had");
        let late = || sample::positions().filter(|position| position.stones() > 18);
        // This position is its own mirror image.
        let mirrored = replay("4444443256").expect("a game");
        let (mut several, mut symmetric) = (0, 0);
        for mode in [Mode::Strong, Mode::Weak] {
            let all = AnalysisOptions {
                mode,
                scores: Scores::All,
                line: false,
            };
            let ties = AnalysisOptions {
                scores: Scores::Ties,
                ..all
            };
            for position in late().take(300).chain([mirrored]) {
                let best = solver.analyze(&position, ties);
                let columns = solver.analyze(&position, all).columns;
                let worth = |bounds: Bounds| match mode {
                    Mode::Strong => bounds.lower.get(),
                    Mode::Weak => bounds.lower.outcome() as i8,
                };
                let most = columns.iter().flatten().map(|&bounds| worth(bounds)).max();
                assert_eq!(Some(worth(best.bounds)), most, "{position:?}");
                let legal = position.legal_columns();
                let equal = legal
                    .iter()
                    .filter(|column| columns[column.index()].map(worth) == most);
                assert_eq!(best.ties, equal.collect(), "{position:?}");
                several += usize::from(best.ties.len() > 1);
                symmetric += usize::from(position == position.mirror());
            }
        }
        assert!(several > 200, "only {several} with a choice");
        assert_eq!(symmetric, 2);
    }
}
