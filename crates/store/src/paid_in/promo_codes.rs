//! Promo codes, who uses them, and what top-ups earn by them.

use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::lists::Phrase;
use crate::money::bonuses;
use crate::money::movements::{self, Cause};
use crate::paid_in::deposit_movements;
use crate::paid_out::payouts;
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::books::posting::Operation;
use placard_model::payments::deposit::DepositStatus;
use placard_model::payments::promo::{self, PromoKind, PromoState, PromoTerms};
use placard_model::{Money, UnixMs, UserId};
use serde::Serialize;

/// The most promo codes that are kept.
pub const CODES_MAX: i64 = 10_000;

/// A promo code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PromoCode {
    /// Its number.
    pub id: i64,
    /// The code, in capitals.
    pub code: String,
    /// What it gives.
    #[serde(flatten)]
    pub terms: PromoTerms,
    /// From when it can be used.
    pub begins_at: UnixMs,
    /// From when it cannot be used any more.
    pub ends_at: Option<UnixMs>,
    /// How many advertisers may use it.
    pub uses_max: Option<i64>,
    /// For staff.
    pub note: String,
    /// Who made it.
    pub made_by: UserId,
    /// Who agreed to it: who made it, or for much money another owner of the network.
    pub approved_by: Option<UserId>,
    /// When it was made.
    pub created_at: UnixMs,
    /// How many use it.
    #[serde(skip)]
    pub uses: i64,
    /// What was given by it, less what was taken back.
    #[serde(skip)]
    pub given: Money,
}

impl PromoCode {
    /// Whether it can be used.
    pub fn state(&self, now: UnixMs) -> PromoState {
        match promo::state(now, self.begins_at, self.ends_at, self.uses, self.uses_max) {
            PromoState::Ended => PromoState::Ended,
            _ if self.approved_by.is_none() => PromoState::Waiting,
            state => state,
        }
    }
}

const COLUMNS: &str = "p.id, p.code, p.kind_id, p.amount, p.part_bp, p.minimum, p.begins_at, p.ends_at, p.uses_max, p.note, \
    p.made_by, p.approved_by, p.created_at, p.uses, p.given";

fn promo_code(row: &Row) -> Result<PromoCode> {
    let kind: i64 = row.get("kind_id")?;
    Ok(PromoCode {
        id: row.get("id")?,
        code: row.get("code")?,
        terms: PromoTerms {
            kind: PromoKind::from_id(kind).ok_or_else(|| Error::Corrupt(format!("kind of a promo code {kind}")))?,
            amount: Money::from_micros(row.get("amount")?),
            part_bp: row.get("part_bp")?,
            minimum: Money::from_micros(row.get("minimum")?),
        },
        begins_at: UnixMs(row.get("begins_at")?),
        ends_at: row.get::<Option<i64>>("ends_at")?.map(UnixMs),
        uses_max: row.get("uses_max")?,
        note: row.get("note")?,
        made_by: UserId(row.get("made_by")?),
        approved_by: row.get::<Option<i64>>("approved_by")?.map(UserId),
        created_at: UnixMs(row.get("created_at")?),
        uses: row.get("uses")?,
        given: Money::from_micros(row.get("given")?),
    })
}

/// A promo code to make.
#[derive(Clone, Debug)]
pub struct NewPromoCode {
    /// The code, in capitals.
    pub code: String,
    /// What it gives.
    pub terms: PromoTerms,
    /// From when it can be used.
    pub begins_at: UnixMs,
    /// From when it cannot be used any more.
    pub ends_at: Option<UnixMs>,
    /// How many advertisers may use it.
    pub uses_max: Option<i64>,
    /// For staff.
    pub note: String,
    /// Who makes it.
    pub by: UserId,
}

