//! Solves positions with known scores and counts: correct answers, nodes, time.
//!
//! Knows the game and the solver, reads no files, prints nothing. Its clock is
//! the CPU time of the calling thread where the platform tells it, else the wall
//! clock; what reading it takes, of the easiest positions a third, is not counted.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::game::fen::{self, FenFault};
use crate::game::notation::{self, MovesError};
use crate::game::{Position, Score};
use crate::solver::{Answer, Bounds, Mode, Query, Scores, Solution, Solver, StopFlag};

/// The table in MiB with which the node count is the signature of a version.
pub const HASH_MIB: usize = 64;

/// Three positions of each number of stones from 8 to 19, reached by random play
/// (the tests hold the generator) in games where nobody can win at once. The
/// scores were confirmed by another program.
const BUILT_IN: &str = "\
32737157 3
63266341 0
61121155 16
343344733 5
672115664 2
471616772 -1
3164325563 1
4156756337 4
3115157453 3
67276476614 3
14547361644 5
36457114461 15
347115552376 -2
153534351311 2
411335344264 14
6626723167774 -1
5721671226266 4
1151667477536 2
15455421521325 13
66477436734563 -5
13547245526572 -2
216621333572721 10
731374442117574 0
772257647737124 3
6135175275467425 12
7111647242461751 0
3272742566164617 -11
61467464634643463 5
17552231351773223 1
42223322732556674 12
546475562671614455 -5
224143776272353421 0
356416151556626571 2
3534515251753244571 0
3467415215222464451 -11
7731115665776415414 2
";

/// Words of a FEN.
const FEN_FIELDS: usize = 6;

/// Positions with their exact scores, in the order in which they are solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSet {
    /// What the set is called.
    pub name: String,
    /// Its positions: at least one.
    pub cases: Vec<Case>,
}

/// One position and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Its line in the text it was read from, counted from 1.
    pub line: usize,
    /// The position to solve: not over yet.
    pub position: Position,
    /// Its exact score.
    pub score: Score,
}

/// Why a text is not a test set, and where: counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, character {character}: {fault}")]
pub struct TestSetError {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub character: usize,
    /// What is wrong there.
    pub fault: TestSetFault,
}

/// What is wrong with a test set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum TestSetFault {
    #[error(transparent)]
    Moves(#[from] MovesError),
    #[error(transparent)]
    Fen(#[from] FenFault),
    #[error("the game is over here, expected a position to solve")]
    Over,
    #[error("found {found:?}, expected a score from -18 to 18")]
    NotAScore { found: String },
    #[error("found the end of the line, expected a score from -18 to 18")]
    NoScore,
    #[error("found {found:?}, expected the end of the line")]
    Excess { found: String },
    #[error("found no position, expected lines of moves and a score such as \"4453 2\"")]
    Empty,
}

/// A solver that can be measured.
pub trait Contender {
    /// How many threads it works with.
    fn threads(&self) -> usize {
        1
    }
    /// Forgets everything proven so far.
    fn clear(&mut self);
    /// What is proven of a position that is not over, once `mode` is satisfied
    /// or `stop` is set, and what it cost.
    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution;
}

impl Contender for Solver {
    fn threads(&self) -> usize {
        self.threads()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        self.solve(position, mode, stop)
    }
}

/// A solver that is asked for the value of every column, not only of the best: on
/// one thread.
pub struct EveryColumn(pub Solver);

impl Contender for EveryColumn {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        let query = Query {
            mode,
            scores: Scores::All,
            line: false,
        };
        match self.0.answer(position, query, stop) {
            Some(Answer { bounds, nodes, .. }) => Solution { bounds, nodes },
            None => Solution {
                bounds: Bounds::UNKNOWN,
                nodes: 0,
            },
        }
    }
}

/// What came of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The set's name.
    pub set: String,
    /// Positions solved: fewer than the set has after a stop.
    pub positions: u32,
    /// Positions whose value was found as expected.
    pub correct: u32,
    /// Time spent solving, without clearing the table and reading the clock: CPU time on
    /// one thread, the time that goes by on several.
    pub time: Duration,
    /// Nodes visited.
    pub nodes: u64,
}

impl TestSet {
    /// The set that the engine brings with it.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a test reads the constant")]
    pub fn built_in() -> TestSet {
        TestSet::parse("built-in", BUILT_IN).expect("a test reads the constant")
    }

