//! What the management API keeps.

use crate::auth::Auth;
use crate::media::Media;
use crate::push::kept_sample::Reaches;
use crate::site::Site;
use crate::statistics::questions::turns::Turns;
use crate::texts::Texts;
use futures_util::future::BoxFuture;
use placard_common::fetch::Fetcher;
use placard_edge::state::Edge;
use placard_stats::Stats;
use placard_store::Store;
use std::ops::Deref;
use std::sync::Arc;

/// The management API, shared by its handlers.
pub type ApiState = Arc<Api>;

/// Looks at what the worker knows of itself, so that conditions are up to date.
pub type Look = Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

/// What the management API keeps.
pub struct Api {
    /// The edge, which some calls stop at once.
    pub edge: Arc<Edge>,
    /// Everything but statistics.
    pub store: Store,
    /// Facts and questions about them.
    pub stats: Arc<Stats>,
    /// Logins and access tokens.
    pub auth: Auth,
    /// Makes and keeps pictures.
    pub media: Arc<Media>,
    /// Texts of public pages.
    pub texts: Texts,
    /// Whose turn it is to ask for statistics.
    pub turns: Turns,
    /// Subscriptions that audiences of push campaigns are compared with.
    pub reaches: Reaches,
    /// Looks at the worker's conditions.
    pub look: Look,
    /// Fetches pages that people name.
    pub fetcher: Arc<Fetcher>,
}

impl Api {
    /// What everybody may know of the settings in force.
    pub fn site(&self) -> Site {
        Site::new(&self.config, &self.settings.get())
    }
}

impl Deref for Api {
    type Target = Edge;

    fn deref(&self) -> &Edge {
        &self.edge
    }
}
