import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ListAnswer } from '~/api/types';
import { isFiltered } from '~/lib/list';
import type { ListSpec } from './spec';
import { type List, useList } from './use-list';

/** A list with the answer of its call. */
export interface ListWithRows<Row extends object> {
  list: List;
  answer: UseQueryResult<ListAnswer<Row>>;
  /** Nothing is there at all yet: the page says what comes here, and nothing else. */
  isBare: boolean;
}

/** Asks for the rows that the address tells; the last ones stand until they are there. */
export function useRows<Row extends object>(spec: ListSpec<Row>): ListWithRows<Row> {
  const list = useList(spec);
  const answer = useQuery({
    // What it is made of is known: `ListSpec` checks the answer, and nothing else of it matters here.
    ...(spec.rows(list) as unknown as UseQueryOptions<ListAnswer<Row>>),
    placeholderData: keepPreviousData,
    refetchInterval: spec.every ?? false,
  });
  const isBare =
    !spec.dated && answer.data?.pagination.total === 0 && !isFiltered(list.state, spec) && list.state.page === 1;
  return { list, answer, isBare };
}
