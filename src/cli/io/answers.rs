//! Solves the positions of an input: a thread reads questions, the solver threads answer them, and
//! this thread takes the answers in their order.

use std::panic;
use std::thread;

use crate::cli::error::{CliError, within};
use crate::solver::many::{Answer, Answered, Answers, Feed, Unanswered};

/// Answers all questions that `read` feeds. Passes each answer to `take`, and `None` when the next
/// answer is not ready. Returns the result of `read`, or `None` if the stop flag was set.
///
/// # Errors
/// Fails at the first error of `read` or `take`, or if a solver thread has failed.
pub(in crate::cli) fn answer_all<T: Send + 'static, A: Answer, R: Send + 'static>(
    (feed, mut answers): (Feed<T, A>, Answers<T, A>),
    read: impl FnOnce(Feed<T, A>) -> Result<R, CliError> + Send + 'static,
    take: impl FnMut(Option<Answered<T, A>>) -> Result<(), CliError>,
) -> Result<Option<R>, CliError> {
    let reader = thread::Builder::new()
        .name("reader".into())
        .spawn(move || read(feed))
        .map_err(within("cannot start a thread"))?;
    match answers.take_all(take)? {
        Ok(()) => {}
        Err(Unanswered::Stopped) => return Ok(None),
        Err(Unanswered::Failed) => {
            let failed = "a solver thread failed, because of an error in the engine";
            return Err(CliError::Message(failed.to_owned()));
        }
    }
    match reader.join() {
        Ok(read) => read.map(Some),
        Err(panicked) => panic::resume_unwind(panicked),
    }
}
