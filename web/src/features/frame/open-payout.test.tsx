import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import PayoutProgress from './payout-progress';

afterEach(() => vi.unstubAllGlobals());

const WORDS = /^Payout of .*62,50.* not sent yet$/;

it('tells sales, who see no payouts, how far it is to one', async () => {
  stubApi({
    'GET /api/webmaster/balance': ok({ data: { balance: 3, pending: 0, reserved: null } }),
    'GET /api/site': ok({ data: { minimum_payout: 50 } }),
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
  });
  show(<PayoutProgress narrow={false} />);
  expect(await screen.findByText(/47,00.* to the least payout/)).toBeInTheDocument();
});

it.each([true, false])('tells of an open payout in a sidebar that is narrow: %s', async (narrow) => {
  stubApi({
    'GET /api/webmaster/balance': ok({ data: { balance: 3, pending: 0, reserved: 62.5 } }),
    'GET /api/site': ok({ data: { minimum_payout: 50 } }),
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
  });
  show(<PayoutProgress narrow={narrow} />);
  const told = narrow ? await screen.findByRole('img', { name: WORDS }) : await screen.findByText(WORDS);
  expect(told).toBeInTheDocument();
});
