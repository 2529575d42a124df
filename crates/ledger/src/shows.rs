//! Which shows and confirmed shows count.

use crate::checkpoint::{CheckpointError, Checkpointed, Part, Parted};
use crate::tokens::{Noted, TokenSet, token_key};
use placard_model::Verdict;
use placard_model::event::{Arrival, Event, PUSH_TOKEN_AGE_MS_MAX, Record, ServedAd};
use placard_model::time::{HOUR_MS, Hour};
use serde::{Deserialize, Serialize};

/// How long shows count, and how many are remembered.
#[derive(Debug)]
struct Limits {
    /// A show counts up to this long after the decision.
    age_ms_max: i64,
    /// Whole hours of decisions that are remembered beside the present one: so many more than one does the age touch.
    hours_kept: i32,
    /// The most tokens that are remembered for each kind of show. Of more than that each report counts, and
    /// [`Shows::unremembered`] tells.
    tokens_max: usize,
}

/// Of ads on pages: two hours of 10,000 a second, in 300 to 800 MB.
const ON_PAGES: Limits = Limits { age_ms_max: HOUR_MS, hours_kept: 1, tokens_max: 72_000_000 };
/// Of notifications, as long as their tokens live: a week of 4.5 million a day, in 130 to 350 MB.
const NOTIFIED: Limits = Limits {
    age_ms_max: PUSH_TOKEN_AGE_MS_MAX,
    hours_kept: (PUSH_TOKEN_AGE_MS_MAX / HOUR_MS) as i32,
    tokens_max: 32_000_000,
};

/// So much of the log tells which tokens were shown: that of the longest memory, with an hour that has begun.
pub const SHOWS_MEMORY_MS: i64 = PUSH_TOKEN_AGE_MS_MAX + HOUR_MS;

/// Judges shows and confirmed shows in the order of the log. Asks for nothing else, so after a restart it is the same
/// again from a checkpoint, or from reading the last week of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shows {
    on_pages: Seen,
    notified: Seen,
}

/// Tokens of which a show or a confirmed show counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    shown: TokenSet,
    confirmed: TokenSet,
}

const fn limits_of(ad: &ServedAd) -> &'static Limits {
    if ad.is_notification() { &NOTIFIED } else { &ON_PAGES }
}

impl Shows {
    /// The verdict on a show or a confirmed show; nothing for other events. The first valid one of a token counts.
    pub fn judge(&mut self, record: &Record) -> Option<Verdict> {
        self.judge_within(record, None)
    }

    /// The verdict on a show or a confirmed show that was set aside and comes again, perhaps days later or earlier than
    /// its own place: by itself alone. It is not looked for among the shown tokens and not noted there, so that its
    /// verdict is the same wherever it is met, and nobody else's changes. If its token was reported twice both reports
    /// count: shows cost nothing.
    pub fn judge_alone(record: &Record) -> Option<Verdict> {
        match &record.event {
            Event::Show { ad, arrival } | Event::ConfirmedShow { ad, arrival } => Some(by_itself(record, ad, arrival)),
            _ => None,
        }
    }

    fn judge_within(&mut self, record: &Record, tokens_max: Option<usize>) -> Option<Verdict> {
        let (Event::Show { ad, arrival } | Event::ConfirmedShow { ad, arrival }) = &record.event else { return None };
        let limits = limits_of(ad);
        let seen = if ad.is_notification() { &mut self.notified } else { &mut self.on_pages };
        let is_show = matches!(record.event, Event::Show { .. });
        let seen = if is_show { &mut seen.shown } else { &mut seen.confirmed };
        let tokens_max = tokens_max.unwrap_or(limits.tokens_max);
        seen.expire(Hour(record.append_ms.hour().0 - limits.hours_kept));
        let verdict = by_itself(record, ad, arrival);
        if !verdict.is_valid() {
            return Some(verdict);
        }
        Some(match seen.insert(ad.served.decided_at.hour(), token_key(ad.token), tokens_max) {
            // Without room a show counts rather than not: shows cost nothing.
            Noted::New | Noted::NoRoom => Verdict::Valid,
            Noted::Seen => Verdict::RepeatedToken,
        })
    }

    /// Shows that counted without being remembered, so that a repeat would count too, since the process began: more came
    /// within two hours, or a week of notifications, than there is room for.
    pub fn unremembered(&self) -> u64 {
        let Self { on_pages, notified } = self;
        [on_pages, notified].iter().map(|seen| seen.shown.refused() + seen.confirmed.refused()).sum()
    }
}

/// The verdict on a show as far as it does not depend on others.
fn by_itself(record: &Record, ad: &ServedAd, arrival: &Arrival) -> Verdict {
    if !arrival.edge_verdict.is_valid() {
        return arrival.edge_verdict;
    }
    let age_ms = record.append_ms.since_ms(ad.served.decided_at);
    if age_ms > limits_of(ad).age_ms_max { Verdict::Stale } else { Verdict::Valid }
}

impl Parted for Shows {
    fn parts(&mut self) -> Vec<&mut dyn Part> {
        let Self { on_pages, notified } = self;
        [on_pages, notified].into_iter().flat_map(|seen| seen.shown.parts().chain(seen.confirmed.parts())).collect()
    }

    fn complete(&mut self) -> Result<(), CheckpointError> {
        Ok(())
    }
}

