import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PHRASE_MAX } from '~/lib/search-params';
import { useTypedInto } from '../form/typed-before';

/** The address follows what is typed, and searching begins, after this pause, in milliseconds. */
const PAUSE_MS = 200;

/** What a field holds, and what of it is searched for: that stands in the address as `q`, so that it can be sent on. */
export function useWords(): {
  words: string;
  search: string;
  setWords(words: string): void;
  /** For the field: what is typed in it before the script has come is searched for too. */
  field: RefObject<HTMLInputElement | null>;
} {
  const asked = useSearch({ strict: false }) as { q?: unknown };
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), PAUSE_MS);
  const [isRead, setRead] = useState(false);
  const told = asked.q === undefined ? '' : String(asked.q);
  const field = useTypedInto(words, setWords);
  // What was last read from the address, or written there.
  const known = useRef<string>(undefined);
  // The page is taken over as it was drawn, without any words; those of the address come after that, unless others are typed.
  // Later ones come with a link to this page.
  useEffect(() => {
    if (told === known.current) return;
    const isFirst = known.current === undefined;
    known.current = told;
    setWords((typed) => (isFirst && typed) || told.slice(0, PHRASE_MAX));
    setRead(true);
  }, [told]);
  useEffect(() => {
    if (!isRead || search === known.current || search !== words.trim()) return;
    known.current = search;
    void navigate({ to: '.', search: { q: search || undefined }, replace: true, resetScroll: false });
  }, [isRead, search, words, navigate]);
  return { words, search, setWords, field };
}
