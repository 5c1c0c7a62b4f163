//! The part of the session that begins requests, follows their jobs and ends them.

use super::job::{Ending, Job, Notice, Progress, TableSpec};
use super::limits::{self, SearchLimits};
use super::moment::Moment;
use super::render::View;
use super::request::{Request, RequestKind};
use super::time::{Budget, Costs};
use super::{Action, MOST_JOBS, Session};
use crate::game::{Column, Columns, Game, Mode, Position, TextError};
use crate::play::levels::{self, Level, Turn};
use crate::session::protocol::options::Resistance;
use crate::session::protocol::{GoArgs, reply};
use crate::solver::{Limits, Task};

impl Session {
    /// Answers `isready` at once, unless the table must be set up first.
    pub(super) fn is_ready(&mut self, now: Moment) {
        let table_is_set = self.table_mib == Some(self.settings.hash_mib) && !self.clear_table;
        if table_is_set || self.request.is_some() {
            self.print(reply::ready());
        } else {
            let table = self.table_spec();
            self.begin(RequestKind::IsReady, Job::Prepare(table), now);
        }
    }

    /// Begins a request that needs no position and no clock.
    pub(super) fn begin(&mut self, kind: RequestKind, job: Job, now: Moment) {
        let id = self.start_job(job);
        self.request = Some(Request::new(id, kind, self.view(Position::EMPTY), now));
    }

    pub(super) fn begin_search(&mut self, kind: RequestKind, args: &GoArgs, now: Moment) {
        for ignored in &args.ignored {
            self.error(ignored);
        }
        let why = self.game.clone().filter(|_| kind == RequestKind::Why);
        let mut game = self.game.clone();
        // The search is one of the position before the move.
        let game = game.take_if(|game| !args.of_move || game.take_back().is_some());
        let Some(game) = &game else {
            match self.game {
                Some(_) => self.error("why move: expected a move before it; found none"),
                None => self.no_position(),
            }
            // The answer of this request is known, so that it needs no job of its own.
            let view = self.view(Position::EMPTY);
            let mut request = Request::new(self.last_id, kind, view, now);
            (request.ponders, request.is_infinite) = (args.ponder, args.infinite);
            request.finish_without_position();
            self.request = Some(request);
            return;
        };
        let position = *game.position();
        let limits = SearchLimits::of(args, &position);
        let (columns, refused) = search_columns(args, game);
        self.lag.begin(limits.own_clock());
        let lag = self.lag.expected();
        if limits.is_fallback {
            self.print(reply::note(limits::FALLBACK_NOTE));
        }
        for error in refused {
            self.error(error);
        }
        let overhead = self.settings.overhead;
        let mut budget = limits.budget(Costs { overhead, lag });
        let (kind, job) = if let Some(depth) = limits.perft {
            (RequestKind::Perft, Job::Perft { position, depth })
        } else if let Some(level) = self.level_of(&kind, &limits) {
            // A clock limits a level only if it leaves less time than a move takes.
            budget = budget.filter(|budget| budget.hard < levels::LONGEST_MOVE);
            let limits = limits.for_solver(&mut budget, args.ponder);
            (kind, self.turn(level, columns, limits))
        } else {
            let lines = match kind {
                RequestKind::Why if !args.of_move => 1,
                RequestKind::Analyze | RequestKind::Scores { .. } | RequestKind::Why => {
                    Column::ALL.len()
                }
                _ => self.settings.multi_pv,
            };
            let task = Task {
                position,
                columns,
                lines,
                // Only strong solving proves a distance.
                mode: limits
                    .search
                    .mate
                    .map_or(self.settings.mode, |_| Mode::Strong),
                complete_line: true,
                limits: limits.for_solver(&mut budget, args.ponder),
            };
            let job = Job::Search {
                task,
                table: self.table_spec(),
                threads: self.settings.threads,
                own_book: self.settings.own_book,
                practical: self.is_practical(&kind, args, &limits),
                why,
            };
            (kind, job)
        };
        let id = self.start_job(job);
        let times = budget.map(|Budget { soft, hard }| format!("soft {soft:?}, hard {hard:?}, "));
        let times = times.unwrap_or_default();
        self.comment(format!("search {id} begins: {times}lag {lag:?}"));
        let mut request = Request::new(id, kind, self.view(position), now);
        (request.ponders, request.is_infinite) = (args.ponder, args.infinite);
        request.budget = budget;
        self.request = Some(request);
        self.start_clock(now);
    }

    /// Returns the level that a search plays at; `None` if it is not weakened. A search for a win
    /// within some moves is a question, not a move of a game.
    fn level_of(&self, kind: &RequestKind, limits: &SearchLimits) -> Option<Level> {
        let is_move = *kind == RequestKind::Go && limits.search.mate.is_none();
        self.settings.level().filter(|_| is_move)
    }

    /// Returns whether a search chooses by the opponent's likely errors where best play does not win.
    /// Such a search plays a move of a game; it does not analyze.
    fn is_practical(&self, kind: &RequestKind, args: &GoArgs, limits: &SearchLimits) -> bool {
        let settings = &self.settings;
        let is_move = *kind == RequestKind::Go && limits.search.mate.is_none() && !args.infinite;
        let is_asked = settings.resistance == Resistance::Practical && !settings.analyse_mode;
        is_move && is_asked && settings.multi_pv == 1
    }

