//! The folder for the files of one test.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

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

    /// Returns a shell that runs a text in this folder, with `claimeven` installed and the
    /// repository at `$ROOT`, or `None` on a system without a shell.
    pub(crate) fn shell(&self, text: &str) -> Option<Command> {
        let program = Path::new(env!("CARGO_BIN_EXE_claimeven"));
        let installed = program.parent().expect("a folder").display();
        let path = std::env::var("PATH").expect("a PATH");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", text])
            .current_dir(&self.0)
            .env("PATH", format!("{installed}:{path}"))
            .env("ROOT", env!("CARGO_MANIFEST_DIR"))
            // `ENGINE` names another engine; the others decide about colors.
            .env_remove("ENGINE")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null());
        cfg!(unix).then_some(shell)
    }

    /// Runs a text in a shell. Returns the output, errors included, and whether it succeeded.
    #[cfg(unix)]
    pub(crate) fn typed(&self, text: &str) -> (String, bool) {
        let shell = self.shell(&format!("exec 2>&1\n{text}"));
        let run = program::run(&mut shell.expect("Unix has one"));
        (run.stdout, run.code == Some(0))
    }
}
