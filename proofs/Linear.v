(** Systems of linear inequalities and parities over the integers, and proofs that they have no solution.

    [at_least_zero] and [is_even] add a condition to a system and answer None only when what comes out has no solution. A
    parity is solved for one variable, v = 2z + the rest of it modulo 2. Inequalities are divided by the greatest common divisor of
    their coefficients and their constants rounded down; variables are eliminated by adding multiples of lower and upper bounds
    (Fourier and Motzkin). Where that may lose the difference between rational and integer solutions, the variable is split
    into even and odd and both halves are tried. All of that keeps every integer solution. Only this is proved: that the
    methods are complete on what certificates need is seen when they are accepted. *)

From Coq Require Import List Arith ZArith Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(** A point gives every variable a value. *)
Definition point := nat -> Z.

(** A form: a constant, and coefficients of the variables 0, 1, ...; those not listed are 0. *)
Record form := Form { constant : Z; coefficients : list Z }.

Fixpoint dot (a : list Z) (v : point) : Z :=
  match a with [] => 0 | x :: a => x * v O + dot a (fun i => v (S i)) end.

Definition at_point (v : point) (f : form) : Z := constant f + dot (coefficients f) v.

Lemma dot_ext : forall a v w, (forall i, v i = w i) -> dot a v = dot a w.
Proof.
  induction a as [|x a IH]; intros v w H; simpl; [reflexivity|].
  rewrite (H O), (IH (fun i => v (S i)) (fun i => w (S i))); auto.
Qed.

Lemma dot_zero : forall a v, (forall i, v i = 0) -> dot a v = 0.
Proof.
  induction a as [|x a IH]; intros v H; simpl; [reflexivity|]. rewrite (H O), IH by auto. lia.
Qed.

(** ** Sums of multiples of forms *)

Fixpoint mix (m : Z) (a : list Z) (n : Z) (b : list Z) : list Z :=
  match a, b with
  | [], b => map (Z.mul n) b
  | a, [] => map (Z.mul m) a
  | x :: a, y :: b => (m * x + n * y) :: mix m a n b
  end.

Definition mixed (m : Z) (f : form) (n : Z) (g : form) : form :=
  Form (m * constant f + n * constant g) (mix m (coefficients f) n (coefficients g)).

Lemma dot_map_mul : forall m a v, dot (map (Z.mul m) a) v = m * dot a v.
Proof. induction a as [|x a IH]; intro v; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma dot_mix : forall m a n b v, dot (mix m a n b) v = m * dot a v + n * dot b v.
Proof.
  intros m a n. induction a as [|x a IH]; intros b v.
  - simpl. rewrite dot_map_mul. lia.
  - destruct b as [|y b]; cbn [mix].
    + rewrite dot_map_mul. simpl. lia.
    + cbn [dot]. rewrite IH. lia.
Qed.

Lemma at_mixed : forall v m f n g, at_point v (mixed m f n g) = m * at_point v f + n * at_point v g.
Proof. intros. unfold at_point, mixed. simpl. rewrite dot_mix. lia. Qed.

Definition fixed (c : Z) : form := Form c [].

Lemma at_fixed : forall v c, at_point v (fixed c) = c.
Proof. intros. unfold at_point, fixed. simpl. lia. Qed.

Fixpoint unit_vector (i : nat) : list Z := match i with O => [1] | S i => 0 :: unit_vector i end.

Definition variable (i : nat) : form := Form 0 (unit_vector i).

Lemma at_variable : forall i v, at_point v (variable i) = v i.
Proof.
  intros i v. unfold at_point, variable. simpl. revert v.
  induction i as [|i IH]; intro v; cbn [unit_vector dot]; [lia|]. specialize (IH (fun j => v (S j))). simpl in IH. lia.
Qed.

Definition plus (f : form) (c : Z) : form := Form (constant f + c) (coefficients f).

Lemma at_plus : forall v f c, at_point v (plus f c) = at_point v f + c.
Proof. intros. unfold at_point, plus. simpl. lia. Qed.

Definition minus (f g : form) : form := mixed 1 f (-1) g.

