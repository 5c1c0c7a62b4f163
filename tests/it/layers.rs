//! The order of the crate: who may know whom, and where things stand.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate that each layer may name, itself left out.
const LAYERS: [(&str, &[&str]); 15] = [
    ("system", &[]),
    ("game", &[]),
    ("book", &["game"]),
    ("solver", &["game", "book"]),
    ("makebook", &["game", "book", "solver"]),
    ("protocol", &["game"]),
    ("testset", &["game", "solver", "system"]),
    ("bench", &["game", "solver", "testset"]),
    ("ladder", &["game", "solver", "testset", "bench"]),
    ("bulk", &["game", "solver"]),
    ("annotate", &["game", "solver"]),
    ("analyze", &["game", "solver", "book"]),
    (
        "record",
        &["game", "solver", "protocol", "annotate", "session"],
    ),
    ("session", &["game", "solver", "protocol", "system"]),
    (
        "daemon",
        &[
            "game", "solver", "protocol", "book", "session", "bench", "system",
        ],
    ),
];

/// These may name all others, and nobody them.
const SHELL: [&str; 3] = ["cli", "main", "lib"];

/// Foreign crates that are the business of a few places; `::*` stands for all that is below.
const KEPT_TO: [(&str, &[&str]); 3] = [
    (
        "tokio",
        &["daemon", "daemon::io", "daemon::worker", "system::signals"],
    ),
    ("clap", &["cli::*"]),
    ("nom", &["protocol::*"]),
];

/// What a page in a browser runs, where there is no clock, thread, file or process.
const PURE: [&str; 6] = ["game", "book", "solver", "annotate", "protocol", "session"];

/// Where these reach for one all the same, each only when it is asked to: to open a book, and to
/// search on several threads.
const ON_REQUEST: [&str; 3] = ["book::file", "solver::smp::pool", "solver::smp::backoff"];

/// Modules of the standard library that need a system below.
const SYSTEM: [&str; 6] = ["fs", "thread", "process", "env", "net", "Instant"];

/// The folders of the solver: each may name those before it.
const SOLVER_FOLDERS: [&str; 9] = [
    "types", "simd", "tt", "node", "eval", "ordering", "smp", "search", "root",
];

/// Files of the solver that may name all folders: its doors, what trainers need, and what tests
/// share.
const SOLVER_TOP: [&str; 4] = [
    "solver",
    "solver::training",
    "solver::sample",
    "solver::tests",
];

/// Where `unsafe` may stand: instruction sets, the memory of the table, the functions that only
/// some machines can run, and the question whether a signal is ignored.
const UNSAFE: [&str; 4] = [
    "solver::simd::x86",
    "solver::tt::memory",
    "solver::search::kernel",
    "system::signals::ignored",
];

/// What may stand at the top of the repository beside dot-files.
const TOP_LEVEL: [&str; 10] = [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "tests",
    "scripts",
    "protocol.md",
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One file of the crate.
struct Source {
    /// `game::fen` for `src/game/fen.rs`, `game` for `src/game/mod.rs`.
    module: Vec<String>,
    /// Its text without comments.
    code: String,
}

impl Source {
    fn layer(&self) -> &str {
        self.module.first().map_or("lib", String::as_str)
    }

    fn name(&self) -> String {
        self.module.join("::")
    }

    /// Whether it is this module, or below it where the place ends in `::*`.
    fn is_at(&self, place: &str) -> bool {
        let name = self.name();
        match place.strip_suffix("::*") {
            Some(top) => name == top || name.starts_with(&format!("{top}::")),
            None => name == place,
        }
    }

    /// Whether it is a module of tests, which may name what it likes.
    fn is_test(&self) -> bool {
        self.module
            .iter()
            .any(|name| name == "tests" || name == "fuzz")
    }

    /// Every path the file names, as if written from the root of the crate:
    /// `crate::game::Score` gives `crate`, `game`, `Score`.
    fn paths(&self) -> Vec<Vec<String>> {
        let found = paths(&tokens(&self.code));
        found.into_iter().map(|path| self.resolve(path)).collect()
    }

    fn resolve(&self, path: Vec<String>) -> Vec<String> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let relative = ups > 0 || path[0] == "self";
        if path[0] == "claimeven" {
            let rest = path.into_iter().skip(1);
            return std::iter::once("crate".to_owned()).chain(rest).collect();
        }
        if !relative {
            return path;
        }
        let depth = self.module.len().saturating_sub(ups);
        std::iter::once("crate".to_owned())
            .chain(self.module[..depth].iter().cloned())
            .chain(path.into_iter().skip(ups.max(1)))
            .collect()
    }
}

/// All files of `src`.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let mut open = vec![root().join("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the crate") {
            let path = entry.expect("an entry of the crate").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(read(&path));
            }
        }
    }
    assert!(sources.len() > 5, "the sources were not found");
    sources
}

fn read(path: &Path) -> Source {
    let text = fs::read_to_string(path).expect("a source file is text");
    let inside = path.strip_prefix(root().join("src")).expect("below src");
    let parts = PathBuf::from(inside).with_extension("");
    let mut module: Vec<String> = parts
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
        module.pop();
    }
    Source {
        module,
        code: without_comments(&text),
    }
}

fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Words, `::`, and every other sign on its own.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    let mut colons = 0;
    for sign in code.chars() {
        let of_word = sign.is_alphanumeric() || sign == '_';
        colons = if sign == ':' { colons + 1 } else { 0 };
        match tokens.last_mut() {
            Some(word) if of_word && in_word => word.push(sign),
            Some(colon) if colons == 2 => {
                colon.push(sign);
                colons = 0;
            }
            _ if sign.is_whitespace() => {}
            _ => tokens.push(sign.into()),
        }
        in_word = of_word;
    }
    tokens
}

