//! The form of a block.

use crate::block_css;
use crate::extract::only_objects;
use crate::state::Api;
use crate::templates::{self as settings_of, Definition};
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::floor::{FLOOR_COUNTRIES_MAX, FLOOR_MAX};
use placard_model::sites::placement::{
    ARTICLE_PARAGRAPHS_MAX, ARTICLE_PARAGRAPHS_MIN, ARTICLE_PARAGRAPHS_USUAL, Placement,
};
use placard_model::targeting::countries::country;
use placard_model::targeting::geo::CountryCode;
use placard_model::{Money, TemplateId, validate};
use placard_store::publishing::blocks::{BlockSettings, Floor};
use placard_store::publishing::templates;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The longest passback HTML, in characters.
pub(crate) const PASSBACK_MAX: usize = 10_000;
/// The fewest seconds in view between two refreshes: what the industry takes for an ad that was seen (30 s).
pub(crate) const REFRESH_SECONDS_MIN: u16 = 30;
/// The most seconds in view between two refreshes.
pub(crate) const REFRESH_SECONDS_MAX: u16 = 600;

/// What the owner says of a block.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockForm {
    /// What to call it.
    pub name: String,
    /// Its template.
    pub template_id: i64,
    /// Settings of the template; missing ones get their defaults.
    #[serde(default)]
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub config: Map<String, Value>,
    /// CSS of the owner's own.
    #[serde(default)]
    pub custom_styles: String,
    /// Shown where no ad is found.
    #[serde(default)]
    pub passback_html: String,
    /// Address of a page that is shown in a sandboxed frame where no ad is found and the block has no HTML for it; empty:
    /// none.
    #[serde(default)]
    pub passback_url: String,
    /// Seconds in view after which a place asks for other ads; none: never.
    pub refresh_seconds: Option<u16>,
    /// Where the script puts the ads.
    #[serde(default)]
    pub placement: BlockPlacement,
    /// In an article: after every so many paragraphs; none: after every fourth.
    pub article_paragraphs: Option<u8>,
    /// Show no ads by which 1,000 shows are expected to earn less, in dollars; 0: show all.
    #[serde(default)]
    #[schema(value_type = f64)]
    pub ecpm_floor: Money,
    /// Floors of single countries.
    #[serde(default)]
    pub country_floors: Vec<CountryFloor>,
    /// On a change: the version that was changed.
    pub version: Option<i64>,
}

/// Where the script puts a block's ads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockPlacement {
    /// Where the code is.
    #[default]
    InPlace,
    /// In a bar at the lower edge of the window, which visitors can close. It has room for one ad.
    StickyBottom,
    /// Between the paragraphs of the text around the code.
    InArticle,
}

impl BlockPlacement {
    /// A placement as the API tells it, with the paragraphs of an article.
    pub(super) const fn of(placement: Placement) -> (Self, Option<u8>) {
        match placement {
            Placement::InPlace => (Self::InPlace, None),
            Placement::StickyBottom => (Self::StickyBottom, None),
            Placement::InArticle { paragraphs } => (Self::InArticle, Some(paragraphs)),
        }
    }
}

/// The floor of a block in one country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct CountryFloor {
    /// Two letters.
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country_code: String,
    /// Dollars by 1,000 shows; 0: show all.
    #[schema(value_type = f64)]
    pub ecpm_floor: Money,
}

only_objects!(; both CountryFloor);

/// The floors of single countries, by their codes.
pub(super) fn country_floors(floor: &Floor) -> Vec<CountryFloor> {
    let of = |(country, ecpm_floor): (&CountryCode, &Money)| CountryFloor {
        country_code: country.to_string(),
        ecpm_floor: *ecpm_floor,
    };
    floor.countries.iter().map(of).collect()
}

impl BlockForm {
    /// The form that makes such settings of a block.
    pub(super) fn of(settings: BlockSettings, version: i64) -> Result<Self, Problem> {
        let (placement, article_paragraphs) = BlockPlacement::of(settings.placement);
        Ok(Self {
            name: settings.name,
            template_id: settings.template.0,
            config: serde_json::from_str(&settings.config).map_err(anyhow::Error::from)?,
            custom_styles: settings.custom_styles,
            passback_html: settings.passback_html,
            passback_url: settings.passback_url,
            refresh_seconds: (settings.refresh_s > 0).then_some(settings.refresh_s),
            placement,
            article_paragraphs,
            ecpm_floor: settings.floor.usual,
            country_floors: country_floors(&settings.floor),
            version: Some(version),
        })
    }

