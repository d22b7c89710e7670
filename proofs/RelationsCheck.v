(** Relations: two sums that no third tells apart, in a certificate of kind `infinite-quotient`.

    With S(x) the slice at the numbers x of the growing types, the sum of u copies of these and of other types c is known by what it
    does to all sums: S(x + u) with c added to its argument. For two sums these are the same function at every x if they have the
    same number wherever the reading of x + u and x + u' ends. *)

From Coq Require Import List Arith ZArith NArith Lia Bool.
From Impartial Require Import Positions Rules Options Tables Diagrams Facts Array ArrayCheck ArraySound Everywhere Misere.
Import ListNotations.
Open Scope N_scope.

(** Two sums, as lists of types. *)
Definition relation : Type := list N * list N.

Definition growing_part (g sum : list N) : list Z := map (fun a => Z.of_N (occurrences a sum)) g.
Definition other_part (g sum : list N) : list N := filter (fun t => negb (is_growing g t)) sum.

(** The functions numbered m and n are the same with others and others' added to their arguments. *)
Definition same_after (ns : table node) (sf : table2) (slice : N -> N) (others others' : list N) (m n : N) : bool :=
  match shift_all ns sf (slice m) others, shift_all ns sf (slice n) others' with
  | Some h, Some h' => h =? h'
  | _, _ => false
  end.

Definition check_relations (c : certificate) (w : help) (relations : list relation) : bool :=
  let ns := nodes (certified c ++ more_nodes w) in
  let sf := of_facts (shifts (known w)) in
  let slice := look (of_list (listed_slices c)) in
  let g := growing c in
  forallb
    (fun r => everywhere c 40 (fun _ => true) (growing_part g (fst r)) (growing_part g (snd r))
       (same_after ns sf slice (other_part g (fst r)) (other_part g (snd r))))
    relations.

Section Sound.

Variables (c : certificate) (w : help).
Hypothesis accepted : check_array c w = true.

Local Notation all := (certified c ++ more_nodes w).
Local Notation ns := (nodes all).
Local Notation sf := (of_facts (shifts (known w))).
Local Notation g := (growing c).

Lemma growing_part_natural : forall sum, natural (axes c) (at_axis (growing_part g sum)).
Proof.
  intros sum i Hi. unfold at_axis, growing_part.
  destruct (nth_in_or_default i (map (fun a => Z.of_N (occurrences a sum)) g) 0%Z) as [H|H]; [|rewrite H; lia].
  apply in_map_iff in H. destruct H as (a & <- & _). lia.
Qed.

Lemma facts_right : nodes_ok all ns = true /\ forallb (shift_ok ns sf) (shifts (known w)) = true /\
  forallb (fun d => negb (is_growing g (on d))) all = true.
Proof.
  pose proof accepted as H. unfold check_array in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto.
Qed.

(** The claim where sum is added to z. *)
Lemma claim_added : forall sum z f, slice_number c
    (fun i => (growing_copies c z i + at_axis (growing_part g sum) i)%Z) = f ->
  forall h, shift_all ns sf (look (of_list (listed_slices c)) f) (other_part g sum) = Some h ->
  claim_at c (fun u => occurrences u sum + z u) = truth ns h z.
Proof.
  intros sum z f Ef h H. destruct facts_right as (Hnodes & Hshifts & Hnot).
  destruct (automaton_right c w accepted) as (_ & _ & _ & _ & _ & Hclosed & Hslices).
  rewrite (shift_all_sound c w Hnodes Hshifts Hnot _ _ _ z H). unfold claim_at.
  rewrite <- (prefix_truth (certified c) (more_nodes w) Hclosed) by (apply look_below; [lia | assumption]).
  assert (E : slice_number c (growing_copies c (fun u => occurrences u sum + z u)) = f).
  { rewrite <- Ef. apply array_agree. intros i Hi. unfold growing_copies, at_axis, growing_part.
    rewrite (nth_indep _ 0%Z (Z.of_N (occurrences 0 sum))) by (rewrite map_length; exact Hi).
    rewrite (map_nth (fun a => Z.of_N (occurrences a sum))). lia. }
  rewrite E. apply (truth_others c w Hnot). intros u Hu. unfold other_part. rewrite occurrences_filter by now rewrite Hu. lia.
Qed.

Theorem relations_hold : forall relations, check_relations c w relations = true ->
  forall left right, In (left, right) relations ->
  forall X Y, Forall (fun n => n <= last c) X -> Forall (fun n => n <= last c) Y ->
    (forall t, copies_of (kind c) X t = occurrences t left) -> (forall t, copies_of (kind c) Y t = occurrences t right) ->
    indistinguishable (option_of (game c)) (fun n => n <= last c) X Y.
Proof.
  intros relations H left right Hin X Y HX HY EX EY Z HZ. unfold check_relations in H. cbv zeta in H.
  rewrite forallb_forall in H. specialize (H _ Hin). cbn [fst snd] in H.
  set (z := copies_of (kind c) Z).
  assert (Nz : natural (axes c) (growing_copies c z)) by (intros i _; unfold growing_copies; lia).
  pose proof (everywhere_sound c w accepted _ _ _ _ _ H (growing_part_natural left) (growing_part_natural right) _ Nz) as S.
  specialize (S ltac:(discriminate)). unfold same_after in S.
  destruct (shift_all _ _ _ (other_part g left)) as [h|] eqn:El; [|discriminate].
  destruct (shift_all _ _ _ (other_part g right)) as [h'|] eqn:Er; [|discriminate]. apply N.eqb_eq in S. subst h'.
  assert (Claim : forall sum U, (forall t, copies_of (kind c) U t = occurrences t sum) ->
    claim c (U ++ Z) = claim_at c (fun u => occurrences u sum + z u)).
  { intros sum U EU. unfold claim. destruct facts_right as (_ & _ & Hnot).
    destruct (automaton_right c w accepted) as (_ & _ & _ & _ & _ & Hclosed & Hslices).
    assert (E : forall u, copies_of (kind c) (U ++ Z) u = occurrences u sum + z u) by (intro u; now rewrite copies_of_app, EU).
    unfold claim_at. rewrite <- !(prefix_truth (certified c) (more_nodes w) Hclosed) by (apply look_below; [lia | assumption]).
    rewrite (array_agree c _ (growing_copies c (fun u => occurrences u sum + z u))) by (intros i _; unfold growing_copies; now rewrite E).
    apply (truth_others c w Hnot). intros u _. apply E. }
  assert (Same : claim c (X ++ Z) = claim c (Y ++ Z)).
  { rewrite (Claim left X EX), (Claim right Y EY).
    rewrite (claim_added left z _ eq_refl h El). symmetry. apply (claim_added right z _ eq_refl h Er). }
  assert (Scope : forall U, Forall (fun n => n <= last c) U -> Forall (fun n => n <= last c) (U ++ Z)).
  { intros U HU. apply Forall_app. now split. }
  rewrite (proj1 (check_array_sound c w accepted (X ++ Z) (Scope X HX))).
  rewrite (proj1 (check_array_sound c w accepted (Y ++ Z) (Scope Y HY))). now rewrite Same.
Qed.

End Sound.
