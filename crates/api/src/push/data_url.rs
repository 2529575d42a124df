//! Pictures that a form carries as text: `data:image/png;base64,...`, decoded as they come in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The longest part before the data, in bytes.
const HEAD_BYTES_MAX: usize = 100;

/// A `data:` URL of which parts have come in.
#[derive(Debug, Default)]
pub(crate) struct DataUrl {
    head: Option<Vec<u8>>,
    is_in_data: bool,
    /// Letters that wait for others: four of them are three bytes.
    letters: Vec<u8>,
}

/// The text is no picture as base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoDataUrl;

impl DataUrl {
    /// What the next part of the text decodes to.
    pub(crate) fn decode(&mut self, mut text: &[u8]) -> Result<Vec<u8>, NoDataUrl> {
        if !self.is_in_data {
            let head = self.head.get_or_insert_default();
            let comma = text.iter().position(|byte| *byte == b',');
            let (start, rest) = text.split_at(comma.unwrap_or(text.len()));
            head.extend_from_slice(start);
            if head.len() > HEAD_BYTES_MAX {
                return Err(NoDataUrl);
            }
            if comma.is_none() {
                return Ok(Vec::new());
            }
            let head = head.trim_ascii_start().to_ascii_lowercase();
            if !head.starts_with(b"data:image/") || !head.ends_with(b";base64") {
                return Err(NoDataUrl);
            }
            self.is_in_data = true;
            text = &rest[1..];
        }
        self.letters.extend(text.iter().filter(|byte| !byte.is_ascii_whitespace()));
        let whole = self.letters.len() / 4 * 4;
        let bytes = STANDARD.decode(&self.letters[..whole]).map_err(|_| NoDataUrl)?;
        self.letters.drain(..whole);
        Ok(bytes)
    }

    /// Whether the text ended where a `data:` URL may; an empty text is none, and allowed.
    pub(crate) fn finish(self) -> Result<(), NoDataUrl> {
        let is_blank = self.head.is_none_or(|head| head.trim_ascii().is_empty());
        if self.letters.is_empty() && (self.is_in_data || is_blank) { Ok(()) } else { Err(NoDataUrl) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_as_text_are_decoded_in_any_pieces() {
        let check = |text: &str, expected: Result<&[u8], NoDataUrl>| {
            for size in [1, 2, 3, 5, 7, 1_000] {
                let mut url = DataUrl::default();
                let decoded: Result<Vec<u8>, NoDataUrl> = (|| {
                    let mut all = Vec::new();
                    for piece in text.as_bytes().chunks(size) {
                        all.extend(url.decode(piece)?);
                    }
                    url.finish()?;
                    Ok(all)
                })();
                assert_eq!(decoded.as_deref(), expected.as_ref().map(|bytes| *bytes), "{text} in pieces of {size}");
            }
        };
        check("data:image/png;base64,aGVsbG8=", Ok(b"hello"));
        check("data:image/png;base64,aGVs\nbG8h", Ok(b"hello!"));
        check("DATA:image/PNG;BASE64,aGVsbG8h", Ok(b"hello!"));
        check("", Ok(b""));
        check("data:image/png;base64,aGVsbG8", Err(NoDataUrl));
        check("data:image/png;base64,a?Vs", Err(NoDataUrl));
        check("data:text/html;base64,aGVs", Err(NoDataUrl));
        check("data:image/png,hello", Err(NoDataUrl));
        check("https://pictures.example/1.png", Err(NoDataUrl));
        check(&"x".repeat(200), Err(NoDataUrl));
    }
}
