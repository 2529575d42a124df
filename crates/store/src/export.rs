//! Everything that is stored of a user, for the user: a table of what is read, so that nothing is forgotten silently.

use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use placard_model::{Day, Money, UnixMs, UserId};
use serde_json::{Map, Value as Shown};

/// The most rows of one kind, newest first.
pub const ROWS_MAX: i64 = 10_000;
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

/// A list, read along an index: a page begins where the one before ended, and so costs no more than its own rows.
struct Part {
    name: &'static str,
    /// What follows `SELECT columns`, each along an index of its own; `$1` is the user. A row that several find is one.
    from: &'static [&'static str],
    /// By what rows are sorted, largest first: unique among the user's.
    key: &'static [(&'static str, As)],
    columns: &'static [(&'static str, As)],
}

macro_rules! movements_of {
    ($account:ident) => {
        concat!(
            "FROM postings p JOIN transactions t ON t.id = p.transaction_id WHERE p.account = ",
            code!($account),
            " AND p.user_id = $1"
        )
    };
}

macro_rules! folded_of {
    ($account:ident) => {
        concat!("FROM folded_postings WHERE account = ", code!($account), " AND user_id = $1")
    };
}

macro_rules! coefficients_of {
    ($kind:ident, $owners:literal) => {
        concat!(
            "FROM source_coefficients WHERE owner_kind = ",
            code!($kind),
            " AND owner_id IN (SELECT id FROM ",
            $owners,
            " WHERE advertiser_id = $1)"
        )
    };
}

