//! Which places of the event log the databases know of: a log that does not have them is not the one that belongs to
//! them, and must not be written to.

use crate::readers::FACTS;
use anyhow::Context;
use placard_events::{Known, Position};
use placard_stats::Stats;
use placard_store::Store;
use placard_store::billing::{positions, settlements, settling};

/// Whose place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The position of a feed.
    Position(&'static str),
    /// The checkpoint of a feed.
    Checkpoint(&'static str),
    /// The settlements.
    Settlements,
}

/// Everything that is known, those first whose loss says most.
pub async fn known(store: &Store, stats: &Stats) -> anyhow::Result<Vec<Known>> {
    Ok(of_owners(store, stats).await?.into_iter().map(|(_, known)| known).collect())
}

/// The same, with whose each is.
pub async fn of_owners(store: &Store, stats: &Stats) -> anyhow::Result<Vec<(Owner, Known)>> {
    let (position, checkpoints, furthest) = store
        .read("known_places", async |conn| {
            let position = positions::position(conn, settling::FEED).await?;
            let checkpoints =
                [positions::checkpoint(conn, settling::FEED).await?, positions::checkpoint(conn, FACTS).await?];
            Ok((position, checkpoints, settlements::furthest(conn).await?))
        })
        .await
        .context("cannot read how far the event log was read")?;
    let facts_at = match stats.positions() {
        Ok(positions) => positions.log,
        // Damaged facts are derived again: they have no place in the log.
        Err(error) if error.damage().is_some() => Vec::new(),
        Err(error) => return Err(error).context("cannot read how far the event log was counted"),
    };
    let [of_billing, of_facts] = checkpoints.map(|checkpoint| checkpoint.map(|checkpoint| checkpoint.position));
    let readers = [
        (Owner::Position(settling::FEED), "billing", position),
        (Owner::Position(FACTS), "statistics", Some(facts_at)),
        (Owner::Checkpoint(settling::FEED), "billing's checkpoint", of_billing),
        (Owner::Checkpoint(FACTS), "the checkpoint of statistics", of_facts),
    ];
    let mut known = Vec::new();
    for (owner, who, bytes) in readers {
        let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else { continue };
        match Position::from_bytes(&bytes) {
            Some(position) => known.push((owner, Known::reader(who, &position))),
            None if owner == Owner::Position(settling::FEED) => anyhow::bail!("the position of {who} is unreadable"),
            // It is made again from the log.
            None => tracing::warn!("the position of {who} is unreadable"),
        }
    }
    known.extend(furthest.map(|(record, _)| (Owner::Settlements, Known::record("the last settlement", record))));
    Ok(known)
}
