//! Somebody who opens pages: how long the calls of each take, one after the other.

use super::client::{Answer, Connection};
use crate::app::AppState;
use crate::{connections, router};
use anyhow::Context;
use placard_api::auth::{Access, SessionKind, Tokens};
use placard_model::UserId;
use placard_store::accounts::sessions::{self, Origin};
use placard_store::{Priority, Tx};
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How often each page is asked for; once more before, which is not counted.
const TIMES: usize = 100;

/// What is asked again and again.
pub(super) struct Call {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) body: String,
}

impl Call {
    /// A question without a body.
    pub(super) const fn get(path: String) -> Self {
        Self { method: "GET", path, body: String::new() }
    }
}

/// A line of a report: the middle of some times, and what all but five of a hundred stay under.
pub(super) fn line(report: &mut String, name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
    let _ = writeln!(report, "  {name:<34}{:>7.1} ms {:>9.1} ms", at(50), at(95));
}

/// Somebody at a browser: a session, and a connection that stays open.
pub(super) struct Browser {
    connection: Connection,
    address: SocketAddr,
    token: String,
}

impl Browser {
    /// Starts a server for the application, until it is stopped, and logs somebody in.
    pub(super) async fn open(app: &AppState, user: UserId, stop: &CancellationToken) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot listen on loopback")?;
        let address = listener.local_addr()?;
        let (service, config, stop) = (router::build(app.clone())?, app.config.clone(), stop.clone());
        tokio::spawn(async move { connections::serve(listener, service, &config, stop).await });
        let (kind, now) = (SessionKind::Own, app.clock.now());
        let hash = Tokens::hash(kind, &Tokens::first_refresh_token(kind, app.rng.bytes())).context("no token")?;
        let expires_at = app.auth.tokens.refresh_expires_at(kind, now);
        let insert = async move |tx: &Tx| {
            let origin = Origin { address: "", user_agent: "" };
            sessions::insert_session(tx, user, &hash, expires_at, origin).await
        };
        let session = app.store.write("bench_session", Priority::Api, insert).await?;
        let token = app.auth.tokens.access_token(kind, Access { user, session }, now)?;
        Ok(Self { connection: Connection::open(address).await?, address, token })
    }

    /// Where the server is.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Asks once, and refuses an answer that is no success.
    pub(super) async fn ask(&mut self, call: &Call) -> anyhow::Result<Answer> {
        let Call { method, path, body } = call;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\naccept: application/json\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        );
        let answer = self.connection.send(request.as_bytes()).await?;
        let said = || String::from_utf8_lossy(&answer.body).into_owned();
        anyhow::ensure!(answer.status == 200, "{method} {path} was answered with {}: {}", answer.status, said());
        Ok(answer)
    }

    /// How long each of many answers takes; the first one fills caches. A list that is empty measures nothing.
    pub(super) async fn times(&mut self, call: &Call) -> anyhow::Result<Vec<Duration>> {
        let first: serde_json::Value = serde_json::from_slice(&self.ask(call).await?.body)?;
        let is_empty = first["data"].as_array().is_some_and(Vec::is_empty);
        anyhow::ensure!(!is_empty, "{} lists nothing", call.path);
        let mut times = Vec::with_capacity(TIMES);
        for _ in 0..TIMES {
            let began = Instant::now();
            self.ask(call).await?;
            times.push(began.elapsed());
        }
        Ok(times)
    }
}
