import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/app/hydrated';
import { usePageTitle } from '~/app/page';
import { paths } from '~/lib/paths';
import { cx } from '~/ui/classes';
import styles from './api-doc.module.css';
import { findCalls, openNamed } from './find-calls';
import { type ApiDocParts, GUIDE_ID, REFERENCE_ID } from './load';
import { anchorOf, SECTIONS } from './sections';

const GUIDE: readonly [string, string][] = [
  ['token', 'Get a token'],
  ['examples', 'Examples'],
  ['lists', 'Lists'],
  ['money', 'Money and time'],
  ['errors', 'Errors'],
];

function Contents() {
  return (
    <nav className={styles.contents} aria-label="On this page">
      <b>Guide</b>
      {GUIDE.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
      <b>Calls</b>
      {SECTIONS.map(({ tag, title }) => (
        <a key={tag} href={`#${anchorOf(tag)}`}>
          {title}
        </a>
      ))}
      <a href="#objects">Objects</a>
    </nav>
  );
}

/** How to begin. `parts` is null where the page brought it along as HTML. */
function Guide({ parts }: { parts: ApiDocParts | null }) {
  if (parts) {
    return (
      <div id={GUIDE_ID}>
        <parts.Guide />
      </div>
    );
  }
  return (
    <div
      id={GUIDE_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set: what the page brought along stays
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

/** The calls with a box to find one in. `parts` is null where the page brought them along as HTML. */
function Calls({ parts }: { parts: ApiDocParts | null }) {
  const holder = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const [text, setText] = useState('');
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const open = () => openNamed(location.hash);
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  const find = (words: string) => {
    setText(words);
    const found = holder.current ? findCalls(holder.current, words) : 0;
    setCount(words.trim() ? found : null);
  };
  return (
    <div>
      <div className={styles.find}>
        <label htmlFor="find-call">Find a call</label>
        <input
          id="find-call"
          type="search"
          placeholder="campaigns stop"
          autoComplete="off"
          value={text}
          disabled={!hydrated}
          onChange={(event) => find(event.target.value)}
        />
        <output className="s13 t2" htmlFor="find-call">
          {count === 0 ? 'Nothing has all these words.' : count !== null && `${count} found`}
        </output>
      </div>
      {parts ? (
        <div id={REFERENCE_ID} ref={holder}>
          <parts.Reference />
        </div>
      ) : (
        <div
          id={REFERENCE_ID}
          ref={holder}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set: what the page brought along stays
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
    </div>
  );
}

/** The API: how to begin, and every call. */
export function ApiDocPage({ parts }: { parts: ApiDocParts | null }) {
  usePageTitle();
  return (
    <div className={styles.page}>
      <div className={cx(styles.text, styles.top)}>
        <h1>API</h1>
        <p className={styles.lead}>
          The cabinets use nothing else, so a script can do what they do. This page is made from the program; the same
          for generators is the <a href="/api/openapi.json">OpenAPI 3.1 document</a>.
        </p>
        <p className={styles.lead}>
          New here? Begin with the <Link {...paths.article('api')}>quick start</Link>.
        </p>
      </div>
      <Contents />
      <div className={styles.text}>
        <Guide parts={parts} />
        <Calls parts={parts} />
      </div>
    </div>
  );
}
