//! Files that a long run writes at its end: the old content stays until then.

use std::fs;
use std::os::unix::fs::symlink;
use std::thread;
use std::time::Duration;

use crate::book::{QUICK_BUILD, invent};
use crate::helpers::engine::{Engine, signal};
use crate::helpers::folder::Folder;
#[cfg(target_os = "linux")]
use crate::helpers::program::limited;
use crate::helpers::program::{Finished, assert_contains, assert_starts, run, spawn, wait};
use crate::interrupted::interrupt;

#[test]
fn an_interrupted_run_keeps_the_old_file_and_writes_its_result_next_to_it() {
    for filter in [
        "--ply 14 --count 65535",
        "--kind end-easy --count 1000000",
        "--balanced",
    ] {
        let folder = Folder::new();
        let path = folder.write("set", "old");
        let common = format!("--seed 1 --hash 1 --output {path}");
        let arguments = format!("testset {filter} {common}");
        let left = format!("{path}.unfinished");
        let run = interrupt("INT", &arguments, |_| {
            fs::metadata(&left).is_ok_and(|found| found.len() > 0)
        });
        let message = format!("interrupted: the result so far is in {left}\n");
        assert_contains(&run.exits_with(130).stderr, &message);
        assert_eq!(folder.read("set"), "old");
        let left = folder.read("set.unfinished");
        assert_starts(&left, "# Made by");
        let made = left.lines().filter(|line| !line.starts_with('#')).count();
        assert_contains(&left, &format!(", stopped after {made}\n"));
    }
}

/// The arguments of commands that write a file, except the file.
const GENERATE: &str = "testset --seed 1 --ply 36 --count 3 --output";
const BUILD: &str = QUICK_BUILD;
const MERGE: &str = "book merge --ply 3 part --output";
const DEEPEN: &str = "book deepen book --tries 1 --output";
const ANALYZE: &str = "analyze --hash 1 --input part --output";

/// Runs one of these in a folder that contains its inputs.
fn run_in(folder: &Folder, writer: &str) -> Finished {
    folder.run(&format!("{writer} output"))
}

/// Creates a folder with a part of a book and the book made from it.
fn folder_for_writers() -> Folder {
    let folder = Folder::new();
    invent(&folder.path("part"), 3, (1, 1), 2);
    run_in(&folder, MERGE).printed();
    fs::rename(folder.path("output"), folder.path("book")).expect("just written");
    folder
}

#[test]
fn a_second_run_on_one_output_is_refused_until_the_first_has_ended() {
    let folder = folder_for_writers();
    folder.write("output", "");
    let mut first = Engine::run(&mut folder.command("analyze --hash 1 --input - --output output"));
    first.send("2232341145311512135567");
    while folder.read("output").is_empty() {
        thread::yield_now();
    }
    let records = folder.read("output");
    for writer in [GENERATE, BUILD, MERGE, DEEPEN, ANALYZE] {
        let error = run_in(&folder, writer).refused();
        assert_eq!(error, "error: output: another process is writing to it\n");
        assert_eq!(folder.read("output"), records);
    }
    // A lock ends with its process, however that ends.
    first.signal("KILL");
    assert!(!first.wait().success());
    run_in(&folder, GENERATE).printed();
    assert_eq!(folder.names(), ["book", "output", "part"]);
}

/// One run is halted at some moment, perhaps between making a lock and holding it, until the other
/// has ended.
#[test]
fn runs_with_one_output_write_in_turn_or_one_is_refused() {
    let folder = folder_for_writers();
    let kept = folder.names();
    let writers = [GENERATE, MERGE, DEEPEN, BUILD];
    let whole = writers.map(|writer| {
        run_in(&folder, writer).printed();
        let whole = fs::read(folder.path("output")).expect("just written");
        fs::remove_file(folder.path("output")).expect("just written");
        whole
    });
    let mut refused = 0;
    for round in 0..16 {
        let pair = [round % 4, round / 4 % 4];
        let [mut first, mut second] =
            pair.map(|index| folder.command(&format!("{} output", writers[index])));
        let halted = spawn(&mut first);
        thread::sleep(Duration::from_millis(round as u64 * 3));
        signal(&halted, "STOP");
        let other = run(&mut second);
        signal(&halted, "CONT");
        let runs = [wait(halted), other];
        let found = fs::read(folder.path("output")).expect("written");
        let mut written = pair
            .iter()
            .zip(&runs)
            .filter(|(_, run)| run.code == Some(0));
        assert!(written.any(|(&index, _)| whole[index] == found), "{runs:?}");
        for run in runs.iter().filter(|run| run.code != Some(0)) {
            assert_contains(
                &run.stderr,
                "error: output: another process is writing to it\n",
            );
            refused += 1;
        }
        fs::remove_file(folder.path("output")).expect("written");
        assert_eq!(folder.names(), kept);
    }
    assert!(refused > 0, "no run met another");
}

/// A command that reads the file READ, and the file under which it reads it.
const READERS: [(&str, &str); 14] = [
    ("analyze --input READ", "lines"),
    ("annotate --input READ", "lines"),
    ("grade --input lines READ", "games"),
    ("analyze --input lines --book READ", "book"),
    ("annotate --input lines --book READ", "book"),
    ("grade --input lines --book READ", "book"),
    ("analyze --json 4453 --book READ", "book"),
    ("annotate --json 4453 --book READ", "book"),
    ("analyze --input - < READ", "lines"),
    ("analyze --json - < READ", "games"),
    ("annotate --json - < READ", "games"),
    ("grade < READ", "games"),
    ("book deepen READ --tries 1", "book"),
    ("book merge --ply 3 part READ", "part"),
];

