//! The durable event log.
