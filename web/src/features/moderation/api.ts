import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/http';
import { listWaitingSites } from '~/api/sdk';
import type { Ad, ListAnswer } from '~/api/types';

/** Whose thing waits. */
export interface Owner {
  id: number;
  name: string | null;
  email: string;
  is_trusted?: boolean;
}

/** An ad in the queue: what its owner sees, and what a decision needs beside it. */
export interface WaitingAd extends Ad {
  advertiser?: Owner | null;
  /** Since when it waits. */
  submitted_at?: string | null;
  /** Who has it open; null when nobody. */
  locked_by?: { id: number; name: string | null } | null;
  locked_until?: string | null;
  countries?: string[];
  target_id?: number | null;
}

/** Things a queue shows at once. */
const QUEUE_SIZE = 100;

/** Ads that wait, oldest first. */
export const adQueueQuery = queryOptions({
  queryKey: ['moderation', 'ads'],
  queryFn: ({ signal }) =>
    call<ListAnswer<WaitingAd>>('GET', '/api/admin/moderation/ads', { query: { page: 1, count: QUEUE_SIZE }, signal }),
  refetchInterval: 15_000,
});

/** Sites that wait, oldest first. */
export const siteQueueQuery = queryOptions({
  queryKey: ['moderation', 'sites'],
  queryFn: async ({ signal }) => (await listWaitingSites({ signal })).data,
  refetchInterval: 15_000,
});

/** A decision about one thing of a queue. */
export interface Decision {
  id: number;
  verdict: 'approve' | 'reject';
  reasons?: number[];
  comment?: string;
}

/** What all queues have in common. */
interface Queue {
  data: { id: number }[];
  pagination?: { total: number };
}

/** Decides; the thing leaves the queue at once and comes back when the decision is refused. */
export function useDecide(queue: 'ads' | 'sites') {
  const client = useQueryClient();
  const key = ['moderation', queue];
  return useMutation({
    mutationFn: ({ id, verdict, reasons, comment }: Decision) =>
      call('POST', `/api/admin/moderation/${queue}/${id}/${verdict}`, {
        ...(verdict === 'reject' ? { body: { ...(queue === 'ads' ? { reasons } : {}), comment: comment ?? '' } } : {}),
      }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Queue>(key);
      if (before) {
        const { pagination } = before;
        client.setQueryData<Queue>(key, {
          ...before,
          data: before.data.filter((one) => one.id !== id),
          ...(pagination ? { pagination: { ...pagination, total: Math.max(0, pagination.total - 1) } } : {}),
        });
      }
      return before;
    },
    onError: (_error, _decision, before) => {
      if (before) client.setQueryData(key, before);
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Takes an ad for ten minutes, so that its owner and other moderators leave it alone. */
export function lockAd(id: number): Promise<unknown> {
  return call('POST', `/api/admin/moderation/ads/${id}/lock`);
}

/** Lets it go. */
export function unlockAd(id: number): Promise<unknown> {
  return call('POST', `/api/admin/moderation/ads/${id}/unlock`);
}
