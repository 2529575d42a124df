//! Payment systems: the ways in which money comes in and goes out.

use crate::validate;
use crate::word::numbered;
use crate::{CurrencyId, Money, PaymentSystemId, PaymentTypeId};

/// The dollar: what balances are in.
pub const USD: CurrencyId = CurrencyId(1);
/// WebMoney R, whose wallets are shown to who asks for them (`show_wmr`).
pub const WEBMONEY_R: PaymentSystemId = PaymentSystemId(5);
/// ePayments, whose wallets are shown to who asks for them (`show_epayments`).
pub const EPAYMENTS: PaymentSystemId = PaymentSystemId(3);
/// The sandbox, which moves no real money: for the demonstration network alone.
pub const SANDBOX: PaymentSystemId = PaymentSystemId(7);
/// Payment systems that lists for dollars leave out (product, section 5).
pub const NOT_FOR_USD: [PaymentSystemId; 3] = [PaymentSystemId(2), EPAYMENTS, WEBMONEY_R];
/// USDT on Tron.
pub const USDT_TRC20: PaymentTypeId = PaymentTypeId(16_001);

/// The highest fee of a payment type, in dollars.
pub const FEE_FIXED_MAX: Money = Money::from_dollars(1_000);
/// The highest part of an amount that a fee may be, in basis points.
pub const FEE_BP_MAX: i64 = 2_000;
/// The least and the highest amount that a payment type may ask for.
pub const MINIMUM_PAYOUT_MIN: Money = Money::from_dollars(1);
/// See [`MINIMUM_PAYOUT_MIN`].
pub const MINIMUM_PAYOUT_MAX: Money = Money::from_dollars(10_000);

/// The longest words of a payment type: how long a payment takes, what it costs its payer; in characters.
pub const WORDS_CHARS_MAX: usize = 60;

/// The longest name of a payment system or type, in characters.
pub const NAME_CHARS_MAX: usize = 60;
/// The longest code of a payment type, in characters.
pub const CODE_CHARS_MAX: usize = 20;
/// The longest address of a page about a transaction, in characters.
pub const EXPLORER_CHARS_MAX: usize = 300;
/// What stands for the transaction in that address.
pub const EXPLORER_HASH: &str = "{hash}";

/// Checks the address of a page about a transaction: none, or one with [`EXPLORER_HASH`] in it.
///
/// # Errors
/// What is wrong with it, for people.
pub fn explorer(text: &str) -> Result<&str, String> {
    let text = validate::line(text, 0, EXPLORER_CHARS_MAX)?;
    if text.is_empty() {
        return Ok(text);
    }
    if !text.contains(EXPLORER_HASH) {
        return Err(format!("must have {EXPLORER_HASH} in it, where the transaction stands"));
    }
    validate::http_url(text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// What files for gateways call coins that need a memo (a tag, an id) beside the address: exchanges tell their customers apart by
/// it, and credit nobody without. Wallets keep none.
const WITH_MEMO: &str = "ATOM BNBMAINNET EOS HBAR HIVE INJ IOST KAVA LUNA LUNC NOT OSMO RUNE SEI STEEM STX TIA TON USDCHBAR \
    USDCXLM USDTTON USTC XEM XLM XRP XYM";

/// Whether a coin, as files for gateways call it, needs more than an address to arrive.
pub fn needs_memo(code: &str) -> bool {
    coins_with_memo().any(|one| one == code)
}

/// The coins that need a memo, as files for gateways call them.
pub fn coins_with_memo() -> impl Iterator<Item = &'static str> {
    WITH_MEMO.split_ascii_whitespace()
}

/// Checks what files for gateways call a payment type: capital letters and digits.
///
/// # Errors
/// What is wrong with it, for people.
pub fn type_code(text: &str) -> Result<&str, String> {
    let text = validate::line(text, 1, CODE_CHARS_MAX)?;
    let is_one = text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if is_one { Ok(text) } else { Err("must be capital letters and digits".to_owned()) }
}

numbered! {
    /// What a payment system is for.
    PaymentPurpose {
        /// Advertisers top up by it.
        TopUp = 1, "Top-up";
        /// Webmasters are paid by it.
        Payout = 2, "Payout";
        /// Both.
        Both = 3, "Top-up and payout";
    }

    /// What the wallets of a payment type are named by.
    AddressKind {
        /// An address of Tron.
        Tron = 1, "Tron address";
        /// An address of Ethereum.
        Ethereum = 2, "Ethereum address";
        /// Any text: what the payment system calls an account.
        Text = 3, "Account";
        /// An address of another coin, which nothing here can check; of none that [`needs_memo`].
        Coin = 4, "Address of another coin";
    }
}

impl PaymentPurpose {
    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopUp => "top_up",
            Self::Payout => "payout",
            Self::Both => "both",
        }
    }

    /// The purpose of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }

    /// Whether what is for `self` is for `other` too.
    pub const fn covers(self, other: Self) -> bool {
        self.id() & other.id() == other.id()
    }
}

impl AddressKind {
    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tron => "tron",
            Self::Ethereum => "ethereum",
            Self::Text => "text",
            Self::Coin => "coin",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a payment costs: a fixed fee and a part of the amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Fee {
    /// Of each payment, in dollars.
    pub fixed: Money,
    /// Of its amount, in basis points.
    pub basis_points: i64,
}

impl Fee {
    /// The fee of an amount: the part is rounded down, the whole is never more than the amount.
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        (self.fixed + amount.share(self.basis_points)).min(amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fee_is_rounded_down_and_never_more_than_the_amount() {
        let check = |fixed: &str, basis_points: i64, amount: &str, expected: &str| {
            let money = |text: &str| Money::parse(text, 6).unwrap();
            let fee = Fee { fixed: money(fixed), basis_points };
            assert_eq!(fee.of(money(amount)), money(expected), "{fixed} and {basis_points} of {amount}");
        };
        check("1", 0, "50", "1");
        check("1", 150, "50", "1.75");
        check("0", 33, "50.000001", "0.165");
        check("5", 0, "3", "3");
    }

    #[test]
    fn a_page_about_a_transaction_has_its_place_and_a_code_is_plain() {
        for fine in ["", "https://tronscan.org/#/transaction/{hash}", "http://x.org/{hash}/a"] {
            assert_eq!(explorer(&format!(" {fine} ")), Ok(fine));
        }
        for wrong in ["https://x.org/", "javascript:alert({hash})", "x.org/{hash}"] {
            assert!(explorer(wrong).is_err(), "{wrong}");
        }
        assert_eq!(type_code("USDTSOL2"), Ok("USDTSOL2"));
        assert!(["", "usdt", "A B", "A;B"].iter().all(|wrong| type_code(wrong).is_err()));
        assert!(["ATOM", "USDCHBAR", "USDCXLM", "XRP", "XYM"].into_iter().all(needs_memo));
        assert!(!["", "X", "BTC", "USDTSOL", "USDTTRC20"].into_iter().any(needs_memo));
    }

    #[test]
    fn both_covers_each() {
        assert!(
            PaymentPurpose::Both.covers(PaymentPurpose::TopUp) && PaymentPurpose::Both.covers(PaymentPurpose::Payout)
        );
        assert!(
            !PaymentPurpose::TopUp.covers(PaymentPurpose::Payout)
                && !PaymentPurpose::TopUp.covers(PaymentPurpose::Both)
        );
    }
}
