//! A place for the files of one test.

use std::fs;
use std::path::PathBuf;

/// A folder of the test's own, removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let name = format!("claimeven-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str()
            .expect("a temporary folder in UTF-8")
            .to_owned()
    }

    /// The names of what is in it, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder of ours");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry.expect("an entry")))
            .collect();
        names.sort();
        names
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("the temporary folder is writable");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left over at worst, and in the temporary folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}
