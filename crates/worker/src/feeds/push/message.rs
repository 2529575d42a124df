//! For whom a message is chosen, and what is in it.

use crate::state::WorkerState;
use placard_edge::delivery::push::{self, MESSAGE_VERSION, PushAd};
use placard_edge::explain::NO_ADDRESS;
use placard_model::targeting::request::Audience;
use placard_model::time::DAY_MS;
use placard_model::{AdId, TrafficSourceId, UnixMs};
use placard_store::push::push_subscriptions::Subscription;

/// Whom a message is chosen for: what was known of the browser when it subscribed.
pub(super) fn audience(one: &Subscription, now: UnixMs) -> Audience {
    let who = &one.subscriber;
    let visitor = push::visitor_of(one.id);
    let days = now.since_ms(one.created_at).max(0) / DAY_MS;
    Audience {
        ip: NO_ADDRESS,
        place: who.place,
        asn: who.asn,
        device_type: who.device_type,
        os: who.os,
        browser: who.browser,
        language: who.language,
        traffic_source: TrafficSourceId(0),
        visitor,
        visitor_yesterday: visitor,
        subscription_days: Some(u16::try_from(days).unwrap_or(u16::MAX)),
    }
}

/// What is encrypted for the browser; none when the ad may be shown no more, or was stopped since it was chosen.
pub(super) fn plain(app: &WorkerState, ad: AdId, chosen: &PushAd, one: &Subscription, now: UnixMs) -> Option<Vec<u8>> {
    if !app.engine.snapshot().is_started(ad) {
        return None;
    }
    let notification = push::notification(app, ad, &chosen.token, one.subscriber.place, now)?;
    let tag = push::tag(chosen.id);
    let message =
        push::Message { placard: MESSAGE_VERSION, token: &chosen.token, tag: &tag, notification: &notification };
    serde_json::to_vec(&message).ok()
}
