(** Arrays that an automaton reads digit by digit, and their values near a point.

    An array gives a number to every vector of natural numbers. The automaton reads the digits of all coordinates together, least
    significant first: first a digit with a radix for each coordinate, then binary digits; zeros at the end change nothing. To
    know the array at x + d for some small d at once, one reads x, and keeps for each d the state and the carries. Theorem
    [read_near]: a set of joint states that has the first ones and is closed under reading has, for every x, a state at
    which all x + d have been read. *)

From Coq Require Import List Arith ZArith NArith Lia Bool.
From Impartial Require Import Closure.
Import ListNotations.
Open Scope Z_scope.

Section Array.

Variable axes : nat.
Variable radix : nat -> Z.
Variable first : Z -> N.
Variable next : N -> Z -> N.
Variable output : N -> N.
Variable valid : N -> Prop.
Hypothesis radix_pos : forall i, (i < axes)%nat -> 0 < radix i.
Hypothesis first_valid : forall l, valid (first l).
Hypothesis next_valid : forall q l, valid q -> valid (next q l).
Hypothesis zeros : forall q, valid q -> output (next q 0) = output q.

Definition vector := nat -> Z.

Definition first_letter (d : vector) : Z := fold_left (fun n i => n * radix i + d i) (seq 0 axes) 0.
Definition letter (d : vector) : Z := fold_right (fun i n => d i + 2 * n) 0 (seq 0 axes).
Definition all_zero (v : vector) : bool := forallb (fun i => v i =? 0) (seq 0 axes).
Definition all_natural (v : vector) : bool := forallb (fun i => 0 <=? v i) (seq 0 axes).
Definition size_on (l : list nat) (v : vector) : nat := fold_right (fun i n => (Z.to_nat (v i) + n)%nat) 0%nat l.
Definition size (v : vector) : nat := size_on (seq 0 axes) v.

Fixpoint read (steps : nat) (q : N) (v : vector) : N :=
  match steps with
  | O => q
  | S steps => if all_zero v then q else read steps (next q (letter (fun i => v i mod 2))) (fun i => v i / 2)
  end.

Definition finish (q : N) (v : vector) : N := output (read (size v) q v).

(** The number at x. *)
Definition array (x : vector) : N :=
  finish (first (first_letter (fun i => x i mod radix i))) (fun i => x i / radix i).

Definition agree (v w : vector) : Prop := forall i, (i < axes)%nat -> v i = w i.
Definition natural (v : vector) : Prop := forall i, (i < axes)%nat -> 0 <= v i.

Lemma in_axes : forall i, In i (seq 0 axes) <-> (i < axes)%nat.
Proof. intro i. rewrite in_seq. lia. Qed.

Lemma fold_right_agree : forall l (v w : vector), (forall i, In i l -> v i = w i) ->
  fold_right (fun i n => v i + 2 * n) 0 l = fold_right (fun i n => w i + 2 * n) 0 l.
Proof.
  induction l as [|a l IH]; intros v w H; cbn [fold_right]; [reflexivity|]. rewrite (H a) by now left.
  rewrite (IH v w); [reflexivity|]. intros i Hi. apply H. now right.
Qed.

Lemma letter_agree : forall v w, agree v w -> letter v = letter w.
Proof. intros v w H. apply fold_right_agree. intros i Hi. apply H. now apply in_axes. Qed.

Lemma fold_left_agree : forall l (v w : vector) n, (forall i, In i l -> v i = w i) ->
  fold_left (fun n i => n * radix i + v i) l n = fold_left (fun n i => n * radix i + w i) l n.
Proof.
  induction l as [|a l IH]; intros v w n H; cbn [fold_left]; [reflexivity|]. rewrite (H a) by now left.
  apply IH. intros i Hi. apply H. now right.
Qed.

Lemma first_letter_agree : forall v w, agree v w -> first_letter v = first_letter w.
Proof. intros v w H. apply fold_left_agree. intros i Hi. apply H. now apply in_axes. Qed.

