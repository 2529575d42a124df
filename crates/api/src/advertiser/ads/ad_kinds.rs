//! The older calls that make and change ads of one kind: a path for each, which stands literally in the document.
//!
//! Their form is that of the universal calls; the kind stands for its formats where the form names none.

use crate::advertiser::ads::AdResource;
use crate::advertiser::ads::ad_edit::{create, update};
use crate::advertiser::ads::ad_form::AdForm;
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::Data;
use crate::state::ApiState;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::AdId;
use placard_model::format::{AD_KINDS, FormatMask};
use placard_store::advertising::ads;

/// What a kind of the calls stands for.
fn formats_of(kind: &str) -> FormatMask {
    let formats = AD_KINDS.iter().find(|(name, _)| *name == kind).map(|(_, formats)| *formats).unwrap_or_default();
    formats.iter().copied().collect()
}

async fn update_of_kind(
    app: ApiState,
    advertiser: Advertiser,
    (group, id): (i64, i64),
    request: Request,
    kind: &str,
) -> Result<Json<Data<AdResource>>, Problem> {
    let scope = advertiser.scope();
    let ad = app.store.read("update_ad", async move |conn| ads::get(conn, scope, AdId(id)).await).await?;
    if ad.group.0 != group {
        return Err(Problem::NotFound);
    }
    update(app, advertiser, id, request, Some(formats_of(kind))).await
}

macro_rules! kind {
    ($kind:tt, $create:ident $create_path:tt $create_doc:tt, $update:ident $update_path:tt $update_doc:tt) => {
        #[doc = $create_doc]
        #[utoipa::path(post, path = $create_path, tag = "advertiser", params(("group_id" = i64, Path)),
                                            request_body(content = AdForm, content_type = "multipart/form-data"),
                                            responses((status = 201, body = Data<AdResource>)))]
        pub async fn $create(
            State(app): State<ApiState>,
            advertiser: Advertiser,
            Path(group): Path<i64>,
            request: Request,
        ) -> Result<(StatusCode, Json<Data<AdResource>>), Problem> {
            create(app, advertiser, group, request, Some(formats_of($kind))).await
        }

        #[doc = $update_doc]
        #[utoipa::path(post, path = $update_path, tag = "advertiser",
                                            params(("group_id" = i64, Path), ("id" = i64, Path)),
                                            request_body(content = AdForm, content_type = "multipart/form-data"),
                                            responses((status = 200, body = Data<AdResource>)))]
        pub async fn $update(
            State(app): State<ApiState>,
            advertiser: Advertiser,
            Path(ids): Path<(i64, i64)>,
            request: Request,
        ) -> Result<Json<Data<AdResource>>, Problem> {
            update_of_kind(app, advertiser, ids, request, $kind).await
        }
    };
}

kind!(
    "teaser",
    create_teaser_ad "/api/advertiser/ad_groups/{group_id}/ads/teaser/create" "Makes a teaser ad.",
    update_teaser_ad "/api/advertiser/ad_groups/{group_id}/ads/teaser/update/{id}" "Replaces the settings of a teaser ad."
);
kind!(
    "native",
    create_native_ad "/api/advertiser/ad_groups/{group_id}/ads/native/create" "Makes a native ad.",
    update_native_ad "/api/advertiser/ad_groups/{group_id}/ads/native/update/{id}" "Replaces the settings of a native ad."
);
kind!(
    "text-ads",
    create_text_ad "/api/advertiser/ad_groups/{group_id}/ads/text-ads/create" "Makes a text ad.",
    update_text_ad "/api/advertiser/ad_groups/{group_id}/ads/text-ads/update/{id}" "Replaces the settings of a text ad."
);
kind!(
    "long-text",
    create_long_text_ad "/api/advertiser/ad_groups/{group_id}/ads/long-text/create" "Makes a long-text ad.",
    update_long_text_ad "/api/advertiser/ad_groups/{group_id}/ads/long-text/update/{id}" "Replaces the settings of a long-text ad."
);
kind!(
    "article",
    create_article_ad "/api/advertiser/ad_groups/{group_id}/ads/article/create" "Makes an article ad.",
    update_article_ad "/api/advertiser/ad_groups/{group_id}/ads/article/update/{id}" "Replaces the settings of an article ad."
);
