import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, type RenderResult, render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { newClient } from '~/app/queries';
import { joinPath, localeOf } from '~/lib/locale';
import { theme } from '~/theme/theme';
import { DialogHost } from '~/ui/dialogs';

function among(part: ReactElement): RenderResult {
  const client = newClient({ retry: false });
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
}

/** Dialogs stand beside the page, as they do in the app. */
const WithDialogs = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <DialogHost />
  </>
);

/** Renders a part with everything that stands around the pages but the router. */
export function show(part: ReactElement): RenderResult {
  return among(<WithDialogs>{part}</WithDialogs>);
}

/** Puts a text into a field at once: typing key by key is slow, and only worth it where the keys matter. */
export function fill(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
}

/** Renders a part at an address, with a router around it that keeps the locale's prefix. */
export function showAt(path: string, part: ReactElement) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory({ initialEntries: [path] }),
    basepath: joinPath(localeOf(path), '/'),
    // There is one page here, and none to be led to.
    context: { findPage: () => null },
    InnerWrap: WithDialogs,
  });
  among(<RouterProvider router={router} />);
  return router;
}
