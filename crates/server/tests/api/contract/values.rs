//! Values made from schemas: one that will do, others at the edges of what is allowed, and some just outside.

use super::check;
use super::document::Document;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

/// The longest list that is made to be as long as allowed.
const LONG: u64 = 1_001;

/// Values for one place of a request. A case is a value with the name of the field that makes it special.
pub(super) struct Values {
    /// What is sent when nothing else is tried.
    pub(super) base: Value,
    /// Allowed.
    pub(super) good: Vec<(String, Value)>,
    /// Not allowed.
    pub(super) bad: Vec<(String, Value)>,
}

/// What is sent for a field, whatever its schema allows; nothing: the field is never sent.
pub(super) type Known<'a> = dyn Fn(&str) -> Option<Option<Value>> + 'a;

/// Makes values.
pub(super) struct Maker<'a> {
    pub(super) document: &'a Document,
    pub(super) known: &'a Known<'a>,
    /// Values travel as text: in a query or a form there are no wrong types, only texts that are no number.
    pub(super) is_text: bool,
}

impl Maker<'_> {
    /// The values of a schema, for the field `at`.
    pub(super) fn values(&self, schema: &Value, at: &str) -> Values {
        let (schema, is_nullable) = self.plain(schema);
        let mut values = self.by_type(&schema, at);
        if is_nullable && !self.is_text {
            values.good.push((at.to_owned(), Value::Null));
        } else if !self.is_text && !schema.is_empty() {
            values.bad.push((at.to_owned(), Value::Null));
        }
        if let Some(Some(value)) = (self.known)(at) {
            // Other values mean other things, not other forms.
            values.good.clear();
            values.base = value;
        }
        values
    }

    /// The schema itself, without references and composition, and whether a null will do, too.
    fn plain(&self, schema: &Value) -> (Map<String, Value>, bool) {
        let mut plain = self.document.resolve(schema).as_object().cloned().unwrap_or_default();
        let mut is_nullable = false;
        if let Some(Value::Array(kinds)) = plain.get("type") {
            is_nullable = kinds.contains(&json!("null"));
            let kind = kinds.iter().find(|kind| **kind != "null").cloned().unwrap_or_default();
            plain.insert("type".to_owned(), kind);
        }
        if let Some(Value::Array(choices)) = plain.get("oneOf") {
            let others: Vec<&Value> = choices.iter().filter(|choice| choice["type"] != "null").collect();
            if let ([one], true) = (others.as_slice(), others.len() < choices.len()) {
                return (self.plain(one).0, true);
            }
        }
        if let Some(Value::Array(choices)) = plain.get_mut("enum") {
            choices.retain(|choice| !choice.is_null());
        }
        (plain, is_nullable)
    }

    fn by_type(&self, schema: &Map<String, Value>, at: &str) -> Values {
        let named = |values: Vec<Value>| values.into_iter().map(|value| (at.to_owned(), value)).collect::<Vec<_>>();
        if let Some(Value::Array(choices)) = schema.get("oneOf") {
            let mut of: Vec<Values> = choices.iter().map(|choice| self.values(choice, at)).collect();
            let good = of.iter_mut().flat_map(|values| std::mem::take(&mut values.good)).filter(|(_, v)| !v.is_null());
            let good = good.collect();
            let base = of.swap_remove(0).base;
            return Values {
                base,
                good,
                bad: if self.is_text { Vec::new() } else { named(vec![json!(true), json!([]), json!({})]) },
            };
        }
        let wrong = |others: &[Value], texts: &[&str]| {
            if self.is_text { texts.iter().map(|text| json!(text)).collect() } else { others.to_vec() }
        };
        if let Some(Value::Array(choices)) = schema.get("enum") {
            let unknown = if choices[0].is_number() { json!(233) } else { json!("nothing") };
            let bad = [vec![unknown], wrong(&[json!(true), json!([]), json!({})], &["x"])].concat();
            return Values { base: choices[0].clone(), good: named(choices.clone()), bad: named(bad) };
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("integer" | "number") => {
                let (good, mut bad) = numbers(schema);
                let base = [json!(1), json!(2)]
                    .into_iter()
                    .find(|one| check::is_valid(self.document, &Value::Object(schema.clone()), one))
                    .unwrap_or(good[0].clone());
                bad.extend(wrong(&[json!(true), json!("1"), json!([]), json!({})], &["x", "1.5.1", "true"]));
                if schema["type"] == "integer" {
                    bad.push(json!(1.5));
                }
                Values { base, good: named(good), bad: named(bad) }
            }
            Some("boolean") => {
                let bad = wrong(&[json!(1), json!("true"), json!([]), json!({})], &["x"]);
                Values { base: json!(true), good: named(vec![json!(true), json!(false)]), bad: named(bad) }
            }
            Some("string") => {
                let (good, mut bad) = texts(schema);
                bad.extend(wrong(&[json!(1), json!(true), json!([]), json!({})], &[]));
                Values { base: good[0].clone(), good: named(good), bad: named(bad) }
            }
            Some("array") => self.lists(schema, at),
            Some("object") => self.objects(schema, at),
            _ => Values { base: json!("anything"), good: Vec::new(), bad: Vec::new() },
        }
    }

    fn lists(&self, schema: &Map<String, Value>, at: &str) -> Values {
        let of = |key: &str| schema.get(key).and_then(Value::as_u64);
        let (least, most) = (of("minItems").unwrap_or(0), of("maxItems"));
        let inner = format!("{at}.0");
        let is_left_out = (self.known)(&inner) == Some(None);
        let item = self.values(&schema["items"], &inner);
        let base = if is_left_out { json!([]) } else { json!([item.base]) };
        let (mut good, mut bad): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        if least == 0 {
            good.push(json!([]));
        } else {
            bad.push(json!([]));
        }
        let is_unique = schema.get("uniqueItems").is_some();
        if let Some(most) = most.filter(|most| *most < LONG && !is_unique && !is_left_out) {
            good.push(json!(vec![&item.base; most as usize]));
            bad.push(json!(vec![&item.base; most as usize + 1]));
        }
        if is_unique {
            bad.push(json!([item.base, item.base]));
        }
        if !self.is_text {
            bad.extend([json!({}), json!("x"), json!(1), json!(true)]);
        }
        let named = |values: Vec<Value>| values.into_iter().map(|value| (at.to_owned(), value));
        let wrapped = |cases: Vec<(String, Value)>| cases.into_iter().map(|(at, value)| (at, json!([value])));
        let items = if is_left_out { (Vec::new(), Vec::new()) } else { (item.good, item.bad) };
        Values {
            base,
            good: named(good).chain(wrapped(items.0)).collect(),
            bad: named(bad).chain(wrapped(items.1)).collect(),
        }
    }

    fn objects(&self, schema: &Map<String, Value>, at: &str) -> Values {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let (mut base, mut full) = (Map::new(), Map::new());
        let mut fields = Vec::new();
        for (name, schema) in properties {
            let inner = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
            let known = (self.known)(&inner);
            if known == Some(None) {
                continue;
            }
            let values = self.values(schema, &inner);
            if required.contains(&name.as_str()) || known.is_some() {
                base.insert(name.clone(), values.base.clone());
            }
            full.insert(name.clone(), values.base.clone());
            fields.push((name, inner, values));
        }
        let with = |name: &str, value: Value| {
            let mut changed = base.clone();
            changed.insert(name.to_owned(), value);
            Value::Object(changed)
        };
        let (mut good, mut bad) = (vec![(format!("{at}*"), Value::Object(full.clone()))], Vec::new());
        for (name, inner, values) in fields {
            if required.contains(&name.as_str()) {
                let mut less = base.clone();
                less.remove(name);
                bad.push((inner, Value::Object(less)));
            } else {
                good.push((inner, with(name, values.base)));
            }
            good.extend(values.good.into_iter().map(|(at, value)| (at, with(name, value))));
            bad.extend(values.bad.into_iter().map(|(at, value)| (at, with(name, value))));
        }
        if schema.get("additionalProperties") == Some(&json!(false)) {
            bad.push((format!("{at}.not_a_field"), with("not_a_field", json!("1"))));
        }
        if !self.is_text {
            // Serde would take a struct's values in their order.
            let in_order = Value::Array(full.into_iter().map(|(_, value)| value).collect());
            bad.extend([in_order, json!([]), json!("x"), json!(1), json!(true)].map(|value| (at.to_owned(), value)));
        }
        Values { base: Value::Object(base), good, bad }
    }
}

