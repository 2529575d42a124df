//! Push ads: forms, pictures, bids, lists, states, moderation.

use crate::advertising::{Form, picture, text_form};
use crate::app::{Answer, Person, TestApp, each_app};
use crate::push::{ADS, ad_form, ad_path, campaign_path, uuid, uuids};
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use placard_model::AdId;
use placard_store::advertising::{ads, specs};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};

async fn world(app: &TestApp) -> (Person, String) {
    let anna = app.advertiser("anna@x.org").await;
    app.deposit(&anna, 100).await;
    let campaign = uuid(&app.push_campaign(&anna, "Rain").await);
    (anna, campaign)
}

async fn make(app: &TestApp, person: &Person, form: &Form) -> Answer {
    app.send_form(Method::POST, ADS, person, form).await
}

async fn change(app: &TestApp, person: &Person, ad: &str, form: &Form) -> Answer {
    app.send_form(Method::PUT, &ad_path(ad), person, form).await
}

#[tokio::test]
async fn a_push_ad_is_made_read_and_changed() {
    each_app(async |app| {
        let (anna, campaign) = world(&app).await;
        let form = ad_form(&campaign)
            .with("image", picture(2))
            .with("crop_image", "0,0,640,320")
            .with("language_code", "de")
            .with("buttons[0][action]", "open")
            .with("buttons[0][title]", "See")
            .with("buttons[0][url]", "https://shop.example/see")
            .with("buttons[1][action]", "close")
            .with("buttons[1][title]", "Not now");
        let made = make(&app, &anna, &form).await.expect(201)["data"].clone();
        assert_eq!((&made["campaign_uuid"], &made["campaign_name"]), (&json!(campaign), &json!("Rain")));
        assert_eq!(
            (&made["status_id"], &made["bid"], &made["language_code"]),
            (&json!(10), &json!(0.05), &json!("de"))
        );
        assert_eq!((&made["icon"]["width"], &made["icon"]["height"]), (&json!(192), &json!(192)));
        assert_eq!((&made["image"]["width"], &made["image"]["height"]), (&json!(640), &json!(320)));
        let buttons = json!([
            {"action": "open", "title": "See", "url": "https://shop.example/see"},
            {"action": "close", "title": "Not now", "url": null}
        ]);
        assert_eq!(made["buttons"], buttons);
        let url = made["icon"]["url"].as_str().unwrap().to_owned();
        assert_eq!(app.get(&Person::default(), &url).await.status.as_u16(), 200);
        let path = ad_path(&uuid(&made));
        let read = app.get(&anna, &path).await.expect(200)["data"].clone();
        assert_eq!(read, made);

        // What is omitted stays; no button and no large picture are said in words.
        let form = ad_form(&campaign).without("icon").without("bid").with("title", "Sun at five");
        let after = change(&app, &anna, &uuid(&made), &form).await.expect(200)["data"].clone();
        assert_eq!((&after["title"], &after["version"]), (&json!("Sun at five"), &json!(2)));
        for field in ["icon", "image", "buttons", "bid", "language_code"] {
            assert_eq!(after[field], made[field], "{field}");
        }
        let form = form.with("buttons", "").with("remove_image", "true").with("version", "2");
        let after = change(&app, &anna, &uuid(&made), &form).await.expect(200)["data"].clone();
        assert_eq!((&after["buttons"], &after["image"]), (&json!([]), &Value::Null));
        let stale = change(&app, &anna, &uuid(&made), &form).await.expect(409);
        assert!(stale["detail"].as_str().unwrap().contains("version 3"), "{stale}");

        // The usual buttons, a picture as text, and the pictures of another ad.
        let url = format!("data:image/png;base64,{}", STANDARD.encode(picture(3)));
        let as_text = make(&app, &anna, &ad_form(&campaign).without("icon").with("icon", url)).await.expect(201);
        assert_eq!(as_text["data"]["icon"]["width"], 192);
        let usual = json!([
            {"action": "open", "title": "Open", "url": null}, {"action": "close", "title": "Close", "url": null}
        ]);
        assert_eq!((&as_text["data"]["buttons"], &as_text["data"]["language_code"]), (&usual, &json!("en")));
        let copy = ad_form(&campaign).without("icon").with("copy_of", uuid(&as_text["data"]));
        let copy = make(&app, &anna, &copy).await.expect(201);
        assert_eq!(copy["data"]["icon"], as_text["data"]["icon"]);

        // A status stops a new ad, or says nothing.
        for (status, wanted) in [("10", true), ("", true), ("1", false), ("2", true)] {
            let form = ad_form(&campaign).with("status_id", status);
            let made = make(&app, &anna, &form).await.expect(201)["data"].clone();
            assert_eq!((&made["status_id"], &made["is_started_wanted"]), (&json!(10), &json!(wanted)), "{status}");
        }
        let id = uuid(&copy["data"]);
        let said = |status: &str| ad_form(&campaign).without("icon").with("status_id", status);
        let wanted_after = async |status: &str| {
            change(&app, &anna, &id, &said(status)).await.expect(200)["data"]["is_started_wanted"].clone()
        };
        for status in ["1", "3", "10", ""] {
            assert_eq!(wanted_after(status).await, true, "{status}");
        }
        app.patch(&anna, &format!("{}/stop", ad_path(&id)), None).await.expect(200);
        assert_eq!(wanted_after("2").await, false);
        for wrong in ["12", "0", "started"] {
            assert_eq!(change(&app, &anna, &id, &said(wrong)).await.wrong_fields(), ["status_id"], "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn native_and_push_ads_take_their_ids_from_one_sequence() {
    each_app(async |app| {
        let (anna, campaign) = world(&app).await;
        let native = app.campaign(&anna, "Native").await;
        let group = app.group(&anna, native).await;
        let first = app.ad(&anna, group, &text_form()).await;
        let push = app.push_ad(&anna, &campaign).await["id"].as_i64().unwrap();
        let second = app.ad(&anna, group, &text_form()).await;
        assert_eq!([push, second], [first + 1, first + 2]);
    })
    .await;
}

#[tokio::test]
async fn wrong_fields_of_push_ads_are_named() {
    each_app(async |app| {
        let (anna, campaign) = world(&app).await;
        let form = || ad_form(&campaign);
        let check = async |form: Form, fields: &[&str]| {
            let mut found = make(&app, &anna, &form).await.wrong_fields();
            found.sort();
            assert_eq!(found, fields);
        };
        check(form().without("campaign_uuid"), &["campaign_uuid"]).await;
        check(form().with("campaign_uuid", "x"), &["campaign_uuid"]).await;
        check(form().with("title", " "), &["title"]).await;
        check(form().with("title", "x".repeat(61)).with("body", "x".repeat(151)), &["body", "title"]).await;
        check(form().with("url", "shop.example"), &["url"]).await;
        check(form().with("url", "https://localhost/x"), &["url"]).await;
        check(form().with("url", "https://shop.example/?s={site_domain}"), &["url"]).await;
        check(form().with("language_code", "english"), &["language_code"]).await;
        check(form().without("bid"), &["bid"]).await;
        check(form().with("bid", "0.005"), &["bid"]).await;
        check(form().with("bid", "0.051"), &["bid"]).await;
        check(form().with("bid", "0"), &["bid"]).await;
        check(form().with("bid", "1.01"), &["confirm_high_bid"]).await;
        check(form().with("bid", "1.01").with("confirm_high_bid", "perhaps"), &["confirm_high_bid"]).await;
        check(form().without("icon"), &["icon"]).await;
        check(form().with("icon", "https://pictures.example/1.png"), &["icon"]).await;
        check(form().with("crop_icon", "0,0,100,100"), &["icon"]).await;
        check(form().with("crop_icon", "0,0,300,200"), &["crop_icon"]).await;
        check(form().with("image", picture(1)).with("crop_image", "0,0,300,300"), &["crop_image"]).await;
        check(form().with("buttons[0][action]", "dance").with("buttons[0][title]", "x"), &["buttons.0.action"]).await;
        check(form().with("buttons[0][action]", "open").with("buttons[0][title]", ""), &["buttons.0.title"]).await;
        check(form().with("buttons[2][action]", "open"), &["buttons"]).await;
        check(form().with("colour", "red"), &["colour"]).await;
        make(&app, &anna, &form().with("bid", "1")).await.expect(201);
        make(&app, &anna, &form().with("bid", "1,01").with("confirm_high_bid", "true")).await.expect(201);
    })
    .await;
}

#[tokio::test]
async fn the_country_says_what_a_push_must_be_bid_at_least() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let god = app.god().await;
        let setting = json!({"value": "DE 0.2\nUS 0.5", "version": 0});
        app.put(&god, "/api/admin/settings/bids.by_country", setting).await.expect(200);
        let bounds = app.get(&anna, "/api-push-proxy/resources/settings").await.expect(200)["data"].clone();
        assert_eq!(
            (&bounds["min_bid"], &bounds["high_bid"], &bounds["decimals"]),
            (&json!(0.01), &json!(1), &json!(2))
        );
        assert_eq!(bounds["countries"][0], json!({"country_code": "DE", "min_bid": 0.2}));
        assert_eq!((&bounds["min_limit"], &bounds["title_max"]), (&json!(1), &json!(60)));
        let check = async |countries: Value, lowest: &str| {
            let form = json!({"name": "c", "target_id": 1, "countries": countries});
            let campaign = uuid(&app.post(&anna, crate::push::CAMPAIGNS, form).await.expect(201)["data"]);
            let form = ad_form(&campaign);
            let below = app.send_form(Method::POST, ADS, &anna, &form.clone().with("bid", "0.01")).await;
            if lowest == "0.01" {
                below.expect(201);
            } else {
                assert_eq!(below.wrong_fields(), ["bid"]);
            }
            let ad = make(&app, &anna, &form.with("bid", lowest)).await.expect(201)["data"].clone();
            let many = json!({"uuids": [uuid(&ad)], "bid": 0.01});
            let many = app.patch(&anna, &format!("{ADS}/many"), Some(many)).await;
            assert_eq!(many.status.as_u16(), if lowest == "0.01" { 200 } else { 422 });
        };
        check(json!(["FR"]), "0.01").await;
        check(json!(["FR", "DE"]), "0.2").await;
        check(json!([]), "0.5").await;
    })
    .await;
}

/// The shown status of a push ad in reads and in lists.
async fn status(app: &TestApp, person: &Person, ad: &str) -> i64 {
    let status = app.push_ad_field(person, ad, "status_id").await;
    let all = (1..=11).map(|id| format!("statuses={id}")).collect::<Vec<_>>().join("&");
    let list = app.get(person, &format!("{ADS}?{all}&ad={ad}")).await.expect(200);
    assert_eq!(list["data"][0]["status_id"], status, "{list}");
    let counted = &list["counts_by_status"][status.to_string()];
    assert_eq!(counted, 1, "{list}");
    status.as_i64().unwrap()
}

#[tokio::test]
async fn a_push_ad_goes_through_its_states() {
    each_app(async |app| {
        let ((anna, campaign), god) = (world(&app).await, app.god().await);
        let made = app.push_ad(&anna, &campaign).await;
        let (ad, id) = (uuid(&made), made["id"].as_i64().unwrap());
        let act = async |action: &str| app.patch(&anna, &format!("{}/{action}", ad_path(&ad)), None).await;
        let status = async || status(&app, &anna, &ad).await;
        assert_eq!(status().await, 10);
        // The wish may be said before, and holds when it is approved.
        act("stop").await.expect(200);
        assert_eq!(status().await, 10);
        app.approve(&god, id).await;
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "substatus_id").await), (1, json!(1)));
        assert_eq!(act("start").await.expect(200), json!({"message": {"started_count": 1}}));
        assert_eq!(status().await, 2);
        // Who stops it says why.
        let stop = format!("{}/stop", ad_path(&ad));
        app.patch(&anna, &stop, Some(json!({"substatus_id": 2}))).await.expect(200);
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "substatus_id").await), (1, json!(2)));
        for why in [3, 4] {
            let refused = app.patch(&anna, &stop, Some(json!({"substatus_id": why}))).await;
            assert_eq!(refused.wrong_fields(), ["substatus_id"], "{why}");
        }
        act("start").await.expect(200);
        let acting = app.acting(&god, &anna).await.0;
        app.patch(&acting, &stop, Some(json!({"substatus_id": 3}))).await.expect(200);
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "substatus_id").await), (1, json!(3)));
        act("start").await.expect(200);

        // A rule pauses it, until its owner starts it again.
        let halt = async move |tx: &placard_store::Tx| ads::set_paused_by_rule(tx, Scope::System, AdId(id), true).await;
        assert!(app.app.store.write("test_rule", Priority::Api, halt).await.unwrap());
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "substatus_id").await), (9, json!(2)));
        act("start").await.expect(200);
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "substatus_id").await), (2, Value::Null));

        // A moderator has it open: what they look at cannot be changed, and the status stays.
        let text = ad_form(&campaign).without("icon").with("title", "Snow at six");
        let waiting = change(&app, &anna, &ad, &text).await.expect(200)["data"].clone();
        assert_eq!((&waiting["status_id"], &waiting["is_started_wanted"]), (&json!(10), &json!(true)));
        app.open_ad(&god, id).await;
        let locked =
            change(&app, &anna, &ad, &text.clone().with("title", "Hail")).await.expect(409)["detail"].to_string();
        assert!(locked.contains("in moderation (10)"), "{locked}");
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "is_locked").await), (10, json!(true)));
        let url = json!({"uuids": [ad], "url": "https://other.example/"});
        app.patch(&anna, &format!("{ADS}/many"), Some(url)).await.expect(409);
        app.approve(&god, id).await;
        assert_eq!(status().await, 2, "as its owner wanted");

        // A bid is no matter of moderation; a link is.
        app.patch(&anna, &format!("{ADS}/many"), Some(json!({"uuids": [ad], "bid": 0.07}))).await.expect(200);
        assert_eq!((status().await, app.push_ad_field(&anna, &ad, "bid").await), (2, json!(0.07)));
        let url = json!({"uuids": [ad], "url": "https://other.example/"});
        app.patch(&anna, &format!("{ADS}/many"), Some(url)).await.expect(200);
        assert_eq!(status().await, 10);
        let form = json!({"reasons": [16], "comment": "It does not load"});
        app.reject(&god, id, form).await.expect(200);
        assert_eq!(status().await, 11);
        let reasons = app.push_ad_field(&anna, &ad, "reasons").await;
        assert_eq!(
            (&reasons[0]["id"], app.push_ad_field(&anna, &ad, "comment").await),
            (&json!(16), json!("It does not load"))
        );
        let refused = act("start").await.expect(409)["detail"].to_string();
        assert!(refused.contains("declined (11)"), "{refused}");
        // Its form goes back with the status that it shows.
        let read = text.clone().with("url", "https://other.example/").with("bid", "0.06").with("status_id", "11");
        assert_eq!(change(&app, &anna, &ad, &read).await.expect(200)["data"]["status_id"], 11);
        act("remoderate").await.expect(200);
        assert_eq!(status().await, 10);
        let refused = act("remoderate").await.expect(409)["detail"].to_string();
        assert!(refused.contains("(10)"), "{refused}");
        app.approve(&god, id).await;
        assert_eq!(status().await, 2);

        // What stops its campaign stops the ad.
        let path = campaign_path(&campaign);
        app.patch(&anna, &format!("{path}/stop"), None).await.expect(200);
        assert_eq!(status().await, 1);
        // The form with the status that was read is no wish to stop this ad.
        let read = text.clone().with("url", "https://other.example/").with("bid", "0.08").with("status_id", "1");
        let kept = change(&app, &anna, &ad, &read).await.expect(200)["data"].clone();
        assert_eq!((&kept["status_id"], &kept["is_started_wanted"]), (&json!(1), &json!(true)));
        app.patch(&anna, &format!("{path}/archive"), None).await.expect(200);
        assert_eq!(status().await, 3);
        app.patch(&anna, &format!("{path}/unarchive"), None).await.expect(200);
        app.patch(&anna, &format!("{path}/start"), None).await.expect(200);
        assert_eq!(status().await, 2);
        // Nor is it after somebody started the campaign.
        assert_eq!(change(&app, &anna, &ad, &read).await.expect(200)["data"]["status_id"], 2);

        act("archive").await.expect(200);
        assert_eq!(status().await, 3);
        let refused = act("start").await.expect(409)["detail"].to_string();
        assert!(refused.contains("archived (3)") && refused.contains("started (2)"), "{refused}");
        change(&app, &anna, &ad, &text).await.expect(409);
        act("unarchive").await.expect(200);
        assert_eq!(status().await, 1);
        act("unarchive").await.expect(409);
    })
    .await;
}

