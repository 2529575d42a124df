//! Files that unpack to far more than they are, and broken ones, in a process whose memory the system bounds.

use super::tests::{crc32, file, flag};
use super::*;
use image::ImageFormat;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Set in the process that may run out of memory.
const INSIDE: &str = "PLACARD_TEST_BOMBS";
/// Memory for files whose pictures have at most 200 x 200 pixels, in bytes.
const BOMB_BYTES: u64 = 64 * 1024 * 1024;
/// Memory for broken files, which may claim any size, in bytes.
const BROKEN_BYTES: u64 = 1024 * 1024 * 1024;
/// What a bomb unpacks to, in bytes.
const UNPACKED: usize = 160_000_000;
/// Broken files that are tried.
const BROKEN_FILES: u32 = 300;

/// A zlib stream of so many zeros, 158 times shorter: one literal, then copies of 258 bytes, with the fixed codes of
/// RFC 1951.
fn zlib_zeros(length: usize) -> Vec<u8> {
    let copies = (length - 1) / 258;
    let length = 1 + copies * 258;
    let (mut out, mut bits, mut count) = (vec![0x78, 0x9c], 0_u32, 0);
    let mut put = |code: u32, width: u32| {
        for at in (0..width).rev() {
            bits |= (code >> at & 1) << count;
            count += 1;
            if count == 8 {
                out.push(bits as u8);
                (bits, count) = (0, 0);
            }
        }
    };
    put(0b1, 1);
    put(0b10, 2);
    put(0b0011_0000, 8);
    for _ in 0..copies {
        put(0b1100_0101, 8);
        put(0, 5);
    }
    put(0, 7);
    put(0, 7);
    let checksum = (length as u32 % 65_521) << 16 | 1;
    out.extend(checksum.to_be_bytes());
    out
}

fn png_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc32(&body).to_be_bytes()].concat()
}

/// A small PNG with chunks behind its header.
fn png_with(chunks: &[u8]) -> Vec<u8> {
    let mut png = file(&flag(200, 200), ImageFormat::Png);
    png.splice(33..33, chunks.iter().copied());
    png
}

fn riff_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = if data.len() % 2 == 1 { &[0][..] } else { &[] };
    [&kind[..], &(data.len() as u32).to_le_bytes()[..], data, padding].concat()
}

/// A WebP that says 200 x 200, with chunks.
fn webp_with(flags: u8, chunks: &[u8]) -> Vec<u8> {
    let header = riff_chunk(*b"VP8X", &[flags, 0, 0, 0, 199, 0, 0, 199, 0, 0]);
    riff_chunk(*b"RIFF", &[b"WEBP", &header[..], chunks].concat())
}

/// The beginning of a lossy frame of 16,383 x 16,383 pixels.
fn lossy_frame() -> Vec<u8> {
    let mut frame = vec![0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0xff, 0x3f, 0xff, 0x3f];
    frame.extend([0; 400]);
    frame
}

fn jpeg_with(segments: &[u8]) -> Vec<u8> {
    let mut jpeg = file(&flag(200, 200), ImageFormat::Jpeg);
    jpeg.splice(2..2, segments.iter().copied());
    jpeg
}

fn jpeg_segment(marker: u8, data: &[u8]) -> Vec<u8> {
    [&[0xff, marker][..], &((data.len() + 2) as u16).to_be_bytes(), data].concat()
}

