//! To whom documents are made out: what a user says of their company, and both sides of each invoice and receipt, which stay
//! as they were when it was made.

use crate::accounts::users;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::UserId;
use serde::{Deserialize, Serialize};

/// To whom documents are made out. What is empty was not told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingDetails {
    /// The company; empty: the user by name.
    pub company: String,
    /// Where it is, ISO 3166-1 alpha-2.
    pub country: String,
    /// Its VAT or tax number.
    pub vat_number: String,
    /// Street and town.
    pub address: String,
    /// Where invoices are mailed to as well.
    pub email: String,
}

/// Both sides of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parties {
    /// What the network is called.
    pub network: String,
    /// The network's company; empty: the network itself.
    pub company: String,
    /// Where that company is.
    pub address: String,
    /// Its tax number.
    pub tax_number: String,
    /// Where bank transfers go to.
    pub bank_account: String,
    /// What to call the user.
    pub name: String,
    /// The mail address of the user's account.
    pub account: String,
    /// To whom the document is made out.
    pub billed: BillingDetails,
}

/// A document of a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// The invoice of a bank transfer.
    Invoice,
    /// The receipt of what came in.
    Receipt,
}

impl Document {
    /// The column of the deposit with both sides.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Invoice => "invoice_parties",
            Self::Receipt => "receipt_parties",
        }
    }
}

fn details(row: &Row) -> Result<BillingDetails> {
    Ok(BillingDetails {
        company: row.get("company")?,
        country: row.get("country")?,
        vat_number: row.get("vat_number")?,
        address: row.get("address")?,
        email: row.get("email")?,
    })
}

/// To whom documents of a user are made out; nothing where they have told nothing.
pub async fn get(conn: &Conn, user: UserId) -> Result<BillingDetails> {
    let sql = "SELECT company, country, vat_number, address, email FROM billing_details WHERE user_id = $1";
    let row = conn.row(sql, [user.0.into()]).await?;
    row.as_ref().map_or_else(|| Ok(BillingDetails::default()), details)
}

/// Tells to whom documents of a user are made out from now on.
pub async fn put(tx: &Tx, user: UserId, told: &BillingDetails) -> Result<()> {
    if *told == BillingDetails::default() {
        return forget(tx, user).await;
    }
    Insert::into("billing_details")
        .set("user_id", user.0)
        .set("company", told.company.as_str())
        .set("country", told.country.as_str())
        .set("vat_number", told.vat_number.as_str())
        .set("address", told.address.as_str())
        .set("email", told.email.as_str())
        .created(tx)
        .replacing("user_id", &["created_at"])
        .run(tx)
        .await
        .map(drop)
}

/// Forgets what a user told.
pub(crate) async fn forget(tx: &Tx, user: UserId) -> Result<()> {
    tx.execute("DELETE FROM billing_details WHERE user_id = $1", [user.0.into()]).await.map(drop)
}

/// Both sides of what is written for a user now.
pub async fn parties(conn: &Conn, user: UserId) -> Result<Parties> {
    let (settings, billed) = (conn.settings(), get(conn, user).await?);
    let user = users::get_user(conn, Scope::System, user).await?;
    Ok(Parties {
        network: settings.network.name.clone(),
        company: settings.company.name.clone(),
        address: settings.company.address.clone(),
        tax_number: settings.company.tax_number.clone(),
        bank_account: settings.company.bank_account.clone(),
        name: user.contacts.name,
        account: user.email,
        billed,
    })
}

/// Both sides of what is written for a user now, as they are kept.
pub(crate) async fn parties_text(conn: &Conn, user: UserId) -> Result<String> {
    let parties = parties(conn, user).await?;
    serde_json::to_string(&parties).map_err(|error| Error::Corrupt(error.to_string()))
}

/// Both sides of a document of a user's deposit, as they were when it was made; those of now where that was not kept.
pub async fn of_document(conn: &Conn, user: UserId, deposit: i64, document: Document) -> Result<Parties> {
    let sql = format!("SELECT {} AS parties FROM deposits WHERE id = $1", document.column());
    let row = conn.row(&sql, [deposit.into()]).await?.ok_or(Error::NotFound("deposit"))?;
    match row.get::<String>("parties")?.as_str() {
        "" => parties(conn, user).await,
        text => serde_json::from_str(text).map_err(|error| Error::Corrupt(format!("parties of a document: {error}"))),
    }
}
