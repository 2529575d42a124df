//! The statistics in files and in memory.

mod clicks;
mod facts;
mod publisher;
mod samples;
