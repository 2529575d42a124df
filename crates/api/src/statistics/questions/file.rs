//! A question's answer as a file.

use super::names::{Asker, Names, Wanted, resolve};
use super::too_large;
use super::turns::FileTurn;
use crate::state::ApiState;
use anyhow::Context as _;
use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::BytesMut;
use futures_util::stream;
use placard_common::error::Problem;
use placard_stats::csv::{CsvText, Decimal};
use placard_stats::{Dimension, Part, Query, Row, RowStream, Sums};
use std::io;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _, AsyncWriteExt as _};

/// The longest file, in bytes.
const FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// Bytes that are read and sent at once.
const SENT_BYTES: usize = 64 * 1024;

/// Everything the file is made from.
struct Writing {
    app: ApiState,
    asker: Asker,
    groups: Vec<Dimension>,
    text: CsvText,
    rows: RowStream,
    /// Written as the last line.
    total: Option<Sums>,
}

/// Answers with a file: a line for each combination of keys, the total at the end. It is written whole to the disk, under
/// no name, before the first byte is sent: facts and store have done with it then, however slowly it is read.
pub(super) async fn respond(app: ApiState, asker: Asker, query: Query, decimal: Decimal) -> Result<Response, Problem> {
    let name = format!("placard-statistics-{}-{}.csv", query.period.first, query.period.last);
    let turn = app.turns.file(asker.account)?;
    let made = app.turns.ask(asker.account, make(&app, &asker, query, decimal)).await??;
    send(made, &name, turn).await
}

/// A file that is written line by line.
pub(crate) struct Written {
    file: File,
    length: u64,
}

impl Written {
    /// An empty one, under no name.
    pub(crate) async fn begin(app: &ApiState) -> Result<Self, Problem> {
        let folder = app.config.data_dir.clone();
        let file =
            tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await.context("no thread for a file")?;
        Ok(Self { file: File::from_std(file.context("cannot write to the data folder")?), length: 0 })
    }

    /// Adds lines; a problem under the name of `field` when there are too many.
    pub(crate) async fn add(&mut self, lines: &[u8], field: &str, advice: &str) -> Result<(), Problem> {
        self.length += lines.len() as u64;
        if self.length > FILE_BYTES_MAX {
            return Err(Problem::field(field, format!("make too large a file: {advice}")));
        }
        self.file.write_all(lines).await.context("cannot write to the data folder")?;
        Ok(())
    }
}

/// Answers with a file that is written.
pub(crate) async fn send(written: Written, name: &str, turn: FileTurn) -> Result<Response, Problem> {
    let Written { mut file, length } = written;
    file.flush().await.context("cannot write to the data folder")?;
    file.rewind().await.context("cannot read what was written")?;
    let sent = stream::try_unfold((file, turn), |(mut file, turn)| async move {
        let mut bytes = BytesMut::with_capacity(SENT_BYTES);
        let read = file.read_buf(&mut bytes).await?;
        Ok::<_, io::Error>((read > 0).then(|| (bytes.freeze(), (file, turn))))
    });
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
        .map_err(|error| Problem::Internal(error.into()))?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (CONTENT_DISPOSITION, disposition),
        (CONTENT_LENGTH, HeaderValue::from(length)),
    ];
    Ok((headers, Body::from_stream(sent)).into_response())
}

/// Writes the file.
async fn make(app: &ApiState, asker: &Asker, query: Query, decimal: Decimal) -> Result<Written, Problem> {
    let groups = query.groups.clone();
    let text = CsvText::new(asker.facts.view(), decimal);
    let titles: Vec<String> = groups.iter().flat_map(|group| titles(*group)).collect();
    let header = text.header(&titles);
    let rows = app.stats.stream(query, asker.facts.clone());
    let mut writing = Writing { app: app.clone(), asker: asker.clone(), groups, text, rows, total: None };
    let mut written = Written::begin(app).await?;
    let mut lines = Some(header);
    while let Some(some) = lines {
        written.add(&some, "groups", "ask for fewer groups or a shorter period").await?;
        lines = writing.next().await?;
    }
    written.add(&writing.last_line(), "groups", "ask for fewer groups or a shorter period").await?;
    Ok(written)
}

/// The columns of a group: id and name, or one where the key says it all.
fn titles(group: Dimension) -> Vec<String> {
    if group.is_time() {
        vec![group.name().to_owned()]
    } else {
        vec![format!("{}_id", group.name()), group.name().to_owned()]
    }
}

impl Writing {
    /// The next lines; nothing when only the total is left.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Problem> {
        loop {
            let Some(part) = self.rows.next().await else { return Ok(None) };
            let part = part.map_err(too_large)?;
            match part {
                Part::Total(sums) => self.total = Some(sums),
                Part::Rows(rows) => return self.lines(&rows).await.map(Some),
            }
        }
    }

    async fn lines(&self, rows: &[Row]) -> Result<Vec<u8>, Problem> {
        let mut wanted = Wanted::new();
        for row in rows {
            for (group, key) in self.groups.iter().zip(&row.keys) {
                wanted.entry(*group).or_default().insert(*key);
            }
        }
        let names = resolve(&self.app, &self.asker, &wanted).await?;
        let mut lines = Vec::with_capacity(rows.len() * 128);
        for row in rows {
            lines.extend(self.text.row(&self.texts(row, &names), &row.sums));
        }
        Ok(lines)
    }

    fn texts(&self, row: &Row, names: &Names) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.groups.len() * 2);
        for (group, key) in self.groups.iter().zip(&row.keys) {
            texts.push(group.text(*key));
            if !group.is_time() {
                texts.push(names.get(*group, *key).unwrap_or_default());
            }
        }
        texts
    }

    fn last_line(&self) -> Vec<u8> {
        let mut texts: Vec<String> =
            self.groups.iter().flat_map(|group| titles(*group)).map(|_| String::new()).collect();
        if let Some(first) = texts.first_mut() {
            "Total".clone_into(first);
        }
        self.text.row(&texts, &self.total.unwrap_or_default())
    }
}
