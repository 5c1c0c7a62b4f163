//! Conversations that must run as written: those of known managers in `tests/transcripts`, and
//! every example of `protocol.md`.

use std::fs;

use crate::helpers::engine::Engine;
use crate::pages::root;

/// Plays a conversation with a fresh engine: it sends the lines after `>` and expects those after
/// `<`, in this order; other lines are comments. At the end the engine must exit with success.
fn play(name: &str, transcript: &str) {
    let mut engine = Engine::start();
    let mut expected = 0;
    for line in transcript.lines() {
        if let Some(sent) = line.strip_prefix('>') {
            engine.send(sent.strip_prefix(' ').unwrap_or(sent));
        } else if let Some(wanted) = line.strip_prefix('<') {
            engine.expect(wanted.strip_prefix(' ').unwrap_or(wanted));
            expected += 1;
        }
    }
    assert!(expected > 0, "{name} expects nothing");
    engine.end();
}

#[test]
fn the_conversations_of_known_managers_run_as_written() {
    let folder = root().join("tests/transcripts");
    let mut played = 0;
    for entry in fs::read_dir(folder).expect("the transcripts are there") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a transcript is text");
        play(&path.display().to_string(), &text);
        played += 1;
    }
    assert!(played >= 5, "only {played} transcripts");
}

#[test]
fn the_examples_of_the_protocol_run_as_written() {
    let text = fs::read_to_string(root().join("protocol.md")).expect("it is there");
    let mut played = 0;
    for block in text.split("```transcript\n").skip(1) {
        let block = block.split("```").next().unwrap_or("");
        play(&format!("protocol.md, example {}", played + 1), block);
        played += 1;
    }
    assert!(played >= 10, "only {played} examples");
}
