//! An advertiser with very much, written straight into the store: campaigns, groups, ads, and rules with what they did.

use crate::app::AppState;
use crate::bench::{SEED, rules as bench_rules};
use placard_engine::Change;
use placard_engine::generator::{self, Size};
use placard_model::UserId;
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::push::{PushButton, PushSettings};
use placard_model::rule::{RULES_MAX, RuleSums};
use placard_model::targeting::geo::CountryCode;
use placard_model::targeting::{GeoTargeting, Targeting};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::rules::apply;
use placard_store::{Priority, Scope, Tx, Value, rules};
use sha2::{Digest as _, Sha256};

/// Whose everything is.
pub(super) const OWNER: UserId = UserId(1);
/// Campaigns, and those of them that are of pushes.
pub(super) const CAMPAIGNS: i64 = 10_000;
const PUSH_CAMPAIGNS: i64 = 1_000;
/// Ads, and those of them that are of pushes.
pub(super) const ADS: i64 = 100_000;
const PUSH_ADS: i64 = 10_000;
/// The campaign with a thousand groups of an ad each.
pub(super) const CAMPAIGN_OF_GROUPS: i64 = 1;
pub(super) const GROUPS_OF_ONE: i64 = 1_000;
/// The campaign that was shown on all blocks, and its only group, which has a thousand ads.
pub(super) const CAMPAIGN_OF_SOURCES: i64 = 2;
pub(super) const GROUP_OF_ADS: i64 = GROUPS_OF_ONE + 1;
pub(super) const ADS_OF_ONE_GROUP: i64 = 1_000;
/// Between two ads that are changed: no two of them share a group.
const CHANGED_STEP: i64 = 87;

/// Blocks that ads were shown in, on a quarter as many sites.
pub(super) const BLOCKS: i64 = 2_000;
/// What each rule did.
const ACTIONS: i64 = 400;
/// Rows of one statement.
const ROWS_A_STATEMENT: usize = 1_000;

/// Where all ads lead, and its row: it was looked at a moment ago.
const LANDING_PAGE: &str = "https://shop.example/offer?click={click_id}";
const LINK: i64 = 1;

/// An ad that is approved, by its place among those that are changed at once.
pub(super) const fn ad_to_change(place: i64) -> i64 {
    GROUPS_OF_ONE + ADS_OF_ONE_GROUP + 1 + place * CHANGED_STEP
}

/// The campaign and the group of an ad.
pub(super) const fn above(ad: i64) -> (i64, i64) {
    let place = ad - 1;
    if place < GROUPS_OF_ONE {
        return (CAMPAIGN_OF_GROUPS, place + 1);
    }
    let native = CAMPAIGNS - PUSH_CAMPAIGNS;
    let campaign = if place < GROUPS_OF_ONE + ADS_OF_ONE_GROUP {
        CAMPAIGN_OF_SOURCES
    } else if place < ADS - PUSH_ADS {
        CAMPAIGN_OF_SOURCES + 1 + place % (native - CAMPAIGN_OF_SOURCES)
    } else {
        native + 1 + place % PUSH_CAMPAIGNS
    };
    (campaign, only_group(campaign))
}

/// The only group of a campaign that is not the one with a thousand of them.
const fn only_group(campaign: i64) -> i64 {
    GROUPS_OF_ONE - 1 + campaign
}

pub(super) const fn is_push(campaign: i64) -> bool {
    campaign > CAMPAIGNS - PUSH_CAMPAIGNS
}

