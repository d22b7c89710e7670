(** The exchange of a large heap, on which the periodicity theorems of Guy and Smith and of Plambeck and Siegel rest.

    Let the moves of a code take at most K tokens, leave at most s heaps of any shape, and be open to all heaps from L on. Let
    values of heaps repeat with period p from heap n0 >= 1 on. If n >= s n0 + (s-1) p + K and n >= L, then heaps n and n + p
    have options of the same values: some heap of an option of n + p is n0 + p or more and can lose p tokens, some heap
    of an option of n is n0 or more and can gain p tokens. *)

From Coq Require Import List Arith NArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums.
Import ListNotations.
Open Scope N_scope.

Definition bounded (c : code) (s K L : N) : Prop :=
  forall taken d heaps, digit_at c taken = Some d -> may_leave d heaps = true ->
    taken <= K /\ heaps <= s /\ asked d = any_shape /\ least d <= L.

Lemma large_part : forall b s o, 0 < b -> s * b <= tokens o -> N.of_nat (length o) <= s -> 0 < s ->
  exists h r, Permutation o (h :: r) /\ b <= h.
Proof.
  intros b s o Hb Ht Hl Hs.
  assert (H : (exists h, In h o /\ b <= h) \/ tokens o + N.of_nat (length o) <= N.of_nat (length o) * b).
  { clear -Hb. induction o as [|h o [(h' & Hin & Hh)|IH]]; cbn [tokens length In].
    - right. lia.
    - left. exists h'. auto.
    - destruct (N.le_gt_cases b h); [left; eauto | right; lia]. }
  destruct H as [(h & Hin & Hh)|H].
  - apply in_split in Hin. destruct Hin as (l1 & l2 & ->). exists h, (l1 ++ l2). split; [|assumption].
    symmetry. apply Permutation_middle.
  - exfalso. assert (N.of_nat (length o) * b <= s * b) by (apply N.mul_le_mono_r; assumption).
    assert (0 < s * b) by (apply N.mul_pos_pos; assumption).
    destruct o; [simpl in *; lia|]. cbn [length] in *. lia.
Qed.

Section Exchange.

Variables (c : code) (s K L n0 p : N).
Hypothesis Hc : bounded c s K L.
Hypotheses (Hs : 0 < s) (Hn0 : 0 < n0).

Variable n : N.
Hypothesis Hn : s * n0 + (s - 1) * p + K <= n.
Hypothesis HL : L <= n.

Lemma shorten : forall o, option_of c (n + p) o ->
  exists h r, Permutation o (h :: r) /\ n0 + p <= h /\ option_of c n (h - p :: r).
Proof.
  intros o (k & d & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8).
  destruct (Hc k d _ H2 H6) as (Hk & Hl & Ha & Hleast).
  assert (E : s * (n0 + p) = s * n0 + ((s - 1) * p + p)).
  { rewrite N.mul_add_distr_l. f_equal. rewrite N.mul_sub_distr_r.
    assert (1 * p <= s * p) by (apply N.mul_le_mono_r; lia). lia. }
  destruct (large_part (n0 + p) s o) as (h & r & HP & Hh); try lia.
  exists h, r. repeat split; try assumption.
  pose proof (tokens_perm _ _ HP) as Ht. cbn [tokens] in Ht.
  pose proof (Permutation_length HP) as Hlen. cbn [length] in Hlen.
  rewrite HP in H5. inversion H5; subst.
  exists k, d. cbn [tokens length]. rewrite <- Hlen.
  repeat split; try assumption; try lia.
  - constructor; [lia | assumption].
  - now rewrite Ha.
Qed.

Lemma lengthen : forall o, option_of c n o ->
  exists h r, Permutation o (h :: r) /\ n0 <= h /\ option_of c (n + p) (h + p :: r).
Proof.
  intros o (k & d & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8).
  destruct (Hc k d _ H2 H6) as (Hk & Hl & Ha & Hleast).
  destruct (large_part n0 s o) as (h & r & HP & Hh); try lia.
  exists h, r. repeat split; try assumption.
  pose proof (tokens_perm _ _ HP) as Ht. cbn [tokens] in Ht.
  pose proof (Permutation_length HP) as Hlen. cbn [length] in Hlen.
  rewrite HP in H5. inversion H5; subst.
  exists k, d. cbn [tokens length]. rewrite <- Hlen.
  repeat split; try assumption; try lia.
  - constructor; [lia | assumption].
  - now rewrite Ha.
Qed.

(** In any commutative monoid. *)
Variable V : Type.
Variables (one : V) (mul : V -> V -> V) (value : N -> V).
Hypothesis value_perm : forall X Y, Permutation X Y -> sum_value one mul value X = sum_value one mul value Y.
Hypothesis periodic : forall m, n0 <= m -> value (m + p) = value m.

Theorem same_option_values : forall v,
  (exists o, option_of c (n + p) o /\ sum_value one mul value o = v) <->
  (exists o, option_of c n o /\ sum_value one mul value o = v).
Proof.
  intro v. split; intros (o & Ho & <-).
  - destruct (shorten o Ho) as (h & r & HP & Hh & Ho'). exists (h - p :: r). split; [assumption|].
    rewrite (value_perm _ _ HP). simpl. f_equal. rewrite <- (periodic (h - p)) by lia. f_equal. lia.
  - destruct (lengthen o Ho) as (h & r & HP & Hh & Ho'). exists (h + p :: r). split; [assumption|].
    rewrite (value_perm _ _ HP). simpl. f_equal. now apply periodic.
Qed.

End Exchange.

(** Bounds that are read off a finite code without conditions on shape. *)

Definition is_plain (d : digit) : bool :=
  match open_from d, asked d with None, any_shape => true | _, _ => false end.

Definition is_zero (d : digit) : bool := is_plain d && (parts d =? 0) && (least d =? 0).

Definition all_digits (c : code) : list digit := zeroth c :: digits c.

(** The place of the last digit that is not zero. *)
Fixpoint last_place (l : list digit) : N :=
  match l with
  | [] => 0
  | d :: l => match last_place l with
              | N0 => if is_zero d then 0 else 1
              | at_ => N.succ at_
              end
  end.

Definition is_finite_plain (c : code) : bool :=
  match tail c with [] => forallb is_plain (all_digits c) | _ => false end.

Definition most_heaps (c : code) : N :=
  fold_right (fun d m => N.max (N.pred (N.size (parts d))) m) 1 (all_digits c).

Definition last_taken (c : code) : N := last_place (digits c).

Definition largest_least (c : code) : N := fold_right (fun d m => N.max (least d) m) 0 (all_digits c).

Lemma last_place_spec : forall l i d, nth_error l i = Some d -> last_place l <= N.of_nat i -> is_zero d = true.
Proof.
  induction l as [|a l IH]; intros [|i] d H; cbn [nth_error last_place] in *; try discriminate; intro Hl.
  - injection H as ->. destruct (last_place l); [|lia]. destruct (is_zero d); [reflexivity | lia].
  - apply (IH i d H). destruct (last_place l); lia.
Qed.

Lemma in_max : forall (f : digit -> N) base l d, In d l -> f d <= fold_right (fun d m => N.max (f d) m) base l.
Proof.
  intros f base. induction l as [|a l IH]; intros d H; [contradiction|].
  cbn [fold_right]. destruct H as [->|H]; [lia|].
  specialize (IH d H). lia.
Qed.

Lemma digit_at_in : forall c k d, tail c = [] -> digit_at c k = Some d -> In d (all_digits c).
Proof.
  intros c k d Ht H. unfold digit_at in H. rewrite Ht in H. destruct (k =? 0).
  - injection H as <-. now left.
  - destruct (Nat.ltb _ _); [|discriminate]. right. eapply nth_error_In. eassumption.
Qed.

Lemma testbit_size : forall a i, N.testbit a i = true -> i <= N.pred (N.size a).
Proof.
  intros a i H. destruct (N.eq_dec a 0) as [->|E]; [now rewrite N.bits_0 in H|].
  rewrite N.size_log2 by assumption. apply N.nlt_ge. intro Hlt.
  rewrite N.bits_above_log2 in H; [discriminate | lia].
Qed.

Theorem finite_plain_bounded : forall c, is_finite_plain c = true ->
  bounded c (most_heaps c) (last_taken c) (largest_least c).
Proof.
  intros c Hf k d j Hd Hm. unfold is_finite_plain in Hf. destruct (tail c) eqn:Ht; [|discriminate].
  rewrite forallb_forall in Hf. pose proof (digit_at_in c k d Ht Hd) as Hin.
  pose proof (Hf d Hin) as Hp. unfold is_plain in Hp.
  unfold may_leave in Hm. destruct (open_from d) eqn:Eo; [discriminate|].
  destruct (asked d) eqn:Ea; try discriminate.
  rewrite orb_false_r in Hm. repeat split.
  - unfold digit_at in Hd. destruct (N.eqb_spec k 0); [lia|].
    destruct (Nat.ltb_spec (N.to_nat (k - 1)) (length (digits c))); [|now rewrite Ht in Hd].
    apply N.nlt_ge. intro Hlt. unfold last_taken in Hlt.
    apply last_place_spec in Hd; [|lia]. unfold is_zero in Hd. rewrite !andb_true_iff in Hd.
    destruct Hd as ((_ & Hz) & _). apply N.eqb_eq in Hz. rewrite Hz, N.bits_0 in Hm. discriminate.
  - apply testbit_size in Hm. unfold most_heaps.
    pose proof (in_max (fun d => N.pred (N.size (parts d))) 1 _ d Hin) as H. cbv beta in H. lia.
  - apply (in_max least 0 _ d Hin).
Qed.

Lemma most_heaps_pos : forall c, 0 < most_heaps c.
Proof.
  intro c. unfold most_heaps. induction (all_digits c) as [|d l IH]; cbn [fold_right]; lia.
Qed.
