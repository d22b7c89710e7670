//! Seconds for ten million nim products, the least of five runs: what `cargo xtask python bench` compares Python with.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use impartial::nim::product_words;

const PRODUCTS: u64 = 10_000_000;

fn main() {
    let number = |at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let left: Vec<u64> = (0..PRODUCTS).map(number).collect();
    let right: Vec<u64> = (PRODUCTS..2 * PRODUCTS).map(number).collect();
    let run = |_| {
        let started = Instant::now();
        let mut products = left.clone();
        product_words(&mut products, &right);
        assert_ne!(products, left);
        started.elapsed().as_secs_f64()
    };
    let least = (0..5).map(run).fold(f64::INFINITY, f64::min);
    println!("{least}");
}
