//! Rows of the click log: what settlements say of clicks, and the tables that it is appended to.

use crate::dimension::Dimension;
use crate::error::StatsError;
use crate::fact::{FactDelta, FactKey, Measures};
use crate::schema::{DIMENSION_COLUMNS, dimension_values};
use duckdb::types::Value;
use duckdb::{Connection, appender_params_from_iter};
use placard_model::books::settlement::{Settlement, SettlementKind};
use placard_model::event::EventRef;
use placard_model::{Day, UnixMs, Verdict};

/// What is known of a click beside when it was: in the order of the columns.
pub(crate) const DIMENSIONS: [Dimension; 20] = [
    Dimension::Advertiser,
    Dimension::Campaign,
    Dimension::Group,
    Dimension::Ad,
    Dimension::Target,
    Dimension::CampaignType,
    Dimension::Webmaster,
    Dimension::Site,
    Dimension::Block,
    Dimension::Format,
    Dimension::Country,
    Dimension::Region,
    Dimension::City,
    Dimension::Isp,
    Dimension::Device,
    Dimension::Os,
    Dimension::Browser,
    Dimension::Language,
    Dimension::TrafficSource,
    Dimension::Verdict,
];

/// Sums of a change, in the order of its columns.
pub(crate) const SUMS: [&str; 8] =
    ["cost", "earned", "hold", "approved", "rejected", "hold_money", "approved_money", "rejected_money"];

/// What a settlement says of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickDelta {
    click: EventRef,
    clicked_at: UnixMs,
    key: FactKey,
    is_first: bool,
    /// Cost and earning, and conversions by state.
    measures: Measures,
}

impl From<&Settlement> for ClickDelta {
    fn from(settlement: &Settlement) -> Self {
        let Settlement { ad, clicked_at, verdict, amounts, .. } = settlement;
        let hour = clicked_at.hour();
        let measures = match &settlement.kind {
            SettlementKind::Click | SettlementKind::Void { .. } => {
                Measures { amounts: *amounts, ..Measures::default() }
            }
            SettlementKind::Conversion(change) => {
                FactDelta::conversion(ad, hour, *verdict, change.before, Some(change.after)).measures
            }
        };
        Self {
            click: settlement.click,
            clicked_at: *clicked_at,
            key: FactKey::of(ad, hour, *verdict),
            is_first: settlement.kind == SettlementKind::Click,
            measures,
        }
    }
}

impl ClickDelta {
    fn sums(&self) -> [i64; SUMS.len()] {
        let Measures { amounts, hold, approved, rejected, hold_money, approved_money, rejected_money, .. } =
            self.measures;
        [
            amounts.cost.micros(),
            amounts.webmaster.micros(),
            hold,
            approved,
            rejected,
            hold_money.micros(),
            approved_money.micros(),
            rejected_money.micros(),
        ]
    }
}

/// The statements that make the tables where there are none. Files of earlier versions are filled by the feed; `facts` says
/// whether there are any in the file.
pub(crate) fn create(is_new: bool) -> String {
    let columns: Vec<String> = DIMENSIONS.iter().map(|one| format!("{} BIGINT NOT NULL, ", one.column())).collect();
    let columns = columns.concat();
    let sums: Vec<String> = SUMS.iter().map(|name| format!("{name} BIGINT NOT NULL")).collect();
    let lacking = if is_new { "" } else { "INSERT INTO clicks_lacking VALUES (0);\n" };
    format!(
        "CREATE TABLE clicks (click UBIGINT NOT NULL, clicked_at BIGINT NOT NULL, day BIGINT NOT NULL, {columns}\
         cost BIGINT NOT NULL, earned BIGINT NOT NULL);\n\
         COMMENT ON TABLE clicks IS 'one row a click, as it was settled';\n\
         CREATE TABLE click_changes (click UBIGINT NOT NULL, day BIGINT NOT NULL, advertiser BIGINT NOT NULL, \
         webmaster BIGINT NOT NULL, is_void BIGINT NOT NULL, {sums});\n\
         COMMENT ON TABLE click_changes IS 'what became of clicks later: added to what they were';\n\
         CREATE TABLE clicks_lacking (settlements BIGINT NOT NULL);\n\
         COMMENT ON TABLE clicks_lacking IS 'a row while clicks that were counted before are added: how far that is';\n\
         {lacking}",
        sums = sums.join(", "),
    )
}

/// Adds what earlier versions did not write: all campaigns were native then.
pub(crate) const ADD_CAMPAIGN_TYPE: &str =
    "ALTER TABLE clicks ADD COLUMN IF NOT EXISTS campaign_type BIGINT DEFAULT 1;";

/// The statements that forget the clicks of days from one on.
pub(crate) fn clear_from(day: Day) -> String {
    let day = day.0;
    format!("DELETE FROM clicks WHERE day >= {day}; DELETE FROM click_changes WHERE day >= {day};")
}

/// The statements that forget all clicks.
pub(crate) const CLEAR: &str = "DELETE FROM clicks; DELETE FROM click_changes; DELETE FROM clicks_lacking;";

/// Adds what settlements say of clicks.
pub(crate) fn put(tx: &Connection, deltas: &[ClickDelta]) -> Result<(), StatsError> {
    if deltas.is_empty() {
        return Ok(());
    }
    let places = DIMENSIONS.map(|one| DIMENSION_COLUMNS.iter().position(|column| column.name == one.column()));
    // In a file of an earlier version they stand in another order.
    let columns = ["click", "clicked_at", "day"].into_iter().chain(DIMENSIONS.iter().map(|one| one.column()));
    let columns: Vec<&str> = columns.chain(["cost", "earned"]).collect();
    let mut clicks = tx.appender_with_columns("clicks", &columns)?;
    let mut changes = tx.appender("click_changes")?;
    for delta in deltas {
        let (day, values) = (i64::from(delta.clicked_at.day().0), dimension_values(&delta.key));
        let sums = delta.sums();
        if delta.is_first {
            let keys = places.iter().map(|place| place.map_or(0, |place| values[place]));
            let row = [delta.clicked_at.0, day].into_iter().chain(keys).chain([sums[0], sums[1]]);
            clicks.append_row(appender_params_from_iter(values_of(delta.click, row)))?;
        } else {
            let is_void = i64::from(delta.key.verdict == Verdict::Voided);
            let row = [day, delta.key.advertiser.0, delta.key.webmaster.0, is_void].into_iter().chain(sums);
            changes.append_row(appender_params_from_iter(values_of(delta.click, row)))?;
        }
    }
    clicks.flush()?;
    changes.flush()?;
    Ok(())
}

fn values_of(click: EventRef, row: impl Iterator<Item = i64>) -> impl Iterator<Item = Value> {
    std::iter::once(Value::UBigInt(click.0)).chain(row.map(Value::BigInt))
}
