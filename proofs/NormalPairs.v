(** Pairs that need not be looked at.

    In most games of misère play products with the kernel of Q follow nim-values. Let every element have a label, with
    label(x y) the nim-sum of label(x) and label(y), and let K be an ideal of Q such that every element of K that a heap of
    value v needs has a greater label than v. A pair (y, x) is normal if y is in K and label(y) < label(x). Normal pairs lead to
    normal pairs, and (y, 1) is not normal. So they may be left out when pairs are explored.

    [labels_hold] checks this. How labels are found is of no importance. *)

From Coq Require Import List Arith NArith MSetPositive Lia Bool.
From Impartial Require Import Options Nim Tables Monoid.
Import ListNotations.
Open Scope N_scope.

Record labels := Labels { nim_label : table N; kernel : set }.

Definition no_labels : labels := Labels empty_table PositiveSet.empty.

Definition normal (l : labels) (a : N * N) : bool :=
  has (fst a) (kernel l) && (look (nim_label l) (fst a) <? look (nim_label l) (snd a)).

Definition labels_add (l : labels) (size generators : nat) (act : N -> nat -> N) : bool :=
  (look (nim_label l) 0 =? 0) &&
  forallb
    (fun x => forallb
       (fun g => (look (nim_label l) (act x g) =? N.lxor (look (nim_label l) x) (look (nim_label l) (act 0 g))) &&
                 (negb (has x (kernel l)) || has (act x g) (kernel l)))
       (seq 0 generators))
    (count size 0).

Definition needs_are_greater (l : labels) (size : nat) (needs : table set) : bool :=
  forallb
    (fun v => let u := PositiveSet.inter (set_at needs v) (kernel l) in
       PositiveSet.is_empty u ||
       forallb (fun x => negb (has x u) || (look (nim_label l) v <? look (nim_label l) x)) (count size 0))
    (count size 0).

Definition labels_hold (l : labels) (size generators : nat) (act : N -> nat -> N) (needs : table set) : bool :=
  labels_add l size generators act && needs_are_greater l size needs.

(** Finding labels. *)

Fixpoint first_with (x : N) (values labels : list N) : N :=
  match values, labels with
  | v :: values, l :: labels => if v =? x then l else first_with x values labels
  | _, _ => 0
  end.

(** An element of the least ideal: the product of all generators, with a high power. *)
Definition deep (mul : N -> N -> N) (act : N -> nat -> N) (size generators : nat) : N :=
  let x := fold_left act (seq 0 generators) 0 in
  fold_left (fun x _ => mul x x) (seq 0 (S (Nat.log2 size))) x.

(** Labels from those of the heaps, which have the values listed. *)
Definition find_labels (values heap_labels : list N) (tree : list edge) (mul : N -> N -> N) (act : N -> nat -> N)
    (size generators : nat) : labels :=
  let of_generator := map (fun g => first_with (act 0 g) values heap_labels) (seq 0 generators) in
  let add t (e : edge) := match e with (y, z, g) => put y (N.lxor (look t z) (nth g of_generator 0)) t end in
  let d := deep mul act size generators in
  Labels (fold_left add tree (put 0 0 empty_table)) (set_of (map (mul d) (count size 0))).

Section Normal.

Variables (l : labels) (size generators : nat) (act : N -> nat -> N) (mul : N -> N -> N) (needs : table set).
Let order := N.of_nat size.
Hypothesis act_element : forall x g, x < order -> (g < generators)%nat -> act x g < order.
Hypothesis follows : forall x y, x < order -> y < order -> by_word generators act x y (mul x y).
Hypothesis mul_element : forall x y, x < order -> y < order -> mul x y < order.
Hypothesis mul_comm : forall x y, x < order -> y < order -> mul x y = mul y x.
Hypothesis hold : labels_hold l size generators act needs = true.

Local Notation lab := (look (nim_label l)).
Local Notation inside x := (has x (kernel l) = true).

Lemma labels_at : lab 0 = 0 /\ (forall x g, x < order -> (g < generators)%nat ->
  lab (act x g) = N.lxor (lab x) (lab (act 0 g)) /\ (inside x -> inside (act x g))).
