//! What the session lets the worker do: it begins, watches and ends jobs.

use super::job::{Ending, Notice, Progress, TableSpec, Work};
use super::limits::{self, SearchLimits};
use super::moment::Moment;
use super::plan::Plan;
use super::render::View;
use super::running::{Purpose, Release, Running};
use super::settings::Dialect;
use super::{Action, Activity, MOST_JOBS, Session};
use crate::game::Position;
use crate::protocol::{BenchArgs, GoArgs, Reply};
use crate::solver::Task;

impl Session {
    pub(super) fn begin_bench(&mut self, args: BenchArgs, now: Moment) {
        let id = self.start_job(Work::Bench {
            mode: args.mode,
            limit: args.limit,
        });
        let view = self.view(Position::EMPTY);
        self.run(Running::new(id, Purpose::Bench, view, now), now);
    }

    pub(super) fn begin_search(&mut self, purpose: Purpose, args: &GoArgs, now: Moment) {
        for ignored in &args.ignored {
            self.error(ignored);
        }
        let Some(game) = &self.game else {
            self.no_position();
            return self.begin_nothing(purpose, args, now);
        };
        let limits = SearchLimits::of(args, game.position());
        let purpose = match (purpose, limits.perft) {
            (Purpose::Play, Some(depth)) => Purpose::Perft { depth },
            _ => purpose,
        };
        self.lag.begin(limits.own_clock());
        let lag = self.lag.expected();
        let plan = Plan::new(purpose, args, &limits, game, &self.settings, lag);
        if limits.is_fallback {
            self.say(Reply::Note(limits::FALLBACK_NOTE.to_owned()));
        }
        for refused in &plan.refused {
            self.error(refused);
        }
        let position = plan.task.position;
        let work = match purpose {
            Purpose::Perft { depth } => Work::Perft { position, depth },
            _ => self.search_work(plan.task),
        };
        let id = self.start_job(work);
        self.comment(format!(
            "search {id} begins, {:?}, lag {lag:?}",
            plan.budget
        ));
        let mut running = Running::new(id, purpose, self.view(position), now);
        running.release = Release::of(args);
        running.budget = plan.budget;
        self.run(running, now);
    }

    /// Answers a `go` without a position as soon as it may be answered.
    fn begin_nothing(&mut self, purpose: Purpose, args: &GoArgs, now: Moment) {
        self.last_id += 1;
        let view = self.view(Position::EMPTY);
        let mut running = Running::new(self.last_id, purpose, view, now);
        running.release = Release::of(args);
        running.finish_without_position();
        self.run(running, now);
    }

    fn run(&mut self, running: Running, now: Moment) {
        self.activity = Activity::Running(Box::new(running));
        self.start_clock(now);
    }

    fn view(&self, position: Position) -> View {
        View {
            position,
            notation: self.settings.notation(),
            show_wdl: self.settings.show_wdl,
            ponder_moves: self.settings.dialect == Some(Dialect::Uci),
            mode: self.settings.mode,
        }
    }

    /// Describes a search with the present settings.
    fn search_work(&mut self, task: Task) -> Work {
        Work::Search {
            task,
            table: self.table_spec(),
            threads: self.settings.threads,
            own_book: self.settings.own_book,
        }
    }

    /// The table that the settings ask for. The caller's job has to set it up.
    pub(super) fn table_spec(&mut self) -> TableSpec {
        self.table_mib = Some(self.settings.hash_mib);
        TableSpec {
            hash_mib: self.settings.hash_mib,
            cleared: std::mem::take(&mut self.clear_table),
        }
    }

    /// Hands a job to the worker; returns its id.
    pub(super) fn start_job(&mut self, work: Work) -> u64 {
        self.last_id += 1;
        self.unfinished += 1;
        let id = self.last_id;
        self.actions.push(Action::Start { id, work });
        id
    }

    /// Stops the running job. Its answer may be given as soon as it is known.
    pub(super) fn stop(&mut self, now: Moment) {
        if let Activity::Running(running) = &mut self.activity {
            running.release = Release::AtOnce;
            self.end_job(now);
        }
    }

    /// Ends the running job. What is known of a search is its result: the thread that searches
    /// may have to wait for a processor before it can end, and the answer does not wait for it,
    /// unless nothing is known yet, or too many jobs do.
    pub(super) fn end_job(&mut self, now: Moment) {
        let Activity::Running(running) = &mut self.activity else {
            return;
        };
        if running.stopped || running.is_finished() {
            return;
        }
        running.stopped = true;
        self.actions.push(Action::Stop);
        if self.unfinished < MOST_JOBS
            && let Some(ending) = running.latest.ending()
        {
            let id = running.id;
            self.done(id, ending, now);
        }
    }

    /// The time of the running job is over. A search ends with what is known of it, or as soon as
    /// anything is; of a count nothing is known before its end.
    pub(super) fn time_is_over(&mut self, now: Moment) {
        if let Activity::Running(running) = &mut self.activity {
            let is_count = matches!(running.purpose, Purpose::Perft { .. });
            if is_count || running.latest.report.is_some() {
                self.end_job(now);
            } else {
                running.overdue = true;
            }
        }
    }

    pub(super) fn ponder_hit(&mut self, now: Moment) {
        if let Activity::Running(running) = &mut self.activity
            && running.ponder_hit()
        {
            self.start_clock(now);
        }
    }

    /// Starts the job's clock, if its time is limited and it does not ponder.
    fn start_clock(&mut self, now: Moment) {
        if let Activity::Running(running) = &mut self.activity
            && let Some(budget) = running.start_clock(now)
            // Else the answer waits for the peer.
            && running.release == Release::AtOnce
        {
            self.lag.run(now, budget.hard);
        }
    }

    pub(super) fn progress(&mut self, progress: Progress, now: Moment) {
        let Activity::Running(running) = &mut self.activity else {
            return;
        };
        if running.id != progress.id || running.is_finished() {
            return;
        }
        let finishes_depth = progress.depth() > running.latest.depth();
        let lines = running.progress(progress, now);
        let deadline = if finishes_depth {
            running.soft_deadline()
        } else {
            running.deadline()
        };
        if !lines.is_empty() {
            self.actions.push(Action::Show(lines));
        }
        if deadline.is_some_and(|deadline| deadline <= now) {
            self.time_is_over(now);
        }
    }

    pub(super) fn notice(&mut self, notice: Notice, now: Moment) {
        if !matches!(notice, Notice::TableRefused { .. }) {
            self.unfinished = self.unfinished.saturating_sub(1);
        }
        match notice {
            Notice::TableRefused { reason, kept_mib } => self.table_refused(&reason, kept_mib),
            Notice::Prepared => {
                if matches!(self.activity, Activity::Preparing) {
                    self.activity = Activity::Idle;
                    self.say(Reply::ReadyOk);
                }
            }
            Notice::Done { id, ending } => self.done(id, ending, now),
        }
    }

    fn table_refused(&mut self, reason: &str, kept_mib: usize) {
        // The peer may have asked for yet another size since then.
        if self.table_mib == Some(self.settings.hash_mib) {
            self.settings.hash_mib = kept_mib;
        }
        self.table_mib = Some(kept_mib);
        self.error(format!("{reason}; the table stays at {kept_mib} MiB"));
    }

    fn done(&mut self, id: u64, ending: Ending, now: Moment) {
        let Activity::Running(running) = &mut self.activity else {
            return;
        };
        if running.id != id || running.is_finished() {
            return;
        }
        let lines = running.finish(ending, now);
        self.actions.extend(lines.into_iter().map(Action::Say));
        self.comment(format!("search {id} ended"));
    }
}
