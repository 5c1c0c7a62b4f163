//! The choice of a move as numbers: what each column was worth, and how it looked.

use crate::game::{Column, Outcome, Position, Score};
use crate::play::levels;

/// The number of traits of a column.
pub const TRAITS: usize = 17;

/// The traits that only need to know which columns keep the outcome, and which wins and losses are
/// at hand.
pub(crate) const OUTCOME_TRAITS: [usize; 11] = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 13];

/// Beliefs beyond this look alike.
const CLEAR: f32 = 2.5;

/// A move of a player, and the columns that it was chosen from.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The traits of each column that could be played.
    pub columns: Vec<[f32; TRAITS]>,
    /// The number of the chosen one among them.
    pub chosen: usize,
    /// Whether one column keeps a win or a draw, and another gives it away.
    pub at_risk: bool,
}

impl Choice {
    /// Returns the choice of a column; `None` if nothing else could be played. `scores` are those of
    /// the columns, for the side to move.
    #[must_use]
    pub fn new(position: &Position, scores: &[Option<Score>; 7], column: Column) -> Option<Choice> {
        let beliefs = levels::beliefs(position);
        let likeliest = beliefs.iter().flatten().max()?;
        let best = *scores.iter().flatten().max()?;
        let mut choice = Choice {
            columns: Vec::with_capacity(7),
            chosen: 0,
            at_risk: false,
        };
        for (one, (score, belief)) in Column::ALL.into_iter().zip(scores.iter().zip(&beliefs)) {
            let (Some(score), Some(belief)) = (score, belief) else {
                continue;
            };
            if one == column {
                choice.chosen = choice.columns.len();
            }
            let gives_away = score.outcome() < best.outcome();
            choice.at_risk |= gives_away;
            let found = worth(position.stones(), *score, best);
            let looks = [centre(one), scaled(*belief), flag(belief == likeliest)];
            choice
                .columns
                .push(traits(position.stones(), &found, looks));
        }
        (choice.columns.len() > 1).then_some(choice)
    }
}

/// What a column is worth.
struct Worth {
    wins: f32,
    loses: f32,
    keeps: f32,
    perfect: f32,
    /// The loss of score.
    loss: f32,
    /// The plies to the end of the game.
    plies: u8,
}

fn worth(stones: u8, score: Score, best: Score) -> Worth {
    Worth {
        wins: flag(score.outcome() == Outcome::Win),
        loses: flag(score.outcome() == Outcome::Loss),
        keeps: flag(score.outcome() == best.outcome()),
        perfect: flag(score == best),
        loss: f32::from(best.get() - score.get()) / 18.0,
        plies: score.plies(stones),
    }
}

/// Returns the traits of a column. The first six are about wins and losses.
fn traits(stones: u8, worth: &Worth, [centre, belief, likeliest]: [f32; 3]) -> [f32; TRAITS] {
    let Worth {
        wins,
        loses,
        keeps,
        perfect,
        loss,
        plies,
    } = *worth;
    let late = (f32::from(stones) - 24.0) / 10.0;
    let within = |most| flag(plies <= most);
    [
        wins * within(1),
        wins * within(3),
        loses * within(2),
        loses * within(4),
        wins,
        loses,
        centre,
        wins * late,
        loses * late,
        keeps * late,
        centre * late,
        belief,
        likeliest,
        keeps,
        perfect,
        loss,
        keeps * loss,
    ]
}

/// Returns how near a column is to the centre, `0.0..=1.0`.
fn centre(column: Column) -> f32 {
    1.0 - f32::from(column.number().abs_diff(4)) / 3.0
}

/// Returns a belief as a logarithm of odds, within [`CLEAR`].
#[expect(clippy::cast_precision_loss, reason = "at most 1000")]
fn scaled(belief: i32) -> f32 {
    (belief as f32 / 200.0).clamp(-CLEAR, CLEAR)
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}
