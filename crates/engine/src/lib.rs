//! Ad selection over an immutable snapshot.
