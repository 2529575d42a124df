import { Link } from '@tanstack/react-router';
import { useUser } from '~/app/queries';
import { useTitle } from '~/app/title';
import { AuthLayout } from '~/layouts/auth-layout';
import { buttonClass } from '~/ui/button';

/** An account whose address is not confirmed yet sees this and nothing else. */
export function WaitingForConfirmation() {
  useTitle('Confirm your address');
  const user = useUser();
  return (
    <AuthLayout>
      <h1>Confirm your address</h1>
      <p className="t2">
        A mail with a link went to <b className="b">{user?.email}</b>. Open the link, then come back here and reload the
        page.
      </p>
      <Link to="/logout" className={buttonClass()}>
        Log out
      </Link>
    </AuthLayout>
  );
}
