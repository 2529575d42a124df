//! Lists in SQL give what the facts give in Rust, on both engines.

use placard_model::bid::BID_MAX;
use placard_model::format::CampaignType;
use placard_model::status::{AdStatus, CampaignStatus};
use placard_model::targeting::{Targeting, WeekHours};
use placard_model::{AdId, CampaignId, GroupId, UnixMs, UserId};
use placard_store::advertising::ads::{self, Ad};
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::groups::{self, Group};
use placard_store::advertising::listed::{self, Of};
use placard_store::advertising::states::States;
use placard_store::lists::{Direction, Listed, PageBy};
use placard_store::testing::{TEST_EPOCH, each_backend};
use placard_store::{Conn, Priority, Result, Scope, Store, Tx};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const ANNA: UserId = UserId(1);
const ADVERTISER: Scope = Scope::Advertiser(ANNA);
const CAMPAIGNS: i64 = 40;
const GROUPS: i64 = 4 * CAMPAIGNS;
const ADS: i64 = 5 * GROUPS;

/// The same numbers each time: a linear congruence is random enough to mix facts.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn flag(&mut self, one_in: u64) -> &'static str {
        if self.below(one_in) == 0 { "TRUE" } else { "FALSE" }
    }

    fn time(&mut self, one_in: u64) -> &'static str {
        if self.below(one_in) == 0 { "1000" } else { "NULL" }
    }

    /// A targeting and its column of hours: none, all, all but this one.
    fn schedule(&mut self) -> (String, String) {
        let hour = TEST_EPOCH.hour_of_week();
        let mut schedule = WeekHours::ALL;
        if self.below(4) == 0 {
            schedule = (0..168).filter(|h| *h != hour).fold(WeekHours::NONE, WeekHours::with);
        }
        let digits: String = (0..168).map(|h| if schedule.contains(h) { '1' } else { '0' }).collect();
        let targeting = serde_json::to_string(&Targeting { schedule, ..Targeting::default() }).unwrap();
        (targeting, if schedule == WeekHours::ALL { "NULL".to_owned() } else { format!("'{digits}'") })
    }
}

async fn insert(tx: &Tx, into: &str, rows: &[String]) -> Result<()> {
    for rows in rows.chunks(500) {
        tx.execute(&format!("INSERT INTO {into} VALUES {}", rows.join(", ")), []).await?;
    }
    Ok(())
}

