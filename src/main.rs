//! The `claimeven` binary: arguments, log and exit code.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use claimeven::cli;
use claimeven::daemon::{self, Log};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Runs before the runtime, which opens `/dev/null` in place of a closed stdout.
#[cfg(unix)]
#[ctor::ctor]
fn before_the_runtime() {
    cli::note_closed_stdout();
}

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
    let client = cli::greet();
    match cli::check_stdout().and_then(|()| daemon::run(log, arguments.files(), client)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::report(error);
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
