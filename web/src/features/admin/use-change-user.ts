import { useMutation } from '@tanstack/react-query';
import { make, updateUserMutation } from '~/api/queries';
import type { AdminUser, UserForm } from '~/api/sdk';

/** Changes a user as the page shows them; whoever was slower than somebody else sees first what that one did. */
export function useChangeUser({ id, version }: Pick<AdminUser, 'id' | 'version'>) {
  return useMutation({
    mutationFn: (change: UserForm, { client }) =>
      make(updateUserMutation, { path: { id }, body: { ...change, version } }, client),
  });
}
