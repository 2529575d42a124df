import { drawQuestion, questionCss } from '@render/question';
import { useEffect, useRef } from 'react';
import { cx } from '~/ui/classes';
import { exampleNotification } from '../../push/notification/example';
import { NotificationCard } from '../../push/notification/notification-card';
import styles from './site-push.module.css';
import { pictureUrl, type QuestionValues, type SitePushValues } from './values';

/** Where the question stands, as the tag numbers it. */
const POSITIONS: Readonly<Record<SitePushValues['position'], number>> = { bottom: 1, bottom_left: 2, top: 3 };

/** The question over an invented page, drawn by the code of the tag. Its buttons do nothing. */
export function QuestionPreview({
  question,
  look: { position, background, color, accent, picture },
  device,
}: {
  question: QuestionValues;
  look: Pick<SitePushValues, 'position' | 'background' | 'color' | 'accent' | 'picture'>;
  device: 'phone' | 'desktop';
}) {
  const host = useRef<HTMLDivElement>(null);
  const { language, title, text, accept, later } = question;
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = questionCss({ position: POSITIONS[position], background, color, accent }, true);
    root.replaceChildren(style);
    drawQuestion(root, { language, title, text, accept, later }, pictureUrl(picture));
  }, [position, background, color, accent, picture, language, title, text, accept, later]);
  return (
    <figure className={cx(styles.page, styles[device])}>
      <figcaption>{device === 'phone' ? 'On a phone' : 'On a desktop'}</figcaption>
      <div className={styles.paper} data-theme="light" inert>
        <b>The Harbour Post</b>
        <strong>The ferry nobody wanted is full again</strong>
        <p>Twelve years after the route was written off, the boat to the islands sells out on weekdays.</p>
        <p>At ten past four, when the cranes stop, the quay belongs to people with bicycles.</p>
        <div ref={host} className={styles.host} />
      </div>
    </figure>
  );
}

/** What the browser itself asks then. */
export function BrowserQuestion({ domain }: { domain: string }) {
  return (
    <figure className={styles.page}>
      <figcaption>Then the browser’s own</figcaption>
      <div className={styles.browser} data-theme="light">
        <p>
          <b>{domain}</b> wants to
        </p>
        <p>Show notifications</p>
        <p className={styles.allow}>
          <span>Allow</span>
          <span>Block</span>
        </p>
      </div>
    </figure>
  );
}

/** What comes first after a yes: its second button ends it, whatever the ad has there. */
export function FirstNotification({ domain }: { domain: string }) {
  return (
    <figure className={styles.page}>
      <figcaption>And the first notification</figcaption>
      <NotificationCard
        system="android"
        notification={{ ...exampleNotification(), buttons: ['Open', 'Stop these'] }}
        host={domain}
      />
    </figure>
  );
}
