//! Browsers and networks from which users have logged in.

use crate::conn::Tx;
use crate::error::Result;
use crate::statement::{Insert, Update};
use placard_model::{UnixMs, UserId};

/// Devices that are remembered of a user; the one not seen for longest is forgotten.
pub const DEVICES_MAX: i64 = 100;

/// Whether a login came from where the user is known to come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The first login of the account.
    First,
    /// Seen before.
    Known,
    /// Another browser, or another network.
    New,
}

/// Notes the device of a login, and answers whether the user was seen on it before.
pub async fn note_device(tx: &Tx, user: UserId, family: &str, network: &str) -> Result<Device> {
    let now = tx.now().0;
    let touch = Update::of("devices").set("seen_at", now).filter("user_id =", user.0).filter("family =", family);
    if touch.filter("network =", network).run(tx).await? == 1 {
        return Ok(Device::Known);
    }
    let sql = "SELECT COUNT(*) AS devices FROM devices WHERE user_id = $1";
    let known: i64 = tx.row(sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get("devices"))?;
    if known >= DEVICES_MAX {
        let oldest = "DELETE FROM devices WHERE user_id = $1 AND seen_at = \
            (SELECT MIN(seen_at) FROM devices WHERE user_id = $1)";
        tx.execute(oldest, [user.0.into()]).await?;
    }
    let device = Insert::into("devices").set("user_id", user.0).set("family", family).set("network", network);
    device.set("first_seen_at", now).set("seen_at", now).run(tx).await?;
    Ok(if known == 0 { Device::First } else { Device::New })
}

/// Forgets devices from which nobody has logged in since the moment, except each user's latest: with none left the next
/// login, whoever's it is, would pass for the first of the account and nobody would be warned. Answers how many.
pub async fn forget_unseen(tx: &Tx, since: UnixMs) -> Result<u64> {
    let sql = "DELETE FROM devices WHERE seen_at < $1 AND seen_at < \
        (SELECT MAX(d.seen_at) FROM devices d WHERE d.user_id = devices.user_id)";
    tx.execute(sql, [since.0.into()]).await
}
