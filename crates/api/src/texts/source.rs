//! The files of texts: lines `key: value` between two lines `---`, then Markdown.

use placard_model::UnixMs;

/// A text as the program brings it along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Where it stands among others.
    pub section: String,
    /// Its place among all of its kind.
    pub order: u32,
    /// The day of its last change.
    pub updated_at: UnixMs,
    /// Markdown.
    pub body: String,
}

/// Reads a file. The error says what to correct.
pub fn parse(file: &str) -> Result<Source, String> {
    let rest = file.strip_prefix("---\n").ok_or("must begin with a line ---")?;
    let (head, body) = rest.split_once("\n---\n").ok_or("must have a second line --- before the text")?;
    let (mut title, mut description, mut section, mut order, mut updated) = (None, None, None, None, None);
    for line in head.lines() {
        let (key, value) = line.split_once(':').ok_or_else(|| format!("`{line}` must be `key: value`"))?;
        let value = value.trim();
        let place = match key.trim() {
            "title" => &mut title,
            "description" => &mut description,
            "section" => &mut section,
            "order" => &mut order,
            "updated" => &mut updated,
            other => return Err(format!("`{other}` is not a key: title, description, section, order, updated are")),
        };
        if value.is_empty() || place.replace(value.to_owned()).is_some() {
            return Err(format!("`{key}` must be there once, and not be empty"));
        }
    }
    let missing = |key: &str| format!("`{key}` is missing");
    let updated = updated.ok_or_else(|| missing("updated"))?;
    Ok(Source {
        title: title.ok_or_else(|| missing("title"))?,
        description: description.ok_or_else(|| missing("description"))?,
        section: section.ok_or_else(|| missing("section"))?,
        order: order.ok_or_else(|| missing("order"))?.parse().map_err(|_| "`order` must be a whole number")?,
        updated_at: UnixMs::parse(&format!("{updated}T00:00:00Z"))
            .ok_or_else(|| format!("`updated` must be a day such as 2026-11-21, is `{updated}`"))?,
        body: body.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "---\ntitle: A: b\ndescription: c\nsection: d\norder: 10\nupdated: 2026-11-21\n---\n\nText\n";

    #[test]
    fn files_are_read() {
        let source = parse(FILE).unwrap();
        assert_eq!((source.title.as_str(), source.order, source.body.as_str()), ("A: b", 10, "Text"));
        assert_eq!(source.updated_at.to_string(), "2026-11-21T00:00:00Z");
    }

    #[test]
    fn mistakes_are_named() {
        let check = |from: &str, to: &str, expected: &str| {
            let error = parse(&FILE.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        check("---\n", "", "begin");
        check("\n---\n", "\n", "second");
        check("title: A: b\n", "", "`title` is missing");
        check("order: 10", "order: first", "whole number");
        check("updated: 2026-11-21", "updated: 21.11.", "2026-11-21");
        check("section: d", "section: ", "once");
        check("section: d", "title: d", "once");
        check("section: d", "colour: d", "colour");
    }
}
