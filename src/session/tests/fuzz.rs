//! Fuzz test of the session: each request gets exactly one answer, in the guaranteed order,
//! whatever the client sends and whenever the runner ends its jobs.
//!
//! The input is lines of text. Lines that begin with `@` are events of the runner and the system,
//! all others come from the client. A byte that is not ASCII stands for a whole word, so that
//! random bytes are also conversations. Seeds are in `tests/corpus/session`; `scripts/fuzz.sh
//! session` searches for more.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::mem;
use std::sync::LazyLock;
use std::time::Duration;

use crate::game::Position;
use crate::game::tests::corpus;
use crate::session::job::{Ending, Job, Notice, Progress};
use crate::session::moment::Moment;
use crate::session::perft::PerftCounts;
use crate::session::protocol::{self, Command, GoArgs};
use crate::session::{Action, Client, EXIT_TIMEOUT, Event, Files, MOST_JOBS, MOST_LINES, Session};
use crate::solver::{Limits, Report, Silent, Solver, StopFlag, Task};
use crate::system::lines::InputLine;

/// The words for bytes from 128 on. In an input that begins with such a byte, all bytes stand for
/// words.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "\n|\n|\n| | |\ngo |\ngo |\ngo infinite\n|\ngo ponder |\nanalyze |\nstop\n|\nstop\n|\
    \nponderhit\n|\nisready\n|\nposition |startpos |moves |fen 7/7/7/7/3p3/3P3 w - - 0 2 |4453 |\
    P@d1 |\nposition moves 1212121\n|\nposition moves 999\n|\nposition moves 44\n|depth |nodes |\
    movetime |wtime |btime |winc |movestogo |mate |perft |infinite |ponder |searchmoves |1 |0 |\
    9999999999999999999 |-5 |42 |7 |1.5 |soon|\nucinewgame\n|\nuci\n|\nugi\n|\nsetoption name |Hash value 9\n|\
    Clear Hash\n|MultiPV value 7\n|Solve value weak\n|\
    Debug Log File value x\n|\nquery gameover\n|\nquery fen\n|\nd\n|\nd scores\n|\neval\n|\
    \nbench limit 1\n|Skill Level value 3\n|\ndebug on\n|\n@done 1\n|\n@done 100\n|\n@done 1\n|\n@report 9\n|\n@later\n|\
    \n@refused\n|\n@long |\nquit\n|\n@closed\n|\n@terminate\n"
        .split('|')
        .collect()
});

#[test]
fn any_conversation_is_answered() {
    bolero::check!()
        .with_iterations(2000)
        .for_each(|bytes: &[u8]| {
            hold(bytes);
        });
}

#[test]
fn every_kept_conversation_is_answered() {
    let mut ready = Ready::default();
    for seed in corpus("session") {
        ready.add(hold(&seed));
    }
    assert!(ready.at_once > 5 && ready.after_the_answer > 1, "{ready:?}");
}

/// Searches of each kind, with and without limits of time.
const SEARCHES: [&str; 10] = [
    "go",
    "go movetime 70",
    "go infinite",
    "go infinite wtime 20 btime 20",
    "go ponder wtime 70 btime 70",
    "go ponder infinite movetime 70",
    "analyze infinite wtime 20 btime 20",
    "go perft 9 movetime 70",
    "bench limit 1",
    "d scores",
];

/// What can happen during a search.
const EVENTS: [&str; 10] = [
    "@report 1",
    "@done 1",
    "@later",
    "@closed",
    "stop",
    "isready",
    "ponderhit",
    "setoption name Hash value 9",
    "position moves 44",
    "go infinite movetime 70",
];

#[test]
fn every_order_of_events_is_answered() {
    let mut ready = Ready::default();
    for search in SEARCHES {
        for order in 0..EVENTS.len().pow(4) {
            let digits = (0..4).map(|place| order / EVENTS.len().pow(place) % EVENTS.len());
            let lines = digits.map(|event| EVENTS[event]);
            let lines: Vec<&str> = [search].into_iter().chain(lines).collect();
            ready.add(hold(lines.join("\n").as_bytes()));
        }
    }
    assert!(
        ready.at_once > 1000 && ready.after_the_answer > 1000,
        "{ready:?}"
    );
}

