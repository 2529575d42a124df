//! Many ads at once, each with values of its own: what is right is saved, what is wrong stays and is told by row.

use crate::advertiser::ads::ad_form::{NO_PICTURE, check_landing, read_picture_name};
use crate::advertiser::ads::ads_bulk::{IDS_MAX, read_ids};
use crate::advertiser::ads::link_check::Links;
use crate::advertiser::ads::{AdResource, with_names};
use crate::advertiser::bids::bid_limits::{BidLimits, bid_limits_of};
use crate::auth::Advertiser;
use crate::dictionaries::words::AdStatusId;
use crate::extract::{Json, Qs};
use crate::list::{Data, data};
use crate::long_body::{at_most, read_long};
use crate::state::ApiState;
use axum::extract::{Request, State};
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::has_at_most_decimals;
use placard_model::bid::{BidError, NATIVE_DECIMALS};
use placard_model::creative::{CreativeParts, check_creative};
use placard_model::inventory::Bid;
use placard_model::status::AdStatus;
use placard_model::{AdId, GroupId, Money};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::users::User;
use placard_store::advertising::ads::{self, Ad, AdSettings, PictureRef};
use placard_store::advertising::pictures;
use placard_store::advertising::states::States;
use placard_store::advertising::wishes::{refusal_of_wish, write_wish};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use utoipa::{IntoParams, ToSchema};

/// The longest body of such a call, in bytes: 1,000 ads with texts and addresses of usual lengths.
pub(crate) const ROWS_BYTES_MAX: usize = 8 * 1024 * 1024;
/// The most ads that are read at once.
pub(crate) const READ_MAX: usize = 500;
/// The longest list of numbers in a query, in characters.
const READ_CHARS_MAX: usize = 12_000;

/// Ads with new values for each.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdRows {
    /// The ads: 1 to 1000.
    #[serde(deserialize_with = "at_most::<IDS_MAX, _, _>")]
    pub ads: Vec<AdRow>,
}

/// New values of an ad. What is omitted stays as it is.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdRow {
    /// The ad.
    pub id: i64,
    /// The version that the change is made from. Omitted: whatever is there.
    pub version: Option<i64>,
    /// Title.
    pub title: Option<String>,
    /// Short description.
    pub short_description: Option<String>,
    /// Text of article and long-text formats.
    pub full_text: Option<String>,
    /// Brand; empty: the landing domain is shown.
    pub brand: Option<String>,
    /// Landing page: http or https, with macros in braces.
    pub original_url: Option<String>,
    /// The bid in all countries, in dollars.
    #[schema(value_type = Option<f64>)]
    pub one_bid_for_all_geo: Option<Money>,
    /// Whether that may stand in place of bids of single countries. Without it, an ad that has such is refused.
    #[serde(default)]
    pub replace_country_bids: bool,
    /// The name of a square picture that is there already.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub picture_square: Option<String>,
    /// The name of a 16:9 picture that is there already.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub picture_horizontal: Option<String>,
    /// 5 starts it, 4 stops it.
    #[schema(value_type = Option<AdStatusId>)]
    pub status_id: Option<u8>,
}

/// An ad of which nothing was saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusedRow {
    /// The ad.
    pub id: i64,
    /// Why, in a sentence.
    pub detail: String,
    /// What is wrong with single fields.
    pub errors: BTreeMap<String, Vec<String>>,
    /// The version that is stored, where the row was made from an older one.
    pub current_version: Option<i64>,
}

/// What became of the rows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SavedRows {
    /// Ads that were saved, as they are now.
    pub ads: Vec<AdResource>,
    /// Ads of which nothing was saved.
    pub refused: Vec<RefusedRow>,
}

/// Which ads to read.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AdsQuery {
    /// Their numbers, separated by commas: 1 to 500.
    #[param(max_length = 12000, pattern = "^[0-9]{1,18}(,[0-9]{1,18})*$")]
    pub ids: String,
}

/// Ads by their numbers, in that order; when one is not the caller's, none is given and those are named.
#[utoipa::path(get, path = "/api/advertiser/ads/universal", tag = "advertiser", params(AdsQuery),
    responses((status = 200, body = Data<Vec<AdResource>>)))]
