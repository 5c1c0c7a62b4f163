//! The option `--color`: whether the output has styles.

use std::ffi::OsString;

use clap::{ColorChoice, ValueEnum};

/// Sets the styles of all output from the last `--color` among the arguments. Without one, the
/// terminal and the variables `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE` decide.
///
/// The option also holds for help and errors, which the parser prints before it has read all
/// arguments. So this reads the option by itself, and leaves errors in it to the parser.
pub(super) fn choose(words: &[OsString]) {
    let arguments = words.iter().skip(1);
    let words: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .take_while(|argument| argument != "--")
        .collect();
    let next = words.iter().skip(1).map(String::as_str).chain([""]);
    let values = words.iter().zip(next).filter_map(|(word, next)| {
        let joined = word.strip_prefix("--color=");
        joined.or((word == "--color").then_some(next))
    });
    let chosen = values.filter_map(|value| ColorChoice::from_str(value, false).ok());
    match chosen.last() {
        Some(ColorChoice::Always) => anstream::ColorChoice::Always.write_global(),
        Some(ColorChoice::Never) => anstream::ColorChoice::Never.write_global(),
        Some(ColorChoice::Auto) | None => {}
    }
}
