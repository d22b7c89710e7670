(** Prints what each main theorem assumes; the build fails unless every answer is "Closed under the global context". *)

From Impartial Require Import Main.

Print Assumptions sprague_grundy_theorem.
Print Assumptions grundy_values_theorem.
Print Assumptions grundy_values_checked.
Print Assumptions heap_period_checked.
Print Assumptions misere_quotient_checked.
Print Assumptions infinite_array_checked.
Print Assumptions infinite_order_checked.
Print Assumptions relations_checked.
Print Assumptions algebraic_checked.
Print Assumptions algebraic_infinite_checked.
Print Assumptions algebraic_quotient_checked.
Print Assumptions outcomes_exclude_each_other.
