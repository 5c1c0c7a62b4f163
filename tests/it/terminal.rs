//! The program at a terminal: it greets a person, but not another program.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use crate::helpers::engine::signal;
use crate::helpers::program::{assert_contains, command, wait};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// What a person types to end the input: Ctrl-D.
const END_OF_INPUT: &str = "\u{4}";

/// A terminal, with one end for a person and one for a program.
struct Terminal {
    person: File,
    program: OwnedFd,
}

impl Terminal {
    fn new() -> Terminal {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&person).expect("it is ours");
        unlockpt(&person).expect("it is ours");
        let name = ptsname(&person, Vec::new()).expect("it has a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let program = rustix::fs::open(name, flags, Mode::empty()).expect("it is there");
        let person = File::from(person);
        Terminal { person, program }
    }

    fn end(&self) -> OwnedFd {
        self.program.try_clone().expect("room for another file")
    }

    /// Types a line.
    fn send(&mut self, line: &str) {
        writeln!(self.person, "{line}").expect("the terminal is open");
    }

    /// Waits for a text that the program shows.
    fn wait_for(&mut self, text: &str) {
        let mut shown = Vec::new();
        while !shown.ends_with(text.as_bytes()) {
            let mut byte = [0];
            self.person.read_exact(&mut byte).expect("more text");
            shown.extend(byte);
        }
    }

    /// Returns the text shown, once the program has ended.
    fn shown(mut self) -> String {
        drop(self.program);
        let mut shown = Vec::new();
        // Reading fails after the last character once the program has ended.
        let _ = self.person.read_to_end(&mut shown);
        String::from_utf8(shown).expect("UTF-8")
    }
}

/// Starts the program without a command, types some lines, and returns its stdout and the text on
/// the terminal. `stdin` and `stderr` decide which streams are the terminal.
fn converse(stdin: bool, stderr: bool, lines: &[&str]) -> (String, String) {
    let mut terminal = Terminal::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_claimeven"));
    command.stdout(Stdio::piped());
    let stream = |is_terminal: bool| {
        is_terminal
            .then(|| terminal.end())
            .map_or_else(Stdio::null, Stdio::from)
    };
    command.stdin(stream(stdin)).stderr(stream(stderr));
    let child = command.spawn().expect("the binary was built");
    // The command holds the terminal's end open.
    drop(command);
    for line in lines {
        terminal.send(line);
    }
    (wait(child).printed(), terminal.shown())
}

#[test]
fn a_person_sees_what_to_type_and_stdout_stays_empty() {
    let (printed, shown) = converse(true, true, &["quit"]);
    assert_eq!(printed, "");
    for part in [
        "    4453 ",
        "position moves 4453",
        "help ",
        "exit ",
        "`claimeven analyze 4453`",
        "`claimeven help`",
    ] {
        assert_contains(&shown, part);
    }
    for line in shown.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_program_is_not_greeted() {
    for (stdin, stderr) in [(true, false), (false, true), (false, false)] {
        let (printed, shown) = converse(stdin, stderr, &["quit"]);
        assert_eq!(printed, "");
        assert!(!shown.contains("claimeven"), "{stdin} {stderr}: {shown}");
    }
}

#[test]
fn a_person_types_a_position_and_sees_its_board_with_the_scores() {
    let (printed, _) = converse(true, true, &["4453", "?", "d1 d2", END_OF_INPUT]);
    for part in [
        "  .   .  [O]  X   X   .   .\n -5  -5  -2  -3  -4  -2  -2\nside to move: X",
        "\nmoves: 4 4 5 3\n",
        "\nhelp | quit ",
        "  .   .   .   X   .   .   .\n -3  -3  -2   1  -2  -3  -3\nside to move: X",
    ] {
        assert_contains(&printed, part);
    }
    for absent in ["error", "\ninfo depth"] {
        assert!(!printed.contains(absent), "{printed}");
    }
}

#[test]
fn a_player_at_a_terminal_is_prompted_and_sees_colours() {
    let mut terminal = Terminal::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_claimeven"));
    command.args(["play", "--two-players", "445566"]);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    command.stdin(terminal.end()).stdout(terminal.end());
    let child = command.spawn().expect("the binary was built");
    drop(command);
    for line in ["1", "undo", "3", END_OF_INPUT] {
        terminal.send(line);
    }
    assert!(wait(child).code == Some(0));
    let shown = terminal.shown();
    for part in ["X to move: ", "O to move: ", "new, undo or quit: "] {
        assert_contains(&shown, part);
    }
    // Red, yellow, and a green four.
    for part in [
        "\u{1b}[1m\u{1b}[31mX",
        "\u{1b}[1m\u{1b}[33mO",
        "\u{1b}[1m\u{1b}[32m[X]",
    ] {
        assert_contains(&shown, part);
    }
}

#[test]
fn a_signal_prints_the_unfinished_game() {
    let mut terminal = Terminal::new();
    let mut command = command("play --two-players 445566");
    command.stdin(terminal.end()).stdout(terminal.end());
    let child = command.spawn().expect("the binary was built");
    drop(command);
    terminal.send("1");
    terminal.wait_for("O to move: ");
    signal(&child, "INT");
    assert_eq!(wait(child).code, Some(130));
    let shown = terminal.shown();
    for part in ["the game is not over", "the game: 4455661"] {
        assert_contains(&shown, part);
    }
}

#[test]
fn help_stays_narrow_on_a_wide_terminal() {
    let terminal = Terminal::new();
    let size = rustix::termios::Winsize {
        ws_row: 50,
        ws_col: 200,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    rustix::termios::tcsetwinsize(&terminal.program, size).expect("it has a size");
    let mut command = Command::new(env!("CARGO_BIN_EXE_claimeven"));
    command.args(["bench", "--help"]).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let status = command.stdout(terminal.end()).status();
    assert!(status.expect("the binary was built").success());
    drop(command);
    let shown = terminal.shown();
    assert_contains(&shown, "Usage: claimeven bench");
    for line in shown.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
