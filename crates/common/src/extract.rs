//! What handlers take: strict JSON bodies, bracketed queries, ids in paths, the caller's address.

use crate::config::Config;
use crate::error::{FieldErrors, Problem};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use placard_model::Money;
use placard_model::money::DECIMALS_MAX;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use std::net::IpAddr;

/// The longest JSON body of a management call, in bytes. Calls that take files set their own.
pub const JSON_BYTES_MAX: usize = 256 * 1024;
/// The longest query, in bytes.
pub const QUERY_BYTES_MAX: usize = 16 * 1024;
/// How deep brackets in a query may nest.
const QUERY_DEPTH_MAX: usize = 3;

/// A JSON body, in and out. On the way in the type decides what is accepted: mark it `deny_unknown_fields`; a wrong
/// field is a 422 that names it.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        check_json(request.headers())?;
        read_json(&body_bytes(request, state).await?).map(Self)
    }
}

/// A body that may be left out: without a type and a length there is none.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Problem> {
        let headers = request.headers().clone();
        let body = body_bytes(request, state).await?;
        if body.is_empty() {
            return Ok(None);
        }
        read_json_body(&headers, &body).map(Self).map(Some)
    }
}

/// Reads a whole body as the JSON that its headers say it is.
pub fn read_json_body<T: DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, Problem> {
    check_json(headers)?;
    read_json(body)
}

fn check_json(headers: &HeaderMap) -> Result<(), Problem> {
    let is_json = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|mime| mime.trim().eq_ignore_ascii_case("application/json"));
    if is_json { Ok(()) } else { Err(Problem::UnsupportedMediaType("application/json")) }
}

/// The whole body, if it keeps to the limit of its route.
pub async fn body_bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    // A length that is told and too long is refused before anything is read.
    let told = request.headers().get(CONTENT_LENGTH).and_then(|v| v.to_str().ok()).and_then(|v| v.parse::<u64>().ok());
    let told_too_long = told.is_some_and(|length| length > BODY_BYTES_MAX);
    if told_too_long {
        return Err(Problem::TooLarge);
    }
    Bytes::from_request(request, state).await.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            Problem::TooLarge
        } else {
            Problem::Malformed("the body ended early".to_owned())
        }
    })
}

/// The longest body of any call, in bytes.
pub const BODY_BYTES_MAX: u64 = 32 * 1024 * 1024;

/// Reads types as objects and nothing else: serde would also take a list of a struct's values in their order. The types
/// derive what they need with `#[serde(remote = "Self")]`; those that are answered, too, stand behind `both`.
#[macro_export]
macro_rules! only_objects {
    ($($name:ident),* $(; both $($both:ident),*)?) => {
        $($crate::only_objects!(@read $name);)*
        $($(
            $crate::only_objects!(@read $both);

            impl serde::Serialize for $both {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Self::serialize(self, serializer)
                }
            }
        )*)?
    };
    (@read $name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Object;

                impl<'de> serde::de::Visitor<'de> for Object {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        <$name>::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_map(Object)
            }
        }
    };
}
pub use only_objects;

/// Reads a JSON object strictly.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // serde would also take a list of a struct's values in their order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(Problem::field("body", "must be an object"));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let cause = error.into_inner();
        if cause.is_data() { field_problem(&path, &cause.to_string()) } else { malformed_json(&cause) }
    })?;
    deserializer.end().map_err(|cause| malformed_json(&cause))?;
    Ok(value)
}

fn malformed_json(cause: &serde_json::Error) -> Problem {
    Problem::Malformed(format!("not valid JSON (line {}, column {})", cause.line(), cause.column()))
}

