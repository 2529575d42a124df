import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageLoader } from '~/ui/page-loader';
import { useIsActing } from './session';

// Few ever see it.
const ActingBar = lazy(() => import('~/features/acting/acting-bar').then((module) => ({ default: module.ActingBar })));

/** What stands on every page: the loader's line, the bar of who acts as somebody else. */
export function Root() {
  const isActing = useIsActing();
  return (
    <>
      <PageLoader />
      {isActing && (
        <Suspense fallback={null}>
          <ActingBar />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
