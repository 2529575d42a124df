import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/logout')({
  // Ends what is in use: acting as somebody else alone, or the own session.
  beforeLoad: async ({ context, preload }) => {
    if (preload) return;
    if (context.session.current) {
      // The session ends here even when the server cannot be told.
      await import('~/api/sdk').then((sdk) => sdk.logOut()).catch(() => undefined);
      context.session.end('logout');
    }
    throw redirect({ to: '/', replace: true });
  },
});
