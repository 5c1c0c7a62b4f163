//! The order of the crate: the modules that each module may name, and where files belong.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::pages::root;

/// The other modules of the crate that each layer may name.
const LAYERS: [(&str, &[&str]); 21] = [
    ("system", &[]),
    ("game", &[]),
    ("book", &["game"]),
    ("solver", &["game", "book"]),
    ("makebook", &["game", "book", "solver"]),
    ("levels", &["game", "solver"]),
    ("resistance", &["game", "solver"]),
    ("protocol", &["game", "levels"]),
    ("testset", &["game", "solver", "system"]),
    ("bench", &["game", "solver", "testset"]),
    ("ladder", &["game", "solver", "testset", "bench"]),
    ("bulk", &["game", "solver"]),
    ("annotate", &["game", "solver"]),
    ("grade", &["game", "annotate", "solver", "levels"]),
    ("analyze", &["game", "solver"]),
    ("many", &["game", "solver"]),
    ("timer", &["solver"]),
    (
        "record",
        &["game", "solver", "protocol", "annotate", "grade", "session"],
    ),
    (
        "report",
        &["game", "solver", "protocol", "annotate", "session"],
    ),
    (
        "session",
        &["game", "solver", "levels", "protocol", "system"],
    ),
    (
        "daemon",
        &[
            "game",
            "solver",
            "protocol",
            "book",
            "session",
            "bench",
            "system",
            "resistance",
        ],
    ),
];

/// Layers that may name all others. No other layer may name them.
const SHELL: [&str; 3] = ["cli", "main", "lib"];

/// Foreign crates that only a few modules may name; `::*` includes all modules below.
const KEPT_TO: [(&str, &[&str]); 4] = [
    (
        "tokio",
        &["daemon", "daemon::io", "daemon::worker", "system::signals"],
    ),
    ("askama", &["report::*"]),
    ("clap", &["cli::*"]),
    ("nom", &["protocol::*"]),
];

/// Layers that run in a browser, which has no clock, thread, file or process.
const PURE: [&str; 10] = [
    "game",
    "book",
    "solver",
    "levels",
    "resistance",
    "annotate",
    "grade",
    "protocol",
    "session",
    "report",
];

/// Modules of these layers that use a file or a thread if the caller asks for it: to open a book,
/// and to search on several threads.
const ON_REQUEST: [&str; 3] = ["book::file", "solver::smp::pool", "solver::smp::backoff"];

/// Names of the standard library that need an operating system.
const SYSTEM: [&str; 6] = ["fs", "thread", "process", "env", "net", "Instant"];

/// The folders of the solver: each may name those before it.
const SOLVER_FOLDERS: [&str; 9] = [
    "types", "simd", "tt", "node", "eval", "ordering", "smp", "search", "root",
];

/// Files of the solver that may name all folders: its public interface, the code for trainers, and
/// code that tests share.
const SOLVER_TOP: [&str; 5] = [
    "solver",
    "solver::pause",
    "solver::training",
    "solver::sample",
    "solver::tests",
];

/// Modules that may contain `unsafe`: instruction sets, the memory of the table, the functions that
/// only some machines can run, and the query whether a signal is ignored.
const UNSAFE: [&str; 4] = [
    "solver::simd::x86",
    "solver::tt::memory",
    "solver::search::kernel",
    "system::signals::ignored",
];

/// The files and folders at the top of the repository, except dot-files.
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

/// One file of the crate.
struct Source {
    /// `game::fen` for `src/game/fen.rs`, `game` for `src/game/mod.rs`.
    module: Vec<String>,
    tokens: TokenStream,
}

impl Source {
    fn layer(&self) -> &str {
        self.module.first().map_or("lib", String::as_str)
    }

    fn name(&self) -> String {
        self.module.join("::")
    }

    /// Returns the message that it must not name a path.
    fn names(&self, path: &[String]) -> String {
        format!("{} names {}", self.name(), path.join("::"))
    }

    /// Returns whether it is this module, or one below if `module` ends in `::*`.
    fn is_at(&self, module: &str) -> bool {
        let name = self.name();
        match module.strip_suffix("::*") {
            Some(top) => name == top || name.starts_with(&format!("{top}::")),
            None => name == module,
        }
    }

    /// Returns whether it is a module of tests, which may name any module.
    fn is_test(&self) -> bool {
        self.module.iter().any(|name| name == "tests")
    }

    /// Returns every path in the file, as written from the root of the crate: `crate::game::Score`
    /// gives `crate`, `game`, `Score`.
    fn paths(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        add_paths(self.tokens.clone(), &[], &mut found);
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

/// Returns all files of `src`.
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
        tokens: text.parse().expect("the tokens of a source"),
    }
}

/// Returns the tokens of a file without its items for tests.
fn without_tests(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        let is_for_tests = matches!(&token, TokenTree::Group(group)
            if group.to_string().replace(' ', "") == "[cfg(test)]");
        if is_for_tests {
            tokens.find(|token| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                token => token.to_string() == ";",
            });
        } else {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}

