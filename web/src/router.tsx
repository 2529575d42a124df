import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { queryClient } from './app/queries';
import { session } from './app/session';
import { ErrorPage, NotFoundPage, PagePending } from './features/errors/error-pages';
import { joinPath, type Locale, localeOf, splitPath } from './lib/locale';
import { parseSearch, stringifySearch } from './lib/search-params';
import type { Session } from './lib/session';
import { routeTree } from './routeTree.gen';

/** What every route may use. */
export interface RouterContext {
  queryClient: QueryClient;
  session: Session;
  /** The prefix of the addresses in use: the same pages exist with and without /en. */
  locale: Locale;
}

/** The app's router; tests bring a memory history. */
export function createAppRouter(history?: RouterHistory, path: string = location.pathname) {
  const locale = localeOf(path);
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient, session, locale },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Where pages are pre-rendered it would write an inline script, which the policy of pages forbids.
    scrollRestoration: typeof document !== 'undefined',
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 200,
    rewrite: {
      input: ({ url }) => {
        const found = splitPath(url.pathname);
        if (found.locale === locale) url.pathname = found.rest;
        return url;
      },
      output: ({ url }) => {
        url.pathname = joinPath(locale, url.pathname);
        return url;
      },
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
