//! The ledger as a file for bookkeeping: CSV, or a plain-text journal that `hledger` reads.
//!
//! Batches of clicks and releases are one entry a day for all accounts of a kind: they are folded later, and what a
//! bookkeeper was given must stay true. Everything else is an entry of its own.

use crate::auth::God;
use crate::extract::Qs;
use crate::staff::money::ledger_sums::LedgerPeriod;
use crate::state::ApiState;
use crate::statistics::questions::day_now;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::books::chart::{AccountKind, transaction_kind};
use placard_model::books::posting::Operation;
use placard_model::{Day, Money};
use placard_stats::csv::{Cell, Decimal, line};
use placard_store::Conn;
use placard_store::money::journal::{self, DaySum, LINES_MAX, SingleLine};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use utoipa::{IntoParams, ToSchema};

/// Form of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LedgerFormat {
    /// A row for each side of each entry.
    #[default]
    Csv,
    /// A journal with opening balances, and assertions of the closing ones.
    Hledger,
}

/// Which days, in which form.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct LedgerExportQuery {
    /// First day, `YYYY-MM-DD`; 29 days before the last one when omitted.
    #[param(format = Date, value_type = Option<String>)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`; today when omitted. At most 100 days together.
    #[param(format = Date, value_type = Option<String>)]
    pub date_to: Option<String>,
    /// Form of the file.
    #[param(inline)]
    pub format: LedgerFormat,
}

/// An entry of the journal.
struct Entry {
    day: Day,
    operation: Operation,
    /// None for what is added up by day.
    transaction: Option<i64>,
    /// What it was made for, and what was said about it.
    note: String,
    sides: Vec<Side>,
}

struct Side {
    account: AccountKind,
    /// 0 for the network's own and for what is added up.
    user: i64,
    amount: Money,
}

/// The ledger of some days as a file, entry by entry, in order of days.
#[utoipa::path(get, path = "/api/admin/ledger/export", tag = "admin", params(LedgerExportQuery),
    responses((status = 200, description = "The file",
        content((String = "text/csv"), (String = "text/plain")))))]
pub async fn export_ledger(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<LedgerExportQuery>,
) -> Result<Response, Problem> {
    let LedgerExportQuery { date_from, date_to, format } = query;
    let (first, last) = LedgerPeriod { date_from, date_to }.days(day_now(&app))?;
    // One transaction, so that the closing balances are those of the entries.
    let (opening, sums, singles) = app
        .store
        .read("export_ledger", async move |conn: &Conn| {
            Ok((
                journal::closing(conn, first.plus(-1)).await?,
                journal::day_sums(conn, first, last, false).await?,
                journal::single_lines(conn, first, last).await?,
            ))
        })
        .await?;
    if singles.len() >= LINES_MAX as usize {
        return Err(Problem::field("date_from", format!("is more than {LINES_MAX} lines: choose a shorter period")));
    }
    let entries = entries(sums, singles);
    let (body, kind, end) = match format {
        LedgerFormat::Csv => (csv(&entries), "text/csv; charset=utf-8; header=present", "csv"),
        LedgerFormat::Hledger => {
            (journal_text(first, last, &opening, &entries).into_bytes(), "text/plain; charset=utf-8", "journal")
        }
    };
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"placard-ledger-{first}-{last}.{end}\""))
        .map_err(|error| Problem::Internal(error.into()))?;
    let headers = [(CONTENT_TYPE, HeaderValue::from_static(kind)), (CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

/// All entries: by day, what is added up first.
fn entries(sums: Vec<DaySum>, singles: Vec<SingleLine>) -> Vec<Entry> {
    let mut entries: BTreeMap<(Day, i64, i64), Entry> = BTreeMap::new();
    for DaySum { day, operation, account, amount } in sums {
        let Some(operation) = Operation::from_code(operation).filter(|one| one.is_folded()) else { continue };
        let key = (day, 0, operation.code());
        let entry = entries.entry(key).or_insert_with(|| Entry {
            day,
            operation,
            transaction: None,
            note: "all of the day".to_owned(),
            sides: Vec::new(),
        });
        entry.sides.push(Side { account, user: 0, amount });
    }
    for SingleLine { transaction, at, operation, reference, comment, account, amount } in singles {
        let note = if comment.is_empty() { reference } else { format!("{reference}: {comment}") };
        let entry = entries.entry((at.day(), transaction, operation.code())).or_insert_with(|| Entry {
            day: at.day(),
            operation,
            transaction: Some(transaction),
            note,
            sides: Vec::new(),
        });
        entry.sides.push(Side { account: AccountKind::of(account), user: account.code().1, amount });
    }
    entries.into_values().collect()
}

fn csv(entries: &[Entry]) -> Vec<u8> {
    let titles = ["date", "transaction", "operation", "note", "account", "name", "user_id", "amount_usd"];
    let mut text = line(titles.map(|title| Cell::Text(title.to_owned())), Decimal::Point);
    let number = |number: i64| if number == 0 { Cell::Text(String::new()) } else { Cell::Count(number) };
    for entry in entries {
        for side in &entry.sides {
            text.extend(line(
                [
                    Cell::Text(entry.day.to_string()),
                    number(entry.transaction.unwrap_or_default()),
                    Cell::Text(transaction_kind(entry.operation).label.to_owned()),
                    Cell::Text(entry.note.clone()),
                    Cell::Text(side.account.journal().to_owned()),
                    Cell::Text(side.account.label().to_owned()),
                    number(side.user),
                    Cell::Amount(side.amount),
                ],
                Decimal::Point,
            ));
        }
    }
    text
}

/// What a bookkeeper writes for an amount of ours: debts have a minus there.
fn written(amount: Money) -> String {
    format!("{} USD", -amount)
}

/// Text that ends no line and begins no comment of a journal.
fn safe(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == ';' || c == '|' { ' ' } else { c }).collect()
}

fn journal_text(first: Day, last: Day, opening: &BTreeMap<AccountKind, Money>, entries: &[Entry]) -> String {
    let mut text =
        format!("; Placard's ledger from {first} to {last}, in US dollars. A debt of the network has a minus.\n\n");
    for kind in AccountKind::ALL {
        let _ = writeln!(text, "account {}  ; {}", kind.journal(), kind.label());
    }
    text.push_str("commodity 1.000000 USD\n\n");
    let mut held = opening.clone();
    let _ = writeln!(text, "{first} Opening balances");
    for (kind, amount) in opening {
        let _ = writeln!(text, "    {}  {}", kind.journal(), written(*amount));
    }
    for entry in entries {
        let number = entry.transaction.map(|number| format!("({number}) ")).unwrap_or_default();
        let _ = writeln!(
            text,
            "\n{} {number}{}  ; {}",
            entry.day,
            transaction_kind(entry.operation).label,
            safe(&entry.note)
        );
        for Side { account, user, amount } in &entry.sides {
            *held.entry(*account).or_default() += *amount;
            let who = if *user == 0 { String::new() } else { format!("  ; user {user}") };
            let _ = writeln!(text, "    {}  {}{who}", account.journal(), written(*amount));
        }
    }
    let _ = writeln!(text, "\n{last} Closing balances");
    for (kind, amount) in held {
        let _ = writeln!(text, "    {}  0 USD = {}", kind.journal(), written(amount));
    }
    text
}