/// Turns serde's message into one for people, under the field's name.
fn field_problem(path: &str, message: &str) -> Problem {
    let message = message.split(" at line ").next().unwrap_or(message);
    let path = path.replace('[', ".").replace(']', "");
    let path = path.trim_start_matches('.');
    let named = |prefix: &str| {
        let name = message.strip_prefix(prefix)?.strip_prefix('`')?.split('`').next()?;
        // The path of an unknown field ends with the field, that of a missing one with its parent.
        let parent = match path.strip_suffix(name) {
            Some(parent) => parent.trim_end_matches('.'),
            None => path,
        };
        Some(if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") })
    };
    if let Some(field) = named("unknown field ") {
        return Problem::field(field, "is not a field of this call");
    }
    if let Some(field) = named("missing field ") {
        return Problem::field(field, "is required");
    }
    let field = if matches!(path, "" | "?") { "body" } else { path };
    Problem::field(field, in_plain_words(message))
}

/// Serde's message without the words of a programming language.
fn in_plain_words(message: &str) -> String {
    let wrong = ["invalid type: ", "invalid value: ", "invalid length "].iter().any(|start| message.starts_with(start));
    if wrong {
        let expected = message.rsplit_once(", expected ").map(|(_, expected)| expected);
        return expected.map_or_else(|| "is not valid".to_owned(), |expected| format!("must be {}", kind(expected)));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        // `x`, expected one of `a`, `b`
        let names: Vec<&str> = rest.split('`').skip(3).step_by(2).collect();
        return format!("must be one of {}", names.join(", "));
    }
    if message.starts_with("duplicate field ") {
        return "must be given once".to_owned();
    }
    let of_parsers = [
        ("invalid digit found in string", "must be a whole number"),
        ("cannot parse integer from empty string", "must be a whole number"),
        ("number too large to fit in target type", "is too large"),
        ("number too small to fit in target type", "is too small"),
        ("number out of range", "is too large"),
        ("invalid float literal", "must be a number"),
        ("provided string was not `true` or `false`", "must be true or false"),
        ("data did not match any variant", "is not valid"),
    ];
    let known = of_parsers.iter().find(|(start, _)| message.starts_with(start));
    known.map_or_else(|| message.to_owned(), |(_, text)| (*text).to_owned())
}

/// What serde expects of a value, as people say it.
fn kind(expected: &str) -> String {
    let whole = |least: &str, greatest: &str| format!("a whole number from {least} to {greatest}");
    match expected {
        "u8" => whole("0", "255"),
        "u16" => whole("0", "65535"),
        "u32" => whole("0", "4294967295"),
        "u64" | "usize" | "u128" => "a whole number, 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" | "i128" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a borrowed string" | "string or map" | "identifier" | "variant identifier" => "a string".to_owned(),
        "a sequence" | "a borrowed byte array" => "a list".to_owned(),
        "a map" | "map" => "an object".to_owned(),
        "unit" | "null" => "null".to_owned(),
        _ if expected.starts_with("struct ") => "an object".to_owned(),
        _ if expected.starts_with("enum ") => "one of its names".to_owned(),
        _ if expected.starts_with("tuple ") || expected.starts_with("an array of ") => "a list".to_owned(),
        other => other.to_owned(),
    }
}

/// What is wrong with the JSON of a page, which names no fields apart.
pub fn page_json_problem<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Problem {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) if error.inner().is_data() => {
            let problem = field_problem(&error.path().to_string(), &error.inner().to_string());
            match problem.body().errors.and_then(|errors| errors.into_iter().next()) {
                Some((field, messages)) => Problem::Malformed(format!("`{field}` {}", messages.join(", "))),
                None => problem,
            }
        }
        Err(error) => malformed_json(error.inner()),
        Ok(_) => Problem::Malformed("something follows the JSON".to_owned()),
    }
}

/// A query with brackets: `filters[date_from]=..`, `ids[]=1&ids[]=2`, also plain repeats `ids=1&ids=2`. Parameters that
/// the call does not know are refused: an answer to a misspelt question looks like one to the question that was meant.
#[derive(Clone, Copy, Debug)]
pub struct Qs<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Qs<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut unknown = FieldErrors::default();
        let value = read_query_noting(parts.uri.query().unwrap_or_default(), |name| {
            unknown.add(name, "is not a field of this call");
        })?;
        unknown.finish()?;
        Ok(Self(value))
    }
}

/// Reads a query or a form's body. Parameters that the type does not know are ignored.
pub fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    read_query_noting(query, |_| {})
}