impl Checkpointed for Shows {}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::UnixMs;
    use placard_model::event::{EventRef, Served, TokenId};
    use placard_model::format::{BlockFormat, CampaignType, Target};
    use placard_model::inventory::{AdDims, BlockDims};
    use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
    use placard_model::targeting::geo::Place;
    use placard_model::targeting::request::{PrefixHash, VisitorId};
    use placard_model::time::DAY_MS;
    use placard_model::{
        AdId, BlockId, CampaignId, CategoryId, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UserId,
    };

    fn show(token: u32, at: UnixMs) -> Record {
        let mut id = [0; 12];
        id[..4].copy_from_slice(&token.to_le_bytes());
        let (ad, block, template) = (AdId(1), BlockId(1), TemplateId(1));
        let served = Served {
            ad,
            block,
            page: 1,
            visitor: VisitorId(1),
            decided_at: at,
            price: Money::from_dollars(1),
            weight_micros: 1,
            place: Place::default(),
            asn: 1,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::UNKNOWN,
            traffic_source: TrafficSourceId(0),
            template,
            position: 0,
            control: false,
            consent: false,
        };
        let ad = AdDims {
            campaign_type: CampaignType::Native,
            advertiser: UserId(1),
            campaign: CampaignId(1),
            group: GroupId(1),
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(0),
        };
        let block = BlockDims { webmaster: UserId(2), site: SiteId(1), block, format: BlockFormat::Native, template };
        let arrival = Arrival {
            edge_verdict: Verdict::Valid,
            attested: true,
            visitor: VisitorId(1),
            visitor_yesterday: VisitorId(2),
            prefix: PrefixHash(1),
            prefix_yesterday: PrefixHash(2),
            rate_flag: false,
        };
        let event = Event::Show { ad: ServedAd { token: TokenId(id), served, ad, block }, arrival };
        Record { at: EventRef(1), append_ms: at, event }
    }

    #[test]
    fn more_shows_than_there_is_room_for_count_and_are_told() {
        const _: () = assert!(ON_PAGES.tokens_max >= 2 * 3_600 * 10_000, "two hours of 10,000 a second");
        const _: () = assert!(NOTIFIED.tokens_max >= 7 * 4_500_000, "a week of 4.5 million a day");
        let mut shows = Shows::default();
        let at = UnixMs(1_800_000_000_000);
        let judge = |shows: &mut Shows, token| shows.judge_within(&show(token, at), Some(100)).unwrap();
        for token in 0..150 {
            assert_eq!(judge(&mut shows, token), Verdict::Valid, "{token}");
        }
        assert_eq!(shows.unremembered(), 50);
        assert_eq!(judge(&mut shows, 99), Verdict::RepeatedToken, "what came first is remembered");
        assert_eq!(judge(&mut shows, 100), Verdict::Valid, "what found no room is not");
        let later = show(1_000, at.plus_ms(2 * HOUR_MS));
        assert_eq!(shows.judge_within(&later, Some(100)), Some(Verdict::Valid));
        assert_eq!(shows.unremembered(), 51, "there is room again");
    }

    fn notification(token: u32, decided: UnixMs, at: UnixMs) -> Record {
        let mut record = show(token, decided);
        if let Event::Show { ad, .. } = &mut record.event {
            ad.block.format = BlockFormat::Push;
        }
        Record { append_ms: at, ..record }
    }

    #[test]
    fn a_notification_counts_once_in_seven_days() {
        let mut shows = Shows::default();
        let at = UnixMs(1_800_000_000_000);
        let mut judge = |token, age_ms| shows.judge(&notification(token, at, at.plus_ms(age_ms)));
        assert_eq!(judge(1, 1_000), Some(Verdict::Valid));
        assert_eq!(judge(2, 3 * DAY_MS), Some(Verdict::Valid), "the machine was off");
        assert_eq!(judge(2, 3 * DAY_MS + 1), Some(Verdict::RepeatedToken));
        assert_eq!(judge(1, 6 * DAY_MS), Some(Verdict::RepeatedToken), "told again when it was on again");
        assert_eq!(judge(3, 7 * DAY_MS), Some(Verdict::Valid), "at its last moment");
        assert_eq!(judge(1, 7 * DAY_MS), Some(Verdict::RepeatedToken));
        assert_eq!(judge(4, 7 * DAY_MS + 1), Some(Verdict::Stale));
    }

    /// What the process holds for a week of notifications; `cargo test --release -- --ignored --nocapture a_week`.
    #[test]
    #[ignore = "prints a figure of docs/benchmarks.md"]
    fn a_week_of_four_million_a_day() {
        let mut shows = Shows::default();
        let begin = UnixMs(1_800_000_000_000);
        let (hours, an_hour) = (7 * 24, 4_000_000 / 24);
        for n in 0..hours * an_hour {
            let at = begin.plus_ms(i64::from(n / an_hour) * HOUR_MS);
            assert_eq!(shows.judge(&notification(n, at, at)), Some(Verdict::Valid));
        }
        let bytes: usize = shows.parts().iter().map(|part| part.body().len()).sum();
        println!("{} notifications shown: {} MB", hours * an_hour, bytes / 1_000_000);
        assert_eq!(shows.unremembered(), 0);
    }
}
