import { useQuery } from '@tanstack/react-query';
import { listReferralStatsOptions, listWebmasterStatsFiltersReferralsOptions } from '~/api/queries';
import type { ReferralRow } from '~/api/sdk';
import { formatDate } from '~/lib/format';
import { paths } from '~/lib/paths';
import { None, Num } from '~/ui/marks';
import { useNow } from '~/ui/use-now';
import type { ListColumn, ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import styles from './referrals.module.css';
import type { Group, Side } from './search';

/** Decimals of what one person leaves on a day. */
const DECIMALS = 3;
/** How often the end of somebody's months is looked at, in milliseconds. */
const TICK_MS = 60_000;

/** How far somebody's months are. */
function Months({ row: { since, until } }: { row: ReferralRow }) {
  const now = useNow(TICK_MS);
  if (!since || !until) return <None />;
  const [begin, end] = [Date.parse(since), Date.parse(until)];
  const isOver = end <= now;
  return (
    <span className={styles.months}>
      <progress
        max={1}
        value={isOver ? 1 : (now - begin) / (end - begin)}
        aria-label="Part of the months that is over"
      />
      {isOver ? 'ended' : 'ends'} {formatDate(until)}
    </span>
  );
}

const personOn = (side: Side): ListColumn<ReferralRow> => {
  const daysOf = side === 'advertiser' ? paths.referralOfAdvertiser : paths.referral;
  return {
    id: 'person',
    label: 'Person',
    text: ({ referral }) => referral,
    opens: ({ referral_id: id }) => (id == null ? undefined : daysOf(id)),
  };
};
const number: ListColumn<ReferralRow> = { id: 'id', label: 'Number', quiet: true, text: ({ referral_id: id }) => id };
const day: ListColumn<ReferralRow> = { id: 'date', label: 'Day', day: ({ date }) => date };
const money: ListColumn<ReferralRow>[] = [
  {
    id: 'clicks',
    label: 'Valid clicks',
    align: 'right',
    csv: ({ clicks }) => clicks,
    cell: ({ clicks }) => <Num value={clicks} />,
  },
  { id: 'income', label: 'Yours', strong: true, money: ({ income }) => income, decimals: DECIMALS },
];

function columnsOf(group: Group, side: Side): ListColumn<ReferralRow>[] {
  if (group === 'date') return [day, ...money];
  if (group === 'referral_and_date') return [day, personOn(side), number, ...money];
  const months: ListColumn<ReferralRow> = {
    id: 'months',
    label: 'Their months',
    csv: ({ until }) => until?.slice(0, 10),
    cell: (row) => <Months row={row} />,
  };
  return [personOn(side), number, months, ...money];
}

/** What of the address the call takes. */
function queryOf({ range, state: { chosen } }: List) {
  const of = Number(chosen.person);
  return {
    group_by: (chosen.by ?? 'referral') as Group,
    filters: { date_from: range.from, date_to: range.to, referrals: of > 0 ? [of] : [] },
  };
}

const specOf = (group: Group, side: Side): ListSpec<ReferralRow> => ({
  name: 'referrals',
  noun: group === 'date' ? ['day', 'days'] : group === 'referral' ? ['person', 'people'] : ['row', 'rows'],
  rowId: ({ referral_id, date }) => `${referral_id ?? ''} ${date ?? ''}`,
  rowName: ({ referral, date }) => referral ?? formatDate(date),
  told: ['listReferralStats'],
  dated: true,
  period: '30d',
  choices: ['by', 'person'],
  rows: (list) =>
    listReferralStatsOptions({ query: { page: list.state.page, count: list.state.count, ...queryOf(list) } }),
  columns: columnsOf(group, side),
  filters: [
    {
      kind: 'choice',
      name: 'person',
      label: 'Person',
      searchable: true,
      useOptions: () => useQuery(listWebmasterStatsFiltersReferralsOptions()).data?.data,
    },
  ],
  first: { title: 'Nobody yet', text: 'People stand here once they sign up by your link.' },
  none: {
    title: 'Nothing in these days',
    text: 'People stand here once they sign up by your link, and days once somebody earns or spends.',
  },
});

const specsOf = (side: Side): Record<Group, ListSpec<ReferralRow>> => ({
  referral: specOf('referral', side),
  date: specOf('date', side),
  referral_and_date: specOf('referral_and_date', side),
});

/** The list in each cabinet, by what its rows stand for. */
export const SPECS: Record<Side, Record<Group, ListSpec<ReferralRow>>> = {
  advertiser: specsOf('advertiser'),
  webmaster: specsOf('webmaster'),
};
