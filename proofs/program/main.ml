(* impartial-check-verified FILE...: one line for each file. The status is 0 if all are proved, 1 if one is refused, 3 if none is
   refused and one is not covered. *)

let read name =
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline "usage: impartial-check-verified FILE..."; exit 2);
  let status = ref 0 in
  let say file (verdict : Verdict.verdict) =
    let word, what = match verdict with
      | Proved what -> "PROVED", what
      | Refused why -> status := 1; "REFUSED", why
      | Not_covered why -> if !status = 0 then status := 3; "NOT COVERED", why in
    Printf.printf "%s  %s: %s\n%!" word file what in
  let check file =
    match read file with
    | exception Sys_error why -> say file (Refused why)
    | source ->
      (match Certificate.check source with
       | verdict -> say file verdict
       | exception Stack_overflow -> say file (Not_covered "it needs more stack than there is")) in
  List.iter check files;
  exit !status
