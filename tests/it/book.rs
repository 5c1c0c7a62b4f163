//! Books as a user builds, merges, verifies and reads them: one process per step.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use claimeven::book::Book;
use claimeven::game::{Position, Score};
use claimeven::internals::build::{Findings, Plan, Run};
use claimeven::internals::measure::bench;
use serde_json::json;

use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, assert_starts};
#[cfg(target_os = "linux")]
use crate::helpers::program::{limited, run};
use crate::helpers::sample::Random;

/// The arguments that build a part of eight positions of eight stones, which takes a moment.
pub(crate) const QUICK_BUILD: &str = "book build --ply 8 --shard 5000/10000 --output";

/// Writes a part with the scores that a function gives its positions.
fn write_part(path: &str, ply: u8, shard: (u32, u32), score: impl Fn(&Position) -> Score) {
    let plan = Plan::new(ply).expect("not too deep");
    let range = plan.shard(shard.0, shard.1);
    let scored = |index| (index, score(&plan.work.position(index)));
    let solved: Vec<_> = range.clone().map(scored).collect();
    let head = json!({
        "format": "claimeven book build journal",
        "version": "4",
        "engine": env!("CARGO_PKG_VERSION"),
        "signature": bench::signature().to_string(),
        "--ply": ply.to_string(),
        "--shard": format!("{}/{}", shard.0, shard.1),
    });
    let runs: String = Findings::runs(&solved).iter().map(entry).collect();
    fs::write(path, format!("{head}\n{runs}")).expect("the folder is writable");
}

/// Returns the line of a journal for findings.
fn entry(run: &Run<Score>) -> String {
    let found: Vec<i8> = run.found.iter().map(|score| score.get()).collect();
    format!("{{\"first\":{},\"found\":{}}}\n", run.first, json!(found))
}

/// Writes an invented part: every score is `score`.
pub(crate) fn invent(path: &str, ply: u8, shard: (u32, u32), score: i8) {
    let score = Score::new(score).expect("a score");
    write_part(path, ply, shard, |_| score);
}

/// Makes a book that contains only the empty board, with its true score.
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
fn a_shard_built_from_scratch_has_the_scores_of_the_embedded_book() {
    let folder = Folder::new();
    folder.printed("book build --ply 12 --shard 20001/40000 --threads 2 --output shard.part");
    let embedded = Book::embedded();
    let score = |position: &Position| embedded.lookup(position).expect("few stones");
    write_part(&folder.path("known.part"), 12, (20_001, 40_000), score);
    let records = ["shard.part", "known.part"].map(|name| records(&bytes(&folder, name)));
    assert!(!records[0].is_empty() && records[0] == records[1]);
    assert_eq!(folder.names(), ["known.part", "shard.part"]);
}

/// Returns the part of a journal after its first line.
fn records(journal: &[u8]) -> Vec<u8> {
    let mut lines = journal.splitn(2, |&byte| byte == b'\n');
    lines.nth(1).unwrap_or_default().to_vec()
}

/// Runs a command with this output and kills it once its journal has its first records. Repeats
/// this if the command ended before it was killed.
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
        while child.try_wait().expect("a child").is_none()
            && records(&fs::read(&journal).unwrap_or_default()).is_empty()
        {
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
        fs::remove_file(folder.path(output)).expect("it ended before it was killed");
    }
}

#[test]
fn a_killed_build_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    let build = "book build --ply 10 --shard 5001/12500";
    folder.printed(&format!("{build} --output whole"));

    kill_at_work(&folder, build, "killed");
    let again = folder.refused(&format!("{build} --output killed"));
    assert_contains(&again, "contains an unfinished run; use --resume");
    // A kill in the middle of a write leaves a partial record.
    let torn = [&bytes(&folder, "killed.journal")[..], b"{\"f"].concat();
    folder.write("killed.journal", torn);
    let other = folder.refused("book build --ply 10 --shard 5002/12500 --resume --output killed");
    let wanted = "killed.journal: started with --shard 5001/12500, expected 5002";
    assert_contains(&other, wanted);
    // A journal can be merged too, but not the partial record.
    let merge = folder.refused("book merge --ply 10 --output book killed.journal");
    assert_contains(
        &merge,
        "killed.journal: the last 3 bytes are not a whole record\n",
    );
    let resumed = folder.run(&format!("{build} --output killed --resume"));
    let message = "not a whole record; solving again";
    assert_contains(&resumed.exits_with(0).stderr, message);
    assert!(bytes(&folder, "whole") == bytes(&folder, "killed"));
    // A temporary file may be left if the kill came at the very end.
    assert!(!Path::new(&folder.path("killed.journal")).exists());
}

