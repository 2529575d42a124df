import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { AppLink } from '~/app/app-link';
import { useTitle } from '~/app/title';
import { cx } from '~/ui/classes';
import { ErrorPanel } from '~/ui/states';
import faq from './faq.module.css';
import styles from './help.module.css';
import { pageHtml, place } from './page-data';
import { publicPage } from './pages';
import parts from './parts.module.css';
import { type TextEntry, textsQuery } from './text';
import { TextBody } from './text-body';
import { useWords, WORDS_MAX } from './use-words';

/** Articles by section, in the order of the answer. */
function sectionsOf(entries: readonly TextEntry[]): [string, TextEntry[]][] {
  const sections = new Map<string, TextEntry[]>();
  for (const entry of entries) sections.set(entry.section, [...(sections.get(entry.section) ?? []), entry]);
  return [...sections];
}

/** The list as this page draws it when the server has not. */
function List({ entries }: { entries: readonly TextEntry[] }) {
  return (
    <div className={styles.list}>
      {sectionsOf(entries).map(([section, articles]) => (
        <section key={section}>
          <h2>{section}</h2>
          <ul>
            {articles.map((article) => (
              <li key={article.slug}>
                <AppLink href={`/helpCenter/${article.slug}`}>{article.title}</AppLink>
                <p>{article.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Results({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(textsQuery('help', search));
  if (error) {
    return <ErrorPanel title="The search did not answer." error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <p className={faq.found} role="status">
        {data
          ? `${data.length === 1 ? '1 article holds' : `${data.length} articles hold`} “${search}”.`
          : 'Searching …'}{' '}
        {data?.length === 0 && (
          <AppLink href="/contacts" className="link">
            Ask us instead
          </AppLink>
        )}
      </p>
      <ul className={styles.results}>
        {data?.map((article) => (
          <li key={article.slug}>
            <AppLink href={`/helpCenter/${article.slug}`}>{article.title}</AppLink>
            <p>{article.snippet || article.description}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function All() {
  // A pre-rendered page holds the list already; it is kept as it is.
  const [html] = useState(() => (import.meta.env.SSR ? place('help.html') : pageHtml('help-list')));
  const { data } = useQuery({ ...textsQuery('help', ''), enabled: html === null });
  if (html !== null) return <TextBody id="help-list" html={html} className={styles.list} />;
  return data ? <List entries={data} /> : null;
}

/** The help center: all articles by section, and a search over their words. */
export function HelpPage() {
  useTitle(publicPage('/helpCenter').title);
  const field = useId();
  const { words, search, setWords } = useWords();
  return (
    <div className={cx(parts.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={parts.h1}>How can we help?</h1>
        <div className={faq.search}>
          <IconSearch size={18} aria-hidden />
          <label className="vh" htmlFor={field}>
            Search the help center
          </label>
          <input
            id={field}
            type="search"
            placeholder="Search the help center"
            maxLength={WORDS_MAX}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <p className="t2">
          Short answers stand in the <AppLink href="/faq">questions and answers</AppLink>, programs read the{' '}
          <AppLink href="/apiDoc">API reference</AppLink>, people answer in <AppLink href="/contacts">contacts</AppLink>
          .
        </p>
      </header>
      {search === '' ? <All /> : <Results search={search} />}
    </div>
  );
}
