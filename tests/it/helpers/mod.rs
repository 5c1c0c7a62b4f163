//! Code that the tests share: the referees, the program in a process, random games, files, and
//! sessions in a shell.

#[cfg(windows)]
pub(crate) mod console;
pub(crate) mod engine;
pub(crate) mod folder;
pub(crate) mod naive;
pub(crate) mod plain;
pub(crate) mod program;
#[path = "../../../src/game/random.rs"]
pub(crate) mod random;
pub(crate) mod sample;
pub(crate) mod session;
