import { Popover } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { CurrencyUnit } from '~/lib/format';
import styles from './amount-edit.module.css';
import { cx } from './classes';
import { late } from './late';
import { Skeleton } from './states';

const AmountForm = late(() => import('./amount-form'));

/** What an amount edit needs. */
export interface AmountEditProps {
  /** What is edited: "Bid". */
  label: string;
  /** Whose: for screen readers. */
  name: string;
  value: number | null;
  unit: CurrencyUnit;
  /** Decimals in dollars. */
  decimals: number;
  /** Step of the arrows in dollars. */
  step: number;
  /** Lowest amount in dollars. */
  minimum?: number | undefined;
  /** Empty means none. */
  optional?: boolean | undefined;
  /** Where the value stands in its column: the pencil goes to the other side. */
  align?: 'left' | 'right';
  /** What the cell shows. */
  children: ReactNode;
  /**
   * Throws when refused; the message stays beside the field. The one of the moment at which it was opened is called, which
   * knows what the person saw.
   */
  onSave: Save;
}

/** Saves an amount. */
export type Save = (value: number | null) => Promise<unknown>;

/** What `onSave` throws where the person is to say once more that it is meant. */
export class SaveAgain extends Error {
  /** Saves all the same, now that the person knows. */
  readonly again: Save;

  constructor(why: string, again: Save) {
    super(`${why} Save again if it is meant.`);
    this.again = again;
  }
}

/** What `onSave` throws where another amount stands by now than the one that was seen. */
export class ChangedMeanwhile extends Error {
  /** Saves all the same, now that the person knows. */
  readonly again: Save;

  /** `now` is what stands there, to be read. */
  constructor(now: string, again: Save) {
    super(`It is ${now} now: it was changed elsewhere. Save again to put yours in its place.`);
    this.again = again;
  }
}

/** An amount of a table that is changed where it stands: a bid, a limit. Dollars in and out, the user's unit on screen. */
export function AmountEdit({ name, align = 'left', children, ...form }: AmountEditProps) {
  const [open, setOpen] = useState(false);
  // Until the answer is there it stays: a refusal is told in it, beside what was typed.
  const [busy, setBusy] = useState(false);
  const turn = (on: boolean) => !busy && setOpen(on);
  return (
    <Popover opened={open} onChange={turn} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={cx(styles.cell, align === 'right' && styles.right)}
          aria-expanded={open}
          onClick={() => turn(!open)}
        >
          <span className="vh">
            {form.label} of {name}: change{' '}
          </span>
          {children}
          <IconPencil size={12} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={`${form.label} of ${name}`}>
        <Suspense
          fallback={
            <div className={styles.form}>
              <Skeleton height={62} radius={8} />
            </div>
          }
        >
          <AmountForm {...form} busy={busy} onBusy={setBusy} onClose={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** An amount of a table that is not changed where it stands: a press leads to where it is. */
export function AmountButton({
  label,
  onPress,
  children,
}: {
  /** What a press does, for screen readers. */
  label: string;
  onPress(): void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={cx(styles.cell, styles.led)} onClick={onPress}>
      <span className="vh">{label} </span>
      {children}
    </button>
  );
}
