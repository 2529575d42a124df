//! What facts do not have and what follows from what they have: who looks after an advertiser, the category of an offer, whether
//! a webmaster has a share of their own. It is as it is now, whenever the facts came.

use super::names::Asker;
use crate::state::ApiState;
use placard_common::error::Problem;
use placard_stats::{Derived, Dimension, Query, StatsScope};
use placard_store::accounts::teams::{LookedAfterBy, looked_after};
use placard_store::accounts::terms;
use placard_store::advertising::offers;
use placard_store::{Conn, Scope};

/// What a share is of which the asker does not know.
const UNKNOWN_SHARE: i64 = 2;

/// Finds what the derived dimensions of a question are. Only people of whom the asker may know are found.
pub(super) async fn resolve(app: &ApiState, asker: &Asker, query: &mut Query) -> Result<(), Problem> {
    let asked: Vec<Dimension> = query.derived().collect();
    if asked.is_empty() {
        return Ok(());
    }
    let (rows, sees_all) = (asker.rows, asker.facts == StatsScope::network());
    let read = async move |conn: &Conn| {
        let mut found = Vec::with_capacity(asked.len());
        for dimension in &asked {
            found.push((*dimension, map_of(conn, rows, sees_all, *dimension).await?));
        }
        Ok(found)
    };
    query.maps.extend(app.store.read("get_derived_dimensions", read).await?);
    Ok(())
}

async fn map_of(conn: &Conn, rows: Scope, sees_all: bool, dimension: Dimension) -> placard_store::Result<Derived> {
    let known = match dimension {
        Dimension::Manager => looked_after(conn, rows, LookedAfterBy::Managers).await?,
        Dimension::Team => looked_after(conn, rows, LookedAfterBy::Teams).await?,
        Dimension::OfferCategory => offers::categories(conn).await?,
        Dimension::HasCommission if sees_all => {
            terms::with_own_share(conn).await?.into_iter().map(|webmaster| (webmaster, 1)).collect()
        }
        // Rows of a client's figures have webmasters of others in them.
        Dimension::HasCommission => {
            return Ok(Derived { known: terms::own_shares(conn, rows).await?, otherwise: UNKNOWN_SHARE });
        }
        _ => Vec::new(),
    };
    Ok(Derived { known, otherwise: 0 })
}
