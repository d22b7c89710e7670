//! The questions, one file each.

mod abelian;
mod algebraic;
mod ask;
mod canonical;
mod check;
mod coins;
mod diagram;
mod explore;
mod game;
mod group;
mod groups;
mod lattice;
mod lexicode;
mod moves;
mod nim;
mod nimber;
mod outcome;
mod play;
mod quotient;
mod same;
mod sequence;
mod shell;
mod strategy;
mod survey;
mod table;

use clap::Subcommand;
use impartial_report::Report;

use crate::context::Context;
use crate::failure::Failure;

/// A question and what it is asked about.
#[derive(Subcommand)]
pub enum Command {
    /// Who wins, and every winning move
    Outcome(outcome::OutcomeArguments),
    /// The Sprague-Grundy value
    Nimber(nimber::NimberArguments),
    /// Every move, with what it leaves
    Moves(moves::MovesArguments),
    /// Play against the program
    Play(play::PlayQuestion),
    /// Grundy values of the heaps of a taking-and-breaking game
    Sequence(sequence::SequenceArguments),
    /// Whether two codes are the same game, with a proof or the first heap that differs
    Same(same::SameArguments),
    /// The misère quotient: presentation, P-portion, pretending function and period
    Quotient(quotient::QuotientArguments),
    /// The picture of a misère quotient, or of the structure of gen(…) or dng(…)
    Diagram(diagram::Diagram),
    /// Games with infinite quotients solved for all heaps: algebraic periodicity, proved
    Algebraic(algebraic::Algebraic),
    /// The state of every code of a family, in both plays
    Survey(survey::SurveyArguments),
    /// Nimbers of the abelian p-groups with exponents up to some bounds
    Abelian(abelian::AbelianArguments),
    /// Nimbers of the games on every group of some orders
    Groups(groups::GroupsArguments),
    /// Arithmetic in Conway's Field On_2: a calculator for nimbers, finite and infinite
    Nim(nim::NimArguments),
    /// The outcomes of a lattice game in a box, as a table or a picture
    Table(table::TableArguments),
    /// The P-positions of a lattice game, all of them, proved
    Strategy(strategy::StrategyArguments),
    /// A heap game or a finite game as a lattice game: the board file for `table` and `strategy`
    Lattice(lattice::LatticeArguments),
    /// A finite game as a coin-turning game
    Coins(coins::CoinsArguments),
    /// The lexicographically first code of a length and distance
    Lexicode(lexicode::LexicodeArguments),
    /// The simplest game equal to a game in misère play, its genus and its mate
    Canonical(canonical::CanonicalArguments),
    /// A finite group: order, structure, classes, series, maximal subgroups
    Group(group::GroupArguments),
    /// Verify a certificate with the independent checker
    Check(check::Check),
    /// All of it in the browser: one page, served to this machine only
    Explore(explore::Explore),
    /// A question as data
    #[command(hide = true)]
    Ask(ask::Ask),
    /// Completions for a shell
    Completions(shell::Completions),
    /// The manual page
    Man(shell::Manual),
}

impl Command {
    /// Whether the question writes pixels itself, one for a point of a board or a product.
    pub fn has_pixels(&self) -> bool {
        matches!(self, Command::Table(_) | Command::Nim(_))
    }

    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        match self {
            Command::Outcome(question) => question.run(context),
            Command::Nimber(question) => question.run(context),
            Command::Moves(question) => question.run(context),
            Command::Nim(question) => question.run(context),
            Command::Coins(question) => question.run(context),
            Command::Lexicode(question) => question.run(context),
            Command::Play(question) => question.run(context),
            Command::Canonical(question) => question.run(context),
            Command::Completions(question) => question.run(context),
            Command::Man(question) => question.run(context),
            Command::Quotient(question) => question.run(context),
            Command::Diagram(question) => question.run(context),
            Command::Algebraic(question) => question.run(context),
            Command::Survey(question) => question.run(context),
            Command::Abelian(question) => question.run(context),
            Command::Ask(question) => question.run(context),
            Command::Explore(question) => question.run(context),
            Command::Group(question) => question.run(context),
            Command::Groups(question) => question.run(context),
            Command::Check(question) => question.run(context),
            Command::Lattice(question) => question.run(context),
            Command::Table(question) => question.run(context),
            Command::Strategy(question) => question.run(context),
            Command::Same(question) => question.run(context),
            Command::Sequence(question) => question.run(context),
        }
    }
}
