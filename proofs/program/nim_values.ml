(* The nim-values of heaps, which make the check of a quotient shorter. Not verified, and not trusted: the check accepts nothing
   because of an error here. Only for codes whose moves leave at most two heaps; none otherwise. *)

open Verified

let find code heaps =
  if not (is_two_part code) then []
  else
    let last = Numbers.int (most_taken code (Numbers.number heaps)) in
    let digit taken =
      Option.map (fun d -> Numbers.int d.parts, Numbers.int d.least) (digit_at code (Numbers.number taken)) in
    let digits = Array.init (last + 1) digit in
    let values = Array.make heaps 0 in
    let seen = Array.make (2 * heaps + 2) (-1) in
    for n = 1 to heaps - 1 do
      let see value = if value < Array.length seen then seen.(value) <- n in
      let leave taken = function
        | Some (parts, least) when least <= n && taken <= n ->
          let rest = n - taken in
          if taken > 0 && rest = 0 && parts land 1 <> 0 then see 0;
          if taken > 0 && rest > 0 && parts land 2 <> 0 then see values.(rest);
          if parts land 4 <> 0 then
            for part = 1 to rest / 2 do see (values.(part) lxor values.(rest - part)) done
        | _ -> () in
      Array.iteri leave digits;
      let rec mex value = if seen.(value) = n then mex (value + 1) else value in
      values.(n) <- mex 0
    done;
    Array.to_list (Array.map Numbers.number values)