Lemma at_minus : forall v f g, at_point v (minus f g) = at_point v f - at_point v g.
Proof. intros. unfold minus. rewrite at_mixed. lia. Qed.

Definition opposite (f : form) : form := Form (- constant f) (map Z.opp (coefficients f)).

Lemma at_opposite : forall v f, at_point v (opposite f) = - at_point v f.
Proof.
  intros v f. unfold at_point, opposite. simpl.
  assert (H : dot (map Z.opp (coefficients f)) v = - dot (coefficients f) v); [|lia].
  generalize (coefficients f) as a. intro a. revert v.
  induction a as [|x a IH]; intro v; simpl; [lia|]. rewrite IH. lia.
Qed.

(** ** Putting a form for a variable *)

Definition coefficient (i : nat) (f : form) : Z := nth i (coefficients f) 0.

Fixpoint clear (i : nat) (a : list Z) : list Z :=
  match i, a with
  | _, [] => []
  | O, _ :: a => 0 :: a
  | S i, x :: a => x :: clear i a
  end.

Definition without (i : nat) (f : form) : form := Form (constant f) (clear i (coefficients f)).

Definition replace (i : nat) (by_ : form) (f : form) : form :=
  let x := coefficient i f in
  if x =? 0 then f else mixed 1 (without i f) x by_.

Lemma dot_clear : forall i a v, dot a v = nth i a 0 * v i + dot (clear i a) v.
Proof.
  induction i as [|i IH]; intros [|x a] v; cbn [nth clear dot]; try lia.
  rewrite (IH a (fun j => v (S j))). lia.
Qed.

Definition agree_except (i : nat) (v w : point) : Prop := forall j, j <> i -> v j = w j.

Lemma dot_clear_agree : forall i a v w, agree_except i v w -> dot (clear i a) v = dot (clear i a) w.
Proof.
  unfold agree_except. induction i as [|i IH]; intros [|x a] v w H; cbn [clear dot]; try reflexivity.
  - f_equal. apply dot_ext. intro j. apply H. discriminate.
  - rewrite (H O) by discriminate. f_equal. apply IH. intros j Hj. apply H. congruence.
Qed.

Lemma at_without : forall i f v, at_point v f = coefficient i f * v i + at_point v (without i f).
Proof. intros. unfold at_point, without, coefficient. simpl. rewrite (dot_clear i). lia. Qed.

Lemma at_without_agree : forall i f v w, agree_except i v w -> at_point v (without i f) = at_point w (without i f).
Proof. intros. unfold at_point, without. simpl. f_equal. now apply dot_clear_agree. Qed.

Lemma at_replace : forall i by_ f v w, agree_except i v w -> at_point w by_ = v i ->
  at_point w (replace i by_ f) = at_point v f.
Proof.
  intros i by_ f v w H E. rewrite (at_without i f v). unfold replace.
  destruct (Z.eqb_spec (coefficient i f) 0) as [Z|Z].
  - rewrite (at_without i f w), Z, (at_without_agree i f v w H). lia.
  - rewrite at_mixed, E, (at_without_agree i f v w H). lia.
Qed.

Definition update (v : point) (i : nat) (z : Z) : point := fun j => if Nat.eqb j i then z else v j.

Lemma update_agrees : forall v i z, agree_except i v (update v i z).
Proof. intros v i z j Hj. unfold update. apply Nat.eqb_neq in Hj. now rewrite Hj. Qed.

Lemma update_here : forall v i z, update v i z i = z.
Proof. intros. unfold update. now rewrite Nat.eqb_refl. Qed.

(** ** Inequalities *)

Definition holds (v : point) (rows : list form) : Prop := Forall (fun f => 0 <= at_point v f) rows.

Lemma holds_replace : forall v w i by_ rows, agree_except i v w -> at_point w by_ = v i ->
  holds v rows -> holds w (map (replace i by_) rows).
Proof.
  intros v w i by_ rows H E Hr. apply Forall_map. eapply Forall_impl; [|exact Hr].
  intros f Hf. simpl. now rewrite (at_replace i by_ f v w H E).
Qed.

