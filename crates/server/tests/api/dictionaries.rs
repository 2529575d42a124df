//! Categories, traffic sources and templates, as staff keep them: what is closed stays with what has it.

use crate::access::give_client;
use crate::advertising::CAMPAIGNS;
use crate::app::{Person, each_app};
use crate::publishing::{block, site};
use placard_store::{Priority, Tx};
use serde_json::{Value, json};

const CATEGORIES: &str = "/api/admin/categories";
const SOURCES: &str = "/api/admin/traffic_sources";
const TEMPLATES: &str = "/api/admin/templates";

fn of<'a>(answer: &'a Value, id: &Value) -> &'a Value {
    answer["data"].as_array().unwrap().iter().find(|row| row["id"] == *id).unwrap()
}

fn has(answer: &Value, id: &Value) -> bool {
    answer["data"].as_array().unwrap().iter().any(|row| row["id"] == *id)
}

#[tokio::test]
async fn a_closed_category_stays_with_what_has_it() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let (anna, emil) = (app.advertiser("anna@x.org").await, app.webmaster("emil@x.org").await);
        let choices =
            async |query: &str| app.get(&anna, &format!("/api/targeting/categories{query}")).await.expect(200);
        let form = json!({"name": " Boats "});
        app.post(&sales, CATEGORIES, form.clone()).await.expect(403);
        app.get(&anna, CATEGORIES).await.expect(403);
        let made = app.post(&god, CATEGORIES, form).await.expect(201)["data"].clone();
        let id = made["id"].clone();
        assert_eq!(
            made,
            json!({"id": id, "name": "Boats", "iab_code": "", "is_active": true, "sites_count": 0,
                   "campaigns_count": 0, "version": made["version"]})
        );
        for (wrong, field) in [(json!({"name": "BOATS"}), "name"), (json!({"name": ""}), "name")] {
            assert_eq!(app.post(&god, CATEGORIES, wrong).await.wrong_fields(), [field]);
        }
        assert_eq!(of(&choices("").await, &id), &json!({"id": id, "name": "Boats", "is_active": true}));

        // A campaign, a group, a site and its lists have it.
        let campaign = |name: &str| json!({"name": name, "target_id": 1, "categories": [id, 1]});
        let own = app.post(&anna, CAMPAIGNS, campaign("Boats")).await.expect(201)["data"]["id"].clone();
        let groups = format!("{CAMPAIGNS}/{own}/ad_groups");
        let group = app.post(&anna, &groups, json!({"name": "A", "categories": [id]})).await.expect(201);
        let group = format!("/api/advertiser/ad_groups/{}", group["data"]["id"]);
        let lists =
            json!({"domain": "boats.example", "category": id, "allowed_categories": [id], "forbidden_categories": [2]});
        let shop = app.post(&emil, "/api/webmaster/sites", lists.clone()).await.expect(201)["data"]["id"].clone();
        for field in ["category", "allowed_categories", "forbidden_categories"] {
            let mut wrong = json!({"domain": "other.example"});
            wrong[field] = if field == "category" { json!(424_242) } else { json!([424_242]) };
            assert_eq!(app.post(&emil, "/api/webmaster/sites", wrong).await.wrong_fields(), [field]);
        }
        // Sales count what is their clients'.
        let counts = async |who: &Person| {
            let listed = app.get(who, CATEGORIES).await.expect(200);
            let kept = of(&listed, &id).clone();
            (kept["sites_count"].clone(), kept["campaigns_count"].clone())
        };
        assert_eq!(counts(&god).await, (json!(1), json!(1)));
        assert_eq!(counts(&sales).await, (json!(0), json!(0)));
        give_client(&app, &sales, &anna).await;
        assert_eq!(counts(&sales).await, (json!(0), json!(1)));

        let path = format!("{CATEGORIES}/{id}");
        let closed = json!({"name": "Boats", "is_active": false, "version": made["version"]});
        app.put(&sales, &path, closed.clone()).await.expect(403);
        let closed = app.put(&god, &path, closed).await.expect(200)["data"].clone();
        assert_eq!(closed["is_active"], false);
        // Who saw it open does not open it again by a change of its name.
        let late = json!({"name": "Ships", "version": made["version"]});
        app.put(&god, &path, late).await.expect(409);
        app.put(&god, &format!("{CATEGORIES}/424242"), json!({"name": "Ships"})).await.expect(404);
        assert!(!has(&choices("").await, &id));
        assert_eq!(of(&choices("?with_closed=1").await, &id)["is_active"], false);

        // Nobody else gets it; those who have it keep it, and so do copies.
        let refused = app.post(&anna, CAMPAIGNS, campaign("More")).await;
        assert!(refused.text.contains("Boats, which is closed"), "{}", refused.text);
        assert_eq!(refused.wrong_fields(), ["categories"]);
        assert_eq!(
            app.post(&anna, &groups, json!({"name": "B", "categories": [id]})).await.wrong_fields(),
            ["categories"]
        );
        let renamed = app.put(&anna, &format!("{CAMPAIGNS}/{own}"), campaign("Renamed")).await.expect(200);
        assert_eq!(renamed["data"]["categories"], json!([id, 1]));
        app.put(&anna, &group, json!({"name": "Renamed", "categories": [id]})).await.expect(200);
        let mut renamed = lists;
        renamed["name"] = json!("Renamed");
        app.put(&emil, &format!("/api/webmaster/sites/{shop}"), renamed).await.expect(200);
        let copy = app.post(&anna, &format!("{CAMPAIGNS}/{own}/copy"), json!({})).await.expect(201)["data"].clone();
        assert_eq!(copy["categories"], json!([id, 1]));
        let copied = app.get(&anna, &format!("{CAMPAIGNS}/{}/ad_groups", copy["id"])).await.expect(200);
        let copied = format!("/api/advertiser/ad_groups/{}", copied["data"][0]["id"]);
        assert_eq!(app.get(&anna, &copied).await.expect(200)["data"]["categories"], json!([id]));
        // Ads of it run on: other sites may keep them out, or let them in, and not be about it.
        let keeping = json!({"domain": "calm.example", "forbidden_categories": [id]});
        app.post(&emil, "/api/webmaster/sites", keeping).await.expect(201);
        let about = json!({"domain": "about.example", "category": id});
        assert_eq!(app.post(&emil, "/api/webmaster/sites", about).await.wrong_fields(), ["category"]);
        // What a site has of old stays whatever became of it.
        let old = format!("UPDATE sites SET forbidden_categories = '[424242]' WHERE id = {shop}");
        app.app.store.write("test", Priority::Api, async move |tx: &Tx| tx.execute(&old, []).await).await.unwrap();
        let kept = json!({"domain": "boats.example", "category": id, "forbidden_categories": [424_242]});
        app.put(&emil, &format!("/api/webmaster/sites/{shop}"), kept).await.expect(200);
        // Of many groups those get it that have it; the others are named, before and when it is done.
        let other = app.post(&anna, &groups, json!({"name": "Other"})).await.expect(201)["data"].clone();
        let own_group: i64 = group.rsplit('/').next().unwrap().parse().unwrap();
        for dry_run in [true, false] {
            let change =
                json!({"ids": [own_group, other["id"]], "change": {"categories": [id, 1]}, "dry_run": dry_run});
            let done = app.put(&anna, "/api/advertiser/ad_groups/all", change).await.expect(200)["data"].clone();
            let of_all = (done["groups"].as_array().unwrap().len(), done["refused"].as_array().unwrap().len());
            assert_eq!(of_all, (1, 1), "{done}");
            assert!(done["refused"][0]["detail"].as_str().unwrap().contains("Boats, which is closed"), "{done}");
        }
        // What was taken away does not come back.
        app.put(&anna, &format!("{CAMPAIGNS}/{own}"), json!({"name": "Renamed", "target_id": 1, "categories": [1]}))
            .await
            .expect(200);
        let again = app.put(&anna, &format!("{CAMPAIGNS}/{own}"), campaign("Renamed")).await;
        assert_eq!(again.wrong_fields(), ["categories"]);

        let log = app.get(&god, "/api/admin/audit_log?subject=category").await.expect(200);
        let actions: Vec<&Value> = log["data"].as_array().unwrap().iter().map(|row| &row["action"]).collect();
        assert_eq!(actions, ["update_category", "create_category"]);
        assert_eq!(log["data"][0]["name"], "Boats");
        let states = (&log["data"][0]["before"], &log["data"][0]["after"]);
        let state = |is_active: bool| json!({"name": "Boats", "is_active": is_active});
        assert_eq!(states, (&state(true), &state(false)));
    })
    .await;
}

