(** The values of all heaps in a Presburger monoid, and check B of an algebraic certificate: no move leads from P to P.

    Heaps below n_0 have listed values; the regular heaps p k + r from n_0 on have values whose parameters are slope k + offset,
    one class for each residue r. A heap is large if whatever is taken from it, one of the heaps left is regular. Moves of
    other heaps are looked at one by one; those of large heaps are looked at together, by residues, with k and the numbers of the
    heaps left as variables. *)

From Coq Require Import List Arith NArith ZArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Exchange Linear Decisions Letters Presburger LettersCheck.
Import ListNotations.
Open Scope Z_scope.

Section HeapsCheck.

Variable c : code.
Variable M : presburger.
Variable p : Z.                                     (* the period *)
Variable small : list elem.                         (* the values of the heaps below n_0 *)
Variable classes : list (word_element (Z * Z)).     (* for each residue; slopes and offsets *)

Definition regular_from : Z := Z.of_nat (length small).

Definition large_from : Z := Z.of_N (most_heaps c) * regular_from + Z.of_N (last_taken c) + 1.

Definition class_of (r : Z) : word_element (Z * Z) := nth (Z.to_nat r) classes (Word false O []).

Definition class_at (r k : Z) : elem :=
  let x := class_of r in Word (with_a x) (label x) (map (fun line => fst line * k + snd line) (parameters x)).

Definition phi (n : N) : elem :=
  let z := Z.of_N n in
  if z <? regular_from then nth (Z.to_nat z) small (one M) else class_at (z mod p) (z / p).

Definition position_value : position -> elem := sum_value (one M) (mul M) phi.

(** Through all solutions of a system. *)
Definition class_form (r : Z) (k : form) : general :=
  let x := class_of r in
  Word (with_a x) (label x) (map (fun line => plus (mixed (fst line) k 0 (fixed 0)) (snd line)) (parameters x)).

Lemma value_class_form : forall v r k, value_at v (class_form r k) = class_at r (at_point v k).
Proof.
  intros. unfold value_at, class_form, class_at. simpl. f_equal. rewrite map_map. apply map_ext.
  intros [a b]. rewrite at_plus, at_mixed, at_fixed. simpl. lia.
Qed.

(** The least k with p k + r at least n. *)
Definition least_number (r n : Z) : Z := (Z.max 0 (n - r) + p - 1) / p.

Definition number_at_least (s : system) (r n : Z) (k : form) : option system :=
  at_least_zero s (plus k (- least_number r n)).

Definition residues : list Z := map Z.of_nat (seq O (Z.to_nat p)).

Definition small_heaps : list N := count (pred (length small)) 1.

(** Check A for the values: all are elements. *)
Definition check_heap_values : bool :=
  (0 <? p) && negb (Nat.eqb (length small) O) &&
  forallb (fun x => surely_element M everything (constants x)) small &&
  forallb (fun r =>
    assume (number_at_least everything r regular_from (variable O)) (fun s =>
      surely_element M s (class_form r (variable O)))) residues.

(** Check B. *)
Definition check_move (place : nat) (s : system) (value : general) (left : list general) : bool :=
  forallb (fun lab =>
    all_general M lab place s (fun s q =>
      forallb (fun b =>
        let q := toggle b q in
        all_products M s q value (fun s before =>
          all_where_P M true s before (fun s =>
            all_products_of M left s q (fun s after => all_where_P M true s after nothing))))
        [false; true]))
    (labels M).

Definition same_pair (x y : elem * elem) : bool := same_elem (fst x) (fst y) && same_elem (snd x) (snd y).

Fixpoint each_once (l : list (elem * elem)) : list (elem * elem) :=
  match l with
  | [] => []
  | x :: l => let rest := each_once l in if existsb (same_pair x) rest then rest else x :: rest
  end.

Definition not_large : list N := count (Z.to_nat large_from) 0.

Definition moves_of_values (n : N) : list (elem * elem) :=
  let value := phi n in map (fun o => (value, position_value o)) (options c n).

Definition check_small_moves : bool :=
  forallb (fun n => match options c n with [] => same_elem (phi n) (one M) | _ => true end) not_large &&
  forallb (fun m => check_move O everything (constants (fst m)) [constants (snd m)])
    (each_once (flat_map moves_of_values not_large)).

