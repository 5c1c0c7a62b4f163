//! The state of a game and its commands: lines in, text out. Pure.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::cli::annotate::text;
use crate::cli::print::board;
use crate::cli::print::numbers::counted;
use crate::game::{Column, Columns, Expected, Mode, Position, Side, TextErrorKind};
use crate::play::levels::{self, Level};
use crate::play::resistance;
use crate::review::annotate::annotate;
use crate::review::report::words::{numbers, result};
use crate::review::why::Explainer;
use crate::sizes::{self, Game};
use crate::solver::{AnalysisOptions, Silent, Solver, StopFlag, Task, Until};

const HELP: &str = "\
undo     take back your last move
board    show the board
resign   give up the game
new      begin another game
quit     leave
";

/// The nodes of a hint on a board of another size, which take some seconds. A limit of time would not
/// give the same hint again.
const HINT: u64 = 20_000_000;

/// A dialog about games, one after the other.
pub(super) struct Dialog {
    /// The beginning of every game.
    pub(super) start: Game,
    pub(super) game: Game,
    /// The number of moves that cannot be taken back.
    pub(super) given: usize,
    pub(super) resigned: Option<Side>,
    /// The engine's side, or `None` if two people play.
    pub(super) engine: Option<Side>,
    /// The engine's level, or `None` for full strength.
    pub(super) level: Option<Level>,
    /// The engine's seed.
    pub(super) seed: u64,
    pub(super) solver: BoardSolver,
    /// Whether the dialog is over.
    pub(super) is_over: bool,
}

/// The solver of a board.
pub(super) enum BoardSolver {
    /// The engine, for the usual board.
    Usual(Box<Solver>),
    /// The solver of a board of another size, and the flag that ends its hints.
    Sized(sizes::Solver, StopFlag),
}

