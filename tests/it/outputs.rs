//! Files that a long run writes at its end: until then the old content stays.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::book::{QUICK_BUILD, invent};
use crate::helpers::folder::Folder;
use crate::helpers::program::{command, printed, text};
#[cfg(target_os = "linux")]
use crate::helpers::program::{limited, refused};
use crate::interrupted::interrupt;

#[test]
fn an_interrupted_run_leaves_its_file_as_it_was_and_the_result_so_far_beside_it() {
    for filter in [
        "--ply 14 --count 65535",
        "--kind end-easy --count 1000000",
        "--balanced",
    ] {
        let folder = Folder::new();
        let path = folder.write("set", "old");
        let common = format!("--seed 1 --hash 1 --output {path}");
        let arguments = format!("testset generate {filter} {common}");
        let left = format!("{path}.unfinished");
        let output = interrupt("INT", &arguments, |_| {
            fs::metadata(&left).is_ok_and(|found| found.len() > 0)
        });
        assert_eq!(output.status.code(), Some(130));
        let told = format!("stopped: the result so far is in {left}\n");
        let said = text(&output.stderr);
        assert!(said.contains(&told), "{said}");
        assert_eq!(fs::read_to_string(&path).expect("kept"), "old");
        let left = fs::read_to_string(&left).expect("left");
        assert!(left.starts_with("# Made by"), "{left}");
        let made = left.lines().filter(|line| !line.starts_with('#')).count();
        let told = format!(", stopped after {made}\n");
        assert!(left.contains(&told), "{left}");
    }
}

#[test]
fn a_set_is_written_to_the_target_of_a_link_and_to_a_pipe() {
    let folder = Folder::new();
    folder.write("set", "old");
    let make = |output: &str| folder.printed(&format!("{GENERATE} {output}"));
    make("set");
    let set = folder.read("set");
    assert!(set.contains("--seed 1 --count 3\n"), "{set}");
    assert_eq!(set.lines().count(), 5);
    let link = folder.path("link");
    std::os::unix::fs::symlink("elsewhere", &link).expect("a folder of ours");
    make("link");
    assert_eq!(folder.read("elsewhere"), set);
    assert_eq!(make("/dev/stdout"), set);
    assert_eq!(folder.names(), ["elsewhere", "link", "set"]);
}

#[test]
fn standard_output_by_its_other_name_is_appended_to() {
    let folder = Folder::new();
    folder.write("lines", "4453\n");
    for (arguments, begin) in [
        (GENERATE, "a\n# Made"),
        ("analyze --input lines --output", "a\n{\"input\""),
    ] {
        let path = folder.write("both", "");
        let mut both = fs::File::create(&path).expect("a folder of ours");
        both.write_all(b"a\n").expect("a file of ours");
        let ours = both.try_clone().expect("a file can be held twice");
        let arguments = format!("{arguments} /dev/stdout");
        printed(folder.command(&arguments).stdout(ours));
        both.write_all(b"b\n").expect("a file of ours");
        let written = fs::read_to_string(&path).expect("written");
        assert!(written.starts_with(begin), "{written}");
        assert!(written.ends_with("\nb\n"), "{written}");
        assert_eq!(folder.names(), ["both", "lines"]);
    }
}

#[test]
fn a_file_that_is_written_anew_stays_as_private_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("set", "old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a file of ours");
    folder.printed(&format!("{GENERATE} set"));
    let found = fs::metadata(&path).expect("made");
    assert!(found.len() > 3);
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
}

/// The arguments of commands that write a file, except the file.
const GENERATE: &str = "testset generate --seed 1 --ply 36 --count 3 --output";
const BUILD: &str = QUICK_BUILD;
const MERGE: &str = "book merge --ply 3 part --output";
const DEEPEN: &str = "book deepen book --tries 1 --output";
const ANALYZE: &str = "analyze --hash 1 --input part --output";

/// Runs one of these in a folder that contains its inputs.
fn run_in(folder: &Folder, writer: &str) -> Output {
    folder.run(&format!("{writer} output"))
}

/// Creates a folder with a part of a book and the book made from it.
fn folder_for_writers() -> Folder {
    let folder = Folder::new();
    invent(&folder.path("part"), 3, (1, 1), 2);
    assert!(run_in(&folder, MERGE).status.success());
    fs::rename(folder.path("output"), folder.path("book")).expect("just written");
    folder
}

