//! What the server answers when it cannot do what was asked: RFC 9457 problem details, made in one place.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use placard_model::refusal::{Refusal, Refuses};
use serde::Serialize;
use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The media type of problem details.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request was not done. Everything that serves people answers with one of these.
#[derive(Debug)]
pub enum Problem {
    /// The request cannot be read at all (400).
    Malformed(String),
    /// No valid access token (401).
    Unauthorized,
    /// Email or password are wrong (401); the same for an account that does not exist.
    WrongLogin,
    /// The role may not (403), with the reason.
    Forbidden(Cow<'static, str>),
    /// Staff who have no second factor (403).
    SecondFactorRequired,
    /// What staff may never do in the cabinet of a user (403).
    Impersonated,
    /// What an API token may not (403): the scope that it lacks, or none if no token may.
    ScopeMissing(Option<&'static str>),
    /// A change that a page of another site asked for (403).
    CrossOrigin,
    /// Nothing here, or nothing of the caller's (404).
    NotFound,
    /// Some of what was named together is not there, or not the caller's (404): the text names it.
    SomeNotFound(String),
    /// The link of a mail is not known (404).
    LinkUnknown,
    /// The link of a mail was used or has ended (410).
    LinkEnded,
    /// The method is not one of the resource's (405).
    MethodNotAllowed,
    /// The state forbids it (409); the text names both states, or says that the edit is stale.
    Conflict(String),
    /// The body is longer than allowed (413).
    TooLarge,
    /// The body is not of the type that the call takes (415); the type that it takes.
    UnsupportedMediaType(&'static str),
    /// Fields are wrong (422).
    Fields(FieldErrors),
    /// A code of the second factor is needed (422).
    OtpRequired,
    /// The code of the second factor is wrong, or was used (422).
    OtpInvalid,
    /// The headers are longer than allowed (431).
    HeadersTooLarge,
    /// Too many attempts (429); seconds to wait.
    TooManyRequests(u32),
    /// Our own fault (500). The cause is logged, not told.
    Internal(anyhow::Error),
    /// Cannot be done right now (503); seconds to wait.
    Unavailable(u32),
    /// Statistics are being derived again from log and settlements (503); seconds to wait.
    Deriving(u32),
}

/// The most fields, and the most messages of one, that an answer names.
const FIELD_ERRORS_MAX: usize = 100;

/// Messages by field. Nested fields are written with dots and list positions: `bids.0.bid`. Of very many the first
/// [`FIELD_ERRORS_MAX`] are kept, and each once: an answer is not longer than what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(BTreeMap<String, Vec<String>>);

impl FieldErrors {
    /// Notes what is wrong with a field.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        let field = field.into();
        if self.0.len() >= FIELD_ERRORS_MAX && !self.0.contains_key(&field) {
            return;
        }
        let (messages, message) = (self.0.entry(field).or_default(), message.into());
        if messages.len() < FIELD_ERRORS_MAX && !messages.contains(&message) {
            messages.push(message);
        }
    }

    /// Notes the message unless `ok`.
    pub fn check(&mut self, field: &str, ok: bool, message: impl Into<String>) {
        if !ok {
            self.add(field, message);
        }
    }

    /// Notes what is wrong with a text unless its length in characters is in the range.
    pub fn check_length(&mut self, field: &str, text: &str, range: std::ops::RangeInclusive<usize>) {
        let length = text.chars().count();
        if length < *range.start() && *range.start() == 1 {
            self.add(field, "must not be empty");
        } else if !range.contains(&length) {
            self.add(field, format!("must have {} to {} characters", range.start(), range.end()));
        }
    }

    /// Notes what is wrong with a part, under its own name before those of its fields.
    pub fn below(&mut self, part: &str, wrong: Self) {
        for (field, messages) in wrong.0 {
            for message in messages {
                self.add(format!("{part}.{field}"), message);
            }
        }
    }

    /// Notes what was noted elsewhere.
    pub fn append(&mut self, wrong: Self) {
        for (field, messages) in wrong.0 {
            for message in messages {
                self.add(field.as_str(), message);
            }
        }
    }

    /// The messages, by field.
    pub fn into_messages(self) -> BTreeMap<String, Vec<String>> {
        self.0
    }

    /// What was noted, by field.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(field, messages)| (field.as_str(), messages.as_slice()))
    }

    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A problem if anything was noted.
    pub fn finish(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(Problem::Fields(self)) }
    }
}

