//! The schema's history. A migration that has landed is never edited or removed, only followed by another.

use sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager, async_trait};

/// One migration for each file of this folder; a file has a function `up`.
macro_rules! migrations {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// All migrations, in order.
        pub struct Migrator;

        #[async_trait::async_trait]
        impl MigratorTrait for Migrator {
            fn migrations() -> Vec<Box<dyn MigrationTrait>> {
                vec![$({
                    struct Migration;

                    impl MigrationName for Migration {
                        fn name(&self) -> &'static str {
                            stringify!($name)
                        }
                    }

                    #[async_trait::async_trait]
                    #[expect(elided_lifetimes_in_paths, reason = "must be spelled as the trait spells it")]
                    impl MigrationTrait for Migration {
                        fn use_transaction(&self) -> Option<bool> {
                            Some(true)
                        }

                        async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
                            $name::up(manager).await
                        }
                    }

                    Box::new(Migration) as Box<dyn MigrationTrait>
                }),*]
            }
        }
    };
}

migrations! {
    m0001_accounts,
    m0002_advertising,
    m0003_publishing,
    m0004_money,
    m0005_account_tokens,
    m0006_access,
    m0007_mail_texts,
    m0009_text_versions,
    m0011_set_aside,
    m0012_landings,
    m0014_key_check,
    m0015_moderation,
    m0016_quotas,
    m0017_checkpoint_parts,
    m0018_lists,
    m0019_edits,
    m0020_pictures_used,
}
