//! Dictionaries of payment systems and currencies: what people can choose, and what the network's owner edits.

use crate::app::{PASSWORD, each_app, each_app_with};
use crate::payouts::{ask, at_once, decide, earner};
use placard_store::{Priority, Tx};
use serde_json::{Value, json};

const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

fn ids(answer: &Value) -> Vec<i64> {
    answer["data"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn what_can_be_chosen_follows_what_its_owner_switches_on() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.webmaster("anna@x.org").await);
        let systems = "/api/cashbox/payment_systems";
        assert_eq!(ids(&app.get(&anna, systems).await.expect(200)), [1, 6, 16]);
        assert_eq!(ids(&app.get(&anna, &format!("{systems}?purpose=payout")).await.expect(200)), [16]);
        assert_eq!(app.get(&anna, &format!("{systems}?purpose=x")).await.wrong_fields(), ["purpose"]);
        let types = app.get(&anna, "/api/cashbox/payment_types/?payment_system_id=16").await.expect(200);
        let of_types =
            async |query: &str| ids(&app.get(&anna, &format!("/api/cashbox/payment_types/?{query}")).await.expect(200));
        // Wallets are added by what webmasters are paid by.
        assert_eq!(
            (of_types("purpose=payout").await, of_types("payment_system_id=7").await),
            (vec![16_001, 16_002], vec![])
        );
        let expected = json!({
            "id": 16_001, "payment_system_id": 16, "currency_id": 1, "name": "USDT TRC20", "minimum_payout": 50,
            "fee_fixed": 1, "fee_basis_points": 0, "address_kind": "tron", "usual_time": "Within a day",
            "fee_note": "",
        });
        assert_eq!((ids(&types), &types["data"][0]), (vec![16_001, 16_002], &expected));

        // WebMoney, ePayments and WebMoney R come back, and stay out of lists for dollars.
        let switch = async |id: i64, version: i64| {
            let form = json!({"is_active": true, "version": version});
            app.put(&god, &format!("/api/admin/payment_systems/{id}"), form).await
        };
        for id in [2, 3, 5] {
            let system = switch(id, 1).await.expect(200)["data"].clone();
            let form =
                json!({"minimum_payout": 10, "fee_fixed": 0, "fee_basis_points": 80, "is_active": true, "version": 1});
            app.put(&god, &format!("/api/admin/payment_types/{}", system["types"][0]["id"]), form).await.expect(200);
        }
        switch(2, 1).await.expect(409);
        assert_eq!(ids(&app.get(&anna, systems).await.expect(200)), [1, 2, 3, 5, 6, 16]);
        assert_eq!(ids(&app.get(&anna, &format!("{systems}?currency_id=1")).await.expect(200)), [1, 6, 16]);
        assert_eq!(ids(&app.get(&anna, &format!("{systems}?currency_id=2")).await.expect(200)), [5]);
        assert_eq!(of_types("purpose=payout&currency_id=1").await, [16_001, 16_002]);
        let of_system = "/api/cashbox/currencies?payment_system_id=5";
        assert_eq!(ids(&app.get(&anna, of_system).await.expect(200)), [2]);

        // Wallets of ePayments and WebMoney R are told to who asks for them, and none of the three in dollars.
        for (payment_type, number) in [(2_001, "Z1"), (3_001, "E1"), (5_001, "R1"), (16_001, TRON)] {
            let form = json!({"payment_type_id": payment_type, "number": number, "password": PASSWORD});
            app.post(&anna, "/api/webmaster/wallet", form).await.expect(201);
        }
        let asked = [
            ("", vec![2, 16]),
            ("show_wmr=1", vec![2, 5, 16]),
            ("show_epayments=1", vec![2, 3, 16]),
            ("currency_id=1&show_epayments=1", vec![16]),
            ("currency_id=2", vec![5]),
        ];
        for (query, expected) in asked {
            let listed = app.get(&anna, &format!("/api/webmaster/wallet?{query}")).await.expect(200);
            let listed = listed["data"]["unapproved_wallets"].as_array().unwrap().iter();
            let mut listed: Vec<i64> = listed.map(|one| one["payment_system_id"].as_i64().unwrap()).collect();
            listed.sort_unstable();
            assert_eq!(listed, expected, "{query}");
        }

        // What a top-up may be, how long it takes and what it costs its payer.
        let coins = app.get(&anna, systems).await.expect(200)["data"][4].clone();
        assert_eq!(
            (&coins["id"], &coins["least_top_up"], &coins["most_top_up"]),
            (&json!(6), &json!(20), &json!(100_000))
        );
        let mut form = json!({"minimum_payout": null, "fee_fixed": 0, "fee_basis_points": 0, "is_active": true,
            "version": 1, "usual_time": " An hour ", "fee_note": "About $1"});
        app.put(&god, "/api/admin/payment_types/6001", form.clone()).await.expect(200);
        let types = app.get(&anna, "/api/cashbox/payment_types/?payment_system_id=6").await.expect(200);
        let words = |types: &Value| (types["data"][0]["usual_time"].clone(), types["data"][0]["fee_note"].clone());
        assert_eq!(words(&types), (json!("An hour"), json!("About $1")));
        (form["version"], form["fee_note"]) = (json!(2), json!("x".repeat(61)));
        assert_eq!(app.put(&god, "/api/admin/payment_types/6001", form).await.wrong_fields(), ["fee_note"]);

        // The setting is the minimum of types that have none of their own.
        let form = json!({"value": "75", "version": 0});
        app.put(&god, "/api/admin/settings/shares.minimum_payout", form).await.expect(200);
        let types = app.get(&anna, "/api/cashbox/payment_types/").await.expect(200);
        let minimum = |id: i64| {
            types["data"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()["minimum_payout"].clone()
        };
        assert_eq!((minimum(16_001), minimum(2_001)), (json!(75), json!(10)));
        let wrong =
            json!({"minimum_payout": 0.5, "fee_fixed": -1, "fee_basis_points": 2001, "is_active": true, "version": 2});
        let refused = app.put(&god, "/api/admin/payment_types/2001", wrong).await.wrong_fields();
        assert_eq!(refused, ["fee_basis_points", "fee_fixed", "minimum_payout"]);
    })
    .await;
}

