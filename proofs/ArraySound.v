(** Why the check of an array of slices suffices: [check_array_sound]. *)

From Coq Require Import List Arith ZArith NArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Tables Closure Diagrams Facts Array ArrayCheck.
Import ListNotations.
Open Scope N_scope.

(** Lists. *)

Lemma same_list_spec : forall a b, same_list a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H1. apply IH in H2. congruence.
Qed.

Lemma same_integers_spec : forall a b, same_integers a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; split; intro H; try discriminate; try reflexivity.
  - apply andb_true_iff in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. apply IH in H2. congruence.
  - injection H as -> ->. rewrite Z.eqb_refl. now apply IH.
Qed.

Lemma within_spec : forall a b x, within a b = true -> In x a -> In x b.
Proof.
  intros a b x H Hx. unfold within in H. rewrite forallb_forall in H. apply H, existsb_exists in Hx.
  destruct Hx as (y & Hy & E). apply same_list_spec in E. now subst.
Qed.

Lemma occurrences_perm : forall t a b, Permutation a b -> occurrences t a = occurrences t b.
Proof. induction 1; simpl; lia. Qed.

Lemma occurrences_filter : forall t p l, p t = true -> occurrences t (filter p l) = occurrences t l.
Proof.
  intros t p l Hp. induction l as [|u l IH]; simpl; [reflexivity|]. destruct (p u) eqn:E; simpl; rewrite IH; [reflexivity|].
  destruct (N.eqb_spec u t) as [->|]; [congruence | reflexivity].
Qed.

Lemma typed_occurrences : forall kind o t, occurrences t (typed kind o) = copies_of kind o t.
Proof.
  intros kind o t. unfold typed.
  assert (S : forall l, Permutation (fold_right insert [] l) l).
  { induction l as [|a l IH]; simpl; [reflexivity|]. rewrite <- insert_perm. now constructor. }
  rewrite (occurrences_perm t _ _ (S _)). induction o as [|h o IH]; simpl; [reflexivity|].
  destruct (kind h); simpl; rewrite IH; reflexivity.
Qed.

Lemma copies_of_app : forall kind X Y t, copies_of kind (X ++ Y) t = copies_of kind X t + copies_of kind Y t.
Proof. intros kind X Y t. induction X as [|n X IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma copies_of_perm : forall kind X Y t, Permutation X Y -> copies_of kind X t = copies_of kind Y t.
Proof. induction 1; simpl; lia. Qed.

Lemma copies_of_pos : forall kind X t, 0 < copies_of kind X t -> exists n, In n X /\ kind n = Some t.
Proof.
  intros kind X t. induction X as [|n X IH]; intro H; simpl in H; [lia|].
  destruct (kind n) as [u|] eqn:E.
  - destruct (N.eqb_spec u t) as [->|]; [exists n; split; [now left | assumption]|].
    destruct IH as (m & Hm & Em); [lia|]. exists m. split; [now right | assumption].
  - destruct IH as (m & Hm & Em); [lia|]. exists m. split; [now right | assumption].
Qed.

Lemma copies_of_in : forall kind X n t, In n X -> kind n = Some t -> 0 < copies_of kind X t.
Proof.
  intros kind X n t. induction X as [|m X IH]; intros H E; [contradiction|]. simpl. destruct H as [->|H].
  - rewrite E, N.eqb_refl. lia.
  - specialize (IH H E). lia.
Qed.

(** Functions of the certificate do not depend on the nodes added after them. *)
Section Prefix.

Variables own added : list node.
Let bound := 2 + N.of_nat (length own).
Hypothesis closed : forallb (fun d => forallb (fun f => f <? bound) (slices d)) own = true.

Lemma prefix_get : forall f, f < bound -> get (nodes (own ++ added)) f = get (nodes own) f.
Proof.
  intros f Hf. unfold nodes. rewrite !get_put_list, get_empty, app_length. unfold bound in Hf.
  destruct (N.leb_spec 2 f); cbn [andb]; [|reflexivity].
  replace (f <? 2 + N.of_nat (length own + length added)) with true by (symmetry; apply N.ltb_lt; lia).
  replace (f <? 2 + N.of_nat (length own)) with true by (symmetry; apply N.ltb_lt; lia).
  rewrite nth_error_app1 by lia. reflexivity.
Qed.

Lemma prefix_truth : forall f Y, f < bound -> truth (nodes (own ++ added)) f Y = truth (nodes own) f Y.
Proof.
  assert (H : forall n f Y, f < bound -> eval (nodes (own ++ added)) n f Y = eval (nodes own) n f Y).
  { induction n as [|n IH]; intros f Y Hf; simpl; [reflexivity|]. rewrite prefix_get by assumption.
    destruct (get (nodes own) f) as [d|] eqn:E; [|reflexivity]. apply IH.
    apply node_listed in E. rewrite forallb_forall in closed. specialize (closed d E). unfold pick. set (i := N.to_nat _).
    destruct (Nat.lt_ge_cases i (length (slices d))) as [Hi|Hi].
    - rewrite forallb_forall in closed. apply N.ltb_lt, closed, nth_In. assumption.
    - rewrite nth_overflow by assumption. unfold bound. lia. }
  intros f Y Hf. unfold truth, level. rewrite prefix_get by assumption. now apply H.
Qed.

End Prefix.

(** What a move does to the numbers of copies. *)
Definition after (z : copies) (t : N) (o : list N) : copies :=
  fun u => (if u =? t then z u - 1 else z u) + occurrences u o.

Section Rule.

Variables (c : certificate) (w : help).
Let own := certified c.
Let all := own ++ more_nodes w.
Let ns := nodes all.
Let uf := of_facts (unions (known w)).
Let sf := of_facts (shifts (known w)).
Let wf := of_facts (unshifts (known w)).
Let cf := of_pairs (complements (known w)).
Let ms := moves w.
Let g := growing c.

Hypothesis nodes_right : nodes_ok all ns = true.
Hypothesis unions_right : forallb (union_ok ns uf) (unions (known w)) = true.
Hypothesis complements_right : forallb (complement_ok ns cf) (complements (known w)) = true.
Hypothesis shifts_right : forallb (shift_ok ns sf) (shifts (known w)) = true.
Hypothesis unshifts_right : forallb (unshift_ok ns wf) (unshifts (known w)) = true.
Hypothesis not_growing : forallb (fun d => negb (is_growing g (on d))) all = true.
Hypothesis none_right : only_without ns (others g ms) (no_copies w) = true.
Hypothesis no_self : forallb (fun e => forallb (fun o => occurrences (fst e) o =? 0) (moves_of ms (fst e))) ms = true.

Local Notation T := (truth ns).

Lemma truth_others : forall f Y Y', (forall u, is_growing g u = false -> Y u = Y' u) -> T f Y = T f Y'.
Proof.
  assert (H : forall n f Y Y', (forall u, is_growing g u = false -> Y u = Y' u) -> eval ns n f Y = eval ns n f Y').
  { induction n as [|n IH]; intros f Y Y' H; simpl; [reflexivity|].
    destruct (get ns f) as [d|] eqn:E; [|reflexivity]. apply node_listed in E. rewrite forallb_forall in not_growing.
    rewrite (H (on d)) by (apply negb_true_iff, not_growing; assumption). now apply IH. }
  intros. now apply H.
