(** The rules of taking-and-breaking games, as their codes state them.

    Digit k of a code says what a player who takes k tokens from a heap may leave: exactly j heaps, none empty, if bit j of
    the digit is set (or if j is at least the number of an open digit). A digit may ask for heaps that are pairwise
    different, not all equal, or all equal, and for a least size of the heap that is moved in. A move that takes nothing must
    break the heap. After its listed digits a code is zero, or repeats its tail for ever.

    This file is trusted: it says what the theorems are about. *)

From Coq Require Import List NArith Lia Bool.
From Impartial Require Import Positions.
Import ListNotations.
Open Scope N_scope.

Inductive shape := any_shape | all_different | not_all_equal | all_equal.

Record digit := Digit {
  parts : N;               (* bit j: exactly j heaps may be left *)
  open_from : option N;    (* this many heaps, or more, may be left *)
  asked : shape;
  least : N                (* the heap moved in has this many tokens or more *)
}.

Record code := Code {
  zeroth : digit;          (* the digit before the point *)
  digits : list digit;
  tail : list digit        (* repeats after the digits; empty for a finite code *)
}.

Definition digit_at (c : code) (taken : N) : option digit :=
  if taken =? 0 then Some (zeroth c)
  else let place := N.to_nat (taken - 1) in
  if Nat.ltb place (length (digits c)) then nth_error (digits c) place
  else match tail c with
  | [] => None
  | _ => nth_error (tail c) (Nat.modulo (place - length (digits c)) (length (tail c)))
  end.

Definition may_leave (d : digit) (heaps : N) : bool :=
  N.testbit (parts d) heaps || match open_from d with Some from => from <=? heaps | None => false end.

Definition same_heaps (heaps : list N) : Prop := forall a b, In a heaps -> In b heaps -> a = b.

Definition fits (s : shape) (heaps : list N) : Prop :=
  match s with
  | any_shape => True
  | all_different => NoDup heaps
  | not_all_equal => (length heaps < 2)%nat \/ ~ same_heaps heaps
  | all_equal => same_heaps heaps
  end.

Fixpoint tokens (heaps : list N) : N :=
  match heaps with [] => 0 | h :: rest => h + tokens rest end.

(** [option_of c n o]: in the game with code c the heap of n tokens may be replaced by the heaps o, in any order. *)
Definition option_of (c : code) (n : N) (o : position) : Prop :=
  exists taken d,
    taken <= n /\ digit_at c taken = Some d /\ least d <= n /\
    tokens o = n - taken /\ Forall (fun h => 0 < h) o /\
    may_leave d (N.of_nat (length o)) = true /\ fits (asked d) o /\
    (taken = 0 -> (2 <= length o)%nat).

(** Every game of a code ends: the squares of the heaps of an option add up to less than the square of the heap. *)
Definition weight (n : N) : nat := N.to_nat (n * n).

Lemma total_squares : forall o,
  N.of_nat (total weight o) <= tokens o * tokens o /\
  (Forall (fun h => 0 < h) o -> (2 <= length o)%nat -> N.of_nat (total weight o) < tokens o * tokens o).
Proof.
  assert (Square : forall a b : N, (a + b) * (a + b) = a * a + b * b + 2 * (a * b)) by (intros; ring).
  induction o as [|h o [IH1 IH2]]; simpl total; simpl tokens.
  - split; [lia|]. intros _ Hl. simpl in Hl. lia.
  - unfold weight at 1 3. rewrite Nat2N.inj_add, N2Nat.id, Square. split; [lia|].
    intros Hall Hl. inversion Hall as [|? ? Hh Ho]; subst.
    destruct o as [|h' o]; [simpl in Hl; lia|]. inversion Ho; subst.
    cbv beta in *. change (tokens (h' :: o)) with (h' + tokens o) in *.
    assert (0 < h * (h' + tokens o)) by (apply N.mul_pos_pos; lia). lia.
Qed.

Lemma option_is_lighter : forall c n o, option_of c n o -> (total weight o < weight n)%nat.
Proof.
  intros c n o (k & d & Hk & _ & _ & Ht & Hpos & _ & _ & H0).
  destruct (total_squares o) as [H1 H2].
  enough (N.of_nat (total weight o) < n * n) by (change (weight n) with (N.to_nat (n * n)); lia).
  destruct (N.eq_dec k 0) as [->|Hk0].
  - specialize (H2 Hpos (H0 eq_refl)). rewrite Ht in H2. replace (n - 0) with n in H2 by lia. exact H2.
  - rewrite Ht in H1. apply N.le_lt_trans with (1 := H1). apply N.mul_lt_mono; lia.
Qed.

Theorem games_of_codes_end : forall c, well_founded (fun Y X => move (option_of c) X Y).
Proof. intro c. apply (every_game_ends _ weight). apply option_is_lighter. Qed.

(** The heaps of an option are smaller than the heap. *)
Lemma option_parts_smaller : forall c n o, option_of c n o -> Forall (fun h => h < n) o.
Proof.
  intros c n o (k & d & Hk & _ & _ & Ht & Hpos & _ & _ & H0).
  assert (Hin : forall h, In h o -> h <= tokens o /\ ((2 <= length o)%nat -> h < tokens o)).
  { clear -Hpos. induction o as [|a o IH]; intros h Hh; [contradiction|].
    inversion Hpos as [|? ? Ha Ho]; subst. simpl. destruct Hh as [->|Hh].
    - split; [lia|]. intro Hl. destruct o as [|b o]; [simpl in Hl; lia|]. inversion Ho; subst. simpl. lia.
    - destruct (IH Ho h Hh). split; lia. }
  apply Forall_forall. intros h Hh. destruct (Hin h Hh) as [Ha Hb].
  destruct (N.eq_dec k 0) as [->|]; [specialize (Hb (H0 eq_refl)); lia|].
  rewrite Ht in Ha. pose proof (proj1 (Forall_forall _ _) Hpos h Hh). lia.
Qed.
