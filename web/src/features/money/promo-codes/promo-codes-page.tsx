import { listPromoCodesOptions } from '~/api/queries';
import type { PromoCode } from '~/api/sdk';
import { formatNumber } from '~/lib/format';
import { statusOf } from '~/lib/statuses';
import { ListWithForm } from '../../list/list-with-form';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { PROMO_STATES } from '../statuses';
import { PROMO_ACTIONS } from './promo-code-actions';
import { PromoCodeForm } from './promo-code-form';
import { Gives, givesText } from './promo-code-gives';

const LIST: ListSpec<PromoCode> = {
  name: 'promo-codes',
  noun: ['promo code', 'promo codes'],
  rowName: ({ code }) => code,
  told: ['listPromoCodes'],
  rows: ({ plain }) => listPromoCodesOptions({ query: plain }),
  search: { label: 'Search promo codes', placeholder: 'Code or note' },
  named: { id: 'code', label: 'Code', aside: () => null },
  columns: [
    statusColumn((row) => statusOf(PROMO_STATES, row.state_id), { near: true }),
    {
      id: 'gives',
      label: 'Gives',
      align: 'left',
      cell: (code) => <Gives code={code} />,
      csv: (code) => givesText(code, 'dollar'),
    },
    {
      id: 'uses',
      label: 'Used',
      align: 'right',
      csv: ({ uses }) => uses,
      cell: ({ uses, uses_max: most }) =>
        most === null || most === undefined ? formatNumber(uses) : `${formatNumber(uses)} of ${formatNumber(most)}`,
    },
    { id: 'given', label: 'Given', money: ({ given }) => given },
    { id: 'begins', label: 'First day', day: ({ begins_at }) => begins_at },
    // It ends with the day, at the beginning of the next.
    {
      id: 'ends',
      label: 'Last day',
      day: ({ ends_at: at }) => (at ? new Date(Date.parse(at) - 1).toISOString() : null),
    },
    { id: 'note', label: 'Note', text: ({ note }) => note },
    { id: 'by', label: 'Made by', text: ({ made_by }) => made_by?.email },
    { id: 'agreed', label: 'Agreed by', hidden: true, text: ({ approved_by }) => approved_by?.email },
  ],
  actions: PROMO_ACTIONS,
  first: {
    title: 'No promo code yet',
    text: 'A promo code gives advertisers a bonus with a top-up, each of them once.',
  },
  none: { text: 'No promo code has this in its code or note.' },
};

/** Promo codes: what top-ups earn beside the money that comes in. */
export const PromoCodesPage = () => (
  <ListWithForm spec={LIST} create={{ label: 'New promo code' }}>
    {({ close, showAll }) => <PromoCodeForm onMade={showAll} onClose={close} />}
  </ListWithForm>
);
