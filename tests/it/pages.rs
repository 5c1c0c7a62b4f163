//! The pages for people: those at the top of the repository, in `docs`, and of the products.
//! This test follows their links; other tests run their examples.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A page in Markdown.
pub(crate) struct Page {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A fenced block, run on Unix: the line before it, its language, and the lines inside.
#[cfg(unix)]
pub(crate) struct Block<'a> {
    pub(crate) before: &'a str,
    pub(crate) language: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

/// The folders with pages.
const FOLDERS: [&str; 4] = ["docs", "python", "scripts", "web"];

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all pages of the repository.
pub(crate) fn pages() -> Vec<Page> {
    let folders = FOLDERS.map(|folder| pages_under(&root().join(folder)));
    let mut paths = folders.concat();
    paths.extend(pages_in(root()));
    let read = |path: PathBuf| Page {
        text: fs::read_to_string(&path).expect("a page is text"),
        path,
    };
    paths.into_iter().map(read).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

fn pages_in(folder: &Path) -> Vec<PathBuf> {
    let is_page = |path: &PathBuf| path.extension() == Some(OsStr::new("md"));
    entries(folder).into_iter().filter(is_page).collect()
}

fn pages_under(folder: &Path) -> Vec<PathBuf> {
    let mut pages = pages_in(folder);
    for path in entries(folder) {
        // The tests of the page install packages, which have pages of their own.
        if path.is_dir() && path.file_name() != Some(OsStr::new("node_modules")) {
            pages.extend(pages_under(&path));
        }
    }
    pages
}

impl Page {
    #[cfg(unix)]
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut before = "";
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let lines = lines.by_ref().take_while(|line| *line != "```").collect();
                blocks.push(Block {
                    before,
                    language,
                    lines,
                });
            }
            before = line;
        }
        blocks
    }

    /// Returns the targets of links: the headings, in the form that GitHub gives their anchors.
    fn anchors(&self) -> Vec<String> {
        let headings = self.text.lines().filter(|line| line.starts_with('#'));
        headings
            .map(|line| {
                let heading = line.trim_start_matches('#').trim().to_lowercase();
                let kept = heading
                    .chars()
                    .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
                kept.map(|letter| if letter == ' ' { '-' } else { letter })
                    .collect()
            })
            .collect()
    }

    /// Returns the targets of its links.
    fn links(&self) -> impl Iterator<Item = &str> {
        let links = self.text.split("](").skip(1);
        links.filter_map(|rest| Some(rest.split_once(')')?.0))
    }
}

#[test]
fn links_lead_to_files_and_headings_that_are_there() {
    let pages = pages();
    let mut followed = 0;
    for page in &pages {
        for link in page.links().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = page.path.parent().expect("a page is in a folder");
            let target = match file {
                "" => page.path.clone(),
                file => folder.join(file),
            };
            let place = format!("{}: {link}", page.path.display());
            let target = target.canonicalize().unwrap_or_else(|_| panic!("{place}"));
            if !anchor.is_empty() {
                let leads_to = |page: &&Page| page.path.canonicalize().is_ok_and(|at| at == target);
                let page = pages.iter().find(leads_to);
                let anchors = page.expect("only pages have headings").anchors();
                assert!(anchors.iter().any(|found| found == anchor), "{place}");
            }
            followed += 1;
        }
    }
    assert!(followed >= 139, "only {followed} links");
}

/// The Debian package, the archives and the crate contain the pages that their pages link to, except
/// that a crate cannot contain those of `python` and `web`, which are crates themselves.
#[test]
fn packages_contain_all_pages() {
    let read = |name: &str| fs::read_to_string(root().join(name)).expect("it is there");
    let (manifest, release) = (read("Cargo.toml"), read("scripts/release.sh"));
    for page in pages() {
        let path = page
            .path
            .strip_prefix(root())
            .expect("a page of the repository");
        let path = path.to_str().expect("a name in UTF-8").replace('\\', "/");
        if path.starts_with("docs/") {
            continue; // Packed as a folder.
        }
        let in_crate = !path.starts_with("python/") && !path.starts_with("web/");
        assert_eq!(
            manifest.contains(&format!("\"/{path}\",")),
            in_crate,
            "{path}: the crate"
        );
        assert!(
            manifest.contains(&format!("[\"{path}\",")),
            "{path}: the Debian package"
        );
        let mut words = release.split_whitespace();
        assert!(words.any(|word| word == path), "{path}: the archives");
    }
}
