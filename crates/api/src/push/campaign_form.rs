//! What the owner of a push campaign sets.

use super::ages_and_caps::{CAP_SHOWS_MAX, PushCap, SubscriptionDays};
use crate::advertiser::ads::ad_form::CAP_HOURS_MAX;
use crate::advertiser::campaigns::{CATEGORIES_MAX, read_marks};
use crate::dictionaries::targeting_fields::{form_with_targeting, read_each};
use crate::dictionaries::words::{Id, PacingName, PushTargetId, PushUuid};
use crate::state::Api;
use placard_common::error::{FieldErrors, Problem};
use placard_model::format::Target;
use placard_model::inventory::FrequencyCap;
use placard_model::push::{AGE_DAYS_MAX, PushSettings, PushTargeting, SubscriptionAge};
use placard_model::targeting::{PASTED_MAX, Pacing, SourceLists, Targeting};
use placard_model::{BlockId, CategoryId, Money, SiteId, bid, validate};
use placard_store::advertising::campaigns::CampaignSettings;

form_with_targeting! {
    /// What the owner of a push campaign sets. A PUT replaces all of it, except for labels when they are omitted.
    pub struct PushCampaignForm {
        /// Name, 1 to 200 characters.
        pub name: String,
        /// Labels to find it by, each of 1 to 30 characters. Omitted: as they are.
        #[serde(default)]
        pub marks: Option<Vec<String>>,
        /// What it leads to.
        #[schema(value_type = PushTargetId)]
        pub target_id: u8,
        /// What it advertises; the first counts in statistics.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub categories: Vec<i64>,
        /// Ages of subscriptions; null: all.
        #[serde(default)]
        pub subscription_age: Option<SubscriptionDays>,
        /// How often one subscriber gets each of its ads; null: as often as the site allows.
        #[serde(default)]
        pub frequency_cap: Option<PushCap>,
        /// Sites whose subscribers get none of its ads; at most 100.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub blacklist_sites: Vec<i64>,
        /// Blocks whose subscribers get none of its ads; at most 100.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub blacklist_blocks: Vec<i64>,
        /// At most so much a UTC day, in dollars, within the limits of `resources/settings`.
        #[serde(default)]
        #[schema(value_type = Option<f64>)]
        pub daily_money_limit: Option<Money>,
        /// At most so much at all, in dollars, within the limits of `resources/settings`.
        #[serde(default)]
        #[schema(value_type = Option<f64>)]
        pub total_money_limit: Option<Money>,
        /// How fast the daily limit is spent.
        #[serde(default)]
        #[schema(value_type = PacingName)]
        pub pacing: Pacing,
        /// When it is made: copies the ads of this campaign, which are moderated anew. Without effect on a PUT.
        #[serde(default)]
        #[schema(value_type = Option<PushUuid>)]
        pub copy_ads_of: Option<String>,
        /// The version that the change is made from.
        #[serde(default)]
        pub version: Option<i64>,
    }
}

