//! Balances and their histories, of both sides.

use crate::auth::{Advertiser, Webmaster};
use crate::dictionaries::words::{MovementName, MovementTypeId, OperationTypeId, PayoutStatusId};
use crate::extract::{Json, Qs};
use crate::list::{Data, OrderDirection, Page, Pagination, data};
use crate::state::ApiState;
use crate::webmaster::wallets::PaymentTypeName;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::books::posting::{Account, EarningKind, Operation};
use placard_model::{Money, PayoutId, UnixMs};
use placard_store::money::bonuses;
use placard_store::money::earning_holds::{self, HeldSite};
use placard_store::money::history::{self, Entry, PayoutPart, What};
use placard_store::money::movements::{DueDay, balance, due_days};
use placard_store::money::spend;
use placard_store::names::{self, Named};
use placard_store::paid_out::payouts::{self, Payout};
use placard_store::{Conn, Scope};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use utoipa::{IntoParams, ToSchema};

/// The only currency.
const CURRENCY: &str = "USD";
/// Rows of a page of the advertiser's history when the query names no count.
const ADVERTISER_ROWS: u32 = 5;
/// Rows of a page of the webmaster's history when the query names no count.
const WEBMASTER_ROWS: u32 = 15;
/// Days whose spend tells how long a balance will last.
const SPEND_DAYS: i32 = 7;

/// What an advertiser has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdvertiserBalance {
    /// Dollars to spend.
    #[schema(value_type = f64)]
    pub balance: Money,
    /// Dollars of the balance that are bonus: they are spent last, and are not paid back.
    #[schema(value_type = f64)]
    pub bonus: Money,
    /// `USD`.
    pub currency: &'static str,
    /// Dollars spent this UTC day.
    #[schema(value_type = f64)]
    pub spent_today: Money,
    /// Dollars spent in the last seven UTC days, this one included.
    #[schema(value_type = f64)]
    pub spent_week: Money,
    /// Days that the balance lasts at the pace of the last seven days; null if nothing was spent.
    pub days_left: Option<i64>,
}

/// The advertiser's balance.
#[utoipa::path(get, path = "/api/advertiser/balance", tag = "advertiser",
    responses((status = 200, body = Data<AdvertiserBalance>)))]
pub async fn get_advertiser_balance(
    State(app): State<ApiState>,
    advertiser: Advertiser,
) -> Result<Json<Data<AdvertiserBalance>>, Problem> {
    let (scope, id, today) = (advertiser.scope(), advertiser.id(), app.clock.now().day());
    let (amount, bonus, spent_today, spent_week) = app
        .store
        .read("get_advertiser_balance", async move |conn| {
            Ok((
                balance(conn, Account::Advertiser(id)).await?,
                bonuses::left(conn, id).await?,
                spend::spent(conn, scope, today, today).await?,
                spend::spent(conn, scope, today.plus(1 - SPEND_DAYS), today).await?,
            ))
        })
        .await?;
    let days_left = (spent_week > Money::ZERO).then(|| {
        let days = i128::from(amount.micros().max(0)) * i128::from(SPEND_DAYS) / i128::from(spent_week.micros());
        i64::try_from(days).unwrap_or(i64::MAX)
    });
    Ok(data(AdvertiserBalance { balance: amount, bonus, currency: CURRENCY, spent_today, spent_week, days_left }))
}

/// What a webmaster has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebmasterBalance {
    /// Dollars that can be paid out; may be negative after a correction.
    #[schema(value_type = f64)]
    pub balance: Money,
    /// Dollars earned, and left by people whom the webmaster brought, that wait for the day on which they become available.
    #[schema(value_type = f64)]
    pub pending: Money,
    /// Dollars earned whose day has come, and which the network holds back.
    #[schema(value_type = f64)]
    pub held: Money,
    /// The sites whose earnings the network holds back, and why.
    pub held_sites: Vec<HeldEarnings>,
    /// Dollars that were asked for and are not paid yet; null for sales in a client's cabinet, who see no payouts.
    #[schema(value_type = Option<f64>)]
    pub reserved: Option<Money>,
    /// `USD`.
    pub currency: &'static str,
    /// Dollars earned this UTC day.
    #[schema(value_type = f64)]
    pub earned_today: Money,
}

