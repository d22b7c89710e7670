(** The checks of Grundy values and of their periods, and why they suffice.

    [check_values] accepts a list only if it holds the Grundy values of heaps 0, 1, 2, ... of the game. [check_period] accepts a
    list, a first heap and a period only if the list holds the values of the heaps below first + period, the values of
    all heaps from first on have this period, and both numbers are least. For the period the rule of the least excluded value
    is checked for all heaps below s (first + period) + K; the exchange of a large heap does the rest (Guy and Smith). *)

From Coq Require Import List Arith NArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Nim Grundy Tables Exchange.
Import ListNotations.
Open Scope N_scope.

(** The rule for one heap: no option has its value, some option has each smaller one. *)
Definition mex_holds (c : code) (g : table N) (n : N) : bool :=
  let v := look g n in
  let found := map (nim_sum (look g)) (options c n) in
  let seen := set_of found in
  (v <=? N.of_nat (length found)) && negb (has v seen) && forallb (fun w => has w seen) (count (N.to_nat v) 0).

Lemma mex_holds_spec : forall c g n, mex_holds c g n = true ->
  is_mex (option_values c (look g) n) (look g n).
Proof.
  intros c g n H. unfold mex_holds in H. rewrite !andb_true_iff in H. destruct H as ((_ & H1) & H2).
  eapply mex_ext with (fun w => In w (map (nim_sum (look g)) (options c n))).
  - intro w. rewrite in_map_iff. split.
    + intros (o & <- & Ho). exists o. split; [now apply options_sound | reflexivity].
    + intros (o & Ho & <-). destruct (options_complete c n o Ho) as (o' & HP & Hin).
      exists o'. split; [apply nim_sum_perm; now symmetry | assumption].
  - split.
    + rewrite <- has_set_of. apply not_true_iff_false. now apply negb_true_iff.
    + intros w Hw. rewrite <- has_set_of. rewrite forallb_forall in H2. apply H2, in_count. lia.
Qed.

Definition check_values (c : code) (values : list N) : bool :=
  let g := of_list values in forallb (mex_holds c g) (count (length values) 0).

Theorem check_values_sound : forall c values, check_values c values = true ->
  forall n, n < N.of_nat (length values) -> nth (N.to_nat n) values 0 = grundy c n.
Proof.
  intros c values H n Hn. unfold check_values in H. rewrite forallb_forall in H.
  rewrite <- look_of_list.
  apply (grundy_unique_below c (look (of_list values)) (grundy c) (N.of_nat (length values))); [| |assumption].
  - intros m Hm. apply mex_holds_spec, H, in_count. lia.
  - intros m _. apply grundy_is_grundy.
Qed.

(** The heap below first + period that has the value of heap n. *)
Definition place (first period n : N) : N :=
  if n <? first + period then n else first + (n - first) mod period.

Lemma place_periodic : forall first period n, 0 < period -> first <= n ->
  place first period (n + period) = place first period n.
Proof.
  intros first period n Hp Hn. unfold place.
  replace (n + period <? first + period) with false by (symmetry; apply N.ltb_ge; lia).
  replace (n + period - first) with (n - first + 1 * period) by lia.
  rewrite N.mod_add by lia. destruct (N.ltb_spec n (first + period)); [|reflexivity].
  rewrite N.mod_small by lia. lia.
Qed.

(** The first heap and the period are least. *)
Definition is_least (values : table N) (first period : N) : bool :=
  ((first =? 0) || negb (look values (first - 1) =? look values (first - 1 + period))) &&
  forallb
    (fun q => negb (period mod q =? 0) ||
       existsb (fun at_ => negb (look values (first + at_) =? look values (first + at_ - q)))
         (count (N.to_nat (period - q)) q))
    (count (N.to_nat (period - 1)) 1).

Definition period_bound (c : code) (first period : N) : N :=
  N.max ((N.max 1 first + period) * most_heaps c + last_taken c) (largest_least c + period).

Definition check_period (c : code) (values : list N) (first period : N) : bool :=
  is_finite_plain c && (0 <? period) && (N.of_nat (length values) =? first + period) &&
  (let listed := of_list values in
   is_least listed first period &&
   (let bound := N.to_nat (period_bound c first period) in
    let g := tabulate bound (fun n => look listed (place first period n)) in
    forallb (mex_holds c g) (count bound 0))).

(** What a period claims. *)
Definition has_period (g : N -> N) (first period : N) : Prop :=
  0 < period /\ forall n, first <= n -> g (n + period) = g n.

Lemma has_period_times : forall g first period k n, has_period g first period -> first <= n ->
  g (n + k * period) = g n.
Proof.
  intros g first period k n [Hp H] Hn. induction k as [|k IH] using N.peano_ind.
  - f_equal. lia.
  - rewrite N.mul_succ_l, N.add_assoc, H by lia. exact IH.
Qed.

Lemma has_period_gcd : forall g first period first' period',
  has_period g first period -> has_period g first' period' -> has_period g first (N.gcd period period').
Proof.
  intros g n0 p n1 q Hp Hq. destruct Hp as [Hp0 Hp]. destruct Hq as [Hq0 Hq].
  destruct (N.gcd_bezout_pos p q Hp0) as (a & b & E). set (d := N.gcd p q) in *.
  assert (Hd : 0 < d).
  { assert (d <> 0); [|lia]. unfold d. intro Z. apply N.gcd_eq_0_l in Z. lia. }
  split; [assumption|].
  assert (Late : forall n, n0 <= n -> n1 <= n -> g (n + d) = g n).
  { intros n Hn0 Hn1. rewrite <- (has_period_times g n1 q b (n + d)) by (split || lia; assumption).
    rewrite <- (has_period_times g n0 p a n) by (split || lia; assumption). f_equal. lia. }
  intros n Hn.
  rewrite <- (has_period_times g n0 p n1 (n + d)) by (split || lia; assumption).
  rewrite <- (has_period_times g n0 p n1 n) by (split || lia; assumption).
  assert (n1 * 1 <= n1 * p) by (apply N.mul_le_mono_l; lia).
  replace (n + d + n1 * p) with (n + n1 * p + d) by lia. apply Late; lia.
Qed.

Lemma is_least_spec : forall values first period g,
  is_least values first period = true -> has_period g first period ->
  (forall n, n < first + period -> look values n = g n) ->
  forall first' period', has_period g first' period' -> N.divide period period' /\ first <= first'.
Proof.
  intros values n0 p g Hl Hp Hv n1 q Hq. unfold is_least in Hl. apply andb_true_iff in Hl. destruct Hl as [Hfirst Hdiv].
  assert (D : N.divide p q).
  { pose proof (has_period_gcd g n0 p n1 q Hp Hq) as Hg.
    set (d := N.gcd p q) in *. pose proof (N.gcd_divide_l p q) as Hdp. pose proof (N.gcd_divide_r p q) as Hdq. fold d in Hdp, Hdq.
    destruct (N.eq_dec d p) as [E|Hne]; [rewrite <- E; assumption|exfalso].
    destruct Hp as [Hp0 Hp]. destruct Hg as [Hd0 Hg].
    assert (d <= p) by (apply N.divide_pos_le; assumption).
    rewrite forallb_forall in Hdiv. specialize (Hdiv d). rewrite in_count in Hdiv.
    specialize (Hdiv ltac:(lia)). apply orb_true_iff in Hdiv. destruct Hdiv as [Hm|He].
    - apply negb_true_iff, N.eqb_neq in Hm. apply Hm. apply N.mod_divide; [lia | assumption].
    - apply existsb_exists in He. destruct He as (i & Hi & He). apply in_count in Hi.
      apply negb_true_iff, N.eqb_neq in He. apply He. rewrite !Hv by lia.
      rewrite <- (Hg (n0 + i - d)) by lia. f_equal. lia. }
  split; [assumption|].
  apply orb_true_iff in Hfirst. destruct Hfirst as [Hz|Hne]; [apply N.eqb_eq in Hz; lia|].
  apply N.nlt_ge. intro Hlt. apply negb_true_iff, N.eqb_neq in Hne. apply Hne.
  pose proof Hp as [Hp0 _]. rewrite !Hv by lia.
  destruct D as (k & ->). destruct Hq as [Hq0 Hq].
  rewrite <- (Hq (n0 - 1)) by lia.
  destruct k as [|k] using N.peano_ind; [lia|].
  rewrite N.mul_succ_l. replace (n0 - 1 + (k * p + p)) with (n0 - 1 + p + k * p) by lia.
  apply (has_period_times g n0 p k); [assumption | lia].
Qed.

Theorem check_period_sound : forall c values first period,
  check_period c values first period = true ->
  N.of_nat (length values) = first + period /\
  (forall n, n < first + period -> nth (N.to_nat n) values 0 = grundy c n) /\
  has_period (grundy c) first period /\
  (forall first' period', has_period (grundy c) first' period' ->
     N.divide period period' /\ first <= first').
Proof.
  intros c values n0 p H. unfold check_period in H. rewrite !andb_true_iff in H.
  destruct H as (((Hc & Hp) & Hlen) & Hl & H). apply N.ltb_lt in Hp. apply N.eqb_eq in Hlen.
  rewrite forallb_forall in H.
  set (value := fun n => look (of_list values) (place n0 p n)) in *.
  set (bound := period_bound c n0 p) in *.
  assert (Periodic : forall m, n0 <= m -> value (m + p) = value m).
  { intros m Hm. unfold value. now rewrite place_periodic. }
  assert (Below : forall n, n < bound -> is_mex (option_values c value n) (value n)).
  { intros n Hn.
    assert (L : forall m, m < bound -> look (tabulate (N.to_nat bound) value) m = value m).
    { intros m Hm. apply look_tabulate. lia. }
    rewrite <- L by assumption.
    apply mex_ext with (option_values c (look (tabulate (N.to_nat bound) value)) n).
    - apply option_values_ext. intros m Hm. apply L. lia.
    - apply mex_holds_spec, H, in_count. lia. }
  assert (All : grundy_function c value).
  { intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
    destruct (N.lt_ge_cases n bound) as [Hn|Hn]; [now apply Below|].
    unfold bound, period_bound in Hn. pose proof (most_heaps_pos c) as Hs.
    rewrite N.mul_add_distr_r, (N.mul_comm _ (most_heaps c)) in Hn.
    rewrite (N.mul_comm p (most_heaps c)) in Hn.
    assert (Hpp : 1 * p <= most_heaps c * p) by (apply N.mul_le_mono_r; lia).
    assert (E : n = (n - p) + p) by lia.
    assert (Hm : n - p < n) by lia. specialize (IH (n - p) Hm).
    rewrite E. rewrite Periodic by nia.
    eapply mex_ext; [|exact IH]. intro w. symmetry. unfold option_values.
    apply (same_option_values c (most_heaps c) (last_taken c) (largest_least c) (N.max 1 n0) p
             (finite_plain_bounded c Hc) Hs); try lia.
    - apply nim_sum_perm.
    - intros m Hm'. apply Periodic. lia. }
  assert (G : forall n, value n = grundy c n) by (apply grundy_is_the_only_one; assumption).
  assert (V : forall n, n < n0 + p -> look (of_list values) n = grundy c n).
  { intros n Hn. rewrite <- G. unfold value, place. replace (n <? n0 + p) with true by (symmetry; now apply N.ltb_lt).
    reflexivity. }
  assert (HP : has_period (grundy c) n0 p).
  { split; [assumption|]. intros n Hn. rewrite <- !G. now apply Periodic. }
  repeat split; try assumption.
  - intros n Hn. rewrite <- look_of_list. now apply V.
  - apply HP.
  - now apply (is_least_spec (of_list values) n0 p (grundy c) Hl HP V first' period').
  - now apply (is_least_spec (of_list values) n0 p (grundy c) Hl HP V first' period').
Qed.
