//! The source of all chance.

use anyhow::Context;
use parking_lot::Mutex;
use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng, TryRng};

/// The source of chance: one seeded generator, from which workers fork their own.
pub struct Chance(Mutex<StdRng>);

impl Chance {
    /// A source of the seed, or of the operating system's.
    pub fn new(seed: Option<u64>) -> anyhow::Result<Self> {
        let rng = if let Some(seed) = seed {
            StdRng::seed_from_u64(seed)
        } else {
            let mut seed = <StdRng as SeedableRng>::Seed::default();
            SysRng.try_fill_bytes(&mut seed).context("the operating system gives no random bytes")?;
            StdRng::from_seed(seed)
        };
        Ok(Self(Mutex::new(rng)))
    }

    /// A generator of its own, for a worker that draws much.
    pub fn fork(&self) -> StdRng {
        StdRng::from_rng(&mut *self.0.lock())
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().fill_bytes(&mut bytes);
        bytes
    }

    /// A random number.
    pub fn next_u64(&self) -> u64 {
        self.0.lock().next_u64()
    }
}