(** Rows are divided as far as possible, and of parallel ones the tightest is kept. *)
Fixpoint content (a : list Z) (g : Z) : Z :=
  match a with [] => g | x :: a => if g =? 1 then 1 else content a (Z.gcd g x) end.

Lemma content_divides : forall a g, (content a g | g) /\ Forall (Z.divide (content a g)) a.
Proof.
  induction a as [|x a IH]; intro g; simpl.
  - split; [apply Z.divide_refl | constructor].
  - destruct (Z.eqb_spec g 1) as [->|_].
    + split; [apply Z.divide_refl|]. apply Forall_forall. intros. apply Z.divide_1_l.
    + destruct (IH (Z.gcd g x)) as [H1 H2]. split; [|constructor; [|assumption]].
      * eapply Z.divide_trans; [exact H1|]. apply Z.gcd_divide_l.
      * eapply Z.divide_trans; [exact H1|]. apply Z.gcd_divide_r.
Qed.

Definition divided (g : Z) (f : form) : form :=
  if g =? 1 then f else Form (constant f / g) (map (fun x => x / g) (coefficients f)).

Lemma dot_divided : forall g a v, g <> 0 -> Forall (Z.divide g) a -> dot a v = dot (map (fun x => x / g) a) v * g.
Proof.
  intros g a v Hg H. revert v. induction H as [|x a [y ->] H IH]; intro v; simpl; [lia|].
  rewrite Z.div_mul by assumption. rewrite (IH (fun i => v (S i))). ring.
Qed.

Lemma content_nonneg : forall a g, 0 <= g -> 0 <= content a g.
Proof.
  induction a as [|x a IH]; intros g H; simpl; [assumption|].
  destruct (g =? 1); [lia|]. apply IH, Z.gcd_nonneg.
Qed.

Lemma divided_holds : forall f v, content (coefficients f) 0 <> 0 ->
  0 <= at_point v f -> 0 <= at_point v (divided (content (coefficients f) 0) f).
Proof.
  intros f v. destruct (content_divides (coefficients f) 0) as [_ H].
  pose proof (content_nonneg (coefficients f) 0 ltac:(lia)) as Hn.
  remember (content (coefficients f) 0) as g. intros Hg. unfold divided.
  destruct (g =? 1); [trivial|]. unfold at_point. simpl.
  rewrite (dot_divided g (coefficients f) v Hg H). intro L.
  rewrite <- Z.div_add by assumption. apply Z.div_pos; lia.
Qed.

(** Equal coefficients, whatever zeros stand at the end. *)
Fixpoint parallel (a b : list Z) : bool :=
  match a, b with
  | [], b => forallb (Z.eqb 0) b
  | a, [] => forallb (Z.eqb 0) a
  | x :: a, y :: b => (x =? y) && parallel a b
  end.

Lemma dot_zeros : forall a v, forallb (Z.eqb 0) a = true -> dot a v = 0.
Proof.
  induction a as [|x a IH]; intros v H; cbn [forallb dot] in *; [reflexivity|].
  apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. rewrite IH by assumption. lia.
Qed.

Lemma parallel_dot : forall a b v, parallel a b = true -> dot a v = dot b v.
Proof.
  induction a as [|x a IH]; intros b v H.
  - simpl in H. now rewrite (dot_zeros b).
  - destruct b as [|y b]; cbn [parallel] in H.
    + now rewrite (dot_zeros (x :: a)).
    + apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. cbn [dot]. now rewrite E, (IH b).
Qed.

(** Coefficients that add up to 0. *)
Fixpoint against (a b : list Z) : bool :=
  match a, b with
  | [], b => forallb (Z.eqb 0) b
  | a, [] => forallb (Z.eqb 0) a
  | x :: a, y :: b => (x + y =? 0) && against a b
  end.

Lemma against_dot : forall a b v, against a b = true -> dot a v + dot b v = 0.
Proof.
  induction a as [|x a IH]; intros b v H.
  - simpl in H. rewrite (dot_zeros b) by assumption. reflexivity.
  - destruct b as [|y b]; cbn [against] in H.
    + rewrite (dot_zeros (x :: a)) by assumption. reflexivity.
    + apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. cbn [dot].
      specialize (IH b (fun i => v (S i)) H). replace y with (- x) by lia. lia.
