//! The click log of both cabinets: found by id, period and verdict; each side sees its own amount.

use crate::app::{Person, TestApp, each_app};
use crate::money;
use placard_model::Clock as _;
use placard_model::books::settlement::{Released, SettlementKind};
use placard_model::event::{ConversionState, Event, EventRef, ServedAd};
use placard_model::{Money, Verdict};
use placard_store::accounts::users::{self, UserChange};
use placard_store::billing::settlements::{self, BatchTransactions};
use placard_store::{Priority, Scope, Tx};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use serde_json::{Value, json};

const ADVERTISER: &str = "/api/advertiser/clicks";
const WEBMASTER: &str = "/api/webmaster/clicks";

/// Two people, and three clicks between them: two that count, of which one is voided and one sold something, and one that
/// does not.
struct World {
    advertiser: Person,
    webmaster: Person,
    clicks: Vec<EventRef>,
}

impl World {
    async fn build(test: &TestApp) -> Self {
        let (app, clock) = (&test.app, &test.clock);
        let advertiser = test.advertiser("buyer@x.org").await;
        let webmaster = test.webmaster("seller@x.org").await;
        let world = money::world(app, advertiser.id, 10, None).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let mut clicks = Vec::new();
        for number in 1..=3 {
            let mut ad: ServedAd = world.served(number, clock.now());
            ad.block.webmaster = webmaster.id;
            if number < 3 {
                money::show(app, ad, number).await;
            }
            clock.advance_ms(1_000);
            clicks.push(money::click(app, ad, number).await);
        }
        clock.advance_ms(3_000);
        let sold = Event::Postback {
            click: clicks[0],
            external_id: "order".to_owned(),
            state: ConversionState::Approved,
            payout: Some(Money::from_dollars(30)),
            goal: "sale".to_owned(),
            transaction_id: "T-77".to_owned(),
        };
        app.log.append(sold).await.unwrap();
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        let voided = clicks[1];
        let void = async move |tx: &Tx| {
            let rows = settlements::of_clicks(tx, &[voided]).await?;
            let void = placard_ledger::void(&rows[0].settlement, Released::default()).expect("it was billed");
            assert_eq!(void.kind, SettlementKind::Void { released: Released::default() });
            settlements::put(tx, &[void], BatchTransactions::default()).await
        };
        app.store.write("test_void", Priority::Api, void).await.unwrap();
        facts.catch_up().await.unwrap();
        Self { advertiser, webmaster, clicks }
    }

    fn id(&self, test: &TestApp, number: usize) -> String {
        test.app.delivery.click_ids.make(self.clicks[number])
    }
}

