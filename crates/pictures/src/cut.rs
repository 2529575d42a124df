//! Cutting to the shapes of ads, and encoding.

use super::{Encoded, PictureError, WIDTHS};
use fast_image_resize::images::{TypedCroppedImage, TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder, RgbImage};

/// WebP quality, 0..=100: no visible loss on photographs at half the size of JPEG.
const WEBP_QUALITY: f32 = 82.0;
/// The largest size of a picture that is only looked at, in pixels.
const THUMBNAIL: (u32, u32) = (640, 400);
/// JPEG quality, 1..=100.
const JPEG_QUALITY: u8 = 84;
/// A rectangle may miss its shape by this share of its width, in percent: whole pixels seldom fit exactly.
const CROP_TOLERANCE_PERCENT: u64 = 2;

/// The shape of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// 1:1.
    Square,
    /// 16:9.
    Horizontal,
    /// 1:1, the icon of a notification.
    Icon,
    /// 2:1, the large picture of a notification.
    Wide,
}

impl Shape {
    /// The parts of width and height.
    pub const fn ratio(self) -> (u32, u32) {
        match self {
            Self::Square | Self::Icon => (1, 1),
            Self::Horizontal => (16, 9),
            Self::Wide => (2, 1),
        }
    }

    /// The largest size that is kept, in pixels: twice what the widest template shows.
    pub const fn largest(self) -> (u32, u32) {
        match self {
            Self::Square => (640, 640),
            Self::Horizontal => (1_024, 576),
            // What systems ask for at three times their pixels, and what they show.
            Self::Icon => (192, 192),
            Self::Wide => (720, 360),
        }
    }

    /// The smallest size that is taken, in pixels.
    pub const fn smallest(self) -> (u32, u32) {
        match self {
            Self::Square => (150, 150),
            Self::Horizontal => (320, 180),
            Self::Icon => (192, 192),
            Self::Wide => (360, 180),
        }
    }
}

/// A rectangle in pixels of the upright upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// Pixels from the left.
    pub x: u32,
    /// Pixels from the top.
    pub y: u32,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl Crop {
    fn whole(picture: &RgbImage) -> Self {
        Self { x: 0, y: 0, width: picture.width(), height: picture.height() }
    }

    /// Reads `x,y,width,height`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split(',').map(|part| part.trim().parse::<u32>());
        let mut next = || numbers.next()?.ok();
        let crop = Self { x: next()?, y: next()?, width: next()?, height: next()? };
        numbers.next().is_none().then_some(crop)
    }

    /// The largest rectangle of a shape in the middle of a picture.
    fn centre(shape: Shape, (width, height): (u32, u32)) -> Self {
        let (across, down) = shape.ratio();
        let full_width = u64::from(height) * u64::from(across) / u64::from(down);
        let (w, h) = if full_width <= u64::from(width) {
            (full_width as u32, height)
        } else {
            (width, (u64::from(width) * u64::from(down) / u64::from(across)) as u32)
        };
        Self { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h }
    }

    fn check(self, shape: Shape, (width, height): (u32, u32)) -> Result<(), PictureError> {
        let inside = |from: u32, length: u32, whole: u32| from.checked_add(length).is_some_and(|end| end <= whole);
        if !inside(self.x, self.width, width) || !inside(self.y, self.height, height) {
            return Err(PictureError::Crop("must lie inside the image"));
        }
        let (across, down) = shape.ratio();
        let left = u64::from(self.width) * u64::from(down);
        let right = u64::from(self.height) * u64::from(across);
        if left.abs_diff(right) * 100 > left * CROP_TOLERANCE_PERCENT {
            return Err(PictureError::Crop(match shape {
                Shape::Square | Shape::Icon => "must be a square",
                Shape::Horizontal => "must be 16:9",
                Shape::Wide => "must be 2:1",
            }));
        }
        Ok(())
    }
}

/// The rectangle that is cut of a picture of a size: the given one, else the middle.
pub fn check(size: (u32, u32), shape: Shape, crop: Option<Crop>) -> Result<Crop, PictureError> {
    let crop = match crop {
        Some(crop) => {
            crop.check(shape, size)?;
            crop
        }
        None => Crop::centre(shape, size),
    };
    let (least_width, least_height) = shape.smallest();
    if crop.width < least_width || crop.height < least_height {
        return Err(PictureError::TooSmall(least_width, least_height));
    }
    Ok(crop)
}

/// Cuts to the shape (the given rectangle, else the middle), and makes it no larger than needed.
pub(super) fn cut(image: &RgbImage, shape: Shape, crop: Option<Crop>) -> Result<RgbImage, PictureError> {
    let crop = check(image.dimensions(), shape, crop)?;
    resize(image, crop, kept_size(crop, shape), FilterType::Lanczos3)
}

/// Encodes what was cut.
pub(super) fn encode(part: &RgbImage) -> Result<Encoded, PictureError> {
    let (width, height) = part.dimensions();
    let webp = encode_webp(part)?;
    let narrower = narrower(part, &webp)?;
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY)
        .write_image(part, width, height, ExtendedColorType::Rgb8)
        .map_err(|_| PictureError::Damaged)?;
    Ok(Encoded { width, height, webp, jpeg, narrower })
}

