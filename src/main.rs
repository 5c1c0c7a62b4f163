//! The `claimeven` binary: without arguments, the engine that managers talk to.

use std::process::ExitCode;

use claimeven::daemon::{self, Log};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let log = Log::default();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(log.clone())
        .with_ansi(false)
        .init();
    match daemon::run(log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the conversation broke off");
            ExitCode::FAILURE
        }
    }
}
