(** All options of a heap, as a list.

    [options c n] holds every option of heap n in the game with code c, each written once with its largest heap first. The
    theorem: everything listed is an option, and every option is a rearrangement of one that is listed. *)

From Coq Require Import List Arith NArith Lia Bool Permutation.
From Impartial Require Import Positions Rules.
Import ListNotations.
Open Scope N_scope.

(** The numbers from, from + 1, ..., as many as are asked for. *)
Fixpoint count (how_many : nat) (from : N) : list N :=
  match how_many with O => [] | S k => from :: count k (N.succ from) end.

Lemma in_count : forall k from x, In x (count k from) <-> from <= x < from + N.of_nat k.
Proof.
  induction k as [|k IH]; intros from x; simpl count.
  - simpl. lia.
  - simpl In. rewrite IH. lia.
Qed.

(** The ways to write [rest] as so many heaps of at most [largest], none empty, largest first. *)
Fixpoint partitions (heaps : nat) (largest rest : N) : list (list N) :=
  match heaps with
  | O => if rest =? 0 then [[]] else []
  | S O => if (0 <? rest) && (rest <=? largest) then [[rest]] else []
  | S others =>
      (* The largest heap is at least the average, and leaves one token for each of the others. *)
      let from := N.max 1 ((rest + N.of_nat others) / N.of_nat heaps) in
      let to := N.min largest (rest - N.of_nat others) in
      flat_map (fun h => map (cons h) (partitions others h (rest - h))) (count (N.to_nat (N.succ to - from)) from)
  end.

Fixpoint descends (largest : N) (heaps : list N) : Prop :=
  match heaps with [] => True | h :: rest => h <= largest /\ descends h rest end.

Lemma partitions_sound : forall j largest rest l,
  In l (partitions j largest rest) ->
  length l = j /\ tokens l = rest /\ Forall (fun h => 0 < h) l.
Proof.
  induction j as [|[|j] IH]; intros largest rest l H.
  - simpl in H. destruct (N.eqb_spec rest 0); [|contradiction]. destruct H as [<-|[]]. now subst.
  - simpl in H. destruct ((0 <? rest) && (rest <=? largest)) eqn:E; [|contradiction].
    destruct H as [<-|[]]. apply andb_true_iff in E. rewrite N.ltb_lt in E.
    repeat split; simpl; [lia | now repeat constructor].
  - cbn [partitions] in H. apply in_flat_map in H. destruct H as (h & Hh & H).
    apply in_map_iff in H. destruct H as (r & <- & Hr). apply IH in Hr. destruct Hr as (H1 & H2 & H3).
    apply in_count in Hh. simpl length. simpl tokens.
    repeat split; [lia | lia | constructor; [lia | assumption]].
Qed.

Lemma tokens_ge_length : forall l, Forall (fun h => 0 < h) l -> N.of_nat (length l) <= tokens l.
Proof. induction 1; [simpl; lia|]. cbn [length tokens]. lia. Qed.

Lemma tokens_at_most : forall l largest, descends largest l -> tokens l <= N.of_nat (length l) * largest.
Proof.
  induction l as [|h l IH]; intros largest Hd; [simpl; lia|]. destruct Hd as [Hh Hd]. apply IH in Hd.
  cbn [tokens length]. assert (N.of_nat (length l) * h <= N.of_nat (length l) * largest) by now apply N.mul_le_mono_l.
  lia.
Qed.

Lemma partitions_complete : forall j largest rest l,
  length l = j -> tokens l = rest -> Forall (fun h => 0 < h) l -> descends largest l ->
  In l (partitions j largest rest).
Proof.
  induction j as [|[|j] IH]; intros largest rest l Hl Ht Hp Hd.
  - destruct l; [|discriminate]. simpl in Ht. subst. simpl. now left.
  - destruct l as [|h [|]]; try discriminate. inversion Hp; subst. simpl in Hd. cbn [partitions tokens].
    replace (h + 0) with h by lia.
    replace (0 <? h) with true by (symmetry; apply N.ltb_lt; lia).
    replace (h <=? largest) with true by (symmetry; apply N.leb_le; lia). now left.
  - destruct l as [|h l]; [discriminate|]. injection Hl as Hl. inversion Hp as [|? ? Hh Hpl]; subst.
    destruct Hd as [Hle Hd]. cbn [partitions]. apply in_flat_map. exists h. split.
    + apply in_count. pose proof (tokens_ge_length l Hpl). pose proof (tokens_at_most l h Hd) as Hmost. cbn [tokens].
      assert ((h + tokens l + N.of_nat (S j)) / N.of_nat (S (S j)) < N.succ h).
      { apply N.div_lt_upper_bound; [lia|]. rewrite Hl in Hmost. lia. }
      lia.
    + apply in_map_iff. exists l. split; [reflexivity|]. apply IH; try assumption. cbn [tokens]. lia.
