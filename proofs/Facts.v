(** Facts on functions of numbers of copies, looked up and checked: union, complement, one copy more, one copy less. *)

From Coq Require Import List Arith NArith Lia Bool.
From Impartial Require Import Options Tables Diagrams.
Import ListNotations.
Open Scope N_scope.

(** (f, g, h): h is f or g; (f, h): h is not f; (f, t, h): h is f with one copy of t more, or one less (false where none is). *)
Record facts := Facts {
  unions : list (N * N * N);
  complements : list (N * N);
  shifts : list (N * N * N);
  unshifts : list (N * N * N)
}.

(** Tables with two keys. *)
Definition table2 := table (table N).
Definition get2 (t : table2) (a b : N) : option N := match get t a with Some r => get r b | None => None end.
Definition put2 (a b v : N) (t : table2) : table2 :=
  put a (put b v (match get t a with Some r => r | None => empty_table end)) t.
Definition of_facts (l : list (N * N * N)) : table2 :=
  fold_left (fun t e => match e with (a, b, v) => put2 a b v t end) l empty_table.

Lemma get2_put2 : forall a b c d v t, get2 (put2 a b v t) c d = if (c =? a) && (d =? b) then Some v else get2 t c d.
Proof.
  intros. unfold get2, put2. rewrite get_put. destruct (N.eqb_spec c a) as [->|]; [|reflexivity].
  rewrite get_put. destruct (d =? b); [reflexivity|]. simpl. destruct (get t a); [reflexivity|]. apply get_empty.
Qed.

Lemma of_facts_in : forall l a b v, get2 (of_facts l) a b = Some v -> In (a, b, v) l.
Proof.
  assert (G : forall l t a b v,
    get2 (fold_left (fun t e => match e with (a, b, v) => put2 a b v t end) l t) a b = Some v ->
    In (a, b, v) l \/ get2 t a b = Some v).
  { induction l as [|[[a b] v] l IH]; intros t c d w H; simpl in H; [now right|].
    apply IH in H. destruct H as [H|H]; [left; now right|]. rewrite get2_put2 in H.
    destruct (N.eqb_spec c a) as [->|]; [|now right]. destruct (N.eqb_spec d b) as [->|]; [|now right].
    injection H as ->. left. now left. }
  intros l a b v H. apply G in H. destruct H as [|H]; [assumption|]. unfold get2 in H. now rewrite get_empty in H.
Qed.

Definition of_pairs (l : list (N * N)) : table N := fold_left (fun t e => put (fst e) (snd e) t) l empty_table.

Lemma of_pairs_in : forall l a v, get (of_pairs l) a = Some v -> In (a, v) l.
Proof.
  assert (G : forall l t a v, get (fold_left (fun t e => put (fst e) (snd e) t) l t) a = Some v ->
    In (a, v) l \/ get (t : table N) a = Some v).
  { induction l as [|[a v] l IH]; intros t b w H; simpl in H; [now right|].
    apply IH in H. destruct H as [H|H]; [left; now right|]. rewrite get_put in H. simpl in H.
    destruct (N.eqb_spec b a) as [->|]; [|now right]. injection H as ->. left. now left. }
  intros l a v H. apply G in H. destruct H as [|H]; [assumption|]. now rewrite get_empty in H.
Qed.

Definition is (a : option N) (v : N) : bool := match a with Some w => w =? v | None => false end.

Lemma is_spec : forall a v, is a v = true -> a = Some v.
Proof. intros [w|] v H; [|discriminate]. apply N.eqb_eq in H. now subst. Qed.

Definition more (t : N) (Y : copies) : copies := fun u => if u =? t then Y u + 1 else Y u.
Definition fewer (t : N) (Y : copies) : copies := fun u => if u =? t then Y u - 1 else Y u.

Section Facts.

Variables (ns : table node) (union_facts shift_facts unshift_facts : table2) (complement_facts : table N).

