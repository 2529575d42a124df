import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '~/api/problem';
import { AppLink } from '~/app/app-link';
import { landing } from '~/app/guards';
import { useHydrated } from '~/app/hydrated';
import { userQuery, useUser } from '~/app/queries';
import { useLoggedIn } from '~/app/session';
import { toastLater } from '~/app/toast-later';
import { UNCONFIRMED } from '~/lib/access';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { HEADS } from '../auth/heads';
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
      await navigate({ href: kind === 'change' ? paths.account() : landing(user, undefined), replace: true });
    };
    goOn().catch(() => undefined);
  }, [email, isLoggedIn, client, navigate, kind, words]);

  const go = isLoggedIn ? (
    <AppLink href={paths.account()} className={buttonClass({ variant: 'accent' })}>
      To your account
    </AppLink>
  ) : (
    <AppLink href={paths.login()} className={buttonClass({ variant: 'accent' })}>
      Log in
    </AppLink>
  );
  // A user whose address is confirmed has no page that sends links.
  const other =
    kind === 'change'
      ? { href: paths.account(), label: 'To your account' }
      : user && user.status_id !== UNCONFIRMED
        ? { href: '/', label: 'To your cabinet' }
        : isLoggedIn
          ? { href: paths.waiting(), label: 'Get a new link' }
          : null;
  // The build draws the page for the address without a token.
  if (!isHydrated) return <PanelSkeleton head={HEADS.confirm} />;
  if (token === '' || answer.isError) {
    return (
      <TokenProblem
        error={token === '' ? new ApiError({ status: 404 }) : answer.error}
        ended="Such a link works for 48 hours. This one is older."
        unknown={words.unknown}
        onRetry={() => void answer.refetch()}
        actions={
          other ? (
            <AppLink href={other.href} className={buttonClass({ variant: 'accent' })}>
              {other.label}
            </AppLink>
          ) : (
            <>
              <AppLink href={paths.login()} className={buttonClass({ variant: 'accent' })}>
                Log in for a new link
              </AppLink>
              <AppLink href={paths.signUp()} className={buttonClass({ variant: 'ghost' })}>
                Sign up
              </AppLink>
            </>
          )
        }
      />
    );
  }
  if (!answer.data) return <PanelSkeleton head={HEADS.confirm} />;
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
