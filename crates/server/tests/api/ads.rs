//! Ads: forms, pictures, bids, states, moderation's consequences.

use crate::advertising::{ad_form, ad_path, ads_of, ids, picture, text_form};
use crate::app::{Answer, Person, TestApp, each_app};
use crate::delivery;
use axum::http::Method;
use placard_api::media::widths;
use placard_model::user::UserType;
use placard_store::advertising::ads::{self, AdSettings};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const ALL: &str = "/api/advertiser/ads/all";

async fn world(app: &TestApp) -> (Person, i64) {
    let anna = app.advertiser("anna@x.org").await;
    app.deposit(&anna, 100).await;
    let campaign = app.campaign(&anna, "Campaign").await;
    let group = app.group(&anna, campaign).await;
    (anna, group)
}

#[tokio::test]
async fn an_ad_of_an_earlier_version_has_its_number_for_itself() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let first = app.ad(&anna, group, &text_form()).await;
        // A server of before has made ads without taking their numbers here.
        let behind = if app.app.store.is_postgres() {
            "ALTER SEQUENCE ad_numbers_id_seq RESTART WITH 1"
        } else {
            "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'ad_numbers'"
        };
        for sql in ["DELETE FROM ad_numbers", behind] {
            let run = async move |tx: &placard_store::Tx| tx.execute(sql, []).await.map(drop);
            app.app.store.write("test_behind", Priority::Api, run).await.unwrap();
        }
        assert!(app.ad(&anna, group, &text_form()).await > first);
        assert!(app.ad(&anna, group, &text_form()).await > first + 1);
    })
    .await;
}

#[tokio::test]
async fn bids_of_many_ads_are_set_for_all_of_them_or_none() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let eve = app.advertiser("eve@x.org").await;
        let everywhere = app.ad(&anna, group, &text_form()).await;
        let by_country = text_form().with("bids[0][country_code]", "DE").with("bids[0][bid]", "3");
        let by_country = app.ad(&anna, group, &by_country).await;
        let bids = async |ad: i64| {
            let ad = app.get(&anna, &ad_path(ad)).await.expect(200)["data"].clone();
            (ad["one_bid_for_all_geo"].clone(), ad["bids"].clone())
        };
        let before = [bids(everywhere).await, bids(by_country).await];
        assert_eq!(before[1].1, json!([{"country_code": "DE", "bid": 3}]));
        let set = async |form: Value| app.put(&anna, "/api/advertiser/ads/all/bid", form).await;
        let both = json!([everywhere, by_country]);

        let refused = set(json!({"ids": both, "one_bid_for_all_geo": 2.75})).await.expect(409);
        let told = refused["detail"].as_str().unwrap().to_owned();
        assert!(told.contains(&format!("replace: {by_country}.")), "{told}");
        // Those that are somebody else's, or nobody's, are named, and nothing else is told of them.
        let missing = json!({"ids": [everywhere, 424_242, 424_243], "one_bid_for_all_geo": 2.75});
        let told = set(missing).await.expect(404)["detail"].as_str().unwrap().to_owned();
        assert!(told.ends_with(": 424242, 424243."), "{told}");
        let foreign = json!({"ids": [everywhere], "one_bid_for_all_geo": 2.75});
        let told = app.put(&eve, "/api/advertiser/ads/all/bid", foreign).await.expect(404)["detail"].clone();
        assert!(told.as_str().unwrap().ends_with(&format!(": {everywhere}.")), "{told}");
        for (wrong, field) in [
            (json!({"ids": both}), "one_bid_for_all_geo"),
            (json!({"ids": both, "bids": {}}), "one_bid_for_all_geo"),
            (json!({"ids": both, "one_bid_for_all_geo": 0.5, "replace_country_bids": true}), "one_bid_for_all_geo"),
            (json!({"ids": both, "one_bid_for_all_geo": 2.1234}), "one_bid_for_all_geo"),
            (json!({"ids": both, "bids": {"QQ": 2}}), "bids.QQ"),
            (json!({"ids": both, "bids": {"DE": 2, "de": 3}}), "bids.de"),
            (json!({"ids": both, "bids": {"DE": 2.1234}}), "bids.DE"),
            (json!({"ids": both, "bids": {"DE": 0.5}}), "bids"),
            (json!({"ids": [], "bids": {"DE": 2}}), "ids"),
        ] {
            assert_eq!(set(wrong.clone()).await.wrong_fields(), [field], "{wrong}");
        }
        assert_eq!([bids(everywhere).await, bids(by_country).await], before, "nothing was changed");

        let meant = json!({"ids": both, "one_bid_for_all_geo": 2.75, "replace_country_bids": true});
        assert_eq!(set(meant).await.expect(200)["data"], json!({"updated_count": 2}));
        for ad in [everywhere, by_country] {
            assert_eq!(bids(ad).await, (json!(2.75), json!([])));
        }
        set(json!({"ids": both, "bids": {"fr": 2, "DE": 3.5}})).await.expect(200);
        let countries = json!([{"country_code": "DE", "bid": 3.5}, {"country_code": "FR", "bid": 2}]);
        for ad in [everywhere, by_country] {
            assert_eq!(bids(ad).await, (Value::Null, countries.clone()));
        }
        set(json!({"ids": [everywhere], "one_bid_for_all_geo": 4, "bids": {"DE": 3}})).await.expect(200);
        assert_eq!(bids(everywhere).await, (json!(4), json!([{"country_code": "DE", "bid": 3}])));
        // The log keeps fields, as the API calls them.
        let god = app.person("second@x.org", |new| new.user_type = UserType::God).await;
        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", anna.id)).await.expect(200);
        let newest = &log["data"][0];
        assert_eq!(newest["before"], json!({"one_bid_for_all_geo": null, "bids": countries}), "{newest}");
        let after = json!({"one_bid_for_all_geo": 4, "bids": [{"country_code": "DE", "bid": 3}]});
        assert_eq!(newest["after"], after, "{newest}");
    })
    .await;
}

