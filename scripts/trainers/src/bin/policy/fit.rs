//! Fits the network by gradient descent.
//!
//! The loss is the expected logarithm of the ratio between the nodes of a search and those of a
//! search that tries the best move first. The likelihood that a move is tried first comes from its
//! score by the move ordering (its promise) and by the network (its advice) together. A part of the
//! loss is the cross entropy with the moves' merits, which has a slope where the other part does
//! not yet have one.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

use claimeven::internals::bitboard;
use claimeven::solver::training::{
    ALPHAS, LEAST_ALPHA, OrderingSample, PLANES, POLICY_UNITS as UNITS,
};
use trainers::descent::Descent;
use trainers::random::Random;
use trainers::units::{self, PLACES};

use crate::samples::share;

const PLAYERS: usize = 2;
const COLUMNS: usize = 7;
/// The first rows of weights of one player, in the order of the file: those of the alphas, and the
/// units' weights in each column's score. The rows of the cells come first.
const FIRST_ALPHA: usize = PLANES * PLACES;
const PROMISES: usize = FIRST_ALPHA + ALPHAS;
const ROWS: usize = PROMISES + COLUMNS;
/// The number of weights of one player: these rows, then the bias of each column's score.
const PLAYER: usize = ROWS * UNITS + COLUMNS;
/// The first of the last weights: for each player that of the ordering's promise.
const ORDER: usize = PLAYERS * PLAYER;
const WEIGHTS: usize = ORDER + PLAYERS;

/// The part of the cross entropy in the loss.
const ENTROPY: f32 = 0.3;
/// The cost of a search in addition to its nodes, in nodes.
const BASE: f32 = 4.0;
/// A sample also stands for the nodes of the search that were not chosen. Its weight grows with this
/// power of the nodes of its best move: samples where the network can lose much are important, but
/// few.
const POWER: f32 = 0.7;
/// More nodes than these do not count more.
const MOST_NODES: f32 = 5_000.0;
/// The weight of a sample that counts once, and the most often that a sample counts.
const ONCE: f32 = 2_000.0;
const MOST_WEIGHT: f32 = 30.0;
/// The unit of the ordering's promise in training.
const PROMISE: f32 = 32.0;

/// The weight of the ordering's promise at first.
const FIRST_ORDER: f32 = 0.2;

/// The weight of the advice relative to the ordering. With more weight, fewer moves fail, but equal
/// positions are searched in more different orders.
const SHARE: f32 = 0.5;
/// The whole numbers that stand for a weight of one in the first and in the last layer.
const ONE: f32 = 256.0;
const LAST_ONE: f32 = 16.0;

const ANEW: Descent = Descent {
    epochs: 24,
    batch: 512,
    rate: 0.012,
    decay: 3e-5,
    averaged: 0.25,
};
/// The descent of a network that was trained on other samples, which it must not forget.
const RESUMED: Descent = Descent {
    rate: 0.0015,
    ..ANEW
};

/// Fits the weights of a given network or of a new one to samples. Calls `watch` with them before
/// the first and after every epoch.
pub(crate) fn fit(
    mut samples: Vec<OrderingSample>,
    weights: Option<Vec<f32>>,
    watch: impl Fn(usize, &[f32]),
) -> Vec<f32> {
    let mut dice = Random(0);
    let descent = if weights.is_some() { RESUMED } else { ANEW };
    let weights = weights.unwrap_or_else(|| random(&mut dice));
    watch(0, &weights);
    let learn = |dice: &mut Random, weights: &[f32], sample: &_, gradient: &mut [f32]| {
        learn(weights, &Lesson::new(sample, dice.below(2) == 1), gradient);
    };
    descent.fit(&mut dice, &mut samples, weights, learn, watch)
}

/// A sample in the form for training.
struct Lesson {
    player: usize,
    /// The rows whose sum is that of the units.
    rows: Vec<usize>,
    moves: Vec<Move>,
    /// The weight of the sample.
    weight: f32,
}

struct Move {
    column: usize,
    promise: f32,
    /// The logarithm of the ratio between the cost of a search that tries this move first and that
    /// of a search that tries the best move first.
    loss: f32,
}

impl Lesson {
    fn new(sample: &OrderingSample, mirrored: bool) -> Lesson {
        let alpha = usize::try_from(sample.alpha.saturating_sub(LEAST_ALPHA)).unwrap_or(0);
        let mut rows = vec![FIRST_ALPHA + alpha.min(ALPHAS - 1)];
        let planes = sample.planes();
        let planes = if mirrored {
            planes.map(bitboard::mirror)
        } else {
            planes
        };
        rows.extend(units::rows_of(planes));
        let costs = sample.moves.iter().map(|tried| tried.nodes as f32 + BASE);
        let least = costs.clone().fold(f32::INFINITY, f32::min);
        let share = share(sample.mask.count_ones());
        let moves = sample.moves.iter().zip(costs).map(|(tried, cost)| {
            let column = if mirrored {
                tried.column.mirror()
            } else {
                tried.column
            };
            Move {
                column: column.index(),
                promise: tried.score as f32 / PROMISE,
                loss: (cost / least).ln(),
            }
        });
        Lesson {
            player: sample.mask.count_ones() as usize % PLAYERS,
            rows,
            moves: moves.collect(),
            weight: (least.min(MOST_NODES).powf(POWER) / share / ONCE).min(MOST_WEIGHT),
        }
    }
}

fn random(dice: &mut Random) -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    for player in weights[..ORDER].chunks_exact_mut(PLAYER) {
        player[..FIRST_ALPHA * UNITS].fill_with(|| dice.within(0.12));
        player[FIRST_ALPHA * UNITS..PROMISES * UNITS].fill_with(|| dice.within(0.12) + 0.2);
        player[PROMISES * UNITS..ROWS * UNITS].fill_with(|| dice.within(0.1));
    }
    weights[ORDER..].fill(FIRST_ORDER);
    weights
}

