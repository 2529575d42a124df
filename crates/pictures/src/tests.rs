//! Honest and hostile uploads.

use super::*;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use std::io::Cursor;

/// Left half red, right half blue; the top fifth green.
pub(super) fn flag(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| match (x < width / 2, y < height / 5) {
        (_, true) => Rgb([0, 200, 0]),
        (true, _) => Rgb([220, 0, 0]),
        (false, _) => Rgb([0, 0, 220]),
    })
    .into()
}

pub(super) fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn refused(upload: &[u8]) -> PictureError {
    encode(upload, Shape::Square, None).map(|e| (e.width, e.height)).unwrap_err()
}

fn pixel(encoded: &Encoded, x: u32, y: u32) -> [u8; 3] {
    image::load_from_memory(&encoded.jpeg).unwrap().to_rgb8().get_pixel(x, y).0
}

fn is_near(found: [u8; 3], expected: [u8; 3]) -> bool {
    found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 24)
}

#[test]
fn all_formats_become_webp_and_jpeg_of_the_shape() {
    let image = flag(800, 600);
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let upload = file(&image, format);
        for (shape, size) in [(Shape::Square, (600, 600)), (Shape::Horizontal, (800, 450))] {
            let encoded = encode(&upload, shape, None).unwrap();
            assert_eq!((encoded.width, encoded.height), size, "{format:?} {shape:?}");
            assert_eq!(image::guess_format(&encoded.webp).unwrap(), ImageFormat::WebP);
            assert_eq!(image::guess_format(&encoded.jpeg).unwrap(), ImageFormat::Jpeg);
            let webp = image::load_from_memory(&encoded.webp).unwrap();
            assert_eq!((webp.width(), webp.height()), size);
            assert!(is_near(pixel(&encoded, 10, size.1 - 10), [220, 0, 0]), "{format:?} {shape:?}");
            assert!(is_near(pixel(&encoded, size.0 - 10, size.1 - 10), [0, 0, 220]), "{format:?} {shape:?}");
        }
    }
}

#[test]
fn large_pictures_are_made_small_and_small_ones_are_never_enlarged() {
    let size = |width, height, shape| {
        encode(&file(&flag(width, height), ImageFormat::Jpeg), shape, None).map(|e| (e.width, e.height))
    };
    assert_eq!(size(4_000, 3_000, Shape::Square), Ok((640, 640)));
    assert_eq!(size(4_000, 3_000, Shape::Horizontal), Ok((1_024, 576)));
    assert_eq!(size(200, 150, Shape::Square), Ok((150, 150)));
    assert_eq!(size(320, 180, Shape::Horizontal), Ok((320, 180)));
    assert_eq!(size(149, 400, Shape::Square), Err(PictureError::TooSmall(150, 150)));
    assert_eq!(size(319, 400, Shape::Horizontal), Err(PictureError::TooSmall(320, 180)));
}

#[test]
fn a_given_rectangle_is_cut() {
    let upload = file(&flag(800, 600), ImageFormat::Png);
    let encoded = encode(&upload, Shape::Square, Some(Crop { x: 500, y: 200, width: 200, height: 200 })).unwrap();
    assert_eq!((encoded.width, encoded.height), (200, 200));
    assert!(is_near(pixel(&encoded, 5, 5), [0, 0, 220]));
    let outside = Crop { x: 700, y: 0, width: 200, height: 200 };
    assert!(matches!(encode(&upload, Shape::Square, Some(outside)), Err(PictureError::Crop(_))));
}

#[test]
fn nothing_of_what_is_cut_away_shines_in() {
    // Dark within a white frame, and made smaller.
    let (inside, frame) = (900, 100);
    let framed = DynamicImage::from(RgbImage::from_fn(inside + 2 * frame, inside + 2 * frame, |x, y| {
        let is_inside = [x, y].iter().all(|at| (frame..frame + inside).contains(at));
        Rgb(if is_inside { [20; 3] } else { [255; 3] })
    }));
    let crop = Crop { x: frame, y: frame, width: inside, height: inside };
    let encoded = encode(&file(&framed, ImageFormat::Png), Shape::Square, Some(crop)).unwrap();
    let edge = encoded.width - 1;
    for at in [(0, 0), (0, 300), (300, 0), (edge, 300), (300, edge), (edge, edge)] {
        let found = pixel(&encoded, at.0, at.1);
        assert!(found.iter().all(|value| (15..=25).contains(value)), "{at:?}: {found:?}");
    }
}

#[test]
fn transparency_becomes_white() {
    let clear = DynamicImage::from(RgbaImage::from_pixel(200, 200, Rgba([0, 0, 0, 0])));
    let encoded = encode(&file(&clear, ImageFormat::Png), Shape::Square, None).unwrap();
    assert!(is_near(pixel(&encoded, 100, 100), [255, 255, 255]));
}

