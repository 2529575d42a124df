import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newClient } from '~/app/queries';
import { ok, stubApi } from '~/test/api-stub';
import * as told from '~/ui/toast';
import { useSourceChanges } from './use-source-changes';

const LIST = 'PUT /api/advertiser/campaigns/5/source/list';
const PRICE = 'PUT /api/advertiser/campaigns/5/source/coefficient';

type Ids = { site_ids: number[] };
const toast = vi.spyOn(told, 'toast').mockReturnValue('t');
const toastError = vi.spyOn(told, 'toastError').mockReturnValue('t');

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

function changes() {
  const client = newClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useSourceChanges(5), { wrapper }).result;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it('tells what is in force of a long list whose second part is refused, with its way back', async () => {
  const calls = stubApi({
    [LIST]: ({ body }) => {
      const { site_ids: ids } = body as Ids;
      if (ids.includes(1500)) return { status: 404, body: { status: 404, title: 'Not found', detail: 'no site 1500' } };
      return ok({ data: { changed: ids.map((id) => ({ site_id: id, block_id: null, before: 'open' })), left: [] } });
    },
  });
  const result = changes();
  let isDone = true;
  await act(async () => {
    isDone = await result.current.setState({ site_ids: numbers(2500), block_ids: [] }, 'blocked');
  });
  expect(isDone).toBe(false);
  expect(calls).toHaveLength(2);
  expect(toast).toHaveBeenCalledWith(expect.stringMatching(/^1.?000 sources blocked$/), {
    detail: undefined,
    undo: expect.any(Function),
  });
  expect(toastError).toHaveBeenCalledWith('The rest was not changed', expect.anything());
  calls.length = 0;
  act(() => toast.mock.calls[0]?.[1]?.undo?.());
  const back = { site_ids: numbers(1000), block_ids: [], state: 'open', seen: 'blocked' };
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([back]));
});

it('takes those off the list that it blocks again, as the last allowed ones cannot be blocked', async () => {
  const calls = stubApi({
    [LIST]: ({ body }) => {
      const { site_ids: ids, state, seen } = body as Ids & { state: string; seen?: string };
      if (state === 'blocked' && seen === 'allowed') {
        return { status: 409, body: { status: 409, title: 'Conflict', detail: 'These are all' } };
      }
      const before = (id: number) => (state === 'allowed' && id > 1 ? 'blocked' : (seen ?? 'open'));
      return ok({
        data: { changed: ids.map((id) => ({ site_id: id, block_id: null, before: before(id) })), left: [] },
      });
    },
  });
  const result = changes();
  await act(async () => void (await result.current.setState({ site_ids: [1, 2, 3], block_ids: [] }, 'allowed')));
  calls.length = 0;
  act(() => toast.mock.calls[0]?.[1]?.undo?.());
  await waitFor(() => expect(toast).toHaveBeenLastCalledWith('The sources are as they were'));
  expect(toastError).not.toHaveBeenCalled();
  expect(calls.map(({ body }) => body)).toEqual([
    { site_ids: [1], block_ids: [], state: 'open', seen: 'allowed' },
    { site_ids: [2, 3], block_ids: [], state: 'open', seen: 'allowed' },
    { site_ids: [2, 3], block_ids: [], state: 'blocked', seen: 'open' },
  ]);
});

it('sends coefficients in parts, by what was seen', async () => {
  const calls = stubApi({ [PRICE]: ok({ data: { before: [], left: [] } }) });
  const row = (id: number, coefficient: number | null) => ({
    site_id: id,
    block_id: null,
    site_name: 'a.example',
    coefficient,
  });
  const result = changes();
  const rows = [...numbers(1001).map((id) => row(id, null)), row(2000, 1.4)];
  await act(async () => void (await result.current.setCoefficient(rows, 2)));
  expect(calls.map(({ body }) => [(body as Ids).site_ids.length, (body as { seen: number }).seen])).toEqual([
    [1000, 1],
    [1, 1],
    [1, 1.4],
  ]);
  // Set again before the list shows it: what this page has set is what was seen.
  calls.length = 0;
  await act(async () => void (await result.current.setCoefficient(rows.slice(0, 1), 3)));
  expect(calls[0]?.body).toEqual({ site_ids: [1], block_ids: [], value: 3, seen: 2 });
});
