//! The start of a run: what it refuses, and that nothing is lost before it starts.

use std::fs::{self, File, OpenOptions};
use std::process::{Output, Stdio};

use super::{Folder, analyze, command, positions, read, run, settled, text};
#[cfg(target_os = "linux")]
use crate::helpers::program::limited;

/// Checks that a run was refused for this reason.
fn refused(output: &Output, reason: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains(reason), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

const SAME: &str = "expected different files for input and output";

#[test]
fn the_input_is_not_written_over_under_any_name() {
    let folder = Folder::new();
    let input = folder.write("output.manifest", positions(20, 12));
    let linked = folder.path("linked");
    fs::hard_link(&input, &linked).expect("a folder of ours");
    let manifest = "expected a claimeven analyze manifest";
    for (output, reason) in [
        (&input, SAME),
        (&linked, SAME),
        (&folder.path("output"), manifest),
    ] {
        refused(
            &analyze(&format!("--input {input} --output {output}")),
            reason,
        );
        assert_eq!(read(&input), positions(20, 12));
    }
    let input = folder.write("other.lock", positions(20, 12));
    let output = folder.path("other");
    let reason = "other.lock: expected an empty lock file";
    refused(
        &analyze(&format!("--input {input} --output {output}")),
        reason,
    );
    assert_eq!(read(&input), positions(20, 12));
    let other = folder.write("in", positions(20, 12));
    refused(
        &analyze(&format!("--input {other} --output {output}")),
        reason,
    );
    let nowhere = folder.path("none/output");
    let reason = &format!("error: {nowhere}: No such file or directory");
    refused(
        &analyze(&format!("--input {other} --output {nowhere}")),
        reason,
    );
}

#[test]
fn the_input_is_not_written_over_by_way_of_standard_input_or_output() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let from = || Stdio::from(File::open(&input).expect("there"));
    let to = || {
        let file = OpenOptions::new().append(true).open(&input);
        Stdio::from(file.expect("there"))
    };
    let standard = format!("--input - --output {input}");
    refused(&run(command(&standard).stdin(from())), SAME);
    refused(&run(command("--input -").stdin(from()).stdout(to())), SAME);
    refused(
        &run(command(&format!("--input {input}")).stdout(to())),
        SAME,
    );
    assert_eq!(read(&input), positions(20, 12));
}

#[test]
fn a_file_called_like_standard_input_is_another_file() {
    let folder = Folder::new();
    folder.write("standard input", "");
    folder.printed("analyze --input - --output 'standard input'");
}

#[cfg(target_os = "linux")]
#[test]
fn the_input_is_not_written_over_if_its_name_is_not_utf8() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new();
    let input = std::ffi::OsString::from_vec([folder.path("in").as_bytes(), b"\xff.txt"].concat());
    fs::write(&input, positions(20, 12)).expect("a folder of ours");
    let output = command("")
        .arg("--input")
        .arg(&input)
        .arg("--output")
        .arg(&input)
        .output();
    refused(&output.expect("the binary was built"), SAME);
    assert_eq!(fs::read_to_string(&input).expect("kept"), positions(20, 12));
}

#[test]
fn a_run_that_cannot_start_leaves_the_earlier_output() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let path = folder.path("output");
    assert!(
        analyze(&format!("--input {input} --output {path}"))
            .status
            .success()
    );
    let (records, manifest) = (read(&path), read(&folder.path("output.manifest")));
    let kept = || {
        assert_eq!(read(&path), records);
        assert_eq!(read(&folder.path("output.manifest")), manifest);
    };
    let inner = folder.path("");
    refused(
        &analyze(&format!("--input {inner} --output {path}")),
        &inner,
    );
    kept();
    // A folder has the name of the manifest.
    let in_the_way = folder.path("output.manifest");
    fs::remove_file(&in_the_way).expect("written");
    fs::create_dir(&in_the_way).expect("a folder of ours");
    let other = folder.write("other", positions(20, 13));
    let written = analyze(&format!("--input {other} --output {path}"));
    refused(&written, "output.manifest: ");
    assert_eq!(read(&path), records);
    fs::remove_dir(&in_the_way).expect("a folder of ours");
    fs::write(&in_the_way, &manifest).expect("a folder of ours");
    // There is no memory for the table.
    #[cfg(target_os = "linux")]
    {
        let line = format!("analyze --hash 4096 --input {input} --output {path}");
        refused(&run(&mut limited("-v 1000000", &line)), "4096 MiB");
        kept();
    }
    assert!(
        analyze(&format!("--input {other} --output {path}"))
            .status
            .success()
    );
    assert_ne!(settled(&read(&path)), settled(&records));
}

#[cfg(unix)]
#[test]
fn a_link_to_an_output_leads_to_its_manifest_too() {
    let folder = Folder::new();
    let path = folder.path("output");
    let link = folder.path("link");
    std::os::unix::fs::symlink("output", &link).expect("a folder of ours");
    let input = folder.write("input", positions(20, 12));
    let other = folder.write("other", positions(20, 13));
    assert!(
        analyze(&format!("--input {input} --output {link}"))
            .status
            .success()
    );
    let records = read(&path);
    let resume =
        |input: &str, output: &str| analyze(&format!("--input {input} --output {output} --resume"));
    for output in [&path, &link] {
        refused(&resume(&other, output), "started with input ");
        assert!(resume(&input, output).status.success());
        assert_eq!(read(&path), records);
    }
    assert!(fs::metadata(folder.path("link.manifest")).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_for_the_manifest_gets_nothing() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let line = format!("analyze --input {input} --output {}", folder.path("output"));
    refused(&run(&mut limited("-f 0", &line)), "output.manifest: ");
    assert_eq!(folder.names(), ["input"]);
}
