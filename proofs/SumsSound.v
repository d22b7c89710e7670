(** Why the checks of an algebraic certificate suffice: if they succeed, a sum of heaps of any size is a P-position of misère
    play exactly if its value is in P. *)

From Coq Require Import List Arith NArith ZArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Exchange Misere.
From Impartial Require Import Linear Decisions Letters Presburger LettersCheck HeapsCheck SumsCheck.
Import ListNotations.
Open Scope Z_scope.

Section SumsSound.

Variable A : algebraic.

Local Notation c := (heap_rules A).
Local Notation M := (value_monoid A).
Local Notation p := (heap_period A).
Local Notation value_of := (phi (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation sum_of := (position_value (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation n0 := (regular_from (small_values A)).
Local Notation large := (large_from (heap_rules A) (small_values A)).

Hypothesis finite : is_finite_plain c = true.
Hypothesis no_least : N.eqb (largest_least c) 0 = true.
Hypothesis values_checked : check_heap_values M p (small_values A) (class_values A) = true.
Hypothesis letters_checked : check_letters M = true.

Let p_positive : 0 < p := period_positive M p _ _ values_checked.

Let value_element : forall n, is_element M (value_of n).
Proof. apply phi_is_element; assumption. Qed.

Let sum_element : forall X, is_element M (sum_of X).
Proof. apply position_value_element; assumption. Qed.

Local Hint Resolve value_element sum_element : core.

(** ** Check C *)

Lemma leads_to_P_sound : forall v s x values, solves v s -> leads_to_P A s x values = true ->
  in_P M (mul_all M (value_at v x) (map (value_at v) values)) = true.
Proof.
  intros v s x values Hs H. destruct (all_products_of_sound M v values s x _ Hs H) as (s' & z & Hs' & H' & E).
  rewrite <- E. apply not_false_iff_true. intro F.
  destruct (all_where_P_sound M v false s' z _ Hs' H' F) as (s2 & _ & H2). discriminate.
Qed.

Lemma is_option_sound : forall n taken o, is_option A n taken o = true -> option_of c n o.
Proof.
  intros n taken o H. unfold is_option in H. destruct (digit_at c taken) as [d|] eqn:Ed; [|discriminate].
  rewrite !andb_true_iff in H. destruct H as [[[[[[H1 H2] H3] H4] H5] H6] H7].
  apply N.leb_le in H1. apply N.leb_le in H2. apply N.eqb_eq in H3. rewrite forallb_forall in H4.
  exists taken, d. repeat split; try assumption.
  - apply Forall_forall. intros h Hh. apply N.ltb_lt. auto.
  - now apply fits_b_spec.
  - intros ->. change (Nat.leb 2 (length o) = true) in H7. now apply Nat.leb_le.
Qed.

Lemma small_move_sound : forall n taken l o, small_move A n taken l = Some o -> option_of c n o.
Proof.
  intros n taken l o H. unfold small_move in H. destruct (fixed_heaps l) as [heaps|]; [|discriminate].
  destruct (is_option A n taken _) eqn:E; [|discriminate]. injection H as <-. eapply is_option_sound. exact E.
Qed.

(** What the certificate says of a heap in a context. *)
Definition small_answer (n : N) (x : elem) : answer :=
  tree_at (parameters x) (answer_tree (small_table A n) (label x) (with_a x)).

Definition large_answer (n : N) (x : elem) : answer :=
  tree_at (parameters x ++ [Z.of_N n / p]) (answer_tree (class_table A (Z.of_N n mod p)) (label x) (with_a x)).

Definition answered (n : N) (x : elem) (a : answer) : Prop :=
  in_P M (mul M x (value_of n)) = true \/
  (exists o, option_of c n o /\ in_P M (mul M x (sum_of o)) = true) \/
  a = Unmet.

Lemma in_bools : forall b : bool, In b [false; true].
Proof. intros [|]; simpl; auto. Qed.

Lemma toggled_value : forall v (x : elem) l ps, (forall b, value_at v (Word b l ps) = Word b (label x) (parameters x)) ->
  value_at v (toggle (with_a x) (Word false l ps)) = x.
Proof.
  intros v x l ps H. unfold toggle. cbn [with_a label parameters]. rewrite xorb_false_r, H. now destruct x.
Qed.

Lemma small_answers_sound : forall n x, check_small_answers A n = true -> is_element M x ->
  answered n x (small_answer n x).
Proof.
  intros n x H Hx. unfold check_small_answers in H. rewrite forallb_forall in H. specialize (H _ (in_labels M x Hx)).
  set (v := of_list ([] ++ parameters x ++ [])).
  destruct (all_general_sound M _ [] [] x everything _ Hx eq_refl (solves_everything v) H) as (s & Hs & H1 & E).
  apply toggled_value in E. rewrite forallb_forall in H1. specialize (H1 _ (in_bools (with_a x))). cbv zeta in H1.
  set (x' := toggle (with_a x) _) in *.
  destruct (all_cases_sound _ _ _ v s _ Hs H1) as (s1 & Hs1 & H2).
  assert (Ep : map (at_point v) (parameters x') = parameters x) by exact (f_equal parameters E).
  rewrite Ep in H2. change (tree_at (parameters x) (answer_tree (small_table A n) (label x) (with_a x)))
    with (small_answer n x) in H2.
  fold v in E. unfold answered. destruct (small_answer n x) as [|taken l|].
  - left. apply (leads_to_P_sound v) in H2; [|assumption]. simpl in H2. now rewrite value_constants, E in H2.
  - right. left. destruct (small_move A n taken l) as [o|] eqn:Eo; [|discriminate].
    exists o. split; [eapply small_move_sound; exact Eo|].
    apply (leads_to_P_sound v) in H2; [|assumption]. simpl in H2. now rewrite value_constants, E in H2.
  - auto.
Qed.

(** The halves that are needed for an answer, each in the place of its heap. *)
Definition half_for (arguments : list Z) (h : heap_left) : Z :=
  match h with FixedHeap _ => 0 | MovingHeap _ f _ => at_point (of_list arguments) f / 2 end.

Fixpoint halves_right (v : point) (place : nat) (arguments : list Z) (l : list heap_left) : Prop :=
  match l with [] => True | h :: l => v place = half_for arguments h /\ halves_right v (S place) arguments l end.

Lemma halves_in_list : forall arguments l pre,
  halves_right (of_list (pre ++ map (half_for arguments) l)) (length pre) arguments l.
Proof.
  intros arguments. induction l as [|h l IH]; intros pre; [exact I|]. split.
  - unfold of_list. rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (pre ++ [half_for arguments h])). rewrite app_length, <- app_assoc in IH. simpl in IH.
    rewrite Nat.add_1_r in IH. exact IH.
Qed.

Lemma tokens_app : forall X Y, tokens (X ++ Y) = (tokens X + tokens Y)%N.
Proof. induction X as [|n X IH]; intro Y; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma regular_heap : forall v s r u, solves v s -> 0 <= r < p -> is_regular A s r u = true ->
  exists h, Z.of_N h = p * at_point v u + r /\ (0 < h)%N /\
    value_at v (class_form (class_values A) r u) = value_of h.
Proof.
  intros v s r u Hs Hr H. apply (always_sound v) in H; [|assumption]. rewrite at_plus in H.
  destruct (least_number_ge M p _ _ values_checked r n0 (at_point v u)) as [G1 G2]; [lia|].
  pose proof (regular_positive M p _ _ values_checked) as Hn0.
  exists (Z.to_N (p * at_point v u + r)). rewrite Z2N.id by lia. split; [reflexivity|]. split; [lia|].
  rewrite value_class_form, phi_regular; rewrite Z2N.id by lia; [|assumption].
  replace (p * at_point v u + r) with (r + at_point v u * p) by lia.
  rewrite Z_mod_plus_full, Z.mod_small, Z.div_add, Z.div_small by lia. f_equal.
Qed.

Lemma all_left_sound : forall v arguments l place s values k rest go_on,
  halves_right v place (map (at_point v) arguments) l -> solves v s ->
  all_left A l place s arguments values k rest go_on = true ->
  exists s' values' heaps, solves v s' /\ go_on s' values' = true /\
    map (value_at v) values' = map value_of heaps ++ map (value_at v) values /\
    length heaps = S (length l) /\ Forall (fun h => (0 < h)%N) heaps /\
    Z.of_N (tokens heaps) = p * at_point v rest + k.
Proof.
  intros v arguments.
  assert (Add : forall h r u k rest, Z.of_N h = p * u + r -> forall l heaps,
    length heaps = S (length (A := heap_left) l) /\ Forall (fun h => (0 < h)%N) heaps /\
      Z.of_N (tokens heaps) = p * (rest - u) + (k - r) -> (0 < h)%N ->
    length (heaps ++ [h]) = S (S (length l)) /\ Forall (fun h => (0 < h)%N) (heaps ++ [h]) /\
      Z.of_N (tokens (heaps ++ [h])) = p * rest + k).
  { intros h r u k rest Eh l heaps (H1 & H2 & H3) Hh. rewrite app_length, tokens_app. simpl. split; [lia|].
    split; [apply Forall_app; split; [assumption | now repeat constructor] | lia]. }
  induction l as [|[h|r f divisor] l IH]; intros place s values k rest go_on Hv Hs H; cbn [all_left] in H.
  - apply andb_true_iff in H. destruct H as [H1 H2].
    destruct (regular_heap v s (k mod p) (plus rest (k / p)) Hs) as (h & Eh & Hh & Ev); [|exact H1|].
    { apply Z.mod_pos_bound. exact p_positive. }
    exists s. eexists. exists [h]. split; [assumption|]. split; [exact H2|]. cbn [map app]. rewrite Ev.
    repeat split; [now repeat constructor|]. cbn [tokens]. rewrite at_plus in Eh.
    pose proof (Z.div_mod k p ltac:(lia)). lia.
  - destruct Hv as [_ Hv]. apply andb_true_iff in H. destruct H as [H1 H2]. apply N.ltb_lt in H1.
    destruct (IH (S place) s _ _ _ go_on Hv Hs H2) as (s' & values' & heaps & Hs' & H' & E & Hrest).
    exists s', values', (heaps ++ [h]). split; [assumption|]. split; [assumption|]. split.
    + rewrite E, map_app, <- app_assoc. cbn [map app]. now rewrite value_constants.
    + apply (Add h (Z.of_N h) 0); [lia | | assumption]. destruct Hrest as (R1 & R2 & R3).
      repeat split; try assumption. lia.
  - destruct Hv as [Hh Hv]. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H].
    apply Z.leb_le in H1. apply Z.ltb_lt in H2.
    destruct (divisor =? 1).
    + apply andb_true_iff in H. destruct H as [H3 H4].
      destruct (regular_heap v s r (compose arguments f) Hs) as (h & Eh & Hpos & Ev); [lia | exact H3 |].
      destruct (IH (S place) s _ _ _ go_on Hv Hs H4) as (s' & values' & heaps & Hs' & H' & E & Hrest).
      exists s', values', (heaps ++ [h]). split; [assumption|]. split; [assumption|]. split.
      * rewrite E, map_app, <- app_assoc. cbn [map app]. now rewrite Ev.
      * apply (Add h r (at_point v (compose arguments f))); [assumption | | assumption]. rewrite at_minus in Hrest. exact Hrest.
    + destruct (divisor =? 2); [|discriminate].
      destruct (is_even s (plus (compose arguments f) 1)) eqn:Ee; [discriminate|].
      assert (Even : Z.even (at_point v (compose arguments f)) = true).
      { apply not_false_iff_true. intro F. destruct (is_even_sound v s (plus (compose arguments f) 1) Hs) as (s' & E' & _).
        - rewrite at_plus, Z.even_add, F. reflexivity.
        - congruence. }
      cbn [half_for] in Hh. rewrite <- at_compose in Hh.
      assert (Twice : at_point v (compose arguments f) = 2 * v place).
      { apply Z.even_spec in Even. destruct Even as [z Ez]. rewrite Hh, Ez, Z.mul_comm, Z.div_mul by lia. lia. }
      cbv zeta in H. remember (minus (compose arguments f) (mixed 2 (variable place) 0 (fixed 0))) as difference eqn:Ed.
      assert (D : at_point v difference = 0).
      { rewrite Ed, at_minus, at_mixed, at_variable, at_fixed, Twice. lia. }
      destruct (at_least_zero_sound v s difference Hs) as (s1 & E1 & Hs1); [lia|].
      rewrite E1 in H. cbn [assume] in H.
      destruct (at_least_zero_sound v s1 (opposite difference) Hs1) as (s2 & E2 & Hs2); [rewrite at_opposite; lia|].
      rewrite E2 in H. cbn [assume] in H. apply andb_true_iff in H. destruct H as [H3 H4].
      destruct (regular_heap v s2 r (variable place) Hs2) as (h & Eh & Hpos & Ev); [lia | exact H3 |].
      destruct (IH (S place) s2 _ _ _ go_on Hv Hs2 H4) as (s' & values' & heaps & Hs' & H' & E & Hrest).
      exists s', values', (heaps ++ [h]). split; [assumption|]. split; [assumption|]. split.
      * rewrite E, map_app, <- app_assoc. cbn [map app]. now rewrite Ev.
      * apply (Add h r (at_point v (variable place))); [assumption | | assumption]. rewrite at_minus in Hrest. exact Hrest.
Qed.

Lemma class_answers_sound : forall n x, large <= Z.of_N n -> n0 <= Z.of_N n ->
  check_class_answers A (Z.of_N n mod p) = true -> is_element M x -> answered n x (large_answer n x).
Proof.
  intros n x Hn Hreg H Hx. unfold check_class_answers in H. rewrite forallb_forall in H.
  specialize (H _ (in_labels M x Hx)). cbv zeta in H.
  set (k := Z.of_N n / p). set (r := Z.of_N n mod p) in *.
  set (l := match large_answer n x with MoveTo _ l => l | _ => [] end).
  set (more := k :: map (half_for (parameters x ++ [k])) l).
  set (v := of_list ([] ++ parameters x ++ more)).
  assert (Vk : v (dimension M (label x)) = k).
  { destruct Hx as (_ & <- & _). unfold v, of_list. rewrite app_nil_l, app_nth2, Nat.sub_diag by lia. reflexivity. }
  destruct (number_at_least_sound p v everything r large (variable (dimension M (label x)))) as (s & E & Hs).
  { apply solves_everything. }
  { rewrite at_variable, Vk. apply (least_number_le M p _ _ values_checked); lia. }
  rewrite E in H. cbn [assume] in H.
  destruct (all_general_sound M _ [] more x s _ Hx eq_refl Hs H) as (s1 & Hs1 & H1 & E1).
  apply toggled_value in E1. rewrite forallb_forall in H1. specialize (H1 _ (in_bools (with_a x))). cbv zeta in H1.
  set (x' := toggle (with_a x) _) in *. fold v in E1.
  destruct (all_cases_sound _ _ _ v s1 _ Hs1 H1) as (s2 & Hs2 & H2).
  assert (Ep : map (at_point v) (parameters x') = parameters x) by exact (f_equal parameters E1).
  assert (Ea : map (at_point v) (parameters x' ++ [variable (dimension M (label x))]) = parameters x ++ [k]).
  { rewrite map_app, Ep. cbn [map]. now rewrite at_variable, Vk. }
  rewrite Ea in H2. change (tree_at (parameters x ++ [k]) (answer_tree (class_table A r) (label x) (with_a x)))
    with (large_answer n x) in H2.
  unfold answered. destruct (large_answer n x) as [|taken l'|] eqn:El.
  - left. apply (leads_to_P_sound v) in H2; [|assumption]. cbn [map mul_all] in H2.
    rewrite value_class_form, at_variable, Vk, E1 in H2. unfold k, r in H2. now rewrite <- (phi_regular M p (small_values A) (class_values A)) in H2.
  - right. left. apply andb_true_iff in H2. destruct H2 as [H2 H3].
    assert (Hhalves : halves_right v (S (dimension M (label x)))
      (map (at_point v) (parameters x' ++ [variable (dimension M (label x))])) l').
    { rewrite Ea. pose proof (halves_in_list (parameters x ++ [k]) l' (parameters x ++ [k])) as G.
      rewrite app_length in G. cbn [length] in G. rewrite Nat.add_1_r in G. destruct Hx as (_ & Hd & _). rewrite Hd in G.
      rewrite <- app_assoc in G. exact G. }
    destruct (all_left_sound v _ l' _ s2 [] _ _ _ Hhalves Hs2 H3)
      as (s3 & values & heaps & Hs3 & H4 & Ev & Hlen & Hpos & Ht).
    rewrite app_nil_r in Ev. exists heaps.
    unfold may_take in H2. destruct (digit_at c taken) as [d|] eqn:Ed; [|discriminate].
    apply andb_true_iff in H2. destruct H2 as [Hm H0]. rewrite at_variable, Vk in Ht.
    assert (Et : Z.of_N (tokens heaps) = Z.of_N n - Z.of_N taken).
    { rewrite Ht. unfold k, r. pose proof (Z.div_mod (Z.of_N n) p ltac:(lia)). lia. }
    destruct (code_bounded c finite no_least taken d _ Ed Hm) as (_ & _ & Hshape & Hleast).
    split.
    + exists taken, d. rewrite Hlen. repeat split; try assumption; try lia.
      * now rewrite Hshape.
      * intros ->. change (Nat.leb 2 (S (length l')) = true) in H0. now apply Nat.leb_le.
    + apply (leads_to_P_sound v) in H4; [|assumption]. rewrite Ev, E1 in H4.
      rewrite mul_all_heaps in H4 by assumption. exact H4.
  - auto.
Qed.

End SumsSound.
