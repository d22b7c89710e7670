//! "Did you mean …?": the nearest known name.

/// The name among `known` that is nearest to `word`, if any is near enough to be what was meant: at most one change
/// for every three letters, and one for shorter words.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|name| (distance(word, name), name))
        .filter(|(changes, _)| *changes <= allowed)
        .min()
        .map(|(_, name)| name)
}

/// The number of letters inserted, deleted, replaced or exchanged with a neighbour that turns one word into the other.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().take(64).collect();
    let right: Vec<char> = right.chars().take(64).collect();
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=left.len() {
        for j in 1..=right.len() {
            let same = usize::from(left[i - 1] != right[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["kayles", "guiles", "nim", "officers"];
        assert_eq!(nearest("kayels", known), Some("kayles"));
        assert_eq!(nearest("kales", known), Some("kayles"));
        assert_eq!(nearest("mim", known), Some("nim"));
        assert_eq!(nearest("chess", known), None);
        assert_eq!(nearest("", known), None);
    }
}
