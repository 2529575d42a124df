import { IconCheck, IconX } from '@tabler/icons-react';
import { approvePromoCodeMutation, endPromoCodeMutation, listPromoCodesOptions } from '~/api/queries';
import type { PromoCode } from '~/api/sdk';
import { PromoState } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatMoney, formatNumber } from '~/lib/format';
import { statusOf } from '~/lib/statuses';
import { byId, type Change } from '../list/change';
import { ListWithForm } from '../list/list-with-form';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { PromoCodeForm } from './promo-code-form';
import { PROMO_STATES } from './statuses';

const END: Change<PromoCode> = {
  done: 'ended',
  each: byId(endPromoCodeMutation),
  ask: () => ({ body: 'Nobody can begin a top-up with it any more. Who has begun one gets the bonus all the same.' }),
};

const APPROVE: Change<PromoCode> = {
  done: 'agreed to',
  each: byId(approvePromoCodeMutation),
  ask: () => ({ body: 'Advertisers can use it from now on.' }),
};

function givesText({ amount, part, minimum }: PromoCode, unit: CurrencyUnit): string {
  const from = minimum > 0 ? ` from ${formatMoney(minimum, unit)}` : '';
  if (part === null || part === undefined) return `${formatMoney(amount, unit)}${from}`;
  return `${formatNumber(part, Number.isInteger(part) ? 0 : 2)} %, at most ${formatMoney(amount, unit)}${from}`;
}

function Gives({ code }: { code: PromoCode }) {
  return <>{givesText(code, useUnit())}</>;
}

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
  actions: [
    {
      label: 'Agree',
      icon: IconCheck,
      only: 'row',
      when: ({ state_id: state }) => state === PromoState.Waiting,
      change: APPROVE,
    },
    {
      label: 'End',
      icon: IconX,
      only: 'row',
      bad: true,
      when: ({ state_id: state }) => state !== PromoState.Ended,
      change: END,
    },
  ],
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