#[tokio::test]
async fn an_ad_is_made_with_pictures() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let form = ad_form()
            .with("crop_square", "100,0,480,480")
            .with("bids[0][country_code]", "de")
            .with("bids[0][bid]", "3,5")
            .with("frequency_cap[shows]", "3")
            .with("frequency_cap[hours]", "24");
        let made = app.send_form(Method::POST, &ads_of(group), &anna, &form).await.expect(201)["data"].clone();
        assert_eq!(made["supported_block_format_types"], json!([1, 16]));
        assert_eq!((&made["one_bid_for_all_geo"], &made["status_id"]), (&json!(2.5), &json!(1)));
        assert_eq!(made["bids"], json!([{"country_code": "DE", "bid": 3.5}]));
        assert_eq!(made["frequency_cap"], json!({"shows": 3, "hours": 24}));
        assert_eq!((&made["campaign_name"], &made["group_name"]), (&json!("Campaign"), &json!("Group")));
        let contents = made["media_contents"].as_array().unwrap();
        assert_eq!((&contents[0]["kind"], &contents[0]["width"]), (&json!("square"), &json!(480)));
        assert_eq!(
            (&contents[1]["kind"], &contents[1]["width"], &contents[1]["height"]),
            (&json!("horizontal"), &json!(640), &json!(360))
        );
        let url = contents[0]["url"].as_str().unwrap();
        for (url, mime) in [(url.to_owned(), "image/webp"), (url.replace(".webp", ".jpg"), "image/jpeg")] {
            let file = app.get(&Person::default(), &url).await;
            assert_eq!((file.status.as_u16(), &file.headers["content-type"]), (200, &mime.parse().unwrap()));
        }
        // Of 480 px there are narrower ones, for ever; where one is missing, the whole one for now, until it is made.
        let kept = |file: &Answer| file.headers["cache-control"].to_str().unwrap().contains("immutable");
        let narrow = url.replace(".webp", ".160.webp");
        let file = app.get(&Person::default(), &narrow).await;
        let whole = app.get(&Person::default(), url).await;
        assert!(kept(&file) && file.text.len() < whole.text.len(), "{:?}", file.headers);
        let name = narrow.trim_start_matches("/m/");
        let path = app.app.config.data_dir.join("media").join(&name[..2]).join(name);
        std::fs::remove_file(&path).unwrap();
        let wide = app.get(&Person::default(), &narrow).await;
        assert!(!kept(&wide) && wide.text == whole.text);
        widths::make_missing(&app.app.api, &CancellationToken::new()).await.unwrap();
        let again = app.get(&Person::default(), &narrow).await;
        assert!(kept(&again) && again.text.len() < whole.text.len(), "{:?}", again.headers);
        app.get(&Person::default(), &url.replace(".webp", ".161.webp")).await.expect(404);
        assert_eq!(ids(&app.get(&anna, &ads_of(group)).await.expect(200)), [made["id"].as_i64().unwrap()]);

        // Pictures that are not sent stay; the frequency cap goes.
        let without =
            text_form().with("title", made["title"].as_str().unwrap()).with("supported_block_format_types[]", "1");
        let after =
            app.send_form(Method::PUT, &ad_path(made["id"].as_i64().unwrap()), &anna, &without).await.expect(200);
        assert_eq!(after["data"]["media_contents"], made["media_contents"]);
        assert_eq!(after["data"]["supported_block_format_types"], json!([1, 4]));
        assert_eq!((&after["data"]["frequency_cap"], &after["data"]["bids"]), (&Value::Null, &json!([])));
    })
    .await;
}