/// A picture as a WebP file that fits into [`THUMBNAIL`], whole. Never larger than it was.
pub fn thumbnail(picture: &RgbImage) -> Result<Vec<u8>, PictureError> {
    let ((width, height), (most_width, most_height)) = (picture.dimensions(), THUMBNAIL);
    if width <= most_width && height <= most_height {
        return encode_webp(picture);
    }
    // The side that is longer than what is left of it, and the other by it.
    let by_width = u64::from(width) * u64::from(most_height) >= u64::from(height) * u64::from(most_width);
    let part =
        |of: u32, whole: u32, of_other: u32| (u64::from(of) * u64::from(of_other) / u64::from(whole)).max(1) as u32;
    let (small_width, small_height) = if by_width {
        (most_width, part(height, width, most_width))
    } else {
        (part(width, height, most_height), most_height)
    };
    encode_webp(&resize(picture, Crop::whole(picture), (small_width, small_height), FilterType::Box)?)
}

fn encode_webp(picture: &RgbImage) -> Result<Vec<u8>, PictureError> {
    // The sizes are far below what the encoder cannot do.
    let encoded =
        webp::Encoder::from_rgb(picture, picture.width(), picture.height()).encode_simple(false, WEBP_QUALITY);
    Ok(encoded.map_err(|_| PictureError::Damaged)?.to_vec())
}

/// The files of a picture's narrower widths; its own where it is no wider.
pub fn narrower(picture: &RgbImage, webp: &[u8]) -> Result<[Vec<u8>; 3], PictureError> {
    let mut made = WIDTHS.map(|_| Vec::new());
    for (file, width) in made.iter_mut().zip(WIDTHS) {
        *file = if picture.width() <= width {
            webp.to_vec()
        } else {
            let height = (picture.height() * width).div_ceil(picture.width());
            encode_webp(&resize(picture, Crop::whole(picture), (width, height), FilterType::Lanczos3)?)?
        };
    }
    Ok(made)
}

/// The size in exactly the shape's ratio in which a part is kept: at most the shape's largest, and never larger than it was.
fn kept_size(part: Crop, shape: Shape) -> (u32, u32) {
    let ((across, down), (most_width, most_height)) = (shape.ratio(), shape.largest());
    let units = (part.width / across).min(part.height / down).min(most_width / across).max(1);
    let (width, height) = (units * across, units * down);
    debug_assert!(width <= most_width && height <= most_height);
    (width, height)
}

/// A part of a picture in another size.
fn resize(
    picture: &RgbImage,
    part: Crop,
    (width, height): (u32, u32),
    filter: FilterType,
) -> Result<RgbImage, PictureError> {
    // Named, for all kinds of pixels would be compiled else.
    let pixels = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture);
    let pixels = pixels.map_err(|_| PictureError::Damaged)?;
    let mut made = RgbImage::new(width, height);
    let mut room = TypedImage::<U8x3>::from_buffer(width, height, &mut made).map_err(|_| PictureError::Damaged)?;
    // A picture of its own: at its edges the filter would look at what was cut away.
    let part = TypedCroppedImage::from_ref(&pixels, part.x, part.y, part.width, part.height);
    let part = part.map_err(|_| PictureError::Damaged)?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(filter));
    Resizer::new().resize_typed(&part, &mut room, &options).map_err(|_| PictureError::Damaged)?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crops_are_read_and_checked() {
        let crop = |x, y, width, height| Some(Crop { x, y, width, height });
        assert_eq!(Crop::parse("1, 2,30,40"), crop(1, 2, 30, 40));
        for bad in ["", "1,2,3", "1,2,3,4,5", "-1,2,3,4", "a,b,c,d", "1.5,2,3,4", "1,2,3,99999999999"] {
            assert_eq!(Crop::parse(bad), None, "{bad}");
        }
        let check = |text: &str, shape: Shape| Crop::parse(text).unwrap().check(shape, (800, 600)).is_ok();
        assert!(check("0,0,600,600", Shape::Square) && check("200,0,600,600", Shape::Square));
        assert!(!check("201,0,600,600", Shape::Square), "outside");
        assert!(!check("4294967295,0,2,2", Shape::Square), "overflow");
        assert!(!check("0,0,600,500", Shape::Square), "ratio");
        assert!(check("0,0,800,450", Shape::Horizontal) && check("0,0,799,450", Shape::Horizontal));
        assert!(!check("0,0,450,800", Shape::Horizontal));
    }

    #[test]
    fn what_is_only_looked_at_is_small_and_whole() {
        let size = |width, height| {
            let webp = thumbnail(&RgbImage::new(width, height)).unwrap();
            image::load_from_memory(&webp).unwrap().into_rgb8().dimensions()
        };
        assert_eq!(size(1_280, 640), (640, 320));
        assert_eq!(size(600, 800), (300, 400));
        assert_eq!(size(100, 60), (100, 60), "no larger than it was");
        assert_eq!(size(16_000, 2), (640, 1));
    }

    #[test]
    fn the_middle_is_cut_without_a_rectangle() {
        let centre = |shape, size| {
            let c = Crop::centre(shape, size);
            (c.x, c.y, c.width, c.height)
        };
        assert_eq!(centre(Shape::Square, (800, 600)), (100, 0, 600, 600));
        assert_eq!(centre(Shape::Square, (600, 800)), (0, 100, 600, 600));
        assert_eq!(centre(Shape::Horizontal, (1600, 900)), (0, 0, 1600, 900));
        assert_eq!(centre(Shape::Horizontal, (1600, 1600)), (0, 350, 1600, 900));
    }
}
