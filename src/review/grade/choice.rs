//! The choice of a move as numbers: what each column was worth, and how it looked.

use crate::game::{Column, Outcome, Position, Score};
use crate::play::levels;

/// The number of traits of a column.
pub const TRAITS: usize = 17;

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
        let likeliest = *beliefs.iter().flatten().max()?;
        let best = *scores.iter().flatten().max()?;
        let mut choice = Choice {
            columns: Vec::with_capacity(7),
            chosen: 0,
            at_risk: false,
        };
        for one in position.legal_columns().iter() {
            let (score, belief) = (scores[one.index()]?, beliefs[one.index()]?);
            if one == column {
                choice.chosen = choice.columns.len();
            }
            choice.at_risk |= score.outcome() < best.outcome();
            let looks = [centre(one), scaled(belief), flag(belief == likeliest)];
            let traits = traits(position.stones(), score, best, looks);
            choice.columns.push(traits);
        }
        (choice.columns.len() > 1).then_some(choice)
    }
}

/// Returns the traits of a column with this score. The first six are about wins and losses.
fn traits(
    stones: u8,
    score: Score,
    best: Score,
    [centre, belief, likeliest]: [f32; 3],
) -> [f32; TRAITS] {
    let outcomes = [Outcome::Win, Outcome::Loss, best.outcome()];
    let [wins, loses, keeps] = outcomes.map(|outcome| flag(score.outcome() == outcome));
    let lost = f32::from(best.get() - score.get()) / 18.0;
    let late = (f32::from(stones) - 24.0) / 10.0;
    let within = |most| flag(score.plies(stones) <= most);
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
        flag(score == best),
        lost,
        keeps * lost,
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
