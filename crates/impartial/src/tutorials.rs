//! Three tutorials. Every line of code in them is compiled and run by the tests.

#[doc = include_str!("../tutorials/questions.md")]
pub mod questions {}

#[doc = include_str!("../tutorials/positions.md")]
pub mod positions {}

#[doc = include_str!("../tutorials/games.md")]
pub mod games {}
