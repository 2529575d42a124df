import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LastBoundary } from '~/features/errors/boundary';
import type { createAppRouter } from '~/router';
import { queryClient } from './queries';
import { watchSession } from './session';

let watching = false;

/** Everything that stands around the pages. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  return (
    <LastBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LastBoundary>
  );
}
