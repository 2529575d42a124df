import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { dataOf, getReferralSummaryOptions } from '~/api/queries';
import type { ReferralSummary } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { type CurrencyUnit, formatMoney, plural } from '~/lib/format';
import { formatRange } from '~/lib/period';
import { WATCHED_MS } from '~/lib/watched';
import { Segmented } from '~/ui/controls';
import { type Figure, Figures } from '~/ui/figures';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { ListView } from '../list/list-view';
import { useRows } from '../list/use-rows';
import { useSite } from '../public/site';
import { IncomeChart } from './income-chart';
import { LinkPanel } from './link-panel';
import styles from './referrals.module.css';
import { SPECS } from './rows';
import type { Group, Side } from './search';

const GROUP_LABELS: readonly { value: Group; label: string }[] = [
  { value: 'referral', label: 'People' },
  { value: 'date', label: 'Days' },
  { value: 'referral_and_date', label: 'Both' },
];

function figuresOf(summary: ReferralSummary, unit: CurrencyUnit, holdDays: number | undefined): Figure[] {
  const money = (dollars: number) => formatMoney(dollars, unit, 3);
  return [
    {
      key: 'month',
      label: 'This month',
      value: money(summary.this_month),
      note: `${money(summary.last_month_so_far)} in the month before, to this day`,
    },
    { key: 'today', label: 'Today', value: money(summary.today), note: `${money(summary.yesterday)} yesterday` },
    {
      key: 'pending',
      label: 'On its way',
      value: money(summary.pending),
      note: holdDays === undefined ? null : `${plural(holdDays, 'day')}, as all earnings`,
    },
    { key: 'last', label: 'Last month', value: money(summary.last_month) },
    { key: 'total', label: 'All time', value: money(summary.total) },
    {
      key: 'people',
      label: 'People',
      value: summary.referrals_count,
      note: `${summary.earning_count} in their months`,
    },
  ];
}

/** Where what comes of it is, for who advertises: on the other side. */
function WhereItComes() {
  const user = useUser();
  return (
    <Note tone="info">
      What it brings comes in on the webmaster’s side of your account:{' '}
      {user?.webmaster ? (
        <Link to="/webmaster/finance" className="link">
          to its balance
        </Link>
      ) : (
        'you get it with the first person who signs up by your link.'
      )}
    </Note>
  );
}

/** Referrals in the webmaster's cabinet. */
export const WebmasterReferralsPage = () => <ReferralsPage side="webmaster" />;

/** Referrals in the advertiser's cabinet. */
export const AdvertiserReferralsPage = () => <ReferralsPage side="advertiser" />;

/** The link, what it brought, and who of the people brought what when. */
function ReferralsPage({ side }: { side: Side }) {
  const unit = useUnit();
  const { by = 'referral' }: { by?: Group } = useSearch({ strict: false });
  const spec = SPECS[side][by];
  const rows = useRows(spec);
  const { list } = rows;
  const answer = useQuery({ ...getReferralSummaryOptions(), select: dataOf, refetchInterval: WATCHED_MS });
  const summary = answer.data;
  const hold = useSite()?.hold_days;
  const { person } = list.state.chosen;
  return (
    <>
      <PageHead />
      {side === 'advertiser' && <WhereItComes />}
      {answer.isError && !summary ? (
        <ErrorPanel title="Your link did not load" of={answer} />
      ) : summary ? (
        <LinkPanel summary={summary} />
      ) : (
        <Skeleton height={220} radius={12} />
      )}
      {!answer.isError && <Figures label="Summary" figures={summary && figuresOf(summary, unit, hold)} count={6} />}
      <section aria-labelledby="income">
        <div className={styles.head}>
          <h2 id="income">Income a day</h2>
          <span className="s13 t2">{formatRange(list.range)}, UTC</span>
        </div>
        <IncomeChart range={list.range} person={person === undefined ? undefined : Number(person)} />
      </section>
      <section aria-labelledby="people">
        <div className={styles.head}>
          <h2 id="people">By person and day</h2>
          <Segmented
            label="Rows"
            value={by}
            options={GROUP_LABELS}
            onChange={(value) => list.choose({ by: value === 'referral' ? undefined : value })}
          />
        </div>
        <ListView spec={spec} {...rows} />
      </section>
      <dl className={styles.how}>
        <div>
          <dt>What you see of them</dt>
          <dd>A number, a covered address and sums. Never their sites, campaigns or balance.</dd>
        </div>
        <div>
          <dt>What takes it back</dt>
          <dd>A click that is taken back later takes its part back, on the day it happened.</dd>
        </div>
        <div>
          <dt>What does not count</dt>
          <dd>People who had an account before they followed your link, and clicks after their months.</dd>
        </div>
      </dl>
    </>
  );
}
