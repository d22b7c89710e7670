(** Tests of an array at x + d and x + d', for all x at once, where d and d' are natural. *)

From Coq Require Import List Arith ZArith NArith Lia Bool.
From Impartial Require Import Options Tables Closure Diagrams Array ArrayCheck ArraySound.
Import ListNotations.
Open Scope Z_scope.

Definition test_joint (finish : N -> vector -> N) (test : N -> N -> bool) (j : joint) : bool :=
  match fst j with
  | [(_, (q, carry)); (_, (q', carry'))] => test (finish q (at_axis carry)) (finish q' (at_axis carry'))
  | _ => false
  end.

Section Check.

Variable c : certificate.

Let first := first_state (of_list (first_states c)).
Let next := next_state (of_list (next_states c)) (letters c).
Let output := look (of_list (outputs c)).

Definition everywhere (rounds : nat) (free : nat -> bool) (d d' : list Z) (test : N -> N -> bool) : bool :=
  match explore joint (list joint) has_joint cons (next_joints (axes c) next free) rounds
          (start_joints (axes c) (radix c) first free [d; d']) [] with
  | None => false
  | Some met => forallb (test_joint (finish (axes c) next output) test) met
  end.

End Check.

Section Sound.

Variables (c : certificate) (w : help).
Hypothesis accepted : check_array c w = true.

Let first := first_state (of_list (first_states c)).
Let next := next_state (of_list (next_states c)) (letters c).
Let output := look (of_list (outputs c)).
Let states := N.of_nat (length (outputs c)).
Let valid := fun q => (q < states)%N.

Lemma automaton_right :
  (forall i, (i < axes c)%nat -> 0 < radix c i) /\ (forall l, valid (first l)) /\
  (forall q l, valid q -> valid (next q l)) /\ (forall q, valid q -> output (next q 0) = output q) /\
  forallb (fun d => negb (is_growing (growing c) (on d))) (certified c ++ more_nodes w) = true /\
  forallb (fun d => forallb (fun f => (f <? 2 + N.of_nat (length (certified c)))%N) (slices d)) (certified c) = true /\
  forallb (fun f => (f <? 2 + N.of_nat (length (certified c)))%N) (listed_slices c) = true.
Proof.
  pose proof accepted as H. unfold check_array in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as
    (((((((((((((((((((Hlen & Hheaps) & Hself) & Hgrow) & Hnodes) & Hclosed) & Hslices) & Hnot) & Hunions) & Hcompl) & Hshifts) & Hunshifts) & Hnone) & Hrad) & Hradpos) & Hstates) & Hfirst) & Hnext) & Hzero) & Hrule).
  apply N.ltb_lt in Hstates. repeat split; try assumption.
  - intros i Hi. apply Nat.eqb_eq in Hrad. rewrite forallb_forall in Hradpos. unfold radix.
    assert (0 < nth i (radices c) 0)%N; [|lia]. apply N.ltb_lt, Hradpos, nth_In. lia.
  - intro l. now apply look_below.
  - intros q l _. now apply look_below.
  - intros q Hq. rewrite forallb_forall in Hzero. apply N.eqb_eq, Hzero, in_count. unfold valid, states in Hq. lia.
Qed.

Lemma everywhere_sound : forall rounds free d d' test, everywhere c rounds free d d' test = true ->
  natural (axes c) (at_axis d) -> natural (axes c) (at_axis d') ->
  forall x, natural (axes c) x -> (forall i, (i < axes c)%nat -> free i = false -> x i = 0) ->
  test (slice_number c (fun i => x i + at_axis d i)) (slice_number c (fun i => x i + at_axis d' i)) = true.
Proof.
  intros rounds free d d' test H Nd Nd' x Nx Fx. destruct automaton_right as (Rpos & Fvalid & Nvalid & Zeros & _).
  unfold everywhere in H. fold first next output in H. destruct (explore _ _ _ _ _ _ _ _) as [met|] eqn:E; [|discriminate].
  assert (HJ : forall x s, has_joint x s = true <-> In x s).
  { intros y s. unfold has_joint. destruct (in_dec joint_eq_dec y s); split; intro; auto; try discriminate; contradiction. }
  apply explore_closed in E; [| |reflexivity].
  2:{ intros y u s. rewrite !HJ. simpl. split; intros [E'|E']; auto. }
  destruct E as [Mstart Mnext].
  destruct (read_near (axes c) (radix c) first next output valid Rpos Fvalid Nvalid Zeros free [d; d']
              (fun j => has_joint j met = true) Mstart Mnext x Nx Fx) as (j & Hj & Hd & Hread & _).
  apply HJ in Hj. rewrite forallb_forall in H. specialize (H j Hj). unfold test_joint in H.
  destruct (fst j) as [|[d1 [q carry]] [|[d2 [q' carry']] [|]]]; try discriminate.
  simpl in Hd. injection Hd as -> ->.
  inversion Hread as [|? ? H1 Hrest]; subst. inversion Hrest as [|? ? H2 _]; subst.
  destruct H1 as (_ & A1 & B1). destruct H2 as (_ & A2 & B2).
  assert (S1 : forall e, natural (axes c) (at_axis e) -> natural (axes c) (fun i => x i + at_axis e i)).
  { intros e He i Hi. specialize (He i Hi). specialize (Nx i Hi). lia. }
  change (slice_number c) with (array (axes c) (radix c) first next output).
  rewrite <- B1 by (apply A1; auto). rewrite <- B2 by (apply A2; auto).
  rewrite (finish_agree (axes c) next output q _ (at_axis carry)) by (intros i Hi; lia).
  rewrite (finish_agree (axes c) next output q' _ (at_axis carry')) by (intros i Hi; lia). exact H.
Qed.

End Sound.
