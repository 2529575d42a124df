import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { asked } from '~/api/queries';
import type { ListAnswer } from '~/api/types';
import { useUser } from '~/app/queries';
import { isFiltered } from '~/lib/list';
import { isGod } from '~/lib/roles';
import { type Left, useGoing, without } from './guess';
import { keyOfRow } from './row-key';
import type { ListSpec } from './spec';
import { type List, useList } from './use-list';
import { useAnswerThatIs } from './use-page-that-is';

/** A list with the answer of its call. */
export interface ListWithRows<Row extends object> {
  list: List;
  answer: UseQueryResult<ListAnswer<Row>>;
  /** Nothing is there at all yet: the page says what comes here, and nothing else. */
  isBare: boolean;
}

/** A list as it is for whoever looks at it. */
export function useSpec<Row extends object>(spec: ListSpec<Row>): ListSpec<Row> {
  const asGod = isGod(useUser());
  return useMemo(() => (asGod && spec.god ? { ...spec, ...spec.god } : spec), [asGod, spec]);
}

/** An answer without the rows that are on their way out. */
function useWithoutGoing<Row extends object>(
  spec: ListSpec<Row>,
  answer: UseQueryResult<Left<ListAnswer<Row>>>,
): typeof answer {
  const going = useGoing();
  if (going.length === 0 || !answer.data) return answer;
  return { ...answer, data: without(answer.data, (row: Row) => going.includes(keyOfRow(spec, row))) } as typeof answer;
}

/**
 * Asks for the rows that the address tells; the last ones stand until they are there. A page that is no more, because its last
 * row went or the address is old, is the last one there is.
 */
export function useRows<Row extends object>(spec: ListSpec<Row>): ListWithRows<Row> {
  const list = useList(spec);
  const asks = useQuery({
    ...asked<ListAnswer<Row>>(spec.rows(list)),
    placeholderData: keepPreviousData,
    refetchInterval: spec.every ?? false,
  });
  const answer = useWithoutGoing(spec, asks);
  const told = useAnswerThatIs(answer, list.state.page, list.setPage);
  const isBare =
    !answer.isPlaceholderData &&
    !spec.dated &&
    answer.data?.pagination.total === 0 &&
    !isFiltered(list.state, spec) &&
    list.state.page === 1;
  return { list, answer: told, isBare };
}
