(** Decision trees whose questions are linear: at one point, and through all solutions of a system at once. *)

From Coq Require Import List Arith ZArith Lia Bool.
From Impartial Require Import Linear.
Import ListNotations.
Open Scope Z_scope.

(** A branch asks whether a form of the arguments is even, or else whether it is at most 0. *)
Inductive tree (A : Type) : Type :=
| Tip (x : A)
| Ask (even : bool) (f : form) (yes no : tree A).
Arguments Tip {A}.
Arguments Ask {A}.

Definition of_list (l : list Z) : point := fun i => nth i l 0.

Definition says_yes (even : bool) (z : Z) : bool := if even then Z.even z else z <=? 0.

Fixpoint tree_at {A} (arguments : list Z) (t : tree A) : A :=
  match t with
  | Tip x => x
  | Ask even f yes no =>
      if says_yes even (at_point (of_list arguments) f) then tree_at arguments yes else tree_at arguments no
  end.

(** A form of forms. *)
Fixpoint add_up (a : list Z) (arguments : list form) (sum : form) : form :=
  match a, arguments with
  | x :: a, f :: arguments => add_up a arguments (if x =? 0 then sum else mixed 1 sum x f)
  | _, _ => sum
  end.

Definition compose (arguments : list form) (f : form) : form := add_up (coefficients f) arguments (fixed (constant f)).

Lemma at_compose : forall v arguments f,
  at_point v (compose arguments f) = at_point (of_list (map (at_point v) arguments)) f.
Proof.
  intros v arguments f. unfold compose.
  assert (H : forall a l sum, at_point v (add_up a l sum) = at_point v sum + dot a (of_list (map (at_point v) l))).
  { induction a as [|x a IH]; intros l sum; cbn [add_up dot]; [lia|]. destruct l as [|g l].
    - simpl. rewrite (dot_zero a); [unfold of_list; simpl; lia|]. intro i. unfold of_list. reflexivity.
    - rewrite IH. change (of_list (map (at_point v) (g :: l)) O) with (at_point v g).
      rewrite (dot_ext a (fun i => of_list (map (at_point v) (g :: l)) (S i)) (of_list (map (at_point v) l))) by reflexivity.
      destruct (Z.eqb_spec x 0) as [->|]; [lia|]. rewrite at_mixed. lia. }
  rewrite H, at_fixed. reflexivity.
Qed.

(** [go_on] must hold at every leaf that a solution may reach. *)
Definition assume (s : option system) (go_on : system -> bool) : bool :=
  match s with None => true | Some s => go_on s end.

Fixpoint all_cases {A} (t : tree A) (arguments : list form) (s : system) (go_on : system -> A -> bool) : bool :=
  match t with
  | Tip x => go_on s x
  | Ask even f yes no =>
      let g := compose arguments f in
      if even
      then assume (is_even s g) (fun s => all_cases yes arguments s go_on) &&
           assume (is_even s (plus g 1)) (fun s => all_cases no arguments s go_on)
      else assume (at_least_zero s (opposite g)) (fun s => all_cases yes arguments s go_on) &&
           assume (at_least_zero s (plus g (-1))) (fun s => all_cases no arguments s go_on)
  end.

Theorem all_cases_sound : forall A (t : tree A) arguments v s go_on, solves v s ->
  all_cases t arguments s go_on = true ->
  exists s', solves v s' /\ go_on s' (tree_at (map (at_point v) arguments) t) = true.
