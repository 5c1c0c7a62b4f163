//! Parses the words of a command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use super::error::ignore_closed_stdout;
use super::io::stderr::report;
use super::io::stdout::{print, print_styled};
use super::{Cli, color, version};
use crate::game::{printable, read};

/// Parses the words of a command line. Ends the process if they are invalid or only ask for help or
/// the version.
pub(super) fn parse_arguments(words: Vec<OsString>) -> Cli {
    color::choose(&words);
    let arguments = Cli::try_parse_from(without_help(words)).unwrap_or_else(|mut error| {
        suggest_analyze(&mut error);
        show_words(&mut error);
        let code = error.exit_code();
        let printed = if error.use_stderr() {
            error.print()
        } else {
            print_styled(|out| write!(out, "{}", error.render().ansi()))
        };
        exit_after(printed, code)
    });
    if arguments.version {
        exit_after(print(version::text(arguments.verbose)), 0);
    }
    arguments
}

/// Returns the words of the command line. `help COMMAND` becomes `COMMAND --help`, because clap
/// suggests similar commands only there.
fn without_help(words: Vec<OsString>) -> impl Iterator<Item = OsString> {
    let is_help = words.get(1).is_some_and(|word| word == "help");
    let words = words.into_iter();
    let words = words.filter(move |word| !is_help || word != "help");
    words.chain(is_help.then(|| "--help".into()))
}

/// Ends the process with `code`, or with 1 and an error if a text could not be printed.
fn exit_after(printed: io::Result<()>, code: i32) -> ! {
    process::exit(match ignore_closed_stdout(printed) {
        Ok(()) => code,
        Err(error) => {
            report(error);
            1
        }
    })
}

/// Makes the words of the command line printable in an error.
fn show_words(error: &mut clap::Error) {
    let words = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(word) => Some((kind, ContextValue::String(printable(word)))),
        _ => None,
    });
    for (kind, word) in words.collect::<Vec<_>>() {
        error.insert(kind, word);
    }
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
