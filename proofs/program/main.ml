(* impartial-check-verified FILE...: one line for each file. The status is 0 if all are proved, 1 if one is refused, 3 if none is
   refused and one is not covered. *)

(* What one file may take: seconds of a processor, and bytes. *)
let most_seconds = 600.
let most_bytes = 4_000_000_000

exception Too_much of string

let bounded check source =
  let stop what = raise (Too_much what) in
  let stop_late _ = stop (Printf.sprintf "it needs more than %.0f seconds" most_seconds) in
  let stop_large () =
    if (Gc.quick_stat ()).heap_words > most_bytes / 8 then stop "it needs more memory than this program takes" in
  let watch seconds = ignore (Unix.setitimer ITIMER_VIRTUAL { it_interval = 0.; it_value = seconds }) in
  Sys.set_signal Sys.sigvtalrm (Signal_handle stop_late);
  let alarm = Gc.create_alarm stop_large in
  watch most_seconds;
  Fun.protect ~finally:(fun () -> watch 0.; Gc.delete_alarm alarm)
    (fun () ->
       try check source with
       | Too_much what -> Verdict.Not_covered what
       | Stack_overflow -> Verdict.Not_covered "it needs more stack than there is")

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
      (* What is left of other files does not count. *)
      if (Gc.quick_stat ()).heap_words > most_bytes / 32 then Gc.compact ();
      say file (bounded Certificate.check source) in
  (* Most of what is made is soon forgotten. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 120 };
  List.iter check files;
  exit !status
