//! Formulas in MathML, from the texts that the program prints: words and relations of a monoid, ordinals and nimbers, names
//! of groups, genera. Browsers show it and screen readers read it; it does not break over lines, so what is long is written
//! as several formulas.

use crate::svg::escape;

const NAMESPACE: &str = "http://www.w3.org/1998/Math/MathML";
/// Brackets are read to this depth; what lies deeper is set as it stands.
const DEEPEST: usize = 64;

/// An expression such as `(w^w^2)**7`, `gen(Z6 x Z3)`, `2^1420` or `*5` as one formula: runs of letters are names, `w` is
/// omega, `^`, `**` and `_` raise and lower what follows.
///
/// ```
/// let set = impartial_picture::mathml::expression("w^2+1");
/// assert!(set.ends_with("<msup><mi>ω</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn></math>"));
/// ```
pub fn expression(text: &str) -> String {
    math(&row(text, Letters::Names))
}

/// A presentation, `⟨ a, b | a^2 = 1, … ⟩`, in formulas between which a line may break.
pub fn presentation(generators: &[String], relations: &[String]) -> String {
    let mut parts = listed(generators);
    // The bar stays with the last generator.
    match parts.last_mut() {
        Some(last) => last.push_str("<mo>∣</mo>"),
        None => parts.push("<mo>∣</mo>".to_owned()),
    }
    parts.extend(listed(relations));
    enclosed("⟨", parts, "⟩")
}

/// A set of words with its name, `P = { a, b^2, … }`, in formulas between which a line may break.
pub fn set_of_words(name: &str, words: &[String]) -> String {
    format!("{} {}", math(&format!("<mi>{}</mi><mo>=</mo>", escape(name))), enclosed("{", listed(words), "}"))
}

/// Words or relations of a monoid, in which every letter is a generator, with a comma after each but the last.
fn listed(words: &[String]) -> Vec<String> {
    let last = words.len().saturating_sub(1);
    let comma = |at: usize| if at < last { "<mo separator=\"true\">,</mo>" } else { "" };
    let set = |(at, word): (usize, &String)| row(word, Letters::Generators) + comma(at);
    words.iter().enumerate().map(set).collect()
}

/// Formulas in a row with brackets around them.
fn enclosed(open: &str, mut parts: Vec<String>, close: &str) -> String {
    match parts.first_mut() {
        Some(first) => first.insert_str(0, &bracket(open)),
        None => parts.push(bracket(open)),
    }
    if let Some(last) = parts.last_mut() {
        last.push_str(&bracket(close));
    }
    parts.iter().map(|part| math(part)).collect::<Vec<_>>().join(" ")
}

fn math(content: &str) -> String {
    format!("<math xmlns=\"{NAMESPACE}\">{content}</math>")
}

fn bracket(sign: &str) -> String {
    format!("<mo stretchy=\"false\">{sign}</mo>")
}

/// What letters are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// Each is a generator.
    Generators,
    /// A run of them is a name; `w` alone is omega.
    Names,
}

fn row(text: &str, letters: Letters) -> String {
    let signs = text.chars().collect();
    Reader { signs, at: 0, letters, depth: 0 }.items(None).into_iter().map(|item| item.content).collect()
}

/// Something set: one element of MathML.
struct Item {
    content: String,
    /// Whether an operand may follow it only after an operator: a `*` behind it is a product, else it is a star.
    is_operand: bool,
    /// Whether it has an exponent.
    is_raised: bool,
}

impl Item {
    fn operand(content: String) -> Self {
        Item { content, is_operand: true, is_raised: false }
    }

    /// A sign without space around it.
    fn tight(sign: &str) -> Self {
        let content = format!("<mo lspace=\"0\" rspace=\"0\">{sign}</mo>");
        Item { content, is_operand: false, is_raised: false }
    }

    fn operator(sign: &str) -> Self {
        Item { content: format!("<mo>{}</mo>", escape(sign)), is_operand: false, is_raised: false }
    }
}

struct Reader {
    signs: Vec<char>,
    at: usize,
    letters: Letters,
    depth: usize,
}

