//! Fits a model to choices: the weights under which they are likeliest, by Newton's method.

use claimeven::internals::estimate::{Choice, Model, TERMS, TRAITS, strength};

use crate::elo_of;
use crate::games::Played;

/// The traits of the second model: they only need to know which columns keep the outcome, and which
/// wins and losses are at hand.
const OUTCOME_TRAITS: [usize; 11] = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 13];

const LEVELS: usize = 20;
const SIZE: usize = TERMS * TRAITS;
/// Enough steps to reach the precision of the weights.
const STEPS: usize = 40;
/// The most that a step changes a weight: farther away, the curvature is another one.
const FARTHEST: f64 = 1.0;
/// Holds back the weights of traits that hardly occur.
const RIDGE: f64 = 1.0;

/// What the choices of a level say about the weights of the traits at its strength: the slope and
/// the curvature of the logarithm of their likelihood.
#[derive(Clone)]
struct Slopes {
    first: [f64; TRAITS],
    second: [[f64; TRAITS]; TRAITS],
}

/// Fits the model with this number to games.
pub(crate) fn fit(number: usize, games: &[Played]) -> Model {
    let mut levels: Vec<Vec<&Choice>> = vec![vec![]; LEVELS];
    for played in games {
        let choices = played.choices.iter();
        levels[usize::from(played.level)].extend(choices.filter(|one| number == 0 || one.at_risk));
    }
    let mut weights = vec![0.0; SIZE];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut curvature = vec![vec![0.0; SIZE]; SIZE];
        for (level, choices) in levels.iter().enumerate() {
            let powers = powers(level);
            let slopes = slopes(&weights, &powers, choices);
            add(&mut gradient, &mut curvature, &powers, &slopes);
        }
        for (unused, row) in curvature.iter_mut().enumerate() {
            row[unused] += RIDGE;
            if number > 0 && !OUTCOME_TRAITS.contains(&(unused % TRAITS)) {
                (gradient[unused], row[unused]) = (0.0, 1e12);
            }
        }
        let step = solved(curvature, gradient);
        let farthest = step
            .iter()
            .fold(FARTHEST, |most, step| step.abs().max(most));
        let step = step.into_iter().map(|step| step * FARTHEST / farthest);
        weights
            .iter_mut()
            .zip(step)
            .for_each(|(weight, step)| *weight += step);
    }
    Model {
        weights: std::array::from_fn(|term| {
            std::array::from_fn(|one| weights[term * TRAITS + one] as f32)
        }),
        error: 0.0,
    }
}

/// Returns the terms of the polynomials at the strength of a level.
fn powers(level: usize) -> [f64; TERMS] {
    let strength = f64::from(strength(elo_of(level as u8)));
    std::array::from_fn(|term| strength.powi(term as i32))
}

fn slopes(weights: &[f64], powers: &[f64; TERMS], choices: &[&Choice]) -> Slopes {
    let at_level: [f64; TRAITS] = std::array::from_fn(|one| {
        (0..TERMS)
            .map(|term| powers[term] * weights[term * TRAITS + one])
            .sum()
    });
    let mut slopes = Slopes {
        first: [0.0; TRAITS],
        second: [[0.0; TRAITS]; TRAITS],
    };
    for choice in choices {
        add_choice(&mut slopes, &at_level, choice);
    }
    slopes
}

fn add_choice(slopes: &mut Slopes, weights: &[f64; TRAITS], choice: &Choice) {
    let columns: Vec<[f64; TRAITS]> = choice
        .columns
        .iter()
        .map(|traits| traits.map(f64::from))
        .collect();
    let sums = columns
        .iter()
        .map(|traits| traits.iter().zip(weights).map(|(a, b)| a * b).sum());
    let sums: Vec<f64> = sums.collect();
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = sums.iter().map(|sum| (sum - most).exp()).collect();
    let all: f64 = odds.iter().sum();
    let mean: [f64; TRAITS] = std::array::from_fn(|one| {
        columns
            .iter()
            .zip(&odds)
            .map(|(traits, odds)| odds / all * traits[one])
            .sum()
    });
    for one in 0..TRAITS {
        slopes.first[one] += columns[choice.chosen][one] - mean[one];
    }
    for (traits, odds) in columns.iter().zip(&odds) {
        let apart: [f64; TRAITS] = std::array::from_fn(|one| traits[one] - mean[one]);
        for (row, a) in slopes.second.iter_mut().zip(apart) {
            row.iter_mut()
                .zip(apart)
                .for_each(|(sum, b)| *sum += odds / all * a * b);
        }
    }
}

/// Adds the slopes at a level to those of all weights.
fn add(gradient: &mut [f64], curvature: &mut [Vec<f64>], powers: &[f64; TERMS], slopes: &Slopes) {
    for i in 0..SIZE {
        let power = powers[i / TRAITS];
        gradient[i] += power * slopes.first[i % TRAITS];
        for j in 0..SIZE {
            curvature[i][j] += power * powers[j / TRAITS] * slopes.second[i % TRAITS][j % TRAITS];
        }
    }
}

/// Solves linear equations with a positive definite matrix by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Vec<f64> {
    let size = vector.len();
    for i in 0..size {
        let (pivot, value) = (matrix[i].clone(), vector[i]);
        for j in (0..size).filter(|&j| j != i) {
            let factor = matrix[j][i] / pivot[i];
            matrix[j]
                .iter_mut()
                .zip(&pivot)
                .for_each(|(a, b)| *a -= factor * b);
            vector[j] -= factor * value;
        }
    }
    (0..size).map(|i| vector[i] / matrix[i][i]).collect()
}
