import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { BulkSettings } from './bulk-settings';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('parts more campaigns than a call takes, and shows and changes all of them', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const campaigns = Array.from({ length: 201 }, (_, at) => ({ id: at + 1, name: `Campaign ${at + 1}` }) as Campaign);
  const state = { isps: [], regions: [], cities: [], countries: [], marks: [] };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/campaigns/all': ({ body }) => {
      const { ids, dry_run } = body as { ids: number[]; dry_run: boolean };
      const changed = ids.map((id) => ({
        id,
        fields: ['pacing'],
        before: { ...state, name: `Campaign ${id}`, pacing: 'even' },
        after: { ...state, name: `Campaign ${id}`, pacing: 'asap' },
      }));
      return ok({ data: { is_dry_run: dry_run, campaigns: changed, refused: [] } });
    },
  });
  showAt('/here', <BulkSettings id="settings" campaigns={campaigns} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Pacing' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change 201 campaigns' }, { timeout: 10_000 }));
  await waitFor(() => expect(told.mock.lastCall?.[0].title).toBe('201 campaigns changed'));
  const asked = calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => {
      const { ids, dry_run } = body as { ids: number[]; dry_run: boolean };
      return [ids.length, ids[0], dry_run];
    });
  expect(asked).toEqual([
    [200, 1, true],
    [1, 201, true],
    [200, 1, false],
    [1, 201, false],
  ]);
}, 20_000);