/// Files by name. Those that are well-formed pictures beside what they carry are taken.
fn bombs() -> Vec<(&'static str, bool, Vec<u8>)> {
    let zeros = zlib_zeros(UNPACKED);
    let profile = [b"icc\0\0", &zeros[..]].concat();
    let text = [b"Raw profile type iptc\0\0", &zeros[..]].concat();
    let itxt = [b"XML:com.adobe.xmp\0\x01\0\0\0", &zeros[..]].concat();
    let control = [&1_u32.to_be_bytes()[..], &0_u32.to_be_bytes()].concat();
    let mut gif = file(&flag(200, 200), ImageFormat::Gif);
    let frame = (13..gif.len()).find(|at| gif[*at..].starts_with(&[0x2c, 0, 0, 0, 0, 200, 0, 200, 0])).unwrap();
    gif[frame + 5..frame + 9].fill(0xff);
    let mut place = [0; 16];
    place[6] = 199;
    place[9] = 199;
    let moving = riff_chunk(*b"ANMF", &[&place[..], &riff_chunk(*b"VP8 ", &lossy_frame())].concat());
    let icc: Vec<u8> = (1..=100)
        .flat_map(|number| jpeg_segment(0xe2, &[b"ICC_PROFILE\0", &[number, 100][..], &vec![0; 60_000]].concat()))
        .collect();
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\xff\xff".to_vec();
    exif.resize(65_000, 0xff);
    vec![
        ("png profile", true, png_with(&png_chunk(*b"iCCP", &profile))),
        ("png compressed text", true, png_with(&png_chunk(*b"zTXt", &text))),
        ("png international text", true, png_with(&png_chunk(*b"iTXt", &itxt))),
        ("png many texts", true, png_with(&png_chunk(*b"tEXt", b"a\0b").repeat(100_000))),
        ("png exif", true, png_with(&png_chunk(*b"eXIf", &vec![0xff; 5_000_000]))),
        ("png animation", true, png_with(&png_chunk(*b"acTL", &control))),
        ("png pixels", true, png_with(&png_chunk(*b"IDAT", &zeros))),
        ("jpeg profiles", true, jpeg_with(&icc)),
        ("jpeg exif", true, jpeg_with(&jpeg_segment(0xe1, &exif))),
        ("gif frame", false, gif),
        ("webp frame", false, webp_with(0, &riff_chunk(*b"VP8 ", &lossy_frame()))),
        ("webp animation", false, webp_with(2, &[riff_chunk(*b"ANIM", &[0; 6]), moving].concat())),
        ("webp profile", false, webp_with(0x20, &riff_chunk(*b"ICCP", &vec![0; 5_000_000]))),
    ]
}

/// Lets the process have so many bytes more than it has now. Whoever wants more ends it.
fn limit_memory(more: u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    let size: u64 = size.trim().trim_end_matches(" kB").parse().unwrap();
    let maximum = getrlimit(Resource::As).maximum;
    setrlimit(Resource::As, Rlimit { current: Some(size * 1024 + more), maximum }).unwrap();
}

/// Runs a test of this file again in a process of its own, and says whether this is that process.
fn is_inside(test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("bombs::{test}"), "--nocapture", "--test-threads=1"])
        .env(INSIDE, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && String::from_utf8_lossy(&done.stdout).contains("1 passed"), "{said}");
    false
}

#[test]
fn bombs_take_no_more_memory_than_their_pixels() {
    if !is_inside("bombs_take_no_more_memory_than_their_pixels") {
        return;
    }
    let bombs = bombs();
    limit_memory(BOMB_BYTES);
    for (name, is_taken, bomb) in bombs {
        // Said before, so that one that ends the process is known.
        eprintln!("{name}: {} bytes", bomb.len());
        assert_eq!(encode(&bomb, Shape::Square, None).is_ok(), is_taken, "{name}");
    }
}

/// What fuzzing changes: bytes that are set, a piece that is left out, a piece that is doubled.
type Damage = (Vec<(prop::sample::Index, u8)>, Option<(prop::sample::Index, u8)>, Option<(prop::sample::Index, u8)>);

fn damage() -> impl Strategy<Value = Damage> {
    let piece = || proptest::option::weighted(0.2, (any::<prop::sample::Index>(), any::<u8>()));
    (prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8), piece(), piece())
}

#[test]
fn broken_files_never_break_the_decoder() {
    if !is_inside("broken_files_never_break_the_decoder") {
        return;
    }
    let picture = flag(40, 40);
    let mut corpus: Vec<Vec<u8>> = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif]
        .into_iter()
        .map(|format| file(&picture, format))
        .collect();
    corpus.extend(bombs().into_iter().map(|(_, _, bomb)| bomb).filter(|bomb| bomb.len() < 100_000));
    limit_memory(BROKEN_BYTES);
    let mut runner = TestRunner::new(Config { cases: BROKEN_FILES, failure_persistence: None, ..Config::default() });
    let strategy = (prop::sample::select(corpus), damage());
    runner
        .run(&strategy, |(mut bytes, (set, left_out, doubled))| {
            for (at, value) in set {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            if let Some((at, length)) = left_out {
                let at = at.index(bytes.len());
                bytes.drain(at..(at + usize::from(length)).min(bytes.len()));
            }
            if let Some((at, length)) = doubled.filter(|_| !bytes.is_empty()) {
                let at = at.index(bytes.len());
                let piece = bytes[at..(at + usize::from(length)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            let _ = std::hint::black_box(encode(&bytes, Shape::Square, None));
            Ok(())
        })
        .unwrap();
}
