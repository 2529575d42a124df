//! Money that leaves beside the visits, over HTTP: webmasters are given something by hand and ask for it, one owner of the network
//! approves it and another pays or refuses it, each call under a name of its own, again and again until there is an answer.

use crate::clerk::{Clerk, PASSWORD, call, create_person, log_in, switch_on};
use crate::server::{Folders, Server, Visitor, placard};
use anyhow::{Context, ensure};
use hyper::{Method, StatusCode};
use placard_model::books::posting::Account;
use placard_model::money::MICROS_PER_CENT;
use placard_model::payments::correction::CorrectionStatus;
use placard_model::payments::payout::PayoutStatus;
use placard_model::{Money, UserId};
use placard_store::money::movements;
use placard_store::{Conn, Store};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;

const SECOND_OWNER: &str = "second@example.com";
/// Webmasters who take turns.
const PAYEES: usize = 4;
/// Payouts that one of them may ask for within a day.
const EACH_MAX: usize = 20;
/// The first payout in cents, above the least one; each has an amount of its own, by which it is known.
const FIRST_CENTS: i64 = 6_000;
/// By which all are paid, and an address of it.
const TRC20: i64 = 16_001;
const ADDRESS: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/// Between two payouts.
const PAUSE: Duration = Duration::from_millis(40);

/// How far a payout has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Nothing was answered yet.
    Begun,
    /// Its webmaster has the money.
    Earned,
    /// It was asked for.
    Asked,
    /// One owner of the network has approved it.
    Approved,
    /// Another one has paid or refused it.
    Closed,
}

/// A payout, as far as the server has answered for it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    number: usize,
    step: Step,
    /// What the server calls it, once it has said so.
    id: i64,
}

/// All payouts, in their order. All but the last are closed.
pub type Cases = Vec<Case>;

impl Case {
    fn micros(self) -> i64 {
        (FIRST_CENTS + self.number as i64) * MICROS_PER_CENT
    }

    const fn is_refused(self) -> bool {
        self.number % 4 == 3
    }

    /// What it may be by what was answered; the next step may have been taken without an answer.
    fn may_be(self, found: Option<PayoutStatus>) -> bool {
        use PayoutStatus::{Approved, Paid, Rejected, Requested};
        let end = Some(if self.is_refused() { Rejected } else { Paid });
        match self.step {
            Step::Begun => found.is_none(),
            Step::Earned => found.is_none() || found == Some(Requested),
            Step::Asked => found == Some(Requested) || found == Some(Approved),
            Step::Approved => found == Some(Approved) || found == end,
            Step::Closed => found == end,
        }
    }
}

#[derive(Clone, Debug)]
struct Payee {
    id: i64,
    token: String,
}

/// All of them, logged in.
#[derive(Clone, Debug)]
pub struct Payroll {
    first_owner: String,
    second_owner: String,
    payees: Vec<Payee>,
}

impl Payroll {
    /// Makes the accounts beside those of the clerk, and wallets that can be paid to at once.
    pub async fn make(binary: &Path, folders: &Folders, clerk: &Clerk) -> anyhow::Result<Self> {
        let emails: Vec<String> = (0..PAYEES).map(|number| format!("payee{number}@example.com")).collect();
        for email in &emails {
            create_person(binary, folders, email, ["--role", "webmaster"])?;
        }
        create_person(binary, folders, SECOND_OWNER, ["--type", "god"])?;
        let mut settings = placard(binary, "settings", folders);
        let set = settings.args(["set", "payouts.wallet_hours", "0"]).stdout(Stdio::null()).status()?;
        ensure!(set.success(), "new wallets wait");

        let server = Server::start(binary, folders, None).await?;
        let visitor = Visitor::new(server.address);
        let second_owner = log_in(&visitor, SECOND_OWNER).await?;
        switch_on(&visitor, &second_owner).await?;
        let first_owner = clerk.owner().to_owned();
        let mut payees = Vec::new();
        for email in &emails {
            let token = log_in(&visitor, email).await?;
            let user =
                answered(&visitor, Method::GET, "/api/oauth2/user", &token, &Value::Null, StatusCode::OK).await?;
            let form = json!({ "payment_type_id": TRC20, "number": ADDRESS, "password": PASSWORD });
            let path = "/api/webmaster/wallet";
            let wallet = answered(&visitor, Method::POST, path, &token, &form, StatusCode::CREATED).await?;
            let path = format!("/api/admin/moderation/wallets/{}/approve", wallet["id"]);
            answered(&visitor, Method::POST, &path, &first_owner, &json!({}), StatusCode::OK).await?;
            payees.push(Payee { id: user["id"].as_i64().context("a webmaster without a number")?, token });
        }
        server.stop()?;
        Ok(Self { first_owner, second_owner, payees })
    }

