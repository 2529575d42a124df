//! Push subscriptions: how a site asks for them and what is sent to each.

use crate::time::{DAY_MS, HOUR_MS};
use crate::word::numbered;
use crate::{Day, UnixMs};
use serde::{Deserialize, Serialize};

/// The most notifications that a subscription may get in a day of its own, whatever its site wishes.
pub const DAILY_CAP_MAX: u8 = 4;
/// Bytes of a subscription's authentication secret (RFC 8291).
pub const AUTH_BYTES: usize = 16;
/// Bytes of a public key on the curve P-256, uncompressed.
pub const PUBLIC_KEY_BYTES: usize = 65;
/// The longest endpoint that is taken, in bytes; those of today's services have some 200.
pub const ENDPOINT_BYTES_MAX: usize = 1_024;
/// Minutes by which local times differ from UTC: from -12 to +14 hours.
pub const UTC_OFFSET_RANGE: std::ops::RangeInclusive<i32> = -720..=840;
/// The template of push blocks. It is not drawn by the constructor.
pub const OPT_IN_TEMPLATE: crate::TemplateId = crate::TemplateId(32);
/// Languages that a site can ask in.
pub const LANGUAGES_MAX: usize = 10;
/// The most characters of a question's title.
pub const QUESTION_TITLE_MAX: usize = 50;
/// The most characters of a question's text.
pub const QUESTION_TEXT_MAX: usize = 120;
/// The longest picture that is sent with a question, in characters: `data:` URLs of squares that are made small need a tenth.
pub const QUESTION_PICTURE_CHARS_MAX: usize = 200_000;
/// The most characters of a button.
pub const QUESTION_BUTTON_MAX: usize = 24;
/// The longest wait before a visitor is asked, in seconds.
pub const DELAY_S_MAX: u16 = 600;
/// The latest page of a visit on which a visitor is asked.
pub const ASK_PAGE_MAX: u8 = 20;
/// The least days between two questions to the same visitor.
pub const ASK_DAYS_MIN: u16 = 1;
/// The most days between two questions to the same visitor.
pub const ASK_DAYS_MAX: u16 = 365;
/// The least weeks without an answer after which a subscription is let go.
pub const LET_GO_WEEKS_MIN: u8 = 2;
/// The most weeks without an answer after which a subscription is let go.
pub const LET_GO_WEEKS_MAX: u8 = 52;

numbered! {
    /// What became of a push subscription.
    SubscriptionStatus {
        /// Notifications are sent to it.
        Active = 1, "Active";
        /// Its owner ended it by our link.
        Unsubscribed = 2, "Unsubscribed";
        /// The push service knows it no more.
        Gone = 3, "Gone";
        /// The same browser made another one.
        Replaced = 4, "Replaced";
        /// It answered nothing for the weeks that its site waits.
        LetGo = 5, "Let go";
    }

    /// How a site asks.
    PromptKind {
        /// With a question of its own first, then the browser's.
        Question = 1, "Our question first";
        /// With the browser's question at once, where browsers allow that.
        Browser = 2, "The browser at once";
    }

    /// Where the site's own question stands.
    PromptPosition {
        /// At the bottom: on wide screens to the right.
        Bottom = 1, "Bottom right";
        /// At the bottom, to the left on wide screens.
        BottomLeft = 2, "Bottom left";
        /// At the top, in the middle on wide screens.
        Top = 3, "Top";
    }

    /// What is counted of a site's push by the day.
    PushCounter {
        /// Times that somebody was asked.
        Prompts = 1, "Prompts";
        /// Subscriptions that came of a question.
        Accepts = 2, "Accepted";
        /// Visitors who block notifications for good.
        Denials = 3, "Blocked for good";
        /// Visitors who said: not now.
        Postponed = 4, "Not now";
        /// Subscriptions that the push service knows no more.
        Losses = 5, "Left in the browser";
        /// Subscriptions that were ended by our link.
        Unsubscribed = 6, "Left by our link";
        /// Subscriptions that were let go.
        LetGo = 7, "Let go";
        /// Subscriptions that came from another provider.
        Imported = 8, "Imported";
        /// Notifications that push services took.
        Sent = 9, "Sent";
        /// Notifications that were shown.
        Shown = 10, "Shown";
        /// Notifications that were clicked.
        Clicked = 11, "Clicked";
    }
}

impl SubscriptionStatus {
    /// What its end is counted as; none for those that go on, as themselves or another one.
    pub const fn counter(self) -> Option<PushCounter> {
        match self {
            Self::Unsubscribed => Some(PushCounter::Unsubscribed),
            Self::Gone => Some(PushCounter::Losses),
            Self::LetGo => Some(PushCounter::LetGo),
            Self::Active | Self::Replaced => None,
        }
    }
}

/// A site's own question in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Two letters (ISO 639-1).
    pub language: String,
    /// The title.
    pub title: String,
    /// The text below it.
    pub text: String,
    /// The button that goes on.
    pub accept: String,
    /// The button that asks later.
    pub later: String,
}

