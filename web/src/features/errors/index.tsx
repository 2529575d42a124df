import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PagePending } from '~/ui/page-pending';

const load = () => import('./error-pages');
const LazyErrorPage = lazy(() => load().then((pages) => ({ default: pages.ErrorPage })));
const LazyNotFoundPage = lazy(() => load().then((pages) => ({ default: pages.NotFoundPage })));

/** Loads the error pages when the page has nothing else to do: they must show without a connection as well. */
export function loadErrorPagesLater(): void {
  const work = () => void load().catch(() => undefined);
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 10_000 });
  else setTimeout(work, 2_000);
}

/** The page of an error, by its status. */
export function ErrorPage(props: ErrorComponentProps) {
  return (
    <Suspense fallback={<PagePending />}>
      <LazyErrorPage {...props} />
    </Suspense>
  );
}

/** The page of an address that has none. */
export function NotFoundPage() {
  return (
    <Suspense fallback={<PagePending />}>
      <LazyNotFoundPage />
    </Suspense>
  );
}