/// The numbers of `isready` commands that came during the searches of a conversation.
#[derive(Debug, Clone, Copy, Default)]
struct Ready {
    /// The number that came while a search was running.
    at_once: usize,
    /// The number that came after a search had been stopped.
    after_the_answer: usize,
}

impl Ready {
    fn add(&mut self, other: Ready) {
        self.at_once += other.at_once;
        self.after_the_answer += other.after_the_answer;
    }
}

/// Runs one conversation from its beginning to its end.
fn hold(bytes: &[u8]) -> Ready {
    let only_words = bytes.first().is_some_and(|byte| !byte.is_ascii());
    let mut text = String::new();
    for &byte in bytes {
        if only_words || !byte.is_ascii() {
            text.push_str(WORDS[usize::from(byte) % WORDS.len()]);
        } else {
            text.push(char::from(byte));
        }
    }
    let mut talk = Talk::new();
    for line in text.split('\n') {
        talk.line(line);
        if talk.exited {
            return talk.ready;
        }
    }
    talk.end();
    talk.ready
}

/// A request that has not been answered yet.
#[derive(Debug)]
struct Unanswered {
    /// The first word of its answer, or of a line of it; `None` for a bench.
    answer: Option<&'static str>,
    held: Held,
    /// Whether the request was stopped.
    stopping: bool,
    /// Whether the search must have a limit, because the client gave one. The limit given may be
    /// unreadable or zero.
    limited: bool,
    position: Option<Position>,
}

/// The event that an answer must wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    No,
    Stop,
    PonderHit { infinite: bool },
}

/// A conversation in which the test acts as the runner.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Talk {
    session: Session,
    now: Moment,
    /// The runner's jobs, each with its id. All except the last were stopped.
    jobs: VecDeque<(u64, Job)>,
    revision: u64,
    asked: VecDeque<Unanswered>,
    /// The first words of the answers due to `isready`, `query`, `uci` and `ugi`, and `side` for the
    /// line of a `d` that names the side to move.
    due: Vec<&'static str>,
    ready: Ready,
    /// Whether the next search must clear the table.
    forgotten: bool,
    open: bool,
    /// Whether the session may end without giving the answers that are still due.
    cut_short: bool,
    exited: bool,
}

impl Talk {
    fn new() -> Talk {
        Talk {
            session: Session::new(Files::Allowed, Client::Program, 0),
            now: Moment::START,
            jobs: VecDeque::new(),
            revision: 0,
            asked: VecDeque::new(),
            due: Vec::new(),
            ready: Ready::default(),
            forgotten: false,
            open: true,
            cut_short: false,
            exited: false,
        }
    }

    fn line(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let nodes = rest.trim().parse().unwrap_or(1).min(500);
        match word {
            "@later" => {
                self.now = self.now + Duration::from_millis(70);
                if self.session.alarm().is_some_and(|alarm| alarm <= self.now) {
                    self.event(Event::Alarm);
                    let alarm = self.session.alarm();
                    assert!(
                        alarm.is_none_or(|next| next > self.now),
                        "the alarm does not end"
                    );
                }
            }
            "@done" => self.finish_job(nodes),
            "@report" => self.report_progress(nodes),
            "@refused" => self.refuse_table(),
            "@closed" => self.close(),
            "@terminate" => self.terminate(),
            "@long" => self.send(rest, InputLine::TooLong(format!("{rest} cut"))),
            _ => self.send(line, InputLine::Whole(line.to_owned())),
        }
    }

    fn send(&mut self, line: &str, input: InputLine) {
        if !self.open {
            return;
        }
        self.wait_for_input();
        let whole = matches!(input, InputLine::Whole(_));
        match protocol::parse(line) {
            Ok(Some(Command::Go(args))) => self.ask(Some("bestmove"), &args),
            Ok(Some(Command::Analyze(args))) => self.ask(Some("analysis"), &args),
            Ok(Some(Command::IsReady)) if whole => return self.ask_whether_ready(input),
            Ok(Some(command)) if whole => self.expect(&command),
            _ => {}
        }
        self.event(Event::Input(input));
    }