pub async fn list_ads_by_ids(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<AdsQuery>,
) -> Result<Json<Data<Vec<AdResource>>>, Problem> {
    let unreadable = || Problem::field("ids", format!("must be 1 to {READ_MAX} numbers, separated by commas"));
    if query.ids.len() > READ_CHARS_MAX {
        return Err(unreadable());
    }
    let ids: Vec<AdId> = query
        .ids
        .split(',')
        .map(|id| id.trim().parse().map(AdId).map_err(|_| unreadable()))
        .collect::<Result<_, _>>()?;
    let mut seen = BTreeSet::new();
    let ids: Vec<AdId> = ids.into_iter().filter(|id| seen.insert(*id)).collect();
    if ids.is_empty() || ids.len() > READ_MAX {
        return Err(unreadable());
    }
    let scope = advertiser.scope();
    let found = app
        .store
        .read("list_ads_by_ids", async move |conn| {
            ads::all_of(conn, scope, &ids).await?;
            resources(conn, scope, &ids).await
        })
        .await?;
    Ok(data(found))
}

/// Ads as the API shows them, in the order of their numbers.
pub(crate) async fn resources(conn: &Conn, scope: Scope, ids: &[AdId]) -> placard_store::Result<Vec<AdResource>> {
    let found = ads::by_ids(conn, scope, ids).await?;
    let states = States::above(conn, scope, &found).await?;
    let links = Links::of(conn, found.iter()).await?;
    let named = with_names(conn, scope, found).await?;
    let resource = |(ad, names)| {
        let status = states.ad_status(&ad, conn.now())?;
        Some(AdResource::new(ad, names, status, None, &links))
    };
    Ok(named.into_iter().filter_map(resource).collect())
}

/// What the rows of a call need to be checked.
struct Known {
    limits: BTreeMap<GroupId, BidLimits>,
    pictures: HashMap<String, PictureRef>,
    is_extended: bool,
}

/// Why nothing of a row was saved.
enum RowRefusal {
    Fields(FieldErrors),
    State(String),
    Stale(i64),
}

impl AdRow {
    /// Its own values put into those that an ad has.
    fn settings(&self, ad: &Ad, known: &Known) -> Result<AdSettings, FieldErrors> {
        let mut errors = FieldErrors::default();
        let mut settings = ad.settings.clone();
        let put = |to: &mut String, sent: &Option<String>| {
            if let Some(text) = sent {
                text.trim().clone_into(to);
            }
        };
        put(&mut settings.title, &self.title);
        put(&mut settings.short_description, &self.short_description);
        put(&mut settings.full_text, &self.full_text);
        put(&mut settings.brand, &self.brand);
        put(&mut settings.original_url, &self.original_url);
        for (field, sent, to) in [
            ("picture_square", &self.picture_square, &mut settings.square),
            ("picture_horizontal", &self.picture_horizontal, &mut settings.horizontal),
        ] {
            let Some(name) = sent.as_deref().and_then(read_picture_name) else { continue };
            match known.pictures.get(&name) {
                Some(picture) => *to = Some(picture.clone()),
                None => errors.add(field, NO_PICTURE),
            }
        }
        let parts = CreativeParts {
            title: &settings.title,
            short_description: &settings.short_description,
            full_text: &settings.full_text,
            brand: &settings.brand,
            has_square: settings.square.is_some(),
            has_horizontal: settings.horizontal.is_some(),
        };
        // What an ad lacks since before is no fault of who changes its bid alone.
        if !settings.shows_the_same(&ad.settings) {
            for (field, message) in check_creative(settings.formats, parts) {
                errors.add(field, message);
            }
        }
        if self.original_url.is_some() {
            check_landing("original_url", &settings.original_url, known.is_extended, &mut errors);
        }
        if let Some(bid) = self.one_bid_for_all_geo {
            let has_countries = matches!(ad.settings.bid, Bid::ByCountry(..));
            settings.bid = Bid::Everywhere(bid);
            let limits = known.limits.get(&ad.group);
            if !has_at_most_decimals(bid, NATIVE_DECIMALS) {
                errors.add("one_bid_for_all_geo", BidError::TooManyDecimals(NATIVE_DECIMALS).to_string());
            } else if let Some(Err((_, message))) = limits.map(|limits| limits.check(&settings.bid)) {
                errors.add("one_bid_for_all_geo", message);
            } else if has_countries && !self.replace_country_bids {
                let message = "would replace the bids by country: send `replace_country_bids` if that is meant";
                errors.add("one_bid_for_all_geo", message);
            }
        }
        let is_wish = self.status_id.is_none_or(|id| wish_of(id).is_some());
        errors.check("status_id", is_wish, "must be 5 (started) or 4 (stopped)");
        if errors.is_empty() { Ok(settings) } else { Err(errors) }
    }

