//! Which master key belongs to the database: it knows its own, so that neither is used without the other.

use placard_common::secrets::{Keys, MASTER_KEY_FILE, Purpose};
use placard_store::network::key_check;
use placard_store::{Priority, Store};
use rand::Rng;
use std::path::Path;

/// Bytes by which a database knows its master key.
const DIGEST_BYTES: usize = 32;

/// The keys of a network: those of the data folder's master key, which is made for a database that has none yet.
///
/// # Errors
/// When the master key is missing beside a database that has one, or is that of another database: nothing that is
/// encrypted could be read, every login would end, and no token in the wild would count any longer.
pub async fn network_keys(data_dir: &Path, store: &Store, rng: &mut impl Rng) -> anyhow::Result<Keys> {
    let path = data_dir.join(MASTER_KEY_FILE);
    let (known, was_served) = store
        .read("get_key_check", async |conn| {
            Ok((key_check::get_digest(conn).await?, key_check::was_served(conn).await?))
        })
        .await?;
    let keys = if let Some(keys) = Keys::read(data_dir)? {
        keys
    } else {
        anyhow::ensure!(
            known.is_none() && !was_served,
            "{} is missing, and the database was made with one: restore it from a backup (without it all logins and \
             tokens end, and encrypted data is lost)",
            path.display()
        );
        Keys::create(data_dir, rng)?
    };
    let digest = keys.derive::<DIGEST_BYTES>(Purpose::KeyCheck, None);
    let known = if let Some(known) = known {
        known
    } else {
        let note = async move |tx: &placard_store::Tx| {
            key_check::insert_digest(tx, &digest).await?;
            key_check::get_digest(tx).await
        };
        store.write("note_key_check", Priority::Api, note).await?.unwrap_or_default()
    };
    anyhow::ensure!(
        known == digest,
        "{} is the key of another network than the database: restore the one that belongs to it from a backup, or \
         name the right database and data folder",
        path.display()
    );
    Ok(keys)
}
