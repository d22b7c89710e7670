//! The game of a module: a position is the quotient reached, a move chooses an element and divides it out.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::congruence::{CongruenceGame, Partition};
use super::divisor_game::DivisorTable;
use super::euclidean::{EuclideanDomain as _, Integers, Unfactored};
use super::module::{Module, ModuleStructure, Target};
use super::module_text::{Coefficients, NamedModule};
use super::polynomial::{Polynomial, Polynomials};
use super::quadratic::{QuadraticInteger, RootsOfUnity};
use super::replies::Replies;
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::{Cursor, ReadError};

/// A position: the module at the beginning, and the quotient of it that is left. The elements that led there are remembered
/// for the text only: positions are equal when the same is left.
#[derive(Clone, Debug)]
pub struct ModuleGame<R: Coefficients> {
    ground: Arc<NamedModule<R>>,
    left: Module<R>,
    chosen: Vec<Vec<R::Element>>,
}

impl<R: Coefficients> PartialEq for ModuleGame<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<R: Coefficients> Eq for ModuleGame<R> {}

impl<R: Coefficients> PartialOrd for ModuleGame<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Coefficients> Ord for ModuleGame<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.ground.cmp(&other.ground).then_with(|| self.left.cmp(&other.left))
    }
}

impl<R: Coefficients> Hash for ModuleGame<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.ground.text, &self.left).hash(state);
    }
}

impl<R: Coefficients> ModuleGame<R> {
    /// The beginning of the game.
    pub fn new(ground: NamedModule<R>) -> Self {
        let left = ground.module.clone();
        ModuleGame { ground: Arc::new(ground), left, chosen: Vec::new() }
    }

    /// The module that is left.
    pub fn left(&self) -> &Module<R> {
        &self.left
    }