/// The earnings of a site that the network holds back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeldEarnings {
    /// The site.
    pub site_id: i64,
    /// Its domain.
    pub domain: String,
    /// Why.
    pub reason: String,
    /// Since when: what becomes due from then on is held back.
    #[schema(value_type = String, format = DateTime)]
    pub since: UnixMs,
    /// Dollars that were due since then.
    #[schema(value_type = f64)]
    pub amount: Money,
}

impl From<HeldSite> for HeldEarnings {
    fn from(HeldSite { site, domain, reason, since, amount }: HeldSite) -> Self {
        Self { site_id: site.0, domain, reason, since, amount }
    }
}

/// The webmaster's balance.
#[utoipa::path(get, path = "/api/webmaster/balance", tag = "webmaster",
    responses((status = 200, body = Data<WebmasterBalance>)))]
pub async fn get_webmaster_balance(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<WebmasterBalance>>, Problem> {
    let (scope, id, today) = (webmaster.scope(), webmaster.id(), app.clock.now().day());
    let sees_payouts = webmaster.sees_payouts();
    let ((available, waiting, reserved, earned_today), (held, held_sites)) = app
        .store
        .read("get_webmaster_balance", async move |conn| {
            let amounts = (
                balance(conn, Account::WebmasterAvailable(id)).await?,
                balance(conn, Account::WebmasterPending(id)).await? + balance(conn, Account::Referral(id)).await?,
                balance(conn, Account::PayoutReserve(id)).await?,
                spend::earned(conn, scope, today, today).await?,
            );
            Ok((amounts, (earning_holds::total(conn, id).await?, earning_holds::of_webmaster(conn, id).await?)))
        })
        .await?;
    Ok(data(WebmasterBalance {
        balance: available,
        // What is held back stays in the account of what waits, and comes on no day.
        pending: waiting - held,
        held,
        held_sites: held_sites.into_iter().map(Into::into).collect(),
        reserved: sees_payouts.then_some(reserved),
        currency: CURRENCY,
        earned_today,
    }))
}

/// What becomes available on a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PendingDay {
    /// The day, at whose beginning in UTC it becomes available; a day that is over: within the hour.
    #[schema(value_type = String, format = Date)]
    pub date: String,
    /// Dollars, with those of the referrals; below zero when more was taken back than earned.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Dollars of it that were left by people whom the webmaster brought.
    #[schema(value_type = f64)]
    pub referral: Money,
}

/// What is on its way, by the day on which it becomes available, the nearest first. Its sum is `pending` of the balance.
#[utoipa::path(get, path = "/api/webmaster/balance/pending", tag = "webmaster",
    responses((status = 200, body = Data<Vec<PendingDay>>)))]
pub async fn list_pending_days(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<Vec<PendingDay>>>, Problem> {
    let id = webmaster.id();
    let found = app.store.read("list_pending_days", async move |conn| due_days(conn, id).await).await?;
    let day = |due: DueDay| PendingDay {
        date: due.day.to_string(),
        amount: due.amount + due.referral,
        referral: due.referral,
    };
    Ok(data(found.into_iter().map(day).collect()))
}

/// What histories are sorted by: both names say the same.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HistoryOrder {
    /// When it happened.
    Date,
    /// When it happened.
    ProcessedAt,
}

/// The query of a history.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct HistoryQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// Histories are sorted by time.
    #[param(inline)]
    pub order_by: Option<HistoryOrder>,
    /// Newest first, unless it says otherwise.
    #[param(inline)]
    pub order_direction: OrderDirection,
}

impl HistoryQuery {
    fn page(&self, default_rows: u32) -> Result<Page, Problem> {
        Page::new(self.page, self.count, default_rows)
    }
}

/// A page of a history.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct History<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Which page of how many.
    pub pagination: Pagination,
    /// The same as `pagination`.
    pub meta: Pagination,
}

