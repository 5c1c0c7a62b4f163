//! Bad input, early ends and slow clients: the engine answers or exits cleanly. It never panics,
//! hangs or takes more and more memory.

use std::io::Write;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
#[cfg(unix)]
use crate::helpers::program::start_at_socket;
use crate::helpers::program::{assert_contains, assert_starts};
#[cfg(target_os = "linux")]
use crate::helpers::program::{fed, limited, run};
use crate::helpers::sample::Random;
use crate::interrupted::SIGNALS;

/// Enough for the table of the default size and the program itself.
const MOST_MEMORY_KIB: u64 = 160 << 10;

fn assert_small(engine: &Engine) {
    if let Some(peak) = engine.peak_kib() {
        assert!(peak < MOST_MEMORY_KIB, "{peak} KiB at the peak");
    }
}

#[test]
fn a_line_of_a_hundred_megabytes_is_one_error() {
    let mut engine = Engine::start();
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        engine.send_bytes(&chunk);
    }
    let lines = engine.ready_after("");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_starts(&lines[0], "info string error line too long");
    assert_small(&engine);
}

#[test]
fn a_go_too_long_to_be_read_is_answered_once() {
    let mut engine = Engine::start();
    let moves = " 4".repeat(1 << 20);
    engine.send(&format!("go nodes 100 searchmoves{moves} infinite"));
    assert_eq!(engine.expect("bestmove ..."), "bestmove 4");
    engine.send(&format!("position startpos moves 1{moves}\nanalyze{moves}"));
    let unknown = "analysis 1:- 2:- 3:- 4:- 5:- 6:- 7:-";
    assert_eq!(engine.expect("analysis ..."), unknown);
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    assert_small(&engine);
}

#[test]
fn a_million_lines_during_a_search_take_no_memory() {
    let mut engine = Engine::start_without_book();
    engine.send("go infinite");
    let mut lines = String::new();
    for number in 0..1_000_000 {
        lines.push_str(match number % 5 {
            0 => "setoption name Hash value 8\n",
            1 => "ucinewgame\n",
            2 => "position startpos moves 4453\n",
            3 => "ponderhit\n",
            _ => "\n",
        });
    }
    engine.ready_after(&lines);
    engine.ask("stop", "bestmove ...");
    assert_small(&engine);
}

#[test]
fn a_search_without_end_reports_its_progress() {
    let mut engine = Engine::start_without_book();
    engine.ask("go infinite", "info depth ... pv ...");
    engine.ask("stop", "bestmove ...");
}

#[test]
fn the_engine_stops_reading_from_a_client_that_does_not_read() {
    const LINES: usize = 100_000;
    let mut engine = Engine::start_unread();
    engine.send("setoption name OwnBook value false\ngo infinite");
    let mut input = engine.take_input();
    let (progress, written) = channel();
    let writer = thread::spawn(move || {
        for _ in 0..LINES / 100 {
            let _ = input.write_all("isready\n".repeat(100).as_bytes());
            let _ = progress.send(());
        }
        input
    });
    // When no more lines are written, both pipes and all queues are full.
    let mut taken = 0;
    while written.recv_timeout(Duration::from_secs(1)).is_ok() {
        taken += 100;
    }
    assert!(taken < LINES, "it continues to read");
    assert_small(&engine);
    engine.read();
    for _ in 0..LINES {
        engine.expect("readyok");
    }
    let mut input = writer.join().expect("it wrote everything");
    input.write_all(b"stop\n").expect("the engine lives");
    engine.expect("bestmove ...");
    assert_small(&engine);
}

#[test]
fn a_signal_ends_the_process_although_its_output_is_not_read() {
    let mut engine = Engine::start_unread();
    let mut input = engine.take_input();
    let (progress, written) = channel();
    // The thread ends when a write fails because the engine has ended.
    thread::spawn(move || {
        while input.write_all(b"help\n").is_ok() {
            let _ = progress.send(());
        }
    });
    // When no more lines are written, the engine runs and all queues are full.
    written.recv().expect("the pipe takes the first line");
    while written.recv_timeout(Duration::from_secs(1)).is_ok() {}
    engine.signal("INT");
    assert!(engine.wait().success());
}