impl PushCampaignForm {
    /// `held` is what the campaign has: limits that were agreed to stay as they are.
    pub(super) fn read(
        mut self,
        app: &Api,
        owner: i64,
        held: Option<&CampaignSettings>,
    ) -> Result<CampaignSettings, Problem> {
        let (settings, mut errors) = (app.settings.get(), FieldErrors::default());
        let (least, most) = (settings.push_campaigns.minimum_limit, settings.push_campaigns.maximum_limit);
        let name = validate::name(&self.name).map(str::to_owned);
        if let Err(message) = &name {
            errors.add("name", message);
        }
        let target = Target::from_push_id(i64::from(self.target_id));
        errors.check("target_id", target.is_some(), "must be 1 (news) or 2 (commodity)");
        for (field, limit, held) in [
            ("daily_money_limit", self.daily_money_limit, held.and_then(|held| held.daily_limit)),
            ("total_money_limit", self.total_money_limit, held.and_then(|held| held.total_limit)),
        ] {
            let Some(limit) = limit else { continue };
            let is_taken = (least..=most).contains(&limit) || held == Some(limit);
            errors.check(field, is_taken, format!("must be {least} to {most}"));
            errors.check(field, bid::has_at_most_decimals(limit, 2), "must have at most 2 decimals");
        }
        let targeting = self.take_targeting().read(app, owner, &mut errors);
        let of_held =
            |is_held: fn(&Targeting, &Targeting) -> bool| held.is_some_and(|held| is_held(&held.targeting, &targeting));
        // A notification comes without a page and without an address: nobody would ever be met.
        errors.check(
            "keywords",
            targeting.keywords.wanted.is_empty() || of_held(|held, sent| held.keywords.wanted == sent.keywords.wanted),
            "are met by no notification: it comes without a page",
        );
        errors.check(
            "ip_targetings",
            targeting.ip_ranges.is_empty() || of_held(|held, sent| held.ip_ranges == sent.ip_ranges),
            "are met by no notification: it comes without an address",
        );
        let categories = read_categories(&self.categories, &mut errors);
        let lists = read_lists(&self.blacklist_sites, &self.blacklist_blocks, &mut errors);
        let marks = match &self.marks {
            Some(sent) => read_marks(sent, &mut errors),
            None => held.map(|held| held.marks.clone()).unwrap_or_default(),
        };
        let push = PushTargeting {
            subscription_age: self.subscription_age.map(|age| read_age(age, &mut errors)),
            frequency_cap: self.frequency_cap.map(|cap| read_cap(cap, &mut errors)),
        };
        errors.finish()?;
        Ok(CampaignSettings {
            name: name.unwrap_or_default(),
            marks,
            target: target.unwrap_or(Target::Commodity),
            offer: None,
            categories,
            ad_format_type: None,
            targeting,
            traffic_source: None,
            daily_limit: self.daily_money_limit,
            total_limit: self.total_money_limit,
            even_pacing: self.pacing == Pacing::Even,
            push: Some(PushSettings { targeting: push, lists }),
        })
    }
}

/// What is advertised.
pub(super) fn read_categories(categories: &[i64], errors: &mut FieldErrors) -> Vec<CategoryId> {
    let category = |id: &i64| (*id > 0).then_some(CategoryId(*id));
    read_each(errors, "categories", categories, CATEGORIES_MAX, "a category", category)
}

/// Sites and blocks whose subscribers get nothing.
pub(super) fn read_lists(sites: &[i64], blocks: &[i64], errors: &mut FieldErrors) -> SourceLists {
    let site = |id: &i64| (*id > 0).then_some(SiteId(*id));
    let block = |id: &i64| (*id > 0).then_some(BlockId(*id));
    SourceLists {
        blacklist_sites: read_each(errors, "blacklist_sites", sites, PASTED_MAX, "a site", site),
        blacklist_blocks: read_each(errors, "blacklist_blocks", blocks, PASTED_MAX, "a block", block),
        ..SourceLists::default()
    }
}

/// Ages of subscriptions.
pub(super) fn read_age(age: SubscriptionDays, errors: &mut FieldErrors) -> SubscriptionAge {
    let SubscriptionDays { from_days, to_days } = age;
    let range = format!("must be 0 to {AGE_DAYS_MAX}");
    errors.check("subscription_age.from_days", from_days <= AGE_DAYS_MAX, range.clone());
    errors.check("subscription_age.to_days", to_days.is_none_or(|days| days <= AGE_DAYS_MAX), range);
    errors.check(
        "subscription_age.to_days",
        to_days.is_none_or(|days| days >= from_days),
        "must not be less than from_days",
    );
    SubscriptionAge { from_days, to_days }
}

/// A frequency cap.
pub(super) fn read_cap(cap: PushCap, errors: &mut FieldErrors) -> FrequencyCap {
    errors.check("frequency_cap.shows", cap.shows >= 1, format!("must be 1 to {CAP_SHOWS_MAX}"));
    errors.check(
        "frequency_cap.hours",
        (1..=CAP_HOURS_MAX).contains(&cap.hours),
        format!("must be 1 to {CAP_HOURS_MAX}"),
    );
    FrequencyCap { shows: cap.shows, hours: cap.hours }
}
