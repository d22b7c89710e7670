(** The check of the outcome of every sum of heaps when the misère quotient is infinite: kind `infinite-quotient`.

    Heaps with the same options are of one type. The numbers of copies of some types, the growing ones, are read by an automaton
    whose outputs name slices: functions of the numbers of copies of the other types. A sum is claimed to be a P-position
    of misère play exactly if its slice is true. [check_array] accepts only if this is so: the local rule is checked as an equation
    of functions in every joint state of the automaton at the points that moves lead to. Its second argument is help
    found by a program that is not trusted: nodes and facts on functions (Facts.v), and the moves of each type. *)

From Coq Require Import List Arith ZArith NArith Lia Bool.
From Impartial Require Import Positions Rules Options Tables Closure Diagrams Facts Array.
Import ListNotations.
Open Scope N_scope.

Record certificate := Certificate {
  game : code;
  last : N;                                  (* the last heap *)
  kinds : list (option N);                   (* the type of heaps 0, 1, 2, ...; none without options *)
  growing : list N;
  radices : list N;
  first_states : list N;
  next_states : list N;
  outputs : list N;                          (* the number of a slice for each state *)
  listed_nodes : list (N * N * list N);      (* type, place from which on they repeat, functions *)
  listed_slices : list N                     (* 2i is node i, 2i + 1 its complement; node 0 is false *)
}.

(** Functions 2i and 2i + 1 are the two of node i. *)
Definition flip (f : N) : N := N.lxor f 1.

Definition both (d : N * N * list N) : list node :=
  match d with (t, place, l) => [Node t place l; Node t place (map flip l)] end.

Definition certified (c : certificate) : list node := flat_map both (listed_nodes c).

(** Copies of each type in a sum. *)
Definition kind_in (t : table (option N)) (n : N) : option N := match get t n with Some k => k | None => None end.

Definition kind (c : certificate) (n : N) : option N := kind_in (of_list (kinds c)) n.

Fixpoint copies_of (kind : N -> option N) (X : position) (t : N) : N :=
  match X with
  | [] => 0
  | n :: X => (match kind n with Some u => if u =? t then 1 else 0 | None => 0 end) + copies_of kind X t
  end.

Definition axes (c : certificate) : nat := length (growing c).
Definition radix (c : certificate) (i : nat) : Z := Z.of_N (nth i (radices c) 0).
Definition first_state (t : table N) (l : Z) : N := look t (Z.to_N l).
Definition next_state (t : table N) (letters : N) (q : N) (l : Z) : N := look t (q * letters + Z.to_N l).
Definition letters (c : certificate) : N := 2 ^ N.of_nat (axes c).

Definition growing_copies (c : certificate) (z : copies) : vector := fun i => Z.of_N (z (nth i (growing c) 0)).

(** The number of the slice at a vector of numbers of copies of growing types. *)
Definition slice_number (c : certificate) : vector -> N :=
  array (axes c) (radix c) (first_state (of_list (first_states c))) (next_state (of_list (next_states c)) (letters c))
    (look (of_list (outputs c))).

Definition claim_at (c : certificate) (z : copies) : bool :=
  truth (nodes (certified c)) (look (of_list (listed_slices c)) (slice_number c (growing_copies c z))) z.

(** The claim: the sum X is a P-position. *)
Definition claim (c : certificate) (X : position) : bool := claim_at c (copies_of (kind c) X).

(** The help. *)
Record help := Help {
  more_nodes : list node;
  known : facts;
  no_copies : N;                             (* the function that is true only where there are no copies of other types *)
  moves : list (N * list (list N))           (* for each type its options, as lists of types *)
}.

(** Options as descending lists of types. *)
Definition typed (kind : N -> option N) (o : position) : list N :=
  fold_right insert [] (flat_map (fun h => match kind h with Some t => [t] | None => [] end) o).

Fixpoint occurrences (t : N) (l : list N) : N :=
  match l with [] => 0 | u :: l => (if u =? t then 1 else 0) + occurrences t l end.

Fixpoint same_list (a b : list N) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y) && same_list a b
  | _, _ => false
  end.

Definition within (a b : list (list N)) : bool := forallb (fun x => existsb (same_list x) b) a.

Definition moves_of (ms : list (N * list (list N))) (t : N) : list (list N) :=
  match find (fun e => fst e =? t) ms with Some e => snd e | None => [] end.

Definition heap_ok (c : code) (kind : N -> option N) (ms : list (N * list (list N))) (n : N) : bool :=
  match kind n, options c n with
  | None, [] => true
  | Some t, (_ :: _) as opts =>
      let found := map (typed kind) opts in
      existsb (fun e => fst e =? t) ms && within found (moves_of ms t) && within (moves_of ms t) found
  | _, _ => false
  end.

Definition is_growing (g : list N) (t : N) : bool := existsb (N.eqb t) g.

Definition displacement (g : list N) (t : N) (o : list N) : list Z :=
  map (fun a => (Z.of_N (occurrences a o) - (if (a =? t)%N then 1 else 0))%Z) g.

Fixpoint same_integers (a b : list Z) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y)%Z && same_integers a b
  | _, _ => false
  end.