fn column(answer: &Value, name: &str) -> Vec<Value> {
    answer["data"].as_array().unwrap().iter().map(|row| row[name].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_find_a_click_and_neither_the_amount_of_the_other() {
    each_app(async |test| {
        let world = World::build(&test).await;
        let get = async |who: &Person, path: String| test.get(who, &path).await;
        let all = get(&world.advertiser, ADVERTISER.to_owned()).await.expect(200);
        assert_eq!(column(&all, "verdict"), ["not_shown", "voided", "valid"], "the latest first");
        assert_eq!(column(&all, "cost"), [json!(0), json!(0), json!(0.100_001)]);
        let sold = &all["data"][2];
        assert_eq!((&sold["conversions"]["approved"], &sold["conversions"]["approved_money"]), (&json!(1), &json!(30)));
        assert_eq!((&sold["campaign"]["name"], &sold["device"]["name"]), (&json!("Campaign"), &json!("Desktop")));
        assert_eq!(sold["reason"], Verdict::Valid.reason());
        assert_eq!(all["pagination"]["total"], 3);
        let told =
            json!([{"id": "order", "state": "approved", "payout": 30, "goal": "sale", "transaction_id": "T-77"}]);
        assert_eq!((&sold["told"], &all["data"][1]["told"]), (&told, &json!([])));
        assert!(sold.get("earning").is_none() && !all.to_string().contains("0.07"), "{all}");

        let theirs = get(&world.webmaster, WEBMASTER.to_owned()).await.expect(200);
        for (name, id) in column(&theirs, "click_id").iter().zip(column(&all, "click_id")) {
            // The webmaster's name of a click is none that a postback takes, and finds it on either side.
            let (name, id) = (name.as_str().unwrap(), id.as_str().unwrap());
            assert!(name != id && test.app.delivery.click_ids.read(name).is_none());
            for (who, path) in [(&world.webmaster, WEBMASTER), (&world.advertiser, ADVERTISER)] {
                let found = get(who, format!("{path}/{name}")).await.expect(200);
                assert_eq!(found["data"]["click_id"], if path == WEBMASTER { name } else { id });
            }
        }
        assert_eq!(column(&theirs, "earning"), [json!(0), json!(0), json!(0.07)]);
        for hidden in ["cost", "campaign", "group", "ad", "conversions", "told"] {
            assert!(theirs["data"][2].get(hidden).is_none(), "{hidden}");
        }

        // By the id that the tracker has; of others, or of nobody, it is not found.
        let id = world.id(&test, 0);
        let found = get(&world.advertiser, format!("{ADVERTISER}/{id}")).await.expect(200);
        assert_eq!(found["data"], *sold);
        let found = get(&world.webmaster, format!("{WEBMASTER}/{id}")).await.expect(200);
        assert_eq!(found["data"]["earning"], json!(0.07));
        let other = test.person("other@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await;
        for path in [ADVERTISER, WEBMASTER] {
            get(&other, format!("{path}/{id}")).await.expect(404);
            get(&other, format!("{path}/AAAAAAAAAAAAAAAAAAAAAA")).await.expect(404);
            assert_eq!(get(&other, path.to_owned()).await.expect(200)["pagination"]["total"], 0);
        }
        get(&world.advertiser, format!("{WEBMASTER}/{id}")).await.expect(403);
        // What is one's own is handed out with everything else, as either side sees it.
        for (who, side, page) in [(&world.advertiser, "advertiser", &all), (&world.webmaster, "webmaster", &theirs)] {
            let export = get(who, "/api/account/export".to_owned()).await.expect(200);
            assert_eq!(export[format!("{side}_clicks")], page["data"], "{side}");
        }
        let export = get(&other, "/api/account/export".to_owned()).await.expect(200);
        assert_eq!((&export["advertiser_clicks"], &export["webmaster_clicks"]), (&json!([]), &json!([])));

        // Who acts in a cabinet sees what that cabinet sees.
        let (god, sales) = (test.god().await, test.sales().await);
        let (client, change) =
            (world.advertiser.id, UserChange { manager: Some(Some(sales.id)), ..UserChange::default() });
        let give = async move |tx: &Tx| users::update_user(tx, Scope::System, client, &change).await;
        test.app.store.write("test_client", Priority::Api, give).await.unwrap();
        for staff in [&god, &sales] {
            let (acting, _) = test.acting(staff, &world.advertiser).await;
            assert_eq!(get(&acting, format!("{ADVERTISER}/{id}")).await.expect(200)["data"], *sold);
            get(staff, ADVERTISER.to_owned()).await.expect(403);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_narrowed_paged_and_saved() {
    each_app(async |test| {
        let world = World::build(&test).await;
        let ask = async |query: &str| test.get(&world.advertiser, &format!("{ADVERTISER}?{query}")).await;
        for (query, expected) in [
            ("filters[verdict][]=valid", vec!["valid"]),
            ("filters[verdict]=voided&filters[verdict]=not_shown", vec!["not_shown", "voided"]),
            ("filters[campaign][]=1&order_direction=asc", vec!["valid", "voided", "not_shown"]),
            ("filters[campaign][]=424242", vec![]),
            ("filters[site][]=9&filters[device][]=1&count=1&page=2", vec!["voided"]),
            ("filters[date_from]=2026-11-20&filters[date_to]=2026-11-20", vec![]),
            ("filters[date_from]=2026-11-20", vec!["not_shown", "voided", "valid"]),
            ("count=0", vec!["not_shown", "voided", "valid"]),
        ] {
            assert_eq!(column(&ask(query).await.expect(200), "verdict"), expected, "{query}");
        }
        let id = world.id(&test, 2);
        let found = ask(&format!("searchPhrase={id}&filters[verdict]=valid")).await.expect(200);
        assert_eq!((column(&found, "click_id"), &found["pagination"]["total"]), (vec![json!(id)], &json!(1)));
        assert_eq!(ask("searchPhrase=nothing").await.expect(200)["pagination"]["total"], 0);
        for (query, field) in [
            ("filters[verdict][]=fine", "filters.verdict"),
            ("filters[campaign][]=-1", "filters.campaign"),
            ("filters[date_from]=yesterday", "filters.date_from"),
            ("filters[date_from]=2026-11-21&filters[date_to]=2026-11-20", "filters.date_to"),
            ("filters[date_from]=2020-01-01&filters[date_to]=2026-11-20", "filters.date_to"),
            ("page=1000000", "page"),
            (&format!("searchPhrase={}", "x".repeat(201)), "searchPhrase"),
            ("count=10001", "count"),
            ("order_direction=up", "order_direction"),
            ("format=pdf", "format"),
        ] {
            assert_eq!(ask(query).await.wrong_fields(), [field], "{query}");
        }

        let file = ask("format=csv_file&decimal=comma").await;
        assert_eq!(file.status, 200, "{}", file.text);
        let name = file.headers["content-disposition"].to_str().unwrap();
        assert_eq!(name, "attachment; filename=\"placard-clicks-2026-11-15-2026-11-21.csv\"");
        let lines: Vec<&str> = file.text.split("\r\n").collect();
        assert!(lines[0].starts_with("click_id;clicked_at;verdict;reason;campaign_id;campaign;"), "{}", lines[0]);
        assert!(
            lines[0]
                .ends_with(";cost;hold;approved;rejected;hold_money;approved_money;rejected_money;goals;transactions")
        );
        assert!(lines[3].starts_with(&format!("{};2026-11-21T", world.id(&test, 0))), "{}", lines[3]);
        assert!(lines[3].ends_with(";0,100001;0;1;0;0;30;0;sale;T-77"), "{}", lines[3]);
        assert_eq!(lines.len(), 5, "each click once, and the last line ends");
        let file = test.get(&world.webmaster, &format!("{WEBMASTER}?format=csv_file")).await.text;
        assert!(file.contains(",earning\r\n") && file.contains(",0.07\r\n") && !file.contains("0.100001"), "{file}");
        let one = ask(&format!("format=csv_file&searchPhrase={id}&filters[verdict]=valid")).await;
        assert_eq!(one.headers["content-disposition"], "attachment; filename=\"placard-click.csv\"");
        let lines: Vec<&str> = one.text.lines().collect();
        assert!(lines.len() == 2 && lines[1].starts_with(&id), "the file of a search has what the page has: {lines:?}");
        assert_eq!(ask("format=csv_file&searchPhrase=nothing").await.text.lines().count(), 1, "the headings alone");
        let nobody = test.advertiser("nobody@x.org").await;
        let empty = test.get(&nobody, &format!("{ADVERTISER}?format=csv_file")).await.text;
        assert_eq!(empty.lines().count(), 1, "the headings alone");
    })
    .await;
}