async fn fill(store: &Store) {
    let mut dice = Dice(7);
    let day = TEST_EPOCH.day().0;
    let (mut campaigns, mut totals, mut days, mut groups, mut ads) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for id in 1..=CAMPAIGNS {
        let (targeting, hours) = dice.schedule();
        let limit = |dice: &mut Dice| ["NULL", "1000000"][dice.below(2) as usize];
        campaigns.push(format!(
            "({id}, 1, 1, 'Name {0}', 'name {0}', 1, '[]', '{targeting}', {hours}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}, \
             0, 0, 't')",
            dice.below(50),
            limit(&mut dice),
            limit(&mut dice),
            dice.flag(2),
            ["TRUE", "TRUE", "TRUE", "FALSE"][dice.below(4) as usize],
            dice.flag(8),
            dice.flag(8),
            dice.flag(8),
            dice.time(8),
            if dice.below(20) == 0 { "1" } else { "NULL" },
        ));
        totals.push(format!("({id}, {}, 1)", dice.below(2) * 999_999));
        days.push(format!("({id}, {day}, 1, {}, 1, {}, 't')", dice.below(3) * 500_000, dice.below(2) * 100));
    }
    for id in 1..=GROUPS {
        let (targeting, hours) = dice.schedule();
        groups.push(format!(
            "({id}, {}, 1, 'G{}', 'g', '{targeting}', {hours}, '{{}}', {}, {}, {}, {}, {}, 0, 0, 't')",
            1 + dice.below(CAMPAIGNS as u64),
            dice.below(9),
            ["TRUE", "TRUE", "FALSE"][dice.below(3) as usize],
            dice.flag(9),
            dice.flag(9),
            dice.time(9),
            if dice.below(20) == 0 { "1" } else { "NULL" },
        ));
    }
    store
        .write("test", Priority::Api, async move |tx| {
            tx.execute("INSERT INTO balances (account, user_id, amount, updated_at, updated_by) VALUES (1, 1, 400000, 0, 't')", []).await?;
            insert(
                tx,
                "campaigns (id, advertiser_id, campaign_type, name, folded_name, target, categories, targeting, schedule, \
                 daily_limit, total_limit, wanted, approved_once, declined, paused_by_staff, paused_by_rule, archived_at, \
                 deleted_at, created_at, updated_at, updated_by)",
                &campaigns,
            )
            .await?;
            insert(tx, "campaign_totals (campaign_id, amount, clicks)", &totals).await?;
            insert(tx, "campaign_spend (campaign_id, day, advertiser_id, amount, clicks, voided, updated_by)", &days).await?;
            insert(
                tx,
                "ad_groups (id, campaign_id, advertiser_id, name, folded_name, targeting, schedule, lists, wanted, \
                 paused_by_staff, paused_by_rule, archived_at, deleted_at, created_at, updated_at, updated_by)",
                &groups,
            )
            .await
        })
        .await
        .unwrap();
    let sql = "SELECT g.id, g.campaign_id, c.approved_once FROM ad_groups g JOIN campaigns c ON c.id = g.campaign_id";
    let above: HashMap<i64, (i64, bool)> = store
        .read("test", async |conn| {
            let rows = conn.rows(sql, []).await?;
            rows.iter().map(|row| Ok((row.get("id")?, (row.get("campaign_id")?, row.get("approved_once")?)))).collect()
        })
        .await
        .unwrap();
    for id in 1..=ADS {
        let group = 1 + dice.below(GROUPS as u64) as i64;
        let (campaign, approved_once) = above[&group];
        // An ad is approved together with its campaign.
        let reviews = if approved_once { [1, 2, 3, 4, 5, 5, 5] } else { [1, 2, 3, 4, 3, 2, 1] };
        let title = ["Ärger", "ärger", "Zebra", "apple", "100%"][dice.below(5) as usize];
        ads.push(format!(
            "({id}, {group}, {campaign}, 1, '{title}', '{}', 'https://x.example', {}, {}, {}, {}, {}, {}, {}, {}, {}, 0, 0, 0, 't')",
            title.to_lowercase(),
            1 + dice.below(5),
            // Some campaigns cost more than the balance.
            if campaign % 7 == 0 { 500_000 } else { 100_000 + dice.below(4) * 100_000 },
            reviews[dice.below(7) as usize],
            ["NULL", "1", "9000000000000000"][dice.below(3) as usize],
            ["NULL", "1", "9000000000000000"][dice.below(3) as usize],
            [0, 0, 0, 0, 1, 2, 3][dice.below(7) as usize],
            ["TRUE", "TRUE", "FALSE"][dice.below(3) as usize],
            dice.time(10),
            if dice.below(20) == 0 { "1" } else { "NULL" },
        ));
    }
    store
        .write("test", Priority::Api, async move |tx| {
            insert(
                tx,
                "ads (id, group_id, campaign_id, advertiser_id, title, folded_title, original_url, formats, lowest_bid, \
                 review, lock_until, processing_until, halts, wanted, archived_at, deleted_at, submitted_at, created_at, updated_at, updated_by)",
                &ads,
            )
            .await
        })
        .await
        .unwrap();
}

/// What the store's functions for single things say of all of them.
struct World {
    campaigns: HashMap<CampaignId, Campaign>,
    groups: HashMap<GroupId, Group>,
    ads: Vec<(Ad, AdStatus)>,
}

impl World {
    async fn read(conn: &Conn) -> Result<Self> {
        let ids = (1..=CAMPAIGNS).map(CampaignId).collect::<Vec<_>>();
        let campaigns = campaigns::by_ids(conn, ADVERTISER, &ids).await?;
        let ids = (1..=GROUPS).map(GroupId).collect::<Vec<_>>();
        let groups = groups::by_ids(conn, ADVERTISER, &ids).await?;
        let found = ads::by_ids(conn, ADVERTISER, &(1..=ADS).map(AdId).collect::<Vec<_>>()).await?;
        let states = States::above(conn, ADVERTISER, &found).await?;
        let ads = found.into_iter().filter_map(|ad| states.ad_status(&ad, TEST_EPOCH).map(|status| (ad, status)));
        Ok(Self { campaigns, groups, ads: ads.collect() })
    }