fn is_word(token: &str) -> bool {
    token.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
}

/// Every path of two names or more, the trees of `use` spread out.
fn paths(tokens: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_word(&tokens[at]) {
            at = tree(tokens, at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found.retain(|path| path.len() > 1);
    found
}

/// Reads `a::b::{c, d::e}` from a word on; gives the place after it.
fn tree(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let mut path = prefix.to_vec();
    path.push(token(at).to_owned());
    at += 1;
    while token(at) == "::" && is_word(token(at + 1)) {
        path.push(token(at + 1).to_owned());
        at += 2;
    }
    if token(at) != "::" || token(at + 1) != "{" {
        found.push(path);
        return at;
    }
    at += 2;
    while at < tokens.len() && token(at) != "}" {
        if token(at) == "as" {
            at += 2;
        } else if is_word(token(at)) {
            at = tree(tokens, at, &path, found);
        } else {
            at += 1;
        }
    }
    at + 1
}

#[test]
fn every_layer_knows_only_the_ones_below() {
    let sources = sources();
    let modules: BTreeSet<&str> = sources.iter().map(Source::layer).collect();
    for source in &sources {
        let layer = source.layer();
        if SHELL.contains(&layer) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            panic!("{layer} is not listed");
        };
        for path in source.paths() {
            let other = path[0] == "crate" && path[1] != layer && modules.contains(&*path[1]);
            assert!(
                !other || allowed.contains(&&*path[1]),
                "{} names {}",
                source.name(),
                path.join("::")
            );
        }
    }
}

/// The code of a file without the module of tests at its foot.
fn without_tests(code: &str) -> String {
    let foot = code.find("#[cfg(test)]\nmod tests {");
    code[..foot.unwrap_or(code.len())].to_owned()
}

#[test]
fn every_folder_of_the_solver_knows_only_the_ones_before_it() {
    let row = |name: &str| SOLVER_FOLDERS.iter().position(|folder| *folder == name);
    let mut read = 0;
    for mut source in sources() {
        let name = source.name();
        if source.layer() != "solver" || SOLVER_TOP.contains(&&*name) || source.is_test() {
            continue;
        }
        source.code = without_tests(&source.code);
        let Some(own) = row(&source.module[1]) else {
            panic!("{name} is in no folder that is listed");
        };
        for path in source.paths() {
            if path[..2] != ["crate", "solver"] {
                continue;
            }
            let path = path.join("::");
            let folder = path.split("::").nth(2).and_then(row);
            assert!(
                folder.is_some_and(|folder| folder <= own),
                "{name} names {path}"
            );
            read += 1;
        }
    }
    assert!(read > 100, "only {read} paths were read");
}

#[test]
fn foreign_crates_stay_where_they_belong() {
    for source in sources() {
        if source.is_test() {
            continue;
        }
        for path in source.paths() {
            for (foreign, places) in KEPT_TO {
                assert!(
                    path[0] != foreign || places.iter().any(|place| source.is_at(place)),
                    "{} names {}",
                    source.name(),
                    path.join("::")
                );
            }
        }
    }
}

#[test]
fn what_a_page_runs_reaches_no_clock_thread_file_or_process() {
    let (mut read, mut requested) = (0, BTreeSet::new());
    for mut source in sources() {
        if !PURE.contains(&source.layer()) || source.is_test() {
            continue;
        }
        source.code = without_tests(&source.code);
        for path in source.paths() {
            read += 1;
            let of_system = SYSTEM
                .iter()
                .any(|name| path.iter().any(|part| part == name));
            if path[0] != "crate" && of_system {
                let name = source.name();
                assert!(
                    ON_REQUEST.contains(&&*name),
                    "{name} names {}",
                    path.join("::")
                );
                requested.insert(name);
            }
        }
    }
    assert!(read > 1000, "only {read} paths were read");
    assert_eq!(requested.len(), ON_REQUEST.len(), "{requested:?}");
}

#[test]
fn unsafe_code_lives_in_few_places() {
    for source in sources() {
        let words = tokens(&source.code);
        let found = words
            .iter()
            .any(|word| word == "unsafe" || word == "unsafe_code");
        assert!(
            !found || UNSAFE.iter().any(|place| source.name().starts_with(place)),
            "{}",
            source.name()
        );
    }
}

#[test]
fn the_shell_of_the_binary_stays_thin() {
    let Ok(text) = fs::read_to_string(root().join("src/main.rs")) else {
        return;
    };
    let lines = text.lines().count();
    assert!(lines < 60, "src/main.rs has {lines} lines");
}

#[test]
fn nothing_grows_at_the_top_of_the_repository() {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap_or_default();
    for entry in fs::read_dir(root()).expect("the repository") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        assert!(
            name.starts_with('.')
                || TOP_LEVEL.contains(&&*name)
                || ignored.lines().any(|line| line == format!("/{name}")),
            "{name} has no place at the top level"
        );
    }
}

#[test]
fn paths_are_found_in_every_way_of_writing_them() {
    let source = Source {
        module: vec!["game".to_owned(), "fen".to_owned()],
        code: without_comments(
            "use crate::{game::Score, solver::{Task as T, table}};\n\
             use super::super::protocol::*; // crate::daemon\n\
             use super::{position, score::Score};\n\
             fn f() { tokio::spawn(claimeven::cli::run::<u8>()); }",
        ),
    };
    let found: Vec<String> = source.paths().iter().map(|path| path.join("::")).collect();
    assert_eq!(
        found,
        [
            "crate::game::Score",
            "crate::solver::Task",
            "crate::solver::table",
            "crate::protocol",
            "crate::game::position",
            "crate::game::score::Score",
            "tokio::spawn",
            "crate::cli::run",
        ]
    );
}
