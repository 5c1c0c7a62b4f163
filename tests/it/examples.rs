//! The examples of the pages, run as a reader would paste them, and the command in the picture of
//! `README.md`.
//!
//! A block of `sh` is a script that must succeed, a block of `console` a session. A block that takes
//! minutes or needs other programs has a line `<!-- not executed -->` before it. A block after
//! `<!-- needs jq -->` is executed where that program is. The examples of `README.md` need only a
//! shell, because its reader may have nothing else.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::helpers::folder::Folder;
use crate::helpers::session::{self, masked};
use crate::pages::{Block, Page, pages, root};

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

/// Types a session and compares its output.
fn type_session(place: &str, lines: &[&str], folder: &Folder) {
    assert!(
        lines[0].starts_with("$ "),
        "{place} begins without a command"
    );
    for step in session::steps(lines.iter().copied()) {
        let (printed, _) = folder.typed(&step.command);
        if let Err(difference) = step.compare(&printed) {
            panic!("{place}: {difference}");
        }
    }
}

/// Returns whether the program that a block needs is there.
fn has_program(place: &str, block: &Block) -> bool {
    let needed = block.before.strip_prefix("<!-- needs ");
    let Some(program) = needed.and_then(|rest| rest.strip_suffix(" -->")) else {
        return true;
    };
    let examples = format!("{place}: it needs {program}");
    can_run(&format!("command -v {program}"), &examples)
}

/// Executes a block unless it is marked or in another language. Returns whether it did.
fn execute(place: &str, block: &Block, folder: &Folder) -> bool {
    match block.language {
        _ if block.before == MARK || !has_program(place, block) => return false,
        "sh" => {
            let (printed, success) = folder.typed(&format!("set -e\n{}", block.lines.join("\n")));
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
    let can_run = Folder::new().typed(check).1;
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
        assert_eq!(folder.typed("python3 recipe.py").0.trim_end(), wanted);
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
    let (printed, _) = copy_of_the_repository().typed(command);
    let printed = printed.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        masked(&words.join(" "))
    });
    let printed: Vec<String> = printed.filter(|line| !line.is_empty()).collect();
    assert_eq!(drawn.map(|line| masked(&line)).collect::<Vec<_>>(), printed);
}
