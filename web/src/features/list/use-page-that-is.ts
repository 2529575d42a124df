import { useEffect } from 'react';
import type { Pagination } from '~/api/types';

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
