//! Proved descriptions against play itself, and wrong ones refused.

use super::data::BoxOutcomes;
use super::guess::{Guess, Learned};
use super::order::Translation;
use super::presentation::{InfinitePresentation, Members, Orthant};
use super::split::Split;
use super::*;
use crate::heap::HeapCode;
use crate::misere::presentation::Word;
use crate::misere::rules::{MisereOutcomes, Sum};
use crate::misere::transition::Source;

fn heaps(code: &str, to: u64) -> (Rules, Vec<Sum>) {
    let code: HeapCode = code.parse().unwrap();
    Rules::from_heaps(to, |n| code.options(n))
}

fn game(code: &str, to: u64) -> InfiniteGame {
    InfiniteGame::solve(&Source::Heaps(code.parse().unwrap()), to, to, &Limits::none()).unwrap()
}

/// First infinite quotients: the heap, the growing heaps, the states of the smallest automaton and the slices.
const FIRST: [(&str, u64, &[u64], usize, usize); 5] = [
    ("0.31011", 5, &[4, 5], 81, 31),
    ("0.3122", 7, &[5, 7], 55, 21),
    ("0.3102", 12, &[7, 12], 7, 7),
    ("0.76", 12, &[7, 12], 7, 6),
    ("0.07", 34, &[30, 34], 36, 20),
];

/// The verification of sums of generators.
fn verify_sums(
    rules: &Rules,
    growing: &[Generator],
    automaton: &DigitAutomaton,
    diagram: &mut Diagram,
    slices: &[Function],
) -> Result<Verification<WrongSum>, StopReason> {
    let (game, array) = (VectorGame::of_sums(rules), Array::Digits(automaton.clone()));
    verify::verify(&game, growing, &array, diagram, slices, &Limits::none())
}

#[test]
fn the_first_infinite_quotients_are_proved() {
    for (code, to, growing, states, slices) in FIRST {
        let game = game(code, to);
        assert_eq!(game.growing(), growing, "{code}");
        assert_eq!(game.quotient().automaton().states(), states, "{code}");
        assert_eq!(game.quotient().slices().len(), slices, "{code}");
        let (states, patterns) = game.quotient().verified();
        let again = game.quotient().verify(&Limits::none()).unwrap();
        assert_eq!(again, Verification::Holds { states, patterns });
        // The last heap has infinite order, and the proof passes afresh.
        assert!(game.orders().iter().any(|order| game.growing()[order.axis] == to), "{code}");
        for order in game.orders() {
            assert!(order.verify(game.quotient().automaton(), &Limits::none()).unwrap());
        }
    }
}

/// Fails when a sum of heaps has another outcome by play than by the description.
fn agrees_with_play(game: &InfiniteGame, code: &str, to: u64, sums: impl Iterator<Item = Vec<u64>>) {
    let (rules, positions) = heaps(code, to);
    let mut outcomes = MisereOutcomes::default();
    for sum in sums {
        let mut position: Sum = sum.iter().flat_map(|heap| positions[*heap as usize].clone()).collect();
        position.sort_unstable();
        let described: Vec<(u64, BigUint)> = sum.iter().map(|heap| (*heap, 1u32.into())).collect();
        assert_eq!(game.outcome(&described), outcomes.outcome(&rules, &position), "{code} {sum:?}");
    }
}

/// Heaps beyond the first infinite one: the first, the last, and the growing heaps.
const LATER: [(&str, u64, u64, &[u64]); 8] = [
    ("0.07", 34, 38, &[30, 34]),
    ("0.76", 12, 15, &[7, 12]),
    ("0.3102", 12, 13, &[7, 12, 13]),
    ("0.3102", 12, 16, &[7, 12, 13]),
    ("0.14", 22, 23, &[17, 20, 22]),
    ("0.3123", 12, 12, &[2, 4, 9, 11]),
    ("0.3312", 14, 16, &[8, 11, 14]),
    ("0.3312", 14, 17, &[8, 11, 14, 17]),
];

