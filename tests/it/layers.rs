//! The order of the crate: which modules each module may name, and where files belong.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Meta, UseTree, Visibility};

use crate::pages::root;

/// The rooms of the crate, and the other rooms that each names. A module belongs to the longest
/// name that its own begins with.
const ROOMS: [(&str, &str); 13] = [
    ("system", ""),
    ("game", ""),
    ("book", "game"),
    ("solver", "game book"),
    ("book::build", "game book solver"),
    ("play", "game solver"),
    ("sizes", "game solver"),
    ("measure", "game sizes solver system"),
    ("review", "game sizes solver play measure"),
    ("session::protocol", "game play"),
    (
        "session",
        "game book solver play measure review session::protocol system",
    ),
    (
        "daemon",
        "book solver measure session session::protocol system",
    ),
    (
        "cli",
        "game sizes book book::build solver play measure session session::protocol review daemon system",
    ),
];

/// Rooms that run in a browser, which has no clock, thread, file or process.
const PURE: [&str; 7] = [
    "game", "sizes", "book", "solver", "play", "session", "review",
];

/// Modules of these rooms that use a clock, a thread or a file if the caller asks for it: to open a
/// book, to search on several threads, to solve many positions, and to stop after a time.
const ON_REQUEST: [&str; 5] = [
    "book::file",
    "solver::many",
    "solver::many::analyze_all",
    "solver::smp::pool",
    "solver::timer",
];

/// Names of the standard library that need an operating system.
const SYSTEM: [&str; 6] = ["fs", "thread", "process", "env", "net", "Instant"];

/// The files and folders at the top of the repository, except dot-files.
const TOP_LEVEL: &str = "Cargo.toml Cargo.lock src examples tests python web docs scripts \
    protocol.md README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md rust-toolchain.toml LICENSE-MIT LICENSE-APACHE";

/// The names of a module without `crate`, or a path that begins with `crate` or a foreign crate.
type Names = Vec<String>;

/// One file of the crate, without its tests.
#[derive(Default)]
struct Module {
    at: Names,
    /// The paths in the file. Those inside macros are left out.
    paths: BTreeSet<Names>,
    /// The paths of what `pub use` names: `Fen` is `crate::game::fen::Fen` in `game`.
    exports: BTreeMap<String, Names>,
}

impl Module {
    fn add(&mut self, path: Names) -> Names {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let above = &self.at[..self.at.len().saturating_sub(ups)];
        let inside = |rest| [&["crate".to_owned()], above, rest].concat();
        let path = match path[0].as_str() {
            "super" => inside(&path[ups..]),
            "self" => inside(&path[1..]),
            _ => path,
        };
        self.paths.insert(path.clone());
        path
    }

    fn add_tree(&mut self, tree: &UseTree, mut before: Names, is_export: bool) {
        let (name, exported) = match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                return self.add_tree(&path.tree, before, is_export);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, before.clone(), is_export);
                }
                return;
            }
            UseTree::Name(name) => (name.ident.to_string(), &name.ident),
            UseTree::Rename(name) => (name.ident.to_string(), &name.rename),
            UseTree::Glob(_) => {
                self.add(before);
                return;
            }
        };
        before.push(name);
        let path = self.add(before);
        if is_export {
            self.exports.insert(exported.to_string(), path);
        }
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs[..],
            Item::Fn(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            _ => &[],
        };
        if !attributes.iter().any(is_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_export = !matches!(item.vis, Visibility::Inherited);
        self.add_tree(&item.tree, Vec::new(), is_export);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        let names: Names = names.collect();
        if names.len() > 1 {
            self.add(names);
        }
        visit::visit_path(self, path);
    }
}

fn is_test(attribute: &Attribute) -> bool {
    matches!(&attribute.meta, Meta::List(list)
        if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
}

/// Reads a file. Its name is `game::fen` for `src/game/fen.rs`, `game` for `src/game/mod.rs`.
fn read(path: &Path, text: &str) -> Module {
    let name = path.with_extension("");
    let name = name.iter().map(|part| part.to_string_lossy().into_owned());
    let at = name.filter(|part| part != "mod" && part != "lib").collect();
    let mut module = Module {
        at,
        ..Module::default()
    };
    module.visit_file(&syn::parse_file(text).expect("a source of the crate"));
    module
}

/// Returns the files below a folder that are not tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the crate");
    let paths = entries.map(|entry| entry.expect("an entry of the crate").path());
    let is_kept = |path: &PathBuf| {
        let name = path.file_stem().expect("a name");
        name != "tests" && (path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
    };
    let expand = |path: PathBuf| {
        if path.is_dir() {
            sources(&path)
        } else {
            vec![path]
        }
    };
    paths.filter(is_kept).flat_map(expand).collect()
}

/// The modules of the crate, except those of tests.
struct Crate(BTreeMap<Names, Module>);

impl Crate {
    fn read() -> Crate {
        let folder = root().join("src");
        let modules = sources(&folder).into_iter().map(|path| {
            let text = fs::read_to_string(&path).expect("a source file is text");
            let module = read(path.strip_prefix(&folder).expect("below src"), &text);
            (module.at.clone(), module)
        });
        let modules: BTreeMap<_, _> = modules.collect();
        assert!(modules.len() > 200, "the sources were not found");
        Crate(modules)
    }

    /// Returns the module that defines what a path names, or none for a foreign path. In the file
    /// of a folder, a path can begin with a module of that folder.
    fn home(&self, at: &[String], path: &[String]) -> Option<Names> {
        let relative = [at, path].concat();
        let path = match path[0].as_str() {
            "crate" => &path[1..],
            _ if self.0.contains_key(&relative[..=at.len()]) => &relative,
            _ => return None,
        };
        let lengths = (1..=path.len()).rev();
        let length = { lengths }.find(|&length| self.0.contains_key(&path[..length]))?;
        let (at, rest) = path.split_at(length);
        let export = rest.first().and_then(|name| self.0[at].exports.get(name));
        let defined = export.filter(|export| export[1..] != *path);
        let defined = defined.and_then(|export| self.home(at, export));
        Some(defined.unwrap_or_else(|| at.to_vec()))
    }

    /// Returns each pair of a module and another that it names.
    fn edges(&self) -> Vec<(&Names, Names)> {
        let pairs = self.0.iter().flat_map(|(at, module)| {
            let homes = module.paths.iter().filter_map(|path| self.home(at, path));
            homes.map(move |home| (at, home))
        });
        pairs.collect()
    }
}

/// Returns whether a module is the one named, or below it.
fn is_within(at: &[String], name: &str) -> bool {
    let mut names = at.iter();
    name.split("::")
        .all(|part| names.next().is_some_and(|other| other == part))
}

fn room(at: &[String]) -> Option<&'static str> {
    let rooms = ROOMS.iter().map(|(name, _)| *name);
    let rooms = rooms.filter(|name| is_within(at, name));
    rooms.max_by_key(|name| name.len())
}

