import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The search part of a page's address, and a way to change it; a change of anything but the page goes back to the first. */
export function useSearchPatch<T extends { page?: number | undefined }>(): [T, (patch: Partial<T>) => void] {
  const search = useSearch({ strict: false }) as unknown as T;
  const navigate = useNavigate();
  const set = useCallback(
    (patch: Partial<T>) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, page: undefined, ...patch }),
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, set];
}
