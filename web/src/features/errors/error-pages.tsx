import { IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { toApiError } from '~/api/problem';
import { useUser } from '~/app/queries';
import { useTitle } from '~/app/title';
import { PublicErrorLayout } from '~/layouts/public-error-layout';
import { homeOf } from '~/lib/roles';
import { Button, buttonClass } from '~/ui/button';
import { Skeleton } from '~/ui/states';
import styles from './errors.module.css';

// Error pages are in the first load, so that they show without a connection; the frame comes when it can.
const Frame = lazy(() => import('../frame/frame').then((module) => ({ default: module.Frame })));

/** Whether the page is drawn inside the cabinet already. */
function useInCabinet(): boolean {
  const router = useRouter();
  const user = useUser();
  const found = router.state.matches.some((match) => match.routeId === '/_cabinet' && match.status === 'success');
  return found && user !== undefined;
}

function Poster({
  number,
  title,
  children,
  actions,
}: {
  number: string;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  useTitle(title);
  const user = useUser();
  const inCabinet = useInCabinet();
  const poster = (
    <section className={styles.page} aria-label={title}>
      <div className={styles.number} aria-hidden>
        {number}
      </div>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{children}</p>
        <div className="row wrap">{actions}</div>
      </div>
    </section>
  );
  if (!user) return <PublicErrorLayout>{poster}</PublicErrorLayout>;
  if (inCabinet) return poster;
  return (
    <Suspense fallback={poster}>
      <Frame>{poster}</Frame>
    </Suspense>
  );
}

function HomeLink() {
  const user = useUser();
  return (
    <Link to={user ? homeOf(user) : '/'} className={buttonClass({ variant: 'ink' })}>
      {user ? 'To your cabinet' : 'To the home page'}
    </Link>
  );
}

/** No such page, or it belongs to somebody else: the two are not told apart. */
export function NotFoundPage() {
  return (
    <Poster number="404" title="Nothing is posted here." actions={<HomeLink />}>
      The address has no page, or it belongs to somebody else.
    </Poster>
  );
}

/** A page that failed: by status code; 401 and 500 show the 404 page, 422 its own, no answer the offline page. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const path = useLocation({ select: (location) => location.pathname });
  const problem = toApiError(error);
  const again = (
    <Button
      onClick={() => {
        reset();
        void router.invalidate();
      }}
    >
      <IconRefresh size={16} aria-hidden />
      Try again
    </Button>
  );
  if (problem.status === 422) {
    return (
      <Poster number="422" title="That does not fit." actions={<HomeLink />}>
        {problem.message}
      </Poster>
    );
  }
  // An error of our own code is no lost connection, though it has no status either.
  const lost = problem.status === 0 && !(error instanceof Error && error.name !== 'ApiError');
  if (lost) {
    return (
      <Poster number="…" title="No connection." actions={again}>
        The server does not answer. Check the connection; this page opens again by the button.
      </Poster>
    );
  }
  if (problem.status === 404 || problem.status === 401) return <NotFoundPage />;
  return (
    <Poster
      number="404"
      title="This page did not open."
      actions={
        <>
          {again} <HomeLink />
        </>
      }
    >
      Something broke while {path} was drawn. Your data is safe.
    </Poster>
  );
}

/** What stands while a page's code and first data come. */
export function PagePending() {
  return (
    <div className="stack" aria-busy>
      <Skeleton width={180} height={12} />
      <Skeleton width={260} height={28} />
      <Skeleton height={96} radius={8} />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
      <p className="vh" role="status">
        Loading the page
      </p>
    </div>
  );
}
