//! What stands at the beginning of a text, as far as the parser must know before it reads on.

/// The number of decimal digits that a text begins with.
pub(super) fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a digit, its conditions and a point stand here: `0.77`, `4!.0`, `4@{7}.3`, `{2,3}.1`; `12.3` too, for the error.
pub(super) fn looks_like_code(text: &str) -> bool {
    let after = match text.strip_prefix('{') {
        Some(set) => set.split_once('}').map_or("", |(_, after)| after),
        None => text.trim_start_matches(|c: char| c.is_ascii_alphanumeric()),
    };
    let after = after.trim_start_matches(['!', '?', '=']);
    let least = |after: &str| after.chars().all(|c| c.is_ascii_digit() || c == '{' || c == '}');
    match after.split_once('.') {
        Some(("", _)) => true,
        Some((condition, _)) => condition.strip_prefix('@').is_some_and(least),
        None => false,
    }
}

/// The length of the ordinal that follows a star, if one with omega does: `w`, `w^w^2`, `(w^2*3+1)`.
pub(super) fn ordinal_after_star(text: &str) -> Option<usize> {
    let is_omega = |text: &str| text.starts_with(['w', 'ω']);
    if text.starts_with('(') {
        let length = bracketed(text)?;
        let inner = &text[1..length - 1];
        return inner.contains(['w', 'ω']).then_some(length);
    }
    if !is_omega(text) {
        return None;
    }
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += match rest.chars().next() {
            Some(omega @ ('w' | 'ω')) => omega.len_utf8(),
            Some('(') => bracketed(rest)?,
            _ => digits(rest),
        };
        if !text[at..].starts_with('^') {
            return Some(at);
        }
        at += 1;
    }
}

/// The length of the text before the square bracket that closes it.
pub(super) fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth == 0 => return Some(at),
            b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The length of the bracketed text that begins here, brackets included.
pub(super) fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}