    /// What is recorded of a change: the fields that were sent.
    fn record(&self, settings: &AdSettings, is_wanted: bool) -> Map<String, Value> {
        let hash = |picture: &Option<PictureRef>| picture.as_ref().map(|picture| picture.hash.clone());
        let bid = match &settings.bid {
            Bid::Everywhere(bid) => json!(bid),
            Bid::ByCountry(bids, others) => {
                json!({"others": others, "countries": bids.iter().map(|(c, bid)| (c.to_string(), bid)).collect::<BTreeMap<_, _>>()})
            }
        };
        [
            ("title", self.title.is_some(), json!(settings.title)),
            ("short_description", self.short_description.is_some(), json!(settings.short_description)),
            ("full_text", self.full_text.is_some(), json!(settings.full_text)),
            ("brand", self.brand.is_some(), json!(settings.brand)),
            ("original_url", self.original_url.is_some(), json!(settings.original_url)),
            ("one_bid_for_all_geo", self.one_bid_for_all_geo.is_some(), bid),
            ("picture_square", self.picture_square.is_some(), json!(hash(&settings.square))),
            ("picture_horizontal", self.picture_horizontal.is_some(), json!(hash(&settings.horizontal))),
            ("is_wanted", self.status_id.is_some(), json!(is_wanted)),
        ]
        .into_iter()
        .filter(|(_, is_sent, _)| *is_sent)
        .map(|(name, _, value)| (name.to_owned(), value))
        .collect()
    }

    /// Saves it, or says why nothing of it is.
    async fn save(
        &self,
        tx: &Tx,
        ad: &Ad,
        known: &Known,
        actor: &Actor,
        trusted: bool,
    ) -> placard_store::Result<Result<Saved, RowRefusal>> {
        let settings = match self.settings(ad, known) {
            Ok(settings) => settings,
            Err(errors) => return Ok(Err(RowRefusal::Fields(errors))),
        };
        let wish = self.status_id.and_then(wish_of);
        if let Some(why) = wish.and_then(|wanted| refusal_of_wish(ad, wanted, tx.now())) {
            return Ok(Err(RowRefusal::State(why)));
        }
        match ads::update_found(tx, ad, &settings, self.version, trusted).await {
            Ok(()) => {}
            Err(Error::Conflict(why)) => return Ok(Err(RowRefusal::State(why))),
            Err(Error::Stale { current }) => return Ok(Err(RowRefusal::Stale(current))),
            Err(other) => return Err(other),
        }
        if let Some(wanted) = wish {
            write_wish(tx, ad, wanted).await?;
        }
        let mut before = self.record(&ad.settings, ad.state.wanted);
        if ad.is_draft() && wish == Some(true) {
            before.insert("review_id".to_owned(), json!(ad.state.review.id()));
        }
        let mut after = self.record(&settings, wish.unwrap_or(ad.state.wanted));
        if ad.is_draft() && wish == Some(true) {
            // It was sent, and runs where nobody has to read it first.
            let sent = ads::any(tx, Scope::System, ad.id).await?.state;
            after.insert("is_wanted".to_owned(), json!(sent.wanted));
            after.insert("review_id".to_owned(), json!(sent.review.id()));
        }
        audit_log::record_edit(tx, actor, "update_ad", "ad", ad.id, Some(&before), Some(&after)).await?;
        let leaves = !trusted && !settings.shows_the_same(&ad.settings);
        Ok(Ok(Saved { id: ad.id, halts: leaves || wish == Some(false) }))
    }
}

