(** Truth-valued functions of the numbers of copies of types, as nested sequences that become periodic.

    Functions have numbers: 0 is false, 1 is true, others are nodes. A node is the sequence of its slices in the number of copies
    of one type; slices depend on earlier types only. Operations are looked up in lists of facts (the union of f and g is
    h, and so on). The facts are not trusted: each is checked slice by slice against facts on slices, so that by induction on
    types all are true. Who found them does not matter. *)

From Coq Require Import List Arith NArith Lia Bool.
From Impartial Require Import Options Tables.
Import ListNotations.
Open Scope N_scope.

Record node := Node { on : N; loop : N; slices : list N }.

(** Numbers of copies of each type. *)
Definition copies := N -> N.

Section Functions.

Variable listed : list node.

Definition nodes : table node := put_list 2 listed empty_table.

Lemma node_listed : forall f d, get nodes f = Some d -> In d listed.
Proof.
  intros f d H. unfold nodes in H. rewrite get_put_list, get_empty in H.
  destruct (_ && _); [|discriminate]. eapply nth_error_In. eassumption.
Qed.

Lemma no_small_node : forall f, f < 2 -> get nodes f = None.
Proof.
  intros f H. unfold nodes. rewrite get_put_list, get_empty.
  replace (2 <=? f) with false by (symmetry; apply N.leb_gt; lia). reflexivity.
Qed.

Section WithTable.

(** The same table, built once. *)
Variable ns : table node.
Hypothesis same_table : ns = nodes.

(** One more than the last type on which a function depends; 0 for a constant. *)
Definition level (f : N) : N := match get ns f with Some d => N.succ (on d) | None => 0 end.

Definition pick (d : node) (k : N) : N :=
  let length := N.of_nat (length (slices d)) in
  nth (N.to_nat (if k <? length then k else loop d + (k - loop d) mod (length - loop d))) (slices d) 0.

Fixpoint eval (steps : nat) (f : N) (Y : copies) : bool :=
  match steps with
  | O => f =? 1
  | S steps => match get ns f with Some d => eval steps (pick d (Y (on d))) Y | None => f =? 1 end
  end.

(** The value of a function: true or false. *)
Definition truth (f : N) (Y : copies) : bool := eval (N.to_nat (level f)) f Y.

Definition nodes_ok : bool :=
  forallb (fun d => (loop d <? N.of_nat (length (slices d))) && forallb (fun f => level f <=? on d) (slices d)) listed.

Hypothesis ok : nodes_ok = true.

Lemma level_small : forall f, f < 2 -> level f = 0.
Proof. intros f H. unfold level. rewrite same_table, no_small_node by assumption. reflexivity. Qed.

Lemma node_ok : forall f d, get ns f = Some d ->
  loop d < N.of_nat (length (slices d)) /\ forall k, level (pick d k) <= on d.
Proof.
  intros f d H. rewrite same_table in H. apply node_listed in H. pose proof ok as F. unfold nodes_ok in F.
  rewrite forallb_forall in F. specialize (F d H). apply andb_true_iff in F. destruct F as [F1 F2].
  apply N.ltb_lt in F1. split; [assumption|]. intro k. unfold pick. set (i := N.to_nat _).
  destruct (Nat.lt_ge_cases i (length (slices d))) as [Hi|Hi].
  - rewrite forallb_forall in F2. apply N.leb_le, F2, nth_In. assumption.
  - rewrite nth_overflow by assumption. rewrite level_small; lia.
Qed.

Lemma eval_enough : forall a b f Y, (N.to_nat (level f) <= a)%nat -> (N.to_nat (level f) <= b)%nat ->
  eval a f Y = eval b f Y.