impl Dialog {
    /// Begins a game.
    pub(super) fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.game = self.start.clone();
        self.resigned = None;
        self.reply();
        self.given = self.game.moves().len();
        let engine = self.engine.map_or(String::new(), |side| {
            let level = |level: Level| format!("level {level}, Elo {}", level.elo());
            let strength = self.level.map_or("full strength".to_owned(), level);
            let (side, seed) = (side.letter(), self.seed);
            format!("claimeven is {side} ({strength}, seed {seed}); ")
        });
        writeln!(out, "{engine}type a column (1-{}) or help", self.width())?;
        self.show(out)
    }

    /// Obeys a line.
    pub(super) fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<()> {
        let word = line.trim();
        let is_open = self.ending().is_none();
        let done = match &*word.to_ascii_lowercase() {
            "help" | "?" => return self.help(out),
            "hint" if is_open => return self.hint(out),
            "new" => {
                self.seed = self.seed.wrapping_add(1);
                return self.begin(out);
            }
            "quit" | "exit" => return self.leave(out),
            "" | "board" => Ok(()),
            "undo" => self.undo(),
            "resign" if is_open => {
                self.resigned = Some(self.game.position().side_to_move());
                Ok(())
            }
            _ if is_open => self.play(word),
            _ => Err(Expected::new("new, undo, board or quit after the game", word).into()),
        };
        match done {
            Ok(()) => self.show(out),
            Err(error) => writeln!(out, "{error}"),
        }
    }

    /// Returns the prompt of a terminal.
    pub(super) fn prompt(&self) -> String {
        let side = self.game.position().side_to_move().letter();
        match self.ending() {
            None => format!("\n{side} to move: "),
            Some(_) => "\nnew, undo or quit: ".to_owned(),
        }
    }

    fn help(&self, out: &mut impl Write) -> io::Result<()> {
        let hint = match self.solver {
            BoardSolver::Usual(_) => "who wins after each move, how soon, and why",
            BoardSolver::Sized(..) => "the score of each column, or its bounds if that takes long",
        };
        let columns = format!("1 to {}", self.width());
        writeln!(
            out,
            "{columns:9}drop a stone into this column\nhint     show {hint}"
        )?;
        write!(out, "{HELP}")
    }

    /// Ends the dialog. Writes the moves of an unfinished game.
    fn leave(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.is_over = true;
        // After the end of the input or a signal, this ends the line of the prompt.
        writeln!(out)?;
        if self.ending().is_some() || self.game.moves().len() == self.given {
            return Ok(());
        }
        self.show_moves(out)
    }

    /// Describes the end of the game. Returns `None` if the game is not over.
    fn ending(&self) -> Option<String> {
        let resigned = self.resigned.map(Side::letter);
        let resigned = resigned.map(|loser| format!("{loser} has resigned"));
        resigned.or_else(|| self.game.position().result().map(result))
    }

    fn width(&self) -> u8 {
        self.game.position().size().width()
    }

    /// Plays a person's move and the reply.
    fn play(&mut self, word: &str) -> Result<(), TextErrorKind> {
        let free: Vec<u8> = self.game.position().legal_columns().collect();
        match sizes::one_move(word, self.game.position().size(), 1) {
            Ok((column, row)) if free.contains(&column) => {
                self.game.play(column, row)?;
                self.reply();
                Ok(())
            }
            _ => {
                let free: Vec<String> = free.iter().map(u8::to_string).collect();
                let wanted = format!("a column ({}) or help", free.join(" "));
                Err(Expected::new(wanted, word).into())
            }
        }
    }

    /// Plays the engine's move if it is the engine's turn.
    fn reply(&mut self) {
        let BoardSolver::Usual(solver) = &mut self.solver else {
            return;
        };
        let game = self.game.usual();
        let column = match self.level {
            _ if self.engine != Some(game.position().side_to_move()) => None,
            Some(level) => levels::choose(&game, level, self.seed),
            None => practical_move(solver, *game.position()),
        };
        if let Some(column) = column {
            self.game.play(column.number(), None).expect("a legal move");
        }
    }

    /// Takes back a resignation, or else the last move of a person and the reply.
    fn undo(&mut self) -> Result<(), TextErrorKind> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        if self.game.moves().len() == self.given {
            return Err(Expected::named("a move to take back", "none").into());
        }
        self.game.take_back();
        if self.engine == Some(self.game.position().side_to_move()) {
            self.game.take_back();
        }
        Ok(())
    }

    /// Writes the outcome of each column in words or, on a board of another size, its score.
    fn hint(&mut self, out: &mut impl Write) -> io::Result<()> {
        match &mut self.solver {
            BoardSolver::Usual(solver) => hint(solver, self.game.usual().position(), out),
            BoardSolver::Sized(solver, stop) => {
                let (position, until) = (self.game.position(), Until::from(&*stop).nodes(HINT));
                let analysis = solver.analyze_until(position, AnalysisOptions::default(), until);
                writeln!(out)?;
                board::draw(
                    out,
                    &sizes::diagram(&self.game, analysis.words(Mode::Strong)),
                )
            }
        }
    }

    /// Writes the board or, at the end of the game, all moves.
    fn show(&mut self, out: &mut impl Write) -> io::Result<()> {
        let to_move = self.game.position().side_to_move();
        let played = &self.game.moves()[self.start.moves().len()..];
        if let Some(last) = played.last()
            && self.engine == Some(to_move.other())
        {
            writeln!(out, "claimeven has played {last}")?;
        }
        writeln!(out)?;
        match self.ending() {
            None => board::draw(out, &sizes::diagram(&self.game, Vec::new())),
            Some(_) => self.show_moves(out),
        }
    }

    /// Writes the moves, on the usual board with the bad ones marked, and the result.
    fn show_moves(&mut self, out: &mut impl Write) -> io::Result<()> {
        let ending = self.ending();
        match &mut self.solver {
            BoardSolver::Usual(solver) => {
                let (game, mode) = (self.game.usual(), Mode::Strong);
                let mut annotated = annotate(solver, &game, mode);
                Explainer::new(solver, mode, &StopFlag::default()).explain(&mut annotated);
                text::show_game(out, &game, ending, mode, &annotated.annotations)?;
                writeln!(out, "the game: {game}")
            }
            BoardSolver::Sized(..) => {
                board::draw(out, &sizes::diagram(&self.game, Vec::new()))?;
                let ending = ending.as_deref().unwrap_or("the game is not over");
                writeln!(out, "\n{ending}\nthe game: {}", self.game)
            }
        }
    }
}

