import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListAnswer, Pagination } from '~/api/types';
import type { Left } from './guess';

/** Goes to the last page where the one of the address is beyond it by now. Returns whether it is. */
export function usePageThatIs(
  page: number,
  answered: Pagination | undefined,
  go: (page: number, replace: true) => void,
): boolean {
  const last = answered?.last_page;
  const isBeyond = last !== undefined && page > last;
  useEffect(() => {
    if (isBeyond) go(last, true);
  }, [isBeyond, last, go]);
  return isBeyond;
}

/** What an answer is until it is there. */
const WAITING = { data: undefined, isPending: true } as const;

/**
 * An answer of which nothing is said yet where its page is left at once, where its last row went, or where there are no rows and
 * they are of another question. Goes to the last page as `usePageThatIs` does.
 */
export function useAnswerThatIs<Row>(
  answer: UseQueryResult<Left<ListAnswer<Row>>>,
  page: number,
  go: (page: number, replace: true) => void,
): UseQueryResult<ListAnswer<Row>> {
  const isAnswered = !answer.isPlaceholderData;
  const isBeyond = usePageThatIs(page, isAnswered ? answer.data?.pagination : undefined, go);
  const isAwaited = isBeyond || answer.data?.isAwaited || (!isAnswered && answer.data?.data.length === 0);
  return isAwaited ? ({ ...answer, ...WAITING } as typeof answer) : answer;
}