const PARTS: &[Part] = &[
    Part {
        name: "account",
        from: &["FROM users WHERE id = $1"],
        key: &[("id", Number)],
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
        from: &["FROM money_terms WHERE user_id = $1"],
        key: &[("user_id", Number)],
        columns: &[("share_bp", Number), ("referrer_id", Number), ("referral_until", Time), ("updated_at", Time)],
    },
    Part {
        name: "sessions",
        from: &["FROM sessions WHERE user_id = $1 AND admin_id IS NULL"],
        key: &[("created_at", Number), ("id", Number)],
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
        from: &["FROM devices WHERE user_id = $1"],
        key: &[("family", Text), ("network", Text)],
        columns: &[("family", Text), ("network", Text), ("first_seen_at", Time), ("seen_at", Time)],
    },
    Part {
        name: "api_tokens",
        from: &["FROM api_tokens WHERE user_id = $1"],
        key: &[("id", Number)],
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
        from: &["FROM postback_secrets WHERE user_id = $1"],
        key: &[("user_id", Number)],
        columns: &[("created_at", Time)],
    },
    Part {
        name: "mails",
        // Whether a link went to a new address would tell whether that address has an account already.
        from: &["FROM mails WHERE user_id = $1 AND kind <> 'email_change'"],
        key: &[("id", Number)],
        columns: &[("kind", Text), ("recipient", Text), ("subject", Text), ("created_at", Time), ("sent_at", Time)],
    },
    Part {
        name: "contact_messages",
        from: &["FROM contact_messages WHERE user_id = $1"],
        key: &[("id", Number)],
        columns: &[("name", Text), ("email", Text), ("topic", Text), ("message", Text), ("created_at", Time)],
    },
    Part {
        name: "changes",
        from: &[
            "FROM audit_log WHERE actor_id = $1",
            "FROM audit_log WHERE acting_as_id = $1",
            "FROM audit_log WHERE subject = 'user' AND subject_id = $1",
        ],
        key: &[("at", Number), ("id", Number)],
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
        from: &["FROM balances WHERE user_id = $1"],
        key: &[("account", Number)],
        columns: &[("account", Number), ("amount", Dollars), ("updated_at", Time)],
    },
    Part {
        name: "movements",
        from: &[
            movements_of!(advertiser),
            movements_of!(webmaster_pending),
            movements_of!(webmaster_available),
            movements_of!(referral),
            movements_of!(payout_reserve),
        ],
        key: &[("p.posted_day", Number), ("p.id", Number)],
        columns: &[
            ("t.created_at", Time),
            ("t.operation_type", Number),
            ("p.account", Number),
            ("p.amount", Dollars),
            ("p.day", ADay),
            ("p.campaign_id", Number),
            ("p.block_id", Number),
            ("t.comment", Text),
        ],
    },
    Part {
        name: "movements_by_day",
        from: &[
            folded_of!(advertiser),
            folded_of!(webmaster_pending),
            folded_of!(webmaster_available),
            folded_of!(referral),
        ],
        key: &[("sealed_day", Number), ("day", Number), ("operation_type", Number), ("account", Number)],
        columns: &[
            ("sealed_day", ADay),
            ("operation_type", Number),
            ("account", Number),
            ("amount", Dollars),
            ("day", ADay),
        ],
    },
    Part {
        name: "auto_top_ups",
        from: &["FROM auto_top_ups WHERE advertiser_id = $1"],
        key: &[("advertiser_id", Number)],
        columns: &[
            ("gateway", Text),
            ("payment_system_id", Number),
            ("method_name", Text),
            ("kept_at", Time),
            ("is_on", Flag),
            ("threshold", Dollars),
            ("amount", Dollars),
            ("month_max", Dollars),
            ("next_at", Time),
            ("note", Text),
        ],
    },
    Part {
        name: "rules",
        from: &["FROM rules WHERE advertiser_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("name", Text),
            ("settings", Json),
            ("is_on", Flag),
            ("on_since", Time),
            ("last_run_at", Time),
            ("deleted_at", Time),
            ("created_at", Time),
            ("updated_at", Time),
        ],
    },
    Part {
        name: "rule_actions",
        from: &["FROM rule_actions WHERE advertiser_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("rule_id", Number),
            ("rule_name", Text),
            ("campaign_id", Number),
            ("campaign_name", Text),
            ("subject", Number),
            ("subject_id", Number),
            ("subject_name", Text),
            ("kind", Number),
            ("state", Number),
            ("change", Json),
            ("sums", Json),
            ("why", Text),
            ("at", Time),
            ("decided_at", Time),
        ],
    },
    Part {
        name: "notices",
        from: &["FROM notices WHERE user_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("kind", Text),
            ("title", Text),
            ("path", Text),
            ("created_at", Time),
            ("read_at", Time),
        ],
    },
    Part {
        name: "deposits",
        from: &["FROM deposits WHERE advertiser_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("gateway", Text),
            ("payment_system_id", Number),
            ("payment_type_id", Number),
            ("status_id", Number),
            ("amount", Dollars),
            ("credited", Dollars),
            ("taken", Dollars),
            ("gateway_ref", Text),
            ("invoice_number", Number),
            ("receipt_number", Number),
            ("expires_at", Time),
            ("processed_at", Time),
            ("created_at", Time),
        ],
    },
    Part {
        name: "promo_codes_used",
        from: &["FROM promo_uses WHERE advertiser_id = $1"],
        key: &[("deposit_id", Number)],
        columns: &[("deposit_id", Number), ("promo_code_id", Number), ("bonus", Dollars), ("created_at", Time)],
    },
    Part {
        name: "campaigns",
        from: &["FROM campaigns WHERE advertiser_id = $1"],
        key: &[("created_at", Number), ("id", Number)],
        columns: &[
            ("id", Number),
            ("campaign_type", Number),
            ("uuid", Text),
            ("name", Text),
            ("categories", Json),
            ("targeting", Json),
            ("push", Json),
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
        from: &["FROM ad_groups WHERE advertiser_id = $1"],
        key: &[("id", Number)],
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
        name: "ad_auto_bids",
        from: &["FROM ad_auto_bids WHERE ad_id IN (SELECT id FROM ads WHERE advertiser_id = $1)"],
        key: &[("ad_id", Number)],
        columns: &[
            ("ad_id", Number),
            ("epc_coefficient", Number),
            ("epc_max", Number),
            ("lead_cost", Number),
            ("bid_floor", Number),
            ("bid_ceiling", Number),
            ("created_at", Number),
            ("updated_at", Number),
        ],
    },
    Part {
        name: "ad_bid_hours",
        from: &["FROM ad_bid_hours WHERE ad_id IN (SELECT id FROM ads WHERE advertiser_id = $1)"],
        key: &[("ad_id", Number), ("hour", Number)],
        columns: &[
            ("ad_id", Number),
            ("hour", Number),
            ("bid", Number),
            ("why", Text),
            ("clicks", Number),
            ("leads", Number),
            ("worth", Number),
            ("spent", Number),
        ],
    },
    Part {
        name: "campaign_sources",
        from: &["FROM campaign_sources WHERE campaign_id IN (SELECT id FROM campaigns WHERE advertiser_id = $1)"],
        key: &[("campaign_id", Number), ("source_kind", Number), ("source_id", Number)],
        columns: &[
            ("campaign_id", Number),
            ("source_kind", Number),
            ("source_id", Number),
            ("state", Number),
            ("by_rule", Flag),
            ("created_at", Number),
            ("updated_at", Number),
        ],
    },
    Part {
        name: "source_coefficients",
        from: &[coefficients_of!(of_campaign, "campaigns"), coefficients_of!(of_group, "ad_groups")],
        key: &[("owner_id", Number), ("owner_kind", Number), ("source_kind", Number), ("source_id", Number)],
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
        from: &["FROM ads WHERE advertiser_id = $1"],
        key: &[("created_at", Number), ("id", Number)],
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
        name: "push_ads",
        from: &["FROM ads JOIN push_ads ON push_ads.ad_id = ads.id WHERE ads.advertiser_id = $1"],
        key: &[("created_at", Number), ("id", Number)],
        columns: &[("ad_id", Number), ("uuid", Text), ("language", Text), ("buttons", Json)],
    },
    Part {
        name: "sites",
        from: &["FROM sites WHERE webmaster_id = $1"],
        key: &[("created_at", Number), ("id", Number)],
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
        name: "site_checks",
        from: &["FROM site_checks WHERE webmaster_id = $1"],
        key: &[("site_id", Number)],
        columns: &[("site_id", Number), ("found", Text), ("failures", Number), ("updated_at", Time)],
    },
    Part {
        name: "wallets",
        from: &["FROM wallets WHERE user_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("payment_type_id", Number),
            ("number", Text),
            ("status_id", Number),
            ("is_primary", Flag),
            ("comment", Text),
            ("usable_at", Time),
            ("decided_at", Time),
            ("created_at", Time),
        ],
    },
    Part {
        name: "payouts",
        from: &["FROM payouts WHERE user_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("wallet_id", Number),
            ("payment_type_id", Number),
            ("number", Text),
            ("amount", Dollars),
            ("fee", Dollars),
            ("currency_id", Number),
            ("payable", Dollars),
            ("status_id", Number),
            ("auto_monday", ADay),
            ("comment", Text),
            ("transaction_hash", Text),
            ("created_at", Time),
            ("approved_at", Time),
            ("closed_at", Time),
        ],
    },
    Part {
        name: "auto_payouts",
        from: &["FROM auto_payouts WHERE user_id = $1"],
        key: &[("monday", Number)],
        columns: &[("monday", ADay), ("payout_id", Number), ("note", Text), ("created_at", Time)],
    },
    Part {
        name: "seller",
        from: &["FROM sellers WHERE user_id = $1"],
        key: &[("user_id", Number)],
        columns: &[("name", Text), ("domain", Text), ("created_at", Time)],
    },
    Part {
        name: "blocks",
        from: &["FROM blocks WHERE webmaster_id = $1"],
        key: &[("id", Number)],
        columns: &[
            ("id", Number),
            ("site_id", Number),
            ("name", Text),
            ("template_id", Number),
            ("config", Json),
            ("custom_styles", Text),
            ("passback_html", Text),
            ("passback_url", Text),
            ("refresh_s", Number),
            ("placement", Number),
            ("article_paragraphs", Number),
            ("ecpm_floor", Dollars),
            ("country_floors", Json),
            ("status_id", Number),
            ("created_at", Time),
        ],
    },
    Part {
        name: "block_versions",
        from: &["FROM block_versions WHERE webmaster_id = $1"],
        key: &[("created_at", Number), ("block_id", Number), ("version", Number)],
        columns: &[
            ("block_id", Number),
            ("version", Number),
            ("restored_from", Number),
            ("settings", Json),
            ("created_at", Time),
        ],
    },
];

/// The names of the lists and what each is read from.
pub fn sources() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    PARTS.iter().map(|part| (part.name, part.from))
}

