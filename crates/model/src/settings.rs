//! What an operator may change while the network runs: one registry with type, range, default and what each setting does.
//!
//! A setting is declared once, in [`registry`]. The database keeps those that were changed, as text; [`InForce`] hands the
//! values out without a lock. The configuration file holds only what is needed to start.

mod derived;
mod in_force;
mod kind;
mod registry;

pub use in_force::InForce;
pub use kind::{
    BasisPoints, CountryBid, FORMER_TAGS_MAX, FeatureUsers, FormerTag, Kind, NetworkNumber, PushService, Setting,
    ShortPath, Unit,
};
pub use registry::{
    Bids, CAMPAIGN_LIMIT_MIN, Calls, Choosing, Company, Delivery, Deposits, Features, Limits, Logins, Moderation,
    Network, Payouts, Postbacks, Public, PushCampaigns, PushSubscriptions, Pushes, QUOTA_MAX, Quotas, Retention,
    SECTIONS, SPECS, Sampling, Section, Sessions, Settings, Shares, Tag, Traffic,
};

use crate::user::UserType;

/// The longest value, in bytes.
pub const VALUE_BYTES_MAX: usize = 16 * 1024;

/// Who may change a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The owners of the network.
    God,
}

impl Who {
    /// Whether somebody may. Whoever runs the program on its machine may change all.
    pub const fn may_change(self, user_type: UserType) -> bool {
        match self {
            Self::God => matches!(user_type, UserType::God),
        }
    }

    /// Who that is, as people read it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::God => "an owner of the network",
        }
    }
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name: section and field, `bids.default_bid`.
    pub name: &'static str,
    /// The section that it belongs to.
    pub section: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Type, range and unit.
    pub kind: Kind,
    /// Who may change it.
    pub who: Who,
    read: fn(&Settings) -> String,
    write: fn(&mut Settings, &str) -> Result<(), String>,
}

impl Spec {
    /// The setting of a name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SPECS.iter().find(|spec| spec.name == name)
    }

    /// The value as text, as it is stored and shown.
    pub fn value(&self, settings: &Settings) -> String {
        (self.read)(settings)
    }

    /// The value that holds where nobody set one.
    pub fn default_value(&self) -> String {
        self.value(&Settings::default())
    }

    /// The text as the setting itself would write it.
    ///
    /// # Errors
    /// In words, naming the range, when it is no value of the setting's type or out of its range.
    pub fn canonical(&self, text: &str) -> Result<String, String> {
        let mut settings = Settings::default();
        self.set(&mut settings, text)?;
        Ok(self.value(&settings))
    }

    /// Sets the value.
    ///
    /// # Errors
    /// In words, naming the range; nothing is changed then.
    pub fn set(&self, settings: &mut Settings, text: &str) -> Result<(), String> {
        if text.len() > VALUE_BYTES_MAX {
            return Err(format!("must have at most {VALUE_BYTES_MAX} bytes"));
        }
        (self.write)(settings, text.trim())
    }
}

impl Settings {
    /// These settings with values of the database, and what of them cannot be used: names that this program does not know,
    /// and values that are out of the range that it allows. For those the value of `self` stays.
    pub fn with<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<String>) {
        let (mut settings, mut refused) = (self.clone(), Vec::new());
        for (name, value) in values {
            match Spec::find(name) {
                Some(spec) => {
                    if let Err(reason) = spec.set(&mut settings, value) {
                        refused.push(format!("{name} {reason}"));
                    }
                }
                None => refused.push(format!("{name} is no setting of this version")),
            }
        }
        (settings, refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_registry_holds_together() {
        let names: BTreeSet<&str> = SPECS.iter().map(|spec| spec.name).collect();
        assert_eq!(names.len(), SPECS.len(), "names are unique");
        let used: BTreeSet<&str> = SPECS.iter().map(|spec| spec.section).collect();
        assert_eq!(used, SECTIONS.iter().map(|section| section.name).collect());
        for spec in SPECS {
            let default = spec.default_value();
            assert_eq!(
                spec.canonical(&default).as_deref(),
                Ok(default.as_str()),
                "{}: its default is in range",
                spec.name
            );
            assert!(spec.about.ends_with('.') && !spec.title.is_empty(), "{} says what it does", spec.name);
        }
    }

    #[test]
    fn values_are_read_and_refused_with_their_range() {
        let check = |name: &str, text: &str, expected: Result<&str, &str>| {
            let found = Spec::find(name).unwrap().canonical(text);
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{name} = {text}");
        };
        check("bids.default_bid", "4.50", Ok("4.5"));
        check("bids.default_bid", "0", Err("must be 0.005 to 1000 dollars with at most 3 decimals"));
        check("bids.default_bid", "1.2345", Err("must be 0.005 to 1000 dollars with at most 3 decimals"));
        check("bids.default_bid", "four", Err("must be 0.005 to 1000 dollars with at most 3 decimals"));
        check("shares.webmaster", "72.5", Ok("72.5"));
        check("shares.webmaster", "100.01", Err("must be 0 to 100 percent with at most 2 decimals"));
        check("quotas.ads", "10001", Err("must be a whole number from 0 to 10000"));
        check("quotas.ads", " 20 ", Ok("20"));
        check("quotas.ads", "-1", Err("must be a whole number from 0 to 10000"));
        // What would lock everybody out, its editor too.
        check("quotas.sessions", "0", Err("must be a whole number from 1 to 4294967295"));
        check("calls.all_per_address", "1", Err("must be a whole number from 500 to 4294967295 (in 15 minutes)"));
        check("traffic.detect_hosting", "off", Ok("off"));
        check("traffic.detect_hosting", "no", Err("must be `on` or `off`"));
        check("traffic.hosting_networks", "64500\nAS64501", Ok("AS64500\nAS64501"));
        check(
            "traffic.hosting_networks",
            "AS0",
            Err("`AS0` must be the number of a network, such as AS64500, above 0"),
        );
        check("limits.maximum", "999", Err("must be 1000 to 1000000000 dollars with at most 2 decimals"));
        check("shares.hold_days", "91", Err("must be a whole number from 0 to 90 (days)"));
        check("features.ip_targeting", "all", Ok("all"));
        check("features.ip_targeting", "3, 1 3", Ok("1 3"));
        check("features.ip_targeting", "", Ok(""));
        check("features.ip_targeting", "everybody", Err("must be `all`, or ids of at most 1000 users"));
        check(
            "tag.path",
            "a/b.js",
            Err("must be a file name of letters, digits, `.`, `-` and `_`, with at most 64 characters"),
        );
        check(
            "tag.attribute",
            "data-",
            Err("must begin with `data-`, then have letters a to z, digits and `-`, at most 64"),
        );
        check("tag.domain", "cdn.example.com:8443", Ok("cdn.example.com:8443"));
        check("tag.domain", "https://cdn.example.com", Err("must be a host, with a port if it has one, or empty"));
        check("network.telegram_url", "http://t.me/x", Err("must begin with https://, or be empty"));
        check("public.short_paths", "rif\n\npartners/fb ", Ok("rif\npartners/fb"));
        check("public.short_paths", "api", Err("`api` belongs to the network itself"));
    }

    #[test]
    fn what_cannot_be_used_leaves_what_was() {
        let (settings, refused) =
            Settings::default().with([("quotas.sites", "7"), ("quotas.ads", "many"), ("colour", "red")]);
        assert_eq!((settings.quotas.sites, settings.quotas.ads), (7, Quotas::default().ads));
        assert_eq!(
            refused,
            ["quotas.ads must be a whole number from 0 to 10000", "colour is no setting of this version"]
        );
    }
}
