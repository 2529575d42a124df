//! Everything that is stored of a user, for the user: a table of what is read, so that nothing is forgotten silently.

use crate::conn::{Conn, Row};
use crate::error::{Error, Result};
use placard_model::{Day, Money, UnixMs, UserId};
use serde_json::{Map, Value};

/// The most rows of one kind, newest first.
const MAX_ROWS: i64 = 10_000;
/// Rows of a page. A change of a block has up to 70 kB.
pub const ROWS_A_PAGE: i64 = 200;

/// How a column is shown.
#[derive(Clone, Copy)]
enum As {
    Number,
    Text,
    Flag,
    Time,
    Day,
    Dollars,
    Json,
}

use As::{Day as ADay, Dollars, Flag, Json, Number, Text, Time};

struct Part {
    name: &'static str,
    /// What follows `SELECT columns`; `$1` is the user.
    from: &'static str,
    columns: &'static [(&'static str, As)],
}

const PARTS: &[Part] = &[
    Part {
        name: "account",
        from: "FROM users WHERE id = $1 ORDER BY id",
        columns: &[
            ("id", Number),
            ("email", Text),
            ("pending_email", Text),
            ("type_id", Number),
            ("status_id", Number),
            ("status_reason", Text),
            ("is_trusted", Flag),
            ("is_advertiser", Flag),
            ("is_webmaster", Flag),
            ("is_auto_payment", Flag),
            ("name", Text),
            ("phone", Text),
            ("skype", Text),
            ("telegram", Text),
            ("currency_unit", Number),
            ("minimum_bid", Dollars),
            ("source", Text),
            ("medium", Text),
            ("campaign", Text),
            ("notices_off", Json),
            ("created_at", Time),
            ("updated_at", Time),
        ],
    },
    Part {
        name: "terms",
        from: "FROM money_terms WHERE user_id = $1 ORDER BY user_id",
        columns: &[("share_bp", Number), ("referrer_id", Number), ("referral_until", Time), ("updated_at", Time)],
    },
    Part {
        name: "sessions",
        from: "FROM sessions WHERE user_id = $1 AND admin_id IS NULL ORDER BY id DESC",
        columns: &[
            ("created_at", Time),
            ("seen_at", Time),
            ("ended_at", Time),
            ("end_reason", Text),
            ("address", Text),
            ("user_agent", Text),
        ],
    },
    Part {
        name: "devices",
        from: "FROM devices WHERE user_id = $1 ORDER BY seen_at DESC",
        columns: &[("family", Text), ("network", Text), ("first_seen_at", Time), ("seen_at", Time)],
    },
    Part {
        name: "api_tokens",
        from: "FROM api_tokens WHERE user_id = $1 ORDER BY id DESC",
        columns: &[
            ("name", Text),
            ("prefix", Text),
            ("scopes", Text),
            ("created_at", Time),
            ("expires_at", Time),
            ("last_used_at", Time),
        ],
    },
    Part {
        name: "postback_secrets",
        from: "FROM postback_secrets WHERE user_id = $1 ORDER BY user_id",
        columns: &[("created_at", Time)],
    },
    Part {
        name: "mails",
        // Whether a link went to a new address would tell whether that address has an account already.
        from: "FROM mails WHERE user_id = $1 AND kind <> 'email_change' ORDER BY id DESC",
        columns: &[("kind", Text), ("recipient", Text), ("subject", Text), ("created_at", Time), ("sent_at", Time)],
    },
    Part {
        name: "contact_messages",
        from: "FROM contact_messages WHERE user_id = $1 ORDER BY id DESC",
        columns: &[("name", Text), ("email", Text), ("topic", Text), ("message", Text), ("created_at", Time)],
    },
    Part {
        name: "changes",
        from: "FROM audit_log WHERE actor_id = $1 OR acting_as_id = $1 OR (subject = 'user' AND subject_id = $1) ORDER BY id DESC",
        columns: &[
            ("at", Time),
            ("action", Text),
            ("subject", Text),
            ("subject_id", Number),
            ("before", Json),
            ("after", Json),
        ],
    },
    Part {
        name: "balances",
        from: "FROM balances WHERE user_id = $1 ORDER BY account",
        columns: &[("account", Number), ("amount", Dollars), ("updated_at", Time)],
    },
    Part {
        name: "movements",
        from: "FROM (SELECT p.id, t.created_at, t.operation_type, p.account, p.amount, p.day, p.campaign_id, \
            p.block_id, t.comment FROM postings p JOIN transactions t ON t.id = p.transaction_id \
            WHERE p.user_id = $1) AS m ORDER BY id DESC",
        columns: &[
            ("created_at", Time),
            ("operation_type", Number),
            ("account", Number),
            ("amount", Dollars),
            ("day", ADay),
            ("campaign_id", Number),
            ("block_id", Number),
            ("comment", Text),
        ],
    },
    Part {
        name: "campaigns",
        from: "FROM campaigns WHERE advertiser_id = $1 ORDER BY id DESC",
        columns: &[
            ("id", Number),
            ("campaign_type", Number),
            ("name", Text),
            ("categories", Json),
            ("targeting", Json),
            ("daily_limit", Dollars),
            ("total_limit", Dollars),
            ("wanted", Flag),
            ("archived_at", Time),
            ("deleted_at", Time),
            ("created_at", Time),
        ],
    },
    Part {
        name: "ad_groups",
        from: "FROM ad_groups WHERE advertiser_id = $1 ORDER BY id DESC",
        columns: &[
            ("id", Number),
            ("campaign_id", Number),
            ("name", Text),
            ("targeting", Json),
            ("lists", Json),
            ("wanted", Flag),
            ("archived_at", Time),
            ("deleted_at", Time),
            ("created_at", Time),
        ],
    },
    Part {
        name: "source_coefficients",
        from: "FROM source_coefficients WHERE \
            (owner_kind = 1 AND owner_id IN (SELECT id FROM campaigns WHERE advertiser_id = $1)) OR \
            (owner_kind = 2 AND owner_id IN (SELECT id FROM ad_groups WHERE advertiser_id = $1)) \
            ORDER BY owner_kind, owner_id, source_kind, source_id",
        columns: &[
            ("owner_kind", Number),
            ("owner_id", Number),
            ("source_kind", Number),
            ("source_id", Number),
            ("tenths", Number),
            ("updated_at", Time),
        ],
    },
    Part {
        name: "ads",
        from: "FROM ads WHERE advertiser_id = $1 ORDER BY id DESC",
        columns: &[
            ("id", Number),
            ("group_id", Number),
            ("title", Text),
            ("short_description", Text),
            ("full_text", Text),
            ("brand", Text),
            ("original_url", Text),
            ("primary_source_url", Text),
            ("formats", Number),
            ("bid", Dollars),
            ("ban_reasons", Json),
            ("ban_comment", Text),
            ("wanted", Flag),
            ("archived_at", Time),
            ("deleted_at", Time),
            ("created_at", Time),
        ],
    },
    Part {
        name: "sites",
        from: "FROM sites WHERE webmaster_id = $1 ORDER BY id DESC",
        columns: &[
            ("id", Number),
            ("name", Text),
            ("domain", Text),
            ("category_id", Number),
            ("status_id", Number),
            ("reject_comment", Text),
            ("created_at", Time),
        ],
    },
    Part {
        name: "blocks",
        from: "FROM blocks WHERE webmaster_id = $1 ORDER BY id DESC",
        columns: &[
            ("id", Number),
            ("site_id", Number),
            ("name", Text),
            ("template_id", Number),
            ("config", Json),
            ("custom_styles", Text),
            ("passback_html", Text),
            ("status_id", Number),
            ("created_at", Time),
        ],
    },
];

