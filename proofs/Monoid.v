(** A commutative monoid given by how its generators act.

    The elements are 0, ..., order - 1, and 0 is the identity. If the generators commute and every element is a product of
    generators, then the product of x and y, found by applying a word for y to x, does not depend on the word, and is
    associative and commutative. [row] finds the products of x with all elements along a tree of such words. *)

From Coq Require Import List Arith NArith MSetPositive Lia Bool.
From Impartial Require Import Options Tables.
Import ListNotations.
Open Scope N_scope.

Section Monoid.

Variables (order : N) (generators : nat) (act : N -> nat -> N).
Hypothesis order_pos : 0 < order.
Hypothesis act_element : forall x g, x < order -> (g < generators)%nat -> act x g < order.
Hypothesis act_commute : forall x g h, x < order -> (g < generators)%nat -> (h < generators)%nat ->
  act (act x g) h = act (act x h) g.

Fixpoint acts (x : N) (word : list nat) : N :=
  match word with [] => x | g :: word => acts (act x g) word end.

Definition is_word (word : list nat) : Prop := Forall (fun g => (g < generators)%nat) word.

Lemma acts_element : forall w x, is_word w -> x < order -> acts x w < order.
Proof. induction w as [|g w IH]; intros x Hw Hx; simpl; [assumption|]. inversion Hw; subst. auto. Qed.

Lemma acts_app : forall v w x, acts x (v ++ w) = acts (acts x v) w.
Proof. induction v as [|g v IH]; intros w x; simpl; auto. Qed.

Lemma acts_act : forall w g x, is_word w -> (g < generators)%nat -> x < order -> acts (act x g) w = act (acts x w) g.
Proof.
  induction w as [|h w IH]; intros g x Hw Hg Hx; simpl; [reflexivity|]. inversion Hw; subst.
  rewrite <- IH by auto. f_equal. now apply act_commute.
Qed.

Lemma acts_swap : forall v w x, is_word v -> is_word w -> x < order -> acts (acts x v) w = acts (acts x w) v.
Proof.
  induction v as [|g v IH]; intros w x Hv Hw Hx; simpl; [reflexivity|]. inversion Hv; subst.
  rewrite IH by auto. f_equal. now apply acts_act.
Qed.

(** A word for y, applied to x. *)
Definition by_word (x y v : N) : Prop := exists w, is_word w /\ acts 0 w = y /\ acts x w = v.

(** A product: every element has a word, and the product follows one. *)
Variable mul : N -> N -> N.
Hypothesis follows : forall x y, x < order -> y < order -> by_word x y (mul x y).

Lemma has_word : forall y, y < order -> exists w, is_word w /\ acts 0 w = y.
Proof. intros y Hy. destruct (follows 0 y) as (w & Hw & E & _); eauto. Qed.

