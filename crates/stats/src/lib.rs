//! Facts and statistics questions.
