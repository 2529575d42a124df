//! What loops wait for.

/// What a transaction may have changed that a loop waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Rows in `inventory_changes`.
    Inventory,
    /// Rows in `settlements`.
    Settlements,
    /// Rows in `mails`.
    Mails,
    /// Rows in `set_aside_records`.
    SetAside,
    /// Rows in `settings`.
    Settings,
    /// Rows in `link_checks`.
    Links,
    /// Rows in `voids`.
    Voids,
    /// Rows in `site_checks`.
    SiteChecks,
    /// Rows in `deposits`.
    Deposits,
    /// Rows in `rules`.
    Rules,
}

impl Topic {
    pub(crate) const COUNT: usize = 10;

    /// The key of PostgreSQL's advisory lock: the bytes of `placard` and the topic's number.
    pub(crate) const fn lock_key(self) -> i64 {
        0x706c_6163_6172_6400 + self as i64
    }
}
