import { useCallback } from 'react';
import { type Choices, everyRow, type ListDefaults, type ListSearch, listPatch } from '~/lib/list';
import { useNavigateHere } from '../form/use-navigate-here';

/**
 * Lets go what narrows a list, for a row that was just made: under another tab, or beside what was searched for, it would not be
 * seen. What is given stays chosen, or is chosen then.
 */
export function useShowAll(defaults: ListDefaults): (chosen?: Choices) => void {
  const navigate = useNavigateHere();
  return useCallback(
    (chosen) =>
      void navigate({
        to: '.',
        search: (before: ListSearch) => listPatch(before, defaults, { ...everyRow(defaults), ...chosen }),
        resetScroll: false,
      }),
    [navigate, defaults],
  );
}