#[tokio::test]
async fn wrong_forms_are_refused() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let check = async |form: crate::advertising::Form, fields: &[&str]| {
            let mut found = app.send_form(Method::POST, &ads_of(group), &anna, &form).await.wrong_fields();
            found.sort();
            assert_eq!(found, fields);
        };
        let (native, text) = (ad_form(), text_form());
        check(native.clone().with("title", "Too short"), &["title"]).await;
        check(native.clone().without("media_content_file_square"), &["media_content_file_square"]).await;
        check(native.clone().without("media_content_file_horizontal"), &["media_content_file_horizontal"]).await;
        check(native.clone().with("crop_square", "0,0,9999,9999"), &["crop_square"]).await;
        check(native.clone().with("crop_square", "0,0,300,200"), &["crop_square"]).await;
        check(native.clone().with("crop_square", "a,b"), &["crop_square"]).await;
        for hostile in [
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec(),
            b"%PDF-1.7".to_vec(),
            picture(2)[..500].to_vec(),
            [picture(2), b"<script>alert(1)</script>".to_vec()].concat(),
            png_that_claims(60_000, 60_000),
        ] {
            check(native.clone().with("media_content_file_square", hostile), &["media_content_file_square"]).await;
        }
        let neither = native.clone().with("media_content_file_square", b"?");
        let neither = neither.with("media_content_file_horizontal", b"?");
        check(neither, &["media_content_file_horizontal", "media_content_file_square"]).await;
        check(text.clone().without("supported_block_format_types[]"), &["supported_block_format_types"]).await;
        check(text.clone().with("supported_block_format_types[]", "3"), &["supported_block_format_types"]).await;
        check(text.clone().with("short_description", ""), &["short_description"]).await;
        check(text.clone().with("brand", "b".repeat(26)), &["brand"]).await;
        check(text.clone().with("colour", "red"), &["colour"]).await;
        check(text.clone().with("frequency_cap[shows]", "3"), &["frequency_cap"]).await;
        check(
            text.clone().with("frequency_cap[shows]", "0").with("frequency_cap[hours]", "721"),
            &["frequency_cap.hours", "frequency_cap.shows"],
        )
        .await;
        for url in [
            "",
            "ftp://shop.example/",
            "javascript:alert(1)",
            "https://shop",
            "https://a:b@shop.example/",
            "shop.example",
        ] {
            check(text.clone().with("original_url", url), &["original_url"]).await;
        }
        check(text.clone().with("original_url", "https://shop.example/?s={site_domain}"), &["original_url"]).await;
        check(text.clone().with("primary_source_url", "gopher://x.y"), &["primary_source_url"]).await;
        for bid in ["0.999", "-1", "0", "1.2345", "abc", "1000.5", "1e9", "NaN"] {
            check(text.clone().with("one_bid_for_all_geo", bid), &["one_bid_for_all_geo"]).await;
        }
        check(text.clone().with("bids[0][country_code]", "DE").with("bids[0][bid]", "0.5"), &["bids.0.bid"]).await;
        check(text.clone().with("bids[0][country_code]", "QQ").with("bids[0][bid]", "5"), &["bids.0.country_code"])
            .await;
        check(text.clone().with("bids[999][bid]", "5"), &["bids"]).await;
        check(text.clone().with("title", b"\xff\xfe"), &["title"]).await;
        app.post(&anna, &ads_of(group), json!({})).await.expect(415);
        assert_eq!(app.get(&anna, &ads_of(group)).await.expect(200)["pagination"]["total"], 0);
        let media = app.app.config.data_dir.join("media");
        let stored = walk(&media).into_iter().filter(|path| path.extension().is_some_and(|e| e == "part")).count();
        assert_eq!(stored, 0, "nothing half written");
    })
    .await;
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .flat_map(|entry| if entry.path().is_dir() { walk(&entry.path()) } else { vec![entry.path()] })
        .collect()
}

