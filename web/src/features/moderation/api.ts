import {
  notifyManager,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '~/api/problem';
import {
  approveAdMutation,
  approveSiteMutation,
  approveWalletMutation,
  dataOf,
  getModeratedSitePageOptions,
  listAdsToModerateOptions,
  listModeratedBlocksOptions,
  listWaitingSitesOptions,
  listWaitingWalletsOptions,
  lockAdMutation,
  make,
  rejectAdMutation,
  rejectSiteMutation,
  rejectWalletMutation,
  unlockAdMutation,
} from '~/api/queries';
import type { QueuedAd } from '~/api/sdk';
import type { BanReason } from '~/api/words';
import { beforeLogOut } from '~/app/leaving';
import { askAnew, queryClient } from '~/app/queries';
import { hideToast, toast, toastError, toastNotDone, toastWaiting } from '~/ui/toast';
import { linkPace } from '../ads/landing/link-look';
import { hold, sendHeld, TakenBack, takeBack } from './held';

/** An ad in the queue. */
export type WaitingAd = QueuedAd;

/** Things a queue shows at once. */
const QUEUE_SIZE = 100;
/** How often a queue is asked for, in milliseconds. */
const LOOK_MS = 15_000;

/** Ads that wait, oldest first. */
export const adQueueQuery = queryOptions({
  ...listAdsToModerateOptions({ query: { page: 1, count: QUEUE_SIZE } }),
  refetchInterval: ({ state }) => linkPace(state.data?.data, LOOK_MS),
});

/** Sites that wait, oldest first. */
export const siteQueueQuery = queryOptions({ ...listWaitingSitesOptions(), refetchInterval: LOOK_MS });

/** Wallets that wait, oldest first. */
export const walletQueueQuery = queryOptions({ ...listWaitingWalletsOptions(), refetchInterval: LOOK_MS });

/** The blocks of a site that a moderator looks at. */
export const moderatedBlocksQuery = (site: number | string) =>
  queryOptions({ ...listModeratedBlocksOptions({ path: { id: Number(site) } }), select: dataOf });

/** For how long it is taken for known what a front page says, in milliseconds. */
const PAGE_KNOWN_MS = 300_000;

/** What the front page of a site says of itself; it is fetched for the answer. */
export const sitePageQuery = (site: number) =>
  queryOptions({
    ...getModeratedSitePageOptions({ path: { id: site } }),
    select: dataOf,
    staleTime: PAGE_KNOWN_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** A decision about one thing of a queue. */
export interface Decision {
  id: number;
  /** What it is called, to tell what came of it. */
  name: string;
  /** The version that was on the screen, of what has versions. */
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

/** How each queue is asked and decided. */
const QUEUES = {
  ads: {
    key: adQueueQuery.queryKey as QueryKey,
    approve: ({ id, version }: Decision, keepalive: boolean) =>
      make(approveAdMutation, { path: { id }, body: { version }, keepalive }, queryClient),
    reject: ({ id, version, reasons = [], comment = '' }: Decision, keepalive: boolean) =>
      make(rejectAdMutation, { path: { id }, body: { version, reasons, comment }, keepalive }, queryClient),
  },
  sites: {
    key: siteQueueQuery.queryKey as QueryKey,
    approve: ({ id, version }: Decision, keepalive: boolean) =>
      make(approveSiteMutation, { path: { id }, body: { version }, keepalive }, queryClient),
    reject: ({ id, version, comment = '' }: Decision, keepalive: boolean) =>
      make(rejectSiteMutation, { path: { id }, body: { version, comment }, keepalive }, queryClient),
  },
  wallets: {
    key: walletQueueQuery.queryKey as QueryKey,
    approve: ({ id }: Decision, keepalive: boolean) =>
      make(approveWalletMutation, { path: { id }, query: { only_waiting: 1 }, keepalive }, queryClient),
    reject: ({ id, comment = '' }: Decision, keepalive: boolean) =>
      make(
        rejectWalletMutation,
        { path: { id }, query: { only_waiting: 1 }, body: { comment }, keepalive },
        queryClient,
      ),
  },
};

/** What is done when the answer to a decision comes, however late. */
interface Answers {
  onDone?: (decision: Decision) => void;
  onFailed?: (decision: Decision) => void;
  /** It was taken back before it was sent, and waits as before. */
  onTakenBack?: (decision: Decision) => void;
}

const nameOf = (queue: string, { id }: Decision) => `verdict-${queue}-${id}`;

/** Between two looks whether all is sent, in milliseconds. */
const SENT_LOOK_MS = 30;

/** Sends what waits, and ends when all of it is answered. */
async function sentAll(client: QueryClient): Promise<void> {
  sendHeld();
  do {
    await new Promise((resolve) => setTimeout(resolve, SENT_LOOK_MS));
  } while (client.isMutating({ mutationKey: ['decide'] }) > 0);
}

/**
 * Decides: the thing leaves the queue at once, the verdict is sent after some seconds in which it can be taken back, and the
 * thing comes back when it was, or when the verdict is refused. Who leaves the queue sends what waits.
 */
export function useDecide(queue: keyof typeof QUEUES, { onDone, onFailed, onTakenBack }: Answers = {}) {
  const client = useQueryClient();
  useEffect(() => () => sendHeld(), []);
  useEffect(() => beforeLogOut(() => sentAll(client)), [client]);
  const { key } = QUEUES[queue];
  // What came of it is told here: callbacks of a single `mutate` are dropped when the next one begins.
  return useMutation({
    mutationKey: ['decide', queue],
    mutationFn: async (decision: Decision): Promise<unknown> => {
      const name = nameOf(queue, decision);
      toastWaiting(name, `${decision.verdict === 'approve' ? 'Approving' : 'Rejecting'}: ${decision.name}`, () =>
        takeBack(name),
      );
      try {
        const isLeaving = await hold(name);
        return await QUEUES[queue][decision.verdict](decision, isLeaving);
      } finally {
        hideToast(name);
      }
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
      const putBack = () =>
        client.setQueryData<Queue>(key, (now) => {
          if (!now || !taken || now.data.some((one) => one.id === decision.id)) return now;
          return withData(now, now.data.toSpliced(taken.at, 0, taken.thing));
        });
      if (error instanceof TakenBack) {
        putBack();
        // The page is told of the longer list in turn: not before that.
        notifyManager.schedule(() => onTakenBack?.(decision));
        return;
      }
      if (error instanceof ApiError && error.status === 409) {
        toastError(`Not decided, look at it again: ${decision.name}`, error);
      } else toastNotDone(`The decision on ${decision.name}`, 'saved', error);
      onFailed?.(decision);
      // Only this one comes back: others were decided meanwhile.
      putBack();
      // It is another one by now. While others are under way, the server still lists them: the last one asks.
      const isLast = client.isMutating({ mutationKey: ['decide', queue] }) === 1;
      if (isLast && error instanceof ApiError && error.status === 409) void askAnew(client);
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

/** Takes an ad for a time, so that its owner and other moderators leave it alone; how it is now. */
export async function lockAd(id: number): Promise<WaitingAd> {
  return (await make(lockAdMutation, { path: { id } }, queryClient)).data;
}

/** Lets it go; `keepalive` when the page itself is going. */
export function unlockAd(id: number, keepalive = false): Promise<unknown> {
  return make(unlockAdMutation, { path: { id }, keepalive }, queryClient);
}
