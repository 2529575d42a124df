import { afterEach, expect, it, vi } from 'vitest';
import { newClient } from '~/app/queries';
import { ok, stubApi } from '~/test/api-stub';
import { takeImportBack } from './take-back';

afterEach(() => vi.unstubAllGlobals());

it('deletes what nobody has edited since, also where one is gone', async () => {
  const versions = new Map([1, 2, 3, 5].map((id) => [id, id === 2 ? 2 : 1]));
  const calls = stubApi({
    'GET /api/advertiser/ads/universal': ({ path }) => {
      const ids = (new URL(path, location.origin).searchParams.get('ids') ?? '').split(',').map(Number);
      if (ids.some((id) => !versions.has(id))) {
        return { status: 404, body: { status: 404, title: 'Not found', detail: 'no ads: 4' } };
      }
      return ok({ data: ids.map((id) => ({ id, version: versions.get(id) })) });
    },
    'DELETE /api/advertiser/ads/all': { status: 204 },
  });
  expect(await takeImportBack([1, 2, 3, 4, 5], newClient({ retry: false }))).toBe(1);
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual([{ ids: [1, 3, 5] }]);
});
