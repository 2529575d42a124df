//! What the management API keeps.

use crate::auth::Auth;
use crate::manage::stats::Turns;
use crate::media::Media;
use crate::site::Site;
use crate::texts::Texts;
use futures_util::future::BoxFuture;
use placard_edge::app::App as Edge;
use placard_stats::Stats;
use placard_store::Store;
use std::ops::Deref;
use std::sync::Arc;

/// The management API, shared by its handlers.
pub type AppState = Arc<App>;

/// Looks at what the worker knows of itself, so that conditions are up to date.
pub type Look = Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

/// What the management API keeps.
pub struct App {
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
    /// What everybody may know of the network's settings.
    pub site: Site,
    /// Texts of public pages.
    pub texts: Texts,
    /// Whose turn it is to ask for statistics.
    pub turns: Turns,
    /// Looks at the worker's conditions.
    pub look: Look,
}

impl Deref for App {
    type Target = Edge;

    fn deref(&self) -> &Edge {
        &self.edge
    }
}
