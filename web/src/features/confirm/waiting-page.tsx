import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UserStatus } from '~/api/words';
import { landing } from '~/app/guards';
import { useFindPage, useHead } from '~/app/page';
import { userQuery } from '~/app/queries';
import { toastLater } from '~/app/toast-later';
import { buttonClass } from '~/ui/button';
import { Resend } from '~/ui/resend';
import { AuthPanel, PanelActions } from '../auth/panel';
import { resendConfirmation } from '../signup/api';

/** Pause between two looks whether the link was opened, in milliseconds. */
const LOOK_MS = 5_000;

/** A user whose address is not confirmed yet sees this and the public pages; it goes on by itself. */
export function WaitingPage() {
  const navigate = useNavigate();
  const find = useFindPage();
  const head = useHead();
  const { data: user } = useQuery({ ...userQuery, refetchInterval: LOOK_MS });
  const isActive = user !== undefined && user.status_id !== UserStatus.Unconfirmed;
  useEffect(() => {
    if (!isActive || !user) return;
    toastLater('Address confirmed', { detail: user.email });
    void navigate({ href: landing(find, user), replace: true });
  }, [isActive, user, navigate, find]);
  return (
    <AuthPanel
      title="Confirm your address"
      head={head}
      mark="idle"
      lead={
        <>
          A mail with a link went to <b>{user?.email ?? 'you'}</b>. Open it within 48 hours; this page then goes on by
          itself.
        </>
      }
      foot="Nothing there after some minutes? Look into the folder for spam, then send it again."
    >
      <PanelActions>
        <Resend name={`confirm.${user?.email.toLowerCase() ?? ''}`} run={() => resendConfirmation()} />
        <Link to="/logout" className={buttonClass({ variant: 'ghost' })}>
          Log out
        </Link>
      </PanelActions>
    </AuthPanel>
  );
}
