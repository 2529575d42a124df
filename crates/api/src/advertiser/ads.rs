//! Native ads: lists and reading.

pub mod ad_edit;
pub mod ad_form;
pub mod ad_kinds;
pub mod ad_tests;
pub mod ads_bulk;
pub mod ads_import;
pub mod ads_many;
pub mod ads_sheet;
pub mod link_check;

use crate::advertiser::ads::link_check::{AdHalt, LinkCheck, Links};
use crate::advertiser::bids::bid_mode::BidMode;
use crate::advertiser::stat_list::{Defaults, ListKind, list_page, unknown_order_of};
use crate::auth::Advertiser;
use crate::dictionaries::words::{AdStatusId, BanReasonId, FormatId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, ListParams, ListQuery, ROWS_MAX, data};
use crate::state::ApiState;
use crate::statistics::metrics::Metrics;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::format::BlockFormat;
use placard_model::inventory::Bid;
use placard_model::status::{AdStatus, BanReason as Reason};
use placard_model::{AdId, GroupId, Money, UserId};
use placard_stats::{Dimension, View};
use placard_store::advertising::ads::{self, Ad, PictureRef};
use placard_store::advertising::groups;
use placard_store::advertising::listed::{self, Of};
use placard_store::advertising::states::States;
use placard_store::lists::Shape;
use placard_store::names::{self, Named};
use placard_store::{Conn, Error, Scope};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;

/// Rows of a page of a group's ads.
const GROUP_ROWS: u32 = 50;
/// Rows of a page of all ads.
const ALL_ROWS: u32 = 20;

/// A bid in one country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CountryBid {
    /// Two letters.
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country_code: String,
    /// Dollars.
    #[schema(value_type = f64)]
    pub bid: Money,
}

/// How often one visitor may see an ad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cap {
    /// Shows: 1 to 255.
    pub shows: u8,
    /// In so many hours: 1 to 720.
    pub hours: u16,
}

/// The shape of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    /// 1:1.
    Square,
    /// 16:9.
    Horizontal,
}

/// A picture of an ad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MediaContent {
    /// Its shape.
    pub kind: MediaKind,
    /// The WebP file; a JPEG one has the ending `.jpg` instead.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

/// A reason for which an ad was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BanReason {
    /// Its number.
    #[schema(value_type = BanReasonId)]
    pub id: u8,
    /// What it says.
    pub text: String,
}

/// A native ad.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Ad)]
pub struct AdResource {
    /// The ad.
    pub id: i64,
    /// Its group.
    pub group_id: i64,
    /// The group's name.
    pub group_name: String,
    /// Its campaign.
    pub campaign_id: i64,
    /// The campaign's name.
    pub campaign_name: String,
    /// Title; may hold macros.
    pub title: String,
    /// Short description.
    pub short_description: String,
    /// Text of article and long-text formats.
    pub full_text: String,
    /// Brand; empty: the landing domain is shown.
    pub brand: String,
    /// Landing page with macros.
    pub original_url: String,
    /// Where an article was first published.
    pub primary_source_url: String,
    /// Formats that it can be shown in.
    #[schema(value_type = Vec<FormatId>)]
    pub supported_block_format_types: Vec<u8>,
    /// What people call the first of them.
    #[schema(value_type = String)]
    pub format: &'static str,
    /// Whether any of them shows a picture.
    #[serde(rename = "imageShown")]
    pub image_shown: bool,
    /// The bid in all countries that have none of their own, in dollars; null: not shown there.
    #[schema(value_type = Option<f64>)]
    pub one_bid_for_all_geo: Option<Money>,
    /// Bids of single countries.
    pub bids: Vec<CountryBid>,
    /// What the bid follows.
    pub bid_mode: BidMode,
    /// Multiplies the earnings per click.
    #[schema(value_type = Option<f64>)]
    pub epc_coefficient: Option<Money>,
    /// The most by earnings, in dollars.
    #[schema(value_type = Option<f64>)]
    pub epc_max: Option<Money>,
    /// What a lead is meant to cost, in dollars.
    #[schema(value_type = Option<f64>)]
    pub lead_cost: Option<Money>,
    /// The least by the cost of a lead, in dollars.
    #[schema(value_type = Option<f64>)]
    pub bid_floor: Option<Money>,
    /// The most by the cost of a lead, in dollars.
    #[schema(value_type = Option<f64>)]
    pub bid_ceiling: Option<Money>,
    /// Pictures.
    pub media_contents: Vec<MediaContent>,
    /// Shown status.
    #[schema(value_type = AdStatusId)]
    pub status_id: u8,
    /// Its owner keeps it, and has not sent it to moderation yet: its status is 4.
    pub is_draft: bool,
    /// What stops it although its owner wants it to run and it is approved.
    pub halts: Vec<AdHalt>,
    /// Why it was rejected.
    pub ban_reasons: Vec<BanReason>,
    /// What the moderator wrote.
    pub ban_comment: String,
    /// What the last look at its landing page found; null before it is known of.
    pub link_check: Option<LinkCheck>,
    /// How often one visitor may see it.
    pub frequency_cap: Option<Cap>,
    /// Metrics of the list's days; null without `is_show_stats=1`.
    pub statistic: Option<Metrics>,
    /// Send it back with changes, so that a stale edit is noticed.
    pub version: i64,
    /// Null: native ads have their number alone. Push ads have one.
    pub uuid: Option<String>,
    /// `status_id`, as rows of pushes are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<AdStatusId>)]
    pub status: Option<u8>,
    /// `one_bid_for_all_geo`, as rows of pushes are read; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub bid: Option<Money>,
    /// `original_url`, as rows of pushes are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Names of campaigns and groups, for rows of ads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) campaign: String,
    pub(crate) group: String,
}