Proof.
  intros A t arguments v. induction t as [x|even f yes IHy no IHn]; intros s go_on Hs H; [simpl in *; eauto|].
  cbn [all_cases] in H. cbn [tree_at]. rewrite <- at_compose. remember (compose arguments f) as g.
  destruct even; apply andb_true_iff in H; destruct H as [Hy Hn]; unfold says_yes.
  - destruct (Z.even (at_point v g)) eqn:E.
    + destruct (is_even_sound v s g Hs E) as (s' & Es & Hs'). rewrite Es in Hy. exact (IHy s' go_on Hs' Hy).
    + destruct (is_even_sound v s (plus g 1) Hs) as (s' & Es & Hs').
      { rewrite at_plus, Z.even_add, E. reflexivity. }
      rewrite Es in Hn. exact (IHn s' go_on Hs' Hn).
  - destruct (Z.leb_spec (at_point v g) 0) as [L|L].
    + destruct (at_least_zero_sound v s (opposite g) Hs) as (s' & Es & Hs'); [rewrite at_opposite; lia|].
      rewrite Es in Hy. exact (IHy s' go_on Hs' Hy).
    + destruct (at_least_zero_sound v s (plus g (-1)) Hs) as (s' & Es & Hs'); [rewrite at_plus; lia|].
      rewrite Es in Hn. exact (IHn s' go_on Hs' Hn).
Qed.

(** The solutions at which a tree is true, or is false. *)
Definition all_where (sought : bool) (t : tree bool) (arguments : list form) (s : system) (go_on : system -> bool) : bool :=
  match t with
  | Tip b => if Bool.eqb b sought then go_on s else true
  | _ => all_cases t arguments s (fun s b => if Bool.eqb b sought then go_on s else true)
  end.

Lemma all_where_sound : forall sought t arguments v s go_on, solves v s ->
  all_where sought t arguments s go_on = true -> tree_at (map (at_point v) arguments) t = sought ->
  exists s', solves v s' /\ go_on s' = true.
Proof.
  intros sought t arguments v s go_on Hs H E.
  assert (C : all_cases t arguments s (fun s b => if Bool.eqb b sought then go_on s else true) = true) by (destruct t; exact H).
  destruct (all_cases_sound _ t arguments v s _ Hs C) as (s' & Hs' & H'). rewrite E, Bool.eqb_reflx in H'. eauto.
Qed.

(** Other leaves; a branch with equal sides goes. *)
Fixpoint same_zs (a b : list Z) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => (x =? y) && same_zs a b | _, _ => false end.

Lemma same_zs_eq : forall a b, same_zs a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. apply IH in H. now subst.
Qed.

Definition same_form (f g : form) : bool := (constant f =? constant g) && same_zs (coefficients f) (coefficients g).

Lemma same_form_eq : forall f g, same_form f g = true -> f = g.
Proof.
  intros [c a] [d b] H. apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. apply same_zs_eq in H.
  simpl in *. now subst.
Qed.

Fixpoint same_tree (t u : tree bool) : bool :=
  match t, u with
  | Tip a, Tip b => Bool.eqb a b
  | Ask e f y n, Ask e' f' y' n' => Bool.eqb e e' && same_form f f' && same_tree y y' && same_tree n n'
  | _, _ => false
  end.

Lemma same_tree_eq : forall t u, same_tree t u = true -> t = u.
Proof.
  induction t as [a|e f y IHy n IHn]; intros [b|e' f' y' n'] H; simpl in H; try discriminate.
  - apply eqb_prop in H. now subst.
  - rewrite !andb_true_iff in H. destruct H as [[[H1 H2] H3] H4].
    apply eqb_prop in H1. apply same_form_eq in H2. apply IHy in H3. apply IHn in H4. now subst.
Qed.

Fixpoint simplified {A} (is : A -> bool) (t : tree A) : tree bool :=
  match t with
  | Tip x => Tip (is x)
  | Ask e f y n =>
      let y := simplified is y in
      let n := simplified is n in
      if same_tree y n then y else Ask e f y n
  end.

Lemma simplified_at : forall A (is : A -> bool) arguments t, tree_at arguments (simplified is t) = is (tree_at arguments t).
Proof.
  intros A is arguments. induction t as [x|e f y IHy n IHn]; [reflexivity|]. cbn [simplified tree_at].
  destruct (same_tree (simplified is y) (simplified is n)) eqn:E.
  - apply same_tree_eq in E. destruct (says_yes e _); [assumption | now rewrite E].
  - cbn [tree_at]. destruct (says_yes e _); assumption.
Qed.
