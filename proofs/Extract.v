(** The checking functions in OCaml: booleans, lists, options and pairs become OCaml's own; numbers stay as they are here. *)

From Coq Require Import ExtrOcamlBasic.
From Impartial Require Import Rules Exchange GrundyCheck Closure TwoParts QuotientCheck Array ArrayCheck OrderCheck RelationsCheck.
From Impartial Require Import Options Linear Decisions Presburger HeapsCheck SumsCheck SeparationCheck.

Extraction Language OCaml.
Extraction "verified.ml" is_finite_plain check_values check_period check_quotient is_two_part most_taken digit_at
  check_array check_order check_relations growing_part other_part slice_number explore
  check_algebraic check_entries check_generated all_labels_told large_from most_heaps options.
