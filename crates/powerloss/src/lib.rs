//! A layer under a process that remembers what would survive a power loss. Tests only.
//!
//! Loaded with `LD_PRELOAD`, it watches the files under [`WATCH`]. All calls go through to them, so the process notices
//! nothing; the folder [`SHADOW`] receives only what the process made durable: the content of a file when `fsync` or
//! `fdatasync` is called on it, and the names in a folder when the folder is synced. (A sync of a new file makes its own
//! name durable too, as ext4, XFS and btrfs do.) After `kill -9` a test throws the watched folder away and puts in its
//! place what `placard_sim::powerloss` makes of the shadow: what a disk would hold, and, cut at a random byte, some of
//! what was on its way.
//!
//! `kill -9` alone proves nothing about syncs: the kernel keeps what a dead process has written.

#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "replaces functions of the C library, which have no safe form")]

mod calls;
mod faults;
mod layer;
mod sys;

/// The variable that names the watched folder: absolute, without links.
pub const WATCH: &str = "POWERLOSS_WATCH";
/// The variable that names the shadow folder: absolute, without links, outside the watched one.
pub const SHADOW: &str = "POWERLOSS_SHADOW";
/// The variable that names a file: while it is there, every sync of a watched file fails with an I/O error.
pub const FAIL: &str = "POWERLOSS_FAIL";
/// The variable that names a file: while it is there, every write to a watched file fails for want of space.
pub const FULL: &str = "POWERLOSS_FULL";
/// The variable that names a file with a number: so many milliseconds the process sees the machine's clock ahead.
pub const CLOCK: &str = "POWERLOSS_CLOCK";
/// The variable that names a folder whose syncs count for nothing, as if the program did not make them.
pub const FORGET: &str = "POWERLOSS_FORGET";
/// Contents of files, by number, in the shadow. The form of the shadow is known to `placard_sim::powerloss` too.
const OBJECTS: &str = "objects";
/// Durable names, a file for each folder, in the shadow.
const NAMES: &str = "names";
/// Stands for the end of a field in a file of names.
const FIELD: u8 = 0;