    /// Pays until the server is gone, or everybody has asked as often as they may.
    pub fn work(&self, server: SocketAddr, cases: &Arc<Mutex<Cases>>) -> JoinHandle<anyhow::Result<()>> {
        let (visitor, cases, payroll) = (Visitor::new(server), Arc::clone(cases), self.clone());
        tokio::spawn(async move {
            loop {
                let open = next(&mut cases.lock().expect("nobody panics"));
                let Some(mut case) = open else { return Ok(()) };
                while case.step < Step::Closed {
                    let Some(after) = payroll.go_on(&visitor, case).await? else { return Ok(()) };
                    case = after;
                    cases.lock().expect("nobody panics")[case.number] = case;
                }
                tokio::time::sleep(PAUSE).await;
            }
        })
    }

    /// Takes the next step of a payout; nothing when the server is gone.
    async fn go_on(&self, visitor: &Visitor, case: Case) -> anyhow::Result<Option<Case>> {
        let Case { number, id, .. } = case;
        let (payee, amount) = (&self.payees[number % PAYEES], case.micros() as f64 / 1e6);
        let decision = |verb: &str| format!("/api/admin/payouts/{id}/{verb}");
        let (step, who, path, form, status) = match case.step {
            Step::Begun => {
                let form =
                    json!({ "kind_id": 1, "side_id": 2, "user_id": payee.id, "amount": amount, "reason": "Goodwill" });
                (Step::Earned, &self.first_owner, "/api/admin/corrections".to_owned(), form, StatusCode::CREATED)
            }
            Step::Earned => {
                let form = json!({ "amount": amount, "password": PASSWORD });
                (Step::Asked, &payee.token, "/api/webmaster/payouts".to_owned(), form, StatusCode::CREATED)
            }
            Step::Asked => (Step::Approved, &self.first_owner, decision("approve"), json!({}), StatusCode::OK),
            Step::Approved | Step::Closed if case.is_refused() => {
                let form = json!({ "comment": "Not this one." });
                (Step::Closed, &self.second_owner, decision("reject"), form, StatusCode::OK)
            }
            Step::Approved | Step::Closed => {
                let form = json!({ "transaction_hash": format!("{number:064x}") });
                (Step::Closed, &self.second_owner, decision("pay"), form, StatusCode::OK)
            }
        };
        let (key, body) = (format!("{step:?}-{number}"), form.to_string());
        let headers = [("authorization", &**who), ("content-type", "application/json"), ("idempotency-key", &*key)];
        let mut after = Case { step, ..case };
        // Whoever got no answer sends it again; some send it twice in any case.
        for _ in 0..=(number % 3) / 2 {
            let Some(answer) = call(visitor, Method::POST, &path, &headers, &body).await else { return Ok(None) };
            ensure!(answer.status() == status, "{path} for payout {number}: {answer:?}");
            if step == Step::Asked {
                let told: Value = serde_json::from_slice(answer.body())?;
                after.id = told["data"]["id"].as_i64().context("a payout without a number")?;
            }
        }
        Ok(Some(after))
    }
}

/// What got no answer from the server before, or a new one.
fn next(cases: &mut Cases) -> Option<Case> {
    if let Some(open) = cases.iter().find(|case| case.step < Step::Closed) {
        return Some(*open);
    }
    let number = cases.len();
    (number < PAYEES * EACH_MAX).then(|| {
        let case = Case { number, step: Step::Begun, id: 0 };
        cases.push(case);
        case
    })
}

/// What a server that nobody kills answers.
async fn answered(
    visitor: &Visitor,
    method: Method,
    path: &str,
    token: &str,
    form: &Value,
    status: StatusCode,
) -> anyhow::Result<Value> {
    let body = if form.is_null() { String::new() } else { form.to_string() };
    let headers = [("authorization", token), ("content-type", "application/json")];
    let answer = call(visitor, method, path, &headers, &body).await.context("the server is gone")?;
    ensure!(answer.status() == status, "{path}: {answer:?}");
    let answer: Value = serde_json::from_slice(answer.body())?;
    Ok(answer["data"].clone())
}

