//! The multipart form of an ad: read part by part within limits, then checked as a whole.

use crate::advertiser::ads::CountryBid;
use crate::advertiser::bids::bid_limits::BidLimits;
use crate::advertiser::bids::bid_mode::{AutoParts, BidMode, is_auto_field};
use crate::dictionaries::words::NativeFormatId;
use crate::media::{Crop, Media, Place, UPLOAD_BYTES_MAX, Upload};
use axum::extract::multipart::{Field, Multipart};
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::auto_bid::AutoBidSettings;
use placard_model::bid::{BID_MAX, check_native_bid};
use placard_model::creative::landing::{LandingMacro, macros_of};
use placard_model::creative::{CreativeParts, check_creative};
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::inventory::{Bid, FrequencyCap};
use placard_model::money::DECIMALS_MAX;
use placard_model::targeting::countries::country;
use placard_model::targeting::geo::CountryCode;
use placard_model::{Money, validate};
use placard_store::advertising::ads::{Ad, AdSettings, PictureRef};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest body of an ad's form, in bytes: two pictures and the texts.
pub const FORM_BYTES_MAX: usize = 2 * UPLOAD_BYTES_MAX + 1024 * 1024;
/// The longest text part, in bytes.
const TEXT_BYTES_MAX: usize = 64 * 1024;
/// The most parts of a form: bids of all countries and the rest.
const PARTS_MAX: usize = 700;
/// The most countries with a bid of their own.
pub(crate) const COUNTRY_BIDS_MAX: usize = 300;
/// The most shows of a frequency cap.
pub(crate) const CAP_SHOWS_MAX: u8 = u8::MAX;
/// The longest text of a crop: four numbers of five digits.
pub(crate) const CROP_CHARS_MAX: usize = 23;
/// The longest frequency cap, in hours: 30 days.
pub(crate) const CAP_HOURS_MAX: u16 = 720;

/// The form of an ad. A PUT replaces all of it, except for pictures and bids that are omitted: those stay.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the multipart form, which is read part by part")]
pub struct AdForm {
    /// Title; may hold the macros `{city}`, `{region}`, `{country}`, `{day_of_week}`, each with a default as in `{city|your city}`.
    title: String,
    /// Short description.
    short_description: Option<String>,
    /// Text of article and long-text formats.
    full_text: Option<String>,
    /// Brand, at most 25 characters; empty: the landing domain is shown.
    brand: Option<String>,
    /// Landing page: http or https, with macros in braces.
    #[schema(pattern = "^[Hh][Tt][Tt][Pp][Ss]?://")]
    original_url: String,
    /// Where an article was first published.
    primary_source_url: Option<String>,
    /// Formats. The ad must have what each of them needs.
    #[schema(rename = "supported_block_format_types[]", value_type = Vec<NativeFormatId>)]
    supported_block_format_types: Vec<u8>,
    /// The bid in all countries that have none of their own, in dollars; 4.00 when a new ad names no bid.
    one_bid_for_all_geo: Option<f64>,
    /// Bids of single countries, as `bids[0][country_code]` and `bids[0][bid]`.
    bids: Option<Vec<CountryBid>>,
    /// What the bid follows: `by_hand` takes away what it followed. Where a form has neither this nor one of the five
    /// fields that follow, all of it stays.
    bid_mode: Option<BidMode>,
    /// By earnings, with `epc_max`: multiplies the earnings per click, 0.01 to 10.
    epc_coefficient: Option<f64>,
    /// The most by earnings, in dollars.
    epc_max: Option<f64>,
    /// By the cost of a lead, with a floor and a ceiling: what it is meant to cost, in dollars.
    lead_cost: Option<f64>,
    /// The least by the cost of a lead, in dollars.
    bid_floor: Option<f64>,
    /// The most by the cost of a lead, in dollars.
    bid_ceiling: Option<f64>,
    /// Frequency cap: shows to one visitor, 1 to 255.
    #[schema(rename = "frequency_cap[shows]")]
    frequency_cap_shows: Option<u8>,
    /// Frequency cap: in so many hours, 1 to 720.
    #[schema(rename = "frequency_cap[hours]")]
    frequency_cap_hours: Option<u16>,
    /// Picture to cut a square from: JPEG, PNG, WebP or GIF, at most 10 MB and 40 megapixels.
    #[schema(value_type = Option<String>, format = Binary)]
    media_content_file_square: Option<Vec<u8>>,
    /// Picture to cut 16:9 from.
    #[schema(value_type = Option<String>, format = Binary)]
    media_content_file_horizontal: Option<Vec<u8>>,
    /// The name of a square picture that is there already, in place of a file: that of another ad, or of an upload.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    picture_square: Option<String>,
    /// The name of a 16:9 picture that is there already.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    picture_horizontal: Option<String>,
    /// What to cut: `x,y,width,height` in pixels of the upright picture; the middle when omitted.
    #[schema(pattern = "^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$")]
    crop_square: Option<String>,
    /// What to cut, as for the square.
    #[schema(pattern = "^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$")]
    crop_horizontal: Option<String>,
    /// Keeps it as a draft, which nobody reads: it is stopped until it is sent by `remoderate` or with `false` here, or started.
    /// Without it a new ad goes to moderation, and a PUT leaves a draft a draft. An ad that was sent becomes no draft again.
    is_draft: Option<bool>,
    /// The version that the change is made from.
    version: Option<i64>,
}

