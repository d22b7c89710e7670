(** The main theorems: if a check accepts, the claim holds. Everything that a reader must believe about the statements is in
    Positions.v (moves, both plays, outcomes) and Rules.v (codes); the checks themselves need not be read.

    The build prints the assumptions of each theorem here, and fails unless there are none. *)

From Coq Require Import List NArith.
From Impartial Require Import Positions Rules Nim Grundy GrundyCheck.
Import ListNotations.
Open Scope N_scope.

(** Every position of a code is a P-position or an N-position of normal play, never both, and the nim-sum of its Grundy
    values tells which. *)
Theorem sprague_grundy_theorem : forall c X,
  (P_position (option_of c) normal X <-> nim_sum (grundy c) X = 0) /\
  (N_position (option_of c) normal X <-> nim_sum (grundy c) X <> 0).
Proof. exact sprague_grundy. Qed.

(** [grundy c] is the only function that gives each heap the least number that no option of it has as nim-sum. *)
Theorem grundy_values_theorem : forall c,
  grundy_function c (grundy c) /\ forall g, grundy_function c g -> forall n, g n = grundy c n.
Proof. intro c. split; [apply grundy_is_grundy | apply grundy_is_the_only_one]. Qed.

(** Certificates of kind `grundy-values`. *)
Theorem grundy_values_checked : forall c values, check_values c values = true ->
  forall n, n < N.of_nat (length values) -> nth (N.to_nat n) values 0 = grundy c n.
Proof. exact check_values_sound. Qed.

(** Certificates of kind `heap-period`: the values are right, the period holds for all heaps, and both numbers are least. *)
Theorem heap_period_checked : forall c values first period,
  check_period c values first period = true ->
  N.of_nat (length values) = first + period /\
  (forall n, n < first + period -> nth (N.to_nat n) values 0 = grundy c n) /\
  (0 < period /\ forall n, first <= n -> grundy c (n + period) = grundy c n) /\
  (forall first' period', (0 < period' /\ forall n, first' <= n -> grundy c (n + period') = grundy c n) ->
     N.divide period period' /\ first <= first').
Proof. exact check_period_sound. Qed.
