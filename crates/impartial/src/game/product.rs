//! Conway's product of games: the game whose nimber is the nim product.

use super::Game;

/// The product of two games [L, section 3]:
/// J × K = { (j × K) + (J × k) + (j × k) : j an option of J, k an option of K }.
///
/// Play turns a product into a sum of products, so a position is a multiset of pairs, kept sorted. Pairs in which one
/// game is over have no moves (∅ × K = ∅) and are left out.
///
/// Theorem [L, section 3]: the nimber of J × K is the nim product of the nimbers.
#[derive(Clone, Debug)]
pub struct Product<A, B>(pub A, pub B);

impl<A: Game, B: Game> Product<A, B> {
    /// The position `left × right`.
    pub fn position(&self, left: A::Position, right: B::Position) -> Vec<(A::Position, B::Position)> {
        let is_over = self.0.options(&left).is_empty() || self.1.options(&right).is_empty();
        if is_over { Vec::new() } else { vec![(left, right)] }
    }
}

impl<A: Game, B: Game> Game for Product<A, B>
where
    A::Position: Ord,
    B::Position: Ord,
{
    type Position = Vec<(A::Position, B::Position)>;

    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        let mut options = Vec::new();
        for (at, (left, right)) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == position[at] {
                continue;
            }
            let mut rest = position.clone();
            rest.remove(at);
            let (lefts, rights) = (self.0.options(left), self.1.options(right));
            for moved_left in &lefts {
                for moved_right in &rights {
                    let mut option = rest.clone();
                    option.extend(self.position(moved_left.clone(), right.clone()));
                    option.extend(self.position(left.clone(), moved_right.clone()));
                    option.extend(self.position(moved_left.clone(), moved_right.clone()));
                    option.sort();
                    options.push(option);
                }
            }
        }
        options
    }
}
