//! The tests from outside the crate, in one binary.

mod annotate;
mod book;
mod cases;
mod engine_book;
mod exact;
#[cfg(unix)]
mod examples;
mod file_names;
mod games;
mod grade;
mod help;
mod helpers;
mod inputs;
mod interrupted;
mod json;
mod ladder;
mod layers;
mod levels;
mod library;
mod no_book;
mod notations;
#[cfg(unix)]
mod outputs;
mod pages;
mod puzzles;
mod races;
mod reports;
mod resume;
mod robustness;
mod rules;
mod sizes;
mod solve;
mod stored_scores;
#[cfg(unix)]
mod terminal;
mod testset;
mod threads;
mod transcripts;
mod unread_output;
mod why;
