//! Blocks by id, also those that show nothing any more: a click on an ad that was shown before still has an owner.

use parking_lot::RwLock;
use placard_model::BlockId;
use placard_model::inventory::BlockDims;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A block with its site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBlock {
    /// Whose it is.
    pub dims: BlockDims,
    /// The site's domain.
    pub domain: Arc<str>,
}

/// The blocks. Kept by the inventory feed.
#[derive(Debug, Default)]
pub struct Directory {
    blocks: RwLock<FxHashMap<BlockId, KnownBlock>>,
}

impl Directory {
    /// Takes over a block.
    pub fn put_block(&self, dims: BlockDims, domain: &str) {
        self.blocks.write().insert(dims.block, KnownBlock { dims, domain: domain.into() });
    }

    /// The block of an id.
    pub fn block(&self, id: BlockId) -> Option<KnownBlock> {
        self.blocks.read().get(&id).cloned()
    }
}
