//! The game digraph of tiny games: positions and moves by definition, those that an automorphism exchanges drawn once.

use rustc_hash::FxHashMap;

use super::Aim;
use super::definition::{Generation, SubsetGame};
use super::family::Family;
use crate::game::Game as _;
use crate::integer::mex;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// A representative game digraph [ES, Section 2]: of the options of a position that automorphisms of the ground set
/// exchange with each other, one is kept. Without automorphisms it is the whole game digraph.
///
/// Every arrow is a move, and every option of a position kept is the image of one with an arrow under an automorphism;
/// so the nimbers are those of the game. Which options are kept is not unique; here as few as a greedy choice finds, so
/// that positions share theirs.
///
/// Invariants: (1) positions come by size, the first is the start; (2) arrows go from a position to one with an element more;
/// (3) a position that generates has no arrow.
///
/// ```
/// use impartial::generate::{Aim, Family, GameDigraph};
/// use impartial::limits::Limits;
/// use impartial::subset::Subset;
/// // GEN(Z4), where 1 and 3 are exchanged by the inverse [ES, Ex 2.5].
/// let family = Family::new(4, vec![Subset::from_elements(4, [0, 2])]);
/// let inverse = vec![0, 3, 2, 1];
/// let start = Subset::empty(4);
/// let digraph = GameDigraph::new(&family, Aim::Achieve, start, &[inverse], 100, &Limits::none())?.unwrap();
/// let shown: Vec<String> = digraph.positions().iter().map(|set| set.to_string()).collect();
/// assert_eq!(shown.join(" "), "{} {0} {1} {2} {0, 1} {0, 2} {1, 2} {0, 1, 2}");
/// assert_eq!(digraph.nimbers(), [1, 2, 0, 2, 0, 1, 0, 0]);
/// # Ok::<(), impartial::limits::StopReason>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDigraph {
    positions: Vec<Subset>,
    is_generating: Vec<bool>,
    arrows: Vec<(usize, usize)>,
    nimbers: Vec<u32>,
}

impl GameDigraph {
    /// The digraph of the positions that can be reached from `start`, up to the automorphisms listed: all those of the
    /// ground set, or none. `None` when it has more than `most` positions.
    ///
    /// # Errors
    /// When a limit is reached.
    ///
    /// Cost: the options of at most `most` positions, and the images of as many under all automorphisms.
    pub fn new<R: Generation + ?Sized>(
        rules: &R,
        aim: Aim,
        start: Subset,
        automorphisms: &[Vec<u32>],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let game = SubsetGame { aim, rules };
        let mut classes = Classes { automorphisms, of_set: FxHashMap::default(), count: 0 };
        let mut positions = vec![start];
        let mut arrows = Vec::new();
        let mut level = 0..1;
        while !level.is_empty() {
            // The options of the positions of one size, by class, each with the positions that have it.
            let mut wanted: Vec<(u32, FxHashMap<Subset, Vec<usize>>)> = Vec::new();
            for position in level.clone() {
                limits.poll()?;
                for option in game.options(&positions[position]) {
                    let class = classes.of(&option, limits)?;
                    if classes.count as usize > most {
                        return Ok(None);
                    }
                    let at = wanted.iter().position(|(known, _)| *known == class).unwrap_or_else(|| {
                        wanted.push((class, FxHashMap::default()));
                        wanted.len() - 1
                    });
                    wanted[at].1.entry(option).or_default().push(position);
                }
            }
            let first = positions.len();
            let mut kept: Vec<(Subset, Vec<usize>)> = Vec::new();
            for (_, mut options) in wanted {
                // The option that most positions have, again and again until every position has one.
                while let Some((set, sources)) = options
                    .iter()
                    .max_by(|(a, of_a), (b, of_b)| of_a.len().cmp(&of_b.len()).then_with(|| b.cmp(a)))
                    .map(|(set, sources)| (set.clone(), sources.clone()))
                {
                    for rest in options.values_mut() {
                        rest.retain(|source| !sources.contains(source));
                    }
                    options.retain(|_, rest| !rest.is_empty());
                    kept.push((set, sources));
                }
            }
            kept.sort_by(|(a, _), (b, _)| a.iter().cmp(b.iter()));
            for (set, sources) in kept {
                arrows.extend(sources.into_iter().map(|source| (source, positions.len())));
                positions.push(set);
            }
            if positions.len() > most {
                return Ok(None);
            }
            level = first..positions.len();
        }
        arrows.sort_unstable();
        let is_generating = positions.iter().map(|position| rules.generates(position)).collect();
        let nimbers = nimbers(positions.len(), &arrows);
        let digraph = GameDigraph { positions, is_generating, arrows, nimbers };
        if cfg!(debug_assertions) {
            digraph.check_invariants();
        }
        Ok(Some(digraph))
    }

