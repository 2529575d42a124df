import { createFileRoute, redirect } from '@tanstack/react-router';
import { logOut } from '~/app/log-out';

export const Route = createFileRoute('/logout')({
  // Ends what is in use: acting as somebody else alone, or the own session.
  beforeLoad: async ({ context, preload }) => {
    if (preload) return;
    if (context.session.current) {
      await logOut();
      context.session.end('logout');
    }
    throw redirect({ to: '/', replace: true });
  },
});
