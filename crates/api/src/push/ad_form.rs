//! The multipart form of a push ad: read part by part within limits, then checked as a whole.

use super::data_url::DataUrl;
use crate::advertiser::ads::ad_form::{check_landing, malformed, no_room, read_flag, read_text};
use crate::dictionaries::words::{ButtonActionName, CampaignStatusId, LanguageCode, PushUuid};
use crate::media::{Crop, Media, Place, Upload};
use axum::extract::multipart::{Field, Multipart};
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::{BidError, PUSH_DECIMALS, check_push_bid};
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::inventory::Bid;
use placard_model::money::DECIMALS_MAX;
use placard_model::push::{BUTTONS_MAX, ButtonAction, PushButton, PushCreative, check_words};
use placard_model::status::CampaignStatus;
use placard_model::targeting::audience::Language;
use placard_model::{Money, validate};
use placard_store::advertising::ads::AdSettings;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most parts of a form.
const PARTS_MAX: usize = 40;
/// The longest text of a crop: four numbers of five digits.
pub(crate) const CROP_CHARS_MAX: usize = 23;

/// A button of a notification.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the multipart form, which is read part by part")]
pub struct PushButtonForm {
    /// What it does.
    #[schema(value_type = ButtonActionName)]
    action: String,
    /// Its label, 1 to 20 characters.
    title: String,
    /// The page that a button which opens opens, with macros; empty: that of the ad.
    url: Option<String>,
}

/// The form of a push ad. A PUT replaces all of it, except for pictures, buttons, bid and language that are omitted: those
/// stay.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the multipart form, which is read part by part")]
pub struct PushAdForm {
    /// The campaign that the ad is made in. A PUT leaves the ad where it is, and takes it only if it says so.
    #[schema(value_type = Option<PushUuid>)]
    campaign_uuid: Option<String>,
    /// Title, 1 to 60 characters: what stands behind the first 40 is cut where a notification is not opened. May hold the
    /// macros `{city}`, `{region}`, `{country}`, `{day_of_week}`, each with a default as in `{city|your city}`.
    title: String,
    /// Text below the title, 1 to 150 characters.
    body: String,
    /// Landing page: http or https, with macros in braces.
    #[schema(pattern = "^[Hh][Tt][Tt][Pp][Ss]?://")]
    url: String,
    /// The language that it is written in; `en` when a new ad names none.
    #[schema(value_type = Option<LanguageCode>)]
    language_code: Option<String>,
    /// What a click costs at most, in dollars, with at most 2 decimals. Needed when it is made.
    bid: Option<f64>,
    /// Needed where a bid is above the high bid of `resources/settings`: that it is meant.
    confirm_high_bid: Option<bool>,
    /// Picture to cut a square of 192 pixels from, at least as large: a file (JPEG, PNG, WebP or GIF, at most 10 MB and
    /// 40 megapixels), or the text of a `data:` URL of one. Needed when it is made.
    #[schema(value_type = Option<String>, format = Binary)]
    icon: Option<Vec<u8>>,
    /// Picture to cut 2:1 from, at least 360 x 180 pixels, in the same ways; shown at 720 x 360.
    #[schema(value_type = Option<String>, format = Binary)]
    image: Option<Vec<u8>>,
    /// On a PUT: takes the large picture away.
    remove_image: Option<bool>,
    /// What to cut of the icon: `x,y,width,height` in pixels of the upright picture; the middle when omitted.
    #[schema(pattern = "^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$")]
    crop_icon: Option<String>,
    /// What to cut of the large picture.
    #[schema(pattern = "^[0-9]{1,5},[0-9]{1,5},[0-9]{1,5},[0-9]{1,5}$")]
    crop_image: Option<String>,
    /// At most two, as `buttons[0][action]`, `buttons[0][title]`, `buttons[0][url]`; an empty part `buttons` means none. A new
    /// ad that says nothing of them has two: Open and Close.
    buttons: Option<Vec<PushButtonForm>>,
    /// When it is made: takes the pictures of this ad where none is sent.
    #[schema(value_type = Option<PushUuid>)]
    copy_of: Option<String>,
    /// When it is made: 1 stops it from the start; a draft, which is stopped, keeps no such wish for later. Any other
    /// status says nothing, nor does an empty part. A PUT takes the status that was read and changes nothing by it:
    /// start, stop and archive are calls of their own.
    #[schema(value_type = Option<CampaignStatusId>)]
    status_id: Option<u8>,
    /// Keeps it as a draft, which nobody reads: it is stopped until it is sent by `remoderate` or with `false` here, or started.
    /// Without it a new ad goes to moderation, and a PUT leaves a draft a draft. An ad that was sent becomes no draft again.
    is_draft: Option<bool>,
    /// The version that the change is made from.
    version: Option<i64>,
}

/// A button of a form, as far as its parts have come in.
#[derive(Default)]
struct ButtonParts {
    action: String,
    title: String,
    url: String,
}