Definition displacements (g : list N) (ms : list (N * list (list N))) : list (list Z) :=
  nodup (list_eq_dec Z.eq_dec)
    (map (fun _ => 0%Z) g :: flat_map (fun e => map (displacement g (fst e)) (moves_of ms (fst e))) ms).

Definition joint_eq_dec : forall a b : joint, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition has_joint (j : joint) (s : list joint) : bool := if in_dec joint_eq_dec j s then true else false.

Section Rule.

Variables (ns : table node) (uf sf wf : table2) (cf : table N).
Variable g : list N.                         (* growing types *)
Variable ms : list (N * list (list N)).
Variable none : N.                           (* no_copies *)
Variable slice_at : N -> list Z -> N.        (* the function at the end of reading *)

(** The function at a displacement: missing; none because the point is outside; or some. *)
Definition at_displacement (j : joint) (d : list Z) : option (option N) :=
  match find (fun r => same_integers (fst r) d) (fst j) with
  | None => None
  | Some (_, (q, carry)) =>
      Some (if all_natural (length g) (at_axis carry) then Some (slice_at q carry) else None)
  end.

Fixpoint shift_all (f : N) (l : list N) : option N :=
  match l with
  | [] => Some f
  | t :: l => match shift ns sf f t with Some h => shift_all h l | None => None end
  end.

Fixpoint union_all (l : list (option N)) : option N :=
  match l with
  | [] => Some 0
  | Some f :: l => match union_all l with Some h => union uf f h | None => None end
  | None :: _ => None
  end.

Definition after_move (j : joint) (t : N) (o : list N) : option N :=
  match at_displacement j (displacement g t o) with
  | Some (Some f) => shift_all f (filter (fun u => negb (is_growing g u)) o)
  | Some None => Some 0
  | None => None
  end.

Definition reached (j : joint) (t : N) : option N :=
  match union_all (map (after_move j t) (moves_of ms t)) with
  | Some f => if is_growing g t then Some f else unshift wf f t
  | None => None
  end.

Definition rule_ok (j : joint) : bool :=
  match union_all (Some (if snd j then none else 0) :: map (fun e => reached j (fst e)) ms),
        at_displacement j (map (fun _ => 0%Z) g) with
  | Some w, Some (Some s) => is (complement cf w) s
  | _, _ => false
  end.

(** The function is true only where there are no copies of the types listed. *)
Fixpoint only_without (ts : list N) (f : N) : bool :=
  match ts with
  | [] => f =? 1
  | t :: ts => for_all_copies ns t [f] (fun k => child ns t f (k + 1) =? 0) && only_without ts (child ns t f 0)
  end.

End Rule.

Definition others (g : list N) (ms : list (N * list (list N))) : list N :=
  fold_right insert [] (filter (fun t => negb (is_growing g t)) (map fst ms)).

Definition check_array (c : certificate) (w : help) : bool :=
  let own := certified c in
  let all := own ++ more_nodes w in
  let ns := nodes all in
  let uf := of_facts (unions (known w)) in
  let sf := of_facts (shifts (known w)) in
  let wf := of_facts (unshifts (known w)) in
  let cf := of_pairs (complements (known w)) in
  let kind := kind_in (of_list (kinds c)) in
  let ms := moves w in
  let g := growing c in
  let states := N.of_nat (length (outputs c)) in
  let first := first_state (of_list (first_states c)) in
  let next := next_state (of_list (next_states c)) (letters c) in
  let output := look (of_list (outputs c)) in
  let slice := look (of_list (listed_slices c)) in
  let bound := 2 + N.of_nat (length own) in
  (N.of_nat (length (kinds c)) =? last c + 1) &&
  forallb (heap_ok (game c) kind ms) (count (N.to_nat (last c + 1)) 0) &&
  forallb (fun e => forallb (fun o => occurrences (fst e) o =? 0) (moves_of ms (fst e))) ms &&
  forallb (fun t => existsb (fun e => fst e =? t) ms) g &&
  (* the functions *)
  nodes_ok all ns &&
  forallb (fun d => forallb (fun f => f <? bound) (slices d)) own &&
  forallb (fun f => f <? bound) (listed_slices c) &&
  forallb (fun d => negb (is_growing g (on d))) all &&
  forallb (union_ok ns uf) (unions (known w)) && forallb (complement_ok ns cf) (complements (known w)) &&
  forallb (shift_ok ns sf) (shifts (known w)) && forallb (unshift_ok ns wf) (unshifts (known w)) &&
  only_without ns (others g ms) (no_copies w) &&
  (* the automaton *)
  Nat.eqb (length (radices c)) (axes c) && forallb (fun r => 0 <? r) (radices c) &&
  (0 <? states) && forallb (fun q => q <? states) (first_states c) && forallb (fun q => q <? states) (next_states c) &&
  forallb (fun q => output (next q 0%Z) =? output q) (count (length (outputs c)) 0) &&
  (* the local rule *)
  match explore joint (list joint) has_joint cons (next_joints (axes c) next (fun _ => true)) 40
          (start_joints (axes c) (radix c) first (fun _ => true) (displacements g ms)) [] with
  | None => false
  | Some met =>
      forallb
        (rule_ok ns uf sf wf cf g ms (no_copies w)
           (fun q carry => slice (finish (axes c) next output q (at_axis carry))))
        met
  end.
