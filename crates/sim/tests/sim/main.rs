//! The whole system under crashes, failing disks and wrong clocks, in process and as the real executable.

mod crash;
mod faults;
mod powerloss;
mod push_crash;
mod simulation;
