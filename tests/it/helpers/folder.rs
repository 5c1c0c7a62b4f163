//! The folder for the files of one test.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::program;

/// A folder of one test, removed at its end.
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

    /// Returns the program at work in this folder, with the words of a line as its arguments.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = program::command(line);
        command.current_dir(&self.0);
        command
    }

    /// Runs the program in this folder.
    pub(crate) fn run(&self, line: &str) -> Output {
        program::run(&mut self.command(line))
    }

    /// Returns the output of the program in this folder. It must succeed.
    pub(crate) fn printed(&self, line: &str) -> String {
        program::printed(&mut self.command(line))
    }

    /// Returns the error of the program in this folder. It must fail with exit code 1.
    pub(crate) fn refused(&self, line: &str) -> String {
        program::refused(&mut self.command(line))
    }
}
