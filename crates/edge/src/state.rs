//! What the edge keeps.

use crate::delivery::Delivery;
use placard_common::Base;
use placard_engine::Host;
use placard_events::Log;
use std::ops::Deref;
use std::sync::Arc;

/// The edge, shared by its handlers and by the roles that teach it or write what it serves by.
pub type EdgeState = Arc<Edge>;

/// What the edge keeps: memory and the event log.
pub struct Edge {
    /// What every role has.
    pub base: Arc<Base>,
    /// The durable log.
    pub log: Log,
    /// Ad selection.
    pub engine: Arc<Host>,
    /// What delivery keeps in memory.
    pub delivery: Delivery,
}

impl Deref for Edge {
    type Target = Base;

    fn deref(&self) -> &Base {
        &self.base
    }
}
