import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ context }) => {
    if (context.session.current) {
      // The session ends here even when the server cannot be told.
      await import('~/api/sdk').then((sdk) => sdk.logOut()).catch(() => undefined);
      context.session.end('logout');
      context.queryClient.clear();
    }
    throw redirect({ to: '/', replace: true });
  },
});