Definition union (f g : N) : option N :=
  if f =? 0 then Some g else if g =? 0 then Some f
  else if (f =? 1) || (g =? 1) then Some 1
  else if f =? g then Some f
  else if f <? g then get2 union_facts f g else get2 union_facts g f.

Definition complement (f : N) : option N :=
  if f =? 0 then Some 1 else if f =? 1 then Some 0 else get complement_facts f.

Definition shift (f t : N) : option N := if level ns f <=? t then Some f else get2 shift_facts f t.

Definition unshift (f t : N) : option N := if f =? 0 then Some 0 else get2 unshift_facts f t.

Definition union_ok (e : N * N * N) : bool :=
  match e with (f, g, h) =>
    let l := N.max (level ns f) (level ns g) in
    let t := N.pred l in
    (0 <? l) && (level ns h <=? l) &&
    for_all_copies ns t [f; g; h] (fun k => is (union (child ns t f k) (child ns t g k)) (child ns t h k))
  end.

Definition complement_ok (e : N * N) : bool :=
  match e with (f, h) =>
    let t := N.pred (level ns f) in
    (0 <? level ns f) && (level ns h <=? level ns f) &&
    for_all_copies ns t [f; h] (fun k => is (complement (child ns t f k)) (child ns t h k))
  end.

Definition shift_ok (e : N * N * N) : bool :=
  match e with (f, s, h) =>
    let t := N.pred (level ns f) in
    (0 <? level ns f) && (s <=? t) && (level ns h <=? level ns f) &&
    for_all_copies ns t [f; h]
      (fun k => if t =? s then child ns t f (k + 1) =? child ns t h k
                else is (shift (child ns t f k) s) (child ns t h k))
  end.

Definition unshift_ok (e : N * N * N) : bool :=
  match e with (f, s, h) =>
    let t := N.max s (N.pred (level ns f)) in
    (level ns h <=? N.succ t) && (if t =? s then child ns t h 0 =? 0 else true) &&
    for_all_copies ns t [f; h]
      (fun k => if t =? s then child ns t h (k + 1) =? child ns t f k
                else is (unshift (child ns t f k) s) (child ns t h k))
  end.

End Facts.

Section Sound.

Variables (listed : list node) (F : facts).
Let ns := nodes listed.
Let uf := of_facts (unions F).
Let sf := of_facts (shifts F).
Let wf := of_facts (unshifts F).
Let cf := of_pairs (complements F).

Hypothesis ok : nodes_ok listed ns = true.
Hypothesis unions_ok : forallb (union_ok ns uf) (unions F) = true.
Hypothesis complements_ok : forallb (complement_ok ns cf) (complements F) = true.
Hypothesis shifts_ok : forallb (shift_ok ns sf) (shifts F) = true.
Hypothesis unshifts_ok : forallb (unshift_ok ns wf) (unshifts F) = true.

Local Notation truth := (Diagrams.truth ns).
Local Notation level := (Diagrams.level ns).
Let Same : ns = nodes listed := eq_refl.

Lemma truth_false : forall Y, truth 0 Y = false.
Proof. intro Y. apply (truth_constant ns). apply (level_small listed ns Same). lia. Qed.

Lemma truth_true : forall Y, truth 1 Y = true.
Proof. intro Y. apply (truth_constant ns). apply (level_small listed ns Same). lia. Qed.

Lemma union_sound : forall n f g h Y, level f <= n -> level g <= n -> union uf f g = Some h ->
  truth h Y = truth f Y || truth g Y.
