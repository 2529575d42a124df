//! The committed OpenAPI document is the one that the code describes.

use placard_server::{openapi, router};

#[test]
fn the_committed_document_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/api/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let described = openapi::document(router::api().1).unwrap();
    assert!(
        committed == described,
        "web/api/openapi.json is stale: run `make gen` (or `placard openapi > web/api/openapi.json`) and commit it"
    );
    assert!(!described.contains("\"int64\"") && described.contains("\"openapi\": \"3.1.0\""));
}
