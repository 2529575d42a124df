//! Mail that calls queue.

pub use placard_common::mail::*;
pub use placard_store::network::mails::Recipient;

use crate::state::Api;
use placard_store::Tx;
use placard_store::network::mails;

/// Queues a mail in the caller's transaction; nothing if its reader has switched the kind off.
pub async fn queue(tx: &Tx, app: &Api, to: Recipient<'_>, mail: &Mail) -> placard_store::Result<()> {
    mails::queue(tx, to, mail.kind().name, mail.is_required(), mail.notice(), || mail.seal(app, to.email)).await
}
