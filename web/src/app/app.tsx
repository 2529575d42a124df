import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { createAppRouter } from '~/router';
import { queryClient } from './queries';
import { watchSession } from './session';

let watching = false;

/** Everything that stands around the pages. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  useEffect(() => {
    if (watching) return;
    watching = true;
    watchSession((reason) => {
      queryClient.clear();
      void router.navigate({ to: '/', search: reason === 'logout' ? {} : { ended: reason }, replace: true });
    });
  }, [router]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