Qed.

Fixpoint insert_row (f : form) (rows : list form) : list form :=
  match rows with
  | [] => [f]
  | g :: rows =>
      if parallel (coefficients f) (coefficients g)
      then Form (Z.min (constant f) (constant g)) (coefficients g) :: rows
      else g :: insert_row f rows
  end.

Lemma insert_row_holds : forall v f rows, 0 <= at_point v f -> holds v rows -> holds v (insert_row f rows).
Proof.
  intros v f rows Hf. induction 1 as [|g rows Hg H IH]; simpl; [now repeat constructor|].
  destruct (parallel _ _) eqn:E; constructor; try assumption.
  unfold at_point in *. simpl. rewrite (parallel_dot _ _ v E) in Hf. lia.
Qed.

Fixpoint tighten (rows known : list form) : option (list form) :=
  match rows with
  | [] => Some known
  | f :: rows =>
      let g := content (coefficients f) 0 in
      if g =? 0 then if constant f <? 0 then None else tighten rows known
      else tighten rows (insert_row (divided g f) known)
  end.

Lemma content_zero : forall a v, content a 0 = 0 -> dot a v = 0.
Proof.
  intros a v E. destruct (content_divides a 0) as [_ H]. rewrite E in H. revert v.
  induction H as [|x a Hx H IH]; intro v; simpl; [reflexivity|]. apply Z.divide_0_l in Hx.
  assert (dot a (fun i => v (S i)) = 0); [|lia].
  clear -H. revert v. induction H as [|x a Hx H IH]; intro v; simpl; [reflexivity|].
  apply Z.divide_0_l in Hx. specialize (IH (fun i => v (S i))). simpl in IH. lia.
Qed.

Lemma tighten_holds : forall v rows known, holds v rows -> holds v known ->
  exists tight, tighten rows known = Some tight /\ holds v tight.
Proof.
  intros v rows known H. revert known. induction H as [|f rows Hf H IH]; intros known Hk; simpl; [eauto|].
  destruct (Z.eqb_spec (content (coefficients f) 0) 0) as [E|E].
  - unfold at_point in Hf. rewrite (content_zero _ v E) in Hf.
    destruct (Z.ltb_spec (constant f) 0); [lia | auto].
  - apply IH, insert_row_holds; [now apply divided_holds | assumption].
Qed.

(** Two opposite rows are an equation; it is solved for a variable with coefficient 1 or -1. *)
Fixpoint unit_place (a : list Z) : option nat :=
  match a with
  | [] => None
  | x :: a => if Z.abs x =? 1 then Some O else option_map S (unit_place a)
  end.

Definition equation_with (f g : form) : bool :=
  (constant f + constant g =? 0) && against (coefficients f) (coefficients g).

Definition solution (i : nat) (f : form) : form :=
  if coefficient i f =? 1 then opposite (without i f) else without i f.

Fixpoint solved (before rows : list form) : option (nat * form) :=
  match rows with
  | [] => None
  | f :: rows =>
      match unit_place (coefficients f) with
      | Some i => if existsb (equation_with f) before then Some (i, solution i f) else solved (f :: before) rows
      | None => solved (f :: before) rows
      end
  end.

Lemma unit_place_unit : forall a i, unit_place a = Some i -> Z.abs (nth i a 0) = 1.
Proof.
  induction a as [|x a IH]; intros i H; simpl in H; [discriminate|].
  destruct (Z.eqb_spec (Z.abs x) 1) as [E|E]; [injection H as <-; exact E|].
  destruct (unit_place a) as [j|]; [|discriminate]. injection H as <-. simpl. auto.
Qed.

Lemma solved_holds : forall v rows before i by_, holds v before -> holds v rows ->
  solved before rows = Some (i, by_) -> at_point v by_ = v i.
