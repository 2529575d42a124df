import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserForm } from '~/api/sdk';
import { adminUserQuery, changeUser } from './api';

/** Changes a user; the page and the list show it at once. */
export function useChangeUser(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: UserForm) => changeUser(id, change),
    onSuccess: async (saved) => {
      client.setQueryData(adminUserQuery(String(id)).queryKey, saved);
      await client.invalidateQueries({ queryKey: ['admin', 'users', 'list'] });
    },
  });
}
