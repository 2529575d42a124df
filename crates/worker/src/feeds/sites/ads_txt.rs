//! Whether a site's `ads.txt` has the line of its owner, read as the IAB's specification 1.1 says.

use super::web::{Asked, ask, failed, off_thread};
use placard_common::fetch::{Answer, Fetcher};
use placard_model::sites::ads_txt::{AdsTxt, FILE_BYTES_MAX, Missing, Record};
use placard_model::sites::verification::bare;
use placard_store::publishing::site_checks::LineFound;
use std::net::IpAddr;

/// Where the file is.
const PATH: &str = "/ads.txt";

/// Looks for a line in the file of a site's registered domain, or in that of the subdomain which it says has its own.
pub(super) async fn look(fetcher: &Fetcher, domain: &str, line: &Record) -> LineFound {
    let told = |is_found: bool, text: String| LineFound { line: line.to_string(), is_found, text };
    let (host, root) = (bare(domain), registered(domain));
    let (mut url, file) = read(fetcher, root).await;
    let mut file = match file {
        Ok(file) => file,
        Err(text) => return told(false, text),
    };
    if host != root && file.subdomains.iter().any(|named| bare(named) == host) {
        let (own_url, own) = read(fetcher, host).await;
        match own {
            Ok(own) => (url, file) = (own_url, own),
            Err(text) => return told(false, text),
        }
    }
    match file.find(line) {
        Ok(()) => told(true, format!("Found in {url}.")),
        Err(Missing::NoLine) => told(false, format!("Not in {url}.")),
        Err(Missing::OtherAccount) => {
            told(false, format!("{url} names {} with another account than {}.", line.system, line.account))
        }
        Err(Missing::OtherRelation) => {
            told(false, format!("{url} names the account as RESELLER: it is your own, so it must be DIRECT."))
        }
        Err(Missing::OtherCertification) => {
            told(false, format!("{url} names the account with another last field than {}.", line.certification))
        }
    }
}

/// What was registered of a domain: it and all its subdomains have one file.
fn registered(domain: &str) -> &str {
    if domain.parse::<IpAddr>().is_ok() { domain } else { psl::domain_str(domain).unwrap_or(domain) }
}

/// Reads the file of a host; where it was looked for.
async fn read(fetcher: &Fetcher, host: &str) -> (String, Result<AdsTxt, String>) {
    let asked = ask(fetcher, &fetcher.origins(host), PATH, FILE_BYTES_MAX).await;
    let Asked { origin, result } = asked;
    let url = format!("{origin}{PATH}");
    let file = match result {
        Err(failure) => Err(failed(&url, &failure)),
        Ok(answer) => match usable(&url, host, &answer) {
            Ok(()) => Ok(off_thread(move || AdsTxt::parse(&answer.body)).await),
            Err(text) => Err(text),
        },
    };
    (url, file)
}

fn usable(url: &str, host: &str, answer: &Answer) -> Result<(), String> {
    let on_way = answer.hops.iter().map(|hop| hop.host.as_str()).chain([answer.host()]);
    let root = registered(host);
    // One step to a domain of somebody else is allowed, and that must be the last.
    if let Some(elsewhere) = on_way.clone().find(|way| registered(way) != root)
        && on_way.clone().skip_while(|way| registered(way) == root).nth(1).is_some()
    {
        return Err(format!("{url} leads to {elsewhere} and on from there, which no reader of ads.txt follows."));
    }
    match answer.status {
        200 => {}
        404 | 410 => return Err(format!("There is no {url}.")),
        status => return Err(format!("{url} answers {status}.")),
    }
    if answer.is_packed {
        return Err(format!("{url} was sent compressed, which was not asked for: it is not read."));
    }
    let kind = answer.content_type.split(';').next().unwrap_or_default().trim();
    if !kind.is_empty() && !kind.eq_ignore_ascii_case("text/plain") {
        return Err(format!("{url} is sent as {kind}, and readers of ads.txt take text/plain only."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_that_of_the_registered_domain() {
        let check = |domain: &str, expected: &str| assert_eq!(registered(domain), expected);
        check("blog.harbor.co.uk", "harbor.co.uk");
        check("www.harbor.example", "harbor.example");
        check("someone.github.io", "someone.github.io");
        check("192.0.2.7", "192.0.2.7");
        check("co.uk", "co.uk");
    }
}
