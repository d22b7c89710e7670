//! Groups that do not ship with the program, from GAP, when it is installed.
//!
//! GAP runs as a child process that is ended with the limits of the question.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use impartial::group::{self, FiniteGroup, GroupError, LargeGroup, Library};
use impartial::limits::Limits;
use impartial::question::GroupLines;

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

/// The group of more than `least` elements that a text names, without a list of its elements; groups of libraries that do not ship
/// with the program are asked of GAP.
pub fn parse_large_group(
    text: &str,
    least: usize,
    limits: &Limits,
) -> Result<Option<LargeGroup>, GroupError> {
    let mut current = text.to_owned();
    loop {
        let error = match LargeGroup::parse_larger(&current, least, limits) {
            Ok(group) => return Ok(group),
            Err(error) => error,
        };
        // Orders past those that GAP lists are too small for this question.
        let Some((library @ (Library::Transitive | Library::Primitive), degree, number)) = error.elsewhere
        else {
            return Err(error);
        };
        match permutations(library, degree, number, limits) {
            Ok(generators) => current.replace_range(error.span.clone(), &generators),
            Err(why) => return Err(GroupError { help: Some(why), ..error }),
        }
    }
}

/// Permutations that generate a group of one of GAP's libraries, as text `<…>`; otherwise what is in the way.
///
/// What was asked once is not asked again: a group is read without its elements first, and with them where that is needed.
fn permutations(library: Library, order: u64, number: u64, limits: &Limits) -> Result<String, String> {
    type Asked = Mutex<Vec<(Library, u64, u64, String)>>;
    static ASKED: Asked = Mutex::new(Vec::new());
    let asked = || ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it =
        |(of, degree, at, _): &&(Library, u64, u64, String)| (*of, *degree, *at) == (library, order, number);
    if let Some((.., known)) = asked().iter().find(is_it) {
        return Ok(known.clone());
    }
    let answer = ask_permutations(library, order, number, limits)?;
    asked().push((library, order, number, answer.clone()));
    Ok(answer)
}

fn ask_permutations(library: Library, order: u64, number: u64, limits: &Limits) -> Result<String, String> {
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
    let mut child = start()?;
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

/// Starts GAP, if it is installed.
fn start() -> Result<Child, String> {
    let spawned = Command::new("gap")
        .args(["-q", "-A"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    spawned.map_err(|_| {
        "all groups of order up to 511 ship with the program; for others install GAP with its packages SmallGrp, \
         TransGrp and PrimGrp (Debian: gap-core gap-smallgrp gap-transgrp gap-primgrp), which was not found"
            .to_owned()
    })
}

/// How many lines GAP may be ahead.
const AHEAD: usize = 10_000;

/// What GAP prints for each group: relative orders with the numbers of powers and commutators, or permutations.
const TELL: &str = r#"SetPrintFormattingStatus("*stdout*", false);;
impartialNumber := function(radices, exponents, from) local value, i; value := 0;
  for i in [from..Length(radices)] do value := value * radices[i] + exponents[i]; od; return value; end;;
impartialTell := function(G) local text, add, pcgs, radices, length, i, j, g;
  add := function(number) Append(text, " "); Append(text, String(number)); end;
  if IsPcGroup(G) then
    text := "pc"; pcgs := Pcgs(G); radices := RelativeOrders(pcgs); length := Length(pcgs);
    for i in radices do add(i); od; Append(text, " ;");
    for i in [1..length-1] do add(impartialNumber(radices, ExponentsOfPcElement(pcgs, pcgs[i]^radices[i]), i+1)); od;
    for i in [1..length-1] do for j in [i+1..length] do
      add(impartialNumber(radices, ExponentsOfPcElement(pcgs, Comm(pcgs[j], pcgs[i])), i+1)); od; od;
  else
    text := "permutations"; if not IsPermGroup(G) then G := Image(IsomorphismPermGroup(G)); fi;
    for g in GeneratorsOfGroup(G) do Append(text, " ;"); for i in ListPerm(g, Maximum(1, LargestMovedPoint(G))) do add(i); od; od;
  fi; Append(text, "\n"); Print(text); end;;
"#;

/// All groups of some orders or degrees, streamed by one GAP.
pub fn group_lines(library: Library, numbers: &[usize]) -> Result<GroupLines, String> {
    let (package, name) = match library {
        Library::SmallGroups => ("smallgrp", "Small"),
        Library::Transitive => ("transgrp", "Transitive"),
        Library::Primitive => ("primgrp", "Primitive"),
    };
    let listed: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let program = format!(
        r#"{TELL}LoadPackage("{package}");;
for n in [{}] do
  if not IsBoundGlobal("{name}GroupsAvailable") or not ValueGlobal("{name}GroupsAvailable")(n) then Print("unavailable ", n, "\n");
  else Print("groups ", n, " ", ValueGlobal("Nr{name}Groups")(n), "\n");
    for k in [1..ValueGlobal("Nr{name}Groups")(n)] do impartialTell(ValueGlobal("{name}Group")(n, k)); od; fi;
od;
QUIT;
"#,
        listed.join(", ")
    );
    let mut child = start()?;
    if let Some(mut input) = child.stdin.take() {
        // A GAP that went away shows by its missing answer.
        let _ = input.write_all(program.as_bytes());
    }
    let output = child.stdout.take().ok_or("GAP has no output")?;
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let Ok(line) = line else { break };
            let is_of_answer =
                ["groups ", "unavailable ", "pc ", "permutations"].iter().any(|word| line.starts_with(word));
            if is_of_answer && sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut lines = GapLines { child, receiver };
    Ok(Box::new(move |limits| lines.next(limits)))
}

/// A GAP that is telling groups; it ends with this value.
struct GapLines {
    child: Child,
    receiver: Receiver<String>,
}

impl GapLines {
    fn next(&mut self, limits: &Limits) -> Result<String, String> {
        let started = Instant::now();
        loop {
            match self.receiver.recv_timeout(Duration::from_millis(20)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("GAP was asked, and ended before its answer did".to_owned());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(reason) = limits.poll() {
                return Err(format!("GAP was asked, and {reason}"));
            }
            if started.elapsed() > LONGEST {
                return Err("GAP was asked, and said nothing for two minutes".to_owned());
            }
        }
    }
}

impl Drop for GapLines {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
