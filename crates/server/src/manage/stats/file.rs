//! A question's answer as a file, written while it is read.

use super::names::{Asker, Names, Wanted, resolve};
use crate::app::AppState;
use crate::error::Problem;
use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use placard_stats::csv::{CsvText, Decimal};
use placard_stats::{Dimension, Part, Query, Row, RowStream, Sums};
use std::collections::VecDeque;
use std::io;

/// Everything the file is made from.
struct Writing {
    app: AppState,
    asker: Asker,
    groups: Vec<Dimension>,
    text: CsvText,
    rows: RowStream,
    /// The first part, which was waited for before the answer began.
    first: VecDeque<Part>,
    /// Written as the last line.
    total: Option<Sums>,
}

/// Answers with a file: a line for each combination of keys, the total at the end.
pub(super) async fn respond(app: AppState, asker: Asker, query: Query, decimal: Decimal) -> Result<Response, Problem> {
    let name = format!("placard-statistics-{}-{}.csv", query.period.first, query.period.last);
    let groups = query.groups.clone();
    let text = CsvText::new(asker.facts.view(), decimal);
    let titles: Vec<String> = groups.iter().flat_map(|group| titles(*group)).collect();
    let header = text.header(&titles);
    let mut rows = app.stats.stream(query, asker.facts.clone());
    // An error before the first line is still a proper answer.
    let first = match rows.next().await {
        Some(part) => VecDeque::from([part?]),
        None => VecDeque::new(),
    };
    let writing = Writing { app, asker, groups, text, rows, first, total: None };
    let lines = stream::try_unfold((Some(header), Some(writing)), |(header, writing)| async move {
        if let Some(header) = header {
            return Ok(Some((Bytes::from(header), (None, writing))));
        }
        let Some(mut writing) = writing else { return Ok(None) };
        match writing.next().await.map_err(|problem| io::Error::other(format!("{problem:?}")))? {
            Some(lines) => Ok::<_, io::Error>(Some((Bytes::from(lines), (None, Some(writing))))),
            None => Ok(Some((Bytes::from(writing.last_line()), (None, None)))),
        }
    });
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
        .map_err(|error| Problem::Internal(error.into()))?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
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
            let part = match self.first.pop_front() {
                Some(part) => part,
                None => match self.rows.next().await {
                    Some(part) => part?,
                    None => return Ok(None),
                },
            };
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
