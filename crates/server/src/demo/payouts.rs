//! Wallets and payouts of the demo network in each of their states, made through the API on the moved clock.

use super::network::Network;
use anyhow::Context;
use axum::http::Method;
use serde_json::{Value, json};

/// Who is paid how.
const OKE: &str = "webmaster";
const TIDES: &str = "tides";
const KITCHEN: &str = "kitchen";
/// Addresses of nobody: their bytes are a row of the same number.
const OKE_TRON: &str = "TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV";
const OKE_ETHEREUM: &str = "0x1111111111111111111111111111111111111111";
const TIDES_TRON: &str = "TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E";
const KITCHEN_ETHEREUM: &str = "0x3333333333333333333333333333333333333333";
/// Payment types.
const TRC20: i64 = 16_001;
const ERC20: i64 = 16_002;

impl Network<'_> {
    /// Whether something is done on the day that is so many days before the end.
    pub const fn has_payouts(days_left: i64) -> bool {
        matches!(days_left, 1 | 2 | 9 | 13 | 14 | 16..=27)
    }

    /// What people do about wallets and payouts on that day.
    pub async fn make_payouts(&self, days_left: i64) -> anyhow::Result<()> {
        match days_left {
            27 => {
                self.add_wallet(OKE, TRC20, OKE_TRON).await?;
                self.add_wallet(TIDES, TRC20, TIDES_TRON).await?;
                self.add_wallet(KITCHEN, ERC20, OKE_ETHEREUM).await?;
            }
            26 => {
                self.decide_wallets(KITCHEN).await?;
                let path = "/api/webmaster/payment/auto_payment/activate";
                self.call(TIDES, Method::POST, path, Value::Null).await?;
                self.add_wallet(KITCHEN, ERC20, KITCHEN_ETHEREUM).await?;
            }
            25 => self.decide_wallets("").await?,
            22 => {
                let id = self.ask(OKE, 120).await?;
                self.decide_payout(id, "approve").await?;
            }
            21 => self.pay_approved().await?,
            14 => drop(self.ask(OKE, 80).await?),
            13 => self.reject_open().await?,
            9 => {
                let id = self.ask(OKE, 60).await?;
                let path = format!("/api/webmaster/payouts/{id}/cancel");
                self.call(OKE, Method::PUT, &path, Value::Null).await?;
            }
            // What auto-payment has asked for on a Monday.
            16..=24 => {
                for payout in self.payouts(1).await? {
                    self.decide_payout(payout, "approve").await?;
                }
                self.pay_approved().await?;
            }
            2 => {
                let id = self.ask(OKE, 100).await?;
                self.decide_payout(id, "approve").await?;
            }
            1 => {
                self.add_wallet(OKE, ERC20, OKE_ETHEREUM).await?;
                self.ask(KITCHEN, 75).await?;
            }
            _ => {}
        }
        Ok(())
    }

    async fn add_wallet(&self, who: &str, payment_type: i64, number: &str) -> anyhow::Result<()> {
        let form = json!({ "payment_type_id": payment_type, "number": number, "password": self.password() });
        self.call(who, Method::POST, "/api/webmaster/wallet", form).await?;
        Ok(())
    }

    /// Refuses the wallets of one, or approves all that wait.
    async fn decide_wallets(&self, refused: &str) -> anyhow::Result<()> {
        let waiting = self.call("god", Method::GET, "/api/admin/moderation/wallets", Value::Null).await?;
        for wallet in waiting["data"].as_array().context("no queue of wallets")? {
            let is_refused = refused.is_empty() || wallet["webmaster"]["email"] == self.email_of(refused)?;
            let verb = if refused.is_empty() { "approve" } else { "reject" };
            if is_refused {
                let path = format!("/api/admin/moderation/wallets/{}/{verb}", wallet["id"]);
                let form = if refused.is_empty() {
                    Value::Null
                } else {
                    json!({ "comment": "This address belongs to an exchange that we cannot pay to. Name one of your own." })
                };
                self.call("god", Method::POST, &path, form).await?;
            }
        }
        Ok(())
    }

    async fn ask(&self, who: &str, dollars: i64) -> anyhow::Result<i64> {
        let form = json!({ "amount": dollars, "password": self.password() });
        let made = self.call(who, Method::POST, "/api/webmaster/payouts", form).await?;
        made["data"]["id"].as_i64().context("a payout without a number")
    }

    async fn decide_payout(&self, id: i64, verb: &str) -> anyhow::Result<()> {
        self.call("god", Method::POST, &format!("/api/admin/payouts/{id}/{verb}"), Value::Null).await?;
        Ok(())
    }

    /// Payouts of a status, by number.
    async fn payouts(&self, status: i64) -> anyhow::Result<Vec<i64>> {
        let found =
            self.call("god", Method::GET, &format!("/api/admin/payouts?status_id={status}"), Value::Null).await?;
        let rows = found["data"].as_array().context("no payouts")?;
        rows.iter().map(|row| row["id"].as_i64().context("a payout without a number")).collect()
    }

    async fn pay_approved(&self) -> anyhow::Result<()> {
        for id in self.payouts(2).await? {
            let hash = format!("{:064x}", 0x7c2f_u64 * id.unsigned_abs());
            let form = json!({ "transaction_hash": hash, "password": self.password() });
            self.call("god", Method::POST, &format!("/api/admin/payouts/{id}/pay"), form).await?;
        }
        Ok(())
    }

    async fn reject_open(&self) -> anyhow::Result<()> {
        for id in self.payouts(1).await? {
            let form =
                json!({ "comment": "Some clicks of last week are still being looked at. Ask again in a few days." });
            self.call("god", Method::POST, &format!("/api/admin/payouts/{id}/reject"), form).await?;
        }
        Ok(())
    }
}
