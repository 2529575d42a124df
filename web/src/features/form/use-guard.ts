import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { session } from '~/app/session';
import { confirm } from '~/ui/confirm';

// A page whose parts stand in its address shows one of them; any other change of the search stays on the form.
const PARTS = ['part', 'rule'] as const;
const partOf = ({ search }: { search: object }) =>
  PARTS.map((name) => (search as Partial<Record<string, unknown>>)[name]).find((part) => part !== undefined);

/** Asks before unsaved changes are left, inside the app and when the tab is closed. Call `release` once they are saved. */
export function useUnsavedGuard(isDirty: () => boolean): { release(): void } {
  const released = useRef(false);
  const navigate = useNavigate();
  // Whose session is over cannot save any more, and is not kept on a page of it.
  const holds = () => isDirty() && !released.current && session.current !== null;
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!holds() || (current.pathname === next.pathname && partOf(current) === partOf(next))) return false;
      confirm({
        title: 'Leave without saving?',
        body: 'What you changed on this page has not been saved.',
        action: 'Leave',
        keep: 'Stay',
        run: async () => {
          released.current = true;
          await navigate({ to: next.pathname, search: next.search });
        },
      });
      return true;
    },
    enableBeforeUnload: holds,
  });
  return {
    release: () => {
      released.current = true;
    },
  };
}
