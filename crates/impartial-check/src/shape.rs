//! Which fields a certificate may have: a field that no check reads is refused by its name, so that nothing stands in a
//! verified certificate that was not verified.
//!
//! A shape says for every place where an object may stand which fields it may have. A place is a path: the names of the
//! fields that lead there, `*` for a member of a list, `**` at the end for every object below. Objects at other places are
//! refused.

use serde_json::Value;

use crate::Refusal;

/// Places with the fields allowed there.
type Shape = &'static [(&'static str, &'static [&'static str])];

const HEAP: &[&str] = &["kind", "game", "period", "first_heap", "saltus", "mask", "by_position", "values"];
const LINES: &[&str] = &["lines"];
const GROUND: &[&str] = &["order", "points", "generators", "size", "maximal"];
const CONGRUENCES: &[&str] = &["game", "size", "maps", "proper", "start", "positions"];
const IMAGE: &[&str] = &["flip", "label", "parameters"];
const ANSWER: &[&str] = &["take", "parts", "form", "divisor", "residue"];
const POSITION: &[&str] = &[
    "nim",
    "tree",
    "code",
    "heaps",
    "coins",
    "heads",
    "structure",
    "aim",
    "ground",
    "chosen",
    "sum",
    "compound",
    "product",
    "game",
    "rows",
    "columns",
    "free",
    "nodes",
    "arcs",
];

