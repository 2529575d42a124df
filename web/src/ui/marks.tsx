import { IconPhoto, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type CurrencyUnit, formatAmount, formatMoney, initials, NO_DATA } from '~/lib/format';
import { cx } from './classes';
import styles from './marks.module.css';

/** Tones of a status; colour is never the only sign. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle';

/** Icon and word in the status colour. `soft` gives it a ground, for places where it stands alone. */
export function Badge({
  tone,
  icon,
  soft,
  children,
}: {
  tone: Tone;
  icon?: ReactNode;
  soft?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={cx(styles.badge, tone, soft && styles.soft)}>
      {icon}
      {children}
    </span>
  );
}

/** A small outlined word: a format, a network. */
export function Tag({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.tag}>
      {icon}
      {children}
    </span>
  );
}

/** A count in a pill. */
export function Pill({ children }: { children: ReactNode }) {
  return <span className={styles.pill}>{children}</span>;
}

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** Share of a limit, 0 to 1 and above: grey to 80 %, amber above, crimson when spent. */
export function Bar({ share, label }: { share: number; label: string }) {
  const tone = share >= 1 ? 'bad' : share > 0.8 ? 'warn' : '';
  return (
    <span className={cx(styles.bar, tone)} role="img" aria-label={label}>
      <i style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }} />
    </span>
  );
}

/** A person's letters. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.ava} aria-hidden>
      {initials(name)}
    </span>
  );
}

/** The small picture of an ad; a mark stands where there is none. */
export function Thumb({ url, alt, square }: { url: string | null | undefined; alt: string; square?: boolean }) {
  const className = cx(styles.thumb, square && styles.square);
  if (!url) {
    return (
      <span className={className} role="img" aria-label={`${alt}: no picture`}>
        <IconPhoto size={14} aria-hidden />
      </span>
    );
  }
  return <img className={className} src={url} alt={alt} loading="lazy" decoding="async" />;
}

/** What stands where there is no value: a dash, of which a table draws nothing; "no value" for screen readers. */
export function None() {
  return (
    <span className={styles.none}>
      <span aria-hidden="true" data-dash>
        {NO_DATA}
      </span>
      <span className="vh">no value</span>
    </span>
  );
}

/** Dollars in the user's unit; `bare` without the sign, for columns that name the unit in the heading. */
export function Money({
  value,
  unit,
  decimals = 2,
  bare,
}: {
  value: number | null | undefined;
  unit: CurrencyUnit;
  decimals?: number;
  bare?: boolean;
}) {
  if (value === null || value === undefined) return <None />;
  return <>{bare ? formatAmount(value, unit, decimals) : formatMoney(value, unit, decimals)}</>;
}

/** A filter read as a sentence: field, is or is not, value, remove. */
export function FilterChip({
  field,
  not,
  value,
  onClick,
  onRemove,
}: {
  field: string;
  not?: boolean;
  value: ReactNode;
  onClick?: () => void;
  onRemove(): void;
}) {
  const words = (
    <>
      <span className="t2">{field}</span>
      <span className={cx(styles.op, not && styles.not)}>{not ? 'is not' : 'is'}</span>
      <span className={styles.val}>{value}</span>
    </>
  );
  return (
    <span className={styles.chip}>
      {onClick ? (
        <button type="button" onClick={onClick}>
          {words}
        </button>
      ) : (
        words
      )}
      <button type="button" className={styles.x} aria-label={`Remove the filter: ${field}`} onClick={onRemove}>
        <IconX size={12} stroke={2.25} aria-hidden />
      </button>
    </span>
  );
}
