//! Writes the man pages of `claimeven` and of its commands, for packages:
//!
//! ```sh
//! cargo run -p man-pages -- target/man
//! ```
//!
//! The pages have the contents of `--help`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

use claimeven::internals;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// The first line of the examples in a help text.
const EXAMPLES: &str = "Examples:\n";

/// The page of a command.
struct Page {
    /// The name of the file, such as `claimeven-analyze.1`.
    name: String,
    text: Vec<u8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or("expected the folder to write to")?;
    fs::create_dir_all(&folder)?;
    for page in pages()? {
        fs::write(folder.join(page.name), page.text)?;
    }
    Ok(())
}

/// Returns the pages of the program and of all visible commands.
fn pages() -> Result<Vec<Page>, Box<dyn Error>> {
    let mut program = internals::command().disable_help_subcommand(true);
    program.build();
    let mut open = vec![program];
    let mut pages = Vec::new();
    while let Some(command) = open.pop() {
        let below = command.get_subcommands();
        open.extend(below.filter(|below| !below.is_hide_set()).cloned());
        pages.push(page(command)?);
    }
    Ok(pages)
}

fn page(command: Command) -> Result<Page, Box<dyn Error>> {
    let help = command.get_after_long_help().map(ToString::to_string);
    let has_commands = command.has_subcommands();
    let page = Man::new(command).manual("claimeven");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if has_commands {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(help) = help {
        examples(&help).to_writer(&mut text)?;
    }
    let name = page.get_filename();
    Ok(Page { name, text })
}

/// Returns the section with the examples of a help text, whose lines stay as they are.
fn examples(help: &str) -> Roff {
    let examples = help.strip_prefix(EXAMPLES).unwrap_or(help);
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in examples.lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the options at the beginnings of lines, such as `--threads`.
    fn options(help: &str) -> Vec<&str> {
        let words = help.lines().filter_map(|line| {
            let line = line.trim_start();
            let (short, long) = line.split_once(", ").unwrap_or(("", line));
            let long = if short.len() == 2 { long } else { line };
            // The value of `--book[=<FILE>]` may be left out.
            long.split([' ', '[']).next()
        });
        words.filter(|word| word.starts_with("--")).collect()
    }

    #[test]
    fn every_page_has_the_options_and_examples_of_its_help() {
        let pages = pages().expect("pages");
        let text = |page: &Page| {
            let text = String::from_utf8(page.text.clone()).expect("UTF-8");
            let escapes = [
                ("\\-", "-"),
                ("\\*(Aq", "'"),
                ("\\\\", "\\"),
                ("\\(rs", "\\"),
            ];
            let unescape = |text: String, (roff, plain)| text.replace(roff, plain);
            escapes.into_iter().fold(text, unescape)
        };
        let (mut found, mut program) = (0, internals::command());
        program.build();
        for page in &pages {
            let text = text(page);
            let words = page.name.strip_suffix(".1").expect("section 1").split('-');
            let command = words.skip(1).fold(&mut program, |command, word| {
                command.find_subcommand_mut(word).expect("a command")
            });
            let help = command.render_long_help().to_string();
            for option in options(&help) {
                assert!(text.contains(option), "{}: {option}", page.name);
                found += 1;
            }
            let examples = help
                .rsplit_once(EXAMPLES)
                .map_or("", |(_, examples)| examples);
            for line in examples.lines() {
                assert!(text.contains(line.trim()), "{}: {line}", page.name);
            }
        }
        assert!(pages.len() >= 14 && found > 100, "{} {found}", pages.len());
    }
}