Lemma all_zero_spec : forall v, all_zero v = true <-> forall i, (i < axes)%nat -> v i = 0.
Proof.
  intro v. unfold all_zero. rewrite forallb_forall. split; intros H i Hi.
  - apply Z.eqb_eq, H. now apply in_axes.
  - apply Z.eqb_eq, H. now apply in_axes.
Qed.

Lemma all_natural_spec : forall v, all_natural v = true <-> natural v.
Proof.
  intro v. unfold all_natural, natural. rewrite forallb_forall. split; intros H i Hi.
  - apply Z.leb_le, H. now apply in_axes.
  - apply Z.leb_le, H. now apply in_axes.
Qed.

Lemma all_zero_agree : forall v w, agree v w -> all_zero v = all_zero w.
Proof.
  intros v w H. apply eq_true_iff_eq. rewrite !all_zero_spec. split; intros E i Hi.
  - rewrite <- H by assumption. auto.
  - rewrite H by assumption. auto.
Qed.

Lemma size_agree : forall v w, agree v w -> size v = size w.
Proof.
  intros v w H. unfold size, size_on. assert (A : forall i, In i (seq 0 axes) -> v i = w i) by (intros; now apply H, in_axes).
  clear H. induction (seq 0 axes) as [|a l IH]; simpl; [reflexivity|].
  rewrite (A a) by now left. rewrite IH; [reflexivity|]. intros i Hi. apply A. now right.
Qed.

Lemma read_agree : forall steps q v w, agree v w -> read steps q v = read steps q w.
Proof.
  induction steps as [|steps IH]; intros q v w H; simpl; [reflexivity|].
  rewrite (all_zero_agree v w H). destruct (all_zero w); [reflexivity|].
  rewrite (letter_agree (fun i => v i mod 2) (fun i => w i mod 2)) by (intros i Hi; now rewrite H).
  apply IH. intros i Hi. now rewrite H.
Qed.

Lemma finish_agree : forall q v w, agree v w -> finish q v = finish q w.
Proof. intros q v w H. unfold finish. rewrite (size_agree v w H). f_equal. now apply read_agree. Qed.

Lemma half_smaller : forall v, natural v -> all_zero v = false -> (size (fun i => (v i / 2)%Z) < size v)%nat.
Proof.
  intros v Hn Hz. unfold size.
  assert (A : forall i, In i (seq 0 axes) -> 0 <= v i) by (intros; now apply Hn, in_axes).
  unfold all_zero in Hz. clear Hn. induction (seq 0 axes) as [|a l IH]; simpl in *; [discriminate|].
  assert (W : forall l, (forall i, In i l -> 0 <= v i) -> (size_on l (fun i => (v i / 2)%Z) <= size_on l v)%nat).
  { clear. induction l as [|a l IH]; intro A; simpl; [lia|].
    assert (0 <= v a) by (apply A; now left). specialize (IH (fun i Hi => A i (or_intror Hi))).
    assert (Z.to_nat (v a / 2)%Z <= Z.to_nat (v a))%nat; [|unfold size_on in *; lia].
    apply Z2Nat.inj_le; [apply Z.div_pos; lia | assumption | apply Z.div_le_upper_bound; lia]. }
  assert (0 <= v a) by (apply A; now left).
  destruct (Z.eqb_spec (v a) 0) as [E|Hne].
  - simpl in Hz. specialize (IH Hz (fun i Hi => A i (or_intror Hi))). rewrite E. simpl. unfold size_on in *. lia.
  - specialize (W l (fun i Hi => A i (or_intror Hi))).
    assert (Z.to_nat (v a / 2)%Z < Z.to_nat (v a))%nat; [|unfold size_on in *; lia].
    apply Z2Nat.inj_lt; [apply Z.div_pos; lia | assumption | apply Z.div_lt; lia].
Qed.

Lemma size_zero : forall v, natural v -> size v = 0%nat -> all_zero v = true.
Proof.
  intros v Hn Hs. destruct (all_zero v) eqn:E; [reflexivity|]. pose proof (half_smaller v Hn E). lia.
