(* Takes the fields of a certificate and hands them to the verified checks. Not verified: it must pass the fields on as they
   are, and say no more than the theorems of Main.v. *)

open Verified

open Verdict

(* Heaps beyond these have too many options to be looked at one by one. *)
let check_size code heaps =
  let rec size = function XH -> 1 | XI p | XO p -> 1 + size p in
  let most d =
    match d.open_from, d.parts with Some _, _ -> 9 | None, N0 -> 0 | None, Npos p -> size p - 1 in
  let parts = List.fold_left (fun m d -> max m (most d)) 1 ((code.zeroth :: code.digits) @ code.tail) in
  let largest = match parts with 1 | 2 -> 20_000 | 3 -> 400 | 4 -> 100 | _ -> 50 in
  if heaps > largest then
    not_covered (Printf.sprintf "it has %d heaps, more than the %d that this program looks at" heaps largest)

let grundy_values json =
  only [ "game"; "mask"; "by_position"; "values" ] json;
  let game = text json "game" in
  let code = code_of game in
  let values = List.map (small "values") (list "values" (field json "values")) in
  ignore (whole "mask" (field json "mask"));
  ignore (field json "by_position");
  check_size code (List.length values);
  if check_values code (List.map Numbers.number values) then
    Proved (Printf.sprintf "the heaps of %s below %d have the Grundy values listed" game (List.length values))
  else Refused "a value is not the least that no option has"

let heap_period json =
  only [ "game"; "period"; "first_heap"; "mask"; "by_position"; "values" ] json;
  let game = text json "game" in
  let code = code_of game in
  let values = List.map (small "values") (list "values" (field json "values")) in
  ignore (whole "mask" (field json "mask"));
  ignore (field json "by_position");
  let period = small "period" (field json "period") in
  let first = small "first_heap" (field json "first_heap") in
  if period = 0 || first + period <> List.length values then
    malformed "the values must be those of the heaps below first_heap + period";
  if not (is_finite_plain code) then
    not_covered "periods are covered for finite codes without conditions on shape";
  check_size code (2 * (first + period));
  if check_period code (List.map Numbers.number values) (Numbers.number first) (Numbers.number period) then
    Proved (Printf.sprintf "the Grundy values of %s have period %d from heap %d on, both numbers least" game period first)
  else Refused "a value is not the least that no option has, or the period or its first heap is not least"

let misere_quotient json =
  only [ "actions"; "p"; "phi"; "code"; "codes"; "positions"; "period"; "periods" ] json;
  let game = match optional json "code", optional json "positions", optional json "codes" with
    | Some (Json.Text game), None, None -> game
    | _, Some _, _ -> not_covered "misère quotients are covered for one code"
    | _ -> malformed "there must be a \"code\"" in
  let code = code_of game in
  let numbers name value = List.map (small name) (list name value) in
  let actions = List.map (numbers "actions") (list "actions" (field json "actions")) in
  let p_portion = numbers "p" (field json "p") in
  let phi = numbers "phi" (field json "phi") in
  let repeats = match optional json "period", optional json "periods" with
    | (None | Some Json.Null), (None | Some Json.Null) -> None
    | Some alone, None -> Some (small "period" (field alone "period"), small "first" (field alone "first"))
    | _, Some _ -> not_covered "periods of several codes" in
  let last = List.length phi - 1 in
  check_size code last;
  let order = List.length actions in
  if order > 2500 then not_covered "a quotient of order more than 2500";
  let is_right = check_quotient {
      rules = code;
      actions = List.map (List.map Numbers.number) actions;
      p_portion = List.map Numbers.number p_portion;
      phi = List.map Numbers.number phi;
      repeats = Option.map (fun (period, first) -> Numbers.number period, Numbers.number first) repeats }
      (Nim_values.find code (List.length phi)) in
  if is_right then
    let scope = match repeats with
      | None -> Printf.sprintf "to heap %d" last
      | Some (period, first) -> Printf.sprintf "with period %d from heap %d" period first in
    Proved (Printf.sprintf "the misère quotient of %s %s has order %d with %d elements in P, and Phi is as given"
              game scope order (List.length p_portion))
  else Refused "Q is no commutative monoid, or is not reduced, or some sum fails, or the period does not hold"