(** Tokens taken and heaps left. *)
Definition shapes : list (N * nat) :=
  flat_map (fun taken =>
    match digit_at c taken with
    | None => []
    | Some d =>
        map (fun heaps => (taken, heaps))
          (filter (fun heaps => may_leave d (N.of_nat heaps) && (negb (N.eqb taken 0) || Nat.leb 2 heaps))
            (seq 1 (N.to_nat (most_heaps c))))
    end)
    (count (S (N.to_nat (last_taken c))) 0).

(** What moves leave: p rest + constant tokens, as so many heaps whose numbers are variables, and a regular heap. *)
Fixpoint all_ways (others place : nat) (s : system) (left : list general) (c : Z) (rest : form)
    (go_on : system -> list general -> bool) : bool :=
  match others with
  | O =>
      let u := plus rest (c / p) in
      assume (number_at_least s (c mod p) regular_from u) (fun s => go_on s (class_form (c mod p) u :: left))
  | S others =>
      forallb (fun h => all_ways others (S place) s (constants (phi h) :: left) (c - Z.of_N h) rest go_on) small_heaps &&
      forallb (fun r =>
        assume (number_at_least s r regular_from (variable place)) (fun s =>
          all_ways others (S place) s (class_form r (variable place) :: left) (c - r) (minus rest (variable place)) go_on))
        residues
  end.

Definition check_large_moves : bool :=
  negb (Nat.eqb (length shapes) O) &&
  forallb (fun r =>
    assume (number_at_least everything r large_from (variable O)) (fun s =>
      let value := class_form r (variable O) in
      forallb (fun shape =>
        let heaps := snd shape in
        all_ways (pred heaps) 1 s [] (r - Z.of_N (fst shape)) (variable O) (fun s left => check_move heaps s value left))
        shapes))
    residues.

(** ** What they prove *)

Hypothesis values_checked : check_heap_values = true.
Hypothesis letters_checked : check_letters M = true.
Hypothesis finite : is_finite_plain c = true.
Hypothesis no_least : N.eqb (largest_least c) 0 = true.

Lemma period_positive : 0 < p.
Proof.
  unfold check_heap_values in values_checked. rewrite !andb_true_iff in values_checked.
  destruct values_checked as [[[H _] _] _]. now apply Z.ltb_lt.
Qed.

Lemma regular_positive : 0 < regular_from.
Proof.
  unfold check_heap_values in values_checked. rewrite !andb_true_iff in values_checked.
  destruct values_checked as [[[_ H] _] _]. apply negb_true_iff, Nat.eqb_neq in H. unfold regular_from. lia.
Qed.

Lemma least_number_le : forall z n, 0 <= z -> n <= z -> least_number (z mod p) n <= z / p.
Proof.
  intros z n Hz Hn. pose proof period_positive as Hp. unfold least_number.
  pose proof (Z.div_mod z p ltac:(lia)) as D. pose proof (Z.mod_pos_bound z p Hp).
  assert (0 <= z / p) by (apply Z.div_pos; lia).
  assert (0 <= p * (z / p)) by (apply Z.mul_nonneg_nonneg; lia).
  apply Z.lt_succ_r. apply Z.div_lt_upper_bound; lia.
Qed.

Lemma least_number_ge : forall r n k, least_number r n <= k -> n <= p * k + r /\ 0 <= k.
Proof.
  intros r n k H. pose proof period_positive as Hp. unfold least_number in H.
  pose proof (Z.mul_succ_div_gt (Z.max 0 (n - r) + p - 1) p Hp) as G.
  assert (p * Z.succ ((Z.max 0 (n - r) + p - 1) / p) <= p * Z.succ k) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (L : Z.max 0 (n - r) <= p * k) by lia. split; [lia|].
  apply Z.nlt_ge. intro. assert (p * k < p * 0) by (apply Z.mul_lt_mono_pos_l; lia). lia.
Qed.

Lemma number_at_least_sound : forall v s r n k, solves v s -> least_number r n <= at_point v k ->
  exists s', number_at_least s r n k = Some s' /\ solves v s'.
Proof. intros v s r n k Hs H. apply at_least_zero_sound; [assumption|]. rewrite at_plus. lia. Qed.

