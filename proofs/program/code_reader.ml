(* Reads the code of a taking-and-breaking game into the rules of Rules.v. Not verified.

     code  = digit "." ( "[" digits "]" | items [ "(" digits ")^w" ] )
     items = digits and "(" digits ")^" number
     digit = ( 0-9 A-Z | "{" numbers with an optional last "n+" "}" ) [ "!" | "?" | "=" ] [ "@{" number "}" ] *)

open Verified

exception Wrong of string

let most_digits = 100_000

let parse (text : string) : code =
  let wrong what = raise (Wrong (Printf.sprintf "\"%s\" is not a code: %s" text what)) in
  let length = String.length text in
  let at = ref 0 in
  let is c = !at < length && text.[!at] = c in
  let take c = if is c then (incr at; true) else false in
  let whole () =
    let from = !at in
    while !at < length && text.[!at] >= '0' && text.[!at] <= '9' do incr at done;
    match int_of_string_opt (String.sub text from (!at - from)) with
    | Some n when n >= 0 -> n
    | _ -> wrong "a number was expected" in
  let starts_digit () =
    !at < length && (match text.[!at] with '0' .. '9' | 'A' .. 'Z' | '{' -> true | _ -> false) in
  let digit () =
    if not (starts_digit ()) then wrong "a digit was expected";
    let bits, open_from =
      if take '{' then
        let rec go bits =
          let n = whole () in
          if take '+' then if take '}' then bits, Some n else wrong "} must follow +"
          else if n >= 62 then wrong "more than 61 heaps"
          else
            let bits = bits lor (1 lsl n) in
            if take '}' then bits, None else if take ',' then go bits else wrong ", or } was expected" in
        go 0
      else
        let c = text.[!at] in
        incr at;
        (if c <= '9' then Char.code c - 48 else Char.code c - 55), None in
    let asked =
      if take '!' then All_different else if take '?' then Not_all_equal
      else if take '=' then All_equal else Any_shape in
    let least =
      if take '@' then begin
        if not (take '{') then wrong "{ must follow @";
        let n = whole () in
        if not (take '}') then wrong "} was expected";
        n
      end else 0 in
    { parts = Numbers.number bits; open_from = Option.map Numbers.number open_from; asked;
      least = Numbers.number least },
    (bits land 3 <> 0 || (match open_from with Some n -> n <= 1 | None -> false)) in
  let digits () =
    let rec go found = if starts_digit () then go (fst (digit ()) :: found) else List.rev found in
    match go [] with [] -> wrong "digits were expected" | found -> found in
  let zeroth, leaves_too_few = digit () in
  if leaves_too_few then wrong "the digit before the point must break the heap";
  if not (take '.') then wrong "there is no point";
  let listed = ref [] and how_many = ref 0 and tail = ref [] in
  let add group = listed := List.rev_append group !listed; how_many := !how_many + List.length group in
  if take '[' then begin
    tail := digits ();
    if not (take ']') then wrong "] was expected"
  end else begin
    while !tail = [] && !at < length do
      if take '(' then begin
        let group = digits () in
        if not (take ')' && take '^') then wrong ")^ was expected";
        if take 'w' then tail := group
        else begin
          let times = whole () in
          if times > most_digits || times * List.length group + !how_many > most_digits then wrong "it is too long";
          for _ = 1 to times do add group done
        end
      end else add [ fst (digit ()) ];
      if !how_many > most_digits then wrong "it is too long"
    done
  end;
  if !at < length then wrong "there is more after its end";
  { zeroth; digits = List.rev !listed; tail = !tail }
