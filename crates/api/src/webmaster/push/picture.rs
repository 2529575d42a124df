//! The picture of a site's question: kept as it is, taken away, or made of what was sent.

use crate::advertiser::ads::ad_edit::busy;
use crate::advertiser::ads::ad_form::{NO_PICTURE, no_room};
use crate::media::Shape;
use crate::media::forms::FormPicture;
use crate::push::data_url::{DataUrl, NoDataUrl};
use crate::state::Api;
use placard_common::error::Problem;
use placard_model::UserId;
use placard_model::push::subscription::SitePush;
use placard_store::advertising::pictures::NewPicture;

/// How the text of a picture begins that is not the name of one.
const DATA: &str = "data:";

/// Puts the picture that was said into the settings. `stored` is the name of the one that is there: nobody names another's. A new one is
/// answered; its files are kept when this returns, its row is not.
#[expect(clippy::option_option, reason = "omitted, taken away, or given")]
pub(super) async fn put(
    app: &Api,
    user: UserId,
    said: Option<Option<String>>,
    stored: Option<String>,
    push: &mut SitePush,
) -> Result<Option<NewPicture>, Problem> {
    let Some(said) = said else {
        push.picture = stored;
        return Ok(None);
    };
    let Some(text) = said else { return Ok(None) };
    let is_data = text.get(..DATA.len()).is_some_and(|start| start.eq_ignore_ascii_case(DATA));
    if !is_data {
        if stored.as_ref() != Some(&text) {
            return Err(Problem::field("picture", NO_PICTURE));
        }
        push.picture = stored;
        return Ok(None);
    }
    let mut url = DataUrl::default();
    let bytes = url.decode(text.as_bytes()).and_then(|bytes| url.finish().map(|()| bytes));
    let bytes = bytes.map_err(|NoDataUrl| Problem::field("picture", "must be a data: URL of an image in base64"))?;
    let quota = app.settings.get().quotas.uploads_per_day;
    let place = app.media.place(user, app.clock.now().day(), quota).map_err(busy)?;
    let mut upload = app.media.upload(place).await.map_err(no_room)?;
    // Far below what an upload may have.
    upload.write(&bytes).await.map_err(no_room)?;
    let (upload, shape) = (Some(upload), Shape::Icon);
    let picture = FormPicture { field: "picture", crop_field: "picture", shape, upload, crop: None };
    let new = picture.make(app).await?;
    push.picture = new.as_ref().map(|new| new.picture.hash.clone());
    Ok(new)
}