Proof.
  assert (Z : forall b f Y, get ns f = None -> eval b f Y = (f =? 1)).
  { intros [|b] f Y E; [reflexivity|]. simpl. now rewrite E. }
  induction a as [|a IH]; intros b f Y Ha Hb.
  - unfold level in Ha. destruct (get ns f) eqn:E; [lia|]. rewrite !Z by assumption. reflexivity.
  - destruct (get ns f) as [d|] eqn:E; [|rewrite !Z by assumption; reflexivity].
    unfold level in Ha, Hb. rewrite E in Ha, Hb. destruct b as [|b]; [lia|]. simpl. rewrite E.
    destruct (node_ok f d E) as [_ Hl]. specialize (Hl (Y (on d))). apply IH; lia.
Qed.

(** The slice of f in type t, if f depends on it; else f. *)
Definition child (t f k : N) : N :=
  match get ns f with Some d => if on d =? t then pick d k else f | None => f end.

Lemma level_child : forall t f k, level f <= N.succ t -> level (child t f k) <= t.
Proof.
  intros t f k H. unfold child. destruct (get ns f) as [d|] eqn:E.
  - destruct (N.eqb_spec (on d) t) as [<-|Hne].
    + now apply (node_ok f d E).
    + unfold level in *. rewrite E in *. lia.
  - unfold level. rewrite E. lia.
Qed.

Lemma truth_child : forall t f Y, truth f Y = truth (child t f (Y t)) Y.
Proof.
  intros t f Y. unfold child. destruct (get ns f) as [d|] eqn:E; [|reflexivity].
  destruct (N.eqb_spec (on d) t) as [<-|Hne]; [|reflexivity].
  unfold truth at 1. unfold level. rewrite E. rewrite N2Nat.inj_succ. simpl. rewrite E.
  destruct (node_ok f d E) as [_ Hl]. specialize (Hl (Y (on d))). apply eval_enough; lia.
Qed.

