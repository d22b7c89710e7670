(** Tables of values at the numbers 0, 1, 2, ..., and sets of numbers: the standard library's binary tries, read by N. *)

From Coq Require Import List Arith NArith PArith FMapPositive MSetPositive Lia Bool.
From Impartial Require Import Options.
Import ListNotations.
Open Scope N_scope.

Lemma succ_pos_inj : forall a b, N.succ_pos a = N.succ_pos b -> a = b.
Proof.
  intros a b E. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now rewrite E.
Qed.

(** Tables. *)

Definition table (A : Type) := PositiveMap.t A.

Definition empty_table {A : Type} : table A := PositiveMap.empty A.

Definition get {A : Type} (t : table A) (n : N) : option A := PositiveMap.find (N.succ_pos n) t.

Definition put {A : Type} (n : N) (a : A) (t : table A) : table A := PositiveMap.add (N.succ_pos n) a t.

Lemma get_empty : forall A n, get (@empty_table A) n = None.
Proof. intros. apply PositiveMap.gempty. Qed.

Lemma get_put_same : forall A n (a : A) t, get (put n a t) n = Some a.
Proof. intros. apply PositiveMap.gss. Qed.

Lemma get_put_other : forall A m n (a : A) t, m <> n -> get (put n a t) m = get t m.
Proof. intros. apply PositiveMap.gso. intro E. now apply H, succ_pos_inj. Qed.

Lemma get_put : forall A m n (a : A) t, get (put n a t) m = if m =? n then Some a else get t m.
Proof.
  intros. destruct (N.eqb_spec m n) as [->|H]; [apply get_put_same | now apply get_put_other].
Qed.

Fixpoint put_list {A : Type} (from : N) (l : list A) (t : table A) : table A :=
  match l with [] => t | a :: l => put_list (N.succ from) l (put from a t) end.

Definition of_list {A : Type} (l : list A) : table A := put_list 0 l empty_table.

Lemma get_put_list : forall A (l : list A) from t n,
  get (put_list from l t) n =
  if (from <=? n) && (n <? from + N.of_nat (length l)) then nth_error l (N.to_nat (n - from)) else get t n.
Proof.
  intros A. induction l as [|a l IH]; intros from t n; cbn [put_list length].
  - destruct (N.leb_spec from n), (N.ltb_spec n (from + N.of_nat 0)); simpl; reflexivity || lia.
  - rewrite IH, get_put.
    destruct (N.eqb_spec n from) as [->|Hne].
    + replace (N.succ from <=? from) with false by (symmetry; apply N.leb_gt; lia).
      replace (from <=? from) with true by (symmetry; apply N.leb_le; lia).
      replace (from <? from + N.of_nat (S (length l))) with true by (symmetry; apply N.ltb_lt; lia).
      simpl. now rewrite N.sub_diag.
    + destruct (N.leb_spec (N.succ from) n), (N.leb_spec from n); cbn [andb]; try lia; try reflexivity.
      destruct (N.ltb_spec n (N.succ from + N.of_nat (length l))),
               (N.ltb_spec n (from + N.of_nat (S (length l)))); try lia; try reflexivity.
      replace (N.to_nat (n - from)) with (S (N.to_nat (n - N.succ from))) by lia. reflexivity.
Qed.

Lemma get_of_list : forall A (l : list A) n, get (of_list l) n = nth_error l (N.to_nat n).
Proof.
  intros. unfold of_list. rewrite get_put_list, get_empty.
  replace (0 <=? n) with true by (symmetry; apply N.leb_le; lia). rewrite N.sub_0_r, N.add_0_l. cbn [andb].
  destruct (N.ltb_spec n (N.of_nat (length l))); [reflexivity|].
  symmetry. apply nth_error_None. lia.
Qed.

(** A table of numbers; 0 where nothing is said. *)
Definition look (t : table N) (n : N) : N := match get t n with Some v => v | None => 0 end.

Lemma look_of_list : forall l n, look (of_list l) n = nth (N.to_nat n) l 0.
Proof.
  intros. unfold look. rewrite get_of_list.
  destruct (nth_error l (N.to_nat n)) eqn:E.
  - symmetry. now apply nth_error_nth.
  - symmetry. apply nth_overflow. now apply nth_error_None.
Qed.

(** The values of a function below a bound. *)
Definition tabulate (bound : nat) (f : N -> N) : table N := of_list (map f (count bound 0)).

Lemma nth_count : forall k from i, (i < k)%nat -> nth i (count k from) 0 = from + N.of_nat i.
Proof.
  induction k as [|k IH]; intros from i H; [lia|]. simpl. destruct i as [|i]; [lia|]. rewrite IH; lia.
Qed.

Lemma length_count : forall k from, length (count k from) = k.
Proof. induction k; intros; simpl; auto. Qed.

Lemma look_tabulate : forall bound f n, n < N.of_nat bound -> look (tabulate bound f) n = f n.
Proof.
  intros bound f n H. unfold tabulate. rewrite look_of_list.
  rewrite nth_indep with (d' := f 0) by (rewrite map_length, length_count; lia).
  rewrite map_nth, nth_count by lia. f_equal. lia.
Qed.

(** Sets. *)

Definition set := PositiveSet.t.

Definition has (n : N) (s : set) : bool := PositiveSet.mem (N.succ_pos n) s.

Definition with_ (n : N) (s : set) : set := PositiveSet.add (N.succ_pos n) s.

Lemma has_in : forall n s, has n s = true <-> PositiveSet.In (N.succ_pos n) s.
Proof. intros. apply PositiveSet.mem_spec. Qed.

Lemma has_empty : forall n, has n PositiveSet.empty = false.
Proof.
  intro n. apply not_true_iff_false. rewrite has_in. apply PositiveSet.empty_spec.
Qed.

Lemma has_with : forall m n s, has m (with_ n s) = true <-> m = n \/ has m s = true.
Proof.
  intros. rewrite !has_in. unfold with_. rewrite PositiveSet.add_spec. split; intros [H|H]; auto.
  - left. now apply succ_pos_inj.
  - left. now rewrite H.
Qed.

Lemma has_union : forall n s t, has n (PositiveSet.union s t) = has n s || has n t.
Proof.
  intros. apply eq_true_iff_eq. rewrite orb_true_iff, !has_in. apply PositiveSet.union_spec.
Qed.

Lemma has_inter : forall n s t, has n (PositiveSet.inter s t) = has n s && has n t.
Proof.
  intros. apply eq_true_iff_eq. rewrite andb_true_iff, !has_in. apply PositiveSet.inter_spec.
Qed.

Lemma has_diff : forall n s t, has n (PositiveSet.diff s t) = has n s && negb (has n t).
Proof.
  intros. apply eq_true_iff_eq. rewrite andb_true_iff, negb_true_iff, <- not_true_iff_false, !has_in.
  apply PositiveSet.diff_spec.
Qed.

Definition set_of (l : list N) : set := fold_right with_ PositiveSet.empty l.

Lemma has_set_of : forall n l, has n (set_of l) = true <-> In n l.
Proof.
  intros n. induction l as [|a l IH]; simpl.
  - rewrite has_empty. split; [discriminate | contradiction].
  - rewrite has_with, IH. intuition congruence.
Qed.

Lemma empty_set : forall s n, PositiveSet.is_empty s = true -> has n s = false.
Proof.
  intros s n H. apply PositiveSet.is_empty_spec in H. apply not_true_iff_false. rewrite has_in. apply H.
Qed.

(** Tables of sets; the empty set where nothing is said. *)
Definition set_at (t : table set) (x : N) : set :=
  match get t x with Some s => s | None => PositiveSet.empty end.

Lemma set_at_put : forall t x s y, set_at (put x s t) y = if y =? x then s else set_at t y.
Proof. intros. unfold set_at. rewrite get_put. now destruct (y =? x). Qed.

Lemma set_at_empty : forall y, set_at empty_table y = PositiveSet.empty.
Proof. intro y. unfold set_at. now rewrite get_empty. Qed.