/// A PNG header that claims a size.
fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(width.to_be_bytes());
    png.extend(height.to_be_bytes());
    png.extend([8, 6, 0, 0, 0]);
    let crc = !png[12..].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
    });
    png.extend(crc.to_be_bytes());
    png.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e\0\0\0\0IEND\xae\x42\x60\x82");
    png
}

#[tokio::test]
async fn the_lowest_bid_depends_on_user_and_country() {
    each_app(async |app| {
        let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        let campaign = app.campaign(&trusted, "Trusted").await;
        let group = app.group(&trusted, campaign).await;
        let god = app.god().await;
        let path = "/api/admin/settings/bids.by_country";
        for wrong in ["XX 0.5", "US", "US 0.0001", "US 0.5 1", "0.5 US", "US 99999999"] {
            app.put(&god, path, json!({"value": wrong, "version": 0})).await.expect(422);
        }
        let set = app.put(&god, path, json!({"value": "us 0.5\nUS 0.4\n", "version": 0})).await.expect(200);
        assert_eq!(set["data"]["value"], "US 0.5\nUS 0.4", "of two the higher one holds");
        let bid = async |bid: &str| {
            let form = text_form().with("one_bid_for_all_geo", bid);
            app.send_form(Method::POST, &ads_of(group), &trusted, &form).await
        };
        assert_eq!(bid("0.4").await.wrong_fields(), ["one_bid_for_all_geo"], "the ad could be shown in the US");
        bid("0.5").await.expect(201);
        let german = json!({"name": "Group", "countries": ["DE"]});
        app.put(&trusted, &format!("/api/advertiser/ad_groups/{group}"), german).await.expect(200);
        let cheap = bid("0.1").await.expect(201)["data"]["id"].as_i64().unwrap();
        // A copy that could be shown in the US needs as much as any other ad there.
        let everywhere = app.group(&trusted, campaign).await;
        let copy = format!("{}/copy", ad_path(cheap));
        app.post(&trusted, &copy, json!({"group_id": everywhere})).await.expect(409);
        app.post(&trusted, &copy, json!({})).await.expect(201);
        assert_eq!(bid("0.09").await.wrong_fields(), ["one_bid_for_all_geo"]);
        let minima = app.get(&trusted, "/api/targeting/min_bids").await.expect(200)["data"].clone();
        assert_eq!(
            minima,
            json!({"min_bid": 0.1, "default_bid": 4, "step": 0.1, "decimals": 3,
                   "countries": [{"country_code": "US", "min_bid": 0.5}]})
        );
        let ad = app.ad(&trusted, group, &text_form().without("one_bid_for_all_geo")).await;
        assert_eq!(app.ad_field(&trusted, ad, "one_bid_for_all_geo").await, json!(4));
        // Extended permissions: the macro of the site's domain. Trust: no queue, started at once.
        let form = text_form().with("original_url", "https://shop.example/?s={site_domain}");
        let ad = app.ad(&trusted, group, &form).await;
        app.deposit(&trusted, 100).await;
        assert_eq!(app.ad_field(&trusted, ad, "status_id").await, 5);
        assert_eq!(app.campaign_status(&trusted, campaign).await, 2);
    })
    .await;
}

