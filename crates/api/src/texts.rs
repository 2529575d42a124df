//! Texts of the public pages: policies, help, and pages such as "about". The program brings them along as Markdown; the
//! network's owner can change each of them. What is shown of them is kept in memory.

mod markdown;
pub mod refresh;
mod source;

pub use markdown::{Rendered, render};
pub use source::{Source, parse};

use crate::site::{Site, SiteValues};
use arc_swap::ArcSwap;
use placard_common::config::Config;
use placard_model::UnixMs;
use placard_model::settings::InForce;
use placard_store::network::texts::{self, ChangedText};
use placard_store::{Conn, Store};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::Mutex;

/// `<kind>/<slug>.md`.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/assets/texts"]
struct Files;

/// Characters of a snippet on each side of what was found.
const SNIPPET_SIDE_CHARS: usize = 80;

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextKind {
    /// Terms, privacy and the like.
    Policy,
    /// An article of the help center.
    Help,
    /// A page of its own.
    Page,
}

impl TextKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Policy, Self::Help, Self::Page];

    /// Its name in the API, and its folder.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Help => "help",
            Self::Page => "page",
        }
    }

    /// What people read.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Policy => "Policies",
            Self::Help => "Help",
            Self::Page => "Pages",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A text as it is shown.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its name in addresses.
    pub slug: String,
    /// What it is for.
    pub kind: TextKind,
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Where it stands among others.
    pub section: String,
    /// Its place among all of its kind.
    pub order: u32,
    /// Markdown.
    pub body: String,
    /// When it was changed last.
    pub updated_at: UnixMs,
    /// Version of the owner's change; 0 when there never was one.
    pub version: i64,
    /// It differs from what the program brought along.
    pub is_changed: bool,
    values: Arc<SiteValues>,
    rendered: OnceLock<Rendered>,
}

impl Text {
    /// The body as it is shown: made when it is asked for first, as most texts are not before they change again.
    pub fn rendered(&self) -> &Rendered {
        self.rendered.get_or_init(|| render(&self.body, &self.values))
    }
}

/// A hit of a search.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The text.
    pub text: Arc<Text>,
    /// Where the words stand in it; none when only the title has them, or nothing was searched for.
    pub snippet: Option<String>,
}

/// All texts at one moment.
#[derive(Debug, Default)]
pub struct Edition {
    /// Grows with each edition.
    pub number: u64,
    texts: BTreeMap<String, Arc<Text>>,
}

/// The texts in force.
pub struct Texts {
    defaults: BTreeMap<String, (TextKind, Source)>,
    config: Config,
    settings: Arc<InForce>,
    limits: Arc<BTreeMap<String, String>>,
    current: ArcSwap<Edition>,
    editions: AtomicU64,
    /// The stamp of the changes that are shown, and the edition of the settings in them. Who reads them again holds it, so that an older reading is never published
    /// after a newer one.
    shown: Mutex<Option<(i64, u64)>>,
}

impl Texts {
    /// Reads what the program brings along; `limits` are filled in by their names. What was changed is read by [`Texts::refresh`].
    pub fn new(config: &Config, settings: &Arc<InForce>, limits: Vec<(String, String)>) -> anyhow::Result<Self> {
        let mut defaults = BTreeMap::new();
        for name in Files::iter() {
            let Some((folder, slug)) = name.strip_suffix(".md").and_then(|name| name.split_once('/')) else { continue };
            let kind = TextKind::from_name(folder).ok_or_else(|| anyhow::anyhow!("{name}: no kind of text"))?;
            let file = Files::get(&name).ok_or_else(|| anyhow::anyhow!("{name} is gone"))?;
            let source = parse(std::str::from_utf8(&file.data)?).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
            let twice = defaults.insert(slug.to_owned(), (kind, source)).is_some();
            anyhow::ensure!(!twice, "{name}: there is another text of this name");
        }
        let texts = Self {
            defaults,
            config: config.clone(),
            settings: settings.clone(),
            limits: Arc::new(limits.into_iter().collect()),
            current: ArcSwap::default(),
            editions: AtomicU64::new(0),
            shown: Mutex::new(None),
        };
        texts.publish(Vec::new());
        Ok(texts)
    }

    /// Reads the owner's changes and shows the texts with them.
    pub async fn refresh(&self, store: &Store) -> placard_store::Result<()> {
        let mut shown = self.shown.lock().await;
        self.load(store, &mut shown).await
    }

    /// The same if there is a change that is not shown; whether there was one.
    pub async fn refresh_if_changed(&self, store: &Store) -> placard_store::Result<bool> {
        let mut shown = self.shown.lock().await;
        let latest = store.read("get_text_stamp", async |conn: &Conn| texts::stamp(conn).await).await?;
        if *shown == Some((latest, self.settings.edition())) {
            return Ok(false);
        }
        self.load(store, &mut shown).await?;
        Ok(true)
    }