/// Makes a promo code. A code is used once and for all: who reads an old leaflet gets nothing that was meant for others. One whose
/// bonus is above what a correction by one person may be waits for a second owner of the network, where there are two.
pub async fn create(tx: &Tx, new: &NewPromoCode) -> Result<PromoCode> {
    let row = tx.row("SELECT COUNT(*) AS codes FROM promo_codes", []).await?;
    if row.map_or(Ok(0), |row| row.get::<i64>("codes"))? >= CODES_MAX {
        return Err(Error::Conflict(format!("There are {CODES_MAX} promo codes already.")));
    }
    if of_code(tx, &new.code).await?.is_some() {
        return Err(Error::Invalid { field: "code", message: "is, or was, a promo code already".to_owned() });
    }
    let is_large = new.terms.amount > tx.settings().corrections.two_persons_above;
    let is_agreed = !is_large || payouts::gods(tx).await? < 2;
    let id = Insert::into("promo_codes")
        .set("code", new.code.as_str())
        .set("kind_id", i64::from(new.terms.kind.id()))
        .set("amount", new.terms.amount.micros())
        .set("part_bp", new.terms.part_bp)
        .set("minimum", new.terms.minimum.micros())
        .set("begins_at", new.begins_at.0)
        .set("ends_at", new.ends_at.map(|at| at.0))
        .set("uses_max", new.uses_max)
        .set("note", new.note.as_str())
        .set("made_by", new.by.0)
        .set("approved_by", is_agreed.then_some(new.by.0))
        .created(tx)
        .id(tx)
        .await?;
    get(tx, id).await
}

/// Agrees to a promo code that waits, as another owner of the network than who made it. It before and after.
pub async fn approve(tx: &Tx, id: i64, by: UserId) -> Result<(PromoCode, PromoCode)> {
    let before = get(tx, id).await?;
    if before.state(tx.now()) != PromoState::Waiting {
        return Err(Error::Conflict(format!("The promo code {} does not wait for anybody.", before.code)));
    }
    if before.made_by == by {
        return Err(Error::Conflict("You made this promo code: another owner of the network agrees to it.".to_owned()));
    }
    let change = Update::of("promo_codes").set("approved_by", by.0).stamped(tx).filter("id =", id);
    change.filter_sql("approved_by IS NULL").one(tx, "promo code").await?;
    Ok((before, get(tx, id).await?))
}

/// Ends a promo code: who has begun a top-up with it gets its bonus all the same. It before and after.
pub async fn end(tx: &Tx, id: i64) -> Result<(PromoCode, PromoCode)> {
    let before = get(tx, id).await?;
    if before.state(tx.now()) == PromoState::Ended {
        return Err(Error::Conflict(format!("The promo code {} has ended already.", before.code)));
    }
    let change = Update::of("promo_codes").set("ends_at", tx.now().0).stamped(tx).filter("id =", id);
    change.one(tx, "promo code").await?;
    Ok((before, get(tx, id).await?))
}

/// A promo code.
pub async fn get(conn: &Conn, id: i64) -> Result<PromoCode> {
    let row = conn.row(&format!("SELECT {COLUMNS} FROM promo_codes p WHERE p.id = $1"), [id.into()]).await?;
    promo_code(&row.ok_or(Error::NotFound("promo code"))?)
}

async fn of_code(conn: &Conn, code: &str) -> Result<Option<PromoCode>> {
    let row = conn.row(&format!("SELECT {COLUMNS} FROM promo_codes p WHERE p.code = $1"), [code.into()]).await?;
    row.as_ref().map(promo_code).transpose()
}

