//! Many new ads from a spreadsheet: a CSV file with addresses of pictures, or a zip archive with the pictures beside it.
//!
//! No ad is made before everything was read and checked, and a dry run makes none.

pub(crate) mod archive;
pub(crate) mod images;
pub(crate) mod table;

use crate::advertiser::ads::Cap;
use crate::advertiser::ads::ad_edit::busy;
use crate::advertiser::ads::ad_form::{malformed, no_room};
use crate::advertiser::ads::ads_many::make_all;
use crate::advertiser::bids::bid_limits::{BidLimits, bid_limits};
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::media::{Place, Upload};
use crate::state::{Api, ApiState};
use archive::{Archive, is_archive};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::header;
use axum::response::IntoResponse;
pub(crate) use images::PICTURES_MAX;
use images::{Found, all_pictures, picture_names, unmade};
use placard_common::error::{FieldErrors, Problem};
use placard_model::{GroupId, Money};
use placard_store::Priority;
use placard_store::advertising::ads::{AdSettings, Entry};
use placard_store::advertising::pictures;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Read, Seek};
use std::sync::Arc;
use std::time::Duration;
use table::{COLUMNS, Row};
use utoipa::ToSchema;

/// The longest file, in bytes.
pub(crate) const FILE_BYTES_MAX: usize = 30 * 1024 * 1024;
/// The longest body: the file and what stands beside it.
pub(crate) const BODY_BYTES_MAX: usize = FILE_BYTES_MAX + 64 * 1024;
/// How long the file may take to arrive.
const PATIENCE: Duration = Duration::from_mins(3);
/// The longest text beside the file, in bytes.
const TEXT_BYTES_MAX: usize = 16;
/// Rows that a report shows as they were read.
const SAMPLE_ROWS: usize = 20;
/// Mistakes that a report names; the rest is counted.
const PROBLEMS_MAX: usize = 200;

/// The form of an import.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the multipart form, which is read part by part")]
pub struct ImportForm {
    /// A CSV file in UTF-8, or a zip archive with one CSV file and the pictures that it names; at most 30 MB, 1,000 rows and
    /// 100 different pictures. The first line names the columns: `title` and `original_url` are needed; `short_description`,
    /// `picture` (a name in the archive or an address), `one_bid_for_all_geo`, `formats`, `brand`, `full_text`,
    /// `primary_source_url`, `bids` (such as `DE 2.50 | FR 1.80`) and `frequency_cap` (shows to one visitor in so many hours,
    /// such as `3 in 24`) may be left out.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// 1, or left out: nothing is made, the answer says what would be. 0: ads are made.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 1)]
    dry_run: Option<u8>,
    /// 1: rows that are right are imported although others are not. 0, or left out: all or none.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 1)]
    only_valid: Option<u8>,
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportProblem {
    /// Its row in the spreadsheet: the heading is 1.
    pub row: usize,
    /// Its column.
    pub column: String,
    /// What is wrong, to be read after the column's name.
    pub message: String,
}

/// A bid in one country, as it was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportBid {
    /// Two letters.
    pub country_code: String,
    /// Dollars.
    #[schema(value_type = f64)]
    pub bid: Money,
}

/// A row as it was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportSample {
    /// Its row in the spreadsheet.
    pub row: usize,
    /// Title.
    pub title: String,
    /// Landing page.
    pub original_url: String,
    /// Its picture: a name or an address; empty for none.
    pub picture: String,
    /// Its bid in dollars in all countries that have none of their own; null: the usual one where no country has one, else it is shown
    /// in those alone.
    #[schema(value_type = Option<f64>)]
    pub one_bid_for_all_geo: Option<Money>,
    /// Its bids in single countries.
    pub bids: Vec<ImportBid>,
    /// How often one visitor may see it.
    pub frequency_cap: Option<Cap>,
    /// Whether it can be imported.
    pub is_valid: bool,
}

/// What an import found and made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportReport {
    /// Whether it was a dry run, which makes nothing.
    pub is_dry_run: bool,
    /// Rows.
    pub row_count: usize,
    /// Rows that are right.
    pub valid_count: usize,
    /// Ads that were made, in the order of their rows.
    pub ad_ids: Vec<i64>,
    /// What is wrong, by row; at most 200 of them.
    pub problems: Vec<ImportProblem>,
    /// How much is wrong in all.
    pub problem_count: usize,
    /// The first rows as they were read.
    pub sample: Vec<ImportSample>,
}

/// What the parts of the form said.
struct Sent {
    file: Upload,
    place: Arc<Place>,
    is_dry_run: bool,
    only_valid: bool,
}

