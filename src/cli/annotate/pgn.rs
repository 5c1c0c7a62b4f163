//! An annotated game as PGN: glyphs for bad moves, and comments on what they gave away.

use crate::game::notation::{Move, Notation};
use crate::game::pgn::{Note, PgnGame};
use crate::game::{Columns, Mode, Position};
use crate::review::annotate::{Annotated, Annotation, Mark};
use crate::review::report::words;
use crate::solver::ColumnValue;

/// Adds marks to a game. The game keeps its comments and glyphs, except for earlier marks of bad
/// moves.
pub(super) fn annotated(mut game: PgnGame, found: &Annotated, mode: Mode) -> PgnGame {
    let skipped = game.notes.len() - found.annotations.len();
    if skipped == 0 || !found.annotations.is_empty() {
        game.set_tag("Annotator", &annotator(skipped));
    }
    for (note, annotation) in game.notes[skipped..].iter_mut().zip(&found.annotations) {
        mark(note, annotation, mode);
    }
    game
}

/// Formats the `Annotator` tag. If the work was stopped, it names the first annotated ply.
fn annotator(skipped: usize) -> String {
    let name = concat!("claimeven ", env!("CARGO_PKG_VERSION"));
    match skipped {
        0 => name.to_owned(),
        _ => format!("{name}, from ply {} on", skipped + 1),
    }
}

fn mark(note: &mut Note, annotation: &Annotation, mode: Mode) {
    let marks = [Mark::Inaccuracy, Mark::Blunder, Mark::DoubleBlunder];
    note.nags
        .retain(|nag| marks.iter().all(|mark| mark.nag() != *nag));
    let Some(mark) = annotation.mark else {
        return;
    };
    note.nags.insert(0, mark.nag());
    let comment = comment(annotation, mark, mode);
    // The file may have been annotated before.
    if !note.comment.contains(&comment) {
        // Separate the new text by a comma, as Cute Chess does.
        let gap = if note.comment.is_empty() { "" } else { ", " };
        note.comment = format!("{}{gap}{comment}", note.comment);
    }
}

/// Formats a comment such as `?? win to loss, score 1 to -2, best P@d4`. It repeats the mark for
/// programs that show no glyphs.
fn comment(annotation: &Annotation, mark: Mark, mode: Mode) -> String {
    let Annotation {
        position,
        before,
        after,
        best,
        why,
        ..
    } = annotation;
    let score = match mode {
        Mode::Strong => {
            let value = |bounds| ColumnValue::new(bounds, mode).to_string();
            format!(", score {} to {}", value(*before), value(*after))
        }
        Mode::Weak => String::new(),
    };
    let (sign, loss) = (mark.sign(), words::loss(annotation, mark));
    let why = why
        .as_ref()
        .map_or(String::new(), |why| format!("; {}", why.text));
    format!("{sign} {loss}{score}, best {}{why}", moves(position, *best))
}

fn moves(position: &Position, columns: Columns) -> String {
    let moves = columns
        .iter()
        .filter_map(|column| Move::landing(position, column));
    let shown: Vec<String> = moves.map(|best| Notation::Drop.show(best)).collect();
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::pgn::games;
    use crate::review::annotate::annotate;
    use crate::solver::Solver;

    const TEXT: &str = "\
[Event \"Cup\"]
[Annotator \"somebody\"]
[SetUp \"1\"]
[FEN \"P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w - - 0 1\"]

1. P@f2 $4 $11 {+0.12/3 0.1s} P@f3 2. P@f4 $1 {good} 1-0
";

    fn only(text: &str) -> PgnGame {
        let game = games(text.lines()).next().expect("a game");
        game.expect("it can be played")
    }

    fn annotate_game(game: &Game, mode: Mode) -> Annotated {
        let mut solver = Solver::without_book(1).expect("a megabyte");
        annotate(&mut solver, game, mode)
    }

    #[test]
    fn bad_moves_get_glyphs_and_comments_and_the_rest_is_unchanged() {
        let game = only(TEXT);
        let found = annotate_game(&game.game, Mode::Strong);
        let written = annotated(game, &found, Mode::Strong).to_string();
        let (tags, moves) = written.split_once("\n\n").expect("tags and moves");
        assert!(tags.contains("[Annotator \"claimeven "), "{tags}");
        assert_eq!(
            moves.replace('\n', " ").trim_end(),
            "1. P@f2 $6 $11 {+0.12/3 0.1s, ?! did not block, loses 2 plies sooner, score -9 to -10, \
             best P@b5} P@f3 $4 {?? missed a win in one, win to loss, score 10 to -9, best P@b5} 2. P@f4 $1 {good} 1-0"
        );
        let again = only(&written);
        assert_eq!(annotated(again, &found, Mode::Strong).to_string(), written);

        let game = only(TEXT);
        let found = annotate_game(&game.game, Mode::Weak);
        let weak = annotated(game, &found, Mode::Weak);
        assert_eq!(weak.notes[0].nags, [11]);
        let said = &weak.notes[1].comment;
        assert!(
            said.starts_with("?? missed a win in one, win to loss, best P@"),
            "{said}"
        );
    }

    #[test]
    fn the_annotator_tag_names_the_first_ply_of_a_part() {
        let game = only(TEXT);
        let mut found = annotate_game(&game.game, Mode::Strong);
        found.annotations.remove(0);
        let part = annotated(game.clone(), &found, Mode::Strong);
        let annotator = part.tag("Annotator").expect("set");
        assert!(annotator.ends_with(", from ply 2 on"), "{annotator}");
        assert_eq!(part.notes[0], game.notes[0]);
        assert_eq!(part.notes[1].nags, [4]);
        found.annotations.clear();
        assert_eq!(annotated(game.clone(), &found, Mode::Strong), game);
    }
}