    /// The position after the choice of some elements, zero or not.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn choose(&self, elements: &[Vec<R::Element>], limits: &Limits) -> Result<Self, Unanswered> {
        let left = self.left.quotient(elements, limits)?;
        // What is 0 already is not worth a mention.
        let new = elements
            .iter()
            .map(|element| self.left.reduced(element))
            .filter(|element| !self.left.is_zero(element));
        let chosen = self.chosen.iter().cloned().chain(new).collect();
        Ok(ModuleGame { ground: self.ground.clone(), left, chosen })
    }

    /// The position after the choice of the elements in a text, separated by commas.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_text(&self, text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        let mut elements = Vec::new();
        while cursor.peek().is_some() {
            elements.push(self.ground.read_element(&mut cursor)?);
            if !cursor.take(",") {
                break;
            }
        }
        cursor.expect_end()?;
        Ok(self.choose(&elements, &Limits::none()).expect("there is no limit"))
    }

    /// The position after the choice of the one element in a text; `None` when it is 0.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_element(&self, text: &str) -> Result<Option<Self>, ReadError> {
        let mut cursor = Cursor::new(text);
        let element = self.ground.read_element(&mut cursor)?;
        cursor.expect_end()?;
        if self.left.is_zero(&element) {
            return Ok(None);
        }
        Ok(Some(self.choose(&[element], &Limits::none()).expect("there is no limit")))
    }

    /// What is left as a sum of cyclic modules.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn structure(&self, limits: &Limits) -> Result<ModuleStructure<R>, Unanswered> {
        Ok(self.left.structure(limits)?)
    }

    fn known_structure(&self) -> ModuleStructure<R> {
        self.left.structure(&Limits::none()).expect("there is no limit")
    }

    /// Whether nothing is left.
    pub fn is_over(&self) -> bool {
        self.known_structure().is_zero()
    }

    /// Whether there are finitely many moves.
    pub fn is_finite(&self) -> bool {
        self.known_structure().rank == 0
    }

    fn after(
        &self,
        structure: &ModuleStructure<R>,
        target: &Target<R::Element>,
        limits: &Limits,
    ) -> Result<Self, Unanswered> {
        let element = self.left.reduced(&structure.element(target));
        self.choose(&[element], limits)
    }

    /// The options of a finite module, one for each quotient up to isomorphism.
    ///
    /// # Errors
    /// When the module is infinite, has more than `most` quotients, or is not understood.
    pub fn options(&self, most: usize, limits: &Limits) -> Result<Vec<Self>, Unanswered> {
        let structure = self.structure(limits)?;
        if structure.rank > 0 {
            return Err(Unanswered::OutOfReach(format!(
                "{} has infinitely many quotients",
                structure.show()
            )));
        }
        let Some(targets) = structure.targets(most, limits)? else {
            return Err(Unanswered::OutOfReach(format!(
                "{} has more than {most} quotients",
                structure.show()
            )));
        };
        targets.iter().map(|target| self.after(&structure, target, limits)).collect()
    }

    /// The nimber.
    ///
    /// # Errors
    /// When a limit is reached, or an annihilator is not factored.
    pub fn nimber(&self, limits: &Limits) -> Result<Ordinal, Unanswered> {
        Ok(self.structure(limits)?.nimber(limits)?)
    }

    /// Who wins.
    ///
    /// # Errors
    /// When it depends on whether something is prime, and that is not found out.
    pub fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unanswered> {
        Ok(self.structure(limits)?.outcome(play, limits)?)
    }

    /// The moves that win, one for each quotient up to isomorphism, the one of the theorem first.
    ///
    /// # Errors
    /// When they depend on prime factors, and these are not found.
    pub fn winning_moves(&self, play: Play, limits: &Limits) -> Result<Replies<Self>, Unanswered> {
        let structure = self.structure(limits)?;
        let mut targets: Vec<Target<R::Element>> =
            structure.winning_target(play, limits)?.into_iter().collect();
        let mut complete = true;
        if play == Play::Misere && !targets.is_empty() {
            match structure.elementary_targets(limits) {
                Ok(more) => {
                    complete = more.complete;
                    targets.extend(more.moves);
                }
                Err(Unfactored::TooHard(_)) => complete = false,
                Err(stopped @ Unfactored::Stopped(_)) => return Err(stopped.into()),
            }
            let first = targets[0].clone();
            let others = targets.drain(1..).filter(|target| *target != first).collect::<Vec<_>>();
            targets.extend(others);
        }
        let moves: Result<Vec<Self>, Unanswered> =
            targets.iter().map(|target| self.after(&structure, target, limits)).collect();
        Ok(Replies { moves: moves?, complete })
    }

    /// A move to a position with a given nimber, if there is one.
    ///
    /// # Errors
    /// When a limit is reached, or an annihilator is not factored.
    pub fn move_to(&self, nimber: &Ordinal, limits: &Limits) -> Result<Option<Self>, Unanswered> {
        if nimber.is_zero() {
            return Ok(self.winning_moves(Play::Normal, limits)?.moves.into_iter().next());
        }
        let structure = self.structure(limits)?;
        let own = structure.nimber(limits)?;
        // From an even rank one cannot move to every smaller infinite nimber, and from any rank not to every larger one; moves
        // to smaller ones exist, and they are all that sums need.
        if *nimber >= own {
            return Ok(None);
        }
        let falls = structure.rank % 2 == 1 && nimber.is_finite();
        let wanted = nimber.finite_part();
        let ring = self.left.ring();
        let mut exponents = structure.exponents(limits)?;
        let mut last = exponents.last().copied().unwrap_or(0);
        // A fall of the rank adds a last place of any size; some size has an option with the nimber.
        loop {
            if falls {
                last = last.saturating_mul(2).max(8);
                exponents.truncate(structure.torsion.len());
                exponents.push(last);
            }
            let table = DivisorTable::new(&exponents, limits)?;
            let found = find_in_box(&exponents, &|sequence: &[u32]| {
                *sequence != exponents[..] && num_bigint::BigUint::from(table.nimber(sequence)) == wanted
            });
            if let Some(sequence) = found {
                let mut target = Vec::with_capacity(sequence.len());
                for (at, count) in sequence.iter().enumerate() {
                    let least = if at == 0 { ring.one() } else { structure.torsion[at - 1].clone() };
                    let below = if at == 0 { 0 } else { exponents[at - 1] };
                    let primes = match structure.torsion.get(at) {
                        Some(entry) => {
                            let factors = ring.factors(&ring.division(entry, &least).0, limits)?;
                            factors
                                .into_iter()
                                .flat_map(|(p, k)| std::iter::repeat_n(p, k as usize))
                                .collect()
                        }
                        None => vec![ring.some_prime(); (count - below) as usize],
                    };
                    let taken = primes.iter().take((count - below) as usize);
                    target.push(taken.fold(least, |product, prime| ring.product(&product, prime)));
                }
                return Ok(Some(self.after(&structure, &target, limits)?));
            }
            if !falls {
                return Ok(None);
            }
        }
    }

    /// Some move, unless nothing is left.
    pub fn some_move(&self) -> Option<Self> {
        let generator = self.known_structure().generators.pop()?;
        self.choose(&[generator], &Limits::none()).ok()
    }

    /// Whether one move leads from here to another position: one element was divided out, and it was not 0.
    pub fn is_move_to(&self, other: &Self) -> bool {
        let divided = other.left.divided_out(&self.left, &Limits::none()).expect("there is no limit");
        self.ground == other.ground
            && divided.is_some_and(|structure| structure.torsion.len() + structure.rank == 1)
    }

    /// What the answer rests on.
    pub fn reason(&self, play: Option<Play>) -> Claim {
        let structure = self.known_structure();
        let what = if R::KEYWORD == "abelian" { "group" } else { "module" };
        Claim::Proved(match (play, structure.torsion.len(), structure.rank) {
            (Some(Play::Normal), ..) => {
                format!("a {what} is P exactly when it is a square B + B (Brandenburg, Thm 3.11)")
            }
            (Some(Play::Misere), ..) => format!(
                "a {what} is P exactly when it is a square and not elementary, or elementary of odd dimension (Brandenburg, Thm 3.12)"
            ),
            (None, 0 | 1, 0) => {
                format!(
                    "the nimber of a cyclic {what} is the number of its prime factors (Brandenburg, Thm 1.2)"
                )
            }
            (None, 2, 0) => {
                format!("closed form for a {what} with two generators (Brandenburg, Thm 1.3, Cor 3.21)")
            }
            (None, 3, 0) => {
                "mex over interlacing sequences of numbers of prime factors (Brandenburg, Prop 3.4, Cor 3.21), and the formula of Remark 3.18 where docs/algebra.md proves it"
                    .to_owned()
            }
            (None, _, 0) => {
                "mex over interlacing sequences of numbers of prime factors (Brandenburg, Prop 3.4, Cor 3.21)"
                    .to_owned()
            }
            (None, _, rank) => {
                let rule = if rank % 2 == 1 { "w + " } else { "" };
                format!(
                    "rank {rank}: {rule}the nimber of the torsion part (docs/algebra.md; Brandenburg, Prop 3.22, extended)"
                )
            }
        })
    }

    /// How the answer comes about.
    pub fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        let Ok(structure) = self.structure(limits) else { return Vec::new() };
        let ring = self.left.ring();
        let mut steps = vec![format!("what is left is {}", structure.show())];
        if let Ok(parts) = structure.primary_parts(limits)
            && parts.len() > 1
        {
            let parts: Vec<String> =
                parts.iter().map(|(prime, _)| format!("the {}-part", ring.show(prime))).collect();
            let (last, others) = parts.split_last().expect("two at least");
            steps.push(format!("{} and {last} are played as a selective compound", others.join(", ")));
        }
        if let Ok(exponents) = structure.exponents(limits)
            && !exponents.is_empty()
        {
            let exponents: Vec<String> = exponents.iter().map(ToString::to_string).collect();
            steps.push(format!(
                "numbers of prime factors of the divisor sequence: {}",
                exponents.join(" <= ")
            ));
        }
        if let Ok(Some(target)) = structure.winning_target(play, limits) {
            let element = self.left.reduced(&structure.element(&target));
            let after = structure.after(&target).show();
            steps.push(format!("choosing {} leaves {after}", self.ground.show_element(&element)));
        }
        steps
    }
}

