//! The command line: one subcommand per role of the executable.

use crate::app::{App, Parts};
use crate::bench::{self, BenchArgs};
use crate::clock::ClockCommand;
use crate::connections::raise_open_files;
use crate::demo::simulate::SimulateArgs;
use crate::log_command::LogCommand;
use crate::settings_command::{self, SettingsCommand};
use crate::user_command::{self, UserCommand};
use crate::{clock, control, demo, log_command, router, serve};
use clap::{Args, Parser, Subcommand};
use placard_api::openapi;
use placard_common::config::{Config, Overrides};
use placard_common::data_folder;
use placard_common::geo::{Geo, GeoFiles};
use placard_events::LogError;
use placard_model::time::SystemClock;
use placard_store::Store;
use placard_worker::audit;
use placard_worker::rebuild;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// How often a server that is starting is asked again.
const STARTING_ATTEMPTS_MAX: u32 = 40;
/// Between two attempts.
const STARTING_PAUSE: Duration = Duration::from_millis(250);

/// Threads that read and write files; each may have one open, for which connections leave room.
const BLOCKING_THREADS_MAX: usize = 128;

/// An open, self-hosted advertising network: native ads for websites, in one executable.
#[derive(Debug, Parser)]
#[command(name = "placard", version)]
pub struct Cli {
    /// What to read and where to keep data.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Flags of every subcommand.
#[derive(Debug, Args)]
pub struct Common {
    /// Configuration file (TOML).
    #[arg(long, global = true, value_name = "FILE", env = "PLACARD_CONFIG")]
    pub config: Option<PathBuf>,
    /// Folder of databases, event log, media and secrets.
    #[arg(long, global = true, value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the network.
    Serve(ServeArgs),
    /// Make a demonstration network in an empty data folder, which `serve --demo` serves later.
    Demo(DemoArgs),
    /// Bring the database up to date.
    Migrate,
    /// Make and change accounts.
    #[command(subcommand)]
    User(UserCommand),
    /// Read and change settings, also while the server runs.
    #[command(subcommand)]
    Settings(SettingsCommand),
    /// Send visitors to a running demo network.
    Simulate(SimulateArgs),
    /// Recompute all books, settlements and statistics; fails on any difference.
    Audit,
    /// Statistics as a whole.
    #[command(subcommand)]
    Stats(StatsCommand),
    /// The event log, when a part of it is lost or cannot be read.
    #[command(subcommand)]
    Log(LogCommand),
    /// The machine's clock, when the server refuses to start because of it.
    #[command(subcommand)]
    Clock(ClockCommand),
    /// Records that billing or statistics could not digest.
    #[command(subcommand)]
    SetAside(SetAsideCommand),
    /// Measure ad requests, what abuse beside them changes, what durability adds to a click, and money.
    Bench(BenchArgs),
    /// Print the OpenAPI 3.1 document of the API.
    Openapi,
    /// Print the configuration in force, secrets hidden.
    Config,
}

/// Work on statistics.
#[derive(Debug, Subcommand)]
pub enum StatsCommand {
    /// Clear the facts and derive them again from the event log and the settlements.
    Rebuild,
}

/// What to do with records that were set aside.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SetAsideCommand {
    /// Show those that nobody has decided on.
    List {
        /// Those too that were taken after all or given up.
        #[arg(long)]
        all: bool,
    },
    /// Have a record tried again, once its cause is mended.
    Retry {
        /// The number in the list, or `all`.
        id: String,
    },
    /// Give a record up: it stays without effect.
    Drop {
        /// The number in the list.
        id: i64,
    },
}

impl SetAsideCommand {
    fn words(&self) -> String {
        match self {
            Self::List { all: false } => "list".to_owned(),
            Self::List { all: true } => "list all".to_owned(),
            Self::Retry { id } => format!("retry {id}"),
            Self::Drop { id } => format!("drop {id}"),
        }
    }
}

/// Flags of `serve`.
#[derive(Debug, Default, Args)]
pub struct ServeArgs {
    /// Fill an empty data folder with a demonstration network; listens on loopback only.
    #[arg(long)]
    pub demo: bool,
    /// Address and port to listen on.
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// Part of the network that this process runs: `all` for now.
    #[arg(long)]
    pub role: Option<String>,
}

/// Flags of `demo`.
#[derive(Debug, Default, Args)]
pub struct DemoArgs {
    /// Address and port that it will be served on: its ads lead there.
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
}