/// Adds the paths of two names or more. Inside the braces of a `use` each begins with `prefix`.
fn add_paths(tokens: TokenStream, prefix: &[String], found: &mut Vec<Vec<String>>) {
    let mut path = prefix.to_vec();
    let end = |path: &mut Vec<String>, found: &mut Vec<Vec<String>>| {
        let whole = std::mem::replace(path, prefix.to_vec());
        if whole.len() > prefix.len().max(1) {
            found.push(whole);
        }
    };
    let mut colons = 0;
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let before = std::mem::take(&mut colons);
        let continues = before == 2;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => {
                colons = before + 1;
            }
            TokenTree::Ident(name) if name == "as" && !prefix.is_empty() => {
                tokens.next();
            }
            TokenTree::Ident(name) => {
                if !continues {
                    end(&mut path, found);
                }
                path.push(name.to_string());
            }
            TokenTree::Group(group) => {
                let is_tree = continues && group.delimiter() == Delimiter::Brace;
                let outer = if is_tree {
                    std::mem::take(&mut path)
                } else {
                    Vec::new()
                };
                end(&mut path, found);
                path = prefix.to_vec();
                add_paths(group.stream(), &outer, found);
            }
            _ => end(&mut path, found),
        }
    }
    end(&mut path, found);
}

/// Returns whether the tokens contain one of the words.
fn has_word(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_word(group.stream(), words),
        TokenTree::Ident(name) => words.iter().any(|word| name == word),
        _ => false,
    })
}

#[test]
fn every_layer_names_only_the_layers_below_it() {
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
            let is_allowed = !other || allowed.contains(&&*path[1]);
            assert!(is_allowed, "{}", source.names(&path));
        }
    }
}

#[test]
fn every_folder_of_the_solver_names_only_the_folders_before_it() {
    let row = |name: &str| SOLVER_FOLDERS.iter().position(|folder| *folder == name);
    let mut read = 0;
    for mut source in sources() {
        let name = source.name();
        if source.layer() != "solver" || SOLVER_TOP.contains(&&*name) || source.is_test() {
            continue;
        }
        source.tokens = without_tests(source.tokens);
        let Some(own) = row(&source.module[1]) else {
            panic!("{name} is in no folder that is listed");
        };
        for path in source.paths() {
            if path[..2] != ["crate", "solver"] {
                continue;
            }
            let folder = path.get(2).and_then(|name| row(name));
            let is_before = folder.is_some_and(|folder| folder <= own);
            assert!(is_before, "{}", source.names(&path));
            read += 1;
        }
    }
    assert!(read > 100, "only {read} paths were read");
}

#[test]
fn foreign_crates_are_named_only_where_they_belong() {
    for source in sources() {
        if source.is_test() {
            continue;
        }
        for path in source.paths() {
            for (foreign, modules) in KEPT_TO {
                let is_allowed = modules.iter().any(|module| source.is_at(module));
                assert!(path[0] != foreign || is_allowed, "{}", source.names(&path));
            }
        }
    }
}

#[test]
fn code_for_the_browser_uses_no_clock_thread_file_or_process() {
    let (mut read, mut requested) = (0, BTreeSet::new());
    for mut source in sources() {
        if !PURE.contains(&source.layer()) || source.is_test() {
            continue;
        }
        source.tokens = without_tests(source.tokens);
        for path in source.paths() {
            read += 1;
            let is_system = path.iter().any(|part| SYSTEM.contains(&&**part));
            if path[0] != "crate" && is_system {
                let is_allowed = ON_REQUEST.contains(&&*source.name());
                assert!(is_allowed, "{}", source.names(&path));
                requested.insert(source.name());
            }
        }
    }
    assert!(read > 1000, "only {read} paths were read");
    assert_eq!(requested.len(), ON_REQUEST.len(), "{requested:?}");
}

#[test]
fn few_modules_contain_unsafe_code() {
    for source in sources() {
        let found = has_word(source.tokens.clone(), &["unsafe", "unsafe_code"]);
        let name = source.name();
        let is_allowed = UNSAFE.iter().any(|module| name.starts_with(module));
        assert!(!found || is_allowed, "{name}");
    }
}

#[test]
fn the_main_file_stays_short() {
    let text = fs::read_to_string(root().join("src/main.rs")).expect("it is there");
    let lines = text.lines().count();
    assert!(lines < 60, "src/main.rs has {lines} lines");
}

#[test]
fn the_top_of_the_repository_has_only_the_listed_files() {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap_or_default();
    for entry in fs::read_dir(root()).expect("the repository") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let is_ignored = ignored.lines().any(|line| line == format!("/{name}"));
        let is_listed = name.starts_with('.') || TOP_LEVEL.contains(&&*name);
        assert!(is_listed || is_ignored, "{name} is not listed");
    }
}

#[test]
fn paths_are_found_in_every_form() {
    let source = Source {
        module: vec!["game".to_owned(), "fen".to_owned()],
        tokens: "use crate::{game::Score, solver::{Task as T, table}};\n\
               use super::super::protocol::*; // crate::daemon\n\
               use super::{position, score::Score};\n\
               fn f() { tokio::spawn(claimeven::cli::run::<u8>()); }"
            .parse()
            .expect("tokens"),
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
