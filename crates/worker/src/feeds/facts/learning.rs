//! What the engine learns of a batch.

use placard_engine::Learned;
use placard_model::event::ServedAd;
use placard_model::targeting::audience::DeviceType;
use placard_model::targeting::geo::CountryCode;
use placard_model::{AdId, BlockId};
use rustc_hash::FxHashMap;

/// Shows and clicks of equal ad, block and audience, added up.
#[derive(Default)]
pub(super) struct Learning(FxHashMap<(AdId, BlockId, CountryCode, DeviceType), Learned>);

impl Learning {
    pub(super) fn add(&mut self, ad: &ServedAd, shows: i32, clicks: i32) {
        let served = &ad.served;
        let key = (served.ad, served.block, served.place.country, served.device_type);
        let one = self.0.entry(key).or_insert(Learned {
            ad: served.ad,
            block: served.block,
            format: ad.block.format,
            country: served.place.country,
            device_type: served.device_type,
            shows: 0,
            clicks: 0,
        });
        one.shows += shows;
        one.clicks += clicks;
    }

    pub(super) fn into_list(self) -> Vec<Learned> {
        self.0.into_values().collect()
    }
}