    fn ask(&mut self, answer: Option<&'static str>, args: &GoArgs) {
        self.release();
        let game = self.session.game.as_ref();
        let position = game.map(|game| *game.position());
        self.asked.push_back(Unanswered {
            answer,
            held: match (args.ponder, args.infinite) {
                (true, infinite) => Held::PonderHit { infinite },
                (false, true) => Held::Stop,
                (false, false) => Held::No,
            },
            stopping: false,
            limited: !args.infinite && (args.unread_limit || args.zero_limit),
            position: position.filter(|_| matches!(args.perft, None | Some(0))),
        });
    }

    /// Sends `isready`. A running search does not delay `readyok`; a stopped search is answered
    /// first, which [`Talk::said`] checks.
    fn ask_whether_ready(&mut self, input: InputLine) {
        self.due.push("readyok");
        let stopping = self.asked.back().map(|asked| asked.stopping);
        self.event(Event::Input(input));
        let waits = self.due.contains(&"readyok");
        match stopping {
            None => {}
            Some(true) => {
                assert!(waits, "before the answer");
                self.ready.after_the_answer += 1;
            }
            Some(false) => {
                assert!(!waits, "a running search delays it");
                self.ready.at_once += 1;
            }
        }
    }

    fn expect(&mut self, command: &Command) {
        match command {
            Command::Bench(_) => self.ask(None, &GoArgs::default()),
            Command::DisplayScores if self.session.game.is_none() => self.release(),
            Command::DisplayScores => self.ask(Some("side"), &GoArgs::default()),
            Command::Display if self.session.game.is_some() => {
                self.due.push("side");
            }
            Command::Stop => self.release(),
            Command::Quit => {
                self.release();
                (self.open, self.cut_short) = (false, true);
            }
            Command::PonderHit => {
                if let Some(last) = self.asked.back_mut()
                    && let Held::PonderHit { infinite } = last.held
                {
                    last.held = if infinite { Held::Stop } else { Held::No };
                }
            }
            Command::NewGame => self.forgotten = true,
            Command::SetOption(setting) if setting.option.name == "Clear Hash" => {
                self.forgotten = true;
            }
            Command::Query(_) => self.due.push("response"),
            Command::Uci => self.due.push("uciok"),
            Command::Ugi => self.due.push("ugiok"),
            _ => {}
        }
    }

    fn release(&mut self) {
        for asked in &mut self.asked {
            (asked.held, asked.stopping) = (Held::No, true);
        }
    }

    fn event(&mut self, event: Event) {
        let actions = self.session.handle(event, self.now);
        let lines: usize = actions.iter().map(lines_of).sum();
        assert!(lines <= MOST_LINES, "{lines} lines");
        for action in actions {
            match action {
                Action::Print(reply) => reply.lines().for_each(|line| self.said(line)),
                Action::PrintProgress(lines) => {
                    assert!(lines.lines().all(|line| line.starts_with("info")));
                }
                Action::Start { id, job } => {
                    if let Some(table) = job.table() {
                        assert_eq!(table.cleared, mem::take(&mut self.forgotten));
                    }
                    self.assert_limited(&job);
                    self.jobs.push_back((id, job));
                    assert!(self.jobs.len() <= MOST_JOBS, "{:?}", self.jobs);
                }
                Action::Stop => {
                    assert!(!self.jobs.is_empty(), "nothing to stop");
                    // The client or a deadline stops the first request without an answer.
                    self.asked.front_mut().expect("a request").stopping = true;
                }
                Action::Log(_) | Action::OpenBook(_) => {}
                Action::Exit => self.exited = true,
            }
        }
    }

    fn assert_limited(&self, job: &Job) {
        if let Job::Search { task, .. } = job
            && self.asked.front().is_some_and(|asked| asked.limited)
        {
            let limits = task.limits;
            let counts = limits.nodes.is_some() || limits.depth.is_some() || limits.mate.is_some();
            assert!(limits.timed || counts, "{:?}", self.asked);
        }
    }

    fn said(&mut self, line: &str) {
        let word = line.split(' ').next().unwrap_or_default();
        if let Some(due) = self.due.iter().position(|due| *due == word)
            && self.due.remove(due) == "side"
        {
            return;
        }
        if word == "readyok" {
            let waits_for = self.asked.front().filter(|asked| asked.stopping);
            assert!(waits_for.is_none(), "before the answer");
        }
        if !matches!(word, "bestmove" | "analysis" | "side") {
            return;
        }
        let asked = self.asked.pop_front().expect("nothing was asked");
        assert_eq!(asked.answer, Some(word));
        assert_eq!(asked.held, Held::No, "too early: {line}");
        if word == "bestmove" {
            assert_legal(asked.position, line);
        }
    }

