//! What clicks of an audience cost, as it is told beside a bid.

use crate::app::{TestApp, each_app};
use crate::rules::World;
use placard_model::books::settlement::{Amounts, Rates, Settlement, SettlementKind};
use placard_model::event::EventRef;
use placard_model::time::HOUR_MS;
use placard_model::{Clock as _, Money, UserId, Verdict};
use placard_stats::{ClickDelta, NewRows};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// Valid clicks of an hour ago, each for as many cents as its number, paid by these in turn.
fn pay(app: &TestApp, world: &World, numbers: RangeInclusive<u64>, advertisers: &[i64]) {
    let settled = |number: u64| {
        let mut ad = world.served(world.campaign, world.ads[0], 81);
        ad.ad.advertiser = UserId(advertisers[number as usize % advertisers.len()]);
        let cost = Money::from_micros(number as i64 * 10_000);
        ClickDelta::from(&Settlement {
            record: EventRef(number),
            click: EventRef(number),
            clicked_at: app.clock.now().plus_ms(-HOUR_MS),
            ad,
            verdict: Verdict::Valid,
            amounts: Amounts { cost, network: cost, ..Amounts::default() },
            rates: Rates::default(),
            kind: SettlementKind::Click,
        })
    };
    let clicks: Vec<ClickDelta> = numbers.map(settled).collect();
    let rows = NewRows { clicks: &clicks, ..NewRows::default() };
    app.app.stats.append_all(&rows, &app.app.stats.positions().unwrap()).unwrap();
}

async fn guide(app: &TestApp, world: &World, query: &str) -> Value {
    let path = format!("/api/advertiser/ad_groups/{}/reach{query}", world.group);
    app.get(&world.anna, &path).await.expect(200)["data"]["bids"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guide_tells_quarters_of_thirty_clicks_of_three_advertisers() {
    each_app(async |app| {
        let world = World::build(&app).await;
        assert_eq!(guide(&app, &world, "").await, Value::Null);
        pay(&app, &world, 1..=29, &[901, 902, 903]);
        assert_eq!(guide(&app, &world, "").await, Value::Null, "29 clicks are too few");
        pay(&app, &world, 30..=40, &[901, 902, 903]);
        let quarters = json!({"clicks": 40, "p25": 0.1, "p50": 0.2, "p75": 0.3, "share_at_bid": null});
        assert_eq!(guide(&app, &world, "").await, quarters);
        assert_eq!(guide(&app, &world, "?bid=0.1").await["share_at_bid"], 25.0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_two_advertisers_pay_is_told_to_nobody() {
    each_app(async |app| {
        let world = World::build(&app).await;
        pay(&app, &world, 1..=60, &[901, 902]);
        assert_eq!(guide(&app, &world, "?bid=1").await, Value::Null);
    })
    .await;
}