/// Promo codes, newest first, those whose code or note has `search`; and how many there are on all pages.
pub async fn list(conn: &Conn, search: &str, rows: u32, offset: u64) -> Result<(Vec<PromoCode>, u64)> {
    let mut values = Vec::new();
    let phrase = Phrase::new(search, &mut values);
    let condition = format!("({} OR {})", phrase.in_text("p.code"), phrase.in_text("p.note"));
    let counted = format!("SELECT COUNT(*) AS rows_total FROM promo_codes p WHERE {condition}");
    let total = conn.row(&counted, values.clone()).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("rows_total"))?.unsigned_abs();
    let sql = format!(
        "SELECT {COLUMNS} FROM promo_codes p WHERE {condition} ORDER BY p.id DESC LIMIT {rows} OFFSET {offset}"
    );
    let found = conn.rows(&sql, values).await?;
    Ok((found.iter().map(promo_code).collect::<Result<_>>()?, total))
}

/// Why a code gives an advertiser nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is none, or none any more.
    Unknown,
    /// They used it before.
    Used,
}

impl Refused {
    /// What they are told.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Unknown => "is no promo code, or can no longer be used",
            Self::Used => "was used by you before",
        }
    }

    pub(crate) fn into_error(self) -> Error {
        Error::Invalid { field: "promo_code", message: self.message().to_owned() }
    }
}

/// A code that an advertiser can use.
#[derive(Clone, Debug)]
pub struct Usable {
    /// The code.
    pub code: PromoCode,
    /// A top-up of theirs waits with it: the first that is paid earns by it.
    pub is_in_use: bool,
}

/// What an advertiser can use under a code. That a code is over, used up or not begun is told to nobody who did not use it.
pub async fn usable(conn: &Conn, advertiser: UserId, code: &str) -> Result<std::result::Result<Usable, Refused>> {
    let Some(found) = of_code(conn, code).await? else { return Ok(Err(Refused::Unknown)) };
    Ok(match use_of(conn, found.id, advertiser).await? {
        Some(used) if used.is_earned => Err(Refused::Used),
        // They have a place already.
        Some(_) => Ok(Usable { code: found, is_in_use: true }),
        None if found.state(conn.now()) == PromoState::Active => Ok(Usable { code: found, is_in_use: false }),
        None => Err(Refused::Unknown),
    })
}

/// Somebody's use of a code.
struct Use {
    deposit: i64,
    bonus: Money,
    changes: i64,
    /// It earned something, which may have been taken back.
    is_earned: bool,
}

async fn use_of(conn: &Conn, code: i64, advertiser: UserId) -> Result<Option<Use>> {
    let sql = "SELECT deposit_id, bonus, changes FROM promo_uses WHERE promo_code_id = $1 AND advertiser_id = $2";
    let row = conn.row(sql, [code.into(), advertiser.0.into()]).await?;
    row.map(|row| {
        let changes: i64 = row.get("changes")?;
        Ok(Use {
            deposit: row.get("deposit_id")?,
            bonus: Money::from_micros(row.get("bonus")?),
            changes,
            is_earned: changes > 0,
        })
    })
    .transpose()
}

/// Keeps a place for a top-up that was begun with a code, which the caller has found usable; who has one moves it there. The
/// caller holds [`Topic::Deposits`], so that two do not take the last place.
pub(crate) async fn reserve(tx: &Tx, code: i64, advertiser: UserId, deposit: i64) -> Result<()> {
    if give_place(tx, code, advertiser, deposit).await? {
        return Ok(());
    }
    Insert::into("promo_uses")
        .set("promo_code_id", code)
        .set("advertiser_id", advertiser.0)
        .set("deposit_id", deposit)
        .set("bonus", 0)
        .set("changes", 0)
        .created(tx)
        .run(tx)
        .await?;
    count(tx, code, "uses = uses + 1").await
}

/// Moves an advertiser's place to a top-up of theirs; false when they have none.
async fn give_place(tx: &Tx, code: i64, advertiser: UserId, deposit: i64) -> Result<bool> {
    let change = Update::of("promo_uses").set("deposit_id", deposit).stamped(tx);
    Ok(change.filter("promo_code_id =", code).filter("advertiser_id =", advertiser.0).run(tx).await? > 0)
}