/// What the parts of a form said.
#[derive(Default)]
pub(crate) struct AdParts {
    title: String,
    short_description: String,
    full_text: String,
    brand: String,
    original_url: String,
    primary_source_url: String,
    formats: Option<FormatMask>,
    one_bid: Option<Money>,
    bids: BTreeMap<usize, (Option<String>, Option<Money>)>,
    auto: AutoParts,
    cap_shows: Option<i64>,
    cap_hours: Option<i64>,
    pub(crate) square: Option<Upload>,
    pub(crate) horizontal: Option<Upload>,
    pub(crate) crop_square: Option<Crop>,
    pub(crate) crop_horizontal: Option<Crop>,
    pub(crate) is_draft: Option<bool>,
    pub(crate) version: Option<i64>,
    /// Names of pictures that are there already, then what is known of them.
    named: [Option<String>; 2],
    known: [Option<PictureRef>; 2],
    errors: FieldErrors,
}

/// Reads a form. What cannot be read at all is refused at once, what is only wrong is noted for [`AdParts::settings`].
/// Pictures are written to disk as they come in.
pub(crate) async fn read_form(mut form: Multipart, media: &Media, place: &Arc<Place>) -> Result<AdParts, Problem> {
    let mut parts = AdParts::default();
    let mut count = 0;
    while let Some(field) = form.next_field().await.map_err(|error| malformed(&error))? {
        count += 1;
        if count > PARTS_MAX {
            return Err(Problem::Malformed(format!("the form has more than {PARTS_MAX} parts")));
        }
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            // One of each: the last counts, as for texts. The one before is dropped first, disk is bounded too.
            "media_content_file_square" => {
                parts.square = None;
                parts.square = parts.file(&name, field, media, place).await?;
            }
            "media_content_file_horizontal" => {
                parts.horizontal = None;
                parts.horizontal = parts.file(&name, field, media, place).await?;
            }
            _ => {
                let text = read_text(&name, field).await?;
                parts.text(&name, text);
            }
        }
    }
    Ok(parts)
}

pub(crate) fn malformed(error: &axum::extract::multipart::MultipartError) -> Problem {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        Problem::TooLarge
    } else {
        Problem::Malformed("the multipart form is broken or ended early".to_owned())
    }
}

pub(crate) async fn read_text(name: &str, mut field: Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
        if bytes.len() + chunk.len() > TEXT_BYTES_MAX {
            return Err(Problem::field(name, format!("must have at most {TEXT_BYTES_MAX} bytes")));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| Problem::field(name, "must be text in UTF-8"))
}