#[tokio::test]
async fn the_networks_owner_adds_payment_systems_that_webmasters_are_paid_by() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.webmaster("anna@x.org").await);
        let systems = "/api/admin/payment_systems";
        app.post(&sales, systems, json!({"name": "Wise"})).await.expect(403);
        assert_eq!(app.post(&god, systems, json!({"name": " "})).await.wrong_fields(), ["name"]);
        let made = app.post(&god, systems, json!({"name": "Wise"})).await.expect(201)["data"].clone();
        assert_eq!(
            (&made["id"], &made["purpose"], &made["is_active"], &made["types"]),
            (&json!(1_000), &json!("payout"), &json!(false), &json!([]))
        );
        let types = format!("{systems}/1000/types");
        let mut form = json!({"currency_id": 3, "code": "WISEEUR", "name": "Wise, euro", "address_kind": "text",
            "explorer_url": "https://wise.example/t/{hash}", "usual_time": "A day", "minimum_payout": 20,
            "fee_fixed": 2, "fee_basis_points": 50, "is_active": true});
        let one = app.post(&god, &types, form.clone()).await.expect(201)["data"].clone();
        assert_eq!((&one["id"], &one["code"], &one["fee_fixed"]), (&json!(1_000_000), &json!("WISEEUR"), &json!(2)));
        assert_eq!(app.post(&god, &types, form.clone()).await.wrong_fields(), ["code"]);
        form["code"] = json!("wise 2");
        form["explorer_url"] = json!("javascript:{hash}");
        form["address_kind"] = json!("iban");
        let mut wrong = app.post(&god, &types, form).await.wrong_fields();
        wrong.sort();
        assert_eq!(wrong, ["address_kind", "code", "explorer_url"]);
        // What exchanges credit by a memo has no place for one in a wallet of a coin.
        let mut coin = json!({"currency_id": 1, "code": "XRP", "name": "XRP", "address_kind": "coin", "fee_fixed": 1,
            "fee_basis_points": 0, "is_active": false});
        assert_eq!(app.post(&god, &types, coin.clone()).await.wrong_fields(), ["address_kind"]);
        coin["address_kind"] = json!("text");
        app.post(&god, &types, coin).await.expect(201);

        // It is offered once it is switched on, and takes no top-ups: it has no gateway.
        let offered = "/api/cashbox/payment_types/?payment_system_id=1000&purpose=payout";
        assert_eq!(ids(&app.get(&anna, offered).await.expect(200)), Vec::<i64>::new());
        let system = format!("{systems}/1000");
        let change = json!({"is_active": true, "version": 1, "purpose": "both"});
        assert_eq!(app.put(&god, &system, change).await.wrong_fields(), ["purpose"]);
        let change = json!({"is_active": true, "version": 1, "name": "Wise by hand"});
        let after = app.put(&god, &system, change).await.expect(200)["data"].clone();
        assert_eq!((&after["name"], &after["purpose"]), (&json!("Wise by hand"), &json!("payout")));
        assert_eq!(ids(&app.get(&anna, offered).await.expect(200)), [1_000_000]);
        let wallet = json!({"payment_type_id": 1_000_000, "number": "DE89 3704", "password": PASSWORD});
        app.post(&anna, "/api/webmaster/wallet", wallet).await.expect(201);

        // What people read of a type, and where a transaction is looked up, are changed; what is omitted stays.
        let change = json!({"name": "Euro", "explorer_url": "", "minimum_payout": null, "fee_fixed": 1,
            "fee_basis_points": 0, "is_active": true, "version": 1});
        let after = app.put(&god, "/api/admin/payment_types/1000000", change).await.expect(200)["data"].clone();
        assert_eq!(
            (&after["name"], &after["explorer_url"], &after["usual_time"]),
            (&json!("Euro"), &json!(""), &json!("A day"))
        );
        // By bank transfer webmasters can be paid as well, if its owner says so.
        let change = json!({"is_active": true, "version": 1, "purpose": "both"});
        app.put(&god, &format!("{systems}/1"), change).await.expect(200);
        assert_eq!(
            ids(&app.get(&anna, "/api/cashbox/payment_systems?purpose=payout").await.expect(200)),
            [1, 16, 1_000]
        );
    })
    .await;
}

