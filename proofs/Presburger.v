(** Presburger monoids: words whose letters carry integer parameters, given by decision trees on linear forms.

    An element is a^i w: a bit, a label, and the integer parameters of the label's word. What a letter makes of an element, which
    parameters a label may have, and which elements are in P is said by decision trees. Each operation stands here twice: at
    integers, which is what the theorems are about, and for elements whose parameters are forms in the variables of a system, which
    is what is computed. The second follows the first through all solutions of the system. *)

From Coq Require Import List Arith ZArith Lia Bool.
From Impartial Require Import Linear Decisions Letters.
Import ListNotations.
Open Scope Z_scope.

Inductive letter_kind := Core | Power | Family.

Record word_element (T : Type) := Word { with_a : bool; label : nat; parameters : list T }.
Arguments Word {T}.
Arguments with_a {T}.
Arguments label {T}.
Arguments parameters {T}.

(** The parameters are integers, or forms. *)
Definition elem := word_element Z.
Definition general := word_element form.

Record presburger := Presburger {
  alphabet : list letter_kind;
  label_words : list (list nat);
  label_domains : list (tree bool);
  letter_actions : list (list (tree general));   (* for each label and letter; forms in the parameters and the index *)
  p_trees : list (tree bool * tree bool)         (* for each label, without a and with a *)
}.

Section Presburger.

Variable M : presburger.

Definition kind_of (l : nat) : letter_kind := nth l (alphabet M) Core.
Definition word_of (lab : nat) : list nat := nth lab (label_words M) [].
Definition domain_of (lab : nat) : tree bool := nth lab (label_domains M) (Tip false).
Definition action_of (lab l : nat) : tree general := nth l (nth lab (letter_actions M) []) (Tip (Word false O [])).
Definition p_tree (lab : nat) (b : bool) : tree bool :=
  let both := nth lab (p_trees M) (Tip false, Tip false) in if b then snd both else fst both.

Definition has_index (l : nat) : bool := match kind_of l with Core => false | _ => true end.
Definition dimension (lab : nat) : nat := length (filter has_index (word_of lab)).

Definition toggle {T} (b : bool) (x : word_element T) : word_element T := Word (xorb b (with_a x)) (label x) (parameters x).

(** ** At integers *)

Definition in_P (x : elem) : bool := tree_at (parameters x) (p_tree (label x) (with_a x)).

Definition is_element (x : elem) : Prop :=
  (label x < length (label_words M))%nat /\ length (parameters x) = dimension (label x) /\
  tree_at (parameters x) (domain_of (label x)) = true.

Definition one : elem := Word false O (repeat 0 (dimension O)).

(** A letter comes with its index: none for a core letter. *)
Definition act (x : elem) (g : nat * list Z) : elem :=
  let arguments := parameters x ++ snd g in
  let image := tree_at arguments (action_of (label x) (fst g)) in
  Word (xorb (with_a x) (with_a image)) (label image) (map (at_point (of_list arguments)) (parameters image)).

Fixpoint spelled {T} (w : list nat) (ps : list T) : list (nat * list T) :=
  match w with
  | [] => []
  | l :: w =>
      if has_index l then match ps with [] => (l, []) :: spelled w [] | i :: ps => (l, [i]) :: spelled w ps end
      else (l, []) :: spelled w ps
  end.

Definition spelling {T} (x : word_element T) : list (nat * list T) := spelled (word_of (label x)) (parameters x).

(** The product: the word of y acts on x. *)
Definition mul : elem -> elem -> elem := product elem (nat * list Z) act with_a toggle spelling.

(** ** Through all solutions of a system *)

Definition value_at (v : point) (x : general) : elem := Word (with_a x) (label x) (map (at_point v) (parameters x)).

Definition constants (x : elem) : general := Word (with_a x) (label x) (map fixed (parameters x)).

Lemma value_constants : forall v x, value_at v (constants x) = x.
Proof.
  intros v [b l ps]. unfold value_at, constants. simpl. f_equal. rewrite map_map.
  rewrite <- (map_id ps) at 2. apply map_ext. intro. apply at_fixed.
Qed.

Definition all_acts (s : system) (x : general) (g : nat * list form) (go_on : system -> general -> bool) : bool :=
  let arguments := parameters x ++ snd g in
  all_cases (action_of (label x) (fst g)) arguments s
    (fun s image => go_on s (Word (xorb (with_a x) (with_a image)) (label image) (map (compose arguments) (parameters image)))).

Definition index_at (v : point) (g : nat * list form) : nat * list Z := (fst g, map (at_point v) (snd g)).

Lemma all_acts_sound : forall v s x g go_on, solves v s -> all_acts s x g go_on = true ->
  exists s' y, solves v s' /\ go_on s' y = true /\ value_at v y = act (value_at v x) (index_at v g).
