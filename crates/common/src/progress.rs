//! How long work tells how far it is: a bar on a terminal, a line now and then elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// The progress of one piece of work.
pub struct Progress {
    name: &'static str,
    total: u64,
    bar: Option<ProgressBar>,
    told: Instant,
}

impl Progress {
    /// Begins work of `total` steps under a name such as "Making the demo network".
    pub fn new(name: &'static str, total: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:30} {percent:>3} %  {msg}") {
                bar.set_style(style);
            }
            bar.set_prefix(name);
            bar
        });
        let progress = Self { name, total, bar, told: Instant::now() };
        if progress.bar.is_none() {
            line(name);
        }
        progress
    }

    /// Says how many steps are done, and what is going on.
    pub fn set(&mut self, done: u64, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(done.min(self.total));
            bar.set_message(message.to_owned());
        } else if self.told.elapsed() >= LINE_INTERVAL {
            self.told = Instant::now();
            line(&format!("{}: {} %, {message}", self.name, done.min(self.total) * 100 / self.total.max(1)));
        }
    }

    /// Ends with a last line.
    pub fn finish(self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        line(message);
    }
}

fn line(text: &str) {
    // Nobody may be listening any more; the work itself is not the worse for it.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
