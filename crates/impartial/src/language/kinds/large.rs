//! GEN and DNG on groups whose elements are not listed: `gen(Z2^1000)`, `dng(M24)`, `dng(S50)[(1 2)]`.
//!
//! Theorems: [`LargeGround`]. A group that is small enough is listed where these do not decide, and is then
//! played as [`Chosen`].

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::chosen::{Chosen, LARGEST_GROUND};
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::generate::{Aim, Ground, LargeGround};
use crate::group::{self, LargeElement, MAX_ORDER};
use crate::language::kind::{Kind, Piece, Proof, Single, Theorem, Unlisted};
use crate::language::moves::WinningMoves;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::limits::{Limits, Unanswered};
use crate::misere::rules::{Rules, Sum};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A position of GEN or DNG on a large group: the elements chosen so far, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LargeChosen {
    /// What the players want with a generating set.
    pub aim: Aim,
    /// The group.
    pub ground: Arc<LargeGround>,
    /// The elements chosen.
    pub chosen: Vec<LargeElement>,
}

pub(super) const NAME: &str = "large";

/// Reads a position on a group of more than [`LARGEST_GROUND`] elements; `None`, and nothing is passed over, when the group is
/// smaller or has to be listed. Where elements are chosen, what can be listed is.
pub(super) fn read(reader: &mut Reader<'_>, aim: Aim) -> Result<Option<Subject>, ReadError> {
    let start = reader.cursor.at;
    let (inner, offset) = reader.in_parentheses("gen".len())?;
    let name = inner.trim();
    let ground = match ground(reader, name) {
        Ok(Some(ground)) => ground,
        // What is wrong with the text is told by those who list.
        Ok(None) | Err(_) => {
            reader.cursor.at = start;
            return Ok(None);
        }
    };
    let mut chosen = Vec::new();
    if let Some((elements, start)) = reader.in_brackets()? {
        chosen = ground.parse_elements(elements).map_err(|error| error.shifted(start))?;
    }
    if !chosen.is_empty() && *ground.group().order() <= BigUint::from(MAX_ORDER) {
        reader.cursor.at = start;
        return Ok(None);
    }
    let generates = ground.generates(&chosen, reader.sources.limits);
    if aim == Aim::Avoid && generates == Ok(true) {
        let message = "the elements chosen generate, which no player of DNG may bring about";
        return Err(ReadError::new(offset..reader.cursor.at, message));
    }
    Ok(Some(Subject::Position(LargeChosen { aim, ground, chosen }.into())))
}

/// The large group that a text names; what was read before is used again.
fn ground(reader: &mut Reader<'_>, name: &str) -> Result<Option<Arc<LargeGround>>, group::GroupError> {
    if let Some(known) = reader.known.large.iter().find(|ground| ground.text() == name) {
        return Ok(Some(Arc::clone(known)));
    }
    if name.starts_with('@') || name.starts_with("file:") {
        return Ok(None);
    }
    let Some(group) = (reader.sources.large_group)(name, LARGEST_GROUND, reader.sources.limits)? else {
        return Ok(None);
    };
    let ground = Arc::new(LargeGround::new(name, group));
    reader.known.large.push(Arc::clone(&ground));
    Ok(Some(ground))
}

impl LargeChosen {
    /// The position with one element more.
    #[must_use]
    pub fn with(&self, element: LargeElement) -> Position {
        let mut chosen = self.chosen.clone();
        chosen.push(element);
        chosen.sort_unstable();
        let after = LargeChosen { chosen, ..self.clone() };
        match after.is_small().then(|| after.listed(&Limits::none())) {
            Some(Ok(listed)) => listed.into(),
            _ => after.into(),
        }
    }

    fn is_small(&self) -> bool {
        *self.ground.group().order() <= BigUint::from(MAX_ORDER)
    }

