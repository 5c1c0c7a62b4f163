//! Everything that is tested from outside the crate, in one binary.

mod cli;
mod exact;
mod layers;
mod naive;
mod plain;
mod rules;
mod sample;
mod stored;
