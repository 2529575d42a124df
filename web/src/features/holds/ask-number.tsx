import { NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Button } from '~/ui/button';
import styles from './holds.module.css';

/**
 * Asks for the number of a thing: that of the address, until somebody types another one. Nothing is asked about without any. It stays
 * the same form when another number is asked about, and so keeps the focus.
 */
export function AskNumber({
  asked,
  label,
  action,
  onAsk,
  children,
}: {
  asked: number | undefined;
  label: string;
  action: string;
  onAsk(id: number | undefined): void;
  /** Stands before it. */
  children?: ReactNode;
}) {
  const [typed, setTyped] = useState<string | number>(asked ?? '');
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    setShown(asked);
    setTyped(asked ?? '');
  }
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(Number(typed) >= 1 ? Number(typed) : undefined);
      }}
    >
      {children}
      <NumberInput label={label} min={1} allowDecimal={false} hideControls required value={typed} onChange={setTyped} />
      <Button type="submit" variant="accent">
        {action}
      </Button>
    </form>
  );
}