Proof.
  intros v rows. induction rows as [|f rows IH]; intros before i by_ Hb Hr H; simpl in H; [discriminate|].
  inversion Hr as [|? ? Hf Hr']; subst. assert (Hb' : holds v (f :: before)) by now constructor.
  destruct (unit_place (coefficients f)) as [j|] eqn:Ej; [|eauto].
  destruct (existsb (equation_with f) before) eqn:Ee; [|eauto].
  injection H as <- <-. apply existsb_exists in Ee. destruct Ee as (g & Hg & Ee).
  apply andb_true_iff in Ee. destruct Ee as [E1 E2]. apply Z.eqb_eq in E1. apply (against_dot _ _ v) in E2.
  pose proof (proj1 (Forall_forall _ _) Hb g Hg) as Hg'. simpl in Hg'.
  assert (Zero : at_point v f = 0) by (unfold at_point in *; lia).
  apply unit_place_unit in Ej. change (Z.abs (coefficient j f) = 1) in Ej.
  rewrite (at_without j) in Zero. unfold solution. destruct (Z.eqb_spec (coefficient j f) 1) as [E|E].
  - rewrite at_opposite. rewrite E in Zero. lia.
  - replace (coefficient j f) with (-1) in Zero by lia. lia.
Qed.

(** The variable to eliminate, and whether that keeps integers and rationals together: when all of its lower bounds, or all of its
    upper bounds, have coefficient 1. Nothing depends on the choice. *)
Record bounds := Bounds { lower : Z; upper : Z; lower_units : bool; upper_units : bool }.

Definition see (i : nat) (b : bounds) (f : form) : bounds :=
  match coefficient i f with
  | 0 => b
  | Zpos q => Bounds (lower b + 1) (upper b) (lower_units b && (q =? 1)%positive) (upper_units b)
  | Zneg q => Bounds (lower b) (upper b + 1) (lower_units b) (upper_units b && (q =? 1)%positive)
  end.

Fixpoint choose (rows : list form) (how_many i : nat) (best : option (bool * Z * nat)) : option (bool * Z * nat) :=
  match how_many with
  | O => best
  | S more =>
      let b := fold_left (see i) rows (Bounds 0 0 true true) in
      let best :=
        if (lower b =? 0) && (upper b =? 0) then best
        else
          let inexact := negb (lower_units b || upper_units b) in
          let cost := lower b * upper b - lower b - upper b in
          match best with
          | Some (inexact', cost', _) =>
              if if Bool.eqb inexact inexact' then cost <? cost' else inexact' then Some (inexact, cost, i) else best
          | None => Some (inexact, cost, i)
          end in
      choose rows more (S i) best
  end.

Definition width (rows : list form) : nat := fold_left (fun w f => Nat.max w (length (coefficients f))) rows O.

Definition eliminated (i : nat) (rows : list form) : list form :=
  let lowers := filter (fun f => 0 <? coefficient i f) rows in
  let uppers := filter (fun f => coefficient i f <? 0) rows in
  filter (fun f => coefficient i f =? 0) rows ++
  flat_map (fun l => map (fun u => mixed (- coefficient i u) l (coefficient i l) u) uppers) lowers.

Lemma eliminated_holds : forall v i rows, holds v rows -> holds v (eliminated i rows).
Proof.
  intros v i rows H. unfold holds in *. rewrite Forall_forall in *. unfold eliminated.
  intros f Hf. apply in_app_or in Hf. destruct Hf as [Hf|Hf]; [apply filter_In in Hf; now apply H|].
  apply in_flat_map in Hf. destruct Hf as (l & Hl & Hf). apply in_map_iff in Hf. destruct Hf as (u & <- & Hu).
  apply filter_In in Hl. apply filter_In in Hu. destruct Hl as [Hl El]. destruct Hu as [Hu Eu].
  apply Z.ltb_lt in El. apply Z.ltb_lt in Eu. rewrite at_mixed.
  pose proof (H l Hl). pose proof (H u Hu).
  assert (0 <= - coefficient i u * at_point v l) by (apply Z.mul_nonneg_nonneg; lia).
  assert (0 <= coefficient i l * at_point v u) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

Definition most_rows : nat := 400.

