//! The program, run once for its output.

use std::io::{PipeWriter, Write};
#[cfg(unix)]
use std::os::{fd::OwnedFd, unix::net::UnixStream};
use std::process::{Child, Command, Output, Stdio};
#[cfg(target_os = "linux")]
use std::sync::LazyLock;
use std::thread;

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_claimeven");

/// Splits a line into words as a shell does: quotation marks keep a word together.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut is_in_word) = (None, false);
    for character in line.chars() {
        if quote.is_none() && character == ' ' {
            is_in_word = false;
            continue;
        }
        if !is_in_word {
            words.push(String::new());
            is_in_word = true;
        }
        match (quote, character) {
            (Some(mark), _) if mark == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            _ => words.last_mut().expect("one was begun").push(character),
        }
    }
    words
}

/// Returns the program with the words of a line as its arguments and an empty input. It ignores no
/// signal at its start, although the tests may: under `nohup`, or in the background of a shell.
pub(crate) fn command(line: &str) -> Command {
    let mut command = with_default_signals();
    command.args(words(line)).stdin(Stdio::null());
    command
}

#[cfg(target_os = "linux")]
fn with_default_signals() -> Command {
    const DEFAULT: &str = "--default-signal=INT,TERM,HUP";
    /// Whether `env` has the option, which not every one has.
    static IS_KNOWN: LazyLock<bool> = LazyLock::new(|| {
        let tried = Command::new("env").args([DEFAULT, "true"]).output();
        tried.is_ok_and(|output| output.status.success())
    });
    if !*IS_KNOWN {
        return Command::new(PROGRAM);
    }
    let mut command = Command::new("env");
    command.args([DEFAULT, PROGRAM]);
    command
}

#[cfg(not(target_os = "linux"))]
fn with_default_signals() -> Command {
    #[cfg_attr(unix, expect(unused_mut, reason = "Windows changes it"))]
    let mut command = Command::new(PROGRAM);
    #[cfg(windows)]
    super::console::give_own(&mut command);
    command
}

/// A finished run.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The exit code, `None` if a signal ended the process.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Finished {
    fn from(output: Output) -> Finished {
        Finished {
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }
}

impl Finished {
    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn exits_with(self, code: i32) -> Finished {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Returns the standard output. The run must have succeeded.
    #[track_caller]
    pub(crate) fn printed(self) -> String {
        self.exits_with(0).stdout
    }

    /// Returns the standard error. The run must have failed with exit code 1.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        self.exits_with(1).stderr
    }

    /// Returns the records or objects on standard output, one per line.
    pub(crate) fn records(&self) -> Vec<Value> {
        records(&self.stdout)
    }
}

/// Runs the program with the words of a line as its arguments.
pub(crate) fn claimeven(line: &str) -> Finished {
    run(&mut command(line))
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Finished {
    command.output().expect("the binary was built").into()
}

/// Starts a command with its output and errors in pipes.
pub(crate) fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary was built")
}

/// Waits for a process and returns what it printed.
pub(crate) fn wait(child: Child) -> Finished {
    child.wait_with_output().expect("a child of ours").into()
}

/// Returns a pipe whose reader has closed its end.
pub(crate) fn closed_pipe() -> PipeWriter {
    std::io::pipe().expect("a pipe").1
}

/// Checks that a text contains another.
#[track_caller]
pub(crate) fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "expected {part:?} in {text:?}");
}

/// Checks that a text starts with another.
#[track_caller]
pub(crate) fn assert_starts(text: &str, start: &str) {
    assert!(
        text.starts_with(start),
        "expected {start:?} before {text:?}"
    );
}

/// Returns the program under the limits of a shell's `ulimit`, such as `-v 1000000`. It prints no
/// stack: without memory, that may wait forever.
#[cfg(target_os = "linux")]
pub(crate) fn limited(limits: &str, line: &str) -> Command {
    let run = format!("trap '' XFSZ; ulimit {limits}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &run, PROGRAM]).args(words(line));
    shell.env_remove("RUST_BACKTRACE");
    shell
}

/// Returns the records or objects of a text, one per line.
pub(crate) fn records(text: &str) -> Vec<Value> {
    let record = |line| serde_json::from_str(line).expect("an object per line");
    text.lines().map(record).collect()
}

/// Returns records without the fields that differ between runs.
pub(crate) fn settled(text: &str) -> Vec<Value> {
    let mut records = records(text);
    for record in &mut records {
        let fields = record.as_object_mut().expect("an object");
        fields.remove("nodes");
        fields.remove("time_us");
    }
    records
}

/// Runs a command with this input in a pipe.
pub(crate) fn fed(command: &mut Command, input: impl AsRef<[u8]>) -> Finished {
    let mut child = spawn(command.stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().expect("it was asked for");
    let input = input.as_ref().to_vec();
    // The program may end before it has read all.
    thread::spawn(move || pipe.write_all(&input));
    wait(child)
}

/// Starts the program with a socket that does not block as its input and output, as a server does.
/// Returns the other end of the socket, too.
#[cfg(unix)]
pub(crate) fn start_at_socket(line: &str) -> (UnixStream, Child) {
    let (ours, theirs) = UnixStream::pair().expect("a system with sockets");
    theirs.set_nonblocking(true).expect("a socket");
    let input = theirs.try_clone().expect("a socket");
    let child = command(line)
        .stdin(OwnedFd::from(input))
        .stdout(OwnedFd::from(theirs))
        .stderr(Stdio::null())
        .spawn();
    (ours, child.expect("the binary was built"))
}

/// Returns the output as text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the engine writes UTF-8")
}
