(* From OCaml's numbers to those of the proofs and back. Not verified. *)

open Verified

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let number n = if n = 0 then N0 else Npos (positive n)

let integer n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let rec natural n = if n = 0 then O else S (natural (n - 1))

(* Back, for small numbers. *)
let rec of_positive = function XH -> 1 | XI p -> (2 * of_positive p) + 1 | XO p -> 2 * of_positive p
let int = function N0 -> 0 | Npos p -> of_positive p
let int_of_integer = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> - of_positive p
