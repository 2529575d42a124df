import { useMatches } from '@tanstack/react-router';
import { useLoggedIn } from '~/app/session';

/** Whether an error page stands in place of the page. */
export function useIsError(): boolean {
  return useMatches({
    select: (matches) => matches.some((match) => match.status === 'error' || match.status === 'notFound'),
  });
}

/** Whether the public layout makes way for the account's: an error page for somebody who is logged in. */
export function useStepsAside(): boolean {
  const loggedIn = useLoggedIn();
  const isError = useIsError();
  return loggedIn && isError;
}