/// Commands without the option `--output`.
const PRINTERS: [(&str, &str); 8] = [
    ("bench READ", "lines"),
    ("bench --book=READ lines", "book"),
    ("book show READ", "book"),
    ("book verify --sample 0 READ", "book"),
    ("solve < READ", "lines"),
    ("solve --book READ < lines", "book"),
    ("play < READ", "lines"),
    ("< READ", "lines"),
];

/// Checks that a command is refused because its output is one of its inputs, and changes nothing.
#[track_caller]
fn refuses_output(folder: &Folder, command: &str, output: &str, input: &str) {
    let all = || {
        let names = folder.names().into_iter();
        names
            .map(|name| (fs::read(folder.path(&name)).ok(), name))
            .collect::<Vec<_>>()
    };
    let before = all();
    let (printed, success) = folder.typed(&format!("claimeven {command}"));
    let error = format!(
        "error: {output}: expected a file that this run does not read; found the same file as \
         {input}\n"
    );
    assert_eq!((printed, success), (error, false), "{command}");
    assert_eq!(all(), before, "{command}");
}

#[test]
fn no_output_is_a_file_that_the_run_reads() {
    let folder = folder_for_writers();
    folder.write("lines", "121212 18\n");
    folder.write("games", "4453\n");
    for (reader, read) in READERS {
        let input = if reader.contains('<') {
            "standard input"
        } else {
            read
        };
        let command = reader.replace("READ", read);
        for (output, is_hard) in [("soft", false), ("hard", true)] {
            if is_hard {
                fs::hard_link(folder.path(read), folder.path(output)).expect("a folder of ours");
            } else {
                symlink(read, folder.path(output)).expect("a folder of ours");
            }
            refuses_output(
                &folder,
                &format!("{command} --output {output}"),
                output,
                input,
            );
            fs::remove_file(folder.path(output)).expect("just made");
        }
        refuses_output(&folder, &format!("{command} --output {read}"), read, input);
        for ending in ["lock", "journal", "unfinished"] {
            let next = format!("new.{ending}");
            fs::copy(folder.path(read), folder.path(&next)).expect("a folder of ours");
            let command = reader.replace("READ", &next);
            let input = if input == read { &next } else { input };
            refuses_output(&folder, &format!("{command} --output new"), &next, input);
            fs::remove_file(folder.path(&next)).expect("just made");
        }
    }
}

#[test]
fn standard_output_is_not_a_file_that_the_run_reads() {
    let folder = folder_for_writers();
    folder.write("lines", "121212 18\n");
    folder.write("games", "4453\n");
    for (reader, read) in READERS.into_iter().chain(PRINTERS) {
        let is_stdin = reader.contains("< READ");
        let input = if is_stdin { "standard input" } else { read };
        let output = match reader {
            "book deepen READ --tries 1" | "book merge --ply 3 part READ" => "--output new",
            _ => "",
        };
        let command = format!("{} {output} >> {read}", reader.replace("READ", read));
        refuses_output(&folder, &command, "standard output", input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_room_on_the_disk_or_in_memory_the_old_file_stays_alone() {
    let folder = folder_for_writers();
    folder.write("games", "12121\n".repeat(9));
    folder.write("output", "old");
    // A file may grow to this many blocks of 512 bytes and no further.
    for (limit, writer, wanted) in [
        (
            "-f 1",
            "testset --seed 1 --ply 36 --count 50 --output",
            "output",
        ),
        ("-f 0", MERGE, "output"),
        ("-f 0", DEEPEN, "output"),
        ("-f 0", "grade --json --input games --output", "output"),
        ("-f 0", "analyze --input games --output", "output.journal"),
        (
            "-v 1000000",
            "analyze --hash 4096 --input games --output",
            "no memory for the tables",
        ),
    ] {
        let mut limited = limited(limit, &format!("{writer} output"));
        let error = run(limited.current_dir(folder.path(""))).refused();
        assert_contains(&error, &format!("error: {wanted}"));
        assert_eq!(folder.read("output"), "old", "{writer}");
        assert_eq!(folder.names(), ["book", "games", "output", "part"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_whole_games() {
    let folder = Folder::new();
    let input = folder.write("input", "1212121\n12121212\n1212121\n");
    let output = folder.path("output");
    let annotate = format!("annotate --pgn --hash 1 --input {input}");
    let whole = folder.run(&annotate).exits_with(1).stdout;
    let games = whole.match_indices("[Event ").map(|(at, _)| at);
    let ends: Vec<usize> = games.skip(1).chain([whole.len()]).collect();
    // The number of blocks of 512 bytes that a file may have.
    for room in [0, 1] {
        let limit = format!("-f {room}");
        run(&mut limited(
            &limit,
            &format!("{annotate} --output {output}"),
        ))
        .refused();
        let end = ends.iter().rfind(|&&end| end <= 512 * room);
        let left = folder.path("output.unfinished");
        let found = fs::read_to_string(&left).ok();
        assert_eq!(found.as_deref(), end.map(|&end| &whole[..end]), "{room}");
        // It is missing if there was no room for a game.
        let _ = fs::remove_file(&left);
        assert_eq!(folder.names(), ["input"]);
    }
}
