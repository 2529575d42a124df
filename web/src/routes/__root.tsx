import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { RouterContext } from '~/router';

const Widgets = lazy(() => import('~/app/widgets').then((module) => ({ default: module.Widgets })));

/** Pages outside the public layout stand among the widgets' providers, which come with the first of them. */
function Root() {
  const isPublic = useMatches({ select: (matches) => matches.some((match) => match.routeId === '/_public') });
  if (isPublic) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <Widgets>
        <Outlet />
      </Widgets>
    </Suspense>
  );
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });
