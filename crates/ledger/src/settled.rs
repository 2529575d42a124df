//! What billing makes of a batch of records.

use placard_model::settlement::Settlement;

/// What a batch of records led to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    /// In the order of the log.
    pub settlements: Vec<Settlement>,
    /// Postbacks that changed nothing: repeats, of clicks that were never settled, or beyond the limit of conversions
    /// of one click.
    pub postbacks_ignored: u32,
}
