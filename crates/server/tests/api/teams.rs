//! Teams of managers: who makes them, who sees them, and statistics asked by manager and team.

use crate::app::{Person, TestApp, each_app};
use crate::stats::{ADVERTISER, NETWORK, World};
use placard_model::user::UserType;
use serde_json::{Value, json};

const TEAMS: &str = "/api/admin/teams";

async fn set(app: &TestApp, god: &Person, user: &Person, form: Value) -> Value {
    app.put(god, &format!("/api/admin/users/{}", user.id), form).await.expect(200)["data"].clone()
}

fn names(answer: &Value) -> Vec<&str> {
    answer["data"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn managers_are_in_one_team_and_fall_out_when_it_goes() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.advertiser("anna@x.org").await);
        let make = async |name: &str| app.post(&god, TEAMS, json!({"name": name})).await;
        let north = make(" North ").await.expect(201)["data"].clone();
        let south = make("South").await.expect(201)["data"].clone();
        assert_eq!((&north["name"], &north["managers"]), (&json!("North"), &json!([])));
        for wrong in ["NORTH", "", "a\nb", &"x".repeat(201)] {
            assert_eq!(make(wrong).await.wrong_fields(), ["name"], "{wrong}");
        }
        app.post(&sales, TEAMS, json!({"name": "Mine"})).await.expect(403);

        set(&app, &god, &sales, json!({"team_id": north["id"]})).await;
        let moved = set(&app, &god, &sales, json!({"team_id": south["id"]})).await;
        assert_eq!(moved["team"], json!({"id": south["id"], "name": "South"}));
        let put = async |user: &Person, team: Value| {
            app.put(&god, &format!("/api/admin/users/{}", user.id), json!({"team_id": team})).await
        };
        assert_eq!(put(&anna, south["id"].clone()).await.wrong_fields(), ["team_id"], "who manages nobody");
        assert_eq!(put(&sales, json!(424_242)).await.wrong_fields(), ["team_id"]);

        let all = app.get(&god, TEAMS).await.expect(200);
        assert_eq!(names(&all), ["North", "South"]);
        let member = json!([{"id": sales.id.0, "email": "sales@placard.example"}]);
        assert_eq!((&all["data"][0]["managers"], &all["data"][1]["managers"]), (&json!([]), &member));
        assert_eq!(names(&app.get(&sales, TEAMS).await.expect(200)), ["South"], "sales see their own");
        app.get(&anna, TEAMS).await.expect(403);

        let path = |team: &Value| format!("{TEAMS}/{}", team["id"]);
        assert_eq!(app.put(&god, &path(&south), json!({"name": "north"})).await.wrong_fields(), ["name"]);
        let renamed = app.put(&god, &path(&south), json!({"name": "SOUTH"})).await.expect(200);
        assert_eq!((&renamed["data"]["name"], &renamed["data"]["managers"]), (&json!("SOUTH"), &member));
        app.delete(&sales, &path(&south)).await.expect(403);
        app.delete(&god, &path(&south)).await.expect(204);
        app.delete(&god, &path(&south)).await.expect(404);
        let left = app.get(&god, &format!("/api/admin/users/{}", sales.id)).await.expect(200);
        assert_eq!(left["data"]["team"], Value::Null);
        let log = app.get(&god, "/api/admin/audit_log?subject=team").await.expect(200);
        let actions: Vec<&str> =
            log["data"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["delete_team", "update_team", "create_team", "create_team"]);
        let called: Vec<&Value> = log["data"].as_array().unwrap().iter().map(|row| &row["name"]).collect();
        assert!(called.contains(&&json!("North")) && called.contains(&&Value::Null), "what is gone has no name: {log}");
    })
    .await;
}

#[tokio::test]
async fn a_team_that_goes_while_somebody_is_put_into_it_leaves_nobody_in_it() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        for n in 0..4 {
            let team = app.post(&god, TEAMS, json!({"name": format!("Team {n}")})).await.expect(201)["data"].clone();
            let user = format!("/api/admin/users/{}", sales.id);
            let path = format!("{TEAMS}/{}", team["id"]);
            let put = app.put(&god, &user, json!({"team_id": team["id"]}));
            let (put, deleted) = tokio::join!(put, app.delete(&god, &path));
            assert_eq!(deleted.status, 204, "{}", deleted.text);
            if put.status != 200 {
                assert_eq!(put.wrong_fields(), ["team_id"]);
            }
            assert_eq!(app.get(&god, &user).await.expect(200)["data"]["team"], Value::Null);
        }
    })
    .await;
}

