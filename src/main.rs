//! The `claimeven` binary: arguments, the log, the exit code.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use claimeven::cli;
use claimeven::daemon::{self, Log};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

fn main() -> ExitCode {
    let arguments = cli::parse_arguments();
    let log = Log::default();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(log.clone())
        .with_ansi(false);
    tracing_subscriber::registry()
        .with(lines)
        .with(targets(arguments.log))
        .init();
    if let Some(command) = &arguments.command {
        return cli::run(command);
    }
    cli::greet();
    match daemon::run(log, arguments.files()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the conversation broke off");
            ExitCode::FAILURE
        }
    }
}

/// What is logged: as the arguments say, else as `RUST_LOG` says, else warnings.
fn targets(level: Option<LevelFilter>) -> Targets {
    if let Some(level) = level {
        return Targets::default().with_default(level);
    }
    let warnings = Targets::default().with_default(LevelFilter::WARN);
    let Ok(wanted) = env::var("RUST_LOG") else {
        return warnings;
    };
    wanted.parse().unwrap_or_else(|error| {
        // With stderr gone there is nobody left to tell.
        let _ = writeln!(io::stderr(), "RUST_LOG: {error}");
        warnings
    })
}
