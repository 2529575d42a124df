import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { createAppRouter } from '~/router';
import { theme } from '~/theme/theme';
import { queryClient } from './queries';
import { schemeManager } from './scheme';
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
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={schemeManager}>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="bottom-right" autoClose={3000} limit={4} zIndex={80} />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
