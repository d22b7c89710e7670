//! Proofs about achievement and avoidance games as JSON, in the form that `impartial-check` reads.
//!
//! ```
//! use impartial::question::{Asking, NimberQuestion, Question};
//! for (game, kind) in [("dng(S3)", "avoidance"), ("gen(S3)", "structure"), ("group(D4)", "congruences")] {
//!     let answer = NimberQuestion { game: game.into() }.ask(&Asking::with_certificate())?;
//!     let certificate = answer.certificate.unwrap().unwrap();
//!     assert_eq!(certificate.kind(), kind);
//!     assert!(impartial_check::check(&certificate.to_string()).is_ok());
//! }
//! # Ok::<(), impartial::question::Refused>(())
//! ```

use serde_json::{Value, json};

use super::achievement_certificate;
use super::certificate::NoCertificate;
use super::classes_certificate;
use crate::game::Play;
use crate::generate::criteria::{even_cover, uncovered};
use crate::generate::definition::Generation as _;
use crate::generate::{Aim, Ground, Structure};
use crate::group::FiniteGroup;
use crate::language::{Chosen, Position};
use crate::limits::Limits;
use crate::subset::Subset;

/// The largest group that is written element by element, and the most closed sets that are found one by one; larger
/// groups are written by classes of subgroups.
const LARGEST_GROUP: usize = 2048;
const MOST_CLOSED_SETS: usize = 20_000;

/// The largest group whose closed sets are always looked at; of larger ones pairs that generate are tried first.
const LARGEST_LISTED: usize = 64;

/// The largest group whose games are written down position by position, in sums with other games.
const LARGEST_SEARCHED: usize = 32;

/// Kind `avoidance` for DNG on a group before the first move, whose proof is a cover by subgroups or an element without
/// one; otherwise kind `structure`: the group or the family, and what is claimed of the position.
pub(super) fn write(chosen: &Chosen, limits: &Limits) -> Result<Value, NoCertificate> {
    let ground = &*chosen.ground;
    let structure = ground.structure(limits).map_err(NoCertificate::because)?;
    let is_small = ground.size() <= LARGEST_GROUP && structure.digraph().classes().len() <= MOST_CLOSED_SETS;
    let is_proper = !structure.generates(&chosen.set);
    let is_beginning = chosen.set.is_empty();
    let by_pairs = match ground.group() {
        Some(group) if is_beginning && chosen.aim == Aim::Achieve && group.order() > LARGEST_LISTED => {
            // Where the group has no representation by few points, the other kinds are left.
            achievement_certificate::write(chosen.aim, group, structure, limits).unwrap_or(None)
        }
        _ => None,
    };
    let mut certificate = match ground.group() {
        Some(_) if by_pairs.is_some() => by_pairs.unwrap_or_default(),
        Some(group) if is_beginning && chosen.aim == Aim::Avoid && ground.size() <= LARGEST_GROUP => {
            avoidance(ground, group, structure)
        }
        Some(group) if !is_small && is_proper => large(chosen, group, structure, limits)?,
        Some(_) if ground.size() > LARGEST_GROUP => {
            return Err(NoCertificate::because("the elements chosen generate the group: the game is over"));
        }
        _ => by_structure(ground, chosen, structure),
    };
    if let Some(group) = ground.group().filter(|group| has_definition(group.name())) {
        certificate["game"] = json!(format!("{}({})", chosen.aim, group.name()));
    }
    Ok(certificate)
}

/// Subgroups that cover, where these decide the game; otherwise all classes of subgroups.
fn large(
    chosen: &Chosen,
    group: &FiniteGroup,
    structure: &Structure,
    limits: &Limits,
) -> Result<Value, NoCertificate> {
    if chosen.set.is_empty()
        && chosen.aim == Aim::Avoid
        && let Some(certificate) = achievement_certificate::write(chosen.aim, group, structure, limits)?
    {
        return Ok(certificate);
    }
    let mut certificate = classes_certificate::write(chosen, group, structure, limits)?;
    certificate["nimber"] = json!(structure.nimber(chosen.aim, &chosen.set));
    certificate["misere"] = json!(structure.outcome(chosen.aim, Play::Misere, &chosen.set).to_string());
    Ok(certificate)
}

