//! What is compared with all settlements.

use super::{Report, guarded};
use placard_store::billing::audit_rows::Row;

/// Something that settlements are compared with.
pub(super) trait Part {
    /// Takes the next settlements.
    async fn take(&mut self, found: &[Row]) -> anyhow::Result<()>;

    /// Compares what is only known after the last one.
    async fn end(&mut self) -> anyhow::Result<()>;

    /// What was looked at and found since it was asked last.
    fn told(&mut self) -> Report;
}

/// A part under its name, with all that it told. An error, or what it takes for impossible, ends it alone.
pub(super) struct Guarded<P> {
    name: &'static str,
    /// None once it has ended.
    pub(super) part: Option<P>,
    /// Kept apart: a part that finds much must not hide what another finds.
    report: Report,
}

impl<P: Part> Guarded<P> {
    /// Begins with the part; what cannot begin is told under its name.
    pub(super) async fn begin(name: &'static str, part: impl Future<Output = anyhow::Result<P>>) -> Self {
        let mut report = Report::default();
        let part = guarded(part).await.map_err(|error| report.finish(name, Err(error))).ok();
        Self { name, part, report }
    }

    /// Has the part take the next settlements.
    pub(super) async fn take(&mut self, found: &[Row]) {
        let Some(part) = &mut self.part else { return };
        let result = guarded(part.take(found)).await;
        self.told(result);
    }

    /// Compares what is left, and returns all that was told.
    pub(super) async fn end(mut self) -> Report {
        if let Some(part) = &mut self.part {
            let result = guarded(part.end()).await;
            self.told(result);
        }
        self.report
    }

    fn told(&mut self, result: anyhow::Result<()>) {
        self.report.add(self.part.as_mut().map(Part::told).unwrap_or_default());
        if result.is_err() {
            self.part = None;
        }
        self.report.finish(self.name, result);
    }
}
