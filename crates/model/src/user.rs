//! What a user is, and the statuses of users, sites and blocks.

use serde::{Deserialize, Serialize};

macro_rules! numbered {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $id:literal, $label:literal;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$vdoc])* $variant = $id,)*
        }

        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The number in the API.
            pub const fn id(self) -> u8 {
                self as u8
            }

            /// The entry of a number in the API.
            pub const fn from_id(id: i64) -> Option<Self> {
                match id {
                    $($id => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The name that people read.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }
        }
    )*};
}

numbered! {
    /// What a user may do beside their own cabinets.
    UserType {
        /// Nothing more.
        Ordinary = 1, "ordinary";
        /// Runs the network.
        God = 12, "god";
        /// Looks after clients.
        Sales = 13, "sales";
    }

    /// The status of an account.
    UserStatus {
        /// The mail address is not confirmed.
        Unconfirmed = 1, "unconfirmed";
        /// Blocked by staff: no login.
        Blocked = 2, "blocked";
        /// In use.
        Active = 3, "active";
        /// Deleted: no login, names removed.
        Deleted = 4, "deleted";
    }

    /// The status of a site.
    SiteStatus {
        /// In the moderators' queue.
        Waiting = 1, "waiting";
        /// Its blocks show ads.
        Approved = 2, "approved";
        /// Refused by a moderator.
        Rejected = 3, "rejected";
        /// Blocked by staff.
        Blocked = 4, "blocked";
        /// Put away by its owner.
        Archived = 5, "archived";
    }

    /// The status of a block.
    BlockStatus {
        /// Shows ads, if its site is approved.
        Active = 1, "active";
        /// Stopped by its owner.
        Stopped = 2, "stopped";
        /// Put away by its owner.
        Archived = 3, "archived";
    }
}

impl UserType {
    /// Whether the user is staff: god or sales.
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::God | Self::Sales)
    }
}