impl ModuleGame<Integers> {
    /// What is left as a set with the additions of generators, when it is finite and small.
    pub fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        let structure = self.known_structure();
        let moduli: Option<Vec<usize>> = structure.torsion.iter().map(|n| usize::try_from(n).ok()).collect();
        let moduli = moduli.filter(|_| structure.rank == 0)?;
        let size =
            moduli.iter().try_fold(1_usize, |size, n| size.checked_mul(*n).filter(|size| *size <= most))?;
        let mut maps = Vec::with_capacity(moduli.len());
        let mut weight = 1;
        for n in &moduli {
            let next = |x: usize| if x / weight % n + 1 == *n { x - (n - 1) * weight } else { x + weight };
            maps.push((0..size).map(|x| next(x) as u32).collect());
            weight *= n;
        }
        Some((CongruenceGame::new(size, maps), Partition::equality(size)))
    }
}

impl ModuleGame<RootsOfUnity> {
    /// What is left as a set with the additions of generators and the multiplication by the root of unity, when it is finite and
    /// small.
    pub fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        let structure = self.known_structure();
        let ring = self.left.ring();
        let norms = structure.torsion.iter().map(|entry| usize::try_from(&ring.norm(entry)).ok());
        let size = norms.into_iter().try_fold(1_usize, |size, norm| size.checked_mul(norm?))?;
        if structure.rank > 0 || size > most {
            return None;
        }
        let places = structure.torsion.len();
        let root = ring.scalar(0);
        let next = |element: &[QuadraticInteger], map: usize| -> Vec<QuadraticInteger> {
            let parts = element.iter().zip(&structure.torsion).enumerate().map(|(at, (part, modulus))| {
                let moved = if map == places {
                    ring.product(&root, part)
                } else if map == at {
                    ring.sum(part, &ring.one())
                } else {
                    part.clone()
                };
                ring.division(&moved, modulus).1
            });
            parts.collect()
        };
        // From 0 on, these maps lead everywhere.
        let mut elements = vec![vec![ring.zero(); places]];
        let mut number: FxHashMap<Vec<QuadraticInteger>, u32> = FxHashMap::default();
        number.insert(elements[0].clone(), 0);
        let mut maps: Vec<Vec<u32>> = vec![Vec::with_capacity(size); places + 1];
        let mut at = 0;
        while at < elements.len() {
            for (map, images) in maps.iter_mut().enumerate() {
                let image = next(&elements[at], map);
                let fresh = elements.len() as u32;
                images.push(*number.entry(image.clone()).or_insert_with(|| {
                    elements.push(image);
                    fresh
                }));
            }
            at += 1;
        }
        debug_assert_eq!(elements.len(), size, "the norms count the elements");
        Some((CongruenceGame::new(size, maps), Partition::equality(size)))
    }
}

