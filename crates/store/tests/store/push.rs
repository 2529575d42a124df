//! Push subscriptions, their counts and keys, on both engines.

use placard_model::format::BlockFormat;
use placard_model::inventory::FrequencyCap;
use placard_model::push::subscription::{OPT_IN_TEMPLATE, PushCounter, SitePush, SubscriptionStatus};
use placard_model::push::{PushSettings, SubscriptionAge};
use placard_model::sites::placement::Placement;
use placard_model::targeting::Targeting;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::{BlockStatus, SiteStatus, UserStatus, UserType};
use placard_model::{BlockId, CategoryId, Day, SiteId, UnixMs, UserId};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::publishing::templates::{self, Builtin};
use placard_store::push::push_counts::{self, Dimension};
use placard_store::push::push_reach::{PushAudience, PushReach, PushSample};
use placard_store::push::push_sending;
use placard_store::push::push_subscriptions::{self, Came, NewSubscription, Subscriber, Target};
use placard_store::push::vapid_keys;
use placard_store::testing::{TEST_EPOCH, each_backend};
use placard_store::{Conn, Error, Priority, Scope, Store, Tx};
use std::collections::BTreeMap;

/// Two sites of a webmaster, each with a push block, and the first pair of keys.
struct World {
    webmaster: UserId,
    sites: [(SiteId, BlockId); 2],
    key: i64,
}

async fn write<T: Send + 'static>(
    store: &Store,
    work: impl AsyncFn(&Tx) -> Result<T, Error> + Send + Sync,
) -> Result<T, Error> {
    store.write("test", Priority::Api, work).await
}

async fn world(store: &Store) -> World {
    let new = NewUser {
        email: "anna@x.org".to_owned(),
        password_hash: String::new(),
        user_type: UserType::Ordinary,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: false,
        is_webmaster: true,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    };
    let builtin = Builtin {
        id: OPT_IN_TEMPLATE,
        format: BlockFormat::Push,
        name: "opt-in".to_owned(),
        label: "Push opt-in".to_owned(),
        definition: "{}".to_owned(),
    };
    let make = async |tx: &Tx| {
        let webmaster = users::insert_user(tx, &new).await?.id;
        templates::put_builtins(tx, std::slice::from_ref(&builtin)).await?;
        let mut made = Vec::new();
        for domain in ["news.example", "other.example"] {
            let site = SiteSettings {
                name: domain.to_owned(),
                domain: domain.to_owned(),
                category: CategoryId(3),
                allowed_categories: vec![],
                forbidden_categories: vec![],
                shows_own_ads: false,
            };
            let site = sites::insert_site(tx, webmaster, &site, &[], SiteStatus::Approved).await?;
            let block = BlockSettings {
                name: "Push".to_owned(),
                format: BlockFormat::Push,
                template: OPT_IN_TEMPLATE,
                config: serde_json::to_string(&SitePush::default()).unwrap(),
                custom_styles: String::new(),
                compiled_styles: String::new(),
                passback_html: String::new(),
                passback_url: String::new(),
                refresh_s: 0,
                placement: Placement::InPlace,
                floor: blocks::Floor::default(),
                places: 1,
            };
            made.push((site.id, blocks::insert_block(tx, Scope::System, site.id, &block).await?.id));
        }
        let key = vapid_keys::put(tx, "first", b"sealed", None).await?;
        Ok(World { webmaster, sites: [made[0], made[1]], key: key.id })
    };
    store.write("test", Priority::Api, make).await.unwrap()
}

impl World {
    fn subscription(&self, site: usize, endpoint: &str, browser: Browser) -> NewSubscription {
        NewSubscription {
            uuid: format!("name of {endpoint}"),
            site: self.sites[site].0,
            block: self.sites[site].1,
            webmaster: self.webmaster,
            vapid_key: self.key,
            target: Target {
                endpoint: format!("https://push.example/{endpoint}"),
                endpoint_hash: endpoint.to_owned(),
                service: "push.example".to_owned(),
                p256dh: "p256dh".to_owned(),
                auth_sealed: b"auth".to_vec(),
            },
            subscriber: Subscriber {
                place: Place {
                    country: CountryCode::parse("IE").unwrap(),
                    region: PlaceId((1 << 48) - 1),
                    city: PlaceId(7),
                },
                asn: u32::MAX,
                device_type: DeviceType::Mobile,
                os: Os::Android,
                browser,
                language: Language::parse("ga").unwrap(),
                utc_offset_min: 60,
            },
            is_imported: false,
            created_at: TEST_EPOCH,
            next_send_at: TEST_EPOCH.plus_ms(HOUR_MS),
        }
    }

