(** A commutative monoid from letters that act and commute.

    Elements may be toggled (multiplied by a, with a^2 = 1); each element has a word of letters, which makes it from 1. Then
    x y, "the word of y acts on x", is the product of a commutative monoid: if 1 v = 1 w then x v = (1 v) word(x) = x w. *)

From Coq Require Import List Bool.
Import ListNotations.

Section Letters.

Variables E L : Type.
Variables (one : E) (act : E -> L -> E) (with_a : E -> bool) (toggle : bool -> E -> E) (word : E -> list L).
Variables (element : E -> Prop) (letter : L -> Prop).

Definition run (x : E) (w : list L) : E := fold_left act w x.

Definition product (x y : E) : E := run (toggle (with_a y) x) (word y).

Hypothesis one_element : element one.
Hypothesis act_element : forall x l, element x -> letter l -> element (act x l).
Hypothesis toggle_element : forall b x, element x -> element (toggle b x).
Hypothesis word_letters : forall x, element x -> Forall letter (word x).
Hypothesis commute : forall x l m, element x -> letter l -> letter m -> act (act x l) m = act (act x m) l.
Hypothesis toggle_act : forall b x l, act (toggle b x) l = toggle b (act x l).
Hypothesis toggle_false : forall x, toggle false x = x.
Hypothesis toggle_toggle : forall b c x, toggle b (toggle c x) = toggle (xorb b c) x.
Hypothesis word_makes : forall x, element x -> run one (word x) = toggle (with_a x) x.

Lemma run_element : forall w x, element x -> Forall letter w -> element (run x w).
Proof.
  induction w as [|l w IH]; intros x Hx Hw; [assumption|]. inversion Hw; subst. simpl. apply IH; auto.
Qed.

Lemma run_toggle : forall w b x, run (toggle b x) w = toggle b (run x w).
Proof. induction w as [|l w IH]; intros b x; simpl; [reflexivity|]. now rewrite toggle_act, IH. Qed.

Lemma run_act : forall w x l, element x -> letter l -> Forall letter w -> run (act x l) w = act (run x w) l.
Proof.
  induction w as [|m w IH]; intros x l Hx Hl Hw; [reflexivity|]. inversion Hw; subst. simpl.
  rewrite commute by assumption. apply IH; auto.
Qed.

Lemma run_run : forall v w x, element x -> Forall letter v -> Forall letter w -> run (run x v) w = run (run x w) v.
Proof.
  induction v as [|l v IH]; intros w x Hx Hv Hw; [reflexivity|]. inversion Hv; subst. simpl.
  rewrite IH by auto. now rewrite run_act by assumption.
Qed.

Lemma toggle_self : forall b x, toggle b (toggle b x) = x.
Proof. intros. rewrite toggle_toggle, xorb_nilpotent. apply toggle_false. Qed.

Lemma made : forall x, element x -> x = toggle (with_a x) (run one (word x)).
Proof. intros x Hx. rewrite word_makes by assumption. now rewrite toggle_self. Qed.

Lemma product_element : forall x y, element x -> element y -> element (product x y).
Proof. intros. unfold product. apply run_element; auto. Qed.

Lemma product_comm : forall x y, element x -> element y -> product x y = product y x.
Proof.
  intros x y Hx Hy. unfold product. rewrite (made x Hx) at 1. rewrite (made y Hy) at 3.
  rewrite !run_toggle, !toggle_toggle, xorb_comm. f_equal. apply run_run; auto.
Qed.

Lemma product_assoc : forall x y z, element x -> element y -> element z ->
  product x (product y z) = product (product x y) z.
Proof.
  intros x y z Hx Hy Hz. rewrite product_comm by auto using product_element. rewrite (product_comm x y) by assumption.
  unfold product at 1. unfold product at 2. unfold product.
  rewrite !run_toggle, !toggle_toggle, xorb_comm. f_equal. apply run_run; auto.
Qed.

Lemma product_one : forall x, element x -> product one x = x.
Proof. intros x Hx. unfold product. rewrite run_toggle, word_makes, toggle_self by assumption. reflexivity. Qed.

End Letters.
