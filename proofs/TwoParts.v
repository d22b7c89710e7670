(** The values of the options of a heap where moves leave at most two heaps: no option is written out.

    Heaps below H have values in a monoid. The ways to break a heap of m into two pair the rows of products of heaps m - 1,
    m - 2, ... with the values of heaps 1, 2, ... *)

From Coq Require Import List Arith NArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Tables Exchange Monoid.
Import ListNotations.
Open Scope N_scope.

Definition leaves_two (d : digit) : bool := is_plain d && (parts d <? 8).

Definition is_two_part (c : code) : bool := forallb leaves_two (all_digits c ++ tail c).

Fixpoint splits (how_many : nat) (rows : list (table N)) (values : list N) : list N :=
  match how_many, rows, values with
  | S k, r :: rows, v :: values => look r v :: splits k rows values
  | _, _, _ => []
  end.

Definition row_of (products : table (table N)) (v : N) : table N :=
  match get products v with Some r => r | None => empty_table end.

(** The rows of the heaps, the largest first. *)
Definition rows_down (products : table (table N)) (values : list N) : list (table N) :=
  rev (map (row_of products) values).

(** What digit d leaves of m tokens. *)
Definition left_by (down : list (table N)) (values : list N) (at_ : table N) (d : digit) (takes : bool) (m : N) : list N :=
  (if N.testbit (parts d) 0 && (m =? 0) && takes then [0] else []) ++
  (if N.testbit (parts d) 1 && (0 <? m) && takes then [look at_ m] else []) ++
  (if N.testbit (parts d) 2
   then splits (N.to_nat (N.div2 m)) (skipn (length values - N.to_nat m) down) (List.tl values) else []).

Definition two_part_values (c : code) (down : list (table N)) (values : list N) (at_ : table N) (n : N) : list N :=
  flat_map
    (fun taken =>
       match digit_at c taken with
       | Some d => if least d <=? n then left_by down values at_ d (negb (taken =? 0)) (n - taken) else []
       | None => []
       end)
    (count (S (N.to_nat (most_taken c n))) 0).

Lemma in_splits : forall k rows values w, In w (splits k rows values) <->
  exists i r v, (i < k)%nat /\ nth_error rows i = Some r /\ nth_error values i = Some v /\ w = look r v.
