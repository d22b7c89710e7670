(* What is said of a certificate, and reading its fields. Not verified. *)

type verdict =
  | Proved of string       (* the check accepted: the theorem for this kind holds of this certificate *)
  | Refused of string      (* the check refused, or this is no certificate *)
  | Not_covered of string  (* of a kind, or for rules, or of a size, that the verified checks do not cover *)

exception Stop of verdict

let malformed what = raise (Stop (Refused ("not a certificate: " ^ what)))
let not_covered what = raise (Stop (Not_covered what))

let field json name =
  match json with
  | Json.Object fields ->
    (match List.assoc_opt name fields with
     | Some v -> v
     | None -> malformed (Printf.sprintf "the field \"%s\" is missing" name))
  | _ -> malformed "it is no object"

(* A field that no check reads is refused, as impartial-check does. *)
let only names json =
  let allowed = "format" :: "version" :: "kind" :: names in
  match json with
  | Json.Object fields ->
    let unknown (name, _) =
      if not (List.mem name allowed) then malformed (Printf.sprintf "the field \"%s\" does not belong here" name) in
    List.iter unknown fields
  | _ -> ()

let optional json name = match json with Json.Object fields -> List.assoc_opt name fields | _ -> None

let text json name =
  match field json name with Json.Text t -> t | _ -> malformed (Printf.sprintf "\"%s\" must be a text" name)

let whole name = function
  | Json.Whole n -> n
  | _ -> malformed (Printf.sprintf "\"%s\" must hold whole numbers" name)

let small name value =
  let n = whole name value in
  if n < 1 lsl 32 then n else malformed (Printf.sprintf "\"%s\" holds a number that is too large" name)

let list name = function Json.List l -> l | _ -> malformed (Printf.sprintf "\"%s\" must be a list" name)

let truth name = function Json.Bool b -> b | _ -> malformed (Printf.sprintf "\"%s\" must hold true or false" name)

let code_of text = try Code_reader.parse text with Code_reader.Wrong why -> malformed why
