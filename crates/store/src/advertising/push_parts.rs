//! What only push campaigns and push ads have, of which native ones know.

use super::{campaigns, read_json, to_json};
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::push::{PushButton, PushCreative, PushSettings};
use placard_model::targeting::SourceLists;
use placard_model::targeting::audience::Language;
use placard_model::{AdId, CampaignId, GroupId};

/// What only push ads have, of a row with their columns; none of a native ad.
pub(super) fn creative(row: &Row) -> Result<Option<PushCreative>> {
    let Some(language) = row.get::<Option<String>>("push_language")? else { return Ok(None) };
    let buttons: Vec<PushButton> = read_json(row, "push_buttons")?;
    let language = Language::parse(&language).ok_or_else(|| Error::Corrupt(format!("language {language}")))?;
    Ok(Some(PushCreative { language, buttons }))
}

/// Writes what only push ads have.
pub(super) async fn write_creative(tx: &Tx, id: AdId, push: &PushCreative) -> Result<()> {
    let change = Update::of("push_ads").set("language", push.language.as_str()).set("buttons", to_json(&push.buttons)?);
    change.filter("ad_id =", id.0).one(tx, "push ad").await
}

/// Gives the group of a push campaign its lists.
pub(super) async fn set_lists(tx: &Tx, campaign: CampaignId, lists: &SourceLists) -> Result<()> {
    let group = group_of(tx, campaign).await?;
    let change = Update::of("ad_groups").set("lists", to_json(lists)?).stamped(tx).versioned();
    change.filter("id =", group.0).one(tx, "ad group").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Group, group).await
}

/// Notes in a push campaign the lists that its group got, so that its owner reads them.
pub(super) async fn note_lists(tx: &Tx, campaign: CampaignId, lists: &SourceLists) -> Result<()> {
    let push = campaigns::get(tx, Scope::System, campaign).await?.settings.push.unwrap_or_default();
    let push = PushSettings { lists: lists.clone(), ..push };
    let change = Update::of("campaigns").set("push", to_json(&push)?).stamped(tx).versioned();
    change.filter("id =", campaign.0).one(tx, "campaign").await
}

/// The only group of a push campaign.
pub(super) async fn group_of(conn: &Conn, campaign: CampaignId) -> Result<GroupId> {
    let sql = "SELECT id FROM ad_groups WHERE campaign_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1";
    let row = conn.row(sql, [campaign.0.into()]).await?.ok_or(Error::NotFound("ad group"))?;
    Ok(GroupId(row.get("id")?))
}
