import { NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorText } from '~/api/problem';
import { fromUnit, inUnit, unitDecimals, unitSymbol } from '~/lib/format';
import { type AmountEditProps, ChangedMeanwhile } from './amount-edit';
import styles from './amount-edit.module.css';
import { Button } from './button';

/** The field of an amount edit; loaded when the first one is opened. */
export default function AmountForm({
  label,
  value,
  unit,
  decimals,
  step,
  minimum,
  optional,
  onSave,
  onClose,
}: Omit<AmountEditProps, 'name' | 'align' | 'children'> & { onClose(): void }) {
  const [text, setText] = useState<string | number>(value === null ? '' : inUnit(value, unit));
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [send, setSend] = useState(() => onSave);
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
      await send(amount);
      onClose();
    } catch (thrown) {
      const isChanged = thrown instanceof ChangedMeanwhile;
      if (isChanged) setSend(() => thrown.again);
      setError(isChanged ? thrown.message : errorText(thrown));
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <NumberInput
        label={`${label}, ${unitSymbol(unit)}`}
        description={optional ? 'Empty for no limit' : undefined}
        value={text}
        onChange={setText}
        error={error}
        min={0}
        step={inUnit(step, unit)}
        decimalScale={unitDecimals(decimals, unit)}
        allowNegative={false}
        size="sm"
        autoFocus
      />
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="ink" type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
