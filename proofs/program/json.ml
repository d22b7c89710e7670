(* Reads JSON: enough for certificates, strict enough to refuse what is not JSON. Not verified. *)

type t =
  | Null
  | Bool of bool
  | Whole of int           (* a whole number from 0 to 2^62 - 1 *)
  | Number of string       (* any other number, as it is written *)
  | Text of string
  | List of t list
  | Object of (string * t) list

exception Wrong of string

let parse (s : string) : t =
  let length = String.length s in
  let at = ref 0 in
  let wrong what = raise (Wrong (Printf.sprintf "%s at character %d" what !at)) in
  let peek () = if !at < length then s.[!at] else '\000' in
  let next () = let c = peek () in incr at; c in
  let rec blanks () =
    match peek () with ' ' | '\t' | '\n' | '\r' when !at < length -> incr at; blanks () | _ -> () in
  let expect c = if !at >= length || next () <> c then wrong (Printf.sprintf "'%c' was expected" c) in
  let word w value =
    if !at + String.length w <= length && String.sub s !at (String.length w) = w
    then (at := !at + String.length w; value) else wrong "a value was expected" in
  let hexadecimal () =
    let digit = function
      | '0' .. '9' as c -> Char.code c - 48
      | 'a' .. 'f' as c -> Char.code c - 87
      | 'A' .. 'F' as c -> Char.code c - 55
      | _ -> wrong "four hexadecimal digits were expected" in
    let rec go k sum = if k = 0 then sum else go (k - 1) (16 * sum + digit (next ())) in
    go 4 0 in
  let text () =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      if !at >= length then wrong "a text does not end";
      match next () with
      | '"' -> Buffer.contents b
      | '\\' ->
        (match next () with
         | '"' | '\\' | '/' as c -> Buffer.add_char b c
         | 'b' -> Buffer.add_char b '\b'
         | 'f' -> Buffer.add_char b '\012'
         | 'n' -> Buffer.add_char b '\n'
         | 'r' -> Buffer.add_char b '\r'
         | 't' -> Buffer.add_char b '\t'
         | 'u' ->
           let u = hexadecimal () in
           if u >= 0xD800 && u < 0xE000 then wrong "a surrogate is not read";
           Buffer.add_utf_8_uchar b (Uchar.of_int u)
         | _ -> wrong "an unknown escape");
        go ()
      | c when Char.code c < 32 -> wrong "a control character in a text"
      | c -> Buffer.add_char b c; go () in
    go () in
  let number () =
    let from = !at in
    let digits () =
      let start = !at in
      while (match peek () with '0' .. '9' -> true | _ -> false) do incr at done;
      if !at = start then wrong "a digit was expected" in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else digits ();
    if peek () = '.' then (incr at; digits ());
    (match peek () with
     | 'e' | 'E' ->
       incr at;
       (match peek () with '+' | '-' -> incr at | _ -> ());
       digits ()
     | _ -> ());
    let written = String.sub s from (!at - from) in
    let is_plain = String.for_all (fun c -> c >= '0' && c <= '9') written in
    match (if is_plain then int_of_string_opt written else None) with
    | Some n when n >= 0 -> Whole n
    | _ -> Number written in
  let rec value depth =
    if depth > 100 then wrong "too deep";
    blanks ();
    let v = match peek () with
      | '{' ->
        incr at; blanks ();
        if peek () = '}' then (incr at; Object [])
        else
          let rec members found =
            blanks ();
            let name = text () in
            blanks (); expect ':';
            let v = value (depth + 1) in
            if List.mem_assoc name found then wrong "a field is there twice";
            let found = (name, v) :: found in
            match next () with
            | ',' -> members found
            | '}' -> Object (List.rev found)
            | _ -> decr at; wrong "',' or '}' was expected" in
          members []
      | '[' ->
        incr at; blanks ();
        if peek () = ']' then (incr at; List [])
        else
          let rec entries found =
            let v = value (depth + 1) in
            let found = v :: found in
            match next () with
            | ',' -> entries found
            | ']' -> List (List.rev found)
            | _ -> decr at; wrong "',' or ']' was expected" in
          entries []
      | '"' -> Text (text ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | '-' | '0' .. '9' -> number ()
      | _ -> wrong "a value was expected" in
    blanks ();
    v in
  let v = value 0 in
  if !at < length then wrong "there is more after the end";
  v
