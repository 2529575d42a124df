//! What campaigns and ad groups have in common: their owner starts, stops and archives them.

use crate::advertiser::ad_groups;
use crate::advertiser::audit_log_values::RunState;
use crate::advertiser::campaigns as campaign_calls;
use crate::auth::Advertiser;
use crate::extract::Json;
use crate::list::{Started, started};
use crate::state::{Api, ApiState};
use placard_common::error::Problem;
use placard_model::{CampaignId, GroupId};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::advertising::{campaigns, groups};
use placard_store::{Priority, Result, Scope, Tx};

/// A campaign or an ad group.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Runnable {
    /// A campaign.
    Campaign(CampaignId),
    /// An ad group.
    Group(GroupId),
}

impl Runnable {
    const fn noun(self) -> &'static str {
        match self {
            Self::Campaign(_) => "campaign",
            Self::Group(_) => "ad_group",
        }
    }

    const fn id(self) -> i64 {
        match self {
            Self::Campaign(id) => id.0,
            Self::Group(id) => id.0,
        }
    }

    async fn state(self, tx: &Tx, scope: Scope) -> Result<RunState> {
        let (is_wanted, archived_at) = match self {
            Self::Campaign(id) => {
                let state = campaigns::get(tx, scope, id).await?.state;
                (state.wanted, state.archived_at)
            }
            Self::Group(id) => {
                let state = groups::get(tx, scope, id).await?.state;
                (state.wanted, state.archived_at)
            }
        };
        Ok(RunState { is_wanted, archived_at })
    }

    /// Records a change in the transaction that made it.
    async fn record(self, tx: &Tx, scope: Scope, actor: &Actor, before: RunState) -> Result<()> {
        let after = self.state(tx, scope).await?;
        audit_log::record_edit(tx, actor, tx.name(), self.noun(), self.id(), Some(&before), Some(&after)).await
    }

    async fn set_wanted(self, tx: &Tx, scope: Scope, wanted: bool) -> Result<()> {
        match self {
            Self::Campaign(id) => campaigns::set_wanted(tx, scope, id, wanted).await,
            Self::Group(id) => groups::set_wanted(tx, scope, id, wanted).await,
        }
    }

    async fn set_archived(self, tx: &Tx, scope: Scope, archived: bool) -> Result<()> {
        match self {
            Self::Campaign(id) => campaigns::set_archived(tx, scope, id, archived).await,
            Self::Group(id) => groups::set_archived(tx, scope, id, archived).await,
        }
    }

    async fn started_ads(self, tx: &Tx, scope: Scope) -> Result<u64> {
        match self {
            Self::Campaign(id) => Ok(campaign_calls::load(tx, scope, id).await?.ad_started_count),
            Self::Group(id) => Ok(ad_groups::load(tx, scope, id).await?.ad_started_count),
        }
    }

    /// No ad of it is chosen from now on, before the feed hears of it. A start waits for the feed, which knows what else
    /// stands against it.
    fn halt(self, app: &Api) {
        match self {
            Self::Campaign(id) => app.engine.live().set_campaign_wanted(id, false),
            Self::Group(id) => app.engine.live().set_group_wanted(id, false),
        }
    }
}

/// Starts or stops; answers how many ads started.
pub(crate) async fn set_wanted(
    app: ApiState,
    advertiser: Advertiser,
    what: Runnable,
    wanted: bool,
) -> Result<Json<Started>, Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let action = match (what, wanted) {
        (Runnable::Campaign(_), true) => "start_campaign",
        (Runnable::Campaign(_), false) => "stop_campaign",
        (Runnable::Group(_), true) => "start_ad_group",
        (Runnable::Group(_), false) => "stop_ad_group",
    };
    let count = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let before = what.state(tx, scope).await?;
            what.set_wanted(tx, scope, wanted).await?;
            what.record(tx, scope, &actor, before).await?;
            if wanted { what.started_ads(tx, scope).await } else { Ok(0) }
        })
        .await?;
    if !wanted {
        what.halt(&app);
    }
    Ok(started(count))
}

/// Archives, or makes an archived one stopped.
pub(crate) async fn set_archived(
    app: &Api,
    advertiser: &Advertiser,
    what: Runnable,
    archived: bool,
) -> Result<(), Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let action = match (what, archived) {
        (Runnable::Campaign(_), true) => "archive_campaign",
        (Runnable::Campaign(_), false) => "unarchive_campaign",
        (Runnable::Group(_), true) => "archive_ad_group",
        (Runnable::Group(_), false) => "unarchive_ad_group",
    };
    app.store
        .write(action, Priority::Api, async move |tx| {
            let before = what.state(tx, scope).await?;
            what.set_archived(tx, scope, archived).await?;
            what.record(tx, scope, &actor, before).await
        })
        .await?;
    what.halt(app);
    Ok(())
}
