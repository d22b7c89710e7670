//! What is wrong with the text of a group or of an element, and where.

use std::fmt;
use std::ops::Range;

use crate::limits::StopReason;
use crate::text::ReadError;

/// A text that names no group (or no element), or a group too large to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupError {
    /// The bytes of the text that the message is about; empty at the end when something is missing.
    pub span: Range<usize>,
    /// One sentence: what is there, what was expected.
    pub message: String,
    /// What to write instead, when that is clear.
    pub help: Option<String>,
    /// Set when the text was understood and a limit ended the construction.
    pub stopped: Option<StopReason>,
    /// Set when the text names a group of a library that does not ship with the program: order or degree, and number. Whoever
    /// has another source for it may ask there.
    pub elsewhere: Option<(Library, u64, u64)>,
}

/// A library of groups that GAP has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// All groups of small orders; those up to 511 ship with the program.
    SmallGroups,
    /// The transitive groups of small degrees, up to conjugation.
    Transitive,
    /// The primitive groups of small degrees, up to conjugation.
    Primitive,
}

impl GroupError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        GroupError { span, message: message.into(), help: None, stopped: None, elsewhere: None }
    }

    /// An error about the whole construction; the parser says where it stands in the text.
    pub(super) fn whole(message: impl Into<String>) -> Self {
        GroupError::new(0..0, message)
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The group of a library that is not here.
    pub(super) fn elsewhere(library: Library, degree: u64, number: u64) -> Self {
        let which = match library {
            Library::SmallGroups => "SmallGroup",
            Library::Transitive => "TransitiveGroup",
            Library::Primitive => "PrimitiveGroup",
        };
        GroupError {
            elsewhere: Some((library, degree, number)),
            ..GroupError::whole(format!("{which}({degree},{number}) does not ship with the program"))
                .help("GAP has it, with its packages SmallGrp, TransGrp and PrimGrp; the program asks GAP where it is installed")
        }
    }

    pub(super) fn stopped(reason: StopReason) -> Self {
        GroupError { stopped: Some(reason), ..GroupError::whole(reason.to_string()) }
    }

    /// The same error about the bytes `span` of a longer text.
    pub(super) fn at(mut self, span: Range<usize>) -> Self {
        self.span = span;
        self
    }

    /// The same error in a text that begins `offset` bytes before.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }
}

impl From<StopReason> for GroupError {
    fn from(reason: StopReason) -> Self {
        GroupError::stopped(reason)
    }
}

impl From<ReadError> for GroupError {
    fn from(ReadError { span, message, help }: ReadError) -> Self {
        GroupError { help, ..GroupError::new(span, message) }
    }
}

/// What is wrong with the text, without what is known beside it.
impl From<GroupError> for ReadError {
    fn from(GroupError { span, message, help, .. }: GroupError) -> Self {
        ReadError { span, message, help }
    }
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for GroupError {}
