//! What calls for many push campaigns or push ads answer.

use crate::advertiser::ads::ads_bulk::all_refused;
use crate::dictionaries::words::PushUuid;
use placard_store::Error;
use serde::Serialize;
use utoipa::ToSchema;

/// A push campaign or push ad whose state refused what was asked of it together with others: nothing of it was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusedPush {
    /// Its name.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Why, in a sentence that names both states.
    pub detail: String,
}

/// How many push campaigns or push ads were changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UpdatedPush {
    /// Those that have what was sent now.
    pub updated_count: u64,
    /// Those whose state refused it, one by one; left out where none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub refused: Vec<RefusedPush>,
}

impl UpdatedPush {
    /// All of what was named but those that refused; a conflict where all of them did, which is then all that there is to
    /// say.
    pub(crate) fn new(named: usize, refused: Vec<RefusedPush>) -> placard_store::Result<Self> {
        if !refused.is_empty() && refused.len() >= named {
            return Err(all_refused(refused.into_iter().map(|one| one.detail).collect()));
        }
        Ok(Self { updated_count: (named - refused.len()) as u64, refused })
    }
}

/// Takes what a state refuses as a refusal of its own, in words; anything else that went wrong is everybody's.
pub(crate) fn by_state<T>(result: placard_store::Result<T>) -> placard_store::Result<Result<T, String>> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(Error::Conflict(why)) => Ok(Err(why)),
        Err(other) => Err(other),
    }
}
