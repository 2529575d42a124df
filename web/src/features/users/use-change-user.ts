import { useMutation } from '@tanstack/react-query';
import { ApiError } from '~/api/problem';
import { make, updateUserMutation } from '~/api/queries';
import type { AdminUser, UserForm } from '~/api/sdk';
import { askAnew } from '~/app/queries';

/**
 * Changes a user as the page shows them, or as it was shown when a question was asked; whoever was slower than somebody else sees first
 * what that one did.
 */
export function useChangeUser({ id, version }: Pick<AdminUser, 'id' | 'version'>) {
  return useMutation({
    mutationFn: (change: UserForm, { client }) =>
      make(updateUserMutation, { path: { id }, body: { version, ...change } }, client),
    onError: (error, _change, _begun, { client }) => {
      if (error instanceof ApiError && error.status === 409) void askAnew(client);
    },
  });
}