Qed.

Lemma half_natural : forall v, natural v -> natural (fun i => v i / 2).
Proof. intros v H i Hi. specialize (H i Hi). apply Z.div_pos; lia. Qed.

Lemma read_enough : forall a b q v, natural v -> (size v <= a)%nat -> (size v <= b)%nat -> read a q v = read b q v.
Proof.
  assert (Z : forall b q v, all_zero v = true -> read b q v = q).
  { intros [|b] q v H; [reflexivity|]. simpl. now rewrite H. }
  induction a as [|a IH]; intros b q v Hn Ha Hb.
  - rewrite (Z b) by (apply size_zero; [assumption | lia]). reflexivity.
  - destruct (all_zero v) eqn:E; [rewrite !Z by assumption; reflexivity|].
    pose proof (half_smaller v Hn E). destruct b as [|b]; [lia|]. simpl. rewrite E.
    apply IH; [now apply half_natural | lia | lia].
Qed.

(** One letter of what is left. *)
Lemma finish_step : forall q v b w, valid q -> natural w ->
  (forall i, (i < axes)%nat -> v i = 2 * w i + b i /\ 0 <= b i < 2) -> finish q v = finish (next q (letter b)) w.
Proof.
  intros q v b w Hq Hw H.
  assert (Hv : natural v) by (intros i Hi; destruct (H i Hi); specialize (Hw i Hi); lia).
  assert (Eb : agree (fun i => v i mod 2) b).
  { intros i Hi. destruct (H i Hi) as [E Hb]. symmetry. apply Z.mod_unique with (w i); lia. }
  assert (Ew : agree (fun i => v i / 2) w).
  { intros i Hi. destruct (H i Hi) as [E Hb]. symmetry. apply Z.div_unique with (b i); lia. }
  destruct (all_zero v) eqn:E.
  - assert (Zb : letter b = 0).
    { rewrite <- (letter_agree _ _ Eb). rewrite all_zero_spec in E.
      rewrite (letter_agree _ (fun _ => 0)) by (intros i Hi; now rewrite E by assumption).
      unfold letter. clear. induction (seq 0 axes) as [|a l IH]; cbn [fold_right]; [reflexivity|]. now rewrite IH. }
    assert (Zw : all_zero w = true).
    { rewrite <- (all_zero_agree _ _ Ew). apply all_zero_spec. rewrite all_zero_spec in E. intros i Hi. now rewrite E. }
    assert (R : forall n q u, all_zero u = true -> read n q u = q).
    { intros [|n] p u Hu; [reflexivity|]. simpl. now rewrite Hu. }
    unfold finish. rewrite !R by assumption. rewrite Zb. symmetry. now apply zeros.
  - pose proof (half_smaller v Hv E) as Hs. rewrite (size_agree _ _ Ew) in Hs.
    unfold finish at 1. destruct (size v) as [|n] eqn:En; [lia|]. simpl. rewrite E.
    rewrite (letter_agree _ _ Eb), (read_agree n _ _ w Ew). unfold finish. f_equal. apply read_enough; [assumption | lia | lia].
Qed.

(** Joint states: for each d the state and the carries; and whether only zeros were read. *)
Definition reader : Type := list Z * (N * list Z).
Definition joint : Type := list reader * bool.

Definition at_axis (l : list Z) : vector := fun i => nth i l 0.
Definition on_axes (v : vector) : list Z := map v (seq 0 axes).

