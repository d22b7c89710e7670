(** When a monoid with a subset P gives the P-positions of misère play.

    Every heap n has a value phi(n) in a commutative monoid Q; a sum of heaps has the product. Write need(n) for a set of
    contexts that has every x with x phi(n) outside P and no option o of n with x Phi(o) in P. Let R be a set of pairs with
      (first)  x in need(n)                              =>  (phi(n), x) in R,
      (next)   (y, x phi(n)) in R and x y in need(n)     =>  (y phi(n), x) in R.
    If 1 is not in P, no heap and option of it are both in P in one context, heaps without options have value 1, and no (y, 1) is in
    R, then a sum is a P-position of misère play exactly if its value is in P.

    Why: if x is a context of the sum X in which X is outside P and no option of X is in P, then (Phi(X), x) is in R, by
    adding the heaps of X one by one. So in the empty context no sum that has a move is outside P with no option in P. The
    pairs replace the transition sets of Plambeck and Siegel (Algorithm 1) and are at most |Q|^2.

    If moreover every element is the value of a sum, and different elements are told apart by P in some context, then two
    sums have the same value exactly if no sum tells them apart: (Q, P) is the misère quotient. *)

From Coq Require Import List NArith Permutation Bool.
From Impartial Require Import Positions Sums.
Import ListNotations.

Section Misere.

Variable option_of : N -> position -> Prop.
Hypothesis ends : well_founded (fun Y X => move option_of X Y).

Variable V : Type.
Variables (one : V) (mul : V -> V -> V) (phi : N -> V) (element : V -> Prop) (in_P : V -> bool).
Hypothesis one_element : element one.
Hypothesis mul_element : forall x y, element x -> element y -> element (mul x y).
Hypothesis mul_one : forall x, element x -> mul one x = x.
Hypothesis mul_comm : forall x y, element x -> element y -> mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, element x -> element y -> element z -> mul x (mul y z) = mul (mul x y) z.
Hypothesis phi_element : forall n, element (phi n).

Definition value : position -> V := sum_value one mul phi.

(** The heaps that the claim is about. *)
Variable in_scope : N -> Prop.
Hypothesis scope_closed : forall n o, in_scope n -> option_of n o -> Forall in_scope o.

Variable need : V -> V -> Prop.
Variable R : V -> V -> Prop.

Definition no_options (n : N) : Prop := forall o, ~ option_of n o.

(** What is checked of one heap. *)
Definition heap_is_right (n : N) : Prop :=
  (no_options n /\ phi n = one) \/
  ((exists o, option_of n o) /\
   (forall x o, element x -> option_of n o -> in_P (mul x (phi n)) = true -> in_P (mul x (value o)) = true -> False) /\
   (forall x, element x ->
      in_P (mul x (phi n)) = true \/ (exists o, option_of n o /\ in_P (mul x (value o)) = true) \/ need (phi n) x)).

Hypothesis heaps_right : forall n, in_scope n -> heap_is_right n.
Hypothesis R_first : forall v x, element v -> element x -> need v x -> R v x.
Hypothesis R_next : forall v x y, element v -> element x -> element y ->
  R y (mul x v) -> need v (mul x y) -> R (mul y v) x.
Hypothesis R_one : forall y, element y -> ~ R y one.
Hypothesis one_not_in_P : in_P one = false.

Lemma value_element : forall X, element (value X).
Proof. apply sum_value_element; auto. Qed.

Lemma value_app : forall X Y, value (X ++ Y) = mul (value X) (value Y).
Proof. apply sum_value_app with element; auto. Qed.

Lemma value_perm : forall X Y, Permutation X Y -> value X = value Y.
Proof. intros X Y. apply sum_value_perm with element; auto. Qed.

Local Hint Resolve value_element phi_element one_element mul_element : core.

Lemma mul_one_right : forall x, element x -> mul x one = x.
Proof. intros x Hx. rewrite mul_comm by auto. auto. Qed.

