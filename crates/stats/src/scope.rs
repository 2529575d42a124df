//! Whose rows a question may see.

use crate::metric::View;
use crate::one_of::one_of;
use placard_model::UserId;

/// Whose rows a question may see. Every question takes one, and nothing in a [`crate::Query`] can widen it: the
/// planner adds its condition to every statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatsScope(Rows);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rows {
    Advertiser(UserId),
    Webmaster(UserId),
    Clients(Vec<UserId>),
    Network,
}

impl StatsScope {
    /// The rows that the advertiser pays for, in the advertiser's view.
    pub const fn advertiser(user: UserId) -> Self {
        Self(Rows::Advertiser(user))
    }

    /// The rows that the webmaster earns from, in the webmaster's view.
    pub const fn webmaster(user: UserId) -> Self {
        Self(Rows::Webmaster(user))
    }

    /// The rows in which one of these users pays or earns, in the network's view: for sales. No users, no rows.
    pub const fn clients(users: Vec<UserId>) -> Self {
        Self(Rows::Clients(users))
    }

    /// Everything, in the network's view: for god.
    pub const fn network() -> Self {
        Self(Rows::Network)
    }

    /// Which metrics and dimensions exist here.
    pub const fn view(&self) -> View {
        match self.0 {
            Rows::Advertiser(_) => View::Advertiser,
            Rows::Webmaster(_) => View::Webmaster,
            Rows::Clients(_) | Rows::Network => View::Network,
        }
    }

    /// The SQL condition; nothing where all rows may be seen.
    pub(crate) fn condition(&self) -> Option<String> {
        match &self.0 {
            Rows::Advertiser(user) => Some(format!("advertiser = {}", user.0)),
            Rows::Webmaster(user) => Some(format!("webmaster = {}", user.0)),
            Rows::Clients(users) if users.is_empty() => Some("1 = 0".to_owned()),
            Rows::Clients(users) => {
                let ids: Vec<i64> = users.iter().map(|user| user.0).collect();
                Some(format!("({} OR {})", one_of("advertiser", &ids), one_of("webmaster", &ids)))
            }
            Rows::Network => None,
        }
    }

    /// The SQL condition on opportunities: they belong to webmasters.
    pub(crate) fn opportunity_condition(&self) -> Option<String> {
        match &self.0 {
            Rows::Advertiser(_) => Some("1 = 0".to_owned()),
            Rows::Clients(users) if !users.is_empty() => {
                let ids: Vec<i64> = users.iter().map(|user| user.0).collect();
                Some(one_of("webmaster", &ids))
            }
            Rows::Webmaster(_) | Rows::Clients(_) | Rows::Network => self.condition(),
        }
    }

    /// The columns that the condition reads.
    pub(crate) const fn columns(&self) -> &'static [&'static str] {
        match &self.0 {
            Rows::Advertiser(_) => &["advertiser"],
            Rows::Webmaster(_) => &["webmaster"],
            Rows::Clients(_) => &["advertiser", "webmaster"],
            Rows::Network => &[],
        }
    }
}
