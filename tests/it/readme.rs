//! The examples for people, run as a reader would paste them: the shell blocks of `README.md` and
//! of the other pages, and the command in the picture of `README.md`.
//!
//! A block of `sh` is a script that must succeed. A block of `console` has commands after
//! `$ ` and the output of each below it, where `...` matches any text. A block that takes minutes
//! or needs other programs has a line `<!-- not executed -->` before it. The examples of
//! `README.md` need only a shell, because its reader may have nothing else.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::helpers::engine::fits;
use crate::helpers::folder::Folder;
use crate::pages::{Block, Page, pages, root};

const UNITS: [&str; 4] = ["ns", "us", "ms", "s"];
/// The beginnings of lines whose numbers change with the search.
const VERSIONED: [&str; 4] = ["nodes ", "Elo: ", "Games: ", "LLR: "];
const MARK: &str = "<!-- not executed -->";

/// Creates a folder in which the examples run. It has the scripts, the Python package and the sources
/// of the repository, and the program under test in place of a release build.
fn copy_of_the_repository() -> Folder {
    let copy = Folder::new();
    let folders = ["scripts", "python"].map(|folder| root().join(folder));
    let copied = Command::new("cp")
        .arg("-R")
        .args(folders)
        .arg(copy.path(""))
        .status();
    assert!(copied.is_ok_and(|status| status.success()), "cp -R");
    fs::create_dir_all(copy.path("target/release")).expect("a folder of our own");
    let program = env!("CARGO_BIN_EXE_claimeven");
    symlink(program, copy.path("target/release/claimeven")).expect("a folder of our own");
    symlink(root().join("src"), copy.path("src")).expect("a folder of our own");
    copy
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

/// Returns a line without its numbers if these differ from run to run, and without their units.
fn masked(line: &str) -> String {
    if !varies(line) {
        return line.to_owned();
    }
    let words = line.split_whitespace().filter(|word| !is_unit(word));
    let words: Vec<&str> = words
        .map(|word| if is_number(word) { "#" } else { word })
        .collect();
    words.join(" ")
}

fn masked_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().map(masked).collect::<Vec<_>>().join("\n")
}

/// Types a session and compares its output.
fn type_session(place: &str, lines: &[&str], folder: &Folder) {
    let mut rest = lines;
    while let Some((typed, after)) = rest.split_first() {
        let typed = typed.strip_prefix("$ ");
        let mut command = typed
            .unwrap_or_else(|| panic!("{place} does not begin with a command"))
            .to_owned();
        let mut printed = after;
        while command.ends_with('\\') {
            let (next, after) = printed.split_first().expect("a command continues");
            command = format!("{command}\n{next}");
            printed = after;
        }
        let end = printed.iter().position(|line| line.starts_with("$ "));
        let (wanted, after) = printed.split_at(end.unwrap_or(printed.len()));
        // A line of dots matches any number of lines, including none.
        let wanted = masked_lines(wanted.iter().copied()).replace("\n...\n", "\n...");
        let found = masked_lines(folder.shell(&command).0.lines());
        assert!(
            fits(&wanted, &found),
            "{place}: $ {command}\nexpected:\n{wanted}\nfound:\n{found}"
        );
        rest = after;
    }
}

/// Executes a block unless it is marked or in another language. Returns whether it did.
fn execute(place: &str, block: &Block, folder: &Folder) -> bool {
    match block.language {
        _ if block.before == MARK => return false,
        "sh" => {
            let (printed, success) = folder.shell(&block.lines.join("\n"));
            assert!(success, "{place}: {printed}");
        }
        "console" => type_session(place, &block.lines, folder),
        other => {
            let typed = block.lines.iter().any(|line| line.starts_with("$ "));
            assert!(!typed, "{place} has commands but is {other:?}");
            return false;
        }
    }
    true
}

/// Executes the blocks of a page in order. Returns their number.
fn execute_page(page: &Page) -> usize {
    let name = page.path.display().to_string();
    let folder = copy_of_the_repository();
    let blocks = page.blocks();
    let executed = blocks.iter().enumerate().filter(|(number, block)| {
        let place = format!("{name}, block {}", number + 1);
        execute(&place, block, &folder)
    });
    executed.count()
}