Proof.
  induction k as [|k IH]; intros rows values w; cbn [splits].
  - split; [intros []|]. intros (i & r & v & H & _). lia.
  - destruct rows as [|r rows]; [split; [intros []|]; intros (i & r & v & _ & H & _); now destruct i|].
    destruct values as [|v values]; [split; [intros []|]; intros (i & r' & v & _ & _ & H & _); now destruct i|].
    cbn [In]. rewrite IH. split.
    + intros [<-|(i & r' & v' & H1 & H2 & H3 & H4)]; [exists O, r, v; cbn; repeat split; lia|].
      exists (S i), r', v'. cbn. repeat split; auto; lia.
    + intros ([|i] & r' & v' & H1 & H2 & H3 & H4); cbn in *.
      * left. congruence.
      * right. exists i, r', v'. repeat split; auto; lia.
Qed.

Lemma nth_error_skipn : forall A (l : list A) k i, nth_error (skipn k l) i = nth_error l (k + i).
Proof. intros A l k. revert l. induction k as [|k IH]; intros [|a l] i; cbn; auto. now destruct i. Qed.

Lemma nth_error_rev : forall A (l : list A) i, (i < length l)%nat -> nth_error (rev l) i = nth_error l (length l - S i).
Proof.
  intros A l i Hi. destruct l as [|a l]; [inversion Hi|]. set (l' := a :: l) in *.
  rewrite (nth_error_nth' (rev l') a) by now rewrite rev_length. rewrite rev_nth by assumption.
  symmetry. apply nth_error_nth'. lia.
Qed.

Section TwoParts.

Variables (c : code) (products : table (table N)) (values : list N).
Variable element : N -> Prop.
Hypothesis element_row : forall x, element x -> exists r, get products x = Some r.
Let mul := product products.
Let value (m : N) : N := nth (N.to_nat m) values 0.
Hypothesis two_part : is_two_part c = true.
Hypothesis value_element : forall m, element (value m).
Hypothesis mul_one : forall x, element x -> mul x 0 = x.
Hypothesis mul_comm : forall x y, element x -> element y -> mul x y = mul y x.

Local Notation down := (rows_down products values).

Lemma digit_leaves_two : forall k d, digit_at c k = Some d -> leaves_two d = true.
Proof.
  intros k d H. pose proof two_part as T. unfold is_two_part in T. rewrite forallb_forall in T. apply T, in_app_iff.
  unfold digit_at in H. destruct (k =? 0); [injection H as <-; left; now left|].
  destruct (Nat.ltb _ _); [left; right; eapply nth_error_In; eassumption|].
  destruct (tail c) eqn:Et; [discriminate|]. rewrite <- Et in *. right. eapply nth_error_In. eassumption.
Qed.

Lemma splits_are_sums : forall m w, (N.to_nat m <= length values)%nat ->
  (In w (splits (N.to_nat (N.div2 m)) (skipn (length values - N.to_nat m) down) (List.tl values)) <->
   exists a b, 0 < a /\ 0 < b /\ a + b = m /\ w = mul (value a) (value b)).
Proof.
  intros m w Hm. rewrite in_splits.
  assert (Hdiv : N.div2 m <= m /\ 2 * N.div2 m <= m <= 2 * N.div2 m + 1).
  { pose proof (N.div2_odd m). destruct (N.odd m); cbn [N.b2n] in *; lia. }
  assert (At : forall i, (i < N.to_nat m)%nat ->
    nth_error (skipn (length values - N.to_nat m) down) i = Some (row_of products (value (m - 1 - N.of_nat i)))).
  { intros i Hi. rewrite nth_error_skipn. unfold rows_down.
    rewrite nth_error_rev by (rewrite map_length; lia). rewrite map_length, nth_error_map.
    replace (length values - S (length values - N.to_nat m + i))%nat with (N.to_nat (m - 1 - N.of_nat i)) by lia.
    unfold value. rewrite (nth_error_nth' values 0) by lia. reflexivity. }
  assert (Next : forall i, nth_error (List.tl values) i = nth_error values (S i)) by (intro i; now destruct values; [destruct i|]).
  assert (Row : forall x y, element x -> look (row_of products x) y = mul x y).
  { intros x y Hx. destruct (element_row x Hx) as [r E]. unfold row_of, mul, product. now rewrite E. }
  split.
  - intros (i & r & v & Hi & Hr & Hv & ->). rewrite At in Hr by lia. injection Hr as <-. rewrite Next in Hv.
    exists (m - 1 - N.of_nat i), (N.of_nat (S i)). repeat split; try lia. rewrite Row by auto. f_equal. unfold value.
    rewrite Nat2N.id. symmetry. now apply nth_error_nth.
  - assert (Main : forall a b, 0 < b -> b <= a -> a + b = m -> w = mul (value a) (value b) ->
      exists i r v, (i < N.to_nat (N.div2 m))%nat /\
        nth_error (skipn (length values - N.to_nat m) down) i = Some r /\ nth_error (List.tl values) i = Some v /\ w = look r v).
    { intros a b Hb Hab E ->. exists (N.to_nat (b - 1)), (row_of products (value a)), (value b).
      split; [lia|]. split; [|split].
      - rewrite At by lia. do 3 f_equal. lia.
      - rewrite Next. replace (S (N.to_nat (b - 1))) with (N.to_nat b) by lia. unfold value. apply nth_error_nth'. lia.
      - symmetry. auto. }
    intros (a & b & Ha & Hb & E & Ew). destruct (N.le_ge_cases b a) as [Hab|Hab]; [now apply (Main a b)|].
    apply (Main b a); try assumption; [lia|]. now rewrite Ew, mul_comm by auto.
Qed.

Theorem two_part_values_right : forall n w, n < N.of_nat (length values) ->
  (In w (two_part_values c down values (of_list values) n) <->
   exists o, option_of c n o /\ sum_value 0 mul value o = w).
Proof.
  intros n w Hn. unfold two_part_values. rewrite in_flat_map.
  assert (One : forall a, sum_value 0 mul value [a] = value a) by (intro a; cbn; auto).
  assert (Two : forall a b, sum_value 0 mul value [a; b] = mul (value a) (value b)).
  { intros a b. cbn. f_equal. auto. }
  split.
  - intros (k & Hk & H). apply in_count in Hk. destruct (digit_at c k) as [d|] eqn:Ed; [|contradiction].
    destruct (N.leb_spec (least d) n); [|contradiction].
    assert (k <= n) by (unfold most_taken in Hk; destruct (tail c); lia).
    pose proof (digit_leaves_two k d Ed) as Hd. unfold leaves_two, is_plain in Hd. apply andb_true_iff in Hd.
    destruct Hd as [Hd _]. destruct (open_from d) eqn:Eo; [discriminate|]. destruct (asked d) eqn:Ea; try discriminate.
    assert (Option : forall o, N.testbit (parts d) (N.of_nat (length o)) = true -> tokens o = n - k -> Forall (fun h => 0 < h) o ->
      (k = 0 -> (2 <= length o)%nat) -> option_of c n o).
    { intros o G1 G2 G3 G4. exists k, d. unfold may_leave, fits. rewrite Eo, Ea, G1. repeat split; auto. }
    unfold left_by in H. rewrite !in_app_iff in H. destruct H as [H|[H|H]].
    + destruct (N.testbit (parts d) 0 && _ && _) eqn:E; [|contradiction]. destruct H as [<-|[]].
      rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq in E. destruct E as [[E1 E2] E3].
      exists []. split; [|reflexivity]. apply Option; cbn; auto; lia.
    + destruct (N.testbit (parts d) 1 && _ && _) eqn:E; [|contradiction]. destruct H as [<-|[]].
      rewrite !andb_true_iff, negb_true_iff, N.ltb_lt, N.eqb_neq in E. destruct E as [[E1 E2] E3].
      exists [n - k]. split; [|rewrite One; unfold value; now rewrite look_of_list].
      apply Option; cbn [length tokens]; auto; lia.
    + destruct (N.testbit (parts d) 2) eqn:E; [|contradiction]. apply splits_are_sums in H; [|lia].
      destruct H as (a & b & Ha & Hb & Eab & ->). exists [a; b]. split; [|apply Two].
      apply Option; cbn [length tokens]; auto; lia.
  - intros (o & (k & d & Hk & Ed & Hl & Ht & Hp & Hm & _ & H0) & <-). exists k. split.
    { apply in_count. pose proof (digit_at_taken c n k d Hk Ed). lia. }
    rewrite Ed. replace (least d <=? n) with true by (symmetry; now apply N.leb_le).
    pose proof (digit_leaves_two k d Ed) as Hd. unfold leaves_two, is_plain in Hd. apply andb_true_iff in Hd.
    destruct Hd as [Hd H8]. apply N.ltb_lt in H8. destruct (open_from d) eqn:Eo; [discriminate|].
    unfold may_leave in Hm. rewrite Eo, orb_false_r in Hm.
    assert (Take : (length o < 2)%nat -> negb (k =? 0) = true).
    { intro H. apply negb_true_iff, N.eqb_neq. intro E. specialize (H0 E). lia. }
    unfold left_by. rewrite !in_app_iff. destruct o as [|a [|b [|e o]]]; cbn [length tokens] in *.
    + left. change (N.of_nat 0) with 0 in Hm. rewrite Hm, Take by lia. replace (n - k =? 0) with true by (symmetry; apply N.eqb_eq; lia).
      now left.
    + right. left. inversion Hp; subst. change (N.of_nat 1) with 1 in Hm. rewrite Hm, Take by lia.
      replace (0 <? n - k) with true by (symmetry; apply N.ltb_lt; lia). left. rewrite One, look_of_list. unfold value. do 2 f_equal. lia.
    + right. right. inversion Hp as [|? ? Ha Hp']; inversion Hp' as [|? ? Hb _]; subst. change (N.of_nat 2) with 2 in Hm. rewrite Hm.
      apply splits_are_sums; [lia|]. exists a, b. rewrite Two. repeat split; auto; lia.
    + exfalso. destruct (N.eq_dec (parts d) 0) as [E|E]; [rewrite E, N.bits_0 in Hm; discriminate|].
      rewrite N.bits_above_log2 in Hm; [discriminate|]. apply N.log2_lt_pow2; [lia|].
      apply N.lt_le_trans with (1 := H8). change 8 with (2 ^ 3). apply N.pow_le_mono_r; lia.
Qed.

End TwoParts.
