//! Which games a game is the sum of, in misère play.

use serde::Serialize;

use super::canonical::Table;
use super::{Answer, Asking, Claim, NoCertificate, Question, Refused};
use crate::game::forest::Tree;
use crate::limits::Unanswered;
use crate::misere::parts::Parts;

/// The parts of a game in misère play, and how it is a sum of primes.
///
/// ```
/// use impartial::question::{Asking, PartsQuestion, Question};
/// let answer = PartsQuestion { game: "*2 + *2 + *2".into() }.ask(&Asking::new())?;
/// let found = answer.value.found.expect("it is small");
/// assert_eq!(found.parts.len(), 8);
/// assert_eq!(found.partitions, [["*2", "*2", "*2"]]);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsQuestion {
    /// The position, in the game language.
    pub game: String,
}

/// The parts of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartsValue {
    /// The position, as it was asked.
    pub game: String,
    /// What was found; `None` when a limit was reached.
    #[serde(flatten)]
    pub found: Option<FoundParts>,
}

/// Parts and partitions, the games as canonical forms in Conway's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundParts {
    /// The game itself.
    pub canonical: String,
    /// Each part with its counterpart: the two sum to the game.
    pub parts: Vec<[String; 2]>,
    /// The sums of primes that the game is, with or without *.
    pub partitions: Vec<Vec<String>>,
}

impl Question for PartsQuestion {
    type Value = PartsValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<PartsValue>, Refused> {
        let mut table = Table::default();
        let value = PartsValue { game: self.game.clone(), found: None };
        let form = match table.form(&self.game, asking)? {
            Ok(form) => form,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let found = match found(&mut table, form, asking) {
            Ok(found) => found,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let claim = Claim::Proved(
            "sums cancel, and an option of a sum that equals the game equals an option of the game or reverts to it (Conway, ONAG, ch. 12)"
                .into(),
        );
        let answer = Answer::new(PartsValue { found: Some(found), ..value }, "parts", claim.clone());
        let certificate = asking.certify(|| Err(NoCertificate::because("trusted is the search for parts")));
        Ok(Answer { certificate, ..answer.with("partitions", claim) })
    }
}

fn found(table: &mut Table, form: Tree, asking: &Asking<'_>) -> Result<FoundParts, Unanswered> {
    let mut parts = Parts::default();
    let Table { forest, misere } = table;
    let pairs = parts.of(forest, misere, form, &asking.limits)?;
    let partitions = parts.partitions(forest, misere, form, &asking.limits)?;
    let show = |tree: Tree| {
        let text = table.text(tree).map(|(conway, _)| conway);
        text.ok_or_else(|| Unanswered::OutOfReach("a part is too long to be written".to_owned()))
    };
    let pairs = pairs.into_iter().map(|(part, other)| Ok([show(part)?, show(other)?]));
    let partitions =
        partitions.into_iter().map(|way| way.into_iter().map(show).collect::<Result<Vec<_>, Unanswered>>());
    Ok(FoundParts {
        canonical: show(form)?,
        parts: pairs.collect::<Result<_, Unanswered>>()?,
        partitions: partitions.collect::<Result<_, _>>()?,
    })
}
