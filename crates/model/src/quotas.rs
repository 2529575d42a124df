//! How much one account may have.

use serde::{Deserialize, Serialize};

/// The most that any quota of things may be set to: what an account has is counted anew with each thing that it makes.
pub const QUOTA_MAX: u32 = 10_000;

/// How much one account may have. What was deleted does not count; what an advertiser archived does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Quotas {
    /// Sites of an account.
    pub sites: u32,
    /// Blocks of a site.
    pub blocks_per_site: u32,
    /// Blocks of an account.
    pub blocks: u32,
    /// Campaigns of an account.
    pub campaigns: u32,
    /// Groups of a campaign.
    pub groups_per_campaign: u32,
    /// Groups of an account.
    pub groups: u32,
    /// Ads of a group.
    pub ads_per_group: u32,
    /// Ads of an account.
    pub ads: u32,
    /// Of each of these kinds, made by an account within 24 hours, whatever became of them.
    pub made_per_day: u32,
    /// Forms of ads, which may have pictures, of an account in a UTC day, counted since the program's start: pictures stay
    /// on disk.
    pub uploads_per_day: u32,
    /// Changes of an account's sites, blocks, campaigns, groups and ads in a UTC day; what is made counts too, and each
    /// thing of a call for many.
    pub edits_per_day: u32,
    /// MiB that these changes may take in the audit log in a UTC day.
    pub audit_mib_per_day: u32,
    /// API tokens of an account.
    pub api_tokens: u32,
    /// Logins of an account that are open at the same time: another one ends the oldest.
    pub sessions: u32,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            sites: 500,
            blocks_per_site: 200,
            blocks: 2_000,
            campaigns: 1_000,
            groups_per_campaign: 1_000,
            groups: 5_000,
            ads_per_group: 1_000,
            ads: 5_000,
            made_per_day: 5_000,
            uploads_per_day: 2_000,
            edits_per_day: 50_000,
            audit_mib_per_day: 256,
            api_tokens: 50,
            sessions: 100,
        }
    }
}

impl Quotas {
    /// What is wrong with them: a quota beyond [`QUOTA_MAX`].
    pub fn check(&self) -> std::result::Result<(), String> {
        let bounded = [
            ("sites", self.sites),
            ("blocks_per_site", self.blocks_per_site),
            ("blocks", self.blocks),
            ("campaigns", self.campaigns),
            ("groups_per_campaign", self.groups_per_campaign),
            ("groups", self.groups),
            ("ads_per_group", self.ads_per_group),
            ("ads", self.ads),
            ("api_tokens", self.api_tokens),
        ];
        match bounded.into_iter().find(|(_, quota)| *quota > QUOTA_MAX) {
            Some((name, _)) => Err(format!("quotas.{name} must be at most {QUOTA_MAX}")),
            None => Ok(()),
        }
    }
}
