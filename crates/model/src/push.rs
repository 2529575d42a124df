//! What push campaigns and push ads have beside what all campaigns and ads have.

pub mod push_engagement;
pub mod push_times;
pub mod subscription;

use crate::creative::landing::macros_of;
use crate::inventory::FrequencyCap;
use crate::targeting::SourceLists;
use crate::targeting::audience::Language;
use crate::validate::{self, FieldError};
use crate::word::numbered;
use serde::{Deserialize, Serialize};

/// The longest title, in characters. Android shows about 45 of them in one line, Windows two lines of about 35, macOS cuts at
/// about 40: what stands behind is read by those who open the notification.
pub const TITLE_MAX: usize = 60;
/// The longest body, in characters: four lines on Windows and macOS, what Android shows opened.
pub const BODY_MAX: usize = 150;
/// The longest label of a button, in characters: two buttons share one line on Android.
pub const BUTTON_TITLE_MAX: usize = 20;
/// The most buttons: Chrome shows no more.
pub const BUTTONS_MAX: usize = 2;
/// The longest age of a subscription that is told apart, in days: older ones are as old as this.
pub const AGE_DAYS_MAX: u16 = 365;

numbered! {
    /// What a button of a notification does.
    ButtonAction {
        /// Opens a page: that of the ad, or its own.
        Open = 1, "Open";
        /// Closes the notification.
        Close = 2, "Close";
    }
}

impl ButtonAction {
    /// The name in the API and in messages to the worker.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Close => "close",
        }
    }

    /// The action of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// A button of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushButton {
    /// What it does.
    pub action: ButtonAction,
    /// Its label.
    pub title: String,
    /// The page that it opens, with macros; empty: that of the ad.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
}

impl PushButton {
    /// A button without a page of its own.
    pub fn new(action: ButtonAction, title: &str) -> Self {
        Self { action, title: title.to_owned(), url: String::new() }
    }

    /// The buttons of an ad whose owner names none.
    pub fn usual() -> Vec<Self> {
        vec![Self::new(ButtonAction::Open, "Open"), Self::new(ButtonAction::Close, "Close")]
    }
}

/// What a push ad has beside title, text, link and pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushCreative {
    /// The language that it is written in.
    pub language: Language,
    /// Its buttons, the first on the left.
    pub buttons: Vec<PushButton>,
}

impl PushCreative {
    /// What is wrong with the buttons. `extended`: macros for extended permissions may be used.
    pub fn check(&self, extended: bool) -> Vec<(String, String)> {
        let mut errors = Vec::new();
        if self.buttons.len() > BUTTONS_MAX {
            errors.push(("buttons".to_owned(), format!("must have at most {BUTTONS_MAX} entries")));
        }
        for (at, button) in self.buttons.iter().enumerate() {
            if let Err(message) = validate::line(&button.title, 1, BUTTON_TITLE_MAX) {
                errors.push((format!("buttons.{at}.title"), message));
            }
            if button.url.is_empty() {
                continue;
            }
            let message = match (button.action, validate::http_url(&button.url)) {
                (ButtonAction::Close, _) => Some("a button that closes opens no page".to_owned()),
                (ButtonAction::Open, Err(error)) => Some(error.to_string()),
                (ButtonAction::Open, Ok(_)) if extended => None,
                (ButtonAction::Open, Ok(_)) => macros_of(&button.url).find(|found| found.is_extended()).map(|found| {
                    format!("has {{{}}}, which is for users with extended permissions only", found.name())
                }),
            };
            errors.extend(message.map(|message| (format!("buttons.{at}.url"), message)));
        }
        errors
    }
}

/// What is wrong with the words of a push ad.
pub fn check_words(title: &str, body: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (field, text, most) in [("title", title, TITLE_MAX), ("body", body, BODY_MAX)] {
        if let Err(message) = validate::line(text, 1, most) {
            errors.push((field, message));
        }
    }
    errors
}

/// The ages of subscriptions that a campaign is for, in whole days since the visitor subscribed; both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionAge {
    /// The youngest.
    pub from_days: u16,
    /// The oldest; none: as old as there are.
    pub to_days: Option<u16>,
}

impl SubscriptionAge {
    /// The ages, each at most [`AGE_DAYS_MAX`], which stands for itself and all above.
    pub fn days(self) -> std::ops::RangeInclusive<u16> {
        self.from_days.min(AGE_DAYS_MAX)..=self.to_days.unwrap_or(AGE_DAYS_MAX).min(AGE_DAYS_MAX)
    }

    /// Whether a subscription of so many days is meant.
    pub fn contains(self, days: u16) -> bool {
        self.days().contains(&days.min(AGE_DAYS_MAX))
    }
}

/// Whom a push campaign is for, beside what native campaigns can say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PushTargeting {
    /// Ages of subscriptions; none: all, and visitors without one, who see the ads in blocks.
    pub subscription_age: Option<SubscriptionAge>,
    /// How often one subscriber gets each of its ads.
    pub frequency_cap: Option<FrequencyCap>,
}

/// What only push campaigns have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PushSettings {
    /// Whom it is for.
    pub targeting: PushTargeting,
    /// Sites and blocks whose subscribers get none of its ads. White lists stay empty.
    pub lists: SourceLists,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_checked() {
        let check = |buttons: Vec<PushButton>, expected: &[&str]| {
            let creative = PushCreative { language: Language::parse("en").unwrap(), buttons };
            let fields: Vec<String> = creative.check(false).into_iter().map(|(field, _)| field).collect();
            assert_eq!(fields, expected, "{creative:?}");
        };
        let button =
            |action, title: &str, url: &str| PushButton { url: url.to_owned(), ..PushButton::new(action, title) };
        check(PushButton::usual(), &[]);
        check(Vec::new(), &[]);
        check(vec![button(ButtonAction::Open, "Read", "https://shop.example/{click_id}")], &[]);
        check(vec![button(ButtonAction::Open, "Read", "shop.example")], &["buttons.0.url"]);
        check(vec![button(ButtonAction::Open, "Read", "https://shop.example/?s={site_domain}")], &["buttons.0.url"]);
        check(vec![button(ButtonAction::Close, "No", "https://shop.example/")], &["buttons.0.url"]);
        check(vec![button(ButtonAction::Close, "", "")], &["buttons.0.title"]);
        check(vec![button(ButtonAction::Close, &"x".repeat(21), "")], &["buttons.0.title"]);
        check(vec![PushButton::new(ButtonAction::Close, "No"); 3], &["buttons"]);
    }

    #[test]
    fn ages_end_at_a_year() {
        let age = |from_days, to_days| SubscriptionAge { from_days, to_days };
        assert!(age(0, Some(7)).contains(7) && !age(0, Some(7)).contains(8));
        assert!(age(30, None).contains(4_000) && !age(30, None).contains(29));
        assert!(age(900, Some(1_000)).contains(365), "older than a year is as old as a year");
    }
}
