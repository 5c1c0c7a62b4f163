//! Measures a step on a test set within a time budget.
//!
//! It works like [`crate::measure::bench`], and a second thread watches the clock.

use std::thread;
use std::time::{Duration, Instant};

use crate::game::Mode;
use crate::measure::bench::{self, Contender, Row};
use crate::measure::testset::TestSet;
use crate::solver::StopFlag;

/// Time between two looks at the stop flag and the clock.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Solves a set like [`bench::run`], as far as `budget` allows and until `stop` is set.
pub fn measure(
    solver: &mut dyn Contender,
    set: &TestSet,
    mode: Mode,
    budget: Duration,
    stop: &StopFlag,
) -> Row {
    let [over, done] = [(); 2].map(|()| StopFlag::default());
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            let is_open = || !done.is_stopped() && !stop.is_stopped();
            while is_open() && start.elapsed() < budget {
                thread::sleep(LOOK_INTERVAL);
            }
            over.stop();
        });
        let row = bench::run(solver, set, mode, &over, &mut |_| ());
        done.stop();
        row
    })
}
