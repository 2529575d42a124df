//! JSON bodies that may be long. They are few at the same time, and what takes long to read is read where nobody waits to be served ads.

use crate::extract::{JSON_BYTES_MAX, body_bytes, read_json_body};
use crate::state::ApiState;
use crate::statistics::questions::turns::BodyTurn;
use anyhow::Context as _;
use axum::body::HttpBody as _;
use axum::extract::Request;
use placard_common::error::Problem;
use placard_model::UserId;
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

/// How long a long body may take to arrive: it is kept in memory all the while.
const PATIENCE: Duration = Duration::from_mins(2);

/// Reads a JSON body; a long one with the turn that was taken for it, before anything of it was read.
pub(crate) async fn read_long<T: DeserializeOwned + Send + 'static>(
    app: &ApiState,
    user: UserId,
    request: Request,
) -> Result<(T, Option<BodyTurn>), Problem> {
    let headers = request.headers().clone();
    if request.body().size_hint().upper().is_some_and(|length| length <= JSON_BYTES_MAX as u64) {
        let body = body_bytes(request, app).await?;
        return Ok((read_json_body(&headers, &body)?, None));
    }
    let turn = app.turns.body(user)?;
    let body = tokio::time::timeout(PATIENCE, body_bytes(request, app)).await.map_err(|_| {
        let seconds = PATIENCE.as_secs();
        Problem::Malformed(format!("the body did not arrive within {seconds} seconds"))
    })??;
    // Whoever lets theirs trickle keeps nobody from reading what has arrived.
    let _reading = app.turns.read_body().await?;
    // The turn goes along: who gives up does not begin anew beside what is still being read.
    let read = tokio::task::spawn_blocking(move || (read_json_body::<T>(&headers, &body), turn)).await;
    let (read, turn) = read.context("a long body could not be read")?;
    Ok((read?, Some(turn)))
}

/// Reads a list of at most `MOST` entries; of a longer one no more is read than that.
pub(crate) fn at_most<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct List<const MOST: usize, T>(PhantomData<T>);

    impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for List<MOST, T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(entry) = entries.next_element()? {
                if list.len() == MOST {
                    return Err(A::Error::custom(format_args!("must have at most {MOST} entries")));
                }
                list.push(entry);
            }
            Ok(list)
        }
    }

    deserializer.deserialize_seq(List::<MOST, T>(PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_common::extract::read_json;

    #[derive(Debug, Deserialize)]
    struct Form {
        #[serde(deserialize_with = "at_most::<2, _, _>")]
        ids: Vec<i64>,
    }

    #[test]
    fn a_list_is_read_no_further_than_it_may_be_long() {
        assert_eq!(read_json::<Form>(br#"{"ids":[1,2]}"#).unwrap().ids, [1, 2]);
        // What follows is not even looked at: it is no JSON.
        for long in [r#"{"ids":[1,2,3]}"#, r#"{"ids":[1,2,3,what"#] {
            let Problem::Fields(errors) = read_json::<Form>(long.as_bytes()).unwrap_err() else { panic!("{long}") };
            let told: Vec<_> = errors.iter().map(|(field, messages)| (field.to_owned(), messages.to_vec())).collect();
            assert_eq!(told, [("ids".to_owned(), vec!["must have at most 2 entries".to_owned()])]);
        }
        assert!(read_json::<Form>(br#"{"ids":7}"#).is_err());
    }
}
