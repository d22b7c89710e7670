(** Nim-sums and least excluded values.

    [xor_below]: if w is less than the nim-sum of a and b, then a or b can be lowered so that the nim-sum becomes w. This
    is Bouton's theorem in one line, and all of nim that the theory of Sprague and Grundy needs. *)

From Coq Require Import List Arith NArith Lia Bool.
From Impartial Require Import Positions Sums.
Import ListNotations.
Open Scope N_scope.

(** The higher number has the higher bit. *)
Lemma less_by_bit : forall (place : nat) x y,
  N.testbit x (N.of_nat place) = true -> N.testbit y (N.of_nat place) = false ->
  (forall u, N.of_nat place < u -> N.testbit x u = N.testbit y u) -> y < x.
Proof.
  induction place as [|t IH]; intros x y Hx Hy Hu.
  - change (N.of_nat 0) with 0 in *. rewrite N.bit0_odd in Hx, Hy.
    assert (E : N.div2 x = N.div2 y).
    { apply N.bits_inj. intro u. rewrite <- !N.testbit_succ_r_div2 by lia. apply Hu. lia. }
    rewrite (N.div2_odd x), (N.div2_odd y), Hx, Hy, E. simpl N.b2n. lia.
  - rewrite Nat2N.inj_succ in *. rewrite N.testbit_succ_r_div2 in Hx, Hy by lia.
    assert (N.div2 y < N.div2 x).
    { apply IH; try assumption. intros u Hlt. rewrite <- !N.testbit_succ_r_div2 by lia. apply Hu. lia. }
    rewrite (N.div2_odd x), (N.div2_odd y). destruct (N.odd x), (N.odd y); simpl N.b2n; lia.
Qed.

Lemma less_by_bit_N : forall t x y,
  N.testbit x t = true -> N.testbit y t = false ->
  (forall u, t < u -> N.testbit x u = N.testbit y u) -> y < x.
Proof. intros t x y. rewrite <- (N2Nat.id t). apply less_by_bit. Qed.

Theorem xor_below : forall w a b, w < N.lxor a b -> N.lxor w b < a \/ N.lxor w a < b.
Proof.
  intros w a b H. set (v := N.lxor a b) in *. set (d := N.lxor w v).
  assert (Hd : d <> 0) by (unfold d; intro E; apply N.lxor_eq in E; lia).
  set (t := N.log2 d).
  assert (Ht : N.testbit d t = true) by now apply N.bit_log2.
  assert (Hu : forall u, t < u -> N.testbit d u = false) by (intros; now apply N.bits_above_log2).
  assert (Above : forall u, t < u -> N.testbit w u = N.testbit v u).
  { intros u Hlt. specialize (Hu u Hlt). unfold d in Hu. rewrite N.lxor_spec in Hu. now apply xorb_eq. }
  assert (Hv : N.testbit v t = true).
  { destruct (N.testbit v t) eqn:Ev; [reflexivity|exfalso].
    assert (Hw : N.testbit w t = true).
    { unfold d in Ht. rewrite N.lxor_spec, Ev in Ht. now rewrite xorb_false_r in Ht. }
    pose proof (less_by_bit_N t w v Hw Ev Above). lia. }
  assert (Hw : N.testbit w t = false).
  { unfold d in Ht. rewrite N.lxor_spec, Hv in Ht. now destruct (N.testbit w t). }
  unfold v in Hv. rewrite N.lxor_spec in Hv.
  destruct (N.testbit a t) eqn:Ea.
  - left. apply less_by_bit_N with t; [assumption| |].
    + rewrite N.lxor_spec, Hw. now destruct (N.testbit b t).
    + intros u Hlt. rewrite N.lxor_spec, (Above u Hlt). unfold v. rewrite N.lxor_spec.
      now destruct (N.testbit a u), (N.testbit b u).
  - right. apply less_by_bit_N with t; [now destruct (N.testbit b t)| |].
    + rewrite N.lxor_spec, Hw, Ea. reflexivity.
    + intros u Hlt. rewrite N.lxor_spec, (Above u Hlt). unfold v. rewrite N.lxor_spec.
      now destruct (N.testbit a u), (N.testbit b u).
Qed.

(** The nim-sum of the values of heaps. *)
Definition nim_sum : (N -> N) -> position -> N := sum_value 0 N.lxor.

(** v is the least number that is not in the set. *)
Definition is_mex (set : N -> Prop) (v : N) : Prop := ~ set v /\ forall w, w < v -> set w.

Lemma mex_unique : forall set v v', is_mex set v -> is_mex set v' -> v = v'.
Proof.
  intros set v v' [H1 H2] [H1' H2']. destruct (N.lt_trichotomy v v') as [H|[H|H]]; [|assumption|].
  - now specialize (H2' v H).
  - now specialize (H2 v' H).
Qed.

Lemma mex_ext : forall set set' v, (forall w, set w <-> set' w) -> is_mex set v -> is_mex set' v.
Proof. intros set set' v E [H1 H2]. split; [now rewrite <- E|]. intros w Hw. rewrite <- E. auto. Qed.

(** The least number that a list lacks. *)
Fixpoint mex_from (fuel : nat) (v : N) (l : list N) : N :=
  match fuel with
  | O => v
  | S fuel => if existsb (N.eqb v) l then mex_from fuel (N.succ v) l else v
  end.

Definition mex (l : list N) : N := mex_from (length l) 0 l.

Lemma mex_from_spec : forall fuel v l,
  (forall w, w < v -> In w l) -> (length l <= N.to_nat v + fuel)%nat ->
  is_mex (fun w => In w l) (mex_from fuel v l).
Proof.
  induction fuel as [|fuel IH]; intros v l Hbelow Hlen; simpl.
  - split; [|assumption]. intro Hv.
    (* The numbers 0 to v would be too many for the list. *)
    assert (Hinc : incl (map N.of_nat (seq 0 (S (N.to_nat v)))) l).
    { intros x Hx. apply in_map_iff in Hx. destruct Hx as (k & <- & Hk). apply in_seq in Hk.
      destruct (N.eq_dec (N.of_nat k) v) as [->|]; [assumption|]. apply Hbelow. lia. }
    apply NoDup_incl_length in Hinc.
    + rewrite map_length, seq_length in Hinc. lia.
    + apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. lia.
  - destruct (existsb (N.eqb v) l) eqn:E.
    + apply existsb_exists in E. destruct E as (x & Hx & Ex). apply N.eqb_eq in Ex. subst x.
      apply IH; [|lia]. intros w Hw. destruct (N.eq_dec w v) as [->|]; [assumption|]. apply Hbelow. lia.
    + split; [|assumption]. intro Hv. rewrite <- not_true_iff_false in E. apply E, existsb_exists.
      exists v. split; [assumption | apply N.eqb_refl].
Qed.

Lemma mex_spec : forall l, is_mex (fun w => In w l) (mex l).
Proof. intro l. apply mex_from_spec; lia. Qed.
