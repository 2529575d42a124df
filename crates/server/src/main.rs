//! The Placard executable.

use clap::Parser;
use placard_server::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("placard: {error:#}");
            ExitCode::FAILURE
        }
    }
}
