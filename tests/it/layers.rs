//! The order of the crate: which modules each module may name, and where files belong.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemUse, UseTree, Visibility};

use crate::pages::root;

/// The rooms of the crate, and the other rooms that each may name. A module belongs to the longest
/// name that its own begins with. `cli` may name all others.
const ROOMS: [(&str, &[&str]); 12] = [
    ("system", &[]),
    ("game", &[]),
    ("book", &["game"]),
    ("solver", &["game", "book"]),
    ("book::build", &["game", "book", "solver"]),
    ("play", &["game", "solver"]),
    ("session::protocol", &["game", "solver", "play"]),
    (
        "session",
        &[
            "game",
            "book",
            "solver",
            "play",
            "session::protocol",
            "measure",
            "system",
        ],
    ),
    ("review", &["game", "solver", "play", "session::protocol"]),
    ("measure", &["game", "solver", "system"]),
    (
        "daemon",
        &[
            "book",
            "solver",
            "session",
            "session::protocol",
            "measure",
            "system",
        ],
    ),
    (
        "cli",
        &[
            "game",
            "book",
            "book::build",
            "solver",
            "play",
            "session",
            "session::protocol",
            "review",
            "measure",
            "daemon",
            "system",
        ],
    ),
];

/// Foreign crates that only some modules may name, with all modules below them.
const KEPT_TO: [(&str, &[&str]); 3] = [
    ("tokio", &["daemon", "system::signals"]),
    ("askama", &["review::report"]),
    ("clap", &["cli"]),
];

/// Rooms that run in a browser, which has no clock, thread, file or process.
const PURE: [&str; 6] = ["game", "book", "solver", "play", "session", "review"];

/// Modules of these rooms that use a clock, a thread or a file if the caller asks for it: to open a
/// book, to search on several threads, to solve many positions, and to stop after a time.
const ON_REQUEST: [&str; 6] = [
    "book::file",
    "solver::many",
    "solver::many::analyze_all",
    "solver::smp::backoff",
    "solver::smp::pool",
    "solver::timer",
];

/// Names of the standard library that need an operating system.
const SYSTEM: [&str; 6] = ["fs", "thread", "process", "env", "net", "Instant"];

/// Folders that still have a circle.
const CIRCLES: [&str; 2] = ["solver::node", "solver::simd"];

/// The files and folders at the top of the repository, except dot-files.
const TOP_LEVEL: [&str; 16] = [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "tests",
    "python",
    "web",
    "docs",
    "scripts",
    "protocol.md",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "rust-toolchain.toml",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// A path that begins with `crate` or with a foreign crate, or the name of a module, without
/// `crate`.
type Names = Vec<String>;

/// One file of the crate, without its tests.
#[derive(Default)]
struct Module {
    /// The paths in the file. Those inside macros are left out.
    paths: BTreeSet<Names>,
    /// The paths of what `pub use` names: `Fen` is `crate::game::fen::Fen` in `game`.
    exports: BTreeMap<String, Names>,
}

/// Reads the paths of a file.
struct Reader {
    at: Names,
    module: Module,
}

impl Reader {
    /// Returns a path of this file from the root of the crate.
    fn resolve(&self, path: &[String]) -> Names {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let above = &self.at[..self.at.len().saturating_sub(ups)];
        match path[0].as_str() {
            "super" => [&["crate".to_owned()], above, &path[ups..]].concat(),
            "self" => [&["crate".to_owned()], above, &path[1..]].concat(),
            _ => path.to_vec(),
        }
    }

    fn add_tree(&mut self, tree: &UseTree, before: &[String], is_export: bool) {
        let mut add = |name: &str, exported: &str| {
            let path = [before, &[name.to_owned()]].concat();
            let path = self.resolve(&path);
            if is_export {
                self.module
                    .exports
                    .insert(exported.to_owned(), path.clone());
            }
            self.module.paths.insert(path);
        };
        match tree {
            UseTree::Path(path) => {
                let before = [before, &[path.ident.to_string()]].concat();
                self.add_tree(&path.tree, &before, is_export);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, before, is_export);
                }
            }
            UseTree::Name(name) => add(&name.ident.to_string(), &name.ident.to_string()),
            UseTree::Rename(name) => add(&name.ident.to_string(), &name.rename.to_string()),
            UseTree::Glob(_) => add("*", "*"),
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_export = !matches!(item.vis, Visibility::Inherited);
        self.add_tree(&item.tree, &[], is_export);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        if names.len() > 1 {
            let path = self.resolve(&names);
            self.module.paths.insert(path);
        }
        visit::visit_path(self, path);
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

/// The modules of the crate, except those of tests.
struct Crate(BTreeMap<Names, Module>);

impl Crate {
    fn read() -> Crate {
        let mut modules = BTreeMap::new();
        let mut open = vec![root().join("src")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of the crate") {
                let path = entry.expect("an entry of the crate").path();
                let at = module_name(&path);
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs")
                    && !at.iter().any(|name| name == "tests")
                {
                    let text = fs::read_to_string(&path).expect("a source file is text");
                    modules.insert(at.clone(), read_module(at, &text));
                }
            }
        }
        assert!(modules.len() > 200, "the sources were not found");
        Crate(modules)
    }

    /// Returns a path without its `crate`, or none if it is foreign. In the file of a folder, a
    /// path can begin with a module of that folder.
    fn inside(&self, at: &[String], path: &Names) -> Option<Names> {
        if path[0] == "crate" {
            return Some(path[1..].to_vec());
        }
        let relative = [at, path].concat();
        self.0
            .contains_key(&relative[..=at.len()])
            .then_some(relative)
    }

    /// Returns the module that defines what a path names, or none for a foreign path.
    fn home(&self, path: &[String]) -> Option<Names> {
        let length = (1..=path.len())
            .rev()
            .find(|&length| self.0.contains_key(&path[..length]));
        let at = &path[..length?];
        let export = path
            .get(at.len())
            .and_then(|name| self.0[at].exports.get(name));
        let target = export.and_then(|export| self.inside(at, export));
        match target.filter(|target| target != path) {
            Some(target) => self.home(&target),
            None => Some(at.to_vec()),
        }
    }

    /// Returns each pair of a module and another that it names.
    fn edges(&self) -> Vec<(&Names, Names)> {
        let pairs = self.0.iter().flat_map(|(at, module)| {
            let paths = module.paths.iter().filter_map(|path| self.inside(at, path));
            let homes = paths.filter_map(|path| self.home(&path));
            homes.map(move |home| (at, home))
        });
        pairs.collect()
    }
}

/// Returns `game::fen` for `src/game/fen.rs`, `game` for `src/game/mod.rs`.
fn module_name(path: &Path) -> Names {
    let inside = path
        .strip_prefix(root().join("src"))
        .expect("below src")
        .with_extension("");
    let mut names: Names = inside
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if names
        .last()
        .is_some_and(|name| name == "mod" || name == "lib")
    {
        names.pop();
    }
    names
}

fn read_module(at: Names, text: &str) -> Module {
    let file: File = syn::parse_file(text).expect("a source of the crate");
    let mut reader = Reader {
        at,
        module: Module::default(),
    };
    reader.visit_file(&file);
    reader.module
}

/// Returns whether a module is the one named, or below it.
fn is_within(at: &[String], name: &str) -> bool {
    let mut names = at.iter();
    name.split("::")
        .all(|part| names.next().is_some_and(|other| other == part))
}

fn room(at: &[String]) -> Option<&'static str> {
    let rooms = ROOMS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| is_within(at, name));
    rooms.max_by_key(|name| name.len())
}

