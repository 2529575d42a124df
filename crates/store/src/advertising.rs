//! Campaigns, groups and ads: what their owners set, and the separate facts that shown statuses are derived from.
//!
//! Statuses are never stored: [`state`] puts the facts together and `placard_model::status` derives from them, so that
//! no copy can be stale. [`listed`] does the same in SQL, for lists of any length. Every function that changes what delivery sees records it in `inventory_changes`.

pub mod ads;
pub mod audiences;
pub mod auto_bids;
pub mod campaigns;
pub mod coefficients;
pub mod copy;
pub mod drafts;
pub mod groups;
pub mod holds;
pub mod inventory;
pub mod inventory_changes;
pub mod link_checks;
pub mod listed;
pub mod moderation;
pub mod offers;
pub mod past_limit;
pub mod pictures;
pub mod postback_secrets;
pub mod push;
pub mod push_names;
mod push_parts;
pub mod restoring;
pub mod sources;
pub mod specs;
pub mod standing;
pub mod state;
pub mod states;
pub mod wishes;

use self::inventory_changes::Kind;
use crate::conn::{Row, Tx, Value};
use crate::error::{Error, Result};
use crate::statement::Update;
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::targeting::WeekHours;
use placard_model::{AdId, CampaignId, GroupId, Money, UnixMs};
use serde::de::DeserializeOwned;

/// Kinds of campaigns, by their numbers in the API.
pub const NATIVE: i64 = CampaignType::Native.id() as i64;
/// Push campaigns.
pub const PUSH: i64 = CampaignType::Push.id() as i64;
/// The format of push ads; the only group of a push campaign has it, too, so that no list of groups shows it.
pub(crate) const PUSH_FORMAT: i64 = BlockFormat::Push.id() as i64;

/// What owners switch and put away.
trait Switched: Into<i64> {
    const TABLE: &str;
    const NAME: &str;
    const KIND: Kind;
}

impl Switched for CampaignId {
    const TABLE: &str = "campaigns";
    const NAME: &str = "campaign";
    const KIND: Kind = Kind::Campaign;
}

impl Switched for GroupId {
    const TABLE: &str = "ad_groups";
    const NAME: &str = "ad group";
    const KIND: Kind = Kind::Group;
}

impl Switched for AdId {
    const TABLE: &str = "ads";
    const NAME: &str = "ad";
    const KIND: Kind = Kind::Ad;
}

/// Writes one column, and tells the engine.
async fn write_flag<T: Switched>(tx: &Tx, id: T, column: &'static str, value: Value) -> Result<()> {
    let id: i64 = id.into();
    Update::of(T::TABLE).set(column, value).stamped(tx).filter("id =", id).one(tx, T::NAME).await?;
    inventory_changes::record(tx, T::KIND, id).await
}

fn read_json<T: DeserializeOwned>(row: &Row, column: &str) -> Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| Error::Corrupt(format!("column {column}: {error}")))
}

fn to_json(value: &impl serde::Serialize) -> Result<Value> {
    let text = serde_json::to_string(value).map_err(|error| Error::Corrupt(error.to_string()))?;
    Ok(text.into())
}

fn money(row: &Row, column: &str) -> Result<Money> {
    row.get(column).map(Money::from_micros)
}

fn optional_money(row: &Row, column: &str) -> Result<Option<Money>> {
    Ok(row.get::<Option<i64>>(column)?.map(Money::from_micros))
}

/// A schedule as lists ask for it: 168 digits, 1 where it runs; none when it always does.
fn schedule_digits(hours: &WeekHours) -> Value {
    let digit = |hour: u8| if hours.contains(hour) { '1' } else { '0' };
    (*hours != WeekHours::ALL).then(|| (0..168).map(digit).collect::<String>()).into()
}

fn micros(amount: Option<Money>) -> Value {
    amount.map(Money::micros).into()
}

fn optional_time(row: &Row, column: &str) -> Result<Option<UnixMs>> {
    Ok(row.get::<Option<i64>>(column)?.map(UnixMs))
}

/// `column IN ($2, $3)`, its values pushed; a condition that nothing meets when there are none.
fn in_list(column: &str, ids: impl IntoIterator<Item = i64>, values: &mut Vec<Value>) -> String {
    let mut places = Vec::new();
    for id in ids {
        values.push(id.into());
        places.push(format!("${}", values.len()));
    }
    if places.is_empty() { "1 = 0".to_owned() } else { format!("{column} IN ({})", places.join(", ")) }
}
