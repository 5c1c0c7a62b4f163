//! The start of a process: arguments, log, then the daemon or a command.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, Parser};

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
pub fn main(words: &[OsString]) -> ExitCode {
    let arguments = Cli::try_parse_from(words).unwrap_or_else(|mut error| {
        add_tip(&mut error, words);
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

/// Adds a tip to the error of a word that is not a command or an argument: a position, a file, or a
/// format as an option.
fn add_tip(error: &mut clap::Error, words: &[OsString]) {
    let wrong = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return,
    };
    let Some(ContextValue::String(word)) = error.get(wrong) else {
        return;
    };
    let cli = Cli::command();
    let mut words = words.iter().skip(1);
    let command = words.find_map(|word| cli.find_subcommand(word));
    let name = command.map(clap::Command::get_name);
    let is_plain = |c: char| c.is_alphanumeric() || "./_-".contains(c);
    let quote = if word.chars().all(is_plain) { "" } else { "'" };
    let typed = format!("{quote}{word}{quote}");
    let tip = if let Some(option) = word.strip_prefix('-') {
        let option = option.trim_start_matches('-');
        let mut arguments = command.iter().flat_map(|command| command.get_arguments());
        let formats = arguments.find(|argument| argument.get_id() == "format");
        let values = formats.map_or_else(Vec::new, clap::Arg::get_possible_values);
        let is_format = values.iter().any(|value| value.matches(option, false));
        is_format.then(|| format!("a similar argument exists: '--format {option}'"))
    } else if let Some(name @ ("grade" | "puzzles")) = name {
        Some(format!("to read a file: claimeven {name} --input {typed}"))
    } else if let Some("solve") = name {
        Some(format!("to read a file: claimeven solve < {typed}"))
    } else if name.is_some() {
        None
    } else if read::game(word).is_ok() {
        Some(format!("to analyze a position: claimeven analyze {typed}"))
    } else {
        let is_file = Path::new(word).is_file();
        is_file.then(|| format!("to read a file: claimeven analyze --input {typed}"))
    };
    if let Some(tip) = tip {
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
        Command::Puzzles(arguments) => arguments.run(),
        Command::Solve(arguments) => arguments.run(),
        Command::Testset(arguments) => arguments.run(),
    }
}