#[tokio::test]
async fn ads_of_trusted_owners_run_and_are_looked_at_later() {
    each_app(async |app| {
        let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        app.deposit(&trusted, 100).await;
        let campaign = uuid(&app.push_campaign(&trusted, "Rain").await);
        let made = app.push_ad(&trusted, &campaign).await;
        assert_eq!(made["status_id"], 2);
        let form = ad_form(&campaign).without("icon").with("title", "Snow at six");
        assert_eq!(change(&app, &trusted, &uuid(&made), &form).await.expect(200)["data"]["status_id"], 2);
        let queue = app.get(&app.god().await, "/api/admin/moderation/ads").await.expect(200);
        let row = &queue["data"][0];
        assert_eq!((&row["id"], &row["is_check"], &row["campaign_type_id"]), (&made["id"], &json!(true), &json!(2)));
        let push = json!({
            "uuid": made["uuid"], "campaign_uuid": campaign, "language_code": "en", "buttons": made["buttons"]
        });
        assert_eq!((&row["push"], &row["title"]), (&push, &json!("Snow at six")));
        assert_eq!(row["short_description"], made["body"]);
    })
    .await;
}

#[tokio::test]
async fn many_push_ads_change_together() {
    each_app(async |app| {
        let (anna, campaign) = world(&app).await;
        let eve = app.advertiser("eve@x.org").await;
        let theirs = uuid(&app.push_campaign(&eve, "Theirs").await);
        let [first, second] = [uuid(&app.push_ad(&anna, &campaign).await), uuid(&app.push_ad(&anna, &campaign).await)];
        let foreign = uuid(&app.push_ad(&eve, &theirs).await);
        let many = async |body: Value| app.patch(&anna, &format!("{ADS}/many"), Some(body)).await;
        many(json!({"uuids": [first, foreign], "bid": 0.2})).await.expect(404);
        many(json!({"uuids": [first, second], "bid": 0.2, "url": "https://a.example/", "status_id": 1}))
            .await
            .expect(200);
        for ad in [&first, &second] {
            let row = app.get(&anna, &ad_path(ad)).await.expect(200)["data"].clone();
            assert_eq!((&row["bid"], &row["url"]), (&json!(0.2), &json!("https://a.example/")));
            assert_eq!(row["is_started_wanted"], false);
        }
        for (body, field) in [
            (json!({"uuids": [first]}), "status_id"),
            (json!({"uuids": [first], "status_id": 10}), "status_id"),
            (json!({"uuids": [first], "url": "shop"}), "url"),
            (json!({"uuids": [first], "bid": 0.011}), "bid"),
            (json!({"uuids": [first], "bid": 2}), "confirm_high_bid"),
            (json!({"uuids": [], "bid": 0.2}), "uuids"),
        ] {
            assert_eq!(many(body.clone()).await.wrong_fields(), [field], "{body}");
        }
        many(json!({"uuids": [first], "bid": 2, "confirm_high_bid": true})).await.expect(200);
        many(json!({"uuids": [first], "status_id": 3})).await.expect(200);
        // One whose state refuses it is told while the other changes, and keeps all that it had.
        let found =
            many(json!({"uuids": [first, second], "status_id": 2, "bid": 0.3})).await.expect(200)["data"].clone();
        assert_eq!((&found["updated_count"], &found["refused"][0]["uuid"]), (&json!(1), &json!(first)), "{found}");
        assert!(found["refused"][0]["detail"].to_string().contains("archived (3)"), "{found}");
        assert_eq!(
            (&app.push_ad_field(&anna, &first, "bid").await, found["refused"].as_array().unwrap().len()),
            (&json!(2), 1)
        );
        assert_eq!(app.push_ad_field(&anna, &second, "is_started_wanted").await, true);
        many(json!({"uuids": [first], "status_id": 2})).await.expect(409);
        // By number, as all ads are deleted.
        let id = app.push_ad_field(&anna, &second, "id").await;
        app.call(Method::DELETE, "/api/advertiser/ads/all", &anna, Some(json!({"ids": [id]}))).await.expect(204);
        app.get(&anna, &ad_path(&second)).await.expect(404);
        app.put(&anna, "/api/advertiser/ads/all/restore", json!({"ids": [id]})).await.expect(200);
        assert_eq!(app.push_ad_field(&anna, &second, "is_started_wanted").await, false);
    })
    .await;
}

