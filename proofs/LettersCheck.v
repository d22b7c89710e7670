(** Check A of an algebraic certificate: the letters act on the elements and commute, and each word acts as its element.

    All parameters are at least 0; letters lead from elements to elements; u^0 does nothing and u^1 after u^m is u^(m+1); letters
    commute, powers with exponent 1; 1 times the word of an element is the element. So it is a commutative monoid. *)

From Coq Require Import List Arith ZArith Lia Bool.
From Impartial Require Import Linear Decisions Letters Presburger.
Import ListNotations.
Open Scope Z_scope.

Section LettersCheck.

Variable M : presburger.

(** The general index of a letter: none, or a variable that is at least 0. *)
Definition all_indices (l place : nat) (s : system) (go_on : system -> list form -> bool) : bool :=
  if has_index M l
  then assume (at_least_zero s (variable place)) (fun s => go_on s [variable place])
  else go_on s [].

Definition all_first_indices (l place : nat) (s : system) (go_on : system -> list form -> bool) : bool :=
  match kind_of M l with Power => go_on s [fixed 1] | _ => all_indices l place s go_on end.

Definition check_letter (place : nat) (s : system) (x : general) (l : nat) : bool :=
  all_indices l place s (fun s i => all_acts M s x (l, i) (fun s y => surely_element M s y)) &&
  match kind_of M l with
  | Power =>
      all_acts M s x (l, [fixed 0]) (fun s y => surely_equal s y x) &&
      all_indices l place s (fun s i =>
        all_acts M s x (l, i) (fun s y =>
          all_acts M s y (l, [fixed 1]) (fun s twice =>
            all_acts M s x (l, [plus (variable place) 1]) (fun s once => surely_equal s once twice))))
  | _ => true
  end.

Definition commutes_with_itself (l : nat) : bool := match kind_of M l with Family => false | _ => true end.

Definition check_commute (place : nat) (s : system) (x : general) (l m : nat) : bool :=
  (Nat.eqb l m && commutes_with_itself l) ||
  all_first_indices l place s (fun s i =>
    all_first_indices m (S place) s (fun s j =>
      all_acts M s x (l, i) (fun s xl =>
        all_acts M s xl (m, j) (fun s one_way =>
          all_acts M s x (m, j) (fun s xm =>
            all_acts M s xm (l, i) (fun s other_way => surely_equal s one_way other_way)))))).

Definition letter_numbers : list nat := seq O (length (alphabet M)).

Definition check_letters : bool :=
  surely_element M everything (constants (one M)) &&
  forallb (forallb (fun l => Nat.ltb l (length (alphabet M)))) (label_words M) &&
  forallb (fun lab =>
    all_general M lab O everything (fun s x =>
      forallb (always s) (parameters x) &&
      all_products M s (constants (one M)) x (fun s z => surely_equal s z x) &&
      forallb (fun l =>
        check_letter (dimension M lab) s x l &&
        forallb (check_commute (dimension M lab) s x l) (seq O (S l))) letter_numbers))
    (labels M).

(** ** What it proves *)

Definition is_letter (g : nat * list Z) : Prop :=
  (fst g < length (alphabet M))%nat /\
  if has_index M (fst g) then exists i, snd g = [i] /\ 0 <= i else snd g = [].

(** Powers with exponent 1, and all others. *)
Definition is_first (g : nat * list Z) : Prop :=
  is_letter g /\ match kind_of M (fst g) with Power => snd g = [1] | _ => True end.

Lemma toggle_act : forall b x g, act M (toggle b x) g = toggle b (act M x g).
Proof. intros. unfold act, toggle. simpl. now rewrite xorb_assoc. Qed.

Lemma toggle_false : forall x : elem, toggle false x = x.
Proof. intros [[|] l ps]; reflexivity. Qed.

Lemma toggle_toggle : forall b c (x : elem), toggle b (toggle c x) = toggle (xorb b c) x.
Proof. intros b c [d l ps]. unfold toggle. simpl. now rewrite xorb_assoc. Qed.

Definition plain (x : elem) : elem := Word false (label x) (parameters x).

Lemma toggle_plain : forall x, toggle (with_a x) (plain x) = x.
Proof. intros [b l ps]. unfold toggle, plain. simpl. now rewrite xorb_false_r. Qed.

