import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '~/api/problem';
import { changes } from './queries';

/** A key as the generator makes it. */
const key = (_id: string, tag: string) => [{ _id, tags: [tag] }];

function watch(client: QueryClient, queryKey: readonly unknown[], staleTime: number | 'static' = 0) {
  const queryFn = vi.fn(async () => 'x');
  client.setQueryData(queryKey, 'x');
  new QueryObserver(client, { queryKey, queryFn, staleTime, refetchOnMount: false }).subscribe(() => undefined);
  return queryFn;
}

const change = (client: QueryClient, mutationFn: () => Promise<unknown>) =>
  new MutationObserver(client, { mutationFn }).mutate().catch(() => undefined);

it('asks anew for what a change may have changed, and for nothing else', async () => {
  const client = new QueryClient({ mutationCache: changes() });
  const list = watch(client, key('listCampaigns', 'advertiser'));
  const user = watch(client, ['user']);
  const dictionary = watch(client, key('listOs', 'targeting'));
  const named = watch(client, key('listCategories', 'targeting'));
  const edited = watch(client, key('getEditableText', 'admin'), 'static');
  const page = watch(client, ['text', 'faq']);
  await change(client, async () => 'done');
  await vi.waitFor(() => expect(list).toHaveBeenCalledOnce());
  expect(user).toHaveBeenCalledOnce();
  expect(named).toHaveBeenCalledOnce();
  for (const other of [dictionary, edited, page]) expect(other).not.toHaveBeenCalled();
});

it.each([
  [422, 0],
  [429, 0],
  [409, 0],
  [404, 1],
  [0, 1],
])('after a refusal with %s asks %s times', async (status, times) => {
  const client = new QueryClient({ mutationCache: changes() });
  const list = watch(client, key('listCampaigns', 'advertiser'));
  await change(client, async () => {
    throw new ApiError({ status });
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(list).toHaveBeenCalledTimes(times);
});

it('asks after the last of several changes, also where that one changed nothing', async () => {
  const client = new QueryClient({ mutationCache: changes() });
  const list = watch(client, key('listCampaigns', 'advertiser'));
  let refuse = () => {};
  const last = change(
    client,
    () =>
      new Promise((_resolve, reject) => {
        refuse = () => reject(new ApiError({ status: 422 }));
      }),
  );
  await change(client, async () => 'done');
  expect(list).not.toHaveBeenCalled();
  refuse();
  await last;
  await vi.waitFor(() => expect(list).toHaveBeenCalledOnce());
});

it('asks again for a first answer that was on its way while something changed', async () => {
  const client = new QueryClient({ mutationCache: changes() });
  const queryKey = key('listTeams', 'admin');
  const answers: ((names: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await change(client, async () => 'done');
  answers[0]?.([]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(['North']);
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toEqual(['North']));
});
