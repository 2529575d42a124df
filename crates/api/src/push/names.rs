//! Outer names of push campaigns and push ads: UUIDs in which the time of making stands first (RFC 9562, version 7).

use crate::state::Api;
use placard_common::error::Problem;
use uuid::{Builder, Uuid};

/// The most campaigns or ads of one call.
pub(crate) const UUIDS_MAX: usize = 1_000;

/// A new name.
pub(crate) fn new_uuid(app: &Api) -> Uuid {
    let now = u64::try_from(app.clock.now().0).unwrap_or_default();
    Builder::from_unix_timestamp_millis(now, &app.rng.bytes()).into_uuid()
}

/// A name of a path; what is none names nothing.
pub(crate) fn of_path(text: &str) -> Result<Uuid, Problem> {
    Uuid::try_parse(text).map_err(|_| Problem::NotFound)
}

/// A name of a body or query.
pub(crate) fn of_field(field: &str, text: &str) -> Result<Uuid, Problem> {
    Uuid::try_parse(text.trim()).map_err(|_| Problem::field(field, "is not a UUID"))
}

/// Several names of a body, each once, in their order.
pub(crate) fn of_list(texts: &[String]) -> Result<Vec<Uuid>, Problem> {
    if texts.is_empty() || texts.len() > UUIDS_MAX {
        return Err(Problem::field("uuids", format!("must have 1 to {UUIDS_MAX} entries")));
    }
    let mut found = Vec::with_capacity(texts.len());
    for (at, text) in texts.iter().enumerate() {
        let uuid = of_field(&format!("uuids.{at}"), text)?;
        if !found.contains(&uuid) {
            found.push(uuid);
        }
    }
    Ok(found)
}
