//! The system without HTTP: log, billing, facts and databases on a clock that is moved by hand, which can crash at any
//! point where it waits for something.

use anyhow::{Context, ensure};
use placard_common::config::Config;
use placard_events::{Appended, Position, Record};
use placard_model::books::posting::Account;
use placard_model::books::settlement::SettlementKind;
use placard_model::books::void::VoidState;
use placard_model::event::{ConversionState, Event, EventRef};
use placard_model::time::{Clock, DAY_MS, ManualClock, UnixMs};
use placard_model::{Money, UserId, Verdict};
use placard_server::{App, AppState, Parts};
use placard_store::Priority;
use placard_store::billing::settlements::{self, Stored};
use placard_store::billing::voids::{self, NewVoid};
use placard_store::money::{movements, spend};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::schedule;
use placard_worker::feeds::{self, voids::WaitsFor};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::cashier::{self, Cashier, MoneyOp};
use crate::world::{self, World};

/// Where time begins: 2027-01-15T22:00:00Z, two hours before a day ends.
pub const START: UnixMs = UnixMs(1_800_050_400_000);
/// Longer than a click waits for its judgement.
const LOOK_AHEAD_MS: i64 = 5_000;
/// Why staff take something back.
const DECIDED: &str = "decided";
/// Looks after which all that staff have decided is carried out.
const CARRIED_OUT_WITHIN: u32 = 5;
/// How long a crashed machine may take to let go of its files.
const DEATH_MS_MAX: u64 = 20_000;

/// What is done to the system.
#[derive(Clone, Debug)]
pub enum Op {
    /// So many milliseconds pass.
    Pass(i64),
    /// A token is shown.
    Show {
        /// The token.
        token: u32,
        /// To whom.
        visitor: u64,
    },
    /// A token is confirmed.
    Confirm {
        /// The token.
        token: u32,
        /// To whom.
        visitor: u64,
    },
    /// A token is clicked.
    Click {
        /// The token.
        token: u32,
        /// By whom.
        visitor: u64,
        /// What the edge says.
        edge: Verdict,
    },
    /// A tracker tells a conversion of some click.
    Postback {
        /// Which of all clicks, modulo their number.
        click: usize,
        /// The tracker's id.
        id: u8,
        /// The state.
        state: ConversionState,
        /// The payout in micro-dollars.
        payout: Option<i64>,
    },
    /// Staff take some click back.
    Void {
        /// Which of all clicks, modulo their number.
        click: usize,
    },
    /// Staff decide to take some click back, and everything dies when what carries it out has waited so often.
    CrashInVoid {
        /// Which of all clicks, modulo their number.
        click: usize,
        /// How often.
        polls: u32,
    },
    /// An advertiser opens the cabinet.
    Owner {
        /// Which of the advertisers, modulo their number.
        advertiser: usize,
        /// As which visitor.
        visitor: u64,
    },
    /// An advertiser pays in so many micro-dollars.
    TopUp {
        /// Which of the advertisers, modulo their number.
        advertiser: usize,
        /// The amount.
        micros: i64,
    },
    /// Money comes in or goes out.
    Money(MoneyOp),
    /// The same, and everything dies when it has waited so often; it is looked at afterwards, and gone on with.
    CrashInMoney(MoneyOp, u32),
    /// Earnings that are due become available.
    Release,
    /// Billing makes a step.
    Bill,
    /// Facts make a step.
    Count,
    /// Billing stores its state.
    CheckpointBilling,
    /// Facts store theirs.
    CheckpointFacts,
    /// A step of billing begins, and everything dies when it has waited so often.
    CrashInBilling(u32),
    /// A step of facts begins, and everything dies when it has waited so often.
    CrashInFacts(u32),
    /// The same for billing's checkpoint.
    CrashInBillingCheckpoint(u32),
    /// The same for the checkpoint of statistics.
    CrashInFactsCheckpoint(u32),
    /// Everything dies between two steps.
    Crash,
}

/// A running system with its network, and what its users were told.
pub struct Machine {
    config: Config,
    clock: Arc<ManualClock>,
    running: Option<Running>,
    world: World,
    /// Events that were acknowledged, in order.
    acknowledged: Vec<Record>,
    clicks: Vec<EventRef>,
    paid_in: BTreeMap<UserId, Money>,
    top_ups: u32,
    cashier: Cashier,
}

struct Running {
    app: AppState,
    billing: Billing,
    facts: Facts,
}

