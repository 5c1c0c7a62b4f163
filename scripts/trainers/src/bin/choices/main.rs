//! Fits the models that estimate the Elo of a player to games of the levels.
//!
//!     cargo run --release -p trainers --bin choices -- RESULTS.jsonl...
//!
//! RESULTS are files of `scripts/arena/pool.py`, in which the levels are called `level-0` and so on.
//! Their balanced and random openings need files of their own. Every second pair of games trains the
//! models, the others test them, and the trainer prints how far the estimates are off. The result is
//! `src/review/grade/models.bin`.

#![expect(clippy::print_stdout, reason = "a program")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "small numbers, and a fit does not need exact ones"
)]

mod fit;
mod games;

use std::collections::BTreeMap;
use std::fs;

use claimeven::internals::estimate::{Evidence, MODELS, Model};
use claimeven::play::levels::Level;
use trainers::Failure;

use games::Played;

const OUTPUT: &str = "src/review/grade/models.bin";

fn main() -> Result<(), Failure> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return Err("expected the files of results".into());
    }
    let (trained, tested): (Vec<_>, Vec<_>) = games::solved(&files)?
        .into_iter()
        .partition(|played| played.number % 2 == 0);
    println!(
        "{} games to fit, {} to test",
        trained.len() / 2,
        tested.len() / 2
    );
    let mut models: [Model; MODELS] = std::array::from_fn(|model| fit::fit(model, &trained));
    for number in 0..MODELS {
        let error = test(number, &models, &tested);
        models[number].error = error as f32;
    }
    fs::write(OUTPUT, models.iter().flat_map(bytes).collect::<Vec<_>>())?;
    println!("{OUTPUT}");
    Ok(())
}

/// Returns a model as numbers of 4 bytes, the lowest byte first.
fn bytes(model: &Model) -> Vec<u8> {
    let weights = model.weights.iter().flatten();
    let numbers = weights.chain([&model.error]);
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

/// Prints how far the estimates by a model are off, for the games of each level against each other
/// in each file. Returns the part that does not come from the number of games, in Elo.
fn test(number: usize, models: &[Model; MODELS], tested: &[Played]) -> f64 {
    let mut players: BTreeMap<_, Evidence> = BTreeMap::new();
    for played in tested {
        let player = (played.file, played.level, played.opponent);
        players
            .entry(player)
            .or_default()
            .add(&Evidence::by(models, &played.choices));
    }
    let (mut squares, mut variances) = (0.0, 0.0);
    for ((_, level, _), evidence) in &players {
        let (elo, deviation) = evidence.peak(number);
        squares += (elo - elo_of(*level)).powi(2);
        variances += deviation.powi(2);
    }
    let count = players.len() as f64;
    let [off, chance] = [squares, variances].map(|sum| (sum / count).sqrt());
    let own = (squares - variances).max(0.0) / count;
    println!("model {number}: off by {off:.1} Elo, {chance:.1} of them by chance; {count} grades");
    own.sqrt()
}

/// Returns the Elo of a level by its number.
fn elo_of(level: u8) -> f64 {
    Level::numbered(level).map_or(f64::NAN, |level| f64::from(level.elo()))
}
