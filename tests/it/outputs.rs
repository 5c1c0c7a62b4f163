//! Files that a long run writes at its end: until then the old content stays.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

use claimeven::makebook::Plan;

use crate::book::invent;
use crate::helpers::folder::Folder;
use crate::helpers::program::{self, text};
use crate::interrupted::interrupt;

fn command(arguments: &[&str]) -> Command {
    let mut command = program::command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn an_interrupted_run_leaves_its_file_as_it_was_and_the_result_so_far_beside_it() {
    let folder = Folder::new();
    for filter in [
        &["--ply", "14", "--count", "65535"][..],
        &["--kind", "end-easy", "--count", "1000000"],
        &["--balanced"],
    ] {
        let path = folder.write(filter[0], "old");
        let common = ["--seed", "1", "--hash", "1", "--output", &path];
        let arguments = [&["testset", "generate"][..], filter, &common].concat();
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
    let path = folder.write("set", "old");
    let make = |output: &str| {
        let made = ["--ply", "36", "--count", "3", "--output", output];
        let arguments = [&["testset", "generate", "--seed", "1"][..], &made].concat();
        let output = command(&arguments).output().expect("the binary was built");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    make(&path);
    let set = fs::read_to_string(&path).expect("made");
    assert!(set.contains("--seed 1 --count 3\n"), "{set}");
    assert_eq!(set.lines().count(), 5);
    let link = folder.path("link");
    std::os::unix::fs::symlink("elsewhere", &link).expect("a folder of ours");
    make(&link);
    let elsewhere = fs::read_to_string(folder.path("elsewhere"));
    assert_eq!(elsewhere.expect("made"), set);
    assert_eq!(make("/dev/stdout"), set);
    let left = fs::read_dir(folder.path("")).expect("a folder").count();
    assert_eq!(left, 3, "no temporary file stays");
}

#[test]
fn standard_output_by_its_other_name_is_appended_to() {
    let folder = Folder::new();
    let lines = folder.write("lines", "4453\n");
    let generate = ["testset", "generate", "--seed", "1", "--ply", "30"];
    let generate = [&generate[..], &["--count", "3", "--output", "/dev/stdout"]].concat();
    let analyze = ["analyze", "--input", &lines, "--output", "/dev/stdout"];
    for (arguments, begin) in [(&generate[..], "a\n# Made"), (&analyze, "a\n{\"input\"")] {
        let path = folder.write("both", "");
        let mut both = fs::File::create(&path).expect("a folder of ours");
        both.write_all(b"a\n").expect("a file of ours");
        let ours = both.try_clone().expect("a file can be held twice");
        let status = command(arguments).stdout(ours).status();
        assert!(status.expect("the binary was built").success());
        both.write_all(b"b\n").expect("a file of ours");
        let written = fs::read_to_string(&path).expect("written");
        assert!(written.starts_with(begin), "{written}");
        assert!(written.ends_with("\nb\n"), "{written}");
        let left = fs::read_dir(folder.path("")).expect("a folder").count();
        assert_eq!(left, 2, "neither a temporary file nor a manifest");
    }
}

#[test]
fn a_file_that_is_written_anew_stays_as_private_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("set", "old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a file of ours");
    let made = ["--ply", "36", "--count", "3", "--output", &path];
    let arguments = [&["testset", "generate", "--seed", "1"][..], &made].concat();
    let output = command(&arguments).output().expect("the binary was built");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found = fs::metadata(&path).expect("made");
    assert!(found.len() > 3);
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
}

/// The arguments of commands that write a file, except the file.
const GENERATE: &[&str] = &[
    "testset", "generate", "--seed", "1", "--ply", "36", "--count", "3", "--output",
];
const BUILD: &[&str] = &["book", "build", "--ply", "0", "--output"];
const MERGE: &[&str] = &["book", "merge", "--ply", "3", "part", "--output"];
const DEEPEN: &[&str] = &["book", "deepen", "book", "--tries", "1", "--output"];
const ANALYZE: &[&str] = &["analyze", "--hash", "1", "--input", "part", "--output"];

/// Runs one of these in a folder that contains its inputs.
fn run_in(folder: &Folder, writer: &[&str]) -> Output {
    let mut command = command(&[writer, &["output"]].concat());
    let output = command.current_dir(folder.path("")).output();
    output.expect("the binary was built")
}

/// Creates a folder with a part of a book and the book made from it.
fn folder_for_writers() -> Folder {
    let folder = Folder::new();
    let plan = Plan::new(3).expect("not too deep");
    invent(&folder.path("part"), &plan, (1, 1), 2);
    assert!(run_in(&folder, MERGE).status.success());
    fs::rename(folder.path("output"), folder.path("book")).expect("just written");
    folder
}

#[test]
fn a_second_run_on_one_output_is_refused_until_the_first_has_ended() {
    let folder = folder_for_writers();
    let path = folder.path("output");
    let mut first = command(&["analyze", "--hash", "1", "--input", "-", "--output", &path])
        .stdin(Stdio::piped())
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
    // The lock ends with its holder, however that ends.
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
    let endless = ["testset", "generate", "--ply", "14", "--count", "65535"];
    let arguments = ["--seed", "1", "--hash", "1", "--output", &set];
    interrupt("INT", &[&endless[..], &arguments].concat(), |_| {
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
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_claimeven"))
        .args(["testset", "generate", "--seed", "1", "--ply", "36"])
        .args(["--count", "50", "--output", &path])
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with(&format!("error: {path}: ")), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("kept"), "old");
    let left = fs::read_dir(folder.path("")).expect("a folder").count();
    assert_eq!(left, 1, "a part of a set stays");
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
    let generate = ["testset", "generate", "--seed", "1", "--ply", "36"];
    let generate = [&generate[..], &["--count", "3", "--output", &out]].concat();
    let analyze = ["analyze", "--input", &lines, "--output", &out];
    for (arguments, begin) in [(&generate[..], "# Made"), (&analyze, "{\"input\"")] {
        let path = out.clone();
        let reader = thread::spawn(move || fs::read_to_string(path));
        let output = command(arguments).output().expect("the binary was built");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let read = reader.join().expect("no panic").expect("a pipe");
        assert!(read.starts_with(begin), "{read}");
    }
    let (path, set) = (input.clone(), format!("{late} 0\n"));
    let feeder = thread::spawn(move || fs::write(path, set));
    let output = command(&["bench", &input]).output();
    assert!(output.expect("the binary was built").status.success());
    feeder.join().expect("no panic").expect("a pipe");
    // An output that must be a file is refused before the pipe has a reader.
    let book = ["book", "build", "--ply", "0", "--output", &out];
    let resumed = [&analyze[..], &["--resume"]].concat();
    for (arguments, wanted) in [(&book[..], "a file to write"), (&resumed, "an output file")] {
        let output = command(arguments).output().expect("the binary was built");
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stderr);
        assert!(
            said.contains(&format!("expected {wanted}; found")),
            "{said}"
        );
    }
}

#[test]
fn whether_standard_output_is_read_changes_no_exit_code_by_its_other_name_either() {
    let generate = ["testset", "generate", "--seed", "1", "--ply", "36"];
    let generate = [&generate[..], &["--count", "3", "--output", "/dev/stdout"]].concat();
    let mut child = command(&generate).spawn().expect("the binary was built");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