/// The shape of a kind.
fn shape(kind: &str) -> Option<Shape> {
    Some(match kind {
        "strategy" => &[
            ("", &["play", "outcome", "trees", "grounds", "structures", "root", "answers"]),
            ("grounds/*", GROUND),
            ("structures/*", CONGRUENCES),
            ("structures/*/positions/*", &["pairs", "tree"]),
            ("root/**", POSITION),
            ("answers/**", POSITION),
        ],
        "moves" => &[
            ("", &["play", "trees", "grounds", "root", "answers", "options"]),
            ("grounds/*", GROUND),
            ("root/**", POSITION),
            ("answers/**", POSITION),
            ("options/*", &["position", "outcome", "nimber"]),
            ("options/*/position/**", POSITION),
        ],
        "nimber" => &[
            ("", &["nimber", "components", "tables"]),
            ("components/*", &["nim", "heap", "table", "count"]),
            ("tables/*", HEAP),
        ],
        "grundy-values" => &[("", &["game", "mask", "by_position", "values"]), ("values", LINES)],
        "heap-period" => {
            &[("", &["game", "period", "first_heap", "mask", "by_position", "values"]), ("values", LINES)]
        }
        "heap-arithmetic-period" => &[
            ("", &["game", "period", "first_heap", "saltus", "mask", "by_position", "values"]),
            ("values", LINES),
        ],
        "heap-recurrence" => {
            &[("", &["game", "period", "first_heap", "reach", "by_position", "mask", "parts", "exceptions"])]
        }
        "genera" => &[
            ("", &["game", "genera", "period", "values", "quotient"]),
            ("period", &["period", "first_heap"]),
            ("values", HEAP),
            ("quotient", &["kind", "actions", "p", "phi", "codes", "positions", "periods"]),
            ("quotient/periods/*", &["period", "first"]),
        ],
        "same" => &[
            ("", &["codes", "shifts", "times", "normal", "misere"]),
            ("normal", &["relation", "values", "to", "heap"]),
            ("normal/values/*", HEAP),
            ("misere", &["relation", "periods", "quotients", "heaps", "outcomes"]),
            ("misere/periods/*", &["period", "first_heap"]),
            ("misere/quotients/*", &["kind", "actions", "p", "phi", "code", "period"]),
            ("misere/quotients/*/period", &["period", "first"]),
        ],
        "lexicode" => &[("", &["base", "length", "distance", "basis", "word", "decoded"])],
        "nim-excess" => &[("", &["excesses"])],
        "nim-value" => &[
            ("", &["excesses", "steps"]),
            ("steps/*", &["op", "of", "value", "exponent", "n", "degree", "order", "factors", "prime"]),
        ],
        "structure" => {
            &[("", &["game", "aim", "ground", "chosen", "nimber", "misere", "maximal"]), ("ground", GROUND)]
        }
        "avoidance" => &[
            ("", &["game", "ground", "nimber", "misere", "because"]),
            ("ground", GROUND),
            ("because", &["odd", "cover", "uncovered"]),
        ],
        "achievement" => &[
            ("", &["game", "ground", "nimber", "misere", "because"]),
            ("ground", GROUND),
            ("because", &["pair", "pairs", "rough", "cover", "uncovered", "between"]),
            ("because/rough/*", &["generators", "cover"]),
        ],
        "subgroup-classes" => &[
            ("", &["game", "aim", "ground", "chosen", "nimber", "misere", "classes"]),
            ("ground", GROUND),
            ("classes/*", &["generators", "normalizer", "options"]),
        ],
        "congruences" => &[
            ("", &["game", "size", "maps", "proper", "start", "positions", "nimber", "misere"]),
            ("positions/*", &["pairs", "nimber", "misere"]),
        ],
        "types" => &[("", &["game", "nimber", "misere"])],
        "three-summands" => &[("", &["most", "bound", "exceptions"])],
        "misere-quotient" => &[
            ("", &["actions", "p", "phi", "code", "codes", "positions", "period", "periods"]),
            ("period", &["period", "first"]),
            ("periods/*", &["period", "first"]),
        ],
        // What `quotient` holds is a certificate of a kind of its own.
        "misere-sum" => &[("", &["outcome", "sum", "quotient"])],
        "sum-moves" => &[("", &["play", "quotient", "tables", "sum", "options"]), ("tables/*", HEAP)],
        "ultimate-nim" => {
            &[("", &["code", "actions", "p", "phi", "values", "first_heap", "period", "saltus", "explicit"])]
        }
        "infinite-quotient" => &[
            (
                "",
                &[
                    "last",
                    "types",
                    "growing",
                    "radices",
                    "first",
                    "next",
                    "output",
                    "nodes",
                    "slices",
                    "orders",
                    "relations",
                    "complete",
                    "code",
                    "positions",
                ],
            ),
            ("orders/*", &["axis", "direction", "from", "point", "period", "repeats_from"]),
        ],
        "infinite-beside" => &[
            (
                "",
                &[
                    "last",
                    "types",
                    "single",
                    "growing",
                    "radices",
                    "first",
                    "next",
                    "output",
                    "nodes",
                    "slices",
                    "orders",
                    "positions",
                ],
            ),
            ("orders/*", &["axis", "direction", "from", "point", "period", "repeats_from"]),
        ],
        "algebraic" => &[
            (
                "",
                &[
                    "game",
                    "letters",
                    "labels",
                    "actions",
                    "p",
                    "period",
                    "small",
                    "classes",
                    "answers",
                    "invariant",
                    "separations",
                ],
            ),
            ("letters/*", &["kind", "heap", "step"]),
            ("labels/*", &["word", "domain"]),
            ("actions/**", IMAGE),
            ("answers", &["small", "classes"]),
            ("answers/small/**", ANSWER),
            ("answers/classes/**", ANSWER),
            ("separations/*", &["residue", "labels", "flip", "contexts"]),
            ("separations/*/contexts/**", IMAGE),
        ],
        "lattice-strategy" => &[
            (
                "",
                &[
                    "dimension",
                    "rules",
                    "board",
                    "defeated",
                    "functional",
                    "coordinates",
                    "axes",
                    "slices",
                    "strata",
                    "radices",
                    "first",
                    "next",
                    "output",
                    "fan",
                    "nodes",
                ],
            ),
            ("board/*", &["normal", "bound"]),
            ("functional", &["values", "multipliers", "denominator"]),
            ("coordinates", &["matrix", "inverse", "shift", "bounds"]),
            ("coordinates/bounds/*", &["multipliers", "denominator"]),
            ("axes/*", &["kind", "start", "period", "most"]),
            ("strata/*", &["offset", "generators"]),
            ("fan", &["rays", "thresholds", "side", "corner"]),
        ],
        _ => return None,
    })
}

