//! An annotated game as text: the board with the marks, then one row for each move.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};

use crate::cli::print::board;
use crate::cli::print::numbers::{counted, duration, grouped};
use crate::game::diagram::Notes;
use crate::game::{Diagram, Game, Mode, Side};
use crate::review::annotate::{Annotated, Annotation, Mark};
use crate::review::report::words::{ending, loss, numbers};
use crate::solver::Bounds;
use crate::solver::ColumnValue;

/// Style of marks of moves that changed the outcome.
const BLUNDER: Style = AnsiColor::Red.on_default().bold();
/// Style of other marks.
const INACCURACY: Style = AnsiColor::Yellow.on_default();

/// Writes the game and the work done.
pub(super) fn show(
    out: &mut impl Write,
    game: &Game,
    mode: Mode,
    annotated: &Annotated,
    time: Duration,
) -> io::Result<()> {
    let ending = ending(game.position());
    show_game(out, game, ending, mode, &annotated.annotations)?;
    let (nodes, time) = (grouped(annotated.nodes), duration(time));
    writeln!(out, "{nodes} nodes in {time}")
}

/// Writes the board, a row for each move and a summary. `ending` describes the end of the game, if
/// it is over.
pub(in crate::cli) fn show_game(
    out: &mut impl Write,
    game: &Game,
    ending: Option<String>,
    mode: Mode,
    annotations: &[Annotation],
) -> io::Result<()> {
    let marks = annotations
        .iter()
        .filter_map(|annotation| Some((cell(annotation), annotation.mark?.sign())))
        .collect();
    let beside = Notes {
        marks,
        ..Notes::default()
    };
    board::draw(out, &Diagram::with_notes(game, &beside))?;
    let skipped = game.moves().len() - annotations.len();
    if !annotations.is_empty() {
        let head = "\nmove  side  column  before  after      best";
        writeln!(out, "{head}")?;
    }
    for annotation in annotations {
        row(out, annotation, mode)?;
    }
    writeln!(out)?;
    if skipped > 0 {
        writeln!(out, "stopped: moves 1 to {skipped} are not annotated")?;
    }
    let unfinished = || "the game is not over".to_owned();
    writeln!(out, "{}", ending.unwrap_or_else(unfinished))?;
    for side in Side::BOTH {
        writeln!(out, "{}", count(annotations, side))?;
    }
    Ok(())
}

/// Returns the cell of the stone that was played.
fn cell(annotation: &Annotation) -> u64 {
    annotation.position.landing_cell(annotation.column)
}

fn row(out: &mut impl Write, annotation: &Annotation, mode: Mode) -> io::Result<()> {
    let Annotation {
        ply,
        position,
        column,
        before,
        after,
        best,
        mark,
        why,
    } = annotation;
    let stone = position.side_to_move().letter();
    let value = |bounds: &Bounds| ColumnValue::new(*bounds, mode).to_string();
    write!(
        out,
        "{ply:4}  {stone:>4}  {:6}  {:>6}  {:>5}",
        column.number(),
        value(before),
        value(after),
    )?;
    let Some(mark) = mark else {
        return writeln!(out, "      {}", numbers(*best));
    };
    let style = if mark.is_blunder() {
        BLUNDER
    } else {
        INACCURACY
    };
    let (sign, best) = (mark.sign(), numbers(*best));
    writeln!(
        out,
        "  {style}{sign:2}{style:#}  {best}  {}",
        loss(annotation, *mark)
    )?;
    match why {
        Some(why) => writeln!(out, "{:12}{}", "", why.text),
        None => Ok(()),
    }
}

/// Describes how many bad moves a player made.
fn count(annotations: &[Annotation], side: Side) -> String {
    let moves = || {
        annotations
            .iter()
            .filter(|annotation| annotation.position.side_to_move() == side)
    };
    let marks = moves().filter_map(|annotation| annotation.mark);
    let (blunders, inaccuracies): (Vec<Mark>, Vec<Mark>) =
        marks.partition(|mark| mark.is_blunder());
    format!(
        "{}: {}, {} in {}",
        side.letter(),
        counted(blunders.len() as u64, "blunder"),
        counted(inaccuracies.len() as u64, "inaccuracy"),
        counted(moves().count() as u64, "move"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::annotate::annotate;
    use crate::solver::Solver;

    #[test]
    fn the_last_moves_of_a_game_keep_their_numbers_and_the_others_are_listed() {
        let early = Game::default().with_moves("2232341145311512135567");
        let early = early.expect("a game");
        let late = Game::from(*early.position()).with_moves("244");
        let late = late.expect("a game");
        let game = early.clone().with_moves("244").expect("a game");
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let mut judged = annotate(&mut solver, &late, Mode::Strong);
        for annotation in &mut judged.annotations {
            annotation.ply += early.moves().len();
        }
        let mut out = anstream::StripStream::new(Vec::new());
        show(&mut out, &game, Mode::Strong, &judged, Duration::ZERO).expect("memory");
        let text = String::from_utf8(out.into_inner()).expect("ASCII");
        let rows: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.starts_with("move"))
            .collect();
        assert!(rows[1].starts_with("  23     X       2 "), "{text}");
        assert!(rows[3].starts_with("  25     X       4 "), "{text}");
        assert!(
            text.contains("\nstopped: moves 1 to 22 are not annotated\n"),
            "{text}"
        );
    }
}
