//! The block templates that the program brings along: their settings, and what webmasters may choose.

use placard_common::error::{FieldErrors, Problem};
use placard_model::TemplateId;
use placard_model::format::BlockFormat;
use placard_model::push::subscription::OPT_IN_TEMPLATE;
use placard_model::targeting::request::PLACES_MAX;
use placard_store::publishing::templates::{Builtin, put_builtins};
use placard_store::{Priority, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

const BUILTIN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tag/render/templates.json"));
/// The longest text setting, in characters, where the field names no other.
const TEXT_CHARS_MAX: i64 = 100;

/// A template as `tag/render/templates.json` describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Described {
    id: i64,
    name: String,
    label: String,
    block_format_type_id: i64,
    #[serde(flatten)]
    definition: Definition,
}

/// The settings of a template and the widths at which it is previewed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Definition {
    /// Widths at which the constructor shows it.
    pub sizes: Vec<Size>,
    /// Its settings.
    pub fields: Vec<Field>,
}

/// A width at which the constructor shows a block.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Size {
    /// phone, tablet or desktop.
    pub name: String,
    /// Width in CSS pixels.
    pub width: u32,
}

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldType {
    /// A whole number between `min` and `max`.
    Integer,
    /// One of `options`.
    Choice,
    /// `#rgb` to `#rrggbbaa`.
    Color,
    /// On or off.
    Boolean,
    /// A line of text of at most `max` characters.
    Text,
}

/// A setting of a template.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Field {
    /// Its name in a block's config.
    pub key: String,
    /// The section of the form.
    pub section: String,
    /// Its name for people.
    pub label: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Least value of a whole number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Greatest value of a whole number; most characters of a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The number's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<FieldOption>,
    /// The value of a new block: a number, text or boolean.
    pub default: Value,
}

/// One of the values that a setting can have.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct FieldOption {
    /// The value.
    pub value: String,
    /// Its name for people.
    pub label: String,
}

