import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { show, showAt } from '~/test/show';
import { ADS } from '../ads/api';
import { askCopyTo } from './copy-to';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('copies rows into what is chosen, and takes back what nobody has changed since', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const calls = stubApi({
    'GET /api/advertiser/ad_groups/list_for_copy': ok({
      data: [
        { id: 8, name: 'Tablets', campaign_id: 3, campaign_name: 'Autumn' },
        { id: 9, name: 'Tablets', campaign_id: 4, campaign_name: 'Winter' },
      ],
      pagination: { total: 2 },
    }),
  });
  const rows = [1, 2].map((id) => ({ id, title: `Ad ${id}` }) as Ad);
  const copied: [number, number][] = [];
  const removed: number[] = [];
  const ask = () =>
    askCopyTo<Ad>({
      things: ADS,
      rows,
      where: 'group',
      copy: async ({ id }, to) => {
        copied.push([id, to]);
        return { id: id + 20, version: 1 };
      },
      // Somebody has edited the copy of the second one.
      now: async (id) => ({ id, version: id === 22 ? 2 : 1 }),
      remove: async (id) => removed.push(id),
    });
  showAt(
    '/here',
    <button type="button" onClick={ask}>
      Ask
    </button>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('Copy 2 ads into a group')).toBeInTheDocument();
  fireEvent.click(await screen.findByRole('button', { name: /Winter/ }));
  await waitFor(() => expect(told.mock.lastCall?.[0].title).toBe('2 ads copied to “Tablets”, not started'));
  expect(copied).toEqual([
    [1, 9],
    [2, 9],
  ]);
  expect(calls[0]?.path).toContain('without_archived=1');
  const Message = () => told.mock.lastCall?.[0].message;
  show(<Message />);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(removed).toEqual([21]));
});
