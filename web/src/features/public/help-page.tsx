import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { usePageTitle } from '~/app/page';
import { paths } from '~/lib/paths';
import { PHRASE_MAX } from '~/lib/search-params';
import { cx } from '~/ui/classes';
import { ErrorPanel, Skeleton } from '~/ui/states';
import faq from './faq.module.css';
import styles from './help.module.css';
import { type Found, helpSearchQuery } from './help-search';
import { pageHtml, place } from './page-data';
import parts from './parts.module.css';
import { type TextEntry, textsQuery } from './text';
import { TextBody } from './text-body';
import { useWords } from './use-words';

/** Sections of the skeleton, and articles of each. */
const SKELETON = [0, 1, 2] as const;

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
                <Link {...paths.article(article.slug)}>{article.title}</Link>
                <p>{article.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** How many articles a search found. */
function foundText({ articles: { length: count }, isAll }: Found, search: string): string {
  if (!isAll) return `No article fits all of “${search}”. ${count === 1 ? 'This one fits' : 'These fit'} some of it.`;
  return `${count === 1 ? '1 article fits' : `${count} articles fit`} “${search}”.`;
}

function Results({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(helpSearchQuery(search));
  if (error) {
    return <ErrorPanel title="The search did not answer." error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <p className={faq.found} role="status">
        {data ? foundText(data, search) : 'Searching …'}{' '}
        {data?.articles.length === 0 && (
          <Link to="/contacts" className="link">
            Ask us instead
          </Link>
        )}
      </p>
      <ul className={styles.results}>
        {data?.articles.map((article) => (
          <li key={article.slug}>
            <Link {...paths.article(article.slug)}>{article.title}</Link>
            <p>{article.snippet || article.description}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The list before it is there. */
function ListSkeleton() {
  return (
    <div className={styles.list} aria-busy>
      <p className="vh" role="status">
        Loading: articles
      </p>
      {SKELETON.map((section) => (
        <div key={section} className="stack">
          <Skeleton width={160} height={24} />
          {SKELETON.map((article) => (
            <Skeleton key={article} width={`${88 - article * 12}%`} height={16} />
          ))}
        </div>
      ))}
    </div>
  );
}

function All() {
  // A pre-rendered page holds the list already; it is kept as it is.
  const [html] = useState(() => (import.meta.env.SSR ? place('help.html') : pageHtml('help-list')));
  const { data, error, refetch } = useQuery({ ...textsQuery('help', ''), enabled: html === null });
  if (html !== null) return <TextBody id="help-list" html={html} className={styles.list} />;
  if (data) return <List entries={data} />;
  if (error) return <ErrorPanel title="The list did not load." error={error} onRetry={() => void refetch()} />;
  return <ListSkeleton />;
}

/** The help center: all articles by section, and a search over their words. */
export function HelpPage() {
  usePageTitle();
  const id = useId();
  const { words, search, setWords, field } = useWords();
  return (
    <div className={cx(parts.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={parts.h1}>How can we help?</h1>
        <div className={faq.search}>
          <IconSearch size={18} aria-hidden />
          <label className="vh" htmlFor={id}>
            Search the help center
          </label>
          <input
            id={id}
            ref={field}
            type="search"
            placeholder="Search the help center"
            maxLength={PHRASE_MAX}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <p className="t2">
          Short answers stand in the <Link to="/faq">questions and answers</Link>, programs read the{' '}
          <Link to="/apiDoc">API reference</Link>, people answer in <Link to="/contacts">contacts</Link>.
        </p>
      </header>
      {search === '' ? <All /> : <Results search={search} />}
    </div>
  );
}
