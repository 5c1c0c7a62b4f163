//! Signals that end a command: at once, or by flags that it reads.

pub(crate) use platform::{exit_at_once, set_flags};

#[cfg(unix)]
mod platform {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;

    use super::super::ignored::is_ignored;

    fn ending_signals() -> impl Iterator<Item = i32> {
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter();
        signals.filter(|&signal| !is_ignored(signal))
    }

    /// Lets a signal end the process at once. The exit code is 128 plus its number.
    pub(crate) fn exit_at_once() -> io::Result<()> {
        let at_once = Arc::new(AtomicBool::new(true));
        ending_signals().try_for_each(|signal| exit_if(signal, &at_once))
    }

    /// Lets a signal end the process if the flag is set.
    fn exit_if(signal: i32, is_set: &Arc<AtomicBool>) -> io::Result<()> {
        flag::register_conditional_shutdown(signal, 128 + signal, is_set.clone()).map(drop)
    }

    /// Lets a signal set `came` to its number and then `stop`. If `stop` is set, Ctrl-C ends the
    /// process at once.
    pub(crate) fn set_flags(came: &Arc<AtomicUsize>, stop: &Arc<AtomicBool>) -> io::Result<()> {
        for signal in ending_signals() {
            // A signal runs these actions in the order of their registration.
            if signal == SIGINT {
                exit_if(signal, stop)?;
            }
            let number = usize::try_from(signal).expect("no signal is negative");
            flag::register_usize(signal, Arc::clone(came), number)?;
            flag::register(signal, Arc::clone(stop))?;
        }
        Ok(())
    }
}

/// Ctrl-C is an event of the console, and a thread waits for it. The C library also turns it into a
/// signal, but forgets the handler each time, and in Wine the crate `signal-hook` then crashes.
#[cfg(windows)]
mod platform {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::{io, process, thread};

    use super::super::Signals;

    /// The number of Ctrl-C among the signals of other systems.
    const SIGINT: u8 = 2;

    /// Lets Ctrl-C end the process at once.
    pub(crate) fn exit_at_once() -> io::Result<()> {
        on_ctrl_c(exit)
    }

    fn exit() {
        process::exit(128 + i32::from(SIGINT))
    }

    /// Lets Ctrl-C set `came` to its number and then `stop`. If `stop` is set, it ends the process at
    /// once.
    pub(crate) fn set_flags(came: &Arc<AtomicUsize>, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let (came, stop) = (Arc::clone(came), Arc::clone(stop));
        on_ctrl_c(move || {
            if stop.load(Ordering::SeqCst) {
                exit();
            }
            came.store(SIGINT.into(), Ordering::SeqCst);
            stop.store(true, Ordering::SeqCst);
        })
    }

    /// Runs an action at each Ctrl-C, on a thread of its own.
    fn on_ctrl_c(action: impl Fn() + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new()?;
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let listen = async move {
            loop {
                signals.next().await;
                action();
            }
        };
        let thread = thread::Builder::new().name("signals".into());
        thread.spawn(move || runtime.block_on(listen)).map(drop)
    }
}