#[tokio::test]
async fn a_changed_ad_is_moderated_again_but_a_new_bid_is_not() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let god = app.god().await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let status = async || app.ad_field(&anna, ad, "status_id").await;
        let put = async |form: crate::advertising::Form| {
            app.send_form(Method::PUT, &ad_path(ad), &anna, &form).await.expect(200)["data"]["status_id"].clone()
        };
        app.approve(&god, ad).await;
        assert_eq!(status().await, 5);
        assert_eq!(put(text_form().with("one_bid_for_all_geo", "3")).await, 5);
        let bid = json!({"ids": [ad], "one_bid_for_all_geo": 3.25});
        assert_eq!(app.put(&anna, &format!("{ALL}/bid"), bid).await.expect(200)["data"]["updated_count"], 1);
        assert_eq!(status().await, 5);
        for form in [
            text_form().with("title", "Another title"),
            text_form().with("short_description", "Another description"),
            text_form().with("brand", "Another"),
            text_form().with("original_url", "https://other.example/"),
            text_form().with("media_content_file_square", picture(9)),
        ] {
            assert_eq!(put(form).await, 1);
            app.approve(&god, ad).await;
            if put(text_form()).await == 1 {
                app.approve(&god, ad).await;
            }
        }
        let url = json!({"ids": [ad], "original_url": "https://third.example/"});
        app.put(&anna, &format!("{ALL}/original_url"), url).await.expect(200);
        assert_eq!(status().await, 1);
        app.put(&anna, &format!("{ALL}/original_url"), json!({"ids": [ad], "original_url": "x"})).await.expect(422);
        app.put(&anna, &format!("{ALL}/bid"), json!({"ids": [ad], "one_bid_for_all_geo": 0.5})).await.expect(422);
        let stale = text_form().with("version", "1");
        app.send_form(Method::PUT, &ad_path(ad), &anna, &stale).await.expect(409);
    })
    .await;
}

