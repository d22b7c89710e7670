//! How much is known: every answer carries a [`Claim`].

use std::fmt;

/// What an answer rests on. `Display` prints it in the words of the program: PROVED, UP TO …, CITED ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Proved by the computation itself; the sentence names the theorem and what was checked.
    Proved(String),
    /// True as far as it was computed; the text is the bound, for example `heap 40`.
    UpTo(String),
    /// Proved in the literature and not recomputed here; the text is the source.
    Cited(String),
}

impl Claim {
    /// The word other programs rely on: `proved`, `up_to` or `cited`.
    pub fn key(&self) -> &'static str {
        match self {
            Claim::Proved(_) => "proved",
            Claim::UpTo(_) => "up_to",
            Claim::Cited(_) => "cited",
        }
    }

    /// The same claim with what it rests on beside: something that was taken as it stood and not worked out here.
    #[must_use]
    pub fn resting_on(mut self, what: &str) -> Self {
        let (Claim::Proved(detail) | Claim::UpTo(detail) | Claim::Cited(detail)) = &mut self;
        *detail = if detail.is_empty() { what.to_owned() } else { format!("{detail}; {what}") };
        self
    }

    /// The sentence, bound or source.
    pub fn detail(&self) -> &str {
        let (Claim::Proved(detail) | Claim::UpTo(detail) | Claim::Cited(detail)) = self;
        detail
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Proved(why) if why.is_empty() => write!(f, "PROVED"),
            Claim::Proved(why) => write!(f, "PROVED  {why}"),
            Claim::UpTo(bound) => {
                // The bound stands out; what is said about it after a stop does not.
                let end = bound.find([':', ';', ',']).unwrap_or(bound.len());
                write!(f, "UP TO {}{}", bound[..end].to_uppercase(), &bound[end..])
            }
            Claim::Cited(source) => write!(f, "CITED  {source}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_print_in_the_words_of_the_program() {
        assert_eq!(Claim::UpTo("heap 40".into()).to_string(), "UP TO HEAP 40");
        assert_eq!(Claim::UpTo("heap 40: no period".into()).to_string(), "UP TO HEAP 40: no period");
        assert_eq!(Claim::Proved("by hand".into()).to_string(), "PROVED  by hand");
        assert_eq!(Claim::Cited("[PS]".into()).to_string(), "CITED  [PS]");
        let resumed = Claim::UpTo("heap 40".into()).resting_on("heaps to 9 as saved");
        assert_eq!(resumed.to_string(), "UP TO HEAP 40; heaps to 9 as saved");
    }
}
