//! The session with everything that carries out its actions.

use std::collections::VecDeque;
use std::panic;

use claimeven::book::Book;
use claimeven::internals::session::protocol::options::Files;
use claimeven::internals::session::protocol::reply;
use claimeven::internals::session::{
    Action, Client, Event, InputLine, OpeningBook, Session, read_line,
};

use wasm_bindgen::prelude::*;

use crate::slices::Slices;
use crate::{log_error, now};

/// A conversation with the engine.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    session: Session,
    slices: Slices,
    book: OpeningBook,
    /// The lines of the client that the session has not taken yet.
    received: VecDeque<InputLine>,
    printed: Vec<String>,
    has_ended: bool,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine. `entropy`, a random number, is the source of the seeds of games at a level.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(entropy: f64) -> Engine {
        panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
        Engine {
            session: Session::new(Files::Refused, Client::Program, entropy.to_bits()),
            slices: Slices::new(),
            book: OpeningBook::default(),
            received: VecDeque::new(),
            printed: Vec::new(),
            has_ended: false,
        }
    }

    /// Uses the opening book in a file for searches from now on.
    ///
    /// # Errors
    /// Fails if the bytes are not a book.
    #[wasm_bindgen(js_name = setBook)]
    pub fn set_book(&mut self, bytes: Vec<u8>) -> Result<(), JsError> {
        self.book = OpeningBook::from(Book::read(bytes)?);
        Ok(())
    }

    /// Does each job in one turn from now on. Until it has ended, the engine handles no line.
    #[wasm_bindgen(js_name = neverPause)]
    pub fn never_pause(&mut self) {
        self.slices.never_pause();
    }

    /// Takes lines of the client. The next turn answers them.
    pub fn receive(&mut self, text: &str) {
        let mut text = text.as_bytes();
        while let Ok(Some(line)) = read_line(&mut text) {
            self.received.push_back(line);
        }
    }

    /// Returns whether the engine needs another turn at once.
    #[wasm_bindgen(getter, js_name = isBusy)]
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.has_ended && (self.slices.is_busy() || self.takes_line())
    }

    /// Returns whether the client has ended the conversation.
    #[wasm_bindgen(getter, js_name = hasEnded)]
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Handles the lines that have come, works for one slice, and returns the lines to print.
    pub fn turn(&mut self) -> Vec<String> {
        while self.takes_line()
            && !self.has_ended
            && let Some(line) = self.received.pop_front()
        {
            self.handle(Event::Input(line));
        }
        if self.session.alarm().is_some_and(|alarm| alarm <= now()) {
            self.handle(Event::Alarm);
        }
        if self.slices.uses_book()
            && let Some(introduction) = self.book.introduction()
        {
            self.print(&reply::note(introduction));
        }
        match self.slices.work(&self.book) {
            Ok(events) => events.into_iter().for_each(|event| self.handle(event)),
            Err(refusal) => {
                self.print(&reply::error(format!("Hash: {refusal}")));
                self.has_ended = true;
            }
        }
        std::mem::take(&mut self.printed)
    }
}

impl Engine {
    fn takes_line(&self) -> bool {
        self.session.accepts_input() && !self.received.is_empty()
    }

    fn handle(&mut self, event: Event) {
        for action in self.session.handle(event, now()) {
            match action {
                Action::Print(reply) | Action::PrintProgress(reply) => self.print(&reply),
                Action::Start { id, job } => self.slices.start(id, job),
                Action::Stop => self.slices.stop(),
                // The session refuses options that name files.
                Action::Log(_) | Action::OpenBook(_) => {}
                Action::Exit => self.has_ended = true,
            }
        }
    }

    fn print(&mut self, reply: &str) {
        self.printed.extend(reply.lines().map(ToOwned::to_owned));
    }
}
