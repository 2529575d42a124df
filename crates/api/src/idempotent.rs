//! Calls that move money and may be sent twice: with an `Idempotency-Key`, the second one gets the first answer
//! (draft-ietf-httpapi-idempotency-key-header).

use crate::extract::{body_bytes, read_json_body};
use crate::state::{Api, ApiState};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::UserId;
use placard_store::idempotency::{self, Answer, KEY_MAX, RequestHash};
use placard_store::{Conn, Error, Tx};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::time::Duration;

/// The header.
pub const HEADER: &str = "Idempotency-Key";

/// How long what the same call does meanwhile is waited for, in ms, before this one is refused: a second in all.
const TWIN_PAUSES_MS: [u64; 4] = [50, 150, 300, 500];

/// The JSON body of a call that may be repeated.
#[derive(Clone, Debug)]
pub struct Repeatable<T> {
    /// What is asked.
    pub form: T,
    /// How a repeat is known.
    pub repeat: Repeat,
}

/// How a repeat of a call is known: by its key; a call without one is never a repeat.
#[derive(Clone, Debug)]
pub struct Repeat {
    key: Option<String>,
    hash: RequestHash,
}

impl<T: DeserializeOwned> FromRequest<ApiState> for Repeatable<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, Problem> {
        let headers = request.headers().clone();
        let (repeat, body) = read(request, state).await?;
        let form = read_json_body(&headers, &body)?;
        Ok(Self { form, repeat })
    }
}

/// Of a call whose address says everything; what its body holds does not matter, and tells it from others.
impl FromRequest<ApiState> for Repeat {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, Problem> {
        Ok(read(request, state).await?.0)
    }
}

/// How a repeat of a call is known, and the call's body.
async fn read(request: Request, state: &ApiState) -> Result<(Repeat, Bytes), Problem> {
    let key = read_key(request.headers())?;
    let mut hash = Sha256::new();
    hash.update(request.method().as_str());
    hash.update([0]);
    hash.update(request.uri().path());
    hash.update([0]);
    let body = body_bytes(request, state).await?;
    hash.update(without_proofs(&body));
    Ok((Repeat { key, hash: hash.finalize().into() }, body))
}

/// Fields that prove who asks and are not what is asked: who got no answer may have another code of the second factor by now.
const PROOFS: [&str; 2] = ["password", "otp"];

fn without_proofs(body: &[u8]) -> Cow<'_, [u8]> {
    let Ok(serde_json::Value::Object(mut fields)) = serde_json::from_slice(body) else { return body.into() };
    let before = fields.len();
    fields.retain(|name, _| !PROOFS.contains(&name.as_str()));
    match serde_json::to_vec(&fields) {
        Ok(rest) if fields.len() < before => rest.into(),
        _ => body.into(),
    }
}

fn read_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut keys = headers.get_all(HEADER).iter();
    let Some(key) = keys.next() else { return Ok(None) };
    let text = key.to_str().unwrap_or_default();
    let is_key = (1..=KEY_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_key || keys.next().is_some() {
        let message = format!("must be one key of 1 to {KEY_MAX} visible ASCII characters");
        return Err(Problem::field(HEADER, message));
    }
    Ok(Some(text.to_owned()))
}

impl Repeat {
    /// The first answer, if this is a repeat; 409 if the key was used for another call.
    pub async fn first_answer(&self, app: &Api, user: UserId) -> Result<Option<Response>, Problem> {
        let Some(key) = self.key.clone() else { return Ok(None) };
        let hash = self.hash;
        let read = async move |conn: &Conn| idempotency::get_answer(conn, user, &key, &hash).await;
        let answer = app.store.read("get_first_answer", read).await?;
        Ok(answer.map(respond))
    }

    /// Answers a call that is refused before it changes anything: the same call may have gone through meanwhile, which is then
    /// why, and has the answer. Where that has used up a code, it has the answer in a moment only.
    pub async fn refused(&self, app: &Api, user: UserId, why: impl Into<Problem>) -> Result<Response, Problem> {
        let why = why.into();
        let is_under_way = self.key.is_some() && matches!(why, Problem::OtpInvalid);
        for pause_ms in TWIN_PAUSES_MS.into_iter().filter(|_| is_under_way) {
            if let Some(first) = self.first_answer(app, user).await? {
                return Ok(first);
            }
            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
        }
        self.first_answer(app, user).await?.ok_or(why)
    }

    /// Keeps the answer in the transaction of what it answers. [`Error::Collision`] if the same call is through meanwhile:
    /// the transaction is tried again, and must look for it with [`Repeat::answered`] first.
    pub async fn keep(&self, tx: &Tx, user: UserId, answer: &Answer) -> Result<(), Error> {
        let Some(key) = &self.key else { return Ok(()) };
        match idempotency::insert_answer(tx, user, key, &self.hash, answer).await {
            Err(Error::Duplicate { .. }) => Err(Error::Collision("the same call is being answered".to_owned())),
            kept => kept,
        }
    }

    /// Makes the answer of a change that went well, and keeps it as [`Repeat::keep`] does.
    pub async fn done(
        &self,
        tx: &Tx,
        user: UserId,
        status: StatusCode,
        body: &impl Serialize,
    ) -> Result<Answer, Error> {
        let answer = answer(status, body)?;
        self.keep(tx, user, &answer).await?;
        Ok(answer)
    }

    /// The first answer as the transaction sees it.
    pub async fn answered(&self, tx: &Tx, user: UserId) -> Result<Option<Answer>, Error> {
        match &self.key {
            Some(key) => idempotency::get_answer(tx, user, key, &self.hash).await,
            None => Ok(None),
        }
    }
}

/// An answer that can be kept.
pub fn answer(status: StatusCode, body: &impl Serialize) -> Result<Answer, Error> {
    let body = serde_json::to_string(body).map_err(|error| Error::Corrupt(error.to_string()))?;
    Ok(Answer { status: status.as_u16(), body })
}

/// Sends an answer that was kept.
pub fn respond(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    (status, [(CONTENT_TYPE, "application/json")], answer.body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_code_asks_for_the_same() {
        let same = |a: &str, b: &str| without_proofs(a.as_bytes()) == without_proofs(b.as_bytes());
        assert!(same(r#"{"amount":5,"password":"a","otp":"1"}"#, r#"{"amount":5,"password":"a","otp":"2"}"#));
        assert!(same(r#"{"amount":5,"password":"a"}"#, r#"{"amount":5,"password":"b","otp":"2"}"#));
        assert!(!same(r#"{"amount":5,"otp":"1"}"#, r#"{"amount":6,"otp":"1"}"#));
        assert!(!same(r#"{"amount":5}"#, r#"{"amount": 5}"#), "nothing to leave out: as it was sent");
        assert!(!same("[1", "[2"), "what is no object is taken as it is");
    }
}
