//! Subscriptions of another provider, with the pair of keys that they were made with. They go on to get notifications; on their next
//! visit their browsers change to ours.

mod rows;

use crate::auth::Webmaster;
use crate::collecting::endpoint::read_target;
use crate::collecting::{BrowserSubscription, KEY_CHARS_MAX, SubscriptionKeys, new_name};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::long_body::read_long;
use crate::state::{Api, ApiState};
use anyhow::Context as _;
use axum::extract::{Request, State};
use placard_common::error::{FieldErrors, Problem};
use placard_common::vapid::{self, VapidPair};
use placard_model::push::subscription::SitePush;
use placard_model::targeting::audience::{Browser, DeviceType, Os};
use placard_model::targeting::geo::Place;
use placard_model::time::DAY_MS;
use placard_model::user::SiteStatus;
use placard_model::{SiteId, UnixMs};
use placard_store::accounts::audit_log;
use placard_store::publishing::blocks::Block;
use placard_store::push::push_subscriptions::{self, Came, NewSubscription, Subscriber};
use placard_store::push::{push_blocks, vapid_keys};
use placard_store::{Conn, Priority, Tx, quotas};
use rows::Row;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest body, in bytes: 20,000 rows of 400 bytes.
pub const BODY_BYTES_MAX: usize = 8 * 1024 * 1024;
/// The longest file, in characters.
pub(crate) const CONTENT_CHARS_MAX: usize = BODY_BYTES_MAX - 4096;
/// Subscriptions that are stored in one transaction: others write between two.
const AT_ONCE: usize = 200;
/// Rows with an error that are told.
const ERRORS_TOLD: usize = 100;
/// They get their first notification within so long, so that they are not due together.
const SPREAD_MS: u64 = DAY_MS as u64;

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushImportFormat {
    /// Lines of values; the first line names the columns: `endpoint`, `p256dh` and `auth`, then `country`, `language`, `utc_offset` and
    /// `created_at` where they are known.
    Csv,
    /// A list of subscriptions as browsers write them, with the same further names.
    Json,
}

/// Subscriptions of another provider.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushImportForm {
    /// The public key that they were made with, base64url.
    pub public_key: String,
    /// Its private key: 32 bytes, base64url. It is kept encrypted, and never shown again.
    pub private_key: String,
    /// What the file is written in.
    pub format: PushImportFormat,
    /// The file.
    pub content: String,
}

/// A row that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushImportError {
    /// Which: the first subscription is 1.
    pub row: usize,
    /// What is wrong with it.
    pub message: String,
}

/// What became of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushImported {
    /// Rows of the file.
    pub rows: usize,
    /// Subscriptions that are new.
    pub imported: usize,
    /// Those that were known already.
    pub known: usize,
    /// Rows that were not taken.
    pub refused: usize,
    /// The first 100 of these.
    pub errors: Vec<PushImportError>,
}

impl PushImported {
    fn refuse(&mut self, row: usize, message: String) {
        self.refused += 1;
        if self.errors.len() < ERRORS_TOLD {
            self.errors.push(PushImportError { row, message });
        }
    }
}

fn read_pair(form: &PushImportForm) -> Result<VapidPair, Problem> {
    let mut errors = FieldErrors::default();
    errors.check_length("public_key", &form.public_key, 1..=KEY_CHARS_MAX);
    errors.check_length("private_key", &form.private_key, 1..=KEY_CHARS_MAX);
    errors.check_length("content", &form.content, 1..=CONTENT_CHARS_MAX);
    errors.finish()?;
    let public = vapid::read_public_key(form.public_key.trim());
    let public = public.ok_or_else(|| Problem::field("public_key", "must be a point of the curve P-256, base64url"))?;
    let pair = VapidPair::read(form.private_key.trim());
    let pair = pair.ok_or_else(|| Problem::field("private_key", "must be 32 bytes, base64url"))?;
    if pair.public != public {
        return Err(Problem::field("private_key", "belongs to another public key"));
    }
    Ok(pair)
}

/// Whose browser a subscription is of, as far as its push service tells.
fn browser_of(service: &str) -> Browser {
    match service {
        "fcm.googleapis.com" => Browser::Chrome,
        "updates.push.services.mozilla.com" => Browser::Firefox,
        "web.push.apple.com" => Browser::Safari,
        other if other.ends_with(".notify.windows.com") => Browser::Edge,
        _ => Browser::Other,
    }
}

/// A subscription of a row as it is stored.
fn subscription(app: &Api, block: &Block, push: &SitePush, row: Row, now: UnixMs) -> Result<NewSubscription, String> {
    let given =
        BrowserSubscription { endpoint: row.endpoint, keys: SubscriptionKeys { p256dh: row.p256dh, auth: row.auth } };
    let mut errors = FieldErrors::default();
    let Some(target) = read_target(app, &given, &mut errors) else {
        let said = errors.iter().map(|(field, messages)| {
            format!("{} {}", field.rsplit('.').next().unwrap_or(field), messages.first().map_or("", String::as_str))
        });
        return Err(said.collect::<Vec<_>>().join("; "));
    };
    let next = now.plus_ms((app.rng.next_u64() % SPREAD_MS) as i64);
    Ok(NewSubscription {
        uuid: new_name(app),
        site: block.site,
        block: block.id,
        webmaster: block.webmaster,
        vapid_key: 0,
        subscriber: Subscriber {
            place: Place { country: row.country, ..Place::default() },
            asn: 0,
            device_type: DeviceType::Other,
            os: Os::Other,
            browser: browser_of(&target.endpoint.service),
            language: row.language,
            utc_offset_min: row.utc_offset,
        },
        target: target.seal(app).map_err(|_| "cannot be kept".to_owned())?,
        is_imported: true,
        // Nobody has subscribed in the future.
        created_at: row.created_at.filter(|at| *at <= now).unwrap_or(now),
        next_send_at: push.awake_from(next, row.utc_offset),
    })
}