#[tokio::test]
async fn amounts_are_converted_by_the_rates_that_were_set() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let convert = async |from: i64, to: i64, amount: &str| {
            let query = format!("from={from}&to={to}&amount={amount}");
            app.get(&anna, &format!("/api/advertiser/cashbox/get_converted_amount?{query}")).await
        };
        let set = async |id: i64, rate: Value, version: i64| {
            let form = json!({"currency_rate": rate, "version": version});
            app.put(&god, &format!("/api/admin/currencies/{id}"), form).await
        };
        let after = set(3, json!(1.085), 1).await.expect(200)["data"].clone();
        assert_eq!((&after["currency_rate"], &after["rate_set_by"]["id"]), (&json!(1.085), &json!(god.id.0)));
        assert_eq!(
            app.get(&anna, "/api/cashbox/currencies/3").await.expect(200)["data"]["currency_rate"],
            json!(1.085)
        );
        for (from, to, amount, expected) in
            [(3, 1, "100", "108.5"), (1, 3, "100", "92.165898"), (1, 1, "0.000001", "0.000001")]
        {
            let found = convert(from, to, amount).await.expect(200)["data"]["converted_amount"].to_string();
            assert_eq!(found, expected, "{amount} of {from} in {to}");
        }
        assert_eq!(convert(3, 99, "1").await.wrong_fields(), ["to"]);
        for wrong in ["-1", "x", "0.0000001", "1000000001"] {
            assert_eq!(convert(3, 1, wrong).await.wrong_fields(), ["amount"], "{wrong}");
        }
        set(3, json!(1.1), 1).await.expect(409);
        set(1, json!(1.1), 1).await.expect(409);
        set(99, json!(1.1), 1).await.expect(404);
        for wrong in [json!(0), json!(-1), json!(0.000_000_000_1), json!("1"), json!(1_000_001)] {
            assert_eq!(set(3, wrong.clone(), 2).await.wrong_fields(), ["currency_rate"], "{wrong}");
        }
        let log = app.get(&god, "/api/admin/audit_log?subject=currency").await.expect(200);
        assert_eq!((log["data"].as_array().unwrap().len(), &log["data"][0]["action"]), (1, &json!("update_currency")));
    })
    .await;
}