#[test]
fn every_room_names_only_the_rooms_below_it() {
    let mut seen: BTreeMap<_, BTreeSet<_>> = ROOMS.map(|(room, _)| (room, BTreeSet::new())).into();
    for (at, home) in Crate::read().edges() {
        let (Some(own), Some(other)) = (room(at), room(&home)) else {
            assert!(at.len() < 2, "{at:?} is in no room");
            continue;
        };
        if own != other {
            seen.entry(own).or_default().insert(other);
        }
    }
    for (room, others) in ROOMS {
        assert_eq!(seen[room], others.split_whitespace().collect(), "{room}");
    }
}

#[test]
fn no_two_modules_of_a_folder_name_each_other_in_a_circle() {
    let sources = Crate::read();
    // For each folder, which of its entries name which others.
    let mut folders: BTreeMap<&[String], BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
    for (at, home) in sources.edges() {
        let both = at.iter().zip(&home);
        let common = both.take_while(|(own, other)| own == other).count();
        if common > 0
            && let (Some(own), Some(other)) = (at.get(common), home.get(common))
        {
            let entries = folders.entry(&at[..common]).or_default();
            entries.entry(own).or_default().insert(other.clone());
        }
    }
    for (folder, mut entries) in folders {
        let names_another = |entries: &BTreeMap<&str, _>, others: &BTreeSet<String>| {
            others.iter().any(|other| entries.contains_key(&**other))
        };
        while let Some((free, _)) =
            { entries.iter() }.find(|(_, others)| !names_another(&entries, others))
        {
            let free = *free;
            entries.remove(free);
        }
        let folder = folder.join("::");
        assert!(entries.is_empty(), "{folder}: {entries:?}");
    }
}

#[test]
fn the_head_of_each_folder_names_its_modules() {
    for at in Crate::read().0.keys().filter(|at| at.len() > 1) {
        let (name, folder) = at.split_last().expect("a name");
        let path = folder.join("/") + "/mod.rs";
        let text =
            fs::read_to_string(root().join("src").join(&path)).expect("the file of a folder");
        let mut head = text.lines().take_while(|line| line.starts_with("//"));
        let is_named = head.any(|line| line.contains(&format!("`{name}`")));
        assert!(is_named, "{path}: the head does not name `{name}`");
    }
}

#[test]
fn code_for_the_browser_uses_no_clock_thread_file_or_process() {
    let mut requested = BTreeSet::new();
    for (at, module) in Crate::read().0 {
        let uses_system = module.paths.iter().any(|path| {
            path[0] == "std" && path.iter().any(|name| SYSTEM.contains(&name.as_str()))
        });
        let is_pure = PURE.iter().any(|room| is_within(&at, room));
        if uses_system && is_pure && !is_within(&at, "book::build") {
            requested.insert(at.join("::"));
        }
    }
    assert_eq!(requested, ON_REQUEST.map(String::from).into());
}

#[test]
fn the_top_of_the_repository_has_only_the_listed_files() {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap_or_default();
    for entry in fs::read_dir(root()).expect("the repository") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let is_ignored = ignored.lines().any(|line| line == format!("/{name}"));
        let is_listed = name.starts_with('.') || TOP_LEVEL.split(' ').any(|other| other == name);
        assert!(is_listed || is_ignored, "{name} is not listed");
    }
}

#[test]
fn paths_are_found_in_every_form() {
    let text = "use crate::{game::Score, solver::{Task as T, table}}; pub use super::fen::{self, Fen};\n\
                fn f() -> self::inner::Type { tokio::spawn(crate::cli::run::<u8>()) }\n\
                #[cfg(test)] mod tests { use crate::unseen::Name; }";
    let module = read(Path::new("game/text.rs"), text);
    let found: Vec<String> = module.paths.iter().map(|path| path.join("::")).collect();
    let expected = "crate::cli::run crate::game::Score crate::game::fen::Fen crate::game::fen::self \
                    crate::game::text::inner::Type crate::solver::Task crate::solver::table \
                    tokio::spawn";
    assert_eq!(found.join(" "), expected);
    assert_eq!(module.exports["Fen"], ["crate", "game", "fen", "Fen"]);
}
