//! The committed OpenAPI document is the one that the code describes. `PLACARD_TEST_UPDATE=1` writes it.

use placard_api::openapi;
use placard_server::router;

#[test]
fn the_committed_document_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/api/openapi.json");
    if std::env::var_os("PLACARD_TEST_UPDATE").is_some() {
        std::fs::write(path, openapi::document(router::api().1).unwrap()).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let described = openapi::document(router::api().1).unwrap();
    assert!(
        committed == described,
        "web/api/openapi.json is stale: run `make gen` (or `placard openapi > web/api/openapi.json`) and commit it"
    );
    assert!(!described.contains("\"int64\"") && described.contains("\"openapi\": \"3.1.0\""));
}
