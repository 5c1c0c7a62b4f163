//! Books as a user builds, merges, verifies and looks into them: one process per step.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use claimeven::book::Book;
use claimeven::game::{Position, Score};
use claimeven::makebook::{Part, Plan, Work};

use crate::helpers::folder::Folder;
#[cfg(target_os = "linux")]
use crate::helpers::program::limited;
use crate::helpers::program::{claimeven, command, printed, run, text};

/// The shard whose bytes are stored: a hundred positions from the middle of ply 12.
const STORED_SHARD: &str = "20001/40000";

/// The arguments that build eight positions of eight stones: the work of a moment.
pub(crate) const QUICK_BUILD: &str = "book build --ply 8 --shard 5000/10000 --output";

const EMBEDDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book/openings.book");

/// Writes a part with the scores that a function gives its positions.
fn write_part(path: &str, ply: u8, shard: (u32, u32), score: impl Fn(&Position) -> Score) {
    let plan = Plan::new(ply).expect("not too deep");
    let range = plan.shard(shard.0, shard.1);
    let scored = |index| (index, score(&plan.position(index)));
    let solved: Vec<_> = range.clone().map(scored).collect();
    let mut bytes = Part::new(&plan, range).head();
    bytes.extend(Part::records(&solved));
    fs::write(path, bytes).expect("the folder is writable");
}

/// Writes an invented part: every score is `score`.
pub(crate) fn invent(path: &str, ply: u8, shard: (u32, u32), score: i8) {
    let score = Score::new(score).expect("a score");
    write_part(path, ply, shard, |_| score);
}

/// Makes a book of the empty board alone, with its true score.
pub(crate) fn make_smallest(folder: &Folder, name: &str) {
    let part = folder.path("smallest.part");
    invent(&part, 0, (1, 1), 1);
    folder.printed(&format!("book merge --ply 0 --output {name} {part}"));
    fs::remove_file(part).expect("just written");
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).expect("it was written")
}

#[test]
fn a_shard_built_from_scratch_has_the_stored_bytes() {
    let folder = Folder::new();
    folder.printed(&format!(
        "book build --ply 12 --shard {STORED_SHARD} --threads 2 --output shard.part"
    ));
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/book-shard.part");
    let stored = fs::read(stored).expect("part of the repository");
    assert!(bytes(&folder, "shard.part") == stored);
    assert_eq!(folder.names(), ["shard.part"]);
}

/// Returns whether a journal has more than its first line.
fn has_records(journal: &str) -> bool {
    let bytes = fs::read(journal).unwrap_or_default();
    let mut lines = bytes.splitn(2, |&byte| byte == b'\n');
    lines.nth(1).is_some_and(|records| !records.is_empty())
}

/// Runs a command with this output and kills it once its journal has its first records. Runs it
/// once more from the beginning if it was done before.
fn kill_at_work(folder: &Folder, arguments: &str, output: &str) {
    let journal = folder.path(&format!("{output}.journal"));
    let begin = Instant::now();
    loop {
        let mut child = folder
            .command(&format!("{arguments} --output {output}"))
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
        fs::remove_file(folder.path(output)).expect("done before it was killed");
    }
}

#[test]
fn a_killed_build_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    let build = "book build --ply 10 --shard 5001/12500";
    folder.printed(&format!("{build} --output whole"));

    kill_at_work(&folder, build, "killed");
    let again = folder.refused(&format!("{build} --output killed"));
    assert!(
        again.contains("contains an unfinished run; use --resume"),
        "{again}"
    );
    // As a kill in the middle of writing leaves it.
    let torn = [&bytes(&folder, "killed.journal")[..], &[1, 2, 3]].concat();
    folder.write("killed.journal", torn);
    let other = "book build --ply 10 --shard 5002/12500 --resume --output killed";
    let other = folder.refused(other);
    let wanted = "killed.journal: started with --shard 5001/12500, expected 5002";
    assert!(other.contains(wanted), "{other}");
    // A journal can be merged too, but not the partial record.
    let merge = folder.refused("book merge --ply 10 --output book killed.journal");
    assert!(merge.contains("found a damaged one"), "{merge}");
    let output = folder.run(&format!("{build} --output killed --resume"));
    let (error, whole_records) = (text(&output.stderr), "not a whole record; solving again");
    assert!(
        output.status.success() && error.contains(whole_records),
        "{error}"
    );
    assert!(bytes(&folder, "whole") == bytes(&folder, "killed"));
    // A temporary file may be left if the kill came at the very end.
    assert!(!Path::new(&folder.path("killed.journal")).exists());
}

