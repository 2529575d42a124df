import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadErrorPagesLater } from '~/features/errors';
import { LastBoundary } from '~/features/errors/boundary';
import type { createAppRouter } from '~/router';
import { followSession } from './follow';
import { queryClient } from './queries';

/** Everything that stands around the pages. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  useEffect(() => {
    followSession(router);
    loadErrorPagesLater();
    // From here on the page answers to whoever uses it: whoever drives a browser waits for this.
    document.documentElement.dataset.hydrated = '';
  }, [router]);
  return (
    <LastBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LastBoundary>
  );
}
