//! The folder of mails that do not leave the machine.

use crate::data_folder::OUTBOX;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Removes mails of an account that was deleted from the outbox.
pub async fn remove(data_dir: &Path, mails: Vec<i64>) -> anyhow::Result<()> {
    let mails: HashSet<i64> = mails.into_iter().collect();
    remove_files(data_dir, move |name| mail_of(name).is_some_and(|mail| mails.contains(&mail))).await
}

/// The id in the name of a file: `2026-11-21T14-05-00Z-17-confirm.eml`.
fn mail_of(name: &str) -> Option<i64> {
    name.split_once("Z-")?.1.split_once('-')?.0.parse().ok()
}

/// Removes the files of which `is_gone` says so by their names. One that cannot be removed is told in the log.
pub async fn remove_files(data_dir: &Path, is_gone: impl Fn(&str) -> bool + Send + 'static) -> anyhow::Result<()> {
    let folder = data_dir.join(OUTBOX);
    tokio::task::spawn_blocking(move || {
        let Ok(entries) = fs::read_dir(&folder) else { return };
        for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(&is_gone)) {
            if let Err(error) = fs::remove_file(entry.path()) {
                tracing::warn!("cannot remove {}: {error}", entry.path().display());
            }
        }
    })
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_tell_their_mail() {
        assert_eq!(mail_of("2026-11-21T14-05-00Z-17-confirm.eml"), Some(17));
        assert_eq!(mail_of("2026-11-21T14-05-00Z-17-confirm.eml.new"), Some(17));
        for name in ["", "note.txt", "Z-", "Z-a-b", "2026Z-17.eml"] {
            assert_eq!(mail_of(name), None, "{name}");
        }
    }
}
