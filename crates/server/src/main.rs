//! The Placard executable.
fn main() {}
