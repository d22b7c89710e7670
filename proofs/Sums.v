(** The value of a sum: the product of the values of its heaps, in a commutative monoid.

    Used twice: with nim-sums of Grundy values, and with products in a misère quotient. The laws are asked for elements of
    the monoid only, because tables are functions that say nothing elsewhere. *)

From Coq Require Import List NArith Permutation.
From Impartial Require Import Positions.
Import ListNotations.

Section Sums.

Variable V : Type.
Variables (one : V) (mul : V -> V -> V) (value : N -> V).

Fixpoint sum_value (X : position) : V :=
  match X with [] => one | n :: X => mul (value n) (sum_value X) end.

Variable element : V -> Prop.
Hypothesis one_element : element one.
Hypothesis mul_element : forall x y, element x -> element y -> element (mul x y).
Hypothesis mul_one : forall x, element x -> mul one x = x.
Hypothesis mul_comm : forall x y, element x -> element y -> mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, element x -> element y -> element z -> mul x (mul y z) = mul (mul x y) z.
Hypothesis value_element : forall n, element (value n).

Lemma sum_value_element : forall X, element (sum_value X).
Proof. induction X; simpl; auto. Qed.

Lemma sum_value_app : forall X Y, sum_value (X ++ Y) = mul (sum_value X) (sum_value Y).
Proof.
  induction X as [|n X IH]; intro Y; simpl.
  - symmetry. apply mul_one, sum_value_element.
  - rewrite IH. apply mul_assoc; auto using sum_value_element.
Qed.

Lemma sum_value_perm : forall X Y, Permutation X Y -> sum_value X = sum_value Y.
Proof.
  induction 1; simpl.
  - reflexivity.
  - now f_equal.
  - rewrite !mul_assoc; auto using sum_value_element. f_equal. now apply mul_comm.
  - congruence.
Qed.

End Sums.

Lemma sum_value_ext : forall V one mul (f g : N -> V) X,
  (forall n, In n X -> f n = g n) -> sum_value V one mul f X = sum_value V one mul g X.
Proof.
  induction X as [|n X IH]; intro H; simpl; [reflexivity|].
  rewrite H by now left. rewrite IH; [reflexivity|]. intros m Hm. apply H. now right.
Qed.

Arguments sum_value {V}.
