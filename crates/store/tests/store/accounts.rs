//! Users, sessions, the audit log and kept answers, on both engines.

use placard_model::user::{SiteStatus, UserStatus, UserType};
use placard_model::{CategoryId, Money, SiteId, UserId};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::sessions::{self, EndReason, Origin, Rotation, TokenHash};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser, User, UserChange};
use placard_store::idempotency::{self, Answer};
use placard_store::publishing::site_queue;
use placard_store::publishing::sites::{self, SealedMetric, SiteSettings};
use placard_store::testing::each_backend;
use placard_store::{Clients, Error, Priority, Scope, Store};

fn person(email: &str) -> NewUser {
    NewUser {
        email: email.to_owned(),
        password_hash: "hash".to_owned(),
        user_type: UserType::Ordinary,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: true,
        is_webmaster: true,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    }
}

async fn add(store: &Store, new: &NewUser) -> Result<User, Error> {
    store.write("test_user", Priority::Api, async |tx| users::insert_user(tx, new).await).await
}

fn hash(byte: u8) -> TokenHash {
    [byte; 32]
}

#[tokio::test]
async fn users_are_found_by_mail_and_seen_in_their_scope() {
    each_backend(async |store, _| {
        let sales = add(&store, &NewUser { user_type: UserType::Sales, ..person("sales@x.org") }).await.unwrap();
        let anna = add(&store, &NewUser { manager: Some(sales.id), ..person(" Anna@X.org ") }).await.unwrap();
        let bob = add(&store, &person("bob@x.org")).await.unwrap();
        assert_eq!(anna.email, "anna@x.org");
        let taken = add(&store, &person("ANNA@x.org")).await;
        assert!(matches!(taken, Err(Error::Invalid { field: "email", .. })), "{taken:?}");
        let read = async |scope: Scope, id: UserId| {
            store.read("test", async |conn| users::get_user(conn, scope, id).await).await.map(|user| user.id)
        };
        let staff = Scope::Staff { user: sales.id, clients: Clients::ManagedBy(sales.id) };
        assert_eq!(read(Scope::Advertiser(anna.id), anna.id).await.unwrap(), anna.id);
        assert_eq!(read(staff, anna.id).await.unwrap(), anna.id);
        for (scope, id) in [(Scope::Advertiser(anna.id), bob.id), (staff, bob.id), (Scope::Webmaster(bob.id), anna.id)]
        {
            assert!(matches!(read(scope, id).await, Err(Error::NotFound("user"))));
        }
        let change = UserChange {
            minimum_bid: Some(Some(Money::from_micros(300_000))),
            status: Some((UserStatus::Blocked, "fraud".to_owned())),
            ..UserChange::default()
        };
        let (before, after) = store
            .write("test", Priority::Api, async |tx| users::update_user(tx, Scope::System, bob.id, &change).await)
            .await
            .unwrap();
        assert_eq!((before.status, after.status, after.version), (UserStatus::Active, UserStatus::Blocked, 2));
        assert_eq!(after.minimum_bid, Some(Money::from_micros(300_000)));
        let login = store.read("test", async |conn| users::get_login(conn, "BOB@x.org").await).await.unwrap();
        assert_eq!(login, Some((after, "hash".to_owned())));
    })
    .await;
}

#[tokio::test]
async fn a_refresh_token_has_one_successor_and_a_copied_one_ends_the_session() {
    each_backend(async |store, clock| {
        let user = add(&store, &person("a@x.org")).await.unwrap().id;
        let origin = Origin { address: "192.0.2.1", user_agent: "Firefox" };
        let expires = placard_model::Clock::now(&*clock).plus_ms(1_000_000);
        let session = store
            .write("test", Priority::Api, async |tx| {
                sessions::insert_session(tx, user, &hash(1), expires, origin).await
            })
            .await
            .unwrap();
        let rotate = async |token: u8, successor: u8| {
            store
                .write("test", Priority::Api, async |tx| {
                    sessions::rotate_token(tx, &hash(token), &hash(successor), expires, "192.0.2.1").await
                })
                .await
                .unwrap()
        };
        let alive = async || {
            store.read("test", async |conn| sessions::get_caller(conn, session).await).await.unwrap().is_some()
        };
        let replaced = Rotation::Replaced { session, user };
        assert_eq!(rotate(9, 10).await, Rotation::Invalid);
        assert_eq!(rotate(1, 2).await, replaced);
        clock.advance_ms(29_999);
        assert_eq!(rotate(1, 2).await, replaced, "a lost answer");
        assert_eq!(rotate(2, 3).await, replaced);
        clock.advance_ms(1);
        assert!(alive().await);
        assert_eq!(rotate(1, 2).await, Rotation::Reused { session });
        assert!(!alive().await);
        assert_eq!(rotate(3, 4).await, Rotation::Invalid, "the whole family has ended");
        clock.advance_ms(2_000_000);
        let forget = async || {
            let now = placard_model::Clock::now(&*clock);
            store.write("test", Priority::Feed, async |tx| sessions::forget_expired(tx, now).await).await.unwrap()
        };
        assert_eq!((forget().await, forget().await), (3, 0));
    })
    .await;
}

