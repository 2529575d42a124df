import { useQueries } from '@tanstack/react-query';
import { listUsersOptions } from '~/api/queries';
import { UserType } from '~/api/words';

/** Types of users that can be somebody's manager: sales, god. */
const MANAGERS = [UserType.Sales, UserType.God] as const;
/** Managers that are offered, of each type. */
const MANAGERS_MAX = 200;

/** Users of the staff, for choosing a manager. */
export function useManagers(enabled = true) {
  return useQueries({
    queries: MANAGERS.map((type_id) => ({
      ...listUsersOptions({ query: { type_id, page: 1, count: MANAGERS_MAX } }),
      staleTime: 300_000,
      enabled,
    })),
    combine: (answers) =>
      answers.every((answer) => answer.data)
        ? answers.flatMap(({ data }) =>
            (data?.data ?? []).map(({ id, name, email }) => ({ id, email, name: name || email })),
          )
        : undefined,
  });
}