#[tokio::test]
async fn push_ads_are_listed_in_pages() {
    each_app(async |app| {
        let (anna, campaign) = world(&app).await;
        let other = uuid(&app.push_campaign(&anna, "Other").await);
        let mut made = Vec::new();
        for (title, campaign, bid) in [("Oak", &campaign, "0.03"), ("Ash", &campaign, "0.02"), ("Elm", &other, "0.04")]
        {
            let form = ad_form(campaign).with("title", title).with("bid", bid);
            made.push(make(&app, &anna, &form).await.expect(201)["data"].clone());
        }
        let list = async |path: &str| app.get(&anna, path).await.expect(200);
        let titles = |list: &Value| {
            let rows = list["data"].as_array().unwrap().clone();
            rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(titles(&list(ADS).await), ["Elm", "Ash", "Oak"]);
        assert_eq!(titles(&list(&format!("{ADS}?order_by=title&order_direction=asc&limit=2")).await), ["Ash", "Elm"]);
        assert_eq!(titles(&list(&format!("{ADS}?order_by=bid&offset=1")).await), ["Oak", "Ash"]);
        assert_eq!(titles(&list(&format!("{ADS}?ad=el")).await), ["Elm"]);
        assert_eq!(titles(&list(&format!("{ADS}?ad={}", uuid(&made[0]))).await), ["Oak"]);
        let of_campaign = format!("{}/ads", campaign_path(&campaign));
        let found = list(&of_campaign).await;
        assert_eq!(
            (titles(&found), &found["pagination"]["total"]),
            (vec!["Ash".to_owned(), "Oak".to_owned()], &json!(2))
        );
        assert_eq!(titles(&list(&format!("{of_campaign}?ad={}", uuid(&made[2]))).await), Vec::<String>::new());
        // Lists of native ads have none of them.
        assert_eq!(list("/api/advertiser/ads/all").await["pagination"]["total"], 0);
        let id = &made[0]["id"];
        app.get(&anna, &format!("/api/advertiser/ads/universal/{id}")).await.expect(404);
        app.put(&anna, "/api/advertiser/ads/all/start", json!({"ids": [id]})).await.expect(404);

        let choices = list("/api-push-proxy/resources/ads?limit=2").await;
        assert_eq!(uuids(&choices), [uuid(&made[2]), uuid(&made[1])]);
        let choices = list(&format!("/api-push-proxy/resources/ads?campaign_uuid={campaign}&search=oa")).await;
        assert_eq!(choices["data"], json!([{"id": id, "uuid": made[0]["uuid"], "name": "Oak"}]));
        let choices = list("/api-push-proxy/resources/campaigns?search=OTH").await;
        assert_eq!(uuids(&choices), [other]);
        assert_eq!(list("/api-push-proxy/resources/blocks").await["data"], json!([]));
        assert_eq!(list("/api-push-proxy/resources/device_types").await["data"][0]["id"], 1);
        assert!(!list("/api-push-proxy/resources/geo_tree").await["data"].as_array().unwrap().is_empty());
        let macros = list("/api-push-proxy/resources/url_macros").await;
        assert!(!macros.to_string().contains("{site_domain}"), "{macros}");
        let crumbs = list(&format!("/api/advertiser/breadcrumbs?ad_id={id}")).await["data"].clone();
        assert_eq!((&crumbs["campaign"]["uuid"], &crumbs["ad_group"]), (&json!(campaign), &Value::Null));
        assert_eq!((&crumbs["ad"]["uuid"], &crumbs["ad"]["name"]), (&made[0]["uuid"], &json!("Oak")));
    })
    .await;
}

#[tokio::test]
async fn push_ads_of_others_are_not_found() {
    each_app(async |app| {
        let (anna, campaign) = world(&app).await;
        let (eve, webmaster) = (app.advertiser("eve@x.org").await, app.webmaster("web@x.org").await);
        let ad = uuid(&app.push_ad(&anna, &campaign).await);
        for (method, rest) in [
            (Method::GET, ""),
            (Method::PATCH, "/start"),
            (Method::PATCH, "/stop"),
            (Method::PATCH, "/archive"),
            (Method::PATCH, "/unarchive"),
            (Method::PATCH, "/remoderate"),
        ] {
            let call = async |person: &Person, path: &str| {
                app.call(method.clone(), &format!("{path}{rest}"), person, None).await
            };
            call(&eve, &ad_path(&ad)).await.expect(404);
            call(&anna, &ad_path("no-uuid")).await.expect(404);
            call(&webmaster, &ad_path(&ad)).await.expect(403);
            call(&Person::default(), &ad_path(&ad)).await.expect(401);
        }
        let form = ad_form(&campaign);
        change(&app, &eve, &ad, &form).await.expect(404);
        change(&app, &webmaster, &ad, &form).await.expect(403);
        make(&app, &eve, &form).await.expect(404);
        let own = uuid(&app.push_campaign(&eve, "Own").await);
        make(&app, &eve, &ad_form(&own).without("icon").with("copy_of", &ad)).await.expect(404);
        let moved = ad_form(&uuid(&app.push_campaign(&anna, "Another").await));
        assert_eq!(change(&app, &anna, &ad, &moved).await.wrong_fields(), ["campaign_uuid"]);
    })
    .await;
}

#[tokio::test]
async fn the_engine_gets_approved_push_ads_with_their_buttons() {
    each_app(async |app| {
        let ((anna, campaign), god) = (world(&app).await, app.god().await);
        let made = app.push_ad(&anna, &campaign).await;
        let id = AdId(made["id"].as_i64().unwrap());
        let spec = async || {
            let read = async move |conn: &placard_store::Conn| specs::ads(conn, Some(&[id])).await;
            app.app.store.read("test", read).await.unwrap().pop()
        };
        assert!(spec().await.is_none());
        app.approve(&god, id.0).await;
        let spec = spec().await.unwrap();
        assert!(spec.wanted);
        assert_eq!(spec.formats.0, 32);
        let push = spec.creative.push.unwrap();
        assert_eq!((push.language.as_str(), push.buttons.len()), ("en", 2));
        assert!(spec.creative.image_square.is_some() && spec.creative.image_horizontal.is_none());
    })
    .await;
}

#[tokio::test]
async fn a_development_token_stands_in_for_a_login_at_the_push_api_alone() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let token = "a-token-of-developers";
        let developer = Person { id: anna.id, token: token.to_owned() };
        app.get(&developer, crate::push::CAMPAIGNS).await.expect(401);
        for (name, value) in [("proxy_token", token.to_owned()), ("proxy_user", anna.id.to_string())] {
            let path = format!("/api/admin/settings/push_campaigns.{name}");
            app.put(&god, &path, json!({"value": value, "version": 0})).await.expect(200);
        }
        let campaign = uuid(&app.push_campaign(&developer, "Made by a page").await);
        assert_eq!(uuids(&app.get(&anna, crate::push::CAMPAIGNS).await.expect(200)), [campaign]);
        app.get(&developer, "/api/advertiser/campaigns").await.expect(401);
        app.get(&developer, "/api/account").await.expect(401);
        let wrong = Person { id: anna.id, token: "a-token-of-developerz".to_owned() };
        app.get(&wrong, crate::push::CAMPAIGNS).await.expect(401);
    })
    .await;
}