impl Reader {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.signs.get(self.at + ahead).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek(0).is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// A run of signs from here on.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek(0).is_some_and(&fits) {
            self.at += 1;
        }
        self.signs[start..self.at].iter().collect()
    }

    /// Everything to the bracket that closes, or to the end.
    fn items(&mut self, close: Option<char>) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        loop {
            let is_spaced = self.peek(0).is_some_and(char::is_whitespace);
            self.skip_spaces();
            let Some(sign) = self.peek(0) else { return items };
            if Some(sign) == close {
                return items;
            }
            let is_operand = items.last().is_some_and(|item| item.is_operand);
            let script = match (sign, self.peek(1)) {
                ('^' | '_', _) if is_operand => Some(1),
                ('*', Some('*')) if is_operand => Some(2),
                _ => None,
            };
            if let Some(length) = script {
                self.at += length;
                self.skip_spaces();
                let moved = self.script(sign != '_');
                let base = items.pop().unwrap_or_else(|| Item::operand("<mrow></mrow>".to_owned()));
                items.push(if sign == '_' { lowered(base, &moved) } else { raised(base, &moved) });
                continue;
            }
            let item = self.item(is_operand, is_spaced);
            // Two numbers side by side are two numbers.
            if item.content.starts_with("<mn>")
                && items.last().is_some_and(|last| last.content.starts_with("<mn>"))
            {
                let content = "<mspace width=\"0.3em\"></mspace>".to_owned();
                items.push(Item { content, is_operand: false, is_raised: false });
            }
            items.push(item);
        }
    }

    /// What stands above or below the line: one thing, with its own exponents; brackets around it are not needed there.
    fn script(&mut self, is_raised: bool) -> String {
        let inside = match self.peek(0) {
            Some('(') if self.depth < DEEPEST => self.inside('('),
            Some('{') if self.depth < DEEPEST => self.inside('{'),
            _ => {
                let item = self.item(false, false);
                let is_tower =
                    is_raised && self.peek(0) == Some('^') && item.is_operand && self.depth < DEEPEST;
                if !is_tower {
                    return item.content;
                }
                self.at += 1;
                self.depth += 1;
                let above = self.script(true);
                self.depth -= 1;
                raised(item, &above).content
            }
        };
        format!("<mrow>{inside}</mrow>")
    }

    /// The content of a pair of brackets.
    fn inside(&mut self, open: char) -> String {
        let close = closing(open);
        self.at += 1;
        self.depth += 1;
        let items = self.items(Some(close));
        self.depth -= 1;
        if self.peek(0) == Some(close) {
            self.at += 1;
        }
        items.into_iter().map(|item| item.content).collect()
    }

    /// One thing: a number, a name, a pair of brackets with what is in it, or a sign.
    fn item(&mut self, is_after_operand: bool, is_spaced: bool) -> Item {
        let Some(sign) = self.peek(0) else { return Item::operand("<mrow></mrow>".to_owned()) };
        match sign {
            '0'..='9' => {
                let mut number = self.take(|c| c.is_ascii_digit());
                if self.peek(0) == Some('.') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
                    self.at += 1;
                    number = format!("{number}.{}", self.take(|c| c.is_ascii_digit()));
                }
                Item::operand(format!("<mn>{number}</mn>"))
            }
            '(' | '[' | '{' | '<' if self.depth < DEEPEST => {
                let (open, close) = match sign {
                    '<' => ("⟨".to_owned(), "⟩".to_owned()),
                    sign => (sign.to_string(), closing(sign).to_string()),
                };
                let inside = self.inside(sign);
                Item::operand(format!("<mrow>{}{inside}{}</mrow>", bracket(&open), bracket(&close)))
            }
            'x' if is_after_operand && is_spaced && self.peek(1) == Some(' ') => {
                self.at += 1;
                Item::operator("×")
            }
            letter if letter.is_alphabetic() => Item::operand(self.name(letter)),
            '*' => {
                self.at += 1;
                if is_after_operand { Item::operator("·") } else { Item::tight("∗") }
            }
            _ => {
                self.at += 1;
                match sign {
                    '/' => Item::tight("/"),
                    '-' => Item::operator("−"),
                    '|' => Item::operator("∣"),
                    _ => Item::operator(&sign.to_string()),
                }
            }
        }
    }

    fn name(&mut self, first: char) -> String {
        if self.letters == Letters::Generators {
            self.at += 1;
            return format!("<mi>{}</mi>", escape(&first.to_string()));
        }
        let name = self.take(|c| c.is_alphabetic() || c == '-');
        let set = match name.as_str() {
            "w" => "<mi>ω</mi>".to_owned(),
            name if name.chars().count() == 1 && !first.is_uppercase() => {
                format!("<mi>{}</mi>", escape(name))
            }
            name => format!("<mi mathvariant=\"normal\">{}</mi>", escape(name)),
        };
        // The figures of Z6 and S4 stand below.
        let index = if first.is_uppercase() { self.take(|c| c.is_ascii_digit()) } else { String::new() };
        if index.is_empty() { set } else { format!("<msub>{set}<mn>{index}</mn></msub>") }
    }
}

fn closing(open: char) -> char {
    match open {
        '[' => ']',
        '{' => '}',
        '<' => '>',
        _ => ')',
    }
}

