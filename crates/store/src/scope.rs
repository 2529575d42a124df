//! On whose behalf rows are read and written.

use crate::conn::Value;
use placard_model::UserId;

/// Whose rows a call may touch. No function over owned rows can be called without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// An advertiser: their own campaigns and money.
    Advertiser(UserId),
    /// A webmaster: their own sites, blocks and earnings.
    Webmaster(UserId),
    /// Staff.
    Staff {
        /// Who acts.
        user: UserId,
        /// Whose rows they see.
        clients: Clients,
    },
    /// The program itself: feeds, audit, demo.
    System,
}

/// The clients that staff may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clients {
    /// Everybody: god.
    All,
    /// Those whose manager is this user: sales.
    ManagedBy(UserId),
}

impl Scope {
    /// A condition on a column that holds an advertiser's user id, to stand after `WHERE` or `AND`. What it needs is
    /// pushed to `values`.
    pub fn advertiser_rows(self, column: &str, values: &mut Vec<Value>) -> String {
        match self {
            Self::Webmaster(_) => "1 = 0".to_owned(),
            other => other.own_rows(column, values),
        }
    }

    /// A condition on a column that holds a webmaster's user id, to stand after `WHERE` or `AND`. What it needs is
    /// pushed to `values`.
    pub fn webmaster_rows(self, column: &str, values: &mut Vec<Value>) -> String {
        match self {
            Self::Advertiser(_) => "1 = 0".to_owned(),
            other => other.own_rows(column, values),
        }
    }

    /// A condition on a column that holds the id of a user of either role.
    pub fn own_rows(self, column: &str, values: &mut Vec<Value>) -> String {
        match self {
            Self::Advertiser(user) | Self::Webmaster(user) => {
                values.push(user.0.into());
                format!("{column} = ${}", values.len())
            }
            Self::Staff { clients: Clients::ManagedBy(manager), .. } => {
                values.push(manager.0.into());
                format!("{column} IN (SELECT id FROM users WHERE manager_id = ${})", values.len())
            }
            Self::Staff { clients: Clients::All, .. } | Self::System => "1 = 1".to_owned(),
        }
    }

    /// Who acts; nobody for the program itself.
    pub const fn actor(self) -> Option<UserId> {
        match self {
            Self::Advertiser(user) | Self::Webmaster(user) | Self::Staff { user, .. } => Some(user),
            Self::System => None,
        }
    }
}