    /// The positions, by size.
    pub fn positions(&self) -> &[Subset] {
        &self.positions
    }

    /// Whether a position generates.
    pub fn is_generating(&self, position: usize) -> bool {
        self.is_generating[position]
    }

    /// The moves, from position to position.
    pub fn arrows(&self) -> &[(usize, usize)] {
        &self.arrows
    }

    /// The nimber of each position.
    pub fn nimbers(&self) -> &[u32] {
        &self.nimbers
    }

    /// Panics when an invariant fails.
    fn check_invariants(&self) {
        assert!(self.positions.is_sorted_by_key(Subset::count), "invariant 1");
        for (from, to) in &self.arrows {
            let (small, large) = (&self.positions[*from], &self.positions[*to]);
            assert!(small.is_subset(large) && small.count() + 1 == large.count(), "invariant 2");
            assert!(!self.is_generating[*from], "invariant 3");
        }
    }
}

/// Nimbers by mex, larger positions first.
fn nimbers(positions: usize, arrows: &[(usize, usize)]) -> Vec<u32> {
    let mut options: Vec<Vec<usize>> = vec![Vec::new(); positions];
    arrows.iter().for_each(|(from, to)| options[*from].push(*to));
    let mut nimbers = vec![0u32; positions];
    for position in (0..positions).rev() {
        nimbers[position] = mex(options[position].iter().map(|option| nimbers[*option]));
    }
    nimbers
}

/// The sets met so far, with those that automorphisms make of them.
struct Classes<'a> {
    automorphisms: &'a [Vec<u32>],
    of_set: FxHashMap<Subset, u32>,
    count: u32,
}

impl Classes<'_> {
    /// The number of a set's class.
    fn of(&mut self, set: &Subset, limits: &Limits) -> Result<u32, StopReason> {
        if let Some(class) = self.of_set.get(set) {
            return Ok(*class);
        }
        let class = self.count;
        self.count += 1;
        self.of_set.insert(set.clone(), class);
        for automorphism in self.automorphisms {
            let image = set.iter().map(|element| automorphism[element] as usize);
            self.of_set.insert(Subset::from_elements(set.universe(), image), class);
        }
        limits.poll_positions(self.of_set.len() as u64)?;
        Ok(class)
    }
}

impl Family {
    /// The permutations of the ground set that map members to members; `None` when there are more than `most`.
    ///
    /// # Errors
    /// When a limit is reached.
    ///
    /// Cost: a search for the image of one element after another; for families of a few dozen elements.
    pub fn automorphisms(&self, most: usize, limits: &Limits) -> Result<Option<Vec<Vec<u32>>>, StopReason> {
        let n = self.ground();
        // Two elements lie together in as many members as their images do.
        let mut together = vec![0u32; n * n];
        for member in self.members() {
            for a in member {
                member.iter().for_each(|b| together[a * n + b] += 1);
            }
        }
        let mut found = Vec::new();
        let mut images: Vec<u32> = Vec::new();
        let mut next = 0;
        loop {
            limits.poll()?;
            let at = images.len();
            let fits = |image: usize| {
                !images.contains(&(image as u32))
                    && together[at * n + at] == together[image * n + image]
                    && images.iter().enumerate().all(|(other, other_image)| {
                        together[at * n + other] == together[image * n + *other_image as usize]
                    })
            };
            if at < n
                && let Some(image) = (next..n).find(|image| fits(*image))
            {
                images.push(image as u32);
                next = 0;
                continue;
            }
            if at == n && self.is_kept_by(&images) {
                if found.len() == most {
                    return Ok(None);
                }
                found.push(images.clone());
            }
            match images.pop() {
                Some(last) => next = last as usize + 1,
                None => return Ok(Some(found)),
            }
        }
    }

