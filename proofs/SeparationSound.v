(** What check E of an algebraic certificate proves of the game: infinitely many heaps of which no two are indistinguishable; or that
    two sums are indistinguishable exactly if they have the same value, so that the monoid is the misère quotient. *)

From Coq Require Import List Arith NArith ZArith Lia Bool.
From Impartial Require Import Positions Rules Options Sums Misere.
From Impartial Require Import Linear Decisions Letters Presburger LettersCheck HeapsCheck SumsCheck AlgebraicSound.
From Impartial Require Import SeparationCheck.
Import ListNotations.
Open Scope Z_scope.

Section SeparationSound.

Variable A : algebraic.
Variable E : separation.

Local Notation c := (heap_rules A).
Local Notation M := (value_monoid A).
Local Notation value_of := (phi (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation sum_of := (position_value (value_monoid A) (heap_period A) (small_values A) (class_values A)).

Hypothesis checked : check_algebraic A = true.
Hypothesis entries : check_entries A E = true.
Hypothesis generated : check_generated A E = true.

Let values_checked : check_heap_values M (heap_period A) (small_values A) (class_values A) = true.
Proof. apply (checked_parts A checked). Qed.
Let letters_checked : check_letters M = true.
Proof. apply (checked_parts A checked). Qed.

(** Elements that are told apart are so by a sum of heaps. *)
Lemma sum_app : forall X Z, sum_of (X ++ Z) = mul M (sum_of X) (sum_of Z).
Proof.
  apply sum_value_app with (element := is_element M).
  - now apply one_is_element.
  - now apply mul_is_element.
  - now apply mul_one.
  - now apply mul_assoc.
  - now apply value_element.
Qed.

Lemma told_apart_by_a_sum : forall X Y, told_apart A (sum_of X) (sum_of Y) ->
  ~ indistinguishable (option_of c) (fun _ => True) X Y.
Proof.
  intros X Y (z & Hz & D) H.
  destruct (elements_are_values A E values_checked letters_checked generated z Hz) as (Z & <-).
  apply D, eq_true_iff_eq. rewrite <- !sum_app.
  rewrite <- (proj1 (algebraic_outcomes A checked (X ++ Z))), <- (proj1 (algebraic_outcomes A checked (Y ++ Z))).
  apply H. apply Forall_forall. trivial.
Qed.

Theorem algebraic_onto : forall z, is_element M z -> exists Z, sum_of Z = z.
Proof. exact (elements_are_values A E values_checked letters_checked generated). Qed.

Lemma sum_of_one_heap : forall n, sum_of [n] = value_of n.
Proof.
  intro n. unfold position_value. cbn [sum_value]. pose proof (value_element A checked n).
  rewrite mul_comm; auto; [now apply mul_one | now apply one_is_element].
Qed.

Theorem residue_is_infinite : forall r contexts, In (r, contexts) (residue_contexts E) ->
  forall m n, regular_from (small_values A) <= Z.of_N m -> (m < n)%N ->
    Z.of_N m mod heap_period A = r -> Z.of_N n mod heap_period A = r ->
    ~ indistinguishable (option_of c) (fun _ => True) [m] [n].
Proof.
  intros r contexts Hin m n H1 H2 H3 H4. apply told_apart_by_a_sum. rewrite !sum_of_one_heap.
  exact (residue_told A E values_checked entries r contexts Hin m n H1 H2 H3 H4).
Qed.

(** ** All elements *)

Lemma mul_toggle_left : forall b x z, mul M (toggle b x) z = toggle b (mul M x z).
Proof.
  intros b x z. unfold mul, product. rewrite !(run_toggle elem _ (act M) toggle (toggle_act M)).
  rewrite !toggle_toggle. now rewrite xorb_comm.
Qed.

Lemma mul_toggle_right : forall b x z, mul M x (toggle b z) = toggle b (mul M x z).
Proof.
  intros b x z. unfold mul, product. rewrite !(run_toggle elem _ (act M) toggle (toggle_act M)).
  change (spelling M (toggle b z)) with (spelling M z). now rewrite toggle_toggle.
Qed.

Lemma told_toggle : forall b x y, told_apart A (toggle b x) (toggle b y) -> told_apart A x y.
Proof.
  intros b x y (z & Hz & D). exists (toggle b z). split; [exact Hz|]. rewrite !mul_toggle_right.
  now rewrite !mul_toggle_left in D.
Qed.

Lemma told_symmetric : forall x y, told_apart A x y -> told_apart A y x.
Proof. intros x y (z & Hz & D). exists z. auto. Qed.

Fixpoint less (a b : list Z) : Prop :=
  match a, b with x :: a, y :: b => x < y \/ (x = y /\ less a b) | _, _ => False end.

Lemma less_or_greater : forall a b, length a = length b -> a <> b -> less a b \/ less b a.
Proof.
  induction a as [|x a IH]; intros [|y b] L D; simpl in *; try discriminate; [congruence|].
  destruct (Z.lt_trichotomy x y) as [H|[H|H]]; [now left; left | | now right; left]. subst y.
  destruct (IH b) as [H|H]; [lia | congruence | left; now right | right; now right].
Qed.

Lemma all_less_sound : forall v vs ws s go_on, solves v s -> all_less vs ws s go_on = true ->
  less (map (at_point v) vs) (map (at_point v) ws) -> exists s', solves v s' /\ go_on s' = true.
Proof.
  intros v. induction vs as [|f vs IH]; intros [|g ws] s go_on Hs H L; cbn [map less all_less] in *; try contradiction.
  apply andb_true_iff in H. destruct H as [H1 H2]. destruct L as [L|[L1 L2]].
  - destruct (at_least_zero_sound v s (plus (minus g f) (-1)) Hs) as (s1 & E1 & Hs1); [rewrite at_plus, at_minus; lia|].
    rewrite E1 in H1. eauto.
  - destruct (at_least_zero_sound v s (minus g f) Hs) as (s1 & E1 & Hs1); [rewrite at_minus; lia|].
    rewrite E1 in H2. cbn [assume] in H2.
    destruct (at_least_zero_sound v s1 (opposite (minus g f)) Hs1) as (s2 & E2 & Hs2).
    { rewrite at_opposite, at_minus. lia. }
    rewrite E2 in H2. exact (IH ws s2 go_on Hs2 H2 L2).
Qed.

Lemma labels_told : forall x y b contexts, is_element M x -> is_element M y ->
  check_labels A (label x) (label y) b contexts = true ->
  (label x = label y -> b = false -> less (parameters x) (parameters y)) ->
  told_apart A (plain x) (toggle b (plain y)).
Proof.
  intros x y b contexts Hx Hy H L. unfold check_labels in H.
  set (v := of_list ([] ++ parameters x ++ parameters y ++ [])).
  destruct (all_general_sound M _ [] (parameters y ++ []) x everything _ Hx eq_refl (solves_everything v) H)
    as (s & Hs & H1 & E1). fold v in Hs, E1.
  assert (Hd : dimension M (label x) = length (parameters x)) by (symmetry; apply Hx).
  rewrite Hd in H1 at 1.
  destruct (all_general_sound M _ (parameters x) [] y s _ Hy eq_refl Hs H1) as (s1 & Hs1 & H2 & E2).
  change (of_list (parameters x ++ parameters y ++ [])) with v in Hs1, E2. cbv zeta in H2.
  set (x' := Word false (label x) _) in H2. set (y' := Word false (label y) _) in H2.
  assert (Ex : value_at v x' = plain x) by exact (E1 false).
  assert (Ey : value_at v (toggle b y') = toggle b (plain y)).
  { unfold toggle. unfold y'. cbn [with_a label parameters plain]. now rewrite E2. }
  rewrite <- Ex, <- Ey.
  destruct (Nat.eqb_spec (label x) (label y)) as [D|D]; [destruct b|]; cbn [andb negb] in H2;
    try (eapply all_told_sound; eassumption).
  destruct (all_less_sound v _ _ s1 _ Hs1 H2) as (s2 & Hs2 & H3); [|eapply all_told_sound; eassumption].
  rewrite <- Hd in E2.
  assert (Px : map (at_point v) (parameters x') = parameters x) by exact (f_equal parameters Ex).
  assert (Py : map (at_point v) (parameters y') = parameters y) by exact (f_equal parameters Ey).
  rewrite Px, Py. auto.
Qed.

Hypothesis all_told : all_labels_told A E = true.

Theorem elements_told : forall x y, is_element M x -> is_element M y -> x <> y -> told_apart A x y.
Proof.
  assert (Half : forall x y, is_element M x -> is_element M y -> (label x <= label y)%nat ->
    (label x = label y -> with_a x = with_a y -> less (parameters x) (parameters y)) -> told_apart A x y).
  { intros x y Hx Hy L HL. unfold all_labels_told in all_told. rewrite forallb_forall in all_told.
    specialize (all_told _ (in_labels M x Hx)). rewrite forallb_forall in all_told.
    specialize (all_told _ (in_labels M y Hy)). apply orb_true_iff in all_told.
    destruct all_told as [F|F]; [apply Nat.ltb_lt in F; lia|]. rewrite forallb_forall in F.
    set (b := xorb (with_a x) (with_a y)).
    assert (Hb : In b [false; true]) by (destruct b; simpl; auto). specialize (F b Hb).
    apply existsb_exists in F. destruct F as ([[[x' y'] b'] contexts] & Hin & F). cbn [fst] in F.
    rewrite !andb_true_iff in F. destruct F as [[F1 F2] F3].
    apply Nat.eqb_eq in F1. apply Nat.eqb_eq in F2. apply eqb_prop in F3. subst x' y' b'.
    pose proof entries as HE. apply andb_true_iff in HE. destruct HE as [_ HE]. rewrite forallb_forall in HE.
    specialize (HE _ Hin). cbn [fst snd] in HE.
    apply (told_toggle (with_a x)). rewrite <- plain_toggle.
    replace (toggle (with_a x) y) with (toggle b (plain y)).
    - apply labels_told with contexts; auto. intros E1 E2. apply HL; [assumption|]. unfold b in E2. now apply xorb_eq.
    - rewrite plain_toggle, toggle_toggle. unfold b. f_equal. rewrite xorb_assoc, xorb_nilpotent. apply xorb_false_r. }
  intros x y Hx Hy D. destruct (Nat.lt_total (label x) (label y)) as [L|[L|L]].
  - apply Half; auto; lia.
  - destruct (Bool.bool_dec (with_a x) (with_a y)) as [W|W].
    + destruct (less_or_greater (parameters x) (parameters y)) as [G|G].
      * destruct Hx as (_ & -> & _). destruct Hy as (_ & -> & _). now rewrite L.
      * intro P. apply D. destruct x, y. simpl in *. now subst.
      * apply Half; auto. lia.
      * apply told_symmetric, Half; auto. lia.
    + apply Half; auto; [lia|]. intros _ W'. contradiction.
  - apply told_symmetric, Half; auto; lia.
Qed.

Lemma same_parameters : forall a b : list Z, {a = b} + {a <> b}.
Proof. apply list_eq_dec, Z.eq_dec. Qed.

Lemma same_element : forall x y : elem, {x = y} + {x <> y}.
Proof. decide equality; auto using same_parameters, Nat.eq_dec, Bool.bool_dec. Qed.

Theorem monoid_is_quotient : forall X Y,
  indistinguishable (option_of c) (fun _ => True) X Y <-> sum_of X = sum_of Y.
Proof.
  intros X Y. split.
  - intro H. destruct (same_element (sum_of X) (sum_of Y)) as [D|D]; [exact D|]. exfalso.
    apply (told_apart_by_a_sum X Y); [|exact H]. apply elements_told; auto; now apply sum_element.
  - intros D Z _. rewrite (proj1 (algebraic_outcomes A checked (X ++ Z))), (proj1 (algebraic_outcomes A checked (Y ++ Z))).
    now rewrite !sum_app, D.
Qed.

End SeparationSound.