/// Reads a query, and tells the names of parameters that the type does not know.
fn read_query_noting<T: DeserializeOwned>(query: &str, mut unknown: impl FnMut(String)) -> Result<T, Problem> {
    if query.len() > QUERY_BYTES_MAX {
        return Err(Problem::Malformed(format!("the query is longer than {QUERY_BYTES_MAX} bytes")));
    }
    let config = serde_qs::Config::new().max_depth(QUERY_DEPTH_MAX).use_form_encoding(true);
    let deserializer = serde_qs::Deserializer::with_config(config, query.as_bytes())
        .map_err(|error| Problem::Malformed(format!("the query is not valid: {error}")))?;
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(deserializer, &mut track);
    let read = serde_ignored::deserialize(tracked, |path| unknown(path.to_string().replace("?.", "")));
    read.map_err(|error: serde_qs::Error| field_problem(&track.path().to_string(), &error.to_string()))
}

/// Values of a path. One that cannot be read (an id that is no number) is a 404.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(Problem::NotFound),
        }
    }
}

/// The last address in `X-Forwarded-For` that is not a trusted proxy, if the peer is one; else the peer.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, config: &Config) -> IpAddr {
    let client = real_client_address(peer, headers, config);
    if config.demo && client.is_loopback() { config.demo_address } else { client }
}

/// As [`client_address`], without the demonstration network's address for visitors from loopback.
pub fn real_client_address(peer: IpAddr, headers: &HeaderMap, config: &Config) -> IpAddr {
    let trusted = |address: IpAddr| config.trusted_proxies.iter().any(|net| net.contains(&address));
    let peer = peer.to_canonical();
    let mut client = peer;
    if trusted(peer) {
        let told: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|v| v.to_str().ok()).collect();
        for part in told.iter().flat_map(|value| value.split(',')).rev() {
            let Ok(address) = part.trim().parse::<IpAddr>() else { break };
            client = address.to_canonical();
            if !trusted(client) {
                break;
            }
        }
    }
    client
}

/// Reads a flag of a query: `0` or `1`.
pub fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(optional_flag(deserializer)?.unwrap_or_default())
}

/// Reads a flag of a query that may be left empty.
pub fn optional_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "" => Ok(None),
        "0" => Ok(Some(false)),
        "1" => Ok(Some(true)),
        _ => Err(serde::de::Error::custom("must be 0 or 1")),
    }
}