impl Machine {
    /// A new network in an empty folder.
    pub async fn start(folder: &Path, budgets: world::Budgets) -> anyhow::Result<Self> {
        let config = Config { data_dir: folder.join("data"), stats_memory_mib: 64, ..Config::default() };
        let clock = Arc::new(ManualClock::new(START.plus_ms(-2 * DAY_MS)));
        let app = open(&config, &clock).await?;
        let world = World::make(&app.store, budgets).await?;
        let cashier = Cashier::make(&app.store, &world).await?;
        // The wallets can be paid to by now.
        clock.set(START);
        let paid_in = world.advertisers.iter().map(|user| (*user, budgets.balance)).collect();
        let running = Some(Running::load(app).await?);
        let (acknowledged, clicks) = (Vec::new(), Vec::new());
        Ok(Self { config, clock, running, world, acknowledged, clicks, paid_in, top_ups: 0, cashier })
    }

    /// Does one thing.
    pub async fn apply(&mut self, op: &Op) -> anyhow::Result<()> {
        let running = self.running.as_mut().context("the machine is down")?;
        let visit = |token: u32| self.world.visit(token, START);
        let event = match op {
            Op::Pass(ms) => {
                self.clock.advance_ms(*ms);
                return Ok(());
            }
            Op::Bill => return running.billing.step().await.map(drop),
            Op::Count => return running.facts.step().await.map(drop),
            Op::CheckpointBilling => return running.billing.checkpoint().await,
            Op::CheckpointFacts => return running.facts.checkpoint().await,
            Op::CrashInBilling(polls) => {
                cut_short(running.billing.step(), *polls).await.transpose()?;
                return self.crash().await;
            }
            Op::CrashInFacts(polls) => {
                cut_short(running.facts.step(), *polls).await.transpose()?;
                return self.crash().await;
            }
            Op::CrashInBillingCheckpoint(polls) => {
                cut_short(running.billing.checkpoint(), *polls).await.transpose()?;
                return self.crash().await;
            }
            Op::CrashInFactsCheckpoint(polls) => {
                cut_short(running.facts.checkpoint(), *polls).await.transpose()?;
                return self.crash().await;
            }
            Op::CrashInVoid { click, polls } => return self.crash_in_void(*click, *polls).await,
            Op::Crash => return self.crash().await,
            Op::Money(op) => return self.cashier.apply(&running.app.store, *op).await,
            Op::CrashInMoney(op, polls) => return self.crash_in_money(*op, *polls).await,
            Op::Release => return schedule::hourly(&running.app.worker, self.clock.now()).await,
            Op::TopUp { advertiser, micros } => {
                let user = self.world.advertisers[advertiser % self.world.advertisers.len()];
                return self.top_up(user, Money::from_micros(*micros)).await;
            }
            Op::Show { token, visitor } => visit(*token).show(*visitor),
            Op::Confirm { token, visitor } => visit(*token).confirmed_show(*visitor),
            Op::Click { token, visitor, edge } => visit(*token).click(*visitor, *edge),
            Op::Owner { advertiser, visitor } => {
                let user = self.world.advertisers[advertiser % self.world.advertisers.len()];
                Event::OwnerSeen { user, visitor: placard_model::targeting::request::VisitorId(*visitor) }
            }
            Op::Void { click } => {
                let Some(click) = self.clicks.get(click % self.clicks.len().max(1)) else { return Ok(()) };
                Event::Void { click: *click, by: UserId(1), reason: "robots".to_owned() }
            }
            Op::Postback { click, id, state, payout } => {
                let Some(click) = self.clicks.get(click % self.clicks.len().max(1)) else { return Ok(()) };
                let payout = payout.map(Money::from_micros);
                Event::Postback {
                    click: *click,
                    external_id: format!("order {id}"),
                    state: *state,
                    payout,
                    goal: String::new(),
                    transaction_id: String::new(),
                }
            }
        };
        let Appended { at, append_ms } = running.app.log.append(event.clone()).await?;
        if matches!(event, Event::Click { .. }) {
            self.clicks.push(at);
        }
        self.acknowledged.push(Record { at, append_ms, event });
        Ok(())
    }

    async fn top_up(&mut self, user: UserId, amount: Money) -> anyhow::Result<()> {
        let app = &self.running.as_ref().context("the machine is down")?.app;
        self.top_ups += 1;
        let reference = self.top_ups.to_string();
        let write = async move |tx: &placard_store::Tx| world::top_up(tx, user, &reference, amount).await;
        app.store.write("top_up", Priority::Api, write).await?;
        *self.paid_in.entry(user).or_default() += amount;
        Ok(())
    }

