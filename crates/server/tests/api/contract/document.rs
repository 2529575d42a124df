//! The document as the test reads it: operations, what they take, and whether an answer is one that they may give.

use super::check;
use crate::app::Answer;
use axum::http::{Method, header};
use placard_api::openapi;
use placard_server::router;
use serde_json::Value;

/// The document.
pub(super) struct Document {
    json: Value,
}

/// One operation of it.
pub(super) struct Operation {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) id: String,
    /// Place (`path`, `query`, `header`), name, whether it is required, schema.
    pub(super) params: Vec<(String, String, bool, Value)>,
    /// Media type and schema.
    pub(super) body: Option<(String, Value)>,
    responses: Value,
}

impl Document {
    /// The document that the server serves.
    pub(super) fn read() -> Self {
        Self { json: serde_json::from_str(&openapi::document(router::api().1).unwrap()).unwrap() }
    }

    /// All operations, by path and method.
    pub(super) fn operations(&self) -> Vec<Operation> {
        let mut found = Vec::new();
        for (path, methods) in self.json["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                let params = operation["parameters"].as_array().into_iter().flatten();
                let params =
                    params.map(|p| (text(&p["in"]), text(&p["name"]), p["required"] == true, p["schema"].clone()));
                let content = operation["requestBody"]["content"].as_object();
                let body = content.and_then(|content| content.iter().next());
                found.push(Operation {
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    id: text(&operation["operationId"]),
                    params: params.collect(),
                    body: body.map(|(media, content)| (media.clone(), content["schema"].clone())),
                    responses: operation["responses"].clone(),
                });
            }
        }
        found.sort_by_key(|operation| (operation.path.clone(), operation.method.to_string()));
        found
    }

    /// The fields that an object of a schema may have, by name.
    pub(super) fn fields_of(&self, schema: &str) -> Vec<String> {
        let fields = self.json["components"]["schemas"][schema]["properties"].as_object().unwrap();
        fields.keys().cloned().collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// What a reference points to; other schemas as they are.
    pub(super) fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|at| at.strip_prefix('#')) {
            Some(at) => self.resolve(self.json.pointer(at).unwrap_or_else(|| panic!("{at} points nowhere"))),
            None => schema,
        }
    }

    /// What is wrong with an answer, if the document is right.
    pub(super) fn mistakes_of(&self, operation: &Operation, answer: &Answer) -> Vec<String> {
        let status = answer.status.as_str();
        if answer.status.is_server_error() && status != "503" {
            return vec![format!("answers {status}: {}", answer.text)];
        }
        let documented = self.resolve(&operation.responses[status]);
        if documented.is_null() {
            return vec![format!("answers {status}, which is not documented: {}", answer.text)];
        }
        let media = answer.headers.get(header::CONTENT_TYPE).map_or("", |media| media.to_str().unwrap());
        let kind = |media: &str| media.split(';').next().unwrap_or_default().trim().to_owned();
        let media = kind(media);
        let Some(content) = documented["content"].as_object() else {
            let is_empty = answer.text.is_empty();
            return (!is_empty)
                .then(|| format!("answers {status} with an undocumented body ({media})"))
                .into_iter()
                .collect();
        };
        let Some((_, content)) = content.iter().find(|(documented, _)| kind(documented) == media) else {
            return vec![format!("answers {status} as {media:?}, documented is {:?}", content.keys())];
        };
        if !media.ends_with("json") {
            return Vec::new();
        }
        let (schema, body) = (&content["schema"], answer.json());
        let mut invalid = Vec::new();
        check::value(self, schema, &body, "", &mut invalid);
        let mut mistakes: Vec<String> =
            invalid.into_iter().map(|error| format!("answers {status}, and {error}")).collect();
        let mut unknown = Vec::new();
        self.undocumented(&[schema], &body, "", &mut unknown);
        mistakes.extend(unknown.into_iter().map(|at| format!("answers {status} with the undocumented field {at}")));
        mistakes.truncate(3);
        mistakes
    }

    /// Fields of a value that none of the schemas names.
    fn undocumented(&self, schemas: &[&Value], value: &Value, at: &str, found: &mut Vec<String>) {
        let mut parts = Vec::new();
        let mut ahead: Vec<&Value> = schemas.to_vec();
        while let Some(schema) = ahead.pop() {
            let schema = self.resolve(schema);
            parts.push(schema);
            for composed in ["allOf", "oneOf", "anyOf"] {
                ahead.extend(schema[composed].as_array().into_iter().flatten());
            }
        }
        match value {
            Value::Array(items) => {
                let of: Vec<&Value> = parts.iter().filter_map(|part| part.get("items")).collect();
                for item in items {
                    self.undocumented(&of, item, &format!("{at}[]"), found);
                }
            }
            Value::Object(fields) => {
                let describes = |part: &&&Value| part.get("properties").is_some();
                let is_open = parts.iter().any(|part| part.get("additionalProperties").is_some())
                    || !parts.iter().any(|part| describes(&part));
                for (name, field) in fields {
                    let of: Vec<&Value> = parts.iter().filter_map(|part| part["properties"].get(name)).collect();
                    match of.as_slice() {
                        [] if is_open => {}
                        [] => found.push(format!("{at}.{name}")),
                        of => self.undocumented(of, field, &format!("{at}.{name}"), found),
                    }
                }
            }
            _ => {}
        }
    }
}
