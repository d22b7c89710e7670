(** Infinite order: the misère quotient of a certificate of kind `infinite-quotient` is infinite.

    With S(x) the number of the slice at x: if S(x + v) = S(x) for all x >= a, v_i > 0, p >= a, the line of slices from p along axis i
    has period t from its n-th place on, and the slices at p and p + t e_i differ beside the sum W of heaps of other types, then
    no two different numbers of copies of the heap of axis i are indistinguishable. For suppose that m and m + s copies are. Let
    B(j) be whether the slice at p + j e_i is true beside W. Moving along v until there are m copies, B has period s from its
    beginning; it has period t from place n on; so B(0) = B(ns) = B(ns + t) = B(t), which is not so. *)

From Coq Require Import List Arith ZArith NArith Lia Bool.
From Impartial Require Import Positions Rules Options Tables Closure Diagrams Facts Array ArrayCheck ArraySound Everywhere Misere.
Import ListNotations.
Open Scope Z_scope.

Record order_proof := OrderProof {
  axis : nat;
  direction : list Z;                (* v *)
  from : list Z;                     (* a *)
  point : list Z;                    (* p *)
  period : Z;                        (* t *)
  repeats_from : Z;                  (* n *)
  heaps_of_axes : list N;            (* a heap of each growing type *)
  beside : list N                    (* W *)
}.

Definition plus (axes : nat) (a b : vector) : list Z := on_axes axes (fun i => a i + b i).
Definition along (i : nat) (k : Z) : vector := fun a => if Nat.eqb a i then k else 0.

Section Check.

Variable c : certificate.

