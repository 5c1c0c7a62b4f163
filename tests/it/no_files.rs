//! Files that a client can name, and how `--no-files` prevents it.

use std::fs;

#[cfg(unix)]
use crate::book::make_smallest;
use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, command, fed};

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

#[cfg(unix)]
#[test]
fn a_log_is_not_a_book() {
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
}
