import { useQuery } from '@tanstack/react-query';
import { listReferralStatsOptions, listWebmasterStatsFiltersReferralsOptions } from '~/api/queries';
import type { ReferralRow } from '~/api/sdk';
import { formatDate } from '~/lib/format';
import type { ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { columnsOf } from './columns';
import type { Group, Side } from './search';

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
