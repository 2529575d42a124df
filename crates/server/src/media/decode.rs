//! From bytes of strangers to pixels: formats are told by content, sizes are checked before anything is decoded.

use super::{MAX_PIXELS, MAX_SIDE, MAX_UPLOAD_BYTES, PictureError};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage, Rgba};
use std::io::Cursor;

/// Memory that a decoder may take, in bytes: 40 megapixels of 16-bit RGBA and some working space.
const MAX_ALLOC_BYTES: u64 = 400 * 1024 * 1024;
/// What no picture needs, and files that are also a web page or a script cannot do without.
const FOREIGN: [&[u8]; 4] = [b"<script", b"<html", b"<?php", b"<!doctype"];
/// Beginnings of other kinds of files, looked for behind the end of the picture.
const ATTACHED: [&[u8]; 4] = [b"PK\x03\x04", b"%PDF-", b"Rar!", b"7z\xbc\xaf"];

/// Decodes the first picture of an upload, upright, on white where it is transparent.
pub(super) fn decode(upload: &[u8]) -> Result<RgbImage, PictureError> {
    if upload.len() > MAX_UPLOAD_BYTES {
        return Err(PictureError::TooLong);
    }
    let Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif)) =
        image::guess_format(upload)
    else {
        return Err(PictureError::UnknownFormat);
    };
    let end = end_of_picture(upload, format).ok_or(PictureError::Damaged)?;
    check_foreign(upload, end, format)?;
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOC_BYTES);
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    // Width and height are checked by hand first, for a message that says what is wrong.
    reader.no_limits();
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels { width, height });
    }
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged);
    }
    decoder.set_limits(limits).map_err(|_| PictureError::Damaged)?;
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?;
    image.apply_orientation(orientation);
    Ok(on_white(image))
}

fn on_white(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let rgba = image.into_rgba8();
    let (width, height) = rgba.dimensions();
    let over_white = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let mut rgb = RgbImage::new(width, height);
    for (to, from) in rgb.pixels_mut().zip(rgba.pixels()) {
        let Rgba([r, g, b, a]) = *from;
        to.0 = [over_white(r, a), over_white(g, a), over_white(b, a)];
    }
    rgb
}

/// Where the picture ends; nothing when the file ends before it.
fn end_of_picture(upload: &[u8], format: ImageFormat) -> Option<usize> {
    match format {
        ImageFormat::Png => end_of_png(upload),
        ImageFormat::Gif => end_of_gif(upload),
        ImageFormat::WebP => {
            let length = u32::from_le_bytes(upload.get(4..8)?.try_into().ok()?) as usize + 8;
            (length <= upload.len()).then_some(length)
        }
        // Thumbnails inside have an end too, and some cameras append pictures: the last end counts.
        ImageFormat::Jpeg => upload.windows(2).rposition(|pair| pair == [0xff, 0xd9]).map(|at| at + 2),
        _ => None,
    }
}

fn end_of_png(upload: &[u8]) -> Option<usize> {
    let mut at = 8;
    loop {
        let length = u32::from_be_bytes(upload.get(at..at + 4)?.try_into().ok()?) as usize;
        let kind = upload.get(at + 4..at + 8)?;
        at = at.checked_add(12)?.checked_add(length)?;
        if at > upload.len() {
            return None;
        }
        if kind == b"IEND" {
            return Some(at);
        }
    }
}

fn end_of_gif(upload: &[u8]) -> Option<usize> {
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + table(*upload.get(10)?);
    loop {
        match *upload.get(at)? {
            0x3b => return Some(at + 1),
            0x21 => at = end_of_gif_blocks(upload, at + 2)?,
            0x2c => at = end_of_gif_blocks(upload, at + 11 + table(*upload.get(at + 9)?))?,
            _ => return None,
        }
    }
}

fn end_of_gif_blocks(upload: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *upload.get(at)? {
            0 => return Some(at + 1),
            length => at += usize::from(length) + 1,
        }
    }
}

/// Refuses files that are a picture and something else too. Nothing of them would be served anyway; who sends such a
/// file is told.
fn check_foreign(upload: &[u8], end: usize, format: ImageFormat) -> Result<(), PictureError> {
    let lower: Vec<u8> = upload.to_ascii_lowercase();
    let holds = |haystack: &[u8], needle: &[u8]| haystack.windows(needle.len()).any(|window| window == needle);
    if FOREIGN.iter().any(|needle| holds(&lower, needle)) {
        return Err(PictureError::Polyglot);
    }
    let rest = upload.get(end..).unwrap_or_default();
    // Padding is harmless, and JPEG writers append notes of their own.
    let strict = format != ImageFormat::Jpeg;
    let attached = ATTACHED.iter().any(|needle| holds(rest, needle));
    if attached || strict && rest.iter().any(|byte| *byte != 0) {
        return Err(PictureError::Polyglot);
    }
    Ok(())
}
