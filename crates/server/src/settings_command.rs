//! `placard settings`: settings from the command line, also while the server runs.

use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use placard_common::config::Config;
use placard_common::data_folder;
use placard_model::settings::{InForce, SECTIONS, SPECS, Spec};
use placard_model::time::SystemClock;
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::network::settings::{self, StoredSetting};
use placard_store::{Priority, Store};
use std::fmt::Write as _;
use std::sync::Arc;

/// What to do with settings.
#[derive(Debug, Subcommand)]
pub enum SettingsCommand {
    /// Show all settings, what they do and which values they may have.
    List {
        /// Those alone that somebody has changed.
        #[arg(long)]
        changed: bool,
    },
    /// Print the value of one.
    Get {
        /// Its name, such as `bids.default_bid`.
        name: String,
    },
    /// Change one. A running server has it in force within a second.
    Set {
        /// Its name.
        name: String,
        /// Its value; lines are separated by line breaks.
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Let the default of one hold again.
    Reset {
        /// Its name.
        name: String,
    },
}

/// Runs the command on the database of the configuration; the text to print.
pub async fn run(config: &Config, command: SettingsCommand) -> anyhow::Result<String> {
    data_folder::prepare(&config.data_dir)?;
    let store = Store::connect(&config.database_url(), Arc::new(SystemClock)).await?;
    // What only reads leaves the database to the server that may be running, which may be an earlier one.
    if matches!(command, SettingsCommand::Set { .. } | SettingsCommand::Reset { .. }) {
        store.migrate().await?;
    }
    let text = answer(&store, config, command).await;
    store.close().await?;
    text
}

async fn answer(store: &Store, config: &Config, command: SettingsCommand) -> anyhow::Result<String> {
    match command {
        SettingsCommand::List { changed } => list(store, config, changed).await,
        SettingsCommand::Get { name } => {
            let spec = find(&name)?;
            let in_force = InForce::new(config.settings.clone());
            if has_settings(store).await? {
                settings::refresh(store, &in_force).await?;
            }
            Ok(spec.value(&in_force.get()))
        }
        SettingsCommand::Set { name, value } => put(store, config, &name, Some(value)).await,
        SettingsCommand::Reset { name } => put(store, config, &name, None).await,
    }
}

/// Whether the database has the table of settings: a new one has nothing yet.
async fn has_settings(store: &Store) -> anyhow::Result<bool> {
    Ok(!store.pending_migrations().await?.iter().any(|name| name == "m0021_settings"))
}

fn find(name: &str) -> anyhow::Result<&'static Spec> {
    Spec::find(name).ok_or_else(|| anyhow!("there is no setting {name}: `placard settings list` names all"))
}

async fn list(store: &Store, config: &Config, changed_only: bool) -> anyhow::Result<String> {
    let stored = if has_settings(store).await? {
        store.read("list_settings", async |conn| settings::list(conn).await).await?
    } else {
        Vec::new()
    };
    let value_of = |spec: &Spec| {
        let own = stored.iter().find(|one: &&StoredSetting| one.name == spec.name);
        own.and_then(|own| own.value.clone())
    };
    let mut text = String::new();
    for section in SECTIONS {
        let specs = SPECS.iter().filter(|spec| spec.section == section.name);
        let shown: Vec<&Spec> = specs.filter(|spec| !changed_only || value_of(spec).is_some()).collect();
        if shown.is_empty() {
            continue;
        }
        let who = shown.first().map_or("", |spec| spec.who.words());
        let _ = writeln!(text, "# {}: {} Changed by {who}, or here.", section.title, section.about);
        for spec in shown {
            let (own, usual) = (value_of(spec), spec.value(&config.settings));
            let shown = own.as_deref().unwrap_or(&usual).replace('\n', ", ");
            let note = if own.is_some() { format!(" (default: {})", usual.replace('\n', ", ")) } else { String::new() };
            let _ = writeln!(text, "{} = {shown}{note}\n    {} It is {}.", spec.name, spec.about, spec.kind.range());
        }
        text.push('\n');
    }
    Ok(if text.is_empty() { "every setting has its default".to_owned() } else { text })
}

async fn put(store: &Store, config: &Config, name: &str, value: Option<String>) -> anyhow::Result<String> {
    let spec = find(name)?;
    if let Some(value) = &value {
        spec.canonical(value).map_err(|reason| anyhow!("{name} {reason}"))?;
    }
    let (base, changed) = (config.settings.clone(), name.to_owned());
    let after = store
        .write("set_setting", Priority::Api, async move |tx| {
            let changes = settings::put(tx, &base, &changed, value.as_deref(), None).await?;
            for change in &changes {
                let (before, after) = (change.before.as_ref(), Some(&change.after));
                audit_log::record(tx, &Actor::default(), "update_setting", "setting", 0, before, after).await?;
            }
            Ok(changes.into_iter().next().map(|change| change.after))
        })
        .await?;
    let after = after.context("nothing was changed")?;
    Ok(match after.value {
        Some(value) => format!("{name} = {value}"),
        None => format!("{name} = {} (the default)", spec.value(&config.settings)),
    })
}
