//! What a shell and its user expect of the program: completions, colors and the version.

use claimeven::cli::Cli;
use clap::CommandFactory;

use crate::helpers::program::{assert_contains, claimeven, command, run};

/// Returns the long names of the visible options of a command and of all commands below it.
fn options(command: &clap::Command) -> Vec<String> {
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let own = visible.filter_map(|arg| arg.get_long().map(str::to_owned));
    let below = command.get_subcommands().flat_map(options);
    own.chain(below).collect()
}

#[test]
fn completions_know_every_option_in_every_shell() {
    let options = options(&Cli::command());
    assert!(options.len() > 40, "{options:?}");
    for (shell, before) in [
        ("bash", "--"),
        ("elvish", "--"),
        ("fish", "-l "),
        ("powershell", "--"),
        ("zsh", "--"),
    ] {
        let run = claimeven(&format!("completions {shell}"));
        assert_eq!(run.stderr, "");
        let script = run.printed();
        for option in &options {
            assert_contains(&script, &format!("{before}{option}"));
        }
    }
    claimeven("completions cmd").exits_with(2);
}

#[test]
fn color_is_what_the_option_says_and_else_what_the_environment_says() {
    for (arguments, variable, is_colored) in [
        ("analyze 4453", None, false),
        ("analyze 4453", Some("CLICOLOR_FORCE"), true),
        ("--color always analyze 4453", None, true),
        ("analyze 4453 --color=always", Some("NO_COLOR"), true),
        ("analyze 4453 --color never", Some("CLICOLOR_FORCE"), false),
        ("analyze 4453 --color auto", Some("CLICOLOR_FORCE"), true),
        ("--color never analyze 4453 --color always", None, true),
        ("help analyze", None, false),
        ("help analyze", Some("CLICOLOR_FORCE"), true),
        ("annotate 445332 --color always", None, true),
    ] {
        let mut command = command(arguments);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command.envs(variable.map(|name| (name, "1")));
        let printed = run(&mut command).printed();
        assert_eq!(
            printed.contains('\u{1b}'),
            is_colored,
            "{arguments} {variable:?}"
        );
    }
    let error = claimeven("--color blue").exits_with(2).stderr;
    assert_contains(&error, "auto, always, never");
}

#[test]
fn the_version_is_one_line_unless_it_is_verbose() {
    let version = concat!("claimeven ", env!("CARGO_PKG_VERSION"), "\n");
    for arguments in ["-V", "--version"] {
        assert_eq!(claimeven(arguments).printed(), version);
    }
    let verbose = claimeven("--version --verbose").printed();
    let names = verbose.lines().skip(1).map(|line| line.split(": ").next());
    let names: Vec<_> = names.flatten().collect();
    assert!(verbose.starts_with(version), "{verbose}");
    assert_eq!(names, ["kernel", "book", "target"]);
    claimeven("--verbose").exits_with(2);
}
