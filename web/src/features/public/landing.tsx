import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import styles from './landing.module.css';
import parts from './parts.module.css';

/** The first screen of a landing page: one message on its colour, what it means, the way in. */
export function LandingHead({
  tone,
  lines,
  lead,
  side,
  action,
  aside,
}: {
  tone: 'vermilion' | 'ink';
  lines: readonly string[];
  lead: ReactNode;
  side: 'advertiser' | 'webmaster';
  action: string;
  aside: ReactNode;
}) {
  return (
    <>
      <section className={cx(styles.head, styles[tone])}>
        <div className={cx(parts.wrap, styles.headGrid)}>
          <div className={styles.words}>
            <h1>
              {lines.map((line) => (
                <span key={line}>{line} </span>
              ))}
            </h1>
            <p>{lead}</p>
            <div className={styles.actions}>
              <Link to="/singup" search={{ role: side }} className={cx(buttonClass(), parts.xl, styles.solid)}>
                {action}
              </Link>
              <Link to="/account/login" className={cx(buttonClass(), parts.xl, styles.quiet)}>
                Log in
              </Link>
            </div>
          </div>
          <div className={styles.aside}>{aside}</div>
        </div>
      </section>
      <div id="first-view" hidden />
    </>
  );
}

/** A part of a landing page: its heading beside what it holds. */
export function LandingPart({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  return (
    <section className={cx(parts.wrap, styles.part)}>
      <div className={styles.partWords}>
        <h2 className={parts.h2}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** Names and what stands behind each. */
export function FactList({ facts }: { facts: readonly (readonly [ReactNode, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts never change their places
        <div key={place}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Numbered steps. */
export function Steps({ steps }: { steps: readonly (readonly [string, ReactNode])[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(([title, text], place) => (
        <li key={title}>
          <span aria-hidden>{place + 1}</span>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Short facts with a mark before each. */
export function Checks({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className={styles.checks}>
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts never change their places
        <li key={place}>
          <IconCheck size={18} stroke={2} aria-hidden />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}

/** The closing poster with the way in. */
export function LandingEnd({
  words,
  side,
  action,
}: {
  words: string;
  side: 'advertiser' | 'webmaster';
  action: string;
}) {
  return (
    <section className={parts.last}>
      <div className={parts.wrap}>
        <p className={parts.lastWords}>{words}</p>
        <div className="row wrap">
          <Link to="/singup" search={{ role: side }} className={cx(buttonClass(), parts.xl, parts.onPosterSolid)}>
            {action}
          </Link>
          <Link to="/faq" className={cx(buttonClass(), parts.xl, parts.onPosterLine)}>
            Questions and answers
          </Link>
        </div>
      </div>
    </section>
  );
}
