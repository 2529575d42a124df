import { Link } from '@tanstack/react-router';
import { usePageTitle } from '~/app/page';
import { AuthLayout } from '~/layouts/auth-layout';
import { buttonClass } from '~/ui/button';

/** The entry for staff who act as a user, without a code that holds. */
export function JwtAdminPage() {
  usePageTitle();
  return (
    <AuthLayout>
      <h1>This link does not hold</h1>
      <p className="t2">
        A link to act as a user opens once and within a minute. Open the user in the back office and choose “Log in as”
        again.
      </p>
      <Link to="/" className={buttonClass({ variant: 'ink' })}>
        To your cabinet
      </Link>
    </AuthLayout>
  );
}