/// Writes everything that the database has.
pub(super) async fn store(app: &AppState) -> anyhow::Result<()> {
    let now = app.clock.now();
    let (today, owner) = (now.day().0, OWNER.0);
    let countries = ["DE", "AT", "CH", "FR"].into_iter().filter_map(CountryCode::parse).collect();
    let targeting = Targeting { geo: GeoTargeting { countries, ..GeoTargeting::default() }, ..Targeting::default() };
    let (targeting, push) = (serde_json::to_string(&targeting)?, serde_json::to_string(&PushSettings::default())?);
    let buttons = serde_json::to_string(&PushButton::usual())?;
    let mut statements = vec![
        format!(
            "INSERT INTO users (id, email, password_hash, type_id, status_id, is_trusted, is_advertiser, is_webmaster, \
             is_auto_payment, created_at, updated_at, updated_by) \
             VALUES ({owner}, 'lists@x.example', '', 1, 3, FALSE, TRUE, FALSE, FALSE, 0, 0, 'bench')"
        ),
        format!(
            "INSERT INTO balances (account, user_id, amount, updated_at, updated_by) \
             VALUES (1, {owner}, 1000000000000, 0, 'bench')"
        ),
    ];
    let campaigns = (1..=CAMPAIGNS).map(|id| {
        let (kind, uuid, push) =
            if is_push(id) { (2, format!("'{}'", uuid(id)), format!("'{push}'")) } else { (1, null(), null()) };
        let (wanted, limit) = (flag(id % 5 != 3), if id % 2 == 0 { "100000000" } else { "NULL" });
        format!(
            "({id}, {uuid}, {owner}, {kind}, 'Campaign {id}', 'campaign {id}', 1, '[1]', '{targeting}', {limit}, {push}, \
             {wanted}, TRUE, 0, 0, 'bench')"
        )
    });
    insert(
        &mut statements,
        "campaigns (id, uuid, advertiser_id, campaign_type, name, folded_name, target, categories, targeting, daily_limit, \
         push, wanted, approved_once, created_at, updated_at, updated_by)",
        campaigns,
    );
    let spent = (1..=CAMPAIGNS).map(|id| format!("({id}, {today}, {owner}, {}, 10, 0, 'bench')", id % 90 * 1_000_000));
    insert(
        &mut statements,
        "campaign_spend (campaign_id, day, advertiser_id, amount, clicks, voided, updated_by)",
        spent,
    );
    let totals = (1..=CAMPAIGNS).map(|id| format!("({id}, {}, 100)", id % 90 * 10_000_000));
    insert(&mut statements, "campaign_totals (campaign_id, amount, clicks)", totals);
    let of_groups = (1..=GROUPS_OF_ONE).map(|group| (CAMPAIGN_OF_GROUPS, group));
    let groups = of_groups.chain((CAMPAIGN_OF_SOURCES..=CAMPAIGNS).map(|id| (id, only_group(id)))).map(|(above, id)| {
        let (name, format) = if is_push(above) { (String::new(), "32") } else { (format!("Group {id}"), "NULL") };
        let folded = name.to_lowercase();
        let wanted = flag(id % 11 != 0);
        format!(
            "({id}, {above}, {owner}, '{name}', '{folded}', {format}, '{targeting}', '{{}}', {wanted}, 0, 0, 'bench')"
        )
    });
    insert(
        &mut statements,
        "ad_groups (id, campaign_id, advertiser_id, name, folded_name, ad_format_type, targeting, lists, wanted, created_at, \
         updated_at, updated_by)",
        groups,
    );
    insert(
        &mut statements,
        "ads (id, group_id, campaign_id, advertiser_id, title, folded_title, short_description, original_url, formats, bid, \
         lowest_bid, review, wanted, archived_at, link_id, submitted_at, created_at, updated_at, updated_by)",
        (1..=ADS).map(ad),
    );
    let push_ads = (ADS - PUSH_ADS + 1..=ADS).map(|id| format!("({id}, '{}', 'en', '{buttons}')", uuid(id)));
    insert(&mut statements, "push_ads (ad_id, uuid, language, buttons)", push_ads);
    let is_postgres = app.store.is_postgres();
    let write = async move |tx: &Tx| {
        let hash: Value = Sha256::digest(LANDING_PAGE).to_vec().into();
        let (checked_at, next_at): (Value, Value) = (now.0.into(), now.plus_ms(DAY_MS).0.into());
        tx.execute(
            &format!(
                "INSERT INTO link_checks (id, url_hash, url, host_key, state, status, checked_at, next_at, created_at, \
                 updated_by) VALUES ({LINK}, $1, '{LANDING_PAGE}', 1, 2, 200, $2, $3, 0, 'bench')"
            ),
            [hash, checked_at, next_at],
        )
        .await?;
        for statement in &statements {
            tx.execute(statement, []).await?;
        }
        let mut made = Vec::new();
        for number in 0..RULES_MAX {
            let id = rules::create(tx, OWNER, &bench_rules::rule(number)).await?;
            rules::set_on(tx, Scope::System, id, true).await?;
            made.push(id);
        }
        for statement in actions(&made, now.0)? {
            tx.execute(&statement, []).await?;
        }
        if is_postgres {
            // As it does by itself some time after so much was written.
            tx.execute("ANALYZE", []).await?;
        }
        Ok(())
    };
    Ok(app.store.write("bench_lists", Priority::Feed, write).await?)
}