impl Problem {
    /// One wrong field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let mut errors = FieldErrors::default();
        errors.add(field, message);
        Self::Fields(errors)
    }

    /// The HTTP status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized | Self::WrongLogin => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_)
            | Self::SecondFactorRequired
            | Self::Impersonated
            | Self::ScopeMissing(_)
            | Self::CrossOrigin => StatusCode::FORBIDDEN,
            Self::NotFound | Self::SomeNotFound(_) | Self::LinkUnknown => StatusCode::NOT_FOUND,
            Self::LinkEnded => StatusCode::GONE,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Fields(_) | Self::OtpRequired | Self::OtpInvalid => StatusCode::UNPROCESSABLE_ENTITY,
            Self::HeadersTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::TooManyRequests(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable(_) | Self::Deriving(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The `type`: a stable name for programs.
    const fn kind(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed_request",
            Self::Unauthorized => "unauthorized",
            Self::WrongLogin => "wrong_login",
            Self::Forbidden(_) => "forbidden",
            Self::SecondFactorRequired => "second_factor_required",
            Self::Impersonated => "impersonated",
            Self::ScopeMissing(_) => "scope_missing",
            Self::CrossOrigin => "cross_origin",
            Self::NotFound | Self::SomeNotFound(_) => "not_found",
            Self::LinkUnknown => "token_unknown",
            Self::LinkEnded => "token_expired",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Conflict(_) => "conflict",
            Self::TooLarge => "body_too_large",
            Self::UnsupportedMediaType(_) => "unsupported_media_type",
            Self::Fields(_) => "invalid_fields",
            Self::OtpRequired => "otp_required",
            Self::OtpInvalid => "otp_invalid",
            Self::HeadersTooLarge => "headers_too_large",
            Self::TooManyRequests(_) => "too_many_requests",
            Self::Internal(_) => "internal_error",
            Self::Unavailable(_) => "unavailable",
            Self::Deriving(_) => "statistics_deriving",
        }
    }

    fn title(&self) -> &'static str {
        self.status().canonical_reason().unwrap_or("Error")
    }

    fn detail(&self) -> Cow<'static, str> {
        match self {
            Self::Malformed(detail) => format!("The request cannot be read: {detail}.").into(),
            Self::Unauthorized => "Log in and send the access token as a bearer token.".into(),
            Self::WrongLogin => "Email or password are not correct.".into(),
            Self::Forbidden(reason) => reason.clone(),
            Self::SecondFactorRequired => "Staff work with a second factor. Set it up in your account.".into(),
            Self::Impersonated => "This is for the owner of the account alone. Leave their cabinet first.".into(),
            Self::ScopeMissing(Some(scope)) => format!("This API token has not the scope {scope}.").into(),
            Self::ScopeMissing(None) => "No API token may do this. Log in instead.".into(),
            Self::CrossOrigin => "Changes are not taken from pages of other sites.".into(),
            Self::NotFound => "There is nothing here, or nothing that is yours.".into(),
            Self::LinkUnknown => "This link is not one of ours, or a part of it is missing. Ask for a new one.".into(),
            Self::LinkEnded => "This link was used already or has ended. Ask for a new one.".into(),
            Self::MethodNotAllowed => "This address does not take this method.".into(),
            Self::SomeNotFound(detail) | Self::Conflict(detail) => detail.clone().into(),
            Self::TooLarge => "The body is too large. Send less at once.".into(),
            Self::UnsupportedMediaType(expected) => format!("Send the body as {expected}.").into(),
            Self::Fields(_) => "Some fields are not valid. Correct them and send again.".into(),
            Self::OtpRequired => "Send the code of your second factor, or a recovery code, as `otp`.".into(),
            Self::OtpInvalid => "The code of the second factor is not valid.".into(),
            Self::HeadersTooLarge => "The headers are too large. Send fewer cookies and shorter headers.".into(),
            Self::TooManyRequests(s) => format!("Too many attempts. Try again in {s} seconds.").into(),
            Self::Internal(_) => "Something went wrong on our side. It has been logged; try again later.".into(),
            Self::Unavailable(s) => format!("The server is busy. Try again in {s} seconds.").into(),
            Self::Deriving(s) => format!(
                "Statistics are being derived again and are not complete yet. Try again in {s} seconds; \
                 ads are shown and clicks are counted meanwhile."
            )
            .into(),
        }
    }

    /// The body of the answer.
    pub fn body(&self) -> ProblemBody {
        ProblemBody {
            kind: format!("urn:placard:problem:{}", self.kind()),
            title: self.title().to_owned(),
            status: self.status().as_u16(),
            detail: self.detail().into_owned(),
            errors: match self {
                Self::Fields(errors) => Some(errors.0.clone()),
                Self::OtpRequired => Some([("otp".to_owned(), vec!["is required".to_owned()])].into()),
                Self::OtpInvalid => {
                    Some([("otp".to_owned(), vec!["is not valid, or was used already".to_owned()])].into())
                }
                _ => None,
            },
        }
    }
}

/// Problem details (RFC 9457).
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A stable name of the kind of problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What happened and what to do.
    pub detail: String,
    /// For 422: messages by field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<BTreeMap<String, Vec<String>>>,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if let Self::Internal(cause) = &self {
            tracing::error!("{cause:#}");
        }
        let told = self.body();
        let body = serde_json::to_vec(&told).unwrap_or_default();
        let mut response = (self.status(), [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if self.status() == StatusCode::FORBIDDEN {
            // For who keeps what was refused.
            response.extensions_mut().insert(told);
        }
        let headers = response.headers_mut();
        match self {
            Self::TooManyRequests(s) | Self::Unavailable(s) | Self::Deriving(s) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(s));
            }
            Self::Unauthorized | Self::WrongLogin => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }
}

/// What a panic said of its cause.
pub fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str).or(cause.downcast_ref::<&str>().copied());
    text.unwrap_or("a broken assertion").to_owned()
}

/// The answer of a handler that panicked.
pub fn panicked(cause: Box<dyn Any + Send>) -> Response {
    Problem::Internal(anyhow::anyhow!("a handler panicked: {}", panic_text(&*cause))).into_response()
}

impl<E: Refuses> From<E> for Problem {
    fn from(error: E) -> Self {
        match error.refusal() {
            Refusal::NotFound => Self::NotFound,
            Refusal::SomeNotFound(text) => Self::SomeNotFound(text),
            Refusal::Conflict(text) => Self::Conflict(text),
            Refusal::Malformed(text) => Self::Malformed(text),
            Refusal::Field { field, message } => Self::field(field, message),
            Refusal::Busy { reason, retry_s } => {
                tracing::warn!("{reason}");
                Self::Unavailable(retry_s)
            }
            Refusal::Deriving { retry_s } => Self::Deriving(retry_s),
            Refusal::Internal(cause) => Self::Internal(cause),
        }
    }
}
