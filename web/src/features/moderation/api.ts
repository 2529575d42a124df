import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  approveAd,
  approveSite,
  listAdsToModerate,
  listWaitingSites,
  lockAd as lockAdCall,
  type QueuedAd,
  rejectAd,
  rejectSite,
  unlockAd as unlockAdCall,
} from '~/api/sdk';

/** An ad in the queue. */
export type WaitingAd = QueuedAd;

/** Things a queue shows at once. */
const QUEUE_SIZE = 100;

/** Ads that wait, oldest first. */
export const adQueueQuery = queryOptions({
  queryKey: ['moderation', 'ads'],
  queryFn: async ({ signal }) => (await listAdsToModerate({ query: { page: 1, count: QUEUE_SIZE }, signal })).data,
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
  /** The version that was on the screen. */
  version: number;
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
    mutationFn: ({ id, version, verdict, reasons, comment }: Decision): Promise<unknown> => {
      const path = { id };
      if (queue === 'ads') {
        return verdict === 'approve'
          ? approveAd({ path, body: { version } })
          : rejectAd({ path, body: { version, reasons: reasons ?? [], comment: comment ?? '' } });
      }
      return verdict === 'approve'
        ? approveSite({ path, body: { version } })
        : rejectSite({ path, body: { version, comment: comment ?? '' } });
    },
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

/** Takes an ad for ten minutes, so that its owner and other moderators leave it alone; how it is now. */
export async function lockAd(id: number): Promise<WaitingAd> {
  return (await lockAdCall({ path: { id } })).data.data;
}

/** Lets it go; `keepalive` when the page itself is going. */
export function unlockAd(id: number, keepalive = false): Promise<unknown> {
  return unlockAdCall({ path: { id }, keepalive });
}