(** Whether the rows are refuted, and else the first variable whose elimination was not exact. *)
Fixpoint eliminate (steps : nat) (rows : list form) (inexact : option nat) : bool * option nat :=
  match steps with
  | O => (false, inexact)
  | S steps =>
      match tighten rows [] with
      | None => (true, None)
      | Some [] => (false, inexact)
      | Some tight =>
          if Nat.ltb most_rows (length tight) then (false, None)
          else match solved [] tight with
          | Some (i, by_) => eliminate steps (map (replace i by_) tight) inexact
          | None =>
              match choose tight (width tight) O None with
              | None => (false, inexact)
              | Some (is_inexact, _, i) =>
                  let inexact := match inexact with None => if is_inexact then Some i else None | some => some end in
                  eliminate steps (eliminated i tight) inexact
              end
          end
      end
  end.

Lemma eliminate_sound : forall v steps rows inexact, holds v rows -> fst (eliminate steps rows inexact) = false.
Proof.
  intros v. induction steps as [|steps IH]; intros rows inexact H; [reflexivity|]. simpl.
  destruct (tighten_holds v rows [] H (Forall_nil _)) as (tight & -> & Ht).
  destruct tight as [|f tight]; [reflexivity|].
  destruct (Nat.ltb most_rows (length (f :: tight))); [reflexivity|].
  destruct (solved [] (f :: tight)) as [[i by_]|] eqn:Es.
  - apply IH. apply holds_replace with v; [intros j _; reflexivity | | assumption].
    eapply solved_holds; [apply Forall_nil | exact Ht | exact Es].
  - destruct (choose _ _ _ _) as [[[b c] i]|]; [|reflexivity]. apply IH. now apply eliminated_holds.
Qed.

Definition halves (i : nat) (rest : Z) : form := Form rest (map (Z.mul 2) (unit_vector i)).

Lemma at_halves : forall v i rest, at_point v (halves i rest) = 2 * v i + rest.
Proof.
  intros. unfold at_point, halves. cbn [constant coefficients]. rewrite dot_map_mul.
  pose proof (at_variable i v) as E. unfold at_point, variable in E. cbn [constant coefficients] in E. lia.
Qed.

Definition most_steps : nat := 60.

Fixpoint refute (splits : nat) (rows : list form) : bool :=
  match eliminate most_steps rows None with
  | (true, _) => true
  | (false, None) => false
  | (false, Some i) =>
      match splits with
      | O => false
      | S splits => refute splits (map (replace i (halves i 0)) rows) && refute splits (map (replace i (halves i 1)) rows)
      end
  end.

Lemma refute_sound : forall splits rows v, holds v rows -> refute splits rows = false.
Proof.
  induction splits as [|splits IH]; intros rows v H; cbn [refute];
    pose proof (eliminate_sound v most_steps rows None H) as E;
    destruct (eliminate most_steps rows None) as [[|] [i|]]; try discriminate E; try reflexivity.
  set (w := update v i (v i / 2)).
  assert (Hw : forall rest, v i = 2 * (v i / 2) + rest -> holds w (map (replace i (halves i rest)) rows)).
  { intros rest Hr. apply holds_replace with v; [apply update_agrees | | assumption].
    rewrite at_halves. unfold w. rewrite update_here. lia. }
  pose proof (Z.div_mod (v i) 2 ltac:(lia)) as D. pose proof (Z.mod_pos_bound (v i) 2 ltac:(lia)).
  assert (v i mod 2 = 0 \/ v i mod 2 = 1) as [E'|E'] by lia; rewrite E' in D.
  - rewrite (IH _ w (Hw 0 D)). reflexivity.
  - rewrite (IH _ w (Hw 1 D)). apply andb_false_r.
Qed.

(** ** Parities *)

Fixpoint odd_place (a : list Z) : option nat :=
  match a with
  | [] => None
  | x :: a => if Z.odd x then Some O else option_map S (odd_place a)
  end.

Lemma odd_place_odd : forall a i, odd_place a = Some i -> Z.odd (nth i a 0) = true.
Proof.
  induction a as [|x a IH]; intros i H; simpl in H; [discriminate|].
  destruct (Z.odd x) eqn:E; [injection H as <-; exact E|].
  destruct (odd_place a) as [j|]; [|discriminate]. injection H as <-. simpl. auto.
Qed.