/// Where the next page of a list begins.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The key of the last row that was read.
    after: Vec<Value>,
    /// Rows that were read.
    rows: i64,
}

/// A page of one list of what is stored of a user, newest first, and where the next one begins, if another one follows.
/// What is encrypted is not among it.
pub async fn page(
    conn: &Conn,
    user: UserId,
    list: &str,
    from: Option<&Cursor>,
) -> Result<(Vec<Shown>, Option<Cursor>)> {
    let part = PARTS.iter().find(|part| part.name == list).ok_or(Error::NotFound("list"))?;
    let read = from.map_or(0, |cursor| cursor.rows);
    let limit = ROWS_A_PAGE.min(ROWS_MAX - read);
    let mut values: Vec<Value> = vec![user.0.into(), limit.into()];
    values.extend(from.iter().flat_map(|cursor| cursor.after.iter().cloned()));
    let rows = conn.rows(&part.sql(from.is_some()), values).await?;
    let shown = rows.iter().map(|row| object(row, part.columns)).collect::<Result<_>>()?;
    let (read, is_full) = (read + rows.len() as i64, rows.len() as i64 == limit);
    let next = match rows.last() {
        Some(last) if is_full && read < ROWS_MAX => Some(Cursor { after: part.key_of(last)?, rows: read }),
        _ => None,
    };
    Ok((shown, next))
}

