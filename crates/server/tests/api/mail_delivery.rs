//! Mail on its way: queued with what it tells, handed to an SMTP peer over a real socket or written to the outbox, tried
//! again, read in the back office.

use crate::advertising::text_form;
use crate::app::{PASSWORD, Person, TestApp, each_app, each_app_with};
use placard_api::mail::{Mail, Recipient, queue as queue_mail};
use placard_common::data_folder::OUTBOX;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Clock, Money, UserId};
use placard_store::Priority;
use placard_store::accounts::users::{UserChange, update_user};
use placard_store::network::mails::{self, MailFilter, MailState};
use placard_store::{Scope, Tx};
use placard_worker::feeds::mail::{Post, forget_old};
use placard_worker::feeds::notices;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

const MAILS: &str = "/api/admin/mails";

/// What an SMTP peer was given.
#[derive(Clone, Debug, Default)]
struct Taken {
    recipient: String,
    data: String,
}

/// A mail server: `later@` is refused for the moment the first time, `gone@` for good.
#[derive(Default)]
struct Peer {
    taken: Mutex<Vec<Taken>>,
    asked: Mutex<HashMap<String, u32>>,
    /// `slow@` was asked for.
    slow: Notify,
    /// It may be answered.
    goes_on: Notify,
}

impl Peer {
    async fn serve(self: Arc<Self>, listener: TcpListener) {
        while let Ok((stream, _)) = listener.accept().await {
            // A peer that goes away in the middle is no failure of the test's.
            let peer = self.clone();
            tokio::spawn(async move { peer.talk(stream).await });
        }
    }

    async fn talk(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let (read, mut write) = stream.split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 peer.example\r\n").await?;
        let mut recipient = String::new();
        while let Some(line) = lines.next_line().await? {
            let upper = line.to_ascii_uppercase();
            let answer = if upper.starts_with("EHLO") {
                "250-peer.example\r\n250 8BITMIME"
            } else if upper.starts_with("RCPT TO:") {
                recipient = line[8..].trim().trim_matches(['<', '>']).to_owned();
                if recipient == "slow@x.org" {
                    self.slow.notify_one();
                    self.goes_on.notified().await;
                }
                self.answer_recipient(&recipient)
            } else if upper == "DATA" {
                write.write_all(b"354 go on\r\n").await?;
                let mut data = String::new();
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    data.push_str(line.strip_prefix('.').unwrap_or(&line));
                    data.push('\n');
                }
                self.taken.lock().unwrap().push(Taken { recipient: recipient.clone(), data });
                "250 taken"
            } else if upper == "QUIT" {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            } else {
                "250 ok"
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        Ok(())
    }

    fn answer_recipient(&self, recipient: &str) -> &'static str {
        let mut asked = self.asked.lock().unwrap();
        let times = asked.entry(recipient.to_owned()).or_default();
        *times += 1;
        match recipient {
            "later@x.org" if *times == 1 => "451 not now",
            "gone@x.org" => "550 nobody of that name",
            _ => "250 ok",
        }
    }
}

async fn queue(app: &TestApp, email: &'static str, mail: Mail) {
    let state = app.app.clone();
    app.app
        .store
        .write("test_mail", Priority::Api, async move |tx: &Tx| {
            queue_mail(tx, &state, Recipient { user: None, email, name: "Änne \"A\" <x>" }, &mail).await
        })
        .await
        .unwrap();
}

/// All mails, newest first.
async fn all(app: &TestApp) -> Vec<mails::Mail> {
    let list = async |conn: &placard_store::Conn| mails::list(conn, MailFilter::default(), 100, 0).await;
    app.app.store.read("test_mails", list).await.unwrap().0
}

/// `recipient -> state` of all mails.
async fn states(app: &TestApp) -> HashMap<String, &'static str> {
    all(app).await.into_iter().map(|mail| (mail.recipient, mail.state.name())).collect()
}

/// Somebody logged in anew: tests that move the clock outlive access tokens.
async fn login(app: &TestApp, email: &str) -> Person {
    let form = json!({"email": email, "password": PASSWORD});
    let answer = app.post(&Person::default(), "/api/oauth2/accessToken", form).await.expect(200);
    let token = answer["access_token"].as_str().unwrap().to_owned();
    let id = app.get(&Person { token: token.clone(), ..Person::default() }, "/api/account").await.expect(200);
    Person { id: UserId(id["data"]["id"].as_i64().unwrap()), token }
}