#[test]
fn any_bytes_are_answered_and_survived() {
    const BYTES: [u8; 6] = [0, b' ', b'\r', 0x80, 0xc3, 0xff];
    let words: Vec<&str> = "go position startpos moves 4453 fen setoption name value Hash depth 1 \
        nodes searchmoves 9999999999999999999999 -1 \t \0 query debug \u{fffd} perft mate stop P@d1 \
        infinite"
        .split(' ')
        .collect();
    let mut dice = Random::seeded(1);
    let mut engine = Engine::start();
    for round in 0..2000 {
        let mut line: Vec<u8> = Vec::new();
        for _ in 0..dice.below(8) {
            line.extend_from_slice(dice.pick(&words).as_bytes());
            line.push(b' ');
        }
        if round % 3 == 0 {
            line.extend((0..dice.below(9)).map(|_| *dice.pick(&BYTES)));
        }
        line.extend_from_slice(b"\nstop\n");
        engine.send_bytes(&line);
        if round % 50 == 0 {
            engine.ask("isready", "readyok");
        }
    }
    engine.ask("isready", "readyok");
    engine.end();
}

#[test]
fn input_may_end_after_any_byte() {
    let conversation = "uci\r\nisready\nposition moves 15522153122246652473331666\ngo depth 3\nanalyze depth 2\ngo infinite\nstop\nquit\n";
    for length in 0..=conversation.len() {
        let sent = &conversation[..length];
        let mut engine = Engine::start();
        engine.send_bytes(sent.as_bytes());
        let printed = engine.end();
        let is_go = |line: &&str| line.split(' ').next() == Some("go");
        let is_answer = |line: &&String| line.starts_with("bestmove");
        let asked = sent.lines().filter(is_go).count();
        let answered = printed.iter().filter(is_answer).count();
        assert_eq!(answered, asked, "after {sent:?}");
    }
}

/// Checks that the last line is an answer.
#[track_caller]
fn assert_answered(lines: &[String]) {
    assert_starts(lines.last().expect("an answer"), "bestmove");
}

#[test]
fn a_search_is_answered_after_the_end_of_input() {
    for go in [
        "go depth 8",
        "go nodes 5000",
        "go movetime 50",
        "position moves 121212\ngo",
        // These stop at the end of input.
        "go infinite",
        "go ponder",
    ] {
        let mut engine = Engine::start_without_book();
        engine.send(go);
        assert_answered(&engine.end());
    }
    let mut engine = Engine::start_without_book();
    engine.send("analyze infinite");
    let analysis = engine.end();
    assert_starts(analysis.last().expect("an answer"), "analysis ");
}

