//! Up to four small numbers in one word, added, halved and read digit by digit together.

/// The most numbers in a word.
pub(super) const MOST: usize = 4;
/// The numbers stay below this.
pub(super) const LIMIT: u32 = 1 << 14;

const LOW: u64 = 0x0001_0001_0001_0001;
const ALL_BUT_HIGH: u64 = 0x7fff_7fff_7fff_7fff;

/// Numbers x_0, …, x_3, sixteen bits each; addition of words adds them as long as they stay below [`LIMIT`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lanes(pub(super) u64);

impl Lanes {
    /// One copy of number `axis`.
    pub(super) fn unit(axis: usize) -> Self {
        Lanes(1 << (16 * axis))
    }

    /// Some copies of number `axis`, fewer than [`LIMIT`].
    pub(super) fn copies(axis: usize, count: u32) -> Self {
        Lanes(u64::from(count) << (16 * axis))
    }

    /// The numbers whose digits are the bits of a letter.
    pub(super) fn of_letter(letter: usize) -> Self {
        (0..MOST)
            .filter(|axis| letter >> axis & 1 == 1)
            .map(Lanes::unit)
            .fold(Lanes(0), |sum, unit| sum + unit)
    }

    /// Number `axis`.
    pub(super) fn get(self, axis: usize) -> u32 {
        (self.0 >> (16 * axis)) as u32 & 0xffff
    }

    /// The lowest binary digit of every number, as a letter.
    #[inline]
    pub(super) fn digits(self) -> usize {
        let low = self.0 & LOW;
        (low | low >> 15 | low >> 30 | low >> 45) as usize & 0xf
    }

    /// Half of every number, rounded down.
    #[inline]
    pub(super) fn halves(self) -> Self {
        Lanes(self.0 >> 1 & ALL_BUT_HIGH)
    }

    /// Whether every number is 0 or 1.
    #[inline]
    pub(super) fn is_letter(self) -> bool {
        self.0 & !LOW == 0
    }
}

impl std::ops::Add for Lanes {
    type Output = Lanes;

    #[inline]
    fn add(self, other: Lanes) -> Lanes {
        Lanes(self.0 + other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_and_read_together() {
        let x = [5, 0, 12, 3].into_iter().enumerate();
        let x = x.fold(Lanes(0), |sum, (axis, count)| sum + Lanes::copies(axis, count));
        assert_eq!((0..4).map(|axis| x.get(axis)).collect::<Vec<_>>(), [5, 0, 12, 3]);
        assert_eq!((x.digits(), x.halves().digits()), (0b1001, 0b1000));
        let sum = x + Lanes::of_letter(0b0011);
        assert_eq!((0..4).map(|axis| sum.halves().get(axis)).collect::<Vec<_>>(), [3, 0, 6, 1]);
        assert!(Lanes::of_letter(0b1010).is_letter() && !x.is_letter());
    }
}
