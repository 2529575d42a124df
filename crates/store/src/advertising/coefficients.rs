//! Multipliers of bids at single sources.

use super::in_list;
use crate::advertising::inventory_changes;
use crate::codes::code;
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::targeting::{Coefficient, Source};
use placard_model::{BlockId, CampaignId, GroupId, SiteId};
use std::collections::HashMap;

/// The most coefficients of one campaign or group.
pub const COEFFICIENTS_MAX: usize = 1_000;
/// Campaigns or groups that one query names.
pub(super) const OWNERS_A_QUERY: usize = 500;

/// Kinds of owners as they are stored.
const OF_CAMPAIGN: i64 = code!(of_campaign);
const OF_GROUP: i64 = code!(of_group);

/// Coefficients by source.
pub type Coefficients = Vec<(Source, Coefficient)>;

/// Whose coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A campaign's: for all its groups.
    Campaign(CampaignId),
    /// A group's: they win over the campaign's.
    Group(GroupId),
}

impl Owner {
    const fn key(self) -> (i64, i64) {
        match self {
            Self::Campaign(id) => (OF_CAMPAIGN, id.0),
            Self::Group(id) => (OF_GROUP, id.0),
        }
    }

    const fn change(self) -> (inventory_changes::Kind, i64) {
        match self {
            Self::Campaign(id) => (inventory_changes::Kind::Campaign, id.0),
            Self::Group(id) => (inventory_changes::Kind::Group, id.0),
        }
    }
}

/// A source as it is stored.
pub(super) const fn source_key(source: Source) -> (i64, i64) {
    match source {
        Source::Site(id) => (1, id.0),
        Source::Block(id) => (2, id.0),
    }
}

/// The coefficients of a campaign or group.
pub async fn of(conn: &Conn, owner: Owner) -> Result<Coefficients> {
    let (kind, id) = owner.key();
    let sql = "SELECT owner_id, source_kind, source_id, tenths FROM source_coefficients \
               WHERE owner_kind = $1 AND owner_id = $2 ORDER BY source_kind, source_id";
    conn.rows(sql, [kind.into(), id.into()]).await?.iter().map(|row| Ok(read(row)?.1)).collect()
}

/// The coefficients of campaigns (`owner_kind` 1) or groups (2), by the owner's id.
pub(super) async fn of_many(conn: &Conn, owner_kind: i64, owners: &[i64]) -> Result<HashMap<i64, Coefficients>> {
    let mut by_owner: HashMap<i64, Coefficients> = HashMap::new();
    for chunk in owners.chunks(OWNERS_A_QUERY) {
        let mut values = vec![owner_kind.into()];
        let named = in_list("owner_id", chunk.iter().copied(), &mut values);
        let sql = format!(
            "SELECT owner_id, source_kind, source_id, tenths FROM source_coefficients \
             WHERE owner_kind = $1 AND {named} ORDER BY owner_id, source_kind, source_id"
        );
        for row in conn.rows(&sql, values).await? {
            let (owner, coefficient) = read(&row)?;
            by_owner.entry(owner).or_default().push(coefficient);
        }
    }
    Ok(by_owner)
}

/// The coefficients of all campaigns (`owner_kind` 1) or groups (2), each with the owner's id.
pub(super) async fn all(conn: &Conn, owner_kind: i64) -> Result<Vec<(i64, (Source, Coefficient))>> {
    let sql = "SELECT owner_id, source_kind, source_id, tenths FROM source_coefficients WHERE owner_kind = $1 \
               ORDER BY owner_id, source_kind, source_id";
    conn.rows(sql, [owner_kind.into()]).await?.iter().map(read).collect()
}

/// The source of a row.
pub(super) fn source_of(row: &crate::conn::Row) -> Result<Source> {
    let id: i64 = row.get("source_id")?;
    match row.get::<i64>("source_kind")? {
        1 => Ok(Source::Site(SiteId(id))),
        2 => Ok(Source::Block(BlockId(id))),
        kind => Err(Error::Corrupt(format!("source kind {kind}"))),
    }
}

fn read(row: &crate::conn::Row) -> Result<(i64, (Source, Coefficient))> {
    let tenths: i64 = row.get("tenths")?;
    let coefficient = u8::try_from(tenths).ok().and_then(Coefficient::from_tenths);
    let coefficient = coefficient.ok_or_else(|| Error::Corrupt(format!("coefficient {tenths}")))?;
    Ok((row.get("owner_id")?, (source_of(row)?, coefficient)))
}

