import { notifyManager, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
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
import type { BanReason } from '~/api/words';
import { toast, toastError } from '~/ui/toast';

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
  /** What it is called, to tell what came of it. */
  name: string;
  /** The version that was on the screen. */
  version: number;
  verdict: 'approve' | 'reject';
  reasons?: BanReason[];
  comment?: string;
}

/** What all queues have in common. */
interface Queue {
  data: { id: number }[];
  pagination?: { total: number };
}

/** What is done when the answer to a decision comes, however late. */
interface Answers {
  onDone?: (decision: Decision) => void;
  onFailed?: (decision: Decision) => void;
}

/** Decides; the thing leaves the queue at once and comes back when the decision is refused. */
export function useDecide(queue: 'ads' | 'sites', { onDone, onFailed }: Answers = {}) {
  const client = useQueryClient();
  const key = ['moderation', queue];
  // What came of it is told here: callbacks of a single `mutate` are dropped when the next one begins.
  return useMutation({
    mutationKey: ['decide', queue],
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
      const before = client.getQueryData<Queue>(key)?.data ?? [];
      const at = before.findIndex((one) => one.id === id);
      if (at < 0) return undefined;
      client.setQueryData<Queue>(key, (now) => now && withData(now, now.data.toSpliced(at, 1)));
      return { at, thing: before[at] as Queue['data'][number] };
    },
    onSuccess: (_answer, decision) => {
      toast(`${decision.verdict === 'approve' ? 'Approved' : 'Rejected'}: ${decision.name}`);
      // The page is told of the shorter list in turn: not before that.
      notifyManager.schedule(() => onDone?.(decision));
    },
    onError: (error, decision, taken) => {
      toastError(
        error instanceof ApiError && error.status === 409
          ? `Not decided, look at it again: ${decision.name}`
          : `The decision was not saved: ${decision.name}`,
        error,
      );
      onFailed?.(decision);
      // Only this one comes back: others were decided meanwhile.
      client.setQueryData<Queue>(key, (now) => {
        if (!now || !taken || now.data.some((one) => one.id === decision.id)) return now;
        return withData(now, now.data.toSpliced(taken.at, 0, taken.thing));
      });
    },
    onSettled: () => {
      // While others are under way, the server still lists them; the last one asks.
      if (client.isMutating({ mutationKey: ['decide', queue] }) === 1) void client.invalidateQueries({ queryKey: key });
    },
  });
}

/** The queue with other things in it, and its total with them. */
function withData(queue: Queue, data: Queue['data']): Queue {
  const { pagination } = queue;
  if (!pagination) return { ...queue, data };
  const total = Math.max(0, pagination.total + data.length - queue.data.length);
  return { ...queue, data, pagination: { ...pagination, total } };
}

/** Takes an ad for ten minutes, so that its owner and other moderators leave it alone; how it is now. */
export async function lockAd(id: number): Promise<WaitingAd> {
  return (await lockAdCall({ path: { id } })).data.data;
}

/** Lets it go; `keepalive` when the page itself is going. */
export function unlockAd(id: number, keepalive = false): Promise<unknown> {
  return unlockAdCall({ path: { id }, keepalive });
}