/// Some heaps are sums of others: in 0.3102 to heap 13, H13 = 2 H12, in 0.3123 H4 = H2. The numbers of such heaps go into
/// linear forms, and the description is verified for all of them.
#[test]
fn later_heaps_are_proved() {
    let mut seed = 5;
    for (code, first, to, growing) in LATER {
        let source = Source::Heaps(code.parse().unwrap());
        let game = InfiniteGame::solve(&source, first, to, &Limits::none()).unwrap();
        assert_eq!(game.growing(), growing, "{code} to {to}");
        let (states, patterns) = game.quotient().verified();
        let again = game.quotient().verify(&Limits::none()).unwrap();
        assert_eq!(again, Verification::Holds { states, patterns }, "{code} to {to}");
        if to > 20 {
            continue;
        }
        // Sums of four heaps, by play.
        let sums = (0..60).map(|_| (0..4).map(|_| random(&mut seed, to) + 1).collect());
        agrees_with_play(&game, code, to, sums);
    }
}

/// The array of heap n extended to heap n + 1 is the array found anew; a heap that is no sum of the others is not added so.
#[test]
fn the_array_of_the_heaps_before_is_extended() {
    let limits = Limits::none();
    for (code, first, to, is_sum) in [
        ("0.3102", 12, 12, true),
        ("0.3102", 12, 13, false),
        ("0.76", 12, 12, false),
        ("0.76", 12, 13, true),
        ("0.14", 22, 22, true),
        ("0.3122", 7, 7, false),
    ] {
        let source = Source::Heaps(code.parse().unwrap());
        let game = InfiniteGame::solve(&source, first, to, &limits).unwrap();
        let extended = game.with_next(&source, &limits).unwrap();
        assert_eq!(extended.is_some(), is_sum, "{code} to {to}");
        let Some(extended) = extended else { continue };
        let anew = InfiniteGame::solve(&source, first, to + 1, &limits).unwrap();
        assert_eq!(extended.growing(), anew.growing(), "{code} to {to}");
        let mut seed = 11;
        for _ in 0..2000 {
            let sum: Vec<(u64, BigUint)> =
                (1..=to + 1).map(|heap| (heap, random(&mut seed, 6).into())).collect();
            assert_eq!(extended.outcome(&sum), anew.outcome(&sum), "{code} {sum:?}");
        }
    }
}

