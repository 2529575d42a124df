//! What facts do not have and what follows from what they have: who looks after an advertiser, the category of an offer, whether
//! a webmaster has a share of their own. It is as it is now, whenever the facts came.

use super::names::Asker;
use crate::state::ApiState;
use placard_common::error::Problem;
use placard_stats::{Dimension, Query};
use placard_store::accounts::teams::{LookedAfterBy, looked_after};
use placard_store::accounts::terms;
use placard_store::advertising::offers;
use placard_store::{Conn, Scope};

/// Finds what the derived dimensions of a question are. Only people of whom the asker may know are found.
pub(super) async fn resolve(app: &ApiState, asker: &Asker, query: &mut Query) -> Result<(), Problem> {
    let asked: Vec<Dimension> = query.derived().collect();
    if asked.is_empty() {
        return Ok(());
    }
    let rows = asker.rows;
    let read = async move |conn: &Conn| {
        let mut found = Vec::with_capacity(asked.len());
        for dimension in &asked {
            found.push((*dimension, map_of(conn, rows, *dimension).await?));
        }
        Ok(found)
    };
    query.maps.extend(app.store.read("get_derived_dimensions", read).await?);
    Ok(())
}

async fn map_of(conn: &Conn, rows: Scope, dimension: Dimension) -> placard_store::Result<Vec<(i64, i64)>> {
    match dimension {
        Dimension::Manager => looked_after(conn, rows, LookedAfterBy::Managers).await,
        Dimension::Team => looked_after(conn, rows, LookedAfterBy::Teams).await,
        Dimension::OfferCategory => offers::categories(conn).await,
        Dimension::HasCommission => {
            Ok(terms::with_own_share(conn, rows).await?.into_iter().map(|webmaster| (webmaster, 1)).collect())
        }
        _ => Ok(Vec::new()),
    }
}