Lemma in_residues : forall z, In (z mod p) residues.
Proof.
  intro z. pose proof (Z.mod_pos_bound z p period_positive). apply in_map_iff. exists (Z.to_nat (z mod p)).
  split; [lia|]. apply in_seq. lia.
Qed.

Lemma phi_regular : forall h, regular_from <= Z.of_N h -> phi h = class_at (Z.of_N h mod p) (Z.of_N h / p).
Proof. intros h H. unfold phi. destruct (Z.ltb_spec (Z.of_N h) regular_from); [lia | reflexivity]. Qed.

Theorem phi_is_element : forall n, is_element M (phi n).
Proof.
  intro n. pose proof values_checked as H. unfold check_heap_values in H. rewrite !andb_true_iff in H.
  destruct H as [[_ H1] H2]. unfold phi.
  destruct (Z.ltb_spec (Z.of_N n) regular_from) as [L|L].
  - rewrite forallb_forall in H1. specialize (H1 (nth (Z.to_nat (Z.of_N n)) small (one M))).
    apply (surely_element_sound M (of_list [])) in H1; [|apply solves_everything|].
    + now rewrite value_constants in H1.
    + apply nth_In. unfold regular_from in L. lia.
  - rewrite forallb_forall in H2. specialize (H2 _ (in_residues (Z.of_N n))).
    set (v := of_list [Z.of_N n / p]).
    destruct (number_at_least_sound v everything (Z.of_N n mod p) regular_from (variable O)) as (s & E & Hs).
    + apply solves_everything.
    + rewrite at_variable. apply least_number_le; lia.
    + rewrite E in H2. apply (surely_element_sound M v s _ Hs) in H2. rewrite value_class_form, at_variable in H2. exact H2.
Qed.

Local Hint Resolve phi_is_element : core.

Lemma one_el : is_element M (one M).
Proof. now apply one_is_element. Qed.
Lemma mul_el : forall x y, is_element M x -> is_element M y -> is_element M (mul M x y).
Proof. intros. now apply mul_is_element. Qed.
Local Hint Resolve one_el mul_el : core.

Lemma position_value_element : forall X, is_element M (position_value X).
Proof. apply sum_value_element; auto. Qed.

Lemma position_value_perm : forall X Y, Permutation X Y -> position_value X = position_value Y.
Proof.
  intros X Y. apply sum_value_perm with (is_element M); auto.
  - intros. now apply mul_comm.
  - intros. now apply mul_assoc.
Qed.

Lemma mul_all_heaps : forall X q, is_element M q -> mul_all M q (map phi X) = mul M q (position_value X).
Proof.
  induction X as [|n X IH]; intros q Hq; simpl.
  - unfold position_value. simpl. rewrite mul_comm by auto. now rewrite mul_one by auto.
  - rewrite IH by auto. unfold position_value at 2. simpl. fold position_value.
    symmetry. apply mul_assoc; auto. apply position_value_element.
Qed.

Lemma check_move_sound : forall pre s value left q, is_element M q ->
  let v := of_list (pre ++ parameters q ++ []) in
  solves v s -> check_move (length pre) s value left = true ->
  in_P M (mul M q (value_at v value)) = true -> in_P M (mul_all M q (map (value_at v) left)) = true -> False.
