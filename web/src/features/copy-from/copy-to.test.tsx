import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { copyAdMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ADS } from '../ads/api';
import { calling } from '../list/change';
import { askCopyTo } from './copy-to';

afterEach(() => vi.unstubAllGlobals());

it('copies rows into what is chosen', async () => {
  const calls = stubApi({
    'GET /api/advertiser/ad_groups/list_for_copy': ok({ data: [{ id: 8, name: 'Tablets' }], pagination: { total: 1 } }),
    'POST /api/advertiser/ads/universal/1/copy': ok({ data: { id: 21 } }),
    'POST /api/advertiser/ads/universal/2/copy': ok({ data: { id: 22 } }),
  });
  const rows = [1, 2].map((id) => ({ id, title: `Ad ${id}` }) as Ad);
  const ask = () =>
    askCopyTo<Ad>({
      things: ADS,
      rows,
      where: 'group',
      change: (to) => ({
        done: `copied to “${to.name}”`,
        each: calling(copyAdMutation, (ad: Ad) => ({ path: { id: ad.id }, body: { group_id: to.id } })),
      }),
    });
  showAt(
    '/here',
    <button type="button" onClick={ask}>
      Ask
    </button>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('Copy 2 ads into a group')).toBeInTheDocument();
  fireEvent.click(await screen.findByRole('button', { name: /^Tablets/ }));
  await waitFor(() => {
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ group_id: 8 }, { group_id: 8 }]);
  });
});
