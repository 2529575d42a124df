import { createFileRoute } from '@tanstack/react-router';
import { adminUserQuery } from '~/features/admin/api';
import { UserPage } from '~/features/admin/user-page';

export const Route = createFileRoute('/_cabinet/admin/users/$userId')({
  staticData: { access: 'staff' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(adminUserQuery(params.userId)),
  component: UserPage,
});
