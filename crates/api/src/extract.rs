//! What handlers take, with the caller's address.

pub use placard_common::extract::*;

use crate::state::ApiState;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use placard_common::error::Problem;
use std::net::{IpAddr, SocketAddr};

/// Where a management call comes from: the peer, or what a trusted proxy says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<ApiState> for ClientAddress {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &ApiState) -> Result<Self, Problem> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .ok_or_else(|| Problem::Internal(anyhow::anyhow!("the connection's address is not known")))?;
        Ok(Self(real_client_address(peer.0.ip(), &parts.headers, &app.config)))
    }
}
