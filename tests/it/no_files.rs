//! Files that a client can name, and how `--no-files` prevents it.

use std::fs::{self, File};

#[cfg(unix)]
use crate::book::make_smallest;
use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, assert_starts, command, fed};

const NO_FILES: &str = "CLAIMEVEN_NO_FILES";

/// The options that name files.
const NAMING: [&str; 2] = ["BookFile", "Debug Log File"];

#[test]
fn no_files_neither_declares_nor_sets_options_that_name_files() {
    let folder = Folder::new();
    let (log, book) = (
        folder.path("log"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"),
    );
    let mut engine = Engine::run(&mut command("--no-files"));
    let options = engine.ask("uci", "uciok").join("\n");
    assert_contains(&options, "\noption name VariantPath type string ");
    for name in NAMING {
        assert!(!options.contains(name), "{options}");
    }
    engine.send("setoption name OwnBook value false\ngo infinite");
    for _ in 0..2 {
        for (name, path) in [
            ("Debug Log File", &*log),
            ("debug  log\tFILE", &log),
            ("Debug Log File", "<empty>"),
            ("bookfile", book),
            ("BookFile", ""),
        ] {
            let lines = engine.ready_after(&format!("setoption name {name} value {path}"));
            // Reports of the search may come between.
            let errors = lines.iter().filter(|line| line.contains(" error "));
            let errors: Vec<&String> = errors.collect();
            let refusal = ": options that name files are switched off (--no-files)";
            assert!(
                errors.len() == 1 && errors[0].ends_with(refusal),
                "{lines:?}"
            );
        }
        engine.ask("stop", "bestmove ...");
        engine.send("go infinite");
    }
    engine.send(&format!("setoption name VariantPath value {log}"));
    engine.quit();
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
        let options = fed(command("").env(NO_FILES, value), "uci\n").printed();
        for name in NAMING {
            assert_eq!(
                !options.contains(name),
                switches_off,
                "{value:?}: {options}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_cannot_be_read_starts_no_engine() {
    use std::os::unix::ffi::OsStrExt;

    let value = std::ffi::OsStr::from_bytes(b"\xff");
    let run = fed(command("").env(NO_FILES, value), "uci\n");
    assert_eq!(run.exits_with(2).stdout, "");
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
        engine.ask("position moves 121212\ngo", "bestmove 1");
    }
    let log = folder.read("log");
    let written = log.trim_start_matches('\0');
    assert_starts(written, "> position moves 121212\n> go\n");
    let end = "\nthe log ends here: the file is full\n";
    assert!(written.ends_with(end), "{written}");
    assert!(written.len() < 150, "{written}");
    let full = format!(
        "expected a file of less than {LIMIT} bytes; found {}",
        log.len()
    );
    engine.ask(
        &open,
        &format!("info string error Debug Log File {path}: {full}"),
    );
    engine.quit();
}

#[cfg(unix)]
#[test]
fn a_log_is_neither_a_book_nor_the_script() {
    let folder = Folder::new();
    make_smallest(&folder, "own.book");
    std::os::unix::fs::symlink("own.book", folder.path("link")).expect("a folder of ours");
    let book = fs::read(folder.path("own.book")).expect("just made");
    let set = |name: &str, path: &str| format!("setoption name {name} value {path}\n");
    for path in ["own.book", "link"] {
        let (log, own) = (set("Debug Log File", path), set("BookFile", "own.book"));
        for lines in [format!("{own}{log}"), format!("{log}{own}")] {
            let printed = fed(&mut folder.command(""), lines + "isready\n").printed();
            let error = format!("error Debug Log File {path}: expected a log; found a book");
            assert_eq!(printed, format!("info string {error}\nreadyok\n"));
            assert!(fs::read(folder.path("own.book")).expect("a book") == book);
        }
    }
    let script = set("Debug Log File", "./script") + "isready\n";
    folder.write("script", &script);
    let (printed, _) = folder.shell("claimeven < script");
    let error = "error Debug Log File ./script: expected a log; found standard input";
    assert_eq!(printed, format!("info string {error}\nreadyok\n"));
    assert_eq!(folder.read("script"), script);
}
