//! Pictures of forms: both of an ad are made at once, and each is refused by the name of its field.

use super::{Crop, MediaError, PictureError, Shape, Upload};
use crate::advertiser::ads::ad_edit::busy;
use crate::state::Api;
use placard_common::error::Problem;
use placard_store::advertising::ads::AdSettings;
use placard_store::advertising::pictures::NewPicture;

/// A picture that a form may hold.
pub(crate) struct FormPicture {
    /// The field of its file.
    pub(crate) field: &'static str,
    /// The field of what is cut of it.
    pub(crate) crop_field: &'static str,
    pub(crate) shape: Shape,
    pub(crate) upload: Option<Upload>,
    pub(crate) crop: Option<Crop>,
}

impl FormPicture {
    /// Makes it, if there is one; what is wrong with it is said of its field.
    pub(crate) async fn make(self, app: &Api) -> Result<Option<NewPicture>, Problem> {
        let Self { field, crop_field, shape, upload: Some(upload), crop } = self else { return Ok(None) };
        let made = app.media.make(upload, shape, crop).await.map_err(|error| match error {
            MediaError::Refused(PictureError::Crop(message)) => Problem::field(crop_field, message),
            MediaError::Refused(refused) => Problem::field(field, refused.to_string()),
            MediaError::Busy | MediaError::TooManyOfOne | MediaError::QuotaUsed(_) => busy(error),
            MediaError::Write(error) => Problem::Internal(anyhow::Error::new(error).context("cannot keep a picture")),
        });
        made.map(Some)
    }
}

/// Makes the pictures of an ad's form and puts them into its settings. Their files are kept when this returns; rows are not.
pub(crate) async fn make_pictures(
    app: &Api,
    settings: &mut AdSettings,
    square: FormPicture,
    horizontal: FormPicture,
) -> Result<Vec<NewPicture>, Problem> {
    let (square, horizontal) = match tokio::join!(square.make(app), horizontal.make(app)) {
        (Err(Problem::Fields(mut errors)), Err(Problem::Fields(others))) => {
            errors.append(others);
            return Err(Problem::Fields(errors));
        }
        (square, horizontal) => (square?, horizontal?),
    };
    if let Some(new) = &square {
        settings.square = Some(new.picture.clone());
    }
    if let Some(new) = &horizontal {
        settings.horizontal = Some(new.picture.clone());
    }
    Ok(square.into_iter().chain(horizontal).collect())
}
