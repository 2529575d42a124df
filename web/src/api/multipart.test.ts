// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { createAd } from './sdk';

it('is how every call of the generated client writes a body with files', async () => {
  const asked = vi.fn(async (_request: Request) => Response.json({ data: {} }));
  await createAd({
    baseUrl: 'http://placard.test',
    fetch: asked as unknown as typeof fetch,
    path: { group_id: 1 },
    body: {
      title: 'A',
      bids: [
        { country_code: 'DE', bid: 0.1 },
        { country_code: 'FR', bid: 0.2 },
      ],
      picture: new Blob(['…']),
      brand: undefined,
    } as never,
  });
  const form = await asked.mock.lastCall?.[0].formData();
  expect([...(form?.keys() ?? [])]).toEqual([
    'title',
    'bids[0][country_code]',
    'bids[0][bid]',
    'bids[1][country_code]',
    'bids[1][bid]',
    'picture',
  ]);
  expect(form?.get('bids[1][bid]')).toBe('0.2');
});
