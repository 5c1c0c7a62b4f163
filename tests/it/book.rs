//! Books as a user builds, merges, verifies and looks into them: one process per step.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use claimeven::game::Score;
use claimeven::makebook::{Part, Plan};

use crate::helpers::folder::Folder;
use crate::helpers::program::{claimeven, command, text};

/// The shard whose bytes are stored: a hundred positions from the middle of ply 12.
const STORED_SHARD: &str = "20001/40000";

/// Returns the output of a command that must succeed.
fn printed(arguments: &[&str]) -> String {
    let output = claimeven(arguments);
    let (shown, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {error}");
    shown
}

/// Returns the error of a command that must fail.
fn refused(arguments: &[&str]) -> String {
    let output = claimeven(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    text(&output.stderr)
}

/// Writes an invented part of the work on a small ply: every score is `score`.
pub(crate) fn invent(path: &str, plan: &Plan, shard: (u32, u32), score: i8) {
    let range = plan.shard(shard.0, shard.1);
    let score = Score::new(score).expect("a score");
    let solved: Vec<_> = range.clone().map(|index| (index, score)).collect();
    let mut bytes = Part::new(plan, range).head();
    bytes.extend(Part::records(&solved));
    fs::write(path, bytes).expect("the folder is writable");
}

#[test]
fn a_shard_built_from_scratch_has_the_stored_bytes() {
    let folder = Folder::new();
    let built = folder.path("shard.part");
    printed(&[
        "book",
        "build",
        "--ply",
        "12",
        "--shard",
        STORED_SHARD,
        "--threads",
        "2",
        "--output",
        &built,
    ]);
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/book-shard.part");
    let built = fs::read(&built).expect("just built");
    assert!(built == fs::read(stored).expect("part of the repository"));
    assert!(!Path::new(&folder.path("shard.part.journal")).exists());
}

/// Returns whether a journal has more than its first line.
fn has_records(journal: &str) -> bool {
    let bytes = fs::read(journal).unwrap_or_default();
    let mut lines = bytes.splitn(2, |&byte| byte == b'\n');
    lines.nth(1).is_some_and(|records| !records.is_empty())
}

/// Kills a command once the first findings are in its journal. Starts it again if it was done
/// before that.
fn kill_at_work(arguments: &[&str], output: &str) {
    let journal = format!("{output}.journal");
    let begin = Instant::now();
    loop {
        let mut child = command(arguments)
            .args(["--output", output])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary was built");
        while child.try_wait().expect("a child").is_none() && !has_records(&journal) {
            assert!(
                begin.elapsed() < Duration::from_secs(120),
                "never seen at work"
            );
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().expect("a child");
        if Path::new(&journal).exists() {
            return;
        }
        fs::remove_file(output).expect("done before it was killed");
    }
}

#[test]
fn a_killed_build_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let arguments = ["book", "build", "--ply", "10", "--shard", "5001/12500"];
    printed(&[&arguments[..], &["--output", &whole]].concat());

    let journal = folder.path("killed.journal");
    kill_at_work(&arguments, &killed);
    let again = refused(&[&arguments[..], &["--output", &killed]].concat());
    assert!(
        again.contains("contains an unfinished run; use --resume"),
        "{again}"
    );
    // As a kill in the middle of writing leaves it.
    let mut bytes = fs::read(&journal).expect("there");
    bytes.extend([1, 2, 3]);
    fs::write(&journal, bytes).expect("writable");
    let other = [
        "book",
        "build",
        "--ply",
        "10",
        "--shard",
        "5002/12500",
        "--resume",
        "--output",
    ];
    let other = refused(&[&other[..], &[&killed]].concat());
    let wanted = "killed.journal: started with --shard 5001/12500, expected 5002";
    assert!(other.contains(wanted), "{other}");
    // A journal can be merged too, but not the partial record.
    let book = folder.path("book");
    let merge = ["book", "merge", "--ply", "10", "--output", &book, &journal];
    assert!(refused(&merge).contains("found a damaged one"));
    let mut child = command(&[&arguments[..], &["--output", &killed, "--resume"]].concat());
    let output = child.output().expect("the binary was built");
    let (error, whole_records) = (text(&output.stderr), "not a whole record; solving again");
    assert!(
        output.status.success() && error.contains(whole_records),
        "{error}"
    );
    assert!(fs::read(&whole).expect("built") == fs::read(&killed).expect("built"));
    assert!(!Path::new(&journal).exists());
}

#[test]
fn a_finished_book_or_part_is_not_made_again() {
    let folder = Folder::new();
    let [part, book] = ["part", "book"].map(|name| folder.path(name));
    invent(&part, &Plan::new(3).expect("not too deep"), (1, 1), 2);
    printed(&["book", "merge", "--ply", "3", "--output", &book, &part]);
    let made = [&part, &book].map(|path| fs::read(path).expect("there"));
    let build = ["book", "build", "--ply", "3", "--output"];
    for more in [&[][..], &["--resume"]] {
        for (path, shard) in [(&book, &[][..]), (&part, &["--shard", "1/1"])] {
            let said = printed(&[&build[..], &[path], shard, more].concat());
            let finished = format!("{path}: already finished; remove it to build it again\n");
            assert_eq!(said, finished);
        }
    }
    assert!(made == [&part, &book].map(|path| fs::read(path).expect("there")));
}

#[test]
fn a_build_is_refused_while_another_process_writes_to_its_output() {
    let folder = Folder::new();
    let book = folder.path("book");
    let build = ["book", "build", "--ply", "0", "--output", &book];
    let other = fs::File::create(folder.path("book.lock")).expect("a folder of ours");
    other.lock().expect("nobody else has it");
    let error = refused(&build);
    assert!(
        error.contains("another process is writing to it"),
        "{error}"
    );
    drop(other);
    printed(&build);
    assert_eq!(folder.names(), ["book"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_that_does_not_fit_on_the_disk_ends_a_build() {
    let folder = Folder::new();
    let book = folder.path("book");
    let plan = Plan::new(10).expect("not too deep");
    let range = plan.shard(12_500, 12_500);
    let build = ["book", "build", "--ply", "10", "--shard", "12500/12500"];
    kill_at_work(&build, &book);
    let mut journal = fs::read(folder.path("book.journal")).expect("there");
    let head = journal.iter().position(|&byte| byte == b'\n');
    journal.truncate(head.expect("a first line") + 1);
    let score = Score::new(1).expect("a score");
    for index in range {
        let record = Part::records(&[(index, score)]);
        if journal.len() + record.len() > 512 {
            break;
        }
        journal.extend(record);
    }
    fs::write(folder.path("book.journal"), journal).expect("a folder of ours");
    // A file may grow to one block of 512 bytes and no further.
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_claimeven"))
        .args(build)
        .args(["--resume", "--output", &book])
        .output()
        .expect("a shell");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    let told = format!("error: {book}.journal: ");
    assert!(error.contains(&told), "{error}");
}

#[test]
fn a_win_on_the_board_is_looked_up_with_its_score() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/book/openings.book");
    let book = book.to_str().expect("a path in UTF-8");
    let shown = printed(&["book", "lookup", book, "121212"]);
    assert!(shown.starts_with("score 18\ncolumns 1:18 2:"), "{shown}");
}

#[test]
fn shards_merge_into_a_book_that_can_be_shown_and_looked_up() {
    let folder = Folder::new();
    let plan = Plan::new(3).expect("not too deep");
    let parts = ["1", "2", "3"].map(|number| folder.path(number));
    for (number, part) in (1..).zip(&parts) {
        invent(part, &plan, (number, 3), 2);
    }
    let book = folder.path("book");
    let merge = ["book", "merge", "--ply", "3", "--output", &book];
    let [first, second, third] = &parts;
    printed(&[&merge[..], &[third, first, second]].concat());

    let shown = printed(&["book", "show", &book]);
    assert!(
        shown.starts_with("book of ply 3, format 1, board 7 by 6\n"),
        "{shown}"
    );
    assert!(
        shown
            .lines()
            .any(|line| line.trim_start().starts_with("3        121 ")),
        "{shown}"
    );
    // By invention the first player loses after any three stones.
    let asked = printed(&["book", "lookup", &book, "44"]);
    assert_eq!(
        asked,
        "score -2\ncolumns 1:-2 2:-2 3:-2 4:-2 5:-2 6:-2 7:-2\n"
    );
    let asked = printed(&["book", "lookup", &book, "444"]);
    assert_eq!(asked, "score 2\ncolumns 1:? 2:? 3:? 4:? 5:? 6:? 7:?\n");
    let asked = claimeven(&["book", "lookup", &book, "4444"]);
    assert_eq!(
        text(&asked.stdout),
        "not in the book: expected at most 3 stones; found 4\n"
    );
    assert_eq!(asked.status.code(), Some(1));
    let floor = "7/7/7/7/3P3/3p3 w";
    let asked = claimeven(&["book", "lookup", &book, floor]);
    assert_eq!(
        text(&asked.stdout),
        "not in the book: no game leads to this position\n"
    );

    let verified = printed(&["book", "verify", &book, "--sample", "0"]);
    assert_eq!(verified.lines().count(), 3, "{verified}");

    invent(second, &plan, (2, 3), 1);
    let other = folder.path("other");
    invent(&other, &plan, (2, 3), 2);
    let error = refused(&[&merge[..], &[first, second, third, &other]].concat());
    assert!(
        error.contains(" scores 2; an earlier part has 1"),
        "{error}"
    );
    assert!(error.contains(&other), "{error}");
    let error = refused(&[&merge[..], &[first, third]].concat());
    assert!(
        error.contains("40 of 121 positions are missing in all parts"),
        "{error}"
    );
}

#[test]
fn a_killed_deepening_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    let (part, book) = (folder.path("part"), folder.path("book"));
    let plan = Plan::new(8).expect("not too deep");
    invent(&part, &plan, (1, 1), 2);
    printed(&["book", "merge", "--ply", "8", "--output", &book, &part]);

    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let deepen = ["book", "deepen", &book, "--tries", "60", "--nodes", "20000"];
    printed(&[&deepen[..], &["--threads", "2", "--output", &whole]].concat());
    let journal = folder.path("killed.journal");
    kill_at_work(&deepen, &killed);
    let again = refused(&[&deepen[..], &["--output", &killed]].concat());
    assert!(again.contains("use --resume"), "{again}");
    // A build does not resume the journal of a deepening.
    let build = ["book", "build", "--ply", "10", "--resume", "--output"];
    let foreign = refused(&[&build[..], &[&killed]].concat());
    let wanted =
        "started with format claimeven book deepen journal, expected claimeven book build journal";
    assert!(foreign.contains(wanted), "{foreign}");
    // With a table of another size the numbers of nodes would differ.
    let hash = ["--hash", "32", "--resume", "--output", &killed];
    let other = refused(&[&deepen[..], &hash].concat());
    assert!(
        other.contains("started with --hash 64, expected 32"),
        "{other}"
    );
    printed(&[&deepen[..], &["--output", &killed, "--resume"]].concat());
    assert!(fs::read(&whole).expect("made") == fs::read(&killed).expect("made"));
    assert!(!Path::new(&journal).exists());

    let shown = printed(&["book", "show", &whole]);
    let line = shown.lines().last().expect("lines");
    assert!(
        line.starts_with(" 10 ") && line.ends_with("(hard ones)"),
        "{shown}"
    );
    let verified = printed(&["book", "verify", &whole, "--sample", "0"]);
    assert_eq!(verified.lines().count(), 4, "{verified}");
    let over = claimeven(&["book", "lookup", &whole, "1212121"]);
    assert_eq!(text(&over.stdout), "not in the book: the game is over\n");
    let easy = claimeven(&["book", "lookup", &whole, "1122113377"]);
    let none = "not in the book: 10 stones, and not a hard position\n";
    assert_eq!(text(&easy.stdout), none);
}

/// Returns the last line of `book show`: the deepest positions.
fn deepest(book: &str) -> String {
    let shown = printed(&["book", "show", book]);
    shown.lines().last().expect("lines").to_owned()
}

#[test]
fn a_book_deepened_again_keeps_its_hard_positions() {
    let folder = Folder::new();
    let [book, more, again] = ["book", "more", "again"].map(|name| folder.path(name));
    printed(&["book", "build", "--ply", "0", "--output", &book]);
    let deepen = |from: &str, tries: &str, nodes: &str, to: &str| {
        let tries = ["--tries", tries, "--nodes", nodes, "--output", to];
        printed(&[&["book", "deepen", from][..], &tries].concat());
    };
    deepen(&book, "3", "0", &more);
    assert!(deepest(&more).starts_with("  2          3 "));
    let verified = printed(&["book", "verify", &more, "--sample", "2"]);
    let told = "ply 0: 1 positions solved again, all as stored\n\
                 ply 2: 2 positions solved again, all as stored\n";
    assert!(verified.ends_with(told), "{verified}");
    deepen(&more, "1", "0", &again);
    assert!(fs::read(&again).expect("made") == fs::read(&more).expect("made"));
    deepen(&more, "4", "1000000000", &again);
    assert!(
        fs::read(&again).expect("made") == fs::read(&more).expect("made"),
        "nothing takes as long"
    );
    deepen(&more, "5", "0", &again);
    assert!(deepest(&again).starts_with("  2          5 "));
}

#[test]
fn the_inputs_of_a_book_are_not_written_over() {
    let folder = Folder::new();
    let part = folder.path("part");
    invent(&part, &Plan::new(1).expect("not too deep"), (1, 1), 1);
    let linked = folder.path("linked");
    fs::hard_link(&part, &linked).expect("a folder of ours");
    let bytes = fs::read(&part).expect("written");
    for output in [&part, &linked] {
        let error = refused(&["book", "merge", "--ply", "1", &part, "--output", output]);
        assert!(error.contains("expected different files"), "{error}");
    }
    assert!(fs::read(&part).expect("kept") == bytes);
    let book = folder.path("other");
    printed(&["book", "merge", "--ply", "1", &part, "--output", &book]);
    let bytes = fs::read(&book).expect("made");
    let error = refused(&["book", "deepen", &book, "--tries", "1", "--output", &book]);
    assert!(error.contains("expected different files"), "{error}");
    assert!(fs::read(&book).expect("kept") == bytes);
}

#[cfg(unix)]
#[test]
fn a_book_is_written_to_the_target_of_a_link_and_replaces_no_device_or_folder() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::new();
    let build = |output: &str| claimeven(&["book", "build", "--ply", "0", "--output", output]);
    let inner = folder.path("inner");
    fs::create_dir(&inner).expect("a folder of ours");
    for target in ["inner/old", "inner/new"] {
        let link = folder.path(&target.replace('/', "-"));
        symlink(target, &link).expect("a folder of ours");
        if target.ends_with("old") {
            fs::write(folder.path(target), "old").expect("a folder of ours");
        }
        assert!(build(&link).status.success());
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert!(deepest(&folder.path(target)).starts_with("  0 "));
        let left = fs::read_dir(&inner).expect("a folder").count();
        assert_eq!(left, usize::from(target.ends_with("new")) + 1);
    }
    let device = folder.path("device");
    symlink("/dev/null", &device).expect("a folder of ours");
    let circle = folder.path("circle");
    symlink("circle", &circle).expect("a folder of ours");
    for (output, wanted) in [
        (&device, "expected a file to write"),
        (&inner, "directory"),
        (&circle, "symbolic link"),
    ] {
        let output = build(output);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            error.contains(wanted) && error.lines().count() == 1,
            "{error}"
        );
    }
    let null = fs::metadata("/dev/null").expect("there");
    assert!(null.file_type().is_char_device());
}

#[test]
fn a_file_that_is_not_a_book_is_refused_in_one_line() {
    let folder = Folder::new();
    let path = folder.path("foreign");
    fs::write(&path, "not a book").expect("writable");
    let error = refused(&["book", "show", &path]);
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(
        error.contains("byte 0: found \"not a bo\", expected"),
        "{error}"
    );
    // More than fits into the memory of most machines, and on the disk next to nothing.
    #[cfg(target_os = "linux")]
    {
        let foreign = fs::OpenOptions::new().write(true).open(&path);
        let foreign = foreign.expect("a file of ours");
        foreign.set_len(256 << 30).expect("a file with holes");
        let other = folder.path("other");
        for read in [
            &["show", &path][..],
            &["merge", "--ply", "1", "--output", &other, &path],
        ] {
            let error = refused(&[&["book"], read].concat());
            assert!(error.contains("byte 0: found \"not a bo\""), "{error}");
        }
    }
    let error = refused(&["book", "verify", &folder.path("missing")]);
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn arguments_out_of_range_are_refused() {
    for (arguments, message) in [
        (
            &["book", "build", "--ply", "15", "--output", "x"][..],
            "expected a whole number from 0 to 14",
        ),
        (
            &[
                "book", "build", "--ply", "4", "--output", "x", "--shard", "5/4",
            ],
            "such as 2/4",
        ),
        (
            &[
                "book",
                "build",
                "--ply",
                "4",
                "--output",
                "x",
                "--threads",
                "0",
            ],
            "expected a whole number from 1 to 1024",
        ),
        (
            &["book", "merge", "--ply", "4", "--output", "x"],
            "required",
        ),
    ] {
        let output = claimeven(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains(message), "{error}");
    }
}
