//! Vectors with a lane for each move of a node, and the few operations that the search needs.
//!
//! | Type | What it is |
//! |-|-|
//! | [`Simd`] | numbers that are compared and chosen lane by lane; a `u64` is one lane |
//! | [`Vector`] | lanes in the machine's vectors, each for one move of a node |
//! | [`FullVector`] | eight lanes: room for every column, or for a bucket of the table |
//! | [`Isa`] | an instruction set; a value is evidence that this machine has it |
//! | [`LaneMap`] | which column each lane stands for |
//! | [`U64x8`], [`U16x8`], [`CacheLine`] | lanes in memory |
//!
//! The search is written once, generic over the instruction set, and compiled for each. Knows
//! `game`.
//!
//! # Soundness
//!
//! Every vector is made from an [`Isa`] or from another vector. The only way to an `Isa` that
//! the machine may lack is an `unsafe fn`, `assume`, whose one condition is that the machine has
//! it. So whoever holds a vector may use its instructions, and everything but `assume` is safe.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the machine's vectors"
)]

mod lane_map;
mod lanes;
mod portable;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use lane_map::LaneMap;
pub(crate) use lanes::{CacheLine, LANES, U16x8, U64x8, lanes_in, nonzero_bytes, spread_bits};
pub(crate) use portable::Portable;
#[cfg(test)]
pub(crate) use portable::PortableFull;
pub(crate) use vector::{FullVector, Isa, Simd, U16s, Vector};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512, Avx512Popcnt, instruction_sets};
