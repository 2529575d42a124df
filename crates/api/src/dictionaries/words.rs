//! Words of the API for its document: numbers and names that requests carry as plain values, each with the values that
//! the server takes. They describe fields; handlers read the values themselves.

use crate::auth::reach::ApiScope;
use crate::mail::MailKind;
use crate::texts::TextKind;
use placard_model::audience::{Browser, DeviceType, Os};
use placard_model::countries::CountryGroup;
use placard_model::format::BlockFormat;
use placard_model::status::BAN_REASONS;
use placard_model::targeting::WEEK_HOURS;
use placard_model::user::{UserStatus, UserType};
use placard_store::mails::MailState;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// A number out of a list.
fn one_number_of(ids: impl IntoIterator<Item = u8>) -> RefOr<Schema> {
    let ids: Vec<u8> = ids.into_iter().collect();
    ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(ids)).into()
}

/// A number from `least` to `greatest`.
fn numbers(least: usize, greatest: usize) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(greatest)).into()
}

/// A name out of a list.
fn one_name_of(names: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    let names: Vec<&str> = names.into_iter().collect();
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema
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
        .minimum(Some(1))
        .into();
    /// A device type that can be chosen.
    DeviceTypeId = one_number_of(DeviceType::ALL.iter().filter(|d| **d != DeviceType::Other).map(|d| d.id()));
    /// An operating system.
    OsId = one_number_of(Os::ALL.iter().map(|os| os.id()));
    /// A browser.
    BrowserId = one_number_of(Browser::ALL.iter().map(|browser| browser.id()));
    /// A format of blocks and ads.
    FormatId = one_number_of(BlockFormat::ALL.map(BlockFormat::id));
    /// A part of the world.
    CountryGroupId = one_number_of(CountryGroup::ALL.map(CountryGroup::id));
    /// A reason for which an ad is rejected.
    BanReasonId = numbers(1, BAN_REASONS.len());
    /// An hour of the week in UTC; 0 is Monday 00:00 to 00:59.
    WeekHourId = numbers(0, WEEK_HOURS - 1);
    /// What a user may do beside their own cabinets.
    UserTypeId = one_number_of(UserType::ALL.iter().map(|kind| kind.id()));
    /// The status of an account.
    UserStatusId = one_number_of(UserStatus::ALL.iter().map(|status| status.id()));
    /// What a personal API token may.
    ScopeName = one_name_of(ApiScope::ALL.iter().map(|scope| scope.name()));
    /// A kind of mail that can be switched off.
    NoticeName = one_name_of(MailKind::ALL.iter().filter(|kind| !kind.is_required).map(|kind| kind.name));
    /// The state of a mail.
    MailStateName = one_name_of(MailState::ALL.map(MailState::name));
    /// What a text is for.
    TextKindName = one_name_of(TextKind::ALL.map(TextKind::name));
    /// Two letters of a language, ISO 639-1.
    LanguageCode = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[A-Za-z]{2}$")).into();
}
