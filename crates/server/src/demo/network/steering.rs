//! How the demo's advertiser steers campaigns: bids that follow what they bring, sources, rules, and a page that was lost.

use super::Network;
use anyhow::Context;
use axum::http::Method;
use placard_common::mail::{AdNames, Mail};
use placard_model::creative::link::{LinkState, host_of};
use placard_model::{AdId, UnixMs};
use placard_store::accounts::notices;
use placard_store::advertising::link_checks::{self, DueLinkCheck, LinkCheck, LinkVerdict};
use placard_store::advertising::{ads, campaigns};
use placard_store::{Priority, Scope, Tx};
use serde_json::json;

/// Who steers.
const OWNER: &str = "advertiser";
/// Their campaigns, by key.
const STEERED: [&str; 2] = ["coffee", "ebike"];
/// The campaign whose last ad leads nowhere.
const LOST: &str = "shoes";
/// Where that led. Nobody has the name, so that looks find nothing there later.
const LOST_URL: &str = "https://trailhead.example/spring?c={click_id}";
/// How often its page was tried, as often as it takes to be dead.
const ATTEMPTS: u32 = 3;

impl Network<'_> {
    /// Lets bids follow what they bring, blocks sites and prices sources, as somebody does who has watched for a while.
    pub async fn steer(&self) -> anyhow::Result<()> {
        let [coffee, ebike] = STEERED.map(|key| self.campaigns.get(key));
        let (coffee, ebike) = (coffee.context("no coffee was made")?, ebike.context("no bicycle was made")?);
        let first = |ads: &[i64]| ads.first().copied().context("the campaign has no ads");
        let (by_lead, by_earnings) = (first(&ebike.ads)?, first(&coffee.ads)?);
        let [paper, ferry, tides, kitchen, .., knots] = self.sites.as_slice() else {
            anyhow::bail!("the world has too few sites");
        };
        let block = self.blocks.values().next().context("the first site has no blocks")?;
        let ads = "/api/advertiser/ads/all";
        let of_coffee = format!("/api/advertiser/campaigns/{}", coffee.id);
        let of_ebike = format!("/api/advertiser/campaigns/{}", ebike.id);
        for (path, body) in [
            (format!("{ads}/lead_cost"), json!({ "ids": [by_lead], "value": 4, "floor": 0.1, "ceiling": 0.3 })),
            (format!("{ads}/epc_coefficient"), json!({ "ids": [by_earnings], "value": 0.8 })),
            (format!("{ads}/epc_max"), json!({ "ids": [by_earnings], "value": 0.2 })),
            (format!("{of_coffee}/source/list"), json!({ "site_ids": [ferry, knots], "state": "blocked" })),
            (format!("{of_coffee}/source/coefficient"), json!({ "site_ids": [kitchen], "value": 1.3 })),
            (format!("{of_coffee}/source/coefficient"), json!({ "block_ids": [block], "value": 0.7 })),
            (format!("{of_ebike}/source/coefficient"), json!({ "site_ids": [paper], "value": 1.2 })),
            (format!("{of_ebike}/source/coefficient"), json!({ "site_ids": [tides], "value": 0.8 })),
        ] {
            self.call(OWNER, Method::PUT, &path, body).await?;
        }
        Ok(())
    }

    /// Makes a rule that has something to do at once, and one that has not.
    pub async fn make_rules(&self) -> anyhow::Result<()> {
        let steered = self.campaigns.get(STEERED[0]).context("nothing is steered")?.id;
        let dear = json!({
            "name": "Sites that spend: bid a little less", "subject_id": 1, "campaigns": [steered],
            "conditions": [{ "metric_id": 1, "comparison_id": 1, "value": 0.5 }],
            "window_id": 2, "window_days": 14, "action": { "kind_id": 3, "value": 0.9 }, "actions_a_day": 1,
        });
        let no_leads = json!({
            "name": "No lead for 50 dollars: block it", "subject_id": 1,
            "conditions": [
                { "metric_id": 1, "comparison_id": 1, "value": 50 },
                { "metric_id": 5, "comparison_id": 5, "value": 0 },
            ],
            "window_id": 2, "window_days": 7, "action": { "kind_id": 2 },
        });
        for rule in [dear, no_leads] {
            let body = json!({ "rule": rule, "is_on": true, "confirmed": true });
            self.call(OWNER, Method::POST, "/api/advertiser/rules", body).await?;
        }
        Ok(())
    }

    /// Leads an ad to a page that is gone, notes that as looks would, and tells its owner.
    pub async fn lose_a_page(&self) -> anyhow::Result<()> {
        let lost = self.campaigns.get(LOST).and_then(|campaign| campaign.ads.last()).context("no ad can be lost")?;
        let body = json!({ "ids": [lost], "original_url": LOST_URL });
        self.call(OWNER, Method::PUT, "/api/advertiser/ads/all/original_url", body).await?;
        self.approve(*lost).await?;
        let id = AdId(*lost);
        let note = async move |tx: &Tx| {
            let ad = ads::any(tx, Scope::System, id).await?;
            let Some(link) = ad.link else { return Ok(()) };
            let found = LinkCheck {
                state: LinkState::Failing,
                status: Some(404),
                redirects: 0,
                final_host: host_of(LOST_URL),
                leads_elsewhere: false,
                content_type: "text/html".to_owned(),
                elapsed_ms: Some(180),
                error: "it answers 404".to_owned(),
                failures: ATTEMPTS,
                failing_since: Some(tx.now()),
                is_asked: false,
                checked_at: Some(tx.now()),
            };
            let before = found.clone();
            let page =
                DueLinkCheck { id: link, url: LOST_URL.to_owned(), host_key: 0, leased_until: UnixMs(0), before };
            link_checks::note(tx, &page, &found, tx.now()).await?;
            link_checks::apply(tx, link, LinkVerdict::Dead).await?;
            let names = AdNames {
                push: None,
                ad: ad.id,
                title: ad.settings.title,
                group: ad.group,
                campaign: ad.campaign,
                campaign_name: campaigns::get(tx, Scope::System, ad.campaign).await?.settings.name,
            };
            let mail = Mail::DeadLink { ad: names, others: 0, is_back: false };
            match mail.notice() {
                Some((title, path)) => notices::put(tx, ad.advertiser, mail.kind().name, &title, &path).await,
                None => Ok(()),
            }
        };
        self.app.store.write("lose_demo_page", Priority::Api, note).await?;
        Ok(())
    }
}
