//! Metrics and who may see them.

/// Whose eyes: each view has its own metrics and dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// What is bought: spend and conversions, nobody's earnings.
    Advertiser,
    /// What is sold: earnings, nobody's spend or conversions.
    Webmaster,
    /// Both sides and the network's part.
    Network,
}
