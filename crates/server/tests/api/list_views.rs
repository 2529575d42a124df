//! What people keep of lists: each their own, once by a name, and no more than is kept.

use crate::app::{TestApp, each_app};
use placard_store::Priority;
use placard_store::accounts::list_views::{self, VIEWS_MAX};
use serde_json::json;

const VIEWS: &str = "/api/account/list_views";

#[tokio::test]
async fn views_are_kept_by_name_for_whoever_made_them() {
    each_app(async |app: TestApp| {
        let (anna, bob) = (app.advertiser("anna@x.org").await, app.advertiser("bob@x.org").await);
        let form = |list: &str, name: &str, search: &str| json!({"list": list, "name": name, "search": search});
        let spent = form("campaigns", " Spent most ", "sort=expense&cols=name.expense");
        let made = app.post(&anna, VIEWS, spent).await.expect(201)["data"].clone();
        assert_eq!((&made["name"], &made["search"]), (&json!("Spent most"), &json!("sort=expense&cols=name.expense")));
        let wrong = async |list: &str, name: &str, search: &str| {
            app.post(&anna, VIEWS, form(list, name, search)).await.wrong_fields()
        };
        assert_eq!(wrong("campaigns", "Spent most", "").await, ["name"], "the list has one of this name");
        assert_eq!(wrong("Campaigns/..", "", &"x".repeat(2_001)).await, ["list", "name", "search"]);
        let other = app.post(&anna, VIEWS, form("ads", "Spent most", "")).await.expect(201)["data"].clone();

        let path = format!("{VIEWS}/{}", made["id"]);
        app.put(&bob, &path, json!({"name": "Mine", "search": ""})).await.expect(404);
        app.delete(&bob, &path).await.expect(404);
        assert_eq!(app.get(&bob, VIEWS).await.expect(200)["data"], json!([]));
        let changed = app.put(&anna, &path, json!({"name": "Dearest", "search": "q=a"})).await.expect(200);
        assert_eq!((&changed["data"]["name"], &changed["data"]["list"]), (&json!("Dearest"), &json!("campaigns")));
        assert_eq!(app.get(&anna, VIEWS).await.expect(200)["data"], json!([changed["data"], other]));
        app.delete(&anna, &path).await.expect(204);
        app.delete(&anna, &path).await.expect(404);

        // Those that are there count, whatever list they are of.
        let fill = async move |tx: &placard_store::Tx| {
            for number in 1..VIEWS_MAX {
                list_views::insert(tx, anna.id, "sites", &number.to_string(), "").await?;
            }
            Ok(())
        };
        app.app.store.write("test_fill", Priority::Api, fill).await.unwrap();
        app.post(&anna, VIEWS, form("sites", "One more", "")).await.expect(409);
    })
    .await;
}
