import { createFileRoute } from '@tanstack/react-router';
import { adminUserQuery } from '~/features/users/api';
import { UserPage } from '~/features/users/user-page';

export const Route = createFileRoute('/_cabinet/admin/users/$userId')({
  // What is open on the page of one is not of another.
  remountDeps: ({ params }) => params,
  staticData: { access: 'staff' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(adminUserQuery(params.userId)),
  component: UserPage,
});