    /// Whether a permutation maps members to members.
    fn is_kept_by(&self, images: &[u32]) -> bool {
        self.members().iter().all(|member| {
            let moved = member.iter().map(|element| images[element] as usize);
            self.members().binary_search(&Subset::from_elements(self.ground(), moved)).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Ground, Structure};
    use crate::group;

    fn digraph(aim: Aim, name: &str, all: bool) -> GameDigraph {
        let limits = Limits::none();
        let group = group::parse(name, &limits).expect("a group");
        let automorphisms =
            group::automorphisms(&group, 50_000, &limits).expect("no limits").expect("few of them");
        let (order, ground) = (group.order(), Ground::of_group(name, group));
        let used = if all { &[][..] } else { &automorphisms };
        let digraph = GameDigraph::new(&ground, aim, Subset::empty(order), used, 1 << 16, &limits);
        digraph.expect("no limits").expect("few positions")
    }

    /// [ES, Fig 2.1, 3.2, 6.2, 7.2]: how many positions of each size there are.
    fn by_size(digraph: &GameDigraph) -> Vec<usize> {
        let sizes = digraph.positions().chunk_by(|a, b| a.count() == b.count());
        sizes.map(<[Subset]>::len).collect()
    }

    #[test]
    fn figures_of_the_paper() {
        use Aim::{Achieve, Avoid};
        // Figure 2.1: a square; a square with the dotted arrows to terminal positions; its representative.
        let square = digraph(Avoid, "Z4", true);
        assert_eq!((by_size(&square), square.arrows().len()), (vec![1, 2, 1], 4));
        let whole = digraph(Achieve, "Z4", true);
        assert_eq!((by_size(&whole), whole.nimbers()[0]), (vec![1, 4, 5, 2], 1));
        assert_eq!(by_size(&digraph(Achieve, "Z4", false)), [1, 3, 3, 1]);
        // Figure 3.2: a representative digraph of the subsets of {0, 3, 6}, where 3 and 6 are exchanged.
        let z9 = digraph(Avoid, "Z9", false);
        assert_eq!((by_size(&z9), z9.nimbers()[0]), (vec![1, 2, 2, 1], 1));
        // Figure 6.2: the subsets of {0, 2, 4} and {0, 3}, where 2 and 4 are exchanged.
        let z6 = digraph(Avoid, "Z6", false);
        assert_eq!((by_size(&z6), z6.nimbers()[0]), (vec![1, 3, 3, 1], 3));
        // Figure 7.2: the identity, the rotations and the reflections are the classes of elements.
        let d3 = digraph(Achieve, "S3", false);
        assert_eq!((by_size(&d3)[..2].to_vec(), d3.nimbers()[0]), (vec![1, 3], 3));
    }

    /// Positions that are left out change no nimber: every one kept has the nimber that structure classes give.
    #[test]
    fn nimbers_are_those_of_the_structure() {
        for name in ["Z2", "Z6", "Z8", "Z9", "Z2^3", "D4", "Q8", "S3", "D5", "Z10", "A4"] {
            let group = group::parse(name, &Limits::none()).expect("a group");
            let structure = Structure::of_group(&group, &Limits::none()).expect("no limits");
            for aim in Aim::BOTH {
                for all in [false, true] {
                    let digraph = digraph(aim, name, all);
                    for (set, nimber) in digraph.positions().iter().zip(digraph.nimbers()) {
                        assert_eq!(structure.nimber(aim, set), *nimber, "{aim}({name}) {set}");
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_positions_are_refused() {
        let limits = Limits::none();
        let ground = Ground::of_group("Z30", group::parse("Z30", &limits).expect("a group"));
        let digraph = GameDigraph::new(&ground, Aim::Avoid, Subset::empty(30), &[], 200, &limits);
        assert_eq!(digraph, Ok(None));
    }

    /// The automorphisms of the maximal subgroups of a group contain those of the group.
    #[test]
    fn automorphisms_of_families() {
        let path = Family::new(3, vec![Subset::from_elements(3, [0, 1]), Subset::from_elements(3, [1, 2])]);
        assert_eq!(path.automorphisms(10, &Limits::none()), Ok(Some(vec![vec![0, 1, 2], vec![2, 1, 0]])));
        let free = Family::new(4, vec![Subset::empty(4)]);
        assert_eq!(free.automorphisms(24, &Limits::none()).map(|all| all.map(|all| all.len())), Ok(Some(24)));
        assert_eq!(free.automorphisms(23, &Limits::none()), Ok(None));
        for name in ["Z6", "S3", "D4", "Q8"] {
            let group = group::parse(name, &Limits::none()).expect("a group");
            let structure = Structure::of_group(&group, &Limits::none()).expect("no limits");
            let of_family = structure.family().automorphisms(100_000, &Limits::none());
            let of_family = of_family.expect("no limits").expect("few");
            let of_group =
                group::automorphisms(&group, 1000, &Limits::none()).expect("no limits").expect("few");
            assert!(of_group.iter().all(|map| of_family.contains(map)), "{name}");
        }
    }
}
