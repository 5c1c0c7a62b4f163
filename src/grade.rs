//! Grades: how well a player plays, counted from the exact values of the moves.
//!
//! A move is at risk if its player could still win or draw before it. Only such a move can give
//! away an outcome.
//!
//! Pure.

use std::ops::Add;

use crate::annotate::Annotation;
use crate::game::{Outcome, Score, Side};

/// The counts of a player's moves. The counts of several games are added.
///
/// ```
/// use claimeven::annotate::annotate;
/// use claimeven::game::{Game, Mode, Side};
/// use claimeven::grade::Grade;
/// use claimeven::solver::Solver;
///
/// let game: Game = "445332".parse()?;
/// let annotations = annotate(&mut Solver::new(1)?, &game, Mode::Strong).annotations;
/// let second = Grade::of(&annotations, Side::Second);
/// assert_eq!((second.moves, second.at_risk, second.kept()), (3, 2, 1));
/// assert_eq!((second.blunders, second.mean_loss()), ([1, 0, 0], Some(4.0 / 3.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Grade {
    /// The number of games in which the player made a move.
    pub games: u64,
    /// The number of moves.
    pub moves: u64,
    /// The number of moves at risk: before the move, the player had a win or a draw.
    pub at_risk: u64,
    /// The number of perfect moves: they win as soon or lose as late as the best move.
    pub perfect: u64,
    /// The sum of the losses of all moves. The loss of a move is the best score minus the score of
    /// the move, `0..=36`.
    pub loss: u64,
    /// The number of moves that changed the outcome, in each phase of the game: with 1 to 12, 13 to
    /// 24 and 25 to 42 stones on the board after the move.
    pub blunders: [u64; 3],
}

impl Grade {
    /// Returns the grade of one side in a game that was annotated in strong mode. A move whose
    /// score is not known, as in weak mode, does not count.
    #[must_use]
    pub fn of(annotations: &[Annotation], side: Side) -> Grade {
        let made = annotations
            .iter()
            .filter(|annotation| annotation.position.side_to_move() == side);
        Grade::of_moves(made.filter_map(|annotation| {
            let (before, after) = (annotation.before.exact()?, annotation.after.exact()?);
            Some((annotation.position.stones() + 1, before, after))
        }))
    }

    /// Returns the grade of moves in one game. Each is given by the number of stones on the board
    /// after it, the score of the best move, and the score of the move, both for its player.
    #[must_use]
    pub fn of_moves(moves: impl IntoIterator<Item = (u8, Score, Score)>) -> Grade {
        let mut grade = Grade::default();
        for (stones, before, after) in moves {
            grade.games = 1;
            grade.moves += 1;
            grade.at_risk += u64::from(before.outcome() > Outcome::Loss);
            grade.perfect += u64::from(after == before);
            grade.loss += u64::from(before.get().abs_diff(after.get()));
            grade.blunders[phase(stones)] += u64::from(after.outcome() < before.outcome());
        }
        grade
    }

    /// Returns the number of moves at risk that kept the outcome.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.at_risk - self.blunders.iter().sum::<u64>()
    }

    /// Returns the mean loss of a move in score; `None` without moves.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        share(self.loss, self.moves)
    }
}

/// Returns the phase of a move with this number of stones on the board after it.
fn phase(stones: u8) -> usize {
    match stones {
        ..=12 => 0,
        13..=24 => 1,
        _ => 2,
    }
}

/// Returns `part / all`, or `None` if `all` is 0.
#[expect(clippy::cast_precision_loss, reason = "far below 2 to the 53")]
pub(crate) fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// Adds the counts of different games.
impl Add for Grade {
    type Output = Grade;

    fn add(self, other: Grade) -> Grade {
        let phases = [0, 1, 2];
        Grade {
            games: self.games + other.games,
            moves: self.moves + other.moves,
            at_risk: self.at_risk + other.at_risk,
            perfect: self.perfect + other.perfect,
            loss: self.loss + other.loss,
            blunders: phases.map(|phase| self.blunders[phase] + other.blunders[phase]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::annotate;
    use crate::game::{Game, Mode};
    use crate::solver::Solver;

    fn score(number: i8) -> Score {
        Score::new(number).expect("in range")
    }

    #[test]
    fn each_move_counts_in_its_phase_and_only_while_it_can_lose_something() {
        let moves = [
            (1, 1, 1),
            (12, 1, 0),
            (13, 0, -3),
            (24, 5, -2),
            (25, 4, 3),
            (41, -2, -5),
            (42, -1, -1),
        ];
        let moves = moves.map(|(stones, before, after)| (stones, score(before), score(after)));
        let grade = Grade::of_moves(moves);
        let wanted = Grade {
            games: 1,
            moves: 7,
            at_risk: 5,
            perfect: 2,
            loss: 1 + 3 + 7 + 1 + 3,
            blunders: [1, 2, 0],
        };
        assert_eq!(grade, wanted);
        assert_eq!((grade.kept(), grade.mean_loss()), (2, Some(15.0 / 7.0)));
        let twice = grade + grade;
        assert_eq!(
            (twice.games, twice.blunders, twice.kept()),
            (2, [2, 4, 0], 4)
        );
        let none = Grade::of_moves([]);
        assert_eq!((none, none.mean_loss()), (Grade::default(), None));
    }

    #[test]
    fn each_side_of_a_game_has_a_grade() {
        // The scores are -9 and -10, 10 and -9, 9 and 9.
        let late = "fen P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w moves 6 6 6";
        let game: Game = late.parse().expect("a game");
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let annotations = annotate(&mut solver, &game, Mode::Strong).annotations;
        for (side, wanted) in [
            (Side::First, (2, 1, 1, 1, [0, 0, 0])),
            (Side::Second, (1, 1, 0, 19, [0, 1, 0])),
        ] {
            let Grade {
                moves,
                at_risk,
                perfect,
                loss,
                blunders,
                ..
            } = Grade::of(&annotations, side);
            assert_eq!(
                (moves, at_risk, perfect, loss, blunders),
                wanted,
                "{side:?}"
            );
        }
    }
}
