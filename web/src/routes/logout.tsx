import { createFileRoute, redirect } from '@tanstack/react-router';
import { call } from '~/api/http';

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ context }) => {
    if (context.session.current) {
      // The session ends here even when the server cannot be told.
      await call('GET', '/api/oauth2/logout').catch(() => undefined);
      context.session.end('logout');
      context.queryClient.clear();
    }
    throw redirect({ to: '/', replace: true });
  },
});
