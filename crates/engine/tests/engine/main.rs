//! The engine through its public face: one test binary, a module per subject.

mod live;
mod over_budget;
mod properties;
mod ranking;
mod samples;
mod steps;
mod survivors;
mod world;