    fn running(&self, of: impl Fn(&Ad) -> i64) -> HashMap<i64, i64> {
        let mut running = HashMap::new();
        for (ad, status) in &self.ads {
            *running.entry(of(ad)).or_default() += i64::from(*status == AdStatus::Launched);
        }
        running
    }
}

/// What a row is ordered by.
type Value<'a> = &'a dyn Fn(i64) -> Vec<u8>;

/// Compares a list with rows of id, status and the values of fields.
async fn check(conn: &Conn, listed: &Listed, statuses: &[u8], rows: &[(i64, u8)], fields: &[(&str, Value<'_>)]) {
    let mut counts: BTreeMap<u8, u64> = BTreeMap::new();
    for (_, status) in rows {
        *counts.entry(*status).or_default() += 1;
    }
    for status in statuses {
        let expected: BTreeSet<i64> = rows.iter().filter(|(_, of)| of == status).map(|(id, _)| *id).collect();
        let look = listed.look(conn, &[*status], None, true).await.unwrap();
        assert_eq!((look.counts.into_iter().collect::<BTreeMap<_, _>>(), look.page), (counts.clone(), Vec::new()));
        let ids: BTreeSet<i64> =
            look.all_ids.split(',').filter(|id| !id.is_empty()).map(|id| id.parse().unwrap()).collect();
        assert_eq!(ids, expected, "status {status}");
    }
    for (name, key) in fields {
        let field = listed.shape().fields.iter().find(|field| field.name == *name).unwrap();
        for direction in [Direction::Ascending, Direction::Descending] {
            let mut expected: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
            expected.sort_by(|left, right| {
                let order = key(*left).cmp(&key(*right));
                let order = if direction == Direction::Ascending { order } else { order.reverse() };
                order.then(right.cmp(left))
            });
            for (limit, offset) in [(7, 0), (50, 100), (10_000, 3)] {
                let by = PageBy { field: *field, direction, limit, offset };
                let expected: Vec<i64> = expected.iter().copied().skip(offset as usize).take(limit as usize).collect();
                for with_all_ids in [false, true] {
                    let look = listed.look(conn, statuses, Some(by), with_all_ids).await.unwrap();
                    assert_eq!(look.counts.into_iter().collect::<BTreeMap<_, _>>(), counts);
                    assert_eq!(look.all_ids.is_empty(), !with_all_ids);
                    assert_eq!(look.page, expected, "{name} {direction:?} from {offset}");
                }
            }
        }
    }
}

fn number(value: i64) -> Vec<u8> {
    assert!(value >= 0);
    value.to_be_bytes().to_vec()
}

#[tokio::test]
async fn lists_agree_with_the_facts_of_each_row() {
    each_backend(async |store, _| {
        fill(&store).await;
        store
            .read("test", async |conn| {
                let world = World::read(conn).await?;
                let statuses = CampaignStatus::IDS;
                let now: UnixMs = TEST_EPOCH;
                let rows: Vec<(i64, u8)> =
                    world.campaigns.values().map(|campaign| (campaign.id.0, campaign.state.status(now).id())).collect();
                assert_eq!(rows.iter().map(|(_, status)| *status).collect::<BTreeSet<u8>>().len(), 11, "all occur");
                let campaign = |id: i64| &world.campaigns[&CampaignId(id)];
                let status_of: HashMap<i64, u8> = rows.iter().copied().collect();
                let running = world.running(|ad| ad.campaign.0);
                assert!(running.values().any(|count| *count > 1));
                check(
                    conn,
                    &listed::campaigns(ADVERTISER, &CampaignType::ALL, None, &[], now),
                    &statuses,
                    &rows,
                    &[
                        ("id", &number),
                        ("name", &|id| campaign(id).settings.name.to_lowercase().into_bytes()),
                        ("status", &|id| vec![status_of[&id]]),
                        ("running_ads_count", &|id| number(running.get(&id).copied().unwrap_or(0))),
                        ("daily_money_limit", &|id| {
                            number(campaign(id).state.daily_limit.map_or(i64::MAX, placard_model::Money::micros))
                        }),
                        ("spent_total", &|id| number(campaign(id).state.spent_total.micros())),
                    ],
                )
                .await;

                let running = world.running(|ad| ad.group.0);
                for id in
                    [1, 2, 3, 4, 5, 6, 7, 8].map(CampaignId).into_iter().filter(|id| world.campaigns.contains_key(id))
                {
                    let above = campaign(id.0);
                    let rows: Vec<(i64, u8)> = world
                        .groups
                        .values()
                        .filter(|group| group.campaign == id)
                        .map(|group| (group.id.0, group.state.status(&above.state, now).id()))
                        .collect();
                    check(
                        conn,
                        &listed::groups(ADVERTISER, id, None, now),
                        &statuses,
                        &rows,
                        &[("id", &number), ("running_ads_count", &|id| number(running.get(&id).copied().unwrap_or(0)))],
                    )
                    .await;
                }

                let statuses = AdStatus::IDS;
                let rows: Vec<(i64, u8)> = world.ads.iter().map(|(ad, status)| (ad.id.0, status.id())).collect();
                assert_eq!(rows.iter().map(|(_, status)| *status).collect::<BTreeSet<u8>>().len(), 9, "all occur");
                let by_id: HashMap<i64, &(Ad, AdStatus)> = world.ads.iter().map(|row| (row.0.id.0, row)).collect();
                let title = |id: i64| by_id[&id].0.settings.title.to_lowercase();
                check(
                    conn,
                    &listed::ads(ADVERTISER, Of::Everything, None, now),
                    &statuses,
                    &rows,
                    &[
                        ("id", &number),
                        ("title", &|id| title(id).into_bytes()),
                        ("status", &|id| vec![by_id[&id].1.id()]),
                        ("format", &|id| vec![by_id[&id].0.settings.formats.0]),
                    ],
                )
                .await;
                for phrase in ["ÄRGER", "%", "a", "12", "nothing"] {
                    let found = |id: i64| title(id).contains(&phrase.to_lowercase()) || id.to_string().contains(phrase);
                    let rows: Vec<(i64, u8)> = rows.iter().copied().filter(|(id, _)| found(*id)).collect();
                    check(conn, &listed::ads(ADVERTISER, Of::Everything, Some(phrase), now), &statuses, &rows, &[])
                        .await;
                }
                let (of, _) = &world.ads[0];
                let rows: Vec<(i64, u8)> = rows.into_iter().filter(|(id, _)| by_id[id].0.group == of.group).collect();
                check(
                    conn,
                    &listed::ads(ADVERTISER, Of::Group(of.campaign, of.group), None, now),
                    &statuses,
                    &rows,
                    &[],
                )
                .await;
                for scope in [Scope::Advertiser(UserId(2)), Scope::Webmaster(ANNA)] {
                    check(conn, &listed::ads(scope, Of::Everything, None, now), &statuses, &[], &[]).await;
                    check(conn, &listed::campaigns(scope, &CampaignType::ALL, None, &[], now), &statuses, &[], &[])
                        .await;
                }
                Ok(())
            })
            .await
            .unwrap();
        for micros in [BID_MAX.micros() - 1, BID_MAX.micros()] {
            check_with_balance(&store, micros).await;
        }
    })
    .await;
}

/// Campaigns whose owner can pay nearly any click, and any.
async fn check_with_balance(store: &Store, micros: i64) {
    let dear = BID_MAX.micros();
    store
        .write("test", Priority::Api, async move |tx| {
            tx.execute("UPDATE balances SET amount = $1", [micros.into()]).await?;
            tx.execute("UPDATE ads SET lowest_bid = $1 WHERE campaign_id % 2 = 0", [dear.into()]).await
        })
        .await
        .unwrap();
    store
        .read("test", async |conn| {
            let world = World::read(conn).await?;
            let status = |campaign: &Campaign| (campaign.id.0, campaign.state.status(TEST_EPOCH).id());
            let rows: Vec<(i64, u8)> = world.campaigns.values().map(status).collect();
            let listed = listed::campaigns(ADVERTISER, &CampaignType::ALL, None, &[], TEST_EPOCH);
            check(conn, &listed, &CampaignStatus::IDS, &rows, &[]).await;
            let out_of_money = rows.iter().any(|(_, status)| *status == CampaignStatus::AdvertiserBalance.id());
            assert_eq!(out_of_money, micros < dear);
            let rows: Vec<(i64, u8)> = world.ads.iter().map(|(ad, status)| (ad.id.0, status.id())).collect();
            let listed = listed::ads(ADVERTISER, Of::Everything, None, TEST_EPOCH);
            check(conn, &listed, &AdStatus::IDS, &rows, &[]).await;
            Ok(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn lists_of_push_ads_agree_with_the_facts_of_each_row() {
    each_backend(async |store, _| {
        fill(&store).await;
        store
            .write("test", Priority::Api, async |tx| {
                tx.execute("UPDATE campaigns SET campaign_type = 2", []).await?;
                // The group of a push campaign, which nobody sees, keeps nothing from running.
                let groups = "UPDATE ad_groups SET wanted = TRUE, paused_by_staff = FALSE, paused_by_rule = FALSE, \
                              archived_at = NULL, deleted_at = NULL, schedule = NULL, targeting = '{}'";
                tx.execute(groups, []).await.map(drop)
            })
            .await
            .unwrap();
        store
            .read("test", async |conn| {
                let now: UnixMs = TEST_EPOCH;
                let found = ads::by_ids(conn, ADVERTISER, &(1..=ADS).map(AdId).collect::<Vec<_>>()).await?;
                let states = States::above(conn, ADVERTISER, &found).await?;
                let rows: Vec<(i64, u8)> =
                    found.iter().filter_map(|ad| Some((ad.id.0, states.push_ad_status(ad, now)?.id()))).collect();
                assert_eq!(rows.iter().map(|(_, status)| *status).collect::<BTreeSet<u8>>().len(), 11, "all occur");
                let status_of: HashMap<i64, u8> = rows.iter().copied().collect();
                let statuses = CampaignStatus::IDS;
                let fields: [(&str, Value<'_>); 2] = [("id", &number), ("status", &|id| vec![status_of[&id]])];
                check(conn, &listed::push_ads(ADVERTISER, None, None, now), &statuses, &rows, &fields).await;
                let of = found[0].campaign;
                let campaign_of: HashMap<i64, CampaignId> = found.iter().map(|ad| (ad.id.0, ad.campaign)).collect();
                let of_one: Vec<(i64, u8)> = rows.iter().copied().filter(|(id, _)| campaign_of[id] == of).collect();
                check(conn, &listed::push_ads(ADVERTISER, Some(of), None, now), &statuses, &of_one, &fields).await;
                check(conn, &listed::ads(ADVERTISER, Of::Everything, None, now), &AdStatus::IDS, &[], &[]).await;
                let others = Scope::Advertiser(UserId(2));
                check(conn, &listed::push_ads(others, None, None, now), &statuses, &[], &[]).await;
                Ok(())
            })
            .await
            .unwrap();
    })
    .await;
}

#[tokio::test]
async fn what_has_the_number_that_was_typed_comes_first() {
    each_backend(async |store, _| {
        fill(&store).await;
        store
            .read("test", async |conn| {
                let mut found = 0;
                for id in 10..30 {
                    let phrase = id.to_string();
                    let ads = listed::ads(ADVERTISER, Of::Everything, Some(&phrase), TEST_EPOCH);
                    let field = *ads.shape().fields.iter().find(|field| field.name == "id").unwrap();
                    for direction in [Direction::Ascending, Direction::Descending] {
                        let by = PageBy { field, direction, limit: 1_000, offset: 0 };
                        let page = ads.look(conn, &AdStatus::IDS, Some(by), false).await?.page;
                        found += usize::from(page.contains(&id));
                        assert!(!page[1..].contains(&id), "{page:?} of {id}");
                    }
                    let (groups, _) = groups::names(conn, ADVERTISER, &phrase, false, 1_000, 0).await?;
                    assert!(groups.iter().skip(1).all(|(group, ..)| group.0 != id), "{groups:?} of {id}");
                }
                assert!(found > 0);
                Ok(())
            })
            .await
            .unwrap();
    })
    .await;
}
