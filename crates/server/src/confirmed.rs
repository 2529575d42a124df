//! Questions of commands that cannot be taken back.

use anyhow::ensure;
use clap::Args;
use std::io::{BufRead, Write};

/// Flags of commands that ask before they do something.
#[derive(Clone, Copy, Debug, Args)]
pub struct Confirmed {
    /// Do not ask.
    #[arg(long)]
    pub yes: bool,
}

impl Confirmed {
    /// Tells what will be done, and asks whether to do it.
    ///
    /// # Errors
    /// Unless the answer is yes.
    pub fn ask(self, text: &str) -> anyhow::Result<()> {
        writeln!(std::io::stderr(), "{text}")?;
        if self.yes {
            return Ok(());
        }
        write!(std::io::stderr(), "Type yes to go on: ")?;
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        ensure!(line.trim().eq_ignore_ascii_case("yes"), "nothing was changed");
        Ok(())
    }
}
