//! The verdict on a webmaster's own CSS, before the block is saved.

use crate::auth::Webmaster;
use crate::block_css;
use crate::extract::Json;
use crate::list::{Data, data};
use placard_common::error::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// CSS to check.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StylesForm {
    /// CSS as typed.
    #[serde(default)]
    pub custom_styles: String,
}

/// CSS that was accepted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CompiledStyles {
    /// The same, scoped to the block: what pages get.
    pub compiled_styles: String,
}

/// Checks CSS as saving a block does, so that the constructor can show it at once. Nothing is stored.
#[utoipa::path(post, path = "/api/webmaster/styles", tag = "webmaster", request_body = StylesForm,
    responses((status = 200, body = Data<CompiledStyles>)))]
pub async fn check_styles(
    _webmaster: Webmaster,
    Json(form): Json<StylesForm>,
) -> Result<Json<Data<CompiledStyles>>, Problem> {
    let compiled_styles =
        block_css::compile(&form.custom_styles).map_err(|error| Problem::field("custom_styles", error.to_string()))?;
    Ok(data(CompiledStyles { compiled_styles }))
}