#[tokio::test]
async fn expired_tokens_and_ended_sessions_are_invalid() {
    each_backend(async |store, clock| {
        let user = add(&store, &person("a@x.org")).await.unwrap().id;
        let origin = Origin { address: "", user_agent: &"é".repeat(400) };
        let expires = placard_model::Clock::now(&*clock).plus_ms(100);
        let start = async |token: u8| {
            store
                .write("test", Priority::Api, async |tx| {
                    sessions::insert_session(tx, user, &hash(token), expires, origin).await
                })
                .await
                .unwrap()
        };
        let (first, second) = (start(1).await, start(2).await);
        let rotate = async |token: u8| {
            store
                .write("test", Priority::Api, async |tx| {
                    sessions::rotate_token(tx, &hash(token), &hash(token + 100), expires, "192.0.2.1").await
                })
                .await
                .unwrap()
        };
        store
            .write("test", Priority::Api, async |tx| sessions::end_session(tx, first, EndReason::Logout).await)
            .await
            .unwrap();
        assert_eq!(rotate(1).await, Rotation::Invalid);
        assert_eq!(rotate(2).await, Rotation::Replaced { session: second, user });
        clock.advance_ms(100);
        assert_eq!(rotate(102).await, Rotation::Invalid);
    })
    .await;
}

