//! What postbacks told of clicks, as far as it is remembered: whose the click is, and what need not be written again.

use super::RETRY_S;
use crate::app::{App, AppState};
use crate::error::Problem;
use futures_util::future::BoxFuture;
use placard_events::LogError;
use placard_model::event::{CONVERSIONS_PER_CLICK_MAX, ConversionState, Event, EventRef};
use placard_model::time::HOUR_MS;
use placard_model::{Money, UnixMs, UserId};
use quick_cache::sync::Cache;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Clicks that are remembered. Of one that was forgotten postbacks are written again: the ledger has the last word.
const CLICKS_MAX: usize = 50_000;
/// Postbacks of one click that are written in an hour.
const WRITES_PER_HOUR_MAX: u32 = 300;

/// Who paid for a click that the log has no more, by its settlement. Delivery knows no database: the server gives it this.
pub type SettledOwner = Box<dyn Fn(EventRef) -> BoxFuture<'static, anyhow::Result<Option<UserId>>> + Send + Sync>;

/// What was told last of a conversion.
type Told = (ConversionState, Option<Money>);

/// Who paid for a click.
#[derive(Clone, Copy, Default)]
enum Owner {
    /// Not looked up yet.
    #[default]
    Unread,
    /// Neither the log nor billing knows such a click.
    Unknown,
    /// This advertiser.
    Known(UserId),
}

/// What is remembered of a click.
#[derive(Default)]
pub(super) struct OfClick {
    owner: Owner,
    /// By the tracker's id.
    told: FxHashMap<Box<str>, Told>,
    since: UnixMs,
    written: u32,
}

/// The clicks that postbacks are about.
pub(super) struct Conversions(Cache<EventRef, Arc<Mutex<OfClick>>>);

impl Default for Conversions {
    fn default() -> Self {
        Self(Cache::new(CLICKS_MAX))
    }
}

impl Conversions {
    /// A click. Postbacks about one click take turns.
    pub(super) fn of(&self, click: EventRef) -> Arc<Mutex<OfClick>> {
        match self.0.get_or_insert_with(&click, || Ok::<_, std::convert::Infallible>(Arc::default())) {
            Ok(of) => of,
            Err(never) => match never {},
        }
    }
}

impl OfClick {
    /// The advertiser who paid for the click: read from the log, or, of one that lies no longer there, from what billing
    /// keeps. None when nobody knows it.
    pub(super) async fn owner(&mut self, app: &AppState, click: EventRef) -> Result<Option<UserId>, Problem> {
        match self.owner {
            Owner::Known(owner) => return Ok(Some(owner)),
            Owner::Unknown => return Ok(None),
            Owner::Unread => {}
        }
        let log = app.clone();
        let found = tokio::task::spawn_blocking(move || log.log.get(click)).await;
        let owner = match found {
            Ok(Ok(record)) => record.event.served_ad().map(|ad| ad.ad.advertiser),
            Ok(Err(LogError::NotFound(_) | LogError::Retired { .. })) => {
                (app.delivery.settled_owner)(click).await.map_err(Problem::Internal)?
            }
            Ok(Err(error)) => return Err(Problem::Internal(error.into())),
            Err(_) => return Err(Problem::Unavailable(RETRY_S)),
        };
        self.owner = owner.map_or(Owner::Unknown, Owner::Known);
        Ok(owner)
    }

    /// Whether a postback tells something that was not told before.
    pub(super) fn is_news(&self, external_id: &str, told: &Told) -> bool {
        self.told.get(external_id) != Some(told)
    }

    /// Writes what a postback tells, unless it was told before.
    pub(super) async fn tell(
        &mut self,
        app: &App,
        click: EventRef,
        external_id: String,
        told: Told,
        now: UnixMs,
    ) -> Result<(), Problem> {
        let known = self.told.get(external_id.as_str());
        if known == Some(&told) {
            metrics::counter!("placard_events_repeated_total", "kind" => "postback").increment(1);
            return Ok(());
        }
        if known.is_none() && self.told.len() >= CONVERSIONS_PER_CLICK_MAX {
            let most = format!("is one more than the {CONVERSIONS_PER_CLICK_MAX} conversions that a click may have");
            return Err(Problem::field("id", most));
        }
        if !(0..HOUR_MS).contains(&now.since_ms(self.since)) {
            (self.since, self.written) = (now, 0);
        }
        if self.written >= WRITES_PER_HOUR_MAX {
            let wait_ms = HOUR_MS - now.since_ms(self.since);
            return Err(Problem::TooManyRequests((wait_ms / 1_000 + 1) as u32));
        }
        let (state, payout) = told;
        let event = Event::Postback { click, external_id: external_id.clone(), state, payout };
        // Whether it is in the log is not known any more when the caller goes away: then it is told again.
        self.told.remove(external_id.as_str());
        app.log.append(event).await.map_err(|error| super::not_recorded(&error))?;
        self.told.insert(external_id.into(), told);
        self.written += 1;
        Ok(())
    }
}
