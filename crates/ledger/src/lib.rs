//! The last word on a click and its money.