impl Part {
    /// A page. Each source is cut by itself, so that none is read further than the page reaches.
    fn sql(&self, goes_on: bool) -> String {
        let key: Vec<&str> = self.key.iter().map(|(name, _)| *name).collect();
        let mut shown: Vec<String> = self.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        shown.extend(key.iter().enumerate().map(|(n, name)| format!("{name} AS key_{n}")));
        let sorted: Vec<String> = (0..key.len()).map(|n| format!("key_{n} DESC")).collect();
        let sorted = sorted.join(", ");
        let places: Vec<String> = (0..key.len()).map(|n| format!("${}", n + 3)).collect();
        let after = match (goes_on, key.first()) {
            // The first part alone is what every database finds in an index.
            (true, Some(first)) => {
                format!(" AND {first} <= $3 AND ({}) < ({})", key.join(", "), places.join(", "))
            }
            _ => String::new(),
        };
        let one = |from: &&str| format!("SELECT {} {from}{after} ORDER BY {sorted} LIMIT $2", shown.join(", "));
        match self.from {
            [only] => one(only),
            several => {
                let several: Vec<String> = several
                    .iter()
                    .enumerate()
                    .map(|(n, from)| format!("SELECT * FROM ({}) AS s{n}", one(from)))
                    .collect();
                format!("{} ORDER BY {sorted} LIMIT $2", several.join(" UNION "))
            }
        }
    }

    fn key_of(&self, row: &Row) -> Result<Vec<Value>> {
        let part = |(n, (_, shown)): (usize, &(&str, As))| {
            let name = format!("key_{n}");
            Ok(match shown {
                Text => row.get::<String>(&name)?.into(),
                _ => row.get::<i64>(&name)?.into(),
            })
        };
        self.key.iter().enumerate().map(part).collect()
    }
}

fn object(row: &Row, columns: &[(&'static str, As)]) -> Result<Shown> {
    let mut object = Map::new();
    for (name, shown) in columns {
        let name = name.rsplit('.').next().unwrap_or(name);
        object.insert(name.to_owned(), value(row, name, *shown)?);
    }
    Ok(Shown::Object(object))
}

fn value(row: &Row, name: &str, shown: As) -> Result<Shown> {
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
            None => Shown::Null,
        },
        Json => match text()? {
            Some(text) => serde_json::from_str(&text).map_err(unreadable)?,
            None => Shown::Null,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::each_backend;

    #[tokio::test]
    async fn every_list_has_a_second_page() {
        each_backend(async |store, _clock| {
            for part in PARTS {
                let mut values: Vec<Value> = vec![1_i64.into(), 10_i64.into()];
                values.extend(part.key.iter().map(|(_, shown)| match shown {
                    Text => "x".into(),
                    _ => 7_i64.into(),
                }));
                let (sql, is_one) = (part.sql(true), part.from.len() == 1);
                let read = async move |conn: &Conn| {
                    let steps = if is_one && !conn.is_postgres() {
                        conn.rows(&format!("EXPLAIN QUERY PLAN {sql}"), values.clone()).await?
                    } else {
                        Vec::new()
                    };
                    let steps = steps.iter().map(|step| step.get("detail")).collect::<Result<Vec<String>>>()?;
                    Ok((conn.rows(&sql, values.clone()).await?.len(), steps))
                };
                let (rows, steps) = store.read("test_page", read).await.unwrap();
                assert_eq!(rows, 0, "{}", part.name);
                // It costs no more than its own rows.
                let reads_all = |step: &String| step.starts_with("SCAN") || step.contains("TEMP B-TREE FOR ORDER BY");
                assert!(!steps.iter().any(reads_all), "{}: {steps:?}", part.name);
            }
        })
        .await;
    }
}
