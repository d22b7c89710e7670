(** Checks C and D of an algebraic certificate: every context of a heap is answered or called unmet, and no sum is stuck.

    For every heap n and context x the certificate says that x phi(n) is in P, or names an option o of n with x Phi(o) in P, or
    calls x unmet by n. The first two are checked (C). The invariant J is a set of pairs (y, x): it has (phi(n), x) for all x unmet
    by n; with (y, x phi(n)) it has (y phi(n), x) when x y is unmet by n; it has no (y, 1) (D). That is what the theorem of
    Misere.v asks for. Heaps of one value are merged, and so are the large heaps of one residue. *)

From Coq Require Import List Arith NArith ZArith Lia Bool Permutation.
From Impartial Require Import Positions Rules Options Sums Exchange Misere.
From Impartial Require Import Linear Decisions Letters Presburger LettersCheck HeapsCheck.
Import ListNotations.
Open Scope Z_scope.

(** One of the heaps that an answer leaves: of a fixed size, or p u + residue where u times the divisor is the form. *)
Inductive heap_left := FixedHeap (h : N) | MovingHeap (residue : Z) (f : form) (divisor : Z).

(** What is done with a heap in a context. *)
Inductive answer := IsP | MoveTo (taken : N) (all_but_one : list heap_left) | Unmet.

(** For each label, without a and with a. *)
Definition answer_table := list (tree answer * tree answer).

Record algebraic := Algebraic {
  heap_rules : code;
  value_monoid : presburger;
  heap_period : Z;
  small_values : list elem;
  class_values : list (word_element (Z * Z));
  small_answers : list answer_table;
  class_answers : list answer_table;
  (* J: for the label of y, without a and with a; then for the label of x, without a and with a. *)
  invariant : list (list (tree bool * tree bool) * list (tree bool * tree bool))
}.

Definition pick {A} (b : bool) (both : A * A) : A := if b then snd both else fst both.

Section SumsCheck.

Variable A : algebraic.