fn media(kind: MediaKind, picture: Option<&PictureRef>) -> Option<MediaContent> {
    let PictureRef { hash, width, height } = picture?;
    Some(MediaContent { kind, url: format!("/m/{hash}.webp"), width: *width, height: *height })
}

impl AdResource {
    /// What the audit log keeps of it: what its owner set, each once, not what was found elsewhere.
    pub(crate) fn kept(&self) -> Self {
        Self { link_check: None, halts: Vec::new(), status: None, bid: None, url: None, ..self.clone() }
    }

    /// A stored ad, as the API shows it.
    pub(crate) fn new(ad: Ad, names: Names, status: AdStatus, statistic: Option<Metrics>, links: &Links) -> Self {
        let (link_check, halts, is_draft) = (links.get(&ad), links.halts(&ad), ad.is_draft());
        let (settings, auto) = (ad.settings, ad.auto);
        let (one_bid_for_all_geo, bids) = match settings.bid {
            Bid::Everywhere(bid) => (Some(bid), Vec::new()),
            Bid::ByCountry(bids, others) => (others, bids),
        };
        let reason = |id: &u8| {
            let text = Reason::from_id(i64::from(*id)).map_or("", Reason::label);
            BanReason { id: *id, text: text.to_owned() }
        };
        let pictures = [
            media(MediaKind::Square, settings.square.as_ref()),
            media(MediaKind::Horizontal, settings.horizontal.as_ref()),
        ];
        Self {
            id: ad.id.0,
            group_id: ad.group.0,
            group_name: names.group,
            campaign_id: ad.campaign.0,
            campaign_name: names.campaign,
            title: settings.title,
            short_description: settings.short_description,
            full_text: settings.full_text,
            brand: settings.brand,
            uuid: None,
            status: Some(status.id()),
            bid: one_bid_for_all_geo,
            url: Some(settings.original_url.clone()),
            original_url: settings.original_url,
            primary_source_url: settings.primary_source_url,
            supported_block_format_types: settings.formats.iter().map(BlockFormat::id).collect(),
            format: settings.formats.iter().next().map_or("", BlockFormat::label),
            image_shown: settings.formats.iter().any(BlockFormat::shows_picture),
            one_bid_for_all_geo,
            bids: bids
                .into_iter()
                .map(|(country, bid)| CountryBid { country_code: country.to_string(), bid })
                .collect(),
            media_contents: pictures.into_iter().flatten().collect(),
            bid_mode: BidMode::of(&auto),
            epc_coefficient: auto.epc_coefficient,
            epc_max: auto.epc_max,
            lead_cost: auto.lead_cost,
            bid_floor: auto.bid_floor,
            bid_ceiling: auto.bid_ceiling,
            status_id: status.id(),
            is_draft,
            halts,
            ban_reasons: ad.ban_reasons.iter().map(reason).collect(),
            ban_comment: ad.ban_comment,
            link_check,
            frequency_cap: settings.frequency_cap.map(|cap| Cap { shows: cap.shows, hours: cap.hours }),
            statistic,
            version: ad.version,
        }
    }
}

/// Lists of ads.
pub(crate) struct AdList;

impl ListKind for AdList {
    const SHAPE: &'static Shape = &listed::ADS;
    const DIMENSION: Dimension = Dimension::Ad;
    const VIEW: View = View::Advertiser;

