//! `claimeven completions`: scripts that complete commands and options in a shell.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use super::error::CliError;
use super::io::stdout::print;

const EXAMPLES: &str = "\
Examples:
  For Bash, in ~/.local/share/bash-completion/completions:
    claimeven completions bash > claimeven
  For Zsh, in a folder of $fpath:
    claimeven completions zsh > _claimeven
  For Fish, in ~/.config/fish/completions:
    claimeven completions fish > claimeven.fish";

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Shell that reads the script
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "claimeven", &mut script);
        print(script)?;
        Ok(ExitCode::SUCCESS)
    }
}