#[tokio::test]
async fn statistics_are_asked_by_manager_and_team() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let (god, sales) = (app.god().await, app.sales().await);
        let other = app.person("other-sales@x.org", |new| new.user_type = UserType::Sales).await;
        let team = app.post(&god, TEAMS, json!({"name": "North"})).await.expect(201)["data"]["id"].clone();
        let empty = app.post(&god, TEAMS, json!({"name": "Empty"})).await.expect(201)["data"]["id"].clone();
        set(&app, &god, &sales, json!({"team_id": team})).await;
        set(&app, &god, &world.advertiser, json!({"manager_id": sales.id.0})).await;

        let shows = async |who: &Person, path: &str, filters: Value| {
            let body = json!({"groups": ["campaign"], "filters": filters});
            app.post(who, path, body).await.expect(200)["total_result"]["shows_count"].as_i64().unwrap()
        };
        for (filters, expected) in [
            (json!({"manager": {"in": [sales.id.0]}}), 250),
            (json!({"manager": {"in": [other.id.0]}}), 0),
            (json!({"manager": {"not_in": [sales.id.0]}}), 0),
            (json!({"manager": {"not_in": [other.id.to_string()]}}), 250),
            (json!({"team": {"in": [team]}}), 250),
            (json!({"team": {"in": [empty, 424_242]}}), 0),
            (json!({"team": {"in": [team]}, "campaign": {"in": [71]}}), 200),
            (json!({"team": {"in": [team]}, "manager": {"not_in": [sales.id.0]}}), 0),
        ] {
            assert_eq!(shows(&god, NETWORK, filters.clone()).await, expected, "{filters}");
        }
        let both = json!({"manager": {"in": [sales.id.0]}, "team": {"not_in": [empty, 424_242]}});
        let body = json!({"groups": ["campaign"], "filters": both});
        let told = app.post(&god, NETWORK, body).await.expect(200)["names"].clone();
        assert_eq!(told["manager"], json!({sales.id.to_string(): "sales@placard.example"}), "chips read names");
        assert_eq!(told["team"], json!({empty.to_string(): "Empty"}));
        let grouped = async |who: &Person, group: &str, filters: Value| {
            let body =
                json!({"groups": [group, "campaign"], "filters": filters, "order_by": group, "order_direction": "asc"});
            let answer = app.post(who, NETWORK, body).await.expect(200);
            let row = |row: &Value| (row["id"].clone(), row["name"].clone(), row["shows_count"].clone());
            answer["result"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
        };
        let manager = (json!(sales.id.to_string()), json!("sales@placard.example"), json!(250));
        assert_eq!(grouped(&god, "manager", json!({})).await, std::slice::from_ref(&manager));
        assert_eq!(grouped(&sales, "manager", json!({})).await, [manager]);
        assert_eq!(grouped(&god, "team", json!({})).await, [(json!(team.to_string()), json!("North"), json!(250))]);
        let of_team = json!({"team": {"in": [team]}});
        assert_eq!(grouped(&god, "team", of_team.clone()).await.len(), 1, "its rows are asked for");
        assert_eq!(grouped(&other, "team", of_team).await, [], "not their clients");
        assert_eq!(grouped(&god, "offer_category", json!({})).await, [(json!("0"), json!("None"), json!(250))]);

        // A share of their own is agreed with the webmaster.
        let by_share = async || grouped(&god, "has_commission", json!({})).await;
        assert_eq!(by_share().await, [(json!("none"), json!("That of the network"), json!(250))]);
        set(&app, &god, &world.webmaster, json!({"share_basis_points": 8_000})).await;
        assert_eq!(by_share().await, [(json!("custom"), json!("Their own"), json!(250))]);
        for (values, expected) in [(json!(["custom"]), 250), (json!(["none"]), 0), (json!(["none", "custom"]), 250)] {
            assert_eq!(shows(&god, NETWORK, json!({"has_commission": {"in": values}})).await, expected, "{values}");
        }
        let told = app.post(&sales, NETWORK, json!({"groups": ["has_commission"]})).await.expect(200);
        assert_eq!(told["result"][0]["id"], "unknown", "the webmaster is no client of theirs");
        let refused = app.post(&god, NETWORK, json!({"filters": {"has_commission": {"in": ["own"]}}})).await;
        assert_eq!(refused.wrong_fields(), ["filters.has_commission"]);
        assert_eq!(shows(&sales, NETWORK, json!({"team": {"in": [team]}})).await, 250);
        assert_eq!(shows(&other, NETWORK, json!({"team": {"in": [team]}})).await, 0, "not their clients");
        assert_eq!(shows(&world.advertiser, ADVERTISER, json!({"manager": {"in": [sales.id.0]}})).await, 250);
        let wrong = json!({"filters": {"manager": {"in": [1]}, "team": {"in": [1]}}});
        let refused = app.post(&world.webmaster, "/api_v2/webmaster/stats", wrong).await;
        assert_eq!(refused.wrong_fields(), ["filters.manager", "filters.team"]);

        let options = async |who: &Person, path: &str| {
            let answer = app.get(who, path).await.expect(200);
            names(&answer).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let base = "/api/admin/stats/filters";
        assert_eq!(options(&god, &format!("{base}/teams")).await, ["Empty", "North"]);
        assert_eq!(options(&god, &format!("{base}/teams?search=nor")).await, ["North"]);
        let all = ["other-sales@x.org", "sales@placard.example", "god@placard.example"];
        assert_eq!(options(&god, &format!("{base}/advertiser_personal_managers")).await, all);
        assert_eq!(options(&sales, &format!("{base}/advertiser_personal_managers")).await, [all[1]]);
        assert_eq!(options(&sales, &format!("{base}/teams")).await, ["North"]);
        assert!(options(&other, &format!("{base}/teams")).await.is_empty());
        let base = "/api/advertiser/stats/filters";
        assert_eq!(options(&world.advertiser, &format!("{base}/teams")).await, ["North"]);
        assert_eq!(options(&world.advertiser, &format!("{base}/advertiser_personal_managers")).await, [all[1]]);
        let alone = app.advertiser("alone@x.org").await;
        for list in ["teams", "advertiser_personal_managers"] {
            assert!(options(&alone, &format!("{base}/{list}")).await.is_empty(), "{list}");
        }
    })
    .await;
}
