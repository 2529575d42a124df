//! Money beside the visits, over HTTP: an advertiser asks for invoices, and an owner of the network confirms what came in, each under a
//! name of its own, again and again until there is an answer.

use crate::server::{Folders, Server, Visitor, placard};
use anyhow::{Context, ensure};
use bytes::Bytes;
use hyper::{Method, Response, StatusCode};
use placard_model::books::posting::Account;
use placard_model::time::SystemClock;
use placard_model::{Clock as _, Money, UserId};
use placard_store::money::movements;
use placard_store::{Conn, Store};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use totp_rs::{Builder, Secret};

/// Whose money comes in.
pub const PAYER: &str = "payer@example.com";
const OWNER: &str = "owner@example.com";
/// Of everybody who moves money.
pub(crate) const PASSWORD: &str = "Tall-Lamp-42";
/// The payment system of invoices.
const INVOICE: i64 = 1;
/// Between two payments.
const PAUSE: Duration = Duration::from_millis(60);
/// Whoever is told to come again waits so long.
const REST: Duration = Duration::from_millis(400);

/// What came in, in micro-dollars, by deposit: told to the server, and whether it has answered.
pub type Booked = BTreeMap<i64, (i64, bool)>;

/// Both people, logged in.
#[derive(Clone, Debug)]
pub struct Clerk {
    payer: String,
    owner: String,
}

impl Clerk {
    /// Makes both accounts and logs them in; owners of the network have a second factor.
    pub async fn make(binary: &Path, folders: &Folders) -> anyhow::Result<Self> {
        for (email, of) in [(PAYER, ["--role", "advertiser"]), (OWNER, ["--type", "god"])] {
            create_person(binary, folders, email, of)?;
        }
        let server = Server::start(binary, folders, None).await?;
        let visitor = Visitor::new(server.address);
        let clerk = Self { payer: log_in(&visitor, PAYER).await?, owner: log_in(&visitor, OWNER).await? };
        switch_on(&visitor, &clerk.owner).await?;
        server.stop()?;
        Ok(clerk)
    }

    /// The token of the network's owner.
    pub(crate) fn owner(&self) -> &str {
        &self.owner
    }

    /// Lets money come in until the server is gone.
    pub fn work(&self, server: SocketAddr, booked: &Arc<Mutex<Booked>>) -> JoinHandle<anyhow::Result<()>> {
        let (visitor, booked, Self { payer, owner }) = (Visitor::new(server), Arc::clone(booked), self.clone());
        tokio::spawn(async move {
            // What got no answer from the server before.
            let open = |booked: &Booked| booked.iter().find(|(_, (_, answered))| !answered).map(|(id, _)| *id);
            let mut next = open(&booked.lock().expect("nobody panics"));
            loop {
                let id = match next.take() {
                    Some(id) => id,
                    None => match ask(&visitor, &payer, &booked).await? {
                        Some(id) => id,
                        None => return Ok(()),
                    },
                };
                if !confirm(&visitor, &owner, id, &booked).await? {
                    return Ok(());
                }
                tokio::time::sleep(PAUSE).await;
            }
        })
    }
}

/// Makes an account by the command line.
pub(crate) fn create_person(binary: &Path, folders: &Folders, email: &str, of: [&str; 2]) -> anyhow::Result<()> {
    let mut command = placard(binary, "user", folders);
    command.args(["create", "--email", email, "--password-stdin"]).args(of);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    writeln!(child.stdin.take().context("no standard input")?, "{PASSWORD}")?;
    ensure!(child.wait()?.success(), "{email} was not made");
    Ok(())
}

/// Switches the second factor on, without which owners of the network may do nothing.
pub(crate) async fn switch_on(visitor: &Visitor, token: &str) -> anyhow::Result<()> {
    let (path, headers) =
        ("/api/account/second_factor", [("authorization", token), ("content-type", "application/json")]);
    let form = json!({ "password": PASSWORD }).to_string();
    let setup = visitor.call(Method::POST, path, &headers, &form).await?;
    let setup: Value = serde_json::from_slice(setup.body())?;
    let secret = Secret::try_from_base32(setup["data"]["secret"].as_str().context("no secret")?)?;
    let totp = Builder::new().with_secret(secret).with_account_name("owner").build()?;
    let code = totp.generate((SystemClock.now().0 / 1_000).unsigned_abs());
    let form = json!({ "otp": code.to_string() }).to_string();
    let proved = visitor.call(Method::PUT, path, &headers, &form).await?;
    ensure!(proved.status() == StatusCode::OK, "no second factor: {proved:?}");
    Ok(())
}

