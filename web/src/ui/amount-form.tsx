import { type FormEvent, useState } from 'react';
import { errorText } from '~/api/problem';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatPrice, unitSymbol } from '~/lib/format';
import { type AmountEditProps, ChangedMeanwhile, SaveAgain } from './amount-edit';
import styles from './amount-edit.module.css';
import { AmountField } from './amount-field';
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
  busy,
  onBusy,
  onClose,
}: Omit<AmountEditProps, 'name' | 'align' | 'children'> & {
  busy: boolean;
  onBusy(busy: boolean): void;
  onClose(): void;
}) {
  const [typed, setTyped] = useState<Amount>(value ?? '');
  const [error, setError] = useState<string | null>(null);
  const [send, setSend] = useState(() => onSave);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const problem = amountProblem(typed, unit, decimals);
    if (problem !== null) return setError(problem);
    const amount = typed === '' ? null : Number(typed);
    if (amount === null && !optional) return setError('An amount is needed.');
    if (amount !== null && minimum !== undefined && amount < minimum) {
      return setError(`The lowest allowed is ${formatPrice(minimum, unit)}.`);
    }
    onBusy(true);
    try {
      await send(amount);
      onClose();
    } catch (thrown) {
      const isAsked = thrown instanceof ChangedMeanwhile || thrown instanceof SaveAgain;
      if (isAsked) setSend(() => thrown.again);
      setError(isAsked ? thrown.message : errorText(thrown));
    } finally {
      onBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <AmountField
        label={`${label}, ${unitSymbol(unit)}`}
        description={optional ? 'Empty for no limit' : undefined}
        value={typed}
        onChange={(amount) => {
          setTyped(amount);
          setError(null);
        }}
        error={error}
        unit={unit}
        decimals={decimals}
        step={step}
        size="sm"
        autoFocus
        // A new amount is typed in place of the old one.
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="ink" type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