    async fn load(&self, store: &Store, shown: &mut Option<(i64, u64)>) -> placard_store::Result<()> {
        let read = async |conn: &Conn| Ok((texts::stamp(conn).await?, texts::list(conn).await?));
        let edition = self.settings.edition();
        let (stamp, changed) = store.read("load_texts", read).await?;
        self.publish(changed);
        *shown = Some((stamp, edition));
        Ok(())
    }

    fn publish(&self, changed: Vec<ChangedText>) {
        let mut changed: BTreeMap<String, ChangedText> =
            changed.into_iter().map(|text| (text.slug.clone(), text)).collect();
        let values = Arc::new(self.values());
        let texts = self
            .defaults
            .iter()
            .map(|(slug, (kind, source))| {
                let own = changed.remove(slug);
                (slug.clone(), Arc::new(text_of(&values, slug, *kind, source, own)))
            })
            .collect();
        let number = self.editions.fetch_add(1, Ordering::Relaxed) + 1;
        self.current.store(Arc::new(Edition { number, texts }));
    }

    /// The settings and limits that texts hold.
    fn values(&self) -> SiteValues {
        Site::new(&self.config, &self.settings.get()).values().with_limits(self.limits.clone())
    }

    /// A text as it reads with the owner's change; none if there is no text of this name.
    pub fn with_change(&self, slug: &str, own: Option<ChangedText>) -> Option<Text> {
        let (kind, source) = self.defaults.get(slug)?;
        Some(text_of(&Arc::new(self.values()), slug, *kind, source, own))
    }

    /// The texts as they are now.
    pub fn current(&self) -> Arc<Edition> {
        self.current.load_full()
    }

    /// A text as the program brings it along.
    pub fn default_of(&self, slug: &str) -> Option<&Source> {
        self.defaults.get(slug).map(|(_, source)| source)
    }
}

fn text_of(values: &Arc<SiteValues>, slug: &str, kind: TextKind, source: &Source, own: Option<ChangedText>) -> Text {
    let version = own.as_ref().map_or(0, |own| own.version);
    let own = own.filter(|own| !own.is_default);
    let is_changed = own.is_some();
    let (title, description, body, updated_at) = if let Some(own) = own {
        (own.title, own.description, own.body, own.updated_at)
    } else {
        let Source { title, description, body, updated_at, .. } = source.clone();
        (title, description, body, updated_at)
    };
    Text {
        slug: slug.to_owned(),
        kind,
        title: values.fill(&title).into_owned(),
        description: values.fill(&description).into_owned(),
        section: source.section.clone(),
        order: source.order,
        body,
        updated_at,
        version,
        is_changed,
        values: values.clone(),
        rendered: OnceLock::new(),
    }
}

impl Edition {
    /// One text.
    pub fn get(&self, slug: &str) -> Option<&Arc<Text>> {
        self.texts.get(slug)
    }

    /// All texts, or those of a kind, in their order: sections follow from it.
    pub fn list(&self, kind: Option<TextKind>) -> Vec<Arc<Text>> {
        let mut found: Vec<Arc<Text>> =
            self.texts.values().filter(|text| kind.is_none_or(|kind| text.kind == kind)).cloned().collect();
        found.sort_by_cached_key(|text| (text.kind, text.order, text.title.clone()));
        found
    }

    /// Texts that hold all words of `phrase`, the best first: words in the title weigh more than in the description,
    /// those more than in a heading, those more than elsewhere.
    pub fn search(&self, kind: Option<TextKind>, phrase: &str) -> Vec<Hit> {
        let words: Vec<String> = phrase.split_whitespace().map(str::to_lowercase).collect();
        let mut hits: Vec<(u32, Hit)> = Vec::new();
        for text in self.list(kind) {
            let (title, description) = (text.title.to_lowercase(), text.description.to_lowercase());
            let weight = |word: &str| -> Option<u32> {
                if title.contains(word) {
                    Some(8)
                } else if description.contains(word) {
                    Some(4)
                } else if text.rendered().headings.iter().any(|heading| heading.to_lowercase().contains(word)) {
                    Some(2)
                } else {
                    text.rendered().plain_lower.contains(word).then_some(1)
                }
            };
            let Some(sum) = words.iter().map(|word| weight(word)).sum::<Option<u32>>() else { continue };
            let snippet = words.iter().find_map(|word| text.rendered().snippet(word, SNIPPET_SIDE_CHARS));
            hits.push((sum, Hit { text, snippet }));
        }
        // Stable: equal weights keep the order of the list.
        hits.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
        hits.into_iter().map(|(_, hit)| hit).collect()
    }
}
