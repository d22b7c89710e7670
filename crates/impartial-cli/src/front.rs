//! The page a newcomer sees: `impartial` without a question.

use std::process::ExitCode;

use crate::answer::write_standard_output;

const PAGE: &str = "\
impartial: impartial games, in normal and misère play, answered exactly

  impartial outcome 'kayles[7+9+12]'          who wins, and every winning move   (--misere)
  impartial nimber  '0.137[12] + *3 x *5'     the Sprague-Grundy value
  impartial moves   '*3 + {0,*2}'             every move, with what it leaves
  impartial play    'nim[3+4+5]' --misere     play against the program
  impartial sequence 0.77 --to 100            Grundy values of a code, period proved
  impartial same 0.161 0.36                   are two codes the same game?
  impartial quotient 0.75                     misère quotient, pretending function, period
  impartial diagram kayles -o kayles.svg      the picture of a misère quotient
  impartial nimber 'gen(S4) + dng(Z6 x Z3)'   achievement and avoidance games of groups
  impartial outcome 'group(D4)'               the game of quotients; subgroups(D4): of subgroups
  impartial nimber 'abelian(Z/4 + Z/8 + Z)'   abelian groups, rings, algebras: divide out an element
  impartial groups 2..127 --games dng,gen     all of these for every group of some orders
  impartial group 'Z7 : Z3 x Z2'              a finite group: structure, classes, maximal subgroups
  impartial canonical '*2_+320 + *2'          misère canonical form and genus of a tree
  impartial nim 'w^w^13 ** 47'                arithmetic of nimbers, finite and infinite
  impartial lexicode --length 24 --distance 8 the Golay code, from a game
  impartial check FILE                        verify a certificate, independently
  impartial explore                           all of it in the browser: pictures, reasons, a board to play on

games      *5  *w^2  kayles[3+5]  0.77[3*7+9]  4.[3][6]  {0,*,{*2}}  *2_+320  coins(nim x nim)[(2,3)]
together   A + B (one of them)   A | B (one or more)   A x B (product)   brackets group
every question: --json  --format FORM  -o FILE  --explain  --certificate FILE  --time 10s  --memory 4G

PROVED, UP TO or CITED on every answer. More: impartial --help, impartial QUESTION --help, impartial man
";

/// Prints the page.
pub fn print() -> ExitCode {
    write_standard_output(|out| out.write_all(PAGE.as_bytes()))
}
