//! The cases in `tests/cases`: what each command prints. `CONTRIBUTING.md` describes their form.

use std::fs;

use crate::helpers::folder::Folder;
use crate::helpers::session;
use crate::pages::root;

/// Makes a test of each file.
macro_rules! files {
    ($($name:ident)*) => {
        const FILES: &[&str] = &[$(stringify!($name)),*];
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*
    };
}

files! { analyze annotate arguments bench book daemon forms grade links outputs play puzzles resume sizes solve }

/// Checks all cases of a file. Each has a folder of its own.
fn check(name: &str) {
    let path = root().join(format!("tests/cases/{name}.txt"));
    let text = fs::read_to_string(path).expect("it is listed");
    let cases = text.split("\n# ").map(|case| case.trim_start_matches("# "));
    let wrong: Vec<String> = cases.filter_map(|case| run(case).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Runs a case until something else is printed, or a command needs a shell and there is none.
fn run(case: &str) -> Result<(), String> {
    let folder = Folder::new();
    let (title, lines) = case.split_once('\n').expect("a title and a command");
    for step in session::steps(lines.lines()) {
        let Some(printed) = step.run(&folder) else {
            break;
        };
        let named = |difference| format!("# {title}\n{difference}");
        step.compare(&printed).map_err(named)?;
    }
    Ok(())
}

#[test]
fn every_file_is_listed() {
    let folder = fs::read_dir(root().join("tests/cases")).expect("it is there");
    let names = folder.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.filter_map(|name| name.into_string().ok()).collect();
    names.sort();
    assert_eq!(
        names,
        FILES
            .iter()
            .map(|name| format!("{name}.txt"))
            .collect::<Vec<_>>()
    );
}