#[tokio::test]
async fn coins_that_need_a_memo_are_paid_no_more_where_their_type_is_there_already() {
    each_app_with(at_once, async |app| {
        let (god, eve) = (app.god().await, app.webmaster("eve@x.org").await);
        let types = "/api/admin/payment_systems/16/types";
        let mut form = json!({"currency_id": 1, "code": "OLDXRP", "name": "XRP", "address_kind": "coin", "fee_fixed": 1,
            "fee_basis_points": 0, "is_active": true});
        let old = app.post(&god, types, form.clone()).await.expect(201)["data"]["id"].as_i64().unwrap();
        form["code"] = json!("XLM");
        form["address_kind"] = json!("ethereum");
        assert_eq!(app.post(&god, types, form).await.wrong_fields(), ["address_kind"]);
        let wallet =
            json!({"payment_type_id": old, "number": "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY", "password": PASSWORD});
        let waiting = app.post(&eve, "/api/webmaster/wallet", wallet.clone()).await.expect(201)["data"]["id"].clone();
        let mut made = Vec::new();
        for email in ["a@x.org", "b@x.org"] {
            let anna = earner(&app, &god, email, "200").await;
            let id = ask(&app, &anna, json!(60)).await.expect(201)["data"]["id"].clone();
            decide(&app, &god, &id, "approve", json!({})).await.expect(200);
            made.push((anna, id));
        }
        // As it is where it was added before such coins were known.
        let ((anna, lost), carl) = (&made[0], earner(&app, &god, "c@x.org", "200").await);
        let dora = earner(&app, &god, "d@x.org", "200").await;
        let asked = ask(&app, &dora, json!(60)).await.expect(201)["data"]["id"].clone();
        let sql = [
            format!("UPDATE payment_types SET code = 'XRP' WHERE id = {old}"),
            format!("UPDATE payouts SET payment_type_id = {old} WHERE id IN ({lost}, {asked})"),
            format!("UPDATE wallets SET payment_type_id = {old} WHERE user_id IN ({}, {})", anna.id, carl.id),
        ];
        let run = async move |tx: &Tx| {
            for sql in &sql {
                tx.execute(sql, []).await?;
            }
            Ok(())
        };
        app.app.store.write("test_memo", Priority::Api, run).await.unwrap();

        let offered =
            app.get(&eve, "/api/cashbox/payment_types/?payment_system_id=16&purpose=payout").await.expect(200);
        assert!(!ids(&offered).contains(&old), "{offered}");
        assert_eq!(app.post(&eve, "/api/webmaster/wallet", wallet).await.wrong_fields(), ["payment_type_id"]);
        let approve = format!("/api/admin/moderation/wallets/{waiting}/approve");
        app.post(&god, &approve, json!({})).await.expect(409);
        assert_eq!(ask(&app, &carl, json!(60)).await.wrong_fields(), ["wallet_id"]);
        // What was asked for before is not approved either: its owner is told, and can be given the money back.
        let told = decide(&app, &god, &asked, "approve", json!({})).await.expect(409);
        assert!(told["detail"].as_str().unwrap().contains("needs a memo"), "{told}");
        let listed = app.get(&god, &format!("/api/admin/payouts/{lost}")).await.expect(200);
        assert_eq!(
            listed["data"]["hindrance"],
            json!("Its coin needs a memo beside the address, and the wallet has none.")
        );
        let export = async |query: &str| app.post_empty(&god, &format!("/api/admin/payouts/export{query}")).await;
        for format in ["placard", "nowpayments"] {
            let refused = export(&format!("?format={format}&payment_type_id={old}")).await;
            assert_eq!(refused.wrong_fields(), ["payment_type_id"], "{format}");
        }
        let coins = export("?format=nowpayments").await.text;
        assert!(coins.lines().count() == 2 && !coins.contains("XRP"), "{coins}");
        let all = export("?again=1").await.text;
        assert!(all.lines().count() == 2 && all.ends_with(&format!(",P{}\r\n", made[1].1)), "{all}");
    })
    .await;
}

#[tokio::test]
async fn a_file_of_a_gateway_for_coins_leaves_accounts_to_other_files() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let added = json!({"currency_id": 1, "code": "USDTSOL", "name": "USDT on Solana", "address_kind": "coin",
            "fee_fixed": 1, "fee_basis_points": 0, "is_active": true});
        let added = app.post(&god, "/api/admin/payment_systems/16/types", added).await.expect(201)["data"].clone();
        assert_eq!(added["address_kind"], json!("coin"));
        let (bank, solana) = (1_001, added["id"].as_i64().unwrap());
        let mut made = Vec::new();
        for (email, payment_type) in [("a@x.org", 16_001), ("b@x.org", bank), ("c@x.org", solana)] {
            let anna = earner(&app, &god, email, "200").await;
            let id = ask(&app, &anna, json!(60)).await.expect(201)["data"]["id"].clone();
            decide(&app, &god, &id, "approve", json!({})).await.expect(200);
            let by = format!("UPDATE payouts SET payment_type_id = {payment_type} WHERE id = {id}");
            let run = async move |tx: &Tx| tx.execute(&by, []).await.map(drop);
            app.app.store.write("test_type", Priority::Api, run).await.unwrap();
            made.push(id);
        }
        let export = async |query: &str| app.post_empty(&god, &format!("/api/admin/payouts/export{query}")).await;
        let refused = export(&format!("?format=nowpayments&payment_type_id={bank}")).await;
        assert_eq!(refused.wrong_fields(), ["format"]);
        let coins = export("?format=nowpayments").await.text;
        let tickers: Vec<&str> = coins.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
        assert_eq!(tickers, ["USDTTRC20", "USDTSOL"], "{coins}");
        // What was left out is new for who pays it by hand.
        let rest = export("").await.text;
        assert_eq!(rest.lines().count(), 2, "{rest}");
        assert!(rest.ends_with(&format!(",P{}\r\n", made[1])), "{rest}");
    })
    .await;
}
