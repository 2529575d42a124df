//! What the demo network consists of: `assets/demo/*.json`.

use anyhow::Context;
use placard_model::Money;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The people, sites and campaigns of the demo network.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// Everybody's password.
    pub password: String,
    /// Settings by name: the prices of this network.
    pub settings: BTreeMap<String, String>,
    /// Accounts.
    pub people: Vec<Person>,
    /// Offers that trusted advertisers can promote.
    pub offers: Vec<Offer>,
    /// Sites with their blocks.
    pub sites: Vec<Site>,
    /// Campaigns with groups and ads.
    pub campaigns: Vec<Campaign>,
}

/// An offer of the network.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Name, by which campaigns refer to it.
    pub name: String,
    /// Number of the target in the native API.
    pub target: u8,
    /// Name of the category that it is about.
    pub category: String,
}

/// An account.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// How sites and campaigns refer to it.
    pub key: String,
    /// Login.
    pub email: String,
    /// Name.
    pub name: String,
    /// `god` or `sales`; an ordinary user when absent.
    #[serde(default, rename = "type")]
    pub staff: Option<String>,
    /// `advertiser` or `webmaster`.
    #[serde(default)]
    pub role: Option<String>,
    /// Promotes offers, and is moderated after the ads run.
    #[serde(default)]
    pub is_trusted: bool,
    /// First top-up of an advertiser; what a webmaster brought along.
    #[serde(default)]
    pub balance: Option<Money>,
    /// The user's own minimum bid.
    #[serde(default)]
    pub minimum_bid: Option<Money>,
    /// Key of the sales who looks after the user, made before them.
    #[serde(default)]
    pub manager: Option<String>,
    /// What brought the user here.
    #[serde(default)]
    pub attribution: FirstVisit,
    /// Key of the user by whose link, made before them.
    #[serde(default)]
    pub brought_by: Option<String>,
    /// `unconfirmed` or `blocked`; in use when absent. Those who are not in use own nothing.
    #[serde(default)]
    pub status: Option<String>,
    /// Why blocked.
    #[serde(default)]
    pub status_reason: String,
    /// What staff wrote of the user.
    #[serde(default)]
    pub notes: Vec<StaffNote>,
}

/// What somebody of the staff wrote of a user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaffNote {
    /// Key of who wrote it.
    pub by: String,
    /// What it says.
    pub text: String,
    /// Stands above the others.
    #[serde(default)]
    pub is_pinned: bool,
}

/// What brought somebody here.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstVisit {
    /// Source.
    pub source: String,
    /// Medium.
    pub medium: String,
    /// Campaign.
    pub campaign: String,
}

/// A site.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// The owner's key.
    pub owner: String,
    /// Name.
    pub name: String,
    /// Domain.
    pub domain: String,
    /// Name of its category.
    pub category: String,
    /// Page views in an hour of average traffic; a site without visits waits for moderation.
    pub visits: u32,
    /// Places.
    pub blocks: Vec<Block>,
    /// Its pages; one with all blocks when empty.
    #[serde(default)]
    pub pages: Vec<SitePage>,
}

/// A page of a site.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitePage {
    /// Path.
    pub path: String,
    /// Page views in an hour of average traffic.
    pub visits: u32,
    /// Keys of the blocks on it.
    pub blocks: Vec<String>,
}

/// A block.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// How it is referred to.
    pub key: String,
    /// Name.
    pub name: String,
    /// Name of its template.
    pub template: String,
    /// What differs from the template's initial settings.
    pub config: Map<String, Value>,
    /// Further settings, as the API takes them. A page for empty places is named by its path.
    #[serde(default)]
    pub form: Map<String, Value>,
}

/// A campaign.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// How it is referred to.
    pub key: String,
    /// The owner's key.
    pub owner: String,
    /// Name.
    pub name: String,
    /// The owner's labels.
    #[serde(default)]
    pub marks: Vec<String>,
    /// Number of the target in the native API.
    pub target: u8,
    /// Name of the category that it advertises.
    pub category: String,
    /// Name of the offer that it promotes.
    #[serde(default)]
    pub offer: Option<String>,
    /// Daily limit.
    #[serde(default)]
    pub daily_limit: Option<Money>,
    /// Total limit.
    #[serde(default)]
    pub total_limit: Option<Money>,
    /// `asap` or `even`.
    #[serde(default)]
    pub pacing: Option<String>,
    /// How likely visitors are to click its ads, 1 being average.
    pub appeal: f64,
    /// What becomes of it: running when absent, else stopped, waiting, rejected or archived.
    #[serde(default)]
    pub state: Option<String>,
    /// Groups.
    pub groups: Vec<Group>,
}