    async fn crash_in_money(&mut self, op: MoneyOp, polls: u32) -> anyhow::Result<()> {
        let app = &self.running.as_ref().context("the machine is down")?.app;
        let mut cashier = self.cashier.clone();
        let done = cut_short(cashier.apply(&app.store, op), polls).await.transpose()?;
        self.crash().await?;
        if done.is_some() {
            self.cashier = cashier;
            return Ok(());
        }
        let app = &self.running.as_ref().context("the machine is down")?.app;
        self.cashier.resume(&app.store, op).await
    }

    async fn crash_in_void(&mut self, click: usize, polls: u32) -> anyhow::Result<()> {
        let app = &self.running.as_ref().context("the machine is down")?.app;
        let Some(click) = self.clicks.get(click % self.clicks.len().max(1)) else { return Ok(()) };
        let (user, clicks) = (self.world.advertisers[0], vec![*click]);
        let (reason, chosen) = (DECIDED.to_owned(), "{}".to_owned());
        let new = NewVoid { user, reason, chosen, clicks, cost: Money::ZERO };
        let put = async move |tx: &placard_store::Tx| voids::insert(tx, &new).await;
        match app.store.write("decide", Priority::Api, put).await {
            // Another decision about it is carried out.
            Err(placard_store::Error::Conflict(_)) => {}
            put => drop(put?),
        }
        cut_short(feeds::voids::step(&app.worker), polls).await.transpose()?;
        self.crash().await?;
        self.note_decided()
    }

    /// What decisions have put into the log: nobody was told of it.
    fn note_decided(&mut self) -> anyhow::Result<()> {
        let app = &self.running.as_ref().context("the machine is down")?.app;
        let log = app.log.read(&Position::default(), usize::MAX, None)?;
        for record in log.events.into_iter().skip(self.acknowledged.len()) {
            let is_decided = matches!(&record.event, Event::Void { reason, .. } if reason == DECIDED);
            ensure!(is_decided, "nobody was told of {record:?}");
            self.acknowledged.push(record);
        }
        Ok(())
    }

    /// Carries out all that staff have decided.
    async fn carry_out(&mut self) -> anyhow::Result<()> {
        for _ in 0..CARRIED_OUT_WITHIN {
            let Running { app, billing, .. } = self.running.as_mut().context("the machine is down")?;
            billing.catch_up().await?;
            if feeds::voids::step(&app.worker).await? == WaitsFor::Nothing {
                let all = app.store.read("voids", async |conn| voids::list(conn, 1_000, 0).await).await?.0;
                ensure!(all.iter().all(|void| void.state == VoidState::Applied), "not carried out: {all:?}");
                return self.note_decided();
            }
            self.clock.advance_ms(LOOK_AHEAD_MS);
        }
        anyhow::bail!("what staff decided is never carried out")
    }

    /// Forgets everything that is not in the folder, and starts again from it.
    async fn crash(&mut self) -> anyhow::Result<()> {
        let Running { app, billing, facts } = self.running.take().context("the machine is down")?;
        drop((billing, facts));
        // Work on other threads still ends, as the kernel ends what was written: then nobody holds the files any more.
        let mut waited_ms = 0;
        while is_held(&app) {
            ensure!(waited_ms < DEATH_MS_MAX, "somebody still holds the crashed machine");
            tokio::time::sleep(Duration::from_millis(1)).await;
            waited_ms += 1;
        }
        drop(app);
        self.running = Some(Running::load(open(&self.config, &self.clock).await?).await?);
        Ok(())
    }

    /// Lets the feeds finish, and checks everything: the log holds what was acknowledged, each click is settled once,
    /// conversions are as last told, nobody was charged past a limit, and the audit finds nothing.
    pub async fn check(&mut self) -> anyhow::Result<()> {
        self.clock.advance_ms(LOOK_AHEAD_MS);
        self.carry_out().await?;
        let Running { app, billing, facts } = self.running.as_mut().context("the machine is down")?;
        billing.catch_up().await?;
        facts.catch_up().await?;

        let log = app.log.read(&Position::default(), usize::MAX, None)?;
        ensure!(log.events == self.acknowledged, "the log is not what was acknowledged");

        let stored = app.store.read("all", async |conn| settlements::after(conn, 0, 100_000).await).await?;
        self.check_clicks(&stored)?;
        self.check_conversions(&stored)?;
        self.check_money(&stored).await?;
        let report = audit::run(&self.running.as_ref().context("the machine is down")?.app.worker).await?;
        ensure!(report.is_clean(), "{report}");
        Ok(())
    }

    fn check_clicks(&self, stored: &[Stored]) -> anyhow::Result<()> {
        let settled = stored.iter().filter(|row| row.settlement.kind == SettlementKind::Click);
        let settled: Vec<EventRef> = settled.map(|row| row.settlement.click).collect();
        ensure!(settled == self.clicks, "clicks {:?} were settled as {settled:?}", self.clicks);
        Ok(())
    }