#[test]
fn a_second_run_on_one_output_is_refused_until_the_first_has_ended() {
    let folder = folder_for_writers();
    let path = folder.path("output");
    let mut first = folder
        .command("analyze --hash 1 --input - --output output")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut questions = first.stdin.take().expect("a pipe");
    writeln!(questions, "2232341145311512135567").expect("it listens");
    while fs::read_to_string(&path).unwrap_or_default().is_empty() {
        assert!(first.try_wait().expect("a child").is_none(), "it waits");
        thread::yield_now();
    }
    let records = fs::read_to_string(&path).expect("written");
    for writer in [GENERATE, BUILD, MERGE, DEEPEN, ANALYZE] {
        let output = run_in(&folder, writer);
        assert_eq!(output.status.code(), Some(1), "{writer:?}");
        let refused = "error: output: another process is writing to it\n";
        assert_eq!(text(&output.stderr), refused, "{writer:?}");
        assert_eq!(fs::read_to_string(&path).expect("kept"), records);
    }
    // A lock ends with its process, however that ends.
    first.kill().expect("it waits");
    let output = run_in(&folder, GENERATE);
    assert!(output.status.success(), "{}", text(&output.stderr));
    first.wait().expect("it was killed");
    assert_eq!(folder.names(), ["book", "output", "part"]);
}

#[cfg(unix)]
#[test]
fn no_link_with_the_name_of_a_file_beside_the_output_is_followed() {
    let folder = folder_for_writers();
    let precious = folder.write("precious", "");
    let is_untouched = || fs::read_to_string(&precious).is_ok_and(|text| text.is_empty());
    for (writer, names, refused) in [
        (GENERATE, &["lock"][..], true),
        (BUILD, &["lock", "journal"], true),
        (MERGE, &["lock"], true),
        (DEEPEN, &["lock", "journal"], true),
        (ANALYZE, &["lock", "manifest"], true),
        (GENERATE, &["unfinished"], false),
        // The part is not a list of positions, but is read as one.
        (ANALYZE, &["manifest.unfinished"], false),
    ] {
        for name in names {
            let planted = folder.path(&format!("output.{name}"));
            std::os::unix::fs::symlink("precious", &planted).expect("a folder of ours");
            let said = text(&run_in(&folder, writer).stderr);
            assert_eq!(said.contains("error: "), refused, "{name}: {said}");
            assert!(is_untouched(), "{writer:?} {name}");
            // It is missing if a file took its place.
            let _ = fs::remove_file(&planted);
            let _ = fs::remove_file(folder.path("output"));
        }
    }
    let (set, left) = (folder.path("set"), folder.path("set.unfinished"));
    std::os::unix::fs::symlink("precious", &left).expect("a folder of ours");
    let endless = "testset generate --ply 14 --count 65535";
    let arguments = &format!("--seed 1 --hash 1 --output {set}");
    interrupt("INT", &format!("{endless} {arguments}"), |_| {
        fs::read_to_string(&left).is_ok_and(|text| !text.is_empty())
    });
    assert!(is_untouched());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_file_as_it_was_and_nothing_beside_it() {
    let folder = Folder::new();
    let path = folder.write("set", "old");
    // A file may grow to one block of 512 bytes and no further.
    let generate = "testset generate --seed 1 --ply 36 --count 50 --output";
    let said = refused(&mut limited("-f 1", &format!("{generate} {path}")));
    assert!(said.starts_with(&format!("error: {path}: ")), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("kept"), "old");
    assert_eq!(folder.names(), ["set"]);
}

/// Creates a named pipe.
fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.path(name);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("every Unix has it").success());
    path
}

#[test]
fn a_named_pipe_is_written_to_and_read() {
    let folder = Folder::new();
    let late = "16223414344371252143533416765565772276";
    let lines = folder.write("lines", late);
    let (out, input) = (pipe(&folder, "out"), pipe(&folder, "in"));
    let generate = format!("{GENERATE} {out}");
    let analyze = format!("analyze --input {lines} --output {out}");
    for (arguments, begin) in [(&generate, "# Made"), (&analyze, "{\"input\"")] {
        let path = out.clone();
        let reader = thread::spawn(move || fs::read_to_string(path));
        folder.printed(arguments);
        let read = reader.join().expect("no panic").expect("a pipe");
        assert!(read.starts_with(begin), "{read}");
    }
    let (path, set) = (input.clone(), format!("{late} 0\n"));
    let feeder = thread::spawn(move || fs::write(path, set));
    folder.printed(&format!("bench {input}"));
    feeder.join().expect("no panic").expect("a pipe");
    // An output that must be a file is refused before the pipe has a reader.
    let book = format!("{BUILD} {out}");
    let resumed = format!("{analyze} --resume");
    for (arguments, wanted) in [(&book, "a file to write"), (&resumed, "an output file")] {
        let said = folder.refused(arguments);
        assert!(
            said.contains(&format!("expected {wanted}; found")),
            "{said}"
        );
    }
}

#[test]
fn whether_standard_output_is_read_changes_no_exit_code_by_its_other_name_either() {
    let mut child = command(&format!("{GENERATE} /dev/stdout"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
