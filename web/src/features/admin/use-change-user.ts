import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminUserQuery, changeUser, type UserChange } from './api';

/** Changes a user; the page and the list show it at once. */
export function useChangeUser(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: UserChange) => changeUser(id, change),
    onSuccess: async (saved) => {
      client.setQueryData(adminUserQuery(String(id)).queryKey, saved);
      await client.invalidateQueries({ queryKey: ['admin', 'users', 'list'] });
    },
  });
}
