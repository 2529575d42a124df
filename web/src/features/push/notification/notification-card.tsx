import {
  IconBrandChrome,
  IconBrandFirefox,
  IconBrandSafari,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconX,
} from '@tabler/icons-react';
import { cx } from '~/ui/classes';
import { type Notification, SYSTEMS, type System, type SystemName, shownBy } from './notification';
import styles from './notification-card.module.css';

/** What stands in a preview until something is typed. */
const PLACEHOLDER = { title: 'The title of your ad', body: 'What it says below the title' };

const BROWSERS = { firefox: IconBrandFirefox, safari: IconBrandSafari } as const;

/** The sign of the browser that shows it. */
function BrowserMark({ system, large }: { system: System; large?: boolean }) {
  const Mark = BROWSERS[system.name as keyof typeof BROWSERS] ?? IconBrandChrome;
  return (
    <span className={cx(styles.browser, large && styles.large)}>
      <Mark size={large ? 20 : 12} stroke={2} aria-hidden />
    </span>
  );
}

/**
 * A notification as one system shows it: cut where the system cuts it, without what the system leaves out. `host` is the site
 * that sends it.
 */
export function NotificationCard({
  system: name,
  notification,
  opened = true,
  scheme = 'light',
  host = 'harborpost.example',
}: {
  system: SystemName;
  notification: Notification;
  opened?: boolean;
  scheme?: 'light' | 'dark';
  host?: string;
}) {
  const system = SYSTEMS[name];
  const shown = shownBy(
    system,
    { ...notification, title: notification.title || PLACEHOLDER.title, body: notification.body || PLACEHOLDER.body },
    opened,
  );
  const words = (
    <div className={styles.words}>
      <b>{shown.title}</b>
      {name === 'macos' || name === 'safari' ? <span className={cx(styles.host, 'ell')}>{host}</span> : null}
      <span className={styles.body}>{shown.body}</span>
      {name === 'windows' || name === 'firefox' ? <span className={cx(styles.host, 'ell')}>{host}</span> : null}
    </div>
  );
  const icon = shown.icon ? <img className={styles.icon} src={shown.icon} alt="" /> : null;
  const image = shown.image ? <img className={styles.image} src={shown.image} alt="" /> : null;
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  const label = [`${system.label}: ${shown.title}. ${shown.body}`, ...shown.buttons].join('. ');
  return (
    <div
      className={cx(styles.card, styles[name], !opened && styles.closed)}
      data-theme={scheme}
      role="img"
      aria-label={label}
    >
      {name === 'android' && (
        <>
          <div className={styles.bar}>
            <BrowserMark system={system} />
            <span className="ell">Chrome · {host} · now</span>
            <Chevron size={14} aria-hidden />
          </div>
          <div className={styles.line}>
            {words}
            {icon}
          </div>
          {image}
        </>
      )}
      {name === 'windows' && (
        <>
          <div className={styles.bar}>
            <BrowserMark system={system} />
            <span className="ell">Google Chrome</span>
            <IconDots size={14} aria-hidden />
            <IconX size={14} aria-hidden />
          </div>
          {image}
          <div className={styles.line}>
            {icon}
            {words}
          </div>
        </>
      )}
      {(name === 'macos' || name === 'safari') && (
        <div className={styles.line}>
          <BrowserMark system={system} large />
          {words}
          <div className={styles.end}>
            <span className={styles.now}>now</span>
            {icon}
          </div>
        </div>
      )}
      {name === 'firefox' && (
        <>
          <div className={styles.bar}>
            <BrowserMark system={system} />
            <span className="ell">Firefox</span>
            <IconX size={14} aria-hidden />
          </div>
          <div className={styles.line}>
            {icon}
            {words}
          </div>
        </>
      )}
      {shown.buttons.length > 0 && (
        <div className={styles.buttons}>
          {shown.buttons.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be the same while they are typed
            <span key={at}>{text || 'Button'}</span>
          ))}
        </div>
      )}
    </div>
  );
}