Proof.
  pose proof hold as H. unfold labels_hold, labels_add in H. rewrite !andb_true_iff in H. destruct H as [[H0 H] _].
  split; [now apply N.eqb_eq|]. intros x g Hx Hg. rewrite forallb_forall in H. specialize (H x). rewrite in_count in H.
  specialize (H ltac:(unfold order in Hx; lia)). rewrite forallb_forall in H. specialize (H g). rewrite in_seq in H.
  specialize (H ltac:(lia)). apply andb_true_iff in H. destruct H as [H1 H2]. split; [now apply N.eqb_eq|].
  intro Hin. rewrite Hin in H2. exact H2.
Qed.

Lemma labels_along : forall w x, is_word generators w -> x < order ->
  lab (acts act x w) = N.lxor (lab x) (fold_right (fun g m => N.lxor (lab (act 0 g)) m) 0 w) /\
  (inside x -> inside (acts act x w)).
Proof.
  induction w as [|g w IH]; intros x Hw Hx; cbn [acts fold_right].
  - rewrite N.lxor_0_r. auto.
  - inversion Hw as [|? ? Hg Hw']; subst. destruct labels_at as [_ H]. destruct (H x g Hx Hg) as [H1 H2].
    destruct (IH (act x g) Hw') as [IH1 IH2]; [auto|]. split; [|auto]. rewrite IH1, H1. apply N.lxor_assoc.
Qed.

Lemma label_mul : forall x y, x < order -> y < order -> lab (mul x y) = N.lxor (lab x) (lab y) /\ (inside x -> inside (mul x y)).
Proof.
  intros x y Hx Hy. destruct (follows x y Hx Hy) as (w & Hw & Ey & Exy).
  destruct (labels_along w x Hw Hx) as [H1 H2]. rewrite Exy in H1, H2. split; [|assumption].
  destruct (labels_along w 0 Hw) as [H3 _]; [lia|]. rewrite Ey, (proj1 labels_at), N.lxor_0_l in H3. congruence.
Qed.

Lemma needed_is_greater : forall v x, v < order -> x < order -> has x (set_at needs v) = true -> inside x -> lab v < lab x.
Proof.
  intros v x Hv Hx Hneed Hin. pose proof hold as H. unfold labels_hold, needs_are_greater in H.
  apply andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H. specialize (H v). rewrite in_count in H.
  specialize (H ltac:(unfold order in Hv; lia)). cbv zeta in H.
  assert (Hu : has x (PositiveSet.inter (set_at needs v) (kernel l)) = true) by now rewrite has_inter, Hneed, Hin.
  apply orb_true_iff in H. destruct H as [H|H]; [apply (empty_set _ x) in H; congruence|].
  rewrite forallb_forall in H. specialize (H x). rewrite in_count, Hu in H.
  specialize (H ltac:(unfold order in Hx; lia)). now apply N.ltb_lt.
Qed.

Lemma greater_sum : forall a b c, a < N.lxor c b -> b < N.lxor c a -> N.lxor a b < c.
Proof.
  intros a b c Ha Hb. apply N.nle_gt. intro Hle. destruct (N.eq_dec c (N.lxor a b)) as [->|Hne].
  - rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in Ha. lia.
  - destruct (xor_below c a b); lia.
Qed.

Theorem normal_next : forall v x y, v < order -> x < order -> y < order ->
  normal l (y, mul x v) = true -> has (mul x y) (set_at needs v) = true -> normal l (mul y v, x) = true.
Proof.
  intros v x y Hv Hx Hy Hn Hneed. unfold normal in *. cbn [fst snd] in *. apply andb_true_iff in Hn. destruct Hn as [Hin Hlt].
  apply N.ltb_lt in Hlt. destruct (label_mul x v Hx Hv) as [Exv _]. destruct (label_mul y v Hy Hv) as [Eyv Hyv].
  destruct (label_mul x y Hx Hy) as [Exy _]. rewrite (Hyv Hin). apply N.ltb_lt. rewrite Eyv. apply greater_sum; [congruence|].
  rewrite <- Exy. apply needed_is_greater; auto. rewrite mul_comm by assumption. now apply label_mul.
Qed.

Theorem normal_never_ends : forall y, normal l (y, 0) = false.
Proof.
  intro y. unfold normal. cbn [fst snd]. rewrite (proj1 labels_at). apply andb_false_iff. right. apply N.ltb_ge. lia.
Qed.

End Normal.
