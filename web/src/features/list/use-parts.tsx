import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tabs } from '~/ui/controls';

/**
 * The parts of a page, one of them at a time, with the tabs to choose it: the first one until the address says another. What is
 * chosen of a part goes with it, but for what is `kept`.
 */
export function useParts<Part extends string>(
  label: string,
  parts: readonly { value: Part; label: string }[],
  kept?: 'period',
): [part: Part | undefined, tabs: ReactNode] {
  const navigate = useNavigate();
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const [first] = parts;
  const { value: part } = parts.find(({ value }) => value === asked) ?? first ?? {};
  const search = (next: Part) => (before: { period?: string }) => ({
    ...(kept && before[kept] ? { [kept]: before[kept] } : {}),
    ...(next === first?.value ? {} : { part: next }),
  });
  const onChange = (next: Part) => void navigate({ to: '.', search: search(next) });
  return [part, part && <Tabs label={label} value={part} options={parts} onChange={onChange} />];
}
