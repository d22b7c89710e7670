//! Conway's Field On_2: nim addition and nim multiplication.
//!
//! Nim addition of finite nimbers is bitwise exclusive or; [`product`] is nim multiplication.

mod finite;

pub use finite::product;
