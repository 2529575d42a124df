import type { FormEvent, ReactNode } from 'react';
import { errorText } from '~/api/problem';
import { Button } from '~/ui/button';
import { closeDialog } from '~/ui/dialogs';
import { useAnswer } from '~/ui/use-answer';

/**
 * The form of a dialog that asks for one thing before something is done with many rows. What `run` throws is shown and keeps
 * the dialog open; a `RangeError` says itself what is wrong with what was typed.
 */
export function AskForm({
  id,
  action,
  hint,
  children,
  run,
  staysOpen = false,
}: {
  id: string;
  action: string;
  hint?: string;
  children(error: string | null): ReactNode;
  run(): Promise<unknown>;
  /** The dialog tells what came of it. */
  staysOpen?: boolean;
}) {
  const { busy, error, go } = useAnswer(id, run, staysOpen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) go();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children(error === null ? null : error instanceof RangeError ? error.message : errorText(error))}
      {hint && <p className="s12 t3">{hint}</p>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button disabled={busy} onClick={() => closeDialog(id)}>
          Cancel
        </Button>
        <Button variant="ink" type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
