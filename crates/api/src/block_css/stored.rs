//! Stored CSS is compiled anew at the first start with other rules, so that these hold for blocks from before.

use super::compile;
use placard_model::BlockId;
use placard_store::publishing::blocks;
use placard_store::{Priority, Store};
use sha2::{Digest, Sha256};

/// Blocks that are looked at in one transaction.
const BLOCKS_A_STEP: u32 = 500;

/// What the rules are written in: with another text of it, or another parser, CSS may come out differently.
const RULES: [&str; 3] =
    [include_str!("../block_css.rs"), include_str!("allowed.rs"), include_str!("../../../../Cargo.toml")];

/// By what is known which rules CSS was compiled with.
fn rules_digest() -> Vec<u8> {
    let mut digest = Sha256::new();
    for text in RULES {
        digest.update(text);
    }
    digest.finalize().to_vec()
}

/// Compiles the CSS of all blocks, unless that was done with these rules, and stores what came out differently. CSS that
/// is refused now is left out: the block is shown without, and its owner sees why at the next save.
pub async fn bring_up_to_date(store: &Store) -> anyhow::Result<()> {
    let digest = rules_digest();
    let known = store.read("get_style_rules", async |conn| blocks::style_rules(conn).await).await?;
    if known.as_ref() == Some(&digest) {
        return Ok(());
    }
    let mut from = BlockId(0);
    loop {
        let found = store
            .read("list_block_styles", async move |conn| blocks::list_styles(conn, from, BLOCKS_A_STEP).await)
            .await?;
        let Some(last) = found.last() else { break };
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
    let note = async move |tx: &_| blocks::set_style_rules(tx, &digest).await;
    Ok(store.write("set_style_rules", Priority::Feed, note).await?)
}
