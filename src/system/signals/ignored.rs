//! Signals that a process ignores because its parent did, as after `nohup`.

use std::mem::MaybeUninit;
use std::ptr;

use libc::c_int;

/// Returns whether this process ignores a signal.
#[expect(unsafe_code, reason = "the standard library cannot ask")]
pub(super) fn is_ignored(signal: c_int) -> bool {
    let mut action = MaybeUninit::uninit();
    // SAFETY: without a new action the call changes nothing, and it fills `action` if it
    // returns 0.
    unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}
