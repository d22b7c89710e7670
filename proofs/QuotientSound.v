(** Why the check of misère quotients suffices: [check_quotient_sound]. *)

From Coq Require Import List Arith NArith PArith MSetPositive Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Tables Exchange GrundyCheck Closure Monoid Misere TwoParts NormalPairs QuotientCheck.
Import ListNotations.
Open Scope N_scope.

(** Sets and rows. *)

Lemma equal_sets : forall s t, (forall n, has n s = has n t) -> PositiveSet.equal s t = true.
Proof.
  intros s t H. apply PositiveSet.equal_spec. intro a.
  assert (E : a = N.succ_pos (Pos.pred_N a)).
  { assert (N.pos a = N.pos (N.succ_pos (Pos.pred_N a))) by now rewrite N.succ_pos_spec, N.succ_pos_pred. congruence. }
  rewrite E, <- !has_in, H. reflexivity.
Qed.

Lemma get_mapped_count : forall A (f : N -> A) size x, x < N.of_nat size ->
  get (of_list (map f (count size 0))) x = Some (f x).
Proof.
  intros A f size x Hx. rewrite get_of_list, nth_error_map.
  rewrite (nth_error_nth' _ 0) by (rewrite length_count; lia). rewrite nth_count by lia.
  simpl. do 2 f_equal. lia.
Qed.

Lemma fast_action_is_action : forall q x g, fast_action (of_list (actions q)) x g = action q x g.
Proof.
  intros q x g. unfold fast_action, action. rewrite get_of_list.
  destruct (nth_error (actions q) (N.to_nat x)) as [r|] eqn:E.
  - now rewrite (nth_error_nth _ _ [] E).
  - apply nth_error_None in E. rewrite (nth_overflow (actions q) [] E). now destruct g.
Qed.

Lemma met_by_spec : forall rows values counted met x,
  (forall v, has v counted = true -> has x (set_at rows v) = true -> has x met = true) ->
  (has x (met_by rows counted met values) = true <->
   has x met = true \/ exists v, In v values /\ has x (set_at rows v) = true).
Proof.
  intros rows. induction values as [|v values IH]; intros counted met x H; simpl.
  - split; [auto|]. intros [|(v & [] & _)]; assumption.
  - destruct (has v counted) eqn:E.
    + rewrite IH by assumption. split.
      * intros [|(w & Hw & Hx)]; eauto.
      * intros [|(w & [->|Hw] & Hx)]; eauto.
    + rewrite IH.
      * rewrite has_union, orb_true_iff. split.
        -- intros [[|]|(w & Hw & Hx)]; eauto.
        -- intros [|(w & [->|Hw] & Hx)]; eauto.
      * intros w Hw Hx. rewrite has_union, orb_true_iff. apply has_with in Hw. destruct Hw as [->|Hw]; eauto.
Qed.

(** Pairs. *)

Lemma has_add_pair : forall a b t, has_pair a (add_pair b t) = true <-> a = b \/ has_pair a t = true.
Proof.
  intros [y x] [v u] t. unfold has_pair, add_pair. simpl. rewrite set_at_put.
  destruct (N.eqb_spec y v) as [->|Hne].
  - rewrite has_with. split; intros [H|H]; auto.
    + left. congruence.
    + left. congruence.
  - split; [auto|]. intros [H|H]; [congruence | assumption].
Qed.

Lemma in_sources : forall r xs x, In x xs -> In x (list_at (sources r xs) (look r x)).
Proof.
  intros r. induction xs as [|a xs IH]; intros x H; [contradiction|].
  simpl. unfold list_at at 1. rewrite get_put. destruct (N.eqb_spec (look r x) (look r a)) as [E|Hne].
  - destruct H as [->|H]; [now left|]. right. rewrite <- E. now apply IH.
  - destruct H as [->|H]; [congruence|]. apply IH in H. exact H.
Qed.

(** What the contexts needed by the heaps of value v are. *)
Definition needed (needs : table set) (v x : N) : Prop := has x (set_at needs v) = true.

Lemma all_needs_spec : forall one_heap value ns needs needs', all_needs one_heap value ns needs = Some needs' ->
  (forall v x, needed needs v x -> needed needs' v x) /\
  (forall n, In n ns -> exists u, one_heap n = Some u /\ forall x, has x u = true -> needed needs' (value n) x).
Proof.
  intros one_heap value. induction ns as [|n ns IH]; intros needs needs' H; simpl in H.
  - injection H as <-. split; [auto|]. intros n [].
  - destruct (one_heap n) as [u|] eqn:E; [|discriminate]. apply IH in H. destruct H as [H1 H2].
    assert (G : forall v x, (v = value n /\ has x u = true) \/ needed needs v x -> needed needs' v x).
    { intros v x Hx. apply H1. unfold needed. rewrite set_at_put. destruct (N.eqb_spec v (value n)) as [->|].
      - rewrite has_union, orb_true_iff. destruct Hx as [[_ Hx]|Hx]; auto.
      - destruct Hx as [[Hx _]|Hx]; [congruence | assumption]. }
    split; [auto|]. intros m [->|Hm]; [|auto]. exists u. auto.
Qed.

Section Products.

Variables (products : table (table N)) (size : nat).
Let order := N.of_nat size.
Let mul := product products.
Hypothesis full : forall x, x < order -> exists r, get products x = Some r.
Hypothesis mul_closed : forall x y, x < order -> y < order -> mul x y < order.
Hypothesis mul_commutes : forall x y, x < order -> y < order -> mul x y = mul y x.

Lemma product_row : forall x r y, get products x = Some r -> look r y = mul x y.
Proof. intros x r y E. unfold mul, product. now rewrite E. Qed.

Lemma p_rows_spec : forall in_p x z, x < order ->
  (has z (set_at (p_rows products in_p size) x) = true <-> z < order /\ has (mul x z) in_p = true).
Proof.
  intros in_p x z Hx. unfold set_at, p_rows. rewrite get_mapped_count by assumption.
  destruct (full x Hx) as [r E]. rewrite E, has_set_of, filter_In, in_count, (product_row x r z E).
  fold order. rewrite N.add_0_l. intuition lia.
Qed.

Lemma told_apart : forall in_p, all_told_apart (p_rows products in_p size) size = true ->
  forall x y, x < order -> y < order ->
  (forall z, z < order -> has (mul x z) in_p = has (mul y z) in_p) -> x = y.
Proof.
  intros in_p H. unfold all_told_apart in H. rewrite forallb_forall in H.
  assert (Main : forall x y, x < order -> y < x ->
    ~ (forall z, z < order -> has (mul x z) in_p = has (mul y z) in_p)).
  { intros x y Hx Hy Same. specialize (H x). rewrite in_count in H. specialize (H ltac:(lia)). cbv zeta in H.
    rewrite forallb_forall in H. specialize (H y). rewrite in_count in H. specialize (H ltac:(lia)).
    apply orb_true_iff in H. destruct H as [H|H]; [apply N.leb_le in H; lia|].
    rewrite equal_sets in H; [discriminate|]. intro z. apply eq_true_iff_eq. rewrite !p_rows_spec by lia.
    split; intros [Hz E]; (split; [assumption|]).
    - rewrite <- Same by assumption. exact E.
    - rewrite Same by assumption. exact E. }
  intros x y Hx Hy Same. destruct (N.lt_trichotomy x y) as [Hlt|[E|Hlt]]; [exfalso|assumption|exfalso].
  - apply (Main y x Hy Hlt). intros z Hz. symmetry. now apply Same.
  - exact (Main x y Hx Hlt Same).
Qed.

(** One heap. *)
Lemma heap_needs_spec : forall c in_p n u value found,
  heap_needs (p_rows products in_p size) (set_of (count size 0)) (value n) found = Some u ->
  (forall w, In w found <-> exists o, option_of c n o /\ sum_value 0 mul value o = w) ->
  (forall m, value m < order) -> (forall X, sum_value 0 mul value X < order) ->
  heap_is_right (option_of c) N 0 mul value (fun x => x < order) (fun x => has x in_p)
    (fun v x => v = value n /\ has x u = true) n.
Proof.
  intros c in_p n u value found H Found Helem Hsum. unfold heap_needs in H.
  set (rows := p_rows products in_p size) in *.
  destruct found as [|w0 found0] eqn:Eo.
  - left. destruct (N.eqb_spec (value n) 0) as [E|]; [|discriminate]. split; [|assumption].
    intros o Ho. apply (Found (sum_value 0 mul value o)). eauto.
  - right. destruct (proj1 (Found w0) (or_introl eq_refl)) as (o0 & Ho0 & _). rewrite <- Eo in *. clear Eo.
    set (met := met_by _ _ _ found) in H.
    destruct (PositiveSet.is_empty _) eqn:Einter; [|discriminate]. injection H as <-.
    assert (Met : forall x, has x met = true <->
      exists o, option_of c n o /\ has x (set_at rows (sum_value 0 mul value o)) = true).
    { intro x. unfold met. rewrite met_by_spec by (intros v Hv; now rewrite has_empty in Hv). rewrite has_empty.
      split.
      - intros [|(v & Hv & Hx)]; [discriminate|]. apply Found in Hv. destruct Hv as (o & Ho & <-). eauto.
      - intros (o & Ho & Hx). right. exists (sum_value 0 mul value o). split; [|assumption]. apply Found. eauto. }
    split; [|split].
    + now exists o0.
    + intros x o Hx Ho H1 H2.
      assert (A : has x (PositiveSet.inter (set_at rows (value n)) met) = true).
      { rewrite has_inter, andb_true_iff. split.
        - apply p_rows_spec; [auto|]. split; [assumption|]. rewrite mul_commutes by auto. assumption.
        - apply Met. exists o. split; [assumption|]. apply p_rows_spec; [auto|]. split; [assumption|].
          rewrite mul_commutes by auto. assumption. }
      rewrite (empty_set _ x Einter) in A. discriminate.
    + intros x Hx. destruct (has x (set_at rows (value n))) eqn:E1.
      * left. apply p_rows_spec in E1; [|auto]. destruct E1 as [_ E1]. rewrite mul_commutes by auto. assumption.
      * right. destruct (has x met) eqn:E2.
        -- left. apply Met in E2. destruct E2 as (o & Ho & E2). exists o. split; [assumption|].
           apply p_rows_spec in E2; [|auto]. destruct E2 as [_ E2]. rewrite mul_commutes by auto. assumption.
        -- right. split; [reflexivity|]. rewrite !has_diff, E1, E2. simpl. rewrite !andb_true_r.
           apply has_set_of, in_count. unfold order in Hx. lia.
Qed.

Lemma found_values_spec : forall c listed n value,
  (forall m, value m < order) ->
  (forall X Y, Permutation X Y -> sum_value 0 mul value X = sum_value 0 mul value Y) ->
  (forall m, m <= n -> value m = nth (N.to_nat m) listed 0) -> (forall m, nth m listed 0 < order) ->
  (forall x, x < order -> mul x 0 = x) -> n < N.of_nat (length listed) ->
  forall w, In w (found_values c products (rows_down products listed) listed (of_list listed) n) <->
    exists o, option_of c n o /\ sum_value 0 mul value o = w.
Proof.
  intros c listed n value Helem Hperm Same Hlisted Hone Hn w. unfold found_values. fold mul.
  assert (Ev : forall o, option_of c n o -> sum_value 0 mul (look (of_list listed)) o = sum_value 0 mul value o).
  { intros o Ho. apply sum_value_ext. intros m Hm. rewrite look_of_list. symmetry. apply Same.
    apply option_parts_smaller in Ho. pose proof (proj1 (Forall_forall _ _) Ho m Hm) as Hlt. cbv beta in Hlt. lia. }
  destruct (is_two_part c) eqn:Etwo.
  - rewrite (two_part_values_right c products listed (fun x => x < order) full Etwo).
    + split; intros (o & Ho & <-); exists o; (split; [assumption|]).
      * rewrite <- Ev by assumption. apply sum_value_ext. intros m _. apply look_of_list.
      * rewrite <- Ev by assumption. apply sum_value_ext. intros m _. symmetry. apply look_of_list.
    + auto.
    + auto.
    + auto.
    + assumption.
  - rewrite in_map_iff. split.
    + intros (o & <- & Ho). apply options_sound in Ho. exists o. split; [assumption|]. symmetry. auto.
    + intros (o & Ho & <-). destruct (options_complete c n o Ho) as (o' & HP & Hin). exists o'. split; [|assumption].
      rewrite Ev by now apply options_sound. symmetry. now apply Hperm.
Qed.

(** The pairs. *)
Lemma in_groups : forall needs v x, v < order -> x < order -> needed needs v x ->
  exists u r, In (v, u, sources r (count size 0)) (groups products needs size) /\
    get products v = Some r /\ (forall z, has z u = true <-> needed needs v z).
Proof.
  intros needs v x Hv Hx H. destruct (full v Hv) as [r Er]. unfold needed, set_at in H.
  destruct (get needs v) as [u|] eqn:Eu; [|now rewrite has_empty in H].
  exists u, r. split; [|split; [assumption|]].
  - unfold groups. apply in_flat_map. exists v. split; [apply in_count; unfold order in Hv; lia|].
    rewrite Eu, Er. destruct (PositiveSet.is_empty u) eqn:E; [|now left].
    rewrite (empty_set u x E) in H. discriminate.
  - intro z. unfold needed, set_at. now rewrite Eu.
Qed.

Lemma not_stuck : forall rounds l needs,
  (forall v x y, v < order -> x < order -> y < order ->
     normal l (y, mul x v) = true -> needed needs v (mul x y) -> normal l (mul y v, x) = true) ->
  (forall y, normal l (y, 0) = false) ->
  no_sum_is_stuck rounds l products needs size = true ->
  exists R : N -> N -> Prop,
    (forall v x, v < order -> x < order -> needed needs v x -> R v x) /\
    (forall v x y, v < order -> x < order -> y < order ->
       R y (mul x v) -> needed needs v (mul x y) -> R (mul y v) x) /\
    (forall y, y < order -> ~ R y 0).
Proof.
  intros rounds l needs Normal_next Normal_ends H. unfold no_sum_is_stuck in H.
  destruct (explore _ _ _ _ _ _ _ _) as [met|] eqn:E; [|discriminate].
  apply explore_closed in E; [|exact has_add_pair|].
  2:{ intros [y x]. unfold has_pair. simpl. rewrite set_at_empty. apply has_empty. }
  destruct E as [Hfirst Hnext].
  exists (fun y x => normal l (y, x) = true \/ has_pair (y, x) met = true). repeat split.
  - intros v x Hv Hx Hneed. destruct (normal l (v, x)) eqn:En; [now left|right].
    destruct (in_groups needs v x Hv Hx Hneed) as (u & r & Hin & _ & Hu).
    apply Hfirst. unfold first_pairs. apply in_flat_map. eexists. split; [exact Hin|]. cbv beta iota.
    apply in_map_iff. exists x. split; [reflexivity|]. apply filter_In. split.
    + apply in_count. unfold order in Hx. lia.
    + rewrite En, andb_true_r. now apply Hu.
  - intros v x y Hv Hx Hy [HR|HR] Hneed; [left; now apply Normal_next|].
    destruct (normal l (mul y v, x)) eqn:En; [now left|right].
    destruct (in_groups needs v (mul x y) Hv (mul_closed x y Hx Hy) Hneed) as (u & r & Hin & Er & Hu).
    apply (Hnext _ HR). unfold next_pairs. cbn [fst snd]. destruct (full y Hy) as [ry Ey]. rewrite Ey.
    apply in_flat_map. eexists. split; [exact Hin|]. cbv beta iota zeta.
    rewrite (product_row y ry v Ey). apply in_map_iff. exists x. split; [reflexivity|].
    apply filter_In. split.
    + rewrite (mul_commutes x v) by assumption. rewrite <- (product_row v r x Er). apply in_sources, in_count.
      unfold order in Hx. lia.
    + rewrite En, andb_true_r, (product_row y ry x Ey), mul_commutes by assumption. now apply Hu.
  - intros y Hy [HR|HR]; [now rewrite Normal_ends in HR|].
    rewrite forallb_forall in H. specialize (H y). rewrite in_count in H.
    specialize (H ltac:(unfold order in Hy; lia)). rewrite HR in H. discriminate.
Qed.

End Products.

(** A heap with the value and the option values of another is right if the other is. *)
Lemma heap_is_right_again : forall opt mul value element in_P need m m',
  (forall v, (exists o, opt m' o /\ sum_value 0 mul value o = v) <-> (exists o, opt m o /\ sum_value 0 mul value o = v)) ->
  value m' = value m ->
  heap_is_right opt N 0 mul value element in_P need m -> heap_is_right opt N 0 mul value element in_P need m'.
Proof.
  intros opt mul value element in_P need m m' Same Ev [[Hno E]|((o & Ho) & HB & HC)].
  - left. split; [|congruence]. intros o Ho.
    destruct (proj1 (Same (sum_value 0 mul value o)) (ex_intro _ o (conj Ho eq_refl))) as (o' & Ho' & _).
    exact (Hno o' Ho').
  - right. rewrite Ev. split; [|split].
    + destruct (proj2 (Same (sum_value 0 mul value o)) (ex_intro _ o (conj Ho eq_refl))) as (o' & Ho' & _). eauto.
    + intros x o1 Hx Ho1 H1 H2.
      destruct (proj1 (Same (sum_value 0 mul value o1)) (ex_intro _ o1 (conj Ho1 eq_refl))) as (o' & Ho' & E').
      apply (HB x o' Hx Ho' H1). unfold Misere.value in *. now rewrite E'.
    + intros x Hx. destruct (HC x Hx) as [H|[(o1 & Ho1 & H)|H]]; auto. right. left.
      destruct (proj2 (Same (sum_value 0 mul value o1)) (ex_intro _ o1 (conj Ho1 eq_refl))) as (o' & Ho' & E').
      exists o'. split; [assumption|]. unfold Misere.value in *. now rewrite E'.
Qed.

Lemma heap_is_right_more : forall opt mul value element in_P (need need' : N -> N -> Prop) n,
  (forall x, need (value n) x -> need' (value n) x) ->
  heap_is_right opt N 0 mul value element in_P need n -> heap_is_right opt N 0 mul value element in_P need' n.
Proof.
  intros opt mul value element in_P need need' n Hmore [H|(H1 & H2 & H3)]; [now left|right].
  split; [assumption|]. split; [assumption|]. intros x Hx. destruct (H3 x Hx) as [|[|]]; auto.
Qed.

(** Values of heaps. *)
Section Values.

Variable q : quotient.
Hypothesis formed : well_formed q = true.
Hypothesis period : period_holds q (of_list (phi q)) = true.

Lemma order_pos : 0 < order q.
Proof. unfold well_formed in formed. rewrite !andb_true_iff in formed. apply N.ltb_lt. tauto. Qed.

Lemma listed_element : forall i, nth i (phi q) 0 < order q.
Proof.
  intro i. pose proof formed as F. unfold well_formed in F. rewrite !andb_true_iff in F.
  destruct F as ((_ & F) & _). rewrite forallb_forall in F.
  destruct (Nat.lt_ge_cases i (length (phi q))) as [Hi|Hi].
  - apply N.ltb_lt, F, nth_In. assumption.
  - rewrite nth_overflow by assumption. apply order_pos.
Qed.

Lemma heap_value_element : forall n, heap_value q n < order q.
Proof. intro n. unfold heap_value. destruct (repeats q) as [[p first]|]; apply listed_element. Qed.

Lemma heap_value_repeats : forall p first, repeats q = Some (p, first) ->
  0 < p /\ is_finite_plain (rules q) = true /\ largest_least (rules q) = 0 /\
  most_heaps (rules q) * N.max 1 first + (most_heaps (rules q) - 1) * p + last_taken (rules q) + p <= heaps q /\
  (forall n, N.max 1 first <= n -> heap_value q (n + p) = heap_value q n) /\
  (forall n, first <= n -> n + p < heaps q -> look (of_list (phi q)) n = look (of_list (phi q)) (n + p)).
Proof.
  intros p first E. pose proof period as F. unfold period_holds in F. rewrite E in F. rewrite !andb_true_iff in F.
  destruct F as ((((F1 & F2) & F3) & F4) & F5). apply N.eqb_eq in F2. apply N.ltb_lt in F3. apply N.leb_le in F4.
  repeat split; try assumption.
  - intros n Hn. unfold heap_value. rewrite E. now rewrite place_periodic.
  - intros n H1 H2. rewrite forallb_forall in F5. apply N.eqb_eq, F5, in_count. lia.
Qed.

Lemma heap_value_listed : forall n, n < heaps q -> look (of_list (phi q)) n = heap_value q n.
Proof.
  intros n. destruct (repeats q) as [[p first]|] eqn:E.
  - destruct (heap_value_repeats p first E) as (Hp & _ & _ & _ & Hrep & Hsame).
    induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro Hn.
    destruct (N.lt_ge_cases n (N.max 1 first + p)) as [Hlt|Hge].
    + unfold heap_value. rewrite E. unfold place.
      replace (n <? N.max 1 first + p) with true by (symmetry; now apply N.ltb_lt). apply look_of_list.
    + replace n with (n - p + p) by lia. rewrite Hrep by lia. rewrite <- Hsame by lia. apply IH; lia.
  - intros _. unfold heap_value. rewrite E. apply look_of_list.
Qed.

Lemma listed_in_scope : forall n, n < heaps q -> in_scope q n.
Proof. intros n Hn. unfold in_scope. now destruct (repeats q). Qed.

Lemma scope_closed : forall n o, in_scope q n -> option_of (rules q) n o -> Forall (in_scope q) o.
Proof.
  intros n o Hn Ho. apply option_parts_smaller in Ho. eapply Forall_impl; [|exact Ho]. intros m Hm. simpl in Hm.
  unfold in_scope in *. destruct (repeats q); [trivial | lia].
Qed.

End Values.

Theorem check_quotient_sound : forall q nim_values, check_quotient q nim_values = true ->
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
Proof.
  intros q nim_values H. unfold check_quotient in H. apply andb_true_iff in H. destruct H as [Hform H]. cbv zeta in H.
  set (size := length (actions q)) in *. set (act := fast_action (of_list (actions q))) in *.
  set (tree := spanning_tree (generators q) act size) in *. set (products := rows act tree size) in *.
  set (in_p := set_of (p_portion q)) in *.
  rewrite !andb_true_iff in H. destruct H as ((((((Hcomm & Htree) & Hfull) & Hgen) & Hper) & Hred) & Hneeds).
  destruct (all_needs _ _ _ _) as [needs|] eqn:Eneeds; [|discriminate].
  change (order q) with (N.of_nat size) in *.
  pose proof (order_pos q Hform) as Hpos. change (order q) with (N.of_nat size) in Hpos.
  set (m := N.of_nat size) in *. set (mul := product products).
  pose proof Hform as F. unfold well_formed in F. rewrite !andb_true_iff in F.
  destruct F as ((((((_ & Frows) & _) & _) & Fone) & _) & Fphi).
  change (order q) with m in Frows.
  (* The monoid. *)
  assert (Aelem : forall x g, x < m -> (g < generators q)%nat -> act x g < m).
  { intros x g Hx Hg. unfold act. rewrite fast_action_is_action. unfold action.
    rewrite forallb_forall in Frows. unfold m, size in Hx.
    specialize (Frows (nth (N.to_nat x) (actions q) []) ltac:(apply nth_In; lia)).
    apply andb_true_iff in Frows. destruct Frows as [Hl Hr]. apply Nat.eqb_eq in Hl.
    rewrite forallb_forall in Hr. apply N.ltb_lt, Hr, nth_In. lia. }
  assert (Acomm : forall x g h, x < m -> (g < generators q)%nat -> (h < generators q)%nat ->
    act (act x g) h = act (act x h) g).
  { intros x g h Hx Hg Hh. unfold generators_commute in Hcomm. rewrite forallb_forall in Hcomm.
    specialize (Hcomm x). rewrite in_count in Hcomm. specialize (Hcomm ltac:(lia)). rewrite forallb_forall in Hcomm.
    specialize (Hcomm g). rewrite in_seq in Hcomm. specialize (Hcomm ltac:(lia)). rewrite forallb_forall in Hcomm.
    specialize (Hcomm h). rewrite in_seq in Hcomm. specialize (Hcomm ltac:(lia)). now apply N.eqb_eq. }
  assert (Hfollows : forall x y, x < m -> y < m -> by_word (generators q) act x y (mul x y)).
  { intros x y Hx Hy. apply product_by_word; assumption. }
  pose proof (mul_element m (generators q) act Aelem mul Hfollows) as Melem.
  pose proof (mul_one m (generators q) act Hpos Aelem Acomm mul Hfollows) as Mone.
  pose proof (mul_comm m (generators q) act Hpos Aelem Acomm mul Hfollows) as Mcomm.
  pose proof (mul_assoc m (generators q) act Hpos Aelem Acomm mul Hfollows) as Massoc.
  pose proof (mul_generator m (generators q) act Hpos Aelem Acomm mul Hfollows) as Mgen.
  pose proof (generated m (generators q) act Hpos Aelem Acomm mul Hfollows) as Mall.
  assert (Rows : forall x, x < m -> exists r, get products x = Some r).
  { intros x Hx. exists (row act tree x). unfold products, rows. now apply get_mapped_count. }
  (* Values of positions. *)
  pose proof (heap_value_element q Hform) as Helem. change (order q) with m in Helem.
  set (value := heap_value q) in *.
  pose proof (sum_value_element N 0 mul value (fun x => x < m) Hpos Melem Helem) as Velem.
  pose proof (sum_value_perm N 0 mul value (fun x => x < m) Hpos Melem Mcomm Massoc Helem) as Vperm.
  (* The heaps listed. *)
  pose proof (all_needs_spec _ _ _ _ _ Eneeds) as [_ Needs].
  assert (Listed : forall n, n < heaps q ->
    heap_is_right (option_of (rules q)) N 0 mul value (fun x => x < m) (fun x => has x in_p) (needed needs) n).
  { intros n Hn. destruct (Needs n) as (u & Eu & Hu); [apply in_count; unfold heaps in Hn; lia|].
    rewrite (heap_value_listed q Hper n Hn) in Hu, Eu. fold value in Hu, Eu.
    assert (Listed : forall k, k < heaps q -> value k = nth (N.to_nat k) (phi q) 0).
    { intros k Hk. unfold value. rewrite <- (heap_value_listed q Hper) by assumption. apply look_of_list. }
    eapply heap_is_right_more; [|apply (heap_needs_spec products size Rows Mcomm (rules q) in_p n u value _ Eu); auto].
    - intros x [_ Hx]. now apply Hu.
    - apply (found_values_spec products size Rows Mcomm); auto.
      + intros k Hk. apply Listed. lia.
      + exact (listed_element q Hform).
      + intros x Hx. rewrite Mcomm by assumption. auto. }
  (* All heaps in question. *)
  assert (All : forall n, in_scope q n ->
    heap_is_right (option_of (rules q)) N 0 mul value (fun x => x < m) (fun x => has x in_p) (needed needs) n).
  { destruct (repeats q) as [[p first]|] eqn:Erep.
    - destruct (heap_value_repeats q Hper p first Erep) as (Hp & Hplain & Hleast & Hfar & Hrep & _). fold value in Hrep.
      intros n _. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
      destruct (N.lt_ge_cases n (heaps q)) as [Hn|Hn]; [now apply Listed|].
      replace n with (n - p + p) by lia. apply heap_is_right_again with (m := n - p).
      + apply (same_option_values (rules q) (most_heaps (rules q)) (last_taken (rules q)) (largest_least (rules q))
                 (N.max 1 first) p (finite_plain_bounded _ Hplain) (most_heaps_pos _)); try lia; assumption.
      + apply Hrep. pose proof (most_heaps_pos (rules q)) as Hs.
        assert (1 * N.max 1 first <= most_heaps (rules q) * N.max 1 first) by (apply N.mul_le_mono_r; lia). lia.
      + apply IH. lia.
    - intros n Hn. apply Listed. unfold in_scope in Hn. now rewrite Erep in Hn. }
  cbv zeta in Hneeds. set (found := find_labels _ _ _ _ _ _ _) in Hneeds.
  set (l := if labels_hold found _ _ _ _ then _ else _) in Hneeds.
  assert (Normal : (forall v x y, v < m -> x < m -> y < m ->
      normal l (y, mul x v) = true -> needed needs v (mul x y) -> normal l (mul y v, x) = true) /\
    (forall y, normal l (y, 0) = false)).
  { unfold l. destruct (labels_hold found _ _ _ _) eqn:Elabels.
    - split.
      + apply (normal_next found size (generators q) act mul needs Aelem Hfollows Melem Mcomm Elabels).
      + exact (normal_never_ends found size (generators q) act needs Elabels).
    - unfold normal, no_labels. cbn [kernel]. split; intros; now rewrite has_empty in *. }
  destruct Normal as [Normal_next Normal_ends].
  destruct (not_stuck products size Rows Melem Mcomm _ l needs Normal_next Normal_ends Hneeds) as (R & R1 & R2 & R3).
  assert (OneP : has 0 in_p = false).
  { apply not_true_iff_false. unfold in_p. rewrite has_set_of. intro Hin. apply negb_true_iff in Fone.
    rewrite <- not_true_iff_false in Fone. apply Fone, existsb_exists. exists 0. auto. }
  assert (Onto : forall z, z < m -> exists Z, Forall (in_scope q) Z /\ sum_value 0 mul value Z = z).
  { apply Mall.
    - exists []. split; [constructor | reflexivity].
    - intros x g Hx Hg (Z & HZ & EZ). rewrite forallb_forall in Hgen. specialize (Hgen g). rewrite in_seq in Hgen.
      specialize (Hgen ltac:(lia)). apply existsb_exists in Hgen. destruct Hgen as (v & Hv & Ev). apply N.eqb_eq in Ev.
      destruct (In_nth _ _ 0 Hv) as (i & Hi & Ei).
      assert (Hn : N.of_nat i < heaps q) by (unfold heaps; lia).
      exists (N.of_nat i :: Z). split; [constructor; [now apply listed_in_scope | assumption]|].
      simpl. unfold value at 1. rewrite <- (heap_value_listed q Hper _ Hn), look_of_list, Nat2N.id, Ei, EZ, <- Ev.
      apply Mcomm; auto. }
  assert (Inp : forall x, has x in_p = true <-> In x (p_portion q)) by (intro x; apply has_set_of).
  exists mul. split; [|split; [|split; [|split]]].
  - repeat split; assumption.
  - intros x g Hx Hg. rewrite <- !fast_action_is_action. now apply Mgen.
  - exact Onto.
  - intros X HX.
    destruct (misere_outcomes (option_of (rules q)) (games_of_codes_end (rules q)) N 0 mul value (fun x => x < m)
                (fun x => has x in_p) Hpos Melem Mone Mcomm Massoc Helem (in_scope q) (scope_closed q)
                (needed needs) R All R1 R2 R3 OneP X HX) as [HP HN].
    unfold Misere.value in HP, HN. rewrite Inp in HP. rewrite <- not_true_iff_false, Inp in HN. now split.
  - apply (misere_quotient (option_of (rules q)) (games_of_codes_end (rules q)) N 0 mul value (fun x => x < m)
             (fun x => has x in_p) Hpos Melem Mone Mcomm Massoc Helem (in_scope q) (scope_closed q)
             (needed needs) R All R1 R2 R3 OneP Onto).
    apply (told_apart products size Rows in_p Hred).
Qed.