    /// The same position on the group with all its elements.
    ///
    /// # Errors
    /// When the group is too large to be listed, or a limit is reached.
    pub fn listed(&self, limits: &Limits) -> Result<Chosen, Unanswered> {
        let order = self.ground.group().order();
        if !self.is_small() {
            let why = format!("a group of {} elements is not listed", shown(order));
            return Err(Unanswered::OutOfReach(why));
        }
        let ground = match self.ground.listed() {
            Some(known) => known,
            None => {
                let text = self.ground.text();
                let group = group::parse(text, limits).map_err(|error| match error.stopped {
                    Some(reason) => Unanswered::Stopped(reason),
                    None => Unanswered::OutOfReach(error.message),
                })?;
                self.ground.keep_listed(Arc::new(Ground::of_group(text, group)))
            }
        };
        let elements: Vec<String> = self.chosen.iter().map(ToString::to_string).collect();
        let set = ground
            .parse_elements(&elements.join(", "))
            .map_err(|error| Unanswered::OutOfReach(error.to_string()))?;
        Ok(Chosen { aim: self.aim, ground: Arc::clone(ground), set })
    }

    /// What a theorem says, or else what the listed group says.
    fn decided<T>(
        &self,
        theorem: Result<T, Unanswered>,
        limits: &Limits,
        listed: impl FnOnce(&Chosen) -> Theorem<T>,
    ) -> Result<T, Unanswered> {
        match theorem {
            Err(Unanswered::OutOfReach(why)) if self.is_small() => {
                let chosen = self.listed(limits)?;
                listed(&chosen).unwrap_or(Err(Unanswered::OutOfReach(why)))
            }
            theorem => theorem,
        }
    }

    fn value(&self, limits: &Limits) -> Result<u32, Unanswered> {
        let theorem = self.ground.nimber(self.aim, &self.chosen, limits);
        let value = self.decided(theorem.map(|value| Ordinal::from(u64::from(value))), limits, |chosen| {
            chosen.nimber(limits)
        })?;
        Ok(value.to_u64().unwrap_or(0) as u32)
    }

    /// Some moves with the nimber that each leaves, and whether they are all.
    fn valued_moves(&self, limits: &Limits) -> Result<Vec<(LargeElement, u32)>, Unanswered> {
        let mut found = Vec::new();
        let verdict = self.ground.verdict(self.aim, limits)?;
        if self.chosen.is_empty()
            && let Some(reply) = &verdict.reply
        {
            found.push((reply.clone(), 0));
        }
        for element in self.ground.some_moves(self.aim, &self.chosen, limits)? {
            let mut after = self.chosen.clone();
            after.push(element.clone());
            after.sort_unstable();
            if found.iter().any(|(known, _)| *known == element) {
                continue;
            }
            match self.ground.nimber(self.aim, &after, limits) {
                Ok(nimber) => found.push((element, nimber)),
                Err(Unanswered::OutOfReach(_)) => {}
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(found)
    }
}

/// A number, or about how large it is.
fn shown(order: &BigUint) -> String {
    let text = order.to_string();
    if text.len() <= 30 { text } else { format!("about 10^{}", text.len() - 1) }
}

impl Kind for LargeChosen {
    fn name(&self) -> &'static str {
        NAME
    }

    fn options(&self) -> Vec<Position> {
        let moves = self.ground.some_moves(self.aim, &self.chosen, &Limits::none());
        moves.unwrap_or_default().into_iter().map(|element| self.with(element)).collect()
    }

    fn is_over(&self) -> bool {
        self.ground.is_over(self.aim, &self.chosen, &Limits::none()).unwrap_or(false)
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        u64::MAX
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        Err(format!("a position with {} elements to choose from", shown(self.ground.group().order())))
    }

    fn some_move(&self) -> Option<Position> {
        let moves = self.ground.some_moves(self.aim, &self.chosen, &Limits::none()).ok()?;
        moves.into_iter().next().map(|element| self.with(element))
    }

    fn is_move_to(&self, to: Option<&Single>) -> bool {
        let Some(to) = to.and_then(|to| to.of_kind::<LargeChosen>()) else { return false };
        let extra: Vec<&LargeElement> =
            to.chosen.iter().filter(|element| !self.chosen.contains(element)).collect();
        let kept = self.chosen.iter().all(|element| to.chosen.contains(element));
        to.aim == self.aim && to.ground == self.ground && kept && extra.len() == 1 && !self.is_over()
    }

    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        let parsed = self.ground.parse_elements(element).map_err(|error| error.to_string());
        Some(parsed.and_then(|parsed| {
            let [one] = &parsed[..] else { return Err("a move chooses one element".to_owned()) };
            if self.chosen.contains(one) {
                return Ok(None);
            }
            if self.is_over() {
                return Err("the game is over".to_owned());
            }
            let mut after = self.chosen.clone();
            after.push(one.clone());
            let generates = self.ground.generates(&after, &Limits::none());
            if self.aim == Aim::Avoid && generates == Ok(true) {
                return Err(format!("{one} may not be chosen: it would generate"));
            }
            Ok(Some(self.with(one.clone())))
        }))
    }