    /// Reads lines of moves and a score, such as `4453 2`, or of all six fields of a
    /// FEN and a score. Empty lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(name: &str, text: &str) -> Result<TestSet, TestSetError> {
        let cases = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
            .map(|(index, line)| {
                Case::parse(line, index + 1).map_err(|(character, fault)| TestSetError {
                    line: index + 1,
                    character,
                    fault,
                })
            })
            .collect::<Result<Vec<Case>, TestSetError>>()?;
        if cases.is_empty() {
            return Err(TestSetError {
                line: 1,
                character: 1,
                fault: TestSetFault::Empty,
            });
        }
        Ok(TestSet {
            name: name.to_owned(),
            cases,
        })
    }
}

impl Case {
    /// One line: moves or a FEN, and the score; a fault comes with its character.
    fn parse(text: &str, line: usize) -> Result<Case, (usize, TestSetFault)> {
        let is_fen = text.contains('/');
        let mut rest = words(text).skip(if is_fen { FEN_FIELDS } else { 1 });
        let end = text.trim_end().chars().count() + 1;
        let score = rest.next();
        let (at, moves) = words(text).next().unwrap_or((1, ""));
        let position = if is_fen {
            let before_score = score.map_or(end, |(at, _)| at) - 1;
            let fields: String = text.chars().take(before_score).collect();
            fen::parse(&fields).map_err(|error| (error.at, error.fault.into()))?
        } else {
            notation::replay(moves).map_err(|error| (at + error.ply() - 1, error.into()))?
        };
        if position.is_over() {
            return Err((at, TestSetFault::Over));
        }
        let (at, word) = score.ok_or((end, TestSetFault::NoScore))?;
        let score = word.parse().ok().and_then(Score::new);
        let score = score.ok_or_else(|| {
            let found = excerpt(word);
            (at, TestSetFault::NotAScore { found })
        })?;
        if let Some((at, word)) = rest.next() {
            let found = excerpt(word);
            return Err((at, TestSetFault::Excess { found }));
        }
        Ok(Case {
            line,
            position,
            score,
        })
    }
}

/// The words of a line, each with the place of its first character.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| {
        let before = word.as_ptr().addr() - line.as_ptr().addr();
        (line[..before].chars().count() + 1, word)
    })
}

/// As much of a word as a message can bear.
fn excerpt(word: &str) -> String {
    word.chars().take(20).collect()
}

impl Row {
    /// Mean time of a position in microseconds; 0 when none was solved.
    #[must_use]
    pub fn mean_time_us(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / f64::from(self.positions.max(1))
    }

    /// Mean nodes of a position; 0 when none was solved.
    #[must_use]
    pub fn mean_nodes(&self) -> f64 {
        as_f64(self.nodes) / f64::from(self.positions.max(1))
    }

    /// Thousands of nodes a second; 0 when no time passed.
    #[must_use]
    pub fn knps(&self) -> f64 {
        if self.time.is_zero() {
            return 0.0;
        }
        as_f64(self.nodes) / 1e3 / self.time.as_secs_f64()
    }
}

#[expect(clippy::cast_precision_loss, reason = "for means of a few digits")]
fn as_f64(count: u64) -> f64 {
    count as f64
}

/// Solves a set, each position with an empty table, and tells `tell` after each.
///
/// In weak mode only the outcome is asked for and compared. After a stop the row
/// holds what was solved before; the position then in work does not count.
pub fn run(
    solver: &mut dyn Contender,
    set: &TestSet,
    mode: Mode,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&Row),
) -> Row {
    let watch = Stopwatch::new(solver.threads());
    let mut row = Row {
        set: set.name.clone(),
        positions: 0,
        correct: 0,
        time: Duration::ZERO,
        nodes: 0,
    };
    for case in &set.cases {
        if stop.is_stopped() {
            break;
        }
        solver.clear();
        let (solution, time) = watch.time(|| solver.solve(&case.position, mode, stop));
        if !solution.bounds.settled(mode) {
            break;
        }
        row.positions += 1;
        row.correct += u32::from(agrees(solution.bounds, case.score, mode));
        row.time += time;
        row.nodes += solution.nodes;
        tell(&row);
    }
    row
}

fn agrees(found: Bounds, expected: Score, mode: Mode) -> bool {
    match mode {
        Mode::Strong => found.exact() == Some(expected),
        Mode::Weak => found.outcome() == Some(expected.outcome()),
    }
}

/// A clock that does not count itself.
struct Stopwatch {
    threads: usize,
    /// What reading the clock takes.
    own: Duration,
}

impl Stopwatch {
    /// Readings by whose median one is judged.
    const READINGS: usize = 1001;

    fn new(threads: usize) -> Stopwatch {
        let own = Duration::ZERO;
        let naive = Stopwatch { threads, own };
        let mut empty = [Duration::ZERO; Stopwatch::READINGS].map(|_| naive.time(|| ()).1);
        empty.sort_unstable();
        let own = empty[Stopwatch::READINGS / 2];
        Stopwatch { threads, own }
    }