let infinite_quotient json =
  only [ "last"; "types"; "growing"; "radices"; "first"; "next"; "output"; "nodes"; "slices"; "orders"; "relations"; "complete"; "code"; "positions" ] json;
  let game = match optional json "code", optional json "positions" with
    | Some (Json.Text game), None -> game
    | _, Some _ -> not_covered "infinite quotients are covered for one code"
    | _ -> malformed "there must be a \"code\"" in
  let code = code_of game in
  let last = small "last" (field json "last") in
  if last > 500 then not_covered "more than 500 heaps";
  check_size code last;
  let numbers name = List.map (small name) (list name (field json name)) in
  let kinds =
    let kind = function Json.Null -> None | value -> Some (Numbers.number (small "types" value)) in
    List.map kind (list "types" (field json "types")) in
  let growing = numbers "growing" in
  let node = function
    | Json.List [ t; place; slices ] ->
      small "nodes" t, small "nodes" place, List.map (small "nodes") (list "nodes" slices)
    | _ -> malformed "a node must be [type, place, slices]" in
  let listed = List.map node (list "nodes" (field json "nodes")) in
  let slices = numbers "slices" in
  if List.length (List.sort_uniq compare slices) < List.length slices then malformed "two slices are the same";
  let all = List.map Numbers.number in
  let certificate = {
    game = code; last = Numbers.number last; kinds; growing = all growing; radices = all (numbers "radices");
    first_states = all (numbers "first"); next_states = all (numbers "next"); outputs = all (numbers "output");
    listed_nodes = List.map (fun (t, place, l) -> (Numbers.number t, Numbers.number place), all l) listed;
    listed_slices = all slices } in
  let letters = List.fold_left (fun n r -> min (n * r) 2_000_000) 1 (numbers "radices") in
  if List.length growing > 8 || letters > 4096 then not_covered "more than 8 growing types or 4096 first letters";
  if List.length (numbers "next") <> List.length (numbers "output") lsl List.length growing then
    malformed "\"next\" must have a state for each state and letter";
  if List.length (numbers "first") <> letters then malformed "\"first\" must have a state for each first letter";
  let sum value =
    let factor before = function
      | Json.List [ kind; copies ] ->
        let kind = small "relations" kind and copies = small "relations" copies in
        if not (List.mem (Some (Numbers.number kind)) kinds) then malformed "a sum has a type that no heap has";
        if kind <= before || copies = 0 then malformed "a sum must be a list of pairs [type, copies], types increasing";
        if copies > 4096 then malformed "a sum has more than 4096 copies of a type";
        kind, List.init copies (fun _ -> Numbers.number kind)
      | _ -> malformed "a sum must be a list of pairs [type, copies], types increasing" in
    List.concat (snd (List.fold_left_map factor (-1) (match value with Json.List l -> l | _ -> malformed "a sum must be a list"))) in
  let relation = function
    | Json.List [ left; right ] -> sum left, sum right
    | _ -> malformed "a relation must be two sums" in
  let relations = match optional json "relations" with
    | None -> []
    | Some _ -> List.map relation (list "relations" (field json "relations")) in
  let help =
    try Helper.find certificate listed relations with
    | Helper.Not_canonical -> not_covered "a node that is not in its least form"
    | Not_found | Invalid_argument _ -> raise (Stop (Refused "the functions are not what the rule asks for")) in
  if not (check_array certificate help) then
    raise (Stop (Refused "the types, the functions, the automaton or the local rule are wrong"));
  if not (check_relations certificate help relations) then raise (Stop (Refused "a relation does not hold"));
  let order proof =
    let modest name value =
      let n = small name value in
      if n <= 10_000 then n else not_covered "a proof of infinite order far from the origin" in
    let number name = modest name (field proof name) in
    let vector name =
      let entries = List.map (modest name) (list name (field proof name)) in
      if List.length entries <> List.length growing then malformed (Printf.sprintf "\"%s\" is too short or too long" name);
      entries in
    let axis = number "axis" and period = number "period" in
    if axis >= List.length growing then malformed "\"axis\" must be a growing type";
    let point = vector "point" in
    let all = List.map Numbers.integer in
    let farther = List.mapi (fun i x -> if i = axis then x + period else x) point in
    let heaps_of_axes, beside = Helper.tell_apart certificate listed (all point) (all farther) in
    let proof = {
      axis = Numbers.natural axis; direction = all (vector "direction"); from = all (vector "from"); point = all point;
      period = Numbers.integer period; repeats_from = Numbers.integer (number "repeats_from"); heaps_of_axes; beside } in
    if not (check_order certificate proof) then raise (Stop (Refused "a proof of infinite order is wrong"));
    string_of_int (Numbers.int (List.nth heaps_of_axes axis)) in
  let infinite =
    try List.map order (list "orders" (field json "orders"))
    with Not_found -> raise (Stop (Refused "a proof of infinite order is wrong")) in
  if infinite = [] then raise (Stop (Refused "there is no proof of infinite order"));
  let held = match List.length relations with
    | 0 -> ""
    | 1 -> "; the relation given holds"
    | n -> Printf.sprintf "; the %d relations given hold" n in
  (* No theorem of Main.v says that relations are all. *)
  let held = match optional json "complete" with
    | None | Some (Json.Bool false) -> held
    | Some (Json.Bool true) -> held ^ " (whether others are needed is not looked at here)"
    | Some _ -> malformed "\"complete\" must be true or false" in
  Proved (Printf.sprintf
            "the outcome in misère play of every sum of heaps 1 to %d of %s is as given, and the misère quotient is infinite: \
             no two numbers of copies of heap %s are indistinguishable%s" last game (String.concat ", or of heap " infinite) held)

let check (source : string) : verdict =
  try
    let json = try Json.parse source with Json.Wrong why -> malformed why in
    (match field json "format" with
     | Json.Text "impartial-certificate" -> ()
     | _ -> malformed "\"format\" must be \"impartial-certificate\"");
    (match field json "version" with
     | Json.Whole 1 -> ()
     | _ -> raise (Stop (Refused "this program knows version 1")));
    match text json "kind" with
    | "grundy-values" -> grundy_values json
    | "heap-period" -> heap_period json
    | "misere-quotient" -> misere_quotient json
    | "infinite-quotient" -> infinite_quotient json
    | "algebraic" -> Algebraic_reader.check json
    | kind -> not_covered (Printf.sprintf "the kind \"%s\"" kind)
  with Stop verdict -> verdict
