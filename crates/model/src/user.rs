//! What a user is, and the statuses of users, sites and blocks.

use crate::word::numbered;

numbered! {
    /// What a user may do beside their own cabinets.
    UserType {
        /// Nothing more.
        Ordinary = 1, "Ordinary";
        /// Runs the network.
        God = 12, "God";
        /// Looks after clients.
        Sales = 13, "Sales";
    }

    /// The status of an account.
    UserStatus {
        /// The mail address is not confirmed.
        Unconfirmed = 1, "Unconfirmed";
        /// Blocked by staff: no login.
        Blocked = 2, "Blocked";
        /// In use.
        Active = 3, "Active";
        /// Deleted: no login, names removed.
        Deleted = 4, "Deleted";
    }

    /// The status of a site.
    SiteStatus {
        /// In the moderators' queue.
        Waiting = 1, "Waiting";
        /// Its blocks show ads.
        Approved = 2, "Approved";
        /// Refused by a moderator.
        Rejected = 3, "Rejected";
        /// Blocked by staff.
        Blocked = 4, "Blocked";
        /// Put away by its owner.
        Archived = 5, "Archived";
    }

    /// The status of a block.
    BlockStatus {
        /// Shows ads, if its site is approved.
        Active = 1, "Active";
        /// Stopped by its owner.
        Stopped = 2, "Stopped";
        /// Put away by its owner.
        Archived = 3, "Archived";
    }

    /// The unit in which an account shows and takes amounts. Amounts themselves are always dollars.
    CurrencyUnit {
        /// Dollars.
        Dollar = 1, "Dollars";
        /// Hundredths of them.
        Cent = 2, "Cents";
    }
}

impl UserType {
    /// Whether the user is staff: god or sales.
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::God | Self::Sales)
    }
}