Proof.
  induction n as [|n IH] using N.peano_ind; intros f g h Y Hf Hg H.
  all: unfold union in H.
  all: destruct (N.eqb_spec f 0) as [->|]; [injection H as <-; now rewrite truth_false|].
  all: destruct (N.eqb_spec g 0) as [->|]; [injection H as <-; now rewrite truth_false, orb_false_r|].
  all: destruct (N.eqb_spec f 1) as [->|]; [injection H as <-; now rewrite truth_true|].
  all: destruct (N.eqb_spec g 1) as [->|]; [injection H as <-; now rewrite truth_true, orb_true_r|].
  all: cbn [orb] in H.
  all: destruct (N.eqb_spec f g) as [->|Hne]; [injection H as <-; now rewrite orb_diag|].
  all: assert (Fact : In (f, g, h) (unions F) \/ In (g, f, h) (unions F))
         by (destruct (f <? g); apply of_facts_in in H; auto); clear H.
  all: rewrite forallb_forall in unions_ok.
  - exfalso. destruct Fact as [Fact|Fact]; apply unions_ok in Fact; unfold union_ok in Fact;
      rewrite !andb_true_iff, N.ltb_lt in Fact; destruct Fact as ((Z & _) & _); lia.
  - assert (Main : forall f g, level f <= N.succ n -> level g <= N.succ n -> In (f, g, h) (unions F) ->
      truth h Y = truth f Y || truth g Y).
    { clear f g Hf Hg Hne n0 n1 n2 n3 Fact. intros f g Hf Hg Fact. apply unions_ok in Fact. unfold union_ok in Fact.
      rewrite !andb_true_iff, N.ltb_lt, N.leb_le in Fact. destruct Fact as ((Hpos & Hh) & Hall).
      set (t := N.pred (N.max (level f) (level g))) in *.
      destruct (for_all_copies_spec listed ns Same ok t _ _ Hall (Y t)) as (k & Hk & Hsame).
      pose proof (fun x => same_child ns t _ _ _ x Hsame) as E. simpl In in E.
      rewrite (truth_child listed ns Same ok t h), (truth_child listed ns Same ok t f),
        (truth_child listed ns Same ok t g).
      rewrite (E f), (E g), (E h) by auto. apply is_spec in Hk. apply (IH _ _ _ Y) in Hk; [assumption| |].
      - pose proof (level_child listed ns Same ok t f k). lia.
      - pose proof (level_child listed ns Same ok t g k). lia. }
    destruct Fact as [Fact|Fact]; [now apply Main|]. rewrite orb_comm. now apply Main.
Qed.

Lemma complement_sound : forall n f h Y, level f <= n -> complement cf f = Some h -> truth h Y = negb (truth f Y).
Proof.
  induction n as [|n IH] using N.peano_ind; intros f h Y Hf H.
  all: unfold complement in H.
  all: destruct (N.eqb_spec f 0) as [->|]; [injection H as <-; now rewrite truth_false, truth_true|].
  all: destruct (N.eqb_spec f 1) as [->|]; [injection H as <-; now rewrite truth_false, truth_true|].
  all: apply of_pairs_in in H; rewrite forallb_forall in complements_ok; apply complements_ok in H.
  all: unfold complement_ok in H; rewrite !andb_true_iff, N.ltb_lt, N.leb_le in H; destruct H as ((Hpos & Hh) & Hall).
  - lia.
  - set (t := N.pred (level f)) in *.
    destruct (for_all_copies_spec listed ns Same ok t _ _ Hall (Y t)) as (k & Hk & Hsame).
    pose proof (fun x => same_child ns t _ _ _ x Hsame) as E. simpl In in E.
    rewrite (truth_child listed ns Same ok t h), (truth_child listed ns Same ok t f).
    rewrite (E f), (E h) by auto. apply is_spec in Hk. apply (IH _ _ Y) in Hk; [assumption|].
    pose proof (level_child listed ns Same ok t f k). lia.
Qed.

