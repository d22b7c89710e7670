(* Reads certificates of kind `algebraic` into the record of SumsCheck.v. Not verified: it must pass the fields on as they are. *)

open Verified
open Verdict

(* Heaps and classes beyond these are not looked at. *)
let most_heaps_listed = 2000

let integer name = function
  | Json.Whole n -> n
  | Json.Number written ->
    (match int_of_string_opt written with
     | Some n -> n
     | None -> malformed (Printf.sprintf "\"%s\" must hold integers" name))
  | _ -> malformed (Printf.sprintf "\"%s\" must hold integers" name)

(* A form in so many arguments: coefficients, and the constant last. *)
let form arguments value =
  let entries = List.map (integer "form") (list "form" value) in
  if List.length entries <> arguments + 1 then malformed (Printf.sprintf "a form must have %d coefficients" arguments);
  match List.rev entries with
  | constant :: coefficients ->
    { constant = Numbers.integer constant; coefficients = List.rev_map Numbers.integer coefficients }
  | [] -> malformed "a form must have a constant"

let rec tree leaf arguments = function
  | Json.List [ Json.Text ("<=" | "even" as asked); asks; yes; no ] ->
    Ask (asked = "even", form arguments asks, tree leaf arguments yes, tree leaf arguments no)
  | Json.List _ -> malformed "a branch must be [\"<=\" or \"even\", form, yes, no]"
  | value -> Tip (leaf arguments value)

let truth_tree = tree (fun _ -> truth "tree")

let below bound value =
  let n = small "number" value in
  if n < bound then n else malformed (Printf.sprintf "%d is not below %d" n bound)

type labels = { count : int; dimensions : int array }

let image labels arguments value =
  let label = below labels.count (field value "label") in
  let parameters = List.map (form arguments) (list "parameters" (field value "parameters")) in
  if List.length parameters <> labels.dimensions.(label) then malformed "an image must have the parameters of its label";
  { with_a = truth "flip" (field value "flip"); label = Numbers.natural label; parameters }

let both read what = function
  | Json.List [ without; with_ ] -> read without, read with_
  | _ -> malformed (Printf.sprintf "%s must have two trees for each label" what)

let monoid json =
  let kind letter = match text letter "kind" with
    | "core" -> Core | "power" -> Power | "family" -> Family
    | _ -> malformed "a letter must be of kind core, power or family" in
  let alphabet = List.map kind (list "letters" (field json "letters")) in
  let letters = Array.of_list alphabet in
  let listed = list "labels" (field json "labels") in
  let word label = List.map (below (Array.length letters)) (list "word" (field label "word")) in
  let words = List.map word listed in
  let dimension word = List.length (List.filter (fun letter -> letters.(letter) <> Core) word) in
  let labels = { count = List.length words; dimensions = Array.of_list (List.map dimension words) } in
  let actions = list "actions" (field json "actions") and p = list "p" (field json "p") in
  if labels.count = 0 || List.length actions <> labels.count || List.length p <> labels.count then
    malformed "\"labels\", \"actions\" and \"p\" must have one entry for each label";
  let row label value =
    let row = list "actions" value in
    if List.length row <> Array.length letters then malformed "there must be one action for each letter";
    let action letter value =
      let arguments = labels.dimensions.(label) + (if letters.(letter) = Core then 0 else 1) in
      tree (image labels) arguments value in
    List.mapi action row in
  labels,
  { alphabet;
    label_words = List.map (List.map Numbers.natural) words;
    label_domains = List.mapi (fun label value -> truth_tree labels.dimensions.(label) (field value "domain")) listed;
    letter_actions = List.mapi row actions;
    p_trees = List.mapi (fun label value -> both (truth_tree labels.dimensions.(label)) "P" value) p }

(* [flip, label, parameters], with so many parameters as the label has. *)
let value labels parameter = function
  | Json.List [ flip; label; parameters ] ->
    let label = below labels.count label and parameters = List.map parameter (list "parameters" parameters) in
    if List.length parameters <> labels.dimensions.(label) then malformed "a value must have the parameters of its label";
    { with_a = truth "flip" flip; label = Numbers.natural label; parameters }
  | _ -> malformed "a value must be [flip, label, parameters]"

let line = function
  | Json.List [ slope; offset ] ->
    Numbers.integer (integer "parameters" slope), Numbers.integer (integer "parameters" offset)
  | _ -> malformed "a parameter of a class must be [slope, offset]"

let answer arguments = function
  | Json.Text "P" -> IsP
  | Json.Text "unmet" -> Unmet
  | Json.Object _ as move ->
    let part = function
      | Json.Object _ as part ->
        MovingHeap (Numbers.integer (whole "residue" (field part "residue")), form arguments (field part "form"),
                    Numbers.integer (whole "divisor" (field part "divisor")))
      | part -> FixedHeap (Numbers.number (whole "parts" part)) in
    MoveTo (Numbers.number (whole "take" (field move "take")), List.map part (list "parts" (field move "parts")))
  | _ -> malformed "an answer must be \"P\", \"unmet\" or a move"