    /// Does some work: what comes of it, and the time it took.
    fn time<T>(&self, work: impl FnOnce() -> T) -> (T, Duration) {
        let clock = Clock::start(self.threads);
        let result = work();
        (result, clock.elapsed().saturating_sub(self.own))
    }
}

/// Measures the work of this thread, or the time that goes by when there are
/// several.
enum Clock {
    Thread(ThreadTime),
    Wall(Instant),
}

impl Clock {
    fn start(threads: usize) -> Clock {
        match ThreadTime::try_now() {
            Ok(now) if threads == 1 => Clock::Thread(now),
            _ => Clock::Wall(Instant::now()),
        }
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Thread(start) => start.elapsed(),
            Clock::Wall(start) => start.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Column;

    /// A random game of `stones` stones that is not over and that the side to
    /// move cannot win at once.
    fn random_game(seed: &mut u64, stones: u8) -> Position {
        loop {
            let mut position = Position::EMPTY;
            while position.stones() < stones && !position.is_over() {
                // Knuth's generator; its upper bits are the good ones.
                *seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let legal: Vec<Column> = position.legal_columns().iter().collect();
                position = position.play(legal[(*seed >> 33) as usize % legal.len()]);
            }
            let quiet = |column| !position.wins(column);
            if !position.is_over() && position.legal_columns().iter().all(quiet) {
                return position;
            }
        }
    }

    #[test]
    fn the_built_in_set_comes_from_its_generator() {
        let mut seed = 0;
        let generated: Vec<Position> = (8..20)
            .flat_map(|stones| [stones; 3])
            .map(|stones| random_game(&mut seed, stones))
            .collect();
        let held: Vec<Position> = TestSet::built_in()
            .cases
            .iter()
            .map(|case| case.position)
            .collect();
        assert_eq!(held, generated);
    }

    #[test]
    fn a_fault_is_found_at_its_line_and_character() {
        for (text, message) in [
            (
                "",
                "line 1, character 1: found no position, expected lines of moves and a score such as \"4453 2\"",
            ),
            (
                "4453 2\n 448 1",
                "line 2, character 4: ply 3: '8' is not a column (1-7)",
            ),
            (
                "1212121 1",
                "line 1, character 1: the game is over here, expected a position to solve",
            ),
            (
                "# made by hand\n\n4453 ",
                "line 3, character 5: found the end of the line, expected a score from -18 to 18",
            ),
            (
                "4453 2\n 7/7/7/7/7/8 w - - 0 1 1",
                "line 2, character 12: rank 1 is too long: expected 7 cells",
            ),
            (
                "7/7/7/7/7/7 w - - 0 1",
                "line 1, character 22: found the end of the line, expected a score from -18 to 18",
            ),
            (
                "7/7/7/7/7/7 w - - 1",
                "line 1, character 20: found the end of the line, expected a score from -18 to 18",
            ),
            (
                "4453 19",
                "line 1, character 6: found \"19\", expected a score from -18 to 18",
            ),
            (
                "4453 2 é",
                "line 1, character 8: found \"é\", expected the end of the line",
            ),
            (
                "\u{fffd} 2",
                "line 1, character 1: ply 1: '\u{fffd}' is not a column (1-7)",
            ),
        ] {
            let error = TestSet::parse("test", text).map_err(|error| error.to_string());
            assert_eq!(error, Err(message.to_owned()));
        }
    }

    #[test]
    fn a_position_is_given_by_its_moves_or_by_its_fen() {
        let text = "445 1\n7/7/7/3P3/3p3/3P3 b - - 0 2 -1\n 7/7/7/7/7/7 w - - 0 1 1\n";
        let set = TestSet::parse("test", text).expect("three positions");
        let read: Vec<_> = set
            .cases
            .iter()
            .map(|case| (case.line, case.position, case.score.get()))
            .collect();
        let moves = |packed| notation::replay(packed).expect("a game");
        let expected = [
            (1, moves("445"), 1),
            (2, moves("444"), -1),
            (3, Position::EMPTY, 1),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn a_wrong_score_is_not_counted_as_correct_and_a_stop_ends_the_run() {
        let lines = "411335344264 13\n411335344264 14\n411335344264 -14\n";
        let set = TestSet::parse("test", lines).expect("three positions");
        let mut solver = Solver::new(1).expect("a megabyte");
        let stop = StopFlag::default();
        let row = run(&mut solver, &set, Mode::Strong, &stop, &mut |_| {});
        assert_eq!((row.positions, row.correct), (3, 1));
        let row = run(&mut solver, &set, Mode::Weak, &stop, &mut |row| {
            if row.positions == 2 {
                stop.stop();
            }
        });
        assert_eq!((row.positions, row.correct), (2, 2));
    }
}