/// Stores the program's templates.
pub async fn bring_up_to_date(store: &Store) -> anyhow::Result<()> {
    let described: Vec<Described> = serde_json::from_str(BUILTIN)?;
    let builtins = described
        .into_iter()
        .map(|template| {
            let format = BlockFormat::from_id(template.block_format_type_id)
                .ok_or_else(|| anyhow::anyhow!("template {} has no known format", template.name))?;
            Ok(Builtin {
                id: TemplateId(template.id),
                format,
                definition: serde_json::to_string(&template.definition)?,
                name: template.name,
                label: template.label,
            })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut builtins = builtins;
    builtins.push(opt_in()?);
    let changed =
        store.write("put_builtin_templates", Priority::Api, async |tx| put_builtins(tx, &builtins).await).await?;
    if changed > 0 {
        tracing::info!(changed, "block templates brought up to date");
    }
    Ok(())
}

/// The template of push blocks. It is drawn by the tag alone, and its settings are those of `SitePush`.
fn opt_in() -> anyhow::Result<Builtin> {
    let definition = Definition { sizes: Vec::new(), fields: Vec::new() };
    Ok(Builtin {
        id: OPT_IN_TEMPLATE,
        format: BlockFormat::Push,
        name: "opt-in".to_owned(),
        label: "Push opt-in".to_owned(),
        definition: serde_json::to_string(&definition)?,
    })
}

impl Definition {
    /// Reads the stored text.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// The settings of a new block.
    pub fn defaults(&self) -> Map<String, Value> {
        self.fields.iter().map(|field| (field.key.clone(), field.default.clone())).collect()
    }

    /// Checks a block's settings; those that are missing get their defaults, unknown ones are refused.
    pub fn complete(&self, given: &Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let mut errors = FieldErrors::default();
        for key in given.keys().filter(|key| self.fields.iter().all(|field| field.key != **key)) {
            errors.add(format!("config.{key}"), "is not a setting of this template");
        }
        let mut config = Map::new();
        for field in &self.fields {
            let value = given.get(&field.key).unwrap_or(&field.default);
            if let Err(message) = field.check(value) {
                errors.add(format!("config.{}", field.key), message);
            }
            config.insert(field.key.clone(), value.clone());
        }
        errors.finish()?;
        Ok(config)
    }
}

impl Field {
    fn check(&self, value: &Value) -> Result<(), String> {
        match self.kind {
            FieldType::Integer => {
                let (min, max) = (self.min.unwrap_or(0), self.max.unwrap_or(i64::from(i32::MAX)));
                let ok = value.as_i64().is_some_and(|number| (min..=max).contains(&number));
                if ok { Ok(()) } else { Err(format!("must be a whole number from {min} to {max}")) }
            }
            FieldType::Choice => {
                if value.as_str().is_some_and(|text| self.options.iter().any(|option| option.value == text)) {
                    return Ok(());
                }
                let values: Vec<&str> = self.options.iter().map(|option| option.value.as_str()).collect();
                Err(format!("must be one of {}", values.join(", ")))
            }
            FieldType::Color => {
                let is_color = |text: &str| {
                    text.strip_prefix('#').is_some_and(|digits| {
                        matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit())
                    })
                };
                if value.as_str().is_some_and(is_color) {
                    Ok(())
                } else {
                    Err("must be a colour such as #1a2b3c".to_owned())
                }
            }
            FieldType::Boolean => {
                if value.is_boolean() {
                    Ok(())
                } else {
                    Err("must be true or false".to_owned())
                }
            }
            FieldType::Text => {
                let max = self.max.unwrap_or(TEXT_CHARS_MAX);
                let is_line = |text: &str| text.chars().count() as i64 <= max && !text.chars().any(char::is_control);
                if value.as_str().is_some_and(is_line) {
                    Ok(())
                } else {
                    Err(format!("must be one line of at most {max} characters"))
                }
            }
        }
    }
}

/// How many ads a block of these settings shows: rows x columns, at most [`PLACES_MAX`].
pub fn places(config: &Map<String, Value>) -> Result<u8, Problem> {
    let count = |key: &str| config.get(key).and_then(Value::as_u64).unwrap_or(1).max(1);
    let places = count("rows") * count("columns");
    if places > PLACES_MAX as u64 {
        return Err(Problem::field("config.rows", format!("rows x columns must be at most {PLACES_MAX}, is {places}")));
    }
    Ok(places as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn definitions() -> Vec<Described> {
        serde_json::from_str(BUILTIN).unwrap()
    }

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn defaults_of_every_template_are_valid() {
        let mut seen = std::collections::BTreeSet::new();
        for template in definitions() {
            let defaults = template.definition.defaults();
            assert_eq!(template.definition.complete(&defaults).unwrap(), defaults, "{}", template.name);
            assert!(places(&defaults).is_ok(), "{}", template.name);
            assert!(seen.insert(template.id) && BlockFormat::from_id(template.block_format_type_id).is_some());
        }
        assert_eq!(seen.len(), 17);
    }

    #[test]
    fn wrong_settings_are_named() {
        let definition = definitions().remove(0).definition;
        let check = |config: Value, field: &str| {
            let problem = definition.complete(&object(config)).unwrap_err();
            let errors = problem.body().errors.unwrap();
            assert_eq!(errors.keys().collect::<Vec<_>>(), [field]);
        };
        check(json!({"rows": 0}), "config.rows");
        check(json!({"rows": "2"}), "config.rows");
        check(json!({"rows": 1.5}), "config.rows");
        check(json!({"background": "red; position: fixed"}), "config.background");
        check(json!({"shadow": "none; x"}), "config.shadow");
        check(json!({"show_brand": 1}), "config.show_brand");
        check(json!({"heading": "x".repeat(1_000)}), "config.heading");
        check(json!({"colour": 1}), "config.colour");
        assert!(places(&object(json!({"rows": 6, "columns": 5}))).is_err());
        assert_eq!(places(&object(json!({"rows": 6, "columns": 4}))).unwrap(), 24);
    }
}