/// Replaces all coefficients of a campaign or group.
pub async fn replace(tx: &Tx, owner: Owner, coefficients: &[(Source, Coefficient)]) -> Result<()> {
    let mut wanted: Coefficients = coefficients.to_vec();
    if owner.key().0 == OF_CAMPAIGN {
        wanted.retain(|(_, coefficient)| *coefficient != Coefficient::ONE);
    }
    wanted.sort_by_key(|(source, _)| source_key(*source));
    if wanted == of(tx, owner).await? {
        return Ok(());
    }
    let (kind, id) = owner.key();
    tx.execute("DELETE FROM source_coefficients WHERE owner_kind = $1 AND owner_id = $2", [kind.into(), id.into()])
        .await?;
    for (source, coefficient) in coefficients {
        put(tx, owner, *source, *coefficient).await?;
    }
    let (change, id) = owner.change();
    inventory_changes::record(tx, change, id).await
}

/// Sets the coefficient of one source; 1 takes the row away, for it changes nothing. A conflict when there would be more
/// than [`COEFFICIENTS_MAX`]; nothing is written then.
pub async fn set(tx: &Tx, owner: Owner, source: Source, coefficient: Coefficient) -> Result<()> {
    let all = of(tx, owner).await?;
    let present = all.iter().find(|(of, _)| *of == source).map(|(_, present)| *present);
    let is_nothing = owner.key().0 == OF_CAMPAIGN && coefficient == Coefficient::ONE;
    if present == Some(coefficient) || (present.is_none() && is_nothing) {
        return Ok(());
    }
    if present.is_none() && all.len() >= COEFFICIENTS_MAX {
        return Err(Error::Conflict(format!(
            "There are {COEFFICIENTS_MAX} coefficients already. Set some of them to 1 first."
        )));
    }
    put(tx, owner, source, coefficient).await?;
    let (change, id) = owner.change();
    inventory_changes::record(tx, change, id).await
}

/// Sets the coefficient of many sources. Answers those that had another one before, with that. A conflict when there would
/// be more than [`COEFFICIENTS_MAX`].
pub async fn set_many(tx: &Tx, owner: Owner, sources: &[Source], coefficient: Coefficient) -> Result<Coefficients> {
    let present: HashMap<Source, Coefficient> = of(tx, owner).await?.into_iter().collect();
    let mut wanted = sources.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let before = |source: Source| (source, present.get(&source).copied().unwrap_or(Coefficient::ONE));
    let changed: Coefficients = wanted.into_iter().map(before).filter(|(_, before)| *before != coefficient).collect();
    let added = changed.iter().filter(|(source, _)| !present.contains_key(source)).count();
    if coefficient != Coefficient::ONE && present.len() + added > COEFFICIENTS_MAX {
        return Err(Error::Conflict(format!(
            "There are {} coefficients already, at most {COEFFICIENTS_MAX} are possible. Set some of them to 1 first.",
            present.len()
        )));
    }
    for (source, _) in &changed {
        put(tx, owner, *source, coefficient).await?;
    }
    if !changed.is_empty() {
        let (change, id) = owner.change();
        inventory_changes::record(tx, change, id).await?;
    }
    Ok(changed)
}

async fn put(tx: &Tx, owner: Owner, source: Source, coefficient: Coefficient) -> Result<()> {
    let (kind, id) = owner.key();
    let (source_kind, source_id) = source_key(source);
    // A group's 1 stays: it stands against a coefficient of its campaign.
    if coefficient == Coefficient::ONE && kind == OF_CAMPAIGN {
        let sql = format!(
            "DELETE FROM source_coefficients \
             WHERE owner_kind = {kind} AND owner_id = $1 AND source_kind = {source_kind} AND source_id = $2"
        );
        tx.execute(&sql, [id.into(), source_id.into()]).await?;
    } else {
        Insert::into("source_coefficients")
            .set("owner_kind", kind)
            .set("owner_id", id)
            .set("source_kind", source_kind)
            .set("source_id", source_id)
            .set("tenths", i64::from(coefficient.tenths()))
            .stamped(tx)
            .replacing("owner_kind, owner_id, source_kind, source_id", &[])
            .run(tx)
            .await?;
    }
    Ok(())
}
