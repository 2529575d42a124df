import { listVoidsOptions } from '~/api/queries';
import type { Void } from '~/api/sdk';
import { VOID_STATE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, formatTime } from '~/lib/format';
import { Badge } from '~/ui/marks';
import type { ListSpec } from '../list/spec';
import { chosenBy } from './void-words';

/** How often the list asks again, in milliseconds: billing takes some seconds. */
const LOOK_MS = 2_000;

function Money({ dollars }: { dollars: number }) {
  return <>{formatMoney(dollars, useUnit())}</>;
}

/** What was taken back. */
export const VOIDS: ListSpec<Void> = {
  name: 'voids',
  noun: ['decision', 'decisions'],
  rowName: ({ id }) => `No. ${id}`,
  told: ['listVoids'],
  every: LOOK_MS,
  rows: ({ state: { page, count } }) => listVoidsOptions({ query: { page, count } }),
  named: { id: 'id', label: 'Decision', aside: ({ created_at }) => formatTime(created_at) },
  columns: [
    {
      id: 'state',
      label: 'State',
      near: true,
      cell: ({ state }) => <Badge tone={state === 'applied' ? 'ok' : 'info'}>{VOID_STATE_LABELS[state]}</Badge>,
    },
    {
      id: 'clicks',
      label: 'Clicks',
      align: 'right',
      cell: ({ clicks, voided_clicks }) =>
        voided_clicks === null || voided_clicks === undefined || voided_clicks === clicks
          ? formatNumber(clicks)
          : `${formatNumber(voided_clicks)} of ${formatNumber(clicks)}`,
    },
    {
      id: 'cost',
      label: 'Given back',
      align: 'right',
      inUnit: true,
      cell: ({ cost, voided_cost }) => <Money dollars={voided_cost ?? cost} />,
    },
    { id: 'chosen', label: 'Chosen by', text: chosenBy },
    { id: 'reason', label: 'Reason', text: ({ reason }) => reason },
    { id: 'by', label: 'By', text: ({ by }) => by.email },
  ],
  first: {
    title: 'Nothing was taken back yet',
    text: 'Clicks that turn out to be invalid are given back to their advertisers here.',
  },
};
