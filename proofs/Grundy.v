(** Grundy values and the theorem of Sprague and Grundy.

    The Grundy value of a heap is the least number that is not the nim-sum of an option of it. There is exactly one function
    with this property, [grundy c]. The nim-sum of a position is the least number that is not the nim-sum of a position
    to which one can move; hence the P-positions of normal play are those with nim-sum 0. *)

From Coq Require Import List Arith NArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Nim.
Import ListNotations.
Open Scope N_scope.

Definition option_values (c : code) (g : N -> N) (n : N) : N -> Prop :=
  fun w => exists o, option_of c n o /\ nim_sum g o = w.

(** The definition of Grundy values. *)
Definition grundy_function (c : code) (g : N -> N) : Prop :=
  forall n, is_mex (option_values c g n) (g n).

Lemma nim_sum_perm : forall g X Y, Permutation X Y -> nim_sum g X = nim_sum g Y.
Proof.
  intros g X Y. apply (sum_value_perm N 0 N.lxor g (fun _ => True)); auto using N.lxor_comm.
  intros. symmetry. apply N.lxor_assoc.
Qed.

Lemma nim_sum_app : forall g X Y, nim_sum g (X ++ Y) = N.lxor (nim_sum g X) (nim_sum g Y).
Proof.
  intros g X Y. apply (sum_value_app N 0 N.lxor g (fun _ => True)); auto using N.lxor_0_l.
  intros. symmetry. apply N.lxor_assoc.
Qed.

Lemma option_values_ext : forall c g g' n, (forall m, m < n -> g m = g' m) ->
  forall w, option_values c g n w <-> option_values c g' n w.
