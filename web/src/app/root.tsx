import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useStepsAside } from '~/layouts/steps-aside';
import { PageLoader } from '~/ui/page-loader';
import { EndedNotice } from './ended-notice';
import { PageVoice } from './page-voice';
import { useIsActing } from './session';

// Few ever see it.
const ActingBar = lazy(() => import('~/features/acting/acting-bar').then((module) => ({ default: module.ActingBar })));
const Widgets = lazy(() => import('./widgets').then((module) => ({ default: module.Widgets })));

/** What stands on every page: the loader's line, the bar of who acts as somebody else, why a session ended. */
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
      <Page />
      <EndedNotice />
      <PageVoice />
    </>
  );
}

/** Pages outside the public layout stand among the widgets' providers, which come with the first of them. */
function Page() {
  const isPublic = useMatches({ select: (matches) => matches.some((match) => match.routeId === '/_public') });
  const stepsAside = useStepsAside();
  if (isPublic && !stepsAside) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <Widgets>
        <Outlet />
      </Widgets>
    </Suspense>
  );
}