Local Notation c := (heap_rules A).
Local Notation M := (value_monoid A).
Local Notation p := (heap_period A).
Local Notation value_of := (phi (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation sum_of := (position_value (value_monoid A) (heap_period A) (small_values A) (class_values A)).
Local Notation class_value := (class_form (class_values A)).
Local Notation n0 := (regular_from (small_values A)).
Local Notation large := (large_from (heap_rules A) (small_values A)).

Definition answer_tree (table : answer_table) (lab : nat) (b : bool) : tree answer :=
  pick b (nth lab table (Tip Unmet, Tip Unmet)).

Definition small_table (n : N) : answer_table := nth (N.to_nat n) (small_answers A) [].
Definition class_table (r : Z) : answer_table := nth (Z.to_nat r) (class_answers A) [].

(** ** Check C *)

Definition leads_to_P (s : system) (x : general) (left : list general) : bool :=
  all_products_of M left s x (fun s z => all_where_P M false s z nothing).

Fixpoint fixed_heaps (l : list heap_left) : option (list N) :=
  match l with
  | [] => Some []
  | FixedHeap h :: l => option_map (cons h) (fixed_heaps l)
  | MovingHeap _ _ _ :: _ => None
  end.

Definition is_option (n taken : N) (o : position) : bool :=
  match digit_at c taken with
  | None => false
  | Some d =>
      N.leb taken n && N.leb (least d) n && N.eqb (tokens o) (n - taken) && forallb (N.ltb 0) o &&
      may_leave d (N.of_nat (length o)) && fits_b (asked d) o && (negb (N.eqb taken 0) || Nat.leb 2 (length o))
  end.

(** The heaps left and the rest, where that is a move. *)
Definition small_move (n taken : N) (l : list heap_left) : option position :=
  match fixed_heaps l with
  | None => None
  | Some heaps =>
      let rest := (n - taken - tokens heaps)%N in
      let o := if N.eqb rest 0 then heaps else rest :: heaps in
      if is_option n taken o then Some o else None
  end.

Definition check_small_answers (n : N) : bool :=
  forallb (fun lab =>
    all_general M lab O everything (fun s x =>
      forallb (fun b =>
        let x := toggle b x in
        all_cases (answer_tree (small_table n) lab b) (parameters x) s (fun s a =>
          match a with
          | Unmet => true
          | IsP => leads_to_P s x [constants (value_of n)]
          | MoveTo taken l =>
              match small_move n taken l with
              | None => false
              | Some o => leads_to_P s x [constants (sum_of o)]
              end
          end))
        [false; true]))
    (labels M).

Definition is_regular (s : system) (r : Z) (u : form) : bool := always s (plus u (- least_number p r n0)).

(** The heaps that an answer leaves, all regular or fixed; p rest + k tokens are left to be given. *)
Fixpoint all_left (l : list heap_left) (place : nat) (s : system) (arguments : list form) (values : list general)
    (k : Z) (rest : form) (go_on : system -> list general -> bool) : bool :=
  match l with
  | [] =>
      let u := plus rest (k / p) in
      is_regular s (k mod p) u && go_on s (class_value (k mod p) u :: values)
  | FixedHeap h :: l =>
      N.ltb 0 h && all_left l (S place) s arguments (constants (value_of h) :: values) (k - Z.of_N h) rest go_on
  | MovingHeap r f divisor :: l =>
      let u := compose arguments f in
      (0 <=? r) && (r <? p) &&
      if divisor =? 1
      then is_regular s r u && all_left l (S place) s arguments (class_value r u :: values) (k - r) (minus rest u) go_on
      else if divisor =? 2
      then
        match is_even s (plus u 1) with
        | Some _ => false
        | None =>
            let half := variable place in
            let difference := minus u (mixed 2 half 0 (fixed 0)) in
            assume (at_least_zero s difference) (fun s =>
              assume (at_least_zero s (opposite difference)) (fun s =>
                is_regular s r half &&
                all_left l (S place) s arguments (class_value r half :: values) (k - r) (minus rest half) go_on))
        end
      else false
  end.

Definition may_take (taken : N) (heaps : nat) : bool :=
  match digit_at c taken with
  | None => false
  | Some d => may_leave d (N.of_nat heaps) && (negb (N.eqb taken 0) || Nat.leb 2 heaps)
  end.

Definition check_class_answers (r : Z) : bool :=
  forallb (fun lab =>
    let place := dimension M lab in
    assume (number_at_least p everything r large (variable place)) (fun s =>
      all_general M lab O s (fun s x =>
        forallb (fun b =>
          let x := toggle b x in
          let arguments := parameters x ++ [variable place] in
          all_cases (answer_tree (class_table r) lab b) arguments s (fun s a =>
            match a with
            | Unmet => true
            | IsP => leads_to_P s x [class_value r (variable place)]
            | MoveTo taken l =>
                may_take taken (S (length l)) &&
                all_left l (S place) s arguments [] (r - Z.of_N taken) (variable place) (fun s values =>
                  leads_to_P s x values)
            end))
          [false; true])))
    (labels M).

Definition check_answers : bool :=
  forallb (fun n => match options c n with [] => true | _ => check_small_answers n end) (not_large c (small_values A)) &&
  forallb check_class_answers (residues p).

(** ** Check D *)

(** Heaps whose unmet contexts are merged: those of one value, or the large heaps of one residue. For each label of a context,
    without a and with a, trees that hold where it may be unmet. *)
Record source := Source { source_heaps : elem + Z; source_unmet : list (list (tree bool) * list (tree bool)) }.

Definition unmet_trees (src : source) (lab : nat) (b : bool) : list (tree bool) := pick b (nth lab (source_unmet src) ([], [])).

Definition is_unmet (a : answer) : bool := match a with Unmet => true | _ => false end.

Definition unmet_tree (table : answer_table) (lab : nat) (b : bool) : tree bool := simplified is_unmet (answer_tree table lab b).

Definition kept (t : tree bool) : list (tree bool) := match t with Tip false => [] | _ => [t] end.

(** The sources are put together here, and nothing is proved of that: [all_covered] looks whether they have what they must. *)
Definition unmet_table (table : answer_table) : list (list (tree bool) * list (tree bool)) :=
  map (fun lab => (kept (unmet_tree table lab false), kept (unmet_tree table lab true))) (labels M).

Definition joined (l known : list (tree bool)) : list (tree bool) :=
  fold_left (fun known t => if existsb (same_tree t) known then known else known ++ [t]) l known.

Fixpoint joined_tables (new known : list (list (tree bool) * list (tree bool))) :=
  match new, known with
  | x :: new, y :: known => (joined (fst x) (fst y), joined (snd x) (snd y)) :: joined_tables new known
  | _, _ => known
  end.

Fixpoint add_source (e : elem) (table : list (list (tree bool) * list (tree bool))) (sources : list source) : list source :=
  match sources with
  | [] => [Source (inl e) table]
  | src :: rest =>
      match source_heaps src with
      | inl e' => if same_elem e e' then Source (inl e) (joined_tables table (source_unmet src)) :: rest
                  else src :: add_source e table rest
      | inr _ => src :: add_source e table rest
      end
  end.

Definition sources : list source :=
  fold_left (fun known n =>
    match options c n with [] => known | _ => add_source (value_of n) (unmet_table (small_table n)) known end)
    (not_large c (small_values A)) [] ++
  map (fun r => Source (inr r) (unmet_table (class_table r))) (residues p).

Definition covers (src : source) (table : answer_table) : bool :=
  forallb (fun lab =>
    forallb (fun b =>
      let t := unmet_tree table lab b in
      match t with Tip false => true | _ => existsb (same_tree t) (unmet_trees src lab b) end) [false; true])
    (labels M).

Definition all_covered (sources : list source) : bool :=
  forallb (fun n =>
    match options c n with
    | [] => true
    | _ => existsb (fun src => match source_heaps src with
                               | inl e => same_elem e (value_of n) && covers src (small_table n)
                               | inr _ => false
                               end) sources
    end) (not_large c (small_values A)) &&
  forallb (fun r => existsb (fun src => match source_heaps src with
                                        | inl _ => false
                                        | inr r' => (r' =? r) && covers src (class_table r)
                                        end) sources) (residues p).

Definition j_row (lab : nat) (b : bool) : list (tree bool * tree bool) := pick b (nth lab (invariant A) ([], [])).

Definition j_tree (y : nat) (yb : bool) (x : nat) (xb : bool) : tree bool :=
  pick xb (nth x (j_row y yb) (Tip false, Tip false)).

Definition in_J (y x : elem) : bool :=
  tree_at (parameters y ++ parameters x) (j_tree (label y) (with_a y) (label x) (with_a x)).

Definition all_where_J (sought : bool) (s : system) (y x : general) (go_on : system -> bool) : bool :=
  all_where sought (j_tree (label y) (with_a y) (label x) (with_a x)) (parameters y ++ parameters x) s go_on.

(** The value of the heaps of a source, and the argument of its trees besides the context; variable 0 is k. *)
Definition with_source (src : source) (s : system) (go_on : system -> general -> list form -> bool) : bool :=
  match source_heaps src with
  | inl e => go_on s (constants e) []
  | inr r => assume (number_at_least p s r large (variable O)) (fun s => go_on s (class_value r (variable O)) [variable O])
  end.

Definition check_end : bool :=
  forallb (fun lab =>
    all_general M lab 1 everything (fun s y =>
      forallb (fun b => all_where_J true s (toggle b y) (constants (one M)) nothing) [false; true]))
    (labels M).

Definition check_start (src : source) : bool :=
  forallb (fun lab =>
    all_general M lab 1 everything (fun s x =>
      with_source src s (fun s value arguments =>
        forallb (fun b =>
          forallb (fun t =>
            all_where true t (parameters x ++ arguments) s (fun s => all_where_J false s value (toggle b x) nothing))
            (unmet_trees src lab b))
          [false; true])))
    (labels M).

Definition check_step (s : system) (src : source) (product y x : general) : bool :=
  match unmet_trees src (label product) (with_a product) with
  | [] => true
  | trees =>
      with_source src s (fun s value arguments =>
        forallb (fun t =>
          all_where true t (parameters product ++ arguments) s (fun s =>
            all_products M s x value (fun s context =>
              all_where_J true s y context (fun s =>
                all_products M s y value (fun s sum => all_where_J false s sum x nothing))))) trees)
  end.

Definition is_never (t : tree bool) : bool := match t with Tip false => true | _ => false end.

Definition occurs (lab : nat) (b : bool) : bool :=
  negb (forallb (fun both => is_never (fst both) && is_never (snd both)) (j_row lab b)).

Definition check_steps (sources : list source) : bool :=
  forallb (fun y_lab =>
    forallb (fun yb =>
      negb (occurs y_lab yb) ||
      all_general M y_lab 1 everything (fun s y =>
        forallb (fun x_lab =>
          all_general M x_lab (1 + dimension M y_lab) s (fun s x =>
            forallb (fun xb =>
              all_products M s (toggle xb x) (toggle yb y) (fun s product =>
                forallb (fun src => check_step s src product (toggle yb y) (toggle xb x)) sources))
              [false; true]))
          (labels M)))
      [false; true])
    (labels M).

Definition check_invariant (sources : list source) : bool :=
  all_covered sources && check_end && forallb check_start sources && check_steps sources.

Definition check_algebraic : bool :=
  is_finite_plain c && N.eqb (largest_least c) 0 &&
  check_heap_values M p (small_values A) (class_values A) && check_letters M &&
  check_small_moves c M p (small_values A) (class_values A) &&
  check_large_moves c M p (small_values A) (class_values A) &&
  check_answers && check_invariant sources && negb (in_P M (one M)).

End SumsCheck.
