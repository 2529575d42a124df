//! Offers of the network, as staff keep them.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::network::dictionaries::{self, Offer};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::format::Target;
use placard_model::{CategoryId, OfferId};

/// The most offers of a network.
pub const OFFERS_MAX: u32 = 1_000;

/// An offer with what only staff see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOffer {
    /// What advertisers see.
    pub offer: Offer,
    /// Whether campaigns may choose it.
    pub is_active: bool,
    /// Campaigns that promote it and are not deleted.
    pub campaigns: i64,
}

impl KeptOffer {
    /// What an edit names to say what it was made from: another number for an offer that is kept otherwise.
    pub fn version(&self) -> i64 {
        let Offer { name, target, category, .. } = &self.offer;
        let category = category.map_or(0, |category| category.0);
        dictionaries::version_of(&format!("{} {category} {} {name}", target.inner(), self.is_active))
    }
}

/// What an offer is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferSettings {
    /// What it is called.
    pub name: String,
    /// What it leads to.
    pub target: Target,
    /// What it is about.
    pub category: Option<CategoryId>,
    /// Whether campaigns may choose it.
    pub is_active: bool,
}

/// Campaigns are counted once for all offers, or for the one that is asked for.
fn kept_sql(counted: &str, shown: &str) -> String {
    format!(
        "SELECT o.id, o.name, o.target, o.category_id, o.is_active, COALESCE(n.campaigns, 0) AS campaigns FROM offers o \
         LEFT JOIN (SELECT c.offer_id, COUNT(*) AS campaigns FROM campaigns c WHERE {counted} AND c.deleted_at IS NULL \
         GROUP BY c.offer_id) n ON n.offer_id = o.id {shown}"
    )
}

fn kept(row: &Row) -> Result<KeptOffer> {
    Ok(KeptOffer {
        offer: dictionaries::offer(row)?,
        is_active: row.get("is_active")?,
        campaigns: row.get("campaigns")?,
    })
}

/// All offers, by name, with the campaigns of the scope.
pub async fn list(conn: &Conn, scope: Scope) -> Result<Vec<KeptOffer>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("c.advertiser_id", &mut values);
    let counted = format!("c.offer_id IS NOT NULL AND {own}");
    let sql = kept_sql(&counted, &format!("ORDER BY o.name, o.id LIMIT {OFFERS_MAX}"));
    conn.rows(&sql, values).await?.iter().map(kept).collect()
}

async fn get(conn: &Conn, id: OfferId) -> Result<KeptOffer> {
    let row = conn.row(&kept_sql("c.offer_id = $1", "WHERE o.id = $1"), [id.0.into()]).await?;
    kept(&row.ok_or(Error::NotFound("offer"))?)
}

/// Refuses what is no category, and the name of another offer.
async fn check(conn: &Conn, before: Option<&Offer>, settings: &OfferSettings) -> Result<()> {
    let kept = before.and_then(|before| before.category);
    dictionaries::check_categories(conn, "category_id", settings.category.as_slice(), kept.as_slice()).await?;
    let id = before.map(|before| before.id);
    let folded = settings.name.to_lowercase();
    for row in conn.rows(&format!("SELECT id, name FROM offers LIMIT {OFFERS_MAX}"), []).await? {
        if Some(OfferId(row.get("id")?)) != id && row.get::<String>("name")?.to_lowercase() == folded {
            return Err(Error::Invalid { field: "name", message: "is that of another offer".to_owned() });
        }
    }
    Ok(())
}

fn values(settings: &OfferSettings) -> [(&'static str, Value); 4] {
    [
        ("name", settings.name.clone().into()),
        ("target", i64::from(settings.target.inner()).into()),
        ("category_id", settings.category.map(|category| category.0).into()),
        ("is_active", settings.is_active.into()),
    ]
}

/// The category of each offer that has one.
pub async fn categories(conn: &Conn) -> Result<Vec<(i64, i64)>> {
    let rows = conn.rows("SELECT id, category_id FROM offers WHERE category_id IS NOT NULL", []).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("category_id")?))).collect()
}

/// Makes an offer.
pub async fn create(tx: &Tx, settings: &OfferSettings) -> Result<KeptOffer> {
    check(tx, None, settings).await?;
    let count = tx.row("SELECT COUNT(*) AS n FROM offers", []).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if count >= i64::from(OFFERS_MAX) {
        return Err(Error::Conflict(format!("There are {OFFERS_MAX} offers already.")));
    }
    let id = Insert::into("offers").all(values(settings)).id(tx).await?;
    get(tx, OfferId(id)).await
}

/// Changes an offer; the offer before and after. What is closed stays with the campaigns that have it. `version` is the one
/// that the caller read: [`Error::Stale`] when it is another one by now.
pub async fn update(
    tx: &Tx,
    id: OfferId,
    settings: &OfferSettings,
    version: Option<i64>,
) -> Result<(KeptOffer, KeptOffer)> {
    let before = get(tx, id).await?;
    let current = before.version();
    if version.is_some_and(|version| version != current) {
        return Err(Error::Stale { current });
    }
    check(tx, Some(&before.offer), settings).await?;
    Update::of("offers").all(values(settings)).filter("id =", id.0).one(tx, "offer").await?;
    Ok((before, get(tx, id).await?))
}
