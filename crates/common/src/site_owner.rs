//! What a site must show to be its owner's, and the line of its owner in `ads.txt`.

use crate::base::Base;
use crate::secrets::{Keys, Purpose};
use hmac::{Hmac, KeyInit, Mac};
use placard_model::sites::ads_txt::Record;
use placard_model::{SiteId, UserId};
use sha2::Sha256;
use std::fmt::Write as _;
use url::Url;

/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// What a site must show: the same each time, and known to who has the network's key alone.
pub fn token(keys: &Keys, site: SiteId) -> String {
    let key: [u8; 32] = keys.derive(Purpose::SiteToken, None);
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(&site.0.to_be_bytes());
    mac.finalize().into_bytes().iter().take(TOKEN_BYTES).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The host of the network, by which others know it.
pub fn system(base: &Base) -> String {
    let url = Url::parse(&base.config.public_url()).ok();
    url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// The line that the sites of a webmaster have in `ads.txt`.
pub fn ads_txt_line(base: &Base, webmaster: UserId) -> Record {
    Record {
        system: system(base),
        account: webmaster.to_string(),
        is_direct: true,
        certification: base.settings.get().sites.certification_id.clone(),
    }
}