#[test]
fn a_finished_book_or_part_is_not_made_again() {
    let folder = Folder::new();
    invent(&folder.path("part"), 3, (1, 1), 2);
    folder.printed("book merge --ply 3 --output book part");
    let made = ["part", "book"].map(|name| bytes(&folder, name));
    for more in ["", "--resume"] {
        for (name, shard) in [("book", ""), ("part", "--shard 1/1")] {
            let said = folder.printed(&format!(
                "book build --ply 3 --output {name} {shard} {more}"
            ));
            let finished = format!("{name}: already finished; remove it to build it again\n");
            assert_eq!(said, finished);
        }
    }
    assert!(made == ["part", "book"].map(|name| bytes(&folder, name)));
}

#[test]
fn a_build_is_refused_while_another_process_writes_to_its_output() {
    let folder = Folder::new();
    let other = fs::File::create(folder.path("part.lock")).expect("a folder of ours");
    other.lock().expect("nobody else has it");
    let build = format!("{QUICK_BUILD} part");
    let error = folder.refused(&build);
    assert!(
        error.contains("another process is writing to it"),
        "{error}"
    );
    drop(other);
    folder.printed(&build);
    assert_eq!(folder.names(), ["part"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_that_does_not_fit_on_the_disk_ends_a_build() {
    let folder = Folder::new();
    let build = "book build --ply 8 --shard 500/1000";
    kill_at_work(&folder, build, "part");
    let mut journal = bytes(&folder, "part.journal");
    let head = journal.iter().position(|&byte| byte == b'\n');
    journal.truncate(head.expect("a first line") + 1);
    let plan = Plan::new(8).expect("not too deep");
    for index in plan.shard(500, 1_000) {
        let record = Part::records(&[(index, Score::DRAW)]);
        if journal.len() + record.len() > 512 {
            break;
        }
        journal.extend(record);
    }
    folder.write("part.journal", journal);
    // A file may grow to one block of 512 bytes and no further.
    let mut resumed = limited("-f 1", &format!("{build} --resume --output part"));
    let output = run(resumed.current_dir(folder.path("")));
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("error: part.journal: "), "{error}");
}

#[test]
fn a_win_on_the_board_is_looked_up_with_its_score() {
    let shown = printed(&mut command(&format!("book lookup {EMBEDDED} 121212")));
    assert!(shown.starts_with("score 18\ncolumns 1:18 2:"), "{shown}");
}

#[test]
fn shards_merge_into_a_book_that_can_be_shown_and_looked_up() {
    let folder = Folder::new();
    for number in 1..=3 {
        invent(&folder.path(&number.to_string()), 3, (number, 3), 2);
    }
    folder.printed("book merge --ply 3 --output book 3 1 2");

    let shown = folder.printed("book show book");
    assert!(
        shown.starts_with("book of ply 3, format 1, board 7 by 6\n"),
        "{shown}"
    );
    let mut rows = shown.lines().map(str::trim_start);
    assert!(rows.any(|row| row.starts_with("3        121 ")), "{shown}");
    // By invention the first player loses after any three stones.
    for (moves, wanted) in [
        (
            "44",
            "score -2\ncolumns 1:-2 2:-2 3:-2 4:-2 5:-2 6:-2 7:-2\n",
        ),
        ("444", "score 2\ncolumns 1:? 2:? 3:? 4:? 5:? 6:? 7:?\n"),
    ] {
        let asked = folder.printed(&format!("book lookup book {moves}"));
        assert_eq!(asked, wanted);
    }
    for (position, reason) in [
        ("4444", "expected at most 3 stones; found 4"),
        ("'7/7/7/7/3P3/3p3 w'", "no game leads to this position"),
    ] {
        let asked = folder.run(&format!("book lookup book {position}"));
        let wanted = format!("not in the book: {reason}\n");
        assert_eq!(text(&asked.stdout), wanted);
        assert_eq!(asked.status.code(), Some(1));
    }
    let verified = folder.printed("book verify book --sample 0");
    assert_eq!(verified.lines().count(), 3, "{verified}");

    invent(&folder.path("2"), 3, (2, 3), 1);
    invent(&folder.path("other"), 3, (2, 3), 2);
    let error = folder.refused("book merge --ply 3 --output book 1 2 3 other");
    let told = " scores 2; an earlier part has 1";
    assert!(error.contains(told) && error.contains("other"), "{error}");
    let error = folder.refused("book merge --ply 3 --output book 1 3");
    let told = "40 of 121 positions are missing in all parts";
    assert!(error.contains(told), "{error}");
}

#[test]
fn a_killed_deepening_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    invent(&folder.path("part"), 8, (1, 1), 2);
    folder.printed("book merge --ply 8 --output book part");

    let deepen = "book deepen book --tries 60 --nodes 20000";
    folder.printed(&format!("{deepen} --threads 2 --output whole"));
    kill_at_work(&folder, deepen, "killed");
    let again = folder.refused(&format!("{deepen} --output killed"));
    assert!(again.contains("use --resume"), "{again}");
    // A build does not resume the journal of a deepening.
    let foreign = folder.refused("book build --ply 10 --resume --output killed");
    let wanted =
        "started with format claimeven book deepen journal, expected claimeven book build journal";
    assert!(foreign.contains(wanted), "{foreign}");
    // With a table of another size the numbers of nodes would differ.
    let other = folder.refused(&format!("{deepen} --hash 32 --resume --output killed"));
    assert!(
        other.contains("started with --hash 64, expected 32"),
        "{other}"
    );
    folder.printed(&format!("{deepen} --output killed --resume"));
    assert!(bytes(&folder, "whole") == bytes(&folder, "killed"));
    // A temporary file may be left if the kill came at the very end.
    assert!(!Path::new(&folder.path("killed.journal")).exists());

    let deepest = deepest(&folder, "whole");
    assert!(
        deepest.starts_with(" 10 ") && deepest.ends_with("(hard ones)"),
        "{deepest}"
    );
    let verified = folder.printed("book verify whole --sample 0");
    assert_eq!(verified.lines().count(), 4, "{verified}");
    for (moves, reason) in [
        ("1212121", "the game is over"),
        ("1122113377", "10 stones, and not a hard position"),
    ] {
        let asked = folder.run(&format!("book lookup whole {moves}"));
        assert_eq!(text(&asked.stdout), format!("not in the book: {reason}\n"));
    }
}

/// Returns the last line of `book show`: the deepest positions.
fn deepest(folder: &Folder, book: &str) -> String {
    let shown = folder.printed(&format!("book show {book}"));
    shown.lines().last().expect("lines").to_owned()
}

#[test]
fn a_book_deepened_again_keeps_its_hard_positions() {
    let folder = Folder::new();
    let embedded = Book::embedded();
    write_part(&folder.path("part"), 8, (1, 1), |position| {
        embedded.lookup(position).expect("it goes deeper")
    });
    folder.printed("book merge --ply 8 --output book part");
    let deepen = |from: &str, tries: u32, nodes: u32, to: &str| {
        folder.printed(&format!(
            "book deepen {from} --tries {tries} --nodes {nodes} --output {to}"
        ));
    };
    deepen("book", 3, 0, "more");
    assert!(deepest(&folder, "more").starts_with(" 10          3 "));
    let verified = folder.printed("book verify more --sample 2");
    let told = "ply 8: 2 positions solved again, all as stored\n\
                ply 10: 2 positions solved again, all as stored\n";
    assert!(verified.ends_with(told), "{verified}");
    // Fewer tries, and more that take too few nodes, add nothing.
    for (tries, nodes) in [(1, 0), (4, 1_000_000_000)] {
        deepen("more", tries, nodes, "again");
        assert!(bytes(&folder, "again") == bytes(&folder, "more"), "{tries}");
    }
    deepen("more", 5, 0, "again");
    assert!(deepest(&folder, "again").starts_with(" 10          5 "));
}

#[test]
fn the_inputs_of_a_book_are_not_written_over() {
    let folder = Folder::new();
    let part = folder.path("part");
    invent(&part, 1, (1, 1), 1);
    fs::hard_link(&part, folder.path("linked")).expect("a folder of ours");
    folder.printed("book merge --ply 1 part --output book");
    let kept = ["part", "book"].map(|name| bytes(&folder, name));
    for arguments in [
        "merge --ply 1 part --output part",
        "merge --ply 1 part --output linked",
        "deepen book --tries 1 --output book",
    ] {
        let error = folder.refused(&format!("book {arguments}"));
        assert!(error.contains("expected different files"), "{error}");
    }
    assert!(kept == ["part", "book"].map(|name| bytes(&folder, name)));
}

#[cfg(unix)]
#[test]
fn a_book_is_written_to_the_target_of_a_link_and_replaces_no_device_or_folder() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::new();
    fs::create_dir(folder.path("inner")).expect("a folder of ours");
    folder.write("inner/old", "old");
    for (name, target) in [
        ("to-old", "inner/old"),
        ("to-new", "inner/new"),
        ("device", "/dev/null"),
        ("circle", "circle"),
    ] {
        symlink(target, folder.path(name)).expect("a folder of ours");
    }
    for name in ["old", "new"] {
        folder.printed(&format!("{QUICK_BUILD} to-{name}"));
        let link = fs::symlink_metadata(folder.path(&format!("to-{name}")));
        assert!(link.expect("there").is_symlink());
        assert!(bytes(&folder, &format!("inner/{name}")).len() > 3);
    }
    let left = fs::read_dir(folder.path("inner")).expect("a folder");
    assert_eq!(left.count(), 2);
    for (output, wanted) in [
        ("device", "expected a file to write"),
        ("inner", "directory"),
        ("circle", "symbolic link"),
    ] {
        let error = folder.refused(&format!("{QUICK_BUILD} {output}"));
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
    folder.write("foreign", "not a book");
    let error = folder.refused("book show foreign");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(
        error.contains("byte 0: found \"not a bo\", expected"),
        "{error}"
    );
    // More than fits into the memory of most machines, and on the disk next to nothing.
    #[cfg(target_os = "linux")]
    {
        let foreign = fs::OpenOptions::new()
            .write(true)
            .open(folder.path("foreign"));
        let foreign = foreign.expect("a file of ours");
        foreign.set_len(256 << 30).expect("a file with holes");
        for read in ["show foreign", "merge --ply 1 --output other foreign"] {
            let error = folder.refused(&format!("book {read}"));
            assert!(error.contains("byte 0: "), "{error}");
            assert!(error.contains("found \"not a bo\""), "{error}");
        }
    }
    let error = folder.refused("book verify missing");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn arguments_out_of_range_are_refused() {
    for (arguments, message) in [
        ("build --ply 15", "expected a whole number from 0 to 14"),
        ("build --ply 4 --shard 5/4", "such as 2/4"),
        (
            "build --ply 4 --threads 0",
            "expected a whole number from 1 to 1024",
        ),
        ("merge --ply 4", "required"),
    ] {
        let output = claimeven(&format!("book {arguments} --output x"));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains(message), "{error}");
    }
}