/// A run that resumes after the end of its journal is lost rejects the journal and changes nothing,
/// or solves the lost positions again.
#[test]
fn a_torn_journal_changes_no_part() {
    let folder = Folder::new();
    let build = &format!("{QUICK_BUILD} output");
    folder.printed(build);
    let whole = bytes(&folder, "output");
    fs::remove_file(folder.path("output")).expect("just built");
    let head = whole.iter().position(|&byte| byte == b'\n');
    let head = &whole[..=head.expect("a first line")];
    let (plan, embedded) = (Plan::new(8).expect("not too deep"), Book::embedded());
    let mut journal = head.to_vec();
    for index in plan.shard(5_000, 10_000) {
        let score = embedded
            .lookup(&plan.work.position(index))
            .expect("few stones");
        journal.extend(entry(&Findings::runs(&[(index, score)])[0]).into_bytes());
    }
    let mut dice = Random::seeded(6);
    for number in 0..12 {
        let is_in_head = number % 4 == 0;
        let bound = if is_in_head {
            head.len() - 1
        } else {
            journal.len()
        };
        let torn = &journal[..dice.below(bound)];
        folder.write("output.journal", torn);
        let run = folder.run(&format!("{build} --resume"));
        if torn.len() + 1 >= head.len() {
            run.exits_with(0);
            assert!(bytes(&folder, "output") == whole);
            fs::remove_file(folder.path("output")).expect("just made");
        } else {
            let error = run.refused();
            assert_eq!(error.matches("error: ").count(), 1, "{error}");
            assert!(bytes(&folder, "output.journal") == torn, "{error}");
        }
    }
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
        let run = &Findings::runs(&[(index, Score::DRAW)])[0];
        let record = entry(run).into_bytes();
        if journal.len() + record.len() > 512 {
            break;
        }
        journal.extend(record);
    }
    folder.write("part.journal", journal);
    // A file may grow to one block of 512 bytes and no further.
    let mut resumed = limited("-f 1", &format!("{build} --resume --output part"));
    let error = run(resumed.current_dir(folder.path(""))).refused();
    assert_contains(&error, "error: part.journal: ");
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
    assert_contains(&again, "use --resume");
    // A build does not resume the journal of a deepening.
    let foreign = folder.refused("book build --ply 10 --resume --output killed");
    let wanted =
        "started with format claimeven book deepen journal, expected claimeven book build journal";
    assert_contains(&foreign, wanted);
    // With a table of another size the numbers of nodes would differ.
    let other = folder.refused(&format!("{deepen} --hash 32 --resume --output killed"));
    assert_contains(&other, "started with --hash 64, expected 32");
    folder.printed(&format!("{deepen} --output killed --resume"));
    assert!(bytes(&folder, "whole") == bytes(&folder, "killed"));
    // A temporary file may be left if the kill came at the very end.
    assert!(!Path::new(&folder.path("killed.journal")).exists());

    let deepest = deepest(&folder, "whole");
    assert_starts(&deepest, " 10 ");
    assert!(deepest.ends_with("(hard ones)"), "{deepest}");
    let verified = folder.printed("book verify whole --sample 0");
    assert_eq!(verified.lines().count(), 4, "{verified}");
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
    let solved = "ply 8: 2 positions solved again, all as stored\n\
                  ply 10: 2 positions solved again, all as stored\n";
    assert!(verified.ends_with(solved), "{verified}");
    // Fewer tries add nothing; nor do more tries that take too few nodes.
    for (tries, nodes) in [(1, 0), (4, 1_000_000_000)] {
        deepen("more", tries, nodes, "again");
        assert!(bytes(&folder, "again") == bytes(&folder, "more"), "{tries}");
    }
    deepen("more", 5, 0, "again");
    assert!(deepest(&folder, "again").starts_with(" 10          5 "));
}
