//! The files of `web/dist`, embedded in the executable.

use rust_embed::RustEmbed;

/// Built by `make build`; a server without it still serves the API and delivery.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
pub(super) struct Files;
