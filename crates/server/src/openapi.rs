//! The OpenAPI 3.1 document: generated from the handlers, the same every time.

use crate::error::ProblemBody;
use crate::list::ListFilters;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(title = "Placard", description = "API of an open, self-hosted advertising network."),
    components(schemas(ProblemBody, ListFilters)),
    tags(
        (name = "auth", description = "Login, refresh, logout."),
        (name = "account", description = "The own account."),
        (name = "advertiser", description = "Campaigns, groups, ads, balance."),
        (name = "webmaster", description = "Sites, blocks, templates, balance."),
        (name = "targeting", description = "What can be chosen in targeting."),
        (name = "stats", description = "Statistics."),
        (name = "admin", description = "The back office."),
        (name = "system", description = "Dictionaries and the state of the server."),
        (name = "delivery", description = "What the tag on webmasters' pages calls; guarded against breaking changes."),
    )
)]
struct Base;

/// The document without operations, to build a router on.
pub fn base() -> utoipa::openapi::OpenApi {
    Base::openapi()
}

/// The document as JSON text, with what holds for all operations.
pub fn document(api: utoipa::openapi::OpenApi) -> anyhow::Result<String> {
    let mut document = serde_json::to_value(api)?;
    plain_integers(&mut document);
    document["components"]["securitySchemes"] =
        json!({"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}});
    // Operations that need no login say so with `security(())`.
    document["security"] = json!([{"bearer": []}]);
    let problem = json!({
        "description": "What went wrong",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    });
    for operation in operations(&mut document) {
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            responses.entry("default").or_insert_with(|| problem.clone());
        }
    }
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    document
        .get_mut("paths")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flat_map(Map::values_mut)
        .filter_map(Value::as_object_mut)
        .flat_map(Map::values_mut)
        .filter_map(Value::as_object_mut)
}

/// Integers carry no format: client generators would make them big integers.
fn plain_integers(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields
                .get("format")
                .and_then(Value::as_str)
                .is_some_and(|f| f.starts_with("int") || f.starts_with("uint"))
            {
                fields.remove("format");
            }
            fields.values_mut().for_each(plain_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(plain_integers),
        _ => {}
    }
}