/// An ad group.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Name.
    pub name: String,
    /// Countries; everywhere when empty.
    pub countries: Vec<String>,
    /// Device types; all when empty.
    #[serde(default)]
    pub device_types: Vec<u8>,
    /// `day`, `evening` or all hours.
    #[serde(default)]
    pub hours: Option<String>,
    /// Names of categories of sites to show on.
    #[serde(default)]
    pub site_categories: Vec<String>,
    /// Ads.
    pub ads: Vec<Ad>,
}

/// An ad.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ad {
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Advertiser's name beside the mark.
    pub brand: String,
    /// Name of its picture.
    pub art: String,
    /// Price of a click.
    pub bid: Money,
    /// Block formats.
    pub formats: Vec<u8>,
    /// What article and long text blocks show.
    #[serde(default)]
    pub text: String,
    /// Its owner has not sent it to moderation yet.
    #[serde(default)]
    pub is_draft: bool,
}

/// Who visits, weighted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habits {
    /// Countries.
    pub countries: Vec<(String, u32)>,
    /// Browsers.
    pub user_agents: Vec<(String, u32)>,
    /// Language of a country.
    pub languages: Vec<(String, String)>,
    /// Where visitors come from.
    pub referrers: Vec<(String, u32)>,
    /// Traffic by hour of the day in UTC.
    pub hours: Vec<u32>,
}

impl World {
    /// Reads the embedded description.
    pub fn load() -> anyhow::Result<Self> {
        serde_json::from_str(include_str!("../../assets/demo/world.json")).context("assets/demo/world.json")
    }
}

impl Habits {
    /// Reads the embedded description.
    pub fn load() -> anyhow::Result<Self> {
        serde_json::from_str(include_str!("../../assets/demo/visitors.json")).context("assets/demo/visitors.json")
    }
}

/// The hours of the week that a name in the description stands for; `None` is all of them.
pub fn hours_of(name: Option<&str>) -> Option<Vec<u8>> {
    let hours = match name {
        Some("day") => 6..21,
        Some("evening") => 16..24,
        _ => return None,
    };
    Some((0..7u8).flat_map(|day| hours.clone().map(move |hour| day * 24 + hour)).collect())
}

/// The picture of a name.
pub fn picture(name: &str) -> Option<Cow<'static, [u8]>> {
    Some(Pictures::get(&format!("{name}.jpg"))?.data)
}

/// The drawn pictures.
#[derive(rust_embed::RustEmbed)]
#[folder = "assets/demo/art"]
pub struct Pictures;

/// The newspaper's fonts: Newsreader and Inter, under the SIL Open Font License.
#[derive(rust_embed::RustEmbed)]
#[folder = "assets/demo/fonts"]
pub struct Fonts;

/// The pages of the newspaper, with what they have in common and their style sheet.
#[derive(rust_embed::RustEmbed)]
#[folder = "assets/demo/post"]
pub struct Newspaper;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_newspaper_uses_every_template_on_pages_that_are_there() {
        let world = World::load().unwrap();
        let newspaper = &world.sites[0];
        let templates: Vec<Value> =
            serde_json::from_str(include_str!("../../../../tag/render/templates.json")).unwrap();
        let all: BTreeSet<&str> = templates.iter().filter_map(|template| template["name"].as_str()).collect();
        let used: BTreeSet<&str> = newspaper.blocks.iter().map(|block| block.template.as_str()).collect();
        assert_eq!(all, used);
        for page in &newspaper.pages {
            let name = page.path.strip_prefix("/demo").unwrap().trim_start_matches('/');
            let file = format!("{}.html", if name.is_empty() { "front" } else { name });
            let html = String::from_utf8(Newspaper::get(&file).expect("a page").data.into_owned()).unwrap();
            for key in &page.blocks {
                assert!(newspaper.blocks.iter().any(|block| block.key == *key), "{file}: no block is called {key}");
                let stands = html.contains(&format!("blocks.{key} }}}}")) || html.contains(&format!("\"{key}\"]"));
                assert!(stands, "{file} has no place for {key}");
            }
            assert_eq!(html.matches("class=\"place").count(), if name == "adverts" { 1 } else { page.blocks.len() });
        }
    }
}
