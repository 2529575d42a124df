//! The money story on both engines: top-up, billed clicks, conversions, release, histories.

use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::books::settlement::{Amounts, ConversionChange, Rates, Settlement, SettlementKind};
use placard_model::event::{ConversionState, EventRef, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::VisitorId;
use placard_model::time::{Clock, DAY_MS};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_store::accounts::terms;
use placard_store::billing::positions;
use placard_store::billing::settlements::{self};
use placard_store::billing::settling::{self, Batch};
use placard_store::lists::Direction;
use placard_store::money::history::{self, What};
use placard_store::money::movements::{self, Cause};
use placard_store::money::spend;
use placard_store::testing::{TEST_EPOCH, each_backend};
use placard_store::{Error, Priority, Scope, Store};

const ADVERTISER: UserId = UserId(11);
const WEBMASTER: UserId = UserId(22);

fn served_ad(number: u64) -> ServedAd {
    let mut token = [0; 12];
    token[..8].copy_from_slice(&number.to_le_bytes());
    ServedAd {
        token: TokenId(token),
        served: Served {
            ad: AdId(5),
            block: BlockId(6),
            page: 1,
            visitor: VisitorId(number),
            decided_at: TEST_EPOCH,
            price: Money::from_micros(100_001),
            weight_micros: 500,
            place: Place::default(),
            asn: 0,
            device_type: DeviceType::Desktop,
            os: Os::Other,
            browser: Browser::Other,
            language: Language::default(),
            traffic_source: TrafficSourceId(0),
            template: TemplateId(1),
            position: 0,
            control: false,
            consent: false,
        },
        ad: AdDims {
            campaign_type: CampaignType::Native,
            advertiser: ADVERTISER,
            campaign: CampaignId(7),
            group: GroupId(8),
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(0),
        },
        block: BlockDims {
            webmaster: WEBMASTER,
            site: SiteId(9),
            block: BlockId(6),
            format: BlockFormat::Native,
            template: TemplateId(1),
        },
    }
}

fn click(number: u64, at: UnixMs, verdict: Verdict) -> Settlement {
    let amounts = if verdict.is_valid() {
        let cost = Money::from_micros(100_001);
        let webmaster = cost.share(7_000);
        Amounts { cost, webmaster, network: cost - webmaster, ..Amounts::default() }
    } else {
        Amounts::default()
    };
    Settlement {
        kind: SettlementKind::Click,
        record: EventRef(number),
        click: EventRef(number),
        clicked_at: at,
        verdict,
        amounts,
        rates: Rates { share_bp: 7_000, ..Rates::default() },
        ad: served_ad(number),
    }
}

fn postings(settlements: &[Settlement]) -> Vec<Posting> {
    settlements
        .iter()
        .filter(|one| !one.amounts.cost.is_zero())
        .flat_map(|one| {
            let day = one.clicked_at.day();
            [
                Posting {
                    campaign: Some(CampaignId(7)),
                    ..Posting::plain(Account::Advertiser(ADVERTISER), -one.amounts.cost, day)
                },
                Posting {
                    block: Some(BlockId(6)),
                    ..Posting::plain(Account::WebmasterPending(WEBMASTER), one.amounts.webmaster, day)
                },
                Posting::plain(Account::NetworkRevenue, one.amounts.network, day),
            ]
        })
        .collect()
}

async fn top_up(store: &Store, reference: &str, dollars: i64) -> Result<i64, Error> {
    store
        .write("test_top_up", Priority::Api, async |tx| {
            let cause = Cause { reference, operation: Operation::TopUp, actor: None, comment: "invoice 1" };
            movements::adjust_advertiser(tx, cause, ADVERTISER, Money::from_dollars(dollars)).await
        })
        .await
}

async fn commit(store: &Store, from: Option<&[u8]>, to: &[u8], settlements: Vec<Settlement>) -> Result<(), Error> {
    let postings = postings(&settlements);
    let checkpoint = Some(b"state".to_vec());
    let batch = Batch {
        from: from.map(<[u8]>::to_vec),
        to: to.to_vec(),
        settlements,
        postings,
        push_postings: Vec::new(),
        void_postings: Vec::new(),
        checkpoint,
    };
    store.write("test_commit", Priority::Feed, async |tx| settling::commit(tx, &batch).await).await
}

async fn balance(store: &Store, account: Account) -> i64 {
    store.read("test_balance", async |conn| movements::balance(conn, account).await).await.unwrap().micros()
}

#[tokio::test]
async fn clicks_move_money_once_and_all_sums_agree() {
    each_backend(async |store, clock| {
        top_up(&store, "deposit:1", 10).await.unwrap();
        assert!(matches!(top_up(&store, "deposit:1", 10).await, Err(Error::Duplicate { .. })));
        assert_eq!(balance(&store, Account::Advertiser(ADVERTISER)).await, 10_000_000);

        clock.advance_ms(1_000);
        let at = clock.now();
        let batch = vec![click(1, at, Verdict::Valid), click(2, at, Verdict::NotShown), click(3, at, Verdict::Valid)];
        commit(&store, None, b"p1", batch.clone()).await.unwrap();
        assert_eq!(balance(&store, Account::Advertiser(ADVERTISER)).await, 10_000_000 - 200_002);
        assert_eq!(balance(&store, Account::WebmasterPending(WEBMASTER)).await, 140_000);
        assert_eq!(balance(&store, Account::NetworkRevenue).await, 60_002);

        // The same stretch again, from the beginning and from where billing is: nothing moves.
        assert!(matches!(commit(&store, None, b"p1", batch.clone()).await, Err(Error::Conflict(_))));
        assert!(commit(&store, Some(b"p1"), b"p2", batch.clone()).await.is_err(), "a click is settled once");
        assert_eq!(balance(&store, Account::NetworkRevenue).await, 60_002);

        let stored = store.read("test_settlements", async |conn| settlements::after(conn, 0, 10).await).await.unwrap();
        let settled: Vec<Settlement> = stored.iter().map(|one| one.settlement.clone()).collect();
        assert_eq!(settled, batch, "what is read is what was written, in its order");
        assert!(stored[0].transaction.is_some() && stored[1].transaction.is_none());

        let scope = Scope::Advertiser(ADVERTISER);
        let day = at.day();
        let spent = store.read("test_spent", async |conn| spend::spent(conn, scope, day, day).await).await.unwrap();
        assert_eq!(spent.micros(), 200_002);
        let others = Scope::Advertiser(UserId(99));
        let spent = store.read("test_spent", async |conn| spend::spent(conn, others, day, day).await).await.unwrap();
        assert!(spent.is_zero(), "another advertiser spent nothing");
        let earned = store
            .read("test_earned", async |conn| spend::earned(conn, Scope::Webmaster(WEBMASTER), day, day).await)
            .await
            .unwrap();
        assert_eq!(earned.micros(), 140_000);
        let checkpoint = store.read("test_checkpoint", async |conn| positions::checkpoint(conn, settling::FEED).await);
        assert_eq!(checkpoint.await.unwrap().unwrap().position, b"p1");

        let furthest = store.read("test_furthest", async |conn| settlements::furthest(conn).await).await.unwrap();
        assert_eq!(furthest, batch.iter().map(|one| (one.record, one.clicked_at)).max());
        clock.advance_ms(7);
        let moved =
            store.write("test_move", Priority::Api, async |tx| positions::move_to(tx, settling::FEED, b"p9").await);
        moved.await.unwrap();
        let (position, checkpoint, stored) = store
            .read("test_moved", async |conn| {
                let position = positions::position(conn, settling::FEED).await?;
                Ok((position, positions::checkpoint(conn, settling::FEED).await?, positions::last_stored(conn).await?))
            })
            .await
            .unwrap();
        assert_eq!((position.as_deref(), checkpoint.unwrap().position), (Some(&b"p9"[..]), b"p9".to_vec()));
        assert_eq!(stored, Some(clock.now()));
    })
    .await;
}

#[tokio::test]
async fn histories_run_and_earnings_become_available_after_a_week() {
    each_backend(async |store, clock| {
        top_up(&store, "deposit:1", 10).await.unwrap();
        let mut from: Option<Vec<u8>> = None;
        for day in 0..3u8 {
            clock.set(TEST_EPOCH.plus_ms(i64::from(day) * DAY_MS + 5_000));
            let clicks = vec![click(u64::from(day), clock.now(), Verdict::Valid)];
            commit(&store, from.as_deref(), &[day], clicks).await.unwrap();
            from = Some(vec![day]);
        }
        top_up(&store, "deposit:2", 5).await.unwrap();
        let scope = Scope::Advertiser(ADVERTISER);
        let all = store
            .read("test_history", async |conn| history::advertiser(conn, scope, Direction::Descending, 0, 10).await)
            .await
            .unwrap();
        let rows: Vec<(i64, i64)> = all.entries.iter().map(|e| (e.amount.micros(), e.balance_after.micros())).collect();
        assert_eq!(all.total, 5);
        assert_eq!(rows[0], (5_000_000, 15_000_000 - 3 * 100_001), "the newest is the second deposit");
        assert_eq!(rows[0].1, balance(&store, Account::Advertiser(ADVERTISER)).await);
        assert!(matches!(&all.entries[0].what, What::Movement { comment, .. } if comment == "invoice 1"));
        assert!(matches!(all.entries[1].what, What::CampaignDay { clicks: 1, .. }));
        let page = store
            .read("test_history", async |conn| history::advertiser(conn, scope, Direction::Descending, 3, 3).await)
            .await
            .unwrap();
        assert_eq!((&page.entries[..], page.total), (&all.entries[3..], 5), "pages are parts of the same list");
        let beyond = store
            .read("test_history", async |conn| history::advertiser(conn, scope, Direction::Descending, 9, 3).await)
            .await;
        assert_eq!((beyond.as_ref().unwrap().entries.len(), beyond.unwrap().total), (0, 5));

        let release = async || {
            let today = clock.now().day();
            let due =
                store.read("test_due", async |conn| movements::due_releases(conn, today, UserId(0)).await).await?;
            for user in &due {
                store
                    .write("test_release", Priority::Feed, async |tx| movements::release(tx, *user, today).await)
                    .await?;
            }
            Ok::<_, Error>(due.len())
        };
        clock.set(TEST_EPOCH.plus_ms(7 * DAY_MS - 1));
        assert_eq!(release().await.unwrap(), 0, "not before 7 days are over");
        clock.set(TEST_EPOCH.plus_ms(8 * DAY_MS));
        assert_eq!(release().await.unwrap(), 1);
        assert_eq!(release().await.unwrap(), 0, "once");
        assert_eq!(balance(&store, Account::WebmasterAvailable(WEBMASTER)).await, 140_000, "two days of three");
        assert_eq!(balance(&store, Account::WebmasterPending(WEBMASTER)).await, 70_000);
        let scope = Scope::Webmaster(WEBMASTER);
        let all = store
            .read("test_history", async |conn| {
                history::webmaster(conn, scope, true, Direction::Descending, 0, 10).await
            })
            .await
            .unwrap();
        assert_eq!(all.total, 3, "a release is no movement of the whole");
        assert_eq!(all.entries[0].balance_after.micros(), 210_000);
    })
    .await;
}

#[tokio::test]
async fn conversions_change_state_and_terms_are_kept() {
    each_backend(async |store, clock| {
        commit(&store, None, b"1", vec![click(1, clock.now(), Verdict::NotShown)]).await.unwrap();
        let hold = (ConversionState::Hold, Money::from_dollars(30));
        let approved = (ConversionState::Approved, Money::from_dollars(31));
        let mut from = b"1".to_vec();
        for (record, before, after) in [(EventRef(2), None, hold), (EventRef(3), Some(hold), approved)] {
            let change = ConversionChange {
                external_id: "order 7".to_owned(),
                before,
                after,
                goal: "sale".to_owned(),
                transaction_id: String::new(),
            };
            let one = Settlement {
                kind: SettlementKind::Conversion(change),
                record,
                ..click(1, clock.now(), Verdict::NotShown)
            };
            let to = [from.clone(), b"+".to_vec()].concat();
            commit(&store, Some(&from), &to, vec![one]).await.unwrap();
            from = to;
        }
        let found = store
            .read("test_conversions", async |conn| settlements::conversions(conn, &[EventRef(1)]).await)
            .await
            .unwrap();
        let expected = settlements::StoredConversion {
            click: EventRef(1),
            external_id: "order 7".to_owned(),
            state: approved.0,
            payout: approved.1,
            goal: "sale".to_owned(),
            transaction_id: String::new(),
        };
        assert_eq!(found, [expected]);
        let of =
            store.read("test_clicks", async |conn| settlements::of_clicks(conn, &[EventRef(1), EventRef(2)]).await);
        assert_eq!(of.await.unwrap().len(), 1, "the click itself, without its conversions");

        let until = clock.now().plus_ms(DAY_MS);
        store
            .write("test_terms", Priority::Api, async |tx| {
                terms::set_referrer(tx, WEBMASTER, ADVERTISER, until).await?;
                terms::set_share(tx, WEBMASTER, Some(8_000)).await
            })
            .await
            .unwrap();
        let found =
            store.read("test_terms", async |conn| terms::of_users(conn, &[WEBMASTER, ADVERTISER]).await).await.unwrap();
        assert_eq!(found, [(WEBMASTER, terms::Terms { share_bp: 8_000, referrer: Some((ADVERTISER, until)) })]);
        let refused =
            store.write("test_terms", Priority::Api, async |tx| terms::set_share(tx, WEBMASTER, Some(10_001)).await);
        assert!(matches!(refused.await, Err(Error::Invalid { field: "share_bp", .. })));
    })
    .await;
}

#[tokio::test]
async fn nobody_gets_back_more_than_there_is() {
    each_backend(async |store, _clock| {
        top_up(&store, "deposit:1", 10).await.unwrap();
        let refund = async |reference: &'static str, dollars| {
            store
                .write("test_refund", Priority::Api, async |tx| {
                    let cause = Cause { reference, operation: Operation::Refund, actor: Some(UserId(1)), comment: "" };
                    movements::adjust_advertiser(tx, cause, ADVERTISER, Money::from_dollars(dollars)).await
                })
                .await
        };
        assert!(matches!(refund("refund:1", 11).await, Err(Error::Invalid { field: "amount", .. })));
        refund("refund:2", 10).await.unwrap();
        assert_eq!(balance(&store, Account::Advertiser(ADVERTISER)).await, 0);
        assert_eq!(balance(&store, Account::GatewayClearing).await, 0);
    })
    .await;
}
