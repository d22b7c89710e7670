(** Everything that can be reached: a work list, and a set of states that have been met.

    [explore] gives a set that has all roots and is closed under [next], or nothing, when it is not finished after 2^rounds
    steps. Nothing is claimed about what else is in the set. *)

From Coq Require Import List Bool.
Import ListNotations.

Section Closure.

Variables (state set : Type).
Variable has : state -> set -> bool.
Variable add : state -> set -> set.
Variable next : state -> list state.
Hypothesis has_add : forall x y s, has x (add y s) = true <-> x = y \/ has x s = true.

Definition work : Type := list state * set.

Definition step (w : work) : work :=
  match w with
  | ([], met) => ([], met)
  | (x :: rest, met) => if has x met then (rest, met) else (next x ++ rest, add x met)
  end.

Fixpoint run (rounds : nat) (w : work) : work :=
  match fst w with
  | [] => w
  | _ => match rounds with O => step w | S rounds => run rounds (run rounds w) end
  end.

Definition explore (rounds : nat) (roots : list state) (none : set) : option set :=
  match run rounds (roots, none) with ([], met) => Some met | _ => None end.

Definition half_closed (w : work) : Prop :=
  forall x, has x (snd w) = true -> forall y, In y (next x) -> has y (snd w) = true \/ In y (fst w).

Definition holds (roots : list state) (w : work) : Prop :=
  forall x, In x roots -> has x (snd w) = true \/ In x (fst w).

Lemma step_half_closed : forall w, half_closed w -> half_closed (step w).
Proof.
  intros [[|x rest] met] H; [exact H|]. unfold half_closed in *. simpl in *.
  destruct (has x met) eqn:E; simpl; intros a Ha b Hb.
  - destruct (H a Ha b Hb) as [|[<-|]]; auto.
  - apply has_add in Ha. rewrite has_add, in_app_iff. destruct Ha as [->|Ha]; [auto|].
    destruct (H a Ha b Hb) as [|[<-|]]; auto.
Qed.

Lemma step_holds : forall roots w, holds roots w -> holds roots (step w).
Proof.
  intros roots [[|x rest] met] H; [exact H|]. unfold holds in *. simpl in *.
  destruct (has x met) eqn:E; simpl; intros a Ha.
  - destruct (H a Ha) as [|[<-|]]; auto.
  - rewrite has_add, in_app_iff. destruct (H a Ha) as [|[<-|]]; auto.
Qed.

Lemma run_keeps : forall (I : work -> Prop), (forall w, I w -> I (step w)) ->
  forall rounds w, I w -> I (run rounds w).
Proof.
  intros I HI. induction rounds as [|rounds IH]; intros w Hw; simpl; destruct (fst w); auto.
Qed.

Theorem explore_closed : forall rounds roots none met,
  (forall x, has x none = false) -> explore rounds roots none = Some met ->
  (forall x, In x roots -> has x met = true) /\
  (forall x, has x met = true -> forall y, In y (next x) -> has y met = true).
Proof.
  intros rounds roots none met Hnone H. unfold explore in H.
  pose proof (run_keeps half_closed step_half_closed rounds (roots, none)) as H1.
  pose proof (run_keeps (holds roots) (step_holds roots) rounds (roots, none)) as H2.
  destruct (run rounds (roots, none)) as [[|] met']; [|discriminate]. injection H as ->.
  assert (A : half_closed (@nil state, met)).
  { apply H1. intros x Hx. simpl in Hx. now rewrite Hnone in Hx. }
  assert (B : holds roots (@nil state, met)) by (apply H2; intros x Hx; now right).
  unfold half_closed, holds in A, B. simpl in A, B. split.
  - intros x Hx. destruct (B x Hx) as [|[]]; assumption.
  - intros x Hx y Hy. destruct (A x Hx y Hy) as [|[]]; assumption.
Qed.

End Closure.