/// A movement of an advertiser's balance.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdvertiserMovement {
    /// The transaction; null for a day of clicks.
    pub id: Option<i64>,
    /// The change in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// `USD`.
    pub currency: &'static str,
    /// What it was.
    #[schema(value_type = OperationTypeId)]
    pub operation_type: i64,
    /// When; for a day of clicks its beginning.
    #[schema(value_type = String, format = DateTime)]
    pub date: UnixMs,
    /// For a day of clicks: the campaign.
    pub campaign_id: Option<i64>,
    /// What that is called now.
    pub campaign_name: Option<String>,
    /// For a day of clicks: how many.
    pub clicks: Option<i64>,
    /// What was said about it.
    pub comment: String,
    /// The balance after it, in dollars.
    #[schema(value_type = f64)]
    pub balance_after: Money,
}

/// The history of the advertiser's balance.
#[utoipa::path(get, path = "/api/advertiser/balance/history", tag = "advertiser", params(HistoryQuery),
    responses((status = 200, body = History<AdvertiserMovement>)))]
pub async fn list_advertiser_history(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<HistoryQuery>,
) -> Result<Json<History<AdvertiserMovement>>, Problem> {
    let (page, scope, direction) = (query.page(ADVERTISER_ROWS)?, advertiser.scope(), query.order_direction.into());
    let found = app
        .store
        .read("list_advertiser_history", async move |conn| {
            let found = history::advertiser(conn, scope, direction, offset(page), page.rows).await?;
            let campaign = |entry: &Entry| match entry.what {
                What::CampaignDay { campaign, .. } => Some(campaign.0),
                _ => None,
            };
            let names = names_of(conn, scope, Named::Campaign, &found, campaign).await?;
            Ok((found, names))
        })
        .await?;
    let (found, names) = found;
    let row = |entry: Entry| {
        let (amount, date, balance_after) = (entry.amount, entry.at, entry.balance_after);
        let (id, operation_type, campaign_id, clicks, comment) = match entry.what {
            What::CampaignDay { campaign, operation, clicks, .. } => {
                (None, operation.code(), Some(campaign.0), Some(clicks), String::new())
            }
            What::BlockDay { clicks, .. } => (None, Operation::NativeClicks.code(), None, Some(clicks), String::new()),
            // Only webmasters are paid.
            What::Payout { .. } | What::ReferralDay { .. } => {
                (None, Operation::Correction.code(), None, None, String::new())
            }
            What::Movement { id, operation, comment } => (Some(id), operation.shown().code(), None, None, comment),
        };
        let currency = CURRENCY;
        AdvertiserMovement {
            id,
            amount,
            currency,
            operation_type,
            date,
            campaign_id,
            campaign_name: campaign_id.and_then(|id| names.get(&id).cloned()),
            clicks,
            comment,
            balance_after,
        }
    };
    Ok(Json(history_page(page, found, row)))
}

/// The wallet of a payout.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MovementWallet {
    /// Its address, or what the payment system calls the account.
    pub number: String,
    /// By which it is paid to.
    pub payment_type: PaymentTypeName,
}

/// A movement of a webmaster's balance.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebmasterMovement {
    /// The payout, or the transaction of a correction; null for a day of clicks.
    pub id: Option<i64>,
    /// The change in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// `USD`.
    pub currency: &'static str,
    /// For a payout, its fee, and what of it came back: the payout.
    pub payout_id: Option<i64>,
    /// For these: where it goes.
    pub wallet: Option<MovementWallet>,
    /// For these: its status now.
    #[schema(value_type = Option<PayoutStatusId>)]
    pub status_id: Option<u8>,
    /// For these: its status, as people read it.
    pub status: Option<&'static str>,
    /// What it was, in a word.
    #[serde(rename = "type")]
    #[schema(value_type = MovementName)]
    pub kind: &'static str,
    /// What it was, as a number.
    #[schema(value_type = MovementTypeId)]
    pub type_index: u8,
    /// When; for a day of clicks its beginning.
    #[schema(value_type = String, format = DateTime)]
    pub date: UnixMs,
    /// For a day of clicks: the block; null for those of people whom the webmaster brought.
    pub block_id: Option<i64>,
    /// What that is called now.
    pub block_name: Option<String>,
    /// For a day of clicks: how many.
    pub clicks: Option<i64>,
    /// What was said about it.
    pub comment: String,
    /// Available and pending together after it, in dollars.
    #[schema(value_type = f64)]
    pub balance_after: Money,
}

