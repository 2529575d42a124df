//! Refuses requests whose headers are too long, before any handler sees them.

use crate::error::Problem;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, Ready, ready};
use std::convert::Infallible;
use std::task::{Context, Poll};
use tower::{Layer, Service};

/// The longest headers of a request, names and values together, in bytes.
pub const HEADER_BYTES_MAX: usize = 16 * 1024;

/// Refuses requests whose headers are longer than [`HEADER_BYTES_MAX`]. It costs an ad request a walk over some ten
/// headers and no allocation.
#[derive(Clone, Copy, Debug, Default)]
pub struct LimitHeaders;

/// The service of [`LimitHeaders`].
#[derive(Clone, Debug)]
pub struct LimitedHeaders<S>(S);

impl<S> Layer<S> for LimitHeaders {
    type Service = LimitedHeaders<S>;

    fn layer(&self, inner: S) -> Self::Service {
        LimitedHeaders(inner)
    }
}

impl<S: Service<Request, Response = Response, Error = Infallible>> Service<Request> for LimitedHeaders<S> {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<S::Future, Ready<Result<Response, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        if header_bytes(request.headers()) > HEADER_BYTES_MAX {
            return Either::Right(ready(Ok(Problem::HeadersTooLarge.into_response())));
        }
        Either::Left(self.0.call(request))
    }
}

fn header_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum()
}
