//! Words of the API for its document: numbers and names that calls carry as plain values, each with the values that
//! the server knows and what people call them. They describe fields; handlers read the values themselves.
//!
//! `x-enum-varnames` and `x-enum-labels` stand beside `enum`, one for each value: names for programs, words for
//! people. `x-enum-sets` names values that have something in common, `x-enum-limits` has lengths of fields by value.

use crate::auth::reach::ApiScope;
use crate::mail::MailKind;
use crate::statistics::questions::lists_of;
use crate::texts::TextKind;
use placard_common::words::{More, extensions, one_number_of};
use placard_model::Verdict;
use placard_model::books::chart::{AccountKind, TRANSACTION_WORDS};
use placard_model::books::posting::{EarningKind, Operation};
use placard_model::books::void::VoidState;
use placard_model::creative::link::LinkState;
use placard_model::creative::{Lengths, lengths_of};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::payments::correction::{CorrectionKind, CorrectionSide, CorrectionStatus};
use placard_model::payments::deposit::{DepositStatus, Gateway, PaymentNotice};
use placard_model::payments::payment::{AddressKind, PaymentPurpose};
use placard_model::payments::payout::{PayoutStatus, WalletStatus};
use placard_model::payments::promo::{PromoKind, PromoState};
use placard_model::push::ButtonAction;
use placard_model::push::subscription::SubscriptionStatus;
use placard_model::rule::{RuleActionKind, RuleActionState, RuleComparison, RuleMetric, RuleSubject, RuleWindow};
use placard_model::sites::verification::{VerificationMethod, VerificationState};
use placard_model::status::{AdStatus, BanReason, CampaignStatus, Halt, StopReason};
use placard_model::targeting::audience::{Browser, DeviceType, Os};
use placard_model::targeting::countries::CountryGroup;
use placard_model::targeting::{Pacing, WEEK_HOURS};
use placard_model::user::{BlockStatus, CurrencyUnit, SiteStatus, UserStatus, UserType};
use placard_model::word::Word;
use placard_stats::{Dimension, View};
use placard_store::network::mails::MailState;
use placard_store::network::waiting::StaffQueue;
use serde_json::{Value, json};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// Values that have something in common, by what it is called.
fn sets<const N: usize>(sets: [(&str, Vec<u8>); N]) -> More {
    vec![("x-enum-sets", sets.into_iter().map(|(name, ids)| (name.to_owned(), json!(ids))).collect())]
}

/// A name out of a list of names and what people call them.
fn one_name_of<L: Into<String>>(names: impl IntoIterator<Item = (&'static str, L)>) -> ObjectBuilder {
    let (names, labels): (Vec<&str>, Vec<String>) = names.into_iter().map(|(name, label)| (name, label.into())).unzip();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
        .extensions(Some(extensions([("x-enum-labels", json!(labels))])))
}

/// A name out of a list, for paths.
fn names(names: impl Iterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names.collect::<Vec<_>>()))
}

/// The lengths that ads of each format may have, in characters.
fn format_lengths() -> Value {
    let span = |(least, most): (usize, usize)| json!({"min": least, "max": most});
    let lengths = BlockFormat::NATIVE_ALL.into_iter().map(|format| {
        let Lengths { title, description, full_text } = lengths_of(format);
        let fields =
            json!({"title": span(title), "short_description": span(description), "full_text": span(full_text)});
        (format.id().to_string(), fields)
    });
    lengths.collect()
}

/// A number from `least` to `greatest`.
fn numbers(least: usize, greatest: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(greatest))
}

fn metrics(view: View) -> ObjectBuilder {
    one_name_of(view.metrics().map(|(metric, name)| (name, metric.title(view))))
}

fn dimensions(view: View) -> ObjectBuilder {
    let visible = Dimension::ALL.iter().filter(|dimension| dimension.visible(view));
    one_name_of(visible.map(|dimension| (dimension.name(), dimension.title())))
}

fn mail_kinds(wanted: impl Fn(&MailKind) -> bool) -> ObjectBuilder {
    one_name_of(MailKind::ALL.iter().filter(|kind| wanted(kind)).map(|kind| (kind.name, kind.label)))
}

/// The numbers of some statuses.
macro_rules! ids {
    ($name:ident, $is:ident) => {
        $name::ALL.into_iter().filter(|status| status.$is()).map($name::id).collect()
    };
}

