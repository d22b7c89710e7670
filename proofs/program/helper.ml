(* Finds what the check of an array of slices asks for beside the certificate: nodes and facts on functions, and the moves of
   each type. Not verified, and not trusted: the check looks at every fact, and accepts nothing because of an error here. *)

open Verified

exception Not_canonical

(* Functions: 0 is false, 1 is true, others are nodes (type, place from which on the slices repeat, slices). *)
type functions = {
  mutable added : (int * int * int array) list;      (* the last first *)
  mutable count : int;
  by_number : (int, int * int * int array) Hashtbl.t;
  by_form : (int * int * int array, int) Hashtbl.t;
  unions : (int * int, int) Hashtbl.t;
  complements : (int, int) Hashtbl.t;
  shifts : (int * int, int) Hashtbl.t;
  unshifts : (int * int, int) Hashtbl.t;
}

let level fs f = match Hashtbl.find_opt fs.by_number f with Some (t, _, _) -> t + 1 | None -> 0

(* The least period, then the shortest beginning. *)
let least slices repeats =
  let length = Array.length slices in
  let period = length - repeats in
  let has p =
    period mod p = 0
    && (let rec go i = i >= length || (slices.(i) = slices.(i - p) && go (i + 1)) in go (repeats + p)) in
  let rec find p = if has p then p else find (p + 1) in
  let p = find 1 in
  let rec shorten repeats =
    if repeats > 0 && slices.(repeats - 1) = slices.(repeats + p - 1) then shorten (repeats - 1) else repeats in
  let repeats = shorten repeats in
  Array.sub slices 0 (repeats + p), repeats

let sequence fs t slices repeats =
  let slices, repeats = least slices repeats in
  if Array.length slices = 1 then slices.(0)
  else
    let form = t, repeats, slices in
    match Hashtbl.find_opt fs.by_form form with
    | Some f -> f
    | None ->
      let f = fs.count in
      fs.count <- f + 1;
      fs.added <- form :: fs.added;
      Hashtbl.add fs.by_number f form;
      Hashtbl.add fs.by_form form f;
      f

let memo table key compute =
  match Hashtbl.find_opt table key with
  | Some f -> f
  | None -> let f = compute () in Hashtbl.add table key f; f

let node fs f = Hashtbl.find fs.by_number f

let at (_, repeats, slices) i =
  let length = Array.length slices in
  slices.(if i < length then i else repeats + (i - repeats) mod (length - repeats))

let rec gcd a b = if b = 0 then a else gcd b (a mod b)

let rec union fs f g =
  if f = 0 then g else if g = 0 then f else if f = 1 || g = 1 then 1 else if f = g then f
  else
    let f, g = min f g, max f g in
    memo fs.unions (f, g) (fun () ->
        let (t, r, a) as m = node fs f and (u, s, b) as n = node fs g in
        if t = u then begin
          let p = Array.length a - r and q = Array.length b - s in
          let repeats = max r s and period = p / gcd p q * q in
          sequence fs t (Array.init (repeats + period) (fun i -> union fs (at m i) (at n i))) repeats
        end
        else if t > u then sequence fs t (Array.map (fun x -> union fs x g) a) r
        else sequence fs u (Array.map (fun x -> union fs f x) b) s)

let rec complement fs f =
  if f < 2 then 1 - f
  else memo fs.complements f (fun () ->
      let t, r, a = node fs f in sequence fs t (Array.map (complement fs) a) r)

let rec shift fs f s =
  if level fs f <= s then f
  else memo fs.shifts (f, s) (fun () ->
      let (t, r, a) as m = node fs f in
      if t = s then sequence fs t (Array.init (Array.length a) (fun i -> at m (i + 1))) r
      else sequence fs t (Array.map (fun x -> shift fs x s) a) r)

let rec unshift fs f s =
  if f = 0 then 0
  else memo fs.unshifts (f, s) (fun () ->
      if level fs f <= s then sequence fs s [| 0; f |] 1
      else
        let t, r, a = node fs f in
        if t = s then sequence fs s (Array.append [| 0 |] a) (r + 1)
        else sequence fs t (Array.map (fun x -> unshift fs x s) a) r)

(* Every node of the certificate must be in its least form, and all must differ. *)
let functions (listed : (int * int * int list) list) =
  let table () = Hashtbl.create 4096 in
  let fs = { added = []; count = 2; by_number = table (); by_form = table (); unions = table ();
             complements = table (); shifts = table (); unshifts = table () } in
  let add t place slices =
    let slices = Array.of_list slices in
    let form = t, place, slices in
    if place >= Array.length slices || (let s, p = least slices place in s <> slices || p <> place)
       || Array.length slices = 1 || Hashtbl.mem fs.by_form form then raise Not_canonical;
    Hashtbl.add fs.by_number fs.count form;
    Hashtbl.add fs.by_form form fs.count;
    fs.count <- fs.count + 1 in
  List.iter (fun (t, place, slices) -> add t place slices; add t place (List.map (fun f -> f lxor 1) slices)) listed;
  (* Slices depend on earlier types only, or this would not end. *)
  let above t f = level fs f > t in
  Hashtbl.iter (fun _ (t, _, slices) -> if Array.exists (above t) slices then invalid_arg "a node") fs.by_number;
  fs