#[tokio::test]
async fn mail_goes_out_by_smtp_and_is_tried_again() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let peer = Arc::new(Peer::default());
    tokio::spawn(peer.clone().serve(TcpListener::from_std(listener).unwrap()));
    let settings = |config: &mut placard_common::config::Config| config.mail.smtp = format!("smtp://{address}");
    each_app_with(settings, async |app| {
        *peer.taken.lock().unwrap() = Vec::new();
        *peer.asked.lock().unwrap() = HashMap::new();
        let god = app.god().await;
        let post = Post::open(app.app.worker.clone()).unwrap();
        for email in ["ok@x.org", "later@x.org", "gone@x.org"] {
            queue(&app, email, Mail::Reset { token: "SeCrEt-token_1".to_owned() }).await;
        }
        queue(&app, "no address", Mail::AlreadyRegistered).await;
        assert!(!post.step().await.unwrap());
        let found = states(&app).await;
        assert_eq!(
            ["ok@x.org", "later@x.org", "gone@x.org", "no address"].map(|email| found[email]),
            ["sent", "waiting", "given_up", "given_up"]
        );
        let taken = peer.taken.lock().unwrap().clone();
        assert_eq!(taken.iter().map(|taken| taken.recipient.as_str()).collect::<Vec<_>>(), ["ok@x.org"]);
        let data = &taken[0].data;
        for expected in [
            "From: Placard <no-reply@placard.example>",
            "Subject: Set a new password",
            "Message-ID: <1.",
            "Auto-Submitted: auto-generated",
            "Content-Type: multipart/alternative",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Type: text/html; charset=utf-8",
            "https://placard.example/account/password/reset/SeCrEt-token_1",
        ] {
            assert!(data.contains(expected), "{expected} is not in {data}");
        }
        assert!(data.lines().all(|line| line.len() <= 998), "lines keep to RFC 5322");

        // One minute later, not sooner, and with the same Message-ID.
        app.clock.advance_ms(59_999);
        post.step().await.unwrap();
        assert_eq!(states(&app).await["later@x.org"], "waiting");
        app.clock.advance_ms(1);
        post.step().await.unwrap();
        assert_eq!(states(&app).await["later@x.org"], "sent");
        assert!(peer.taken.lock().unwrap()[1].data.contains("Message-ID: <2."));

        // The back office says why, sends again, and keeps what opens an account to its reader.
        let list = app.get(&god, &format!("{MAILS}?state=given_up&searchPhrase=GONE")).await.expect(200);
        assert_eq!(list["pagination"]["total"], 1);
        assert!(list["data"][0]["error"].as_str().unwrap().contains("nobody of that name"), "{list}");
        let shown = app.get(&god, &format!("{MAILS}/1")).await.expect(200)["data"].clone();
        assert_eq!((&shown["is_redacted"], &shown["label"]), (&json!(true), &json!("Set a new password")));
        assert!(
            !shown.to_string().contains("SeCrEt") && shown["html"].as_str().unwrap().contains("(hidden)"),
            "{shown}"
        );
        app.post_empty(&god, &format!("{MAILS}/3/retry")).await.expect(200);
        app.post_empty(&god, &format!("{MAILS}/3/retry")).await.expect(409);
        post.step().await.unwrap();
        assert_eq!(states(&app).await["gone@x.org"], "given_up");
        app.get(&god, &format!("{MAILS}/99")).await.expect(404);
        assert_eq!(app.get(&god, &format!("{MAILS}?state=lost")).await.wrong_fields(), ["state"]);

        // At rest nobody reads it without the master key.
        let stored = app.app.store.read("test", async |conn| mails::get(conn, 1).await).await.unwrap();
        assert!(!stored.body.windows(6).any(|part| part == b"SeCrEt"));
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_vanishes_on_its_way_holds_up_no_other() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let peer = Arc::new(Peer::default());
    tokio::spawn(peer.clone().serve(TcpListener::from_std(listener).unwrap()));
    let settings = |config: &mut placard_common::config::Config| config.mail.smtp = format!("smtp://{address}");
    each_app_with(settings, async |app| {
        let post = Post::open(app.app.worker.clone()).unwrap();
        for email in ["slow@x.org", "ok@x.org"] {
            queue(&app, email, Mail::AlreadyRegistered).await;
        }
        // Its reader's account is deleted while the peer takes it.
        let vanish = async {
            peer.slow.notified().await;
            let delete = async |tx: &Tx| tx.execute("DELETE FROM mails WHERE recipient = 'slow@x.org'", []).await;
            assert_eq!(app.app.store.write("test", Priority::Api, delete).await.unwrap(), 1);
            peer.goes_on.notify_one();
        };
        let (stepped, ()) = tokio::join!(post.step(), vanish);
        assert!(!stepped.unwrap());
        assert_eq!(states(&app).await, HashMap::from([("ok@x.org".to_owned(), "sent")]));
    })
    .await;
}

#[tokio::test]
async fn a_peer_that_is_away_costs_time_and_no_mail() {
    // Nobody listens where somebody did.
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let settings = |config: &mut placard_common::config::Config| config.mail.smtp = format!("smtp://{address}");
    each_app_with(settings, async |app| {
        let post = Post::open(app.app.worker.clone()).unwrap();
        queue(&app, "ok@x.org", Mail::AlreadyRegistered).await;
        for attempt in 1..=10 {
            post.step().await.unwrap();
            let mail = all(&app).await.remove(0);
            let expected = if attempt < 10 { MailState::Waiting } else { MailState::GivenUp };
            assert_eq!((mail.attempts, mail.state), (attempt, expected));
            app.clock.advance_ms(6 * HOUR_MS);
        }
    })
    .await;
}

#[tokio::test]
async fn without_smtp_mail_is_written_to_the_outbox() {
    each_app(async |app| {
        let god = app.god().await;
        let post = Post::open(app.app.worker.clone()).unwrap();
        queue(&app, "ok@x.org", Mail::Confirm { token: "SeCrEt-token_1".to_owned() }).await;
        post.step().await.unwrap();
        post.step().await.unwrap();
        let folder = app.app.config.data_dir.join(OUTBOX);
        let files = || -> Vec<_> { std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
        let found = files();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].file_name().unwrap(), "2026-11-21T00-00-00Z-1-confirm.eml");
        let text = std::fs::read_to_string(&found[0]).unwrap();
        assert!(text.contains("Subject: Confirm your address") && text.contains("SeCrEt-token_1"), "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&found[0]).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // Nobody gets it otherwise, so that the back office shows the link.
        let shown = app.get(&god, &format!("{MAILS}/1")).await.expect(200)["data"].clone();
        assert_eq!((&shown["is_redacted"], &shown["state"]), (&json!(false), &json!("sent")));
        assert!(shown["text"].as_str().unwrap().contains("/confirm?token=SeCrEt-token_1"));
        app.clock.advance_ms(90 * DAY_MS);
        forget_old(&app.app.worker, app.clock.now()).await.unwrap();
        assert_eq!(files().len(), 1);
        app.clock.advance_ms(DAY_MS);
        forget_old(&app.app.worker, app.clock.now()).await.unwrap();
        assert!(files().is_empty());
        assert!(all(&app).await.is_empty());
    })
    .await;
}

/// Subjects of all mails, newest first.
async fn subjects(app: &TestApp) -> Vec<String> {
    all(app).await.into_iter().map(|mail| mail.subject).collect()
}

/// Keeps kinds out of the list of notices, and others from being mailed.
async fn switch_off(app: &TestApp, user: UserId, in_list: &[&str], by_mail: &[&str]) {
    let kinds = |kinds: &[&str]| Some(kinds.iter().map(|kind| (*kind).to_owned()).collect());
    let change = UserChange { notices_off: kinds(in_list), mails_off: kinds(by_mail), ..UserChange::default() };
    app.app
        .store
        .write("test_notices", Priority::Api, async move |tx| {
            update_user(tx, Scope::System, user, &change).await.map(drop)
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn owners_hear_what_became_of_their_ads() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let (first, second) = (app.ad(&anna, group, &text_form()).await, app.ad(&anna, group, &text_form()).await);
        app.approve(&god, first).await;
        let rejection = json!({"reasons": [13, 5], "comment": "Two words are wrong."});
        app.reject(&god, second, rejection.clone()).await.expect(200);
        // A decision that is refused tells nobody.
        let again = json!({"version": 1, "reasons": [13]});
        app.post(&god, &format!("/api/admin/moderation/ads/{second}/reject"), again).await.expect(409);
        let found = subjects(&app).await;
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("Not approved: ") && found[1].starts_with("Approved: "), "{found:?}");
        let mail = app.get(&god, &format!("{MAILS}/2")).await.expect(200)["data"].clone();
        assert_eq!((&mail["recipient"], &mail["user_id"]), (&json!("anna@x.org"), &json!(anna.id.0)));
        for expected in ["Title: errors", "Image: invalid quality", "Two words are wrong.", &format!("/edit/{second}")]
        {
            assert!(mail["text"].as_str().unwrap().contains(expected), "{expected} is not in {mail}");
        }

        // The list of notices and the mails are two choices: what is off in one comes in the other.
        let told = async || {
            let list = app.get(&anna, "/api/account/notices/inbox").await.expect(200);
            (list["pagination"]["total"].as_u64().unwrap(), subjects(&app).await.len())
        };
        assert_eq!(told().await, (2, 2));
        let (on, off): (&[&str], &[&str]) = (&[], &["ad_rejected"]);
        let choices =
            [(on, off, (3, 2), "no mail"), (off, on, (3, 3), "not in the list"), (off, off, (3, 3), "neither")];
        for (in_list, by_mail, expected, what) in choices {
            switch_off(&app, anna.id, in_list, by_mail).await;
            let ad = app.ad(&anna, group, &text_form()).await;
            app.reject(&god, ad, rejection.clone()).await.expect(200);
            assert_eq!(told().await, expected, "{what}");
        }

        // What ran by trust goes on: nothing to tell.
        let trusted = app.person("trusted@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        let campaign = app.campaign(&trusted, "Campaign").await;
        let group = app.group(&trusted, campaign).await;
        let ad = app.ad(&trusted, group, &text_form()).await;
        app.approve(&god, ad).await;
        assert_eq!(subjects(&app).await.len(), 3);
    })
    .await;
}

/// Lets a campaign spend today, without the clicks.
async fn spend(app: &TestApp, campaign: i64, owner: UserId, dollars: i64) {
    let (day, amount) = (app.clock.now().day(), Money::from_dollars(dollars).micros());
    app.app
        .store
        .write("test_spend", Priority::Api, async move |tx: &Tx| {
            let sql = "INSERT INTO campaign_spend (campaign_id, day, advertiser_id, amount, clicks, voided, updated_by) \
                VALUES ($1, $2, $3, $4, 1, 0, 'test') ON CONFLICT (campaign_id, day) DO UPDATE SET \
                amount = campaign_spend.amount + excluded.amount";
            tx.execute(sql, [campaign.into(), i64::from(day.0).into(), owner.0.into(), amount.into()]).await?;
            let sql = "INSERT INTO campaign_totals (campaign_id, amount, clicks) VALUES ($1, $2, 1) \
                ON CONFLICT (campaign_id) DO UPDATE SET amount = campaign_totals.amount + excluded.amount";
            tx.execute(sql, [campaign.into(), amount.into()]).await?;
            let sql = "UPDATE balances SET amount = amount - $1 WHERE account = 1 AND user_id = $2";
            tx.execute(sql, [amount.into(), owner.0.into()]).await.map(drop)
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn money_that_runs_out_is_told_once() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        app.deposit(&anna, 100).await;
        let form = json!({"name": "Autumn", "target_id": 1, "daily_money_limit": 50, "total_money_limit": 120});
        let made = app.post(&anna, "/api/advertiser/campaigns", form.clone()).await.expect(201);
        let campaign = made["data"]["id"].as_i64().unwrap();
        let look = async |expected: &[&str]| {
            notices::look(&app.app.worker).await.unwrap();
            notices::look(&app.app.worker).await.unwrap();
            assert_eq!(subjects(&app).await, expected);
        };
        look(&[]).await;
        spend(&app, campaign, anna.id, 40).await;
        look(&[]).await;
        spend(&app, campaign, anna.id, 10).await;
        let daily = "Budget used up for today: Autumn";
        look(&[daily]).await;
        // 45 left, 55 spent today.
        spend(&app, campaign, anna.id, 5).await;
        let low = "$45,00 left: less than a day";
        look(&[low, daily]).await;
        spend(&app, campaign, anna.id, 5).await;
        look(&[low, daily]).await;
        // Seven days of which one spent 60: four whole days are left, at that pace.
        let balance = app.get(&anna, "/api/advertiser/balance").await.expect(200)["data"].clone();
        let told = (&balance["balance"], &balance["spent_week"], &balance["days_left"]);
        assert_eq!(told, (&json!(40), &json!(60), &json!(4)));

        // The next day again at its limit: no second mail. Topped up: the next low balance is another event.
        app.clock.advance_ms(DAY_MS);
        app.deposit(&anna, 1_000).await;
        look(&[low, daily]).await;
        spend(&app, campaign, anna.id, 50).await;
        look(&[low, daily]).await;

        // A day below the limit, then at it again: told again, until the whole budget is gone.
        let form_of =
            |total: i64| json!({"name": "Autumn", "target_id": 1, "daily_money_limit": 50, "total_money_limit": total});
        let change = async |total: i64| {
            let anna = login(&app, "anna@x.org").await;
            app.put(&anna, &format!("/api/advertiser/campaigns/{campaign}"), form_of(total)).await.expect(200);
        };
        change(1_000).await;
        app.clock.advance_ms(2 * DAY_MS);
        spend(&app, campaign, anna.id, 50).await;
        look(&[daily, low, daily]).await;
        change(160).await;
        let total = "Budget used up: Autumn";
        look(&[total, daily, low, daily]).await;
        change(2_000).await;
        look(&[total, daily, low, daily]).await;
        spend(&app, campaign, anna.id, 900).await;
        let low_again = "$40,00 left: less than a day";
        look(&[low_again, total, daily, low, daily]).await;
    })
    .await;
}
