//! Pictures of ads: which files the media store holds.

use super::ads::PictureRef;
use crate::conn::Tx;
use crate::error::Result;

/// A picture whose files are in the media store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPicture {
    /// Name and size.
    pub picture: PictureRef,
    /// Length of the WebP file.
    pub webp_bytes: i64,
    /// Length of the JPEG file.
    pub jpeg_bytes: i64,
}

/// Notes a picture; the same one twice is one.
pub async fn add(tx: &Tx, new: &NewPicture) -> Result<()> {
    tx.execute(
        "INSERT INTO pictures (hash, width, height, webp_bytes, jpeg_bytes, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (hash) DO NOTHING",
        [
            new.picture.hash.clone().into(),
            new.picture.width.into(),
            new.picture.height.into(),
            new.webp_bytes.into(),
            new.jpeg_bytes.into(),
            tx.now().0.into(),
        ],
    )
    .await?;
    Ok(())
}
