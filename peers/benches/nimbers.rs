//! Nimbers of 64 bits: products, inverses and square roots beside the crates `nimber` and `ogdoad`.
//!
//! Every result is compared before anything is timed.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use impartial::nim::Nimber;
use nimber::FiniteNimber;
use ogdoad::scalar::{Nimber as Ogdoad, Scalar};

const COUNT: usize = 256;

fn words(seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..COUNT).map(|_| next()).collect()
}

fn main() {
    for (a, b) in words(1).into_iter().zip(words(2)) {
        let ours = Nimber::star(a) * Nimber::star(b);
        assert_eq!(FiniteNimber::from(a) * FiniteNimber::from(b), FiniteNimber::from(ours.number()));
        assert_eq!(Ogdoad(a.into()).mul(&Ogdoad(b.into())), Ogdoad(ours.number().into()));
        let inverse = Nimber::star(a).inverse().expect("a is not 0").number();
        assert_eq!(FiniteNimber::from(a).inverse(), Some(FiniteNimber::from(inverse)));
        assert_eq!(Ogdoad(a.into()).inv(), Some(Ogdoad(inverse.into())));
        assert_eq!(FiniteNimber::from(a).sqrt(), FiniteNimber::from(Nimber::star(a).sqrt().number()));
    }
    divan::main();
}

/// Times `operation` on pairs of random words, each brought into the form that a library works with.
fn pairs<T>(bencher: Bencher, form: impl Fn(u64) -> T, operation: impl Fn(&T, &T) -> T) {
    let pairs: Vec<(T, T)> = words(1).into_iter().zip(words(2)).map(|(a, b)| (form(a), form(b))).collect();
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        for (a, b) in &pairs {
            black_box(operation(a, b));
        }
    });
}

mod product {
    use super::*;

    #[divan::bench]
    fn impartial(bencher: Bencher) {
        pairs(bencher, Nimber::star, |a, b| *a * *b);
    }

    #[divan::bench(sample_count = 3)]
    fn nimber(bencher: Bencher) {
        pairs(bencher, FiniteNimber::from, |a, b| a * b);
    }

    #[divan::bench(sample_count = 3)]
    fn ogdoad(bencher: Bencher) {
        pairs(bencher, |a| Ogdoad(a.into()), |a, b| a.mul(b));
    }
}

mod inverse {
    use super::*;

    #[divan::bench]
    fn impartial(bencher: Bencher) {
        pairs(bencher, Nimber::star, |a, _| a.inverse().expect("not 0"));
    }

    #[divan::bench(sample_count = 3)]
    fn nimber(bencher: Bencher) {
        pairs(bencher, FiniteNimber::from, |a, _| a.inverse().expect("not 0"));
    }

    #[divan::bench(sample_count = 3)]
    fn ogdoad(bencher: Bencher) {
        pairs(bencher, |a| Ogdoad(a.into()), |a, _| a.inv().expect("not 0"));
    }
}

mod square_root {
    use super::*;

    #[divan::bench]
    fn impartial(bencher: Bencher) {
        pairs(bencher, Nimber::star, |a, _| a.sqrt());
    }

    #[divan::bench(sample_count = 3)]
    fn nimber(bencher: Bencher) {
        pairs(bencher, FiniteNimber::from, |a, _| a.sqrt());
    }
}
