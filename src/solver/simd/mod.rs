//! Vectors with one lane for each move of a node, and the few operations that the search needs.
//!
//! | File | Type | Contents |
//! |-|-|-|
//! | `vector` | [`Isa`] | an instruction set; a value of the type proves that this machine has it |
//! | | [`VectorIsa`] | one that has vectors |
//! | | [`Simd`] | numbers that are compared and selected lane by lane; a `u64` is one lane |
//! | | [`Vector`] | lanes in the machine's vectors, each for one move of a node |
//! | | [`FullVector`] | eight lanes, enough for all columns or for a bucket of the table |
//! | `lanes` | [`U64x8`], [`U16x8`], [`CacheLine`] | lanes in memory |
//! | `lane_map` | [`LaneMap`] | the column of each lane |
//! | `portable` | [`Portable`] | the set without vectors, for any machine |
//! | `x86` | `Avx2`, `Avx512`, `Avx512Popcnt` | the sets of x86-64 |
//! | `portable`, `x86` | [`dot`] | the scalar product of two rows of numbers, for the networks |
//!
//! The search is written once, generic over the instruction set, and compiled for each. What works
//! on all moves of a node or on all entries of a bucket has a second version for [`Portable`], which
//! takes one after the other; the rules in both versions are the same functions of a [`Simd`] type.
//!
//! # To add an instruction set
//!
//! 1. Implement [`Simd`] and [`Vector`] for its vectors, each in a file of its own, and [`FullVector`]
//!    for that of eight lanes. If the set has only narrower ones, combine two, as `YmmPair` does.
//! 2. Implement [`Isa`] and [`VectorIsa`] for a type that contains nothing and that only `assume` and
//!    `detect` make. On x86-64, a line in `instruction_sets` defines this type.
//! 3. List the set in `search::kernel`, which compiles the search for it; `instruction_sets` does so
//!    on x86-64. The tests there compare the nodes and the children of all sets on the machine.
//!
//! This folder depends on `game`.
//!
//! # Soundness
//!
//! Every vector contains a value of its [`Isa`] and is made from such a value or from another
//! vector. Only `assume` can create an `Isa` that the machine may lack. It is an `unsafe fn`, and
//! its only condition is that the machine has the instruction set. Therefore code that has a vector
//! may use its instructions, and everything except `assume` is safe.

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
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use portable::dot;
pub(crate) use vector::{FullVector, Isa, Simd, Vector, VectorIsa};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512, Avx512Popcnt, dot, instruction_sets};
