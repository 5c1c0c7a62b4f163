//! Files that a client can name, and how `--no-files` prevents it.

use std::fs::{self, File};
use std::process::Command;

use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::program::{command, fed, text};

const NO_FILES: &str = "CLAIMEVEN_NO_FILES";

/// The options that name files.
const NAMING: [&str; 2] = ["BookFile", "Debug Log File"];

/// Returns the answer to `uci`.
fn declared(mut engine: Command) -> String {
    let output = fed(&mut engine, "uci\n");
    assert!(output.status.success());
    text(&output.stdout)
}

#[test]
fn no_files_neither_declares_nor_sets_options_that_name_files() {
    let folder = Folder::new();
    let (log, book) = (
        folder.path("log"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"),
    );
    let mut engine = Engine::run(&mut command("--no-files"));
    engine.send("uci");
    let said = engine.lines_until("uciok").join("\n");
    assert!(
        said.contains("\noption name VariantPath type string "),
        "{said}"
    );
    for name in NAMING {
        assert!(!said.contains(name), "{said}");
    }
    engine.send("setoption name OwnBook value false\ngo infinite");
    for round in 0..2 {
        for (name, path) in [
            ("Debug Log File", &*log),
            ("debug  log\tFILE", &log),
            ("Debug Log File", "<empty>"),
            ("bookfile", book),
            ("BookFile", ""),
        ] {
            engine.send(&format!("setoption name {name} value {path}\nisready"));
            let said = engine.lines_until("readyok");
            // Reports of the search may come between.
            let mut refused = said.iter().filter(|line| line.contains(" error "));
            let refused = (refused.next(), refused.next());
            let (Some(refused), None) = refused else {
                panic!("{round}: {name}: {said:?}");
            };
            assert!(refused.ends_with(": options that name files are switched off (--no-files)"));
        }
        engine.send("stop");
        engine.expect("bestmove ...");
        engine.send("go infinite");
    }
    engine.send(&format!("setoption name VariantPath value {log}"));
    engine.send("quit");
    assert!(engine.farewell().1.success());
    assert!(fs::metadata(&log).is_err(), "a file was made");
}

#[test]
fn the_variable_switches_files_off_unless_it_is_false() {
    for (value, switches_off) in [
        ("1", true),
        ("true", true),
        ("what?", true),
        ("", false),
        ("0", false),
        ("false", false),
        ("no", false),
        ("off", false),
    ] {
        let mut engine = command("");
        engine.env(NO_FILES, value);
        let said = declared(engine);
        for name in NAMING {
            assert_eq!(!said.contains(name), switches_off, "{value:?}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_cannot_be_read_starts_no_engine() {
    use std::os::unix::ffi::OsStrExt;

    let mut engine = command("");
    engine.env(NO_FILES, std::ffi::OsStr::from_bytes(b"\xff"));
    let output = fed(&mut engine, "uci\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn the_daemon_reveals_no_byte_of_a_file_that_is_not_a_book() {
    let folder = Folder::new();
    for content in [
        "secret",
        "root:*:0",
        "secret secret secret secret secret secret\n",
        "",
    ] {
        let path = folder.write("file", content);
        let mut engine = Engine::start();
        engine.send(&format!("setoption name BookFile value {path}"));
        let wanted = format!(
            "info string error BookFile {path}: expected a file that holds a book; the book of ply ..."
        );
        engine.expect(&wanted);
        engine.send("quit");
        let (rest, _) = engine.farewell();
        assert!(rest.is_empty(), "{rest:?}");
    }
}

#[test]
fn the_log_stops_at_64_mib_and_play_continues() {
    const LIMIT: u64 = 64 << 20;
    let folder = Folder::new();
    let path = folder.path("log");
    let log = File::create(&path).expect("a folder of ours");
    // The file has a hole and takes no room on the disk.
    log.set_len(LIMIT - 100).expect("a file of ours");
    let mut engine = Engine::start();
    let open = format!("setoption name Debug Log File value {path}");
    engine.send(&open);
    for _ in 0..10 {
        engine.send("position moves 121212\ngo");
        engine.expect("bestmove 1");
    }
    let bytes = fs::read(&path).expect("written");
    let written = text(&bytes[usize::try_from(LIMIT - 100).expect("64 bits")..]);
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines[..2], ["> position moves 121212", "> go"], "{written}");
    assert_eq!(
        lines.last(),
        Some(&"the log ends here: the file is full"),
        "{written}"
    );
    assert!(written.len() < 150, "{written}");
    engine.send(&open);
    engine.expect(&format!(
        "info string error Debug Log File {path}: expected a file of less than {LIMIT} bytes; found ..."
    ));
    engine.send("quit");
    assert!(engine.farewell().1.success());
}