Proof.
  intros pre s value left q Hq v Hs H H1 H2. unfold check_move in H. rewrite forallb_forall in H.
  specialize (H _ (in_labels M q Hq)).
  destruct (all_general_sound M _ pre [] q s _ Hq eq_refl Hs H) as (s1 & Hs1 & H' & E).
  rewrite forallb_forall in H'. specialize (H' (with_a q)). set (q' := toggle (with_a q) _) in H'.
  assert (Eq : value_at v q' = q).
  { unfold q', toggle. simpl. rewrite xorb_false_r. rewrite E. now destruct q. }
  assert (In (with_a q) [false; true]) as Hin by (destruct (with_a q); simpl; auto). specialize (H' Hin). cbv zeta in H'.
  destruct (all_products_sound M v s1 _ _ _ Hs1 H') as (s2 & z & Hs2 & H3 & Ez). rewrite Eq in Ez.
  destruct (all_where_P_sound M v true s2 z _ Hs2 H3) as (s3 & Hs3 & H4); [now rewrite Ez|].
  destruct (all_products_of_sound M v left s3 _ _ Hs3 H4) as (s4 & z' & Hs4 & H5 & Ez'). rewrite Eq in Ez'.
  destruct (all_where_P_sound M v true s4 z' _ Hs4 H5) as (s5 & _ & H6); [now rewrite Ez'|]. discriminate.
Qed.

Lemma in_each_once : forall l x, In x l -> In x (each_once l).
Proof.
  induction l as [|y l IH]; intros x H; [contradiction|]. cbn [each_once].
  destruct (existsb (same_pair y) (each_once l)) eqn:E.
  - destruct H as [->|H]; [|auto]. apply existsb_exists in E. destruct E as (z & Hz & E).
    apply andb_true_iff in E. destruct E as [E1 E2]. apply same_elem_eq in E1. apply same_elem_eq in E2.
    destruct x, z. simpl in *. now subst.
  - destruct H as [->|H]; [now left | right; auto].
Qed.

Lemma in_not_large : forall n, Z.of_N n < large_from -> In n not_large.
Proof. intros n H. apply in_count. lia. Qed.

Theorem small_moves : check_small_moves = true -> forall n, Z.of_N n < large_from ->
  (options c n = [] -> phi n = one M) /\
  (forall q o, is_element M q -> option_of c n o ->
     in_P M (mul M q (phi n)) = true -> in_P M (mul M q (position_value o)) = true -> False).
Proof.
  intros H n Hn. apply andb_true_iff in H. destruct H as [H1 H2]. rewrite forallb_forall in H1, H2. split.
  - intro E. specialize (H1 n (in_not_large n Hn)). rewrite E in H1. now apply same_elem_eq.
  - intros q o Hq Ho HP1 HP2. destruct (options_complete c n o Ho) as (o' & HP & Hin).
    rewrite (position_value_perm _ _ HP) in HP2.
    specialize (H2 (phi n, position_value o')).
    assert (Hc : check_move 0 everything (constants (phi n)) [constants (position_value o')] = true).
    { apply H2, in_each_once, in_flat_map. exists n. split; [now apply in_not_large|].
      apply in_map_iff. exists o'. auto. }
    apply (check_move_sound [] everything (constants (phi n)) [constants (position_value o')] q Hq); auto.
    + apply solves_everything.
    + now rewrite value_constants.
    + simpl. now rewrite value_constants.
Qed.

(** The variables from a place on are the numbers of these heaps. *)
Fixpoint numbered (v : point) (place : nat) (heaps : list N) : Prop :=
  match heaps with [] => True | h :: heaps => v place = Z.of_N h / p /\ numbered v (S place) heaps end.

Lemma all_ways_sound : forall v heaps place s left k rest go_on last,
  numbered v place heaps -> Forall (fun h => (0 < h)%N) heaps -> regular_from <= Z.of_N last ->
  p * at_point v rest + k = Z.of_N (tokens heaps) + Z.of_N last ->
  solves v s -> all_ways (length heaps) place s left k rest go_on = true ->
  exists s' left', solves v s' /\ go_on s' left' = true /\
    map (value_at v) left' = map phi (last :: rev heaps) ++ map (value_at v) left.
Proof.
  intros v. induction heaps as [|h heaps IH]; intros place s left k rest go_on last Hv Hpos Hlast Ht Hs H;
    cbn [length all_ways] in H; pose proof period_positive as Hp.
  - cbn [tokens] in Ht. assert (Ek : Z.of_N last = k + at_point v rest * p) by lia.
    assert (Em : Z.of_N last mod p = k mod p) by (rewrite Ek; apply Z_mod_plus_full).
    assert (Ed : Z.of_N last / p = at_point v rest + k / p) by (rewrite Ek, Z.div_add by lia; lia).
    destruct (number_at_least_sound v s (k mod p) regular_from (plus rest (k / p)) Hs) as (s' & E & Hs').
    { rewrite at_plus, <- Em, <- Ed. apply least_number_le; lia. }
    rewrite E in H. exists s'. eexists. split; [exact Hs'|]. split; [exact H|].
    simpl. rewrite value_class_form, at_plus, <- Ed, <- Em. now rewrite phi_regular.
  - destruct Hv as [Hv1 Hv]. inversion Hpos as [|? ? Hh Hpos']; subst. cbn [tokens] in Ht.
    apply andb_true_iff in H. destruct H as [H1 H2]. rewrite forallb_forall in H1, H2.
    destruct (Z.lt_ge_cases (Z.of_N h) regular_from) as [L|L].
    + destruct (IH (S place) s (constants (phi h) :: left) (k - Z.of_N h) rest go_on last) as (s' & left' & Hs' & H' & E);
        auto; [lia | |].
      { apply H1. apply in_count. unfold regular_from in L. lia. }
      exists s', left'. split; [assumption|]. split; [assumption|]. rewrite E. simpl.
      rewrite value_constants, map_app, <- app_assoc. reflexivity.
    + specialize (H2 _ (in_residues (Z.of_N h))).
      destruct (number_at_least_sound v s (Z.of_N h mod p) regular_from (variable place) Hs) as (s' & E & Hs').
      { rewrite at_variable, Hv1. apply least_number_le; lia. }
      rewrite E in H2. simpl in H2.
      destruct (IH (S place) s' (class_form (Z.of_N h mod p) (variable place) :: left) (k - Z.of_N h mod p)
        (minus rest (variable place)) go_on last) as (s2 & left' & Hs2 & H' & E'); auto.
      { rewrite at_minus, at_variable, Hv1. pose proof (Z.div_mod (Z.of_N h) p ltac:(lia)). lia. }
      exists s2, left'. split; [assumption|]. split; [assumption|]. rewrite E'. simpl.
      rewrite value_class_form, at_variable, Hv1, <- phi_regular by assumption.
      rewrite map_app, <- app_assoc. reflexivity.
Qed.

Lemma numbered_list : forall heaps pre post,
  numbered (of_list (pre ++ map (fun h => Z.of_N h / p) heaps ++ post)) (length pre) heaps.
Proof.
  induction heaps as [|h heaps IH]; intros pre post; [exact I|]. split.
  - unfold of_list. rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (pre ++ [Z.of_N h / p]) post). rewrite app_length, <- app_assoc in IH. simpl in IH.
    rewrite Nat.add_1_r in IH. exact IH.
Qed.

Lemma code_bounded : bounded c (most_heaps c) (last_taken c) 0.
Proof. pose proof (finite_plain_bounded c finite) as H. apply N.eqb_eq in no_least. now rewrite no_least in H. Qed.

Theorem large_moves : check_large_moves = true -> forall n, large_from <= Z.of_N n ->
  (exists o, option_of c n o) /\
  (forall q o, is_element M q -> option_of c n o ->
     in_P M (mul M q (phi n)) = true -> in_P M (mul M q (position_value o)) = true -> False).
Proof.
  intros H n Hn. apply andb_true_iff in H. destruct H as [H0 H]. pose proof period_positive as Hp.
  pose proof regular_positive as Hr. pose proof (most_heaps_pos c) as Hm.
  assert (Hreg : regular_from <= Z.of_N n).
  { unfold large_from in Hn. assert (1 * regular_from <= Z.of_N (most_heaps c) * regular_from)
      by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (In_shapes : forall taken heaps, In (taken, heaps) shapes <->
    (taken <= last_taken c)%N /\ (1 <= heaps <= N.to_nat (most_heaps c))%nat /\
    exists d, digit_at c taken = Some d /\ may_leave d (N.of_nat heaps) = true /\ (taken = 0%N -> (2 <= heaps)%nat)).
  { intros taken heaps. unfold shapes. rewrite in_flat_map. split.
    - intros (t & Ht & Hin). apply in_count in Ht. destruct (digit_at c t) as [d|] eqn:Ed; [|contradiction].
      apply in_map_iff in Hin. destruct Hin as (h & E & Hin). injection E as -> ->.
      apply filter_In in Hin. destruct Hin as [Hin E]. apply in_seq in Hin. apply andb_true_iff in E. destruct E as [E1 E2].
      split; [lia|]. split; [lia|]. exists d. split; [assumption|]. split; [assumption|]. intros ->. change (Nat.leb 2 heaps = true) in E2.
      apply Nat.leb_le in E2. exact E2.
    - intros (H1 & H2 & d & Ed & H3 & H4). exists taken. split; [apply in_count; lia|]. rewrite Ed.
      apply in_map_iff. exists heaps. split; [reflexivity|]. apply filter_In. split; [apply in_seq; lia|].
      rewrite H3. cbn [andb]. destruct (N.eqb_spec taken 0) as [E|E]; [|reflexivity]. cbn [negb orb]. apply Nat.leb_le. auto. }
  split.
  - destruct shapes as [|[taken heaps] rest] eqn:E; [discriminate|].
    destruct (proj1 (In_shapes taken heaps) (or_introl eq_refl)) as (H1 & H2 & d & Ed & H3 & H4).
    exists ((n - taken - N.of_nat (pred heaps))%N :: repeat 1%N (pred heaps)).
    assert (Et : forall k, tokens (repeat 1%N k) = N.of_nat k) by (induction k; cbn [repeat tokens]; lia).
    assert (N.of_nat (pred heaps) < n - taken)%N.
    { unfold large_from in Hn. assert (Z.of_N (most_heaps c) * 1 <= Z.of_N (most_heaps c) * regular_from)
        by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    destruct (code_bounded taken d _ Ed H3) as (_ & _ & Hs & Hl).
    exists taken, d. cbn [tokens length]. rewrite Et, repeat_length.
    replace (S (pred heaps)) with heaps by lia.
    repeat split; try assumption; try lia.
    + constructor; [lia|]. apply Forall_forall. intros x Hx. apply repeat_spec in Hx. lia.
    + now rewrite Hs.
  - intros q o Hq Ho HP1 HP2. pose proof Ho as Ho'.
    destruct Ho' as (taken & d & H1 & Ed & H3 & H4 & H5 & H6 & H7 & H8).
    destruct (code_bounded taken d _ Ed H6) as (Hk & Hl & _ & _).
    assert (Htokens : (most_heaps c * Z.to_N regular_from < tokens o)%N).
    { rewrite H4. unfold large_from in Hn. lia. }
    destruct (large_part (Z.to_N regular_from) (most_heaps c) o) as (h & r & HP & Hh); try lia.
    assert (Elen : length o = S (length r)) by (rewrite (Permutation_length HP); reflexivity).
    pose proof (tokens_perm _ _ HP) as Et. cbn [tokens] in Et.
    assert (Hpos : Forall (fun h => (0 < h)%N) r) by (rewrite HP in H5; now inversion H5).
    rewrite forallb_forall in H. specialize (H _ (in_residues (Z.of_N n))).
    set (k := Z.of_N n / p) in *.
    set (pre := k :: map (fun h => Z.of_N h / p) r).
    set (v := of_list (pre ++ parameters q ++ [])).
    assert (V0 : v O = k) by reflexivity.
    destruct (number_at_least_sound v everything (Z.of_N n mod p) large_from (variable O)) as (s & E & Hs).
    { apply solves_everything. }
    { rewrite at_variable, V0. apply least_number_le; lia. }
    rewrite E in H. cbn [assume] in H. rewrite forallb_forall in H. specialize (H (taken, length o)).
    cbn [fst snd] in H. rewrite Elen in H. cbn [pred] in H.
    destruct (all_ways_sound v r 1 s [] (Z.of_N n mod p - Z.of_N taken) (variable O)
      (fun s left => check_move (S (length r)) s (class_form (Z.of_N n mod p) (variable O)) left) h)
      as (s' & left & Hs' & H' & El); try assumption; try lia.
    + exact (numbered_list r [k] (parameters q ++ [])).
    + rewrite at_variable, V0. unfold k. pose proof (Z.div_mod (Z.of_N n) p ltac:(lia)). lia.
    + apply H. apply In_shapes. split; [assumption|]. split; [lia|]. exists d. rewrite <- Elen. auto.
    + rewrite app_nil_r in El. replace (S (length r)) with (length pre) in H' by (unfold pre; simpl; now rewrite map_length).
      apply (check_move_sound pre s' _ left q Hq Hs' H').
      * rewrite value_class_form, at_variable. fold v. rewrite V0. unfold k. now rewrite <- phi_regular.
      * fold v. rewrite El. rewrite mul_all_heaps by assumption.
        rewrite (position_value_perm _ o); [assumption|]. rewrite HP. constructor. symmetry. apply Permutation_rev.
Qed.

End HeapsCheck.
