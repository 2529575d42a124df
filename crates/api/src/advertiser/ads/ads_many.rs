//! Several new ads at once, and the pictures that they name.

use crate::advertiser::ads::AdResource;
use crate::advertiser::ads::ad_edit::busy;
use crate::advertiser::ads::ad_form::{NO_PICTURE, check_landing, malformed, no_room, read_picture_name};
use crate::advertiser::ads::ads_sheet::resources;
use crate::advertiser::bids::bid_limits::{BidLimits, bid_limits};
use crate::auth::Advertiser;
use crate::dictionaries::words::NativeFormatId;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::media::{Crop, MediaError, PictureError, Upload};
use crate::state::{Api, ApiState};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::BID_MAX;
use placard_model::creative::{CreativeParts, check_creative};
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::inventory::Bid;
use placard_model::targeting::geo::CountryCode;
use placard_model::{AdId, GroupId, Money, validate};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::advertising::ads::{self, AdSettings, Entry, PictureRef};
use placard_store::advertising::pictures::{self, NewPicture};
use placard_store::{Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;
use utoipa::ToSchema;

/// The most ads that are made by one call.
pub(crate) const NEW_ADS_MAX: usize = 100;
/// The longest text of a crop that is read, in bytes.
const CROP_BYTES_MAX: usize = 64;
/// How long an upload may take to arrive.
const UPLOAD_PATIENCE: Duration = Duration::from_mins(2);

/// New ads.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAds {
    /// The ads: 1 to 100.
    pub ads: Vec<NewAd>,
    /// Keeps all of them as drafts, which nobody reads until they are sent or started.
    #[serde(default)]
    pub is_draft: bool,
}

/// A new ad.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAd {
    /// Title; may hold macros.
    pub title: String,
    /// Short description.
    #[serde(default)]
    pub short_description: String,
    /// Text of article and long-text formats.
    #[serde(default)]
    pub full_text: String,
    /// Brand; empty: the landing domain is shown.
    #[serde(default)]
    pub brand: String,
    /// Landing page: http or https, with macros in braces.
    #[schema(pattern = "^[Hh][Tt][Tt][Pp][Ss]?://")]
    pub original_url: String,
    /// Where an article was first published.
    #[serde(default)]
    pub primary_source_url: String,
    /// Formats. The ad must have what each of them needs.
    #[schema(value_type = Vec<NativeFormatId>)]
    pub supported_block_format_types: Vec<u8>,
    /// The bid in all countries, in dollars; the usual one when omitted.
    #[schema(value_type = Option<f64>)]
    pub one_bid_for_all_geo: Option<Money>,
    /// The name of a square picture that is there already.
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub picture_square: Option<String>,
    /// The name of a 16:9 picture that is there already.
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub picture_horizontal: Option<String>,
}

impl NewAd {
    /// What it is to be, with the pictures that it has. Messages stand under the names of its fields.
    pub(crate) fn settings(
        &self,
        pictures: [Option<PictureRef>; 2],
        limits: &BidLimits,
        extended: bool,
    ) -> Result<AdSettings, FieldErrors> {
        self.settings_with(pictures, limits, extended, &[])
    }

    /// The same with bids of single countries, which were read elsewhere.
    pub(crate) fn settings_with(
        &self,
        [square, horizontal]: [Option<PictureRef>; 2],
        limits: &BidLimits,
        extended: bool,
        countries: &[(CountryCode, Money)],
    ) -> Result<AdSettings, FieldErrors> {
        let mut errors = FieldErrors::default();
        let mut formats = FormatMask::default();
        for id in &self.supported_block_format_types {
            match BlockFormat::from_native_id(i64::from(*id)) {
                Some(format) => formats = formats.with(format),
                None => errors.add("supported_block_format_types", "must be 1, 2, 4, 8 or 16"),
            }
        }
        let parts = CreativeParts {
            title: &self.title,
            short_description: &self.short_description,
            full_text: &self.full_text,
            brand: &self.brand,
            has_square: square.is_some(),
            has_horizontal: horizontal.is_some(),
        };
        for (field, message) in check_creative(formats, parts) {
            errors.add(field.replace("media_content_file", "picture"), message);
        }
        let url = self.original_url.trim();
        check_landing("original_url", url, extended, &mut errors);
        let source = self.primary_source_url.trim();
        if !source.is_empty()
            && let Err(error) = validate::http_url(source)
        {
            errors.add("primary_source_url", error.to_string());
        }
        let bid = match self.one_bid_for_all_geo {
            others if !countries.is_empty() => Bid::ByCountry(countries.to_vec(), others),
            Some(bid) => Bid::Everywhere(bid),
            None => Bid::Everywhere(limits.usual.max(limits.elsewhere(&[])).min(BID_MAX)),
        };
        if let Err((field, message)) = limits.check(&bid) {
            errors.add(field, message);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(AdSettings {
            title: self.title.trim().to_owned(),
            short_description: self.short_description.trim().to_owned(),
            full_text: self.full_text.trim().to_owned(),
            brand: self.brand.trim().to_owned(),
            original_url: url.to_owned(),
            primary_source_url: source.to_owned(),
            formats,
            bid,
            frequency_cap: None,
            square,
            horizontal,
            push: None,
        })
    }
}

/// What the audit log keeps of an ad that was made with others.
#[derive(Serialize)]
struct Made<'a> {
    title: &'a str,
    original_url: &'a str,
    group_id: i64,
}