/// Returns the best move or, in a lost or drawn position, the move after which the opponent is most
/// likely to err.
fn practical_move(solver: &mut Solver, position: Position) -> Option<Column> {
    let task = Task {
        complete_line: false,
        ..Task::new(position, Mode::Strong)
    };
    let report = resistance::search(solver, &task, &StopFlag::default(), &mut Silent);
    report.lines.first().map(|line| line.column)
}

/// Writes the outcome of each column in words, the best columns first, and the reason.
fn hint(solver: &mut Solver, position: &Position, out: &mut impl Write) -> io::Result<()> {
    let scores = solver
        .analyze(position, AnalysisOptions::default())
        .scores();
    let side = position.side_to_move();
    let distinct: BTreeSet<_> = scores.into_iter().flatten().collect();
    for score in distinct.into_iter().rev() {
        let has_score = |column: &Column| scores[column.index()] == Some(score);
        let equal: Columns = Column::ALL.into_iter().filter(has_score).collect();
        let end = score.mate_in(position.stones()).map(|mate| {
            let winner = if mate > 0 { side } else { side.other() };
            let moves = counted(mate.unsigned_abs().into(), "move");
            format!("{} wins in {moves}", winner.letter())
        });
        let end = end.as_deref().unwrap_or("a draw");
        writeln!(out, "{}: {end}", numbers(equal).replace(' ', " or "))?;
    }
    let stop = StopFlag::default();
    let why = Explainer::new(solver, Mode::Strong, &stop).why(position);
    why.map_or(Ok(()), |why| writeln!(out, "{}", why.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;

    /// A game of 22 moves that is quickly solved.
    const LATE: &str = "2232341145311512135567";

    fn dialog(moves: &str, engine: Option<Side>) -> Dialog {
        let start = game::Game::default().with_moves(moves).expect("a game");
        let mut dialog = Dialog {
            game: start.clone().into(),
            given: 0,
            start: start.into(),
            resigned: None,
            engine,
            level: Level::numbered(5),
            seed: 7,
            solver: BoardSolver::Usual(Box::new(Solver::new(1).expect("a megabyte"))),
            is_over: false,
        };
        written(|out| dialog.begin(out));
        dialog
    }

    fn written(
        write: impl FnOnce(&mut anstream::StripStream<Vec<u8>>) -> io::Result<()>,
    ) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        write(&mut out).expect("memory");
        String::from_utf8(out.into_inner()).expect("ASCII")
    }

    fn answer(dialog: &mut Dialog, line: &str) -> String {
        written(|out| dialog.obey(line, out))
    }

    fn moves(dialog: &Dialog) -> String {
        dialog.game.to_string()
    }

    #[test]
    fn undo_takes_back_the_last_move_of_a_person_and_the_reply() {
        for (engine, given, played) in [
            (None, 22, 23),
            (Some(Side::Second), 22, 24),
            (Some(Side::First), 23, 25),
        ] {
            let mut dialog = dialog(LATE, engine);
            let before = dialog.game.clone();
            assert_eq!(before.moves().len(), given);
            assert_eq!(
                answer(&mut dialog, "undo"),
                "expected a move to take back; found none\n"
            );
            let position = before.position();
            let goes_on = |column: &u8| {
                position
                    .play(*column)
                    .is_some_and(|after| after.result().is_none())
            };
            let column = position.legal_columns().filter(goes_on).last();
            let column = column.expect("a move that does not end the game");
            answer(&mut dialog, &column.to_string());
            let after = dialog.game.clone();
            assert_eq!(after.moves().len(), played, "{engine:?}");
            answer(&mut dialog, "UNDO");
            assert_eq!(dialog.game, before);
            answer(&mut dialog, &format!(" {} ", char::from(b'a' + column - 1)));
            assert_eq!(dialog.game, after, "the reply depends on the moves");
        }
    }

    #[test]
    fn only_moves_of_the_engine_are_announced() {
        let mut dialog = dialog("121212", Some(Side::Second));
        let begun = written(|out| dialog.begin(out));
        assert!(!begun.contains("has played"), "{begun}");
        let answered = answer(&mut dialog, "4");
        assert_eq!(answered.matches("claimeven has played").count(), 1);
    }

    #[test]
    fn at_full_strength_a_lost_game_is_played_for_errors() {
        let position = game::replay("227572622661").expect("a game");
        let mut solver = Solver::new(1).expect("a megabyte");
        let best = solver.analyze(&position, AnalysisOptions::default()).best;
        let practical = practical_move(&mut solver, position);
        let [best, practical] = [best, practical].map(|column| column.map(Column::number));
        assert_eq!((best, practical), (Some(1), Some(6)));
    }

    #[test]
    fn undo_continues_a_game_that_is_over() {
        let mut dialog = dialog("445566", Some(Side::Second));
        let won = answer(&mut dialog, "3");
        assert!(won.contains("\nX has won\n"), "{won}");
        answer(&mut dialog, "undo");
        assert_eq!(moves(&dialog), "445566");
        let resigned = answer(&mut dialog, "resign");
        assert!(resigned.contains("\nX has resigned\n"));
        answer(&mut dialog, "undo");
        assert_eq!((moves(&dialog).len(), dialog.ending()), (6, None));
    }

    #[test]
    fn a_bad_line_is_answered_by_one_line_and_changes_nothing() {
        let mut dialog = dialog("444444", None);
        for (line, wanted) in [
            ("8", "expected a column (1 2 3 5 6 7) or help; found \"8\""),
            ("4", "expected a column (1 2 3 5 6 7) or help; found \"4\""),
            (
                "12",
                "expected a column (1 2 3 5 6 7) or help; found \"12\"",
            ),
            (
                "\u{1b}[2J",
                "expected a column (1 2 3 5 6 7) or help; found \"\\u{1b}[2J\"",
            ),
            ("a2", "ply 7: a stone in column 1 lands on row 1, not 2"),
        ] {
            assert_eq!(answer(&mut dialog, line), format!("{wanted}\n"));
        }
        assert_eq!(moves(&dialog), "444444");
        answer(&mut dialog, "resign");
        for line in ["5", "hint", "resign"] {
            let wanted = "expected new, undo, board or quit after the game; found";
            assert_eq!(answer(&mut dialog, line), format!("{wanted} {line:?}\n"));
        }
    }

    #[test]
    fn a_hint_names_the_winner_after_each_column_and_the_reason() {
        for (moves, hint) in [
            (
                "44556",
                "1 or 2 or 3 or 4 or 5 or 6 or 7: X wins in 1 move\n\
                 X threatens c1 and g1; O can block only one\n",
            ),
            (
                "445566",
                "3 or 7: X wins in 1 move\n1 or 2 or 4 or 5 or 6: X wins in 2 moves\n\
                 X wins at once at c1 or g1\n",
            ),
            (
                "14764211577553161274152737",
                "2: X wins in 3 moves\n6: O wins in 6 moves\n\
                 4 or 5: O wins in 2 moves\n3: O wins in 1 move\n\
                 X makes threats that O has to block: b4 c3, c4; then X wins at d4 or d5\n",
            ),
            (
                "16223414344371252143533416765565772276",
                "7: a draw\n1 or 5 or 6: O wins in 1 move\n",
            ),
        ] {
            let found = answer(&mut dialog(moves, None), "hint");
            assert_eq!(found, hint, "{moves}");
        }
    }

    #[test]
    fn the_moves_are_shown_once_at_the_end() {
        let list = "\nmove  side  column";
        let mut dialog = dialog("445566", None);
        assert!(answer(&mut dialog, "3").contains(list));
        assert_eq!(
            (answer(&mut dialog, "quit"), dialog.is_over),
            ("\n".to_owned(), true)
        );
        dialog.is_over = false;
        let begun = answer(&mut dialog, "new");
        assert!(begun.starts_with("type a column"), "{begun}");
        assert_eq!((&*moves(&dialog), dialog.seed), ("445566", 8));
        answer(&mut dialog, "1");
        let left = answer(&mut dialog, "exit");
        assert!(left.contains(list) && left.contains("\nthe game is not over\n"));
        assert!(left.ends_with("\nthe game: 4455661\n"), "{left}");
    }
}
