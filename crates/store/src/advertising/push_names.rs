//! Between the numbers of push campaigns and push ads and their outer names, deleted ones too: statistics keep them.

use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use placard_model::{AdId, CampaignId};
use std::collections::HashMap;
use uuid::Uuid;

/// Where the outer names of push campaigns stand.
const CAMPAIGNS: Names = Names { from: "campaigns c", id: "c.id", uuid: "c.uuid", owner: "c.advertiser_id" };
/// Where those of push ads do.
const ADS: Names =
    Names { from: "push_ads p JOIN ads a ON a.id = p.ad_id", id: "a.id", uuid: "p.uuid", owner: "a.advertiser_id" };

struct Names {
    from: &'static str,
    id: &'static str,
    uuid: &'static str,
    owner: &'static str,
}

impl Names {
    /// The numbers of outer names; those that are nobody's or out of scope are left out.
    async fn numbers(&self, conn: &Conn, scope: Scope, uuids: &[Uuid]) -> Result<Vec<i64>> {
        if uuids.is_empty() {
            return Ok(Vec::new());
        }
        let mut values: Vec<Value> = uuids.iter().map(|uuid| uuid.to_string().into()).collect();
        let places: Vec<String> = (1..=values.len()).map(|place| format!("${place}")).collect();
        let own = scope.advertiser_rows(self.owner, &mut values);
        let Self { from, id, uuid, .. } = self;
        let sql = format!("SELECT {id} AS id FROM {from} WHERE {uuid} IN ({}) AND {own}", places.join(", "));
        conn.rows(&sql, values).await?.iter().map(|row| row.get("id")).collect()
    }

    /// The outer names of numbers in scope.
    async fn uuids(&self, conn: &Conn, scope: Scope, ids: &[i64]) -> Result<HashMap<i64, Uuid>> {
        let mut values = Vec::new();
        let own = scope.advertiser_rows(self.owner, &mut values);
        let named = conn.one_of(self.id, ids.iter().copied(), &mut values);
        let Self { from, id, uuid, .. } = self;
        let sql =
            format!("SELECT {id} AS id, {uuid} AS uuid FROM {from} WHERE {uuid} IS NOT NULL AND {named} AND {own}");
        conn.rows(&sql, values).await?.iter().map(pair).collect()
    }
}

fn pair(row: &Row) -> Result<(i64, Uuid)> {
    let text: String = row.get("uuid")?;
    let uuid = Uuid::try_parse(&text).map_err(|_| Error::Corrupt(format!("uuid {text}")))?;
    Ok((row.get("id")?, uuid))
}

/// The numbers of push campaigns by their outer names; those out of scope are left out.
pub async fn campaign_numbers(conn: &Conn, scope: Scope, uuids: &[Uuid]) -> Result<Vec<CampaignId>> {
    Ok(CAMPAIGNS.numbers(conn, scope, uuids).await?.into_iter().map(CampaignId).collect())
}

/// The numbers of push ads by their outer names; those out of scope are left out.
pub async fn ad_numbers(conn: &Conn, scope: Scope, uuids: &[Uuid]) -> Result<Vec<AdId>> {
    Ok(ADS.numbers(conn, scope, uuids).await?.into_iter().map(AdId).collect())
}

/// The outer names of push campaigns in scope, by number.
pub async fn campaign_uuids(conn: &Conn, scope: Scope, ids: &[i64]) -> Result<HashMap<i64, Uuid>> {
    CAMPAIGNS.uuids(conn, scope, ids).await
}

/// The outer names of push ads in scope, by number.
pub async fn ad_uuids(conn: &Conn, scope: Scope, ids: &[i64]) -> Result<HashMap<i64, Uuid>> {
    ADS.uuids(conn, scope, ids).await
}