    fn form(&self) -> Option<Single> {
        self.listed_already()?.form()
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(self.value(limits).map(|nimber| Ordinal::from(u64::from(nimber))))
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        if play != Some(Play::Misere)
            && let Some(verdict) = self.ground.known_verdict(self.aim)
        {
            return Some(verdict.claim.clone());
        }
        if let Some(listed) = self.listed_already() {
            return listed.reason(play);
        }
        Some(self.ground.misere_claim())
    }

    fn is_cited(&self) -> bool {
        matches!(self.reason(None), Some(Claim::Cited(_)))
    }

    fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        let mut steps = vec![format!("a group of {} elements", shown(self.ground.group().order()))];
        if let Some(missing) = self.ground.missing(&self.chosen) {
            steps.push(format!("modulo the Frattini subgroup there are missing {missing}"));
        }
        if self.ground.known_verdict(self.aim).is_none()
            && let Some(listed) = self.listed_already()
        {
            steps.extend(listed.steps(play, limits));
        }
        steps
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        (play == Play::Misere).then(|| {
            let theorem = self.ground.misere_outcome(self.aim, &self.chosen, limits);
            self.decided(theorem, limits, |chosen| chosen.outcome(play, limits))
        })
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        (play == Play::Misere).then(|| {
            let mut moves = Vec::new();
            for element in self.ground.some_moves(self.aim, &self.chosen, limits)? {
                let mut chosen = self.chosen.clone();
                chosen.push(element.clone());
                chosen.sort_unstable();
                match self.ground.misere_outcome(self.aim, &chosen, limits) {
                    Ok(Outcome::P) => moves.push(self.with(element)),
                    Ok(Outcome::N) | Err(Unanswered::OutOfReach(_)) => {}
                    Err(stopped) => return Err(stopped),
                }
            }
            Ok(WinningMoves { moves, complete: false })
        })
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        let Some(target) = nimber.to_u64() else { return Some(Ok(WinningMoves::all(Vec::new()))) };
        let found = self.valued_moves(limits).map(|moves| {
            let reaching = moves.into_iter().filter(|(_, nimber)| u64::from(*nimber) == target);
            let moves: Vec<Position> = reaching.take(1).map(|(element, _)| self.with(element)).collect();
            WinningMoves { moves, complete: false }
        });
        Some(self.decided(found, limits, |chosen| chosen.moves_to(nimber, limits)))
    }

    fn some_options(&self, _: u64) -> Option<(Vec<Position>, bool)> {
        Some((self.options(), false))
    }

    fn learn(&self, limits: &Limits) -> Result<(), Unanswered> {
        self.listed(limits)?.learn(limits)
    }

    fn piece(&self) -> Option<Piece> {
        self.listed_already()?.piece()
    }

    fn enter_followers(&self, list: &mut Rules, limits: &Limits) -> Theorem<Sum> {
        match self.listed(limits) {
            Ok(chosen) => chosen.enter_followers(list, limits),
            Err(why) => Some(Err(why)),
        }
    }

    fn proof(&self) -> Proof {
        Proof::Classes
    }

    fn parts(&self) -> Value {
        let elements: Vec<String> = self.chosen.iter().map(ToString::to_string).collect();
        json!({ "aim": self.aim.to_string(), "ground": self.ground.text(), "chosen": elements })
    }
}

impl LargeChosen {
    /// The same position on the listed group, where that was listed before.
    fn listed_already(&self) -> Option<Chosen> {
        self.ground.listed()?;
        self.listed(&Limits::none()).ok()
    }
}

impl fmt::Display for LargeChosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.aim, self.ground.text())?;
        if self.chosen.is_empty() {
            return Ok(());
        }
        let elements: Vec<String> = self.chosen.iter().map(ToString::to_string).collect();
        write!(f, "[{}]", elements.join(", "))
    }
}
