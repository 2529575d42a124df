import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '~/api/problem';
import { landing } from '~/app/guards';
import { useHydrated } from '~/app/hydrated';
import { useFindPage } from '~/app/page';
import { userQuery, useUser } from '~/app/queries';
import { useLoggedIn } from '~/app/session';
import { toastLater } from '~/app/toast-later';
import { UNCONFIRMED } from '~/lib/access';
import { buttonClass } from '~/ui/button';
import { AuthPanel, PanelActions, PanelSkeleton } from '../auth/panel';
import { TokenProblem } from '../auth/token-problem';
import { type ConfirmKind, confirmQuery } from './api';

const WORDS: Record<ConfirmKind, { title: string; done: string; unknown: string }> = {
  account: {
    title: 'Address confirmed',
    done: 'Your account is ready.',
    unknown: 'A newer mail may have replaced it.',
  },
  change: {
    title: 'Address changed',
    done: 'From now on you log in with it, and our mail goes there.',
    unknown: 'The change may have been taken back, or a newer mail has replaced it.',
  },
};

/** What the link of a mail opens: confirms the address of an account, or a changed one. */
export function ConfirmPage({ kind, token }: { kind: ConfirmKind; token: string }) {
  const words = WORDS[kind];
  const client = useQueryClient();
  const navigate = useNavigate();
  const find = useFindPage();
  const isHydrated = useHydrated();
  const isLoggedIn = useLoggedIn();
  const user = useUser();
  const answer = useQuery({ ...confirmQuery(kind, token), enabled: token !== '' });
  const email = answer.data?.email;
  useEffect(() => {
    if (email === undefined || !isLoggedIn) return;
    // Whoever is logged in here goes on at once: a new user into the cabinet, a changed address back to the account.
    const goOn = async () => {
      const user = await client.fetchQuery({ ...userQuery, staleTime: 0 });
      if (user.status_id === UNCONFIRMED) return;
      toastLater(words.title, { detail: email });
      await navigate({ href: kind === 'change' ? '/account' : landing(find, user), replace: true });
    };
    goOn().catch(() => undefined);
  }, [email, isLoggedIn, client, navigate, find, kind, words]);

  const go = isLoggedIn ? (
    <Link to="/account" className={buttonClass({ variant: 'accent' })}>
      To your account
    </Link>
  ) : (
    <Link to="/account/login" className={buttonClass({ variant: 'accent' })}>
      Log in
    </Link>
  );
  // A user whose address is confirmed has no page that sends links.
  const other =
    kind === 'change'
      ? { to: '/account', label: 'To your account' }
      : user && user.status_id !== UNCONFIRMED
        ? { to: '/', label: 'To your cabinet' }
        : isLoggedIn
          ? { to: '/account/confirm', label: 'Get a new link' }
          : null;
  // The build draws the page for the address without a token.
  if (!isHydrated) return <PanelSkeleton />;
  if (token === '' || answer.isError) {
    return (
      <TokenProblem
        error={token === '' ? new ApiError({ status: 404 }) : answer.error}
        ended="Such a link works for 48 hours. This one is older."
        unknown={words.unknown}
        onRetry={() => void answer.refetch()}
        actions={
          other ? (
            <Link to={other.to} className={buttonClass({ variant: 'accent' })}>
              {other.label}
            </Link>
          ) : (
            <>
              <Link to="/account/login" className={buttonClass({ variant: 'accent' })}>
                Log in for a new link
              </Link>
              <Link to="/singup" className={buttonClass({ variant: 'ghost' })}>
                Sign up
              </Link>
            </>
          )
        }
      />
    );
  }
  if (!answer.data) return <PanelSkeleton />;
  return (
    <AuthPanel
      title={words.title}
      mark="ok"
      lead={
        <>
          <b>{answer.data.email}</b> is confirmed. {words.done}
        </>
      }
    >
      <PanelActions>{go}</PanelActions>
    </AuthPanel>
  );
}
