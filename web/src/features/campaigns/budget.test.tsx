import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Budget } from './budget';

const CAMPAIGN = {
  id: 4,
  name: 'Spring',
  daily_money_limit: 50,
  total_money_limit: 900,
  spent_today: 0,
  version: 3,
} as unknown as Campaign;

afterEach(() => vi.unstubAllGlobals());

async function open(now: Partial<Campaign>) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns/4': ok({ data: { ...CAMPAIGN, ...now } }),
    'PUT /api/advertiser/campaigns/4': ok({ data: CAMPAIGN }),
  });
  showAt('/here', <Budget campaign={CAMPAIGN} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Daily limit of Spring: change/ }));
  fill(await screen.findByLabelText('Daily limit, $'), '80');
  return {
    save: () => fireEvent.click(screen.getByRole('button', { name: 'Save' })),
    sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
}

it('tells of a limit that was changed elsewhere before it replaces it', async () => {
  const { save, sent } = await open({ daily_money_limit: 60, version: 5 });
  save();
  expect(await screen.findByText(/^It is \$60,00 now: it was changed elsewhere\./)).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  save();
  await waitFor(() => expect(sent()).toMatchObject([{ daily_money_limit: 80, total_money_limit: 900, version: 5 }]));
});

it('keeps what was changed elsewhere of all else', async () => {
  const { save, sent } = await open({ name: 'Summer', version: 4 });
  save();
  await waitFor(() => expect(sent()).toMatchObject([{ name: 'Summer', daily_money_limit: 80, version: 4 }]));
});
