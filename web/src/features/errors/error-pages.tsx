import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '~/api/problem';
import { RELOAD_SECONDS, reloadsFor } from '~/app/chunks';
import { useUser } from '~/app/queries';
import { homeOf } from '~/lib/roles';
import { Button, buttonClass } from '~/ui/button';
import { PagePending } from '~/ui/page-pending';
import { useSecondsLeft } from '~/ui/use-seconds-left';
import { errorFacts } from './kind';
import { Poster } from './poster';

/** What the error catalogue says for what is not there. */
const NOT_FOUND = 'This page could not be found';

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
    <Poster
      number="404"
      title={NOT_FOUND}
      actions={
        <>
          <HomeLink />
          <Link to="/helpCenter" className={buttonClass()}>
            <IconSearch size={16} aria-hidden />
            Help center
          </Link>
        </>
      }
    >
      <p>Nothing is posted here. The address has no page, or it belongs to somebody else.</p>
    </Poster>
  );
}

/** Draws the page again: the failed parts are fetched anew. */
function useAgain(reset: () => void): () => void {
  const router = useRouter();
  return () => {
    reset();
    void router.invalidate();
  };
}

function Again({
  onClick,
  disabled,
  children = 'Try again',
}: {
  onClick(): void;
  disabled?: boolean;
  children?: ReactNode;
}) {
  return (
    <Button onClick={onClick} disabled={disabled}>
      <IconRefresh size={16} aria-hidden />
      {children}
    </Button>
  );
}

/** A page that failed, by its status: 500 and 401 show the 404 page, 422 its own, no answer the offline page. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const again = useAgain(reset);
  const facts = errorFacts(error, navigator.onLine);
  // Drawn anew until it is known whether the page loads itself again.
  useSecondsLeft(RELOAD_SECONDS + 1);
  // A new release is on its way into this tab.
  if (reloadsFor(error)) return <PagePending />;
  switch (facts.kind) {
    case 'unprocessable':
      return (
        <Poster number="422" title="That does not fit" actions={<HomeLink />}>
          <p>{facts.message}</p>
        </Poster>
      );
    case 'offline':
      return <Offline onAgain={again} />;
    case 'busy':
      return <Busy seconds={error instanceof ApiError ? error.retryAfter : null} onAgain={again} />;
    case 'second_factor':
      return (
        <Poster
          number="403"
          title="Set up the second factor first"
          actions={
            <Link to="/account" className={buttonClass({ variant: 'accent' })}>
              To your account
            </Link>
          }
        >
          <p>
            Pages of the back office open once your account asks for a code at login. It takes a minute and an app on
            your phone.
          </p>
        </Poster>
      );
    case 'failed':
      return (
        <Poster
          number="404"
          title={NOT_FOUND}
          actions={
            <>
              <Again onClick={again} />
              <HomeLink />
            </>
          }
        >
          <p>Something failed on our side while it was opened. Your data is safe; try again in a moment.</p>
          <p className="s13 t3">
            For support: {facts.status} {facts.message}
          </p>
        </Poster>
      );
    case 'not_found':
      return <NotFoundPage />;
  }
}

/** No answer came. The page opens by itself when the connection is back. */
function Offline({ onAgain }: { onAgain(): void }) {
  useEffect(() => {
    addEventListener('online', onAgain);
    return () => removeEventListener('online', onAgain);
  }, [onAgain]);
  return (
    <Poster number="Off" title="No connection" actions={<Again onClick={onAgain} />}>
      <p>
        The server does not answer. Check the connection: this page opens by itself once it is back, or by the button.
      </p>
    </Poster>
  );
}

/** Too many requests: says how long to wait, and lets nobody ask sooner. */
function Busy({ seconds, onAgain }: { seconds: number | null; onAgain(): void }) {
  const left = useSecondsLeft(seconds);
  return (
    <Poster
      number="429"
      title="Too many requests"
      actions={
        <Again onClick={onAgain} disabled={left > 0}>
          {left > 0 ? `Try again in ${left} s` : 'Try again'}
        </Again>
      }
    >
      <p>You, or somebody at your address, asked for more than one person needs. Nothing is lost.</p>
    </Poster>
  );
}