macro_rules! words {
    ($($(#[doc = $doc:literal])+ $name:ident = $schema:expr;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema.description(Some(concat!($($doc),+).trim())).into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

words! {
    /// The id of a thing.
    Id = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(1));
    /// The status of campaigns, groups and push ads.
    CampaignStatusId = one_number_of(CampaignStatus::WORDS, sets([("switchable", ids!(CampaignStatus, is_switchable)),
        ("running", ids!(CampaignStatus, is_running)),
        ("hidden", ids!(CampaignStatus, is_hidden)),]));
    /// The status of a native ad.
    AdStatusId = one_number_of(AdStatus::WORDS, sets([("switchable", ids!(AdStatus, is_switchable)),
        ("running", ids!(AdStatus, is_running)),
        ("hidden", ids!(AdStatus, is_hidden)),]));
    /// The status of a site.
    SiteStatusId = one_number_of(SiteStatus::WORDS, More::new());
    /// The status of a block.
    BlockStatusId = one_number_of(BlockStatus::WORDS, More::new());
    /// The status of a wallet.
    WalletStatusId = one_number_of(WalletStatus::WORDS, More::new());
    /// The status of a payout.
    PayoutStatusId = one_number_of(PayoutStatus::WORDS, sets([("open", ids!(PayoutStatus, is_open))]));
    /// What a correction is.
    CorrectionKindId = one_number_of(CorrectionKind::WORDS, More::new());
    /// Whose balance a correction moves.
    CorrectionSideId = one_number_of(CorrectionSide::WORDS, More::new());
    /// The status of a correction.
    CorrectionStatusId = one_number_of(CorrectionStatus::WORDS, More::new());
    /// How a promo code counts its bonus.
    PromoKindId = one_number_of(PromoKind::WORDS, More::new());
    /// Whether a promo code can be used.
    PromoStateId = one_number_of(PromoState::WORDS, More::new());
    /// The kind of a campaign.
    CampaignTypeId = one_number_of(CampaignType::WORDS, More::new());
    /// What a native campaign leads to.
    TargetId = one_number_of(
        Target::ALL.map(|target| Word { id: target.native_id(), name: target.name(), label: target.name() }),
        More::new(),
    );
    /// What a push campaign leads to.
    PushTargetId = one_number_of(
        [Target::News, Target::Commodity].map(|target| Word { id: target.push_id(), name: target.name(), label: target.name() }),
        More::new(),
    );
    /// The status that push campaigns and push ads are given.
    GivenPushStatusId = one_number_of(
        CampaignStatus::WORDS
            .into_iter()
            .filter(|word| CampaignStatus::from_id(word.id.into()).is_some_and(CampaignStatus::is_settable)),
        More::new(),
    );
    /// What became of a push subscription.
    SubscriptionStatusId = one_number_of(SubscriptionStatus::WORDS, More::new());
    /// Why a campaign or an ad was stopped.
    StopReasonId = one_number_of(StopReason::WORDS, More::new());
    /// What a button of a notification does.
    ButtonActionName = one_name_of(ButtonAction::ALL.map(|action| (action.name(), action.label())));
    /// The outer name of a push campaign or a push ad.
    PushUuid = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::Custom("uuid".to_owned())))
        .min_length(Some(36))
        .max_length(Some(36));
    /// A device type that can be chosen.
    DeviceTypeId = one_number_of(DeviceType::WORDS.iter().copied(), More::new());
    /// An operating system.
    OsId = one_number_of(Os::WORDS.iter().copied(), More::new());
    /// A browser.
    BrowserId = one_number_of(Browser::WORDS.iter().copied(), More::new());
    /// A format of blocks and ads.
    FormatId = one_number_of(BlockFormat::WORDS, More::new());
    /// A format of native ads and of the blocks that show them.
    NativeFormatId = one_number_of(
        BlockFormat::WORDS.into_iter().filter(|word| BlockFormat::from_native_id(i64::from(word.id)).is_some()),
        vec![("x-enum-limits", format_lengths())],
    );
    /// A part of the world.
    CountryGroupId = one_number_of(CountryGroup::WORDS, More::new());
    /// What a rule looks at.
    RuleSubjectId = one_number_of(RuleSubject::WORDS, sets([("source", ids!(RuleSubject, is_source))]));
    /// A figure of a rule's condition.
    RuleMetricId = one_number_of(RuleMetric::WORDS, sets([("money", ids!(RuleMetric, is_money)),
        ("count", ids!(RuleMetric, is_count))]));
    /// How a figure compares.
    RuleComparisonId = one_number_of(RuleComparison::WORDS, More::new());
    /// What the figures of a rule are of.
    RuleWindowId = one_number_of(RuleWindow::WORDS, More::new());
    /// What a rule does.
    RuleActionKindId = one_number_of(RuleActionKind::WORDS, sets([("stops", ids!(RuleActionKind, stops)),
        ("step", ids!(RuleActionKind, is_step))]));
    /// What became of something that a rule wanted to do.
    RuleActionStateId = one_number_of(RuleActionState::WORDS, More::new());
    /// What stops an ad beside its owner's wish.
    HaltId = one_number_of(Halt::WORDS, More::new());
    /// A reason for which an ad is rejected.
    BanReasonId = one_number_of(BanReason::WORDS, More::new());
    /// An hour of the week in UTC; 0 is Monday 00:00 to 00:59.
    WeekHourId = numbers(0, WEEK_HOURS - 1);
    /// What a user may do beside their own cabinets.
    UserTypeId = one_number_of(UserType::WORDS, sets([("staff", ids!(UserType, is_staff))]));
    /// The status of an account.
    UserStatusId = one_number_of(UserStatus::WORDS, More::new());
    /// The unit in which an account shows and takes amounts.
    CurrencyUnitId = one_number_of(CurrencyUnit::WORDS, More::new());
    /// What an advertiser's balance moves by.
    OperationTypeId = one_number_of(
        Operation::SHOWN.map(|(operation, name, label)| Word { id: operation as u8, name, label }),
        More::new(),
    );
    /// A kind of transaction of the ledger.
    TransactionTypeId = one_number_of(TRANSACTION_WORDS, More::new());
    /// A kind of account of the ledger.
    AccountKindId = one_number_of(AccountKind::WORDS, More::new());
    /// What a webmaster's balance moves by, as a number.
    MovementTypeId = one_number_of(EarningKind::WORDS, More::new());
    /// What a webmaster's balance moves by.
    MovementName = one_name_of(EarningKind::ALL.map(|kind| (kind.name(), kind.label())));
    /// How fast a daily limit is spent.
    PacingName = one_name_of(Pacing::WORDS.map(|(_, name, label)| (name, label)));
    /// What a personal API token may.
    ScopeName = one_name_of(ApiScope::ALL.iter().map(|scope| (scope.name(), scope.label())));
    /// A kind of mail.
    MailKindName = mail_kinds(|_| true);
    /// A kind of mail that can be switched off.
    NoticeName = mail_kinds(|kind| !kind.is_required);
    /// The state of a mail.
    MailStateName = one_name_of(MailState::ALL.map(|state| (state.name(), state.label())));
    /// What waits for staff.
    StaffQueueName = one_name_of(StaffQueue::ALL.map(|queue| (queue.name(), queue.label())));
    /// What is known of a landing page.
    LinkStateName = one_name_of(LinkState::ALL.map(|state| (state.name(), state.label())));
    /// How a site shows whose it is.
    VerificationMethodName = one_name_of(VerificationMethod::ALL.map(|method| (method.name(), method.label())));
    /// Whether it does.
    VerificationStateName = one_name_of(VerificationState::ALL.map(|state| (state.name(), state.label())));
    /// How far a void is.
    VoidStateName = one_name_of(VoidState::ALL.map(|state| (state.name(), state.label())));
    /// What a payment system is for.
    PaymentPurposeName = one_name_of(PaymentPurpose::ALL.map(|purpose| (purpose.name(), purpose.label())));
    /// What the wallets of a payment type are named by.
    AddressKindName = one_name_of(AddressKind::ALL.map(|kind| (kind.name(), kind.label())));
    /// How far a deposit is.
    DepositStatusId = one_number_of(DepositStatus::WORDS, More::new());
    /// Who takes money for the network.
    GatewayName = one_name_of(Gateway::ALL.map(|gateway| (gateway.name(), gateway.label())));
    /// What staff should look at of payments.
    PaymentNoticeName = one_name_of(PaymentNotice::ALL.map(|notice| (notice.name(), notice.label())));
    /// What a text is for.
    TextKindName = one_name_of(TextKind::ALL.map(|kind| (kind.name(), kind.label())));
    /// The result of the validity rules for a click or a show.
    VerdictName = one_name_of(Verdict::ALL.iter().map(|verdict| (verdict.name(), verdict.label())));
    /// A figure that advertisers see.
    AdvertiserMetricName = metrics(View::Advertiser);
    /// A figure that webmasters see.
    WebmasterMetricName = metrics(View::Webmaster);
    /// A figure that staff see.
    NetworkMetricName = metrics(View::Network);
    /// What advertisers group and filter by.
    AdvertiserDimensionName = dimensions(View::Advertiser);
    /// What webmasters group and filter by.
    WebmasterDimensionName = dimensions(View::Webmaster);
    /// What staff group and filter by.
    NetworkDimensionName = dimensions(View::Network);
    /// A list of values for a filter of the advertiser's statistics.
    AdvertiserListName = names(lists_of(View::Advertiser));
    /// A list of values for a filter of the webmaster's statistics.
    WebmasterListName = names(lists_of(View::Webmaster));
    /// A list of values for a filter of the network's statistics.
    NetworkListName = names(lists_of(View::Network));
    /// The type of a setting.
    SettingKindName = names(placard_model::settings::Kind::NAMES.into_iter());
    /// Two letters of a language, ISO 639-1.
    LanguageCode = ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some("^[A-Za-z]{2}$"))
        .min_length(Some(2))
        .max_length(Some(2));
}