/// Logs somebody in; what stands in the header of their calls.
pub(crate) async fn log_in(visitor: &Visitor, email: &str) -> anyhow::Result<String> {
    let form = json!({ "grant_type": "password", "email": email, "password": PASSWORD }).to_string();
    let headers = [("content-type", "application/json")];
    let answer = visitor.call(Method::POST, "/api/oauth2/accessToken", &headers, &form).await?;
    let answer: Value = serde_json::from_slice(answer.body())?;
    Ok(format!("Bearer {}", answer["access_token"].as_str().context("nobody is logged in")?))
}

/// Asks for an invoice; nothing when the server is gone.
async fn ask(visitor: &Visitor, token: &str, booked: &Mutex<Booked>) -> anyhow::Result<Option<i64>> {
    let count = booked.lock().expect("nobody panics").len() as i64;
    // Another amount each time: the same wish is the same deposit.
    let cents = 200_000 + count;
    let path = format!("/api/payment/url?payment_system_id={INVOICE}&amount={}.{:02}", cents / 100, cents % 100);
    let headers = [("authorization", token)];
    let Some(answer) = call(visitor, Method::GET, &path, &headers, "").await else { return Ok(None) };
    ensure!(answer.status() == StatusCode::OK, "an invoice: {answer:?}");
    let body: Value = serde_json::from_slice(answer.body())?;
    let id = body["data"]["deposit"]["id"].as_i64().context("a deposit without a number")?;
    booked.lock().expect("nobody panics").insert(id, (cents * 10_000, false));
    Ok(Some(id))
}

/// Confirms what came in; whether the server is still there.
async fn confirm(visitor: &Visitor, token: &str, id: i64, booked: &Mutex<Booked>) -> anyhow::Result<bool> {
    let (micros, _) = booked.lock().expect("nobody panics")[&id];
    let amount = micros as f64 / 1e6;
    let form = json!({ "amount": amount, "received": 0, "note": "Statement" }).to_string();
    let (path, key) = (format!("/api/admin/deposits/{id}/confirm"), format!("confirm-{id}"));
    let headers = [("authorization", token), ("content-type", "application/json"), ("idempotency-key", &*key)];
    // Whoever got no answer sends it again; some send it twice in any case.
    for _ in 0..=(id % 3) / 2 {
        let Some(answer) = call(visitor, Method::POST, &path, &headers, &form).await else { return Ok(false) };
        ensure!(answer.status() == StatusCode::OK, "confirming {id}: {answer:?}");
        booked.lock().expect("nobody panics").insert(id, (micros, true));
    }
    Ok(true)
}

/// An answer other than to come again; nothing when the server is gone.
pub(crate) async fn call(
    visitor: &Visitor,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<Response<Bytes>> {
    loop {
        let answer = visitor.call(method.clone(), path, headers, body).await.ok()?;
        if !matches!(answer.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            return Some(answer);
        }
        tokio::time::sleep(REST).await;
    }
}

/// Whether each payment that the server has answered for is booked, once, and nothing else is.
pub async fn check(store: &Store, booked: &Booked) -> anyhow::Result<Money> {
    let read = async |conn: &Conn| {
        let mut credited = BTreeMap::new();
        for row in conn.rows("SELECT id, advertiser_id, credited FROM deposits", []).await? {
            credited.insert(row.get::<i64>("id")?, (UserId(row.get("advertiser_id")?), row.get::<i64>("credited")?));
        }
        let Some((payer, _)) = credited.values().next().copied() else { return Ok((credited, Money::ZERO)) };
        Ok((credited, movements::balance(conn, Account::Advertiser(payer)).await?))
    };
    let (credited, balance) = store.read("clerk", read).await?;
    for (id, (micros, is_answered)) in booked {
        let found = credited.get(id).map_or(0, |(_, credited)| *credited);
        ensure!(found == *micros || found == 0 && !is_answered, "deposit {id} of {micros} has {found}: {is_answered}");
    }
    let all: i64 = credited.values().map(|(_, credited)| credited).sum();
    ensure!(balance.micros() == all, "{balance} on the balance, {all} micro-dollars came in");
    Ok(balance)
}