/// Whether the checker knows what the name of a group means; it reads no name that it cannot check.
pub(super) fn has_definition(name: &str) -> bool {
    let mut depth = 0usize;
    let mut start = 0;
    let mut factors = Vec::new();
    for (at, sign) in name.char_indices() {
        match sign {
            '(' | '<' => depth += 1,
            ')' | '>' => depth = depth.saturating_sub(1),
            'x' if depth == 0 && name[..at].ends_with(' ') => {
                factors.push(name[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    factors.push(name[start..].trim());
    factors.into_iter().all(|factor| {
        if let Some(inner) = factor.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return has_definition(inner);
        }
        let family: String =
            factor.chars().take_while(|sign| !sign.is_ascii_digit() && *sign != '(').collect();
        let rest = &factor[family.len()..];
        match family.as_str() {
            "Z" | "S" | "A" | "D" | "Dic" | "Q" | "M" => rest.bytes().all(|digit| digit.is_ascii_digit()),
            "GL" | "SL" | "PGL" | "PSL" | "AGL" | "ASL" => has_few_vectors(rest),
            "<" => !rest.contains('|'),
            _ => false,
        }
    })
}

/// Whether the space of `(n,q)` has no more vectors than the checker lists.
fn has_few_vectors(rest: &str) -> bool {
    let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let numbers = inner.and_then(|inner| inner.split_once(','));
    let vectors = numbers.and_then(|(n, q)| {
        let (n, q): (u32, usize) = (n.trim().parse().ok()?, q.trim().parse().ok()?);
        q.checked_pow(n)
    });
    vectors.is_some_and(|vectors| vectors <= 1 << 14)
}

fn by_structure(ground: &Ground, chosen: &Chosen, structure: &Structure) -> Value {
    let mut certificate = json!({
        "kind": "structure",
        "aim": chosen.aim.to_string(),
        "ground": self::ground(ground),
        "chosen": chosen.set.iter().collect::<Vec<usize>>(),
        "nimber": structure.nimber(chosen.aim, &chosen.set),
        "misere": structure.outcome(chosen.aim, Play::Misere, &chosen.set).to_string(),
    });
    if ground.group().is_some() {
        let members = structure.family().members().iter();
        certificate["maximal"] = members.map(|member| generators(ground, member)).collect();
    }
    certificate
}

fn avoidance(ground: &Ground, group: &FiniteGroup, structure: &Structure) -> Value {
    let because = if group.order() % 2 == 1 || group.order() == 2 {
        json!({ "odd": true })
    } else if let Some(cover) = even_cover(group, structure.family()) {
        json!({ "cover": cover.into_iter().map(|member| generators(ground, member)).collect::<Vec<_>>() })
    } else {
        json!({ "uncovered": uncovered(group, structure.family()) })
    };
    json!({
        "kind": "avoidance",
        "ground": self::ground(ground),
        "nimber": structure.nimber(Aim::Avoid, []),
        "misere": structure.outcome(Aim::Avoid, Play::Misere, []).to_string(),
        "because": because,
    })
}

/// A group as the maps x ↦ x·s of its generators, or a family as its maximal sets.
pub(super) fn ground(ground: &Ground) -> Value {
    if let Some(group) = ground.group() {
        let maps: Vec<Vec<usize>> = group
            .generators()
            .iter()
            .map(|generator| (0..group.order()).map(|x| group.product(x, *generator)).collect())
            .collect();
        return json!({ "order": group.order(), "generators": maps });
    }
    let family = ground.family().expect("a ground is a group or a family").family();
    let maximal: Vec<Vec<usize>> = family.members().iter().map(|member| member.iter().collect()).collect();
    json!({ "size": family.ground(), "maximal": maximal })
}

/// A few elements that generate a subgroup.
fn generators(ground: &Ground, subgroup: &Subset) -> Vec<usize> {
    let group = ground.group().expect("subgroups belong to a group");
    let mut chosen = Vec::new();
    let mut closed = group.subgroup([]);
    for element in subgroup {
        if !closed.contains(element) {
            chosen.push(element);
            closed = group.subgroup(chosen.iter().copied());
        }
    }
    chosen
}

/// A failure when a sum has a game on a group that is too large to be written down position by position.
pub(super) fn is_small(position: &Position) -> Result<(), NoCertificate> {
    let is_large = |chosen: &Chosen| chosen.ground.size() > LARGEST_SEARCHED;
    if position.singles().into_iter().filter_map(|single| single.of_kind()).any(is_large) {
        let why = format!(
            "in a sum, games on more than {LARGEST_SEARCHED} elements are too large for a strategy; ask for each component alone"
        );
        return Err(NoCertificate::because(why));
    }
    Ok(())
}
