import type { Query, QueryOptions } from '@tanstack/react-query';

/** A skeleton stands at least this long, in milliseconds, so that nothing flickers: the minimum delay of a fetch. */
export const SKELETON_MIN_MS = 200;

/** Whether a part of the page draws its skeleton because it has nothing of this to show. */
const isAwaited = (query: Pick<Query, 'observers'>) =>
  query.observers.some((observer) => observer.getCurrentResult().isPending);

/** The behaviour of every query: what comes while a skeleton stands for it comes when that has stood long enough. */
export const keepSkeletons: NonNullable<QueryOptions['behavior']> = {
  onFetch(context, query) {
    const { fetchFn } = context;
    const begun = performance.now();
    context.fetchFn = async () => {
      try {
        return await fetchFn();
      } finally {
        const left = begun + SKELETON_MIN_MS - performance.now();
        if (left > 0 && isAwaited(query)) await new Promise((resolve) => setTimeout(resolve, left));
      }
    };
  },
};