/// The history of the webmaster's balance. Sales in a client's cabinet read it without payouts, as if nothing had been paid.
#[utoipa::path(get, path = "/api/webmaster/balance/history", tag = "webmaster", params(HistoryQuery),
    responses((status = 200, body = History<WebmasterMovement>)))]
pub async fn list_webmaster_history(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<HistoryQuery>,
) -> Result<Json<History<WebmasterMovement>>, Problem> {
    let (page, scope, sees_payouts) = (query.page(WEBMASTER_ROWS)?, webmaster.scope(), webmaster.sees_payouts());
    let direction = query.order_direction.into();
    let found = app
        .store
        .read("list_webmaster_history", async move |conn| {
            let found = history::webmaster(conn, scope, sees_payouts, direction, offset(page), page.rows).await?;
            let ids: Vec<PayoutId> = found.entries.iter().filter_map(|entry| payout_of(&entry.what)).collect();
            let payouts = if ids.is_empty() { Vec::new() } else { payouts::by_ids(conn, scope, &ids).await? };
            let block = |entry: &Entry| match entry.what {
                What::BlockDay { block, .. } => Some(block.0),
                _ => None,
            };
            let names = names_of(conn, scope, Named::Block, &found, block).await?;
            Ok((found, payouts.into_iter().map(|one| (one.id, one)).collect::<HashMap<PayoutId, Payout>>(), names))
        })
        .await?;
    let (found, payouts, names) = found;
    let row = |entry: Entry| {
        let payout = payout_of(&entry.what).and_then(|id| payouts.get(&id));
        let (id, kind, block_id, clicks, comment) = match entry.what {
            What::BlockDay { block, clicks, .. } => {
                (None, EarningKind::Earnings, Some(block.0), Some(clicks), String::new())
            }
            What::CampaignDay { clicks, .. } => (None, EarningKind::Earnings, None, Some(clicks), String::new()),
            What::ReferralDay { clicks, .. } => (None, EarningKind::Referral, None, Some(clicks), String::new()),
            What::Payout { payout: id, part } => {
                let kind = if part == PayoutPart::Fee { EarningKind::Fee } else { EarningKind::Payout };
                (Some(id.0), kind, None, None, payout.map(|payout| payout.comment.clone()).unwrap_or_default())
            }
            What::Movement { id, comment, .. } => (Some(id), EarningKind::Correction, None, None, comment),
        };
        WebmasterMovement {
            id,
            amount: entry.amount,
            currency: CURRENCY,
            payout_id: payout.map(|payout| payout.id.0),
            wallet: payout.map(|payout| MovementWallet {
                number: payout.number.clone(),
                payment_type: PaymentTypeName { id: payout.payment_type.0, name: payout.type_name.clone() },
            }),
            status_id: payout.map(|payout| payout.status.id()),
            status: payout.map(|payout| payout.status.label()),
            kind: kind.name(),
            type_index: kind.id(),
            date: entry.at,
            block_id,
            block_name: block_id.and_then(|id| names.get(&id).cloned()),
            clicks,
            comment,
            balance_after: entry.balance_after,
        }
    };
    Ok(Json(history_page(page, found, row)))
}

/// What the things are called that rows of a history are about.
async fn names_of(
    conn: &Conn,
    scope: Scope,
    kind: Named,
    found: &history::Page,
    id_of: impl Fn(&Entry) -> Option<i64>,
) -> placard_store::Result<HashMap<i64, String>> {
    let ids: BTreeSet<i64> = found.entries.iter().filter_map(id_of).collect();
    names::of_all_ids(conn, scope, kind, &Vec::from_iter(ids)).await
}

const fn payout_of(what: &What) -> Option<PayoutId> {
    match what {
        What::Payout { payout, .. } => Some(*payout),
        _ => None,
    }
}

fn offset(page: Page) -> u32 {
    u32::try_from(page.offset()).unwrap_or(u32::MAX)
}

fn history_page<T>(page: Page, found: history::Page, row: impl Fn(Entry) -> T) -> History<T> {
    let pagination = page.pagination(found.total.cast_unsigned());
    History { data: found.entries.into_iter().map(row).collect(), pagination, meta: pagination }
}