Lemma at_on_axes : forall v, agree (at_axis (on_axes v)) v.
Proof.
  intros v i Hi. unfold at_axis, on_axes. rewrite (nth_indep _ 0 (v 0%nat)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Definition start_reader (digits d : list Z) : reader :=
  let v := fun i => at_axis digits i + at_axis d i in
  (d, (first (first_letter (fun i => v i mod radix i)), on_axes (fun i => v i / radix i))).

Definition step_reader (digits : list Z) (r : reader) : reader :=
  match r with (d, (q, carry)) =>
    let v := fun i => at_axis digits i + at_axis carry i in
    (d, (next q (letter (fun i => v i mod 2)), on_axes (fun i => v i / 2)))
  end.

(** All lists of digits below bounds. *)
Fixpoint digits_below (bounds : list Z) : list (list Z) :=
  match bounds with
  | [] => [[]]
  | b :: bounds => flat_map (fun d => map (cons d) (digits_below bounds)) (map Z.of_nat (seq 0 (Z.to_nat b)))
  end.

Definition only_zeros (digits : list Z) : bool := forallb (fun d => d =? 0) digits.

(** Coordinates that are not free are 0. *)
Variable free : nat -> bool.

Definition start_joints (ds : list (list Z)) : list joint :=
  map (fun digits => (map (start_reader digits) ds, only_zeros digits))
    (digits_below (on_axes (fun i => if free i then radix i else 1))).

Definition next_joints (j : joint) : list joint :=
  map (fun digits => (map (step_reader digits) (fst j), snd j && only_zeros digits))
    (digits_below (on_axes (fun i => if free i then 2 else 1))).

Lemma in_digits_below : forall (l : list nat) (b v : vector),
  (forall i, In i l -> 0 <= v i < b i) -> In (map v l) (digits_below (map b l)).
Proof.
  induction l as [|a l IH]; intros b v H; simpl; [now left|].
  apply in_flat_map. exists (v a). split.
  - apply in_map_iff. exists (Z.to_nat (v a)). specialize (H a (or_introl eq_refl)). split; [lia|]. apply in_seq. lia.
  - apply in_map_iff. exists (map v l). split; [reflexivity|]. apply IH. intros i Hi. apply H. now right.
Qed.

Lemma only_zeros_spec : forall v, only_zeros (on_axes v) = true <-> forall i, (i < axes)%nat -> v i = 0.
Proof.
  intro v. unfold only_zeros, on_axes. rewrite forallb_forall. split.
  - intros H i Hi. apply Z.eqb_eq, H. apply in_map. now apply in_axes.
  - intros H d Hd. apply in_map_iff in Hd. destruct Hd as (i & <- & Hi). apply Z.eqb_eq, H. now apply in_axes.
Qed.

(** v is what is left of x. *)
Definition has_read (x v : vector) (r : reader) : Prop :=
  match r with (d, (q, carry)) =>
    let u := fun i => v i + at_axis carry i in
    valid q /\ (natural u <-> natural (fun i => x i + at_axis d i)) /\
    (natural u -> finish q u = array (fun i => x i + at_axis d i))
  end.

Definition joint_has_read (x v : vector) (j : joint) : Prop :=
  Forall (has_read x v) (fst j) /\ ((snd j = true /\ all_zero v = true) <-> all_zero x = true).

Lemma div_natural : forall m (u : vector), (forall i, (i < axes)%nat -> 0 < m i) ->
  (natural (fun i => u i / m i) <-> natural u).
Proof.
  intros m u Hm. split; intros H i Hi.
  - specialize (H i Hi). specialize (Hm i Hi). cbv beta in H. pose proof (Z.div_mod (u i) (m i) ltac:(lia)).
    pose proof (Z.mod_pos_bound (u i) (m i) Hm). nia.
  - apply Z.div_pos; [now apply H | now apply Hm].
Qed.

Lemma start_has_read : forall x d, natural x ->
  has_read x (fun i => x i / radix i) (start_reader (on_axes (fun i => x i mod radix i)) d).
Proof.
  intros x d Hx. unfold has_read, start_reader. split; [apply first_valid|].
  set (y := fun i => x i + at_axis d i).
  assert (Digit : agree (fun i => (at_axis (on_axes (fun i => x i mod radix i)) i + at_axis d i) mod radix i)
                        (fun i => y i mod radix i)).
  { intros i Hi. rewrite at_on_axes by assumption. unfold y. specialize (radix_pos i Hi). apply Z.add_mod_idemp_l. lia. }
  assert (Rest : agree (fun i => x i / radix i +
       at_axis (on_axes (fun i => (at_axis (on_axes (fun i => x i mod radix i)) i + at_axis d i) / radix i)) i)
       (fun i => y i / radix i)).
  { intros i Hi. rewrite !at_on_axes by assumption. unfold y. specialize (radix_pos i Hi).
    rewrite (Z.div_mod (x i) (radix i)) at 3 by lia.
    replace (radix i * (x i / radix i) + x i mod radix i + at_axis d i)
      with (x i mod radix i + at_axis d i + x i / radix i * radix i) by lia.
    rewrite Z.div_add by lia. lia. }
  split.
  - rewrite <- (div_natural radix y radix_pos). unfold natural. split; intros H i Hi.
    + rewrite <- Rest by assumption. now apply H.
    + rewrite Rest by assumption. now apply H.
  - intros _. unfold array. rewrite (first_letter_agree _ _ Digit). now apply finish_agree.
Qed.

Lemma step_has_read : forall x v r, natural v -> has_read x v r ->
  has_read x (fun i => v i / 2) (step_reader (on_axes (fun i => v i mod 2)) r).
Proof.
  intros x v [d [q carry]] Hv (Hq & Hnat & Hval). unfold has_read, step_reader. split; [now apply next_valid|].
  set (u := fun i => v i + at_axis carry i) in *.
  assert (Digit : agree (fun i => (at_axis (on_axes (fun i => v i mod 2)) i + at_axis carry i) mod 2) (fun i => u i mod 2)).
  { intros i Hi. rewrite at_on_axes by assumption. unfold u. apply Z.add_mod_idemp_l. lia. }
  assert (Rest : agree (fun i => v i / 2 +
       at_axis (on_axes (fun i => (at_axis (on_axes (fun i => v i mod 2)) i + at_axis carry i) / 2)) i) (fun i => u i / 2)).
  { intros i Hi. rewrite !at_on_axes by assumption. unfold u.
    rewrite (Z.div_mod (v i) 2) at 3 by lia.
    replace (2 * (v i / 2) + v i mod 2 + at_axis carry i) with (v i mod 2 + at_axis carry i + v i / 2 * 2) by lia.
    rewrite Z.div_add by lia. lia. }
  assert (Half : natural (fun i => u i / 2) <-> natural u) by (apply (div_natural (fun _ => 2)); lia).
  split.
  - rewrite <- Hnat, <- Half. unfold natural. split; intros H i Hi.
    + rewrite <- Rest by assumption. now apply H.
    + rewrite Rest by assumption. now apply H.
  - intro Hn.
    assert (Hu2 : natural (fun i => u i / 2)).
    { intros i Hi. rewrite <- Rest by assumption. now apply Hn. }
    rewrite <- Hval by now apply Half. symmetry.
    rewrite (letter_agree _ _ Digit). rewrite (finish_agree _ _ _ Rest).
    apply finish_step; try assumption. intros i Hi. split.
    + apply Z.div_mod. lia.
    + apply Z.mod_pos_bound. lia.
Qed.

Theorem read_near : forall (ds : list (list Z)) (good : joint -> Prop),
  (forall j, In j (start_joints ds) -> good j) ->
  (forall j, good j -> forall j', In j' (next_joints j) -> good j') ->
  forall x, natural x -> (forall i, (i < axes)%nat -> free i = false -> x i = 0) ->
  exists j, good j /\ map fst (fst j) = ds /\ joint_has_read x (fun _ => 0) j.
Proof.
  intros ds good Hstart Hnext x Hx Hfree.
  assert (Go : forall n v j, (size v <= n)%nat -> natural v -> (forall i, (i < axes)%nat -> free i = false -> v i = 0) -> good j -> map fst (fst j) = ds -> joint_has_read x v j ->
    exists j, good j /\ map fst (fst j) = ds /\ joint_has_read x (fun _ => 0) j).
  { induction n as [|n IH]; intros v j Hs Hv Hf Hg Hd Hj.
    all: destruct (all_zero v) eqn:E.
    1, 3: exists j; split; [assumption|]; split; [assumption|].
    1, 2: assert (A : agree v (fun _ => 0)) by (intros i Hi; now apply (proj1 (all_zero_spec v) E)).
    1, 2: destruct Hj as [HF Hz]; split;
      [|rewrite <- Hz, E; split; intros [H1 H2]; (split; [assumption|]); try reflexivity; apply all_zero_spec; reflexivity].
    1, 2: eapply Forall_impl; [|exact HF]; intros [d [q carry]] (Hq & Hnat & Hval); unfold has_read.
    1, 2: assert (A' : agree (fun i => 0 + at_axis carry i) (fun i => v i + at_axis carry i))
      by (intros i Hi; now rewrite A by assumption).
    1, 2: split; [assumption|]; split;
      [rewrite <- Hnat; unfold natural; split; intros H i Hi; [rewrite <- A' by assumption | rewrite A' by assumption]; now apply H|].
    1, 2: intro H; rewrite (finish_agree _ _ _ A'); apply Hval; intros i Hi; rewrite <- A' by assumption; now apply H.
    - exfalso. rewrite size_zero in E; [discriminate | assumption | lia].
    - pose proof (half_smaller v Hv E) as Hlt.
      set (b := on_axes (fun i => v i mod 2)).
      apply (IH (fun i => v i / 2) (map (step_reader b) (fst j), snd j && only_zeros b)).
      + lia.
      + now apply half_natural.
      + intros i Hi E'. now rewrite Hf.
      + apply (Hnext j Hg). unfold next_joints. apply in_map_iff. exists b. split; [reflexivity|].
        apply in_digits_below. intros i Hi. apply in_axes in Hi. destruct (free i) eqn:E'.
        * apply Z.mod_pos_bound. lia.
        * rewrite Hf by assumption. cbv beta iota. rewrite Z.mod_0_l; lia.
      + simpl. rewrite map_map. rewrite <- Hd. apply map_ext. now intros [d [q carry]].
      + destruct Hj as [HF Hz]. split.
        * simpl. apply Forall_forall. intros r Hr. apply in_map_iff in Hr. destruct Hr as (r0 & <- & Hr0).
          apply step_has_read; [assumption|]. rewrite Forall_forall in HF. auto.
        * simpl. rewrite <- Hz. rewrite andb_true_iff. unfold b. rewrite only_zeros_spec, !all_zero_spec. split.
          -- intros [[H1 H2] H3]. split; [assumption|]. intros i Hi. rewrite (Z.div_mod (v i) 2) by lia.
             rewrite H2, H3 by assumption. reflexivity.
          -- intros [H1 H2]. repeat split; [assumption| |]; intros i Hi; rewrite H2 by assumption; reflexivity. }
  set (b := on_axes (fun i => x i mod radix i)).
  apply (Go (size (fun i => x i / radix i)) (fun i => x i / radix i) (map (start_reader b) ds, only_zeros b)).
  - lia.
  - intros i Hi. apply Z.div_pos; [now apply Hx | now apply radix_pos].
  - intros i Hi E. now rewrite Hfree.
  - apply Hstart. unfold start_joints. apply in_map_iff. exists b. split; [reflexivity|].
    apply in_digits_below. intros i Hi. apply in_axes in Hi. destruct (free i) eqn:E.
    + apply Z.mod_pos_bound. now apply radix_pos.
    + rewrite Hfree by assumption. rewrite Z.mod_0_l; [lia|]. specialize (radix_pos i Hi). lia.
  - simpl. rewrite map_map. simpl. apply map_id.
  - split.
    + simpl. apply Forall_forall. intros r Hr. apply in_map_iff in Hr. destruct Hr as (d & <- & _). now apply start_has_read.
    + simpl. unfold b. rewrite only_zeros_spec, !all_zero_spec. split.
      * intros [H1 H2] i Hi. specialize (radix_pos i Hi). rewrite (Z.div_mod (x i) (radix i)) by lia.
        rewrite H1, H2 by assumption. lia.
      * intro H. split; intros i Hi; rewrite H by assumption; reflexivity.
Qed.

End Array.
