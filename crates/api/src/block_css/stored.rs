//! Stored CSS is compiled anew at each start, so that rules that were added since hold for blocks from before.

use super::compile;
use placard_model::BlockId;
use placard_store::{Priority, Store, blocks};

/// Blocks that are looked at in one transaction.
const BLOCKS_A_STEP: u32 = 500;

/// Compiles the CSS of all blocks and stores what came out differently. CSS that is refused now is left out: the block is
/// shown without, and its owner sees why at the next save.
pub async fn bring_up_to_date(store: &Store) -> anyhow::Result<()> {
    let mut from = BlockId(0);
    loop {
        let found = store
            .read("list_block_styles", async move |conn| blocks::list_styles(conn, from, BLOCKS_A_STEP).await)
            .await?;
        let Some(last) = found.last() else { return Ok(()) };
        from = BlockId(last.id.0 + 1);
        let mut changed = Vec::new();
        for block in found {
            let compiled = compile(&block.custom_styles).unwrap_or_else(|error| {
                tracing::warn!(block = block.id.0, "its own CSS is refused now and was left out: {error}");
                String::new()
            });
            if compiled != block.compiled_styles {
                changed.push((block.id, compiled));
            }
        }
        if !changed.is_empty() {
            store
                .write("compile_block_styles", Priority::Feed, async move |tx| {
                    for (id, compiled) in &changed {
                        blocks::set_compiled_styles(tx, *id, compiled).await?;
                    }
                    Ok(())
                })
                .await?;
        }
    }
}
