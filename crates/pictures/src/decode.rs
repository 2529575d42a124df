//! From bytes of strangers to pixels: formats are told by content, sizes are checked before anything is decoded.

use super::{PIXELS_MAX, PictureError, SIDE_MAX, UPLOAD_BYTES_MAX};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage, Rgba};
use std::borrow::Cow;
use std::io::Cursor;

/// Memory that a decoder may take, in bytes: 40 megapixels of 16-bit RGBA and some working space.
const ALLOC_BYTES_MAX: u64 = 400 * 1024 * 1024;
/// Bytes of a pixel of the largest kind, 16-bit RGBA.
const PIXEL_BYTES_MAX: u64 = 8;
/// Memory that a decoder may take beside the pixels that the picture claims to have, in bytes.
const WORKING_BYTES: u64 = 16 * 1024 * 1024;
/// Chunks of a PNG that pixels are made from, and its orientation. All others are left out before a decoder sees the
/// file: a colour profile or a text of some kilobytes unpacks to gigabytes.
const PNG_CHUNKS: [&[u8; 4]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"];
/// What no picture needs, and files that are also a web page or a script cannot do without.
const FOREIGN: [&[u8]; 4] = [b"<script", b"<html", b"<?php", b"<!doctype"];
/// Beginnings of other kinds of files, looked for behind the end of the picture.
const ATTACHED: [&[u8]; 4] = [b"PK\x03\x04", b"%PDF-", b"Rar!", b"7z\xbc\xaf"];

/// Decodes the first picture of an upload, upright, on white where it is transparent.
pub fn decode(upload: &[u8]) -> Result<RgbImage, PictureError> {
    if upload.len() > UPLOAD_BYTES_MAX {
        return Err(PictureError::TooLong);
    }
    let Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif)) =
        image::guess_format(upload)
    else {
        return Err(PictureError::UnknownFormat);
    };
    let end = end_of_picture(upload, format).ok_or(PictureError::Damaged)?;
    check_foreign(upload, end, format)?;
    let plain = match format {
        ImageFormat::Png => Cow::Owned(plain_png(&upload[..end])),
        ImageFormat::WebP => {
            check_webp_frames(&upload[..end])?;
            Cow::Borrowed(upload)
        }
        _ => Cow::Borrowed(upload),
    };
    let mut reader = ImageReader::with_format(Cursor::new(&*plain), format);
    // Width and height are checked by hand below, for a message that says what is wrong; memory from the first byte on.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(ALLOC_BYTES_MAX);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    if width > SIDE_MAX || height > SIDE_MAX || u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(PictureError::TooManyPixels { width, height });
    }
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged);
    }
    // What a small picture hides inside of itself must not be larger than the picture.
    let claimed = u64::from(width) * u64::from(height) * PIXEL_BYTES_MAX + WORKING_BYTES;
    limits.max_alloc = Some(claimed.min(ALLOC_BYTES_MAX));
    decoder.set_limits(limits).map_err(|_| PictureError::Damaged)?;
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?;
    drop(plain);
    // Turning makes a copy: of three bytes a pixel instead of eight.
    let mut image = DynamicImage::ImageRgb8(on_white(image));
    image.apply_orientation(orientation);
    Ok(image.into_rgb8())
}

/// The PNG with the chunks that pixels are made from alone. The file is one that [`end_of_png`] came to the end of.
fn plain_png(upload: &[u8]) -> Vec<u8> {
    let mut plain = upload[..8].to_vec();
    let mut at = 8;
    while let Some(head) = upload.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = at.saturating_add(length).saturating_add(12);
        let Some(chunk) = upload.get(at..end) else { break };
        if PNG_CHUNKS.iter().any(|kind| *kind == &head[4..]) {
            plain.extend_from_slice(chunk);
        }
        at = end;
    }
    plain
}

/// Refuses a WebP whose lossy frames claim more pixels than its canvas has: the decoder makes room for a frame before
/// it compares the two.
fn check_webp_frames(upload: &[u8]) -> Result<(), PictureError> {
    let u24 = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let body = upload.get(12..).unwrap_or_default();
    let Some((b"VP8X", header)) = riff_chunks(body).next() else { return Ok(()) };
    let canvas = match (header.get(4..7), header.get(7..10)) {
        (Some(width), Some(height)) => (u24(width) + 1) * (u24(height) + 1),
        _ => return Err(PictureError::Damaged),
    };
    // The frames of an animation stand behind 16 bytes that place them.
    let inside = |kind: &[u8], data| if kind == b"ANMF" { <[u8]>::get(data, 16..).unwrap_or_default() } else { &[] };
    let all = riff_chunks(body).flat_map(|(kind, data)| riff_chunks(inside(kind, data)).chain([(kind, data)]));
    for (_, frame) in all.filter(|(kind, _)| *kind == b"VP8 ") {
        let side = |at: usize| frame.get(at..at + 2).map_or(0, |side| u24(side) & 0x3fff);
        if side(6) * side(8) > canvas {
            return Err(PictureError::Damaged);
        }
    }
    Ok(())
}

/// The chunks of a RIFF container's body: their kinds and contents. Ends where the file does.
fn riff_chunks(mut rest: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        let (kind, after) = rest.split_at_checked(4)?;
        let (length, after) = after.split_at_checked(4)?;
        let length = length.iter().rev().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
        let data = &after[..length.min(after.len())];
        rest = after.get(length + length % 2..).unwrap_or_default();
        Some((kind, data))
    })
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
