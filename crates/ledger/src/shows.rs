//! Which shows and confirmed shows count.

use crate::checkpoint::{CheckpointError, Checkpointed, Part, Parted};
use crate::tokens::{Noted, TokenSet, token_key};
use placard_model::Verdict;
use placard_model::event::{Arrival, Event, Record, ServedAd};
use placard_model::time::{HOUR_MS, Hour};
use serde::{Deserialize, Serialize};

/// A show counts up to this long after the decision.
const SHOW_AGE_MS_MAX: i64 = HOUR_MS;
/// Whole hours of decisions that are remembered beside the present one: an age of [`SHOW_AGE_MS_MAX`] touches two.
const HOURS_KEPT: i32 = 1;
/// The most tokens that are remembered for each kind of show: two hours of 10,000 a second, in 300 to 800 MB. Of more
/// than that each report counts, and [`Shows::unremembered`] tells.
const TOKENS_MAX: usize = 72_000_000;

/// Judges shows and confirmed shows in the order of the log. Asks for nothing else, so after a restart it is the same
/// again from a checkpoint, or from reading the last two hours of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shows {
    shown: TokenSet,
    confirmed: TokenSet,
}

impl Shows {
    /// The verdict on a show or a confirmed show; nothing for other events. The first valid one of a token counts.
    pub fn judge(&mut self, record: &Record) -> Option<Verdict> {
        self.judge_within(record, TOKENS_MAX)
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

    fn judge_within(&mut self, record: &Record, tokens_max: usize) -> Option<Verdict> {
        let (seen, ad, arrival) = match &record.event {
            Event::Show { ad, arrival } => (&mut self.shown, ad, arrival),
            Event::ConfirmedShow { ad, arrival } => (&mut self.confirmed, ad, arrival),
            _ => return None,
        };
        seen.expire(Hour(record.append_ms.hour().0 - HOURS_KEPT));
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
    /// within two hours than there is room for.
    pub fn unremembered(&self) -> u64 {
        self.shown.refused() + self.confirmed.refused()
    }
}

/// The verdict on a show as far as it does not depend on others.
fn by_itself(record: &Record, ad: &ServedAd, arrival: &Arrival) -> Verdict {
    if !arrival.edge_verdict.is_valid() {
        return arrival.edge_verdict;
    }
    let age_ms = record.append_ms.since_ms(ad.served.decided_at);
    if age_ms > SHOW_AGE_MS_MAX { Verdict::Stale } else { Verdict::Valid }
}

impl Parted for Shows {
    fn parts(&mut self) -> Vec<&mut dyn Part> {
        self.shown.parts().chain(self.confirmed.parts()).collect()
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
    use placard_model::audience::{Browser, DeviceType, Language, Os};
    use placard_model::event::{EventRef, Served, TokenId};
    use placard_model::format::{BlockFormat, CampaignType, Target};
    use placard_model::geo::Place;
    use placard_model::inventory::{AdDims, BlockDims};
    use placard_model::request::{PrefixHash, VisitorId};
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
        const _: () = assert!(TOKENS_MAX >= 2 * 3_600 * 10_000, "two hours of 10,000 a second");
        let mut shows = Shows::default();
        let at = UnixMs(1_800_000_000_000);
        let judge = |shows: &mut Shows, token| shows.judge_within(&show(token, at), 100).unwrap();
        for token in 0..150 {
            assert_eq!(judge(&mut shows, token), Verdict::Valid, "{token}");
        }
        assert_eq!(shows.unremembered(), 50);
        assert_eq!(judge(&mut shows, 99), Verdict::RepeatedToken, "what came first is remembered");
        assert_eq!(judge(&mut shows, 100), Verdict::Valid, "what found no room is not");
        let later = show(1_000, at.plus_ms(2 * HOUR_MS));
        assert_eq!(shows.judge_within(&later, 100), Some(Verdict::Valid));
        assert_eq!(shows.unremembered(), 51, "there is room again");
    }
}