    fn check_conversions(&self, stored: &[Stored]) -> anyhow::Result<()> {
        let mut told = BTreeMap::new();
        for record in &self.acknowledged {
            if let Event::Postback { click, external_id, state, payout, .. } = &record.event {
                let entry = told.entry((*click, external_id.clone())).or_insert((*state, Money::ZERO));
                *entry = (*state, payout.unwrap_or(entry.1));
            }
        }
        let mut kept = BTreeMap::new();
        for row in stored {
            if let Some(change) = row.settlement.conversion() {
                let before = kept.insert((row.settlement.click, change.external_id.clone()), change.after);
                ensure!(before == change.before, "a change does not follow the last: {change:?} after {before:?}");
            }
        }
        ensure!(told == kept, "told {told:?}, kept {kept:?}");
        Ok(())
    }

    async fn check_money(&self, stored: &[Stored]) -> anyhow::Result<()> {
        let app = &self.running.as_ref().context("the machine is down")?.app;
        for (user, paid_in) in &self.paid_in {
            let (user, paid_in) = (*user, *paid_in);
            let account = Account::Advertiser(user);
            let read = async move |conn: &placard_store::Conn| {
                Ok((movements::balance(conn, account).await?, cashier::bad_debt(conn, user).await?))
            };
            let (balance, lost) = app.store.read("balance", read).await?;
            let paid_in = paid_in + self.cashier.received(user) + lost;
            let rows = stored.iter().filter(|row| row.settlement.ad.ad.advertiser == user);
            let spent: Money = rows.map(|row| row.settlement.amounts.cost).sum();
            ensure!(balance == paid_in - spent, "user {user}: paid in {paid_in}, spent {spent}, has {balance}");
            ensure!(!balance.is_negative(), "user {user} is past the balance: {balance}");
        }
        self.cashier.check(&app.store, self.paid_in.values().copied().sum()).await?;
        let campaigns = self.world.campaigns.clone();
        let limits = app
            .store
            .read("limits", async move |conn| {
                let wanted = placard_store::billing::settling::Wanted {
                    campaigns: campaigns.iter().copied().collect(),
                    days: (0..3).map(|n| START.day().plus(n)).collect(),
                    ..Default::default()
                };
                placard_store::billing::settling::prefetch(conn, &wanted).await
            })
            .await?;
        for (campaign, limits) in limits.campaigns {
            let most = limits.spent_by_day.values().max().copied().unwrap_or_default();
            ensure!(limits.daily.is_none_or(|limit| most <= limit), "campaign {campaign} spent {most} a day");
            let total = limits.spent_total;
            ensure!(limits.total.is_none_or(|limit| total <= limit), "campaign {campaign} spent {total}");
        }
        let scope = placard_store::Scope::System;
        let (first, last) = (START.day(), self.clock.now().day());
        let spent = app.store.read("spent", async move |conn| spend::spent(conn, scope, first, last).await).await?;
        let settled: Money = stored.iter().map(|row| row.settlement.amounts.cost).sum();
        ensure!(spent == settled, "campaigns spent {spent}, clicks cost {settled}");
        Ok(())
    }
}

impl Running {
    async fn load(app: AppState) -> anyhow::Result<Self> {
        // No inventory is loaded here, and checkpoints are what is tried.
        app.engine.set_loaded();
        let billing = Billing::load(app.worker.clone()).await?;
        let facts = Facts::load(app.worker.clone()).await?;
        Ok(Self { app, billing, facts })
    }
}

async fn open(config: &Config, clock: &Arc<ManualClock>) -> anyhow::Result<AppState> {
    let clock: Arc<dyn Clock> = clock.clone();
    App::open(config.clone(), Parts { clock: Some(clock), seed: Some(1), light: true, ..Parts::default() }).await
}

/// Runs a future until it is ready, or until it has waited `polls` times; then it is dropped where it stands.
async fn cut_short<T>(future: impl Future<Output = T>, polls: u32) -> Option<T> {
    let mut future = pin!(future);
    let mut polled = 0;
    poll_fn(|context| {
        if polled >= polls {
            return Poll::Ready(None);
        }
        polled += 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

/// Whether somebody beside the application itself still holds a part of it: its roles hold each other's, and the API asks the
/// worker how it is.
fn is_held(app: &Arc<App>) -> bool {
    let parts = [Arc::strong_count(&app.worker), Arc::strong_count(&app.edge), Arc::strong_count(&app.stats)];
    Arc::strong_count(app) > 1 || parts.into_iter().any(|holders| holders > 2)
}
