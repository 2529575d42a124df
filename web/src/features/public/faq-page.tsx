import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useTitle } from '~/app/title';
import { PHRASE_MAX } from '~/lib/search-params';
import { cx } from '~/ui/classes';
import styles from './faq.module.css';
import { fold, type Shown, showOnly } from './fold';
import parts from './parts.module.css';
import type { Text } from './text';
import { TextBody } from './text-body';
import { useWords } from './use-words';

/** How many questions a search left. */
const foundText = ({ count, isAll }: Shown): string => {
  const fit = count === 1 ? '1 question fits' : `${count} questions fit`;
  return isAll || count === 0 ? `${fit}.` : `No question fits all of these words. ${fit} best.`;
};

/** Questions and answers: each answer opens under its question, and a search leaves those that fit. */
export function FaqPage({ text }: { text: Text }) {
  useTitle(text.title, text.description);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<Shown | null>(null);
  const { words, search, setWords, field } = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other questions
  useEffect(() => {
    const shown = list.current && showOnly(list.current, search);
    setFound(search === '' ? null : shown);
  }, [search, text.html]);
  return (
    <div className={cx(parts.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={parts.h2}>{text.title}</h1>
        <p className={styles.lead}>{text.description}</p>
        <div className={styles.search}>
          <IconSearch size={18} aria-hidden />
          <label className="vh" htmlFor={id}>
            Search the questions
          </label>
          <input
            id={id}
            ref={field}
            type="search"
            placeholder="Search the questions"
            maxLength={PHRASE_MAX}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <p className={styles.found} role="status">
          {found && foundText(found)}{' '}
          {found?.count === 0 && (
            <Link to="/contacts" className="link">
              Ask us instead
            </Link>
          )}
        </p>
      </header>
      <div ref={list}>
        <TextBody html={text.html} className={styles.questions} enhance={fold} />
      </div>
    </div>
  );
}
