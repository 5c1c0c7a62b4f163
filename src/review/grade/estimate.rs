//! The strength of a player, estimated from its choices.
//!
//! A model gives the chance of each column in a position to a player of a certain strength: the
//! logarithm of the odds is a sum of [traits](super::choice), whose weights are polynomials in the
//! strength (a multinomial logit, `McFadden` 1974). The estimate is the strength at which the choices
//! are likeliest. Its error is clustered by game, because the choices of a game depend on each other
//! (the sandwich of Huber 1967), and includes that of the model.
//!
//! There are two models. The first judges every choice by all traits, so it also asks whether a
//! player errs as the levels do. The second judges only whether a choice at risk kept the outcome;
//! it says less, of every kind of player. Where they contradict each other, the second one is right.
//!
//! `scripts/trainers` fits the weights to games of the levels.

use std::fmt;
use std::sync::LazyLock;

use super::choice::{Choice, TRAITS};
use crate::play::levels::Level;

/// The number of models.
pub const MODELS: usize = 2;
/// The polynomials have this many terms.
pub const TERMS: usize = 4;
/// The likelihood is known at this number of Elos, which begin at `LOWEST` and lie `STEP` apart.
const ELOS: usize = 61;
const LOWEST: f64 = 160.0;
const STEP: f64 = 40.0;
/// Polynomials of numbers near 1 are accurate.
const CENTRE: f64 = 1200.0;
const UNIT: f64 = 400.0;

/// The part of a normal distribution's standard deviation that holds 95 of 100 cases.
const QUANTILE_95: f64 = 1.96;
/// The fewest choices at risk that an estimate needs, and the fewest games that its error needs.
const FEWEST_AT_RISK: u64 = 20;
const FEWEST_GAMES: u64 = 10;

/// A model of the choices of players.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The weights of the traits, for each term of the polynomials.
    pub weights: [[f32; TRAITS]; TERMS],
    /// The standard deviation of the model's own error, in Elo.
    pub error: f32,
}

static FITTED: LazyLock<[Model; MODELS]> = LazyLock::new(|| {
    let mut numbers = include_bytes!("models.bin").as_chunks().0.iter();
    std::array::from_fn(|_| Model::read(&mut numbers))
});

/// An estimate of a player's strength, on the scale of the [levels](crate::play::levels).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// The Elo of the levels that make such choices.
    pub elo: i32,
    /// The half of the interval that has the true Elo in 95 of 100 cases; `None` below ten games.
    pub error: Option<i32>,
    /// `<=` or `>=` if `elo` is an end of the scale and the player is weaker or stronger.
    pub bound: Option<&'static str>,
}

/// Prints the Elo and its error.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.bound, self.error) {
            (Some(bound), _) => write!(f, "{bound} {}", self.elo),
            (None, Some(error)) => write!(f, "{} +/- {error}", self.elo),
            (None, None) => write!(f, "{}", self.elo),
        }
    }
}

/// What the choices of a player say about its strength. That of several games is added.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evidence {
    games: u64,
    at_risk: u64,
    models: [Likelihood; MODELS],
}

/// The likelihood of choices at each strength, by one model.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Likelihood {
    /// The logarithm.
    logarithm: Vec<f64>,
    /// The sum of the squared slopes of the logarithms of single games.
    squares: Vec<f64>,
}

impl Evidence {
    /// Returns what the choices of a player in one game say.
    #[must_use]
    pub fn of_game(choices: &[Choice]) -> Evidence {
        Evidence::by(&FITTED, choices)
    }

    /// Returns what the choices of a game say by these models.
    #[must_use]
    pub fn by(models: &[Model; MODELS], choices: &[Choice]) -> Evidence {
        let at_risk = choices.iter().filter(|choice| choice.at_risk);
        Evidence {
            games: u64::from(!choices.is_empty()),
            at_risk: at_risk.clone().count() as u64,
            models: [
                Likelihood::of(&models[0], choices.iter()),
                Likelihood::of(&models[1], at_risk),
            ],
        }
    }

    /// Adds what another game says.
    pub fn add(&mut self, other: &Evidence) {
        self.games += other.games;
        self.at_risk += other.at_risk;
        for (likelihood, other) in self.models.iter_mut().zip(&other.models) {
            add_each(&mut likelihood.logarithm, &other.logarithm);
            add_each(&mut likelihood.squares, &other.squares);
        }
    }

