//! A place for the files of one test.

use std::fs;

use tempfile::TempDir;

/// A folder of the test's own, removed at its end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("the temporary folder is writable"))
    }

    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str()
            .expect("a temporary folder in UTF-8")
            .to_owned()
    }

    /// Returns the names of its files and folders, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder of ours");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry.expect("an entry")))
            .collect();
        names.sort();
        names
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("a folder of ours");
        path
    }

    /// Returns the text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("a file of ours")
    }
}
