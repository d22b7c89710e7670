//! The definition itself to heap 100000, where it looks at five thousand million options and more for each code; and all
//! methods to there. `cargo xtask heaps` runs it: the better part of an hour.
//!
//! Codes that leave three heaps or more, or any number of tokens and two heaps, have some 10^14 options up to there. For these
//! the definition goes as far as it is quick, and sets of nim-sums go on: two different programs, but not the definition.
#![allow(clippy::print_stdout)]

#[path = "../tests/sixty/mod.rs"]
mod sixty;

use impartial::heap::{Method, naive_values};
use sixty::{code, dense_reach, for_each_of_sixty, values};

fn main() {
    for_each_of_sixty(|text, quick| {
        let code = code(text);
        let far = 100_000;
        let pairs_only = code.max_parts().is_some_and(|parts| parts <= 2) && code.is_finite();
        let never_breaks = code.max_parts().is_some_and(|parts| parts <= 1);
        let (defined, reach) =
            if pairs_only || never_breaks { (far, far) } else { (2 * quick, dense_reach(&code)) };
        let expected = naive_values(&code, defined).checksum();
        let all = values(text, reach.max(defined), Method::Dense);
        assert_eq!(all.checksum_to(defined + 1), expected, "{text}, by the definition");
        for method in [Method::Automatic, Method::Sparse, Method::Blocks] {
            let other = values(text, reach.max(defined), method);
            assert_eq!(other.checksum(), all.checksum(), "{text} by {method:?}");
        }
        println!(
            "{text}: definition to heap {defined}, all methods to heap {}, {:016x}",
            reach.max(defined),
            all.checksum()
        );
    });
}