/// Makes ads in the transaction and records each.
pub(crate) async fn make_all(
    tx: &Tx,
    scope: Scope,
    actor: &Actor,
    group: GroupId,
    settings: &[AdSettings],
    entry: Entry,
) -> placard_store::Result<Vec<AdId>> {
    let made = ads::create_many(tx, scope, group, settings, entry).await?;
    for (id, settings) in made.iter().zip(settings) {
        let after = Made { title: &settings.title, original_url: &settings.original_url, group_id: group.0 };
        audit_log::record_edit(tx, actor, "create_ad", "ad", *id, None::<&()>, Some(&after)).await?;
    }
    Ok(made)
}

/// Makes several ads in a group: all of them or, when one is not right, none. Their pictures are named: those of other ads, or
/// of uploads.
#[utoipa::path(post, path = "/api/advertiser/ad_groups/{group_id}/ads/many", tag = "advertiser",
    params(("group_id" = i64, Path)), request_body = NewAds, responses((status = 201, body = Data<Vec<AdResource>>)))]
pub async fn create_many_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(group): Path<i64>,
    Json(form): Json<NewAds>,
) -> Result<(StatusCode, Json<Data<Vec<AdResource>>>), Problem> {
    let (scope, actor, group) = (advertiser.scope(), advertiser.actor(), GroupId(group));
    let user = advertiser.user.clone();
    let names: BTreeSet<String> = form
        .ads
        .iter()
        .take(NEW_ADS_MAX)
        .flat_map(|ad| [&ad.picture_square, &ad.picture_horizontal])
        .filter_map(|name| name.as_deref().and_then(read_picture_name))
        .collect();
    let owner = user.clone();
    // Whose it is comes first.
    let (limits, found) = app
        .store
        .read("create_many_ads", async move |conn| {
            let limits = bid_limits(conn, scope, &owner, group).await?;
            Ok((limits, pictures::by_names(conn, &names).await?))
        })
        .await?;
    if form.ads.is_empty() || form.ads.len() > NEW_ADS_MAX {
        return Err(Problem::field("ads", format!("must have 1 to {NEW_ADS_MAX} entries")));
    }
    let mut errors = FieldErrors::default();
    let mut settings = Vec::with_capacity(form.ads.len());
    for (at, ad) in form.ads.iter().enumerate() {
        let mut picture = |field: &str, name: &Option<String>| {
            picture_of(&found, name.as_deref()).unwrap_or_else(|| {
                errors.add(format!("ads.{at}.{field}"), NO_PICTURE);
                None
            })
        };
        let named =
            [picture("picture_square", &ad.picture_square), picture("picture_horizontal", &ad.picture_horizontal)];
        match ad.settings(named, &limits, user.has_extended_permissions()) {
            Ok(one) => settings.push(one),
            Err(wrong) => errors.below(&format!("ads.{at}"), wrong),
        }
    }
    errors.finish()?;
    let entry = Entry::of(user.is_trusted, form.is_draft);
    let made = app
        .store
        .write("create_many_ads", Priority::Api, async move |tx| {
            let made = make_all(tx, scope, &actor, group, &settings, entry).await?;
            resources(tx, scope, &made).await
        })
        .await?;
    Ok((StatusCode::CREATED, data(made)))
}

/// The picture of a name: none where there is no name, nothing at all where there is no such picture.
#[expect(clippy::option_option, reason = "no name is no mistake, a name of nothing is")]
fn picture_of(found: &HashMap<String, PictureRef>, name: Option<&str>) -> Option<Option<PictureRef>> {
    match name.and_then(read_picture_name) {
        None => Some(None),
        Some(name) => found.get(&name).cloned().map(Some),
    }
}

