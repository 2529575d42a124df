import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '~/api/problem';
import { passwordError } from '~/lib/password';
import { buttonClass } from '~/ui/button';
import { NewPassword } from '~/ui/new-password';
import { AuthForm, AuthPanel, PanelActions } from '../auth/panel';
import { TokenProblem } from '../auth/token-problem';
import { useFields } from '../form/use-fields';
import { resetTokenQuery, setPassword } from './api';

const hasStatus = (thrown: unknown, ...codes: number[]) => thrown instanceof ApiError && codes.includes(thrown.status);

/**
 * Sets a new password with the link of a mail. Nearly every link holds: the form stands at once, and makes way for the reason
 * and a new link when this one does not.
 */
export function SetPasswordPage({ token }: { token: string }) {
  const link = useQuery(resetTokenQuery(token));
  const form = useFields({
    fields: { password: '' },
    checks: { password: passwordError },
    send: ({ password }) => setPassword(token, password),
  });
  if (form.sent) {
    return (
      <AuthPanel
        title="The password is set"
        mark="ok"
        lead="Every device was logged out. Log in with the new password."
      >
        <PanelActions>
          <Link to="/account/login" className={buttonClass({ variant: 'accent' })}>
            Log in
          </Link>
        </PanelActions>
      </AuthPanel>
    );
  }
  // A check that failed takes nobody's form away: the sending tells. There 422 means the password, not the link.
  const refusals = [hasStatus(form.error, 404, 410) && form.error, hasStatus(link.error, 404, 410, 422) && link.error];
  const dead = refusals.find(Boolean);
  if (dead) {
    return (
      <TokenProblem
        error={dead}
        ended="Such a link works once, within an hour. This one was used already, or it is older."
        unknown="A newer mail may have replaced it."
        onRetry={() => void link.refetch()}
        actions={
          <Link to="/account/password/reset" className={buttonClass({ variant: 'accent' })}>
            Ask for a new link
          </Link>
        }
      />
    );
  }
  return (
    <AuthForm
      form={form}
      title="Set a new password"
      lead="All sessions end, on this device and on others. API tokens stay."
      submit="Set the password"
    >
      <NewPassword label="New password" {...form.field('password')} />
    </AuthForm>
  );
}