/// Reads an amount of a query that may be left empty.
pub fn optional_amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "" => Ok(None),
        text => Money::parse(text, DECIMALS_MAX).map(Some).map_err(serde::de::Error::custom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        name: String,
        #[serde(default)]
        bids: Vec<Bid>,
        #[serde(default)]
        rank: u8,
        #[serde(default)]
        is_new: bool,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Bid {
        bid: placard_model::Money,
    }

    fn errors(problem: Problem) -> BTreeMap<String, Vec<String>> {
        problem.body().errors.unwrap_or_else(|| panic!("{problem:?} names no field"))
    }

    #[test]
    fn wrong_fields_are_named() {
        let check = |json: &str, field: &str, message: &str| {
            let found = errors(read_json::<Body>(json.as_bytes()).unwrap_err());
            assert_eq!(found, [(field.to_owned(), vec![message.to_owned()])].into(), "{json}");
        };
        check(r#"{"name":"a","colour":1}"#, "colour", "is not a field of this call");
        check("{}", "name", "is required");
        check(r#"{"name":5}"#, "name", "must be a string");
        check(r#"{"name":"a","bids":{}}"#, "bids", "must be a list");
        check(r#"{"name":"a","bids":[7]}"#, "bids.0", "must be an object");
        check(r#"{"name":"a","bids":[{"bid":"1.50"}]}"#, "bids.0.bid", "must be an amount such as 12.50");
        check(r#"{"name":"a","rank":true}"#, "rank", "must be a whole number from 0 to 255");
        check(r#"{"name":"a","rank":256}"#, "rank", "must be a whole number from 0 to 255");
        check(r#"{"name":"a","is_new":1}"#, "is_new", "must be true or false");
        check(r#"{"name":"a","name":"a"}"#, "body", "must be given once");
        check(r#"{"name":"a","bids":[{"bid":1},{"bid":"x"}]}"#, "bids.1.bid", "must be an amount such as 12.50");
        check(r#"{"name":"a","bids":[{"bid":1.1234567}]}"#, "bids.0.bid", "has more than 6 decimals");
        check(r#"{"name":"a","bids":[{"price":1}]}"#, "bids.0.price", "is not a field of this call");
        check(r#"{"name":"a","bids":[{}]}"#, "bids.0.bid", "is required");
        check(r#"["a"]"#, "body", "must be an object");
        for broken in ["", "{", "{\"name\":\"a\"} x", "\u{0}"] {
            assert!(matches!(read_json::<Body>(broken.as_bytes()), Err(Problem::Malformed(_))), "{broken}");
        }
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Query {
        page: u32,
        ids: Vec<i64>,
        filters: Filters,
        #[serde(deserialize_with = "flag")]
        is_show_stats: bool,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Filters {
        date_from: Option<String>,
        status: Vec<i64>,
    }

    #[test]
    fn queries_nest_with_brackets_and_repeat() {
        let query = |text: &str| read_query::<Query>(text).unwrap();
        for text in ["ids[]=1&ids[]=2", "ids=1&ids=2", "ids[0]=1&ids[1]=2", "ids%5B%5D=1&ids%5B%5D=2"] {
            assert_eq!(query(text).ids, [1, 2], "{text}");
        }
        for text in
            ["filters[date_from]=2026-11-21&filters[status][]=2", "filters%5Bdate_from%5D=2026-11-21&filters[status]=2"]
        {
            let filters = query(text).filters;
            assert_eq!((filters.date_from.as_deref(), filters.status), (Some("2026-11-21"), vec![2]), "{text}");
        }
        assert!(query("is_show_stats=1&utm=x").is_show_stats, "callbacks have what they like");
        let unknown = |text: &str| {
            let mut names = Vec::new();
            read_query_noting::<Query>(text, |name| names.push(name)).unwrap();
            names
        };
        assert_eq!(unknown("page=1&ids[]=2&filters[status][]=2&filters[date_from]=2026-11-21"), Vec::<String>::new());
        assert_eq!(
            unknown("pages=1&filters[status_id]=2&filters[date_from]=2026-11-21"),
            ["filters.status_id", "pages"]
        );
        assert_eq!(query(""), Query::default());
        let wrong = |text: &str, field: &str, message: &str| {
            let found = errors(read_query::<Query>(text).unwrap_err());
            assert_eq!(found, [(field.to_owned(), vec![message.to_owned()])].into(), "{text}");
        };
        for page in ["x", "-1", "4294967296"] {
            wrong(&format!("page={page}"), "page", "must be a whole number from 0 to 4294967295");
        }
        wrong("is_show_stats=true", "is_show_stats", "must be 0 or 1");
        assert!(read_query::<Query>(&format!("a={}", "x".repeat(QUERY_BYTES_MAX))).is_err());
        assert!(read_query::<Query>("filters[a][b][c][d][e][f][g]=1").is_ok_and(|q| q == Query::default()));
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let config = crate::config::Config::default();
        let check = |peer: &str, told: &str, expected: &str| {
            let mut headers = HeaderMap::new();
            if !told.is_empty() {
                headers.insert("x-forwarded-for", told.parse().unwrap());
            }
            let found = client_address(peer.parse().unwrap(), &headers, &config);
            assert_eq!(found, expected.parse::<IpAddr>().unwrap(), "{peer} {told}");
        };
        check("203.0.113.9", "198.51.100.1", "203.0.113.9");
        check("127.0.0.1", "198.51.100.1", "198.51.100.1");
        check("127.0.0.1", "1.1.1.1, 198.51.100.1, 127.0.0.1", "198.51.100.1");
        check("127.0.0.1", "nonsense", "127.0.0.1");
        check("::ffff:203.0.113.9", "", "203.0.113.9");
        check("127.0.0.1", "", "127.0.0.1");
    }
}