#[tokio::test]
async fn ads_are_started_stopped_archived_and_deleted() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let god = app.god().await;
        let first = app.ad(&anna, group, &text_form()).await;
        let second = app.ad(&anna, group, &text_form()).await;
        let put =
            async |action: &str, ids: &[i64]| app.put(&anna, &format!("{ALL}/{action}"), json!({"ids": ids})).await;
        let refused = put("start", &[first, second]).await.expect(409)["detail"].to_string();
        assert!(refused.contains("waiting for moderation (2)") && refused.contains("started (5)"), "{refused}");
        app.approve(&god, first).await;
        app.approve(&god, second).await;
        assert_eq!(put("stop", &[first]).await.expect(200)["message"]["started_count"], 0);
        assert_eq!(app.ad_field(&anna, first, "status_id").await, 4);
        assert_eq!(put("start", &[first, second]).await.expect(200)["message"]["started_count"], 2);
        let path = format!("{}/archive", ad_path(first));
        assert_eq!(app.put_empty(&anna, &path).await.expect(200)["data"]["status_id"], 6);
        let refused = put("start", &[first]).await.expect(409)["detail"].to_string();
        assert!(refused.contains("archived (6)"), "{refused}");
        app.send_form(Method::PUT, &ad_path(first), &anna, &text_form()).await.expect(409);
        assert_eq!(ids(&app.get(&anna, ALL).await.expect(200)), [second], "archived ones are left out");
        assert_eq!(ids(&app.get(&anna, &format!("{ALL}?filters[status][]=6")).await.expect(200)), [first]);
        app.put_empty(&anna, &format!("{}/unarchive", ad_path(first))).await.expect(200);
        assert_eq!(app.ad_field(&anna, first, "status_id").await, 4);
        let list = app.get(&anna, ALL).await.expect(200);
        assert_eq!(list["counts_by_status"], json!({"4": 1, "5": 1, "total": 2}));
        // One that nobody has: none is deleted, and it is named.
        let missing = Some(json!({"ids": [first, 424_242]}));
        let told =
            app.call(Method::DELETE, ALL, &anna, missing).await.expect(404)["detail"].as_str().unwrap().to_owned();
        assert!(told.ends_with(": 424242."), "{told}");
        assert_eq!(app.get(&anna, ALL).await.expect(200)["pagination"]["total"], 2);
        app.call(Method::DELETE, ALL, &anna, Some(json!({"ids": [first, second]}))).await.expect(204);
        assert_eq!(ids(&app.get(&anna, ALL).await.expect(200)), Vec::<i64>::new());
        assert_eq!(put("start", &[]).await.wrong_fields(), ["ids"]);
        assert_eq!(put("start", &(1..=1001).collect::<Vec<_>>()).await.wrong_fields(), ["ids"]);
        put("start", &[first]).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn each_kind_of_ad_has_calls_of_its_own() {
    each_app(async |app| {
        let (anna, group) = world(&app).await;
        let other = app.group(&anna, app.campaign(&anna, "Other").await).await;
        let eve = app.advertiser("eve@x.org").await;
        let of = |group: i64, rest: &str| format!("/api/advertiser/ad_groups/{group}/ads/{rest}");
        let pictured = ad_form().without("supported_block_format_types[]").with("full_text", "All of it.");
        let plain = text_form().without("supported_block_format_types[]").with("full_text", "All of it.");
        for (kind, form, formats) in [
            ("teaser", &pictured, json!([16])),
            ("native", &pictured, json!([1, 16])),
            ("text-ads", &plain, json!([4])),
            ("long-text", &plain, json!([8])),
            ("article", &pictured, json!([2])),
        ] {
            let create = of(group, &format!("{kind}/create"));
            let made = app.send_form(Method::POST, &create, &anna, form).await.expect(201)["data"].clone();
            assert_eq!(made["supported_block_format_types"], formats, "{kind}");
            let update = |group: i64| of(group, &format!("{kind}/update/{}", made["id"]));
            let changed = form.clone().with("brand", "Another").with("version", made["version"].to_string());
            let after = app.send_form(Method::POST, &update(group), &anna, &changed).await.expect(200)["data"].clone();
            assert_eq!(
                (&after["brand"], &after["supported_block_format_types"]),
                (&json!("Another"), &formats),
                "{kind}"
            );
            assert_eq!(
                after["media_contents"].as_array().unwrap().len(),
                made["media_contents"].as_array().unwrap().len()
            );
            // The version is that of before; the group is another; the ad is somebody else's.
            app.send_form(Method::POST, &update(group), &anna, &changed).await.expect(409);
            app.send_form(Method::POST, &update(other), &anna, form).await.expect(404);
            app.send_form(Method::POST, &update(group), &eve, form).await.expect(404);
            let untitled = form.clone().with("title", "");
            for path in [create, update(group)] {
                assert_eq!(
                    app.send_form(Method::POST, &path, &anna, &untitled).await.wrong_fields(),
                    ["title"],
                    "{kind}"
                );
            }
        }
        assert_eq!(app.get(&anna, &ads_of(group)).await.expect(200)["pagination"]["total"], 5);
    })
    .await;
}

#[tokio::test]
async fn an_ad_that_leads_there_already_goes_on() {
    each_app(async |app| {
        let mut world = delivery::World::build(&app).await;
        let (ad, url) = (world.ads[0], "https://shop.test/plain");
        let settings = AdSettings { original_url: url.to_owned(), ..delivery::ad_settings(1) };
        let update = async move |tx: &_| ads::update(tx, Scope::System, ad, &settings, None, true).await;
        app.app.store.write("test_url", Priority::Api, update).await.unwrap();
        world.inventory.catch_up().await.unwrap();
        let shown = delivery::ask(&app, world.block.0).await.len();
        let form = json!({"ids": [ad.0], "original_url": url});
        app.put(&world.advertiser, &format!("{ALL}/original_url"), form).await.expect(200);
        world.inventory.catch_up().await.unwrap();
        assert_eq!(delivery::ask(&app, world.block.0).await.len(), shown);
    })
    .await;
}