/// What a form carried.
#[derive(Default)]
pub(crate) struct PushAdParts {
    pub(crate) campaign_uuid: Option<String>,
    pub(crate) copy_of: Option<String>,
    title: String,
    body: String,
    url: String,
    language: Option<String>,
    bid: Option<Money>,
    confirm_high_bid: bool,
    pub(crate) icon: Option<Upload>,
    pub(crate) image: Option<Upload>,
    remove_image: bool,
    pub(crate) crop_icon: Option<Crop>,
    pub(crate) crop_image: Option<Crop>,
    buttons: Option<BTreeMap<usize, ButtonParts>>,
    /// The status that came with it: it says something of a new ad alone.
    pub(crate) status: Option<CampaignStatus>,
    pub(crate) is_draft: Option<bool>,
    pub(crate) version: Option<i64>,
    errors: FieldErrors,
}

/// Refuses a bid above the high one that nobody says is meant.
fn check_high_bid(bid: Money, high: Money, confirmed: bool, errors: &mut FieldErrors) {
    errors.check(
        "confirm_high_bid",
        bid <= high || confirmed,
        format!("must be true for a bid of {bid}: it is above {high} dollars a click. Send it if that is meant"),
    );
}

/// Reads a form. What cannot be read at all is refused at once, what is only wrong is noted for [`PushAdParts::settings`].
/// Pictures are written to disk as they come in.
pub(crate) async fn read_form(mut form: Multipart, media: &Media, place: &Arc<Place>) -> Result<PushAdParts, Problem> {
    let mut parts = PushAdParts::default();
    let mut count = 0;
    while let Some(field) = form.next_field().await.map_err(|error| malformed(&error))? {
        count += 1;
        if count > PARTS_MAX {
            return Err(Problem::Malformed(format!("the form has more than {PARTS_MAX} parts")));
        }
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            // One of each: the last counts, as for texts. The one before is dropped first, disk is bounded too.
            "icon" => {
                parts.icon = None;
                parts.icon = parts.picture(&name, field, media, place).await?;
            }
            "image" => {
                parts.image = None;
                parts.image = parts.picture(&name, field, media, place).await?;
            }
            _ => {
                let text = read_text(&name, field).await?;
                parts.text(&name, text);
            }
        }
    }
    Ok(parts)
}