Lemma shift_sound : forall n f s h Y, level f <= n -> shift ns sf f s = Some h -> truth h Y = truth f (more s Y).
Proof.
  assert (Far : forall f s Y, level f <= s -> truth f Y = truth f (more s Y)).
  { intros f s Y H. apply (truth_ext listed ns Same ok). intros u Hu. unfold more.
    replace (u =? s) with false by (symmetry; apply N.eqb_neq; lia). reflexivity. }
  induction n as [|n IH] using N.peano_ind; intros f s h Y Hf H.
  all: unfold shift in H.
  all: destruct (N.leb_spec (level f) s) as [Hs|Hs]; [injection H as <-; now apply Far|].
  - lia.
  - apply of_facts_in in H. rewrite forallb_forall in shifts_ok. apply shifts_ok in H.
    unfold shift_ok in H. rewrite !andb_true_iff, N.ltb_lt, !N.leb_le in H. destruct H as (((Hpos & Hst) & Hh) & Hall).
    set (t := N.pred (level f)) in *.
    destruct (for_all_copies_spec listed ns Same ok t _ _ Hall (Y t)) as (k & Hk & Hsame).
    pose proof (fun x => same_child ns t _ _ _ x Hsame) as E. simpl In in E.
    rewrite (truth_child listed ns Same ok t h), (truth_child listed ns Same ok t f).
    pose proof (level_child listed ns Same ok t f) as Lf.
    change (more s Y t) with (if t =? s then Y t + 1 else Y t). destruct (N.eqb_spec t s) as [Ets|Hne].
    + rewrite (Hsame f) by (simpl; auto). rewrite (E h) by auto. apply N.eqb_eq in Hk. rewrite Hk.
      apply Far. rewrite <- Hk. rewrite <- Ets. apply Lf. lia.
    + rewrite (E f), (E h) by auto. apply is_spec in Hk. apply (IH _ _ _ Y) in Hk; [assumption|].
      specialize (Lf k). lia.
Qed.

Lemma unshift_sound : forall n f s h Y, level f <= n -> unshift wf f s = Some h ->
  truth h Y = (0 <? Y s) && truth f (fewer s Y).
Proof.
  assert (Far : forall f s Y, level f <= s -> truth f Y = truth f (fewer s Y)).
  { intros f s Y H. apply (truth_ext listed ns Same ok). intros u Hu. unfold fewer.
    replace (u =? s) with false by (symmetry; apply N.eqb_neq; lia). reflexivity. }
  induction n as [n IH] using (well_founded_ind N.lt_wf_0); intros f s h Y Hf H.
  unfold unshift in H. destruct (N.eqb_spec f 0) as [->|]; [injection H as <-; now rewrite !truth_false, andb_false_r|].
  apply of_facts_in in H. rewrite forallb_forall in unshifts_ok. apply unshifts_ok in H.
  unfold unshift_ok in H. rewrite !andb_true_iff, N.leb_le in H. destruct H as ((Hh & H0) & Hall).
  set (t := N.max s (N.pred (level f))) in *.
  pose proof (level_child listed ns Same ok t f) as Lf.
  rewrite (truth_child listed ns Same ok t h).
  rewrite (truth_child listed ns Same ok t f (fewer s Y)).
  change (fewer s Y t) with (if t =? s then Y t - 1 else Y t).
  destruct (N.eqb_spec t s) as [Ets|Hne].
  - rewrite <- Ets. destruct (N.eq_dec (Y t) 0) as [Ez|Hz].
    + rewrite Ez. apply N.eqb_eq in H0. rewrite H0. apply truth_false.
    + replace (0 <? Y t) with true by (symmetry; apply N.ltb_lt; lia). cbn [andb].
      destruct (for_all_copies_spec listed ns Same ok t _ _ Hall (Y t - 1)) as (k & Hk & Hsame).
      pose proof (fun x => same_child ns t _ _ _ x Hsame) as E. simpl In in E.
      replace (Y t) with (Y t - 1 + 1) at 1 by lia. rewrite (Hsame h) by (simpl; auto).
      apply N.eqb_eq in Hk. rewrite Hk. rewrite (E f) by auto. rewrite Ets in *. apply Far. apply Lf. lia.
  - destruct (for_all_copies_spec listed ns Same ok t _ _ Hall (Y t)) as (k & Hk & Hsame).
    pose proof (fun x => same_child ns t _ _ _ x Hsame) as E. simpl In in E.
    rewrite (E f), (E h) by auto. apply is_spec in Hk.
    assert (Hlt : t < n) by lia.
    apply (IH t Hlt _ _ _ Y) in Hk; [assumption|]. apply Lf. lia.
Qed.

End Sound.