/// A whole number as JSON, however large.
fn whole(number: i128) -> Value {
    serde_json::from_str(&number.to_string()).unwrap()
}

fn bound(schema: &Map<String, Value>, key: &str) -> Option<i128> {
    let text = schema.get(key)?.to_string();
    text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as i128))
}

/// Numbers at the edges, and just outside.
fn numbers(schema: &Map<String, Value>) -> (Vec<Value>, Vec<Value>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    if schema["type"] == "number" {
        for (key, outside) in [("minimum", -0.1), ("maximum", 0.1)] {
            if let Some(edge) = schema.get(key).and_then(Value::as_f64) {
                good.push(schema[key].clone());
                bad.push(json!(edge + outside));
            }
        }
        if let Some(edge) = schema.get("exclusiveMinimum") {
            bad.push(edge.clone());
        }
        if good.is_empty() {
            good.push(json!(1.5));
        }
        return (good, bad);
    }
    for (key, outside) in [("minimum", -1), ("maximum", 1)] {
        if let Some(edge) = bound(schema, key) {
            good.push(whole(edge));
            bad.push(whole(edge + outside));
        }
    }
    if good.is_empty() {
        good.push(json!(1));
    }
    (good, bad)
}

/// Texts at the edges, and just outside. Allowed ones hold letters alone: that texts are trimmed and have no control
/// characters is said in words.
fn texts(schema: &Map<String, Value>) -> (Vec<Value>, Vec<Value>) {
    let of = |key: &str| schema.get(key).and_then(Value::as_u64).map(|length| length as usize);
    let (least, most) = (of("minLength").unwrap_or(0), of("maxLength"));
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let plain = pattern.trim_start_matches('^').trim_end_matches('$');
        let strategy = proptest::string::string_regex(plain).unwrap();
        let mut runner = TestRunner::deterministic();
        let good = (0..3).map(|_| json!(strategy.new_tree(&mut runner).unwrap().current())).collect();
        return (good, vec![json!("!"), json!(format!("!{}", "x".repeat(most.unwrap_or(80))))]);
    }
    match schema.get("format").and_then(Value::as_str) {
        Some("email") => return (vec![json!("p{n}@contract.example")], vec![json!("eva"), json!("eva@"), json!("")]),
        Some("date") => {
            return (vec![json!("2026-11-21"), json!("2026-11-20")], vec![json!("yesterday"), json!("2026-13-01")]);
        }
        Some("date-time") => {
            return (vec![json!("2027-01-01T00:00:00Z")], vec![json!("tomorrow"), json!("2027-13-01")]);
        }
        _ => {}
    }
    let text = |length: usize| json!("ä".repeat(length));
    let mut good =
        vec![json!("Words".chars().cycle().take(5.clamp(least, most.unwrap_or(5).max(least))).collect::<String>())];
    let mut bad = Vec::new();
    if least > 0 {
        good.push(text(least));
        bad.push(text(least - 1));
    } else {
        good.push(json!(""));
    }
    if let Some(most) = most {
        good.push(text(most));
        bad.push(text(most + 1));
    }
    (good, bad)
}
