//! Payment systems, their types, and currencies.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

/// Currencies: id, code, name, nano-dollars of one unit. All but the dollar are what somebody should look up.
const CURRENCIES: [(i64, &str, &str, i64); 4] = [
    (1, "USD", "US dollar", 1_000_000_000),
    (2, "RUB", "Russian rouble", 12_500_000),
    (3, "EUR", "Euro", 1_150_000_000),
    (4, "USDT", "Tether", 1_000_000_000),
];

/// Payment systems: id, name, 1 top-up, 2 payout, 3 both, and whether they can be used.
const SYSTEMS: [(i64, &str, i64, bool); 8] = [
    (1, "Bank transfer (invoice)", 1, true),
    (2, "WebMoney", 3, false),
    (3, "ePayments", 3, false),
    (4, "Card", 1, false),
    (5, "WebMoney R", 3, false),
    (6, "Crypto gateway", 1, true),
    (7, "Sandbox", 1, true),
    (16, "USDT", 2, true),
];

/// A payment type as it begins.
struct Type {
    id: i64,
    system: i64,
    currency: i64,
    code: &'static str,
    name: &'static str,
    fee_dollars: i64,
    /// 1 Tron, 2 Ethereum, 3 text.
    address: i64,
    explorer: &'static str,
    usual_time: &'static str,
}

/// Nearly all of them.
const PLAIN: Type = Type {
    id: 0,
    system: 0,
    currency: 1,
    code: "",
    name: "",
    fee_dollars: 0,
    address: 3,
    explorer: "",
    usual_time: "Within a day",
};

const TYPES: [Type; 9] = [
    Type {
        id: 1_001,
        system: 1,
        code: "BANK",
        name: "Bank transfer",
        usual_time: "1 to 3 working days",
        ..PLAIN
    },
    Type { id: 2_001, system: 2, code: "WMZ", name: "WebMoney Z", ..PLAIN },
    Type { id: 3_001, system: 3, code: "EPAYMENTS", name: "ePayments", ..PLAIN },
    Type { id: 4_001, system: 4, code: "CARD", name: "Card", usual_time: "At once", ..PLAIN },
    Type { id: 5_001, system: 5, currency: 2, code: "WMR", name: "WebMoney R", ..PLAIN },
    Type { id: 6_001, system: 6, code: "CRYPTO", name: "Cryptocurrency", usual_time: "Within an hour", ..PLAIN },
    Type { id: 7_001, system: 7, code: "SANDBOX", name: "Sandbox", usual_time: "At once", ..PLAIN },
    Type {
        id: 16_001,
        system: 16,
        code: "USDTTRC20",
        name: "USDT TRC20",
        fee_dollars: 1,
        address: 1,
        explorer: "https://tronscan.org/#/transaction/{hash}",
        ..PLAIN
    },
    Type {
        id: 16_002,
        system: 16,
        code: "USDTERC20",
        name: "USDT ERC20",
        fee_dollars: 5,
        address: 2,
        explorer: "https://etherscan.io/tx/{hash}",
        ..PLAIN
    },
];

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "currencies",
        "What amounts of payment systems are in",
        &[
            id("The currency; 1 is the dollar"),
            column("code", Kind::Text, "ISO 4217, or what a coin is called"),
            column("name", Kind::Text, "What people read"),
            column("rate", Kind::Big, "Nano-dollars of one unit"),
            column("rate_set_at", Kind::Big, "Unix ms at which the rate was set"),
            column("rate_set_by", Kind::Big, "Who set it; none: it came with the program").nullable(),
            column("version", Kind::Big, "Grows with each change").default("1"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    unique(tx, "currencies", "code", "").await?;
    table(
        tx,
        "payment_systems",
        "Ways in which money comes in and goes out",
        &[
            id("The payment system"),
            column("name", Kind::Text, "What people read"),
            column("purpose", Kind::Big, "1 top-up, 2 payout, 3 both"),
            column("is_active", Kind::Flag, "Can be used"),
            column("version", Kind::Big, "Grows with each change").default("1"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    table(
        tx,
        "payment_types",
        "Kinds of payment of payment systems",
        &[
            id("The payment type"),
            column("payment_system_id", Kind::Big, "Its system").references("payment_systems(id)"),
            column("currency_id", Kind::Big, "What is paid in").references("currencies(id)"),
            column("code", Kind::Text, "What files for gateways call it"),
            column("name", Kind::Text, "What people read"),
            column("minimum_payout", Kind::Big, "Micro-dollars of the least payout; none: the usual one").nullable(),
            column("fee_fixed", Kind::Big, "Micro-dollars of each payout"),
            column("fee_bp", Kind::Big, "Basis points of a payout's amount"),
            column("address_kind", Kind::Big, "What wallets are named by: 1 Tron address, 2 Ethereum address, 3 text"),
            column("explorer_url", Kind::Text, "Page about a transaction, with {hash} in it; empty: there is none"),
            column("usual_time", Kind::Text, "How long a payment takes, in words"),
            column("is_active", Kind::Flag, "Can be used"),
            column("version", Kind::Big, "Grows with each change").default("1"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "payment_types", "payment_system_id").await?;
    seed(tx).await
}

async fn seed(tx: &Tx) -> Result<()> {
    let now = tx.now().0;
    for (id, code, name, rate) in CURRENCIES {
        tx.run(&format!(
            "INSERT INTO currencies (id, code, name, rate, rate_set_at, updated_at, updated_by) \
             VALUES ({id}, '{code}', '{name}', {rate}, {now}, {now}, 'm0033')"
        ))
        .await?;
    }
    for (id, name, purpose, is_active) in SYSTEMS {
        tx.run(&format!(
            "INSERT INTO payment_systems (id, name, purpose, is_active, updated_at, updated_by) \
             VALUES ({id}, '{name}', {purpose}, {is_active}, {now}, 'm0033')"
        ))
        .await?;
    }
    for Type { id, system, currency, code, name, fee_dollars, address, explorer, usual_time } in TYPES {
        let is_active = SYSTEMS.iter().any(|(one, .., is_active)| *one == system && *is_active);
        tx.run(&format!(
            "INSERT INTO payment_types (id, payment_system_id, currency_id, code, name, fee_fixed, fee_bp, address_kind, \
             explorer_url, usual_time, is_active, updated_at, updated_by) VALUES ({id}, {system}, {currency}, '{code}', \
             '{name}', {fee_dollars} * 1000000, 0, {address}, '{explorer}', '{usual_time}', {is_active}, {now}, 'm0033')"
        ))
        .await?;
    }
    if tx.is_postgres() {
        // Rows with given ids do not move PostgreSQL's counters.
        for table in ["currencies", "payment_systems", "payment_types"] {
            tx.run(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))"
            ))
            .await?;
        }
    }
    Ok(())
}