#[test]
fn a_closed_stdout_ends_the_process_with_success() {
    for line in ["go infinite", "uci", "help", "go perft 42"] {
        let mut engine = Engine::start_unread();
        engine.close_output();
        engine.send(line);
        // The input stays open: only the failed write can end it.
        assert!(engine.wait().success(), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn the_engine_waits_for_a_socket_that_does_not_block() {
    let (mut ours, mut engine) = start_at_socket("");
    let mut lines = BufReader::new(ours.try_clone().expect("a socket")).lines();
    // The answers do not fit into a socket, and after them there is nothing to read.
    for (sent, last_word) in [
        ("uci\n".repeat(500), "uciok"),
        ("isready\n".into(), "readyok"),
    ] {
        ours.write_all(sent.as_bytes()).expect("the engine lives");
        for _ in sent.lines() {
            let mut printed = lines.by_ref().map_while(Result::ok);
            assert!(printed.any(|line| line == last_word), "{last_word}");
        }
    }
    ours.write_all(b"quit\n").expect("the engine lives");
    assert!(engine.wait().expect("it is ours").success());
}

#[test]
fn signals_end_the_process_with_an_answer() {
    // A hangup ends it at once.
    for (name, _) in SIGNALS.iter().filter(|(name, _)| *name != "HUP") {
        let mut engine = Engine::start_without_book();
        engine.ready_after("go infinite");
        engine.signal(name);
        let (printed, status) = engine.farewell();
        assert!(status.success(), "{name}: {status}");
        assert_answered(&printed);
    }
}

/// The shell limits the memory, so that the largest table is too large on every machine.
#[cfg(target_os = "linux")]
#[test]
fn a_table_larger_than_the_machine_is_refused() {
    let mut engine = Engine::run(&mut limited("-v 8000000", ""));
    let lines = engine.ready_after("setoption name Hash value 65536");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_starts(&lines[0], "info string error Hash: ");
    assert_contains(&lines[0], "65536 MiB");
    let lines = engine.ask("isready\ngo depth 2", "bestmove ...").concat();
    assert!(!lines.contains("error"), "{lines}");
    assert_small(&engine);
}

#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_a_run_answers_or_reports_the_reason() {
    let conversation = b"setoption name Threads value 4\nisready\ngo nodes 100\n";
    let position = "analyze --no-book --threads 4 44533412121";
    let (mut refused, mut answered) = (0, 0);
    for kib in (10_000..120_000).step_by(3_000) {
        // With less memory the system cannot load the program.
        let loads = run(&mut limited(&format!("-v {}", kib - 1000), "--version"));
        if loads.code != Some(0) {
            continue;
        }
        for (arguments, input, answer) in [
            ("", &conversation[..], "bestmove "),
            (position, b"", "score"),
        ] {
            let run = fed(&mut limited(&format!("-v {kib}"), arguments), input);
            match run.code {
                Some(0) => {
                    assert_contains(&run.stdout, answer);
                    answered += 1;
                }
                Some(1) => {
                    // The system may also refuse the stack of a thread.
                    let reasons = [
                        " MiB needed; this process has less left\n",
                        "(os error 11)\n",
                    ];
                    let is_given = reasons.iter().any(|reason| run.stderr.ends_with(reason));
                    assert!(is_given, "{kib}: {run:?}");
                    refused += 1;
                }
                // The C library ends the process if there is no memory for what a thread has to drop.
                None if run.stderr.starts_with("Fatal glibc error: ") => refused += 1,
                _ => panic!("{kib}: {arguments:?}: {run:?}"),
            }
        }
    }
    assert!(refused > 0 && answered > 0, "{refused} {answered}");
}

#[test]
fn the_debug_log_contains_the_conversation_until_it_is_closed() {
    let folder = Folder::new();
    let path = folder.path("log");
    let mut engine = Engine::start();
    engine.ready_after(&format!("setoption name Debug Log File value {path}"));
    let too_long = "info string error line too long: ...";
    engine.ask(&"x ".repeat(40_000), too_long);
    engine.ask("setoption name Debug Log File value\nuci", "uciok");
    let text = folder.read("log");
    assert_starts(&text, "> isready\n< readyok\n> x x ");
    assert_contains(&text, "\n< info string error line too long: ");
    assert!(!text.contains("uci"), "{text}");
    engine.ask(
        "setoption name Debug Log File value /no/such/folder/log",
        "info string error Debug Log File /no/such/folder/log: ...",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_for_the_log_does_not_disturb_play() {
    let mut engine = Engine::start();
    engine.send("setoption name Debug Log File value /dev/full\ndebug on");
    for _ in 0..20 {
        let game = "ucinewgame\nposition moves 44\ngo depth 6";
        let lines = engine.ask(game, "bestmove ...").concat();
        assert!(!lines.contains("error"), "{lines}");
    }
    engine.quit();
}

/// The manager is a shell. The engine writes to our end of the pipe, which closes when both have
/// ended.
#[cfg(unix)]
#[test]
fn the_process_does_not_outlive_its_killed_parent() {
    const MANAGER: &str = r#"
        mkfifo "$1"
        "$0" < "$1" &
        exec 3> "$1"
        rm "$1"
        printf 'setoption name OwnBook value false\ngo infinite\nisready\n' >&3
        wait
    "#;
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", MANAGER, env!("CARGO_BIN_EXE_claimeven")]);
    let mut manager = Engine::run(shell.arg(folder.path("pipe")));
    manager.expect("readyok");
    manager.signal("KILL");
    let (printed, status) = manager.farewell();
    assert!(!status.success(), "it was killed");
    assert_answered(&printed);
}

#[cfg(unix)]
#[test]
fn a_run_waits_for_a_client_whose_socket_does_not_block() {
    let arguments = "analyze --input - --allow-bad";
    let (mut ours, mut child) = start_at_socket(arguments);
    let asked = 10_000;
    // The answers are larger than the buffer of a socket, and are read only after all questions.
    let mut answers = BufReader::new(ours.try_clone().expect("a socket")).lines();
    ours.write_all("x\n".repeat(asked).as_bytes())
        .expect("the run reads");
    // Wait until the buffer is full. If this takes longer, the test proves less but still passes.
    thread::sleep(Duration::from_millis(300));
    for line in 1..=asked {
        let answer = answers.next().expect("an answer").expect("text");
        assert_contains(&answer, &format!("\"line\":{line},"));
    }
    ours.shutdown(std::net::Shutdown::Write).expect("a socket");
    assert!(child.wait().expect("it is ours").success());
}
