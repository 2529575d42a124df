//! One message to its push service.

use super::services::{Heard, may_be_made_up};
use crate::state::WorkerState;
use placard_common::fetch::{FetchError, Post, Posted};
use placard_common::vapid::open_auth;
use placard_common::webpush::{EncryptError, Encrypter, Recipient};
use placard_store::push::push_messages::State;
use placard_store::push::push_subscriptions::Subscription;
use rand::rngs::StdRng;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Undelivered messages of one subscription take each other's place: whoever was away gets the last one, and a message that is sent
/// twice comes once.
const TOPIC: &str = "placard";

/// A message that is ready to go.
pub(super) struct Outgoing {
    pub(super) message: i64,
    pub(super) subscription: Box<Subscription>,
    pub(super) url: Url,
    pub(super) authorization: Arc<str>,
    /// What only the browser reads.
    pub(super) plain: Vec<u8>,
    pub(super) ttl_s: u32,
}

/// What became of it.
pub(super) struct Sent {
    pub(super) message: i64,
    pub(super) subscription: Box<Subscription>,
    pub(super) state: State,
    pub(super) http_status: Option<u16>,
    pub(super) heard: Heard,
    /// It was given up because this subscription is refused, and not for what we are or send.
    pub(super) is_refusal: bool,
    /// Nobody can send to it ever again.
    pub(super) is_gone: bool,
}

pub(super) async fn send(app: WorkerState, encrypter: Arc<Encrypter>, mut rng: StdRng, out: Outgoing) -> Sent {
    let result = match encrypt(&app, &encrypter, &mut rng, &out) {
        Ok(body) => {
            let ttl = out.ttl_s.to_string();
            let headers = [
                ("ttl", ttl.as_str()),
                ("urgency", "normal"),
                ("topic", TOPIC),
                ("content-encoding", "aes128gcm"),
                ("content-type", "application/octet-stream"),
                ("authorization", &out.authorization),
            ];
            let body = body.into();
            Ok(app.fetcher.post(Post { purpose: "push", url: &out.url, headers: &headers, body: &body }).await)
        }
        Err(fault) => Err(fault),
    };
    let (state, http_status, heard, is_gone) = match &result {
        Err(fault) => (State::GivenUp, None, Heard::Answer, *fault == Fault::Theirs),
        Ok(Ok(posted)) => {
            let (state, heard) = judged(posted);
            (state, Some(posted.status), heard, state == State::Gone)
        }
        // A host that there never was is not asked for again and again.
        Ok(Err(FetchError::Unresolved)) if may_be_made_up(&out.subscription.target.service) => {
            (State::GivenUp, None, Heard::Failure(None), false)
        }
        Ok(Err(error)) => {
            let (state, heard) = failed(error);
            (state, None, heard, false)
        }
    };
    let is_refusal = state == State::GivenUp && heard == Heard::Answer && !matches!(result, Err(Fault::Ours));
    let outcome = match state {
        State::Taken => "taken",
        State::Gone => "gone",
        State::GivenUp => "refused",
        State::Waiting | State::Sending => "later",
    };
    metrics::counter!("placard_pushes_total", "outcome" => outcome).increment(1);
    Sent { message: out.message, subscription: out.subscription, state, http_status, heard, is_refusal, is_gone }
}

/// Whose fault it is that nothing was encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Nobody can encrypt for the keys of the subscription.
    Theirs,
    /// The master key is another, the ad too long, or there is no chance: the subscription may be well.
    Ours,
}

fn encrypt(app: &WorkerState, encrypter: &Encrypter, rng: &mut StdRng, out: &Outgoing) -> Result<Vec<u8>, Fault> {
    let target = &out.subscription.target;
    let auth = open_auth(&app.keys, &target.endpoint_hash, &target.auth_sealed).map_err(|_| Fault::Ours)?;
    let to = Recipient::stored(&target.p256dh, &auth).map_err(|_| Fault::Theirs)?;
    encrypter.encrypt(&to, &out.plain, rng).map_err(|error| match error {
        EncryptError::Key => Fault::Theirs,
        EncryptError::TooLong(_) | EncryptError::NoKey => Fault::Ours,
    })
}

/// What an answer says of the message and of the service.
fn judged(posted: &Posted) -> (State, Heard) {
    match posted.status {
        200..=299 => (State::Taken, Heard::Taken),
        404 | 410 => (State::Gone, Heard::Answer),
        429 => (State::Waiting, Heard::Enough(posted.retry_after)),
        500..=599 => (State::Waiting, Heard::Failure(posted.retry_after)),
        // Of the sender (our clock, contact or keys) or of what is sent, and so of no subscription.
        400 | 401 | 403 | 413 => (State::GivenUp, Heard::Refusal),
        // Redirects are not followed, and what else is said will be said again.
        _ => (State::GivenUp, Heard::Answer),
    }
}

fn failed(error: &FetchError) -> (State, Heard) {
    match error {
        // It leads where nothing may be sent: that is no fault of a service.
        FetchError::Refused(_) => (State::GivenUp, Heard::Answer),
        FetchError::Busy | FetchError::BackingOff(_) => (State::Waiting, Heard::Enough(Some(Duration::from_secs(10)))),
        _ => (State::Waiting, Heard::Failure(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_common::fetch::FetchRefusal;

    #[test]
    fn answers_are_judged() {
        let check = |status: u16, retry_after: Option<u64>, expected: (State, Heard)| {
            let retry_after = retry_after.map(Duration::from_secs);
            assert_eq!(judged(&Posted { status, retry_after, body: Vec::new() }), expected, "{status}");
        };
        check(201, None, (State::Taken, Heard::Taken));
        check(200, None, (State::Taken, Heard::Taken));
        check(404, None, (State::Gone, Heard::Answer));
        check(410, Some(60), (State::Gone, Heard::Answer));
        check(429, Some(60), (State::Waiting, Heard::Enough(Some(Duration::from_mins(1)))));
        check(429, None, (State::Waiting, Heard::Enough(None)));
        check(503, Some(5), (State::Waiting, Heard::Failure(Some(Duration::from_secs(5)))));
        check(500, None, (State::Waiting, Heard::Failure(None)));
        for refused in [100, 301, 418, 999] {
            check(refused, None, (State::GivenUp, Heard::Answer));
        }
        for refused in [400, 401, 403, 413] {
            check(refused, Some(60), (State::GivenUp, Heard::Refusal));
        }
        let nowhere = FetchError::Refused(FetchRefusal::PrivateAddress);
        assert_eq!(failed(&nowhere), (State::GivenUp, Heard::Answer));
        assert_eq!(failed(&FetchError::TimedOut(15)), (State::Waiting, Heard::Failure(None)));
    }
}