/// A picture that was made, to be named by ads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureResource {
    /// What `picture_square` and `picture_horizontal` take.
    pub name: String,
    /// The WebP file.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

/// Both pictures of a file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Pictures {
    /// 1:1.
    pub square: PictureResource,
    /// 16:9.
    pub horizontal: PictureResource,
}

impl From<&NewPicture> for PictureResource {
    fn from(NewPicture { picture, .. }: &NewPicture) -> Self {
        let url = format!("/m/{}.webp", picture.hash);
        Self { name: picture.hash.clone(), url, width: picture.width, height: picture.height }
    }
}

/// The form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the multipart form, which is read part by part")]
pub struct PictureForm {
    /// JPEG, PNG, WebP or GIF, at most 10 MB and 40 megapixels.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// What to cut a square from: `x,y,width,height` in pixels of the upright picture; the middle when omitted.
    #[schema(pattern = "^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$")]
    crop_square: Option<String>,
    /// What to cut 16:9 from.
    #[schema(pattern = "^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$")]
    crop_horizontal: Option<String>,
}

/// Makes a square and a 16:9 picture of a file, for ads that are made or changed later. What no ad uses goes after a while.
#[utoipa::path(post, path = "/api/advertiser/ads/pictures", tag = "advertiser",
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<Pictures>)))]
pub async fn create_pictures(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    request: Request,
) -> Result<(StatusCode, Json<Data<Pictures>>), Problem> {
    let form = Multipart::from_request(request, &app)
        .await
        .map_err(|_| Problem::UnsupportedMediaType("multipart/form-data"))?;
    let made = tokio::time::timeout(UPLOAD_PATIENCE, read_picture(&app, &advertiser, form)).await.map_err(|_| {
        let seconds = UPLOAD_PATIENCE.as_secs();
        Problem::Malformed(format!("the form did not arrive within {seconds} seconds; send a smaller picture"))
    })??;
    let [square, horizontal] = &made;
    let answer = Pictures { square: square.into(), horizontal: horizontal.into() };
    app.store
        .write("create_pictures", Priority::Api, async move |tx| {
            for new in &made {
                pictures::add(tx, new).await?;
            }
            Ok(())
        })
        .await?;
    Ok((StatusCode::CREATED, data(answer)))
}

async fn read_picture(app: &Api, advertiser: &Advertiser, mut form: Multipart) -> Result<[NewPicture; 2], Problem> {
    let quota = app.settings.get().quotas.uploads_per_day;
    let place = app.media.place(advertiser.id(), app.clock.now().day(), quota).map_err(busy)?;
    let (mut file, mut crops): (Option<Upload>, [Option<Crop>; 2]) = (None, [None, None]);
    while let Some(mut field) = form.next_field().await.map_err(|error| malformed(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" => {
                drop(file.take());
                let mut upload = app.media.upload(place.clone()).await.map_err(no_room)?;
                while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
                    if !upload.write(&chunk).await.map_err(no_room)? {
                        return Err(Problem::field("file", PictureError::TooLong.to_string()));
                    }
                }
                file = Some(upload).filter(|upload| !upload.is_empty());
            }
            "crop_square" | "crop_horizontal" => {
                let mut text = Vec::new();
                while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
                    if text.len() + chunk.len() > CROP_BYTES_MAX {
                        return Err(Problem::field(name, CROP));
                    }
                    text.extend_from_slice(&chunk);
                }
                let text = String::from_utf8_lossy(&text).into_owned();
                if !text.trim().is_empty() {
                    let crop = Crop::parse(&text).ok_or_else(|| Problem::field(name.as_str(), CROP))?;
                    crops[usize::from(name == "crop_horizontal")] = Some(crop);
                }
            }
            _ => return Err(Problem::field(name, "is not a field of this call")),
        }
    }
    let Some(file) = file else { return Err(Problem::field("file", "is required")) };
    app.media.make_both(file, crops).await.map_err(|error| match error {
        MediaError::Refused(PictureError::Crop(message)) => Problem::field("crop_square", message),
        MediaError::Refused(refused) => Problem::field("file", refused.to_string()),
        MediaError::Busy | MediaError::TooManyOfOne | MediaError::QuotaUsed(_) => busy(error),
        MediaError::Write(error) => no_room(error),
    })
}

/// Said of a crop that cannot be read.
const CROP: &str = "must be x,y,width,height in whole pixels";
