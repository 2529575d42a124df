//! The picture beside a site's question.

use super::Push;
use crate::advertising::picture;
use crate::app::{Answer, Person, TestApp, each_app};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use placard_store::accounts::erasure;
use placard_store::advertising::pictures;
use placard_store::{Conn, Priority, Tx};
use serde_json::{Value, json};

/// A picture as a form carries it.
fn sent(seed: u8) -> Value {
    json!(format!("data:image/png;base64,{}", STANDARD.encode(picture(seed))))
}

/// The settings with this picture; nothing: without a word of it.
async fn save(app: &TestApp, push: &Push, picture: Option<Value>) -> Answer {
    let (owner, path) = (&push.world.webmaster, push.path(""));
    let mut settings = app.get(owner, &path).await.expect(200)["data"]["settings"].clone();
    match picture {
        Some(picture) => settings["picture"] = picture,
        None => drop(settings.as_object_mut().unwrap().remove("picture")),
    }
    app.put(owner, &path, settings).await
}

/// What the tag is told of the picture.
async fn told(app: &TestApp, push: &mut Push) -> Value {
    push.world.inventory.catch_up().await.unwrap();
    app.get(&Person::default(), &format!("/d/push/{}.json", push.block)).await.expect(200)["picture"].clone()
}

/// Whether a picture is used; none where it is not known.
async fn is_used(app: &TestApp, name: &Value) -> Option<bool> {
    let read = async |conn: &Conn| pictures::list_uses(conn, "").await;
    let all = app.app.store.read("test", read).await.unwrap();
    all.into_iter().find(|found| json!(found.hash) == *name).map(|found| found.is_used)
}

#[tokio::test]
async fn a_question_has_the_picture_that_was_sent_until_it_is_taken_away() {
    each_app(async |app| {
        let mut push = Push::build(&app).await;
        assert_eq!(told(&app, &mut push).await, Value::Null, "there is a bell");
        let saved = save(&app, &push, Some(sent(1))).await.expect(200)["data"]["settings"].clone();
        let first = saved["picture"].clone();
        assert_eq!(told(&app, &mut push).await, json!(format!("/m/{}.160.webp", first.as_str().unwrap())));
        let file = app.get(&Person::default(), &format!("/m/{}.160.webp", first.as_str().unwrap())).await;
        assert_eq!(file.status, 200);
        assert_eq!(file.headers["content-type"], "image/webp");

        // It stays where nothing is said of it, and where its name is: neither is a change.
        for same in [None, Some(first.clone())] {
            let kept = save(&app, &push, same).await.expect(200)["data"]["settings"].clone();
            assert_eq!((&kept["picture"], &kept["version"]), (&first, &saved["version"]));
        }
        assert_eq!(is_used(&app, &first).await, Some(true));

        // Another one takes its place, and it is nobody's.
        let second = save(&app, &push, Some(sent(2))).await.expect(200)["data"]["settings"]["picture"].clone();
        assert_ne!(second, first);
        assert_eq!((is_used(&app, &first).await, is_used(&app, &second).await), (Some(false), Some(true)));
        save(&app, &push, Some(first)).await.expect(422);
        let removed = save(&app, &push, Some(Value::Null)).await.expect(200)["data"]["settings"].clone();
        assert_eq!((&removed["picture"], told(&app, &mut push).await), (&Value::Null, Value::Null));
        assert_eq!(is_used(&app, &second).await, Some(false));

        // With the account goes what it had put there.
        let third = save(&app, &push, Some(sent(3))).await.expect(200)["data"]["settings"]["picture"].clone();
        let owner = push.world.webmaster.id;
        let erase = async move |tx: &Tx| erasure::erase_user(tx, owner).await.map(drop);
        app.app.store.write("test", Priority::Api, erase).await.unwrap();
        assert_eq!(is_used(&app, &third).await, Some(false));
    })
    .await;
}

#[tokio::test]
async fn what_is_no_picture_is_refused_beside_its_field() {
    each_app(async |app| {
        let push = Push::build(&app).await;
        let svg = STANDARD.encode(format!("<svg xmlns='http://www.w3.org/2000/svg'><!--{}--></svg>", "x".repeat(80)));
        let small = {
            let image = image::RgbImage::new(191, 191);
            let mut bytes = std::io::Cursor::new(Vec::new());
            image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
            STANDARD.encode(bytes.into_inner())
        };
        let png = STANDARD.encode(picture(1));
        for wrong in [
            "boat".to_owned(),
            "https://pictures.example/a/picture/with/an/address/that/is/long/enough.png".to_owned(),
            "ab".repeat(32),
            format!("data:image/svg+xml;base64,{svg}"),
            format!("data:text/plain;base64,{png}"),
            format!("data:image/png;base64,{}", &png[..png.len() / 8 * 4]),
            format!("data:image/png;base64,{}?", &png[..99]),
            format!("data:image/png;base64,{small}"),
            format!("data:image/png;base64,{}", "A".repeat(200_000)),
        ] {
            let answer = save(&app, &push, Some(json!(wrong))).await;
            let begin = &wrong[..wrong.len().min(40)];
            assert_eq!(answer.status, 422, "{begin}: {}", answer.text);
            assert!(answer.json()["errors"]["picture"].is_array(), "{begin}: {}", answer.text);
        }
        assert_eq!(save(&app, &push, None).await.expect(200)["data"]["settings"]["picture"], Value::Null);

        // Nobody else's, and not what was changed meanwhile.
        let mut settings = app.get(&push.world.webmaster, &push.path("")).await.expect(200)["data"]["settings"].clone();
        settings["picture"] = sent(1);
        let stranger = app.webmaster("stranger@x.org").await;
        app.put(&stranger, &push.path(""), settings.clone()).await.expect(404);
        settings["version"] = json!(0);
        app.put(&push.world.webmaster, &push.path(""), settings).await.expect(409);
        let read = async |conn: &Conn| pictures::list_uses(conn, "").await;
        let known = app.app.store.read("test", read).await.unwrap();
        assert!(known.iter().all(|found| found.is_used), "no row was left of what was refused");
    })
    .await;
}
