//! The schema's history. A migration that has landed is never edited or removed, only followed by another.

use sea_orm_migration::{MigrationTrait, MigratorTrait, async_trait};

mod m0004_money;

/// All migrations, in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m0004_money::Migration)]
    }
}