Lemma truth_ext : forall f Y Y', (forall u, u < level f -> Y u = Y' u) -> truth f Y = truth f Y'.
Proof.
  assert (H : forall n f Y Y', (forall u, u < level f -> Y u = Y' u) -> eval n f Y = eval n f Y').
  { induction n as [|n IH]; intros f Y Y' H; simpl; [reflexivity|].
    destruct (get ns f) as [d|] eqn:E; [|reflexivity].
    assert (L : level f = N.succ (on d)) by (unfold level; now rewrite E).
    rewrite (H (on d)) by lia. apply IH. intros u Hu. apply H.
    destruct (node_ok f d E) as [_ Hl]. specialize (Hl (Y' (on d))). lia. }
  intros. now apply H.
Qed.

Lemma truth_constant : forall f Y, level f = 0 -> truth f Y = (f =? 1).
Proof. intros f Y H. unfold truth. rewrite H. reflexivity. Qed.

(** So many numbers of copies are enough: all others repeat one of them, for all functions listed. *)
Definition start_of (t f : N) : N := match get ns f with Some d => if on d =? t then loop d else 0 | None => 0 end.
Definition period_of (t f : N) : N :=
  match get ns f with Some d => if on d =? t then N.of_nat (length (slices d)) - loop d else 1 | None => 1 end.

Definition starts (t : N) (fs : list N) : N := fold_right (fun f m => N.max (start_of t f) m) 0 fs.
Definition periods (t : N) (fs : list N) : N := fold_right (fun f m => N.lcm (period_of t f) m) 1 fs.

Lemma pick_late : forall f d k, get ns f = Some d -> loop d <= k ->
  pick d k = nth (N.to_nat (loop d + (k - loop d) mod (N.of_nat (length (slices d)) - loop d))) (slices d) 0.
Proof.
  intros f d k E H. destruct (node_ok f d E) as [Hl _]. unfold pick.
  destruct (N.ltb_spec k (N.of_nat (length (slices d)))); [|reflexivity].
  rewrite N.mod_small by lia. do 2 f_equal. lia.
Qed.

Lemma period_pos : forall t f, 0 < period_of t f.
Proof.
  intros t f. unfold period_of. destruct (get ns f) as [d|] eqn:E; [|lia].
  destruct (on d =? t); [|lia]. destruct (node_ok f d E). lia.
Qed.

Lemma child_repeats : forall t f k i, start_of t f <= k -> child t f (k + i * period_of t f) = child t f k.
Proof.
  intros t f k i H. unfold child, start_of, period_of in *. destruct (get ns f) as [d|] eqn:E; [|reflexivity].
  destruct (on d =? t); [|reflexivity]. destruct (node_ok f d E) as [Hl _].
  set (p := N.of_nat (length (slices d)) - loop d) in *.
  rewrite (pick_late f d) by (assumption || lia). rewrite (pick_late f d k) by assumption. fold p.
  replace (k + i * p - loop d) with (k - loop d + i * p) by lia. rewrite N.mod_add by lia. reflexivity.
Qed.

Lemma periods_pos : forall t fs, 0 < periods t fs.
Proof.
  intros t. induction fs as [|f fs IH]; simpl; [lia|]. pose proof (period_pos t f).
  assert (N.lcm (period_of t f) (periods t fs) <> 0); [|unfold periods in *; lia].
  intro Z. apply N.lcm_eq_0 in Z. lia.
Qed.


Lemma enough_copies : forall t fs K, exists k, k < starts t fs + periods t fs /\
  forall f, In f fs -> forall j, child t f (K + j) = child t f (k + j).
Proof.
  intros t fs K. pose proof (periods_pos t fs) as Hp.
  assert (Hs : forall f, In f fs -> start_of t f <= starts t fs).
  { clear. induction fs as [|a fs IH]; intros f H; [contradiction|].
    change (starts t (a :: fs)) with (N.max (start_of t a) (starts t fs)).
    destruct H as [->|H]; [lia|]. specialize (IH f H). lia. }
  assert (Hd : forall f, In f fs -> N.divide (period_of t f) (periods t fs)).
  { clear. induction fs as [|a fs IH]; intros f H; [contradiction|]. simpl. destruct H as [->|H].
    - apply N.divide_lcm_l.
    - eapply N.divide_trans; [now apply IH|]. apply N.divide_lcm_r. }
  destruct (N.lt_ge_cases K (starts t fs + periods t fs)) as [H|H].
  - exists K. split; [assumption | reflexivity].
  - set (m := starts t fs) in *. set (p := periods t fs) in *.
    pose proof (N.mod_lt (K - m) p ltac:(lia)) as Hlt. pose proof (N.div_mod (K - m) p ltac:(lia)) as Hdm.
    generalize dependent ((K - m) mod p). generalize ((K - m) / p). intros d r Hlt Hdm.
    exists (m + r). split; [lia|]. intros f Hf j.
    destruct (Hd f Hf) as (c & Ec). specialize (Hs f Hf).
    rewrite <- (child_repeats t f (m + r + j) (d * c)) by lia. f_equal.
    rewrite <- N.mul_assoc, <- Ec. lia.
Qed.

(** A test for all numbers of copies. *)
Definition for_all_copies (t : N) (fs : list N) (test : N -> bool) : bool :=
  forallb test (count (N.to_nat (starts t fs + periods t fs)) 0).

Lemma for_all_copies_spec : forall t fs test, for_all_copies t fs test = true ->
  forall K, exists k, test k = true /\ forall f, In f fs -> forall j, child t f (K + j) = child t f (k + j).
Proof.
  intros t fs test H K. destruct (enough_copies t fs K) as (k & Hk & E). exists k. split; [|assumption].
  unfold for_all_copies in H. rewrite forallb_forall in H. apply H, in_count. lia.
Qed.

Lemma same_child : forall t fs K k f, (forall f, In f fs -> forall j, child t f (K + j) = child t f (k + j)) ->
  In f fs -> child t f K = child t f k.
Proof. intros t fs K k f H Hf. specialize (H f Hf 0). now rewrite !N.add_0_r in H. Qed.

End WithTable.

End Functions.