#[tokio::test]
async fn traffic_sources_are_renamed_and_closed() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.advertiser("anna@x.org").await);
        let all = app.get(&sales, SOURCES).await.expect(200)["data"].clone();
        let (first, second) = (all[0].clone(), all[1].clone());
        let campaign = |name: &str| json!({"name": name, "target_id": 1, "traffic_source_id": first["id"]});
        let own = app.post(&anna, CAMPAIGNS, campaign("A")).await.expect(201)["data"]["id"].clone();
        let path = format!("{SOURCES}/{}", first["id"]);
        let form = json!({"name": "By hand", "is_active": false, "version": first["version"]});
        app.put(&sales, &path, form.clone()).await.expect(403);
        let closed = app.put(&god, &path, form).await.expect(200)["data"].clone();
        assert_eq!(
            closed,
            json!({"id": first["id"], "name": "By hand", "is_active": false, "campaigns_count": 1,
                   "version": closed["version"]})
        );
        let late = json!({"name": "Typed", "version": first["version"]});
        app.put(&god, &path, late).await.expect(409);
        let taken = json!({"name": second["name"]});
        assert_eq!(app.put(&god, &path, taken).await.wrong_fields(), ["name"]);
        let offered = app.get(&anna, "/api/targeting/traffic_sources").await.expect(200);
        assert!(!has(&offered, &first["id"]) && has(&offered, &second["id"]));
        let named = app.get(&anna, "/api/targeting/traffic_sources?with_closed=1").await.expect(200);
        assert_eq!(of(&named, &first["id"])["name"], "By hand");
        let refused = app.post(&anna, CAMPAIGNS, campaign("B")).await;
        assert!(refused.text.contains("By hand, which is closed"), "{}", refused.text);
        assert_eq!(refused.wrong_fields(), ["traffic_source_id"]);
        app.put(&anna, &format!("{CAMPAIGNS}/{own}"), campaign("C")).await.expect(200);
        // The same once more is no change.
        let same = json!({"name": "By hand", "is_active": false, "version": closed["version"]});
        app.put(&god, &path, same).await.expect(200);
        let log = app.get(&god, "/api/admin/audit_log?subject=traffic_source").await.expect(200);
        assert_eq!(log["data"].as_array().unwrap().len(), 1);
        assert_eq!(log["data"][0]["after"], json!({"name": "By hand", "is_active": false}));
    })
    .await;
}

