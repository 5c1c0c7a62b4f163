//! Sessions in a shell: commands, and below each what it prints.
//!
//! In what is printed, `...` matches any text, and a line of dots any number of lines. Numbers that
//! differ from run to run are `N`, on both sides.

use crate::helpers::engine::fits;
use crate::helpers::folder::Folder;
use crate::helpers::program::fed;
use crate::pages::root;

/// What only a shell understands.
const SHELL: [char; 8] = ['|', '>', '<', '&', '$', '*', ';', '\\'];
const UNITS: [&str; 4] = ["ns", "us", "ms", "s"];
/// The beginnings of lines whose numbers change with the search.
const VERSIONED: [&str; 4] = ["nodes ", "Elo: ", "Games: ", "LLR: "];

/// A command of a session.
#[derive(Default)]
pub(crate) struct Step {
    /// The text after `$ `. A line that ends with `\` continues on the next.
    pub(crate) command: String,
    /// The lines after `< `: the standard input.
    pub(crate) input: String,
    /// All other lines.
    pub(crate) printed: String,
}

/// Returns the steps of a session. Lines before the first are a comment.
pub(crate) fn steps<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_owned();
            steps.push(Step {
                command,
                ..Step::default()
            });
        } else if let Some(step) = steps.last_mut() {
            step.add(line);
        }
    }
    steps
}

impl Step {
    fn add(&mut self, line: &str) {
        let empty = (line == "<").then_some("");
        if self.command.ends_with('\\') {
            self.command.extend(["\n", line]);
        } else if let Some(line) = line.strip_prefix("< ").or(empty) {
            self.input.extend([line, "\n"]);
        } else {
            self.printed.extend([line, "\n"]);
        }
    }

    /// Runs the command in a folder. Returns the standard output, then the lines on standard error
    /// after `! `, then the exit code after `? ` if it is not 0. Returns `None` for a command that needs
    /// a shell, where there is none.
    pub(crate) fn run(&self, folder: &Folder) -> Option<String> {
        if let Some(name) = self.command.strip_prefix("cat > ") {
            folder.write(name, &self.input);
            return Some(String::new());
        }
        let mut command = match self.command.strip_prefix("claimeven ") {
            Some(arguments) if !arguments.contains(SHELL) => folder.command(arguments),
            _ => folder.shell(&self.command)?,
        };
        let run = fed(&mut command, &self.input);
        let errors = run.stderr.lines().map(|line| format!("! {line}"));
        let code = run.code.filter(|&code| code != 0);
        let code = code.map(|code| format!("? {code}"));
        let lines = run.stdout.trim_end().lines().map(str::to_owned);
        Some(
            lines
                .chain(errors)
                .chain(code)
                .collect::<Vec<_>>()
                .join("\n"),
        )
    }

    /// Compares what is printed with what the session shows. Returns both texts if they differ.
    pub(crate) fn compare(&self, printed: &str) -> Result<(), String> {
        let wanted = masked_lines(&self.printed).replace("\n...\n", "\n...");
        let found = masked_lines(printed);
        let differ = || format!("$ {}\nexpected:\n{wanted}\nfound:\n{found}", self.command);
        fits(&wanted, &found).then_some(()).ok_or_else(differ)
    }
}

fn masked_lines(text: &str) -> String {
    let text = text.replace(&root().display().to_string(), "$ROOT");
    let lines = text.trim_end().lines();
    lines.map(masked).collect::<Vec<_>>().join("\n")
}

/// Returns a line without the numbers that differ from run to run, and without their units.
pub(crate) fn masked(line: &str) -> String {
    if line.starts_with('{') {
        return masked_record(line);
    }
    if !varies(line) {
        return line.trim_end().to_owned();
    }
    let words = line.split_whitespace().filter(|word| !is_unit(word));
    let words: Vec<&str> = words
        .map(|word| if is_number(word) { "N" } else { word })
        .collect();
    words.join(" ")
}

/// Returns a record without its time, and without its nodes if there are any.
fn masked_record(line: &str) -> String {
    let mask = |line: &str, field: &str, least: char| match line.split_once(field) {
        Some((before, after)) if after.starts_with(|first| (least..='9').contains(&first)) => {
            let after = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
            format!("{before}{field}N{after}")
        }
        _ => line.to_owned(),
    };
    let line = mask(line, "\"nodes\":", '1');
    mask(&line, "\"time_us\":", '0')
}

/// Returns whether the numbers of a line differ from run to run (those next to a time or a rate) or
/// from version to version.
fn varies(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let timed = words
        .windows(2)
        .any(|pair| is_number(pair[0]) && is_unit(pair[1]));
    timed
        || line.contains(" a second")
        || line.contains("pos/s")
        || VERSIONED.iter().any(|first| line.starts_with(first))
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['(', '[', '+', '-']);
    digits.starts_with(|first: char| first.is_ascii_digit())
}

fn is_unit(word: &str) -> bool {
    UNITS.contains(&word.trim_end_matches([':', ',']))
}

#[test]
fn only_numbers_that_vary_are_masked() {
    for (line, wanted) in [
        ("12,217 nodes in 1.63 ms", "N nodes in N"),
        (
            "3 positions (1 repeated) in 6.75 ms: 444 a second",
            "N positions N repeated) in N N a second",
        ),
        ("3 of 3 chunks: 392 a second", "N of N chunks: N a second"),
        ("   K pos/s   30,457   -", "K pos/s N -"),
        ("LLR: 2.97 (-2.94, 2.94) done", "LLR: N N N done"),
        ("nodes 1603694", "nodes N"),
        ("best column 4, best line 44", "best column 4, best line 44"),
        (" -2  -4   2   2  -2", " -2  -4   2   2  -2"),
        (
            "{\"nodes\":12,\"time_us\":0}",
            "{\"nodes\":N,\"time_us\":N}",
        ),
        ("{\"nodes\":0,\"x\":1}", "{\"nodes\":0,\"x\":1}"),
    ] {
        assert_eq!(masked(line), wanted, "{line}");
    }
}
