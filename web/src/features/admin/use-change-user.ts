import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import type { AdminUser, UserForm } from '~/api/sdk';
import { adminUserQuery, changeUser } from './api';

/** Changes a user as the page shows them; the page and the list show it at once. */
export function useChangeUser({ id, version }: Pick<AdminUser, 'id' | 'version'>) {
  const client = useQueryClient();
  const { queryKey } = adminUserQuery(String(id));
  return useMutation({
    mutationFn: (change: UserForm) => changeUser(id, { ...change, version }),
    onSuccess: async (saved) => {
      client.setQueryData(queryKey, saved);
      await client.invalidateQueries({ queryKey: ['admin', 'users', 'list'] });
    },
    // Somebody else was faster: the page shows what they did before the change is sent again.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
    },
  });
}
