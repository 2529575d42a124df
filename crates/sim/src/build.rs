//! The programs that tests start: built once, into the folder that the tests themselves were built into.

use anyhow::{Context, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names a built executable instead.
pub const BINARY: &str = "CRASH_TEST_BIN";

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("/")).to_owned()
}

/// The executable `placard`.
pub fn placard() -> anyhow::Result<PathBuf> {
    match env::var_os(BINARY) {
        Some(path) => Ok(PathBuf::from(path)),
        None => build("placard-server", "placard"),
    }
}

/// The library that is loaded into a process to forget what it did not sync.
pub fn powerloss() -> anyhow::Result<PathBuf> {
    build("placard-powerloss", "libplacard_powerloss.so")
}

/// Builds a package and says where its product is.
fn build(package: &str, product: &str) -> anyhow::Result<PathBuf> {
    // A test's executable is in `<target>/<profile>/deps`.
    let test = env::current_exe()?;
    let folder = test.ancestors().nth(2).context("the test runs outside a target folder")?;
    let target = folder.parent().context("the test runs outside a target folder")?;
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--package", package, "--profile", profile, "--target-dir"])
        .arg(target)
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "{package} does not build");
    Ok(folder.join(product))
}