fn units(weights: &[f32], lesson: &Lesson) -> [f32; UNITS] {
    units::sums(&weights[lesson.player * PLAYER..], &lesson.rows)
}

/// Returns the number that the network adds to each move's promise.
fn advice(weights: &[f32], lesson: &Lesson, units: &[f32; UNITS]) -> Vec<f32> {
    let weights = &weights[lesson.player * PLAYER..];
    let promise = |tried: &Move| {
        let row = &weights[(PROMISES + tried.column) * UNITS..];
        units::weighted(units, row) + weights[ROWS * UNITS + tried.column]
    };
    lesson.moves.iter().map(promise).collect()
}

/// Adds the part of a lesson to the gradient.
fn learn(weights: &[f32], lesson: &Lesson, gradient: &mut [f32]) {
    let units = units(weights, lesson);
    let advice = advice(weights, lesson, &units);
    let order = weights[ORDER + lesson.player];
    let moves = lesson.moves.iter();
    let merit = |(tried, advice): (&Move, &f32)| advice + order * tried.promise;
    let likely = shares(moves.clone().zip(&advice).map(merit));
    let wanted = shares(moves.clone().map(|tried| -tried.loss));
    let losses = moves.clone().zip(&likely);
    let expected: f32 = losses.map(|(tried, likely)| tried.loss * likely).sum();
    let first = lesson.player * PLAYER;
    let mut inner = [0.0; UNITS];
    for ((tried, likely), wanted) in moves.zip(&likely).zip(&wanted) {
        let slope = likely * (tried.loss - expected) + ENTROPY * (likely - wanted);
        let slope = lesson.weight * slope;
        gradient[ORDER + lesson.player] += slope * tried.promise;
        gradient[first + ROWS * UNITS + tried.column] += slope;
        let row = first + (PROMISES + tried.column) * UNITS;
        units::learn(
            &units,
            &weights[row..],
            slope,
            &mut gradient[row..],
            &mut inner,
        );
    }
    units::add(&mut gradient[first..], &lesson.rows, &inner);
}

/// Returns the worth of a unit of the ordering's promise in units of advice.
fn scale(weights: &[f32], player: usize) -> f32 {
    SHARE * PROMISE / weights[ORDER + player]
}

/// Returns the average loss of trying first the move with the greatest sum of promise and
/// advice.
pub(crate) fn regret_of(weights: &[f32], samples: &[OrderingSample]) -> f32 {
    regret(samples, |lesson| {
        let scale = scale(weights, lesson.player);
        let advice = advice(weights, lesson, &units(weights, lesson));
        advice.into_iter().map(|advice| advice * scale).collect()
    })
}

/// Reads the weights that [`bytes`] wrote. Returns `None` if the length differs.
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Vec<f32>> {
    let numbers = bytes.chunks_exact(2);
    let numbers = numbers.map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])));
    let promise = FIRST_ORDER / (SHARE * PROMISE);
    let scaled = numbers.enumerate().map(|(at, number)| match at % PLAYER {
        at if at < PROMISES * UNITS => number / ONE,
        at if at < ROWS * UNITS => number / LAST_ONE * promise,
        _ => number * promise,
    });
    let weights: Vec<f32> = scaled.chain([FIRST_ORDER; PLAYERS]).collect();
    (weights.len() == WEIGHTS).then_some(weights)
}

/// Returns the weights in the format that `policy.rs` of the engine reads.
pub(crate) fn bytes(weights: &[f32]) -> Vec<u8> {
    let mut numbers: Vec<f32> = Vec::new();
    for (player, own) in weights[..ORDER].chunks_exact(PLAYER).enumerate() {
        let (units, promises) = own.split_at(PROMISES * UNITS);
        numbers.extend(units.iter().map(|weight| weight * ONE));
        let (promises, begin) = promises.split_at(COLUMNS * UNITS);
        let scale = scale(weights, player);
        // A part that all columns have in common has no effect on the order.
        for at in 0..promises.len() {
            let all = promises.iter().skip(at % UNITS).step_by(UNITS);
            let mean = all.sum::<f32>() / COLUMNS as f32;
            numbers.push((promises[at] - mean) * scale * LAST_ONE);
        }
        let mean = begin.iter().sum::<f32>() / COLUMNS as f32;
        numbers.extend(begin.iter().map(|weight| (weight - mean) * scale));
    }
    let whole = numbers.into_iter().map(|number| number.round() as i16);
    whole.flat_map(i16::to_le_bytes).collect()
}

/// Returns the likelihood of each move from the logarithms of the merits.
fn shares(merits: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let most = merits.clone().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = merits.map(|merit| (merit - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// Returns the regret, like [`regret_of`], of the ordering alone.
pub(crate) fn regret_of_order(samples: &[OrderingSample]) -> f32 {
    regret(samples, |lesson| vec![0.0; lesson.moves.len()])
}

fn regret(samples: &[OrderingSample], advise: impl Fn(&Lesson) -> Vec<f32>) -> f32 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for sample in samples {
        let lesson = Lesson::new(sample, false);
        let moves = lesson.moves.iter().zip(advise(&lesson));
        let promise = |(tried, advice): &(&Move, f32)| tried.promise * PROMISE + advice;
        let first = moves.max_by(|one, other| promise(one).total_cmp(&promise(other)));
        sum += lesson.weight * first.map_or(0.0, |(tried, _)| tried.loss);
        weight += lesson.weight;
    }
    sum / weight
}
