(** Impartial games whose positions are sums of heaps; normal and misère play; outcomes.

    A position is a list of heap sizes. The rules say which lists of heaps may replace one heap; a move replaces one heap of
    the position and leaves the others. In normal play who cannot move loses, in misère play who cannot move wins. A
    P-position is won by the previous player (the one who has just moved), an N-position by the next.

    The one theorem: a set of positions with "no move from inside to inside, and from outside always a move to inside (or
    the end, if the end wins)" is the set of P-positions. *)

From Coq Require Import List NArith Permutation Lia Wf_nat.
Import ListNotations.

Definition position := list N.

Inductive play := normal | misere.

Section Game.

(** [option_of n o]: the heap of n tokens may be replaced by the heaps o. *)
Variable option_of : N -> position -> Prop.

Inductive move : position -> position -> Prop :=
| move_in_heap : forall before n after o,
    option_of n o -> move (before ++ n :: after) (before ++ o ++ after).

Inductive P_position (which : play) : position -> Prop :=
| previous_wins : forall X,
    (which = misere -> exists Y, move X Y) ->
    (forall Y, move X Y -> N_position which Y) ->
    P_position which X
with N_position (which : play) : position -> Prop :=
| wins_by_a_move : forall X Y,
    move X Y -> P_position which Y -> N_position which X
| wins_at_the_end : forall X,
    which = misere -> (forall Y, ~ move X Y) -> N_position which X.

(** Moves in a sum are moves in one part. *)
Lemma move_cons : forall n X Y,
  move (n :: X) Y <->
  (exists o, option_of n o /\ Y = o ++ X) \/ (exists X', move X X' /\ Y = n :: X').
Proof.
  intros n X Y. split.
  - intro H. remember (n :: X) as Z eqn:E. destruct H as [before m after o Ho].
    destruct before as [|b before]; simpl in E; injection E as -> <-.
    + left. exists o. now split.
    + right. exists (before ++ o ++ after). split; [now constructor | reflexivity].
  - intros [(o & Ho & ->) | (X' & HX & ->)].
    + exact (move_in_heap [] n X o Ho).
    + destruct HX as [before m after o Ho]. exact (move_in_heap (n :: before) m after o Ho).
Qed.

Lemma move_nil : forall Y, ~ move [] Y.
Proof.
  intros Y H. remember [] as Z eqn:E. destruct H as [before m after o _]. now destruct before.
Qed.

(** Every game ends, when each heap weighs more than all heaps of an option of it together. *)
Section Weight.

Variable weight : N -> nat.

Fixpoint total (X : position) : nat :=
  match X with [] => 0 | n :: X => weight n + total X end.

Hypothesis option_is_lighter : forall n o, option_of n o -> total o < weight n.

Lemma total_app : forall X Y, total (X ++ Y) = total X + total Y.
Proof. induction X as [|n X IH]; intro Y; simpl; [reflexivity | rewrite IH; lia]. Qed.

Theorem every_game_ends : well_founded (fun Y X => move X Y).
Proof.
  apply (well_founded_lt_compat _ total).
  intros Y X H. destruct H as [before n after o Ho].
  rewrite !total_app. simpl. apply option_is_lighter in Ho. lia.
Qed.

End Weight.

Hypothesis ends : well_founded (fun Y X => move X Y).

Theorem not_both : forall which X, P_position which X -> N_position which X -> False.
Proof.
  intros which. induction X as [X IH] using (well_founded_ind ends).
  intros HP HN. inversion HP as [? Hend Hall]; subst.
  inversion HN as [? Y HM HY | ? Hw Hno]; subst.
  - exact (IH Y HM HY (Hall Y HM)).
  - destruct (Hend eq_refl) as [Y HY]. exact (Hno Y HY).
Qed.

(** [inside] marks the claimed P-positions among the positions in [domain], which moves do not leave. *)
Theorem outcomes_by_local_rule : forall which (domain : position -> Prop) (inside : position -> bool),
  (forall X Y, domain X -> move X Y -> domain Y) ->
  (forall X, domain X -> inside X = true ->
     (which = misere -> exists Y, move X Y) /\ (forall Y, move X Y -> inside Y = false)) ->
  (forall X, domain X -> inside X = false ->
     (exists Y, move X Y /\ inside Y = true) \/ (which = misere /\ forall Y, ~ move X Y)) ->
  forall X, domain X ->
    (P_position which X <-> inside X = true) /\ (N_position which X <-> inside X = false).
Proof.
  intros which domain inside Hstay Hin Hout X HX.
  assert (Main : forall X, domain X ->
    (inside X = true -> P_position which X) /\ (inside X = false -> N_position which X)).
  { clear X HX. induction X as [X IH] using (well_founded_ind ends). intro HX. split; intro E.
    - destruct (Hin X HX E) as [Hend Hall]. constructor; [exact Hend|].
      intros Y HY. apply (IH Y HY); [exact (Hstay X Y HX HY) | exact (Hall Y HY)].
    - destruct (Hout X HX E) as [(Y & HY & EY) | (Hw & Hno)].
      + apply wins_by_a_move with Y; [exact HY|]. apply (IH Y HY); [exact (Hstay X Y HX HY) | exact EY].
      + now apply wins_at_the_end. }
  destruct (Main X HX) as [HP HN].
  destruct (inside X) eqn:E; split; split; intro H; try reflexivity; try discriminate; auto;
    exfalso; eapply not_both; eauto.
Qed.

End Game.