Qed.

(** Every list has a descending rearrangement. *)
Fixpoint insert (x : N) (l : list N) : list N :=
  match l with [] => [x] | h :: r => if h <=? x then x :: l else h :: insert x r end.

Lemma insert_perm : forall x l, Permutation (x :: l) (insert x l).
Proof.
  intros x. induction l as [|h r IH]; simpl; [reflexivity|].
  destruct (h <=? x); [reflexivity|]. rewrite perm_swap. now constructor.
Qed.

Lemma insert_descends : forall x l largest, x <= largest -> descends largest l -> descends largest (insert x l).
Proof.
  intros x. induction l as [|h r IH]; intros largest Hx Hd; simpl; [now split|].
  destruct Hd as [Hh Hd]. destruct (N.leb_spec h x); simpl; repeat split; try lia; try assumption.
  apply IH; [lia | assumption].
Qed.

Lemma descending_rearrangement : forall l largest, Forall (fun h => h <= largest) l ->
  exists l', Permutation l l' /\ descends largest l'.
Proof.
  induction l as [|h l IH]; intros largest H.
  - exists []. now split.
  - inversion H; subst. destruct (IH largest) as (l' & HP & HD); [assumption|].
    exists (insert h l'). split.
    + rewrite <- insert_perm. now constructor.
    + now apply insert_descends.
Qed.

(** The conditions on shape can be decided, and do not depend on the order of the heaps. *)
Definition same_heaps_b (heaps : list N) : bool :=
  match heaps with [] => true | h :: rest => forallb (N.eqb h) rest end.

Fixpoint no_two_equal_b (heaps : list N) : bool :=
  match heaps with [] => true | h :: rest => negb (existsb (N.eqb h) rest) && no_two_equal_b rest end.

Definition fits_b (s : shape) (heaps : list N) : bool :=
  match s with
  | any_shape => true
  | all_different => no_two_equal_b heaps
  | not_all_equal => Nat.ltb (length heaps) 2 || negb (same_heaps_b heaps)
  | all_equal => same_heaps_b heaps
  end.

Lemma same_heaps_b_spec : forall l, same_heaps_b l = true <-> same_heaps l.
Proof.
  intros [|h l]; simpl.
  - split; [intros _ a b [] | reflexivity].
  - rewrite forallb_forall. split.
    + intros H a b [<-|Ha] [<-|Hb]; try reflexivity.
      * now apply N.eqb_eq, H.
      * symmetry. now apply N.eqb_eq, H.
      * apply H, N.eqb_eq in Ha. apply H, N.eqb_eq in Hb. congruence.
    + intros H x Hx. apply N.eqb_eq. apply H; [now left | now right].
Qed.

Lemma no_two_equal_b_spec : forall l, no_two_equal_b l = true <-> NoDup l.
Proof.
  induction l as [|h l IH]; simpl; [split; [constructor | reflexivity]|].
  rewrite andb_true_iff, IH, negb_true_iff. split.
  - intros [H1 H2]. constructor; [|assumption]. intro Hin.
    rewrite <- not_true_iff_false in H1. apply H1, existsb_exists. exists h. split; [assumption | apply N.eqb_refl].
  - inversion 1 as [|? ? Hn Hd]; subst. split; [|assumption].
    apply not_true_iff_false. intro He. apply existsb_exists in He. destruct He as (x & Hx & E).
    apply N.eqb_eq in E. now subst.
Qed.

Lemma fits_b_spec : forall s l, fits_b s l = true <-> fits s l.
Proof.
  intros [] l; simpl.
  - tauto.
  - apply no_two_equal_b_spec.
  - rewrite orb_true_iff, Nat.ltb_lt, negb_true_iff, <- not_true_iff_false, same_heaps_b_spec. tauto.
  - apply same_heaps_b_spec.
Qed.

Lemma fits_perm : forall s l l', Permutation l l' -> fits s l -> fits s l'.
Proof.
  assert (Same : forall l l', Permutation l l' -> same_heaps l -> same_heaps l').
  { intros l l' HP H a b Ha Hb. apply H; eapply Permutation_in; try eassumption; now symmetry. }
  intros [] l l' HP; simpl.
  - trivial.
  - now apply Permutation_NoDup.
  - rewrite (Permutation_length HP). intros [H|H]; [now left | right; intro H'; apply H].
    eapply Same; [symmetry|]; eassumption.
  - now apply Same.
Qed.

Lemma tokens_perm : forall l l', Permutation l l' -> tokens l = tokens l'.
Proof. induction 1; simpl; lia. Qed.

Lemma option_of_perm : forall c n o o', Permutation o o' -> option_of c n o -> option_of c n o'.
Proof.
  intros c n o o' HP (k & d & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8).
  exists k, d. repeat split; try assumption.
  - now rewrite <- (tokens_perm _ _ HP).
  - now rewrite <- HP.
  - now rewrite <- (Permutation_length HP).
  - now apply fits_perm with o.
  - now rewrite <- (Permutation_length HP).
Qed.

(** The options with so many tokens taken, under a digit. *)
Definition leaves (d : digit) (taken rest : N) : list (list N) :=
  let most := match open_from d with Some _ => rest | None => N.min rest (N.size (parts d)) end in
  flat_map
    (fun j =>
       if may_leave d j && (negb (taken =? 0) || (2 <=? j))
       then filter (fits_b (asked d)) (partitions (N.to_nat j) rest rest)
       else [])
    (count (S (N.to_nat most)) 0).

Definition most_taken (c : code) (n : N) : N :=
  match tail c with [] => N.min n (N.of_nat (length (digits c))) | _ => n end.

Definition options (c : code) (n : N) : list position :=
  flat_map
    (fun taken =>
       match digit_at c taken with
       | Some d => if least d <=? n then leaves d taken (n - taken) else []
       | None => []
       end)
    (count (S (N.to_nat (most_taken c n))) 0).

Theorem options_sound : forall c n o, In o (options c n) -> option_of c n o.
Proof.
  intros c n o H. unfold options in H. apply in_flat_map in H. destruct H as (k & Hk & H).
  apply in_count in Hk. destruct (digit_at c k) as [d|] eqn:Ed; [|contradiction].
  destruct (N.leb_spec (least d) n); [|contradiction].
  unfold leaves in H. apply in_flat_map in H. destruct H as (j & _ & H).
  destruct (may_leave d j && _) eqn:E; [|contradiction].
  apply filter_In in H. destruct H as [H Hf]. apply partitions_sound in H. destruct H as (Hl & Ht & Hp).
  apply andb_true_iff in E. destruct E as [Em E].
  assert (k <= n) by (unfold most_taken in Hk; destruct (tail c); lia).
  exists k, d. repeat split; try assumption.
  - rewrite Hl, N2Nat.id. exact Em.
  - now apply fits_b_spec.
  - intros ->. simpl in E. apply N.leb_le in E. lia.
Qed.

Lemma digit_at_taken : forall c n k d, k <= n -> digit_at c k = Some d -> k <= most_taken c n.
Proof.
  intros c n k d Hk H. unfold most_taken, digit_at in *. destruct (tail c); [|lia].
  destruct (N.eqb_spec k 0); [lia|].
  destruct (Nat.ltb_spec (N.to_nat (k - 1)) (length (digits c))); [lia | discriminate].
Qed.

Theorem options_complete : forall c n o, option_of c n o -> exists o', Permutation o o' /\ In o' (options c n).
Proof.
  intros c n o (k & d & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8).
  destruct (descending_rearrangement o (n - k)) as (o' & HP & HD).
  { rewrite <- H4. clear. induction o as [|h o IH]; constructor; simpl; [lia|].
    eapply Forall_impl; [|exact IH]. simpl. lia. }
  exists o'. split; [exact HP|].
  unfold options. apply in_flat_map. exists k. split.
  { apply in_count. pose proof (digit_at_taken c n k d H1 H2). lia. }
  rewrite H2. replace (least d <=? n) with true by (symmetry; now apply N.leb_le).
  unfold leaves. apply in_flat_map. exists (N.of_nat (length o)). split.
  - apply in_count. pose proof (tokens_ge_length o H5).
    unfold may_leave in H6. destruct (open_from d); [lia|].
    rewrite orb_false_r in H6.
    assert (N.of_nat (length o) < N.size (parts d)); [|lia].
    apply N.nle_gt. intro Hge. rewrite N.bits_above_log2 in H6; [discriminate|].
    destruct (N.eq_dec (parts d) 0) as [E|E]; [rewrite E in H6; now rewrite N.bits_0 in H6|].
    rewrite N.size_log2 in Hge by assumption. lia.
  - rewrite H6. simpl andb.
    replace (negb (k =? 0) || (2 <=? N.of_nat (length o))) with true.
    + apply filter_In. split.
      * rewrite Nat2N.id. apply partitions_complete; try assumption.
        -- now rewrite (Permutation_length HP).
        -- now rewrite <- (tokens_perm _ _ HP).
        -- now rewrite <- HP.
      * apply fits_b_spec. now apply fits_perm with o.
    + symmetry. destruct (N.eqb_spec k 0) as [E|]; [|reflexivity]. simpl. apply N.leb_le. specialize (H8 E). lia.
Qed.