Lemma no_odd_place : forall a v, odd_place a = None -> Z.odd (dot a v) = false.
Proof.
  induction a as [|x a IH]; intros v H; simpl in H; [reflexivity|].
  destruct (Z.odd x) eqn:E; [discriminate|].
  destruct (odd_place a) as [j|] eqn:Ej; [discriminate|].
  cbn [dot]. rewrite Z.odd_add, Z.odd_mul, E, IH by reflexivity. reflexivity.
Qed.

(** v_i = 2 z + the rest of the form modulo 2, with z in the place of v_i. *)
Definition halved (i : nat) (f : form) : form :=
  mixed 1 (Form (constant f mod 2) (clear i (map (fun x => x mod 2) (coefficients f)))) 2 (variable i).

Lemma clear_mod : forall i a, clear i (map (fun x => x mod 2) a) = map (fun x => x mod 2) (clear i a).
Proof. induction i as [|i IH]; intros [|x a]; simpl; try reflexivity. now rewrite IH. Qed.

Lemma dot_mod : forall a v, exists m, dot (map (fun x => x mod 2) a) v = dot a v + 2 * m.
Proof.
  induction a as [|x a IH]; intro v; cbn [map dot]; [now exists 0|].
  destruct (IH (fun i => v (S i))) as [m ->]. exists (m - x / 2 * v O).
  rewrite (Z.mod_eq x 2) by lia. ring.
Qed.

Lemma halved_right : forall i f v, Z.odd (coefficient i f) = true -> Z.even (at_point v f) = true ->
  exists z, at_point (update v i z) (halved i f) = v i.
Proof.
  intros i f v Ho He. apply Z.odd_spec in Ho. apply Z.even_spec in He.
  destruct Ho as [q Hq]. destruct He as [h Hh]. rewrite (at_without i), Hq in Hh.
  unfold at_point, without in Hh. cbn [constant coefficients] in Hh.
  destruct (dot_mod (clear i (coefficients f)) v) as [m Hm].
  exists (h - q * v i - constant f mod 2 - constant f / 2 - dot (clear i (coefficients f)) v - m).
  unfold halved. rewrite at_mixed, at_variable, update_here. unfold at_point. cbn [constant coefficients].
  rewrite <- (dot_clear_agree i _ v (update v i _)) by apply update_agrees.
  rewrite clear_mod, Hm. pose proof (Z.div_mod (constant f) 2 ltac:(discriminate)). lia.
Qed.

Fixpoint refuted (how_many : nat) (evens rows : list form) : bool :=
  match how_many, evens with
  | S more, f :: evens =>
      match odd_place (coefficients f) with
      | None => Z.odd (constant f) || refuted more evens rows
      | Some i => refuted more (map (replace i (halved i f)) evens) (map (replace i (halved i f)) rows)
      end
  | _, _ => refute 4 rows
  end.

Definition all_even (v : point) (evens : list form) : Prop := Forall (fun f => Z.even (at_point v f) = true) evens.

