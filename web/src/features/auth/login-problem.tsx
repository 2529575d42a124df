import { Link } from '@tanstack/react-router';
import { toApiError } from '~/api/problem';
import { Note } from '~/ui/note';

/** Why a login did not go through, as far as the page tells the cases apart. */
export type LoginProblem = 'otp_required' | 'blocked' | 'busy' | 'offline' | 'other';

/** Reads the refusal of a login. */
export function loginProblem(error: unknown): LoginProblem {
  const problem = toApiError(error);
  if (problem.status === 0) return 'offline';
  if (problem.status === 429) return 'busy';
  if (problem.status === 403) return 'blocked';
  if (problem.type.includes('otp_required')) return 'otp_required';
  return 'other';
}

/** Why nobody was let in, and what to do. */
export function LoginNote({ error, wait }: { error: unknown; wait: number }) {
  const message = error instanceof Error ? error.message : '';
  switch (loginProblem(error)) {
    case 'offline':
      return (
        <Note tone="warn" alert>
          <b className="b">No connection.</b> The server did not answer. Nothing is lost; try again.
        </Note>
      );
    case 'busy':
      return (
        <Note tone="warn" alert>
          <b className="b">Too many attempts.</b> {/* Read out once, not every second. */}
          {wait > 0 && <span aria-hidden>The next one counts in {wait} s.</span>}
          {wait > 0 ? <span className="vh">The button says how long to wait.</span> : 'You can try again now.'} They
          need not have been yours: a{' '}
          <Link className="link" to="/account/password/reset">
            new password
          </Link>
          , set by mail in this browser, lets you in at once.
        </Note>
      );
    case 'blocked':
      return (
        <Note tone="bad">
          <b className="b">This account is blocked.</b> {message}
        </Note>
      );
    default:
      return <Note tone="bad">{message}</Note>;
  }
}
