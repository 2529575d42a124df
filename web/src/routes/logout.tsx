import { createFileRoute, redirect } from '@tanstack/react-router';
import { logOut } from '~/app/log-out';

export const Route = createFileRoute('/logout')({
  staticData: { access: 'public', acts: true },
  beforeLoad: async ({ context, preload }) => {
    if (preload) return;
    if (context.session.current) await logOut();
    throw redirect({ to: '/', replace: true });
  },
});