(* Numbers of copies of types where two different functions differ. *)
let rec separate fs f g =
  let l = max (level fs f) (level fs g) in
  if l = 0 then []
  else
    let child h k = if level fs h = l then at (node fs h) k else h in
    let rec try_ k =
      if k > 1000 then raise Not_found
      else if child f k <> child g k then (l - 1, k) :: separate fs (child f k) (child g k)
      else try_ (k + 1) in
    try_ 0

(* A heap of each growing type, and heaps beside which the slices at two points differ. *)
let tell_apart (c : certificate) listed (p : z list) (q : z list) : n list * n list =
  let n = Numbers.number in
  let fs = functions listed in
  let kind_table = of_list c.kinds in
  let heap_of t =
    let rec go h = if h > Numbers.int c.last then raise Not_found
      else if kind_in kind_table (n h) = Some t then n h else go (h + 1) in
    go 1 in
  let slice p = Numbers.int (look (of_list c.listed_slices) (slice_number c (at_axis p))) in
  let copies = if slice p = slice q then [] else separate fs (slice p) (slice q) in
  List.map heap_of c.growing, List.concat_map (fun (t, k) -> List.init k (fun _ -> heap_of (n t))) copies

(* Joint states that have been met. *)
module Met = Hashtbl.Make (struct
    type t = joint
    let equal (a : joint) b = a = b
    let hash (j : joint) = Hashtbl.hash_param 1000 1000 j
  end)

let explored next start =
  let met = Met.create 4096 in
  let add j () = Met.replace met j () in
  ignore (explore (fun j () -> Met.mem met j) add next (Numbers.natural 40) start ());
  Met.fold (fun j () l -> j :: l) met []

let find (c : certificate) (listed : (int * int * int list) list) (relations : (n list * n list) list) : help =
  let n = Numbers.number and i = Numbers.int in
  let fs = functions listed in
  let kind_table = of_list c.kinds in
  let kind h = kind_in kind_table h in
  let moves =
    let known = Hashtbl.create 64 in
    let order = ref [] in
    for h = 0 to i c.last do
      match kind (n h) with
      | Some t when not (Hashtbl.mem known t) ->
        Hashtbl.add known t ();
        order := (t, List.sort_uniq compare (List.map (typed kind) (options c.game (n h)))) :: !order
      | _ -> ()
    done;
    List.rev !order in
  let growing = c.growing in
  let is_growing t = List.mem t growing in
  let letters = letters c in
  let first = first_state (of_list c.first_states) and next = next_state (of_list c.next_states) letters in
  let output = look (of_list c.outputs) and slice = look (of_list c.listed_slices) in
  let axes = axes c in
  let at_end q carry = slice (finish axes next output q (at_axis carry)) in
  let joints_at displacements =
    explored (next_joints axes next (fun _ -> true)) (start_joints axes (radix c) first (fun _ -> true) displacements) in
  let joints = joints_at (displacements growing moves) in
  let no_copies =
    let others = List.sort compare (List.map i (List.filter (fun t -> not (is_growing t)) (List.map fst moves))) in
    List.fold_left (fun f t -> sequence fs t [| f; 0 |] 1) 1 others in
  let union_all l = List.fold_right (union fs) l 0 in
  let rule j =
    let after t o =
      match at_displacement growing at_end j (displacement growing t o) with
      | Some (Some f) ->
        List.fold_left (fun f t -> shift fs f (i t)) (i f) (List.filter (fun u -> not (is_growing u)) o)
      | _ -> 0 in
    let reached (t, options) =
      let f = union_all (List.map (after t) options) in
      if is_growing t then f else unshift fs f (i t) in
    let lost = if snd j then no_copies else 0 in
    ignore (complement fs (union_all (lost :: List.map reached moves))) in
  List.iter rule joints;
  let relation (left, right) =
    let shifted sum (_, (q, carry)) =
      ignore (List.fold_left (fun f t -> shift fs f (i t)) (i (at_end q carry)) (other_part growing sum)) in
    let ends (readers, _) = List.iter2 shifted [ left; right ] readers in
    List.iter ends (joints_at [ growing_part growing left; growing_part growing right ]) in
  List.iter relation relations;
  let three table = Hashtbl.fold (fun (a, b) v l -> ((n a, n b), n v) :: l) table [] in
  { more_nodes =
      List.rev_map (fun (t, place, slices) ->
          { on = n t; loop = n place; slices = List.map n (Array.to_list slices) }) fs.added;
    known = { unions = three fs.unions; shifts = three fs.shifts; unshifts = three fs.unshifts;
              complements = Hashtbl.fold (fun a v l -> (n a, n v) :: l) fs.complements [] };
    no_copies = n no_copies;
    moves }