pub(crate) fn no_room(error: std::io::Error) -> Problem {
    Problem::Internal(anyhow::Error::new(error).context("cannot keep an upload on disk"))
}

impl AdParts {
    async fn file(
        &mut self,
        name: &str,
        mut field: Field<'_>,
        media: &Media,
        place: &Arc<Place>,
    ) -> Result<Option<Upload>, Problem> {
        let mut upload = media.upload(place.clone()).await.map_err(no_room)?;
        while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
            if !upload.write(&chunk).await.map_err(no_room)? {
                self.errors.add(name, "must be at most 10 MB");
                return Err(Problem::Fields(std::mem::take(&mut self.errors)));
            }
        }
        // Browsers send an empty part where no file was chosen.
        Ok((!upload.is_empty()).then_some(upload))
    }

    fn text(&mut self, name: &str, text: String) {
        if is_auto_field(name) {
            let amount = if text.trim().is_empty() { None } else { self.money(name, &text) };
            self.auto.take(name, amount);
            return;
        }
        if name == "bid_mode" {
            let is_known = self.auto.take_mode(&text);
            self.errors.check(name, is_known, "must be by_hand, earnings or lead_cost");
            return;
        }
        match name {
            "title" => self.title = text,
            "short_description" => self.short_description = text,
            "full_text" => self.full_text = text,
            "brand" => self.brand = text,
            "original_url" => self.original_url = text.trim().to_owned(),
            "primary_source_url" => self.primary_source_url = text.trim().to_owned(),
            "one_bid_for_all_geo" if text.trim().is_empty() => {}
            "one_bid_for_all_geo" => self.one_bid = self.money(name, &text),
            "frequency_cap[shows]" => self.cap_shows = self.number(name, &text),
            "frequency_cap[hours]" => self.cap_hours = self.number(name, &text),
            "version" => self.version = self.number(name, &text),
            "is_draft" => {
                self.is_draft = read_flag(&text);
                let is_known = self.is_draft.is_some() || text.trim().is_empty();
                self.errors.check(name, is_known, "must be true or false");
            }
            "picture_square" => self.named[0] = read_picture_name(&text),
            "picture_horizontal" => self.named[1] = read_picture_name(&text),
            "crop_square" => self.crop_square = self.crop(name, &text),
            "crop_horizontal" => self.crop_horizontal = self.crop(name, &text),
            _ if name.split('[').next() == Some("supported_block_format_types") => self.format(&text),
            _ if name.starts_with("bids[") => self.country_bid(name, &text),
            _ => self.errors.add(name, "is not a field of this call"),
        }
    }

    fn money(&mut self, name: &str, text: &str) -> Option<Money> {
        match Money::parse(&validate::decimal_text(text), DECIMALS_MAX) {
            Ok(amount) => Some(amount),
            Err(error) => {
                self.errors.add(name, error.to_string());
                None
            }
        }
    }

    fn number(&mut self, name: &str, text: &str) -> Option<i64> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let number = text.parse().ok();
        self.errors.check(name, number.is_some(), "must be a whole number");
        number
    }

    fn crop(&mut self, name: &str, text: &str) -> Option<Crop> {
        if text.trim().is_empty() {
            return None;
        }
        let crop = Some(text).filter(|text| text.len() <= CROP_CHARS_MAX).and_then(Crop::parse);
        self.errors.check(name, crop.is_some(), "must be x,y,width,height in whole pixels");
        crop
    }

    fn format(&mut self, text: &str) {
        match text.trim().parse().ok().and_then(BlockFormat::from_native_id) {
            Some(format) if self.formats.is_some_and(|named| named.contains(format)) => {
                self.errors.add("supported_block_format_types", "has a format twice");
            }
            Some(format) => self.formats = Some(self.formats.unwrap_or_default().with(format)),
            None => self.errors.add("supported_block_format_types", "must be 1, 2, 4, 8 or 16"),
        }
    }

    /// `bids[0][country_code]` or `bids[0][bid]`.
    fn country_bid(&mut self, name: &str, text: &str) {
        let inner = name.strip_prefix("bids[").and_then(|rest| rest.strip_suffix(']'));
        let split = inner.and_then(|inner| inner.split_once("]["));
        let place = split.and_then(|(place, key)| Some((place.parse::<usize>().ok()?, key)));
        match place {
            Some((place, _)) if place >= COUNTRY_BIDS_MAX => {
                self.errors.add("bids", format!("must have at most {COUNTRY_BIDS_MAX} entries"));
            }
            Some((place, "country_code")) => self.bids.entry(place).or_default().0 = Some(text.trim().to_owned()),
            Some((place, "bid")) => {
                let bid = self.money(&format!("bids.{place}.bid"), text);
                self.bids.entry(place).or_default().1 = bid;
            }
            _ => self.errors.add(name, "is not a field of this call"),
        }
    }

    /// The pictures that the form names.
    pub(crate) fn picture_names(&self) -> BTreeSet<String> {
        self.named.iter().flatten().cloned().collect()
    }

    /// Takes what was found of the pictures that the form names.
    pub(crate) fn take_pictures(&mut self, found: &HashMap<String, PictureRef>) {
        for (at, field) in PICTURE_FIELDS.into_iter().enumerate() {
            let Some(name) = &self.named[at] else { continue };
            self.known[at] = found.get(name).cloned();
            self.errors.check(field, self.known[at].is_some(), NO_PICTURE);
        }
    }

    /// The formats of the form; `formats` where it names none.
    pub(crate) fn default_formats(&mut self, formats: FormatMask) {
        self.formats.get_or_insert(formats);
    }

    /// The settings that the form describes, with the pictures of `stored`. Whether the new pictures are any good is
    /// seen later.
    pub(crate) fn settings(
        &mut self,
        stored: Option<&AdSettings>,
        limits: &BidLimits,
        extended: bool,
    ) -> Result<AdSettings, Problem> {
        let formats = self.formats.unwrap_or_default();
        let bid = self.bid(stored, limits);
        let mut errors = std::mem::take(&mut self.errors);
        let [named_square, named_horizontal] = std::mem::take(&mut self.known);
        let square = named_square.or_else(|| stored.and_then(|s| s.square.clone()));
        let horizontal = named_horizontal.or_else(|| stored.and_then(|s| s.horizontal.clone()));
        let parts = CreativeParts {
            title: &self.title,
            short_description: &self.short_description,
            full_text: &self.full_text,
            brand: &self.brand,
            has_square: self.square.is_some() || square.is_some(),
            has_horizontal: self.horizontal.is_some() || horizontal.is_some(),
        };
        for (field, message) in check_creative(formats, parts) {
            errors.add(field, message);
        }
        check_landing("original_url", &self.original_url, extended, &mut errors);
        if !self.primary_source_url.is_empty()
            && let Err(error) = validate::http_url(&self.primary_source_url)
        {
            errors.add("primary_source_url", error.to_string());
        }
        let frequency_cap = cap(self.cap_shows, self.cap_hours, &mut errors);
        errors.finish()?;
        let trimmed = |text: &String| text.trim().to_owned();
        Ok(AdSettings {
            title: trimmed(&self.title),
            short_description: trimmed(&self.short_description),
            full_text: trimmed(&self.full_text),
            brand: trimmed(&self.brand),
            original_url: self.original_url.clone(),
            primary_source_url: self.primary_source_url.clone(),
            formats,
            bid,
            frequency_cap,
            square,
            horizontal,
            push: None,
        })
    }

    /// What the bid is to follow. To be asked before the settings, which tell all that is wrong.
    pub(crate) fn auto(&mut self, stored: Option<&Ad>, limits: &BidLimits) -> AutoBidSettings {
        let auto = self.auto.settings(stored, limits.elsewhere(&[]), &mut self.errors);
        let by_country = !self.bids.is_empty()
            || self.one_bid.is_none() && stored.is_some_and(|ad| matches!(ad.settings.bid, Bid::ByCountry(..)));
        self.errors.check(
            "bids",
            auto.follows().is_none() || !by_country,
            "cannot stand beside a bid that follows something",
        );
        auto
    }

    fn bid(&mut self, stored: Option<&AdSettings>, limits: &BidLimits) -> Bid {
        let mut countries: Vec<(CountryCode, Money)> = Vec::new();
        for (place, (code, bid)) in std::mem::take(&mut self.bids) {
            let known = code.as_deref().and_then(CountryCode::parse).filter(|code| country(*code).is_some());
            let Some(known) = known else {
                self.errors.add(format!("bids.{place}.country_code"), "is not a country code");
                continue;
            };
            if countries.iter().any(|(code, _)| *code == known) {
                self.errors.add(format!("bids.{place}.country_code"), "is named twice");
            }
            // A bid that could not be read has its message already.
            let Some(bid) = bid else {
                self.errors.add(format!("bids.{place}.bid"), "is required");
                continue;
            };
            if let Err(error) = check_native_bid(bid, limits.in_country(known)) {
                self.errors.add(format!("bids.{place}.bid"), error.to_string());
            }
            countries.push((known, bid));
        }
        if let Some(bid) = self.one_bid
            && let Err(error) = check_native_bid(bid, limits.elsewhere(&countries))
        {
            self.errors.add("one_bid_for_all_geo", error.to_string());
        }
        match (self.one_bid, countries.is_empty()) {
            (Some(bid), true) => Bid::Everywhere(bid),
            (others, false) => Bid::ByCountry(countries, others),
            (None, true) => match stored {
                Some(stored) => stored.bid.clone(),
                None => Bid::Everywhere(limits.usual.max(limits.elsewhere(&[])).min(BID_MAX)),
            },
        }
    }
}

