//! Choices of the reports as values of arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use impartial_report::Choice;

/// Reads one of the choices by its name; the help lists them with what they mean.
pub fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let value = |(name, chosen, meaning): &(&'static str, T, &'static str)| {
        let others = T::ALIASES.iter().filter(|(_, other)| other == chosen).map(|(alias, _)| *alias);
        PossibleValue::new(*name).help(*meaning).aliases(others)
    };
    let values: Vec<PossibleValue> = T::CHOICES.iter().map(value).collect();
    PossibleValuesParser::new(values).map(|name| T::named(&name).expect("only names of choices are possible"))
}
