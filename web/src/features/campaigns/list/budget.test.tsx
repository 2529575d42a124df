import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
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
    'GET /api/advertiser/campaigns/4': () => ok({ data: { ...CAMPAIGN, ...now } }),
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

it('is taken back, and what was changed since stays', async () => {
  const now = { daily_money_limit: 50 };
  const undos: (() => void)[] = [];
  const told = vi.spyOn(toasts, 'toast').mockImplementation((_title, more) => {
    if (more?.undo) undos.push(more.undo);
    return '';
  });
  const wrong = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  const { save, sent } = await open(now);
  save();
  await waitFor(() => expect(undos).toHaveLength(1));
  expect(told.mock.lastCall?.[0]).toBe('Daily limit is $80,00 now');
  undos[0]?.();
  await waitFor(() => expect(wrong).toHaveBeenCalled());
  expect(sent()).toHaveLength(1);
  now.daily_money_limit = 80;
  undos[0]?.();
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ daily_money_limit: 50 }));
});