Lemma plain_toggle : forall x, plain x = toggle (with_a x) x.
Proof. intros [b l ps]. unfold toggle, plain. simpl. now rewrite xorb_nilpotent. Qed.

Hypothesis checked : check_letters = true.

(** What was checked of the label of an element, at its parameters and two indices. *)
Lemma checked_at : forall x more, is_element M x ->
  let v := of_list (parameters x ++ more) in
  exists s y, solves v s /\ value_at v y = plain x /\ parameters y = variables O (dimension M (label x)) /\
    forallb (always s) (parameters y) = true /\
    all_products M s (constants (one M)) y (fun s z => surely_equal s z y) = true /\
    forall l, (l < length (alphabet M))%nat ->
      check_letter (length (parameters x)) s y l = true /\
      forall m, (m <= l)%nat -> check_commute (length (parameters x)) s y l m = true.
Proof.
  intros x more Hx v. unfold check_letters in checked. apply andb_true_iff in checked. destruct checked as [_ H].
  rewrite forallb_forall in H. specialize (H _ (in_labels M x Hx)).
  destruct (all_general_sound M (label x) [] more x everything _ Hx eq_refl (solves_everything _) H)
    as (s & Hs & H' & E).
  exists s. eexists. split; [exact Hs|]. split; [exact (E false)|]. split; [reflexivity|].
  apply andb_true_iff in H'. destruct H' as [H' H3]. apply andb_true_iff in H'. destruct H' as [H1 H2].
  split; [exact H1|]. split; [exact H2|]. intros l Hl. rewrite forallb_forall in H3.
  specialize (H3 l). rewrite andb_true_iff in H3. destruct Hx as (_ & Hd & _). rewrite Hd.
  destruct H3 as [H3 H4]; [apply in_seq; lia|]. split; [exact H3|]. intros m Hm. rewrite forallb_forall in H4.
  apply H4. apply in_seq. lia.
Qed.

Lemma one_is_element : is_element M (one M).
Proof.
  unfold check_letters in checked. apply andb_true_iff in checked. destruct checked as [H _].
  apply andb_true_iff in H. destruct H as [H _].
  apply (surely_element_sound M (of_list [])) in H; [|apply solves_everything]. now rewrite value_constants in H.
Qed.

Lemma parameters_nonneg : forall x, is_element M x -> Forall (fun i => 0 <= i) (parameters x).
Proof.
  intros x Hx. destruct (checked_at x [] Hx) as (s & y & Hs & E & _ & H & _).
  assert (Ep : parameters x = map (at_point (of_list (parameters x ++ []))) (parameters y)).
  { change (parameters x) with (parameters (plain x)) at 1. rewrite <- E. reflexivity. }
  rewrite Ep. apply Forall_map, Forall_forall. intros f Hf. rewrite forallb_forall in H. eapply always_sound; eauto.
Qed.

Lemma word_makes : forall x, is_element M x -> run elem _ (act M) (one M) (spelling M x) = toggle (with_a x) x.
Proof.
  intros x Hx. destruct (checked_at x [] Hx) as (s & y & Hs & E & _ & _ & H & _).
  destruct (all_products_sound M _ s _ y _ Hs H) as (s' & z & Hs' & H' & E').
  apply (surely_equal_sound _ s' _ _ Hs') in H'. rewrite E', value_constants, E in H'.
  rewrite <- plain_toggle, <- H'. unfold mul, product. cbn [with_a plain]. rewrite toggle_false. reflexivity.
Qed.

Lemma spelled_letters : forall x, is_element M x -> Forall is_letter (spelling M x).
Proof.
  intros x Hx. pose proof (parameters_nonneg x Hx) as Hp. destruct Hx as (Hl & Hd & _).
  assert (Hw : Forall (fun l => (l < length (alphabet M))%nat) (word_of M (label x))).
  { unfold check_letters in checked. apply andb_true_iff in checked. destruct checked as [H _].
    apply andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H.
    specialize (H (word_of M (label x)) (nth_In _ _ Hl)). rewrite forallb_forall in H.
    apply Forall_forall. intros l Hin. apply Nat.ltb_lt. auto. }
  unfold spelling. unfold dimension in Hd. revert Hp Hd. generalize (parameters x) as ps.
  induction Hw as [|l w Hin Hw IH]; intros ps Hp Hd; cbn [spelled filter] in *; [constructor|].
  destruct (has_index M l) eqn:E.
  - destruct ps as [|i ps]; [discriminate|]. inversion Hp; subst. constructor.
    + split; [exact Hin|]. simpl. rewrite E. exists i. auto.
    + apply IH; [assumption | simpl in Hd; lia].
  - constructor; [|now apply IH]. split; [exact Hin|]. simpl. now rewrite E.
Qed.

Lemma all_indices_sound : forall v l place s go_on i, solves v s -> all_indices l place s go_on = true ->
  is_letter (l, i) -> (has_index M l = true -> i = [v place]) ->
  exists s' f, solves v s' /\ go_on s' f = true /\ map (at_point v) f = i.
Proof.
  intros v l place s go_on i Hs H [_ Hi] Hv. unfold all_indices in H. simpl in Hi. destruct (has_index M l).
  - destruct Hi as (z & -> & Hz). specialize (Hv eq_refl). injection Hv as Hv.
    destruct (at_least_zero_sound v s (variable place) Hs) as (s' & E & Hs'); [rewrite at_variable; lia|].
    rewrite E in H. exists s', [variable place]. simpl. rewrite at_variable, Hv. auto.
  - subst i. exists s, []. auto.
Qed.

Lemma all_first_indices_sound : forall v l place s go_on i, solves v s -> all_first_indices l place s go_on = true ->
  is_first (l, i) -> (has_index M l = true -> i = [v place]) ->
  exists s' f, solves v s' /\ go_on s' f = true /\ map (at_point v) f = i.
Proof.
  intros v l place s go_on i Hs H [H1 H2] Hv. unfold all_first_indices in H. simpl in H2.
  destruct (kind_of M l) eqn:E; try (eapply all_indices_sound; eauto; fail).
  subst i. exists s, [fixed 1]. simpl. rewrite at_fixed. auto.
Qed.

(** An index as a list to put into a point. *)
Definition the_index (i : list Z) : Z := nth O i 0.

Lemma index_value : forall x i more l, is_letter (l, i) ->
  has_index M l = true -> i = [of_list (parameters x ++ the_index i :: more) (length (parameters x))].
Proof.
  intros x i more l [_ Hi] E. simpl in Hi. rewrite E in Hi. destruct Hi as (z & -> & _).
  unfold of_list. rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
Qed.

Lemma second_index_value : forall (x : elem) i j l, is_letter (l, j) ->
  has_index M l = true -> j = [of_list (parameters x ++ [i; the_index j]) (S (length (parameters x)))].
Proof.
  intros x i j l [_ Hi] E. simpl in Hi. rewrite E in Hi. destruct Hi as (z & -> & _).
  unfold of_list. rewrite app_nth2 by lia. replace (S (length (parameters x)) - length (parameters x))%nat with 1%nat by lia.
  reflexivity.
Qed.

Lemma act_is_element : forall x g, is_element M x -> is_letter g -> is_element M (act M x g).
Proof.
  intros x [l i] Hx Hg. destruct (checked_at x [the_index i] Hx) as (s & y & Hs & E & _ & _ & _ & H).
  destruct (H l (proj1 Hg)) as [H1 _]. unfold check_letter in H1. apply andb_true_iff in H1. destruct H1 as [H1 _].
  destruct (all_indices_sound _ l _ s _ i Hs H1 Hg (index_value x i [] l Hg)) as (s1 & f & Hs1 & H2 & Ef).
  destruct (all_acts_sound M _ s1 y (l, f) _ Hs1 H2) as (s2 & z & Hs2 & H3 & Ez).
  apply (surely_element_sound M _ s2 z Hs2) in H3. rewrite Ez, E in H3. unfold index_at in H3. simpl in H3.
  rewrite Ef in H3. rewrite <- (toggle_plain x), toggle_act. exact H3.
Qed.

(** Powers. *)
Lemma power_zero : forall x l, is_element M x -> (l < length (alphabet M))%nat -> kind_of M l = Power ->
  act M x (l, [0]) = x.
Proof.
  intros x l Hx Hl Hk. destruct (checked_at x [] Hx) as (s & y & Hs & E & _ & _ & _ & H).
  destruct (H l Hl) as [H1 _]. unfold check_letter in H1. rewrite Hk in H1. rewrite !andb_true_iff in H1.
  destruct H1 as [_ [H1 _]].
  destruct (all_acts_sound M _ s y _ _ Hs H1) as (s2 & z & Hs2 & H3 & Ez).
  apply (surely_equal_sound _ s2 _ _ Hs2) in H3. rewrite Ez, E in H3.
  unfold index_at in H3. cbn [fst snd map] in H3. rewrite at_fixed in H3.
  rewrite <- (toggle_plain x) at 1. rewrite toggle_act, H3. apply toggle_plain.
Qed.

Lemma power_next : forall x l m, is_element M x -> (l < length (alphabet M))%nat -> kind_of M l = Power -> 0 <= m ->
  act M x (l, [m + 1]) = act M (act M x (l, [m])) (l, [1]).
Proof.
  intros x l m Hx Hl Hk Hm. destruct (checked_at x [m] Hx) as (s & y & Hs & E & _ & _ & _ & H).
  assert (Hg : is_letter (l, [m])) by (split; [exact Hl | simpl; unfold has_index; rewrite Hk; eauto]).
  destruct (H l Hl) as [H1 _]. unfold check_letter in H1. rewrite Hk in H1. rewrite !andb_true_iff in H1.
  destruct H1 as [_ [_ H1]].
  destruct (all_indices_sound _ l _ s _ [m] Hs H1 Hg (index_value x [m] [] l Hg)) as (s1 & f & Hs1 & H2 & Ef).
  destruct (all_acts_sound M _ s1 y (l, f) _ Hs1 H2) as (s2 & z & Hs2 & H3 & Ez).
  destruct (all_acts_sound M _ s2 z _ _ Hs2 H3) as (s3 & z' & Hs3 & H4 & Ez').
  destruct (all_acts_sound M _ s3 y _ _ Hs3 H4) as (s4 & z'' & Hs4 & H5 & Ez'').
  apply (surely_equal_sound _ s4 _ _ Hs4) in H5. rewrite Ez', Ez'', Ez, E in H5.
  unfold index_at in H5. cbn [fst snd map] in H5. rewrite Ef, at_fixed, at_plus, at_variable in H5.
  pose proof (index_value x [m] [] l Hg) as V. unfold has_index in V. rewrite Hk in V. specialize (V eq_refl).
  injection V as V. change (the_index [m]) with m in V. rewrite <- V in H5.
  rewrite <- (toggle_plain x), !toggle_act, H5. reflexivity.
Qed.

Lemma first_commute : forall x g h, is_element M x -> is_first g -> is_first h ->
  act M (act M x g) h = act M (act M x h) g.
Proof.
  assert (Half : forall x l m i j, is_element M x -> is_first (l, i) -> is_first (m, j) -> (m <= l)%nat ->
    act M (act M x (l, i)) (m, j) = act M (act M x (m, j)) (l, i)).
  { intros x l m i j Hx Hg Hh Hm.
    destruct (checked_at x [the_index i; the_index j] Hx) as (s & y & Hs & E & _ & _ & _ & H).
    destruct (H l (proj1 (proj1 Hg))) as [_ H1]. specialize (H1 m Hm). unfold check_commute in H1.
    apply orb_true_iff in H1. destruct H1 as [H1|H1].
    - apply andb_true_iff in H1. destruct H1 as [H1 H2]. apply Nat.eqb_eq in H1. subst m. unfold commutes_with_itself in H2.
      assert (i = j); [|now subst]. destruct Hg as [[_ Hg1] Hg2]. destruct Hh as [[_ Hh1] Hh2]. cbn [fst snd] in *.
      unfold has_index in *. destruct (kind_of M l); [congruence | congruence | discriminate].
    - destruct (all_first_indices_sound _ l _ s _ i Hs H1 Hg (index_value x i _ l (proj1 Hg))) as (s1 & f & Hs1 & H2 & Ef).
      destruct (all_first_indices_sound _ m _ s1 _ j Hs1 H2 Hh (second_index_value x _ j m (proj1 Hh)))
        as (s2 & f' & Hs2 & H3 & Ef').
      destruct (all_acts_sound M _ s2 y _ _ Hs2 H3) as (s3 & z1 & Hs3 & H4 & E1).
      destruct (all_acts_sound M _ s3 z1 _ _ Hs3 H4) as (s4 & z2 & Hs4 & H5 & E2).
      destruct (all_acts_sound M _ s4 y _ _ Hs4 H5) as (s5 & z3 & Hs5 & H6 & E3).
      destruct (all_acts_sound M _ s5 z3 _ _ Hs5 H6) as (s6 & z4 & Hs6 & H7 & E4).
      apply (surely_equal_sound _ s6 _ _ Hs6) in H7. rewrite E2, E4, E1, E3, E in H7.
      unfold index_at in H7. cbn [fst snd] in H7. rewrite Ef, Ef' in H7.
      rewrite <- (toggle_plain x), !toggle_act, H7. reflexivity. }
  intros x [l i] [m j] Hx Hg Hh. destruct (Nat.le_gt_cases m l) as [L|L]; [auto|]. symmetry. apply Half; auto. lia.
Qed.

(** A power commutes with what its first power commutes with. *)
Lemma power_commute : forall l m h, (l < length (alphabet M))%nat -> kind_of M l = Power -> 0 <= m -> is_letter h ->
  (forall x, is_element M x -> act M (act M x (l, [1])) h = act M (act M x h) (l, [1])) ->
  forall x, is_element M x -> act M (act M x (l, [m])) h = act M (act M x h) (l, [m]).
Proof.
  intros l m h Hl Hk Hm Hh H. revert m Hm. apply (natlike_ind (fun m => forall x, is_element M x ->
    act M (act M x (l, [m])) h = act M (act M x h) (l, [m]))).
  - intros x Hx. rewrite !power_zero; auto using act_is_element.
  - intros m Hm IH x Hx. change (Z.succ m) with (m + 1).
    assert (Hg : is_letter (l, [m])) by (split; [exact Hl | simpl; unfold has_index; rewrite Hk; eauto]).
    rewrite !power_next by auto using act_is_element. rewrite H by auto using act_is_element. now rewrite IH.
Qed.

Lemma letters_commute : forall x g h, is_element M x -> is_letter g -> is_letter h ->
  act M (act M x g) h = act M (act M x h) g.
Proof.
  assert (Half : forall g h, is_letter g -> is_first h -> forall x, is_element M x ->
    act M (act M x g) h = act M (act M x h) g).
  { intros [l i] h Hg Hh. destruct (kind_of M l) eqn:Hk.
    1, 3: intros x Hx; apply first_commute; auto; split; [exact Hg|]; simpl; now rewrite Hk.
    destruct Hg as [Hl Hi]. simpl in Hl, Hi. unfold has_index in Hi. rewrite Hk in Hi. destruct Hi as (m & -> & Hm).
    apply power_commute; auto; [apply Hh|]. intros x Hx. apply first_commute; auto.
    split; [split; [exact Hl | simpl; unfold has_index; rewrite Hk; exists 1; split; [reflexivity | lia]]|].
    simpl. now rewrite Hk. }
  intros x g [l i] Hx Hg Hh. destruct (kind_of M l) eqn:Hk.
  1, 3: apply Half; auto; split; [exact Hh|]; simpl; now rewrite Hk.
  symmetry. destruct Hh as [Hl Hi]. simpl in Hl, Hi. unfold has_index in Hi. rewrite Hk in Hi. destruct Hi as (m & -> & Hm).
  apply power_commute; auto. intros y Hy. symmetry. apply Half; auto.
  split; [split; [exact Hl | simpl; unfold has_index; rewrite Hk; exists 1; split; [reflexivity | lia]]|].
  simpl. now rewrite Hk.
Qed.

(** So it is a commutative monoid. *)
Local Hint Resolve one_is_element act_is_element toggle_is_element spelled_letters letters_commute toggle_act toggle_false
  toggle_toggle word_makes : core.

Theorem mul_is_element : forall x y, is_element M x -> is_element M y -> is_element M (mul M x y).
Proof. apply product_element with (letter := is_letter); auto. Qed.

Theorem mul_comm : forall x y, is_element M x -> is_element M y -> mul M x y = mul M y x.
Proof. apply product_comm with (one := one M) (letter := is_letter); auto. Qed.

Theorem mul_assoc : forall x y z, is_element M x -> is_element M y -> is_element M z ->
  mul M x (mul M y z) = mul M (mul M x y) z.
Proof. apply product_assoc with (one := one M) (letter := is_letter); auto. Qed.

Theorem mul_one : forall x, is_element M x -> mul M (one M) x = x.
Proof. apply product_one; auto. Qed.

End LettersCheck.