/// Counters of a code stand in its row: nobody adds up a hundred thousand uses to look at it.
async fn count(tx: &Tx, code: i64, change: &'static str) -> Result<()> {
    Update::of("promo_codes").set_sql(change).stamped(tx).filter("id =", code).one(tx, "promo code").await
}

/// A top-up ended before anything came in: its place goes to the newest that the same advertiser began with the code and that
/// waits, or else to others.
pub(crate) async fn release(tx: &Tx, deposit: i64) -> Result<()> {
    let held = "SELECT promo_code_id, advertiser_id FROM promo_uses WHERE deposit_id = $1 AND changes = 0";
    let Some(row) = tx.row(held, [deposit.into()]).await? else { return Ok(()) };
    let (code, advertiser): (i64, i64) = (row.get("promo_code_id")?, row.get("advertiser_id")?);
    tx.in_order(Topic::Deposits).await?;
    let heir = format!(
        "SELECT id FROM deposits WHERE advertiser_id = $1 AND promo_code_id = $2 AND id <> $3 \
         AND status_id IN ({}, {}) AND expires_at > {} ORDER BY id DESC LIMIT 1",
        DepositStatus::Pending.id(),
        DepositStatus::PartlyPaid.id(),
        tx.now().0
    );
    if let Some(heir) = tx.row(&heir, [advertiser.into(), code.into(), deposit.into()]).await? {
        return give_place(tx, code, UserId(advertiser), heir.get("id")?).await.map(drop);
    }
    tx.execute("DELETE FROM promo_uses WHERE deposit_id = $1", [deposit.into()]).await?;
    count(tx, code, "uses = uses - 1").await
}

/// A top-up that may earn something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Earner {
    /// The top-up.
    pub deposit: i64,
    /// Whose.
    pub advertiser: UserId,
    /// The code that its payer named.
    pub code: Option<i64>,
    /// What came in and did not go back.
    pub kept: Money,
}

/// Books what a top-up earns by its code, or no longer earns: of bonuses that are spent nothing is taken back. The first top-up
/// that is paid with a code earns by it.
pub(crate) async fn book(tx: &Tx, earner: Earner, actor: Option<UserId>) -> Result<()> {
    let Some(code) = earner.code else { return Ok(()) };
    let found = get(tx, code).await?;
    let due = found.terms.bonus_for(earner.kept);
    let used = use_of(tx, code, earner.advertiser).await?;
    let (bonus, changes) = match &used {
        Some(used) if used.deposit == earner.deposit => (used.bonus, used.changes),
        Some(used) if used.is_earned => return Ok(()),
        _ if due.is_zero() => return Ok(()),
        other => {
            tx.in_order(Topic::Deposits).await?;
            if other.is_none() && found.state(tx.now()) != PromoState::Active {
                return Ok(());
            }
            reserve(tx, code, earner.advertiser, earner.deposit).await?;
            (Money::ZERO, 0)
        }
    };
    let left = bonuses::left(tx, earner.advertiser).await?;
    let change = (due - bonus).max(-left);
    if change.is_zero() {
        return Ok(());
    }
    let reference = format!("promo:{}:{}", earner.deposit, changes + 1);
    let what = if change.is_negative() { "Taken back: promo code" } else { "Promo code" };
    let comment = format!("{what} {} of deposit {}", found.code, earner.deposit);
    let cause = Cause { reference: &reference, operation: Operation::Bonus, actor, comment: &comment };
    let transaction = movements::adjust_advertiser(tx, cause, earner.advertiser, change).await?;
    deposit_movements::link(tx, earner.deposit, transaction).await?;
    let kept = Update::of("promo_uses").set("bonus", (bonus + change).micros()).set("changes", changes + 1);
    kept.stamped(tx).filter("deposit_id =", earner.deposit).one(tx, "promo use").await?;
    let sum = Update::of("promo_codes").set("given", (found.given + change).micros()).stamped(tx);
    sum.filter("id =", code).one(tx, "promo code").await
}