Lemma refuted_sound : forall how_many evens rows v, all_even v evens -> holds v rows -> refuted how_many evens rows = false.
Proof.
  induction how_many as [|more IH]; intros evens rows v He Hr; cbn [refuted]; [now apply refute_sound with v|].
  destruct evens as [|f evens]; [now apply refute_sound with v|].
  inversion He as [|? ? Hf He']; subst. destruct (odd_place (coefficients f)) as [i|] eqn:Ei.
  - apply odd_place_odd in Ei. destruct (halved_right i f v Ei Hf) as [z Hz].
    apply IH with (update v i z).
    + apply Forall_map. eapply Forall_impl; [|exact He']. intros g Hg. simpl.
      rewrite (at_replace i _ g v); [exact Hg | apply update_agrees | exact Hz].
    + apply holds_replace with v; [apply update_agrees | exact Hz | exact Hr].
  - apply (no_odd_place _ v) in Ei. unfold at_point in Hf. rewrite <- Z.negb_odd, Z.odd_add, Ei, xorb_false_r in Hf.
    destruct (Z.odd (constant f)); [discriminate|]. cbn [orb]. now apply IH with v.
Qed.

(** ** Systems *)

Record system := System { rows_of : list form; evens_of : list form }.

Definition solves (v : point) (s : system) : Prop := holds v (rows_of s) /\ all_even v (evens_of s).

Definition everything : system := System [] [].

Lemma solves_everything : forall v, solves v everything.
Proof. split; constructor. Qed.

(** A parallel row may say it already, or an opposite one exclude it: most tests end there. *)
Inductive known := Said | Excluded | New.

Fixpoint look_up (f : form) (rows : list form) : known :=
  match rows with
  | [] => New
  | g :: rows =>
      if parallel (coefficients f) (coefficients g) && (constant g <=? constant f) then Said
      else if (constant f + constant g <? 0) && against (coefficients f) (coefficients g) then Excluded
      else look_up f rows
  end.

Definition at_least_zero (s : system) (f : form) : option system :=
  if forallb (Z.eqb 0) (coefficients f) then if 0 <=? constant f then Some s else None
  else match look_up f (rows_of s) with
  | Said => Some s
  | Excluded => None
  | New =>
      let more := f :: rows_of s in
      if refuted (length (evens_of s)) (evens_of s) more then None else Some (System more (evens_of s))
  end.

Theorem at_least_zero_sound : forall v s f, solves v s -> 0 <= at_point v f ->
  exists s', at_least_zero s f = Some s' /\ solves v s'.
Proof.
  intros v s f [Hr He] Hf. unfold at_least_zero. destruct (forallb (Z.eqb 0) (coefficients f)) eqn:Ez.
  - unfold at_point in Hf. rewrite dot_zeros in Hf by assumption.
    destruct (Z.leb_spec 0 (constant f)); [exists s; now split | lia].
  - assert (L : look_up f (rows_of s) <> Excluded).
    { clear He Ez. induction Hr as [|g rows Hg Hr IH]; simpl; [discriminate|].
      destruct (parallel _ _ && _); [discriminate|].
      destruct (_ && against _ _) eqn:E; [|exact IH].
      apply andb_true_iff in E. destruct E as [E1 E2]. apply Z.ltb_lt in E1. apply (against_dot _ _ v) in E2.
      unfold at_point in *. lia. }
    destruct (look_up f (rows_of s)); [exists s; now split | contradiction |].
    rewrite (refuted_sound _ _ _ v He); [|now constructor].
    eexists. split; [reflexivity|]. split; [now constructor | assumption].
Qed.

Definition is_even (s : system) (f : form) : option system :=
  if forallb (Z.eqb 0) (coefficients f) then if Z.even (constant f) then Some s else None
  else
    let more := f :: evens_of s in
    if refuted (length more) more (rows_of s) then None else Some (System (rows_of s) more).

Theorem is_even_sound : forall v s f, solves v s -> Z.even (at_point v f) = true ->
  exists s', is_even s f = Some s' /\ solves v s'.
Proof.
  intros v s f [Hr He] Hf. unfold is_even. destruct (forallb (Z.eqb 0) (coefficients f)) eqn:Ez.
  - unfold at_point in Hf. rewrite dot_zeros, Z.add_0_r in Hf by assumption. rewrite Hf. exists s. now split.
  - rewrite (refuted_sound _ _ _ v); [|now constructor | assumption].
    eexists. split; [reflexivity|]. split; [assumption | now constructor].
Qed.

(** No solution has the form at least 0; all solutions have. *)
Definition never (s : system) (f : form) : bool := match at_least_zero s f with None => true | Some _ => false end.

Definition always (s : system) (f : form) : bool := never s (plus (opposite f) (-1)).

Lemma never_sound : forall v s f, never s f = true -> solves v s -> at_point v f < 0.
Proof.
  intros v s f H Hs. apply Z.nle_gt. intro Hf. unfold never in H.
  destruct (at_least_zero_sound v s f Hs Hf) as (s' & E & _). now rewrite E in H.
Qed.

Lemma always_sound : forall v s f, always s f = true -> solves v s -> 0 <= at_point v f.
Proof.
  intros v s f H Hs. apply (never_sound v) in H; [|assumption]. rewrite at_plus, at_opposite in H. lia.
Qed.
