import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { CheckLight, CheckStep } from '~/api/sdk';
import { CHECK_STEP_LABELS } from '~/api/words';
import { formatNumber, formatPercent } from '~/lib/format';
import { cx } from '~/ui/classes';
import { CodeLine } from '~/ui/code-line';
import styles from './check.module.css';
import { LIGHT_TONES } from './lights';

const LIGHT_ICONS = { right: IconCheck, weak: IconAlertTriangle, failed: IconX, waiting: IconClock };

/** A row of lights. */
export function Lights({ lights, label, small }: { lights: readonly CheckLight[]; label: string; small?: boolean }) {
  return (
    <span className={small ? styles.dots : styles.lights} role="img" aria-label={label}>
      {lights.map((light, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a light is its place in the row
        <i key={index} className={styles[light]} />
      ))}
    </span>
  );
}

function Step({ step }: { step: CheckStep }) {
  const Icon = LIGHT_ICONS[step.light];
  return (
    <li className={LIGHT_TONES[step.light]} data-step={step.name} data-light={step.light}>
      <span className={styles.mark}>
        <Icon size={14} stroke={2} aria-hidden />
      </span>
      <div>
        <h3>
          {CHECK_STEP_LABELS[step.name]}
          <span className={styles.badge}>{step.badge}</span>
        </h3>
        {step.text && <p className={styles.what}>{step.text}</p>}
        {step.parts.length > 0 && (
          <ul className={styles.parts}>
            {step.parts.map((part) => (
              <li key={part.name}>
                <span>{part.name}</span>
                <span className={styles.part} aria-hidden>
                  <i style={{ width: `${Math.min(part.percent, 100)}%` }} />
                </span>
                <span className="num">{formatPercent(part.percent, 1)}</span>
              </li>
            ))}
          </ul>
        )}
        {step.mend && (
          <div className={styles.mend}>
            <h4>Mend</h4>
            <p>{step.mend.text}</p>
            {step.mend.code?.split('\n').map((line) => (
              <CodeLine key={line} code={line} label="this line" />
            ))}
          </div>
        )}
      </div>
      {step.count !== null && (
        <div className={styles.figure}>
          <b>{formatNumber(step.count)}</b>
          {step.of !== null && <span>of {formatNumber(step.of)}</span>}
        </div>
      )}
    </li>
  );
}

/** A light per step, with what was found and how to mend it. */
export function CheckSteps({ steps }: { steps: readonly CheckStep[] }) {
  return (
    <ol className={cx(styles.steps, 'num')}>
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  );
}
