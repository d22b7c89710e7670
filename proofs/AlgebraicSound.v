(** The theorem on algebraic certificates: if the checks A to D succeed, the outcome in misère play of every sum of heaps, of any
    size, is as the certificate says. *)

From Coq Require Import List Arith NArith ZArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Exchange Misere.
From Impartial Require Import Linear Decisions Letters Presburger LettersCheck HeapsCheck SumsCheck SumsSound.
Import ListNotations.
Open Scope Z_scope.

Section AlgebraicSound.

Variable A : algebraic.

Local Notation c := (heap_rules A).
Local Notation M := (value_monoid A).
Local Notation p := (heap_period A).
Local Notation value_of := (phi (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation sum_of := (position_value (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation n0 := (regular_from (small_values A)).
Local Notation large := (large_from (heap_rules A) (small_values A)).

Hypothesis checked : check_algebraic A = true.

Lemma checked_parts :
  is_finite_plain c = true /\ N.eqb (largest_least c) 0 = true /\
  check_heap_values M p (small_values A) (class_values A) = true /\ check_letters M = true /\
  check_small_moves c M p (small_values A) (class_values A) = true /\
  check_large_moves c M p (small_values A) (class_values A) = true /\
  check_answers A = true /\ check_invariant A (sources A) = true /\ in_P M (one M) = false.
Proof. unfold check_algebraic in checked. rewrite !andb_true_iff, negb_true_iff in checked. tauto. Qed.

Let finite : is_finite_plain c = true.
Proof. apply checked_parts. Qed.
Let no_least : N.eqb (largest_least c) 0 = true.
Proof. apply checked_parts. Qed.
Let values_checked : check_heap_values M p (small_values A) (class_values A) = true.
Proof. apply checked_parts. Qed.
Let letters_checked : check_letters M = true.
Proof. apply checked_parts. Qed.

Lemma value_element : forall n, is_element M (value_of n).
Proof. apply phi_is_element; assumption. Qed.

Lemma sum_element : forall X, is_element M (sum_of X).
Proof. apply position_value_element; assumption. Qed.

Local Hint Resolve value_element sum_element : core.

Lemma large_is_regular : forall n, large <= Z.of_N n -> n0 <= Z.of_N n.
Proof.
  intros n H. unfold large_from in H. pose proof (most_heaps_pos c). pose proof (regular_positive M p _ _ values_checked).
  assert (1 * n0 <= Z.of_N (most_heaps c) * n0) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** ** Contexts that are called unmet *)

Definition unmet (n : N) (x : elem) : bool :=
  is_unmet (if Z.of_N n <? large then small_answer A n x else large_answer A n x).

Definition fits_source (src : source) (n : N) : Prop :=
  match source_heaps src with
  | inl e => e = value_of n
  | inr r => large <= Z.of_N n /\ r = Z.of_N n mod p
  end.

Definition source_argument (src : source) (n : N) : list Z :=
  match source_heaps src with inl _ => [] | inr _ => [Z.of_N n / p] end.

Lemma covers_sound : forall src table x arguments, covers A src table = true -> is_element M x ->
  is_unmet (tree_at arguments (answer_tree table (label x) (with_a x))) = true ->
  exists t, In t (unmet_trees src (label x) (with_a x)) /\ tree_at arguments t = true.
Proof.
  intros src table x arguments H Hx E. unfold covers in H. rewrite forallb_forall in H.
  specialize (H _ (in_labels M x Hx)). rewrite forallb_forall in H. specialize (H _ (in_bools (with_a x))).
  cbv zeta in H. rewrite <- simplified_at in E.
  change (simplified is_unmet (answer_tree table (label x) (with_a x))) with (unmet_tree table (label x) (with_a x)) in E.
  set (t := unmet_tree table (label x) (with_a x)) in *. exists t. split; [|assumption].
  assert (existsb (same_tree t) (unmet_trees src (label x) (with_a x)) = true) as He.
  { destruct t as [[|]|]; [exact H | discriminate E | exact H]. }
  apply existsb_exists in He. destruct He as (u & Hu & Eu). apply same_tree_eq in Eu. now rewrite Eu.
Qed.

Lemma unmet_source : forall n x o, option_of c n o -> is_element M x -> unmet n x = true ->
  exists src t, In src (sources A) /\ fits_source src n /\ In t (unmet_trees src (label x) (with_a x)) /\
    tree_at (parameters x ++ source_argument src n) t = true.
Proof.
  intros n x o Ho Hx H. destruct checked_parts as (_ & _ & _ & _ & _ & _ & _ & HI & _).
  unfold check_invariant in HI. rewrite !andb_true_iff in HI. destruct HI as [[[HI _] _] _].
  unfold all_covered in HI. apply andb_true_iff in HI. destruct HI as [H1 H2]. rewrite forallb_forall in H1, H2.
  unfold unmet in H. destruct (Z.ltb_spec (Z.of_N n) large) as [L|L].
  - specialize (H1 n (in_not_large c (small_values A) n L)).
    assert (He : existsb (fun src => match source_heaps src with
                               | inl e => same_elem e (value_of n) && covers A src (small_table A n)
                               | inr _ => false
                               end) (sources A) = true).
    { destruct (options c n) eqn:Eo; [|exact H1]. exfalso. destruct (options_complete c n o Ho) as (o' & _ & Hin).
      rewrite Eo in Hin. contradiction. }
    apply existsb_exists in He. destruct He as (src & Hsrc & He). unfold fits_source, source_argument.
    destruct (source_heaps src) as [e|] eqn:Es; [|discriminate].
    apply andb_true_iff in He. destruct He as [E1 E2]. apply same_elem_eq in E1.
    unfold small_answer in H. rewrite <- (app_nil_r (parameters x)) in H.
    destruct (covers_sound src _ x _ E2 Hx H) as (t & Ht & E).
    exists src, t. rewrite Es. auto.
  - specialize (H2 _ (in_residues M p _ _ values_checked (Z.of_N n))). apply existsb_exists in H2.
    destruct H2 as (src & Hsrc & He). unfold fits_source, source_argument.
    destruct (source_heaps src) as [|r] eqn:Es; [discriminate|].
    apply andb_true_iff in He. destruct He as [E1 E2]. apply Z.eqb_eq in E1.
    unfold large_answer in H. destruct (covers_sound src _ x _ E2 Hx H) as (t & Ht & E).
    exists src, t. rewrite Es. auto.
Qed.

Lemma with_source_sound : forall v s src n go_on, v O = Z.of_N n / p -> fits_source src n -> solves v s ->
  with_source A src s go_on = true ->
  exists s' value arguments, solves v s' /\ go_on s' value arguments = true /\
    value_at v value = value_of n /\ map (at_point v) arguments = source_argument src n.
Proof.
  intros v s src n go_on Hv Hf Hs H. unfold with_source, fits_source, source_argument in *.
  destruct (source_heaps src) as [e|r].
  - exists s, (constants e), []. rewrite value_constants. auto.
  - destruct Hf as [Hl ->].
    destruct (number_at_least_sound p v s (Z.of_N n mod p) large (variable O) Hs) as (s' & E & Hs').
    { rewrite at_variable, Hv. apply (least_number_le M p _ _ values_checked); lia. }
    rewrite E in H. cbn [assume] in H. exists s'. eexists. eexists. split; [exact Hs'|]. split; [exact H|].
    cbn [map]. rewrite value_class_form, at_variable, Hv. split; [|reflexivity].
    symmetry. apply phi_regular. now apply large_is_regular.
Qed.

Lemma all_where_J_sound : forall v sought s y x go_on, solves v s -> all_where_J A sought s y x go_on = true ->
  in_J A (value_at v y) (value_at v x) = sought -> exists s', solves v s' /\ go_on s' = true.
Proof.
  intros v sought s y x go_on Hs H E. unfold all_where_J in H. apply (all_where_sound _ _ _ v s go_on Hs H).
  rewrite map_app. exact E.
Qed.

(** ** Check D *)

Lemma invariant_parts :
  check_end A = true /\ (forall src, In src (sources A) -> check_start A src = true) /\ check_steps A (sources A) = true.
Proof.
  destruct checked_parts as (_ & _ & _ & _ & _ & _ & _ & H & _). unfold check_invariant in H. rewrite !andb_true_iff in H.
  destruct H as [[[_ H1] H2] H3]. rewrite forallb_forall in H2. auto.
Qed.

Lemma never_ends : forall y, is_element M y -> in_J A y (one M) <> true.
Proof.
  intros y Hy HJ. destruct invariant_parts as [H _]. unfold check_end in H. rewrite forallb_forall in H.
  specialize (H _ (in_labels M y Hy)). set (v := of_list ([0] ++ parameters y ++ [])).
  destruct (all_general_sound M _ [0] [] y everything _ Hy eq_refl (solves_everything v) H) as (s & Hs & H1 & E).
  apply toggled_value in E. fold v in E. rewrite forallb_forall in H1. specialize (H1 _ (in_bools (with_a y))).
  destruct (all_where_J_sound v true s _ _ _ Hs H1) as (s' & _ & F); [|discriminate].
  rewrite E, value_constants. exact HJ.
Qed.

Lemma starts : forall n x o, option_of c n o -> is_element M x -> unmet n x = true -> in_J A (value_of n) x = true.
Proof.
  intros n x o Ho Hx H. destruct (unmet_source n x o Ho Hx H) as (src & t & Hsrc & Hf & Ht & Et).
  destruct invariant_parts as (_ & HS & _). specialize (HS src Hsrc). unfold check_start in HS.
  rewrite forallb_forall in HS. specialize (HS _ (in_labels M x Hx)).
  set (v := of_list ([Z.of_N n / p] ++ parameters x ++ [])).
  destruct (all_general_sound M _ [Z.of_N n / p] [] x everything _ Hx eq_refl (solves_everything v) HS)
    as (s & Hs & H1 & E). apply toggled_value in E. fold v in E.
  destruct (with_source_sound v s src n _ eq_refl Hf Hs H1) as (s1 & value & arguments & Hs1 & H2 & Ev & Ea).
  rewrite forallb_forall in H2. specialize (H2 _ (in_bools (with_a x))). rewrite forallb_forall in H2.
  specialize (H2 t Ht). apply not_false_iff_true. intro F.
  destruct (all_where_sound true t _ v s1 _ Hs1 H2) as (s2 & Hs2 & H3).
  { rewrite map_app, Ea. rewrite <- Et. f_equal. f_equal. exact (f_equal parameters E). }
  destruct (all_where_J_sound v false s2 _ _ _ Hs2 H3) as (s3 & _ & G); [|discriminate].
  rewrite Ev, E. exact F.
Qed.

Lemma in_J_occurs : forall y x, in_J A y x = true -> occurs A (label y) (with_a y) = true.
Proof.
  intros y x H. unfold occurs. apply negb_true_iff, not_true_iff_false. intro F. rewrite forallb_forall in F.
  unfold in_J, j_tree in H. set (row := j_row A (label y) (with_a y)) in *.
  assert (G : is_never (fst (nth (label x) row (Tip false, Tip false))) &&
    is_never (snd (nth (label x) row (Tip false, Tip false))) = true).
  { destruct (nth_in_or_default (label x) row (Tip false, Tip false)) as [Hin| ->]; [now apply F | reflexivity]. }
  destruct (nth (label x) row (Tip false, Tip false)) as [t u]. cbn [fst snd] in G. apply andb_true_iff in G.
  destruct G as [G1 G2].
  assert (is_never (pick (with_a x) (t, u)) = true) as G by (destruct (with_a x); assumption).
  destruct (pick (with_a x) (t, u)) as [[|]|]; discriminate.
Qed.

Lemma steps : forall n x y o, option_of c n o -> is_element M x -> is_element M y ->
  in_J A y (mul M x (value_of n)) = true -> unmet n (mul M x y) = true -> in_J A (mul M y (value_of n)) x = true.
Proof.
  intros n x y o Ho Hx Hy HJ H.
  destruct (unmet_source n (mul M x y) o Ho) as (src & t & Hsrc & Hf & Ht & Et); [|exact H|].
  { now apply mul_is_element. }
  destruct invariant_parts as (_ & _ & HS). unfold check_steps in HS. rewrite forallb_forall in HS.
  specialize (HS _ (in_labels M y Hy)). rewrite forallb_forall in HS. specialize (HS _ (in_bools (with_a y))).
  rewrite (in_J_occurs _ _ HJ) in HS. cbn [negb orb] in HS.
  set (v := of_list ([Z.of_N n / p] ++ parameters y ++ parameters x ++ [])).
  destruct (all_general_sound M _ [Z.of_N n / p] (parameters x ++ []) y everything _ Hy eq_refl (solves_everything v) HS)
    as (s & Hs & H1 & E). apply toggled_value in E. fold v in E, Hs.
  rewrite forallb_forall in H1. specialize (H1 _ (in_labels M x Hx)).
  assert (Ed : (1 + dimension M (label y))%nat = length ([Z.of_N n / p] ++ parameters y)).
  { destruct Hy as (_ & <- & _). reflexivity. }
  assert (Ev0 : v = of_list (([Z.of_N n / p] ++ parameters y) ++ parameters x ++ [])).
  { unfold v. now rewrite <- app_assoc. }
  rewrite Ed in H1. assert (Hs' := Hs). rewrite Ev0 in Hs'.
  destruct (all_general_sound M _ ([Z.of_N n / p] ++ parameters y) [] x s _ Hx eq_refl Hs' H1) as (s1 & Hs1 & H2 & E').
  apply toggled_value in E'. rewrite <- Ev0 in E', Hs1.
  rewrite forallb_forall in H2. specialize (H2 _ (in_bools (with_a x))).
  set (x' := toggle (with_a x) _) in *. set (y' := toggle (with_a y) _) in *.
  destruct (all_products_sound M v s1 _ _ _ Hs1 H2) as (s2 & xy & Hs2 & H3 & Exy). rewrite E, E' in Exy.
  rewrite forallb_forall in H3. specialize (H3 src Hsrc). unfold check_step in H3.
  rewrite <- Exy in Ht, Et. cbn [value_at with_a label parameters] in Ht, Et.
  destruct (unmet_trees src (label xy) (with_a xy)) as [|t0 trees]; [contradiction|].
  destruct (with_source_sound v s2 src n _ eq_refl Hf Hs2 H3) as (s3 & value & arguments & Hs3 & H4 & Ev & Ea).
  rewrite forallb_forall in H4. specialize (H4 t Ht).
  destruct (all_where_sound true t _ v s3 _ Hs3 H4) as (s4 & Hs4 & H5).
  { rewrite map_app, Ea. exact Et. }
  destruct (all_products_sound M v s4 _ _ _ Hs4 H5) as (s5 & context & Hs5 & H6 & Ec). rewrite E', Ev in Ec.
  destruct (all_where_J_sound v true s5 _ _ _ Hs5 H6) as (s6 & Hs6 & H7).
  { rewrite E, Ec. exact HJ. }
  destruct (all_products_sound M v s6 _ _ _ Hs6 H7) as (s7 & sum & Hs7 & H8 & Esum). rewrite E, Ev in Esum.
  apply not_false_iff_true. intro F.
  destruct (all_where_J_sound v false s7 _ _ _ Hs7 H8) as (s8 & _ & G); [|discriminate].
  rewrite Esum, E'. exact F.
Qed.

(** ** The theorem *)

Definition need (v x : elem) : Prop := exists n o, value_of n = v /\ option_of c n o /\ unmet n x = true.

Lemma heaps_right : forall n,
  heap_is_right (option_of c) elem (one M) (mul M) value_of (is_element M) (in_P M) need n.
Proof.
  intro n. destruct checked_parts as (_ & _ & _ & _ & HB1 & HB2 & HC & _ & _).
  unfold check_answers in HC. apply andb_true_iff in HC. destruct HC as [HC1 HC2]. rewrite forallb_forall in HC1, HC2.
  assert (Met : forall x a o, option_of c n o -> is_element M x -> (is_unmet a = true -> unmet n x = true) ->
    answered A n x a -> in_P M (mul M x (value_of n)) = true \/
      (exists o, option_of c n o /\ in_P M (mul M x (sum_of o)) = true) \/ need (value_of n) x).
  { intros x a o Ho Hx Ha [H|[H|H]]; auto. right. right. exists n, o. subst a. auto. }
  destruct (Z.lt_ge_cases (Z.of_N n) large) as [L|L].
  - destruct (small_moves c M p _ _ values_checked letters_checked HB1 n L) as [HE HB].
    specialize (HC1 n (in_not_large c (small_values A) n L)).
    destruct (options c n) as [|o rest] eqn:Eo.
    + left. split; [|now apply HE]. intros o Ho. destruct (options_complete c n o Ho) as (o' & _ & Hin).
      rewrite Eo in Hin. contradiction.
    + right. assert (Ho : option_of c n o) by (apply options_sound; rewrite Eo; now left).
      split; [eauto|]. split; [intros x o' Hx Ho'; now apply HB|].
      intros x Hx. apply (Met x (small_answer A n x) o); auto.
      * intro E. unfold unmet. destruct (Z.ltb_spec (Z.of_N n) large); [assumption | lia].
      * now apply small_answers_sound.
  - destruct (large_moves c M p _ _ values_checked letters_checked finite no_least HB2 n L) as [[o Ho] HB].
    right. split; [eauto|]. split; [intros x o' Hx Ho'; now apply HB|].
    intros x Hx. apply (Met x (large_answer A n x) o); auto.
    + intro E. unfold unmet. destruct (Z.ltb_spec (Z.of_N n) large); [lia | assumption].
    + apply class_answers_sound; auto; [now apply large_is_regular|].
      apply HC2. apply (in_residues M p _ _ values_checked).
Qed.

Theorem algebraic_monoid : forall x y, is_element M x -> is_element M y ->
  is_element M (mul M x y) /\ mul M x y = mul M y x /\ mul M (one M) x = x /\
  forall z, is_element M z -> mul M x (mul M y z) = mul M (mul M x y) z.
Proof.
  intros x y Hx Hy. split; [now apply mul_is_element|]. split; [now apply mul_comm|]. split; [now apply mul_one|].
  intros z Hz. now apply mul_assoc.
Qed.

Theorem algebraic_outcomes : forall X,
  (P_position (option_of c) misere X <-> in_P M (sum_of X) = true) /\
  (N_position (option_of c) misere X <-> in_P M (sum_of X) = false).
Proof.
  intro X.
  apply (misere_outcomes (option_of c) (games_of_codes_end c) elem (one M) (mul M) value_of (is_element M) (in_P M))
    with (in_scope := fun _ => True) (need := need) (R := fun y x => in_J A y x = true).
  - now apply one_is_element.
  - now apply mul_is_element.
  - now apply mul_one.
  - now apply mul_comm.
  - now apply mul_assoc.
  - exact value_element.
  - intros n o _ _. apply Forall_forall. trivial.
  - intros n _. apply heaps_right.
  - intros v x _ Hx (n & o & <- & Ho & H). eapply starts; eassumption.
  - intros v x y _ Hx Hy HJ (n & o & <- & Ho & H). eapply steps; eassumption.
  - intros y Hy HJ. exact (never_ends y Hy HJ).
  - apply checked_parts.
  - apply Forall_forall. trivial.
Qed.

End AlgebraicSound.
