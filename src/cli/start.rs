//! The start of a process: arguments, log, then the daemon or a command.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, Parser};

use super::error::CliError;
use super::greeting::greet;
use super::io::inputs::{STANDARD, check_input};
use super::io::stderr::report;
use super::io::stdout::say;
use super::{Cli, Command, version};
use crate::daemon;
use crate::game::read;

/// Runs the program. `words` are the words of its command line, the name of the program first. Ends
/// the process if they are invalid or only ask for help.
#[must_use]
pub fn main(words: Vec<OsString>) -> ExitCode {
    let arguments = Cli::try_parse_from(words).unwrap_or_else(|mut error| {
        suggest_analyze(&mut error);
        error.exit()
    });
    choose_color(arguments.color);
    tracing_subscriber::fmt()
        .with_max_level(arguments.log)
        .with_writer(io::stderr)
        .init();
    let result = match &arguments.command {
        _ if arguments.version => say(version::text(arguments.verbose)).map(|()| ExitCode::SUCCESS),
        Some(command) => run(command),
        None => converse(&arguments),
    };
    result.unwrap_or_else(|error| {
        // The reader of a closed pipe has all that it wanted.
        if !error.is_closed_pipe() {
            report(error);
        }
        ExitCode::FAILURE
    })
}

/// Suggests `analyze` to a user who typed a position where a command is expected.
fn suggest_analyze(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    if read::game(word).is_ok() {
        let is_plain = word.chars().all(char::is_alphanumeric);
        let quoted = if is_plain {
            word.clone()
        } else {
            format!("'{word}'")
        };
        let tip = format!("to analyze a position: claimeven analyze {quoted}");
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
}

/// Sets the styles of all output. Without a choice, the terminal and the variables `NO_COLOR`,
/// `CLICOLOR` and `CLICOLOR_FORCE` decide.
fn choose_color(choice: ColorChoice) {
    match choice {
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        ColorChoice::Auto => {}
    }
}

/// Runs the daemon on stdin and stdout.
fn converse(arguments: &Cli) -> Result<ExitCode, CliError> {
    check_input(Path::new(STANDARD))?;
    let conversed = daemon::run(arguments.files(), greet());
    conversed.map_err(|error| CliError::Message(error.to_string()))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a command to its end.
fn run(command: &Command) -> Result<ExitCode, CliError> {
    match command {
        Command::Analyze(arguments) => arguments.run(),
        Command::Annotate(arguments) => arguments.run(),
        Command::Bench(arguments) => arguments.run(),
        Command::Book(command) => command.run(),
        Command::Completions(arguments) => arguments.run(),
        Command::Grade(arguments) => arguments.run(),
        Command::Play(arguments) => arguments.run(),
        Command::Solve(arguments) => arguments.run(),
        Command::Testset(command) => command.run(),
    }
}