/// Imports ads into a group from a spreadsheet. A dry run, which it is unless `dry_run` is 0, reads and checks everything,
/// pictures included, and makes no ads. The pictures of addresses that it found are kept for 15 minutes: an import takes them as they
/// were then. Else all rows become ads or, when one is not right, none and those are named, unless
/// `only_valid` is 1.
#[utoipa::path(post, path = "/api/advertiser/ad_groups/{group_id}/ads/import", tag = "advertiser",
    params(("group_id" = i64, Path)), request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<ImportReport>)))]
pub async fn import_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(group): Path<i64>,
    request: Request,
) -> Result<Json<Data<ImportReport>>, Problem> {
    let (scope, actor, group) = (advertiser.scope(), advertiser.actor(), GroupId(group));
    let user = advertiser.user.clone();
    let owner = user.clone();
    // Whose it is comes before the upload.
    let limits = app.store.read("import_ads", async move |conn| bid_limits(conn, scope, &owner, group).await).await?;
    let Sent { file, place, is_dry_run, only_valid } = read_form(&app, &advertiser, request).await?;
    let (file, _) = file.into_file().await.map_err(no_room)?;
    let (archive, mut rows) = blocking(move || open(file)).await??;
    let names = picture_names(&rows)?;
    let (found, made) = all_pictures(&app, advertiser.id(), &place, archive, names, is_dry_run).await?;
    let mut settings: Vec<AdSettings> = Vec::with_capacity(rows.len());
    let mut is_valid = Vec::with_capacity(rows.len());
    for row in &mut rows {
        let one = row.check(&found, &limits, user.has_extended_permissions());
        is_valid.push(one.is_some());
        settings.extend(one);
    }
    let problem_count: usize = rows.iter().map(|row| row.problems.len()).sum();
    let mut report = ImportReport {
        is_dry_run,
        row_count: rows.len(),
        valid_count: settings.len(),
        ad_ids: Vec::new(),
        problems: problems_of(&rows),
        problem_count,
        sample: rows.iter().zip(&is_valid).take(SAMPLE_ROWS).map(|(row, valid)| row.sample(*valid)).collect(),
    };
    if is_dry_run {
        return Ok(data(report));
    }
    if problem_count > 0 && (!only_valid || settings.is_empty()) {
        let mut errors = FieldErrors::default();
        for ImportProblem { row, column, message } in report.problems {
            errors.add(format!("rows.{row}.{column}"), message);
        }
        return Err(Problem::Fields(errors));
    }
    let entry = Entry::of(user.is_trusted, false);
    let ids = app
        .store
        .write("import_ads", Priority::Api, async move |tx| {
            for new in &made {
                pictures::add(tx, new).await?;
            }
            make_all(tx, scope, &actor, group, &settings, entry).await
        })
        .await?;
    report.ad_ids = ids.into_iter().map(|id| id.0).collect();
    Ok(data(report))
}

/// The template of a spreadsheet to import: the heading, and two rows as an example.
#[utoipa::path(get, path = "/api/advertiser/ads/import_template", tag = "advertiser",
    responses((status = 200, content_type = "text/csv", body = String)))]
pub async fn get_import_template(_advertiser: Advertiser) -> impl IntoResponse {
    let rows = [
        COLUMNS.join(","),
        "What a solar roof in your street saves in a year,Type your address and see the yield.,\
         https://shop.example/check?c={click_id},https://shop.example/roof.jpg,1.20,native,Solarhof,,,\
         DE 2.50 | AT 2.20,3 in 24"
            .to_owned(),
        "Batteries that last the night,From 2 000 dollars with fitting.,https://shop.example/batteries?c={click_id},,,text,\
         Solarhof,,,,"
            .to_owned(),
    ];
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ads-to-import.csv\""),
    ];
    (headers, rows.join("\r\n") + "\r\n")
}

async fn read_form(app: &ApiState, advertiser: &Advertiser, request: Request) -> Result<Sent, Problem> {
    let form = Multipart::from_request(request, app)
        .await
        .map_err(|_| Problem::UnsupportedMediaType("multipart/form-data"))?;
    let quota = app.settings.get().quotas.uploads_per_day;
    let place = app.media.place(advertiser.id(), app.clock.now().day(), quota).map_err(busy)?;
    tokio::time::timeout(PATIENCE, read_parts(app, form, place)).await.map_err(|_| {
        let seconds = PATIENCE.as_secs();
        Problem::Malformed(format!("the form did not arrive within {seconds} seconds; split the file"))
    })?
}

