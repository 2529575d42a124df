//! The whole system as a list of operations, and its checkers. Tests only.
