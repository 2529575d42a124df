import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useStepsAside } from '~/layouts/steps-aside';
import { PageLoader } from '~/ui/page-loader';
import { PagePending } from '~/ui/page-pending';
import { EndedNotice } from './ended-notice';
import { LateWidgets } from './late-widgets';
import { PageVoice } from './page-voice';
import { useIsActing } from './session';

// Few ever see it.
const ActingBar = lazy(() => import('~/features/acting/acting-bar').then((module) => ({ default: module.ActingBar })));

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

/** The routes whose pages are made of plain elements: what everybody reads, and the ways in. */
const PLAIN: ReadonlySet<string> = new Set(['/_public', '/_auth']);

/** All other pages stand among the widgets' providers, which come with the first of them. */
function Page() {
  const isPlain = useMatches({ select: (matches) => matches.some((match) => PLAIN.has(match.routeId)) });
  const stepsAside = useStepsAside();
  if (isPlain && !stepsAside) return <Outlet />;
  return (
    <Suspense fallback={<PagePending />}>
      <LateWidgets>
        <Outlet />
      </LateWidgets>
    </Suspense>
  );
}