/// A JPEG with an APP1 segment that says: turned by 90 degrees (6), and a place where it was taken.
fn turned_jpeg(image: &DynamicImage) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0".to_vec();
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0SECRET-GPS");
    let plain = file(image, ImageFormat::Jpeg);
    let mut turned = plain[..2].to_vec();
    turned.extend([0xff, 0xe1]);
    turned.extend(((exif.len() + 2) as u16).to_be_bytes());
    turned.extend(exif);
    turned.extend(&plain[2..]);
    turned
}

#[test]
fn orientation_is_honoured_and_metadata_goes() {
    let upload = turned_jpeg(&flag(600, 800));
    let encoded = encode(&upload, Shape::Horizontal, Some(Crop { x: 0, y: 0, width: 800, height: 450 })).unwrap();
    // Turned clockwise the green top is on the right.
    assert!(is_near(pixel(&encoded, encoded.width - 10, encoded.height / 2), [0, 200, 0]));
    for bytes in [&encoded.webp, &encoded.jpeg] {
        assert!(!bytes.windows(6).any(|w| w == b"SECRET") && !bytes.windows(4).any(|w| w == b"Exif"));
    }
}

#[test]
fn other_kinds_of_files_are_refused() {
    for upload in [
        &b""[..],
        b"x",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
        b"<?xml version=\"1.0\"?><svg/>",
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
        b"II*\0\x08\0\0\0",
        b"\0\0\0\x20ftypavif",
        b"MZ\x90\0",
    ] {
        assert_eq!(refused(upload), PictureError::UnknownFormat, "{:?}", String::from_utf8_lossy(upload));
    }
}

#[test]
fn files_that_end_early_or_are_damaged_are_refused() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let whole = file(&flag(400, 400), format);
        for part in [12, whole.len() / 3, whole.len() / 2, whole.len() - 3] {
            assert_eq!(refused(&whole[..part]), PictureError::Damaged, "{format:?} {part} of {}", whole.len());
        }
    }
    let mut png = file(&flag(400, 400), ImageFormat::Png);
    let middle = png.len() / 2;
    png[middle..middle + 64].fill(0xaa);
    assert_eq!(refused(&png), PictureError::Damaged);
}

/// A PNG whose header claims a size, with a few bytes of data.
fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let chunk = |kind_and_data: &[u8]| {
        let mut bytes = ((kind_and_data.len() - 4) as u32).to_be_bytes().to_vec();
        bytes.extend(kind_and_data);
        bytes.extend(crc32(kind_and_data).to_be_bytes());
        bytes
    };
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.extend(chunk(&header));
    png.extend(chunk(b"IDAT\x78\x9c\x03\0\0\0\0\x01"));
    png.extend(chunk(b"IEND"));
    png
}

pub(super) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn bombs_are_refused_by_what_they_claim() {
    let check = |upload: &[u8], width: u32, height: u32| {
        assert_eq!(refused(upload), PictureError::TooManyPixels { width, height });
    };
    check(&png_that_claims(50_000, 50_000), 50_000, 50_000);
    check(&png_that_claims(16_385, 100), 16_385, 100);
    check(&png_that_claims(8_000, 5_001), 8_000, 5_001);
    assert!(matches!(
        refused(&png_that_claims(u32::MAX, 1)),
        PictureError::TooManyPixels { .. } | PictureError::Damaged
    ));
    assert_eq!(refused(&png_that_claims(8_000, 5_000)), PictureError::Damaged);
    assert_eq!(refused(&png_that_claims(0, 0)), PictureError::Damaged);
    let mut gif = file(&flag(200, 200), ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    check(&gif, 65_535, 65_535);
    // Well compressed, honest about its size, and allowed.
    let plain = file(&DynamicImage::from(RgbImage::new(7_000, 5_000)), ImageFormat::Png);
    assert!(plain.len() < 1_000_000 && encode(&plain, Shape::Square, None).is_ok());
    assert_eq!(refused(&vec![0xff; UPLOAD_BYTES_MAX + 1]), PictureError::TooLong);
}

#[test]
fn files_that_are_also_something_else_are_refused() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let honest = file(&flag(200, 200), format);
        for attached in
            [&b"<script>alert(1)</script>"[..], b"<HTML><body>", b"PK\x03\x04rest of an archive", b"%PDF-1.7"]
        {
            let both = [&honest[..], attached].concat();
            assert_eq!(refused(&both), PictureError::Polyglot, "{format:?}");
        }
        let padded = [&honest[..], &[0; 16]].concat();
        assert!(encode(&padded, Shape::Square, None).is_ok(), "{format:?} with padding");
    }
    let mut commented = file(&flag(200, 200), ImageFormat::Jpeg);
    let comment = b"\xff\xfe\0\x0e<script>//--";
    commented.splice(2..2, comment.iter().copied());
    assert_eq!(refused(&commented), PictureError::Polyglot);
}
