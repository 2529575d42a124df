//! Invoices and receipts of deposits, as PDF.

use super::pdf::{self, Line};
use crate::auth::Advertiser;
use crate::extract::Path;
use crate::state::{Api, ApiState};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use placard_common::error::Problem;
use placard_model::targeting::countries::country_name;
use placard_model::targeting::geo::CountryCode;
use placard_model::{Money, UnixMs};
use placard_store::accounts::billing_details::{self, Document, Parties};
use placard_store::paid_in::deposits::{self, Deposit};
use placard_store::{Conn, Scope};

/// Digits of the numbers of documents.
const DIGITS: usize = 6;

/// The number of the invoice of a bank transfer.
pub(crate) fn invoice_number(app: &Api, deposit: &Deposit) -> Option<String> {
    let number = deposit.invoice_number?;
    Some(format!("{}{number:0DIGITS$}", app.settings.get().company.invoice_prefix))
}

/// The number of the receipt of what came in.
pub(crate) fn receipt_number(app: &Api, deposit: &Deposit) -> Option<String> {
    let number = deposit.receipt_number?;
    Some(format!("{}{number:0DIGITS$}", app.settings.get().company.receipt_prefix))
}

/// The day of a moment.
fn day(at: UnixMs) -> String {
    at.day().to_string()
}

/// An amount with the code of its currency.
pub(crate) fn dollars(amount: Money) -> String {
    format!("USD {}", amount.figures())
}

/// Who writes it, and to whom.
pub(crate) fn lines_of(parties: &Parties) -> Vec<Line> {
    let Parties { network, company, address, tax_number, name, account, billed, .. } = parties;
    let from = if company.is_empty() { network } else { company };
    let (to, contact) = if billed.company.is_empty() { (name.as_str(), "") } else { (&*billed.company, name.as_str()) };
    let country = CountryCode::parse(&billed.country).map(country_name).unwrap_or_default();
    let seller = [("From", from.as_str()), ("Address", address), ("Tax number", tax_number)];
    let buyer = [
        ("To", to),
        ("Address", &billed.address),
        ("Country", &country),
        ("VAT number", &billed.vat_number),
        ("Contact", contact),
        ("Account", account),
    ];
    let told = |facts: &[(&'static str, &str)]| -> Vec<Line> {
        let told = facts.iter().filter(|(_, text)| !text.is_empty());
        told.map(|(name, text)| Line::Fact(name, (*text).to_owned())).chain([Line::Gap]).collect()
    };
    [told(&seller), told(&buyer)].concat()
}

/// A PDF to keep.
pub(crate) fn file(name: &str, bytes: Vec<u8>) -> impl IntoResponse + use<> {
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.pdf\"")),
    ];
    (headers, bytes)
}

async fn read(app: &ApiState, scope: Scope, id: i64, document: Document) -> Result<(Deposit, Parties), Problem> {
    let read = async move |conn: &Conn| {
        let deposit = deposits::get(conn, scope, id).await?;
        let parties = billing_details::of_document(conn, deposit.advertiser, id, document).await?;
        Ok((deposit, parties))
    };
    Ok(app.store.read("get_document", read).await?)
}

/// The invoice of a bank transfer, as PDF.
#[utoipa::path(get, path = "/api/advertiser/deposits/{id}/invoice", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
pub async fn get_deposit_invoice(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Problem> {
    let (deposit, parties) = read(&app, advertiser.scope(), id, Document::Invoice).await?;
    let number = invoice_number(&app, &deposit).ok_or(Problem::NotFound)?;
    let mut lines = vec![Line::Heading(format!("Invoice {number}"))];
    lines.extend(lines_of(&parties));
    lines.extend([
        Line::Fact("Date", day(deposit.created_at)),
        Line::Fact("Pay until", day(deposit.expires_at)),
        Line::Fact("For", format!("Advertising on {}, prepaid (deposit {id})", parties.network)),
        Line::Gap,
        Line::Sum("To pay", dollars(deposit.amount)),
        Line::Gap,
    ]);
    if !parties.bank_account.is_empty() {
        lines.push(Line::Fact("Pay to", parties.bank_account.clone()));
    }
    lines.push(Line::Fact("Reference", number.clone()));
    let text = "The amount is on your balance once we have confirmed what came in. Fees of banks are yours.";
    lines.extend([Line::Gap, Line::Text(text.to_owned())]);
    Ok(file(&number, pdf::document(&format!("Invoice {number}"), &lines)))
}

/// The receipt of what came in, as PDF.
#[utoipa::path(get, path = "/api/advertiser/deposits/{id}/receipt", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
pub async fn get_deposit_receipt(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Problem> {
    let (deposit, parties) = read(&app, advertiser.scope(), id, Document::Receipt).await?;
    let number = receipt_number(&app, &deposit).ok_or(Problem::NotFound)?;
    let mut lines = vec![Line::Heading(format!("Receipt {number}"))];
    lines.extend(lines_of(&parties));
    lines.push(Line::Fact("Date", day(deposit.processed_at.unwrap_or(deposit.created_at))));
    if let Some(invoice) = invoice_number(&app, &deposit) {
        lines.push(Line::Fact("Invoice", invoice));
    }
    lines.extend([
        Line::Fact("Paid by", deposit.gateway.label().to_owned()),
        Line::Fact("For", format!("Advertising on {}, prepaid (deposit {id})", parties.network)),
        Line::Gap,
        Line::Sum("Received", dollars(deposit.credited)),
    ]);
    if !deposit.taken.is_zero() {
        lines.push(Line::Fact("Sent back", dollars(deposit.taken)));
    }
    Ok(file(&number, pdf::document(&format!("Receipt {number}"), &lines)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_store::accounts::billing_details::BillingDetails;

    fn told(parties: &Parties) -> Vec<(&'static str, String)> {
        let fact = |line| match line {
            Line::Fact(name, text) => Some((name, text)),
            _ => None,
        };
        lines_of(parties).into_iter().filter_map(fact).collect()
    }

    #[test]
    fn both_sides_stand_on_a_document_with_their_companies_and_tax_numbers() {
        let text = str::to_owned;
        let mut parties = Parties {
            network: text("Placard"),
            company: text("Placard Ads Ltd"),
            address: text("1 Quay, Dublin"),
            tax_number: text("IE 1234567T"),
            bank_account: text("IE00 0000"),
            name: text("Mara"),
            account: text("mara@x.org"),
            billed: BillingDetails {
                company: text("Northbeam Goods"),
                country: text("DE"),
                vat_number: text("DE 811"),
                address: text("Hafen 7, Bremen"),
                email: text("books@x.org"),
            },
        };
        let expected = [
            ("From", "Placard Ads Ltd"),
            ("Address", "1 Quay, Dublin"),
            ("Tax number", "IE 1234567T"),
            ("To", "Northbeam Goods"),
            ("Address", "Hafen 7, Bremen"),
            ("Country", "Germany"),
            ("VAT number", "DE 811"),
            ("Contact", "Mara"),
            ("Account", "mara@x.org"),
        ];
        assert_eq!(told(&parties), expected.map(|(name, value)| (name, text(value))));
        // What nobody has said leaves no line, and the names stand for companies.
        (parties.company, parties.address, parties.tax_number) = (String::new(), String::new(), String::new());
        parties.billed = BillingDetails::default();
        let expected = [("From", "Placard"), ("To", "Mara"), ("Account", "mara@x.org")];
        assert_eq!(told(&parties), expected.map(|(name, value)| (name, text(value))));
    }
}
