//! Keys by which push services know who sends. Each subscription is bound to the pair that it was made with.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::Result;
use crate::push::push_counts::Dimension;
use crate::statement::{Insert, Update};
use placard_model::time::DAY_MS;
use placard_model::{SiteId, UnixMs};

/// Pairs that are read at once: there is one for each rotation, and one for each provider that a site came from.
pub const KEYS_MAX: u32 = 10_000;
/// A pair of ours that is not the newest, or one that was imported, retires after so long without a subscription.
const UNUSED_MS: i64 = DAY_MS;

/// A pair of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VapidKey {
    /// The pair.
    pub id: i64,
    /// The public key: uncompressed, base64url.
    pub public_key: String,
    /// The private key, encrypted.
    pub private_sealed: Vec<u8>,
    /// The site whose subscriptions came with it first; none for ours.
    pub site: Option<SiteId>,
    /// When it was made, or came.
    pub created_at: UnixMs,
    /// Since when no subscription needs it.
    pub retired_at: Option<UnixMs>,
}

const COLUMNS: &str = "id, public_key, private_sealed, site_id, created_at, retired_at";

fn read(row: &Row) -> Result<VapidKey> {
    Ok(VapidKey {
        id: row.get("id")?,
        public_key: row.get("public_key")?,
        private_sealed: row.get("private_sealed")?,
        site: row.get::<Option<i64>>("site_id")?.map(SiteId),
        created_at: UnixMs(row.get("created_at")?),
        retired_at: row.get::<Option<i64>>("retired_at")?.map(UnixMs),
    })
}

/// All pairs that may be needed, the newest last.
pub async fn list(conn: &Conn) -> Result<Vec<VapidKey>> {
    let sql = format!("SELECT {COLUMNS} FROM vapid_keys WHERE retired_at IS NULL ORDER BY id LIMIT {KEYS_MAX}");
    conn.rows(&sql, []).await?.iter().map(read).collect()
}

/// The pair that new subscriptions are made with: the newest of ours.
pub async fn newest(conn: &Conn) -> Result<Option<VapidKey>> {
    let sql = format!("SELECT {COLUMNS} FROM vapid_keys WHERE site_id IS NULL ORDER BY id DESC LIMIT 1");
    conn.row(&sql, []).await?.as_ref().map(read).transpose()
}

/// The pair with a public key.
pub async fn by_public(conn: &Conn, public_key: &str) -> Result<Option<VapidKey>> {
    let sql = format!("SELECT {COLUMNS} FROM vapid_keys WHERE public_key = $1");
    conn.row(&sql, [public_key.into()]).await?.as_ref().map(read).transpose()
}

/// The pair with a public key, where subscriptions of a site may be made with it: ours, and those that its subscriptions came with.
pub async fn of_site(conn: &Conn, public_key: &str, site: SiteId) -> Result<Option<VapidKey>> {
    let Some(key) = by_public(conn, public_key).await? else { return Ok(None) };
    if key.site.is_none_or(|of| of == site) {
        return Ok(Some(key));
    }
    let sql = "SELECT subscribers FROM push_site_groups \
               WHERE site_id = $1 AND dimension = $2 AND value = $3 AND subscribers > 0";
    let values = [site.0.into(), i64::from(Dimension::Key as u8).into(), key.id.to_string().into()];
    Ok(conn.row(sql, values).await?.map(|_| key))
}

/// Pairs of these ids, retired ones too.
pub async fn by_ids(conn: &Conn, ids: &[i64]) -> Result<Vec<VapidKey>> {
    let mut values = Vec::new();
    let named = conn.one_of("id", ids.iter().copied(), &mut values);
    conn.rows(&format!("SELECT {COLUMNS} FROM vapid_keys WHERE {named}"), values).await?.iter().map(read).collect()
}

/// Adds a pair; one with the same public key stays as it is, and is needed again.
pub async fn put(tx: &Tx, public_key: &str, private_sealed: &[u8], site: Option<SiteId>) -> Result<VapidKey> {
    Insert::into("vapid_keys")
        .set("public_key", public_key)
        .set("private_sealed", private_sealed)
        .set("site_id", site.map(|site| site.0))
        .created(tx)
        .ending("ON CONFLICT (public_key) DO UPDATE SET retired_at = NULL")
        .run(tx)
        .await?;
    by_public(tx, public_key).await?.ok_or(crate::Error::NotFound("VAPID key"))
}

/// Retires pairs that no subscription needs any more; the newest of ours stays. How many retired.
pub async fn retire_unused(tx: &Tx) -> Result<u64> {
    let unused = concat!(
        "retired_at IS NULL AND NOT EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.vapid_key_id = vapid_keys.id \
         AND s.status_id = ",
        code!(subscription_active),
        ") AND id <> (SELECT COALESCE(MAX(k.id), 0) FROM vapid_keys k WHERE k.site_id IS NULL)"
    );
    Update::of("vapid_keys")
        .set("retired_at", tx.now().0)
        .stamped(tx)
        .filter("created_at <", tx.now().plus_ms(-UNUSED_MS).0)
        .filter_sql(unused)
        .run(tx)
        .await
}
