import { joinPath, localeOf } from '~/lib/locale';
import { rememberWanted } from '~/lib/safe-path';
import type { createAppRouter } from '~/router';
import { tabStorage } from './browser';
import { forgetEnded, noteActingEnded, sayEnded, sayWhatWasNoted } from './ended';
import { queryClient } from './queries';
import { watchSession } from './session';

let following = false;

/** Takes the page along with the session: what one user saw is shown to nobody else, and who is logged out goes home. */
export function followSession(router: ReturnType<typeof createAppRouter>): void {
  if (following) return;
  following = true;
  sayWhatWasNoted();
  watchSession((change) => {
    switch (change.kind) {
      case 'began':
      case 'acting_began':
        forgetEnded();
        queryClient.clear();
        void router.invalidate();
        break;
      case 'ended':
        if (change.reason !== 'logout') rememberWanted(tabStorage, router.state.location.href, change.user);
        sayEnded(change.reason);
        // Unsaved changes keep nobody on a page that is theirs no more. The data is cleared after the page has gone: it would
        // only ask again for what it may not see.
        void router.navigate({ to: '/', replace: true, ignoreBlocker: true }).finally(() => queryClient.clear());
        break;
      case 'acting_ended':
        // From one user to another in one page: nothing is to stay in memory.
        noteActingEnded(change.reason);
        // The history is what asks about unsaved changes before the page is left.
        router.history.destroy();
        location.replace(joinPath(localeOf(location.pathname), '/'));
        break;
    }
  });
}