    /// Returns the estimate; `None` if fewer than 20 choices were at risk, because they say little.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.at_risk < FEWEST_AT_RISK {
            return None;
        }
        let [weakest, strongest] =
            [Level::WEAKEST, Level::STRONGEST].map(|end| f64::from(end.elo()));
        let [all, outcome] = [0, 1].map(|model| {
            let (elo, deviation) = self.peak(model);
            let error = deviation.hypot(f64::from(FITTED[model].error));
            (elo, QUANTILE_95 * error)
        });
        let on_scale = |elo: f64| elo.clamp(weakest, strongest);
        let apart = (on_scale(all.0) - on_scale(outcome.0)).abs();
        let (elo, error) = if apart > all.1.hypot(outcome.1) {
            outcome
        } else {
            all
        };
        let bound = match elo {
            _ if elo < weakest => Some("<="),
            _ if elo > strongest => Some(">="),
            _ => None,
        };
        #[expect(clippy::cast_possible_truncation, reason = "a few thousand")]
        let [elo, error] = [on_scale(elo), error].map(|elo| elo.round() as i32);
        Some(Estimate {
            elo,
            error: (self.games >= FEWEST_GAMES).then_some(error),
            bound,
        })
    }

    /// Returns the likeliest Elo by a model, and the standard deviation of its error.
    #[must_use]
    pub fn peak(&self, model: usize) -> (f64, f64) {
        let Likelihood { logarithm, squares } = &self.models[model];
        let highest = (1..ELOS - 1).max_by(|&a, &b| logarithm[a].total_cmp(&logarithm[b]));
        let highest = highest.unwrap_or(1);
        let [below, top, above] = [highest - 1, highest, highest + 1].map(|at| logarithm[at]);
        let slope = (above - below) / (2.0 * STEP);
        let curvature = ((2.0 * top - below - above) / STEP.powi(2)).max(1e-9);
        let shift = (slope / curvature).clamp(-STEP, STEP);
        (elo(highest) + shift, squares[highest].sqrt() / curvature)
    }
}

fn add_each(sums: &mut Vec<f64>, others: &[f64]) {
    sums.resize(sums.len().max(others.len()), 0.0);
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}

impl Likelihood {
    fn of<'a>(model: &Model, choices: impl Iterator<Item = &'a Choice>) -> Likelihood {
        let mut logarithm = vec![0.0; ELOS];
        for choice in choices {
            let curves: Vec<_> = choice
                .columns
                .iter()
                .map(|traits| model.curve(traits))
                .collect();
            for (number, sum) in logarithm.iter_mut().enumerate() {
                let x = strength(elo(number));
                // Only differences matter: without a common part, nothing overflows.
                let chosen = at(&curves[choice.chosen], x);
                let odds = curves
                    .iter()
                    .map(|curve| f64::from(at(curve, x) - chosen).exp());
                *sum -= odds.sum::<f64>().ln();
            }
        }
        let slope = |number: usize| {
            let [below, above] = [number.saturating_sub(1), (number + 1).min(ELOS - 1)];
            (logarithm[above] - logarithm[below]) / (elo(above) - elo(below))
        };
        let squares = (0..ELOS).map(|number| slope(number).powi(2)).collect();
        Likelihood { logarithm, squares }
    }
}

/// Returns an Elo at which the likelihood is known.
#[expect(clippy::cast_precision_loss, reason = "below 100")]
fn elo(number: usize) -> f64 {
    LOWEST + STEP * number as f64
}

/// Returns the number whose powers are the terms of the polynomials.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "a few digits suffice")]
pub fn strength(elo: f64) -> f32 {
    ((elo - CENTRE) / UNIT) as f32
}

/// Returns the value of a polynomial.
fn at(terms: &[f32; TERMS], x: f32) -> f32 {
    terms.iter().rev().fold(0.0, |sum, term| sum * x + term)
}