    fn floor(&self, errors: &mut FieldErrors) -> Floor {
        let range = format!("must be 0 to {FLOOR_MAX} dollars");
        let is_floor = |floor: Money| (Money::ZERO..=FLOOR_MAX).contains(&floor);
        errors.check("ecpm_floor", is_floor(self.ecpm_floor), range.as_str());
        if self.country_floors.len() > FLOOR_COUNTRIES_MAX {
            errors.add("country_floors", format!("must have at most {FLOOR_COUNTRIES_MAX} entries"));
        }
        let mut countries = BTreeMap::new();
        for (place, entry) in self.country_floors.iter().enumerate().take(FLOOR_COUNTRIES_MAX) {
            errors.check(&format!("country_floors.{place}.ecpm_floor"), is_floor(entry.ecpm_floor), range.as_str());
            match CountryCode::parse(&entry.country_code).filter(|code| country(*code).is_some()) {
                None => errors.add(format!("country_floors.{place}.country_code"), "is not a country code"),
                Some(code) if countries.insert(code, entry.ecpm_floor).is_some() => {
                    errors.add(format!("country_floors.{place}.country_code"), "is named twice");
                }
                Some(_) => {}
            }
        }
        Floor { usual: self.ecpm_floor, countries }
    }

    fn placement(&self, errors: &mut FieldErrors) -> Placement {
        let paragraphs = self.article_paragraphs.unwrap_or(ARTICLE_PARAGRAPHS_USUAL);
        errors.check(
            "article_paragraphs",
            (ARTICLE_PARAGRAPHS_MIN..=ARTICLE_PARAGRAPHS_MAX).contains(&paragraphs),
            format!("must be {ARTICLE_PARAGRAPHS_MIN} to {ARTICLE_PARAGRAPHS_MAX} paragraphs, or none"),
        );
        match self.placement {
            BlockPlacement::InPlace => Placement::InPlace,
            BlockPlacement::StickyBottom => Placement::StickyBottom,
            BlockPlacement::InArticle => Placement::InArticle { paragraphs },
        }
    }

    /// The address of the page for empty places.
    fn passback_url(&self, errors: &mut FieldErrors) -> String {
        let text = self.passback_url.trim();
        if text.is_empty() {
            return String::new();
        }
        validate::http_url(text).map_or_else(
            |error| {
                errors.add("passback_url", error.to_string());
                String::new()
            },
            String::from,
        )
    }
}

/// Checks the form; `present` is the template that a changed block has, which may have been put away meanwhile.
pub(super) async fn read_form(
    app: &Api,
    form: BlockForm,
    present: Option<TemplateId>,
) -> Result<BlockSettings, Problem> {
    let id = TemplateId(form.template_id);
    let template = app.store.read("get_template", async move |conn| templates::get_template(conn, id).await).await;
    let template = match template {
        Ok(template) if template.format.is_native() && (template.archived_at.is_none() || present == Some(id)) => {
            template
        }
        Ok(_) | Err(placard_store::Error::NotFound(_)) => {
            return Err(Problem::field("template_id", "is not a template that can be chosen"));
        }
        Err(error) => return Err(error.into()),
    };
    let mut errors = FieldErrors::default();
    let name = validate::name(&form.name).map_or_else(
        |message| {
            errors.add("name", message);
            String::new()
        },
        str::to_owned,
    );
    if let Err(message) = validate::paragraphs(&form.passback_html, PASSBACK_MAX) {
        errors.add("passback_html", message);
    }
    let compiled_styles = block_css::compile(&form.custom_styles).unwrap_or_else(|error| {
        errors.add("custom_styles", error.to_string());
        String::new()
    });
    let refreshes = REFRESH_SECONDS_MIN..=REFRESH_SECONDS_MAX;
    errors.check(
        "refresh_seconds",
        form.refresh_seconds.is_none_or(|seconds| refreshes.contains(&seconds)),
        format!("must be {REFRESH_SECONDS_MIN} to {REFRESH_SECONDS_MAX} seconds, or none"),
    );
    let (floor, passback_url) = (form.floor(&mut errors), form.passback_url(&mut errors));
    let placement = form.placement(&mut errors);
    errors.finish()?;
    let config = Definition::parse(&template.definition)?.complete(&form.config)?;
    let places = settings_of::places(&config)?;
    if placement == Placement::StickyBottom && places > 1 {
        return Err(Problem::field("placement", "has room for one ad: rows x columns must be 1"));
    }
    Ok(BlockSettings {
        name,
        format: template.format,
        template: template.id,
        places,
        config: Value::Object(config).to_string(),
        custom_styles: form.custom_styles,
        compiled_styles,
        passback_html: form.passback_html.trim().to_owned(),
        passback_url,
        refresh_s: form.refresh_seconds.unwrap_or(0),
        placement,
        floor,
    })
}
