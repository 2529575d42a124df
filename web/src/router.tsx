import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { lookAhead } from './app/chunks';
import { SKELETON_MIN_MS } from './app/keep-skeletons';
import { queryClient } from './app/queries';
import { session } from './app/session';
import { ErrorPage, NotFoundPage } from './features/errors';
import type { ClientSession } from './lib/client-session';
import { joinPath, type Locale, localeOf, splitPath } from './lib/locale';
import { type FindPage, pageFinder } from './lib/pages';
import { parseSearch, stringifySearch } from './lib/search-params';
import { routeTree } from './routeTree.gen';
import { PagePending } from './ui/page-pending';

/** A page that comes sooner than this shows no skeleton, in milliseconds; people take it for at once. */
const SKELETON_AFTER_MS = 50;

/** What every route may use. */
export interface RouterContext {
  queryClient: QueryClient;
  session: ClientSession;
  findPage: FindPage;
  /** The prefix of the addresses in use: the same pages exist with and without /en. */
  locale: Locale;
}

/** The app's router; tests bring a memory history. */
export function createAppRouter(history?: RouterHistory, path: string = location.pathname) {
  const locale = localeOf(path);
  const context: RouterContext = { queryClient, session, locale, findPage: () => null };
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context,
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Where pages are pre-rendered it would write an inline script, which the policy of pages forbids.
    scrollRestoration: typeof document !== 'undefined',
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    // The router's own would stand in place of ours, which alone says what the error catalogue wants.
    disableGlobalCatchBoundary: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PagePending,
    defaultPendingMs: SKELETON_AFTER_MS,
    defaultPendingMinMs: SKELETON_MIN_MS,
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
  context.findPage = pageFinder(router);
  const look = router.preloadRoute;
  router.preloadRoute = (options) => lookAhead(() => look(options));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