/// What was given by hand and what was asked for, by amount.
#[derive(Debug, Default)]
struct Kept {
    given: BTreeMap<i64, i64>,
    payouts: BTreeMap<i64, Vec<PayoutStatus>>,
    /// What all that were given something can be paid, and what is set aside for them.
    available: i64,
    reserved: i64,
}

async fn kept(conn: &Conn) -> placard_store::Result<Kept> {
    let mut kept = Kept::default();
    let booked = i64::from(CorrectionStatus::Booked.id());
    let sql = "SELECT amount, CAST(COUNT(*) AS BIGINT) AS times FROM corrections WHERE status_id = $1 GROUP BY amount";
    for row in conn.rows(sql, [booked.into()]).await? {
        kept.given.insert(row.get("amount")?, row.get("times")?);
    }
    for row in conn.rows("SELECT amount, status_id FROM payouts", []).await? {
        let status = PayoutStatus::from_id(row.get("status_id")?);
        kept.payouts.entry(row.get("amount")?).or_default().extend(status);
    }
    for row in conn.rows("SELECT DISTINCT user_id FROM corrections", []).await? {
        let user = UserId(row.get("user_id")?);
        kept.available += movements::balance(conn, Account::WebmasterAvailable(user)).await?.micros();
        kept.reserved += movements::balance(conn, Account::PayoutReserve(user)).await?.micros();
    }
    Ok(kept)
}

/// Whether everything that the server has answered for is booked, once, and nothing else is: how many payouts are closed, and
/// what was paid.
pub async fn check(store: &Store, cases: &[Case]) -> anyhow::Result<(usize, Money)> {
    let Kept { given, payouts, available, reserved } =
        store.read("payroll", async |conn: &Conn| kept(conn).await).await?;
    let (mut in_hand, mut set_aside, mut paid) = (0, 0, 0);
    for case in cases {
        let micros = case.micros();
        let times = given.get(&micros).copied().unwrap_or_default();
        ensure!(times == 1 || times == 0 && case.step == Step::Begun, "{case:?} was given {times} times");
        let found = payouts.get(&micros).map(Vec::as_slice).unwrap_or_default();
        ensure!(found.len() <= 1 && case.may_be(found.first().copied()), "{case:?} is {found:?}");
        match found.first() {
            None | Some(PayoutStatus::Rejected | PayoutStatus::Cancelled) => in_hand += micros * times,
            Some(PayoutStatus::Requested | PayoutStatus::Approved) => set_aside += micros,
            Some(PayoutStatus::Paid) => paid += micros,
        }
    }
    let known = |micros: &i64| cases.iter().any(|case| case.micros() == *micros);
    ensure!(given.keys().chain(payouts.keys()).all(known), "nobody has asked for some of {given:?} and {payouts:?}");
    ensure!(available == in_hand, "{available} micro-dollars can be paid, {in_hand} are not asked for");
    ensure!(reserved == set_aside, "{reserved} micro-dollars are set aside for payouts of {set_aside}");
    let closed = cases.iter().filter(|case| case.step == Step::Closed).count();
    Ok((closed, Money::from_micros(paid)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payout_is_what_was_answered_or_one_step_ahead() {
        use PayoutStatus::{Approved, Paid, Rejected, Requested};
        let statuses = [None, Some(Requested), Some(Approved), Some(Paid), Some(Rejected)];
        for (number, step, may_be) in [
            (0, Step::Begun, [true, false, false, false, false]),
            (0, Step::Earned, [true, true, false, false, false]),
            (0, Step::Asked, [false, true, true, false, false]),
            (0, Step::Approved, [false, false, true, true, false]),
            (3, Step::Approved, [false, false, true, false, true]),
            (0, Step::Closed, [false, false, false, true, false]),
            (3, Step::Closed, [false, false, false, false, true]),
        ] {
            let case = Case { number, step, id: 1 };
            assert_eq!(statuses.map(|status| case.may_be(status)), may_be, "{case:?}");
        }
    }

    #[test]
    fn one_payout_is_open_at_a_time_and_nobody_asks_too_often() {
        let mut cases = Cases::new();
        assert_eq!(next(&mut cases).unwrap().number, 0);
        assert_eq!(next(&mut cases).unwrap().number, 0, "it is not closed yet");
        while let Some(case) = next(&mut cases) {
            cases[case.number].step = Step::Closed;
        }
        assert_eq!(cases.len(), PAYEES * EACH_MAX);
    }
}
