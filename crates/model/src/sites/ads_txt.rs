//! `ads.txt` of the IAB Tech Lab, version 1.1: who may sell the places of a domain.
//!
//! Files are written by people and by programs of all kinds, so reading them is lenient where the specification is, and
//! what is not understood is passed over.

/// Bytes of a file that are read; the rest is left.
pub const FILE_BYTES_MAX: usize = 512 * 1024;
/// Lines of a file that are read.
const LINES_MAX: usize = 50_000;
/// Subdomains that a file may name.
const SUBDOMAINS_MAX: usize = 1_000;

/// A seller that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Domain of the advertising system, lower case.
    pub system: String,
    /// The account there, as written.
    pub account: String,
    /// Whether the account is the publisher's own.
    pub is_direct: bool,
    /// What certifies the system, as written; empty when nothing is named.
    pub certification: String,
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdsTxt {
    /// Sellers, in order.
    pub records: Vec<Record>,
    /// Hosts that have a file of their own, lower case.
    pub subdomains: Vec<String>,
}

impl AdsTxt {
    /// Reads a file.
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
        let mut read = Self::default();
        for line in text.split(['\n', '\r']).take(LINES_MAX) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some((name, value)) = line.split_once('=')
                && !name.contains(',')
            {
                let is_subdomain = name.trim().eq_ignore_ascii_case("subdomain");
                if is_subdomain && read.subdomains.len() < SUBDOMAINS_MAX {
                    read.subdomains.push(value.trim().trim_end_matches('.').to_ascii_lowercase());
                }
                continue;
            }
            // Behind a semicolon stand extensions.
            let fields = line.split(';').next().unwrap_or_default();
            let mut fields = fields.split(',').map(str::trim);
            let (Some(system), Some(account), Some(relation)) = (fields.next(), fields.next(), fields.next()) else {
                continue;
            };
            let is_direct = relation.eq_ignore_ascii_case("DIRECT");
            if system.is_empty() || account.is_empty() || !(is_direct || relation.eq_ignore_ascii_case("RESELLER")) {
                continue;
            }
            read.records.push(Record {
                system: system.to_ascii_lowercase(),
                account: account.to_owned(),
                is_direct,
                certification: fields.next().unwrap_or_default().to_owned(),
            });
        }
        read
    }

    /// Whether the file has a line, or what is wrong with the one that comes near.
    pub fn find(&self, line: &Record) -> Result<(), Missing> {
        let of_account =
            |record: &&Record| record.system == line.system && record.account.eq_ignore_ascii_case(&line.account);
        let certified = |record: &&Record| line.certification.is_empty() || record.certification == line.certification;
        if self.records.iter().filter(of_account).any(|record| record.is_direct == line.is_direct && certified(&record))
        {
            return Ok(());
        }
        Err(match self.records.iter().filter(of_account).find(|record| record.is_direct == line.is_direct) {
            Some(_) => Missing::OtherCertification,
            None if self.records.iter().any(|record| of_account(&record)) => Missing::OtherRelation,
            None if self.records.iter().any(|record| record.system == line.system) => Missing::OtherAccount,
            None => Missing::NoLine,
        })
    }
}

/// Why a line is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Nothing comes near.
    NoLine,
    /// The system is named, with other accounts.
    OtherAccount,
    /// The account is named as that of a reseller, or the other way round.
    OtherRelation,
    /// The account is named with another certification, or none.
    OtherCertification,
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let relation = if self.is_direct { "DIRECT" } else { "RESELLER" };
        write!(f, "{}, {}, {relation}", self.system, self.account)?;
        if self.certification.is_empty() { Ok(()) } else { write!(f, ", {}", self.certification) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(certification: &str) -> Record {
        Record {
            system: "placard.example".to_owned(),
            account: "17".to_owned(),
            is_direct: true,
            certification: certification.to_owned(),
        }
    }

    #[test]
    fn lines_are_found_as_people_write_them() {
        let check = |file: &str, expected: Result<(), Missing>| {
            assert_eq!(AdsTxt::parse(file.as_bytes()).find(&own("")), expected, "{file:?}");
        };
        check("placard.example, 17, DIRECT", Ok(()));
        check("\u{feff}placard.example, 17, DIRECT\r\n", Ok(()));
        check("# sellers\r\n\r\n  Placard.EXAMPLE ,\t17,direct # ours", Ok(()));
        check("placard.example,17,DIRECT,f08c47fec0942fa0", Ok(()));
        check("placard.example, 17, DIRECT; x=y", Ok(()));
        check("a.example, 1, DIRECT\rplacard.example, 17, DIRECT\rb.example, 2, RESELLER", Ok(()));
        check("placard.example, 17, RESELLER\nplacard.example, 17, DIRECT", Ok(()));
        check("", Err(Missing::NoLine));
        check("#placard.example, 17, DIRECT", Err(Missing::NoLine));
        check("placard.example 17 DIRECT", Err(Missing::NoLine));
        check("placard.example, 17", Err(Missing::NoLine));
        check("placard.example, 17, DIRECTLY", Err(Missing::NoLine));
        check("notplacard.example, 17, DIRECT", Err(Missing::NoLine));
        check("contact=placard.example, 17, DIRECT", Err(Missing::NoLine));
        check("placard.example, 18, DIRECT", Err(Missing::OtherAccount));
        check("placard.example, 17, RESELLER", Err(Missing::OtherRelation));
        let read = AdsTxt::parse(b"placard.example, 17, DIRECT\nSubDomain = Blog.harbor.example. # own file");
        assert_eq!(read.subdomains, ["blog.harbor.example"]);
        assert_eq!(read.find(&own("f08c")), Err(Missing::OtherCertification));
        assert_eq!(own("f08c").to_string(), "placard.example, 17, DIRECT, f08c");
    }
}
