//! What can be chosen in targeting.

use crate::app::{Person, each_app};
use serde_json::{Value, json};

fn names(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn lists_are_complete() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let get = async |list: &str| app.get(&anna, &format!("/api/targeting/{list}")).await.expect(200);
        assert!(names(&get("categories").await).contains(&"Technology & Computing"));
        assert_eq!(get("targets").await["data"], json!([{"id": 1, "name": "Commodity"}, {"id": 2, "name": "News"}]));
        assert_eq!(names(&get("device_types").await), ["Desktop", "Tablet", "Mobile phones"]);
        assert_eq!(get("traffic_sources").await["data"].as_array().unwrap().len(), 6);
        assert!(names(&get("browsers").await).contains(&"Firefox"));
        let systems = get("os").await;
        assert_eq!(systems["data"][2]["device_type_id"], 4);
        assert!(systems["data"][2]["children"].as_array().unwrap().iter().any(|os| os["name"] == "Android"));
        let countries = get("countries").await;
        assert!(countries["data"].as_array().unwrap().iter().any(|c| c["code"] == "DE" && c["group_id"] == 5));
        assert_eq!(app.get(&anna, "/api/advertiser/offers").await.expect(200)["data"], json!([]));
        app.get(&Person::default(), "/api/targeting/os").await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn places_are_found_by_parent_and_by_name() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let get = async |query: &str| app.get(&anna, &format!("/api/targeting/geo_tree?{query}")).await;
        let roots = get("").await.expect(200);
        let europe = roots["data"].as_array().unwrap().iter().find(|node| node["name"] == "Europe").unwrap();
        assert_eq!((&europe["type"], &europe["has_children"]), (&json!("group"), &json!(true)));
        assert!(europe["children"].as_array().unwrap().iter().any(|c| c["id"] == "DE" && c["has_children"] == true));
        let regions = get("parent=DE").await.expect(200);
        let bavaria = regions["data"].as_array().unwrap().iter().find(|node| node["name"] == "Bavaria").unwrap();
        assert_eq!(bavaria["type"], "region");
        let cities = get(&format!("parent={}", bavaria["id"])).await.expect(200);
        assert!(names(&cities).contains(&"Munich"), "Munich");
        let found = get("search=munich").await.expect(200);
        assert!(
            found["data"].as_array().unwrap().iter().any(|n| n["name"] == "Munich" && n["path"] == "Germany, Bavaria")
        );
        assert_eq!(get("search=german").await.expect(200)["data"][0]["id"], "DE");
        let munich = cities["data"].as_array().unwrap().iter().find(|node| node["name"] == "Munich").unwrap();
        let told = get(&format!("ids={},{},123456789,x", munich["id"], bavaria["id"])).await.expect(200);
        assert_eq!(names(&told), ["Munich", "Bavaria"]);
        assert_eq!(told["data"][0]["path"], "Germany, Bavaria");
        assert_eq!(get("parent=abc").await.wrong_fields(), ["parent"]);
        assert_eq!(get("parent=123456789").await.wrong_fields(), ["parent"]);

        // What is chosen is stored with its country.
        let form = json!({"name": "Bavaria", "target_id": 1, "regions": [bavaria["id"]]});
        let made = app.post(&anna, "/api/advertiser/campaigns", form).await.expect(201);
        assert_eq!(made["data"]["regions"], json!([bavaria["id"]]));
        let wrong = json!({"name": "x", "target_id": 1, "cities": [bavaria["id"]]});
        assert_eq!(app.post(&anna, "/api/advertiser/campaigns", wrong).await.wrong_fields(), ["cities.0"]);
    })
    .await;
}

#[tokio::test]
async fn networks_are_found_by_name_and_number() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let post =
            async |query: &str, body: Value| app.post(&anna, &format!("/api/targeting/isps?{query}"), body).await;
        let found = post("v=telekom&limit=5", json!({})).await.expect(200);
        assert_eq!(found["data"].as_array().unwrap().len(), 5);
        assert!(found["pagination"]["total"].as_u64().unwrap() > 5);
        let named = post("", json!({"ids": [3320]})).await.expect(200);
        assert_eq!(named["data"][0]["id"], 3320);
        let all = app.post_empty(&anna, "/api/targeting/isps?limit=5").await.expect(200);
        assert_eq!(all["data"].as_array().unwrap().len(), 5, "a body may be left out");
        assert_eq!(post("limit=501", json!({})).await.wrong_fields(), ["limit"]);
        assert_eq!(post("", json!({"ids": vec![1; 501]})).await.wrong_fields(), ["ids"]);
        assert_eq!(post("", json!({"id": 1})).await.wrong_fields(), ["id"]);
    })
    .await;
}