Definition agree_everywhere (rounds : nat) (free : nat -> bool) (d d' : list Z) : bool := everywhere c rounds free d d' N.eqb.

Definition check_order (r : order_proof) : bool :=
  let p := at_axis (point r) in
  let a := at_axis (from r) in
  let v := at_axis (direction r) in
  let i := axis r in
  let W := copies_of (kind c) (beside r) in
  let slice x := look (of_list (listed_slices c)) (slice_number c x) in
  Nat.ltb i (axes c) && all_natural (axes c) a && all_natural (axes c) v && all_natural (axes c) (fun k => p k - a k) &&
  (0 <? v i) && (0 <? period r) && (0 <=? repeats_from r) &&
  agree_everywhere 40 (fun _ => true) (from r) (plus (axes c) a v) &&
  agree_everywhere 40 (fun k => Nat.eqb k i) (plus (axes c) p (along i (repeats_from r)))
    (plus (axes c) p (along i (repeats_from r + period r))) &&
  negb (eqb (truth (nodes (certified c)) (slice p) W)
            (truth (nodes (certified c)) (slice (fun k => p k + along i (period r) k)) W)) &&
  Nat.eqb (length (heaps_of_axes r)) (axes c) && no_two_equal_b (growing c) &&
  forallb (fun h => (h <=? last c)%N) (heaps_of_axes r ++ beside r) &&
  forallb (fun e => match kind c (snd e) with Some t => (t =? fst e)%N | None => false end)
    (combine (growing c) (heaps_of_axes r)) &&
  forallb (fun t => (W t =? 0)%N) (growing c).

End Check.

Section Sound.

Variables (c : certificate) (w : help).
Hypothesis accepted : check_array c w = true.

Lemma agree_everywhere_sound : forall rounds free d d', agree_everywhere c rounds free d d' = true ->
  natural (axes c) (at_axis d) -> natural (axes c) (at_axis d') ->
  forall x, natural (axes c) x -> (forall i, (i < axes c)%nat -> free i = false -> x i = 0) ->
  slice_number c (fun i => x i + at_axis d i) = slice_number c (fun i => x i + at_axis d' i).
Proof. intros rounds free d d' H Nd Nd' x Nx Fx. apply N.eqb_eq. now apply (everywhere_sound c w accepted rounds free). Qed.

Variable r : order_proof.
Hypothesis right : check_order c r = true.

Let W := copies_of (kind c) (beside r).
Let p := at_axis (point r).
Let B (x : vector) : bool := truth (nodes (certified c)) (look (of_list (listed_slices c)) (slice_number c x)) W.

Lemma B_agree : forall x y, agree (axes c) x y -> B x = B y.
Proof. intros x y H. unfold B. now rewrite (array_agree c x y H). Qed.

(** A sum with the given numbers of copies of growing types, beside W. *)
Lemma claim_beside : forall X x, (forall u, is_growing (growing c) u = false -> copies_of (kind c) X u = W u) ->
  (forall k, (k < axes c)%nat -> Z.of_N (copies_of (kind c) X (nth k (growing c) 0%N)) = x k) -> claim c X = B x.
Proof.
  intros X x H1 H2. destruct (automaton_right c w accepted) as (_ & _ & _ & _ & Hnot & Hclosed & Hslices).
  unfold claim, claim_at, B.
  assert (Below : forall f, (look (of_list (listed_slices c)) f < 2 + N.of_nat (length (certified c)))%N).
  { intro f. apply look_below; [lia | assumption]. }
  rewrite <- !(prefix_truth (certified c) (more_nodes w) Hclosed) by apply Below.
  rewrite (array_agree c (growing_copies c (copies_of (kind c) X)) x) by (intros k Hk; now apply H2).
  apply (truth_others c w Hnot). exact H1.
Qed.

Definition copies_on_axes (y : vector) : position :=
  flat_map (fun k => repeat (nth k (heaps_of_axes r) 0%N) (Z.to_nat (y k))) (seq 0 (axes c)).

Lemma copies_of_repeat : forall h n u, copies_of (kind c) (repeat h n) u =
  (N.of_nat n * match kind c h with Some t => if t =? u then 1 else 0 | None => 0 end)%N.
Proof. intros h n u. induction n as [|n IH]; [reflexivity|]. cbn [repeat copies_of]. rewrite IH. lia. Qed.

Lemma heaps_of_axes_right : NoDup (growing c) /\ length (heaps_of_axes r) = axes c /\
  (forall k, (k < axes c)%nat -> kind c (nth k (heaps_of_axes r) 0%N) = Some (nth k (growing c) 0%N)) /\
  Forall (fun n => (n <= last c)%N) (heaps_of_axes r) /\ Forall (fun n => (n <= last c)%N) (beside r) /\
  (forall k, (k < axes c)%nat -> W (nth k (growing c) 0%N) = 0%N).
Proof.
  pose proof right as H. unfold check_order in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as (((((_ & Hlen) & Hdup) & Hlast) & Hkind) & HW).
  apply Nat.eqb_eq in Hlen. apply no_two_equal_b_spec in Hdup. rewrite forallb_forall in Hlast, Hkind, HW.
  repeat split; try assumption.
  - intros k Hk. specialize (Hkind (nth k (growing c) 0%N, nth k (heaps_of_axes r) 0%N)). simpl in Hkind.
    destruct (kind c (nth k (heaps_of_axes r) 0%N)) as [t|].
    + f_equal. apply N.eqb_eq, Hkind. rewrite <- combine_nth by (unfold axes in Hlen; lia). apply nth_In.
      rewrite combine_length. unfold axes in *. lia.
    + exfalso. assert (false = true); [|discriminate]. apply Hkind. rewrite <- combine_nth by (unfold axes in Hlen; lia).
      apply nth_In. rewrite combine_length. unfold axes in *. lia.
  - apply Forall_forall. intros h Hh. apply N.leb_le, Hlast, in_app_iff. now left.
  - apply Forall_forall. intros h Hh. apply N.leb_le, Hlast, in_app_iff. now right.
  - intros k Hk. apply N.eqb_eq, HW, nth_In. exact Hk.
Qed.

Lemma copies_on_axes_count : forall y u,
  (forall k, (k < axes c)%nat -> nth k (growing c) 0%N = u -> copies_of (kind c) (copies_on_axes y) u = N.of_nat (Z.to_nat (y k))) /\
  ((forall k, (k < axes c)%nat -> nth k (growing c) 0%N <> u) -> copies_of (kind c) (copies_on_axes y) u = 0%N).
Proof.
  intros y u. destruct heaps_of_axes_right as (Hdup & Hlen & Hkind & _). unfold copies_on_axes.
  assert (G : forall l, NoDup l -> (forall k, In k l -> (k < axes c)%nat) ->
    (forall k, In k l -> nth k (growing c) 0%N = u ->
       copies_of (kind c) (flat_map (fun k => repeat (nth k (heaps_of_axes r) 0%N) (Z.to_nat (y k))) l) u = N.of_nat (Z.to_nat (y k))) /\
    ((forall k, In k l -> nth k (growing c) 0%N <> u) ->
       copies_of (kind c) (flat_map (fun k => repeat (nth k (heaps_of_axes r) 0%N) (Z.to_nat (y k))) l) u = 0%N)).
  { induction l as [|a l IH]; intros Hl Hb; [split; [intros k [] | reflexivity]|]. inversion Hl as [|? ? Ha Hl']; subst.
    destruct (IH Hl' (fun k Hk => Hb k (or_intror Hk))) as [IH1 IH2]. cbn [flat_map].
    assert (Ba : (a < axes c)%nat) by (apply Hb; now left).
    split.
    - intros k Hk E. rewrite copies_of_app, copies_of_repeat, Hkind by assumption.
      destruct Hk as [->|Hk].
      + rewrite E, N.eqb_refl, IH2; [lia|]. intros k' Hk' E'. apply Ha.
        assert (k' = k) by (apply (proj1 (NoDup_nth (growing c) 0%N) Hdup); [apply Hb; now right | exact Ba | congruence]).
        now subst.
      + rewrite (IH1 k Hk E). destruct (N.eqb_spec (nth a (growing c) 0%N) u) as [E'|]; [|lia]. exfalso. apply Ha.
        assert (a = k) by (apply (proj1 (NoDup_nth (growing c) 0%N) Hdup); [exact Ba | apply Hb; now right | congruence]).
        now subst.
    - intro H. rewrite copies_of_app, copies_of_repeat, Hkind by assumption. rewrite IH2 by (intros k Hk; apply H; now right).
      destruct (N.eqb_spec (nth a (growing c) 0%N) u) as [E'|]; [|lia]. exfalso. apply (H a); [now left | assumption]. }
  destruct (G (seq 0 (axes c)) (seq_NoDup _ _)) as [G1 G2]; [intros k Hk; now apply in_axes|]. split.
  - intros k Hk. apply G1. now apply in_axes.
  - intro H. apply G2. intros k Hk. apply H. now apply in_axes.
Qed.

(** m copies of the heap of the axis, beside y and W. *)
Lemma claim_copies : forall m y, natural (axes c) y -> (axis r < axes c)%nat ->
  claim c (repeat (nth (axis r) (heaps_of_axes r) 0%N) m ++ copies_on_axes y ++ beside r) =
  B (fun k => y k + along (axis r) (Z.of_nat m) k).
Proof.
  intros m y Hy Hi. destruct heaps_of_axes_right as (Hdup & Hlen & Hkind & _ & _ & HW). apply claim_beside.
  - intros u Hu. rewrite !copies_of_app, copies_of_repeat, Hkind by assumption. fold W.
    assert (No : forall k, (k < axes c)%nat -> nth k (growing c) 0%N <> u).
    { intros k Hk E. rewrite (proj2 (growing_in c u)) in Hu by eauto. discriminate. }
    rewrite (proj2 (copies_on_axes_count y u) No). change (copies_of (kind c) (beside r) u) with (W u).
    destruct (N.eqb_spec (nth (axis r) (growing c) 0%N) u) as [E|]; [destruct (No _ Hi E) | lia].
  - intros k Hk. rewrite !copies_of_app, copies_of_repeat, Hkind by assumption.
    rewrite (proj1 (copies_on_axes_count y _) k Hk eq_refl). change (copies_of (kind c) (beside r)) with W. rewrite HW by assumption.
    specialize (Hy k Hk). unfold along. destruct (Nat.eqb_spec k (axis r)) as [->|Hne].
    + rewrite N.eqb_refl. lia.
    + destruct (N.eqb_spec (nth (axis r) (growing c) 0%N) (nth k (growing c) 0%N)) as [E|]; [|lia]. exfalso. apply Hne.
      apply (proj1 (NoDup_nth (growing c) 0%N) Hdup); [exact Hk | exact Hi | congruence].
Qed.

Theorem infinite_order : forall m s, (0 < s)%nat ->
  ~ indistinguishable (option_of (game c)) (fun n => (n <= last c)%N)
      (repeat (nth (axis r) (heaps_of_axes r) 0%N) m) (repeat (nth (axis r) (heaps_of_axes r) 0%N) (m + s)).
Proof.
  intros m s Hs Ind. destruct heaps_of_axes_right as (_ & Hlen & Hkind & Hlast & Hbeside & _).
  pose proof right as H. unfold check_order in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as ((((((((((((((Hi & Na) & Nv) & Npa) & Hv) & Ht) & Hn) & Htrans) & Hline) & Hdiff) & _) & _) & _) & _) & _).
  apply Nat.ltb_lt in Hi. apply Z.ltb_lt in Hv, Ht. apply Z.leb_le in Hn.
  rewrite all_natural_spec in Na, Nv, Npa. set (a := at_axis (from r)) in *. set (v := at_axis (direction r)) in *.
  fold p in Npa, Hline, Hdiff. set (i := axis r) in *. set (h := nth i (heaps_of_axes r) 0%N) in *.
  assert (Np : natural (axes c) p) by (intros k Hk; specialize (Na k Hk); specialize (Npa k Hk); simpl in Npa; lia).
  assert (Inh : (h <= last c)%N).
  { rewrite Forall_forall in Hlast. apply Hlast, nth_In. rewrite Hlen. exact Hi. }
  assert (Rep : forall n, Forall (fun n => (n <= last c)%N) (repeat h n)).
  { intro n. apply Forall_forall. intros y Hy. apply repeat_spec in Hy. now subst. }
  (* Period s wherever there are m copies. *)
  assert (Ps : forall x, natural (axes c) x -> Z.of_nat m <= x i -> B x = B (fun k => x k + along i (Z.of_nat s) k)).
  { intros x Nx Hx. set (y := fun k => x k - along i (Z.of_nat m) k).
    assert (Ny : natural (axes c) y).
    { intros k Hk. unfold y, along. specialize (Nx k Hk). destruct (Nat.eqb_spec k i) as [->|]; lia. }
    assert (Scope : Forall (fun n => (n <= last c)%N) (copies_on_axes y ++ beside r)).
    { apply Forall_app. split; [|assumption]. apply Forall_forall. intros u Hu. unfold copies_on_axes in Hu.
      apply in_flat_map in Hu. destruct Hu as (k & Hk & Hu). apply repeat_spec in Hu. subst u. apply in_axes in Hk.
      rewrite Forall_forall in Hlast. apply Hlast, nth_In. now rewrite Hlen. }
    specialize (Ind (copies_on_axes y ++ beside r) Scope).
    assert (P : forall n, P_position (option_of (game c)) misere (repeat h n ++ copies_on_axes y ++ beside r) <->
                          B (fun k => y k + along i (Z.of_nat n) k) = true).
    { intro n. pose proof (claim_copies n y Ny Hi) as Ec. fold i in Ec. fold h in Ec. rewrite <- Ec. apply (check_array_sound c w accepted). apply Forall_app. auto. }
    rewrite !P in Ind. apply eq_true_iff_eq.
    rewrite (B_agree x (fun k => y k + along i (Z.of_nat m) k)) by (intros k Hk; unfold y; lia).
    rewrite Ind. erewrite B_agree; [reflexivity|]. intros k Hk. unfold y, along. destruct (Nat.eqb k i); lia. }
  (* The translation. *)
  assert (Tr : forall x, natural (axes c) (fun k => x k - a k) -> B (fun k => x k + v k) = B x).
  { intros x Nx.
    pose proof (agree_everywhere_sound _ _ _ _ Htrans Na) as E.
    assert (Nav : natural (axes c) (at_axis (plus (axes c) a v))).
    { intros k Hk. unfold plus. rewrite at_on_axes by assumption. specialize (Na k Hk). specialize (Nv k Hk). lia. }
    specialize (E Nav (fun k => x k - a k) Nx ltac:(discriminate)). unfold B at 2.
    rewrite (array_agree c x (fun k => x k - a k + at_axis (from r) k)) by (intros k Hk; fold a; lia).
    rewrite E. unfold B. f_equal. f_equal. apply array_agree. intros k Hk. unfold plus. rewrite at_on_axes by assumption. lia. }
  assert (Trs : forall n x, natural (axes c) (fun k => x k - a k) -> B (fun k => x k + Z.of_nat n * v k) = B x).
  { induction n as [|n IH]; intros x Nx.
    - apply B_agree. intros k Hk. lia.
    - rewrite <- (IH x Nx). rewrite <- (Tr (fun k => x k + Z.of_nat n * v k)).
      + apply B_agree. intros k Hk. lia.
      + intros k Hk. specialize (Nx k Hk). specialize (Nv k Hk). simpl in Nx. nia. }
  (* The line from the point. *)
  set (L := fun j : Z => B (fun k => p k + along i j k)).
  assert (Al : forall j j' k, along i j k + along i j' k = along i (j + j') k).
  { intros j j' k. unfold along. destruct (Nat.eqb k i); lia. }
  assert (Ls : forall j, 0 <= j -> L (j + Z.of_nat s) = L j).
  { intros j Hj. unfold L.
    assert (Nl : forall j, 0 <= j -> natural (axes c) (fun k => p k + along i j k - a k)).
    { intros j0 Hj0 k Hk. specialize (Npa k Hk). simpl in Npa. unfold along. destruct (Nat.eqb k i); lia. }
    rewrite <- (Trs m (fun k => p k + along i j k) (Nl j Hj)).
    rewrite <- (Trs m (fun k => p k + along i (j + Z.of_nat s) k) (Nl (j + Z.of_nat s) ltac:(lia))).
    rewrite (Ps (fun k => p k + along i j k + Z.of_nat m * v k)).
    - apply B_agree. intros k Hk. rewrite <- Al. lia.
    - intros k Hk. specialize (Np k Hk). specialize (Nv k Hk). unfold along. destruct (Nat.eqb k i); nia.
    - specialize (Np i Hi). unfold along. rewrite Nat.eqb_refl. nia. }
  assert (Lt : forall j, repeats_from r <= j -> L (j + period r) = L j).
  { intros j Hj. unfold L.
    assert (Nq : forall j, 0 <= j -> natural (axes c) (at_axis (plus (axes c) p (along i j)))).
    { intros j0 Hj0 k Hk. unfold plus. rewrite at_on_axes by assumption. specialize (Np k Hk). unfold along.
      destruct (Nat.eqb k i); lia. }
    pose proof (agree_everywhere_sound _ _ _ _ Hline (Nq _ Hn) (Nq (repeats_from r + period r) ltac:(lia)) (along i (j - repeats_from r))) as E.
    unfold B. f_equal. f_equal. symmetry. etransitivity; [|etransitivity; [apply E|]].
    - apply array_agree. intros k Hk. unfold plus. rewrite at_on_axes by assumption.
      replace j with (j - repeats_from r + repeats_from r) at 1 by lia. rewrite <- Al. lia.
    - intros k Hk. unfold along. destruct (Nat.eqb k i); lia.
    - intros k Hk Ek. unfold along. fold i in Ek. now rewrite Ek.
    - apply array_agree. intros k Hk. unfold plus. rewrite at_on_axes by assumption.
      replace (j + period r) with (j - repeats_from r + (repeats_from r + period r)) by lia. rewrite <- (Al (j - repeats_from r)). lia. }
  assert (Lns : forall n j, 0 <= j -> L (j + Z.of_nat n * Z.of_nat s) = L j).
  { induction n as [|n IH]; intros j Hj.
    - f_equal. lia.
    - rewrite <- (IH j Hj). rewrite <- (Ls (j + Z.of_nat n * Z.of_nat s)) by nia. f_equal. lia. }
  assert (Same : L 0 = L (period r)).
  { set (n := Z.to_nat (repeats_from r)).
    rewrite <- (Lns n 0), <- (Lns n (period r)) by lia.
    rewrite <- (Lt (0 + Z.of_nat n * Z.of_nat s)) by (unfold n; nia). f_equal. lia. }
  apply negb_true_iff in Hdiff. apply eqb_false_iff in Hdiff. apply Hdiff.
  change (B p = B (fun k => p k + along i (period r) k)). unfold L in Same. rewrite <- Same.
  apply B_agree. intros k Hk. unfold along. destruct (Nat.eqb k i); lia.
Qed.

End Sound.
