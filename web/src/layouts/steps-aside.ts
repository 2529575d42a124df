import { useMatches } from '@tanstack/react-router';
import { useLoggedIn } from '~/app/session';

/** Whether the public layout makes way for the account's: an error page for somebody who is logged in. */
export function useStepsAside(): boolean {
  const loggedIn = useLoggedIn();
  const isError = useMatches({
    select: (matches) => matches.some((match) => match.status === 'error' || match.status === 'notFound'),
  });
  return loggedIn && isError;
}