Lemma mul_word : forall x y w, x < order -> is_word w -> acts 0 w = y -> mul x y = acts x w.
Proof.
  intros x y w Hx Hw E.
  assert (Hy : y < order) by (rewrite <- E; now apply acts_element).
  destruct (follows x y Hx Hy) as (w' & Hw' & E' & <-).
  destruct (has_word x Hx) as (v & Hv & <-).
  rewrite (acts_swap v w'), (acts_swap v w) by assumption. now rewrite E, E'.
Qed.

Lemma mul_element : forall x y, x < order -> y < order -> mul x y < order.
Proof. intros x y Hx Hy. destruct (follows x y Hx Hy) as (w & Hw & _ & <-). now apply acts_element. Qed.

Lemma mul_one : forall x, x < order -> mul 0 x = x.
Proof. intros x Hx. destruct (has_word x Hx) as (w & Hw & E). now rewrite (mul_word 0 x w). Qed.

Lemma mul_comm : forall x y, x < order -> y < order -> mul x y = mul y x.
Proof.
  intros x y Hx Hy. destruct (has_word x Hx) as (v & Hv & Ev). destruct (has_word y Hy) as (w & Hw & Ew).
  rewrite (mul_word x y w), (mul_word y x v) by assumption. rewrite <- Ev, <- Ew. now apply acts_swap.
Qed.

Lemma mul_assoc : forall x y z, x < order -> y < order -> z < order -> mul x (mul y z) = mul (mul x y) z.
Proof.
  intros x y z Hx Hy Hz. destruct (has_word y Hy) as (v & Hv & Ev). destruct (has_word z Hz) as (w & Hw & Ew).
  rewrite (mul_word (mul x y) z w) by (try apply mul_element; assumption).
  rewrite (mul_word x y v), (mul_word y z w) by assumption.
  rewrite (mul_word x (acts y w) (v ++ w)); [apply acts_app | assumption | now apply Forall_app |].
  now rewrite acts_app, Ev.
Qed.

Lemma mul_generator : forall x g, x < order -> (g < generators)%nat -> mul x (act 0 g) = act x g.
Proof. intros x g Hx Hg. apply (mul_word x (act 0 g) [g]); auto. now constructor. Qed.

Lemma generated : forall (S : N -> Prop), S 0 ->
  (forall x g, x < order -> (g < generators)%nat -> S x -> S (mul x (act 0 g))) -> forall x, x < order -> S x.
Proof.
  intros S H0 HS x Hx. destruct (has_word x Hx) as (w & Hw & <-).
  assert (H : forall w x, is_word w -> x < order -> S x -> S (acts x w)).
  { clear -HS act_element follows order_pos act_commute. induction w as [|g w IH]; intros x Hw Hx HSx; simpl; [assumption|].
    inversion Hw; subst. apply IH; auto. rewrite <- mul_generator by assumption. auto. }
  now apply H.
Qed.

End Monoid.

(** Rows of the table of products, along a tree: a list of (element, an earlier element, generator). *)
Section Rows.

Variables (order : N) (generators : nat) (act : N -> nat -> N).

Definition edge : Type := N * N * nat.

Definition row (tree : list edge) (x : N) : table N :=
  fold_left
    (fun r e => match e with (y, z, g) => match get r z with Some v => put y (act v g) r | None => r end end)
    tree (put 0 x empty_table).

Definition tree_ok (tree : list edge) : bool :=
  forallb (fun e => match e with (y, z, g) => (y =? act z g) && Nat.ltb g generators end) tree.

Lemma acts_last : forall w x g, acts act x (w ++ [g]) = act (acts act x w) g.
Proof. induction w as [|h w IH]; intros; simpl; auto. Qed.

Lemma row_by_word : forall tree x y v, tree_ok tree = true ->
  get (row tree x) y = Some v -> by_word generators act x y v.
Proof.
  intros tree x y v Hok. unfold row.
  assert (Start : forall y v, get (put 0 x empty_table) y = Some v -> by_word generators act x y v).
  { intros a b E. rewrite get_put in E. destruct (N.eqb_spec a 0) as [->|].
    - injection E as <-. exists []. repeat split. constructor.
    - now rewrite get_empty in E. }
  revert Start. generalize (put 0 x empty_table) as r.
  induction tree as [|[[a z] g] tree IH]; intros r Hr; simpl; [auto|].
  simpl in Hok. rewrite !andb_true_iff in Hok. destruct Hok as ((Ha & Hg) & Hok).
  apply N.eqb_eq in Ha. apply Nat.ltb_lt in Hg. apply IH; [assumption|].
  destruct (get r z) as [u|] eqn:Ez; [|assumption].
  intros b t E. rewrite get_put in E. destruct (N.eqb_spec b a) as [->|]; [|auto].
  injection E as <-. destruct (Hr z u Ez) as (w & Hw & E1 & E2). exists (w ++ [g]). repeat split.
  - apply Forall_app. split; [assumption|]. repeat constructor. assumption.
  - now rewrite acts_last, E1.
  - now rewrite acts_last, E2.
Qed.

Definition rows (tree : list edge) (how_many : nat) : table (table N) := of_list (map (row tree) (count how_many 0)).

Definition product (t : table (table N)) (x y : N) : N :=
  match get t x with Some r => look r y | None => 0 end.

(** Every product is there. *)
Definition is_full (t : table (table N)) (how_many : nat) : bool :=
  forallb
    (fun x => match get t x with
              | Some r => forallb (fun y => match get r y with Some _ => true | None => false end) (count how_many 0)
              | None => false
              end)
    (count how_many 0).

Lemma product_by_word : forall tree how_many x y, tree_ok tree = true -> is_full (rows tree how_many) how_many = true ->
  x < N.of_nat how_many -> y < N.of_nat how_many ->
  by_word generators act x y (product (rows tree how_many) x y).
Proof.
  intros tree k x y Hok Hfull Hx Hy. unfold is_full in Hfull. rewrite forallb_forall in Hfull.
  assert (G : get (rows tree k) x = Some (row tree x)).
  { unfold rows. rewrite get_of_list. rewrite nth_error_map.
    replace (nth_error (count k 0) (N.to_nat x)) with (Some x); [reflexivity|].
    symmetry. rewrite (nth_error_nth' _ 0) by (rewrite length_count; lia). f_equal. rewrite nth_count; lia. }
  specialize (Hfull x). rewrite in_count, G in Hfull. specialize (Hfull ltac:(lia)).
  rewrite forallb_forall in Hfull. specialize (Hfull y). rewrite in_count in Hfull. specialize (Hfull ltac:(lia)).
  unfold product. rewrite G. unfold look. destruct (get (row tree x) y) eqn:E; [|discriminate].
  now apply row_by_word with tree.
Qed.

(** Finds a tree. Nothing is proved about it: the tables are looked at afterwards. *)
Fixpoint spanning (steps : nat) (met : set) (tree todo : list edge) : list edge :=
  match steps, todo with
  | S steps, (y, z, g) :: rest =>
      if has y met then spanning steps met tree rest
      else spanning steps (with_ y met) ((y, z, g) :: tree)
             (fold_right (fun h l => (act y h, y, h) :: l) rest (seq 0 generators))
  | _, _ => rev_append tree []
  end.

Definition spanning_tree (how_many : nat) : list edge :=
  spanning (S (how_many * S generators)) (with_ 0 PositiveSet.empty) []
    (fold_right (fun h l => (act 0 h, 0, h) :: l) [] (seq 0 generators)).

End Rows.
