//! The options: the output of `--help` fits a terminal and its examples run, and completions know
//! every option.

use claimeven::internals;

#[cfg(unix)]
use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, claimeven, words};
#[cfg(unix)]
use crate::pages::root;

/// The width of a terminal.
const COLUMNS: usize = 80;

/// Examples that take minutes or need the results of such examples. They are parsed but not run.
#[cfg(unix)]
const LONG: [&str; 5] = [
    "claimeven book build",
    "claimeven book merge",
    "claimeven book deepen",
    "claimeven book verify",
    "claimeven testset --balanced",
];

/// Returns the words of every command. The first is the program itself, without words.
fn commands() -> Vec<Vec<String>> {
    fn walk(command: &clap::Command, words: &[String], found: &mut Vec<Vec<String>>) {
        found.push(words.to_vec());
        for below in command.get_subcommands() {
            walk(
                below,
                &[words, &[below.get_name().to_owned()]].concat(),
                found,
            );
        }
    }
    let mut found = Vec::new();
    walk(&internals::command(), &[], &mut found);
    found
}

/// Returns the help text of a command.
fn help(command: &[String], flag: &str) -> String {
    let run = claimeven(&format!("{} {flag}", command.join(" ")));
    assert_eq!(run.stderr, "");
    run.printed()
}

/// Returns the commands in the examples of a help text. Each has a line above it that describes
/// it.
fn examples(help: &str) -> Vec<&str> {
    let (_, examples) = help.split_once("\nExamples:\n").expect("examples");
    let lines: Vec<&str> = examples.lines().collect();
    let pairs = lines.chunks(2).map(|pair| {
        assert!(
            pair[0].starts_with("  ") && pair[0].ends_with(':'),
            "{pair:?}"
        );
        pair[1].strip_prefix("    ").expect("a command")
    });
    pairs.collect()
}

#[test]
fn every_help_names_its_command_and_fits_into_a_terminal() {
    let commands = commands();
    assert!(commands.len() >= 13, "{commands:?}");
    for command in commands {
        let (short, long) = (help(&command, "-h"), help(&command, "--help"));
        let usage = format!("\nUsage: claimeven {}", command.join(" "));
        assert_contains(&short, usage.trim_end());
        assert!(short.lines().count() < long.lines().count(), "{command:?}");
        for line in short.lines().chain(long.lines()) {
            assert!(line.chars().count() <= COLUMNS, "{command:?}: {line}");
        }
    }
}

#[test]
fn an_option_has_the_same_short_name_and_default_in_every_command() {
    let mut counts = [0; 4];
    for words in commands() {
        let mut command = internals::command();
        for word in &words {
            let below = command.find_subcommand(word).expect("walked through");
            command = below.clone();
        }
        let names = [
            ("input", 'i'),
            ("output", 'o'),
            ("threads", 'j'),
            ("quiet", 'q'),
        ];
        for ((long, short), count) in names.into_iter().zip(&mut counts) {
            let of_name = |arg: &&clap::Arg| arg.get_long() == Some(long);
            let Some(arg) = command.get_arguments().find(of_name) else {
                continue;
            };
            *count += 1;
            assert_eq!(arg.get_short(), Some(short), "{words:?} --{long}");
            if long == "threads" {
                let help = arg.get_help().map(ToString::to_string);
                let is_all_cores =
                    help.is_some_and(|help| help.ends_with("[default: one per core]"));
                // It measures one thread.
                assert_eq!(is_all_cores, words != ["bench"], "{words:?}");
            }
        }
    }
    assert!(
        counts
            .into_iter()
            .zip([2, 5, 8, 7])
            .all(|(count, least)| count >= least),
        "{counts:?}"
    );
}

#[test]
fn every_command_has_three_examples_that_can_be_parsed() {
    for command in commands() {
        let help = help(&command, "--help");
        let examples = examples(&help);
        assert!(examples.len() >= 3, "{command:?}");
        for example in examples.iter().filter(|line| line.starts_with("claimeven")) {
            let ends = [" |", " <", " >"].map(|sign| example.find(sign).unwrap_or(example.len()));
            let end = ends.into_iter().min().expect("three");
            if let Err(error) = internals::command().try_get_matches_from(words(&example[..end])) {
                panic!("{example}: {error}");
            }
        }
        let name = format!("claimeven {}", command.join(" "));
        let own = examples.iter().filter(|line| line.contains(name.trim()));
        assert!(own.count() > 0, "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_run_as_written() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    for name in ["own.book", "deeper.book"] {
        let book = root().join("src/book/openings.book");
        symlink(book, folder.path(name)).expect("a folder of ours");
    }
    folder.write("positions.txt", "13547245526572\n411335344264\n");
    folder.write(
        "games.pgn",
        "[Event \"late\"]\n\n1. a1 c1 2. e1 d1 3. g1 b1 *\n",
    );
    let late = "16223414344371252143533416765565772276 0\n";
    folder.write("set.txt", late);
    folder.write("ply20.txt", late);
    let mut run = 0;
    for command in commands() {
        for example in examples(&help(&command, "--help")) {
            if LONG.iter().any(|long| example.starts_with(long)) {
                continue;
            }
            let (printed, success) = folder.typed(example);
            assert!(success, "{example}: {printed}");
            run += 1;
        }
    }
    assert!(run >= 20, "only {run} examples");
}

/// Returns the long names of the visible options of a command and of all commands below it.
fn options(command: &clap::Command) -> Vec<String> {
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let own = visible.filter_map(|arg| arg.get_long().map(str::to_owned));
    let below = command.get_subcommands().flat_map(options);
    own.chain(below).collect()
}

#[test]
fn completions_know_every_option_in_every_shell() {
    let options = options(&internals::command());
    assert!(options.len() > 40, "{options:?}");
    for (shell, before) in [
        ("bash", "--"),
        ("elvish", "--"),
        ("fish", "-l "),
        ("powershell", "--"),
        ("zsh", "--"),
    ] {
        let run = claimeven(&format!("completions {shell}"));
        assert_eq!(run.stderr, "");
        let script = run.printed();
        for option in &options {
            assert_contains(&script, &format!("{before}{option}"));
        }
    }
}
