//! One search from its task to its report.
//!
//! Rounds of growing size alternate between the search with a horizon, which
//! soon has a sensible move, and the exact search, which in the end has the
//! proof and gets nearly all the time; what either proves narrows the bounds of
//! the root's moves.

mod lines;

use super::horizon::{Horizon, HorizonTable, INFINITE};
use super::ledger::Ledger;
use super::limits::{Limits, Stopped};
use super::quest::{Company, Quest};
use super::report::{Bounds, Report, Task};
use super::root::{Question, Root};
use super::search::Search;
use super::window::Window;
use crate::game::bitboard::CELLS;
use crate::game::{Mode, Score};

/// Nodes that the search with a horizon gets in the first round; each further round is
/// twice as large, that search's part up to [`LARGEST_GLANCE`].
const FIRST_ROUND: u64 = 256;
/// Nodes of the exact search for one of the search with a horizon and each line:
/// who asks for many is less in need of a move than of proofs.
const EXACT_SHARE: u64 = 16;
/// Nodes that the search with a horizon gets in any round: more of them find no better
/// moves, and each takes twice the time of the exact search's.
const LARGEST_GLANCE: u64 = 4096;
/// Nodes that a search as far ahead as was asked for takes by itself: from then on the exact
/// search keeps it company, which may be done long before.
const LONG_GLANCE: u64 = 1 << 15;

/// One search.
pub(super) struct Driver<'a, 'b> {
    pub(super) task: &'b Task,
    pub(super) search: Search<'a>,
    pub(super) horizon: &'b mut HorizonTable,
    root: Root,
    depth: u8,
    solved: bool,
}

impl<'a, 'b> Driver<'a, 'b> {
    pub(super) fn new(
        task: &'b Task,
        search: Search<'a>,
        horizon: &'b mut HorizonTable,
    ) -> Driver<'a, 'b> {
        let legal = task.position.legal_columns();
        let asked = legal.and(task.columns);
        let columns = if asked.is_empty() { legal } else { asked };
        let openings = &search.crew.openings;
        let root = Root::new(&task.position, columns.iter(), openings);
        Driver {
            task,
            search,
            horizon,
            root,
            depth: 1,
            solved: false,
        }
    }

    /// Searches until the task is done, a limit is reached or someone stops it.
    pub(super) fn run(mut self) -> Report {
        self.tell();
        let booked = self.search.crew.openings.hits() > 0 && self.settled();
        self.alternate();
        self.solved = self.settled();
        // Who sets a limit wants what the book knows, not a search for its lines.
        let is_enough = booked && self.task.limits != Limits::default();
        if self.solved && self.task.to_the_end && !is_enough {
            self.complete_lines();
        }
        // What ended early has not told all it found.
        self.root.conclude();
        self.report()
    }

    /// Takes turns between a glance ahead and the proof.
    fn alternate(&mut self) {
        let is_bounded = self.depth_limit().is_some();
        let mut round = if is_bounded { LONG_GLANCE } else { FIRST_ROUND };
        while !self.search.meter.is_over() {
            let (glance, proof) = if is_bounded {
                (round, round)
            } else {
                let exact_share = EXACT_SHARE * self.rank_count() as u64;
                (round.min(LARGEST_GLANCE), round * exact_share)
            };
            self.search.meter.begin_slice(glance);
            // A slice that ends early has kept what it found.
            let _: Result<(), Stopped> = self.deepen();
            if self.depth_reached() || self.settled() {
                break;
            }
            self.search.meter.begin_slice(proof);
            let _: Result<(), Stopped> = self.prove();
            round *= 2;
        }
    }

    /// Searches exact windows beside the thread that runs the search.
    pub(super) fn assist(mut self) {
        if self.depth_limit().is_none() {
            // What it proves until it is stopped is in the table.
            let _: Result<(), Stopped> = self.prove();
        }
    }

    fn stones(&self) -> u8 {
        self.task.position.stones()
    }

    fn empty_cells(&self) -> u8 {
        CELLS - self.stones()
    }

    /// The depth asked for, unless the whole game lies within it or the book has
    /// looked to its end.
    fn depth_limit(&self) -> Option<u8> {
        let beyond = |&depth: &u8| self.root.book_score.is_none() && depth < self.empty_cells();
        self.task.limits.depth.filter(beyond)
    }

    fn depth_reached(&self) -> bool {
        self.depth_limit().is_some_and(|limit| self.depth > limit)
    }

    fn rank_count(&self) -> usize {
        self.task.lines.clamp(1, self.root.len().max(1))
    }

