import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type Amount, amountProblem, amountText, readAmount } from '~/lib/amount';
import { type CurrencyUnit, unitSymbol } from '~/lib/format';

/**
 * A field for money: dollars in and out, the person's unit on screen. What cannot be read is handed on as it was typed, for
 * the form to refuse, and is never made into another amount.
 */
export function AmountField({
  value = '',
  onChange,
  onBlur,
  unit,
  decimals,
  step = 1,
  error,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange' | 'step'> & {
  value?: Amount;
  onChange(amount: Amount): void;
  unit: CurrencyUnit;
  /** The most decimals, in dollars. */
  decimals: number;
  /** What an arrow key adds or takes away, in dollars. */
  step?: number;
}) {
  const [typed, setTyped] = useState<{ text: string; amount: Amount; unit: CurrencyUnit } | null>(null);
  const [wasLeft, setLeft] = useState(false);
  // What is being typed stands as it is typed, until another value or unit comes from elsewhere.
  const isTyped = typed !== null && typed.amount === value && typed.unit === unit;
  const text = isTyped ? typed.text : amountText(value, unit, decimals);
  const put = (next: string) => {
    const amount = readAmount(next, unit, decimals);
    setTyped({ text: next, amount, unit });
    onChange(amount);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || (typeof value === 'string' && value !== '')) return;
    event.preventDefault();
    const next = Math.max(0, Number(((Number(value) || 0) + direction * step).toFixed(6)));
    put(amountText(next, unit, decimals));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span aria-hidden>{unitSymbol(unit)}</span>}
      {...input}
      value={text}
      error={error ?? (wasLeft ? amountProblem(value, unit, decimals) : null)}
      onChange={(event) => put(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        setLeft(true);
        // How it was understood.
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
