//! The application under test, and the people who use it.

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use placard_api::auth::{Access, SessionKind, Tokens};
use placard_common::config::Config;
use placard_common::data_folder::STATS_FILE;
use placard_common::fetch::Policy;
use placard_model::settings::Quotas;
use placard_model::time::ManualClock;
use placard_model::user::{UserStatus, UserType};
use placard_model::{Clock, UserId};
use placard_server::{App, AppState, Parts, router};
use placard_stats::{Stats, StatsConfig};
use placard_store::accounts::api_tokens::{self, NewApiToken};
use placard_store::accounts::second_factors;
use placard_store::accounts::sessions::{self, Origin};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::quotas::QUOTA_MAX;
use placard_store::testing::{SqliteFile, TEST_EPOCH, copy_of_once, each_migrated_url};
use placard_store::{Priority, Tx};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use tower::ServiceExt;

/// The password of everybody.
pub(crate) const PASSWORD: &str = "Secret-123";
/// Where everybody comes from: an address of the documentation range.
pub(crate) const PEER: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 9);

/// A running application with a clock that stands still.
pub(crate) struct TestApp {
    pub(crate) app: AppState,
    pub(crate) clock: Arc<ManualClock>,
    router: Router,
}

/// Somebody who is logged in; nobody when the token is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Person {
    pub(crate) id: UserId,
    pub(crate) token: String,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// All of an answer.
    pub(crate) async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Self { status: parts.status, headers: parts.headers, text }
    }

    /// The answer's JSON, if the status is the expected one.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The names of the fields that a 422 complains of.
    #[track_caller]
    pub(crate) fn wrong_fields(self) -> Vec<String> {
        let body = self.expect(422);
        body["errors"].as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    }
}

/// Runs a test on an application over each database.
pub(crate) async fn each_app<F: AsyncFn(TestApp)>(test: F) {
    each_app_with(|_| {}, test).await;
}

/// The same with settings of its own.
pub(crate) async fn each_app_with<F: AsyncFn(TestApp)>(settings: impl Fn(&mut Config), test: F) {
    each_migrated_url(async |url: &str| app_on(url, &settings, None, &test).await).await;
}

/// The same with a policy of its own for what may be fetched.
pub(crate) async fn each_app_that_fetches<F: AsyncFn(TestApp)>(policy: &Policy, test: F) {
    each_migrated_url(async |url: &str| app_on(url, &|_| {}, Some(policy.clone()), &test).await).await;
}

/// On SQLite alone: for what no database can change.
pub(crate) async fn sqlite_app_with<F: AsyncFn(TestApp)>(settings: impl Fn(&mut Config), test: F) {
    let file = SqliteFile::migrated().await.unwrap();
    app_on(&file.url(), &settings, None, &test).await;
}

/// Their tables take longer to make than all else of an application.
async fn put_empty_statistics(folder: &Path) {
    let file = folder.join(STATS_FILE);
    let make = async || drop(Stats::open(&StatsConfig::file(file.clone())).unwrap());
    copy_of_once("duckdb", &file, make).await.unwrap();
}

async fn app_on<F: AsyncFn(TestApp)>(url: &str, settings: &impl Fn(&mut Config), fetches: Option<Policy>, test: &F) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config {
        data_dir: folder.path().to_owned(),
        database: url.to_owned(),
        public_url: "https://placard.example".to_owned(),
        ..Config::default()
    };
    put_empty_statistics(folder.path()).await;
    // Computed once for all tests.
    config.geo.cache_dir = std::env::temp_dir().join("placard-test-geo");
    settings(&mut config);
    let clock = Arc::new(ManualClock::new(TEST_EPOCH));
    let parts = Parts { clock: Some(clock.clone() as Arc<dyn Clock>), seed: Some(7), light: true, fetches };
    let app = App::open(config, parts).await.unwrap();
    let router = router::build(app.clone()).unwrap();
    test(TestApp { app: app.clone(), clock, router }).await;
    app.close().await.unwrap();
}

impl TestApp {
    /// An application that a test has opened itself.
    pub(crate) fn of(app: AppState, clock: Arc<ManualClock>) -> Self {
        let router = router::build(app.clone()).unwrap();
        Self { app, clock, router }
    }

    /// What a process that starts now knows: the same database, keys and time, and an empty log of its own.
    pub(crate) async fn restarted(&self) -> (Self, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(self.app.config.data_dir.join("master.key"), folder.path().join("master.key")).unwrap();
        put_empty_statistics(folder.path()).await;
        let config = Config { data_dir: folder.path().to_owned(), ..self.app.config.clone() };
        let clock = self.clock.clone();
        let parts =
            Parts { clock: Some(clock.clone() as Arc<dyn Clock>), seed: Some(8), light: true, ..Parts::default() };
        let app = App::open(config, parts).await.unwrap();
        let router = router::build(app.clone()).unwrap();
        (Self { app, clock, router }, folder)
    }

    /// An advertiser.
    pub(crate) async fn advertiser(&self, email: &str) -> Person {
        self.person(email, |new| new.is_advertiser = true).await
    }

    /// A webmaster.
    pub(crate) async fn webmaster(&self, email: &str) -> Person {
        self.person(email, |new| new.is_webmaster = true).await
    }