/// Appends `INSERT INTO {into} VALUES` with some rows at a time.
fn insert(statements: &mut Vec<String>, into: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    statements
        .extend(rows.chunks(ROWS_A_STATEMENT).map(|rows| format!("INSERT INTO {into} VALUES {}", rows.join(", "))));
}

fn null() -> String {
    "NULL".to_owned()
}

const fn flag(on: bool) -> &'static str {
    if on { "TRUE" } else { "FALSE" }
}

fn uuid(number: i64) -> String {
    format!("00000000-0000-7000-8000-{number:012x}")
}

/// An ad as a row: one in eleven waits for a moderator, one in ninety is archived, none of those that are changed; one in seven is
/// stopped.
fn ad(id: i64) -> String {
    let (campaign, group) = above(id);
    let formats = FormatMask::default().with(if is_push(campaign) { BlockFormat::Push } else { BlockFormat::Native }).0;
    let review = if (1..=8).contains(&(id % CHANGED_STEP)) { 2 } else { 5 };
    let archived = if id % CHANGED_STEP == 20 { "1" } else { "NULL" };
    let wanted = flag(id % 7 != 3);
    format!(
        "({id}, {group}, {campaign}, {}, 'An ad that says something {id}', 'an ad that says something {id}', \
         'Words below it', '{LANDING_PAGE}', {formats}, 120000, 120000, {review}, {wanted}, {archived}, {LINK}, 0, 0, 0, \
         'bench')",
        OWNER.0
    )
}

/// What rules did, the last of it now: some of it waits for its owner's word.
fn actions(rules: &[i64], now: i64) -> placard_store::Result<Vec<String>> {
    let json =
        |text: serde_json::Result<String>| text.map_err(|error| placard_store::Error::Corrupt(error.to_string()));
    let change = json(serde_json::to_string(&apply::Change::default()))?;
    let sums = json(serde_json::to_string(&RuleSums::default()))?;
    let rows = rules.iter().flat_map(|rule| (0..ACTIONS).map(move |number| (*rule, number))).map(|(rule, number)| {
        let at = now - number * HOUR_MS;
        let state = if number % 40 == 1 { 3 } else { 1 };
        format!(
            "({rule}, 'A rule', {}, 2, 'Campaign 2', 1, {number}, 'news.example', 3, {state}, '{change}', '{sums}', \
             'It spent much', {}, {at}, 'bench')",
            OWNER.0,
            at / HOUR_MS
        )
    });
    let mut statements = Vec::new();
    insert(
        &mut statements,
        "rule_actions (rule_id, rule_name, advertiser_id, campaign_id, campaign_name, subject, subject_id, subject_name, kind, \
         state, change, sums, why, hour, at, updated_by)",
        rows,
    );
    Ok(statements)
}

/// Blocks in which ads could be shown, for reach: it looks at each.
pub(super) fn blocks() -> Vec<Change> {
    let network = generator::network(Size { ads: 1_000, sites: BLOCKS as usize }, SEED);
    network.changes.into_iter().filter(|change| matches!(change, Change::Block(_))).collect()
}