#[tokio::test]
async fn changes_are_logged_and_answers_are_kept() {
    each_backend(async |store, clock| {
        let user = add(&store, &person("a@x.org")).await.unwrap();
        let actor = Actor { user: Some(user.id), acting_as: None, address: "192.0.2.1".to_owned() };
        let answer = Answer { status: 200, body: "{}".to_owned() };
        store
            .write("test", Priority::Api, async |tx| {
                audit_log::record(tx, &actor, "update_user", "user", user.id, Some(&user), Some(&user)).await?;
                audit_log::record_event(tx, &actor, "logout", "user", user.id).await?;
                idempotency::insert_answer(tx, user.id, "key", &hash(1), &answer).await
            })
            .await
            .unwrap();
        let entries = store
            .read("test", async |conn| {
                let filter = audit_log::LogFilter::of("user", user.id.0);
                audit_log::list_log(conn, placard_store::Scope::System, &filter, 10, 0).await
            })
            .await
            .unwrap();
        assert_eq!(entries.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["logout", "update_user"]);
        assert_eq!((&entries[1].actor, entries[0].before.as_ref()), (&actor, None));
        assert!(entries[1].after.as_ref().is_some_and(|text| text.contains("a@x.org") && !text.contains("hash")));
        let get = async |request: u8| {
            store.read("test", async |conn| idempotency::get_answer(conn, user.id, "key", &hash(request)).await).await
        };
        assert_eq!(get(1).await.unwrap(), Some(answer));
        assert!(matches!(get(2).await, Err(Error::Conflict(_))));
        clock.advance_ms(idempotency::KEPT_MS);
        assert_eq!(get(1).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_domain_is_held_by_the_site_that_is_approved() {
    each_backend(async |store, _| {
        let (anna, bob) =
            (add(&store, &person("a@x.org")).await.unwrap().id, add(&store, &person("b@x.org")).await.unwrap().id);
        let settings = SiteSettings {
            name: "News".to_owned(),
            domain: "news.example".to_owned(),
            category: CategoryId(3),
            allowed_categories: vec![],
            forbidden_categories: vec![CategoryId(1), CategoryId(2)],
            shows_own_ads: false,
        };
        let metric = SealedMetric { kind: "google_analytics".to_owned(), access: vec![1, 2, 3] };
        let insert = async |webmaster: UserId| {
            store
                .write("test", Priority::Api, async |tx| {
                    let metrics = std::slice::from_ref(&metric);
                    sites::insert_site(tx, webmaster, &settings, metrics, SiteStatus::Waiting).await
                })
                .await
        };
        let site = insert(anna).await.unwrap();
        assert_eq!(site.forbidden_categories, [CategoryId(1), CategoryId(2)]);
        assert!(matches!(insert(anna).await, Err(Error::Invalid { field: "domain", .. })), "she has one");
        let other = insert(bob).await.unwrap();
        let set_of = async |id: SiteId, scope: Scope, from: SiteStatus, to: SiteStatus| {
            store
                .write("test", Priority::Api, async |tx| sites::set_status(tx, scope, id, &[from], to, "").await)
                .await
                .map(|site| site.status)
        };
        let set = async |scope: Scope, from: SiteStatus, to: SiteStatus| set_of(site.id, scope, from, to).await;
        let foreign = set(Scope::Webmaster(bob), SiteStatus::Waiting, SiteStatus::Archived).await;
        assert!(matches!(foreign, Err(Error::NotFound("site"))));
        let wrong = set(Scope::System, SiteStatus::Approved, SiteStatus::Blocked).await;
        assert!(matches!(wrong, Err(Error::Conflict(text)) if text.contains("waiting") && text.contains("blocked")));
        let approve = async |id: SiteId| set_of(id, Scope::System, SiteStatus::Waiting, SiteStatus::Approved).await;
        approve(site.id).await.unwrap();
        let second = approve(other.id).await;
        assert!(matches!(&second, Err(Error::Conflict(text)) if text.contains("news.example")), "{second:?}");
        set(Scope::Webmaster(anna), SiteStatus::Approved, SiteStatus::Archived).await.unwrap();
        approve(other.id).await.unwrap();
        set(Scope::Webmaster(anna), SiteStatus::Archived, SiteStatus::Waiting).await.unwrap();
        assert!(matches!(approve(site.id).await, Err(Error::Conflict(_))));
        set_of(other.id, Scope::System, SiteStatus::Approved, SiteStatus::Waiting).await.unwrap();
        set(Scope::Webmaster(anna), SiteStatus::Waiting, SiteStatus::Archived).await.unwrap();
        let stale = store
            .write("test", Priority::Api, async |tx| {
                let scope = Scope::Webmaster(bob);
                sites::update_site(tx, scope, other.id, Some(7), &settings, None, SiteStatus::Waiting).await
            })
            .await;
        assert!(matches!(stale, Err(Error::Stale { current: 3 })));
        let metrics = async |scope: Scope| {
            store.read("test", async |conn| sites::list_metrics(conn, scope, other.id).await).await
        };
        assert_eq!(metrics(Scope::Webmaster(bob)).await.unwrap(), std::slice::from_ref(&metric));
        assert!(metrics(Scope::Webmaster(anna)).await.is_err());
        let waiting =
            store.read("test", async |conn| site_queue::list_waiting(conn, Scope::System, 10).await).await.unwrap();
        assert_eq!(
            waiting.iter().map(|(site, email)| (site.id, email.as_str())).collect::<Vec<_>>(),
            [(other.id, "b@x.org")]
        );
    })
    .await;
}

#[tokio::test]
async fn a_long_state_is_told_from_another_of_its_length() {
    each_backend(async |store, _clock| {
        let anna = add(&store, &person("a@x.org")).await.unwrap().id;
        let edit = async |before: char, after: char| {
            let state = |letter: char| letter.to_string().repeat(audit_log::STATE_MAX + 1);
            let (before, after) = (state(before), state(after));
            store
                .write("test_edit", Priority::Api, async move |tx| {
                    let actor = Actor { user: Some(anna), ..Actor::default() };
                    audit_log::record_edit(tx, &actor, "update_block", "block", 7, Some(&before), Some(&after)).await
                })
                .await
                .unwrap();
        };
        edit('a', 'a').await;
        edit('a', 'b').await;
        let entries = store
            .read("test_entries", async |conn| {
                let filter = audit_log::LogFilter::of("block", 7);
                audit_log::list_log(conn, placard_store::Scope::System, &filter, 9, 0).await
            })
            .await
            .unwrap();
        assert_eq!(entries.len(), 1, "what changed, and nothing else");
        assert!(entries[0].before.as_ref().is_some_and(|note| note.contains("too_long_bytes")));
        assert_ne!(entries[0].before, entries[0].after);
        let counted = store
            .read("test_counted", async |conn| {
                conn.row("SELECT edits FROM edit_counts", []).await?.unwrap().get::<i64>("edits")
            })
            .await;
        assert_eq!(counted.unwrap(), 1);
    })
    .await;
}