impl PushAdParts {
    /// A file, or the text of a `data:` URL where the part has no file name.
    async fn picture(
        &mut self,
        name: &str,
        mut field: Field<'_>,
        media: &Media,
        place: &Arc<Place>,
    ) -> Result<Option<Upload>, Problem> {
        let mut upload = media.upload(place.clone()).await.map_err(no_room)?;
        let mut url = field.file_name().is_none().then(DataUrl::default);
        let no_picture = |_| Problem::field(name, "must be a file, or a data: URL of an image in base64");
        while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
            let bytes = match &mut url {
                Some(url) => url.decode(&chunk).map_err(no_picture)?,
                None => chunk.to_vec(),
            };
            if !upload.write(&bytes).await.map_err(no_room)? {
                self.errors.add(name, "must be at most 10 MB");
                return Err(Problem::Fields(std::mem::take(&mut self.errors)));
            }
        }
        if let Some(url) = url {
            url.finish().map_err(no_picture)?;
        }
        // Browsers send an empty part where no file was chosen.
        Ok((!upload.is_empty()).then_some(upload))
    }

    fn text(&mut self, name: &str, text: String) {
        let text = text.trim();
        let given = || (!text.is_empty()).then(|| text.to_owned());
        match name {
            "campaign_uuid" => self.campaign_uuid = given(),
            "copy_of" => self.copy_of = given(),
            "title" => text.clone_into(&mut self.title),
            "body" => text.clone_into(&mut self.body),
            "url" => text.clone_into(&mut self.url),
            "language_code" => self.language = given(),
            "bid" => self.bid = self.money(text),
            "confirm_high_bid" => self.confirm_high_bid = self.flag(name, text),
            "remove_image" => self.remove_image = self.flag(name, text),
            "status_id" => self.status = self.read_status(text),
            "is_draft" => {
                self.is_draft = read_flag(text);
                self.errors.check(name, self.is_draft.is_some() || text.is_empty(), "must be true or false");
            }
            "version" if text.is_empty() => {}
            "version" => {
                self.version = text.parse().ok();
                self.errors.check(name, self.version.is_some(), "must be a whole number");
            }
            "crop_icon" => self.crop_icon = self.crop(name, text),
            "crop_image" => self.crop_image = self.crop(name, text),
            "buttons" if text.is_empty() => {
                self.buttons.get_or_insert_default();
            }
            _ if name.starts_with("buttons[") => self.button(name, text),
            _ => self.errors.add(name, "is not a field of this call"),
        }
    }

    fn money(&mut self, text: &str) -> Option<Money> {
        if text.is_empty() {
            return None;
        }
        match Money::parse(&validate::decimal_text(text), DECIMALS_MAX) {
            Ok(amount) => Some(amount),
            Err(error) => {
                self.errors.add("bid", error.to_string());
                None
            }
        }
    }

    fn flag(&mut self, name: &str, text: &str) -> bool {
        self.errors.check(name, matches!(text, "" | "0" | "1" | "true" | "false"), "must be true or false");
        matches!(text, "1" | "true")
    }

    fn read_status(&mut self, text: &str) -> Option<CampaignStatus> {
        if text.is_empty() {
            return None;
        }
        let status = text.parse().ok().and_then(CampaignStatus::from_id);
        self.errors.check("status_id", status.is_some(), "must be the number of a status: 1 to 11");
        status
    }

    fn crop(&mut self, name: &str, text: &str) -> Option<Crop> {
        if text.is_empty() {
            return None;
        }
        let crop = Some(text).filter(|text| text.len() <= CROP_CHARS_MAX).and_then(Crop::parse);
        self.errors.check(name, crop.is_some(), "must be x,y,width,height in whole pixels");
        crop
    }

    /// `buttons[0][action]`, `buttons[0][title]` or `buttons[0][url]`.
    fn button(&mut self, name: &str, text: &str) {
        let inner = name.strip_prefix("buttons[").and_then(|rest| rest.strip_suffix(']'));
        let split = inner.and_then(|inner| inner.split_once("]["));
        let Some((place, key)) = split.and_then(|(place, key)| Some((place.parse::<usize>().ok()?, key))) else {
            self.errors.add(name, "is not a field of this call");
            return;
        };
        if place >= BUTTONS_MAX {
            self.errors.add("buttons", format!("must have at most {BUTTONS_MAX} entries"));
            return;
        }
        let button = self.buttons.get_or_insert_default().entry(place).or_default();
        match key {
            "action" => text.clone_into(&mut button.action),
            "title" => text.clone_into(&mut button.title),
            "url" => text.clone_into(&mut button.url),
            _ => self.errors.add(name, "is not a field of this call"),
        }
    }

    fn read_buttons(&mut self) -> Option<Vec<PushButton>> {
        let mut buttons = Vec::new();
        for (at, parts) in self.buttons.take()? {
            match ButtonAction::from_name(&parts.action) {
                Some(action) => buttons.push(PushButton { action, title: parts.title, url: parts.url }),
                None => self.errors.add(format!("buttons.{at}.action"), "must be open or close"),
            }
        }
        Some(buttons)
    }

    /// The settings that the form describes, with what of `stored` it leaves alone. `lowest` is what a click must be bid at
    /// least. Whether the new pictures are any good is seen later.
    pub(crate) fn settings(
        &mut self,
        stored: Option<&AdSettings>,
        copied: Option<&AdSettings>,
        [lowest, high]: [Money; 2],
        extended: bool,
    ) -> Result<AdSettings, Problem> {
        let buttons = self.read_buttons();
        let mut errors = std::mem::take(&mut self.errors);
        for (field, message) in check_words(&self.title, &self.body) {
            errors.add(field, message);
        }
        check_landing("url", &self.url, extended, &mut errors);
        let before = stored.and_then(|stored| stored.push.as_ref());
        let language = match &self.language {
            Some(text) => Some(text).filter(|text| text.len() == 2).and_then(|text| Language::parse(text)),
            None => before.map(|push| push.language).or_else(|| Language::parse("en")),
        };
        errors.check("language_code", language.is_some(), "is not a language code of two letters");
        let push = PushCreative {
            language: language.unwrap_or_default(),
            buttons: buttons.or_else(|| before.map(|push| push.buttons.clone())).unwrap_or_else(PushButton::usual),
        };
        for (field, message) in push.check(extended) {
            errors.add(field, message);
        }
        let held = stored.map(|stored| stored.bid.lowest());
        let bid = self.bid.or(held);
        match bid {
            None => errors.add("bid", "is required"),
            // A bid that stays was allowed, and asked about, when it was made.
            Some(bid) if held == Some(bid) => {}
            Some(bid) => {
                if let Err(error) = check_push_bid(bid, lowest) {
                    errors.add("bid", error.to_string());
                }
                check_high_bid(bid, high, self.confirm_high_bid, &mut errors);
            }
        }
        let pictures = stored.or(copied);
        let icon = pictures.and_then(|pictures| pictures.square.clone());
        let image = pictures.and_then(|pictures| pictures.horizontal.clone()).filter(|_| !self.remove_image);
        errors.check("icon", self.icon.is_some() || icon.is_some(), "is required");
        errors.finish()?;
        Ok(AdSettings {
            title: self.title.clone(),
            short_description: self.body.clone(),
            full_text: String::new(),
            brand: String::new(),
            original_url: self.url.clone(),
            primary_source_url: String::new(),
            formats: FormatMask::from_iter([BlockFormat::Push]),
            bid: Bid::Everywhere(bid.unwrap_or_default()),
            frequency_cap: None,
            square: icon,
            horizontal: image,
            push: Some(push),
        })
    }
}

/// What is wrong with a bid for ads that exist.
pub(crate) fn check_new_bid(bid: Money, high: Money, confirmed: bool) -> Result<(), Problem> {
    let mut errors = FieldErrors::default();
    let decimals = placard_model::bid::has_at_most_decimals(bid, PUSH_DECIMALS);
    errors.check("bid", decimals, BidError::TooManyDecimals(PUSH_DECIMALS).to_string());
    check_high_bid(bid, high, confirmed, &mut errors);
    errors.finish()
}
