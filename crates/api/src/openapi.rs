//! The OpenAPI 3.1 document: generated from the handlers, the same every time.

mod labels;
mod limits;

use crate::dictionaries::words;
use placard_common::error::ProblemBody;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Placard",
        description = "API of an open, self-hosted advertising network. A parameter without a value counts as left \
            out, one that a call does not know is ignored. Texts are taken without blanks around them, and hold no \
            control characters."
    ),
    components(schemas(
        ProblemBody,
        words::AdvertiserMetricName,
        words::NetworkMetricName,
        words::VerdictName,
        words::WebmasterMetricName,
    )),
    tags(
        (name = "auth", description = "Login, refresh, logout."),
        (name = "account", description = "The own account."),
        (name = "advertiser", description = "Campaigns, groups, ads, balance."),
        (name = "push", description = "Push campaigns and push ads."),
        (name = "payment", description = "Money that comes in."),
        (name = "webmaster", description = "Sites, blocks, templates, balance."),
        (name = "cashbox", description = "Payment systems, their types, currencies."),
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

/// What can go wrong with a call, by status: the shared answers of the document.
const PROBLEMS: [(&str, &str); 11] = [
    ("400", "The request cannot be read at all"),
    ("401", "No login, or one that does not hold"),
    ("403", "Not for this user, or not with this login"),
    ("404", "Nothing here, or nothing of the caller's"),
    ("409", "The state forbids it, or the edit is stale"),
    ("410", "The link was used or has ended"),
    ("413", "The body is too long"),
    ("415", "The body is not of the type that the call takes"),
    ("422", "Fields are wrong; they are named"),
    ("429", "Too many calls; `Retry-After` says how long to wait"),
    ("503", "Cannot be done right now; `Retry-After` says how long to wait"),
];

/// The document as JSON text, with what holds for all operations.
pub fn document(api: utoipa::openapi::OpenApi) -> anyhow::Result<String> {
    let mut document = serde_json::to_value(api)?;
    write_alternatives_out(&mut document);
    limits::write(&mut document)?;
    labels::write(&mut document)?;
    open_flattened(&mut document);
    let asked = schemas_of_requests(&document);
    bound_integers(&mut document, &asked);
    document["components"]["securitySchemes"] =
        json!({"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}});
    // Operations that need no login say so with `security(())`.
    document["security"] = json!([{"bearer": []}]);
    document["components"]["responses"] =
        PROBLEMS.iter().map(|(status, text)| (problem_name(status), problem(text))).collect::<Map<_, _>>().into();
    for (path, method, operation) in operations(&mut document) {
        let statuses = problems_of(path, method, operation);
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            for status in statuses {
                let shared = json!({"$ref": format!("#/components/responses/{}", problem_name(status))});
                responses.entry(status).or_insert(shared);
            }
            responses.entry("default").or_insert_with(|| problem("What went wrong"));
        }
    }
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn problem_name(status: &str) -> String {
    format!("Problem{status}")
}

fn problem(description: &str) -> Value {
    json!({
        "description": description,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    })
}

/// The statuses with which an operation says what is wrong, by what it takes.
fn problems_of(path: &str, method: &str, operation: &Map<String, Value>) -> Vec<&'static str> {
    // Pages of texts and pictures, and what load balancers ask, are not told apart further.
    let is_called = path.starts_with("/api") || path.starts_with("/d/") || path == "/postback";
    let has = |place: &str| {
        let of = operation.get("parameters").and_then(Value::as_array);
        of.into_iter().flatten().any(|parameter| parameter["in"] == place)
    };
    let is_public = operation.get("security").is_some();
    let (takes_body, changes) = (operation.contains_key("requestBody"), method != "get");
    let is_delivery = operation.get("tags").is_some_and(|tags| tags[0] == "delivery");
    let link = path.contains("{token}") || path.ends_with("/confirm");
    let names_things = has("path") || link || path.ends_with("/jwt") || path.ends_with("/breadcrumbs");
    let names_things = names_things || path.contains("/ads/all") && changes;
    let names_things = names_things || path.starts_with("/api-push-proxy/") && changes;
    let names_things = names_things || path.ends_with("/campaigns/all") || path.ends_with("/ad_groups/all");
    let names_things = names_things || path.ends_with("/ads/universal") || path.ends_with("/campaigns/reach");
    let names_things = names_things || path.ends_with("/postback_secret") && method == "delete";
    let is_limited = path.starts_with("/d/") && changes || path.starts_with("/c/") || path == "/postback";
    let is_opt_in = matches!(path, "/d/push/{file}" | "/d/push/events");
    let is_subscription = path.starts_with("/api/push/");
    let rules = [
        ("400", is_called && (takes_body || has("query") || changes)),
        ("401", path.starts_with("/api") && (!is_public || changes)),
        ("403", path.starts_with("/api") && (!is_public || changes) || path == "/postback"),
        ("404", path.starts_with("/api") && names_things || path == "/metrics" || is_opt_in),
        ("409", path.starts_with("/api") && (changes || link)),
        ("410", path.starts_with("/api") && link),
        ("413", is_called && changes),
        ("415", path.starts_with("/api") && takes_body),
        (
            "422",
            is_called
                && (takes_body || has("query") || changes)
                && (!is_delivery || path == "/postback" || is_subscription),
        ),
        ("429", path.starts_with("/api") || is_limited),
        ("503", !is_delivery || is_limited),
    ];
    rules.into_iter().filter_map(|(status, applies)| applies.then_some(status)).collect()
}

/// Path, method and contents of each operation.
fn operations(document: &mut Value) -> impl Iterator<Item = (&str, &str, &mut Map<String, Value>)> {
    document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten().flat_map(|(path, methods)| {
        methods
            .as_object_mut()
            .into_iter()
            .flatten()
            .filter_map(move |(method, operation)| Some((path.as_str(), method.as_str(), operation.as_object_mut()?)))
    })
}

/// A part of a path that is one of some names gives an operation for each of them, under its own path.
fn write_alternatives_out(document: &mut Value) {
    let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) else { return };
    let mut ahead: Vec<(String, Value)> = std::mem::take(paths).into_iter().collect();
    while let Some((path, methods)) = ahead.pop() {
        match alternatives(&methods) {
            None => {
                paths.insert(path, methods);
            }
            Some((part, names)) => ahead.extend(names.iter().map(|name| {
                let mut methods = methods.clone();
                for operation in methods.as_object_mut().into_iter().flatten().map(|(_, operation)| operation) {
                    let id =
                        format!("{}_{}", operation["operationId"].as_str().unwrap_or_default(), name.replace('-', "_"));
                    operation["operationId"] = id.into();
                    if let Some(parameters) = operation["parameters"].as_array_mut() {
                        parameters.retain(|parameter| parameter["name"] != part);
                    }
                }
                (path.replace(&format!("{{{part}}}"), name), methods)
            })),
        }
    }
}

/// The first part of the operations' path that is one of some names, with them.
fn alternatives(methods: &Value) -> Option<(String, Vec<String>)> {
    let operations = methods.as_object().into_iter().flat_map(Map::values);
    let parameters = operations.flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
    parameters.filter(|parameter| parameter["in"] == "path").find_map(|parameter| {
        let names: Vec<String> = serde_json::from_value(parameter["schema"]["enum"].clone()).ok()?;
        Some((parameter["name"].as_str()?.to_owned(), names))
    })
}

/// A form whose fields stand among those of an answer refuses unknown fields where it is sent, not there.
fn open_flattened(document: &mut Value) {
    let forms = document["components"]["schemas"].clone();
    open_parts(&mut document["components"]["schemas"], &forms);
}

fn open_parts(value: &mut Value, forms: &Value) {
    match value {
        Value::Object(fields) => {
            for part in fields.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
                let name = part.get("$ref").and_then(Value::as_str).and_then(|at| at.rsplit('/').next());
                let form = name.and_then(|name| forms[name].as_object());
                if let Some(form) = form.filter(|form| form.get("additionalProperties") == Some(&false.into())) {
                    let open = form.iter().filter(|(name, _)| *name != "additionalProperties");
                    *part = Value::Object(open.map(|(name, value)| (name.clone(), value.clone())).collect());
                }
            }
            fields.values_mut().for_each(|inner| open_parts(inner, forms));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| open_parts(inner, forms)),
        _ => {}
    }
}