/// An ad that was saved.
struct Saved {
    id: AdId,
    /// It is not to be shown from now on, before the feed hears of it.
    halts: bool,
}

/// The wish that a status stands for.
const fn wish_of(status_id: u8) -> Option<bool> {
    if status_id == AdStatus::Launched.id() {
        Some(true)
    } else if status_id == AdStatus::Stopped.id() {
        Some(false)
    } else {
        None
    }
}

async fn known_of(
    conn: &Conn,
    scope: Scope,
    user: &User,
    rows: &[AdRow],
    found: &[Ad],
) -> placard_store::Result<Known> {
    let mut limits = BTreeMap::new();
    if rows.iter().any(|row| row.one_bid_for_all_geo.is_some()) {
        limits = bid_limits_of(conn, scope, user, found.iter().map(|ad| ad.group)).await?;
    }
    let named = rows.iter().flat_map(|row| [&row.picture_square, &row.picture_horizontal]);
    let names: BTreeSet<String> = named.flatten().filter_map(|name| read_picture_name(name)).collect();
    let pictures = pictures::by_names(conn, &names).await?;
    Ok(Known { limits, pictures, is_extended: user.has_extended_permissions() })
}

/// Changes many ads, each in its own way. When one is not the caller's, none is changed; else rows that are right are saved,
/// and rows with a wrong value, of an older version, or whose state refuses the change are named one by one. Approved ads
/// whose text, picture or address changes are moderated again, unless their owner is trusted.
#[utoipa::path(put, path = "/api/advertiser/ads/all", tag = "advertiser", request_body = AdRows,
    responses((status = 200, body = Data<SavedRows>)))]
pub async fn update_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    request: Request,
) -> Result<Json<Data<SavedRows>>, Problem> {
    let (form, _turn) = read_long::<AdRows>(&app, advertiser.id(), request).await?;
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let rows = form.ads;
    if rows.is_empty() || rows.len() > IDS_MAX {
        return Err(Problem::field("ads", format!("must have 1 to {IDS_MAX} entries")));
    }
    let mut errors = FieldErrors::default();
    let mut seen = BTreeSet::new();
    for (at, row) in rows.iter().enumerate() {
        errors.check(&format!("ads.{at}.id"), seen.insert(row.id), "is named twice");
    }
    errors.finish()?;
    let ids = read_ids(&rows.iter().map(|row| row.id).collect::<Vec<_>>())?;
    let trusted = user.is_trusted;
    let (saved, refused, after) = app
        .store
        .write("update_ads", Priority::Api, async move |tx| {
            let found: HashMap<AdId, Ad> =
                ads::all_of(tx, scope, &ids).await?.into_iter().map(|ad| (ad.id, ad)).collect();
            let all: Vec<Ad> = found.values().cloned().collect();
            let known = known_of(tx, scope, &user, &rows, &all).await?;
            let (mut saved, mut refused) = (Vec::new(), Vec::new());
            for row in &rows {
                let Some(ad) = found.get(&AdId(row.id)) else { continue };
                match row.save(tx, ad, &known, &actor, trusted).await? {
                    Ok(one) => saved.push(one),
                    Err(why) => refused.push(RefusedRow::new(row.id, why)),
                }
            }
            let ids: Vec<AdId> = saved.iter().map(|one| one.id).collect();
            let after = resources(tx, scope, &ids).await?;
            Ok((saved, refused, after))
        })
        .await?;
    for one in saved.iter().filter(|one| one.halts) {
        app.engine.live().set_ad_wanted(one.id, false);
    }
    Ok(data(SavedRows { ads: after, refused }))
}

impl RefusedRow {
    fn new(id: i64, why: RowRefusal) -> Self {
        let refused = |detail: String| Self { id, detail, errors: BTreeMap::new(), current_version: None };
        match why {
            RowRefusal::Fields(errors) => {
                Self { errors: errors.into_messages(), ..refused("Some fields are not valid.".to_owned()) }
            }
            RowRefusal::State(detail) => refused(detail),
            RowRefusal::Stale(current) => Self {
                current_version: Some(current),
                ..refused(format!("It was changed meanwhile: version {current} is current."))
            },
        }
    }
}
