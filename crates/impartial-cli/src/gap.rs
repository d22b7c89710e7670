//! Groups that do not ship with the program, from GAP, when it is installed.
//!
//! GAP runs as a child process that is ended with the limits of the question.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use impartial::group::{self, FiniteGroup, GroupError, Library};
use impartial::limits::Limits;

/// GAP gets this long, whatever the limits say.
const LONGEST: Duration = Duration::from_secs(120);

/// The group that a text names; a `SmallGroup` that is not in the library's list is asked of GAP.
pub fn parse_group(text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    let mut current = text.to_owned();
    // Each round replaces one SmallGroup by permutations that generate it.
    loop {
        let error = match group::parse(&current, limits) {
            Ok(group) if current == text => return Ok(group),
            Ok(group) => return Ok(group.named(text)),
            Err(error) => error,
        };
        let Some((library, order, number)) = error.elsewhere else {
            return Err(if current == text { error } else { GroupError { span: 0..text.len(), ..error } });
        };
        if order > group::MAX_ORDER as u64 {
            return Err(error);
        }
        let generators = permutations(library, order, number, limits).and_then(|generators| {
            // What another program says is looked at before it is used.
            let is_it =
                |group: &FiniteGroup| library != Library::SmallGroups || group.order() as u64 == order;
            match group::parse(&generators, limits) {
                Ok(group) if is_it(&group) => Ok(generators),
                Err(GroupError { stopped: Some(reason), .. }) => Err(format!("GAP was asked, and {reason}")),
                Err(error) if library != Library::SmallGroups => Err(format!("GAP has it, and {error}")),
                _ => Err(format!("GAP was asked, and its answer is no group of order {order}")),
            }
        });
        match generators {
            Ok(generators) => current.replace_range(error.span.clone(), &generators),
            Err(why) => return Err(GroupError { help: Some(why), ..error }),
        }
    }
}

/// Permutations that generate a group of one of GAP's libraries, as text `<…>`; otherwise what is in the way.
fn permutations(library: Library, order: u64, number: u64, limits: &Limits) -> Result<String, String> {
    let (package, name, kind) = match library {
        Library::SmallGroups => ("smallgrp", "Small", "order"),
        Library::Transitive => ("transgrp", "Transitive", "degree"),
        Library::Primitive => ("primgrp", "Primitive", "degree"),
    };
    let group = match library {
        Library::SmallGroups => format!("Image(IsomorphismPermGroup(SmallGroup({order}, {number})))"),
        Library::Transitive | Library::Primitive => format!("{name}Group({order}, {number})"),
    };
    let program = format!(
        r#"SetPrintFormattingStatus("*stdout*", false);; LoadPackage("{package}");;
if not IsBoundGlobal("{name}GroupsAvailable") then Print("unavailable\n"); QUIT; fi;
if not ValueGlobal("{name}GroupsAvailable")({order}) then Print("unavailable\n");
elif ValueGlobal("Nr{name}Groups")({order}) < {number} or {number} < 1 then Print("count ", ValueGlobal("Nr{name}Groups")({order}), "\n");
else Print("generators ", GeneratorsOfGroup({group}), "\n"); fi;
QUIT;
"#
    );
    let spawned = Command::new("gap")
        .args(["-q", "-A"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = spawned.map_err(|_| {
        "all groups of order up to 511 ship with the program; for others install GAP with its packages SmallGrp, \
         TransGrp and PrimGrp (Debian: gap-core gap-smallgrp gap-transgrp gap-primgrp), which was not found"
            .to_owned()
    })?;
    let printed = answer(&mut child, &program, limits);
    // Whatever happened, the child ends here.
    let _ = child.kill();
    let _ = child.wait();
    let printed = printed?;
    let line = printed.lines().find(|line| {
        line.starts_with("generators ") || line.starts_with("count ") || line.starts_with("unavailable")
    });
    let Some(line) = line else { return Err("GAP was asked, and its answer was not understood".to_owned()) };
    if let Some(count) = line.strip_prefix("count ") {
        return Err(format!("GAP says that there are {count} groups of {kind} {order}"));
    }
    match line.strip_prefix("generators ") {
        Some(list) => Ok(format!("<{}>", list.trim().trim_start_matches('[').trim_end_matches(']').trim())),
        None => {
            Err(format!("GAP was asked, and its library does not have the groups of {kind} {order} either"))
        }
    }
}

/// Sends a program to GAP and collects what it prints, within the limits.
fn answer(child: &mut Child, program: &str, limits: &Limits) -> Result<String, String> {
    let started = Instant::now();
    if let Some(mut input) = child.stdin.take() {
        // A GAP that went away shows by its missing answer.
        let _ = input.write_all(program.as_bytes());
    }
    let mut output = child.stdout.take().ok_or("GAP has no output")?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    while !reader.is_finished() {
        if let Err(reason) = limits.poll() {
            return Err(format!("GAP was asked, and {reason}"));
        }
        if started.elapsed() > LONGEST {
            return Err("GAP was asked, and did not answer in two minutes".to_owned());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    match reader.join() {
        Ok(Ok(text)) => Ok(text),
        _ => Err("GAP was asked, and its answer was not understood".to_owned()),
    }
}