fn raised(base: Item, exponent: &str) -> Item {
    // An exponent above an exponent would look like a tower.
    let base = if base.is_raised {
        format!("<mrow>{}{}{}</mrow>", bracket("("), base.content, bracket(")"))
    } else {
        base.content
    };
    let content = match base.strip_prefix("<msub>").and_then(|both| both.strip_suffix("</msub>")) {
        Some(both) => format!("<msubsup>{both}{exponent}</msubsup>"),
        None => format!("<msup>{base}{exponent}</msup>"),
    };
    Item { content, is_operand: true, is_raised: true }
}

fn lowered(base: Item, index: &str) -> Item {
    Item { content: format!("<msub>{}{index}</msub>", base.content), ..base }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(set: &str) -> &str {
        let start = format!("<math xmlns=\"{NAMESPACE}\">");
        set.strip_prefix(&start).and_then(|rest| rest.strip_suffix("</math>")).expect("one formula")
    }

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn words_and_relations() {
        let word = |text: &str| row(text, Letters::Generators);
        assert_eq!(word("ab^2"), "<mi>a</mi><msup><mi>b</mi><mn>2</mn></msup>");
        assert_eq!(
            word("x_51^3 = 1"),
            "<msubsup><mi>x</mi><mn>51</mn><mn>3</mn></msubsup><mo>=</mo><mn>1</mn>"
        );
    }

    #[test]
    fn ordinals_and_powers() {
        assert_eq!(
            inner(&expression("w^w^2*3")),
            "<msup><mi>ω</mi><mrow><msup><mi>ω</mi><mn>2</mn></msup></mrow></msup><mo>·</mo><mn>3</mn>"
        );
        // The power of a power stands in brackets.
        let tower = "<mrow><mo stretchy=\"false\">(</mo><msup><mi>ω</mi><mn>2</mn></msup><mo stretchy=\"false\">)</mo></mrow>";
        assert_eq!(inner(&expression("w^2 ** 7")), format!("<msup>{tower}<mn>7</mn></msup>"));
        assert_eq!(inner(&expression("(w^2)**7")), format!("<msup>{tower}<mn>7</mn></msup>"));
        assert_eq!(
            inner(&expression("w^(w+1)")),
            "<msup><mi>ω</mi><mrow><mi>ω</mi><mo>+</mo><mn>1</mn></mrow></msup>"
        );
    }

    #[test]
    fn groups_stars_and_genera() {
        assert_eq!(
            inner(&expression("Z6 x Z3")),
            "<msub><mi mathvariant=\"normal\">Z</mi><mn>6</mn></msub><mo>×</mo><msub><mi mathvariant=\"normal\">Z</mi><mn>3</mn></msub>"
        );
        assert_eq!(
            inner(&expression("*3 + 0.07[12]")),
            "<mo lspace=\"0\" rspace=\"0\">∗</mo><mn>3</mn><mo>+</mo><mn>0.07</mn><mrow><mo stretchy=\"false\">[</mo><mn>12</mn><mo stretchy=\"false\">]</mo></mrow>"
        );
        assert_eq!(inner(&expression("2^1420")), "<msup><mn>2</mn><mn>1420</mn></msup>");
        assert_eq!(
            inner(&expression("8^(8 10)")),
            "<msup><mn>8</mn><mrow><mn>8</mn><mspace width=\"0.3em\"></mspace><mn>10</mn></mrow></msup>"
        );
    }

    #[test]
    fn long_formulas_come_in_parts() {
        let set = presentation(&texts(&["a", "b"]), &texts(&["a^2 = 1", "b^3 = b"]));
        assert_eq!(set.matches("<math ").count(), 4);
        assert!(
            set.contains("<mo stretchy=\"false\">⟨</mo><mi>a</mi>") && set.contains("<mi>b</mi><mo>∣</mo>")
        );
        assert!(set.ends_with("<mi>b</mi><mo stretchy=\"false\">⟩</mo></math>"));
        assert_eq!(presentation(&[], &[]).matches("<math ").count(), 1);
        assert!(set_of_words("P", &[]).ends_with("{</mo><mo stretchy=\"false\">}</mo></math>"));
    }

    #[test]
    fn any_text_gives_a_tree_of_known_elements() {
        let deep = "(".repeat(4000) + &"w^".repeat(2000);
        for text in
            ["", "^", "**", "_", "a^", "((", "))", "<img src=x onerror=alert(1)>", "é𝔽^\"&'", "2 ^ (", &deep]
        {
            for set in [expression(text), presentation(&[], &texts(&[text]))] {
                assert!(!set.contains("<img") && !set.contains("onerror=\""), "{set}");
                let mut open = Vec::new();
                for tag in set.split('<').skip(1).map(|part| &part[..part.find('>').expect("a tag ends")]) {
                    match tag.strip_prefix('/') {
                        Some(name) => assert_eq!(open.pop(), Some(name.to_owned()), "{text}"),
                        None => open.push(tag.split(' ').next().unwrap_or_default().to_owned()),
                    }
                }
                assert!(open.is_empty(), "{text}");
            }
        }
    }
}
