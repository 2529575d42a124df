import { type ReactNode, useState } from 'react';
import { AskForm } from './ask-form';
import { type Change, Meanwhile, type Outcome } from './change';
import type { Things } from './spec';
import { troubleText, useChanges } from './use-changes';

/** The rows that are left to be asked about: those that are other ones by now as they are, since the person was told. */
const leftOf = <Row,>({ refused, unknown }: Outcome<Row>): Row[] => [
  ...refused.map(({ row, error }) => (error instanceof Meanwhile ? (error.now as Row) : row)),
  ...unknown,
];

/**
 * The form of a dialog that asks for one thing and puts it into many rows. It stays until all of them have it: what was typed
 * stands in it, who was refused is named, and the button is for those.
 */
export function AskOfRows<Row extends object>({
  id,
  things,
  rows,
  verb,
  hint,
  change,
  children,
}: {
  id: string;
  things: Things<Row>;
  rows: readonly Row[];
  /** What its button does: "Set". */
  verb: string;
  hint(left: readonly Row[]): string;
  /** What was typed, as a change. A `RangeError` says what is wrong with it. */
  change(): Change<Row>;
  children(error: string | null): ReactNode;
}) {
  const { carry } = useChanges(things);
  const [left, setLeft] = useState(rows);
  const run = async () => {
    const outcome = await carry(change(), left);
    const trouble = troubleText(things, outcome);
    if (trouble === null) return;
    setLeft(leftOf(outcome));
    throw new RangeError(trouble);
  };
  return (
    <AskForm id={id} action={`${verb} for ${left.length}`} hint={hint(left)} run={run}>
      {children}
    </AskForm>
  );
}
