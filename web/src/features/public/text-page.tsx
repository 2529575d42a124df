import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '~/app/title';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { place } from './page-data';
import parts from './parts.module.css';
import { useSite } from './site';
import { type Text, updatedText } from './text';
import styles from './text.module.css';
import { TextBody } from './text-body';

/** When a text last changed. */
function Updated({ text }: { text: Text }) {
  return (
    <p className={styles.updated}>
      Last changed <span suppressHydrationWarning>{updatedText(text)}</span>
    </p>
  );
}

/** A page that is one text: a large title, what it is about, the text, and perhaps what to do next. */
export function TextPage({ text, children }: { text: Text; children?: ReactNode }) {
  useTitle(text.title, text.description);
  return (
    <article className={cx(parts.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={parts.h2}>{text.title}</h1>
        <p className={styles.lead}>{text.description}</p>
        {children && <div className={styles.actions}>{children}</div>}
      </header>
      <div>
        <TextBody html={text.html} />
        <Updated text={text} />
      </div>
    </article>
  );
}

/** About the network. */
export function AboutPage({ text }: { text: Text }) {
  return (
    <TextPage text={text}>
      <Link to="/singup" className={cx(buttonClass({ variant: 'accent' }), parts.xl)}>
        Sign up
      </Link>
      <Link to="/contacts" className={cx(buttonClass(), parts.xl)}>
        Write to us
      </Link>
    </TextPage>
  );
}

/** Managed accounts. */
export function PremiumPage({ text }: { text: Text }) {
  return (
    <TextPage text={text}>
      <Link to="/contacts" className={cx(buttonClass({ variant: 'accent' }), parts.xl)}>
        Ask for a manager
      </Link>
    </TextPage>
  );
}

/** The network's channel, where one is configured. */
export function TelegramPage({ text }: { text: Text }) {
  const url = useSite()?.telegram_url;
  const channel = import.meta.env.SSR ? place('site.telegram_url') : (url ?? '');
  return (
    <TextPage text={text}>
      <a
        href={channel}
        suppressHydrationWarning
        className={cx(buttonClass({ variant: 'accent' }), parts.xl, styles.channel)}
      >
        Open the channel
      </a>
      <p className={styles.noChannel}>This network has no channel yet.</p>
    </TextPage>
  );
}

/** A policy; the layout around it lists its neighbours. */
export function PolicyPage({ text }: { text: Text }) {
  useTitle(text.title, text.description);
  return (
    <article className={styles.policy}>
      <h1 className={parts.h2}>{text.title}</h1>
      <p className={styles.lead}>{text.description}</p>
      <Updated text={text} />
      <TextBody html={text.html} />
    </article>
  );
}

/** An article of the help center. */
export function ArticlePage({ text }: { text: Text }) {
  useTitle(text.title, text.description);
  return (
    <article className={cx(parts.wrap, styles.article)}>
      <nav className={styles.crumbs} aria-label="Breadcrumb">
        <Link to="/helpCenter">Help center</Link>
        <IconChevronRight size={12} aria-hidden />
        <span>{text.section}</span>
      </nav>
      <h1 className={parts.h2}>{text.title}</h1>
      <p className={styles.lead}>{text.description}</p>
      <TextBody html={text.html} />
      <footer className={styles.asked}>
        <p>
          <b>Something is missing or wrong?</b> Tell us what you were looking for.
        </p>
        <Link to="/contacts" className={buttonClass()}>
          Write to us
        </Link>
        <Updated text={text} />
      </footer>
    </article>
  );
}