    async fn groups(&self, store: &Store, site: usize, dimension: Dimension) -> Vec<(String, i64)> {
        let site = self.sites[site].0;
        store.read("test", async |conn| push_counts::groups(conn, site, dimension).await).await.unwrap()
    }

    async fn counted(&self, store: &Store, site: usize) -> Vec<(PushCounter, i64)> {
        let site = self.sites[site].0;
        let days =
            store.read("test", async |conn| push_counts::days(conn, site, Day(0), Day(30_000)).await).await.unwrap();
        let sum = days.values().fold(push_counts::Counts::default(), push_counts::Counts::plus);
        PushCounter::ALL
            .into_iter()
            .map(|counter| (counter, sum.get(counter)))
            .filter(|(_, count)| *count != 0)
            .collect()
    }
}

fn told(groups: &[(String, i64)]) -> Vec<(&str, i64)> {
    groups.iter().map(|(value, count)| (value.as_str(), *count)).collect()
}

#[tokio::test]
async fn subscriptions_are_joined_by_endpoint_and_counted() {
    each_backend(async |store, clock| {
        let world = world(&store).await;
        let put = async |new: NewSubscription, previous: Option<i64>| {
            write(&store, async |tx: &Tx| push_subscriptions::put(tx, &new, previous).await).await
        };
        let (first, came) = put(world.subscription(0, "a", Browser::Chrome), None).await.unwrap();
        assert_eq!((came, first.status, first.sent_today), (Came::New, SubscriptionStatus::Active, 0));
        assert_eq!(first.subscriber, world.subscription(0, "a", Browser::Chrome).subscriber);
        // The same again, and from a browser that calls itself something else by now.
        let (again, came) = put(world.subscription(0, "a", Browser::Edge), None).await.unwrap();
        assert_eq!((came, again.id, &again.uuid), (Came::Known, first.id, &first.uuid));
        assert_eq!(told(&world.groups(&store, 0, Dimension::Browser).await), [("4", 1)]);
        // For another site: forged.
        let refused = put(world.subscription(1, "a", Browser::Chrome), None).await;
        assert!(matches!(refused, Err(Error::Conflict(_))));

        // The browser has another endpoint; what is known of it stays.
        clock.advance_ms(2 * DAY_MS);
        let (second, came) = put(world.subscription(0, "b", Browser::Chrome), Some(first.id)).await.unwrap();
        assert_eq!((came, second.created_at), (Came::Instead, first.created_at));
        let old = store.read("test", async |conn| push_subscriptions::by_ids(conn, &[first.id]).await).await.unwrap();
        assert_eq!((old[0].status, old[0].target.endpoint.as_str()), (SubscriptionStatus::Replaced, ""));
        assert!(old[0].target.auth_sealed.is_empty());
        // One of another site is nobody's previous one.
        let (third, came) = put(world.subscription(1, "c", Browser::Chrome), Some(second.id)).await.unwrap();
        assert_eq!((came, third.site), (Came::New, world.sites[1].0));
        assert_eq!(told(&world.groups(&store, 0, Dimension::Status).await), [("1", 1), ("4", 1)]);
        assert_eq!(told(&world.groups(&store, 0, Dimension::Country).await), [("IE", 1)]);
        assert_eq!(world.counted(&store, 0).await, [(PushCounter::Accepts, 1)]);

        // It ends once, and may begin again.
        let end = async |id: i64, status: SubscriptionStatus| {
            write(&store, async |tx: &Tx| push_subscriptions::end(tx, id, status).await).await.unwrap().unwrap()
        };
        assert_eq!(end(second.id, SubscriptionStatus::Unsubscribed).await.status, SubscriptionStatus::Unsubscribed);
        assert_eq!(end(second.id, SubscriptionStatus::Gone).await.status, SubscriptionStatus::Unsubscribed);
        assert_eq!(told(&world.groups(&store, 0, Dimension::Status).await), [("2", 1), ("4", 1)]);
        assert!(world.groups(&store, 0, Dimension::Browser).await.is_empty());
        let (begun, came) = put(world.subscription(0, "b", Browser::Firefox), None).await.unwrap();
        assert_eq!((came, begun.id, begun.status), (Came::New, second.id, SubscriptionStatus::Active));
        assert_eq!(told(&world.groups(&store, 0, Dimension::Status).await), [("1", 1), ("4", 1)]);
        let counted = [(PushCounter::Accepts, 2), (PushCounter::Unsubscribed, 1)];
        assert_eq!(world.counted(&store, 0).await, counted);
        let scope = Scope::Webmaster(world.webmaster);
        let sites = world.sites.map(|(site, _)| site);
        let active = store.read("test", async |conn| push_counts::active(conn, scope, &sites).await).await.unwrap();
        assert_eq!(active, BTreeMap::from([(sites[0], 1), (sites[1], 1)]));
        let scope = Scope::Webmaster(UserId(world.webmaster.0 + 1));
        assert!(
            store.read("test", async |conn| push_counts::active(conn, scope, &sites).await).await.unwrap().is_empty()
        );
        let foreign = store.read("test", async |conn| push_subscriptions::get(conn, scope, begun.id).await).await;
        assert!(matches!(foreign, Err(Error::NotFound(_))));
    })
    .await;
}