/// How a site asks for subscriptions, and what is sent to them. A push block keeps it as its config.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SitePush {
    /// How it asks.
    pub kind: PromptKind,
    /// The questions; the first where none is in the page's language.
    pub questions: Vec<Question>,
    /// The name of the picture beside all of them; none: a bell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Where the question stands.
    pub position: PromptPosition,
    /// Background, as `#rrggbb`.
    pub background: String,
    /// Text, as `#rrggbb`.
    pub color: String,
    /// The button that goes on, as `#rrggbb`.
    pub accent: String,
    /// Seconds on a page before it asks.
    pub delay_s: u16,
    /// On which page of a visit it asks.
    pub ask_page: u8,
    /// Days between two questions to the same visitor.
    pub ask_days: u16,
    /// Notifications a day to one subscription, 1 to [`DAILY_CAP_MAX`].
    pub daily_cap: u8,
    /// The first hour in which notifications are sent, by the subscription's own clock.
    pub hour_from: u8,
    /// The hour at which they end, 1 to 24, later than `hour_from`.
    pub hour_to: u8,
    /// Weeks without an answer after which a subscription is let go.
    pub let_go_weeks: u8,
}

impl Default for SitePush {
    fn default() -> Self {
        Self {
            kind: PromptKind::Question,
            questions: vec![Question {
                language: "en".to_owned(),
                title: "Hear our news first".to_owned(),
                text: "News and offers from our partners, at most four a day. One tap ends it.".to_owned(),
                accept: "Yes, tell me".to_owned(),
                later: "Not now".to_owned(),
            }],
            picture: None,
            position: PromptPosition::Bottom,
            background: "#ffffff".to_owned(),
            color: "#241f1c".to_owned(),
            accent: "#12425e".to_owned(),
            delay_s: 8,
            ask_page: 1,
            ask_days: 14,
            daily_cap: DAILY_CAP_MAX,
            hour_from: 9,
            hour_to: 21,
            let_go_weeks: 10,
        }
    }
}

impl SitePush {
    /// Reads a push block's config; what it does not say has its default, and what it says too much is brought into bounds.
    pub fn of_config(config: &str) -> Option<Self> {
        // A list of values would be read as well.
        let mut read: Self = serde_json::from_str(config).ok().filter(|_| config.trim_start().starts_with('{'))?;
        read.daily_cap = read.daily_cap.clamp(1, DAILY_CAP_MAX);
        read.hour_from = read.hour_from.min(23);
        read.hour_to = read.hour_to.clamp(read.hour_from + 1, 24);
        read.let_go_weeks = read.let_go_weeks.clamp(LET_GO_WEEKS_MIN, LET_GO_WEEKS_MAX);
        Some(read)
    }

    /// Whether notifications may be sent now to somebody whose clock is so many minutes ahead of UTC.
    pub fn is_awake(&self, now: UnixMs, utc_offset_min: i32) -> bool {
        let hour = local(now, utc_offset_min).0.rem_euclid(DAY_MS) / HOUR_MS;
        (i64::from(self.hour_from)..i64::from(self.hour_to)).contains(&hour)
    }

    /// The first moment from `now` on when notifications may be sent to somebody whose clock is so many minutes ahead of UTC.
    pub fn awake_from(&self, now: UnixMs, utc_offset_min: i32) -> UnixMs {
        if self.is_awake(now, utc_offset_min) {
            return now;
        }
        let local = local(now, utc_offset_min);
        let morning = local.day().start().plus_ms(i64::from(self.hour_from) * HOUR_MS);
        let morning = if morning > local { morning } else { morning.plus_ms(DAY_MS) };
        morning.plus_ms(-i64::from(utc_offset_min) * 60_000)
    }
}

/// A moment as somebody's clock shows it, so many minutes ahead of UTC.
const fn local(now: UnixMs, utc_offset_min: i32) -> UnixMs {
    now.plus_ms(utc_offset_min as i64 * 60_000)
}

/// The day that it is for somebody whose clock is so many minutes ahead of UTC.
pub const fn local_day(now: UnixMs, utc_offset_min: i32) -> Day {
    local(now, utc_offset_min).day()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notifications_come_by_day() {
        let settings = SitePush::default();
        let check = |hour: i64, offset: i32, expected: i64| {
            let now = UnixMs(20_778 * DAY_MS + hour * HOUR_MS);
            let from = settings.awake_from(now, offset);
            assert_eq!(from.since_ms(now), expected * HOUR_MS, "{hour} h, {offset} min");
            assert_eq!(settings.is_awake(now, offset), expected == 0);
            assert!(settings.is_awake(from, offset));
        };
        check(12, 0, 0);
        check(9, 0, 0);
        check(8, 0, 1);
        check(21, 0, 12);
        check(23, 120, 8);
        check(4, -720, 0);
        check(11, -720, 10);
        check(19, 840, 0);
    }

    #[test]
    fn a_config_of_long_ago_is_read() {
        let check = |config: &str, cap: u8, from: u8, to: u8| {
            let read = SitePush::of_config(config).unwrap();
            assert_eq!((read.daily_cap, read.hour_from, read.hour_to), (cap, from, to), "{config}");
        };
        check("{}", 4, 9, 21);
        check(r#"{"daily_cap": 90, "hour_from": 23, "hour_to": 3}"#, 4, 23, 24);
        check(r#"{"daily_cap": 0, "hour_from": 77}"#, 1, 23, 24);
        assert_eq!(SitePush::of_config("[]"), None);
    }

    #[test]
    fn its_own_day_is_counted() {
        let now = UnixMs(20_778 * DAY_MS + 23 * HOUR_MS);
        assert_eq!(local_day(now, 0), Day(20_778));
        assert_eq!(local_day(now, 120), Day(20_779));
        assert_eq!(local_day(UnixMs(20_778 * DAY_MS), -60), Day(20_777));
    }
}
