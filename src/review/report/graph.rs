//! The graph of a game: its value after each move.

use askama::Template;

use super::{ReportGame, style, words};
use crate::game::Mode;
use crate::review::annotate::Annotation;
use crate::solver::Bounds;

/// A graph. Above the middle, the first player wins; the higher, the sooner.
#[derive(Debug, Template)]
#[template(path = "graph.svg", config = "src/review/report/askama.toml")]
pub(crate) struct Graph<'a> {
    game: &'a ReportGame,
    /// The number of the game in a page, to whose table the moves are links.
    number: Option<usize>,
    /// The value before the first annotated move, and after each move.
    values: Vec<i32>,
    /// The greatest distance of a value from the middle.
    greatest: i32,
    is_file: bool,
}

impl<'a> Graph<'a> {
    /// Creates the graph of game `number` of a page or, without a number, as a file of its own.
    pub(crate) fn new(game: &'a ReportGame, number: Option<usize>) -> Graph<'a> {
        let played = game.annotations.iter();
        let first = played
            .clone()
            .take(1)
            .map(|played| value(played, played.before, game.mode));
        let after = played.map(|played| value(played, played.after, game.mode));
        let values: Vec<i32> = first.chain(after).collect();
        Graph {
            game,
            number,
            greatest: values.iter().map(|value| value.abs()).fold(1, i32::max),
            values,
            is_file: number.is_none(),
        }
    }

    fn size(&self) -> (usize, usize) {
        (480, if self.is_file { 258 } else { 236 })
    }
}

/// Returns a value as the first player sees it: a score or, in weak mode, -1, 0 or 1.
fn value(played: &Annotation, bounds: Bounds, mode: Mode) -> i32 {
    let score = i32::from(bounds.lower.get());
    let value = match mode {
        Mode::Strong => score,
        Mode::Weak => score.signum(),
    };
    [value, -value][played.position.side_to_move() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::review::annotate::annotate;
    use crate::solver::Solver;

    /// A game from 22 stones. The second player errs with the second move.
    fn report(mode: Mode) -> ReportGame {
        let game = "fen P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w moves 666";
        let game: Game = game.parse().expect("a game");
        let mut solver = Solver::without_book(1).expect("a megabyte");
        ReportGame {
            annotations: annotate(&mut solver, &game, mode).annotations,
            pgn: game.into(),
            mode,
        }
    }

    #[test]
    fn values_are_those_that_the_first_player_sees() {
        for (mode, values) in [
            (Mode::Strong, [-9, -10, 9, 9]),
            (Mode::Weak, [-1, -1, 1, 1]),
        ] {
            let report = report(mode);
            assert_eq!(Graph::new(&report, None).values, values);
        }
    }

    #[test]
    fn the_scale_ends_at_the_greatest_value_or_just_above() {
        for (greatest, labels) in [(1, "101"), (4, "42024"), (10, "1284048"), (18, "181260")] {
            let report = report(Mode::Strong);
            let graph = Graph {
                greatest,
                ..Graph::new(&report, None)
            };
            let picture = graph.to_string();
            let parts = picture.split("<text class=\"quiet\" x=\"15\"").skip(1);
            let texts = parts.filter_map(|part| part.split(['>', '<']).nth(1));
            let shown: String = texts.collect();
            assert!(shown.starts_with(labels), "{shown}");
        }
    }

    #[test]
    fn a_step_of_the_line_is_a_move() {
        let report = report(Mode::Weak);
        let picture = Graph::new(&report, Some(7)).to_string();
        let line = "<path class=\"line\" d=\"M30 114V204H73V204H116V24H159V24H202\"/>";
        assert!(picture.contains(line), "{picture}");
        assert!(picture.contains("<a href=\"#g7m2\">\n<title>2. O 6??: loses"));
    }
}
