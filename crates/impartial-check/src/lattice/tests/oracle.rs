//! The claim of a certificate in a box, tested literally: solved games, digits read one by one, strata searched.

use std::collections::HashMap;

use serde_json::Value;

type Vector = Vec<i64>;

fn vector(value: &Value) -> Vector {
    value.as_array().unwrap().iter().map(|entry| entry.as_i64().unwrap()).collect()
}

fn vectors(value: &Value) -> Vec<Vector> {
    value.as_array().unwrap().iter().map(vector).collect()
}

fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn apply(matrix: &[Vector], vector: &[i64]) -> Vector {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

fn minus(a: &[i64], b: &[i64]) -> Vector {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// All vectors with entries in a range.
fn cube(d: usize, range: std::ops::Range<i64>) -> Vec<Vector> {
    let mut cube = vec![vec![]];
    for _ in 0..d {
        let longer =
            |v: &Vector| range.clone().map(|entry| [v.as_slice(), &[entry]].concat()).collect::<Vec<_>>();
        cube = cube.iter().flat_map(longer).collect();
    }
    cube
}

struct Game {
    rules: Vec<Vector>,
    board: Vec<(Vector, i64)>,
    defeated: Vec<Vector>,
    solved: HashMap<Vector, bool>,
}

impl Game {
    fn cell(&mut self, x: &[i64]) -> char {
        if self.board.iter().any(|(normal, bound)| dot(normal, x) < *bound) {
            '.'
        } else if self.defeated.iter().any(|point| point == x) {
            'D'
        } else if let Some(is_p) = self.solved.get(x) {
            if *is_p { 'P' } else { 'N' }
        } else {
            let is_p = !self.rules.clone().iter().any(|rule| self.cell(&minus(x, rule)) == 'P');
            self.solved.insert(x.to_vec(), is_p);
            if is_p { 'P' } else { 'N' }
        }
    }
}

/// The cell that the automaton and the slices give at y ≥ 0.
fn said(certificate: &Value, y: &[i64]) -> char {
    let (mut place, mut growing) = (0, Vec::new());
    for (axis, value) in certificate["axes"].as_array().unwrap().iter().zip(y) {
        match axis["kind"].as_str().unwrap() {
            "growing" => growing.push(*value),
            "periodic" => {
                let (start, period) = (axis["start"].as_i64().unwrap(), axis["period"].as_i64().unwrap());
                let class = (0..start + period).find(|class| {
                    class == value || (*class >= start && value > class && (value - class) % period == 0)
                });
                place = place * (start + period) + class.unwrap();
            }
            _ => {
                let most = axis["most"].as_i64().unwrap();
                if *value > most {
                    return '.';
                }
                place = place * (most + 1) + value;
            }
        }
    }
    if !certificate["fan"].is_null() {
        let slice = said_by_sectors(&certificate["fan"], [growing[0], growing[1]]);
        return certificate["slices"][slice].as_str().unwrap().chars().nth(place as usize).unwrap();
    }
    let radices = vector(&certificate["radices"]);
    let mut letter = 0;
    for (value, radix) in growing.iter_mut().zip(&radices) {
        letter = letter * radix + *value % radix;
        *value /= radix;
    }
    let mut state = certificate["first"][letter as usize].as_u64().unwrap() as usize;
    while growing.iter().any(|value| *value > 0) {
        let letter: usize = growing.iter().enumerate().map(|(i, value)| ((value % 2) as usize) << i).sum();
        state = certificate["next"][(state << growing.len()) + letter].as_u64().unwrap() as usize;
        growing.iter_mut().for_each(|value| *value /= 2);
    }
    let slice = certificate["output"][state].as_u64().unwrap() as usize;
    certificate["slices"][slice].as_str().unwrap().chars().nth(place as usize).unwrap()
}

/// The slice that the sectors give: periods are subtracted one at a time.
fn said_by_sectors(fan: &Value, mut x: [i64; 2]) -> usize {
    let (rays, thresholds) = (vectors(&fan["rays"]), vectors(&fan["thresholds"]));
    let det = |u: &[i64], v: &[i64]| u[0] * v[1] - u[1] * v[0];
    loop {
        let cone = (0..thresholds.len()).find(|j| det(&x, &rays[j + 1]) > 0).unwrap_or(thresholds.len() - 1);
        let (u, v) = (&rays[cone], &rays[cone + 1]);
        if det(&x, v) >= det(u, v) + thresholds[cone][0] {
            x = [x[0] - u[0], x[1] - u[1]];
        } else if det(u, &x) >= det(u, v) + thresholds[cone][1] {
            x = [x[0] - v[0], x[1] - v[1]];
        } else {
            let side = fan["side"].as_i64().unwrap();
            return fan["corner"][(x[0] * side + x[1]) as usize].as_u64().unwrap() as usize;
        }
    }
}

fn is_sum(left: &[i64], generators: &[Vector]) -> bool {
    let Some((generator, rest)) = generators.split_first() else {
        return left.iter().all(|entry| *entry == 0);
    };
    let mut left = left.to_vec();
    while left.iter().all(|entry| *entry >= 0) {
        if is_sum(&left, rest) {
            return true;
        }
        left = minus(&left, generator);
    }
    false
}

/// The first point near the origin at which a claim is false, or what is wrong there.
pub(super) fn flaw(certificate: &Value, size: i64) -> Option<String> {
    let coordinates = &certificate["coordinates"];
    let (matrix, inverse) = (vectors(&coordinates["matrix"]), vectors(&coordinates["inverse"]));
    let shift = vector(&coordinates["shift"]);
    let side = |side: &Value| (vector(&side["normal"]), side["bound"].as_i64().unwrap());
    let mut game = Game {
        rules: vectors(&certificate["rules"]),
        board: certificate["board"].as_array().unwrap().iter().map(side).collect(),
        defeated: vectors(&certificate["defeated"]),
        solved: HashMap::new(),
    };
    let strata = certificate["strata"].as_array().map(|strata| {
        let stratum = |s: &Value| (vector(&s["offset"]), vectors(&s["generators"]));
        strata.iter().map(stratum).collect::<Vec<_>>()
    });
    let mut seen: Vec<Vector> =
        cube(shift.len(), 0..size).iter().map(|y| apply(&inverse, &minus(y, &shift))).collect();
    seen.extend(cube(shift.len(), -size / 2..size / 2));
    for x in seen {
        let y: Vector = apply(&matrix, &x).iter().zip(&shift).map(|(y, t)| y + t).collect();
        let says = if y.iter().all(|entry| *entry >= 0) { said(certificate, &y) } else { '.' };
        let is = game.cell(&x);
        if says != is {
            return Some(format!("{x:?} is {is} and not {says}"));
        }
        if let Some(strata) = &strata {
            let contains = |(offset, generators): &&(Vector, Vec<Vector>)| {
                let generators: Vec<Vector> = generators.iter().map(|g| apply(&matrix, g)).collect();
                is_sum(&apply(&matrix, &minus(&x, offset)), &generators)
            };
            let count = strata.iter().filter(contains).count();
            if count != usize::from(is == 'P') {
                return Some(format!("{x:?} is {is} and in {count} strata"));
            }
        }
    }
    None
}
