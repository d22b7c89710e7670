(** Check E of an algebraic certificate: contexts tell elements apart, and every element is the value of a sum.

    An entry names pairs (x, y) of elements and a list of contexts z; for each pair one of them must be an element with exactly one
    of x z and y z in P. Entries for a residue speak of the values of its regular heaps; entries for two labels of all their
    elements. A context counts for the game only if it is the value of a sum, so it is checked that a and every letter are
    values of heaps. *)

From Coq Require Import List Arith NArith ZArith Lia Bool.
From Impartial Require Import Positions Rules Options Sums.
From Impartial Require Import Linear Decisions Letters Presburger LettersCheck HeapsCheck SumsCheck.
Import ListNotations.
Open Scope Z_scope.

Record separation := Separation {
  letter_heaps : list (Z * Z);                             (* for each letter its heap, and the step of a family *)
  residue_contexts : list (Z * list general);
  label_contexts : list ((nat * nat * bool) * list general)
}.

Section SeparationCheck.

Variable A : algebraic.
Variable D : separation.

Local Notation M := (value_monoid A).
Local Notation p := (heap_period A).
Local Notation value_of := (phi (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation class_value := (class_form (class_values A)).
Local Notation n0 := (regular_from (small_values A)).

Definition image_of (arguments : list form) (z : general) : general :=
  Word (with_a z) (label z) (map (compose arguments) (parameters z)).

(** For every solution some context tells x from y: what one context does not tell apart is handed to the next. *)
Fixpoint all_told (contexts : list general) (arguments : list form) (x y : general) (s : system) : bool :=
  match contexts with
  | [] => false
  | z :: contexts =>
      let z := image_of arguments z in
      Nat.ltb (label z) (length (label_words M)) && Nat.eqb (length (parameters z)) (dimension M (label z)) &&
      all_cases (domain_of M (label z)) (parameters z) s (fun s inside =>
        if inside : bool then
          all_products M s x z (fun s xz =>
            all_products M s y z (fun s yz =>
              all_cases (p_tree M (label xz) (with_a xz)) (parameters xz) s (fun s one_in =>
                all_cases (p_tree M (label yz) (with_a yz)) (parameters yz) s (fun s other_in =>
                  if Bool.eqb one_in other_in then all_told contexts arguments x y s else true))))
        else all_told contexts arguments x y s)
  end.

Definition told_apart (x y : elem) : Prop :=
  exists z, is_element M z /\ in_P M (mul M x z) <> in_P M (mul M y z).

Lemma all_told_sound : forall v contexts arguments x y s, solves v s ->
  all_told contexts arguments x y s = true -> told_apart (value_at v x) (value_at v y).
Proof.
  intros v. induction contexts as [|z contexts IH]; intros arguments x y s Hs H; [discriminate|].
  cbn [all_told] in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H].
  set (z' := image_of arguments z) in *.
  destruct (all_cases_sound _ _ _ v s _ Hs H) as (s1 & Hs1 & H3).
  destruct (tree_at (map (at_point v) (parameters z')) (domain_of M (label z'))) eqn:E; [|eapply IH; eassumption].
  destruct (all_products_sound M v s1 _ _ _ Hs1 H3) as (s2 & xz & Hs2 & H4 & Ex).
  destruct (all_products_sound M v s2 _ _ _ Hs2 H4) as (s3 & yz & Hs3 & H5 & Ey).
  destruct (all_cases_sound _ _ _ v s3 _ Hs3 H5) as (s4 & Hs4 & H6).
  destruct (all_cases_sound _ _ _ v s4 _ Hs4 H6) as (s5 & Hs5 & H7).
  change (tree_at (map (at_point v) (parameters xz)) (p_tree M (label xz) (with_a xz))) with (in_P M (value_at v xz)) in H7.
  change (tree_at (map (at_point v) (parameters yz)) (p_tree M (label yz) (with_a yz))) with (in_P M (value_at v yz)) in H7.
  destruct (Bool.eqb (in_P M (value_at v xz)) (in_P M (value_at v yz))) eqn:B; [eapply IH; eassumption|].
  exists (value_at v z'). rewrite <- Ex, <- Ey. split.
  - apply Nat.ltb_lt in H1. apply Nat.eqb_eq in H2. repeat split; simpl; [assumption | now rewrite map_length | assumption].
  - intro F. rewrite F, Bool.eqb_reflx in B. discriminate.
Qed.

(** The values of the regular heaps p k + r and p l + r with k < l. *)
Definition check_residue (r : Z) (contexts : list general) : bool :=
  assume (number_at_least p everything r n0 (variable 0)) (fun s =>
    assume (at_least_zero s (plus (minus (variable 1) (variable 0)) (-1))) (fun s =>
      all_told contexts [variable 0; variable 1] (class_value r (variable 0)) (class_value r (variable 1)) s)).

(** The elements of two labels, the second with a or not; of one label those whose first different parameter is less in x. *)
Fixpoint all_less (vs ws : list form) (s : system) (go_on : system -> bool) : bool :=
  match vs, ws with
  | v :: vs, w :: ws =>
      let up := minus w v in
      assume (at_least_zero s (plus up (-1))) go_on &&
      assume (at_least_zero s up) (fun s => assume (at_least_zero s (opposite up)) (fun s => all_less vs ws s go_on))
  | _, _ => true
  end.

Definition check_labels (x_lab y_lab : nat) (b : bool) (contexts : list general) : bool :=
  all_general M x_lab O everything (fun s x =>
    all_general M y_lab (dimension M x_lab) s (fun s y =>
      let told := all_told contexts (parameters x ++ parameters y) x (toggle b y) in
      if Nat.eqb x_lab y_lab && negb b then all_less (parameters x) (parameters y) s told else told s)).

Definition check_entries : bool :=
  forallb (fun entry => (0 <=? fst entry) && (fst entry <? p) && check_residue (fst entry) (snd entry)) (residue_contexts D) &&
  forallb (fun entry => let '(x, y, b) := fst entry in check_labels x y b (snd entry)) (label_contexts D).

Definition all_labels_told : bool :=
  forallb (fun x =>
    forallb (fun y =>
      Nat.ltb y x ||
      forallb (fun b =>
        existsb (fun entry => let '(x', y', b') := fst entry in Nat.eqb x x' && Nat.eqb y y' && Bool.eqb b b')
          (label_contexts D)) [false; true])
      (labels M)) (labels M).

(** Whether a and every letter are values of heaps. *)
Definition value_of_size (z : Z) : elem := value_of (Z.to_N z).

Definition check_family (l : nat) (heap step : Z) : bool :=
  let each := p / step in
  let irregular := Z.max 0 (n0 - heap + step - 1) / step in
  (0 <=? heap) && (0 <? step) && (each * step =? p) &&
  forallb (fun i => same_elem (act M (one M) (l, [Z.of_nat i])) (value_of_size (heap + Z.of_nat i * step)))
    (seq O (Z.to_nat irregular)) &&
  forallb (fun i =>
    let first := irregular + Z.of_nat i in
    let size := heap + first * step in
    assume (at_least_zero everything (variable 0)) (fun s =>
      all_acts M s (constants (one M)) (l, [plus (mixed each (variable 0) 0 (fixed 0)) first]) (fun s y =>
        surely_equal s y (class_value (size mod p) (plus (variable 0) (size / p))))))
    (seq O (Z.to_nat each)).

Definition check_generator (l : nat) : bool :=
  let '(heap, step) := nth l (letter_heaps D) (0, 0) in
  match kind_of M l with
  | Core => same_elem (act M (one M) (l, [])) (value_of_size heap)
  | Power => same_elem (act M (one M) (l, [1])) (value_of_size heap)
  | Family => check_family l heap step
  end.

Definition check_generated : bool :=
  existsb (fun n => same_elem (value_of n) (toggle true (one M))) (count (length (small_values A) + Z.to_nat p) 0) &&
  forallb check_generator (letter_numbers M).

(** ** What it proves *)

Hypothesis values_checked : check_heap_values M p (small_values A) (class_values A) = true.
Hypothesis letters_checked : check_letters M = true.

Let p_positive : 0 < p := period_positive M p _ _ values_checked.

Theorem residue_told : check_entries = true -> forall r contexts, In (r, contexts) (residue_contexts D) ->
  forall m n, n0 <= Z.of_N m -> (m < n)%N -> Z.of_N m mod p = r -> Z.of_N n mod p = r ->
    told_apart (value_of m) (value_of n).
Proof.
  intros H r contexts Hin m n Hm Hmn Er1 Er2. apply andb_true_iff in H. destruct H as [H _].
  rewrite forallb_forall in H. specialize (H _ Hin). cbn [fst snd] in H. rewrite !andb_true_iff in H. destruct H as [_ H].
  unfold check_residue in H. set (v := of_list [Z.of_N m / p; Z.of_N n / p]).
  assert (L : Z.of_N m / p < Z.of_N n / p).
  { pose proof (Z.div_mod (Z.of_N m) p ltac:(lia)). pose proof (Z.div_mod (Z.of_N n) p ltac:(lia)).
    apply Z.nle_gt. intro G. assert (p * (Z.of_N n / p) <= p * (Z.of_N m / p)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  destruct (number_at_least_sound p v everything r n0 (variable 0)) as (s & E & Hs).
  { apply solves_everything. }
  { rewrite at_variable. change (v O) with (Z.of_N m / p). rewrite <- Er1.
    apply (least_number_le M p _ _ values_checked); lia. }
  rewrite E in H. cbn [assume] in H.
  destruct (at_least_zero_sound v s (plus (minus (variable 1) (variable 0)) (-1)) Hs) as (s1 & E1 & Hs1).
  { rewrite at_plus, at_minus, !at_variable. change (v O) with (Z.of_N m / p). change (v 1%nat) with (Z.of_N n / p). lia. }
  rewrite E1 in H. cbn [assume] in H. apply (all_told_sound v) in H; [|assumption].
  rewrite !value_class_form, !at_variable in H. change (v O) with (Z.of_N m / p) in H. change (v 1%nat) with (Z.of_N n / p) in H.
  rewrite (phi_regular M p (small_values A) (class_values A) m) by assumption.
  rewrite (phi_regular M p (small_values A) (class_values A) n) by lia. rewrite Er1, Er2. exact H.
Qed.

(** Every element is the value of a sum. *)
Definition is_value (x : elem) : Prop := exists X, position_value M p (small_values A) (class_values A) X = x.

Local Notation sum_of := (position_value (value_monoid A) (heap_period A) (small_values A) (class_values A)).

Let sum_el : forall X, is_element M (sum_of X).
Proof. apply position_value_element; assumption. Qed.

Lemma values_multiply : forall x y, is_value x -> is_value y -> is_value (mul M x y).
Proof.
  intros x y (X & <-) (Y & <-). exists (X ++ Y). unfold position_value.
  apply sum_value_app with (element := is_element M).
  - now apply one_is_element.
  - now apply mul_is_element.
  - now apply mul_one.
  - now apply mul_assoc.
  - apply phi_is_element; assumption.
Qed.

Lemma heap_is_value : forall n, is_value (value_of n).
Proof.
  intro n. exists [n]. unfold position_value. simpl.
  assert (is_element M (value_of n)) by (apply phi_is_element; assumption).
  rewrite mul_comm; auto; [now apply mul_one | now apply one_is_element].
Qed.

Lemma value_is_element : forall x, is_value x -> is_element M x.
Proof. intros x (X & <-). apply sum_el. Qed.

(** A letter is a factor. *)
Lemma act_is_product : forall x g, is_element M x -> is_letter M g -> act M x g = mul M x (act M (one M) g).
Proof.
  intros x g Hx Hg. pose proof (one_is_element M letters_checked) as H1.
  assert (He : is_element M (act M (one M) g)) by now apply act_is_element.
  rewrite mul_comm by assumption. unfold mul, product.
  rewrite (run_toggle elem _ (act M) toggle (toggle_act M)).
  rewrite (run_act elem _ (act M) (is_element M) (is_letter M)); auto.
  - rewrite word_makes by assumption. rewrite toggle_act, toggle_toggle, xorb_nilpotent. now rewrite toggle_false.
  - intros. now apply act_is_element.
  - intros. now apply letters_commute.
  - now apply spelled_letters.
Qed.

Hypothesis generated : check_generated = true.

Lemma letters_are_values : forall g, is_letter M g -> is_value (act M (one M) g).
Proof.
  intros [l i] Hg. pose proof generated as H. apply andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H.
  assert (Hl : In l (letter_numbers M)) by (apply in_seq; destruct Hg; simpl in *; lia).
  specialize (H l Hl). unfold check_generator in H. destruct (nth l (letter_heaps D) (0, 0)) as [heap step].
  pose proof (one_is_element M letters_checked) as H1. pose proof Hg as Hg'.
  destruct Hg' as [Hlt Hi]. cbn [fst snd] in Hlt, Hi. unfold has_index in Hi.
  destruct (kind_of M l) eqn:Hk.
  - subst i. apply same_elem_eq in H. rewrite H. apply heap_is_value.
  - destruct Hi as (m & -> & Hm). apply same_elem_eq in H.
    assert (First : is_letter M (l, [1])).
    { split; [exact Hlt|]. cbn [fst snd]. unfold has_index. rewrite Hk. exists 1. split; [reflexivity | lia]. }
    clear Hg. revert m Hm. apply (natlike_ind (fun m => is_value (act M (one M) (l, [m])))).
    + rewrite power_zero by auto. now exists [].
    + intros m Hm IH. change (Z.succ m) with (m + 1). rewrite power_next by auto.
      rewrite act_is_product; [|now apply value_is_element | exact First].
      apply values_multiply; [exact IH|]. rewrite H. apply heap_is_value.
  - destruct Hi as (m & -> & Hm). unfold check_family in H. cbv zeta in H. rewrite !andb_true_iff in H.
    set (irregular := Z.max 0 (n0 - heap + step - 1) / step) in *. set (each := p / step) in *.
    destruct H as [[[[Ha Hb] Hc] Hd] He].
    apply Z.leb_le in Ha. apply Z.ltb_lt in Hb. apply Z.eqb_eq in Hc. rewrite forallb_forall in Hd, He.
    assert (0 <= irregular) by (apply Z.div_pos; lia).
    destruct (Z.lt_ge_cases m irregular) as [L|L].
    + specialize (Hd (Z.to_nat m)). rewrite Z2Nat.id in Hd by lia.
      assert (same_elem (act M (one M) (l, [m])) (value_of_size (heap + m * step)) = true) as E by (apply Hd, in_seq; lia).
      apply same_elem_eq in E. rewrite E. apply heap_is_value.
    + assert (Hpos : 0 < each) by (apply Z.nle_gt; intro; assert (each * step <= 0 * step)
        by (apply Z.mul_le_mono_nonneg_r; lia); lia).
      set (j := (m - irregular) mod each). set (t := (m - irregular) / each).
      pose proof (Z.mod_pos_bound (m - irregular) each Hpos) as Hj. fold j in Hj.
      pose proof (Z.div_mod (m - irregular) each ltac:(lia)) as B. fold j t in B.
      assert (Ht : 0 <= t) by (apply Z.div_pos; lia).
      specialize (He (Z.to_nat j)). rewrite Z2Nat.id in He by lia. specialize (He ltac:(apply in_seq; lia)).
      set (size := heap + (irregular + j) * step) in *.
      set (v := of_list [t]).
      destruct (at_least_zero_sound v everything (variable 0)) as (s & E & Hs).
      { apply solves_everything. }
      { rewrite at_variable. exact Ht. }
      rewrite E in He. cbn [assume] in He.
      destruct (all_acts_sound M v s _ _ _ Hs He) as (s1 & y & Hs1 & H2 & Ey).
      apply (surely_equal_sound v s1 _ _ Hs1) in H2. rewrite Ey, value_constants, value_class_form in H2.
      unfold index_at in H2. cbn [fst snd map] in H2. rewrite !at_plus, at_mixed, !at_variable, at_fixed in H2.
      change (v O) with t in H2. replace (each * t + 0 * 0 + (irregular + j)) with m in H2 by lia. rewrite H2.
      assert (Reg : n0 <= size).
      { pose proof (Z.mul_succ_div_gt (Z.max 0 (n0 - heap + step - 1)) step Hb) as G. fold irregular in G.
        assert (0 <= j * step) by (apply Z.mul_nonneg_nonneg; lia). unfold size. lia. }
      pose proof (regular_positive M p _ _ values_checked).
      assert (0 <= t * p) by (apply Z.mul_nonneg_nonneg; lia).
      replace (class_at (class_values A) (size mod p) (t + size / p)) with (value_of (Z.to_N (size + t * p))).
      * apply heap_is_value.
      * rewrite phi_regular; rewrite Z2N.id by lia; [|lia].
        rewrite Z_mod_plus_full, Z.div_add by lia. f_equal. lia.
Qed.

Lemma words_are_values : forall w x, is_value x -> Forall (is_letter M) w -> is_value (run elem _ (act M) x w).
Proof.
  induction w as [|g w IH]; intros x Hx Hw; [exact Hx|]. inversion Hw; subst. simpl. apply IH; [|assumption].
  rewrite act_is_product; [|now apply value_is_element | assumption].
  apply values_multiply; [assumption | now apply letters_are_values].
Qed.

Theorem elements_are_values : forall x, is_element M x -> is_value x.
Proof.
  intros x Hx. pose proof (one_is_element M letters_checked) as H1.
  assert (Plain : is_value (toggle (with_a x) x)).
  { rewrite <- (word_makes M letters_checked x Hx). apply words_are_values; [now exists [] | now apply spelled_letters]. }
  destruct (with_a x) eqn:E; [|rewrite toggle_false in Plain; exact Plain].
  pose proof generated as H. apply andb_true_iff in H. destruct H as [H _]. apply existsb_exists in H.
  destruct H as (n & _ & Ea). apply same_elem_eq in Ea.
  assert (x = mul M (value_of n) (toggle true x)) as ->.
  { rewrite Ea. unfold mul, product. rewrite !(run_toggle elem _ (act M) toggle (toggle_act M)).
    change (spelling M (toggle true x)) with (spelling M x). rewrite word_makes by assumption. rewrite !toggle_toggle, E.
    unfold toggle. cbn [with_a label parameters]. rewrite E. cbn [xorb]. destruct x. cbn in E. now subst. }
  apply values_multiply; [apply heap_is_value | exact Plain].
Qed.

End SeparationCheck.
