//! Pictures of strangers: uploads are checked, decoded, cut and encoded anew.
//!
//! What comes out is made from pixels alone: nothing of the upload's bytes or metadata is in it. All of it is the work of a
//! processor, which is why it is a crate of its own: development builds optimise it, and not the management API.

#[cfg(all(test, target_os = "linux"))]
mod bombs;
mod cut;
mod decode;
#[cfg(test)]
mod tests;

pub use cut::{Crop, Shape, check, narrower, thumbnail};
pub use decode::decode;

/// The longest upload, in bytes.
pub const UPLOAD_BYTES_MAX: usize = 10 * 1024 * 1024;
/// The most pixels of an upload.
pub const PIXELS_MAX: u64 = 40_000_000;
/// The longest side of an upload, in pixels.
pub const SIDE_MAX: u32 = 16_384;
/// The widths in which pictures are made beside their own, in pixels: for icons and small cards, for cards of phones, and for
/// those at twice the pixels. One that is no wider is kept as it is.
pub const WIDTHS: [u32; 3] = [160, 320, 640];

/// Why an upload is refused, to be read after the field's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// More than [`UPLOAD_BYTES_MAX`].
    #[error("must be at most 10 MB")]
    TooLong,
    /// None of the formats that are taken.
    #[error("must be a JPEG, PNG, WebP or GIF image")]
    UnknownFormat,
    /// More than [`PIXELS_MAX`], or a side longer than [`SIDE_MAX`].
    #[error("has {width} x {height} pixels; it must have at most 40 megapixels and 16384 pixels a side")]
    TooManyPixels {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// Too few pixels for the shape.
    #[error("must have at least {0} x {1} pixels")]
    TooSmall(u32, u32),
    /// The file ends early or its content is broken.
    #[error("is damaged or incomplete: export it again")]
    Damaged,
    /// Something else hides in the file.
    #[error("holds more than an image: export it again without attachments")]
    Polyglot,
    /// The cut rectangle does not fit.
    #[error("{0}")]
    Crop(&'static str),
}

/// A picture, cut and encoded.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The WebP file.
    pub webp: Vec<u8>,
    /// The JPEG file.
    pub jpeg: Vec<u8>,
    /// The WebP files of [`WIDTHS`], each its own bytes or those of `webp`.
    pub narrower: [Vec<u8>; 3],
}

/// Checks, decodes, cuts and encodes an upload. Takes up to a second of processor time.
pub fn encode(upload: &[u8], shape: Shape, crop: Option<Crop>) -> Result<Encoded, PictureError> {
    // What was decoded is gone before anything is encoded, of this and of both.
    let part = cut::cut(&decode::decode(upload)?, shape, crop)?;
    cut::encode(&part)
}

/// [`encode`] to two shapes; the upload is decoded once.
pub fn encode_both(upload: &[u8], cuts: [(Shape, Option<Crop>); 2]) -> Result<[Encoded; 2], PictureError> {
    let image = decode::decode(upload)?;
    let [first, second] = cuts.map(|(shape, crop)| cut::cut(&image, shape, crop));
    drop(image);
    Ok([cut::encode(&first?)?, cut::encode(&second?)?])
}