    fn quest(&self) -> Quest<'_> {
        let company = if self.rank_count() > 1 {
            Company::Related
        } else {
            Company::Alone
        };
        Quest::new(self.task.mode, company, self.stones())
            .guessing(&self.task.position)
            .after(self.search.meter.nodes())
    }

    /// Whether all is known that the task asks for.
    fn settled(&self) -> bool {
        self.question().is_none()
    }

    fn question(&self) -> Option<Question> {
        let next_window = |bounds| self.next_window(bounds);
        self.root.question(self.rank_count(), next_window)
    }

    /// The window to search next when so much is proven of the best of the moves in
    /// question.
    fn next_window(&self, bounds: Bounds) -> Option<i8> {
        let quest = self.quest();
        let Some(moves) = self.task.limits.mate else {
            let proven = self.proven(quest.mode, bounds.upper);
            let lower = bounds.lower.max(proven);
            let next = quest.next(Bounds { lower, ..bounds });
            // Some move is worth what is proven of the root: which one?
            return next.or_else(|| (bounds.lower < proven).then(|| proven.get() - 1));
        };
        let moves = moves.clamp(1, (43 - self.stones()) / 2);
        let wanted = Score::win_in(moves, self.stones());
        if bounds.upper < wanted {
            None
        } else if bounds.lower < wanted {
            Some(wanted.get() - 1)
        } else {
            quest.next(bounds)
        }
    }

    /// What the root is worth at least by what other threads have proven, or by the
    /// book where that is all it may be worth.
    fn proven(&self, mode: Mode, upper: Score) -> Score {
        if mode == Mode::Weak {
            return Score::MIN;
        }
        let booked = self.root.book_score.map(Score::proven);
        let booked = booked.filter(|&score| score == upper);
        let shared = self.ledger().map(|ledger| ledger.bounds().lower);
        booked
            .max(shared)
            .map_or(Score::MIN, |proven| proven.min(upper))
    }

    /// Where all threads keep what they have proven of the root, if its value is
    /// what they are after.
    fn ledger(&self) -> Option<&'a Ledger> {
        (self.rank_count() == 1).then_some(&self.search.crew.ledger)
    }

    /// Tells the other threads what is proven here, and learns what they proved.
    fn exchange(&mut self) {
        let Some(ledger) = self.ledger() else {
            return;
        };
        if let Some(bounds) = self.root.bounds() {
            ledger.learn(bounds);
        }
        self.root.cap(ledger.bounds().upper.get());
    }

    /// Searches exact windows until nothing is left to ask.
    fn prove(&mut self) -> Result<(), Stopped> {
        self.exchange();
        while let Some(mut question) = self.question() {
            question.alpha = self.choose(question.alpha);
            let answer = self.ask(question);
            let answered = self.search.meter.is_answered();
            self.search.meter.asking = None;
            if !answered {
                answer?;
            }
            self.exchange();
            self.tell();
        }
        Ok(())
    }

    /// The window to search when the next one would be that above `alpha`: with
    /// several threads perhaps another.
    fn choose(&mut self, alpha: i8) -> i8 {
        let quest = self.quest();
        let is_bound = self.root.book_score.is_some() || self.task.limits.mate.is_some();
        let ledger = self.ledger().filter(|_| !is_bound);
        let asking = ledger.and_then(|ledger| ledger.ask(quest));
        let alpha = asking.as_ref().map_or(alpha, |asking| asking.alpha);
        self.search.meter.asking = asking;
        alpha
    }

    /// Searches the window of a question: it is asked of move after move until as many as
    /// are wanted have exceeded it.
    fn ask(&mut self, question: Question) -> Result<(), Stopped> {
        let Question {
            alpha,
            mut open,
            mut wanted,
        } = question;
        let window = Window::null(alpha);
        open.retain(|&index| self.root[index].upper() > alpha);
        while let Some(next) = self.pick(&open, alpha) {
            let candidate = &mut self.root[open.remove(next)];
            let value = -self
                .search
                .marked_value(&candidate.settled, window.flipped())?;
            candidate.learn(window.told_by(value));
            wanted -= usize::from(value > alpha);
            if wanted == 0 {
                break;
            }
            self.tell();
        }
        Ok(())
    }

    /// The place of the move to search next, if there is one: as at any shared node the first
    /// until some move has failed, then one that no other thread is at.
    fn pick(&self, open: &[usize], alpha: i8) -> Option<usize> {
        let is_marked = |slot| self.search.crew.marks.is_marked(slot);
        let is_searched = |&index: &usize| self.root[index].settled.slot().is_some_and(is_marked);
        let has_failed = self.root.iter().any(|other| other.upper() <= alpha);
        let waiting = open.iter().position(|index| !is_searched(index));
        let first = (!open.is_empty()).then_some(0);
        waiting.filter(|_| has_failed).or(first)
    }

    /// Looks further and further ahead until the slice ends.
    fn deepen(&mut self) -> Result<(), Stopped> {
        while self.depth <= self.empty_cells() && !self.depth_reached() && !self.settled() {
            self.iterate()?;
            self.tell();
            self.depth += 1;
        }
        Ok(())
    }

    /// Estimates every move that is not exact yet, at the present depth.
    fn iterate(&mut self) -> Result<(), Stopped> {
        let mut values: Vec<i32> = Vec::new();
        for index in self.root.ranking() {
            let candidate = &mut self.root[index];
            if candidate.bounds().exact().is_some() {
                values.push(candidate.worth());
                continue;
            }
            values.sort_unstable_by(|a, b| b.cmp(a));
            let lines = self.task.lines.max(1);
            let alpha = values.get(lines - 1).copied().unwrap_or(-INFINITE);
            let value = -Horizon {
                search: &mut self.search,
                table: self.horizon,
            }
            .value(
                &candidate.settled,
                self.depth - 1,
                Window {
                    alpha: -INFINITE,
                    beta: -alpha,
                },
            )?;
            let stones = self.task.position.stones();
            candidate.learn_ahead(value, alpha, self.depth, stones);
            values.push(value);
        }
        Ok(())
    }
}
