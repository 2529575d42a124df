import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './classes';
import type { Tone } from './marks';
import styles from './note.module.css';

const NOTE_ICONS = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  info: IconInfoCircle,
  idle: IconInfoCircle,
};

/** A sentence on a soft ground inside a page. `alert` reads it out as what is bad always is: for what an action led to. */
export function Note({
  tone = 'idle',
  alert = tone === 'bad',
  children,
}: {
  tone?: Tone;
  alert?: boolean;
  children: ReactNode;
}) {
  const Icon = NOTE_ICONS[tone];
  return (
    <div className={cx(styles.note, tone)} role={alert ? 'alert' : undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div className="grow">{children}</div>
    </div>
  );
}
