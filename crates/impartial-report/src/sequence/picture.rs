//! Pictures of Grundy values: strips, scatter plots, histograms.

use impartial::question::SequenceValue;
use impartial_picture::plot::{Scatter, histogram};
use impartial_picture::strip;

use crate::format::Choice;
use crate::strips::{self, LONGEST_UNASKED, Shape};

/// What a picture of Grundy values shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequencePicture {
    /// The heaps in rows of the period, exceptions ringed.
    Strip,
    /// A point for the value of each heap.
    Scatter,
    /// The same, rare heaps standing out.
    Rare,
    /// How often each value occurs.
    Histogram,
}

impl Choice for SequencePicture {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &[
        ("strip", SequencePicture::Strip, "The heaps in rows of the period, exceptions ringed"),
        ("scatter", SequencePicture::Scatter, "A point for the value of each heap"),
        ("rare", SequencePicture::Rare, "The same, rare heaps standing out"),
        ("histogram", SequencePicture::Histogram, "How often each value occurs"),
    ];
    const ALIASES: &'static [(&'static str, Self)] = &[("values", SequencePicture::Scatter)];
}

impl SequencePicture {
    /// The picture that is drawn when none is asked for.
    pub fn unasked(last: u64) -> Self {
        if last <= LONGEST_UNASKED { SequencePicture::Strip } else { SequencePicture::Scatter }
    }

    /// The picture beside the values: a strip has whole rows until the pattern is seen, if they are known so far.
    pub fn beside(self, value: &SequenceValue, fold: Option<usize>) -> String {
        match self {
            SequencePicture::Strip => {
                let whole = Shape::new(value.sequence.law(), fold).heaps_unasked() as usize;
                strip(value, whole.min(value.last()), fold)
            }
            _ => self.draw(value, fold),
        }
    }

    /// The picture of the values shown.
    pub fn draw(self, value: &SequenceValue, fold: Option<usize>) -> String {
        match self {
            SequencePicture::Strip => strip(value, value.shown.saturating_sub(1), fold),
            SequencePicture::Histogram => counts(value),
            SequencePicture::Scatter | SequencePicture::Rare => scatter(value, self == SequencePicture::Rare),
        }
    }
}

fn strip(value: &SequenceValue, heaps: usize, fold: Option<usize>) -> String {
    let observed = value.sequence.candidate().map(|period| period.length);
    let shape = Shape::new(value.sequence.law(), fold).or_observed(observed);
    strip::to_svg(&[strips::normal(&value.sequence, heaps, &shape)])
}

fn counts(value: &SequenceValue) -> String {
    let mut counts = vec![0u64; value.largest().1 as usize + 1];
    value.values().iter().take(value.shown).for_each(|value| counts[value as usize] += 1);
    let last = value.shown.saturating_sub(1);
    let title = format!("{}: how often each Grundy value occurs, heaps 0 to {last}", value.code());
    histogram(&title, "value", "heaps", &counts, |_| false)
}

fn scatter(value: &SequenceValue, rare: bool) -> String {
    let (code, last) = (value.code(), value.shown.saturating_sub(1));
    let points =
        || value.values().iter().take(value.shown).zip(0u64..).map(|(value, heap)| (heap, u64::from(value)));
    let rule = value.period().filter(|period| (period.first as usize) < value.shown);
    let name = code.name().map_or_else(String::new, |name| format!(" ({name})"));
    let broken = if rare { Vec::new() } else { strips::broken(&value.sequence) };
    let sentence = match (rare, value.period()) {
        (true, _) => "Nim-values of heaps; those of rare heaps stand out.",
        (false, Some(_)) => "Nim-values of heaps; those that break the pattern stand out.",
        (false, None) => "Nim-values of heaps. No period is proved.",
    };
    let scatter = Scatter {
        title: &format!("{code}{name}, normal play, heaps 0 to {last}"),
        sentence,
        accents: if rare { "rare" } else { "breaks the pattern" },
        x_label: "heap",
        y_label: "value",
        extent: (last as u64, value.largest().1.into()),
        rule: rule
            .map(|period| (period.first, format!("period {} from heap {}", period.length, period.first))),
    };
    let split = value.rare.as_ref().and_then(|rare| rare.as_ref()).map(|rare| rare.split);
    let stands_out = |(heap, value): &(u64, u64)| {
        let is_rare = split.is_some_and(|split| split.class(*heap as usize, *value as u32) == 0);
        *heap > 0 && (is_rare || broken.get(*heap as usize) == Some(&true))
    };
    scatter.to_svg(points().filter(|point| !stands_out(point)), points().filter(stands_out))
}