/// The name of a picture as it was sent; none when nothing was.
pub(crate) fn read_picture_name(text: &str) -> Option<String> {
    let name = text.trim().to_ascii_lowercase();
    (!name.is_empty()).then_some(name)
}

/// A yes or no as it was sent; none where nothing was, or something else.
pub(crate) fn read_flag(text: &str) -> Option<bool> {
    match text.trim() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

/// The fields that name pictures: the square one, then the wide one.
pub(crate) const PICTURE_FIELDS: [&str; 2] = ["picture_square", "picture_horizontal"];
/// Said of a name that no picture has.
pub(crate) const NO_PICTURE: &str = "is not the name of a picture that is kept here: upload it again";
/// Characters of the name of a picture.
pub(crate) const PICTURE_NAME_CHARS: usize = 64;

/// Checks a landing page, and that its macros are for the caller.
pub(crate) fn check_landing(field: &str, url: &str, extended: bool, errors: &mut FieldErrors) {
    if url.is_empty() {
        errors.add(field, "must not be empty");
    } else if let Err(error) = validate::http_url(url) {
        errors.add(field, error.to_string());
    } else if !extended && let Some(found) = macros_of(url).find(|found: &LandingMacro| found.is_extended()) {
        errors.add(field, format!("has {{{}}}, which is for users with extended permissions only", found.name()));
    }
}

fn cap(shows: Option<i64>, hours: Option<i64>, errors: &mut FieldErrors) -> Option<FrequencyCap> {
    let (Some(shows), Some(hours)) = (shows, hours) else {
        errors.check("frequency_cap", shows.is_none() && hours.is_none(), "needs both shows and hours");
        return None;
    };
    let shows = u8::try_from(shows).ok().filter(|shows| *shows >= 1);
    let hours = u16::try_from(hours).ok().filter(|hours| (1..=CAP_HOURS_MAX).contains(hours));
    errors.check("frequency_cap.shows", shows.is_some(), format!("must be 1 to {CAP_SHOWS_MAX}"));
    errors.check("frequency_cap.hours", hours.is_some(), format!("must be 1 to {CAP_HOURS_MAX}"));
    Some(FrequencyCap { shows: shows?, hours: hours? })
}