/// The names of the lists and what each is read from.
pub fn sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    PARTS.iter().map(|part| (part.name, part.from))
}

/// A page of one list of what is stored of a user, newest first, and whether another one follows. What is encrypted is not
/// among it.
pub async fn page(conn: &Conn, user: UserId, list: &str, offset: i64) -> Result<(Vec<Value>, bool)> {
    let part = PARTS.iter().find(|part| part.name == list).ok_or(Error::NotFound("list"))?;
    let names: Vec<&str> = part.columns.iter().map(|(name, _)| *name).collect();
    let sql = format!("SELECT {} {} LIMIT $2 OFFSET $3", names.join(", "), part.from);
    let limit = ROWS_A_PAGE.min(MAX_ROWS - offset);
    let rows = conn.rows(&sql, [user.0.into(), limit.into(), offset.into()]).await?;
    let goes_on = rows.len() as i64 == limit && offset + limit < MAX_ROWS;
    Ok((rows.iter().map(|row| object(row, part.columns)).collect::<Result<_>>()?, goes_on))
}

fn object(row: &Row, columns: &[(&'static str, As)]) -> Result<Value> {
    let mut object = Map::new();
    for (name, shown) in columns {
        object.insert((*name).to_owned(), value(row, name, *shown)?);
    }
    Ok(Value::Object(object))
}

fn value(row: &Row, name: &str, shown: As) -> Result<Value> {
    let number = || row.get::<Option<i64>>(name);
    let text = || row.get::<Option<String>>(name);
    let unreadable = |error: serde_json::Error| Error::Corrupt(format!("column {name}: {error}"));
    Ok(match shown {
        Number => number()?.into(),
        Text => text()?.into(),
        Flag => row.get::<Option<bool>>(name)?.into(),
        Time => number()?.map(|at| UnixMs(at).to_string()).into(),
        ADay => number()?.map(|day| Day(day as i32).to_string()).into(),
        Dollars => match number()? {
            Some(amount) => serde_json::to_value(Money::from_micros(amount)).map_err(unreadable)?,
            None => Value::Null,
        },
        Json => match text()? {
            Some(text) => serde_json::from_str(&text).map_err(unreadable)?,
            None => Value::Null,
        },
    })
}
