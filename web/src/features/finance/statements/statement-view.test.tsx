import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TransactionType } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Statements as OfAdvertiser } from './advertiser-statements';
import { Statements as OfWebmaster } from './webmaster-statements';

afterEach(() => vi.unstubAllGlobals());

const STATEMENT = {
  month: '2026-10',
  currency: 'USD',
  opening: 12.5,
  closing: 8.5,
  is_closed: false,
  is_without_payouts: false,
  lines: [
    {
      date: '2026-10-04',
      operation_type: Object.values(TransactionType)[0],
      amount: -4,
      balance_after: 8.5,
      comment: 'By hand',
      adjusts: '2026-09',
      is_referral: true,
    },
  ],
};

it.each([
  [
    'advertiser',
    <OfAdvertiser key="a" month="2026-10" onOpen={() => undefined} />,
    /^Opening \$12,50, closing \$8,50\./,
  ],
  ['webmaster', <OfWebmaster key="w" />, /from \$12,50 to \$8,50\./],
] as const)('reads alike for the %s', async (side, statements, sentence) => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    [`GET /api/${side}/statements`]: ok({ data: ['2026-10'] }),
    [`GET /api/${side}/statements/2026-10`]: ok({ data: STATEMENT }),
  });
  showAt('/here', statements);
  if (side === 'webmaster') fireEvent.click(await screen.findByRole('button', { name: 'Open Oct 2026' }));
  const table = await screen.findByRole('region', { name: 'Statement of Oct 2026' });
  expect(await within(table).findByText('By hand, adjusts Sep 2026')).toBeInTheDocument();
  expect(within(table).getByText(/^Referrals: /)).toBeInTheDocument();
  expect(screen.getByText(sentence)).toHaveTextContent('The month is not over yet.');
});
