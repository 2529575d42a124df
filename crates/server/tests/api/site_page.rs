//! What a moderator reads of the front page of a site.

use crate::ads_import::large_picture;
use crate::app::each_app_that_fetches;
use crate::publishing::site;
use crate::site_checks::Stub;
use placard_model::user::UserType;
use serde_json::{Value, json};

#[tokio::test]
async fn moderators_see_what_a_front_page_says_of_itself() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let owner = app.webmaster("w@x.org").await;
        let made = site(&app, &owner, "tides.example").await;
        let (god, sales) = (app.person("second@x.org", |new| new.user_type = UserType::God).await, app.sales().await);
        let path = format!("/api/admin/moderation/sites/{}/page", made["id"]);
        let found = async || app.get(&god, &path).await.expect(200)["data"].clone();
        let lacks = async |why: &str| {
            let page = found().await;
            assert_eq!(page["picture"], Value::Null, "{page}");
            assert!(page["why"].as_str().unwrap().starts_with(why), "{why}: {page}");
        };
        lacks("The page answers 404.").await;
        let head = "<html lang=de><title>Tides &amp; walks</title><meta name=description content='Of the coast.'>";
        stub.page("tides.example/", head);
        lacks("The page names no picture of itself.").await;
        let named = format!("{head}<meta property=og:image content=coast.png>");
        stub.page("tides.example/", named.clone());
        lacks("Its picture answers 404.").await;
        stub.page("tides.example/coast.png", "<svg/>");
        lacks("Its picture must be a JPEG, PNG, WebP or GIF image.").await;
        stub.page("tides.example/coast.png", vec![0_u8; 10 * 1024 * 1024 + 1]);
        lacks("Its picture must be at most 10 MB.").await;
        stub.page("tides.example/", head.to_owned() + "<meta property=og:image content=http://10.0.0.1/secret.png>");
        lacks("Its picture could not be fetched: it leads to an address that is not on the public internet.").await;
        stub.page("tides.example/", named);
        stub.page("tides.example/coast.png", large_picture());
        let page = found().await;
        assert_eq!(
            (&page["title"], &page["description"], &page["language"], &page["why"]),
            (&json!("Tides & walks"), &json!("Of the coast."), &json!("de"), &Value::Null)
        );
        assert!(page["page"].as_str().unwrap().starts_with("http://tides.example:"), "{page}");
        assert!(page["picture"].as_str().unwrap().starts_with("data:image/webp;base64,"), "{page}");

        // What it says is read as it is written.
        let cyrillic = [("content-type", "text/html; charset=windows-1251")];
        stub.answer("tides.example/", 200, &cyrillic, b"<title>\xcf\xf0\xe8\xe2\xe5\xf2</title>");
        assert_eq!(found().await["title"], "Привет");

        // Whose client the owner is not, they know nothing of; nobody else is staff.
        app.get(&sales, &path).await.expect(404);
        app.get(&owner, &path).await.expect(403);
    })
    .await;
}
