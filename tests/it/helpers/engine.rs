//! The engine as a manager sees it: a child process with a pipe to it and a pipe from it. Other
//! commands that answer line by line are run like this too.
//!
//! Nothing here sleeps: a test continues when a line arrives, and fails if none arrives for longer
//! than any working engine needs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::helpers::program;

/// Longer than any machine under load needs for a line.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    lines: Option<Receiver<String>>,
}

impl Engine {
    /// Starts the engine and a thread that reads its output.
    pub(crate) fn start() -> Engine {
        let mut engine = Engine::start_unread();
        engine.read();
        engine
    }

    /// Starts the engine without a book, so that the empty board takes long.
    pub(crate) fn start_without_book() -> Engine {
        let mut engine = Engine::start();
        engine.send("setoption name OwnBook value false");
        engine
    }

    /// Starts the engine without reading its output.
    pub(crate) fn start_unread() -> Engine {
        Engine::spawn(&mut program::command(""))
    }

    /// Starts the engine by another command, and reads its output.
    pub(crate) fn run(command: &mut Command) -> Engine {
        let mut engine = Engine::spawn(command);
        engine.read();
        engine
    }

    fn spawn(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine was built for this test, and a shell is on every Unix");
        let input = child.stdin.take();
        let output = child.stdout.take();
        Engine {
            child,
            input,
            output,
            lines: None,
        }
    }

    /// Begins to read the output of the engine.
    pub(crate) fn read(&mut self) {
        let output = self.output.take().expect("not read before");
        let (sender, receiver) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        self.lines = Some(receiver);
    }

    /// Closes our end of the engine's output.
    pub(crate) fn close_output(&mut self) {
        self.output = None;
    }

    /// Takes the pipe to the engine, so that another thread can write.
    pub(crate) fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("still open")
    }

    /// Sends lines in one write.
    pub(crate) fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes. An error is ignored: if the engine has ended, reading shows it.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Ends the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Returns the next line, `None` at the end.
    pub(crate) fn line(&self) -> Option<String> {
        let lines = self.lines.as_ref().expect("being read");
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine prints nothing"),
        }
    }

    /// Returns the lines up to and including the first that fits the pattern.
    pub(crate) fn lines_until(&self, pattern: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line() else {
                panic!("the engine ended before {pattern:?}: {lines:#?}");
            };
            let found = fits(pattern, &line);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Returns the first line that fits the pattern.
    pub(crate) fn expect(&self, pattern: &str) -> String {
        self.lines_until(pattern).pop().expect("at least one line")
    }

    /// Sends lines in one write. Returns the lines up to and including the first that fits the
    /// pattern.
    pub(crate) fn ask(&mut self, lines: &str, pattern: &str) -> Vec<String> {
        self.send(lines);
        self.lines_until(pattern)
    }

    /// Sends lines and `isready`. Returns the lines up to and including `readyok`.
    pub(crate) fn ready_after(&mut self, lines: &str) -> Vec<String> {
        self.ask(&format!("{lines}\nisready"), "readyok")
    }

    /// Ends the input. Returns the lines until the engine ends, which must be with success.
    pub(crate) fn end(&mut self) -> Vec<String> {
        self.close_input();
        self.success()
    }

    /// Sends `quit`. Returns the lines until the engine ends, which must be with success.
    pub(crate) fn quit(&mut self) -> Vec<String> {
        self.send("quit");
        self.success()
    }

    fn success(&mut self) -> Vec<String> {
        let (lines, status) = self.farewell();
        assert!(status.success(), "{status}: {lines:#?}");
        lines
    }

    /// Returns the lines until the engine ends, and its exit status.
    pub(crate) fn farewell(&mut self) -> (Vec<String>, ExitStatus) {
        let lines = std::iter::from_fn(|| self.line()).collect();
        (lines, self.wait())
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("a child can be waited for")
    }

    /// Returns the peak memory of the process in KiB, on platforms that report it.
    pub(crate) fn peak_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Sends a signal by its name, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        signal(&self.child, name);
    }
}

/// Sends a signal to a process by its name, such as `TERM`.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    // Every shell has a `kill`; a program of that name is not everywhere.
    let status = Command::new("sh")
        .args(["-c", r#"kill -"$0" "$1""#, name])
        .arg(child.id().to_string())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "kill -{name}");
}

/// Sends Ctrl-C, the only signal of Windows, to a process with a console of its own.
#[cfg(windows)]
pub(crate) fn signal(child: &Child, name: &str) {
    assert_eq!(name, "INT");
    super::console::press_ctrl_c(child.id());
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A failed test leaves a process. It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether a line fits a pattern in which `...` matches any text.
pub(crate) fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn patterns_are_anchored_and_dots_match_any_text() {
    for (pattern, line, wanted) in [
        ("bestmove 4", "bestmove 4", true),
        ("bestmove 4", "bestmove 4 ponder 4", false),
        (
            "info ... score ... pv 1",
            "info depth 1 score mate 1 pv 1",
            true,
        ),
        (
            "info ... score ... pv 1",
            "info depth 1 score mate 1 pv 12",
            false,
        ),
        ("option...", "option", true),
        ("...x...", "abc", false),
    ] {
        assert_eq!(fits(pattern, line), wanted, "{pattern} {line}");
    }
}