/// Whether every field of a certificate is one of its kind; a kind without a shape is not known.
pub fn check(kind: &str, certificate: &Value) -> Result<(), Refusal> {
    let shape = shape(kind).ok_or_else(|| Refusal::Unknown(format!("kind \"{kind}\"")))?;
    let mut path = Vec::new();
    walk(kind, shape, certificate, &mut path)
}

fn walk<'v>(kind: &str, shape: Shape, value: &'v Value, path: &mut Vec<&'v str>) -> Result<(), Refusal> {
    match value {
        Value::Array(members) => {
            // Lists of numbers are long, and hold no fields.
            for member in members.iter().filter(|member| member.is_array() || member.is_object()) {
                path.push("*");
                walk(kind, shape, member, path)?;
                path.pop();
            }
        }
        Value::Object(members) => {
            let fields = shape.iter().find(|(place, _)| fits(place, path)).map(|(_, fields)| *fields);
            let fields = fields.ok_or_else(|| {
                Refusal::Malformed(format!("the field \"{}\" may not hold an object", path.join("/")))
            })?;
            for (name, member) in members {
                let is_common = path.is_empty() && matches!(name.as_str(), "format" | "version" | "kind");
                path.push(name);
                if !is_common && !fields.contains(&name.as_str()) {
                    return Err(Refusal::Malformed(format!(
                        "the field \"{}\" does not belong to a certificate of kind \"{kind}\"",
                        path.join("/")
                    )));
                }
                if matches!(kind, "misere-sum" | "sum-moves") && path[..] == ["quotient"] {
                    inside(member)?;
                } else {
                    walk(kind, shape, member, path)?;
                }
                path.pop();
            }
        }
        _ => {}
    }
    Ok(())
}

/// A certificate inside another has the fields of its own kind; format and version stand outside.
fn inside(certificate: &Value) -> Result<(), Refusal> {
    let wrong = |what: &str| Refusal::Malformed(format!("the certificate in \"quotient\" {what}"));
    if certificate.get("format").or(certificate.get("version")).is_some() {
        return Err(wrong("has a format or a version of its own"));
    }
    let kind = certificate.get("kind").and_then(Value::as_str).ok_or_else(|| wrong("has no kind"))?;
    check(kind, certificate)
}

/// Whether a path is at a place.
fn fits(place: &str, path: &[&str]) -> bool {
    if let Some(above) = place.strip_suffix("/**") {
        let length = above.split('/').count();
        return path.len() >= length && fits(above, &path[..length]);
    }
    if place.is_empty() {
        return path.is_empty();
    }
    place.split('/').eq(path.iter().copied())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_that_is_not_read_is_named() {
        let good = json!({"format": "", "version": 1, "kind": "nimber", "nimber": 0, "tables": [],
            "components": [{"nim": 0, "count": 1}]});
        assert_eq!(check("nimber", &good), Ok(()));
        for (path, name) in [("", "game"), ("/components/0", "size"), ("", "Nimber")] {
            let mut changed = good.clone();
            changed.pointer_mut(path).unwrap()[name] = json!(1);
            let refusal = check("nimber", &changed).unwrap_err().to_string();
            assert!(refusal.contains(&format!("{name}\" does not belong")), "{refusal}");
        }
        let mut changed = good.clone();
        changed["nimber"] = json!({ "a": 1 });
        assert!(check("nimber", &changed).unwrap_err().to_string().contains("\"nimber\" may not hold"));
        assert!(check("none", &good).is_err());
    }

    #[test]
    fn places_are_paths() {
        assert!(fits("root/**", &["root"]) && fits("root/**", &["root", "sum", "*", "sum"]));
        assert!(!fits("root/**", &["answers"]) && !fits("a/*", &["a"]) && fits("a/*", &["a", "*"]));
    }
}
