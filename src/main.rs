//! The `claimeven` binary: arguments, the log, the exit code.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use claimeven::cli;
use claimeven::daemon::{self, Log};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let arguments = cli::arguments();
    let log = Log::default();
    tracing_subscriber::fmt()
        .with_env_filter(filter(arguments.log))
        .with_writer(log.clone())
        .with_ansi(false)
        .init();
    if let Some(command) = &arguments.command {
        return cli::run(command);
    }
    match daemon::run(log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the conversation broke off");
            ExitCode::FAILURE
        }
    }
}

/// What is logged: as the arguments say, else as `RUST_LOG` says, else warnings.
fn filter(level: Option<LevelFilter>) -> EnvFilter {
    if let Some(level) = level {
        return EnvFilter::default().add_directive(level.into());
    }
    let wanted = env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::WARN.into());
    filter.parse(wanted).unwrap_or_else(|error| {
        // With stderr gone there is nobody left to tell.
        let _ = writeln!(io::stderr(), "RUST_LOG: {error}");
        EnvFilter::new("warn")
    })
}