    fn finish_job(&mut self, nodes: u64) {
        let Some((id, job)) = self.jobs.pop_front() else {
            return;
        };
        let ending = match job {
            Job::Prepare(_) => Ending::Prepared,
            Job::Search { task, .. } => Ending::Searched {
                report: search(task, nodes),
                hashfull: 1,
                why: None,
            },
            Job::Play(mut turn) => {
                turn.limits.nodes = Some(nodes);
                Ending::Searched {
                    report: turn.think(&StopFlag::default(), &mut Silent),
                    hashfull: 0,
                    why: None,
                }
            }
            Job::Perft { .. } => Ending::Counted(PerftCounts {
                columns: Vec::new(),
                total: None,
            }),
            Job::Bench(_) => {
                let asked = self.asked.pop_front();
                assert!(asked.is_some_and(|asked| asked.answer.is_none()));
                Ending::Benched(Err("no memory".to_owned()))
            }
        };
        self.event(Event::Notice(Notice::Done { id, ending }));
    }

    fn report_progress(&mut self, nodes: u64) {
        if let Some(&(id, Job::Search { task, .. })) = self.jobs.front() {
            self.revision += 1;
            let report = search(task, nodes);
            let progress = Progress {
                id,
                revision: self.revision,
                nodes,
                hashfull: 1,
                report: Some(report.into()),
                ..Progress::default()
            };
            self.event(Event::Progress(progress));
        }
    }

    fn refuse_table(&mut self) {
        let job = self.jobs.front();
        if job.is_some_and(|(_, job)| job.table().is_some()) {
            let (reason, kept_mib) = ("no room".to_owned(), 1);
            self.event(Event::Notice(Notice::TableRefused { reason, kept_mib }));
        }
    }

    fn close(&mut self) {
        if mem::take(&mut self.open) {
            self.wait_for_input();
            if let Some(last) = self.asked.back_mut() {
                last.held = Held::No;
            }
            self.event(Event::InputClosed);
        }
    }

    /// Ends jobs until the session accepts input. Until then lines stay in the pipe.
    fn wait_for_input(&mut self) {
        while !self.session.accepts_input() {
            assert!(!self.jobs.is_empty(), "no input is accepted any more");
            self.finish_job(1);
        }
    }

    fn terminate(&mut self) {
        (self.open, self.cut_short) = (false, true);
        self.release();
        self.event(Event::Terminate);
        self.now = self.now + EXIT_TIMEOUT;
        self.event(Event::Alarm);
        assert!(self.exited);
    }

    /// Ends the conversation: the client leaves, and the runner ends its jobs.
    fn end(&mut self) {
        self.close();
        for _ in 0..4 {
            self.finish_job(1);
        }
        assert!(self.exited, "{:?}", self.asked);
        if !self.cut_short {
            assert!(self.asked.is_empty(), "{:?}", self.asked);
            assert!(self.due.is_empty(), "{:?}", self.due);
        }
    }
}

/// Returns the number of lines that an action prints.
fn lines_of(action: &Action) -> usize {
    match action {
        Action::Print(reply) | Action::PrintProgress(reply) => reply.lines().count(),
        _ => 0,
    }
}

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::without_book(1).expect("one mebibyte is left"));
}

fn search(task: Task, nodes: u64) -> Report {
    let limits = Limits {
        nodes: Some(nodes.max(1)),
        ..task.limits
    };
    let task = Task { limits, ..task };
    SOLVER.with_borrow_mut(|solver| solver.search(&task, &StopFlag::default(), &mut Silent))
}

fn assert_legal(position: Option<Position>, line: &str) {
    let written = line.split(' ').nth(1).unwrap_or_default();
    let Some(position) = position.filter(|position| !position.is_over()) else {
        return assert_eq!(written, "(none)");
    };
    let command = protocol::parse(&format!("go searchmoves {written}"));
    let Ok(Some(Command::Go(args))) = command else {
        panic!("{line} is no move: {command:?}");
    };
    let legal = position.legal_columns();
    let is_legal = args.ignored.is_empty() && legal.contains(args.search_moves[0].1.column);
    assert!(is_legal, "{line} in {position:?}");
}
