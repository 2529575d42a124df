import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The address follows what is typed, and searching begins, after this pause, in milliseconds. */
const PAUSE_MS = 200;
/** The most that is searched for, in characters. */
export const WORDS_MAX = 200;

/** What a field holds, and what of it is searched for: that stands in the address as `q`, so that it can be sent on. */
export function useWords(): { words: string; search: string; setWords(words: string): void } {
  const asked = useSearch({ strict: false }) as { q?: unknown };
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), PAUSE_MS);
  const [isRead, setRead] = useState(false);
  const told = asked.q === undefined ? '' : String(asked.q);
  // The page is taken over as it was drawn, without any words; those of the address come after that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once and written from then on
  useEffect(() => {
    setWords(told.slice(0, WORDS_MAX));
    setRead(true);
  }, []);
  useEffect(() => {
    if (!isRead || search === told || search !== words.trim()) return;
    void navigate({ to: '.', search: { q: search || undefined } as never, replace: true, resetScroll: false });
  }, [isRead, search, told, words, navigate]);
  return { words, search, setWords };
}