Proof.
  intros v s x g go_on Hs H. unfold all_acts in H. destruct (all_cases_sound _ _ _ v s _ Hs H) as (s' & Hs' & H').
  eexists. eexists. split; [exact Hs'|]. split; [exact H'|].
  unfold act, value_at, index_at. simpl. rewrite <- map_app. f_equal.
  rewrite map_map. apply map_ext. intro f. apply at_compose.
Qed.

Fixpoint all_runs (w : list (nat * list form)) (s : system) (x : general) (go_on : system -> general -> bool) : bool :=
  match w with
  | [] => go_on s x
  | g :: w => all_acts s x g (fun s x => all_runs w s x go_on)
  end.

Lemma all_runs_sound : forall v w s x go_on, solves v s -> all_runs w s x go_on = true ->
  exists s' y, solves v s' /\ go_on s' y = true /\ value_at v y = run elem _ act (value_at v x) (map (index_at v) w).
Proof.
  intros v. induction w as [|g w IH]; intros s x go_on Hs H; simpl in H.
  - exists s, x. auto.
  - destruct (all_acts_sound v s x g _ Hs H) as (s' & y & Hs' & H' & E).
    destruct (IH s' y go_on Hs' H') as (s'' & z & Hs'' & H'' & E'). exists s'', z. simpl. rewrite <- E. auto.
Qed.

Lemma spelled_map : forall T U (f : T -> U) w ps,
  spelled w (map f ps) = map (fun g => (fst g, map f (snd g))) (spelled w ps).
Proof.
  intros T U f. induction w as [|l w IH]; intro ps; [reflexivity|]. cbn [spelled].
  destruct (has_index l); [|simpl; now rewrite IH]. destruct ps as [|i ps]; simpl; [|now rewrite IH].
  f_equal. apply (IH []).
Qed.

Definition all_products (s : system) (x y : general) (go_on : system -> general -> bool) : bool :=
  all_runs (spelling y) s (toggle (with_a y) x) go_on.

Lemma all_products_sound : forall v s x y go_on, solves v s -> all_products s x y go_on = true ->
  exists s' z, solves v s' /\ go_on s' z = true /\ value_at v z = mul (value_at v x) (value_at v y).
Proof.
  intros v s x y go_on Hs H. destruct (all_runs_sound v _ s _ go_on Hs H) as (s' & z & Hs' & H' & E).
  exists s', z. split; [assumption|]. split; [assumption|]. rewrite E. unfold mul, product. f_equal.
  unfold spelling. simpl. rewrite spelled_map. reflexivity.
Qed.

(** The product with several elements, one after the other. *)
Fixpoint mul_all (x : elem) (others : list elem) : elem :=
  match others with [] => x | y :: others => mul_all (mul x y) others end.

Fixpoint all_products_of (others : list general) (s : system) (x : general) (go_on : system -> general -> bool) : bool :=
  match others with
  | [] => go_on s x
  | y :: others => all_products s x y (fun s x => all_products_of others s x go_on)
  end.

Lemma all_products_of_sound : forall v others s x go_on, solves v s -> all_products_of others s x go_on = true ->
  exists s' z, solves v s' /\ go_on s' z = true /\ value_at v z = mul_all (value_at v x) (map (value_at v) others).
Proof.
  intros v. induction others as [|y others IH]; intros s x go_on Hs H; simpl in H.
  - exists s, x. auto.
  - destruct (all_products_sound v s x y _ Hs H) as (s' & z & Hs' & H' & E).
    destruct (IH s' z go_on Hs' H') as (s'' & z' & Hs'' & H'' & E'). exists s'', z'. simpl. rewrite <- E. auto.
Qed.

(** The solutions for which an element is in P, or is not. *)
Definition all_where_P (sought : bool) (s : system) (x : general) (go_on : system -> bool) : bool :=
  all_where sought (p_tree (label x) (with_a x)) (parameters x) s go_on.

Lemma all_where_P_sound : forall v sought s x go_on, solves v s -> all_where_P sought s x go_on = true ->
  in_P (value_at v x) = sought -> exists s', solves v s' /\ go_on s' = true.
Proof. intros v sought s x go_on Hs H E. exact (all_where_sound _ _ _ v s go_on Hs H E). Qed.

Definition nothing (s : system) : bool := false.

(** The variables from a place on, and the element of a label with these parameters. *)
Definition variables (place how_many : nat) : list form := map variable (seq place how_many).

Lemma at_variables : forall l1 l2 l3,
  map (at_point (of_list (l1 ++ l2 ++ l3))) (variables (length l1) (length l2)) = l2.
Proof.
  intros l1 l2 l3. unfold variables. rewrite map_map.
  rewrite (map_ext _ (of_list (l1 ++ l2 ++ l3))) by (intro; apply at_variable).
  replace (map (of_list (l1 ++ l2 ++ l3)) (seq (length l1) (length l2)))
    with (map (fun i => nth i (l2 ++ l3) 0) (seq 0 (length l2))).
  - clear l1. revert l3. induction l2 as [|x l2 IH]; intro l3; [reflexivity|]. simpl. f_equal.
    rewrite <- seq_shift, map_map. apply IH.
  - rewrite <- (Nat.add_0_l (length l1)). replace (0 + length l1)%nat with (length l1 + 0)%nat by lia.
    generalize (length l2) as n. generalize O as i. intros i n. revert i.
    induction n as [|n IH]; intro i; [reflexivity|]. simpl. f_equal.
    + unfold of_list. rewrite (app_nth2 l1) by lia. f_equal. lia.
    + specialize (IH (S i)). rewrite <- plus_n_Sm in IH. exact IH.
Qed.

Definition all_general (lab place : nat) (s : system) (go_on : system -> general -> bool) : bool :=
  let ps := variables place (dimension lab) in
  all_where true (domain_of lab) ps s (fun s => go_on s (Word false lab ps)).

Lemma all_general_sound : forall lab l1 l3 x s go_on, is_element x -> label x = lab ->
  let v := of_list (l1 ++ parameters x ++ l3) in
  solves v s -> all_general lab (length l1) s go_on = true ->
  exists s', solves v s' /\ go_on s' (Word false lab (variables (length l1) (dimension lab))) = true /\
    forall b, value_at v (Word b lab (variables (length l1) (dimension lab))) = Word b lab (parameters x).
Proof.
  intros lab l1 l3 x s go_on (H1 & H2 & H3) <- v Hs H. unfold all_general in H.
  assert (E : map (at_point v) (variables (length l1) (dimension (label x))) = parameters x).
  { rewrite <- H2. apply at_variables. }
  destruct (all_where_sound true _ _ v s _ Hs H) as (s' & Hs' & H'); [rewrite E; exact H3|].
  exists s'. split; [assumption|]. split; [assumption|]. intro b. unfold value_at. simpl. now rewrite E.
Qed.

(** ** Being an element, and being equal *)

Definition surely_element (s : system) (x : general) : bool :=
  Nat.ltb (label x) (length (label_words M)) && Nat.eqb (length (parameters x)) (dimension (label x)) &&
  all_where false (domain_of (label x)) (parameters x) s nothing.

Lemma surely_element_sound : forall v s x, solves v s -> surely_element s x = true -> is_element (value_at v x).
Proof.
  intros v s x Hs H. apply andb_true_iff in H. destruct H as [H H3]. apply andb_true_iff in H. destruct H as [H1 H2].
  apply Nat.ltb_lt in H1. apply Nat.eqb_eq in H2. repeat split; simpl; [assumption | now rewrite map_length |].
  apply not_false_iff_true. intro E. destruct (all_where_sound false _ _ v s _ Hs H3 E) as (s' & _ & H'). discriminate.
Qed.

Fixpoint surely_equal_forms (s : system) (a b : list form) : bool :=
  match a, b with
  | [], [] => true
  | f :: a, g :: b =>
      let up := minus f g in
      never s (plus up (-1)) && never s (plus (opposite up) (-1)) && surely_equal_forms s a b
  | _, _ => false
  end.

Definition surely_equal (s : system) (x y : general) : bool :=
  Bool.eqb (with_a x) (with_a y) && Nat.eqb (label x) (label y) && surely_equal_forms s (parameters x) (parameters y).

Lemma surely_equal_sound : forall v s x y, solves v s -> surely_equal s x y = true -> value_at v x = value_at v y.
Proof.
  intros v s x y Hs H. apply andb_true_iff in H. destruct H as [H H3]. apply andb_true_iff in H. destruct H as [H1 H2].
  apply eqb_prop in H1. apply Nat.eqb_eq in H2. unfold value_at. f_equal; [assumption | assumption |].
  clear H1 H2. revert H3. generalize (parameters x) as a. generalize (parameters y) as b. intros b a. revert b.
  induction a as [|f a IH]; intros [|g b] H; cbn [surely_equal_forms map] in *; try discriminate; [reflexivity|].
  apply andb_true_iff in H. destruct H as [H H3]. apply andb_true_iff in H. destruct H as [H1 H2].
  apply (never_sound v) in H1; [|assumption]. apply (never_sound v) in H2; [|assumption].
  rewrite at_plus, at_minus in H1. rewrite at_plus, at_opposite, at_minus in H2. f_equal; [lia | auto].
Qed.

Definition labels : list nat := seq O (length (label_words M)).

Lemma in_labels : forall x, is_element x -> In (label x) labels.
Proof. intros x (H & _). apply in_seq. lia. Qed.

Lemma toggle_is_element : forall b x, is_element x -> is_element (toggle b x).
Proof. intros b x H. exact H. Qed.

Definition same_elem (x y : elem) : bool :=
  Bool.eqb (with_a x) (with_a y) && Nat.eqb (label x) (label y) && same_zs (parameters x) (parameters y).

Lemma same_elem_eq : forall x y, same_elem x y = true -> x = y.
Proof.
  intros [b l ps] [b' l' ps'] H. apply andb_true_iff in H. destruct H as [H H3]. apply andb_true_iff in H.
  destruct H as [H1 H2]. apply eqb_prop in H1. apply Nat.eqb_eq in H2. apply same_zs_eq in H3. simpl in *. now subst.
Qed.

End Presburger.
