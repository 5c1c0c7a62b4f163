//! The programs in the folder `examples`, built and run as a reader of the library would.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::pages::root;

/// Runs an example with this text on standard input. Returns its output.
fn run(name: &str, arguments: &[&str], input: &str) -> String {
    let mut example = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--example", name, "--"])
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("cargo starts");
    let mut stdin = example.stdin.take().expect("a pipe");
    stdin
        .write_all(input.as_bytes())
        .expect("a short text fits into a pipe");
    drop(stdin);
    let output = example.wait_with_output().expect("cargo ends");
    assert!(output.status.success(), "{name}: {:?}", output.status);
    String::from_utf8(output.stdout).expect("examples print text")
}

#[test]
fn the_examples_print_what_they_promise() {
    let solved = run("solve", &["445332"], "");
    assert!(
        solved.starts_with("column 1: -2\ncolumn 2: -4\n"),
        "{solved}"
    );
    assert!(
        solved.contains("best: column 4, then the game goes 4"),
        "{solved}"
    );

    let limited = run("limit", &["44", "5000"], "");
    assert!(limited.contains("solved: false\nplay column "), "{limited}");
    let finished = run("limit", &["411335344264"], "");
    assert!(
        finished.contains("solved: true\nplay column "),
        "{finished}"
    );

    let iterated = run("iterate", &["2"], "");
    let counted = "25 positions with 2 stones\n";
    assert!(
        iterated.starts_with(counted) && iterated.ends_with(" lost\n"),
        "{iterated}"
    );

    let played = run("play", &["3"], "4\nx\n9\n");
    assert!(played.starts_with("level 3, Elo "), "{played}");
    assert!(played.contains("\nlevel 3 plays column "), "{played}");
    assert!(played.contains("not over: 4"), "{played}");

    let annotated = run("annotate", &[], "");
    assert!(annotated.starts_with("[Event"), "{annotated}");
    assert!(annotated.contains("$4 {"), "{annotated}");

    let labelled = run("label", &[], "");
    assert_eq!(labelled, "4453 -2\n445332 2\n411335344264 14\n");
}