/// Names of the schemas that requests are made of.
fn schemas_of_requests(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut ahead: Vec<&Value> = Vec::new();
    for operation in document["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object) {
        for operation in operation.values() {
            ahead.extend([&operation["requestBody"], &operation["parameters"]]);
        }
    }
    while let Some(value) = ahead.pop() {
        match value {
            Value::Object(fields) => {
                let name = fields.get("$ref").and_then(Value::as_str).and_then(|at| at.rsplit('/').next());
                if let Some(name) = name
                    && found.insert(name.to_owned())
                {
                    ahead.push(&document["components"]["schemas"][name]);
                }
                ahead.extend(fields.values());
            }
            Value::Array(items) => ahead.extend(items),
            _ => {}
        }
    }
    found
}

/// Integers carry no format: client generators would make them big integers. What is asked for has the bounds of the
/// format instead.
fn bound_integers(document: &mut Value, asked: &BTreeSet<String>) {
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        for (name, schema) in schemas {
            plain_integers(schema, asked.contains(name));
        }
    }
    for (_, _, operation) in operations(document) {
        for (part, schema) in operation {
            plain_integers(schema, part != "responses");
        }
    }
}

fn plain_integers(value: &mut Value, with_bounds: bool) {
    match value {
        Value::Object(fields) => {
            if let Some((least, greatest)) = fields.get("format").and_then(Value::as_str).and_then(bounds) {
                fields.remove("format");
                if with_bounds {
                    fields.entry("minimum").or_insert(least.into());
                    fields.entry("maximum").or_insert(greatest.into());
                }
            }
            fields.values_mut().for_each(|inner| plain_integers(inner, with_bounds));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| plain_integers(inner, with_bounds)),
        _ => {}
    }
}

/// The least and the greatest integer of a format.
fn bounds(format: &str) -> Option<(i64, u64)> {
    Some(match format {
        "int32" => (i64::from(i32::MIN), i32::MAX as u64),
        "int64" => (i64::MIN, i64::MAX as u64),
        "uint8" | "u-int8" => (0, u64::from(u8::MAX)),
        "uint16" | "u-int16" => (0, u64::from(u16::MAX)),
        "uint32" | "u-int32" => (0, u64::from(u32::MAX)),
        "uint64" | "u-int64" => (0, u64::MAX),
        _ => return None,
    })
}