Qed.

Lemma shift_all_sound : forall l f h Y, shift_all ns sf f l = Some h ->
  T h Y = T f (fun u => Y u + occurrences u l).
Proof.
  induction l as [|t l IH]; intros f h Y H; simpl in H.
  - injection H as <-. apply truth_others. intros u _. simpl. lia.
  - destruct (shift ns sf f t) as [f'|] eqn:E; [|discriminate].
    rewrite (IH f' h Y H). pose proof (shift_sound all (known w) nodes_right shifts_right) as S. fold ns sf in S.
    rewrite (S _ f t f' _ (N.le_refl _) E). apply truth_others. intros u _. unfold more. simpl.
    rewrite (N.eqb_sym t u). destruct (u =? t); lia.
Qed.

Lemma union_all_sound : forall l h Y, union_all uf l = Some h ->
  (T h Y = true <-> exists f, In (Some f) l /\ T f Y = true).
Proof.
  induction l as [|[f|] l IH]; intros h Y H; simpl in H; [|destruct (union_all uf l) as [h'|] eqn:E|]; try discriminate.
  - injection H as <-. rewrite (truth_false all). split; [discriminate|]. intros (f & [] & _).
  - pose proof (union_sound all (known w) nodes_right unions_right) as S. fold ns uf in S.
    rewrite (S _ f h' h Y (N.le_max_l _ _) (N.le_max_r _ _) H), orb_true_iff, (IH h' Y eq_refl). split.
    + intros [Hf|(f' & Hin & Hf)]; [exists f; split; [now left | assumption] | exists f'; split; [now right | assumption]].
    + intros (f' & [E'|Hin] & Hf); [left; congruence | right; eauto].
Qed.

Lemma union_all_known : forall l h o, union_all uf l = Some h -> In o l -> exists f, o = Some f.
Proof.
  induction l as [|[f|] l IH]; intros h o H Ho; simpl in H; [contradiction| |discriminate].
  destruct (union_all uf l) as [h'|] eqn:E; [|discriminate]. destruct Ho as [<-|Ho]; eauto.
Qed.

Lemma only_without_sound : forall ts f Y, only_without ns ts f = true ->
  (T f Y = true <-> forall t, In t ts -> Y t = 0).
Proof.
  induction ts as [|t ts IH]; intros f Y H; simpl in H.
  - apply N.eqb_eq in H. subst. rewrite (truth_true all). split; [intros _ t [] | reflexivity].
  - apply andb_true_iff in H. destruct H as [H1 H2]. rewrite (truth_child all ns eq_refl nodes_right t f).
    destruct (N.eq_dec (Y t) 0) as [E|Hne].
    + rewrite E, (IH _ Y H2). split.
      * intros H u [<-|Hu]; auto.
      * intros H u Hu. apply H. now right.
    + destruct (for_all_copies_spec all ns eq_refl nodes_right t _ _ H1 (Y t - 1)) as (k & Hk & Hs).
      replace (Y t) with (Y t - 1 + 1) by lia. rewrite (Hs f) by now left. apply N.eqb_eq in Hk. rewrite Hk, (truth_false all).
      split; [discriminate|]. intro H. exfalso. apply Hne, H. now left.
Qed.

(** The array. *)
Let first := first_state (of_list (first_states c)).
Let next := next_state (of_list (next_states c)) (letters c).
Let output := look (of_list (outputs c)).
Let slice := look (of_list (listed_slices c)).
Let valid := fun q => q < N.of_nat (length (outputs c)).
Let at_end := fun q carry => slice (finish (axes c) next output q (at_axis carry)).

Variable z : copies.
Variable j : joint.
Let x := growing_copies c z.
Hypothesis readers : map fst (fst j) = displacements g ms.
Hypothesis read_all : joint_has_read (axes c) (radix c) first next output valid x (fun _ => 0%Z) j.

Let moved (d : list Z) : vector := fun i => (x i + at_axis d i)%Z.

Lemma at_displacement_sound : forall d, In d (displacements g ms) ->
  (natural (axes c) (moved d) -> at_displacement g at_end j d = Some (Some (slice (slice_number c (moved d))))) /\
  (~ natural (axes c) (moved d) -> at_displacement g at_end j d = Some None).
Proof.
  intros d Hd. rewrite <- readers in Hd. unfold at_displacement.
  destruct (find (fun r => same_integers (fst r) d) (fst j)) as [[d' [q carry]]|] eqn:E.
  - apply find_some in E. destruct E as [Hin E]. simpl in E. apply same_integers_spec in E. subst d'.
    destruct read_all as [HF _]. rewrite Forall_forall in HF. destruct (HF _ Hin) as (_ & Hnat & Hval).
    assert (A : agree (axes c) (fun i => (0 + at_axis carry i)%Z) (at_axis carry)) by (intros i Hi; lia).
    assert (N' : natural (axes c) (at_axis carry) <-> natural (axes c) (moved d)).
    { unfold moved. rewrite <- Hnat. unfold natural. split; intros H i Hi; specialize (H i Hi); lia. }
    change (length g) with (axes c). split; intro H.
    + rewrite (proj2 (all_natural_spec (axes c) (at_axis carry))) by now apply N'. unfold at_end. do 3 f_equal.
      rewrite <- (finish_agree (axes c) next output q _ _ A). apply Hval. now apply Hnat.
    + destruct (all_natural (axes c) (at_axis carry)) eqn:En; [|reflexivity]. exfalso. apply H, N', all_natural_spec. exact En.
  - exfalso. apply in_map_iff in Hd. destruct Hd as (r & Er & Hr). apply (find_none _ _ E) in Hr.
    rewrite Er in Hr. rewrite (proj2 (same_integers_spec d d) eq_refl) in Hr. discriminate.
Qed.

Lemma at_displaced : forall t o i, (i < axes c)%nat ->
  at_axis (displacement g t o) i =
  (Z.of_N (occurrences (nth i g 0%N) o) - (if (nth i g 0 =? t)%N then 1 else 0))%Z.
Proof.
  intros t o i Hi. unfold at_axis, displacement.
  set (F := fun a => (Z.of_N (occurrences a o) - (if (a =? t)%N then 1 else 0))%Z).
  rewrite (nth_indep _ 0%Z (F 0)) by (rewrite map_length; exact Hi). rewrite map_nth. reflexivity.
Qed.

Lemma array_agree : forall v v', agree (axes c) v v' -> slice_number c v = slice_number c v'.
Proof.
  intros v v' H. unfold slice_number, array.
  rewrite (first_letter_agree (axes c) (radix c) _ (fun i => (v' i mod radix c i)%Z)) by (intros i Hi; now rewrite H).
  apply finish_agree. intros i Hi. now rewrite H.
Qed.

Lemma growing_in : forall t, is_growing g t = true <-> exists i, (i < axes c)%nat /\ nth i g 0 = t.
Proof.
  intro t. unfold is_growing. rewrite existsb_exists. split.
  - intros (u & Hu & E). apply N.eqb_eq in E. subst u. apply In_nth with (d := 0) in Hu. exact Hu.
  - intros (i & Hi & E). exists t. split; [|apply N.eqb_refl]. rewrite <- E. apply nth_In. exact Hi.
Qed.

(** The functions of a move in type t to o. *)
Definition leads_to_P (t : N) (o : list N) : Prop :=
  0 < z t /\ T (slice (slice_number c (growing_copies c (after z t o)))) (after z t o) = true.

Section Type_.

Variable t : N.
Hypothesis listed : In t (map fst ms).

Lemma listed_displacement : forall o, In o (moves_of ms t) -> In (displacement g t o) (displacements g ms).
Proof.
  intros o Ho. unfold displacements. apply nodup_In. right. apply in_map_iff in listed. destruct listed as (e & <- & He).
  apply in_flat_map. exists e. split; [assumption|]. now apply in_map.
Qed.

Lemma without_self : forall o, In o (moves_of ms t) -> occurrences t o = 0.
Proof.
  intros o Ho. rewrite forallb_forall in no_self. apply in_map_iff in listed. destruct listed as (e & <- & He).
  specialize (no_self e He). rewrite forallb_forall in no_self. now apply N.eqb_eq, no_self.
Qed.

Lemma moved_after : forall o, 0 < z t \/ is_growing g t = false ->
  agree (axes c) (moved (displacement g t o)) (growing_copies c (after z t o)).
Proof.
  intros o H i Hi. unfold moved. rewrite at_displaced by assumption. unfold x, growing_copies, after. fold g.
  destruct (N.eqb_spec (nth i g 0) t) as [E|Hne]; [|lia]. rewrite E.
  destruct H as [H|H]; [lia|]. exfalso. rewrite (proj2 (growing_in t)) in H by eauto. discriminate.
Qed.

Lemma moved_natural : forall o, In o (moves_of ms t) ->
  (natural (axes c) (moved (displacement g t o)) <-> 0 < z t \/ is_growing g t = false).
Proof.
  intros o Ho. split.
  - intro H. destruct (is_growing g t) eqn:E; [left|now right]. apply growing_in in E. destruct E as (i & Hi & E).
    specialize (H i Hi). unfold moved in H. rewrite at_displaced in H by assumption. unfold x, growing_copies in H. fold g in H.
    rewrite E, N.eqb_refl, without_self in H by assumption. lia.
  - intros H i Hi. rewrite (moved_after o H i Hi). unfold growing_copies. lia.
Qed.

Lemma after_move_sound : forall o f Y, In o (moves_of ms t) -> after_move ns sf g at_end j t o = Some f ->
  (forall u, is_growing g u = false -> Y u = if u =? t then z u - 1 else z u) ->
  (T f Y = true <-> (0 < z t \/ is_growing g t = false) /\
     T (slice (slice_number c (moved (displacement g t o)))) (after z t o) = true).
Proof.
  intros o f Y Ho H HY. unfold after_move in H.
  destruct (at_displacement_sound (displacement g t o) (listed_displacement o Ho)) as [H1 H2].
  assert (D : natural (axes c) (moved (displacement g t o)) \/ ~ natural (axes c) (moved (displacement g t o))).
  { destruct (all_natural (axes c) (moved (displacement g t o))) eqn:E.
    - left. now apply all_natural_spec.
    - right. intro Hn. apply all_natural_spec in Hn. congruence. }
  rewrite moved_natural in D by assumption.
  destruct D as [D|D].
  - rewrite H1 in H by now apply moved_natural. rewrite (shift_all_sound _ _ _ Y H).
    rewrite (truth_others _ (fun u => Y u + occurrences u (filter (fun u => negb (is_growing g u)) o)) (after z t o)).
    + split; [auto|]. now intros [_ E].
    + intros u Hu. unfold after. rewrite <- HY by assumption. f_equal. apply occurrences_filter. now rewrite Hu.
  - rewrite H2 in H by (now rewrite moved_natural). injection H as <-. rewrite (truth_false all). split; [discriminate | tauto].
Qed.

Lemma reached_sound : forall f, reached ns uf sf wf g ms at_end j t = Some f ->
  (T f z = true <-> exists o, In o (moves_of ms t) /\ leads_to_P t o).
Proof.
  intros f H. unfold reached in H.
  destruct (union_all uf (map (after_move ns sf g at_end j t) (moves_of ms t))) as [u|] eqn:E; [|discriminate].
  assert (Main : forall Y, (forall v, is_growing g v = false -> Y v = if v =? t then z v - 1 else z v) ->
    0 < z t \/ is_growing g t = true ->
    (T u Y = true <-> exists o, In o (moves_of ms t) /\ leads_to_P t o)).
  { intros Y HY Hpos. rewrite (union_all_sound _ u Y E). split.
    - intros (h & Hin & Hh). apply in_map_iff in Hin. destruct Hin as (o & Eo & Ho). exists o. split; [assumption|].
      apply (after_move_sound o h Y Ho Eo HY) in Hh. destruct Hh as [Hz Hh].
      assert (0 < z t) by (destruct Hz as [|Hz]; [assumption | destruct Hpos; congruence]).
      split; [assumption|]. rewrite <- (array_agree _ _ (moved_after o (or_introl H0))). exact Hh.
    - intros (o & Ho & Hz & Hh).
      destruct (union_all_known _ _ (after_move ns sf g at_end j t o) E (in_map _ _ _ Ho)) as (h & Eo).
      exists h. split; [rewrite <- Eo; now apply in_map|]. apply (after_move_sound o h Y Ho Eo HY). split; [now left|].
      rewrite (array_agree _ _ (moved_after o (or_introl Hz))). exact Hh. }
  destruct (is_growing g t) eqn:G.
  - injection H as <-. apply Main; [|now right]. intros v Hv. destruct (N.eqb_spec v t) as [->|]; [congruence | reflexivity].
  - pose proof (unshift_sound all (known w) nodes_right unshifts_right) as S. fold ns wf in S.
    rewrite (S _ u t f z (N.le_refl _) H), andb_true_iff, N.ltb_lt. split.
    + intros [Hz Hu]. apply (Main (fewer t z)) in Hu; [assumption | reflexivity | now left].
    + intros (o & Ho & Hl). assert (Hz : 0 < z t) by apply Hl. split; [assumption|].
      apply (Main (fewer t z)); [reflexivity | now left | eauto].
Qed.

End Type_.

Hypothesis growing_listed : forallb (fun t => existsb (fun e => fst e =? t) ms) g = true.
Hypothesis rule : rule_ok ns uf sf wf cf g ms (no_copies w) at_end j = true.

Lemma no_copies_at_all : (snd j = true /\ T (no_copies w) z = true) <-> forall t, In t (map fst ms) -> z t = 0.
Proof.
  destruct read_all as [_ Hz]. rewrite all_zero_spec in Hz. rewrite (only_without_sound _ _ z none_right).
  assert (O : forall t, In t (others g ms) <-> In t (map fst ms) /\ is_growing g t = false).
  { intro t. unfold others.
    assert (S : forall l, Permutation (fold_right insert [] l) l).
    { induction l as [|a l IH]; simpl; [reflexivity|]. rewrite <- insert_perm. now constructor. }
    split; intro H.
    - apply (Permutation_in _ (S _)) in H. apply filter_In in H. now rewrite negb_true_iff in H.
    - apply (Permutation_in _ (Permutation_sym (S _))). apply filter_In. now rewrite negb_true_iff. }
  split.
  - intros [Hf Ho] t Ht. destruct (is_growing g t) eqn:G; [|apply Ho, O; auto].
    apply growing_in in G. destruct G as (i & Hi & E). apply proj1 in Hz.
    assert (A : all_zero (axes c) x = true) by (apply Hz; split; [assumption | reflexivity]).
    rewrite all_zero_spec in A. specialize (A i Hi). unfold x, growing_copies in A. fold g in A. rewrite E in A. lia.
  - intro H. split; [|intros t Ht; apply H, O; assumption]. apply Hz. apply all_zero_spec. intros i Hi.
    unfold x, growing_copies. fold g. rewrite H; [reflexivity|]. rewrite forallb_forall in growing_listed.
    specialize (growing_listed (nth i g 0) (nth_In _ _ Hi)). apply existsb_exists in growing_listed.
    destruct growing_listed as (e & He & Ee). apply N.eqb_eq in Ee. rewrite <- Ee. now apply in_map.
Qed.

(** The local rule. *)
Theorem local_rule :
  exists won : bool, T (slice (slice_number c x)) z = negb won /\
  (won = true <->
   (forall t, In t (map fst ms) -> z t = 0) \/
   exists t o, In t (map fst ms) /\ In o (moves_of ms t) /\ leads_to_P t o).
Proof.
  unfold rule_ok in rule.
  destruct (union_all uf _) as [u|] eqn:E; [|discriminate].
  assert (Zd : In (map (fun _ => 0%Z) g) (displacements g ms)) by (apply nodup_In; now left).
  destruct (at_displacement_sound _ Zd) as [H1 _].
  assert (A : agree (axes c) (moved (map (fun _ => 0%Z) g)) x).
  { intros i Hi. unfold moved, at_axis.
    destruct (nth_in_or_default i (map (fun _ : N => 0%Z) g) 0%Z) as [Hin|E0]; [|rewrite E0; lia].
    apply in_map_iff in Hin. destruct Hin as (? & E0 & _). rewrite <- E0. lia. }
  rewrite H1 in rule by (intros i Hi; rewrite A by assumption; unfold x, growing_copies; lia).
  apply is_spec in rule. pose proof (complement_sound all (known w) nodes_right complements_right) as S. fold ns cf in S.
  apply (S _ _ _ z (N.le_refl _)) in rule. rewrite (array_agree _ _ A) in rule. exists (T u z). split; [exact rule|].
  pose proof (union_all_sound _ u z E) as U.
  assert (Iff : T u z = true <-> ((forall t, In t (map fst ms) -> z t = 0) \/
     exists t o, In t (map fst ms) /\ In o (moves_of ms t) /\ leads_to_P t o)).
  { rewrite U, <- no_copies_at_all. split.
    - intros (f & [Ef|Hin] & Hf).
      + left. injection Ef as <-. destruct (snd j); [auto|]. rewrite (truth_false all) in Hf. discriminate.
      + right. apply in_map_iff in Hin. destruct Hin as (e & Ee & He).
        apply (reached_sound (fst e) (in_map _ _ _ He) f Ee) in Hf. destruct Hf as (o & Ho & Hl).
        exists (fst e), o. split; [now apply in_map | auto].
    - intros [[H2 H3]|(t & o & Ht & Ho & Hl)].
      + exists (no_copies w). split; [left; now rewrite H2 | assumption].
      + apply in_map_iff in Ht. destruct Ht as (e & <- & He).
        destruct (union_all_known _ _ (reached ns uf sf wf g ms at_end j (fst e)) E) as (f & Ef).
        { right. apply in_map_iff. exists e. auto. }
        exists f. split; [right; rewrite <- Ef; apply in_map_iff; exists e; auto|].
        apply (reached_sound (fst e) (in_map _ _ _ He) f Ef). eauto. }
  exact Iff.
Qed.

End Rule.

Lemma look_below : forall l b n, 0 < b -> forallb (fun q => q <? b) l = true -> look (of_list l) n < b.
Proof.
  intros l b n Hb H. rewrite look_of_list. rewrite forallb_forall in H.
  destruct (nth_in_or_default (N.to_nat n) l 0) as [Hin|E]; [now apply N.ltb_lt, H | rewrite E; assumption].
Qed.

Lemma some_kind : forall (kind : N -> option N) X,
  (forall n, In n X -> kind n = None) \/ exists n t, In n X /\ kind n = Some t.
Proof.
  intros kind. induction X as [|n X [IH|(m & t & Hm & E)]].
  - left. intros n [].
  - destruct (kind n) as [t|] eqn:E.
    + right. exists n, t. split; [now left | assumption].
    + left. intros m [<-|Hm]; auto.
  - right. exists m, t. split; [now right | assumption].
Qed.

Theorem check_array_sound : forall c w, check_array c w = true ->
  forall X, Forall (fun n => n <= last c) X ->
    (P_position (option_of (game c)) misere X <-> claim c X = true) /\
    (N_position (option_of (game c)) misere X <-> claim c X = false).
Proof.
  intros c w H. unfold check_array in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as
    (((((((((((((((((((Hlen & Hheaps) & Hself) & Hgrow) & Hnodes) & Hclosed) & Hslices) & Hnot) & Hunions) & Hcompl) & Hshifts) & Hunshifts) & Hnone) & Hrad) & Hradpos) & Hstates) & Hfirst) & Hnext) & Hzero) & Hrule).
  apply N.ltb_lt in Hstates.
  set (ms := moves w) in *. set (g := growing c) in *.
  change (kind_in (of_list (kinds c))) with (kind c) in Hheaps.
  (* The automaton. *)
  set (states := N.of_nat (length (outputs c))) in *.
  set (valid := fun q => q < states).
  set (first := first_state (of_list (first_states c))) in *.
  set (next := next_state (of_list (next_states c)) (letters c)) in *.
  set (output := look (of_list (outputs c))) in *.
  assert (Rpos : forall i, (i < axes c)%nat -> (0 < radix c i)%Z).
  { intros i Hi. apply Nat.eqb_eq in Hrad. rewrite forallb_forall in Hradpos. unfold radix.
    assert (0 < nth i (radices c) 0); [|lia]. apply N.ltb_lt, Hradpos, nth_In. lia. }
  assert (Fvalid : forall l, valid (first l)) by (intro l; now apply look_below).
  assert (Nvalid : forall q l, valid q -> valid (next q l)) by (intros q l _; now apply look_below).
  assert (Zeros : forall q, valid q -> output (next q 0%Z) = output q).
  { intros q Hq. rewrite forallb_forall in Hzero. apply N.eqb_eq, Hzero, in_count. unfold valid, states in Hq. lia. }
  destruct (explore _ _ _ _ _ _ _ _) as [met|] eqn:Emet; [|discriminate].
  assert (Hadd : forall x y (s : list joint), has_joint x (y :: s) = true <-> x = y \/ has_joint x s = true).
  { assert (HJ : forall x s, has_joint x s = true <-> In x s).
    { intros x s. unfold has_joint. destruct (in_dec joint_eq_dec x s); split; intro; auto; try discriminate; contradiction. }
    intros x y s. rewrite !HJ. simpl. split; intros [E|E]; auto. }
  apply explore_closed in Emet; [|exact Hadd|reflexivity].
  destruct Emet as [Mstart Mnext].
  (* The local rule at all numbers of copies. *)
  assert (Same : forall f z, truth (nodes (certified c ++ more_nodes w)) (look (of_list (listed_slices c)) f) z =
                             truth (nodes (certified c)) (look (of_list (listed_slices c)) f) z).
  { intros f z. apply prefix_truth; [assumption|]. apply look_below; [lia | assumption]. }
  assert (Rule : forall z, exists won : bool, claim_at c z = negb won /\
    (won = true <->
     (forall t, In t (map fst ms) -> z t = 0) \/
     exists t o, In t (map fst ms) /\ In o (moves_of ms t) /\ 0 < z t /\ claim_at c (after z t o) = true)).
  { intro z. assert (Nz : natural (axes c) (growing_copies c z)) by (intros i _; unfold growing_copies; lia).
    destruct (read_near (axes c) (radix c) first next output valid Rpos Fvalid Nvalid Zeros (fun _ => true)
                (displacements g ms) (fun j => has_joint j met = true) Mstart Mnext (growing_copies c z) Nz) as (j & Hj & Hd & Hread);
      [discriminate|].
    assert (Hin : In j met) by (unfold has_joint in Hj; destruct (in_dec joint_eq_dec j met); [assumption | discriminate]).
    rewrite forallb_forall in Hrule. specialize (Hrule j Hin).
    destruct (local_rule c w Hnodes Hunions Hcompl Hshifts Hunshifts Hnot Hnone Hself z j Hd Hread Hgrow Hrule)
      as (won & E & Hwon).
    exists won. split; [unfold claim_at; rewrite <- Same; exact E|]. rewrite Hwon. unfold leads_to_P.
    split; (intros [H0|(t & o & Ht & Ho & Hz & Hc)]; [now left|right; exists t, o]); repeat (split; [assumption|]).
    - unfold claim_at. rewrite <- Same. exact Hc.
    - rewrite Same. exact Hc. }
  assert (Ext : forall z z', (forall u, z u = z' u) -> claim_at c z = claim_at c z').
  { intros z z' E. unfold claim_at. rewrite <- !Same.
    rewrite (array_agree c (growing_copies c z) (growing_copies c z')) by (intros i _; unfold growing_copies; now rewrite E).
    apply (truth_others c w Hnot). intros u _. apply E. }
  (* Heaps. *)
  assert (Heaps : forall n, n <= last c -> heap_ok (game c) (kind c) ms n = true).
  { intros n Hn. rewrite forallb_forall in Hheaps. apply Hheaps, in_count. lia. }
  assert (Untyped : forall n o, n <= last c -> kind c n = None -> ~ option_of (game c) n o).
  { intros n o Hn E Ho. specialize (Heaps n Hn). unfold heap_ok in Heaps. rewrite E in Heaps.
    apply options_complete in Ho. destruct Ho as (o' & _ & Ho). destruct (options (game c) n); [contradiction | discriminate]. }
  assert (Typed : forall n t, n <= last c -> kind c n = Some t ->
    In t (map fst ms) /\ (exists o, In o (options (game c) n)) /\
    (forall o, In o (options (game c) n) -> In (typed (kind c) o) (moves_of ms t)) /\
    (forall m, In m (moves_of ms t) -> exists o, In o (options (game c) n) /\ typed (kind c) o = m)).
  { intros n t Hn E. specialize (Heaps n Hn). unfold heap_ok in Heaps. rewrite E in Heaps.
    destruct (options (game c) n) as [|o0 opts] eqn:Eo; [discriminate|]. rewrite !andb_true_iff in Heaps.
    destruct Heaps as ((H1 & H2) & H3). split; [|split; [|split]].
    - apply existsb_exists in H1. destruct H1 as (e & He & Ee). apply N.eqb_eq in Ee. rewrite <- Ee. now apply in_map.
    - exists o0. now left.
    - intros o Ho. apply (within_spec _ _ _ H2). now apply in_map.
    - intros m Hm. apply (within_spec _ _ _ H3) in Hm. apply in_map_iff in Hm. destruct Hm as (o & Em & Ho). eauto. }
  assert (Effect : forall before n rest o o' t, kind c n = Some t -> Permutation o o' ->
    claim c (before ++ o ++ rest) =
    claim_at c (after (copies_of (kind c) (before ++ n :: rest)) t (typed (kind c) o'))).
  { intros before n rest o o' t E HP. unfold claim. apply Ext. intro u. unfold after.
    rewrite typed_occurrences, <- (copies_of_perm (kind c) o o' u HP). rewrite !copies_of_app. simpl. rewrite E.
    rewrite (N.eqb_sym u t). destruct (t =? u); lia. }
  apply (outcomes_by_local_rule (option_of (game c)) (games_of_codes_end (game c)) misere
           (Forall (fun n => n <= last c)) (claim c)).
  - intros X Y HX HM. destruct HM as [before n rest o Ho]. apply Forall_app in HX. destruct HX as [HX1 HX2].
    inversion HX2 as [|? ? Hn Hrest]; subst. apply Forall_app. split; [assumption|]. apply Forall_app. split; [|assumption].
    apply option_parts_smaller in Ho. eapply Forall_impl; [|exact Ho]. intros m Hm. simpl in *. lia.
  - intros X HX E. destruct (Rule (copies_of (kind c) X)) as (won & Ew & Hwon). unfold claim in E. rewrite E in Ew.
    assert (Lost : won = false) by (destruct won; [discriminate | reflexivity]). split.
    + intros _. destruct (some_kind (kind c) X) as [Hnone'|(n & t & Hn & En)].
      * exfalso. assert (won = true); [|congruence]. apply Hwon. left. intros t _.
        destruct (N.eq_dec (copies_of (kind c) X t) 0) as [|Hne]; [assumption|exfalso].
        destruct (copies_of_pos (kind c) X t) as (m & Hm & Em); [lia|]. rewrite Hnone' in Em by assumption. discriminate.
      * rewrite Forall_forall in HX. destruct (Typed n t (HX n Hn) En) as (_ & (o & Ho) & _).
        apply in_split in Hn. destruct Hn as (before & rest & ->). exists (before ++ o ++ rest).
        constructor. now apply options_sound.
    + intros Y HM. destruct HM as [before n rest o Ho].
      assert (Hn : n <= last c). { apply Forall_app in HX. destruct HX as [_ HX]. now inversion HX. }
      destruct (claim c (before ++ o ++ rest)) eqn:EY; [exfalso|reflexivity].
      destruct (kind c n) as [t|] eqn:En; [|exact (Untyped n o Hn En Ho)].
      destruct (Typed n t Hn En) as (Ht & _ & Hopts & _).
      destruct (options_complete _ _ _ Ho) as (o' & HP & Hin).
      assert (won = true); [|congruence]. apply Hwon. right. exists t, (typed (kind c) o').
      split; [assumption|]. split; [now apply Hopts|]. split.
      * apply copies_of_in with n; [apply in_app_iff; right; now left | assumption].
      * rewrite <- (Effect before n rest o o' t En HP). exact EY.
  - intros X HX E. destruct (Rule (copies_of (kind c) X)) as (won & Ew & Hwon). unfold claim in E. rewrite E in Ew.
    assert (Won : won = true) by (destruct won; [reflexivity | discriminate]). apply Hwon in Won.
    rewrite Forall_forall in HX. destruct Won as [Hzero'|(t & m & Ht & Hm & Hz & Hc)].
    + right. split; [reflexivity|]. intros Y HM. destruct HM as [before n rest o Ho].
      assert (Hn : In n (before ++ n :: rest)) by (apply in_app_iff; right; now left).
      destruct (kind c n) as [t|] eqn:En; [|exact (Untyped n o (HX n Hn) En Ho)].
      destruct (Typed n t (HX n Hn) En) as (Ht & _). specialize (Hzero' t Ht).
      pose proof (copies_of_in (kind c) _ n t Hn En). lia.
    + left. destruct (copies_of_pos (kind c) X t Hz) as (n & Hn & En).
      destruct (Typed n t (HX n Hn) En) as (_ & _ & _ & Hall). destruct (Hall m Hm) as (o & Ho & <-).
      apply in_split in Hn. destruct Hn as (before & rest & ->). exists (before ++ o ++ rest). split.
      * constructor. now apply options_sound.
      * rewrite (Effect before n rest o o t En (Permutation_refl o)). exact Hc.
Qed.
