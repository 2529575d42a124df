//! Figures beside the rows of a webmaster's lists that are not of the facts of the period: what became of requests, and what
//! was earned today and yesterday.

use crate::list::ListQuery;
use crate::state::Api;
use crate::statistics::metrics::list_period;
use placard_common::error::Problem;
use placard_model::{Day, Money, SiteId, UserId};
use placard_stats::{Dimension, OpportunityGroup, OpportunityRow, Period, StatsScope, SumsByKey};
use std::collections::HashMap;

/// What to ask for a list of sites or of blocks.
pub(super) struct Figures<'a> {
    app: &'a Api,
    webmaster: UserId,
    /// Sites or blocks.
    of: Dimension,
    today: Day,
    /// The period of the list; none when no figures are asked for.
    period: Option<Period>,
}

/// What became of the requests of a period, by site or by block.
pub(super) struct Opportunities(Option<HashMap<i64, OpportunityRow>>);

/// The same of one row; nothing when no figures were asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpportunitiesOf {
    /// Places that were filled, of 100 that were asked for; none without requests.
    pub(super) fill_rate: Option<Money>,
    /// Places that the block's floor kept empty, of 100 that were asked for.
    pub(super) floor_rate: Option<Money>,
    /// Empty places in which the webmaster's own content was shown.
    pub(super) passbacks: Option<i64>,
}

/// What was earned today and yesterday; none when no figures were asked for.
#[derive(Default)]
pub(super) struct Incomes(Option<[SumsByKey; 2]>);

impl<'a> Figures<'a> {
    pub(super) fn new(app: &'a Api, webmaster: UserId, of: Dimension, query: &ListQuery) -> Result<Self, Problem> {
        let today = app.clock.now().day();
        let period = query.is_show_stats.then(|| list_period(&query.filters, today)).transpose()?;
        Ok(Self { app, webmaster, of, today, period })
    }

    /// What became of the requests of the list's period.
    pub(super) async fn opportunities(&self, site: Option<SiteId>) -> Result<Opportunities, Problem> {
        let Some(period) = self.period else { return Ok(Opportunities(None)) };
        let group = if self.of == Dimension::Site { OpportunityGroup::Site } else { OpportunityGroup::Block };
        let sites = site.map(|site| vec![site.0]);
        let asked = self.app.stats.opportunities(group, sites, period, StatsScope::webmaster(self.webmaster));
        let rows = self.app.turns.ask(self.webmaster, asked).await??;
        Ok(Opportunities(Some(rows.into_iter().map(|row| (row.key, row)).collect())))
    }

    /// What the rows of a page earned today and yesterday.
    pub(super) async fn incomes(&self, ids: &[i64]) -> Result<Incomes, Problem> {
        if self.period.is_none() || ids.is_empty() {
            return Ok(Incomes::default());
        }
        Ok(Incomes(Some([self.of_day(ids, self.today).await?, self.of_day(ids, self.today.plus(-1)).await?])))
    }

    async fn of_day(&self, ids: &[i64], day: Day) -> Result<SumsByKey, Problem> {
        let scope = StatsScope::webmaster(self.webmaster);
        let asked = self.app.stats.by_keys(self.of, Some(ids.to_vec()), Period::day(day), scope);
        Ok(self.app.turns.ask(self.webmaster, asked).await??)
    }
}

impl Opportunities {
    pub(super) fn of(&self, id: i64) -> OpportunitiesOf {
        let Some(rows) = &self.0 else { return OpportunitiesOf::default() };
        let row = rows.get(&id).copied().unwrap_or_default();
        let rate = |part: i64| {
            (row.places > 0).then(|| {
                // Exact to six decimals, as all figures.
                let millionths = i128::from(part) * 100_000_000 / i128::from(row.places);
                Money::from_micros(i64::try_from(millionths).unwrap_or_default())
            })
        };
        let (fill_rate, floor_rate) = (rate(row.filled), rate(row.below_floor));
        OpportunitiesOf { fill_rate, floor_rate, passbacks: Some(row.passbacks) }
    }
}

impl Incomes {
    pub(super) fn today(&self, id: i64) -> Option<Money> {
        self.of(0, id)
    }

    pub(super) fn yesterday(&self, id: i64) -> Option<Money> {
        self.of(1, id)
    }

    fn of(&self, day: usize, id: i64) -> Option<Money> {
        self.0.as_ref().map(|days| days[day].of(id).measures.amounts.webmaster)
    }
}
