//! Words of the API for its document: numbers that calls carry as plain values, each with what programs and people call it.

use placard_model::word::Word;
use serde_json::{Value, json};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ObjectBuilder, Type};

/// What is told of an enum beside its values, by the name of the extension.
pub type More = Vec<(&'static str, Value)>;

/// Extensions of a schema.
pub fn extensions(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Extensions {
    Extensions::from_iter(fields)
}

/// A number out of a list.
pub fn one_number_of(words: impl IntoIterator<Item = Word>, more: More) -> ObjectBuilder {
    let words: Vec<Word> = words.into_iter().collect();
    let each = |part: fn(&Word) -> &'static str| words.iter().map(part).collect::<Vec<_>>();
    let mut fields =
        vec![("x-enum-varnames", json!(each(|word| word.name))), ("x-enum-labels", json!(each(|word| word.label)))];
    fields.extend(more);
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .enum_values(Some(words.iter().map(|word| word.id).collect::<Vec<_>>()))
        .extensions(Some(extensions(fields)))
}
