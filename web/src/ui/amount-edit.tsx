import { NumberInput, Popover } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText } from '~/api/problem';
import { type CurrencyUnit, fromUnit, inUnit, unitDecimals, unitSymbol } from '~/lib/format';
import styles from './amount-edit.module.css';
import { Button } from './button';
import { cx } from './classes';

/** An amount of a table that is changed where it stands: a bid, a limit. Dollars in and out, the user's unit on screen. */
export function AmountEdit({
  label,
  name,
  value,
  unit,
  decimals,
  step,
  minimum,
  optional,
  align = 'left',
  children,
  onSave,
}: {
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
  minimum?: number;
  /** Empty means none. */
  optional?: boolean;
  /** Where the value stands in its column: the pencil goes to the other side. */
  align?: 'left' | 'right';
  /** What the cell shows. */
  children: ReactNode;
  /** Throws when refused; the message stays beside the field. */
  onSave(value: number | null): Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | number>('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = unitDecimals(decimals, unit);
  const start = () => {
    setText(value === null ? '' : inUnit(value, unit));
    setError(null);
    setOpen(true);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const amount = text === '' ? null : fromUnit(Number(String(text).replace(',', '.')), unit);
    if (amount === null && !optional) return setError('An amount is needed.');
    if (amount !== null && minimum !== undefined && amount < minimum) {
      return setError(
        `The lowest allowed is ${inUnit(minimum, unit).toString().replace('.', ',')} ${unitSymbol(unit)}.`,
      );
    }
    setBusy(true);
    try {
      await onSave(amount);
      setOpen(false);
    } catch (thrown) {
      setError(errorText(thrown));
    }
    setBusy(false);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={cx(styles.cell, align === 'right' && styles.right)}
          aria-label={`${label} of ${name}: change`}
          aria-expanded={open}
          onClick={start}
        >
          {children}
          <IconPencil size={12} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={`${label} of ${name}`}>
        <form className={styles.form} onSubmit={(event) => void save(event)}>
          <NumberInput
            label={`${label}, ${unitSymbol(unit)}`}
            description={optional ? 'Empty for no limit' : undefined}
            value={text}
            onChange={setText}
            error={error}
            min={0}
            step={inUnit(step, unit)}
            decimalScale={shown}
            allowNegative={false}
            size="sm"
            data-autofocus
          />
          <div className={styles.foot}>
            <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button size="sm" variant="ink" type="submit" busy={busy}>
              Save
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
