(** The main theorems: if a check accepts, the claim holds. Everything that a reader must believe about the statements is in
    Positions.v (moves, both plays, outcomes) and Rules.v (codes); the checks themselves need not be read.

    The build prints the assumptions of each theorem here, and fails unless there are none. *)

From Coq Require Import List NArith ZArith.
From Impartial Require Import Positions Rules Sums Nim Grundy GrundyCheck Misere QuotientCheck QuotientSound.
From Impartial Require Import ArrayCheck ArraySound OrderCheck RelationsCheck.
From Impartial Require Import Presburger HeapsCheck SumsCheck AlgebraicSound SeparationCheck SeparationSound.
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

(** Certificates of kind `misere-quotient` for a code. The elements 0, ..., order - 1 are a commutative monoid in which the
    generators act as listed; every element is the value of a sum of the heaps in question (those listed or, with a
    period, all heaps, values continued periodically); a sum is a P-position of misère play exactly if its value is in P; and two
    sums have the same value exactly if no sum tells them apart. So (Q, P) is the misère quotient. The nim-values make the check
    shorter; they are found by a program that need not be trusted: the theorem holds for every list. *)
Theorem misere_quotient_checked : forall q nim_values, check_quotient q nim_values = true ->
  exists mul,
    is_product (order q) mul /\
    (forall x g, x < order q -> (g < generators q)%nat -> mul x (action q 0 g) = action q x g) /\
    (forall z, z < order q -> exists Z, Forall (in_scope q) Z /\ sum_value 0 mul (heap_value q) Z = z) /\
    (forall X, Forall (in_scope q) X ->
       (P_position (option_of (rules q)) misere X <-> In (sum_value 0 mul (heap_value q) X) (p_portion q)) /\
       (N_position (option_of (rules q)) misere X <-> ~ In (sum_value 0 mul (heap_value q) X) (p_portion q))) /\
    (forall X Y, Forall (in_scope q) X -> Forall (in_scope q) Y ->
       (indistinguishable (option_of (rules q)) (in_scope q) X Y <->
        sum_value 0 mul (heap_value q) X = sum_value 0 mul (heap_value q) Y)).
Proof. exact check_quotient_sound. Qed.

(** Certificates of kind `infinite-quotient` for a code: the outcome of every sum of the heaps up to the last one is as claimed.
    [claim c X] reads the numbers of copies of growing types with the automaton, and looks up the others in the slice found.
    The help w is found by a program that need not be trusted: the theorem holds for every w. *)
Theorem infinite_array_checked : forall c w, check_array c w = true ->
  forall X, Forall (fun n => n <= last c) X ->
    (P_position (option_of (game c)) misere X <-> claim c X = true) /\
    (N_position (option_of (game c)) misere X <-> claim c X = false).
Proof. exact check_array_sound. Qed.

(** The proofs of infinite order in these certificates: different numbers of copies of the heap are always told apart by some
    sum of heaps up to the last one, so the misère quotient is infinite. *)
Theorem infinite_order_checked : forall c w r, check_array c w = true -> check_order c r = true ->
  let heap := nth (axis r) (heaps_of_axes r) 0 in
  forall m s, (0 < s)%nat ->
    ~ indistinguishable (option_of (game c)) (fun n => n <= last c) (repeat heap m) (repeat heap (m + s)).
Proof. intros c w r Hc Hr. exact (infinite_order c w Hc r Hr). Qed.

(** The relations in these certificates: any sums of heaps up to the last one that have the types listed on the two sides are
    indistinguishable. Heaps without a type have no options, and do not matter. *)
Theorem relations_checked : forall c w relations, check_array c w = true -> check_relations c w relations = true ->
  forall left right, In (left, right) relations ->
  forall X Y, Forall (fun n => n <= last c) X -> Forall (fun n => n <= last c) Y ->
    (forall t, copies_of (kind c) X t = occurrences t left) -> (forall t, copies_of (kind c) Y t = occurrences t right) ->
    indistinguishable (option_of (game c)) (fun n => n <= last c) X Y.
Proof. intros c w relations Hc. exact (relations_hold c w Hc relations). Qed.

(** Certificates of kind `algebraic`, checks A to D: words with integer parameters are a commutative monoid, and a sum of heaps
    of any size is a P-position of misère play exactly if the product of the values of its heaps is in P. [sum_of_values] is
    that product; values, products and P are read off the certificate by functions of Presburger.v and HeapsCheck.v. *)
Definition sum_of_values (a : algebraic) : position -> elem :=
  sum_value (one (value_monoid a)) (mul (value_monoid a))
    (phi (value_monoid a) (heap_period a) (small_values a) (class_values a)).

Theorem algebraic_checked : forall a, check_algebraic a = true ->
  let m := value_monoid a in
  (forall x y, is_element m x -> is_element m y ->
     is_element m (mul m x y) /\ mul m x y = mul m y x /\ mul m (one m) x = x /\
     forall z, is_element m z -> mul m x (mul m y z) = mul m (mul m x y) z) /\
  (forall X, is_element m (sum_of_values a X)) /\
  forall X,
    (P_position (option_of (heap_rules a)) misere X <-> in_P m (sum_of_values a X) = true) /\
    (N_position (option_of (heap_rules a)) misere X <-> in_P m (sum_of_values a X) = false).
Proof.
  intros a H. split; [|split].
  - apply algebraic_monoid. exact H.
  - exact (sum_element a H).
  - exact (algebraic_outcomes a H).
Qed.

(** Check E of these certificates, infinity: of the regular heaps of a residue no two are indistinguishable. *)
Theorem algebraic_infinite_checked : forall a e,
  check_algebraic a = true -> check_entries a e = true -> check_generated a e = true ->
  forall r contexts, In (r, contexts) (residue_contexts e) ->
  forall m n, (regular_from (small_values a) <= Z.of_N m)%Z -> m < n ->
    (Z.of_N m mod heap_period a = r)%Z -> (Z.of_N n mod heap_period a = r)%Z ->
    ~ indistinguishable (option_of (heap_rules a)) (fun _ => True) [m] [n].
Proof. intros a e Ha He Hg. exact (residue_is_infinite a e Ha He Hg). Qed.

(** Check E, reducedness: every element is the value of a sum, and two sums are indistinguishable exactly if they have the same
    value. So the monoid with P is the misère quotient. *)
Theorem algebraic_quotient_checked : forall a e,
  check_algebraic a = true -> check_entries a e = true -> check_generated a e = true -> all_labels_told a e = true ->
  (forall z, is_element (value_monoid a) z -> exists Z, sum_of_values a Z = z) /\
  forall X Y, indistinguishable (option_of (heap_rules a)) (fun _ => True) X Y <-> sum_of_values a X = sum_of_values a Y.
Proof.
  intros a e Ha He Hg Ht. split.
  - exact (algebraic_onto a e Ha Hg).
  - exact (monoid_is_quotient a e Ha He Hg Ht).
Qed.

(** The P-positions that the two plays are about: no position is won by both players. *)
Theorem outcomes_exclude_each_other : forall c which X,
  P_position (option_of c) which X -> N_position (option_of c) which X -> False.
Proof. intros c. apply not_both, games_of_codes_end. Qed.
