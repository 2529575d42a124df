//! The Placard executable as a library, so that tests build the same application.
