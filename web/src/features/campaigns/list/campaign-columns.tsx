import type { CampaignStatus } from '~/api/words';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import type { ListColumn } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { heldWhy, type Limited } from '../api';
import { Budget } from './budget';

/** The status of campaigns, with why they are held. */
export const campaignStatus = <Row extends Parameters<typeof heldWhy>[0]>(
  of: (row: Row) => CampaignStatus,
): ListColumn<Row> =>
  statusColumn((row) => statusOf(CAMPAIGN_STATUSES, of(row)), { sort: 'status', why: (row) => heldWhy(row).why });

/** What is spent of the limit of the day. */
export const LIMIT_TODAY: ListColumn<Limited> = {
  id: 'budget',
  label: 'Limit today',
  inUnit: true,
  cell: (campaign) => <Budget campaign={campaign} />,
  csv: (campaign) => campaign.daily_money_limit,
};

/** Labels that their owner gave them. */
export const MARKS: ListColumn<{ marks: readonly string[] }> = {
  id: 'marks',
  label: 'Labels',
  hidden: true,
  tags: ({ marks }) => marks,
};