impl Model {
    /// Reads a model from numbers of 4 bytes, the lowest byte first.
    fn read<'a>(numbers: &mut impl Iterator<Item = &'a [u8; 4]>) -> Model {
        let mut next = || f32::from_le_bytes(*numbers.next().expect("a model has all numbers"));
        Model {
            weights: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            error: next(),
        }
    }

    /// Returns the polynomial of a column.
    fn curve(&self, traits: &[f32; TRAITS]) -> [f32; TERMS] {
        self.weights.map(|weights| {
            let products = weights
                .iter()
                .zip(traits)
                .map(|(weight, value)| weight * value);
            products.sum()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::Random;

    #[expect(clippy::cast_precision_loss, reason = "far below 2 to the 23")]
    fn below(random: &mut Random, most: usize) -> f32 {
        random.below(most) as f32
    }

    /// Returns the likelihood of choices that have this Elo, with this standard deviation.
    fn around(peak: f64, deviation: f64) -> Likelihood {
        let logarithm = |number| -((elo(number) - peak) / deviation).powi(2) / 2.0;
        Likelihood {
            logarithm: (0..ELOS).map(logarithm).collect(),
            squares: vec![deviation.powi(-2); ELOS],
        }
    }

    fn estimate(games: u64, at_risk: u64, models: [(f64, f64); MODELS]) -> Option<Estimate> {
        let models = models.map(|(elo, deviation)| around(elo, deviation));
        Evidence {
            games,
            at_risk,
            models,
        }
        .estimate()
    }

    #[test]
    fn the_outcomes_decide_where_a_player_errs_unlike_the_levels() {
        #[expect(clippy::cast_possible_truncation, reason = "a few hundred")]
        let error = |model: usize, deviation: f64| {
            (QUANTILE_95 * deviation.hypot(f64::from(FITTED[model].error))).round() as i32
        };
        for (all, outcome, wanted, wanted_error) in [
            (1200.0, 1250.0, 1200, error(0, 20.0)),
            (1600.0, 1250.0, 1250, error(1, 30.0)),
            (900.0, 1250.0, 1250, error(1, 30.0)),
        ] {
            let found = estimate(20, 100, [(all, 20.0), (outcome, 30.0)]).expect("enough choices");
            assert_eq!(
                (found.elo, found.error, found.bound),
                (wanted, Some(wanted_error), None)
            );
            assert_eq!(found.to_string(), format!("{wanted} +/- {wanted_error}"));
        }
    }

    #[test]
    fn an_estimate_ends_with_the_scale_and_needs_data() {
        let both = |elo| [(elo, 20.0); MODELS];
        let texts =
            [300.0, 2300.0].map(|elo| estimate(20, 100, both(elo)).expect("data").to_string());
        assert_eq!(texts, ["<= 522", ">= 1975"]);
        assert_eq!(estimate(20, 19, both(1000.0)), None);
        let few = estimate(9, 20, both(1000.0)).expect("enough choices");
        assert_eq!((few.error, few.to_string()), (None, "1000".to_owned()));
        assert_eq!(Evidence::default().estimate(), None);
    }

    /// A player of random positions who chooses as a model says.
    #[test]
    fn a_simulated_player_has_its_elo() {
        let mut random = Random(1);
        for (model, elo) in [(0, 800.0), (0, 1700.0), (1, 800.0), (1, 1700.0)] {
            let mut evidence = Evidence::default();
            for _ in 0..60 {
                let choices: Vec<_> = (0..20)
                    .map(|_| simulated(&mut random, model, elo))
                    .collect();
                evidence.add(&Evidence::of_game(&choices));
            }
            let (found, deviation) = evidence.peak(model);
            assert!(
                (found - elo).abs() < 3.0 * deviation,
                "{found} +/- {deviation}, not {elo}"
            );
            assert!((2.0..120.0).contains(&deviation), "{deviation}");
        }
    }

    fn simulated(random: &mut Random, model: usize, elo: f64) -> Choice {
        let mut traits = || std::array::from_fn(|_| below(random, 2));
        let columns: Vec<[f32; TRAITS]> = (0..7).map(|_| traits()).collect();
        let odds = columns
            .iter()
            .map(|traits| at(&FITTED[model].curve(traits), strength(elo)).exp());
        let odds: Vec<f32> = odds.collect();
        let mut left = odds.iter().sum::<f32>() * below(random, 1 << 20) / 1_048_576.0;
        let chosen = odds.iter().position(|odds| {
            left -= odds;
            left < 0.0
        });
        Choice {
            columns,
            chosen: chosen.unwrap_or(6),
            at_risk: true,
        }
    }
}