    /// The network's owner.
    pub(crate) async fn god(&self) -> Person {
        self.person("god@placard.example", |new| new.user_type = UserType::God).await
    }

    /// Sales without clients.
    pub(crate) async fn sales(&self) -> Person {
        self.person("sales@placard.example", |new| new.user_type = UserType::Sales).await
    }

    /// Somebody with settings of their own, logged in.
    pub(crate) async fn person(&self, email: &str, settings: impl Fn(&mut NewUser)) -> Person {
        let app = &self.app;
        let mut new = NewUser {
            email: email.to_owned(),
            password_hash: app.auth.passwords.hash(PASSWORD, app.rng.bytes()).await.unwrap(),
            user_type: UserType::Ordinary,
            status: UserStatus::Active,
            is_trusted: false,
            is_advertiser: false,
            is_webmaster: false,
            contacts: Contacts::default(),
            manager: None,
            attribution: Attribution::default(),
        };
        settings(&mut new);
        let user = app
            .store
            .write("test_person", Priority::Api, async move |tx| {
                let user = users::insert_user(tx, &new).await?;
                // Staff may do nothing without one; the tests of second factors make theirs by the API.
                if user.user_type.is_staff() {
                    second_factors::set_on(tx, user.id, true).await?;
                }
                Ok(user)
            })
            .await
            .unwrap();
        self.logged_in(user.id).await
    }

    /// A new session of somebody whose last one may have ended meanwhile.
    pub(crate) async fn logged_in(&self, user: UserId) -> Person {
        let app = &self.app;
        let kind = SessionKind::Own;
        let hash = Tokens::hash(kind, &Tokens::first_refresh_token(kind, app.rng.bytes())).unwrap();
        let expires_at = app.auth.tokens.refresh_expires_at(kind, app.clock.now());
        let insert = async move |tx: &Tx| {
            let origin = Origin { address: "", user_agent: "" };
            sessions::insert_session(tx, user, &hash, expires_at, origin).await
        };
        let session = app.store.write("test_session", Priority::Api, insert).await.unwrap();
        let token = app.auth.tokens.access_token(kind, Access { user, session }, app.clock.now()).unwrap();
        Person { id: user, token }
    }

    /// The person with a personal API token in the place of their session.
    pub(crate) async fn api_token(&self, person: &Person, scopes: &[&str]) -> Person {
        let token = Tokens::api_token(self.app.rng.bytes());
        let new = NewApiToken {
            name: "script".to_owned(),
            prefix: token[..10].to_owned(),
            hash: Tokens::api_token_hash(&token).unwrap(),
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
            expires_at: None,
        };
        let id = person.id;
        let insert = async move |tx: &_| api_tokens::insert_token(tx, id, &new).await;
        self.app.store.write("test_token", Priority::Api, insert).await.unwrap();
        Person { id, token }
    }

    /// The staff in the cabinet of the user, and the answer that let them in.
    pub(crate) async fn acting(&self, staff: &Person, user: &Person) -> (Person, Value) {
        let code = self.post(staff, &format!("/api/admin/jwt/{}", user.id), json!({})).await.expect(200);
        let code = json!({"code": code["data"]["token"]});
        let entered = self.post(&Person::default(), "/api/admin/jwt", code).await.expect(200)["data"].clone();
        let token = entered["token"].as_str().unwrap().to_owned();
        (Person { id: user.id, token }, entered)
    }

    pub(crate) async fn get(&self, person: &Person, path: &str) -> Answer {
        self.call(Method::GET, path, person, None).await
    }

    pub(crate) async fn delete(&self, person: &Person, path: &str) -> Answer {
        self.call(Method::DELETE, path, person, None).await
    }

    pub(crate) async fn post(&self, person: &Person, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, person, Some(body)).await
    }

    pub(crate) async fn put(&self, person: &Person, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, person, Some(body)).await
    }

    /// A call with a JSON body or none.
    pub(crate) async fn call(&self, method: Method, path: &str, person: &Person, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if !person.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", person.token));
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap()).await
    }

    /// Any request, from [`PEER`] unless it says otherwise.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        Answer::read(self.begin(request).await).await
    }

    /// The same, and nothing of the answer's body is read yet.
    pub(crate) async fn begin(&self, mut request: Request<Body>) -> Response {
        if request.extensions().get::<ConnectInfo<SocketAddr>>().is_none() {
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from((PEER, 5_000))));
        }
        self.router.clone().oneshot(request).await.unwrap()
    }
}

/// Room for tests in which each call has things of its own to work on, which are one owner's.
pub(crate) fn many() -> Quotas {
    let most = QUOTA_MAX;
    Quotas {
        sites: most,
        blocks_per_site: most,
        blocks: most,
        campaigns: most,
        groups_per_campaign: most,
        groups: most,
        ads_per_group: most,
        ads: most,
        made_per_day: u32::MAX,
        uploads_per_day: u32::MAX,
        edits_per_day: u32::MAX,
        audit_mib_per_day: u32::MAX,
        push_subscriptions: u32::MAX,
        push_imports_per_day: u32::MAX,
        api_tokens: most,
        sessions: most,
    }
}