#[tokio::test]
async fn an_archived_template_is_offered_to_nobody_and_stays_with_its_blocks() {
    each_app(async |app| {
        let (god, sales, emil) = (app.god().await, app.sales().await, app.webmaster("emil@x.org").await);
        let shop = site(&app, &emil, "shop.example").await;
        let own = block(&app, &emil, &shop).await;
        let id = own["template_id"].clone();
        let path = format!("{TEMPLATES}/{id}");
        give_client(&app, &sales, &emil).await;
        let kept = app.get(&sales, TEMPLATES).await.expect(200);
        assert_eq!(kept["data"].as_array().unwrap().len(), 17);
        assert_eq!((&of(&kept, &id)["blocks_count"], &of(&kept, &id)["archived_at"]), (&json!(1), &Value::Null));
        app.put(&sales, &path, json!({"is_archived": true})).await.expect(403);
        app.put(&emil, &path, json!({"is_archived": true})).await.expect(403);
        app.put(&god, &format!("{TEMPLATES}/424242"), json!({"is_archived": true})).await.expect(404);
        let away = app.put(&god, &path, json!({"is_archived": true})).await.expect(200)["data"].clone();
        assert!(away["archived_at"].is_string());
        // Once more changes nothing.
        app.clock.advance_ms(1_000);
        assert_eq!(app.put(&god, &path, json!({"is_archived": true})).await.expect(200)["data"], away);

        assert!(!has(&app.get(&emil, "/api/webmaster/templates").await.expect(200), &id));
        let blocks = format!("/api/webmaster/sites/{}/blocks", shop["id"]);
        let form = |name: &str| json!({"name": name, "template_id": id});
        assert_eq!(app.post(&emil, &blocks, form("New")).await.wrong_fields(), ["template_id"]);
        app.put(&emil, &format!("/api/webmaster/blocks/{}", own["id"]), form("Renamed")).await.expect(200);

        // One is always left.
        let others = kept["data"].as_array().unwrap().iter().filter(|one| one["id"] != id);
        for (left, other) in (0..16).rev().zip(others) {
            let answer = app.put(&god, &format!("{TEMPLATES}/{}", other["id"]), json!({"is_archived": true})).await;
            assert_eq!(answer.status, if left == 0 { 409 } else { 200 });
        }
        app.put(&god, &path, json!({"is_archived": false})).await.expect(200);
        app.post(&emil, &blocks, form("New")).await.expect(201);
        let log = app.get(&god, &format!("/api/admin/audit_log?subject=template&subject_id={id}")).await.expect(200);
        assert_eq!(log["data"].as_array().unwrap().len(), 2);
    })
    .await;
}
