//! The line that a failed login leaves in the log. Its form is fixed: tools that ban addresses read it
//! (`docs/operate.md` has a filter). It never holds what was typed.

use placard_model::UserId;
use std::fmt;
use std::net::IpAddr;

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A login.
    Login,
    /// Password or code again, in a session.
    StepUp,
}

/// Why it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no such account.
    Unknown,
    /// The password is wrong.
    Password,
    /// The code of the second factor is wrong.
    Code,
    /// There were too many before: it was not looked at.
    Limit,
}

struct Line {
    step: Step,
    failure: Failure,
    address: IpAddr,
    account: Option<UserId>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = match self.step {
            Step::Login => "login",
            Step::StepUp => "step-up",
        };
        let reason = match self.failure {
            Failure::Unknown => "unknown",
            Failure::Password => "password",
            Failure::Code => "code",
            Failure::Limit => "limit",
        };
        write!(f, "{step} failed: address={} account=", self.address)?;
        match self.account {
            Some(account) => write!(f, "{account}")?,
            None => f.write_str("-")?,
        }
        write!(f, " reason={reason}")
    }
}

/// Writes the line.
pub fn log(step: Step, failure: Failure, address: IpAddr, account: Option<UserId>) {
    tracing::warn!(target: "placard::login", "{}", Line { step, failure, address, account });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_keeps_its_form() {
        let line = |step, failure, account| {
            Line { step, failure, address: "203.0.113.9".parse().unwrap(), account }.to_string()
        };
        let check = |found: String, expected: &str| assert_eq!(found, expected);
        check(
            line(Step::Login, Failure::Password, Some(UserId(12))),
            "login failed: address=203.0.113.9 account=12 reason=password",
        );
        check(line(Step::Login, Failure::Unknown, None), "login failed: address=203.0.113.9 account=- reason=unknown");
        check(
            line(Step::StepUp, Failure::Code, Some(UserId(12))),
            "step-up failed: address=203.0.113.9 account=12 reason=code",
        );
    }
}
