//! The start of a process: arguments, log, then the daemon or a command.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::greeting::greet;
use super::io::inputs::{STANDARD, check_input};
use super::io::stderr::report;
use super::parse::parse_arguments;
use super::run;
use crate::daemon::{self, Log};

/// Runs the program. `words` are the words of its command line, the name of the program first. Ends
/// the process if they are invalid or only ask for help or the version.
#[must_use]
pub fn main(words: Vec<OsString>) -> ExitCode {
    let arguments = parse_arguments(words);
    let log = Log::default();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(log.clone())
        .with_ansi(false);
    tracing_subscriber::registry()
        .with(lines)
        .with(targets(arguments.log))
        .init();
    if let Some(command) = &arguments.command {
        return run(command);
    }
    if let Err(error) = check_input(Path::new(STANDARD)) {
        report(error);
        return ExitCode::FAILURE;
    }
    let client = greet();
    match daemon::run(log, arguments.files(), client) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(error);
            ExitCode::FAILURE
        }
    }
}

/// Returns the log filter: from the arguments, or from `RUST_LOG`, or else for warnings.
fn targets(level: Option<LevelFilter>) -> Targets {
    if let Some(level) = level {
        return Targets::default().with_default(level);
    }
    let warnings = Targets::default().with_default(LevelFilter::WARN);
    let Ok(wanted) = env::var("RUST_LOG") else {
        return warnings;
    };
    wanted.parse().unwrap_or_else(|error| {
        // Ignore the error: stderr is closed.
        let _ = writeln!(io::stderr(), "RUST_LOG: {error}");
        warnings
    })
}