impl Cli {
    /// Runs the command; the code is the process's.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        data_folder::close_new_files();
        let mut overrides = Overrides { data_dir: self.common.data_dir.clone(), ..Overrides::default() };
        if let Command::Serve(args) = &self.command {
            overrides.demo = args.demo.then_some(true);
            overrides.listen = args.listen;
            overrides.role.clone_from(&args.role);
        }
        if let Command::Demo(args) = &self.command {
            overrides.demo = Some(true);
            overrides.listen = args.listen;
        }
        if matches!(self.command, Command::Openapi) {
            return print(&openapi::document(router::api().1)?);
        }
        let config = Config::load(self.common.config.as_deref(), &overrides)?;
        if matches!(self.command, Command::Config) {
            return print(&config.to_toml());
        }
        crate::observe::start_logging(&config);
        if let Command::Bench(args) = &self.command {
            // It brings runtimes of its own, so that server and clients can be told apart.
            return print(&bench::run(config, args)?);
        }
        runtime()?.block_on(async {
            match self.command {
                Command::Serve(_) => {
                    raise_open_files();
                    demo::refuse_as_real(&config)?;
                    if config.demo {
                        // What is taken is told before the minute in which the network is made. Nothing could answer meanwhile: it
                        // is left free.
                        drop((serve::listen(&config).await?, serve::listen_for_metrics(&config).await?));
                        Box::pin(demo::fill(&config)).await?;
                    }
                    let app = App::open(config, Parts::default()).await?;
                    app.serve().await?;
                }
                Command::Demo(_) => {
                    demo::refuse_as_real(&config)?;
                    Box::pin(demo::fill(&config)).await?;
                }
                Command::Simulate(args) => {
                    let geo = Geo::open(GeoFiles::of_config(&config)?)?;
                    demo::simulate::run(args, &geo).await?;
                }
                Command::Migrate => {
                    data_folder::prepare(&config.data_dir)?;
                    let store = Store::connect(&config.database_url(), Arc::new(SystemClock)).await?;
                    store.migrate().await?;
                    store.close().await?;
                }
                Command::User(command) => {
                    let password = user_command::ask_password(&command)?;
                    return print(&user_command::run(&config, command, password).await?);
                }
                Command::Settings(command) => return print(&settings_command::run(&config, command).await?),
                Command::Audit => return audit(config).await,
                Command::Stats(StatsCommand::Rebuild) => rebuild_stats(config).await?,
                Command::Log(command) => return print(&log_command::run(&config, command).await?),
                Command::Clock(ClockCommand::Accept(args)) => return print(&clock::accept(&config, args)?),
                Command::SetAside(command) => return set_aside(config, &command).await,
                Command::Bench(_) | Command::Openapi | Command::Config => {}
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// Asks the running server, or opens the folder itself when none runs.
async fn audit(config: Config) -> anyhow::Result<ExitCode> {
    let mut attempts = 0;
    let report = loop {
        if let Some(report) = control::ask_audit(&config).await? {
            break report;
        }
        match App::open(config.clone(), Parts::default()).await {
            Ok(app) => break audit::run(&app.worker).await?,
            // A server that has just been started has the folder, but does not answer yet.
            Err(error) if is_in_use(&error) && attempts < STARTING_ATTEMPTS_MAX => attempts += 1,
            Err(error) => return Err(error),
        }
        tokio::time::sleep(STARTING_PAUSE).await;
    };
    print(&report.to_string())?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Asks the running server, or opens the folder itself when none runs.
async fn set_aside(config: Config, command: &SetAsideCommand) -> anyhow::Result<ExitCode> {
    let words = command.words();
    if let Some(text) = control::ask_set_aside(&config, &words).await? {
        return print(&text);
    }
    let app = App::open(config, Parts::default()).await?;
    // Whoever asks for a retry writes to the log, with the machine's time.
    let checked = if matches!(command, SetAsideCommand::Retry { .. }) { clock::check_start(&app) } else { Ok(()) };
    let text = match checked {
        Ok(()) => placard_worker::feeds::set_aside::run(&app.worker, &words).await,
        Err(error) => Err(error),
    };
    app.close().await?;
    print(&text?)
}

fn is_in_use(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(LogError::InUse(_))))
}

/// Asks the running server, or opens the folder itself when none runs.
async fn rebuild_stats(config: Config) -> anyhow::Result<()> {
    let mut attempts = 0;
    let app = loop {
        if let Some(answer) = control::ask_rebuild(&config).await? {
            tracing::info!("{answer}");
            return Ok(());
        }
        match App::open(config.clone(), Parts::default()).await {
            Ok(app) => break app,
            // A server that has just been started has the folder, but does not answer yet.
            Err(error) if is_in_use(&error) && attempts < STARTING_ATTEMPTS_MAX => attempts += 1,
            Err(error) => return Err(error),
        }
        tokio::time::sleep(STARTING_PAUSE).await;
    };
    if let Some(text) = rebuild::run(&app.worker).await? {
        tracing::info!("{text}");
    }
    app.close().await
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().max_blocking_threads(BLOCKING_THREADS_MAX).enable_all().build()?)
}

fn print(text: &str) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
