import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText } from '~/api/problem';
import { Button } from '~/ui/button';
import { closeDialog } from '~/ui/dialogs';

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
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await run();
      if (!staysOpen) closeDialog(id);
    } catch (thrown) {
      setError(thrown instanceof RangeError ? thrown.message : errorText(thrown));
      setBusy(false);
    }
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {children(error)}
      {hint && <p className="s12 t3">{hint}</p>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Cancel</Button>
        <Button variant="ink" type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