async fn read_parts(app: &Api, mut form: Multipart, place: Arc<Place>) -> Result<Sent, Problem> {
    let (mut file, mut is_dry_run, mut only_valid): (Option<Upload>, bool, bool) = (None, true, false);
    while let Some(mut field) = form.next_field().await.map_err(|error| malformed(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            drop(file.take());
            let mut upload = app.media.upload_of(place.clone(), FILE_BYTES_MAX).await.map_err(no_room)?;
            while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
                if !upload.write(&chunk).await.map_err(no_room)? {
                    return Err(Problem::field(name, format!("must be at most {} MB", FILE_BYTES_MAX / 1024 / 1024)));
                }
            }
            file = Some(upload).filter(|upload| !upload.is_empty());
            continue;
        }
        let flag = match name.as_str() {
            "dry_run" => &mut is_dry_run,
            "only_valid" => &mut only_valid,
            _ => return Err(Problem::field(name, "is not a field of this call")),
        };
        let mut text = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
            text.extend_from_slice(&chunk[..chunk.len().min(TEXT_BYTES_MAX)]);
            text.truncate(TEXT_BYTES_MAX);
        }
        *flag = match text.as_slice() {
            b"1" => true,
            b"0" => false,
            _ => return Err(Problem::field(name, "must be 0 or 1")),
        };
    }
    let file = file.ok_or_else(|| Problem::field("file", "is required"))?;
    Ok(Sent { file, place, is_dry_run, only_valid })
}

/// Runs what blocks on a thread for that.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::Internal(anyhow::Error::new(error)))
}

/// The rows of a file, with its archive where it is one. Blocks.
fn open(mut file: File) -> Result<(Option<Archive>, Vec<Row>), Problem> {
    let wrong = |message: String| Problem::field("file", message);
    let mut beginning = [0; 4];
    let read = file.read(&mut beginning).map_err(no_room)?;
    file.rewind().map_err(no_room)?;
    let (archive, bytes) = if is_archive(&beginning[..read]) {
        let (archive, table) = Archive::open(file).map_err(|error| wrong(error.to_string()))?;
        (Some(archive), table)
    } else {
        let mut bytes = Vec::new();
        file.take(table::TABLE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).map_err(no_room)?;
        (None, bytes)
    };
    let rows = table::read(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok((archive, rows))
}

fn problems_of(rows: &[Row]) -> Vec<ImportProblem> {
    let of_row = |row: &Row| {
        let line = row.line;
        let all: BTreeMap<&'static str, String> = row.problems.clone();
        all.into_iter().map(move |(column, message)| ImportProblem { row: line, column: column.to_owned(), message })
    };
    rows.iter().flat_map(of_row).take(PROBLEMS_MAX).collect()
}

impl Row {
    /// The ad that it describes; none when it is not right, with what is wrong noted.
    fn check(&mut self, found: &HashMap<String, Found>, limits: &BidLimits, extended: bool) -> Option<AdSettings> {
        let pictures = match found.get(&self.picture) {
            Some(Ok([square, horizontal])) => [Some(square.clone()), Some(horizontal.clone())],
            Some(Err(why)) => {
                self.problems.insert("picture", why.clone());
                // What is wrong with the picture is said already.
                [Some(unmade()), Some(unmade())]
            }
            None => [None, None],
        };
        match self.ad.settings_with(pictures, limits, extended, &self.bids) {
            Ok(settings) if self.problems.is_empty() => {
                Some(AdSettings { frequency_cap: self.frequency_cap, ..settings })
            }
            Ok(_) => None,
            Err(errors) => {
                for (field, messages) in errors.into_messages() {
                    let column = match field.as_str() {
                        "picture_square" | "picture_horizontal" => "picture",
                        "supported_block_format_types" => "formats",
                        other => COLUMNS.into_iter().find(|column| *column == other).unwrap_or("title"),
                    };
                    self.problems.entry(column).or_insert_with(|| messages.join("; "));
                }
                None
            }
        }
    }

    fn sample(&self, is_valid: bool) -> ImportSample {
        ImportSample {
            row: self.line,
            title: self.ad.title.clone(),
            original_url: self.ad.original_url.clone(),
            picture: self.picture.clone(),
            one_bid_for_all_geo: self.ad.one_bid_for_all_geo,
            bids: self.bids.iter().map(|(code, bid)| ImportBid { country_code: code.to_string(), bid: *bid }).collect(),
            frequency_cap: self.frequency_cap.map(|cap| Cap { shows: cap.shows, hours: cap.hours }),
            is_valid,
        }
    }
}
