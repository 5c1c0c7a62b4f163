//! The folder for the files of one test.

use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;

use tempfile::TempDir;

use super::program::{self, Finished};

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

    /// Returns the program with this folder as its working directory and the words of a line as its
    /// arguments.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = program::command(line);
        command.current_dir(&self.0);
        command
    }

    /// Runs the program in this folder.
    pub(crate) fn run(&self, line: &str) -> Finished {
        program::run(&mut self.command(line))
    }

    /// Returns the output of the program in this folder. It must succeed.
    #[track_caller]
    pub(crate) fn printed(&self, line: &str) -> String {
        self.run(line).printed()
    }

    /// Returns the error of the program in this folder. It must fail with exit code 1.
    #[track_caller]
    pub(crate) fn refused(&self, line: &str) -> String {
        self.run(line).refused()
    }

    /// Runs a text in a shell in this folder, with `claimeven` installed. Returns the output,
    /// errors included, and whether it succeeded.
    #[cfg(unix)]
    pub(crate) fn shell(&self, text: &str) -> (String, bool) {
        let program = Path::new(env!("CARGO_BIN_EXE_claimeven"));
        let installed = program.parent().expect("a folder").display();
        let path = std::env::var("PATH").expect("a PATH");
        let output = Command::new("sh")
            .args(["-e", "-c", &format!("exec 2>&1\n{text}")])
            .current_dir(&self.0)
            .env("PATH", format!("{installed}:{path}"))
            // `ENGINE` names another engine; `CLICOLOR_FORCE` prints colours.
            .env_remove("ENGINE")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .output()
            .expect("a shell is on every Unix");
        let output = Finished::from(output);
        (output.stdout, output.code == Some(0))
    }
}
