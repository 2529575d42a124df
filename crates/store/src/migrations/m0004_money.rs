//! Money: settlements, double entry, balances, spend; positions and checkpoints of feeds; the inventory's change list.
//!
//! Users are named by number without a foreign key: the ledger outlives the names.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    inventory_changes(tx).await?;
    transactions(tx).await?;
    settlements(tx).await?;
    sums(tx).await?;
    feeds(tx).await
}

async fn inventory_changes(tx: &Tx) -> Result<()> {
    table(
        tx,
        "inventory_changes",
        "What the engine has to load again, in the order of commits",
        &[
            id("Number of the change"),
            column("kind", Kind::Big, "1 campaign, 2 group, 3 ad, 4 site, 5 block, 6 user, 7 template"),
            column("subject_id", Kind::Big, "Id of what changed"),
            column("changed_at", Kind::Big, "Unix ms"),
        ],
        &[],
    )
    .await
}

async fn transactions(tx: &Tx) -> Result<()> {
    table(
        tx,
        "transactions",
        "A movement of money; its postings add up to zero",
        &[
            id("Number of the transaction"),
            column("reference", Kind::Text, "What it was made for; a second one of the same reference is refused"),
            column(
                "operation_type",
                Kind::Big,
                "1 top-up, 2 native clicks, 3 push clicks, 4 correction, 5 refund, 6 bonus, 20 release of earnings",
            ),
            column("created_at", Kind::Big, "Unix ms"),
            column("actor_id", Kind::Big, "Staff who made it; none for the program").nullable(),
            column("comment", Kind::Text, "Said by who made it; shown in histories").default("''"),
        ],
        &[],
    )
    .await?;
    unique(tx, "transactions", "reference", "").await?;
    table(
        tx,
        "postings",
        "One side of a transaction: credit positive, debit negative",
        &[
            id("Number of the posting"),
            column("transaction_id", Kind::Big, "The transaction").references("transactions(id)"),
            column(
                "account",
                Kind::Big,
                "1 advertiser, 2 webmaster pending, 3 webmaster available, 4 network revenue, 5 referral, \
                 6 gateway clearing, 7 payouts, 8 fees, 9 adjustments, 10 bad debt",
            ),
            column("user_id", Kind::Big, "Whose account; 0 for the network's own"),
            column("amount", Kind::Big, "Micro-dollars"),
            column("day", Kind::Big, "Effective UTC day, days since 1970"),
            column("posted_day", Kind::Big, "UTC day of the posting, days since 1970"),
            column("campaign_id", Kind::Big, "What was paid for, on an advertiser's side of clicks").nullable(),
            column("block_id", Kind::Big, "What earned, on a webmaster's side of clicks").nullable(),
        ],
        &[],
    )
    .await?;
    index(tx, "postings", "transaction_id").await?;
    index(tx, "postings", "account, user_id, day").await?;
    table(
        tx,
        "balances",
        "The sum of an account's postings, kept as a row",
        &[
            column("account", Kind::Big, "As in postings"),
            column("user_id", Kind::Big, "As in postings"),
            column("amount", Kind::Big, "Micro-dollars; may be negative"),
            column("updated_at", Kind::Big, "Unix ms of the last posting"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (account, user_id)"],
    )
    .await?;
    table(
        tx,
        "money_terms",
        "What was agreed with a user; without a row the defaults hold",
        &[
            column("user_id", Kind::Big, "The user"),
            column("share_bp", Kind::Big, "Basis points of a click's cost that the webmaster gets, 0..=10000")
                .nullable(),
            column("referrer_id", Kind::Big, "Who brought the user").nullable(),
            column("referral_until", Kind::Big, "Unix ms until which the referrer earns").nullable(),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (user_id)"],
    )
    .await
}

async fn settlements(tx: &Tx) -> Result<()> {
    table(
        tx,
        "settlements",
        "Billing's final word on a click, a change of a conversion, or a void; never changed",
        &[
            id("Sequence: grows in the order of commits; statistics read by it"),
            column("kind", Kind::Big, "1 click, 2 conversion, 3 void, 4 void of an earning that had been released"),
            column("record_ref", Kind::Big, "Place of the record in the log that led to it: click or postback"),
            column("click_ref", Kind::Big, "Place of the click in the log"),
            column("clicked_at", Kind::Big, "Unix ms of the click's append"),
            column("settled_at", Kind::Big, "Unix ms"),
            column("verdict", Kind::Big, "Verdict code; 0 valid"),
            column("advertiser_id", Kind::Big, "Who pays"),
            column("campaign_id", Kind::Big, "The campaign"),
            column("ad_id", Kind::Big, "The ad"),
            column("webmaster_id", Kind::Big, "Who earns"),
            column("block_id", Kind::Big, "The block"),
            column("cost", Kind::Big, "Micro-dollars from the advertiser; negative on a void"),
            column("webmaster_amount", Kind::Big, "Micro-dollars to the webmaster"),
            column("webmaster_referrer_amount", Kind::Big, "Micro-dollars to the webmaster's referrer"),
            column("advertiser_referrer_amount", Kind::Big, "Micro-dollars to the advertiser's referrer"),
            column("network_amount", Kind::Big, "Micro-dollars to the network"),
            column("share_bp", Kind::Big, "The webmaster's share that was used, basis points"),
            column("webmaster_referrer_id", Kind::Big, "Who got the webmaster's referral").nullable(),
            column("advertiser_referrer_id", Kind::Big, "Who got the advertiser's referral").nullable(),
            column("external_id", Kind::Text, "Conversion: the tracker's id").nullable(),
            column("state_before", Kind::Big, "Conversion: 1 hold, 2 approved, 3 rejected; none if new").nullable(),
            column("state", Kind::Big, "Conversion: the state now").nullable(),
            column("payout_before", Kind::Big, "Conversion: micro-dollars before").nullable(),
            column("payout", Kind::Big, "Conversion: micro-dollars now").nullable(),
            column("served", Kind::Bytes, "The served ad (postcard): what statistics count it under"),
            column("transaction_id", Kind::Big, "The transaction of its batch; none where no money moved")
                .nullable()
                .references("transactions(id)"),
        ],
        &[],
    )
    .await?;
    unique(tx, "settlements", "record_ref", "WHERE kind < 3").await?;
    unique(tx, "settlements", "click_ref", "WHERE kind > 2").await?;
    index(tx, "settlements", "click_ref, kind").await?;
    index(tx, "settlements", "transaction_id").await?;
    table(
        tx,
        "conversions",
        "The present state of each conversion",
        &[
            column("click_ref", Kind::Big, "The click that it followed"),
            column("external_id", Kind::Text, "The tracker's id; empty when it gave none"),
            column("state", Kind::Big, "1 hold, 2 approved, 3 rejected"),
            column("payout", Kind::Big, "Micro-dollars"),
            column("created_at", Kind::Big, "Unix ms of the first postback's append"),
            column("updated_at", Kind::Big, "Unix ms of the last one's"),
        ],
        &["PRIMARY KEY (click_ref, external_id)"],
    )
    .await
}

async fn sums(tx: &Tx) -> Result<()> {
    table(
        tx,
        "campaign_spend",
        "What a campaign spent on a UTC day: keyed by day, so that nothing is reset at midnight",
        &[
            column("campaign_id", Kind::Big, "The campaign"),
            column("day", Kind::Big, "UTC day of the clicks' append, days since 1970"),
            column("advertiser_id", Kind::Big, "Its owner"),
            column("amount", Kind::Big, "Micro-dollars of billed clicks"),
            column("clicks", Kind::Big, "Billed clicks"),
            column("voided", Kind::Big, "Micro-dollars given back for clicks of this day"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (campaign_id, day)"],
    )
    .await?;
    index(tx, "campaign_spend", "advertiser_id, day").await?;
    table(
        tx,
        "campaign_totals",
        "What a campaign spent in its whole life",
        &[
            column("campaign_id", Kind::Big, "The campaign"),
            column("amount", Kind::Big, "Micro-dollars, less what was voided"),
            column("clicks", Kind::Big, "Billed clicks"),
        ],
        &["PRIMARY KEY (campaign_id)"],
    )
    .await?;
    table(
        tx,
        "block_earnings",
        "What a block earned on a UTC day",
        &[
            column("block_id", Kind::Big, "The block"),
            column("day", Kind::Big, "UTC day of the clicks' append, days since 1970"),
            column("webmaster_id", Kind::Big, "Its owner"),
            column("amount", Kind::Big, "Micro-dollars of billed clicks"),
            column("clicks", Kind::Big, "Billed clicks"),
            column("voided", Kind::Big, "Micro-dollars taken back for clicks of this day"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (block_id, day)"],
    )
    .await?;
    index(tx, "block_earnings", "webmaster_id, day").await
}

async fn feeds(tx: &Tx) -> Result<()> {
    table(
        tx,
        "feed_positions",
        "How far a feed has come; moves in the transaction of its result",
        &[
            column("name", Kind::Text, "The feed"),
            column("position", Kind::Bytes, "Opaque position in the log"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (name)"],
    )
    .await?;
    table(
        tx,
        "checkpoints",
        "State of a feed in memory, with the position that it belongs to; what follows is replayed at start",
        &[
            column("name", Kind::Text, "The feed"),
            column("position", Kind::Bytes, "Opaque position in the log that the state has seen"),
            column("body", Kind::Bytes, "The state"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (name)"],
    )
    .await
}