/// A small generator of numbers, so that failures repeat.
fn random(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

#[test]
fn random_sums_agree_with_exhaustive_play() {
    let mut seed = 1;
    for (code, to, summands, sums) in
        [("0.31011", 5, 12, 400), ("0.3122", 7, 10, 300), ("0.3102", 12, 6, 150)]
    {
        let game = game(code, to);
        let sums = (0..sums).map(|_| {
            let count = random(&mut seed, summands) + 1;
            (0..count).map(|_| random(&mut seed, to) + 1).collect()
        });
        agrees_with_play(&game, code, to, sums);
    }
}

/// Sums of m and n copies of two heaps beside a third, by play.
#[test]
fn sums_of_growing_heaps_agree_with_exhaustive_play() {
    let game = game("0.3102", 12);
    let (rules, positions) = heaps("0.3102", 12);
    let mut outcomes = MisereOutcomes::default();
    for m in 0..5usize {
        for n in 0..5usize {
            let mut position: Sum = [(10, 1), (7, m), (12, n)]
                .iter()
                .flat_map(|(heap, count)| vec![positions[*heap][0]; *count])
                .collect();
            position.sort_unstable();
            let by_play = outcomes.outcome(&rules, &position) == Outcome::P;
            let (a, b) = (m as i64, n as i64);
            let expected = (a <= b - 2 && (b - a) % 2 == 0) || (a > b && (a - b) % 2 == 1);
            assert_eq!(by_play, expected, "{m},{n}");
            let described =
                [(10, BigUint::from(1u32)), (7, BigUint::from(m as u64)), (12, BigUint::from(n as u64))];
            assert_eq!(game.outcome(&described) == Outcome::P, expected);
        }
    }
}

#[test]
fn statements_say_what_the_description_says() {
    for (code, to, _, _, _) in FIRST {
        let game = game(code, to);
        let statements = game.statements(&Limits::none()).unwrap();
        assert!(!statements.is_empty(), "{code}");
        for statement in statements {
            for m in statement.first.1..statement.first.1 + 30 {
                for n in statement.second.1..statement.second.1 + 30 {
                    let mut sum: Vec<(u64, BigUint)> = (statement.beside.iter())
                        .map(|(generator, copies)| (game.position(*generator), (*copies).into()))
                        .collect();
                    sum.push((game.position(statement.first.0), m.into()));
                    sum.push((game.position(statement.second.0), n.into()));
                    let differences = &statement.differences;
                    let says = differences[n as usize % differences.len()].contains(m as i64 - n as i64);
                    assert_eq!(game.outcome(&sum) == Outcome::P, says, "{code} {statement:?} {m} {n}");
                }
            }
        }
    }
    // Dawson's Kayles: H25 + m H30 + n H34 for n >= 2 is P exactly if m - n = 0, 2, 4, …
    let dawson = game("0.07", 34);
    for (m, n, expected) in
        [(1_000_000_007u64, 1_000_000_007u64, true), (9, 7, true), (8, 7, false), (7, 9, false)]
    {
        let sum = [(25, 1u32.into()), (30, m.into()), (34, n.into())];
        assert_eq!(dawson.outcome(&sum) == Outcome::P, expected, "{m} {n}");
    }
}

/// Two sums of two growing heaps.
type Pair = ([u64; 2], [u64; 2]);

#[test]
fn relations_between_growing_heaps() {
    let expected: [(&str, u64, &[Pair]); 4] = [
        (
            "0.31011",
            5,
            &[([6, 2], [4, 0]), ([2, 10], [0, 8]), ([3, 9], [1, 7]), ([4, 8], [2, 6]), ([5, 7], [3, 5])],
        ),
        ("0.3122", 7, &[([4, 6], [0, 2]), ([6, 4], [2, 0])]),
        ("0.3102", 12, &[([2, 2], [1, 1]), ([3, 1], [2, 0])]),
        ("0.07", 34, &[([3, 3], [2, 2])]),
    ];
    for (code, to, relations) in expected {
        let (found, degree) = game(code, to).relations(&Limits::none()).unwrap();
        let found: Vec<(Vec<u64>, Vec<u64>)> =
            found.into_iter().map(|relation| (relation.from, relation.to)).collect();
        let expected: Vec<(Vec<u64>, Vec<u64>)> =
            relations.iter().map(|(from, to)| (from.to_vec(), to.to_vec())).collect();
        assert_eq!(found, expected, "{code}");
        assert!(degree >= 12);
    }
}

/// Later heaps: H13 grows too, H14 and H15 repeat. A repetition that is taken to start too early is refused.
#[test]
fn heaps_that_repeat_are_found_and_a_start_too_early_is_refused() {
    let (rules, positions) = heaps("0.3102", 15);
    let base = positions[12][0] as usize;
    let limits = Limits::none();
    let mut outcomes = BoxOutcomes::new(&rules, base, 400, u64::MAX, &limits).unwrap();
    let split = Split::detect(&mut outcomes, rules.len()).unwrap().unwrap();
    assert_eq!(split.growing, [7, 12, 13].map(|heap: usize| positions[heap][0]));
    assert!(!split.repeating.is_empty());
    let mut holds = |split: &Split| {
        let learned = Guess::learn(&mut outcomes, split, rules.len(), (4, 128), &Limits::none()).unwrap();
        let Learned::Guess(guess) = learned else { return None };
        let mut diagram = guess.diagram.clone();
        let verified = verify_sums(&rules, &split.growing, &guess.automaton, &mut diagram, &guess.slices);
        Some(matches!(verified.unwrap(), Verification::Holds { .. }))
    };
    assert_eq!(holds(&split), Some(true));
    for axis in 0..split.repeating.len() {
        let mut early = split.clone();
        early.repeating[axis].start -= 1;
        assert_ne!(holds(&early), Some(true), "{early:?}");
    }
}

/// A window that is too small gives a wrong guess or none; the verification sees it.
#[test]
fn a_small_window_is_refused() {
    let (rules, positions) = heaps("0.3122", 7);
    let limits = Limits::none();
    let mut outcomes = BoxOutcomes::new(&rules, positions[7][0] as usize, 500, u64::MAX, &limits).unwrap();
    let split = Split::detect(&mut outcomes, rules.len()).unwrap().unwrap();
    for (window, right) in [(1, false), (2, false), (4, true), (5, true)] {
        let learned =
            Guess::learn(&mut outcomes, &split, rules.len(), (window, 128), &Limits::none()).unwrap();
        let guess = if let Learned::Guess(guess) = learned { Some(guess) } else { None };
        let holds = guess.is_some_and(|mut guess| {
            let (growing, automaton) = (&split.growing, &guess.automaton);
            let verified = verify_sums(&rules, growing, automaton, &mut guess.diagram, &guess.slices);
            matches!(verified.unwrap(), Verification::Holds { .. })
        });
        assert_eq!(holds, right, "window {window}");
    }
}

/// Every change of an output or a transition that makes another array is refused, with a position that shows it.
#[test]
fn changed_descriptions_are_refused() {
    for (code, to) in [("0.3102", 12), ("0.31011", 5)] {
        let right = game(code, to).quotient().clone();
        let automaton = &right.automaton;
        let (outputs, next) = (automaton.output().to_vec(), automaton.next().to_vec());
        let mut changed = Vec::new();
        for state in 0..outputs.len() {
            let mut output = outputs.clone();
            output[state] = (output[state] + 1) % right.slices.len() as u32;
            changed.push((next.clone(), output));
        }
        for place in 0..next.len() {
            let mut next = next.clone();
            next[place] = (next[place] + 1) % outputs.len() as u32;
            changed.push((next, outputs.clone()));
        }
        for (next, output) in changed {
            let first = automaton.first().to_vec();
            let Ok(other) = DigitAutomaton::new(automaton.radices().clone(), first, next, output) else {
                continue;
            };
            if other.minimal() == *automaton {
                continue;
            }
            let wrong = InfiniteQuotient { automaton: other, ..right.clone() };
            let found = wrong.verify(&Limits::none()).unwrap();
            let Verification::Fails(WrongSum { growing, others }) = found else {
                panic!("{code}: a wrong array passed")
            };
            // The position shows it: what is said there does not follow from what is said of the options.
            let mut copies = vec![BigUint::ZERO; right.rules.len()];
            right.growing.iter().zip(growing).for_each(|(g, x)| copies[*g as usize] = x);
            others.iter().for_each(|(g, x)| copies[*g as usize] = (*x).into());
            assert!(!follows(&wrong, &copies), "{code} {copies:?}");
        }
    }
}

/// The local rule at one position, literally.
fn follows(quotient: &InfiniteQuotient, copies: &[BigUint]) -> bool {
    let mut wins = copies.iter().all(|count| *count == BigUint::ZERO);
    for generator in (0..copies.len()).filter(|generator| copies[*generator] > BigUint::ZERO) {
        for option in quotient.rules.options(generator as Generator) {
            let mut after = copies.to_vec();
            after[generator] -= 1u32;
            option.iter().for_each(|part| after[*part as usize] += 1u32);
            wins |= quotient.outcome(&after) == Outcome::P;
        }
    }
    wins == (quotient.outcome(copies) == Outcome::N)
}

#[test]
fn wrong_proofs_of_infinite_order_are_refused() {
    let game = game("0.3102", 12);
    let automaton = game.quotient().automaton();
    let limits = Limits::none();
    let right = game.orders()[0].clone();
    assert!(right.verify(automaton, &limits).unwrap());
    let mut short = right.clone();
    short.translation.from = vec![0, 0];
    let mut other = right.clone();
    other.translation = Translation { direction: vec![2, 1], ..right.translation.clone() };
    let mut constant = right.clone();
    constant.point[right.axis] += right.repeats_from;
    let mut shorter = right.clone();
    shorter.period = 1;
    for wrong in [short, other, constant, shorter] {
        assert!(!wrong.verify(automaton, &limits).unwrap(), "{wrong:?}");
    }
}

#[test]
fn limits_stop_it() {
    let limits = Limits::none();
    limits.handle().stop(StopReason::Time);
    let stopped = InfiniteGame::solve(&Source::Heaps("0.07".parse().unwrap()), 34, 34, &limits);
    assert!(matches!(stopped, Err(Undescribed::Limit(StopReason::Time))));
}

/// The outcome of a word of a presentation beside some copies of the generators of the rules.
fn word_outcome(
    quotient: &InfiniteQuotient,
    presentation: &InfinitePresentation,
    word: &[(u32, u32)],
    beside: &[u64],
) -> Outcome {
    let mut copies: Vec<BigUint> = beside.iter().map(|count| (*count).into()).collect();
    for (letter, exponent) in word {
        copies[presentation.generators[*letter as usize] as usize] += *exponent;
    }
    quotient.outcome(&copies)
}

/// The words of an orthant with small exponents.
fn small_words(orthant: &Orthant, below: u32) -> Vec<Vec<(u32, u32)>> {
    let mut words = vec![orthant.word.factors().to_vec()];
    for letter in &orthant.free {
        words = words
            .iter()
            .flat_map(|word| {
                (0..below).map(|n| {
                    let mut word = word.clone();
                    match word.iter_mut().find(|(g, _)| g == letter) {
                        Some((_, exponent)) => *exponent += n,
                        None => word.push((*letter, n)),
                    }
                    word
                })
            })
            .collect();
    }
    words
}

/// Fails when the two sides of a relation differ beside some sum, when two words listed as different elements have the same
/// outcomes beside all small sums, or when the list of words in P is not that of the outcomes.
#[test]
fn presentations_against_outcomes() {
    for (code, to, side) in [("0.31011", 5, 17), ("0.3102", 12, 8), ("0.76", 12, 8), ("0.3122", 7, 13)] {
        let game = game(code, to);
        let quotient = game.quotient();
        let presentation = quotient.presentation(&Limits::none()).unwrap().expect("it is small");
        // Small numbers of the growing generators, and at most three others.
        let generators = quotient.rules().len();
        let mut sums: Vec<Vec<u64>> = (0..side * side)
            .map(|place| {
                let mut sum = vec![0; generators];
                sum[quotient.growing()[0] as usize] = place % side;
                sum[quotient.growing()[1] as usize] = place / side;
                sum
            })
            .collect();
        let mut longer = sums.clone();
        for _ in 0..3 {
            let others = (0..generators).filter(|g| !quotient.growing().contains(&(*g as Generator)));
            longer = others
                .flat_map(|g| {
                    let no_later = |sum: &&Vec<u64>| {
                        let is_other = |h: usize| !quotient.growing().contains(&(h as Generator));
                        (g + 1..generators).all(|h| sum[h] == 0 || !is_other(h))
                    };
                    let more = longer.iter().filter(no_later).cloned().map(move |mut sum| {
                        sum[g] += 1;
                        sum
                    });
                    more.collect::<Vec<_>>()
                })
                .collect();
            sums.extend(longer.iter().cloned());
        }
        for relation in &presentation.relations {
            let side = |word: &Word, sum: &[u64]| word_outcome(quotient, &presentation, word.factors(), sum);
            assert!(
                sums.iter().all(|sum| side(&relation.left, sum) == side(&relation.right, sum)),
                "{code}: {relation}"
            );
        }
        let mut seen = rustc_hash::FxHashMap::default();
        for orthant in &presentation.orthants {
            for word in small_words(orthant, 3) {
                let outcomes: Vec<bool> = (sums.iter())
                    .map(|sum| word_outcome(quotient, &presentation, &word, sum) == Outcome::P)
                    .collect();
                if let Some(other) = seen.insert(outcomes, word.clone()) {
                    panic!("{code}: {other:?} and {word:?} are not told apart");
                }
            }
            if let Members::Sequence { list, period } = &orthant.members {
                for (n, word) in small_words(orthant, 40).iter().enumerate() {
                    let at = if n < list.len() { n } else { list.len() - period + (n - list.len()) % period };
                    let none = vec![0; quotient.rules().len()];
                    let is_p = word_outcome(quotient, &presentation, word, &none) == Outcome::P;
                    assert_eq!(list[at], is_p, "{code}: {word:?}");
                }
            }
        }
    }
}

/// Three and four growing heaps, one of which may be a product of others. Fails when a heap or the left side of a relation has
/// another outcome than the word for it, beside sums at random.
#[test]
fn values_and_relations_of_more_growing_heaps() {
    let mut seed = 11;
    for (code, first, last, growing) in [("0.14", 22, 23, 3), ("0.3123", 12, 12, 4)] {
        let source = Source::Heaps(code.parse().unwrap());
        let game = InfiniteGame::solve(&source, first, last, &Limits::none()).unwrap();
        let quotient = game.quotient();
        assert_eq!(quotient.growing().len(), growing);
        let presentation = quotient.presentation(&Limits::none()).unwrap().expect("it is small");
        let generators = quotient.rules().len();
        for _ in 0..200 {
            let most = |g: usize| if quotient.growing().contains(&(g as Generator)) { 12 } else { 2 };
            let sum: Vec<u64> = (0..generators).map(|g| random(&mut seed, most(g))).collect();
            let outcome = |word: &Word| word_outcome(quotient, &presentation, word.factors(), &sum);
            for (generator, value) in presentation.values.iter().enumerate() {
                let mut with_one: Vec<BigUint> = sum.iter().map(|copies| (*copies).into()).collect();
                with_one[generator] += 1u32;
                assert_eq!(quotient.outcome(&with_one), outcome(value), "{code}: {generator} beside {sum:?}");
            }
            for relation in &presentation.relations {
                assert_eq!(outcome(&relation.left), outcome(&relation.right), "{code}: {relation}, {sum:?}");
            }
        }
    }
}

/// Fails when a word is neither least nor reduced by the relations to the least word of its element.
#[test]
fn every_word_is_reduced_to_one_of_the_list() {
    let game = game("0.31011", 5);
    let quotient = game.quotient();
    let presentation = quotient.presentation(&Limits::none()).unwrap().expect("it is small");
    let count = presentation.generators.len();
    let exponents = |word: &Word| {
        let mut exponents = vec![0; count];
        word.factors().iter().for_each(|(letter, exponent)| exponents[*letter as usize] = *exponent);
        exponents
    };
    let sides: Vec<(Vec<u32>, Vec<u32>)> = presentation
        .relations
        .iter()
        .map(|relation| (exponents(&relation.left), exponents(&relation.right)))
        .collect();
    let is_listed = |word: &[u32]| {
        let inside = |orthant: &&Orthant| {
            let base = exponents(&orthant.word);
            (0..count).all(|g| word[g] == base[g] || orthant.free.contains(&(g as u32)) && word[g] > base[g])
        };
        presentation.orthants.iter().filter(inside).count()
    };
    let mut seed = 3;
    for _ in 0..3000 {
        let word: Vec<u32> = (0..count).map(|_| random(&mut seed, 9) as u32).collect();
        let mut reduced = word.clone();
        while let Some((left, right)) =
            sides.iter().find(|(left, _)| left.iter().zip(&reduced).all(|(a, b)| a <= b))
        {
            (0..count).for_each(|g| reduced[g] = reduced[g] - left[g] + right[g]);
        }
        assert_eq!(is_listed(&reduced), 1, "{word:?} becomes {reduced:?}");
        for _ in 0..20 {
            let beside: Vec<u64> = (0..quotient.rules().len()).map(|_| random(&mut seed, 10)).collect();
            let outcome = |word: &[u32]| {
                let factors: Vec<(u32, u32)> = (0..).zip(word.iter().copied()).collect();
                word_outcome(quotient, &presentation, &factors, &beside)
            };
            assert_eq!(outcome(&word), outcome(&reduced), "{word:?} and {reduced:?}");
        }
    }
}
