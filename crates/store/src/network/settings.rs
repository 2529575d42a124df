//! Settings that were changed. What is not here has its default.

use crate::conn::{Conn, Row, Tx};
use crate::connect::Store;
use crate::error::{Error, Result};
use crate::statement::Insert;
use crate::topic::Topic;
use placard_model::UnixMs;
use placard_model::settings::{FORMER_TAGS_MAX, FormerTag, InForce, Setting as _, Settings, Spec, Tag};
use serde::Serialize;

/// There are few settings; more rows than this are not read.
const SETTINGS_MAX: u32 = 1_000;

/// A setting that was ever changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoredSetting {
    /// Its name.
    pub name: String,
    /// Its value as text; none: the default holds again.
    pub value: Option<String>,
    /// Grows with each change, from 1.
    pub version: i64,
    /// When it was changed last.
    pub updated_at: UnixMs,
}

const COLUMNS: &str = "name, value, version, updated_at";

fn stored(row: &Row) -> Result<StoredSetting> {
    Ok(StoredSetting {
        name: row.get("name")?,
        value: row.get("value")?,
        version: row.get("version")?,
        updated_at: UnixMs(row.get("updated_at")?),
    })
}

/// All settings that were ever changed, by name.
pub async fn list(conn: &Conn) -> Result<Vec<StoredSetting>> {
    let sql = format!("SELECT {COLUMNS} FROM settings ORDER BY name LIMIT {SETTINGS_MAX}");
    conn.rows(&sql, []).await?.iter().map(stored).collect()
}

/// One setting; none when it was never changed.
pub async fn get(conn: &Conn, name: &str) -> Result<Option<StoredSetting>> {
    let sql = format!("SELECT {COLUMNS} FROM settings WHERE name = $1");
    conn.row(&sql, [name.into()]).await?.as_ref().map(stored).transpose()
}

/// What became of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was stored.
    pub before: Option<StoredSetting>,
    /// What is stored.
    pub after: StoredSetting,
}

/// Changes a setting, or lets its default hold again (`value` none). `version` is the one that its editor has read, 0 for one
/// that was never changed; none when nobody has read it.
///
/// The script's host, path or attribute of before goes on to be known: it is added to `tag.former`. Answers all that changed.
pub async fn put(
    tx: &Tx,
    base: &Settings,
    name: &str,
    value: Option<&str>,
    version: Option<i64>,
) -> Result<Vec<Change>> {
    let spec = Spec::find(name).ok_or(Error::NotFound("setting"))?;
    let canonical = value.map(|value| spec.canonical(value)).transpose();
    let value = canonical.map_err(|message| Error::Invalid { field: "value", message })?;
    let before = get(tx, spec.name).await?;
    let current = before.as_ref().map_or(0, |stored| stored.version);
    if version.is_some_and(|version| version != current) {
        return Err(Error::Stale { current });
    }
    let (old, _) = base.with(pairs(&list(tx).await?));
    let mut changes = vec![write(tx, spec.name, value.as_deref(), before).await?];
    let (new, _) = base.with(pairs(&list(tx).await?));
    let tag = |settings: &Settings| (settings.tag.path.clone(), settings.tag.attribute.clone());
    // The network's own address is known without being written down.
    let is_host_other = !old.tag.domain.is_empty() && old.tag.domain != new.tag.domain;
    if is_host_other || tag(&old) != tag(&new) {
        let was = FormerTag { path: old.tag.path, attribute: old.tag.attribute, domain: old.tag.domain };
        let is_now = |former: &FormerTag| {
            former.path == new.tag.path
                && former.attribute == new.tag.attribute
                && (former.domain.is_empty() || former.domain == new.tag.domain)
        };
        let mut former: Vec<FormerTag> =
            new.tag.former.iter().filter(|one| **one != was && !is_now(one)).cloned().collect();
        former.insert(0, was);
        make_fit(&mut former, &new.tag)?;
        let before = get(tx, "tag.former").await?;
        changes.push(write(tx, "tag.former", Some(&former.write()), before).await?);
    }
    tx.wake(Topic::Settings);
    Ok(changes)
}

/// Leaves out the oldest names of before until the others fit, of those alone whose path and attribute are known without them:
/// the script is served by these, and a page with a path that is forgotten gets none. Hosts go first, which are only known by
/// sight. Refuses where all of them are needed.
fn make_fit(former: &mut Vec<FormerTag>, now: &Tag) -> Result<()> {
    while former.len() > FORMER_TAGS_MAX {
        let is_spare = |at: &usize| {
            let others = former.iter().enumerate().filter(|(other, _)| other != at).map(|(_, other)| other);
            let one = &former[*at];
            (one.path == now.path || others.clone().any(|other| other.path == one.path))
                && (one.attribute == now.attribute || others.clone().any(|other| other.attribute == one.attribute))
        };
        let Some(spare) = (0..former.len()).rev().find(is_spare) else {
            let message = format!(
                "would be one more than the {FORMER_TAGS_MAX} paths and attributes of before that are kept: take one out of \
                 tag.former that no page has any more"
            );
            return Err(Error::Invalid { field: "value", message });
        };
        former.remove(spare);
    }
    Ok(())
}

async fn write(tx: &Tx, name: &str, value: Option<&str>, before: Option<StoredSetting>) -> Result<Change> {
    let version = before.as_ref().map_or(0, |stored| stored.version) + 1;
    Insert::into("settings")
        .set("name", name)
        .set("value", value.map(str::to_owned))
        .set("version", version)
        .set("updated_at", tx.now().0)
        .set("updated_by", tx.name())
        .replacing("name", &[])
        .run(tx)
        .await?;
    let after = get(tx, name).await?.ok_or(Error::NotFound("setting"))?;
    Ok(Change { before, after })
}

/// Names and values of those that do not have their default.
pub fn pairs(stored: &[StoredSetting]) -> impl Iterator<Item = (&str, &str)> {
    stored.iter().filter_map(|one| Some((one.name.as_str(), one.value.as_deref()?)))
}

/// Reads the settings and puts them in force. Answers what of them cannot be used.
pub async fn refresh(store: &Store, settings: &InForce) -> Result<Vec<String>> {
    let stored = store.read("load_settings", async |conn| list(conn).await).await?;
    let stamp = stored.iter().map(|one| one.version).sum();
    Ok(settings.publish(stamp, pairs(&stored)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn former(path: &str, attribute: &str, domain: &str) -> FormerTag {
        let [path, attribute, domain] = [path, attribute, domain].map(str::to_owned);
        FormerTag { path, attribute, domain }
    }

    #[test]
    fn changes_of_the_host_push_no_path_of_before_out() {
        let now = Tag { path: "news.js".to_owned(), attribute: "data-spot".to_owned(), ..Tag::default() };
        let mut kept = vec![former("news.js", "data-placard", ""), former("p.js", "data-placard", "")];
        for host in 0..30 {
            kept.insert(0, former("news.js", "data-spot", &format!("ads-{host}.example")));
            make_fit(&mut kept, &now).unwrap();
        }
        assert_eq!(kept.len(), FORMER_TAGS_MAX);
        assert_eq!(kept[0].domain, "ads-29.example", "the newest hosts are kept");
        assert_eq!(kept[FORMER_TAGS_MAX - 1], former("p.js", "data-placard", ""));

        let mut paths: Vec<_> = (0..=FORMER_TAGS_MAX).map(|at| former(&format!("{at}.js"), "data-spot", "")).collect();
        assert!(make_fit(&mut paths, &now).is_err(), "pages have each of these");
    }
}