/// Takes subscriptions of another provider. Each row is checked by itself, and those that are wrong are told; a row that is known already
/// is not taken twice, so that a file can be sent again.
#[utoipa::path(post, path = "/api/webmaster/sites/{site_id}/push/import", tag = "webmaster",
    params(("site_id" = i64, Path)), request_body = PushImportForm, responses((status = 200, body = Data<PushImported>)))]
pub async fn import_push_subscriptions(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    request: Request,
) -> Result<Json<Data<PushImported>>, Problem> {
    let (form, turn) = read_long::<PushImportForm>(&app, webmaster.id(), request).await?;
    let (scope, site, actor) = (webmaster.scope(), SiteId(site), webmaster.actor());
    let find = async move |conn: &Conn| {
        let status = placard_store::publishing::sites::get_site(conn, scope, site).await?.status;
        Ok((status, push_blocks::find(conn, scope, site).await?))
    };
    let (status, block) = app.store.read("get_push_block", find).await?;
    // Nothing is sent for any other: they would wait here for nothing.
    if status != SiteStatus::Approved {
        return Err(Problem::Conflict("subscriptions are taken once the site is approved".to_owned()));
    }
    let block = block.ok_or_else(|| Problem::Conflict("push is not set up on this site: save it first".to_owned()))?;
    app.auth.calls.push_import(webmaster.id(), app.clock.now())?;
    let pair = read_pair(&form)?;
    let sealed = pair.seal(&app.keys, &app.rng)?;
    let push = SitePush::of_config(&block.config).unwrap_or_default();
    // A point of the curve takes a while to check, and there may be 20,000: not on the threads that serve ads.
    let (reader, now) = (app.clone(), app.clock.now());
    let read = tokio::task::spawn_blocking(move || {
        // Over when all is read, also where nobody waits for it any more.
        let _turn = turn;
        let rows = rows::read(form.format, &form.content)?;
        let mut imported = PushImported { rows: rows.len(), ..PushImported::default() };
        let mut new = Vec::with_capacity(rows.len());
        for (index, row) in rows.into_iter().enumerate() {
            match row.and_then(|row| subscription(&reader, &block, &push, row, now)) {
                Ok(subscription) => new.push((index + 1, subscription)),
                Err(message) => imported.refuse(index + 1, message),
            }
        }
        Ok::<_, Problem>((imported, new))
    });
    let (mut imported, new) = read.await.context("a file could not be read")??;
    if !new.is_empty() {
        let public = pair.public;
        let put = async move |tx: &Tx| {
            // Whoever has its private key may use a pair, whichever site came with it first: providers have one for several.
            let key = vapid_keys::put(tx, &public, &sealed, Some(site)).await?;
            audit_log::record(tx, &actor, "import_push_subscriptions", "site", site, None::<&()>, Some(&public))
                .await?;
            Ok(key)
        };
        let key = app.store.write("put_vapid_key", Priority::Api, put).await?;
        for part in new.chunks(AT_ONCE) {
            for (row, outcome) in store(app.clone(), part.to_vec(), key.id).await? {
                match outcome {
                    Ok(Came::New | Came::Instead) => imported.imported += 1,
                    Ok(Came::Known) => imported.known += 1,
                    Err(message) => imported.refuse(row, message),
                }
            }
        }
    }
    imported.errors.sort_by_key(|error| error.row);
    Ok(data(imported))
}

/// What became of a row.
type Outcome = (usize, Result<Came, String>);

/// Stores a part of the rows.
async fn store(app: ApiState, part: Vec<(usize, NewSubscription)>, key: i64) -> Result<Vec<Outcome>, Problem> {
    let Some(owner) = part.first().map(|(_, new)| new.webmaster) else { return Ok(Vec::new()) };
    let put = async move |tx: &Tx| {
        let (mut left, beyond) = quotas::push_imports_left(tx, owner).await?;
        let mut outcomes = Vec::with_capacity(part.len());
        for (row, new) in &part {
            // One that has moved to our keys stays with them.
            let known = push_subscriptions::by_endpoint(tx, &new.target.endpoint_hash).await?;
            let outcome = match known {
                Some(known) if known.site != new.site => Err("is a subscription of another site".to_owned()),
                Some(_) => Ok(Came::Known),
                None if left == 0 => Err(beyond.clone()),
                None => {
                    left -= 1;
                    let new = NewSubscription { vapid_key: key, ..new.clone() };
                    Ok(push_subscriptions::put(tx, &new, None).await?.1)
                }
            };
            outcomes.push((*row, outcome));
        }
        Ok(outcomes)
    };
    Ok(app.store.write("import_push_subscriptions", Priority::Feed, put).await?)
}
