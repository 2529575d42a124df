//! What billing makes of the event log: settlements and voids, the seals of days, how far each feed is, and what audits read of it.

pub mod audit_rows;
pub mod audit_runs;
pub mod folding;
pub mod positions;
pub mod seals;
pub mod set_aside;
pub mod settlements;
pub mod settling;
pub mod voids;
