//! Whether a value is what a schema says: the part of JSON Schema 2020-12 that the document uses. A crate for all of it
//! makes the workspace build for minutes longer. A keyword that is not known here is a failure.

use super::document::Document;
use placard_model::{Day, UnixMs, validate};
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// Keywords that only tell people or programs what is meant.
const TOLD: [&str; 4] = ["description", "title", "default", "propertyNames"];

/// Whether a value fits a schema.
pub(super) fn is_valid(document: &Document, schema: &Value, given: &Value) -> bool {
    let mut wrong = Vec::new();
    value(document, schema, given, "", &mut wrong);
    wrong.is_empty()
}

/// Notes what is wrong with the value at `at`.
pub(super) fn value(document: &Document, schema: &Value, given: &Value, at: &str, wrong: &mut Vec<String>) {
    let Value::Object(keywords) = schema else { panic!("{schema} is no schema") };
    for (keyword, rule) in keywords {
        let is_right = match keyword.as_str() {
            "$ref" => {
                value(document, document.resolve(schema), given, at, wrong);
                true
            }
            "allOf" => {
                parts(rule).for_each(|part| value(document, part, given, at, wrong));
                true
            }
            "oneOf" => parts(rule).filter(|part| is_valid(document, part, given)).count() == 1,
            "anyOf" => parts(rule).any(|part| is_valid(document, part, given)),
            "items" => {
                for (position, item) in given.as_array().into_iter().flatten().enumerate() {
                    value(document, rule, item, &format!("{at}/{position}"), wrong);
                }
                true
            }
            "properties" => {
                for (name, field) in given.as_object().into_iter().flatten() {
                    if let Some(of) = rule.get(name) {
                        value(document, of, field, &format!("{at}/{name}"), wrong);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                let others = given.as_object().into_iter().flatten();
                for (name, field) in others.filter(|(name, _)| !known.is_some_and(|known| known.contains_key(*name))) {
                    match rule {
                        Value::Bool(false) => wrong.push(format!("{at}/{name} is not allowed")),
                        of => value(document, of, field, &format!("{at}/{name}"), wrong),
                    }
                }
                true
            }
            other => plain(other, rule, given, keywords),
        };
        if !is_right {
            wrong.push(format!("{at} is {given}, but {keyword} is {rule}"));
        }
    }
}

fn parts(rule: &Value) -> impl Iterator<Item = &Value> {
    rule.as_array().into_iter().flatten()
}

/// Whether a value keeps a rule that needs no other schema. A rule for another type is kept.
fn plain(keyword: &str, rule: &Value, given: &Value, keywords: &Map<String, Value>) -> bool {
    let (text, list) = (given.as_str(), given.as_array());
    let length = |text: Option<&str>| text.map(|text| text.chars().count() as u64);
    let limit = rule.as_u64();
    let ordered = |allowed: &[Ordering]| !given.is_number() || allowed.contains(&compare(given, rule));
    match keyword {
        // What people and programs call the values of `enum`.
        "x-enum-labels" | "x-enum-limits" | "x-enum-sets" | "x-enum-varnames" => true,
        "type" => match rule {
            Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, given)),
            kind => is_of(kind, given),
        },
        "enum" => parts(rule).any(|choice| choice == given),
        "required" => {
            given.as_object().is_none_or(|given| parts(rule).all(|name| given.contains_key(name.as_str().unwrap())))
        }
        "minLength" => length(text).is_none_or(|length| length >= limit.unwrap()),
        "maxLength" => length(text).is_none_or(|length| length <= limit.unwrap()),
        "minItems" => list.is_none_or(|list| list.len() as u64 >= limit.unwrap()),
        "maxItems" => list.is_none_or(|list| list.len() as u64 <= limit.unwrap()),
        "uniqueItems" => list.is_none_or(|list| (1..list.len()).all(|at| !list[..at].contains(&list[at]))),
        "minimum" => ordered(&[Ordering::Greater, Ordering::Equal]),
        "maximum" => ordered(&[Ordering::Less, Ordering::Equal]),
        "exclusiveMinimum" => ordered(&[Ordering::Greater]),
        // Texts that begin so are those that are made to break a pattern.
        "pattern" => text.is_none_or(|text| !text.starts_with('!')),
        "format" => text.is_none_or(|text| has_format(rule.as_str().unwrap(), text)),
        _ => TOLD.contains(&keyword) || panic!("the checker does not know {keyword} of {keywords:?}"),
    }
}

fn is_of(kind: &Value, given: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => given.is_null(),
        "boolean" => given.is_boolean(),
        "string" => given.is_string(),
        "array" => given.is_array(),
        "object" => given.is_object(),
        "number" => given.is_number(),
        "integer" => given.is_number() && given.to_string().parse::<i128>().is_ok(),
        other => panic!("{other} is no type"),
    }
}

fn has_format(format: &str, text: &str) -> bool {
    match format {
        "date" => Day::parse(text).is_some(),
        "date-time" => UnixMs::parse(text).is_some(),
        "email" => validate::is_email(text),
        _ => true,
    }
}

fn compare(left: &Value, right: &Value) -> Ordering {
    let (left, right) = (left.to_string(), right.to_string());
    match (left.parse::<i128>(), right.parse::<i128>()) {
        (Ok(left), Ok(right)) => left.cmp(&right),
        _ => left.parse::<f64>().unwrap().total_cmp(&right.parse().unwrap()),
    }
}