#[test]
fn every_room_names_only_the_rooms_below_it() {
    let sources = Crate::read();
    let mut seen = BTreeSet::new();
    for (at, home) in sources.edges() {
        let (Some(own), Some(other)) = (room(at), room(&home)) else {
            assert!(at.len() < 2, "{at:?} is in no room");
            continue;
        };
        let (_, allowed) = ROOMS
            .iter()
            .find(|(name, _)| *name == own)
            .expect("it is listed");
        assert!(
            own == other || allowed.contains(&other),
            "{at:?} names {home:?}"
        );
        seen.insert((own, other));
    }
    for (own, allowed) in ROOMS {
        for other in allowed {
            assert!(seen.contains(&(own, *other)), "{own} never names {other}");
        }
    }
}

#[test]
fn no_two_modules_of_a_folder_name_each_other_in_a_circle() {
    let sources = Crate::read();
    // For each folder, which of its entries name which others.
    let mut folders: BTreeMap<&[String], BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
    for (at, home) in sources.edges() {
        let common = at
            .iter()
            .zip(&home)
            .take_while(|(own, other)| own == other)
            .count();
        if common > 0
            && let (Some(own), Some(other)) = (at.get(common), home.get(common))
        {
            let entries = folders.entry(&at[..common]).or_default();
            entries.entry(own).or_default().insert(other.clone());
        }
    }
    let mut circles = Vec::new();
    for (folder, mut entries) in folders {
        while let Some(free) = entries.iter().find_map(|(name, others)| {
            let is_free = others
                .iter()
                .all(|other| !entries.contains_key(other.as_str()));
            is_free.then_some(*name)
        }) {
            entries.remove(free);
        }
        if !entries.is_empty() && !CIRCLES.contains(&&*folder.join("::")) {
            circles.push(format!("{}: {entries:?}", folder.join("::")));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn foreign_crates_are_named_only_where_they_belong() {
    for (at, module) in Crate::read().0 {
        for path in &module.paths {
            for (foreign, modules) in KEPT_TO {
                let is_allowed = modules.iter().any(|module| is_within(&at, module));
                assert!(path[0] != foreign || is_allowed, "{at:?} names {path:?}");
            }
        }
    }
}

#[test]
fn code_for_the_browser_uses_no_clock_thread_file_or_process() {
    let mut requested = BTreeSet::new();
    for (at, module) in Crate::read().0 {
        let uses_system = module.paths.iter().any(|path| {
            path[0] == "std" && path.iter().any(|name| SYSTEM.contains(&name.as_str()))
        });
        if uses_system && PURE.iter().any(|room| is_within(&at, room)) {
            requested.insert(at.join("::"));
        }
    }
    requested.retain(|name| !name.starts_with("book::build"));
    assert_eq!(requested, ON_REQUEST.map(String::from).into());
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
    let at = ["game", "text"].map(String::from).to_vec();
    let text = "use crate::{game::Score, solver::{Task as T, table}}; pub use super::fen::{self, Fen};\n\
                fn f() -> self::inner::Type { tokio::spawn(crate::cli::run::<u8>()) }\n\
                #[cfg(test)] mod tests { use crate::unseen::Name; }";
    let module = read_module(at, text);
    let found: BTreeSet<String> = module.paths.iter().map(|path| path.join("::")).collect();
    let expected = [
        "crate::cli::run",
        "crate::game::Score",
        "crate::game::fen::Fen",
        "crate::game::fen::self",
        "crate::game::text::inner::Type",
        "crate::solver::Task",
        "crate::solver::table",
        "tokio::spawn",
    ];
    assert_eq!(found, expected.map(String::from).into());
    assert_eq!(module.exports["Fen"], ["crate", "game", "fen", "Fen"]);
}
