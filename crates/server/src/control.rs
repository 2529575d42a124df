//! A socket in the data folder, for commands that need what only the running server may open.
//!
//! One request is one line, the answer is one JSON document. Who may open the folder may ask.

use crate::app::AppState;
use anyhow::Context;
use futures_util::future::BoxFuture;
use placard_common::config::Config;
use placard_worker::audit::{self, Report};
use placard_worker::feeds::set_aside;
use placard_worker::rebuild;
use serde::{Deserialize, Serialize};
use std::fs::Permissions;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio_util::sync::CancellationToken;

/// The longest request, in bytes.
const REQUEST_BYTES_MAX: u64 = 1024;
/// The longest answer, in bytes.
const ANSWER_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// What the server answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    /// The report of an audit.
    Audit(Box<Report>),
    /// The facts were cleared; the running feed derives them again. What is lost where they were damaged.
    Rebuilding(Option<String>),
    /// Text for whoever asked.
    Text(String),
    /// Why there is none.
    Failed(String),
}

fn path(config: &Config) -> PathBuf {
    config.data_dir.join("control.sock")
}

/// Answers on the socket until the token is cancelled.
pub fn run(app: AppState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let path = path(&app.config);
        // One left behind by a crash: the event log's lock says that no other server uses the folder.
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        let listener = UnixListener::bind(&path).with_context(|| format!("cannot listen on {}", path.display()))?;
        std::fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                accepted = listener.accept() => {
                    let (stream, _) = accepted?;
                    let app = app.clone();
                    tokio::spawn(async move {
                        if let Err(error) = answer(&app, stream).await {
                            tracing::debug!("control socket: {error:#}");
                        }
                    });
                }
            }
        }
        std::fs::remove_file(&path).context("cannot remove the control socket")
    })
}

async fn answer(app: &AppState, stream: UnixStream) -> anyhow::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut line = String::new();
    BufReader::new(reader.take(REQUEST_BYTES_MAX)).read_line(&mut line).await?;
    let answer = match line.trim() {
        "audit" => match audit::run(&app.worker).await {
            Ok(report) => Answer::Audit(Box::new(report)),
            Err(error) => Answer::Failed(format!("{error:#}")),
        },
        "stats rebuild" => match rebuild::clear(&app.worker).await {
            Ok(lost) => Answer::Rebuilding(lost),
            Err(error) => Answer::Failed(format!("{error:#}")),
        },
        other => match other.strip_prefix("set-aside ") {
            Some(words) => match set_aside::run(&app.worker, words).await {
                Ok(text) => Answer::Text(text),
                Err(error) => Answer::Failed(format!("{error:#}")),
            },
            None => Answer::Failed(format!("unknown command {other:?}")),
        },
    };
    writer.write_all(&serde_json::to_vec(&answer)?).await?;
    writer.shutdown().await?;
    Ok(())
}

/// Asks the server that runs on the data folder for an audit; nothing if none runs.
pub async fn ask_audit(config: &Config) -> anyhow::Result<Option<Report>> {
    match ask(config, "audit").await? {
        None => Ok(None),
        Some(Answer::Audit(report)) => Ok(Some(*report)),
        Some(Answer::Failed(error)) => anyhow::bail!("the running server could not audit: {error}"),
        Some(Answer::Rebuilding(_) | Answer::Text(_)) => {
            anyhow::bail!("the running server answered something else than was asked")
        }
    }
}

/// Asks the server that runs on the data folder about records that were set aside; nothing if none runs.
pub async fn ask_set_aside(config: &Config, words: &str) -> anyhow::Result<Option<String>> {
    match ask(config, &format!("set-aside {words}")).await? {
        None => Ok(None),
        Some(Answer::Text(text)) => Ok(Some(text)),
        Some(Answer::Failed(error)) => anyhow::bail!("the running server says: {error}"),
        Some(Answer::Rebuilding(_) | Answer::Audit(_)) => {
            anyhow::bail!("the running server answered something else than was asked")
        }
    }
}

/// Asks the server that runs on the data folder to derive statistics again; what it says, or nothing if none runs.
pub async fn ask_rebuild(config: &Config) -> anyhow::Result<Option<String>> {
    match ask(config, "stats rebuild").await? {
        None => Ok(None),
        Some(Answer::Rebuilding(lost)) => {
            Ok(Some(lost.unwrap_or_else(|| {
                "the running server derives statistics again, which may take some minutes".to_owned()
            })))
        }
        Some(Answer::Failed(error)) => anyhow::bail!("the running server does not derive statistics again: {error}"),
        Some(Answer::Audit(_) | Answer::Text(_)) => {
            anyhow::bail!("the running server answered something else than was asked")
        }
    }
}

/// Asks the server that runs on the data folder; nothing if none runs.
async fn ask(config: &Config, request: &str) -> anyhow::Result<Option<Answer>> {
    let mut stream = match UnixStream::connect(path(config)).await {
        Ok(stream) => stream,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => return Ok(None),
        Err(error) => return Err(error).context("cannot reach the running server"),
    };
    stream.write_all(format!("{request}\n").as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(ANSWER_BYTES_MAX).read_to_end(&mut bytes).await?;
    let answer = serde_json::from_slice(&bytes);
    Ok(Some(answer.context("the running server gave no answer that this program understands")?))
}
