import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireUser } from '~/app/guards';
import { WaitingPage } from '~/features/confirm/waiting-page';
import { homeOf } from '~/lib/roles';

export const Route = createFileRoute('/account/confirm')({
  beforeLoad: async (args) => {
    const { user } = await requireUser(args);
    if (user.status_id !== 1) throw redirect({ href: homeOf(user), replace: true });
  },
  component: WaitingPage,
});