impl ModuleGame<Polynomials> {
    /// What is left as a set with the additions of generators and the multiplications by the variable and by the generator of the field,
    /// when it is finite and small.
    pub fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        let structure = self.known_structure();
        let (ring, field) = (self.left.ring(), self.left.ring().field());
        let degrees: Vec<usize> = structure.torsion.iter().map(Polynomial::degree).collect::<Option<_>>()?;
        let (q, places) = (field.order() as usize, degrees.iter().sum::<usize>());
        let size = q.checked_pow(u32::try_from(places).ok()?)?;
        if structure.rank > 0 || size > most {
            return None;
        }
        // The digits of an element in base q are its coefficients, summand after summand.
        let digits = |element: usize| -> Vec<u32> {
            (0..places).map(|place| (element / q.pow(place as u32) % q) as u32).collect()
        };
        let number = |digits: &[u32]| digits.iter().rev().fold(0, |number, c| number * q as u32 + c);
        let plus = |place: usize, c: u32, element: usize| {
            let mut digits = digits(element);
            digits[place] = field.sum(digits[place], c);
            number(&digits)
        };
        let times = |factor: &Polynomial, element: usize| {
            let digits = digits(element);
            let (mut product, mut start) = (Vec::with_capacity(places), 0);
            for (degree, modulus) in degrees.iter().zip(&structure.torsion) {
                let part = ring.from_coefficients(digits[start..start + degree].to_vec());
                let rest = ring.division(&ring.product(factor, &part), modulus).1;
                product.extend_from_slice(rest.coefficients());
                start += degree;
                product.resize(start, 0);
            }
            number(&product)
        };
        // 1, a, a², … generate the field additively.
        let scalars = (0..field.degree()).map(|power| field.characteristic().pow(power));
        let additions = scalars.flat_map(|c| (0..places).map(move |place| (place, c)));
        let mut maps: Vec<Vec<u32>> =
            additions.map(|(place, c)| (0..size).map(|x| plus(place, c, x)).collect()).collect();
        let generator = (field.degree() > 1).then(|| ring.from_coefficients(vec![field.generator()]));
        for factor in std::iter::once(ring.some_prime()).chain(generator) {
            maps.push((0..size).map(|x| times(&factor, x)).collect());
        }
        Some((CongruenceGame::new(size, maps), Partition::equality(size)))
    }
}

/// A sequence that interlaces with the given one and has a property.
fn find_in_box(exponents: &[u32], is_wanted: &dyn Fn(&[u32]) -> bool) -> Option<Vec<u32>> {
    fn search(exponents: &[u32], chosen: &mut Vec<u32>, is_wanted: &dyn Fn(&[u32]) -> bool) -> bool {
        let at = chosen.len();
        if at == exponents.len() {
            return is_wanted(chosen);
        }
        let least = if at == 0 { 0 } else { exponents[at - 1] };
        for part in least..=exponents[at] {
            chosen.push(part);
            if search(exponents, chosen, is_wanted) {
                return true;
            }
            chosen.pop();
        }
        false
    }
    let mut chosen = Vec::with_capacity(exponents.len());
    search(exponents, &mut chosen, is_wanted).then_some(chosen)
}

impl<R: Coefficients> fmt::Display for ModuleGame<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", R::KEYWORD, self.ground.text)?;
        if self.chosen.is_empty() {
            return Ok(());
        }
        let elements: Vec<String> =
            self.chosen.iter().map(|element| self.ground.show_element(element)).collect();
        write!(f, "[{}]", elements.join(","))
    }
}
