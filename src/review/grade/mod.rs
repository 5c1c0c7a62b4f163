//! Grades: how well a player plays, counted from the exact values of the moves.
//!
//! A move is at risk if its player could still win or draw before it. Only such a move can give
//! away an outcome.
//!
//! Pure. The file `rates` contains the blunder rates of the levels.

mod rates;

use std::ops::Add;

use crate::game::{Outcome, Score};
use rates::scale;

/// The counts of a player's moves. The counts of several games are added.
///
/// ```
/// use claimeven::game::Game;
/// use claimeven::review::grade::Grade;
/// use claimeven::solver::Solver;
///
/// let (game, mut solver): (Game, _) = ("445332".parse()?, Solver::new(1)?);
/// let scores = game.positions().into_iter().map(|position| solver.solve(&position));
/// let [_, second] = Grade::of_game(0, &scores.collect::<Vec<_>>());
/// assert_eq!((second.moves, second.at_risk, second.kept()), (3, 2, 1));
/// assert_eq!((second.blunders, second.mean_loss()), ([1, 0, 0], Some(4.0 / 3.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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

/// The least number of moves at risk that a rating needs.
const FEWEST_RATED: u64 = 20;

/// An estimate of a player's strength, on the scale of the [levels](crate::play::levels).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// The Elo of the level that blunders as often.
    pub elo: i32,
    /// The half of the interval that has the true Elo in 95 of 100 cases.
    pub error: i32,
    /// `<=` or `>=` if `elo` is an end of the scale and the player is weaker or stronger.
    pub bound: Option<&'static str>,
}

impl Grade {
    /// Returns the grades of the first and the second player in a game. `scores` are those of its
    /// positions, each for the side to move; the first position has this number of stones.
    #[must_use]
    pub fn of_game(stones: u8, scores: &[Score]) -> [Grade; 2] {
        let mut grades = [Grade::default(); 2];
        let moves = (stones..).zip(scores.windows(2));
        for (stones, pair) in moves {
            grades[usize::from(stones % 2)].add_move(stones + 1, pair[0], -pair[1]);
        }
        grades
    }

    /// Adds a move of the one game. `stones` is the number of stones after it; `before` is the score
    /// of the best move and `after` that of the move, both for its player.
    fn add_move(&mut self, stones: u8, before: Score, after: Score) {
        self.games = 1;
        self.moves += 1;
        self.at_risk += u64::from(before.outcome() > Outcome::Loss);
        self.perfect += u64::from(after == before);
        self.loss += u64::from(before.get().abs_diff(after.get()));
        self.blunders[phase(stones)] += u64::from(after.outcome() < before.outcome());
    }

    /// Returns the number of moves at risk that kept the outcome.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.at_risk - self.blunders.iter().sum::<u64>()
    }

    /// Returns the rating of a player with this rate of blunders among the moves at risk; `None` if
    /// fewer than 20 moves were at risk, because they say little.
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        (self.at_risk >= FEWEST_RATED).then(|| self.rating_on(&scale()))?
    }

    /// Returns the rating on a scale of pairs of Elo and rate, the weakest first.
    fn rating_on(&self, scale: &[(i32, f64)]) -> Option<Rating> {
        let blunders = self.at_risk - self.kept();
        let rate = share(blunders, self.at_risk)?;
        let above = scale.partition_point(|&(_, known)| known > rate);
        let bound = match above {
            0 if rate > scale.first()?.1 => Some("<="),
            _ if above == scale.len() => Some(">="),
            _ => None,
        };
        let stronger = above.clamp(1, scale.len().checked_sub(1)?);
        let [(weak, more), (strong, less)] = [scale[stronger - 1], *scale.get(stronger)?];
        let slope = f64::from(strong - weak) / (more - less);
        let shift = (more - rate).clamp(0.0, more - less) * slope;
        // Two blunders and two other moves more: so the error of a rate of 0 is not 0 (Agresti and
        // Coull 1998).
        let moves = share(self.at_risk + 4, 1)?;
        let expected = share(blunders + 2, self.at_risk + 4)?;
        let error = 1.96 * (expected * (1.0 - expected) / moves).sqrt() * slope;
        #[expect(clippy::cast_possible_truncation, reason = "a few thousand")]
        let [shift, error] = [shift, error].map(|elo| elo.round() as i32);
        Some(Rating {
            elo: weak + shift,
            error,
            bound,
        })
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

    fn score(number: i8) -> Score {
        Score::new(number).expect("in range")
    }

    #[test]
    fn each_move_counts_in_its_phase_and_only_while_it_can_lose_something() {
        let mut grade = Grade::default();
        for (stones, before, after) in [
            (1, 1, 1),
            (12, 1, 0),
            (13, 0, -3),
            (24, 5, -2),
            (25, 4, 3),
            (41, -2, -5),
            (42, -1, -1),
        ] {
            grade.add_move(stones, score(before), score(after));
        }
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
        assert_eq!(Grade::default().mean_loss(), None);
    }

    #[test]
    fn a_rating_lies_between_the_levels_that_blunder_more_and_less() {
        let invented = [(100, 0.5), (200, 0.25), (400, 0.05)];
        let rating = |at_risk, blunders| {
            let grade = Grade {
                at_risk,
                blunders: [0, blunders, 0],
                ..Grade::default()
            };
            let Rating { elo, error, bound } = grade.rating_on(&invented)?;
            Some((elo, error, bound))
        };
        for (at_risk, blunders, wanted) in [
            (100, 60, (100, 38, Some("<="))),
            (100, 50, (100, 38, None)),
            (100, 40, (140, 38, None)),
            (100, 25, (200, 34, None)),
            (1000, 150, (300, 22, None)),
            (100, 5, (400, 48, None)),
            (100, 0, (400, 26, Some(">="))),
        ] {
            assert_eq!(rating(at_risk, blunders), Some(wanted), "{blunders}");
        }
        assert_eq!(rating(0, 0), None);
        assert_eq!(Grade::default().rating_on(&[]), None);
        assert!(scale().is_sorted_by(|weak, strong| weak.0 < strong.0 && weak.1 > strong.1));
    }

    #[test]
    fn each_side_of_a_game_has_a_grade() {
        // The first player's moves score -10 and 9, the best -9 and 9; the second's -9, the best 10.
        let grades = Grade::of_game(22, &[-9, 10, 9, -9].map(score));
        let counts = grades.map(|grade| (grade.moves, grade.at_risk, grade.perfect, grade.loss));
        assert_eq!(counts, [(2, 1, 1, 1), (1, 1, 0, 19)]);
        assert_eq!(grades.map(|grade| grade.blunders), [[0; 3], [0, 1, 0]]);
        assert_eq!(Grade::of_game(0, &[]), [Grade::default(); 2]);
    }
}
