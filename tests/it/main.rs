//! Everything that is tested from outside the crate, in one binary.

mod annotate;
mod book;
mod booked;
mod bulk;
mod cli;
mod engine;
mod exact;
mod folder;
mod games;
mod help;
mod inputs;
#[cfg(unix)]
mod interrupted;
mod ladder;
#[cfg(unix)]
mod late;
mod layers;
mod lines;
mod naive;
mod notations;
mod opening;
#[cfg(unix)]
mod outputs;
mod pages;
mod plain;
mod program;
mod races;
#[path = "../../src/game/random.rs"]
mod random;
#[cfg(unix)]
mod readme;
mod robustness;
mod rules;
mod sample;
mod solve;
mod stored;
#[cfg(unix)]
mod terminal;
mod testset;
mod threads;
mod transcripts;
mod trust;
mod unread;
