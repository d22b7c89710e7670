//! Finite algebras as TOML text: their operation tables.
//!
//! ```toml
//! kind = "lattice"                     # may be left out; its laws are checked
//! elements = ["0", "a", "b", "1"]      # or a number: 4 stands for "0", "1", "2", "3"
//!
//! [operations]                         # one table each: nested lists, one level for each argument
//! meet = [["0","0","0","0"], ["0","a","0","a"], ["0","0","b","b"], ["0","a","b","1"]]
//! not = ["1", "b", "a", "0"]
//! ```

use toml::Value;

use super::congruence::{FiniteAlgebra, Operation};
use super::laws::check_kind;

impl FiniteAlgebra {
    /// Reads an algebra from the text of its operation tables, or says what is wrong.
    ///
    /// ```
    /// use impartial::algebra::FiniteAlgebra;
    /// let algebra = FiniteAlgebra::from_toml("elements = 2\n[operations]\nnot = [1, 0]\n")?;
    /// assert_eq!(algebra.size(), 2);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// One sentence: a shape that is not right, an element that is not there, a law of the kind that fails.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        parse(text)
    }
}

fn parse(text: &str) -> Result<FiniteAlgebra, String> {
    let file: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line =
            error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        format!("line {line}: {}", error.message().lines().next().unwrap_or("not TOML"))
    })?;
    if let Some(other) = file.keys().find(|key| !["kind", "elements", "operations"].contains(&key.as_str())) {
        return Err(format!(
            "`{other}` is not known here: a file has `elements`, `operations` and perhaps `kind`"
        ));
    }
    let names: Vec<String> = match file.get("elements") {
        Some(Value::Integer(count)) if (1..=10_000).contains(count) => {
            (0..*count).map(|n| n.to_string()).collect()
        }
        Some(Value::Array(list)) => list
            .iter()
            .map(|name| element_name(name).ok_or("the elements are names or numbers"))
            .collect::<Result<_, _>>()?,
        _ => return Err("`elements` must be a list of names, or their number".into()),
    };
    let Some(Value::Table(tables)) = file.get("operations") else {
        return Err("the table `[operations]` is missing".into());
    };
    let mut operations = Vec::with_capacity(tables.len());
    for (name, table) in tables {
        let mut values = Vec::new();
        let arity = flatten(table, &names, &mut values).map_err(|why| format!("operation {name}: {why}"))?;
        if arity == 0 {
            return Err(format!("operation {name}: a constant needs no table"));
        }
        operations.push(Operation { name: name.clone(), arity, table: values });
    }
    let algebra = FiniteAlgebra::new(names, operations)?;
    match file.get("kind") {
        None => {}
        Some(Value::String(kind)) => check_kind(&algebra, kind)?,
        Some(_) => return Err("`kind` must be a text".into()),
    }
    Ok(algebra)
}

fn element_name(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Appends the values of nested lists; the depth.
fn flatten(table: &Value, names: &[String], values: &mut Vec<u32>) -> Result<u32, String> {
    let Value::Array(list) = table else {
        let name = element_name(table).ok_or("expected an element or a list")?;
        let place = names.iter().position(|known| *known == name);
        values.push(place.ok_or_else(|| format!("`{name}` is no element"))? as u32);
        return Ok(0);
    };
    if list.len() != names.len() {
        return Err(format!("a list of {} entries where there are {} elements", list.len(), names.len()));
    }
    let mut depths = Vec::with_capacity(list.len());
    for entry in list {
        depths.push(flatten(entry, names, values)?);
    }
    match depths.as_slice() {
        [first, rest @ ..] if rest.iter().all(|depth| depth == first) => Ok(first + 1),
        _ => Err("lists and elements are mixed".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_what_is_wrong_is_said() {
        let algebra = parse("elements = 2\n[operations]\n\"*\" = [[0,1],[1,0]]\nnot = [1,0]\n").unwrap();
        assert_eq!((algebra.size(), algebra.operations.len()), (2, 2));
        for (text, message) in [
            ("elements = 0", "`elements` must be a list of names, or their number"),
            ("elements = 2", "the table `[operations]` is missing"),
            (
                "elements = 2\nsize = 2",
                "`size` is not known here: a file has `elements`, `operations` and perhaps `kind`",
            ),
            (
                "elements = 2\n[operations]\nf = [0]",
                "operation f: a list of 1 entries where there are 2 elements",
            ),
            ("elements = 2\n[operations]\nf = [0,2]", "operation f: `2` is no element"),
            ("elements = 2\n[operations]\nf = [0,[0,1]]", "operation f: lists and elements are mixed"),
            ("elements = [1,1]\n[operations]\n", "the element 1 is named twice"),
            (
                "kind = \"group\"\nelements = [\"e\",\"a\",\"b\"]\n[operations]\n\"*\" = [[\"e\",\"a\",\"b\"],[\"a\",\"e\",\"e\"],[\"b\",\"e\",\"a\"]]",
                "* is not associative: (a a) b = b, but a (a b) = a",
            ),
            (
                "kind = \"field\"\nelements = 1\n[operations]\n",
                "`field` is no kind known here: semigroup, monoid, group, lattice, ring",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err(), message, "{text}");
        }
    }
}