    /// Returns the job of a move at a level. Prints the level if it or the game is new.
    fn turn(&mut self, level: Level, columns: Columns, limits: Limits) -> Job {
        let game = self.game.clone().unwrap_or_default();
        let (seed, is_new) = self.leveled.note_move(game.position(), level);
        if is_new {
            let (elo, random) = (level.elo(), levels::RANDOM_ELO);
            let costly = level.costly_limit(&limits);
            let costly = costly.map(|limit| format!("; {limit} costs more than 50 Elo"));
            let costly = costly.unwrap_or_default();
            self.print(reply::note(format!(
                "level {level}, Elo {elo} (random moves: {random}){costly}"
            )));
        }
        Job::Play(Turn {
            game,
            level,
            seed: match self.settings.skill_seed {
                0 => seed,
                set => set.into(),
            },
            columns,
            lines: self.settings.multi_pv,
            limits,
        })
    }

    fn view(&self, position: Position) -> View {
        View {
            position,
            notation: self.notation(),
            show_wdl: self.settings.show_wdl,
            ponder_moves: self.is_uci,
            mode: self.settings.mode,
        }
    }

    /// Returns the table that the settings ask for. The caller starts a job that sets it up.
    fn table_spec(&mut self) -> TableSpec {
        self.table_mib = Some(self.settings.hash_mib);
        TableSpec {
            hash_mib: self.settings.hash_mib,
            cleared: std::mem::take(&mut self.clear_table),
        }
    }

    /// Starts a job and returns its id.
    fn start_job(&mut self, job: Job) -> u64 {
        self.last_id += 1;
        self.unfinished += 1;
        let id = self.last_id;
        self.actions.push(Action::Start { id, job });
        id
    }

    /// Stops the running job and releases its answer.
    pub(super) fn stop(&mut self, now: Moment) {
        if let Some(request) = &mut self.request {
            request.release();
            self.end_job(now);
        }
    }

    /// Ends the running job. Answers a search at once with its latest report, because the searching
    /// thread may have to wait for a processor before it can end. Before the first report, or if
    /// too many jobs have not ended, the answer waits for the thread.
    fn end_job(&mut self, now: Moment) {
        let Some(request) = &mut self.request else {
            return;
        };
        if request.stopped || request.is_finished() {
            return;
        }
        request.stopped = true;
        self.actions.push(Action::Stop);
        if self.unfinished < MOST_JOBS
            && let Some(ending) = request.latest.ending()
        {
            let id = request.id;
            self.done(id, ending, now);
        }
    }

    /// Ends a job whose time is over. A search without a report continues until its first report. A
    /// count ends at once, because it has no result before its end.
    pub(super) fn time_is_over(&mut self, now: Moment) {
        if let Some(request) = &mut self.request {
            let is_count = request.kind == RequestKind::Perft;
            if is_count || request.latest.report.is_some() {
                self.end_job(now);
            } else {
                request.overdue = true;
            }
        }
    }

    pub(super) fn ponder_hit(&mut self, now: Moment) {
        if let Some(request) = &mut self.request
            && std::mem::take(&mut request.ponders)
        {
            self.start_clock(now);
        }
    }

    /// Starts the clock of the request, if its time is limited and it does not ponder.
    fn start_clock(&mut self, now: Moment) {
        if let Some(request) = &mut self.request
            && let Some(budget) = request.start_clock(now)
            // If the answer also waits for a command of the client, the wait is not lag.
            && !request.is_held()
        {
            self.lag.run(now, budget.hard);
        }
    }

    pub(super) fn progress(&mut self, progress: Progress, now: Moment) {
        let Some(request) = &mut self.request else {
            return;
        };
        if request.id != progress.id || request.is_finished() {
            return;
        }
        let finishes_depth = progress.depth() > request.latest.depth();
        let lines = request.report_if_changed(progress, now);
        let deadline = if finishes_depth {
            request.soft_deadline()
        } else {
            request.deadline()
        };
        self.actions.extend(lines.map(Action::PrintProgress));
        if deadline.is_some_and(|deadline| deadline <= now) {
            self.time_is_over(now);
        }
    }

    pub(super) fn notice(&mut self, notice: Notice, now: Moment) {
        match notice {
            Notice::TableRefused { reason, kept_mib } => self.table_refused(&reason, kept_mib),
            Notice::Done { id, ending } => {
                self.unfinished = self.unfinished.saturating_sub(1);
                self.done(id, ending, now);
            }
        }
    }

    fn table_refused(&mut self, reason: &str, kept_mib: usize) {
        // The client may have asked for another size since then.
        if self.table_mib == Some(self.settings.hash_mib) {
            self.settings.hash_mib = kept_mib;
        }
        self.table_mib = Some(kept_mib);
        self.error(format!("{reason}; the table stays at {kept_mib} MiB"));
    }

    fn done(&mut self, id: u64, ending: Ending, now: Moment) {
        let Some(request) = &mut self.request else {
            return;
        };
        if request.id != id || request.is_finished() {
            return;
        }
        let lines = request.finish(ending, now);
        self.actions.extend(lines.into_iter().map(Action::Print));
        self.comment(format!("job {id} ended"));
    }
}

/// Returns the columns of `searchmoves` that can be played, or all columns if none can. Also
/// returns the errors of the moves that cannot be played.
fn search_columns(args: &GoArgs, game: &Game) -> (Columns, Vec<TextError>) {
    let mut refused = Vec::new();
    if game.position().is_over() {
        return (Columns::ALL, refused);
    }
    let tokens = args.search_moves.iter();
    let playable = tokens.filter_map(|&(character, token)| {
        let played = game.clone().play_claimed(token.column, token.row);
        played
            .map_err(|error| refused.push(TextError::new(1, character, error)))
            .ok()?;
        Some(token.column)
    });
    let columns: Columns = playable.collect();
    match columns {
        Columns::NONE => (Columns::ALL, refused),
        _ => (columns, refused),
    }
}