#[tokio::test]
async fn what_is_due_is_taken_once() {
    each_backend(async |store, clock| {
        let world = world(&store).await;
        let ids: Vec<i64> = {
            let mut ids = Vec::new();
            for (site, endpoint) in [(0, "a"), (0, "b"), (1, "c")] {
                let new = world.subscription(site, endpoint, Browser::Chrome);
                let put = write(&store, async |tx: &Tx| push_subscriptions::put(tx, &new, None).await).await;
                ids.push(put.unwrap().0.id);
            }
            ids
        };
        let take = async || write(&store, async |tx: &Tx| push_sending::take_due(tx, 10, 60_000).await).await.unwrap();
        assert!(take().await.is_empty());
        clock.advance_ms(HOUR_MS);
        let other = world.sites[1].1;
        write(&store, async |tx: &Tx| {
            blocks::set_status(tx, Scope::System, other, &[BlockStatus::Active], BlockStatus::Stopped).await
        })
        .await
        .unwrap();
        let due = take().await;
        let told: Vec<_> = due.iter().map(|one| (one.subscription.id, one.settings.is_some())).collect();
        assert_eq!(told, [(ids[0], true), (ids[1], true), (ids[2], false)]);
        assert!(take().await.is_empty(), "taken for a minute");
        let next = clock_now(&clock).plus_ms(3 * HOUR_MS);
        let first = due[0].subscription.clone();
        write(&store, async |tx: &Tx| push_sending::note_sent(tx, &first, next).await).await.unwrap();
        clock.advance_ms(60_000);
        assert_eq!(take().await.len(), 2, "whoever took them fell over");
        let sent = store.read("test", async |conn| push_subscriptions::by_ids(conn, &[ids[0]]).await).await.unwrap();
        assert_eq!(push_sending::sent_today(&sent[0], clock_now(&clock)), 1);
        // Its own day is an hour ahead.
        clock.advance_ms(22 * HOUR_MS);
        assert_eq!(push_sending::sent_today(&sent[0], clock_now(&clock)), 0);

        // Nothing answered since: the one that was sent enough, and something lately, goes.
        let let_go = async || {
            let (site, now) = (world.sites[0].0, clock_now(&clock));
            let count = store.read("test", async |conn| push_subscriptions::count_silent(conn, site, now).await).await;
            let gone = write(&store, async |tx: &Tx| push_subscriptions::let_go(tx, site, now).await).await;
            (count.unwrap(), gone.unwrap())
        };
        let answered = [(ids[0], clock_now(&clock))];
        write(&store, async |tx: &Tx| push_sending::note_answered(tx, &answered).await).await.unwrap();
        assert_eq!(let_go().await, (0, 0));
        let again = sent[0].clone();
        let send = async || {
            clock.advance_ms(1);
            write(&store, async |tx: &Tx| push_sending::note_sent(tx, &again, next).await).await.unwrap();
            clock.advance_ms(1);
        };
        for _ in 1..push_subscriptions::UNANSWERED_MIN {
            send().await;
        }
        assert_eq!(let_go().await, (0, 0));
        send().await;
        clock.advance_ms(15 * DAY_MS);
        assert_eq!(let_go().await, (0, 0), "nothing was sent for two weeks");
        send().await;
        assert_eq!(let_go().await, (1, 1));
        assert_eq!(let_go().await, (0, 0));
        let now = clock_now(&clock).plus_ms(1);
        let forgotten = write(&store, async |tx: &Tx| push_subscriptions::forget_ended(tx, now).await).await;
        assert_eq!(forgotten.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn those_for_whom_nothing_may_be_sent_keep_nobody_waiting() {
    each_backend(async |store, clock| {
        let world = world(&store).await;
        let mut ids = Vec::new();
        for (site, endpoint) in [(1, "a"), (1, "b"), (1, "c"), (0, "d")] {
            let new = world.subscription(site, endpoint, Browser::Chrome);
            clock.advance_ms(1);
            let put = write(&store, async |tx: &Tx| push_subscriptions::put(tx, &new, None).await).await;
            let id = put.unwrap().0.id;
            let due = [(id, clock_now(&clock))];
            write(&store, async |tx: &Tx| push_sending::put_off(tx, &due).await).await.unwrap();
            ids.push(id);
        }
        let other = world.sites[1].1;
        write(&store, async |tx: &Tx| {
            blocks::set_status(tx, Scope::System, other, &[BlockStatus::Active], BlockStatus::Stopped).await
        })
        .await
        .unwrap();
        let take = async || write(&store, async |tx: &Tx| push_sending::take_due(tx, 1, 60_000).await).await.unwrap();
        let taken = [take().await, take().await].concat();
        let told: Vec<_> = taken.iter().map(|one| (one.subscription.id, one.settings.is_some())).collect();
        assert_eq!(told, [(ids[0], false), (ids[3], true)]);
        assert!(take().await.is_empty());
    })
    .await;
}

fn clock_now(clock: &placard_model::time::ManualClock) -> placard_model::UnixMs {
    placard_model::Clock::now(clock)
}

#[tokio::test]
async fn keys_retire_once_nobody_needs_them() {
    each_backend(async |store, clock| {
        let world = world(&store).await;
        let new = world.subscription(0, "a", Browser::Chrome);
        let (known, _) = write(&store, async |tx: &Tx| push_subscriptions::put(tx, &new, None).await).await.unwrap();
        let site = world.sites[0].0;
        let (newest, imported) = write(&store, async |tx: &Tx| {
            let newest = vapid_keys::put(tx, "second", b"sealed", None).await?;
            Ok((newest, vapid_keys::put(tx, "theirs", b"sealed", Some(site)).await?))
        })
        .await
        .unwrap();
        let retire = async || {
            write(&store, async |tx: &Tx| vapid_keys::retire_unused(tx).await).await.unwrap();
            let left = store.read("test", async |conn| vapid_keys::list(conn).await).await.unwrap();
            left.into_iter().map(|key| key.id).collect::<Vec<_>>()
        };
        assert_eq!(retire().await, [world.key, newest.id, imported.id], "they are of today");
        clock.advance_ms(2 * DAY_MS);
        assert_eq!(retire().await, [world.key, newest.id]);
        write(&store, async |tx: &Tx| push_subscriptions::end(tx, known.id, SubscriptionStatus::Gone).await)
            .await
            .unwrap();
        assert_eq!(retire().await, [newest.id], "the newest stays, with or without subscriptions");
        let again = write(&store, async |tx: &Tx| vapid_keys::put(tx, "theirs", b"x", Some(site)).await).await.unwrap();
        assert_eq!((again.id, again.retired_at, again.private_sealed), (imported.id, None, b"sealed".to_vec()));
        let found = store.read("test", async |conn| vapid_keys::newest(conn).await).await.unwrap().unwrap();
        assert_eq!(found.id, newest.id);
    })
    .await;
}

#[tokio::test]
async fn a_campaign_reaches_the_subscribers_of_its_targeting() {
    each_backend(async |store, clock| {
        let world = world(&store).await;
        for (site, endpoint, browser) in
            [(0, "a", Browser::Chrome), (0, "b", Browser::Firefox), (1, "c", Browser::Chrome)]
        {
            let new = world.subscription(site, endpoint, browser);
            write(&store, async |tx: &Tx| push_subscriptions::put(tx, &new, None).await).await.unwrap();
        }
        let gone = world.subscription(0, "d", Browser::Chrome);
        let (gone, _) = write(&store, async |tx: &Tx| push_subscriptions::put(tx, &gone, None).await).await.unwrap();
        write(&store, async |tx: &Tx| push_subscriptions::end(tx, gone.id, SubscriptionStatus::Gone).await)
            .await
            .unwrap();
        clock.advance_ms(3 * DAY_MS);
        let counted_for = async |advertiser: UserId, audience: PushAudience, until: UnixMs| -> PushReach {
            let sample = store.read("test", async move |conn: &Conn| PushSample::read(conn).await).await.unwrap();
            sample.reach(advertiser, &[PushAudience::default(), audience], until).each[1]
        };
        let stranger = UserId(i64::MAX);
        let counted = async |audience: PushAudience, until: UnixMs| counted_for(stranger, audience, until).await;
        let reach = async |targeting: Targeting, push: PushSettings, until: UnixMs| {
            counted(PushAudience { targeting, push, categories: Vec::new() }, until).await
        };
        let check = async |what: &str, expected: u64, targeting: Targeting, push: PushSettings| {
            let found = reach(targeting, push, TEST_EPOCH.plus_ms(4 * DAY_MS)).await;
            assert_eq!((found.subscribers, found.due, found.is_estimate), (expected, expected, false), "{what}");
        };
        let (all, any) = (Targeting::default, PushSettings::default);
        check("everybody", 3, all(), any()).await;
        check("a browser", 2, Targeting { browsers: vec![Browser::Chrome], ..all() }, any()).await;
        check("another language", 0, Targeting { languages: vec![Language::parse("de").unwrap()], ..all() }, any())
            .await;
        let mut city = all();
        city.geo.cities = vec![(CountryCode::parse("IE").unwrap(), PlaceId(7))];
        check("a city", 3, city, any()).await;
        let mut others = all();
        others.geo.countries = vec![CountryCode::parse("DE").unwrap()];
        check("another country", 0, others, any()).await;
        let aged = |from_days, to_days| {
            let mut push = any();
            push.targeting.subscription_age = Some(SubscriptionAge { from_days, to_days });
            push
        };
        check("three days old", 3, all(), aged(3, Some(3))).await;
        check("younger", 0, all(), aged(0, Some(2))).await;
        let mut listed = any();
        listed.lists.blacklist_sites = vec![world.sites[0].0];
        check("not of a site", 1, all(), listed).await;
        let found = reach(all(), any(), TEST_EPOCH).await;
        assert_eq!(found.due, 0, "all are due later");
        assert_eq!(found.pushes_a_day, 3 * u64::from(SitePush::default().daily_cap), "at whatever hour");
        for (shows, hours, expected) in [(1, 24, 3), (1, 72, 1), (1, 12, 6), (200, 24, found.pushes_a_day)] {
            let mut capped = any();
            capped.targeting.frequency_cap = Some(FrequencyCap { shows, hours });
            assert_eq!(reach(all(), capped, TEST_EPOCH).await.pushes_a_day, expected, "{shows} in {hours} h");
        }
        let sample = store.read("test", async move |conn: &Conn| PushSample::read(conn).await).await.unwrap();
        let of_browser = |browser: Browser| {
            let targeting = Targeting { browsers: vec![browser], ..Targeting::default() };
            PushAudience { targeting, ..PushAudience::default() }
        };
        let audiences = [of_browser(Browser::Chrome), of_browser(Browser::Firefox), PushAudience::default()];
        for (audiences, each, together) in
            [(&audiences[..], vec![2, 1, 3], 3), (&audiences[..1], vec![2], 2), (&audiences[..0], vec![], 0)]
        {
            let found = sample.reach(stranger, audiences, TEST_EPOCH.plus_ms(4 * DAY_MS));
            assert_eq!(found.each.iter().map(|one| one.subscribers).collect::<Vec<_>>(), each);
            assert_eq!((found.together.subscribers, found.together.due), (together, together), "each once");
        }
        let own = async || counted_for(world.webmaster, PushAudience::default(), TEST_EPOCH).await.subscribers;
        assert_eq!(own().await, 0, "sites of one's own");

        // What no notification can meet.
        let mut worded = all();
        worded.keywords.wanted = vec!["shoes".to_owned()];
        check("pages with a word", 0, worded, any()).await;
        check("an address range", 0, Targeting { ip_ranges: vec!["198.51.100.0/24".parse().unwrap()], ..all() }, any())
            .await;
        let mut unworded = all();
        unworded.keywords.excluded = vec!["accident".to_owned()];
        check("no page with a word", 3, unworded, any()).await;

        // What sites refuse, and those for which nothing is sent.
        let change = async |sql: &'static str, id: i64| {
            let run = async |tx: &Tx| tx.execute(sql, [id.into()]).await;
            write(&store, run).await.unwrap();
        };
        // What keeps subscribers from a push today, which began three days later.
        let near = async |hours: i64| {
            let found = reach(all(), any(), TEST_EPOCH.plus_ms(3 * DAY_MS + hours * HOUR_MS)).await;
            [found.subscribers, found.in_daytime, found.under_cap, found.due]
        };
        assert_eq!(near(8).await, [3, 0, 0, 0], "it is nine where they live an hour before it is in UTC");
        assert_eq!(near(9).await, [3, 3, 3, 3]);
        let full = "UPDATE push_subscriptions SET sent_day = 20781, sent_today = 4 WHERE site_id = $1";
        change(full, world.sites[1].0.0).await;
        assert_eq!(near(24).await, [3, 3, 2, 2], "one has had all");
        assert_eq!(near(33).await, [3, 3, 3, 3], "another day of theirs begins");
        let later = "UPDATE push_subscriptions SET next_send_at = next_send_at + 864000000 WHERE site_id = $1";
        change(later, world.sites[0].0.0).await;
        assert_eq!(near(24).await, [3, 3, 2, 0], "those of the other site come later");

        let of = async |categories: &[i64]| {
            let categories = categories.iter().copied().map(CategoryId).collect();
            counted(PushAudience { categories, ..PushAudience::default() }, UnixMs(i64::MAX)).await.subscribers
        };
        change("UPDATE sites SET forbidden_categories = '[5]' WHERE id = $1", world.sites[0].0.0).await;
        assert_eq!((of(&[5, 6]).await, of(&[6]).await, of(&[]).await), (1, 3, 3));
        change("UPDATE sites SET allowed_categories = '[6]' WHERE id = $1", world.sites[1].0.0).await;
        assert_eq!((of(&[5]).await, of(&[6]).await, of(&[]).await), (0, 3, 2));
        change("UPDATE sites SET shows_own_ads = TRUE WHERE id = $1", world.sites[1].0.0).await;
        assert_eq!(own().await, 0, "its categories are others");
        change("UPDATE sites SET shows_own_ads = TRUE WHERE id = $1", world.sites[0].0.0).await;
        assert_eq!(own().await, 2);
        change("UPDATE blocks SET status_id = 2 WHERE id = $1", world.sites[0].1.0).await;
        assert_eq!(of(&[6]).await, 1, "the block is stopped");
        change("UPDATE sites SET is_paused = TRUE WHERE id = $1", world.sites[1].0.0).await;
        assert_eq!(of(&[6]).await, 0, "the site is paused");
    })
    .await;
}
