import { IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { type Notification, SYSTEMS, type SystemName } from './notification';
import { NotificationCard } from './notification-card';
import styles from './previews.module.css';

const BESIDE = ['windows', 'macos', 'firefox', 'safari'] as const satisfies readonly SystemName[];

/** A notification as all systems show it, opened or closed, light or dark. */
export function Previews({ notification, host }: { notification: Notification; host?: string | undefined }) {
  const [state, setState] = useState<'opened' | 'closed'>('opened');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const card = (system: SystemName) => (
    <NotificationCard
      system={system}
      notification={notification}
      opened={state === 'opened'}
      scheme={scheme}
      {...(host ? { host } : {})}
    />
  );
  return (
    <div className={styles.previews}>
      <div className="row between wrap">
        <Segmented<'opened' | 'closed'>
          label="State of the notification"
          value={state}
          onChange={setState}
          options={[
            { value: 'opened', label: 'Opened' },
            { value: 'closed', label: 'Collapsed' },
          ]}
        />
        <span className="s12 t3">Text is cut where the system cuts it</span>
        <Segmented<'light' | 'dark'>
          label="Scheme of the preview"
          value={scheme}
          onChange={setScheme}
          options={[
            { value: 'light', label: <IconSun size={16} aria-hidden />, title: 'Light' },
            { value: 'dark', label: <IconMoon size={16} aria-hidden />, title: 'Dark' },
          ]}
        />
      </div>
      <section className={styles.stage} aria-label="Previews">
        <figure className={styles.first}>
          <figcaption>{SYSTEMS.android.label}</figcaption>
          <div className={styles.phone} data-theme={scheme}>
            <span className={styles.time} aria-hidden>
              15:42
            </span>
            {card('android')}
          </div>
        </figure>
        <div className={styles.others}>
          {BESIDE.map((name) => (
            <figure key={name}>
              <figcaption>{SYSTEMS[name].label}</figcaption>
              <div className={cx(styles.desk, styles[name])} data-theme={scheme}>
                {card(name)}
              </div>
              {SYSTEMS[name].without && <p className="s12 t3">{SYSTEMS[name].without}</p>}
            </figure>
          ))}
        </div>
      </section>
    </div>
  );
}
