//! The program, run once for what it prints.

use std::io::Write;
#[cfg(unix)]
use std::os::{fd::OwnedFd, unix::net::UnixStream};
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output, Stdio};
#[cfg(target_os = "linux")]
use std::sync::LazyLock;

const PROGRAM: &str = env!("CARGO_BIN_EXE_claimeven");

/// The program with these arguments and nothing to read. No signal is ignored at its
/// beginning, whatever the tests themselves inherit, as from `nohup` or from a shell that
/// runs them in the background.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = with_default_signals();
    command.args(arguments).stdin(Stdio::null());
    command
}

#[cfg(target_os = "linux")]
fn with_default_signals() -> Command {
    const DEFAULT: &str = "--default-signal=INT,TERM,HUP";
    /// Not every `env` knows the option.
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
    Command::new(PROGRAM)
}

/// What comes of running it.
pub(crate) fn claimeven(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary was built")
}

/// What comes of running a command with this text in a pipe.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary was built");
    let mut pipe = child.stdin.take().expect("it was asked for");
    // The texts of tests fit into a pipe, and the reader may end before it has read all.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().expect("a child of ours")
}

/// Starts it as a server does that hands over a connection which it accepted without
/// blocking: what is at the other end, too.
#[cfg(unix)]
pub(crate) fn start_at_socket(arguments: &[&str]) -> (UnixStream, Child) {
    let (ours, theirs) = UnixStream::pair().expect("a system with sockets");
    theirs.set_nonblocking(true).expect("a socket");
    let input = theirs.try_clone().expect("a socket");
    let child = command(arguments)
        .stdin(OwnedFd::from(input))
        .stdout(OwnedFd::from(theirs))
        .stderr(Stdio::null())
        .spawn();
    (ours, child.expect("the binary was built"))
}

/// What it printed.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the engine writes UTF-8")
}