    fn group_of(status: u8) -> u8 {
        AdStatus::from_id(i64::from(status)).map_or(status, |status| status.group().id())
    }

    fn unknown_order() -> String {
        unknown_order_of(Self::SHAPE)
    }
}

/// The caller's ads in all campaigns. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api/advertiser/ads/all", tag = "advertiser", params(ListParams<AdList>),
    responses((status = 200, body = List<AdResource>)))]
pub async fn list_all_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<ListQuery>,
) -> Result<Json<List<AdResource>>, Problem> {
    let defaults = Defaults { name: "list_ads", rows: ALL_ROWS, max_rows: ROWS_MAX, order_by: "impressions" };
    list(app, advertiser.id(), advertiser.scope(), query, Of::Everything, defaults).await
}

/// The ads of a group. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/{group_id}/ads/universal", tag = "advertiser",
    params(("group_id" = i64, Path), ListParams<AdList>), responses((status = 200, body = List<AdResource>)))]
pub async fn list_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(group): Path<i64>,
    Qs(query): Qs<ListQuery>,
) -> Result<Json<List<AdResource>>, Problem> {
    let (scope, group) = (advertiser.scope(), GroupId(group));
    let campaign = app.store.read("list_ads", async move |conn| groups::get(conn, scope, group).await).await?.campaign;
    let defaults = Defaults { name: "list_ads", rows: GROUP_ROWS, max_rows: ROWS_MAX, order_by: "id" };
    list(app, advertiser.id(), scope, query, Of::Group(campaign, group), defaults).await
}

async fn list(
    app: ApiState,
    owner: UserId,
    scope: Scope,
    query: ListQuery,
    of: Of,
    defaults: Defaults,
) -> Result<Json<List<AdResource>>, Problem> {
    let now = app.clock.now();
    let listed = listed::ads(scope, of, query.search()?, now);
    let page = list_page::<AdList>(app.clone(), owner, query, listed, defaults).await?;
    let ids: Vec<AdId> = page.ids.iter().copied().map(AdId).collect();
    let (found, states, links) = app
        .store
        .read("list_ads", async move |conn| {
            let found = ads::by_ids(conn, scope, &ids).await?;
            let states = States::above(conn, scope, &found).await?;
            let links = Links::of(conn, found.iter()).await?;
            Ok((with_names(conn, scope, found).await?, states, links))
        })
        .await?;
    let mut found: HashMap<i64, (Ad, Names)> = found.into_iter().map(|(ad, names)| (ad.id.0, (ad, names))).collect();
    Ok(Json(page.into_list(|id, statistic| {
        let (ad, names) = found.remove(&id)?;
        let status = states.ad_status(&ad, now)?;
        Some(AdResource::new(ad, names, status, statistic, &links))
    })))
}

/// Ads with the names of what they hang below.
pub(crate) async fn with_names(conn: &Conn, scope: Scope, found: Vec<Ad>) -> placard_store::Result<Vec<(Ad, Names)>> {
    let ids = |id: fn(&Ad) -> i64| found.iter().map(id).collect::<BTreeSet<i64>>().into_iter().collect::<Vec<i64>>();
    let campaigns = names::of_ids(conn, scope, Named::Campaign, &ids(|ad| ad.campaign.0)).await?;
    let groups = names::of_ids(conn, scope, Named::Group, &ids(|ad| ad.group.0)).await?;
    let name = |names: &HashMap<i64, String>, id: i64| names.get(&id).cloned().unwrap_or_default();
    let named = found.into_iter().map(|ad| {
        let names = Names { campaign: name(&campaigns, ad.campaign.0), group: name(&groups, ad.group.0) };
        (ad, names)
    });
    Ok(named.collect())
}

/// An ad with what its resource needs.
pub(crate) async fn load(conn: &Conn, scope: Scope, id: AdId) -> placard_store::Result<AdResource> {
    let ad = ads::get(conn, scope, id).await?;
    let status = ads::status(conn, scope, &ad).await?;
    let links = Links::of(conn, std::iter::once(&ad)).await?;
    match with_names(conn, scope, vec![ad]).await?.pop() {
        Some((ad, names)) => Ok(AdResource::new(ad, names, status, None, &links)),
        None => Err(Error::NotFound("ad")),
    }
}

/// An ad.
#[utoipa::path(get, path = "/api/advertiser/ads/universal/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<AdResource>)))]
pub async fn get_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<AdResource>>, Problem> {
    let scope = advertiser.scope();
    Ok(data(app.store.read("get_ad", async move |conn| load(conn, scope, AdId(id)).await).await?))
}
