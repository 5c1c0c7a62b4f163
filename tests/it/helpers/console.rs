//! Ctrl-C on Windows. A console sends it to all of its processes, so a program that a test interrupts
//! has a console of its own.

use std::env;
use std::os::windows::process::CommandExt;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Win32::System::Console::{
    AttachConsole, CTRL_C_EVENT, FreeConsole, GenerateConsoleCtrlEvent, SetConsoleCtrlHandler,
};
use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};

use super::program::run;

/// The variable with the number of the process in whose console Ctrl-C is pressed.
const PROCESS: &str = "CLAIMEVEN_TEST_PROCESS";

/// Longer than a process under load needs to join its console.
const PATIENCE: Duration = Duration::from_secs(1);

/// Lets the process of a command have a console of its own, without a window.
pub(crate) fn give_own(command: &mut Command) {
    command.creation_flags(CREATE_NO_WINDOW);
}

/// Lets the process of a command also ignore Ctrl-C, as the first of a new group does.
pub(crate) fn give_own_without_ctrl_c(command: &mut Command) {
    command.creation_flags(CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP);
}

/// Presses Ctrl-C in the console of a process. Does nothing if the process has ended.
///
/// A process has one console, and must join that of the other one. So that the tests keep theirs,
/// another process of this program does it, which runs only the test below.
pub(crate) fn press_ctrl_c(process: u32) {
    let mut tests = Command::new(env::current_exe().expect("this program"));
    tests.args([
        "--ignored",
        "--exact",
        "helpers::console::joins_and_presses",
    ]);
    run(tests.env(PROCESS, process.to_string())).exits_with(0);
}

#[expect(unsafe_code, reason = "no crate has a safe function for it")]
#[test]
#[ignore = "`press_ctrl_c` runs it"]
fn joins_and_presses() {
    let process = env::var(PROCESS).expect("`press_ctrl_c` sets it");
    let process = process.parse().expect("a number");
    // SAFETY: none of these calls gets a pointer.
    unsafe {
        FreeConsole();
        let begin = Instant::now();
        while AttachConsole(process) == 0 {
            if begin.elapsed() > PATIENCE {
                return;
            }
            thread::yield_now();
        }
        // This process ignores the Ctrl-C that it sends.
        SetConsoleCtrlHandler(None, 1);
        assert_ne!(GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0), 0);
    }
}
