//! The session with everything that carries out its actions.

use std::collections::VecDeque;

use claimeven::book::Book;
use claimeven::session::protocol::Reply;
use claimeven::session::protocol::options::Files;
use claimeven::session::{Action, Client, Event, InputLine, OpeningBook, Session, read_line};

use crate::now;
use crate::slices::Slices;

/// A conversation.
#[derive(Debug)]
pub(crate) struct Shell {
    session: Session,
    slices: Slices,
    book: OpeningBook,
    /// The lines of the client that the session has not taken yet.
    received: VecDeque<InputLine>,
    printed: Vec<String>,
    has_ended: bool,
}

impl Shell {
    pub(crate) fn new(entropy: u64) -> Shell {
        Shell {
            session: Session::new(Files::Refused, Client::Program, entropy),
            slices: Slices::new(),
            book: OpeningBook::default(),
            received: VecDeque::new(),
            printed: Vec::new(),
            has_ended: false,
        }
    }

    pub(crate) fn set_book(&mut self, book: Book) {
        self.book = OpeningBook::from(book);
    }

    pub(crate) fn never_pause(&mut self) {
        self.slices.never_pause();
    }

    /// Takes lines of the client.
    pub(crate) fn receive(&mut self, text: &str) {
        let mut text = text.as_bytes();
        while let Ok(Some(line)) = read_line(&mut text) {
            self.received.push_back(line);
        }
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.has_ended && (self.slices.is_busy() || self.takes_line())
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn takes_line(&self) -> bool {
        self.session.accepts_input() && !self.received.is_empty()
    }

    /// Handles the lines that have come, works for one slice, and returns the lines to print.
    pub(crate) fn turn(&mut self) -> Vec<String> {
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
            self.print(&Reply::Note(introduction));
        }
        match self.slices.work(&self.book) {
            Ok(events) => events.into_iter().for_each(|event| self.handle(event)),
            Err(refusal) => {
                self.print(&Reply::Error(format!("Hash: {refusal}")));
                self.has_ended = true;
            }
        }
        std::mem::take(&mut self.printed)
    }

    fn handle(&mut self, event: Event) {
        for action in self.session.handle(event, now()) {
            match action {
                Action::Print(reply) => self.print(&reply),
                Action::PrintProgress(replies) => {
                    for reply in &replies {
                        self.print(reply);
                    }
                }
                Action::Start { id, job } => self.slices.start(id, job),
                Action::Stop => self.slices.stop(),
                // The session refuses options that name files.
                Action::Log(_) | Action::OpenBook(_) => {}
                Action::Exit => self.has_ended = true,
            }
        }
    }

    fn print(&mut self, reply: &Reply) {
        let text = reply.to_string();
        self.printed.extend(text.lines().map(ToOwned::to_owned));
    }
}
