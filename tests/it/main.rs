//! The tests from outside the crate, in one binary.

mod annotate;
mod book;
mod booked;
mod bulk;
mod cli;
mod exact;
mod games;
mod grade;
mod help;
mod helpers;
mod inputs;
#[cfg(unix)]
mod interrupted;
mod json;
mod ladder;
mod layers;
mod levels;
mod lines;
mod notations;
mod opening;
#[cfg(unix)]
mod outputs;
mod pages;
mod play;
mod races;
#[cfg(unix)]
mod readme;
mod reports;
mod robustness;
mod rules;
mod shell;
mod solve;
mod stored;
#[cfg(unix)]
mod terminal;
mod testset;
mod threads;
mod transcripts;
mod trust;
mod unread;
