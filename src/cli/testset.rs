//! `claimeven testset`: makes test sets.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::arguments::{SearchArguments, whole};
use super::error::CliError;
use super::io::interrupt::Interrupt;
use super::io::output::Target;
use crate::measure::testset::{self, Filter, PositionKind, Recipe};

const USAGE: &str = "\
claimeven testset [OPTIONS] --seed <N> --output <FILE>
           <--kind <KIND>|--ply <N>|--balanced>";

const EXAMPLES: &str = "\
Examples:
  Make a set of 200 positions of one kind, the same on every machine:
    claimeven testset --kind middle-easy --seed 1 --output set.txt
  Make a set of 50 positions of 20 stones:
    claimeven testset --ply 20 --seed 1 --count 50 --output ply20.txt
  Make openings for matches, one FEN per line:
    claimeven testset --balanced --seed 1 --output openings.epd";

/// Arguments of `testset`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    filter: FilterArguments,
    /// Seed for random play
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Make N positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u32>(1..=u32::MAX.into()))]
    count: u32,
    /// Write the set to FILE
    ///
    /// If the name ends in .epd, the format is EPD, one FEN per line; otherwise each line has the
    /// columns played and a score.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    search: SearchArguments,
}

/// The options that select the positions of the set. Exactly one is given.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct FilterArguments {
    /// Take positions of this kind
    #[arg(long, value_parser = PossibleValuesParser::new(PositionKind::ALL.map(|kind| kind.name)))]
    kind: Option<String>,
    /// Take positions with N stones
    #[arg(long, value_name = "N", value_parser = whole::<u8>(8..=36))]
    ply: Option<u8>,
    /// Take balanced openings of 4 to 8 stones, for matches
    #[arg(long)]
    balanced: bool,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let recipe = Recipe {
            filter: self.filter.filter(),
            seed: self.seed,
            count: self.count as usize,
        };
        let (count, most) = (self.count, recipe.filter.most());
        if count > most {
            let error = format!("expected at most {most} such positions; found --count {count}");
            return Err(CliError::Message(error));
        }
        let target = Target::open(&self.output, &[])?;
        let mut solver = self.search.solver()?;
        let interrupt = Interrupt::listen()?;
        let bar = self
            .search
            .progress
            .count("positions", Some(recipe.count as u64), 0);
        let set = testset::generate(&mut solver, recipe, &interrupt.stop, &mut || bar.inc(1));
        bar.finish_and_clear();
        let is_epd = self.output.extension().is_some_and(|end| end == "epd");
        let text = if is_epd { set.epd() } else { set.to_string() };
        if set.is_full() {
            target.write(text)?;
            return Ok(ExitCode::SUCCESS);
        }
        let left = if set.positions.is_empty() {
            "no position is made".to_owned()
        } else {
            target.leave(text)?
        };
        Ok(interrupt.exit_code(ExitCode::FAILURE, left))
    }
}

impl FilterArguments {
    fn filter(&self) -> Filter {
        let named = |kind: &PositionKind| self.kind.as_deref() == Some(kind.name);
        match (PositionKind::ALL.into_iter().find(named), self.ply) {
            (Some(kind), _) => Filter::Kind(kind),
            (None, Some(ply)) => Filter::Ply(ply),
            (None, None) => Filter::Balanced,
        }
    }
}