(** The end of a game has value 1. *)
Lemma ended : forall X, Forall no_options X -> Forall in_scope X -> value X = one /\ forall Y, ~ move option_of X Y.
Proof.
  induction X as [|n X IH]; intros HX HS.
  - split; [reflexivity|]. apply move_nil.
  - inversion HX as [|? ? Hn HX']; inversion HS as [|? ? Sn SX]; subst. destruct (IH HX' SX) as [E Hno]. split.
    + unfold value in *. simpl. rewrite E. destruct (heaps_right n Sn) as [[_ ->]|[[o Ho] _]].
      * auto.
      * destruct (Hn o Ho).
    + intros Y HY. apply move_cons in HY. destruct HY as [(o & Ho & _)|(X' & HX1 & _)].
      * exact (Hn o Ho).
      * exact (Hno X' HX1).
Qed.

(** In every context a sum that has not ended is in P, or has an option in P, or its value and the context are in R. *)
Lemma covered : forall X, Forall in_scope X ->
  Forall no_options X \/
  ((exists Y, move option_of X Y) /\
   forall x, element x ->
     in_P (mul x (value X)) = true \/
     (exists Y, move option_of X Y /\ in_P (mul x (value Y)) = true) \/
     R (value X) x).
Proof.
  induction X as [|n X IH]; intro HS; [left; constructor|].
  inversion HS as [|? ? Sn SX]; subst. specialize (IH SX).
  assert (Evalue : value (n :: X) = mul (phi n) (value X)) by reflexivity.
  destruct (heaps_right n Sn) as [[Hn En]|((o0 & Ho0) & _ & Hneed)].
  - (* The heap has no options. *)
    assert (Skip : forall Y, value (n :: Y) = value Y).
    { intro Y. unfold value. simpl. rewrite En. apply mul_one. apply value_element. }
    destruct IH as [HX|[(Y & HY) HX]]; [left; now constructor|right].
    split; [exists (n :: Y); apply move_cons; right; eauto|].
    intros x Hx. rewrite Skip. destruct (HX x Hx) as [H|[(Z & HZ & H)|H]]; auto.
    right. left. exists (n :: Z). rewrite Skip. split; [apply move_cons; right; eauto | assumption].
  - right. split; [exists (o0 ++ X); apply move_cons; left; eauto|].
    intros x Hx. destruct IH as [HX|[_ HX]].
    + (* It is the only heap with options. *)
      destruct (ended X HX SX) as [E _]. rewrite Evalue, E, mul_one_right by auto.
      destruct (Hneed x Hx) as [H|[(o & Ho & H)|H]]; auto.
      right. left. exists (o ++ X). split; [apply move_cons; left; eauto|].
      rewrite value_app, E, mul_one_right by auto. assumption.
    + destruct (HX (mul x (phi n)) (mul_element _ _ Hx (phi_element n))) as [H|[(Z & HZ & H)|H]].
      * left. rewrite Evalue, mul_assoc by auto. assumption.
      * right. left. exists (n :: Z). split; [apply move_cons; right; eauto|].
        change (value (n :: Z)) with (mul (phi n) (value Z)). rewrite mul_assoc by auto. assumption.
      * destruct (Hneed (mul x (value X)) (mul_element _ _ Hx (value_element X))) as [H'|[(o & Ho & H')|H']].
        -- left. rewrite Evalue, (mul_comm (phi n)), mul_assoc by auto. assumption.
        -- right. left. exists (o ++ X). split; [apply move_cons; left; eauto|].
           rewrite value_app, (mul_comm (value o)), mul_assoc by auto. assumption.
        -- right. right. rewrite Evalue, mul_comm by auto. apply R_next; auto.
Qed.

Theorem misere_outcomes : forall X, Forall in_scope X ->
  (P_position option_of misere X <-> in_P (value X) = true) /\
  (N_position option_of misere X <-> in_P (value X) = false).
Proof.
  apply (outcomes_by_local_rule option_of ends misere (Forall in_scope) (fun X => in_P (value X))).
  - intros X Y HX HM. destruct HM as [before n after o Ho]. apply Forall_app in HX. destruct HX as [HX1 HX2].
    inversion HX2; subst. apply Forall_app. split; [assumption|]. apply Forall_app. split; [eauto | assumption].
  - intros X HX E. split.
    + intros _. destruct (covered X HX) as [H|[H _]]; [|assumption].
      destruct (ended X H HX) as [E1 _]. congruence.
    + intros Y HM. destruct HM as [before n after o Ho].
      apply not_true_iff_false. intro E'.
      apply Forall_app in HX. destruct HX as [_ HX2]. inversion HX2 as [|? ? Sn _]; subst.
      destruct (heaps_right n Sn) as [[Hn _]|(_ & HB & _)]; [exact (Hn o Ho)|].
      apply (HB (value (before ++ after)) o); auto.
      * rewrite (value_perm (before ++ n :: after) (n :: before ++ after)) in E.
        -- change (value (n :: before ++ after)) with (mul (phi n) (value (before ++ after))) in E.
           rewrite mul_comm by auto. assumption.
        -- symmetry. apply Permutation_middle.
      * rewrite <- value_app, (value_perm _ (before ++ o ++ after)); [assumption|].
        rewrite <- app_assoc. apply Permutation_app_head. apply Permutation_app_comm.
  - intros X HX E. destruct (covered X HX) as [H|[_ H]].
    + right. split; [reflexivity|]. apply (ended X H HX).
    + left. destruct (H one one_element) as [H1|[(Y & HY & H1)|H1]].
      * rewrite mul_one in H1 by auto. congruence.
      * exists Y. rewrite mul_one in H1 by auto. auto.
      * destruct (R_one (value X) (value_element X) H1).
Qed.

(** The quotient. *)
Hypothesis onto : forall z, element z -> exists Z, Forall in_scope Z /\ value Z = z.
Hypothesis reduced : forall x y, element x -> element y ->
  (forall z, element z -> in_P (mul x z) = in_P (mul y z)) -> x = y.

(** No sum tells X and Y apart. *)
Definition indistinguishable (X Y : position) : Prop :=
  forall Z, Forall in_scope Z -> (P_position option_of misere (X ++ Z) <-> P_position option_of misere (Y ++ Z)).

Theorem misere_quotient : forall X Y, Forall in_scope X -> Forall in_scope Y ->
  (indistinguishable X Y <-> value X = value Y).
Proof.
  assert (Sum : forall X Z, Forall in_scope X -> Forall in_scope Z ->
    (P_position option_of misere (X ++ Z) <-> in_P (mul (value X) (value Z)) = true)).
  { intros X Z HX HZ. rewrite <- value_app. apply misere_outcomes. apply Forall_app. now split. }
  intros X Y HX HY. split.
  - intro H. apply reduced; auto. intros z Hz. destruct (onto z Hz) as (Z & HZ & <-).
    apply eq_true_iff_eq. rewrite <- !Sum by assumption. apply H. assumption.
  - intros E Z HZ. rewrite !Sum by assumption. now rewrite E.
Qed.

End Misere.
