//! A game of two people on a board of another size: lines in, text out. Pure.

use std::io::{self, Write};

use super::Talk;
use crate::cli::print::board;
use crate::game::{Expected, Mode, TextErrorKind};
use crate::review::report::words::result as ending;
use crate::sizes::{self, Game};
use crate::solver::{AnalysisOptions, StopFlag, Until};

const HELP: &str = "\
1, 2...  drop a stone into this column
hint     show the score of each column, or its bounds if that takes long
undo     take back the last move
board    show the board
new      begin another game
quit     leave
";

/// The nodes of a hint, which take some seconds. A limit of time would not give the same hint again.
const HINT: u64 = 20_000_000;

/// A dialog about games, one after the other.
pub(super) struct SizedDialog {
    pub(super) start: Game,
    pub(super) game: Game,
    pub(super) solver: sizes::Solver,
    pub(super) stop: StopFlag,
    pub(super) is_over: bool,
}

impl Talk for SizedDialog {
    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.game = self.start.clone();
        let last = self.game.position().size().width();
        writeln!(out, "type a column (1-{last}) or help")?;
        self.show(out, &[])
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<()> {
        let word = line.trim();
        let is_open = self.game.position().result().is_none();
        let done = match &*word.to_ascii_lowercase() {
            "help" | "?" => return write!(out, "{HELP}"),
            "hint" if is_open => {
                let words = self.hint();
                return self.show(out, &words);
            }
            "new" => return self.begin(out),
            "quit" | "exit" => {
                self.is_over = true;
                return writeln!(out, "\nthe game: {}", self.game);
            }
            "" | "board" => Ok(()),
            "undo" if self.game.moves() == self.start.moves() => {
                Err(Expected::named("a move to take back", "none").into())
            }
            "undo" => {
                self.game.take_back();
                Ok(())
            }
            _ if is_open => self.play(word),
            _ => Err(Expected::new("new, undo, board or quit after the game", word).into()),
        };
        match done {
            Ok(()) => self.show(out, &[]),
            Err(error) => writeln!(out, "{error}"),
        }
    }

    fn prompt(&self) -> String {
        match self.game.position().result() {
            None => format!(
                "\n{} to move: ",
                self.game.position().side_to_move().letter()
            ),
            Some(_) => "\nnew, undo or quit: ".to_owned(),
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

impl SizedDialog {
    fn play(&mut self, word: &str) -> Result<(), TextErrorKind> {
        let position = *self.game.position();
        let Ok((column, row)) = sizes::one_move(word, position.size(), 1) else {
            let free: Vec<String> = position
                .legal_columns()
                .map(|column| column.to_string())
                .collect();
            let wanted = format!("a column ({}) or help", free.join(" "));
            return Err(Expected::new(wanted, word).into());
        };
        Ok(self.game.play(column, row)?)
    }

    /// Returns the score of each column, or its bounds.
    fn hint(&mut self) -> Vec<String> {
        let until = Until::from(&self.stop).nodes(HINT);
        let options = AnalysisOptions::default();
        let analysis = self
            .solver
            .analyze_until(self.game.position(), options, until);
        analysis.words(Mode::Strong)
    }

    /// Writes the board with words below its columns, and the end of the game.
    fn show(&self, out: &mut impl Write, words: &[String]) -> io::Result<()> {
        writeln!(out)?;
        board::draw(out, &sizes::diagram(&self.game, words))?;
        let result = self.game.position().result();
        result.map_or(Ok(()), |result| writeln!(out, "\n{}", ending(result)))
    }
}