let table labels more entries =
  let entries = list "answers" entries in
  if List.length entries <> labels.count then malformed "there must be answers for every label";
  List.mapi (fun label value -> both (tree answer (labels.dimensions.(label) + more)) "answers" value) entries

let invariant labels entries =
  let trees = Array.make (4 * labels.count * labels.count) (Tip false) in
  let place y y_flip x x_flip =
    (((((2 * y) + Bool.to_int y_flip) * labels.count) + x) * 2) + Bool.to_int x_flip in
  let read = function
    | Json.List [ y; y_flip; x; x_flip; held ] ->
      let y = below labels.count y and x = below labels.count x in
      trees.(place y (truth "invariant" y_flip) x (truth "invariant" x_flip)) <-
        truth_tree (labels.dimensions.(y) + labels.dimensions.(x)) held
    | _ -> malformed "an entry of the invariant must be [label, flip, label, flip, tree]" in
  List.iter read entries;
  let row y y_flip = List.init labels.count (fun x -> trees.(place y y_flip x false), trees.(place y y_flip x true)) in
  List.init labels.count (fun y -> row y false, row y true)

(* The heaps that letters are values of; an odd entry is as good as none. *)
let letter_heaps json =
  let heaps letter =
    let number name = match optional letter name with Some (Json.Whole n) when n < 1 lsl 20 -> n | _ -> 0 in
    Numbers.integer (number "heap"), Numbers.integer (number "step") in
  List.map heaps (list "letters" (field json "letters"))

let separations json labels period =
  let contexts arguments entry = List.map (image labels arguments) (list "contexts" (field entry "contexts")) in
  let read (residues, pairs) entry = match optional entry "residue" with
    | Some residue -> (Numbers.integer (below period residue), contexts 2 entry) :: residues, pairs
    | None ->
      (match field entry "labels" with
       | Json.List [ x; y ] ->
         let x = below labels.count x and y = below labels.count y in
         let pair = (Numbers.natural x, Numbers.natural y), truth "flip" (field entry "flip") in
         residues, (pair, contexts (labels.dimensions.(x) + labels.dimensions.(y)) entry) :: pairs
       | _ -> malformed "\"labels\" must be two labels") in
  let entries = match optional json "separations" with None -> [] | Some entries -> list "separations" entries in
  let residues, pairs = List.fold_left read ([], []) entries in
  { letter_heaps = letter_heaps json; residue_contexts = List.rev residues; label_contexts = List.rev pairs }

let check json =
  only [ "game"; "letters"; "labels"; "actions"; "p"; "period"; "small"; "classes"; "answers"; "invariant"; "separations" ] json;
  let labels, monoid = monoid json in
  let game = text json "game" in
  let code = code_of game in
  let period = small "period" (field json "period") in
  let small_values =
    List.map (value labels (fun n -> Numbers.integer (integer "small" n))) (list "small" (field json "small")) in
  let class_values = List.map (value labels line) (list "classes" (field json "classes")) in
  if period = 0 || small_values = [] || List.length class_values <> period then
    malformed "there must be one class for each residue, and some small heaps";
  if max (List.length small_values) period > most_heaps_listed then not_covered "more than 2000 heaps listed";
  let parts = Numbers.int (most_heaps code) and large = Numbers.int_of_integer (large_from code small_values) in
  if not (is_finite_plain code) || parts > 3 then not_covered "a code that is not finite, or leaves more than three heaps";
  if large > (if parts > 2 then 200 else 4 * most_heaps_listed) then not_covered "too many heaps that are not large";
  let answers = field json "answers" in
  let listed name count =
    let entries = list name (field answers name) in
    if List.length entries = count then entries else malformed "there must be answers for every heap and residue" in
  let of_heap n entries =
    (* A heap without moves has value 1, and is as good as absent. *)
    if options code (Numbers.number n) = [] then [] else table labels 0 entries in
  let certificate = {
    heap_rules = code; value_monoid = monoid; heap_period = Numbers.integer period; small_values; class_values;
    small_answers = List.mapi of_heap (listed "small" large);
    class_answers = List.map (table labels 1) (listed "classes" period);
    invariant = invariant labels (list "invariant" (field json "invariant")) } in
  let separation = separations json labels period in
  if not (check_algebraic certificate) then
    Refused "it is no monoid, or a move leads from P to P, or an answer is wrong, or the invariant is"
  else if not (check_entries certificate separation) then Refused "contexts do not tell elements apart"
  else
    let generated = check_generated certificate separation in
    let is_infinite = generated && separation.residue_contexts <> [] in
    let is_quotient = generated && all_labels_told certificate separation in
    let more = match is_infinite, is_quotient with
      | true, true -> "; this monoid is the misère quotient, and it is infinite"
      | true, false -> "; the misère quotient is infinite"
      | false, true -> "; this monoid is the misère quotient"
      | false, false -> "" in
    Proved (Printf.sprintf
              "the outcome in misère play of every sum of heaps of %s, of any size, is as given, by values with period %d from \
               heap %d on%s" game period (List.length small_values) more)