fn page(name: &str) -> Page {
    let path = root().join(name);
    let page = pages().into_iter().find(|page| page.path == path);
    page.expect("it is there")
}

/// Returns whether a shell can run `check`. Otherwise reports that `examples` are not executed.
fn can_run(check: &str, examples: &str) -> bool {
    let can_run = Folder::new().shell(check).1;
    if !can_run {
        // The harness would not show an `eprintln` of a test that passes.
        writeln!(io::stderr(), "{examples}: not executed").expect("standard error is open");
    }
    can_run
}

#[test]
fn the_examples_of_the_readme_run_as_written() {
    let executed = execute_page(&page("README.md"));
    assert!(executed >= 5, "only {executed} blocks");
}

#[test]
fn the_examples_of_the_other_pages_run_as_written() {
    let check = "bash -c '((BASH_VERSINFO[0] >= 4))' && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'";
    if !can_run(
        check,
        "examples in folders: they need Bash 4 and Python 3.11",
    ) {
        return;
    }
    let pages = pages();
    let in_folders = pages
        .iter()
        .filter(|page| page.path.parent() != Some(root()));
    let executed: usize = in_folders.map(execute_page).sum();
    assert!(executed >= 36, "only {executed} blocks");
}

/// Runs each block of Python, whose last line has what it prints as a comment.
#[test]
fn the_python_of_the_guide_runs_as_written() {
    let examples = "docs/guide.md: the examples in Python need Python 3";
    if !can_run("python3 --version", examples) {
        return;
    }
    let guide = page("docs/guide.md");
    let blocks = guide.blocks();
    let blocks = blocks.iter().filter(|block| block.language == "python");
    let run = blocks.map(|block| {
        let folder = Folder::new();
        folder.write("recipe.py", block.lines.join("\n"));
        let (_, wanted) = block
            .lines
            .last()
            .and_then(|line| line.split_once("  # "))
            .expect("a comment");
        assert_eq!(folder.shell("python3 recipe.py").0.trim_end(), wanted);
    });
    assert_eq!(run.count(), 1);
}

/// Returns the words of a line in the picture, which are between tags.
fn drawn_words(line: &str) -> String {
    let parts = line.split('<').filter_map(|part| part.split_once('>'));
    let words = parts.map(|(_, text)| text).filter(|text| !text.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_picture_shows_what_the_program_prints() {
    let svg = fs::read_to_string(root().join("docs/pictures/analyze.svg")).expect("it is there");
    let lines = svg.lines().filter(|line| line.starts_with("<text"));
    let mut drawn = lines.map(drawn_words);
    let prompt = drawn.next().expect("a first line");
    let command = prompt.strip_prefix("$ ").expect("a command");
    let (printed, _) = copy_of_the_repository().shell(command);
    let printed = printed.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        masked(&words.join(" "))
    });
    let printed: Vec<String> = printed.filter(|line| !line.is_empty()).collect();
    assert_eq!(drawn.map(|line| masked(&line)).collect::<Vec<_>>(), printed);
}

#[test]
fn only_numbers_that_vary_are_masked() {
    for (line, wanted) in [
        ("12,217 nodes in 1.63 ms", "# nodes in #"),
        (
            "3 positions (1 repeated) in 6.75 ms: 444 a second",
            "# positions # repeated) in # # a second",
        ),
        ("3 of 3 chunks: 392 a second", "# of # chunks: # a second"),
        ("   K pos/s   30,457   -", "K pos/s # -"),
        ("LLR: 2.97 (-2.94, 2.94) done", "LLR: # # # done"),
        ("nodes 1603694", "nodes #"),
        ("best column 4, best line 44", "best column 4, best line 44"),
        (" -2  -4   2   2  -2", " -2  -4   2   2  -2"),
    ] {
        assert_eq!(masked(line), wanted, "{line}");
    }
}