Proof.
  intros c g g' n E w.
  assert (S : forall o, option_of c n o -> nim_sum g o = nim_sum g' o).
  { intros o Ho. apply sum_value_ext. intros m Hm. apply E.
    apply (proj1 (Forall_forall _ _) (option_parts_smaller c n o Ho) m Hm). }
  split; intros (o & Ho & <-); exists o; (split; [assumption|]); rewrite S by assumption; reflexivity.
Qed.

(** Two functions that obey the rule below a bound agree there. *)
Theorem grundy_unique_below : forall c g g' bound,
  (forall n, n < bound -> is_mex (option_values c g n) (g n)) ->
  (forall n, n < bound -> is_mex (option_values c g' n) (g' n)) ->
  forall n, n < bound -> g n = g' n.
Proof.
  intros c g g' bound H H' n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro Hn.
  apply mex_unique with (option_values c g' n); [|auto].
  apply mex_ext with (option_values c g n); [|auto].
  apply option_values_ext. intros m Hm. apply IH; lia.
Qed.

(** Grundy values by the definition. The number of steps is one more than the heap, so it never runs out. *)
Fixpoint grundy_steps (c : code) (steps : nat) (n : N) : N :=
  match steps with
  | O => 0
  | S steps => mex (map (nim_sum (grundy_steps c steps)) (options c n))
  end.

Definition grundy (c : code) (n : N) : N := grundy_steps c (S (N.to_nat n)) n.

Lemma grundy_steps_enough : forall c a b n, (N.to_nat n < a)%nat -> (N.to_nat n < b)%nat ->
  grundy_steps c a n = grundy_steps c b n.
Proof.
  intros c. induction a as [|a IH]; intros b n Ha Hb; [lia|]. destruct b as [|b]; [lia|].
  cbn [grundy_steps]. f_equal. apply map_ext_in. intros o Ho. apply sum_value_ext. intros m Hm.
  apply options_sound, option_parts_smaller in Ho. pose proof (proj1 (Forall_forall _ _) Ho m Hm) as Hlt.
  cbv beta in Hlt. apply IH; lia.
Qed.

Theorem grundy_is_grundy : forall c, grundy_function c (grundy c).
Proof.
  intros c n. unfold grundy at 2. cbn [grundy_steps].
  eapply mex_ext; [|apply mex_spec]. intro w.
  assert (S : forall o, option_of c n o -> nim_sum (grundy_steps c (N.to_nat n)) o = nim_sum (grundy c) o).
  { intros o Ho. apply sum_value_ext. intros m Hm. apply grundy_steps_enough; [|lia].
    apply option_parts_smaller in Ho. pose proof (proj1 (Forall_forall _ _) Ho m Hm) as Hlt. cbv beta in Hlt. lia. }
  rewrite in_map_iff. split.
  - intros (o & <- & Ho). apply options_sound in Ho. exists o. split; [assumption|]. symmetry. now apply S.
  - intros (o & Ho & <-). destruct (options_complete c n o Ho) as (o' & HP & Hin). exists o'. split; [|assumption].
    rewrite S by now apply options_sound. apply nim_sum_perm. now symmetry.
Qed.

Theorem grundy_is_the_only_one : forall c g, grundy_function c g -> forall n, g n = grundy c n.
Proof.
  intros c g H n. apply (grundy_unique_below c g (grundy c) (N.succ n)); [| |lia]; intros m _; auto.
  apply grundy_is_grundy.
Qed.

(** The nim-sum of a position obeys the same rule as the value of a heap. *)
Theorem nim_sum_is_mex : forall c X,
  is_mex (fun w => exists Y, move (option_of c) X Y /\ nim_sum (grundy c) Y = w) (nim_sum (grundy c) X).
Proof.
  intros c. set (g := grundy c).
  assert (Cancel : forall a b, N.lxor (N.lxor a b) b = a).
  { intros. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. }
  induction X as [|n X [IH1 IH2]].
  - split; [|simpl; intros w Hw; lia]. intros (Y & HY & _). exact (move_nil _ _ HY).
  - destruct (grundy_is_grundy c n) as [Hn1 Hn2]. fold g in Hn1, Hn2.
    change (nim_sum g (n :: X)) with (N.lxor (g n) (nim_sum g X)). split.
    + intros (Y & HY & E). apply move_cons in HY. destruct HY as [(o & Ho & ->) | (X' & HX & ->)].
      * apply Hn1. exists o. split; [assumption|]. rewrite nim_sum_app in E.
        rewrite <- (Cancel (nim_sum g o) (nim_sum g X)), E. apply Cancel.
      * apply IH1. exists X'. split; [assumption|].
        change (nim_sum g (n :: X')) with (N.lxor (g n) (nim_sum g X')) in E.
        rewrite <- (Cancel (nim_sum g X') (g n)), (N.lxor_comm (nim_sum g X')), E, N.lxor_comm, <- N.lxor_assoc.
        now rewrite N.lxor_nilpotent, N.lxor_0_l.
    + intros w Hw. apply xor_below in Hw. destruct Hw as [Hw|Hw].
      * destruct (Hn2 _ Hw) as (o & Ho & E). exists (o ++ X). split.
        -- apply move_cons. left. eauto.
        -- rewrite nim_sum_app, E. apply Cancel.
      * destruct (IH2 _ Hw) as (X' & HX & E). exists (n :: X'). split.
        -- apply move_cons. right. eauto.
        -- change (nim_sum g (n :: X')) with (N.lxor (g n) (nim_sum g X')). rewrite E, N.lxor_comm. apply Cancel.
Qed.

(** Sprague and Grundy: in normal play a sum of heaps is a P-position exactly if its nim-sum is 0. *)
Theorem sprague_grundy : forall c X,
  (P_position (option_of c) normal X <-> nim_sum (grundy c) X = 0) /\
  (N_position (option_of c) normal X <-> nim_sum (grundy c) X <> 0).
Proof.
  intros c X.
  destruct (outcomes_by_local_rule (option_of c) (games_of_codes_end c) normal (fun _ => True)
              (fun X => nim_sum (grundy c) X =? 0)) with (X := X) as [HP HN]; auto.
  - clear X. intros X _ HX. apply N.eqb_eq in HX. split; [discriminate|]. intros Y HY. apply N.eqb_neq. intro E.
    destruct (nim_sum_is_mex c X) as [H _]. apply H. exists Y. split; congruence.
  - clear X. intros X _ HX. apply N.eqb_neq in HX. left.
    destruct (nim_sum_is_mex c X) as [_ H]. destruct (H 0) as (Y & HY & E); [lia|].
    exists Y. split; [assumption | now apply N.eqb_eq].
  - rewrite N.eqb_eq in HP. rewrite N.eqb_neq in HN. tauto.
Qed.
